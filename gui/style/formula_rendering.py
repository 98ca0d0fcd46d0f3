"""Formulas on screen: text in the font of mathematics; fractions by ziamath."""

from __future__ import annotations

import math
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from threading import Lock
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QFont, QFontDatabase, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from engine.learners.latex import plain

GREEK = "αβγδεζηθικλμνξοπρςστυφχψω"
ITALIC = (
    {ord(c): chr(0x1D44E + i) for i, c in enumerate(ascii_lowercase)}
    | {ord(c): chr(0x1D434 + i) for i, c in enumerate(ascii_uppercase)}
    | {ord(c): chr(0x1D6FC + i) for i, c in enumerate(GREEK)}
    | {ord("h"): "ℎ", ord("φ"): "𝜑"}
)
"""Letters as they stand in formulas, by the alphabets of Unicode."""
THIN_SPACE = "\u2009"
MOST_CACHED = 400
_SETTING = Lock()
"""ziamath is of one thread at a time."""


class FormulaPicture(NamedTuple):
    """A formula as a picture: its size, and how far down its baseline is.

    Attributes
    ----------
    pixmap : QPixmap
    width, ascent, descent : float
    natural_width : float
        Where there is room for it.
    """

    pixmap: QPixmap
    width: float
    ascent: float
    descent: float
    natural_width: float


class Typesetter:
    """Sets pieces of formulas; a cache holds the pictures that it has made."""

    def __init__(self) -> None:
        self._pictures: dict[tuple[str, int, str, float], FormulaPicture | None] = {}

    def ready(self, tex: str, size: int, colour: str, ratio: float) -> bool:
        """Tell whether a picture is cached, or that none can be made."""
        return (tex, size, colour, ratio) in self._pictures

    def picture(
        self, tex: str, size: int, colour: str, ratio: float, *, make: bool = False
    ) -> FormulaPicture | None:
        """Give the cached picture; make it, which takes long, if told to.

        None if there is none, or ziamath cannot set the formula.
        """
        key = (tex, size, colour, ratio)
        if make and key not in self._pictures:
            if len(self._pictures) >= MOST_CACHED:
                del self._pictures[next(iter(self._pictures))]
            self._pictures[key] = _picture(*key)
        return self._pictures.get(key)


def needs_picture(tex: str) -> bool:
    """Tell whether a piece has a fraction, which text in one line cannot show."""
    return r"\frac" in tex


def text_of(tex: str) -> str:
    """Write a piece as text in the font of mathematics."""
    return plain(tex, ITALIC, THIN_SPACE).replace("Σ", "∑")


@cache
def math_family() -> str:
    """Give the font's family, ziamath's own; or empty, and the usual one serves."""
    spec = find_spec("ziamath")
    if spec is None or spec.origin is None:
        return ""
    file = Path(spec.origin).parent / "fonts" / "STIXTwoMath-Regular.ttf"
    families = QFontDatabase.applicationFontFamilies(
        QFontDatabase.addApplicationFont(str(file))
    )
    return families[0] if families else ""


def math_font(base: QFont, size: int) -> QFont:
    """Give the font of mathematics in a size, in pixels."""
    font = QFont(math_family() or base.family())
    font.setPixelSize(size)
    return font


def formula_svg(tex: str, size: int, colour: str) -> str | None:
    """Set a formula, in any thread; None where ziamath cannot.

    It takes milliseconds a sign, and more where much is nested.
    """
    with _SETTING:
        try:
            from ziamath.config import config
            from ziamath.zmath import Latex

            config.svg2 = False  # Qt reads SVG 1 only
            # In braces, a minus is a sign and no difference.
            signed = re.sub(r"(?<=[({,=])\s*-", "{-}", tex)
            svg: str = Latex(signed, size=size, color=colour).svg()
        except Exception:
            # Whatever a library of formulas objects to: the text is there instead.
            return None
    return svg


def drawn_formula(svg: str, ratio: float, widest: float = math.inf) -> FormulaPicture:
    """Draw a formula that is set; one that is wider, smaller."""
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    box = renderer.viewBoxF()
    scale = min(1.0, max(1.0, widest) / max(1.0, box.width()))
    width, height = box.width() * scale, box.height() * scale
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        renderer.render(painter, QRectF(pixmap.rect()))
    pixmap.setDevicePixelRatio(ratio)
    ascent, descent = -box.top() * scale, box.bottom() * scale
    return FormulaPicture(pixmap, width, ascent, descent, box.width())


def _picture(tex: str, size: int, colour: str, ratio: float) -> FormulaPicture | None:
    svg = formula_svg(tex, size, colour)
    return None if svg is None else drawn_formula(svg, ratio)
