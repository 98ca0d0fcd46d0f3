"""A strip that reads the scores at the place under the mouse."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.data.classes import spoken_class
from engine.data.dataset import PART_NAMES, TEST, VALIDATION
from engine.errors import excerpt
from engine.numbers import counted, spaced, with_hyphen
from gui.canvas.layers.symbols import draw_part, draw_symbols
from gui.style.text import elide_mode, number, number_of_points, one_line

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent

    from engine import Dataset, Frame
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Place
    from gui.style.theme import Theme

ALL_OTHERS = -1
"""Of one class that is looked at: all the others."""


@dataclass(frozen=True)
class PlaceScores:
    """What the model says about a place.

    Attributes
    ----------
    place : str
        Its coordinates.
    scores : tuple of float
        One per output; empty without a model.
    winner : int or None
        The class given; None on the boundary of two classes and without a model,
        ALL_OTHERS for all classes but the one that is looked at.
    name : str
        What a score is: z, or of weights that vote the mean of their votes.
    """

    place: str
    scores: tuple[float, ...] = ()
    winner: int | None = None
    name: str = "z"


def scores_at(picture: Picture, place: Place, pixel: float) -> PlaceScores:
    """Score a place of the plane.

    Its coordinates are as fine as a pixel, and the scores are those of the place that
    is written: a calculation with its numbers agrees.
    """
    stretch = picture.plane.stretch
    x, y = _coordinates(picture, place, pixel)
    where = _written(picture, place, pixel)
    model = picture.model
    if model is None or model.is_zero:
        return PlaceScores(where)
    written = np.array([[float(x), stretch * float(y)]])
    scores = model.scores(picture.plane.lift(written))
    undecided = model.n_outputs == 1 and bool(model.undecided(scores)[0])
    winner = None if undecided else int(model.decide(scores)[0])
    if picture.one_vs_rest is not None and winner is not None:
        winner = picture.one_vs_rest if winner else ALL_OTHERS
    return PlaceScores(where, tuple(scores[0].tolist()), winner, model.score_name)


def spoken_state(
    picture: Picture, place: Place, pixel: float, frame: Frame | None, row: int | None
) -> str:
    """Say what is seen with the crosshair at a place, to those who do not see it.

    Parameters
    ----------
    picture : Picture
    place : Place
    pixel : float
        Length of a pixel in the plane.
    frame : Frame or None
        The step under the playhead.
    row : int or None
        The sample that is within reach.
    """
    data, plane = picture.data, picture.plane
    reading = scores_at(picture, place, pixel)
    values = (place[0], place[1] / plane.stretch)
    names = [name for name in plane.names(data) if name]
    at = zip(names, values, strict=False)
    said = [", ".join(f"{name} = {number(value, 4)}" for name, value in at)]
    if row is not None:
        name = spoken_class(data.class_names[data.y[row]])
        called = excerpt(data.name_of(row))
        said.append(f"point {row + 1:,}{', ' if called else ''}{called} of {name}")
    if reading.scores:
        ground = "on the boundary"
        if reading.winner is not None:
            others = reading.winner == ALL_OTHERS
            name = "of all others" if others else data.class_names[reading.winner]
            ground = f"{spoken_class(name)} ground"
        best = max(reading.scores) if len(reading.scores) > 1 else reading.scores[0]
        said.append(f"{ground}, {reading.name} = {number(best, 3)}")
    else:
        said.append("no boundary yet")
    run = [number_of_points(data.n_samples)]
    if frame is not None and frame.step:
        run += [f"epoch {frame.epoch:,}", f"{counted(frame.mistakes, 'mistake')} made"]
    return f"Crosshair at {', '.join(said)}; {', '.join(run)}"


def _coordinates(picture: Picture, place: Place, pixel: float) -> tuple[str, str]:
    stretch = picture.plane.stretch
    return (
        _coordinate(place[0], pixel),
        _coordinate(place[1] / stretch, pixel / stretch),
    )


def _written(picture: Picture, place: Place, pixel: float) -> str:
    """Write a place, as fine as a pixel."""
    x, y = _coordinates(picture, place, pixel)
    return (f"({x}, {y})" if picture.plane.up >= 0 else x).replace("-", "−")


def _coordinate(value: float, pixel: float) -> str:
    digits = max(0, math.ceil(-math.log10(pixel)))
    if digits > MOST_DECIMALS or abs(value) >= LARGE:
        return with_hyphen(spaced(value, pixel))
    return f"{round(value, digits) + 0.0:.{digits}f}"


MOST_DECIMALS, LARGE = 12, 1e15
"""A place with more decimals, or as large as this, is written with a power of ten."""
ROW_HEIGHT = 24
"""Height of a row; all lengths are in pixels."""
PLACE_WIDTH = 104
"""Least width of the place; it is given more once a longer one is read."""
USUAL = -8.0
"""A coordinate as long as those that are read most."""
FINE = 0.01
"""Length of a pixel for whose places room is kept; finer ones are longer."""
GAP = 14
CELL_WIDTH = 68
ROOMY_CELL = 78
"""Width from which a score has three digits, not two."""
NAMED_CELL = 118
"""Width from which a class's name stands beside its score."""
BESIDE_NAME = 28
"""What a cell has beside its class's name: the symbol and gaps."""
SCORE_ROOM = 56.0
"""What a score of usual length takes from the name beside it, in pixels."""
MOST_ROWS, ALWAYS = 2, 12
"""More rows would take the plane's room; but so many classes are always shown."""
AROUND_NAME = 44
"""What a class has beside its name where no score stands there: symbol, gaps."""
MIDDLE = Qt.AlignmentFlag.AlignVCenter


def score_room(text: str, font: QFont) -> float:
    """Give the room that a score takes from the name beside it, in pixels.

    It is as much for all scores of a usual length, so that names do not tremble.
    """
    strong = QFont(font)
    strong.setBold(True)
    return max(SCORE_ROOM, QFontMetricsF(strong).horizontalAdvance(text) + 12)


class Readout(QWidget):
    """The classes' symbols and names; under the mouse, their scores.

    Of very many classes the first ones; under the mouse, those of the highest scores.

    Attributes
    ----------
    reading : PlaceScores or None
        What is read under the mouse; None while it is elsewhere.

    Signals
    -------
    class_pointed(int)
        The mouse is on this class; on none: −1.
    """

    accessible_role = QAccessible.Role.StaticText

    class_pointed = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setMouseTracking(True)
        self.setAccessibleName("Scores")
        self.setAccessibleDescription("Of each class, at the mouse or the crosshair")
        self.reading: PlaceScores | None = None
        self._theme = theme
        self._data: Dataset | None = None
        self._place_width = PLACE_WIDTH
        self._names_elsewhere = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_scores(
        self, picture: Picture, place: Place | None, pixel: float, theme: Theme
    ) -> None:
        """Read the scores at a place of a picture; None if the mouse is elsewhere."""
        reading = None if place is None else scores_at(picture, place, pixel)
        if (picture.data, reading, theme) == (self._data, self.reading, self._theme):
            return
        names, self._data = self._names, picture.data
        if names != self._names:
            self.updateGeometry()
        self._theme, self.reading = theme, reading
        self._place_width = self._room_for_place(picture, pixel)
        self.update()

    def name_elsewhere(self, elsewhere: bool) -> None:
        """Name the classes under the mouse alone, while they are named elsewhere."""
        self._names_elsewhere = elsewhere
        self.update()

    @property
    def _rests(self) -> bool:
        """Whether there is nothing to be said of the classes now."""
        return self._names_elsewhere and self.reading is None

    def _room_for_place(self, picture: Picture, pixel: float) -> int:
        """Keep the room of a usual place, so that nothing jumps when one is read."""
        advance, stretch = self.fontMetrics().horizontalAdvance, picture.plane.stretch
        usual = _written(picture, (USUAL, USUAL * stretch), max(pixel, FINE))
        place = usual if self.reading is None else self.reading.place
        return max(PLACE_WIDTH, advance(usual) + GAP, advance(place) + GAP)

    @property
    def _names(self) -> tuple[str, ...]:
        return () if self._data is None else self._data.class_names

    def sizeHint(self) -> QSize:
        """Ask for as many rows as the classes need in this width."""
        return QSize(CELL_WIDTH, ROW_HEIGHT * self._rows_and_columns()[0])

    def _rows_and_columns(self) -> tuple[int, int]:
        room = self.width() - PLACE_WIDTH
        fitting = max(1, room // CELL_WIDTH)
        whole = max(1, room // self._cell_of_names())
        if len(self._names) <= MOST_ROWS * whole:
            fitting = whole
        most = fitting * max(MOST_ROWS, math.ceil(ALWAYS / fitting))
        if len(self._names) > max(most, ALWAYS):
            fitting = max(1, (self.width() - PLACE_WIDTH) // ROOMY_CELL)
            most = fitting * MOST_ROWS
        # Rows of one length: 5 and 4 of nine, not 8 and 1.
        cells = max(1, min(len(self._names), most))
        rows = math.ceil(cells / fitting)
        return rows, math.ceil(cells / rows)

    def _cell_of_names(self) -> int:
        """Give the width in which each name, of usual length, is read whole."""
        advance = self.fontMetrics().horizontalAdvance
        longest = max(map(advance, self._names), default=0)
        return max(
            CELL_WIDTH,
            min(longest + round(BESIDE_NAME * self._theme.scale), NAMED_CELL),
        )

    @property
    def shown_codes(self) -> list[int]:
        """The classes that are shown, in their order; of very many by their scores."""
        codes, cells = range(len(self._names)), math.prod(self._rows_and_columns())
        if len(codes) <= cells:
            return list(codes)
        scores = self.reading.scores if self.reading is not None else ()
        if not scores:
            return list(codes[: cells - 1])  # in the last cell stands how many more
        return sorted(codes, key=lambda code: -scores[code])[:cells]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the place, then a cell for each class."""
        with QPainter(self) as painter:
            painter.setRenderHint(painter.RenderHint.Antialiasing)
            reading = self.reading
            if self._rests:
                self._draw_parts(painter, 0)
                return
            painter.setPen(QColor(self._theme.muted))
            head = QRectF(0, 0, self._place_width, ROW_HEIGHT)
            painter.drawText(
                head, MIDDLE, "classes" if reading is None else reading.place
            )
            if reading is not None and len(reading.scores) == 1:
                self._draw_score(painter, reading)
            else:
                cells, codes = self._cells(), self.shown_codes
                for cell, code in zip(cells, codes, strict=False):
                    self._draw_cell(painter, cell, code)
                if len(codes) < min(len(cells), len(self._names)):
                    painter.setFont(self.font())
                    painter.setPen(QColor(self._theme.muted))
                    more = len(self._names) - len(codes)
                    painter.drawText(cells[-1], MIDDLE, f"+ {more} more")
                if reading is None:
                    advance = self.fontMetrics().horizontalAdvance
                    around = round(AROUND_NAME * self._theme.scale)
                    last = max(
                        cell.left() + advance(one_line(self._names[code])) + around
                        for cell, code in zip(cells, codes, strict=False)
                    )
                    self._draw_parts(painter, last)

    def _cells(self) -> list[QRectF]:
        """Give the places of the classes: those of two, which have one score, close."""
        rows, columns = self._rows_and_columns()
        wide = min((self.width() - self._place_width) / columns, 1.5 * NAMED_CELL)
        widths = [wide] * columns
        if len(self._names) == columns <= 2:
            advance = self.fontMetrics().horizontalAdvance
            names = map(one_line, self._names)
            around = round(AROUND_NAME * self._theme.scale)
            widths = [min(wide, advance(name) + around) for name in names]
        lefts = self._place_width + np.cumsum([0.0, *widths[:-1]])
        return [
            QRectF(left, row * ROW_HEIGHT, width - 4, ROW_HEIGHT - 2)
            for row in range(rows)
            for left, width in zip(lefts.tolist(), widths, strict=True)
        ]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which class is pointed at."""
        codes = [] if self._rests else self.shown_codes
        cells = zip(self._cells(), codes, strict=False)
        place = event.position()
        self.class_pointed.emit(
            next((code for cell, code in cells if cell.contains(place)), -1)
        )

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.class_pointed.emit(-1)

    def _draw_parts(self, painter: QPainter, free: float) -> None:
        """Say at the right how samples that are held out are drawn, if there are."""
        data = self._data
        if data is None or not data.is_split:
            return
        right, metrics = float(self.width()), self.fontMetrics()
        for part in (TEST, VALIDATION):
            left = right - metrics.horizontalAdvance(PART_NAMES[part]) - 2
            if not len(data.rows_of(part)) or left < free:
                continue
            text = QRectF(left, 0, right - left, ROW_HEIGHT)
            painter.setPen(QColor(self._theme.muted))
            painter.drawText(text, MIDDLE, PART_NAMES[part])
            place = np.array([[left - 12, ROW_HEIGHT / 2 - 1]])
            grey = replace(self._theme, classes=(self._theme.muted,))
            draw_part(painter, place, 0, part, grey, self.devicePixelRatioF())
            right = left - 32

    def _draw_score(self, painter: QPainter, reading: PlaceScores) -> None:
        """Draw z = … → class, for two classes."""
        text = f"{reading.name} = {number(reading.scores[0], 4)}  →  "
        painter.setPen(QColor(self._theme.ink))
        line = QRectF(
            self._place_width, 0, self.width() - self._place_width, ROW_HEIGHT
        )
        if reading.winner is None:
            painter.drawText(line, MIDDLE, text + "on the boundary")
            return
        if reading.winner == ALL_OTHERS:
            painter.drawText(line, MIDDLE, text + "the rest")
            return
        painter.drawText(line, MIDDLE, text)
        line.setLeft(self._place_width + self.fontMetrics().horizontalAdvance(text))
        self._draw_class(painter, line, reading.winner, strong=True)

    def _draw_cell(self, painter: QPainter, cell: QRectF, code: int) -> None:
        reading = self.reading
        if reading is None or not reading.scores:
            self._draw_class(painter, cell, code)
            return
        wins = code == reading.winner
        if wins:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.accent_soft))
            painter.drawRoundedRect(cell, 5, 5)
        named = cell.width() >= NAMED_CELL
        score = reading.scores[code]
        text = number(score, 3 if cell.width() >= ROOMY_CELL else 2)
        room = score_room(text, self.font())
        self._draw_class(painter, cell, code, strong=wins, named=named, right=room)
        value = cell.adjusted(20 * self._theme.scale, 0, -4, 0)
        right = Qt.AlignmentFlag.AlignRight | MIDDLE
        painter.drawText(value, right, text)
        if score:
            largest = max(map(abs, reading.scores))
            self._draw_bar(painter, cell, code, score / largest)

    def _draw_class(
        self,
        painter: QPainter,
        cell: QRectF,
        code: int,
        *,
        strong: bool = False,
        named: bool = True,
        right: float = 0.0,
    ) -> None:
        """Draw a symbol and a name at the left of a cell; keep its right free."""
        scale, colour = self._theme.scale, self._theme.class_colour(code)
        painter.save()
        painter.translate(cell.left() + 10 * scale, cell.top() + ROW_HEIGHT / 2 - 1)
        painter.scale(scale, scale)
        ratio = self.devicePixelRatioF() * scale
        draw_symbols(painter, np.zeros((1, 2)), code, colour, colour, 0.0, ratio)
        painter.restore()
        font = QFont(self.font())
        font.setBold(strong)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.ink if strong else self._theme.muted))
        if named:
            room = cell.adjusted(20 * scale, 0, -right, 0)
            short = elide_mode(self._names)
            name = one_line(self._names[code])
            name = painter.fontMetrics().elidedText(name, short, int(room.width()))
            painter.drawText(room, MIDDLE, name)

    def _draw_bar(
        self, painter: QPainter, cell: QRectF, code: int, share: float
    ) -> None:
        """Draw a score as a thin bar from the middle, to the right if positive."""
        length = share * (cell.width() / 2 - 5)
        bar = QRectF(cell.center().x(), cell.bottom() - 2, length, 2)
        painter.fillRect(bar.normalized(), QColor(self._theme.class_colour(code)))
