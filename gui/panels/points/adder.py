"""A row in which the coordinates of a further sample are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from engine.data.edits import Add
from engine.data.features import pretty
from engine.data.largest import LARGEST
from gui.panels.elided import WrappedLabel
from gui.panels.points.model import read_number, unfit

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from gui.canvas.canvas import Canvas
    from gui.session import Session

LEAST, WIDEST = 60, 120
"""Pixels the box of the classes may take."""
LATER = "They can be changed in the table"


class Adder(QWidget):
    """Fields for the two features shown and the class; Enter adds, and stays.

    Signals
    -------
    refused(str)
        What was typed is no point; why.
    """

    refused = Signal(str)

    def __init__(self, session: Session, canvas: Canvas) -> None:
        super().__init__()
        self._session, self._canvas = session, canvas
        self.fields = [QLineEdit(), QLineEdit()]
        self.classes = ClassBox()
        self.button = QPushButton("Add")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.add)
        self.button.setToolTip("Add this point (Enter)")
        self.others = WrappedLabel()
        self.others.setProperty("role", "muted")
        self.others.setToolTip(LATER)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        row = QHBoxLayout()
        column.addLayout(row)
        column.addWidget(self.others)
        row.setSpacing(4)
        for field in self.fields:
            field.setProperty("compact", True)
            field.setMinimumWidth(47)
            field.returnPressed.connect(self.add)
            row.addWidget(field, 1)
        row.addWidget(self.classes)
        row.addWidget(self.button)
        session.begun.connect(self._clear)
        canvas.axes.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow the names of features and classes."""
        data = self._session.data
        names = self._canvas.plane.names(data)
        for field, name in zip(self.fields, names, strict=True):
            field.setPlaceholderText(pretty(name) if name else "")
            field.setAccessibleName(pretty(name) if name else "")
            field.setToolTip(field.accessibleName())
            field.setVisible(bool(name))
        more = data.n_features - len(self.fields)
        self.others.setText(
            f"the other {more} features at their means"
            if more > 1
            else "the other feature at its mean"
        )
        self.others.setVisible(more > 0)
        shown = [self.classes.itemText(i) for i in range(self.classes.count())]
        if shown != list(data.class_names):
            self.classes.clear()
            self.classes.addItems(data.class_names)

    def _clear(self) -> None:
        """Forget what was typed for other data."""
        for field in self.fields:
            field.clear()

    def begin(self) -> None:
        """Take the keyboard."""
        self.fields[0].setFocus()
        self.fields[0].selectAll()

    def add(self) -> None:
        """Add the sample at the end, or say what is missing."""
        place = [0.0, 0.0]
        for i, field in enumerate(self.fields):
            if field.isHidden():
                continue
            value = read_number(field.text())
            if value is None or abs(value) > LARGEST:
                typed, name = field.text().strip(), field.accessibleName()
                self.refused.emit(
                    f"{name}: “{typed}” {unfit(value)}"
                    if typed
                    else f"{name} has no number yet"
                )
                field.setFocus()
                field.selectAll()
                return
            place[i] = value
        plane = self._canvas.plane
        place[1] *= plane.stretch
        code = self.classes.currentIndex()
        X = plane.lift(np.array([place]))
        text = f"add a point of {self.classes.currentText()}"
        self._session.edit(Add(X, np.array([code])), text)
        self.begin()


class ClassBox(QComboBox):
    """The classes; a name there is no room for ends in …."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("compact", True)
        self.setAccessibleName("class")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumWidth(LEAST)
        self.setMaximumWidth(WIDEST)
        self.currentTextChanged.connect(self.setToolTip)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box with as much of the name as it has room for."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        kind = QStyle.ComplexControl.CC_ComboBox
        inside = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(kind, option, inside, self).width()
        elide = Qt.TextElideMode.ElideRight
        option.currentText = self.fontMetrics().elidedText(  # type: ignore[misc]
            self.currentText(), elide, room
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(kind, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
