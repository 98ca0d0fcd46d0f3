"""Stream, as a part of the window: running mistakes in the place of errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.features.stream.stream_bar import StreamBar
from gui.part import MenuAction, Panel, Part, PartContext, Place, lazy, shown_view
from gui.session.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QLabel

    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

BAR, ID = "Stream", "Running mistakes"
PER_EPOCH = "Error per epoch"


def _make(context: PartContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.stream.running_mistakes import RunningMistakes

    return RunningMistakes(context.session, theme, caption)


def _connect(context: PartContext) -> None:
    def follow(on: bool) -> None:
        views = (ID, PER_EPOCH) if on else (PER_EPOCH, ID)
        context.panels.exchange(*views)

    Stream.of(context.session).toggled.connect(follow)


def _make_bar(context: PartContext) -> StreamBar:
    return StreamBar(context.session, context.theme())


def _menu(context: PartContext) -> Sequence[MenuAction]:
    bar = context.panel(BAR)
    assert isinstance(bar, StreamBar)
    more = "points come in one after another"
    return [MenuAction("&Run", 100, bar.action, "online", more)]


def _figure(context: PartContext, sheet: Sheet) -> Figure | None:
    from gui.features.stream.running_figure import running_as_shown
    from gui.features.stream.running_mistakes import RunningMistakes

    view = shown_view(context, ID)
    if not isinstance(view, RunningMistakes):
        return None
    return running_as_shown(view, sheet)


PARTS = (
    Part(BAR, panel=Panel(_make_bar, Place.BELOW, 110), menu=_menu),
    Part(
        ID,
        panel=Panel(
            lazy(_make, lambda c: (c.session.moved,)),
            Place.TOP_RIGHT,
            60,
            tab="Error",
            scrolls=False,
            shown=False,
            listed=False,
            beside=PER_EPOCH,
        ),
        connect=_connect,
        figure=_figure,
    ),
)
