"""A figure of a page: what it is of, and the kinds that there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from engine.discovery import modules_with
from engine.errors import choice_among, excerpt
from engine.lessons import figures as folder
from engine.lessons.entries import FaultInText

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.lessons.entries import Entries
    from engine.lessons.facts import Situation
    from engine.lessons.figures.drawing import FigureDrawing


@dataclass(frozen=True, kw_only=True)
class LessonFigure:
    """What a page has drawn, as it is written there.

    Attributes
    ----------
    of : str
        Its kind.
    alt : str
        What is seen in it, in words; empty: what the drawing says of itself.
    line : int
        Where it stands in the file.
    lines : mapping of str to int
        Where each of its entries stands.
    """

    kinds: ClassVar[tuple[str, ...]] = ()
    """What can be written after ``of:`` for it."""
    order: ClassVar[int] = 0
    """Its place in lists."""

    of: str
    alt: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @classmethod
    def read(cls, entries: Entries) -> dict[str, Any]:
        """Read its own entries, as keywords.

        Raises
        ------
        FaultInText
            If one is not as it should be.
        """
        return {}

    def draw(self, begun: Situation | None) -> FigureDrawing:
        """Draw it of what a page begins with.

        Raises
        ------
        FaultInText
            If there is nothing of that kind to be drawn.
        """
        raise NotImplementedError

    def fault(self, name: str, said: object) -> NoReturn:
        """Say what is wrong with an entry."""
        raise FaultInText(self.lines.get(name, self.line), f"{name}: {said}")


@cache
def figures() -> dict[str, type[LessonFigure]]:
    """Find all kinds of figures, by what is written after ``of:``, in their order."""
    known: list[type[LessonFigure]] = [
        module.FIGURE for module in modules_with("FIGURE", folder)
    ]
    ordered = sorted(known, key=lambda kind: kind.order)
    return {name: kind for kind in ordered for name in kind.kinds}


def figure_in(entries: Entries) -> LessonFigure:
    """Read the entries of a figure.

    Raises
    ------
    FaultInText
        If one is not as it should be.
    """
    of = entries.text("of")
    if of not in figures():
        entries.fault(
            "of", f"there is no figure “{excerpt(of)}”{choice_among(of, figures())}"
        )
    kind = figures()[of]
    alt, own = entries.text("alt", ""), kind.read(entries)
    entries.refuse_rest()
    return kind(of=of, alt=alt, line=entries.line, lines=entries.lines, **own)
