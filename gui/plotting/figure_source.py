"""Plots that can be taken away, and how: what is chosen is remembered for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QSettings, QSize

from gui.style.theme import current_theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme

    Colours = Literal["light", "dark", "shown"]

KEY = "figure"
SIZE = QSize(800, 600)
COLOURS: dict[Colours, str] = {
    "light": "Light, for paper",
    "dark": "Dark",
    "shown": "As in the window",
}


@dataclass(frozen=True)
class FigureChoice:
    """How a plot is drawn to be taken away.

    Attributes
    ----------
    size : QSize
        In logical pixels.
    colours : str
        One of `COLOURS`.
    legend, title, caption : bool
        Whether it has them.
    """

    size: QSize = SIZE
    colours: Colours = "light"
    legend: bool = True
    title: bool = False
    caption: bool = False

    @classmethod
    def remembered(cls, key: str = KEY) -> FigureChoice:
        """Give what was chosen last, of all that is remembered by the same key."""
        settings, usual = QSettings(), cls()
        size = settings.value(f"{key}/size", usual.size)
        colours = settings.value(f"{key}/colours", usual.colours)
        return cls(
            size if isinstance(size, QSize) else usual.size,
            colours if colours in COLOURS else usual.colours,
            *(
                bool(settings.value(f"{key}/{name}", getattr(usual, name), type=bool))
                for name in ("legend", "title", "caption")
            ),
        )

    def remember(self, key: str = KEY) -> None:
        """Keep it for the next plot, also of the next start."""
        for name, value in vars(self).items():
            QSettings().setValue(f"{key}/{name}", value)

    @property
    def theme(self) -> Theme:
        """The colours of the picture: those of the window, or of a theme."""
        return current_theme(None if self.colours == "shown" else self.colours)

    @property
    def sheet(self) -> Sheet:
        """What the plot with its words is drawn on."""
        from gui.plotting.figure import Sheet

        return Sheet(self.size, self.theme, self.legend)


class FigureSource(NamedTuple):
    """A plot that can be taken away.

    Attributes
    ----------
    name : str
        In dialogs; a file has it in small letters.
    draw : callable
        ``draw(sheet)`` gives it as it is now; None if there is nothing to see.
    words : callable
        Gives its title and caption.
    """

    name: str
    draw: Callable[[Sheet], Figure | None]
    words: Callable[[], tuple[str, str]]

    def figure(self, choice: FigureChoice, title: str = "") -> Figure | None:
        """Draw it as is chosen; with a title of one's own, if given."""
        from gui.plotting.figure import FigureFrame

        usual, caption = self.words()
        caption = caption if choice.caption else ""
        title = (title or usual) if choice.title else ""
        frame = FigureFrame(choice.sheet, title=title, caption=caption)
        figure = self.draw(frame.inner)
        return None if figure is None else frame.around(figure, caption)
