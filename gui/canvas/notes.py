"""Words at the lower edge of the plot: what is out of view, and what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QToolButton

from gui.canvas.point_index import count_in
from gui.style.text import number_of_points
from gui.widgets.labels import SteadyLabel

if TYPE_CHECKING:
    from gui.canvas.canvas import Canvas

SOON = 80
"""Milliseconds after which points out of view are counted: not while it moves."""
EDGE = 2
CLEAR = 10
"""Pixels between a note and the axis's name."""


class Notes(QObject):
    """Keeps the notes beside the name of the lower axis.

    Attributes
    ----------
    caption : SteadyLabel
        At the right.
    outside : QToolButton
        At the left: how many points are out of view; shows them all.
    """

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._plot = canvas.plot
        self.caption = SteadyLabel(parent=self._plot)
        self.caption.setProperty("role", "muted")
        self.caption.setAlignment(
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        self.caption.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.outside = QToolButton(self._plot)
        self.outside.setProperty("link", True)
        self.outside.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.outside.setToolTip("Show all points (F)")
        self.outside.setCursor(Qt.CursorShape.PointingHandCursor)
        self.outside.clicked.connect(canvas.fit)
        self.outside.hide()
        self._soon = QTimer(self, interval=SOON, singleShot=True)
        self._soon.timeout.connect(self.count)
        self._plot.view.sigRangeChanged.connect(self.count_soon)
        canvas.session.data_changed.connect(self.count_soon)
        self._plot.installEventFilter(self)
        self._plot.getAxis("bottom").geometryChanged.connect(self._place)
        self._name = ""

    def say_what_is_shown(self) -> None:
        """Write the caption, beside the name that the axis has now."""
        self._write()
        name = self._plot.getAxis("bottom").labelText
        if name != self._name:
            self._name = name
            self._place()

    def _write(self) -> None:
        """Write the caption; in brief where there is no room for all of it."""
        full, metrics = self._words(), self.caption.fontMetrics()
        fits = metrics.horizontalAdvance(full) <= self.caption.width()
        self.caption.setText(full if fits else self._words(brief=True))

    def _words(self, brief: bool = False) -> str:
        shown = self._plot.selection.picture
        if shown is not None and shown.legend:
            return "folds, not the run"
        frame, support = self._canvas.session.frame, self._plot.support.words
        if frame is None or not frame.step:
            return support
        if self._canvas.session.obstacle:
            return f"the run before: step {frame.step:,}"
        support = f"{support} · " if support else ""
        scale = self._plot.arrows.scale
        bare = scale == 1 or self._canvas.plane.stretch != 1
        arrows = "" if bare else f" · arrows × {scale:g}"
        if len(frame.rows) > 1:
            return f"{support}step {frame.step:,} · {len(frame.rows):,} points{arrows}"
        verdict = "mistake on " if frame.mistake else "right on "
        point = f"{'' if brief else verdict}point {frame.rows[0] + 1:,}"
        return f"{support}step {frame.step:,} · {point}{arrows}"

    def count_soon(self, *_: object) -> None:
        """Count once the view stands still."""
        if not self._soon.isActive():
            self._soon.start()

    def count(self) -> None:
        """Say how many points are out of view."""
        picture = self._plot.selection.picture
        if picture is None:
            return
        n = picture.data.n_samples - count_in(picture, self._canvas.rect)
        said = f"{number_of_points(n)} outside the view"
        if (n > 0) != self.outside.isVisible() or said != self.outside.text():
            self.outside.setText(said)
            self.outside.setVisible(n > 0)
            self._place()

    def eventFilter(self, plot: QObject, event: QEvent) -> bool:
        """Follow the plot's size."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        """Put the notes into the lower corners, clear of the axis's name."""
        width, height = self._plot.width(), self._plot.height()
        name = self._plot.getAxis("bottom").label
        seen = name.mapRectToScene(name.boundingRect())
        left, right = round(seen.left()) - CLEAR, round(seen.right()) + CLEAR
        wide = min(self.outside.sizeHint().width(), max(left - EDGE, 0))
        self.outside.setFixedWidth(wide)
        high = self.outside.sizeHint().height()
        self.outside.setGeometry(EDGE, height - high, wide, high)
        room = max(width - 8 - right, 0)
        self.caption.setGeometry(width - 8 - room, height - high, room, high)
        self._write()
