"""What there is to say of one sample, on a card beside it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QLabel

from engine.data.dataset import PART_NAMES, TEST, TRAINING
from engine.data.feature_map import pretty
from engine.errors import excerpt
from engine.numbers import counted, decimals
from gui.canvas.layers.symbols import SYMBOL_BOX, draw_part
from gui.canvas.picture import matches
from gui.session.mistake_counts import MistakeCounts
from gui.style.icons import clear_pixmap
from gui.style.text import number, one_line
from gui.widgets.layouts import in_column, row_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QWidget

    from engine import Dataset
    from engine.models.predictor import Predictor
    from gui.canvas.plot import CanvasPlot
    from gui.session.session import Session
    from gui.style.theme import Theme

ASIDE = 16
"""Pixels between a sample and its card."""
MOST_FEATURES, ROWS = 24, 8
"""Features whose values are written; so many under each other."""
FEWER = (MOST_FEATURES, 16, 8, 4, 2, 0)
MOST_OF_PLOT = 0.22
"""Share of the plot that the card covers, if it can."""
LOOKED_AT_ONCE = "held out for the test: looked at once, at the end"


class PointCard(QFrame):
    """Number, class, name, features, score and mistakes of the sample looked at.

    Signals
    -------
    pointed(row or None)
        Another sample is looked at.

    Attributes
    ----------
    row : int or None
        The sample; None where none is.
    title, words : QLabel
    """

    pointed = Signal(object)

    def __init__(self, session: Session, plot: CanvasPlot, theme: Theme) -> None:
        super().__init__(plot)
        self._session, self._theme = session, theme
        self._counts = counts = MistakeCounts.of(session)
        self._plot = plot
        self._symbol_of: tuple[object, ...] = ()
        self._fitted: tuple[object, ...] = ()
        self._most = MOST_FEATURES
        self.row: int | None = None
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.symbol, self.title, self.words = QLabel(), QLabel(), QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        head = row_of(self.symbol, (self.title, 1), spacing=6)
        in_column(self, head, self.words, margins=(10, 6, 12, 8), spacing=2)
        counts.changed.connect(self._write)
        plot.theme_changed.connect(self.set_theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._symbol_of = theme, ()
        self._write()

    def show_row(self, row: int | None, place: QPointF | None) -> None:
        """Tell of a sample at a place of the plot; of none if either is None."""
        row = None if place is None else row
        if row != self.row:
            self.row = row
            self.pointed.emit(row)
        if place is None or row is None:
            if not self.isHidden():
                self.hide()
            return
        self._fit()
        self._stand_beside(place)
        if self.isHidden():
            self.show()

    def _fit(self) -> None:
        """Write of so few features that the card leaves most of the plot to be seen."""
        room = self._plot.width() * self._plot.height()
        fitted = (self._session.data, self.row, room, self._theme)
        if fitted == self._fitted:
            self._write()
            return
        self._fitted = fitted
        for self._most in FEWER:
            self._write()
            self.adjustSize()
            if self.width() * self.height() <= MOST_OF_PLOT * room:
                break

    def _stand_beside(self, place: QPointF) -> None:
        """Stand at the right above the sample, or where there is room."""
        self.adjustSize()
        room, size = self._plot.size(), self.size()
        x, y = round(place.x()) + ASIDE, round(place.y()) - ASIDE - size.height()
        if x + size.width() > room.width():
            x = round(place.x()) - ASIDE - size.width()
        if y < 0:
            y = round(place.y()) + ASIDE
        lowest = max(room.height() - size.height(), 0)
        self.move(max(x, 0), min(max(y, 0), lowest))

    def _write(self) -> None:
        data, row = self._session.data, self.row
        if row is None or row >= data.n_samples:
            return
        code, part = int(data.y[row]), int(data.parts[row])
        if (code, part) != self._symbol_of:
            self._symbol_of = code, part
            self.symbol.setPixmap(_symbol(code, part, self._theme, self))
        name = one_line(data.class_names[code])
        self.title.setText(f"Point {row + 1:,} · {name} · {PART_NAMES[part]}")
        values = _name(data.name_of(row)) + _values(data, row, self._most)
        says = [*self._scores(data, row), *self._history(part, row)]
        self.words.setText(values + "<br>".join(says))

    def _scores(self, data: Dataset, row: int) -> list[str]:
        """Write score, distance and verdict of the model under the playhead."""
        session, theme = self._session, self._theme
        model, tape = session.model, session.tape
        if data.parts[row] == TEST:
            return [LOOKED_AT_ONCE]
        if model is None or tape is None or not matches(tape.data, data):
            return []
        if model.is_zero:
            return ["no boundary: all weights are 0"]
        from engine.models.prediction import margins_of

        margins = margins_of(model, data.X[[row]], data.y[[row]])
        wrong, margin = bool(margins.wrong[0]), float(margins.margins[0])
        tone, word = (theme.mistake_text, "wrong") if wrong else (theme.good, "right")
        if wrong and not margin:
            word = "wrong: on the boundary"
        z, own = number(float(margins.scores[0])), ""
        names = model.score_name, f"y·{model.score_name}"
        if model.n_outputs > 1:
            own, names = " of its class", (names[0], "margin over the highest other")
        return [
            f"{names[0]}{own} = <b>{z}</b> &nbsp; {names[1]} = <b>{number(margin)}</b>",
            *_angle(model, data.X[row]),
            *_distance(model, float(margins.distances[0])),
            f'<span style="color:{tone}"><b>{word}</b></span> at step {session.step:,}',
        ]

    def _history(self, part: int, row: int) -> list[str]:
        """Write how often it was a mistake in the run, as far as it is played."""
        if self._session.tape is None or self._session.endless:
            return []
        weights = self._session.data.sample_weights
        if part != TRAINING or (weights is not None and not weights[row]):
            return ["not learned from"] if part != TEST else []
        counts = self._counts.at_playhead()
        if counts is None:
            return ["counting its mistakes…"]
        n = int(counts[row])
        times = counted(n, "time") if n else "never"
        return [f"{times} a mistake in the run so far"]


def _angle(model: Predictor, x: NDArray[np.float64]) -> list[str]:
    """Write what z is made of, w and x as arrows."""
    from engine.models.prediction import angle_of

    angle, rows = angle_of(model, x), model.newest_weights()
    if angle is None or rows is None:
        return []
    b = float(rows[0, -1])
    offset = "" if not b else f" {'−' if b < 0 else '+'} {number(abs(b))}"
    return [
        f"z = ‖w‖·‖x‖·cos α{' + b' if b else ''} = {number(angle.w)} · "
        f"{number(angle.x)} · cos {decimals(angle.degrees, 1)}°{offset}"
    ]


def _distance(model: Predictor, distance: float) -> list[str]:
    if distance != distance:
        return []
    between = "" if model.features.is_linear else " among the terms"
    side = "" if distance >= 0 else ", on the other side"
    return [f"distance to the boundary{between} <b>{number(abs(distance))}</b>{side}"]


def _name(name: str) -> str:
    """Write a sample's name on a line of its own; nothing where it has none."""
    return f"<b>{escape(excerpt(name))}</b>" if name else ""


def _values(data: Dataset, row: int, most: int) -> str:
    """Lay the values of so many features out, some under each other."""
    names = [pretty(name) for name in data.feature_names[:most]]
    cells = [
        f"<td>{escape(one_line(name))} =&nbsp;</td><td><b>{number(value)}</b>"
        "&nbsp;&nbsp;&nbsp;</td>"
        for name, value in zip(names, data.X[row].tolist(), strict=False)
    ]
    lines = (cells[start::ROWS] for start in range(min(ROWS, len(cells))))
    rows = "".join(f"<tr>{''.join(line)}</tr>" for line in lines)
    more = data.n_features - len(names)
    said = f"and {more:,} more" if names else f"{more:,} features"
    left = f"<tr><td>{said}</td></tr>" if more else ""
    return f"<table cellspacing=0>{rows}{left}</table>"


def _symbol(code: int, part: int, theme: Theme, on: QWidget) -> QPixmap:
    ratio, side = on.devicePixelRatioF(), SYMBOL_BOX - 6
    pixmap = clear_pixmap(QSize(round(side * ratio), round(side * ratio)), ratio)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        middle = np.array([[side / 2, side / 2]])
        draw_part(painter, middle, code, part, theme, ratio)
    return pixmap
