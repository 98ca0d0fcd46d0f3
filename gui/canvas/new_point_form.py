"""Where the features of a further sample are typed."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from engine.data.dataset import LARGEST
from engine.data.edits import Add
from engine.data.feature_map import pretty
from engine.errors import UserError
from engine.numbers import number, with_hyphen
from gui.style.text import one_line, plain
from gui.widgets.buttons import push_button
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import WrappedLabel, with_role
from gui.widgets.layouts import in_grid
from gui.widgets.number_boxes import NumberLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QKeyEvent, QShowEvent

    from gui.canvas.axes_bar import AxesBar
    from gui.canvas.plane import Plane
    from gui.session.session import Session

LEAST, WIDEST = 60, 120
"""Pixels the box of the classes may take."""
LATER = "They can be changed in the table"
EMPTY = "A feature that is left empty is at its mean"
NONE = "has no number yet"
MOST = 60
"""Features up to which each has a field."""
GAP = 4
LEAST_FIELD = 47
"""Pixels: between the fields, and what one of them needs."""
ROWS = 3
"""Rows that are in sight at once."""


class NewPointForm(QWidget):
    """A field for every feature, and the class; Enter adds, and stays.

    Of more than two features those left empty are at their means. There are no more
    than `MOST` fields: then only the two features shown have one.

    Signals
    -------
    refused(str)
        What was typed is no point; why.
    added()

    Parameters
    ----------
    session : Session
    axes : AxesBar
        Knows which features are shown.
    plot : QWidget
        Takes the keyboard when other data come.
    """

    refused = Signal(str)
    added = Signal()

    def __init__(self, session: Session, axes: AxesBar, plot: QWidget) -> None:
        super().__init__()
        self._session, self._axes, self._plot = session, axes, plot
        self.fields = CoordinateFields()
        self.classes = ClassBox()
        self.button = push_button("Add", "Add this point (Enter)")
        self.button.clicked.connect(self.add)
        self.others = with_role(WrappedLabel(), "muted")
        self._laid_out_for = (0, 0)
        self._grid = in_grid(self, 4, 4)
        self._grid.setColumnStretch(0, 1)
        for column, widget in enumerate((self.others, self.classes, self.button)):
            self._grid.addWidget(widget, 1, column)
        session.begun.connect(self._forget_typed)
        axes.changed.connect(self.refresh)
        self.refresh()

    @property
    def _plane(self) -> Plane:
        return self._axes.plane(self._session.data)

    @property
    def _features(self) -> tuple[int, ...]:
        """The features that have a field."""
        n = self._session.data.n_features
        return self._plane.free if n > MOST else tuple(range(n))

    def refresh(self) -> None:
        data = self._session.data
        names = [pretty(data.feature_names[j]) for j in self._features]
        tips = names
        if 2 < data.n_features <= MOST:
            means = self._plane.held
            tips = [
                f"{name}: left empty, it is at its mean, {number(mean)}"
                for name, mean in zip(names, means.tolist(), strict=True)
            ]
        self.fields.show_names(names, tips)
        if self._laid_out_for != (layout_key := (data.n_features, len(names))):
            self._laid_out_for = layout_key
            self._lay_out()
        shown = [self.classes.itemText(i) for i in range(self.classes.count())]
        if shown != (names := [one_line(name) for name in data.class_names]):
            self.classes.clear()
            self.classes.addItems(names)

    def _lay_out(self) -> None:
        """Put many fields above the class, up to two beside it."""
        n = self._session.data.n_features
        more = n - len(self._features)
        self.others.setText(
            f"the other {more:,} features at their means" if more else "empty: mean"
        )
        self.others.setVisible(n > 2)
        self.others.setToolTip(LATER if more else EMPTY)
        self._grid.removeWidget(self.fields)
        if n > 2:
            self._grid.addWidget(self.fields, 0, 0, 1, 3)
        else:
            self._grid.addWidget(self.fields, 1, 0)
        # What is new would come last of all in the window.
        for widget, other in pairwise((*self.fields.edits, self.classes, self.button)):
            QWidget.setTabOrder(widget, other)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add at Enter, wherever in here."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.add()
        else:
            super().keyPressEvent(event)

    def _forget_typed(self) -> None:
        """Forget what was typed about other data; the keys play again."""
        self.fields.clear()
        if self.isAncestorOf(self.focusWidget() or self):
            self._plot.setFocus()

    def take_keyboard(self) -> None:
        """Put the cursor into the first field."""
        self.fields.scroll_to(self.fields.edits[0])

    def add(self) -> None:
        """Add the sample at the end, or say what is missing."""
        X = self._typed()
        if X is None:
            return
        code = self.classes.currentIndex()
        text = f"add a point of {self.classes.currentText()}"
        self._session.edit(Add(X[None], np.array([code])), text)
        if len(X) > 2:  # an empty field is at its mean: some may be out of sight
            self.fields.clear()
        self.added.emit()
        self.take_keyboard()

    def _typed(self) -> NDArray[np.float64] | None:
        """Give the features; None if one is missing or cannot be, which is said."""
        X = self._plane.held.copy()
        partly_typed = 2 < len(X) <= MOST and any(
            e.text().strip() for e in self.fields.edits
        )
        for j, edit in zip(self._features, self.fields.edits, strict=True):
            if partly_typed and not edit.text().strip():
                continue
            try:
                X[j] = read_coordinate(edit.text())
            except UserError as error:
                name = edit.accessibleName()
                why = f"{name}: {error}"
                self.refused.emit(why if edit.text().strip() else f"{name} {NONE}")
                self.fields.scroll_to(edit)
                return None
        return X


class ClassBox(ComboBox):
    """The classes; a name there is no room for ends in …."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("compact", True)
        self.setAccessibleName("class")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumContentsLength(0)
        self.setMinimumWidth(LEAST)
        self.setMaximumWidth(WIDEST)
        self.currentTextChanged.connect(lambda name: self.setToolTip(plain(name)))


class CoordinateFields(QScrollArea):
    """Two fields in a row, and a few rows in sight; more are scrolled to.

    Attributes
    ----------
    edits : list of NumberLine
    """

    def __init__(self) -> None:
        super().__init__(widgetResizable=True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        inside = QWidget()
        self._grid = in_grid(inside, GAP, GAP)
        self.setWidget(inside)
        self._low = False
        self.edits: list[NumberLine] = []
        self._add_field()

    def sizeHint(self) -> QSize:
        return self._size(min(ROWS, (len(self.edits) + 1) // 2))

    def minimumSizeHint(self) -> QSize:
        """Shrink to two rows, or to one where a fault needs the room."""
        return self._size(1 if self._low else min(2, (len(self.edits) + 1) // 2))

    def make_low(self, low: bool) -> None:
        """Leave room to something else."""
        self._low = low
        self.updateGeometry()

    def _size(self, rows: int) -> QSize:
        self.edits[0].ensurePolished()
        high = self.edits[0].sizeHint().height()
        columns = min(2, len(self.edits))
        return QSize(columns * (LEAST_FIELD + GAP), rows * (high + GAP) - GAP)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for room anew, now that the style sheet has given the fields theirs."""
        super().showEvent(event)
        self.updateGeometry()

    def scroll_to(self, edit: NumberLine) -> None:
        """Scroll to a field and go there."""
        self.ensureWidgetVisible(edit, 0, 0)
        edit.setFocus()
        edit.selectAll()

    def show_names(self, names: Sequence[str], tips: Sequence[str]) -> None:
        """Have a field for each of some features."""
        while len(self.edits) < len(names):
            self._add_field()
        for edit in self.edits[len(names) :]:
            self._grid.removeWidget(edit)
            edit.deleteLater()
        del self.edits[len(names) :]
        for edit, name, tip in zip(self.edits, names, tips, strict=True):
            edit.setPlaceholderText(name)
            edit.setAccessibleName(name)
            edit.setToolTip(plain(tip))
        self.updateGeometry()

    def _add_field(self) -> None:
        edit, n = NumberLine(), len(self.edits)
        edit.setProperty("compact", True)
        edit.setMinimumWidth(LEAST_FIELD)
        self._grid.addWidget(edit, n // 2, n % 2)
        self.edits.append(edit)

    def clear(self) -> None:
        for edit in self.edits:
            edit.clear()


def read_coordinate(text: str) -> float:
    """Read a number with a point or a comma.

    Raises
    ------
    UserError
        If it is none, is not finite or too large to learn from.
    """
    typed = text.strip()
    try:
        value = float(with_hyphen(typed).replace(",", "."))
    except ValueError:
        value = math.nan
    if math.isnan(value) or "_" in typed:
        raise UserError(f"“{typed}” is not a number: type one such as 1.5 or -2")
    if math.isinf(value) and "inf" in typed.lower():
        raise UserError(f"“{typed}” is not finite: type a number such as 1.5 or -2")
    if abs(value) > LARGEST:
        raise UserError(f"“{typed}” is too large: type at most {number(LARGEST)}")
    return value
