"""The learner in the set-up panel: which one, and its hyperparameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from engine.learners import learner, learners
from engine.learners.latex import plain
from engine.learners.learner import HEADINGS
from gui.recipe.hyperparameters import HyperparametersSection
from gui.style.theme import current_theme
from gui.widgets.combo_boxes import ComboBox

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QPainter, QStandardItemModel

    from engine.learners import Learner
    from gui.session.session import Session

    Index = QModelIndex | QPersistentModelIndex

LINE = Qt.ItemDataRole.ToolTipRole
INDENT, AROUND, HEADING = 10, 3, 22
"""Pixels left of a learner, above and below its two lines; a heading's height."""


class LearnerDelegate(QStyledItemDelegate):
    """A learner's title, and beneath it what it does; under headings."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if not index.data(LINE):
            return QSize(0, HEADING)
        width = option.fontMetrics.horizontalAdvance(index.data(LINE))
        height = 2 * (option.fontMetrics.height() + AROUND)
        return QSize(width + 2 * INDENT + 4, height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        self.initStyleOption(option, index)
        title, line, option.text = index.data(), index.data(LINE), ""
        heading = not line
        if not heading:
            option.widget.style().drawControl(
                QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget
            )
        place = option.rect.adjusted(2 if heading else INDENT, AROUND, 0, -AROUND)
        font = QFont(option.font)
        font.setBold(heading)
        theme = current_theme()
        painter.save()
        painter.setFont(font)
        painter.setPen(theme.muted if heading else theme.ink)
        top = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(place, top, title)
        if line:
            below = option.fontMetrics.height()
            painter.setPen(theme.muted)
            painter.drawText(QRect(place).adjusted(0, below, 0, 0), top, line)
        painter.restore()


def _year(rule: Learner) -> str:
    return rule.source[-len("1958)") :]


class LearnerBox(ComboBox):
    """The learners to choose from, by headings, under each the oldest first."""

    def __init__(self) -> None:
        tip = "Which learner: how the weights follow from the samples"
        super().__init__("Learner", tip)
        model = cast("QStandardItemModel", self.model())
        for heading in HEADINGS:
            self.addItem(heading)
            model.item(self.count() - 1).setFlags(Qt.ItemFlag.NoItemFlags)
            for rule in sorted(learners().values(), key=_year):
                if rule.heading == heading:
                    self.addItem(rule.title, rule.name)
                    self.setItemData(self.count() - 1, rule.line, LINE)
        self.setMaxVisibleItems(self.count())

    def showPopup(self) -> None:
        """Give the list the width that the lines need, and the height of the screen."""
        view = self.view()
        if not isinstance(view.itemDelegate(), LearnerDelegate):
            view.setItemDelegate(LearnerDelegate(view))
        view.setMinimumWidth(view.sizeHintForColumn(0) + INDENT)
        super().showPopup()
        self._use_screen()

    def _use_screen(self) -> None:
        """Begin the list higher where the last learner would be cut off."""
        popup, room = self.view().window(), self.screen().availableGeometry()
        rows = sum(map(self.view().sizeHintForRow, range(self.count())))
        around = popup.height() - self.view().viewport().height()
        place = popup.geometry()
        place.setHeight(min(max(rows + around, place.height()), room.height()))
        place.moveBottom(min(place.bottom(), room.bottom()))
        popup.setGeometry(place)


class LearnerSection(HyperparametersSection):
    """Which learner, its rule as tool tip, and its hyperparameters."""

    def __init__(self, session: Session) -> None:
        super().__init__("Learner", session, "learner")
        self.choice = LearnerBox()
        self.rows.addWidget(self.choice)
        self.choice.currentIndexChanged.connect(self._choose_learner)
        self.refresh()

    def refresh(self) -> None:
        super().refresh()
        recipe = self._session.recipe
        own = learner(recipe.learner)
        with QSignalBlocker(self.choice):
            self.choice.setCurrentIndex(self.choice.findData(own.name))
        self._outputs = outputs = self._session.data.n_outputs
        rule = own.formula_lines(
            recipe.rule_settings, offset=recipe.offset, n_outputs=outputs
        )
        cost = own.cost_formula(recipe.rule_settings)
        formulas = [*rule, cost] if cost else rule
        said = [own.line, *map(plain, formulas), own.source]
        self.choice.setToolTip("\n".join(said))

    def _follow_classes(self) -> None:
        """Write the rule anew where it is another for so many outputs."""
        super()._follow_classes()
        if self._session.data.n_outputs != self._outputs:
            self.refresh()

    def _choose_learner(self) -> None:
        self._session.choose_learner(self.choice.currentData())
