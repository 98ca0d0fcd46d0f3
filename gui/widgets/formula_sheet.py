"""A sheet of formulas: lines under each other, each row with its name at the left."""

from __future__ import annotations

import re
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.learners.latex import pieces
from gui.style.formula_rendering import Typesetter, math_font, needs_picture, text_of
from gui.style.icons import symbol_pixmap
from gui.style.theme import class_symbol
from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from engine.steps.formula_lines import FormulaLine
    from gui.style.formula_rendering import FormulaPicture
    from gui.style.theme import Theme

INDENT = 12
"""Pixels by which a line that goes on is set in; all lengths are in pixels."""
LEADING = 4
REST_MS = 120
"""Milliseconds without a change, after which fractions are set as such."""
HEAD = 56
"""Width of the rows' names, in pixels; in a lecture more."""
EDGE = 7
"""Pixels that stay free beside the scroll bar."""
ROW_GAP = 3
SYMBOL = 14
"""Side of a class's symbol."""
VERDICT: Final = "verdict"
"""The row that says what the others come to: large, and without a name."""
LARGER = 1.2
"""Times the size of the other words."""
FRACTION = 12
"""Height that fractions take beyond that of a text, about."""
MOST_TEXTS = 2000


class Piece(NamedTuple):
    """What is never broken: a text in a font, or a picture; and its size."""

    text: str
    font: QFont
    colour: QColor
    width: float
    ascent: float
    descent: float
    gap: float
    picture: FormulaPicture | None = None


class PlacedPiece(NamedTuple):
    """A piece, where its baseline starts, and by how much it is made smaller."""

    piece: Piece
    x: float
    y: float
    scale: float

    @property
    def rect(self) -> QRectF:
        """The room that it takes."""
        piece, height = self.piece, self.piece.ascent + self.piece.descent
        top = self.y - piece.ascent * self.scale
        return QRectF(self.x, top, piece.width * self.scale, height * self.scale)

    def draw(self, painter: QPainter) -> None:
        """Draw it at its place."""
        piece, x, y = self.piece, self.x, self.y
        if self.scale < 1.0:
            painter.save()
            painter.translate(x, y)
            painter.scale(self.scale, self.scale)
            x = y = 0.0
        if piece.picture is not None:
            painter.drawPixmap(QPointF(x, y - piece.ascent), piece.picture.pixmap)
        else:
            painter.setFont(piece.font)
            painter.setPen(piece.colour)
            painter.drawText(QPointF(x, y), piece.text)
        if self.scale < 1.0:
            painter.restore()


def break_into_lines(
    pieces: Iterable[Piece], left: float, top: float, width: float
) -> tuple[list[PlacedPiece], float]:
    """Set pieces side by side, and below each other where there is no room.

    Returns
    -------
    list of Placed, float
        The pieces at their places, and where the next line begins.
    """
    lines: list[list[tuple[Piece, float, float]]] = [[]]
    x = left
    for piece in pieces:
        if lines[-1] and x + piece.width > left + width:
            lines.append([])
            x = left + INDENT
        room = left + width - x
        scale = 1.0 if piece.width <= room else room / piece.width
        lines[-1].append((piece, x, scale))
        x += piece.width * scale + piece.gap
    placed = []
    for line in lines:
        ascent = max([piece.ascent for piece, _, _ in line], default=0.0)
        descent = max([piece.descent for piece, _, _ in line], default=0.0)
        y = float(round(top + ascent))
        placed += [PlacedPiece(piece, x, y, scale) for piece, x, scale in line]
        top += ascent + descent + LEADING
    return placed, top


class FormulaSheet(QWidget):
    """Shows lines; quickly while they change, fully set when they rest."""

    accessible_role = QAccessible.Role.StaticText

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: Sequence[FormulaLine] = ()
        self._names: Sequence[str] = ()
        self.placed_pieces: list[PlacedPiece] = []
        self._fonts = self._metrics()
        self._texts: dict[tuple[str, str, str], Piece] = {}
        self._symbols: list[tuple[QPointF, QPixmap]] = []
        self._bottom = 0
        self._untypeset: list[str] = []
        self._typesetter = Typesetter()
        self._rest_timer = DelayedCall(self, self._typeset_next)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # Else all that is under it is painted with each change of it.
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Button)

    @property
    def lines(self) -> Sequence[FormulaLine]:
        """The lines of formulas, from the top."""
        return self._lines

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._lay_out()
        self._rest_timer.start(0)

    def show_lines(self, lines: Sequence[FormulaLine], names: Sequence[str]) -> None:
        """Show other lines.

        Parameters
        ----------
        lines : sequence of Line
        names : sequence of str
            Of the classes, for lines that speak of one.
        """
        if (lines, names) == (self._lines, self._names):
            return
        self._lines, self._names = lines, names
        self._lay_out()
        self._rest_timer.start(REST_MS)

    def height_of(self, lines: Sequence[FormulaLine], names: Sequence[str]) -> int:
        """Give the height that lines need here, once their fractions are set."""
        self._lines, self._names, self._bottom = lines, names, 0
        self._lay_out()
        return self._bottom + FRACTION * bool(self._untypeset)

    def sizeHint(self) -> QSize:
        return QSize(260, self._bottom)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()
            self._rest_timer.start(REST_MS)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for place, symbol in self._symbols:
                painter.drawPixmap(place, symbol)
            for piece in self.placed_pieces:
                piece.draw(painter)

    # Setting

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fonts = self._metrics()
            self._texts.clear()
            self._lay_out()

    def _lay_out(self) -> None:
        """Place all pieces; the sheet grows at once, and shrinks when at rest."""
        self.placed_pieces, self._symbols, self._untypeset = [], [], []
        top, row, code = 0.0, "", -1
        for line in self._lines:
            head = 0.0 if line.row == VERDICT else HEAD * self._theme.scale
            if line.code not in (-1, code):
                top, row = self._head(line.code, top + ROW_GAP), ""
            code = line.code
            if line.row != row and top:
                top += ROW_GAP
            name = (
                []
                if line.row in (row, VERDICT)
                else [self._text(line.row, "words", self._theme.muted)]
            )
            row = line.row
            body, below = break_into_lines(
                self._pieces(line), head, top, max(60.0, self.width() - head - EDGE)
            )
            for piece in break_into_lines(name, 0, 0, head)[0]:
                y = body[0].y if body else top
                self.placed_pieces.append(piece._replace(y=y))
            self.placed_pieces += body
            top = below
        self._take_height(shrink=False)
        self.update()

    def _take_height(self, *, shrink: bool) -> None:
        bottom = max([p.y + p.piece.descent for p in self.placed_pieces], default=0.0)
        height = int(bottom + 2)
        if height > self._bottom or (shrink and height != self._bottom):
            self._bottom = height
            self.setMinimumHeight(height)
            self.updateGeometry()

    def _metrics(self) -> dict[str, tuple[QFont, QFontMetricsF]]:
        self._size = round(1.1 * QFontInfo(self.font()).pixelSize())
        self._cap_height = QFontMetricsF(self.font()).capHeight()
        strong = QFont(self.font())
        strong.setBold(True)
        large = QFont(strong)
        large.setPixelSize(round(LARGER * QFontInfo(self.font()).pixelSize()))
        fonts = {
            "math": math_font(self.font(), self._size),
            "parts": math_font(self.font(), self._size),
            "words": self.font(),
            "strong": strong,
            "large": large,
        }
        return {name: (font, QFontMetricsF(font)) for name, font in fonts.items()}

    def _head(self, code: int, top: float) -> float:
        """Name the class whose output the next lines speak of."""
        words = [
            self._text(word, "strong", self._theme.ink)
            for word in self._names[code].split()
        ]
        placed, below = break_into_lines(
            words, SYMBOL + 2.0, top, max(60.0, self.width() - SYMBOL - EDGE)
        )
        self.placed_pieces += placed
        middle = placed[0].y - 0.5 * self._cap_height if placed else top + SYMBOL / 2
        symbol = symbol_pixmap(
            class_symbol(code),
            self._theme.class_colour(code),
            SYMBOL,
            ceil(self.devicePixelRatioF()),
        )
        self._symbols.append((QPointF(0, middle - SYMBOL / 2), symbol))
        return below

    def _pieces(self, line: FormulaLine) -> list[Piece]:
        placed = [
            piece for tex in pieces(line.tex) if tex for piece in self._formula(tex)
        ]
        tones = {"mistake": self._theme.mistake_text, "good": self._theme.good}
        tone = tones.get(line.tone) or (
            self._theme.muted if line.tex else self._theme.ink
        )
        kind = "strong" if line.tone else "words"
        kind = "large" if line.row == VERDICT else kind
        earlier, arrow, outcome = line.note.rpartition("→ ")
        if arrow:  # “→ no” alone at a line's end says the contrary of “no change”
            outcome = (arrow + outcome).replace(" ", "\u00a0")
        note = earlier.replace("→ ", "→\u00a0") + outcome
        note = re.sub(r"\bpoint (?=\d)", "point\u00a0", note)
        said = note.split(" ") if note else []
        return placed + [self._text(word, kind, tone) for word in said]

    def _formula(self, tex: str) -> list[Piece]:
        """Set a piece: a fraction as a picture if it is there, else as text."""
        ink = self._theme.ink
        if not needs_picture(tex):
            return [self._text(tex, "math", ink)]
        key = (tex, self._size, ink, self.devicePixelRatioF())
        picture = self._typesetter.picture(*key)
        if picture is not None:
            _, width, ascent, descent, _ = picture
            gap, font = 0.3 * self._size, self.font()
            return [Piece("", font, QColor(), width, ascent, descent, gap, picture)]
        if not self._typesetter.ready(*key):
            self._untypeset.append(tex)
        parts = re.split(r" |(?<=/)", text_of(tex))  # in one line it is too wide
        return [self._text(part, "parts", ink) for part in parts]

    def _text(self, text: str, kind: str, colour: str) -> Piece:
        """Set a text, or LaTeX as text in the font of mathematics; keep it."""
        piece = self._texts.get((text, kind, colour))
        if piece is None:
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            piece = self._texts[text, kind, colour] = self._set_piece(
                text, kind, colour
            )
        return piece

    def _set_piece(self, text: str, kind: str, colour: str) -> Piece:
        font, metrics = self._fonts[kind]
        # The font of mathematics claims room for its tallest signs: take the words'.
        usual = metrics if kind == "large" else self._fonts["words"][1]
        gap = (
            0.3 * self._size
            if kind in ("math", "parts")
            else usual.horizontalAdvance(" ")
        )
        shown = text_of(text) if kind == "math" else text
        width = metrics.horizontalAdvance(shown)
        gap = 0.0 if shown.endswith("·") else gap
        ink, up, down = QColor(colour), usual.ascent(), usual.descent()
        return Piece(shown, font, ink, width, up, down, gap)

    def _typeset_next(self) -> None:
        """Set one more fraction; when there is none left, take the height needed."""
        if self._untypeset:
            key = (self._untypeset[0], self._size, self._theme.ink)
            self._typesetter.picture(*key, self.devicePixelRatioF(), make=True)
            self._lay_out()
            self._rest_timer.start(0)
            return
        self._take_height(shrink=True)
