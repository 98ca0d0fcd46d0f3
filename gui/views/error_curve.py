"""Training error and mistakes per epoch, with the playhead on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.plots import Grid, WholeAxis, dress_plot

if TYPE_CHECKING:
    from engine import Tape
    from gui.session import Session
    from gui.theme import Theme

MOST_DOTS = 60
"""Epochs up to which each is a dot; longer curves are lines of width 1."""


ROOM_FOR_LEGEND = 1.22
LEGEND = (
    '<span style="font-size:8.5pt; color:{theme.muted}">'
    '<span style="color:{theme.mistake}">▲</span> mistakes made &nbsp; '
    '<span style="color:{theme.ink}">●</span> training error</span>'
)


class ErrorPlot(pg.PlotWidget):
    """The curves: percent at the left, the same as a number of samples at the right."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(enableMenu=False, axisItems={"bottom": WholeAxis("bottom")})
        self.hideButtons()
        self.view = self.getViewBox()
        self.view.setMouseEnabled(False, False)
        self.showAxis("right")
        self.setLabel("left", "% of samples")
        self.setLabel("bottom", "epoch")
        self.getAxis("right").setLabel("samples")
        self.grid = Grid(self, -50)
        self._mistakes = self.plot([], [], antialias=True)
        self._error = self.plot([], [], antialias=True)
        self._legend = pg.TextItem(anchor=(0.5, 0))
        self._legend.setParentItem(self.view)
        self.view.sigResized.connect(self._place_legend)
        self._playhead = pg.InfiniteLine(0, angle=90)
        self.addItem(self._playhead, ignoreBounds=True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        dress_plot(self, theme)
        self.grid.set_colour(theme.ink, 0.10)
        self._legend.setHtml(LEGEND.format(theme=theme))
        self._style(1)
        self._playhead.setPen(pg.mkPen(theme.ink, width=1, style=Qt.PenStyle.DashLine))

    def close(self) -> bool:
        """Take our own item off first: pyqtgraph's `scene.clear` deletes it twice."""
        self.scene().removeItem(self.grid)
        return bool(super().close())

    def _place_legend(self) -> None:
        self._legend.setPos(self.view.width() / 2, 0)

    def _style(self, epochs: int) -> None:
        dots = epochs <= MOST_DOTS
        width = 1.5 if dots else 1
        for curve, colour, symbol in (
            (self._mistakes, self.theme.mistake, "t1"),
            (self._error, self.theme.ink, "o"),
        ):
            curve.setPen(pg.mkPen(colour, width=width))
            curve.setSymbol(symbol if dots else None)
            curve.setSymbolSize(6)
            curve.setSymbolBrush(colour)
            curve.setSymbolPen(None)

    def show_run(self, tape: Tape | None) -> None:
        """Draw the curves of a run."""
        if tape is None or not len(tape.epochs):
            self._mistakes.setData([], [])
            self._error.setData([], [])
            self._scale(1, 1, 1)
            return
        epochs = tape.epochs
        at = np.arange(1, len(epochs) + 1)
        n = tape.problem.n_samples
        share = 100 * epochs.mistakes / n
        self._style(len(epochs))
        smooth = len(epochs) <= MOST_DOTS
        self._mistakes.setData(at, share, antialias=smooth)
        self._error.setData(at, 100 * epochs.training_error, antialias=smooth)
        top = max(float(share.max()), 100 * float(epochs.training_error.max()))
        self._scale(len(epochs), top, n)

    def _scale(self, epochs: int, top: float, n: int) -> None:
        top = max(top, 1e-6) * ROOM_FOR_LEGEND
        self.view.setRange(
            xRange=(0, max(epochs, 1) + 0.5), yRange=(-0.03 * top, top), padding=0
        )
        self.getAxis("right").setScale(n / 100)

    def show_playhead(self, tape: Tape | None, step: int) -> None:
        """Put the line where the playhead is, in epochs."""
        per_epoch = tape.problem.steps_per_epoch if tape is not None else 1
        self._playhead.setPos(step / per_epoch)


class ErrorCurve(QWidget):
    """The plot with a caption, following the session."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.caption = QLabel()
        self.plot = ErrorPlot(theme)
        self.plot.setMinimumSize(260, 170)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)
        session.tape_changed.connect(self._redraw)
        session.tape_grown.connect(self._redraw)
        session.moved.connect(self._move)
        self._redraw()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.plot.set_theme(theme)
        self._redraw()

    def _redraw(self) -> None:
        self.plot.show_run(self._session.tape)
        self._move()

    def _move(self) -> None:
        self.plot.show_playhead(self._session.tape, self._session.step)
        model = self._session.model
        self.caption.setText(
            "" if model is None else f"training {100 * model.training_error:.1f} %"
        )
