"""A part: what a feature gives the window, which iterates over parts and names none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.canvas.canvas import Canvas
    from gui.session.session import Session
    from gui.style.theme import Theme


@dataclass(frozen=True)
class PartContext:
    """What a part may use of the window.

    Attributes
    ----------
    session : Session
    canvas : Canvas
    theme : callable
        Gives the present theme, with the colours that the classes have.
    show : callable
        ``show(id)`` brings the panel of a part forward.
    """

    session: Session
    canvas: Canvas
    theme: Callable[[], Theme]
    show: Callable[[str], None]


@dataclass(frozen=True)
class Part:
    """What a feature is made of, as far as the window must know.

    Attributes
    ----------
    id : str
        Stable: what layouts, settings, lessons and the palette call it.
    attach : callable, optional
        Puts on the canvas what is drawn and done there.
    """

    id: str
    attach: Callable[[PartContext], object] | None = None
