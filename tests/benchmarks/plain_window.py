"""The yardstick: a plain pyqtgraph window that draws only what ours cannot do without.

An image of the regions, the boundary, the points in a scatter of each class, a curve
and its cursor: a program of a hundred lines, as pyqtgraph's examples are written. How
long its frame takes depends on the machine; ours divided by it does not.
"""

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QHBoxLayout, QWidget

SIZE = (1440, 900)
CELL = 2
"""Pixels of a cell of the regions, which pyqtgraph does not smooth."""
COLOURS, SYMBOLS = ((0, 114, 178), (230, 159, 0)), ("o", "t1")


class PlainWindow(QWidget):
    """A plane and an error curve, in two of pyqtgraph's plots, told a step to show.

    Parameters
    ----------
    tape : Tape
        Of two classes and two features, recorded to its end.
    """

    def __init__(self, tape):
        super().__init__()
        self._tape = tape
        self._plane, errors = (pg.PlotWidget(background="w") for _ in range(2))
        row = QHBoxLayout(self)
        row.addWidget(self._plane, 2)
        row.addWidget(errors, 1)
        self.resize(*SIZE)
        X, y = tape.data.X, tape.data.y
        self._image = pg.ImageItem(axisOrder="row-major", opacity=0.4)
        self._line = pg.PlotDataItem(pen=pg.mkPen("k", width=2.25), antialias=True)
        self._plane.addItem(self._image)
        for k in range(2):
            points = pg.ScatterPlotItem(size=11, brush=COLOURS[k], symbol=SYMBOLS[k])
            points.setData(*X[y == k].T)
            self._plane.addItem(points)
        self._plane.addItem(self._line)
        across, up = zip(X.min(axis=0), X.max(axis=0), strict=True)
        self._plane.setRange(xRange=across, yRange=up)
        curve = tape.epochs.training_error
        errors.plot(np.arange(1, len(curve) + 1), curve, pen="k", antialias=True)
        self._cursor = pg.InfiniteLine(0, angle=90)
        errors.addItem(self._cursor)

    def show_step(self, step):
        """Draw another step: regions, boundary, cursor."""
        a, b, c = self._tape.frame(step).weights[0].tolist()
        (left, right), (bottom, top) = self._plane.viewRange()
        box = self._plane.getViewBox()
        columns, rows = round(box.width() / CELL), round(box.height() / CELL)
        x, y = np.linspace(left, right, columns), np.linspace(bottom, top, rows)
        scores = a * x + (b * y + c)[:, None]
        colours = np.array(COLOURS, np.uint8)[(scores > 0).astype(int)]
        sure = 255 * (1 - np.exp(-abs(scores) / abs(scores).mean()))
        self._image.setImage(np.dstack([colours, sure.astype(np.uint8)]))
        self._image.setRect(left, bottom, right - left, top - bottom)
        ends = np.array([left, right])
        self._line.setData(ends, -(a * ends + c) / (b or 1e-9))
        self._cursor.setPos(step / self._tape.problem.steps_per_epoch)
