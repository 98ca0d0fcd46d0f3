"""The tour: what stands where, a card for each part, while everything goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
WIDTH = 300
APART, AROUND = 12, 3
"""Pixels between the card and what it tells of, and of the frame around that."""

TOUR = (
    (
        "The plane",
        "Samples of two classes, and the line at which the learner tells them apart "
        "so far. A circle marks the sample of this step, vermilion what is wrong. "
        "Left button: draw the class chosen. Right button: the other one.",
    ),
    (
        "Playback",
        "A run is a recording. Space plays it, ← and → go step by step, a drag on the "
        "timeline goes anywhere. Each tick is an update: a step that changed the "
        "weights.",
    ),
    (
        "This update",
        "What the rule did at this step, in its own numbers: sample, score, whether it "
        "is a mistake, and the weights before and after.",
    ),
    (
        "Error per epoch",
        "Mistakes made during each pass over the samples, and the error at its end. "
        "The tabs beside it show the loss and the space of the weights.",
    ),
    (
        "Set-up",
        "Learner, learning rate, order, features. Change one: the whole run is "
        "recorded anew while you look, and you stay at your step.",
    ),
    (
        "Will it converge?",
        "Whether the samples are separable, by which margin, and how many updates are "
        "the most. The tabs beside it: weights, a prediction, the table of points.",
    ),
    (
        "More",
        "Examples: Ctrl+G. Several learners side by side: Ctrl+R. All keys: F1.",
    ),
)
"""Title and text for each part, in the order in which one needs them."""


class TourStop(NamedTuple):
    """A part of the window, and what is said of it."""

    part: QWidget
    title: str
    text: str


class Tour(QFrame):
    """A card that goes from part to part of a window; nothing waits for it.

    Parameters
    ----------
    window : QWidget
    stops : sequence of TourStop
    """

    def __init__(self, window: QWidget, stops: Sequence[TourStop]) -> None:
        super().__init__(window)
        self._window, self._stops, self._at = window, stops, 0
        self.setProperty("tourCard", True)
        self.setFixedWidth(WIDTH)
        self.setAccessibleName("Tour")
        self._frame = QFrame(window)
        self._frame.setProperty("tourFrame", True)
        self._frame.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.title, self.text = QLabel(), QLabel(wordWrap=True)
        self.title.setProperty("role", "title")
        self._count = QLabel()
        self._count.setProperty("role", "muted")
        self.end_button = QPushButton("End")
        self.end_button.setToolTip("End the tour (Esc); Help ▸ Take the tour begins it")
        self.back_button, self.next_button = QPushButton("Back"), QPushButton("Next")
        self.next_button.setProperty("primary", True)
        head, row = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self._count)
        row.addWidget(self.end_button)
        row.addStretch(1)
        row.addWidget(self.back_button)
        row.addWidget(self.next_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.text)
        column.addLayout(row)
        for button in (self.end_button, self.back_button, self.next_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.end_button.clicked.connect(self.end)
        self.back_button.clicked.connect(lambda: self._go(self._at - 1))
        self.next_button.clicked.connect(lambda: self._go(self._at + 1))
        self.hide()
        self._frame.hide()

    def begin(self) -> None:
        """Show the first part."""
        self._window.installEventFilter(self)
        self._go(0)
        self.next_button.setFocus()

    def end(self) -> None:
        """Go away."""
        self._window.removeEventFilter(self)
        self.hide()
        self._frame.hide()

    def _go(self, place: int) -> None:
        if place == len(self._stops):
            self.end()
            return
        self._at = place
        stop, last = self._stops[place], len(self._stops) - 1
        if isinstance(stop.part, QDockWidget):
            stop.part.show()
            stop.part.raise_()
        self.title.setText(stop.title)
        self.text.setText(stop.text)
        self._count.setText(f"{place + 1} of {last + 1}")
        self.back_button.setEnabled(place > 0)
        self.next_button.setText("Done" if place == last else "Next")
        self.end_button.setVisible(place != last)
        for one in (self._frame, self):
            one.show()
            one.raise_()
        self._place()

    def _place(self) -> None:
        """Frame the part, and stand beside it, below, above or within."""
        part, room = self._stops[self._at].part, self._window.rect()
        around = QRect(part.mapTo(self._window, QPoint(0, 0)), part.size())
        self._frame.setGeometry(
            around.adjusted(-AROUND, -AROUND, AROUND, AROUND).intersected(room)
        )
        size = QSize(WIDTH, self.heightForWidth(WIDTH))
        self.resize(size)
        left, top = around.left(), around.top()
        below, right = around.bottom() + APART, around.right() + APART
        free = room.adjusted(0, 0, 0, -APART)
        places = (
            QPoint(right, top), QPoint(left - APART - WIDTH, top),
            QPoint(right, room.bottom() - APART - size.height()),
            QPoint(left - APART - WIDTH, room.bottom() - APART - size.height()),
            QPoint(left, below), QPoint(left, top - APART - size.height()),
        )  # fmt: skip
        fitting = (place for place in places if free.contains(QRect(place, size)))
        self.move(next(fitting, QPoint(left + APART, top + APART)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay beside the part as the window changes its size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._place()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End at Escape; Enter presses the button that has the focus."""
        focused = self.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() in ENTER and isinstance(focused, QPushButton):
            focused.click()
        else:
            super().keyPressEvent(event)
