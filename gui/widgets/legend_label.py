"""A legend beside a plot, with a sentence on each of its items under the mouse."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gui.session.compared_run import SYMBOLS
from gui.widgets.labels import WrappedLabel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gui.session.compared_run import ComparedRun
    from gui.style.theme import Theme

    LegendItem = tuple[str, str, str, str]
    """Its colour, mark, name, and what it means."""


def legend_item(theme: Theme, colour: str, mark: str, name: str, tip: str) -> str:
    """Write an item: its mark in its colour, its name, and what it means."""
    return (
        f'<a href="{escape(tip)}" style="text-decoration:none; color:{theme.muted}">'
        f'<span style="color:{colour}">{mark}</span>&nbsp;{name}</a>'
    )


def legend_text(theme: Theme, items: Iterable[LegendItem]) -> str:
    """Write items in a line, small."""
    parts = (legend_item(theme, *item) for item in items)
    return (
        f'<span style="font-size:{theme.legend_pt}pt; color:{theme.muted}">'
        f"{' &nbsp; '.join(parts)}</span>"
    )


def run_mark(theme: Theme, place: int) -> str:
    """Write the mark of a compared run, by its place, in its colour."""
    return f'<span style="color:{theme.runs[place]}">{SYMBOLS[place]}</span>'


def run_item(theme: Theme, run: ComparedRun) -> str:
    """Write the item of a compared run that has a place."""
    place, name = run.place or 0, escape(run.label).replace(" ", "&nbsp;")
    return legend_item(theme, theme.runs[place], SYMBOLS[place], name, run.tip)


class LegendLabel(WrappedLabel):
    """Shows items of `legend_item`; they are no links, but told of under the mouse."""

    def __init__(self) -> None:
        super().__init__()
        flags = Qt.TextInteractionFlag.LinksAccessibleByMouse
        self.setTextInteractionFlags(flags)
        self.linkHovered.connect(self._tell_tip)

    def _tell_tip(self, tip: str) -> None:
        self.setToolTip(tip)
        self.setCursor(Qt.CursorShape.ArrowCursor)
