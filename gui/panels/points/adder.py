"""A row in which the coordinates of a further sample are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from engine.data.edits import Add
from engine.data.features import pretty
from gui.panels.points.model import read_number

if TYPE_CHECKING:
    from gui.canvas.canvas import Canvas
    from gui.session import Session

OTHERS = "its other features are at their mean, to be changed in the table"


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
        self.classes = QComboBox()
        self.classes.setProperty("compact", True)
        self.classes.setAccessibleName("class")
        self.button = QPushButton("Add")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.add)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for field in self.fields:
            field.setMinimumWidth(48)
            field.returnPressed.connect(self.add)
            row.addWidget(field, 1)
        row.addWidget(self.classes)
        row.addWidget(self.button)
        canvas.axes.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow the names of features and classes."""
        data = self._session.data
        names = self._canvas.plane.names(data)
        for field, name in zip(self.fields, names, strict=True):
            field.setPlaceholderText(pretty(name) if name else "")
            field.setAccessibleName(pretty(name) if name else "")
            field.setVisible(bool(name))
        others = f"; {OTHERS}" if data.n_features > 2 else ""
        self.button.setToolTip(f"Add this point (Enter){others}")
        shown = [self.classes.itemText(i) for i in range(self.classes.count())]
        if shown != list(data.class_names):
            self.classes.clear()
            self.classes.addItems(data.class_names)

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
            if value is None:
                typed, name = field.text().strip(), field.accessibleName()
                self.refused.emit(
                    f"{name}: “{typed}” is not a number, such as 1.5 or -2"
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
