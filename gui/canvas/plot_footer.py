"""Texts at the lower edge of the plot: what is shown, and what is out of view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from engine.learners.combination import USED
from gui.canvas.point_index import count_in
from gui.canvas.ranked import Ranked
from gui.style.icons import icon
from gui.style.text import number, number_of_points
from gui.tasks.throttle import DelayedCall
from gui.widgets.labels import SteadyLabel, with_role
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from gui.canvas.plane import Plane
    from gui.canvas.plot import CanvasPlot
    from gui.session.session import Session
    from gui.style.theme import Theme

DELAY_MS = 80
"""Milliseconds after which points out of view are counted: not while it moves."""
EDGE = 2
SIGN, ICON = QSize(28, 20), QSize(16, 16)
"""A button at the corner and its picture, in pixels; in a lecture they are larger."""
ROOMY = 600
"""Pixels from which a wide plot has room for more than its own signs."""
ARROW = "↗"
"""Stands for the arrows of the weights, before how many times longer they are."""
FAR = 1000
"""Times longer or shorter at which the number says nothing any more."""
CLEAR = 10
"""Pixels between a text and the axis's name."""


class PlotFooter(QObject):
    """Keeps two texts beside the name of the lower axis.

    Parameters
    ----------
    session : Session
    plot : CanvasPlot
    plane : callable
        Gives the two features that are chosen.

    Attributes
    ----------
    caption : SteadyLabel
        At the right: which weights are used, what features draw, how long arrows are.
    outside : QToolButton
        At the left: how many points are out of view; to show them all.
    note : QToolButton
        At the right, before the caption: what is to be known of the picture.
    layers, legend, export : QToolButton
        In the corner of the axes: what is drawn over the points, and the legend; and
        what writes the plot to a file, where there is room.
    corner : QWidget
        Has these three in it.
    """

    def __init__(
        self, session: Session, plot: CanvasPlot, plane: Callable[[], Plane]
    ) -> None:
        super().__init__(plot)
        self._session, self._plot, self._plane = session, plot, plane
        self._further: Ranked[Callable[[], str]] = Ranked()
        self._magnification = 0.0
        self._captions = [""]
        self.caption = with_role(SteadyLabel(parent=plot), "muted")
        self.caption.setAlignment(
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        self.caption.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._n = 0
        self._notes: tuple[str, ...] = ()
        self.outside, self.note = _link(plot), _link(plot)
        self.outside.setText(_short_words(0))  # as high as it will be
        self.outside.setToolTip("Show all points (F)")
        self.corner = QWidget(plot)
        self.layers, self.legend, self.export = (_sign() for _ in range(3))
        in_row(self.corner, self.layers, self.legend, self.export, spacing=EDGE)
        self.layers.setToolTip("Layers: what the canvas shows")
        self.layers.setAccessibleName("Layers")
        self.layers.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export.setToolTip("Export the plot as a picture")
        self.export.setAccessibleName("Export the plot")
        self._timer = DelayedCall(self, self.count, DELAY_MS)
        plot.view.sigRangeChanged.connect(self._follow_magnification)
        plot.view.sigRangeChanged.connect(self.count_soon)
        plot.installEventFilter(self)
        plot.getAxis("bottom").geometryChanged.connect(self._place_texts)
        self._name, self._seen = "", plot.isVisible()
        self._scale = 1.0

    def set_theme(self, theme: Theme) -> None:
        self.layers.setIcon(icon("layers", theme, theme.accent_text))
        self.export.setIcon(icon("save", theme, theme.accent_text))
        self._scale = theme.scale
        for sign in (self.layers, self.legend, self.export):
            sign.setIconSize(ICON * theme.scale)
            sign.setFixedSize(SIGN * theme.scale)
        self._place_texts()

    def add_caption(
        self, give: Callable[[], str], changed: SignalInstance, rank: int
    ) -> None:
        """Say in the caption what a feature says of what it draws; empty: nothing."""
        self._further.add(give, rank)
        changed.connect(self.show_caption)

    def show_caption(self, *_: object) -> None:
        """Write the first of the captions for which there is room, or the last."""
        self._magnification = self._plot.layers.weight_arrows.magnification
        self._captions = self._possible_captions()
        self._write_caption()
        name = self._plot.getAxis("bottom").labelText
        if name != self._name:
            self._name = name
            self._place_texts()

    def show_note(self, *texts: str, tip: str = "") -> None:
        """Say, in the place of the caption, the longest text for which there is room.

        The longest comes first; without a text the caption is back. Without a tip
        there is nothing to be done by a click.
        """
        if texts != self._notes:
            self._notes = texts
            self.note.setEnabled(bool(tip))
            self.note.setToolTip(tip)
            self.note.setVisible(bool(texts))
            self._place_texts()

    def _follow_magnification(self, *_: object) -> None:
        if self._plot.layers.weight_arrows.magnification != self._magnification:
            self.show_caption()

    def _possible_captions(self) -> list[str]:
        """Give the captions, the fullest first."""
        if self._plot.picture is not None and self._plot.picture.legend:
            return ["folds, not the run"]
        session, frame = self._session, self._session.frame
        further = [give() for give in self._further]
        if frame is None or not frame.step:
            return [_together(*further)]
        if session.obstacle:
            return [f"the run before: step {frame.step:,}"]
        # Where the plane is stretched no length is a true one.
        scale = 1 if self._plane().stretch != 1 else self._magnification
        drawn = f"× {number(scale)}" if 1 / FAR < scale < FAR else "not to scale"
        arrows = "" if scale == 1 else f"{ARROW} {drawn}"
        tape = session.tape
        combination = "last" if tape is None else tape.combination_at(frame.step)
        used = "" if combination == "last" else f"used: {USED[combination]}"
        return [_together(used, *further, arrows), arrows]

    def _write_caption(self) -> None:
        width, room = self.caption.fontMetrics().horizontalAdvance, self.caption.width()
        fitting = (caption for caption in self._captions if width(caption) <= room)
        self.caption.setText(next(fitting, self._captions[-1]))

    def count_soon(self, *_: object) -> None:
        """Count once the view stands still."""
        if not self._timer.isActive():
            self._timer.start()

    def count(self) -> None:
        """Say how many points are out of view."""
        picture = self._plot.picture
        if picture is None:
            return
        n = picture.data.n_samples - count_in(picture, self._plot.view_rect)
        if n != self._n:
            self._n = n
            self.outside.setVisible(n > 0)
            self._place_texts()

    def eventFilter(self, plot: QObject, event: QEvent) -> bool:
        # At the end, when the axis is taken apart, there is nothing to be placed.
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._seen = event.type() == QEvent.Type.Show
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize):
            self._place_texts()
        return False

    def _place_texts(self) -> None:
        """Put the texts into the lower corners, clear of the axis's name."""
        if not self._seen:
            return
        width, height = self._plot.width(), self._plot.height()
        name = self._plot.getAxis("bottom").label
        box = name.mapRectToScene(name.boundingRect())
        left, right = round(box.left()) - CLEAR, round(box.right()) + CLEAR
        high = self.outside.sizeHint().height()
        self.export.setVisible(width >= ROOMY)
        corner = self.corner.sizeHint()
        self.corner.setGeometry(QRect(QPoint(EDGE, height - corner.height()), corner))
        start = 2 * EDGE + corner.width()
        for text in (f"{number_of_points(self._n)} out of view", _short_words(self._n)):
            self.outside.setText(text)
            wide = self.outside.sizeHint().width()
            if wide <= left - start:
                break
        wide = min(wide, max(left - start, 0))
        self.outside.setFixedWidth(wide)
        self.outside.setGeometry(start, height - high, wide, high)
        room = max(width - 8 - right, 0)
        tall = self.caption.fontMetrics().height()
        top = round(box.center().y() - tall / 2)  # clear of the numbers above
        end = width - 8
        if self._notes:
            end -= self._place_note(end, room, height - high)
        room = max(end - right, 0)
        self.caption.setGeometry(end - room, top, room, tall)
        self._write_caption()

    def _place_note(self, end: int, room: int, top: int) -> int:
        """Put the note at the right; give the pixels that it takes there."""
        for text in self._notes:
            self.note.setText(text)
            if self.note.sizeHint().width() <= room:
                break
        size = self.note.sizeHint()
        wide = min(size.width(), room)
        self.note.setGeometry(end - wide, top, wide, size.height())
        return wide + EDGE


def _link(plot: CanvasPlot) -> QToolButton:
    button = QToolButton(plot)
    button.setProperty("link", True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.hide()
    return button


def _sign() -> QToolButton:
    button = QToolButton()
    button.setProperty("link", True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _together(*words: str) -> str:
    return " · ".join(filter(None, words))


def _short_words(n: int) -> str:
    return f"{n:,} out of view"
