"""What happens in a run, said to those who hear it, as a part of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.features.announcer.announcer import Announcer
from gui.part import Part

if TYPE_CHECKING:
    from gui.part import PartContext


def _connect(context: PartContext) -> Announcer:
    return Announcer(context.session, context.canvas, context.parent)


PARTS = (Part("Announcer", connect=_connect),)
