"""Playback, as a part of the window: under the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.features.playback.playback_bar import PlaybackBar
from gui.part import COMPARE, STRIP, MenuAction, Panel, Part, PartContext, Place

if TYPE_CHECKING:
    from collections.abc import Sequence

ID = "Playback"


def _make(context: PartContext) -> PlaybackBar:
    bar = PlaybackBar(context.session, context.canvas.plot, context.theme())
    context.offer(STRIP, bar.strip.add)
    return bar


def _bar(context: PartContext) -> PlaybackBar:
    bar = context.panel(ID)
    assert isinstance(bar, PlaybackBar)
    return bar


def _connect(context: PartContext) -> None:
    bar = _bar(context)
    context.signals.restored.connect(bar.show_story)
    context.signals.reset.connect(bar.speed.reset)
    context.run(COMPARE, bar.actions_by_name["branch"], 10)


def _menu(context: PartContext) -> Sequence[MenuAction]:
    actions = _bar(context).actions_by_name.values()
    return [MenuAction("&Run", i, action) for i, action in enumerate(actions)]


PARTS = (Part(ID, panel=Panel(_make, Place.BELOW, 130), connect=_connect, menu=_menu),)
