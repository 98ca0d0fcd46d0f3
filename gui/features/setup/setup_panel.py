"""The set-up panel: learner, data, features; folded the rest; at the end advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QFrame,
    QMenu,
    QToolButton,
    QWidget,
)

from engine.numbers import counted
from engine.training.recipe import FIXED_BY_STREAM
from gui.features.setup.data_section import DataSection
from gui.features.setup.setting_notes import AdviceSection
from gui.features.setup.split_section import SplitSection
from gui.recipe.features_section import FeaturesSection
from gui.recipe.hyperparameters import FURTHER_GROUPS, HyperparametersSection
from gui.recipe.learner_section import LearnerSection
from gui.session.stream import Stream
from gui.style.text import plain
from gui.widgets.buttons import tool_button
from gui.widgets.cards import Section, unfold
from gui.widgets.labels import FittingLabel, with_role
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction, QHideEvent, QShowEvent

    from gui.canvas.tools.toolbar import ToolBar
    from gui.session.session import Session
    from gui.style.theme import Theme


COMPARE_TIP = (
    "Other settings from here on, several learners, or many orders, side by side"
)


def separator() -> QFrame:
    """Make a thin line between two sections."""
    line = QFrame()
    line.setProperty("separator", True)
    line.setFixedHeight(1)
    return line


def _menu_button(text: str, tip: str) -> QToolButton:
    button = tool_button(text, tip, look="link", side=12)
    menu = QMenu(button)
    menu.setToolTipsVisible(True)  # they say why one is not possible now
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button


class SetupPanel(QWidget):
    """Sections in the order of their use; folded those used less often.

    Signals
    -------
    seen(bool)
        It has come into sight, or gone.

    Parameters
    ----------
    session : Session
    theme : Theme
    current_class : callable
        Gives the class that is drawn.
    toolbar : ToolBar
    margin_action : QAction
        As in `SplitSection`.

    Attributes
    ----------
    learner, data, features, split, more, advice : Section
        `more` has the split and all further ones in it.
    changes : FittingLabel
        What is set in `more`, or how much of it: never a part of a word.
    compare : QToolButton
        Its menu has ways to compare the run.
    further : list of HyperparametersSection
        How a run goes, what a mistake is, when it stops, where it starts.
    """

    seen = Signal(bool)

    def __init__(
        self,
        session: Session,
        theme: Theme,
        *,
        current_class: Callable[[], int],
        toolbar: ToolBar,
        margin_action: QAction,
    ) -> None:
        super().__init__()
        self.learner = LearnerSection(session)
        self.compare = _menu_button("Compare…", COMPARE_TIP)
        self.learner.caption.hide()  # its place is the button's
        right = Qt.AlignmentFlag.AlignRight
        self.learner.head.addWidget(self.compare, 1, right)
        self.data = DataSection(session, theme, current_class)
        self.features = FeaturesSection(session, theme)
        self.split = SplitSection(session, toolbar, margin_action)
        self.further = [
            HyperparametersSection(title, session, group, folds=True)
            for title, group in FURTHER_GROUPS
        ]
        self.more = Section("More", folds=True)
        self.changes = with_role(FittingLabel(), "muted")
        self.changes.setAlignment(right | Qt.AlignmentFlag.AlignVCenter)
        self.more.caption.hide()
        self.more.head.addWidget(self.changes, 1)
        training, *others = self.further
        for part in (training, self.split, *others):
            self.more.rows.addWidget(part)
        layout = in_column(self, spacing=6)
        for section in (self.learner, self.data, self.features):
            layout.addWidget(section)
            layout.addWidget(separator())
        layout.addWidget(self.more)
        self.advice = AdviceSection(session)
        layout.addWidget(self.advice)
        layout.addStretch()
        for further in self.further:
            further.refresh()
        session.recipe_changed.connect(self._show_set)
        self.data.hold_out_wanted.connect(self.split.hold_out)
        Stream.of(session).toggled.connect(self._follow_stream)
        self._show_set()

    def add_comparison(self, action: QAction, rank: int) -> None:
        """Offer one more way to compare, before those of a higher rank."""
        action.setProperty("rank", rank)
        menu = self.compare.menu()
        ways = [*menu.actions(), action]
        menu.addActions(sorted(ways, key=lambda way: int(way.property("rank"))))

    def _show_set(self) -> None:
        """Write beside “More” what is set in it."""
        words = [
            word
            for section in self.further
            if not section.is_usual
            for word in section.caption.text().split(" · ")
        ]
        set_here = [word for word in words if word]
        said = " · ".join(set_here)
        few = f"{counted(len(set_here), 'setting')} changed" if said else ""
        self.changes.set_alternatives(said, few, "")
        self.changes.setToolTip(plain(said))

    def _follow_stream(self, on: bool) -> None:
        """Disable the controls of what the stream sets, and enable all others."""
        names = frozenset(FIXED_BY_STREAM if on else ())
        self.features.disable_controls(names)
        for section in (self.learner, *self.further):
            section.disable_controls(names)

    def show_setting(self, name: str) -> None:
        """Unfold what has the control of a hyperparameter, and go to it."""
        for section in (self.learner, self.features, *self.further):
            control = section.control(name)
            if control is None:
                continue
            unfold(control)
            control.setFocus(Qt.FocusReason.ShortcutFocusReason)
            if isinstance(control, QAbstractSpinBox):
                control.selectAll()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen.emit(False)

    def set_theme(self, theme: Theme) -> None:
        self.data.set_theme(theme)
        self.features.set_theme(theme)
