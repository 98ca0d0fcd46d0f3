"""What an empty canvas offers at the start, as a part of the window."""

from __future__ import annotations

from functools import partial

from gui.features.start.start_offer import StartOffer
from gui.part import Part, PartContext


def _connect(context: PartContext) -> StartOffer:
    card = StartOffer(context.session, context.canvas.plot)
    card.draw_wanted.connect(context.files.new)
    card.file_wanted.connect(context.files.open_last)
    card.examples_wanted.connect(partial(context.run, "open gallery"))
    card.lessons_wanted.connect(partial(context.run, "lessons"))
    card.tour_wanted.connect(partial(context.run, "tour"))
    context.offer("start offer", lambda first, file: card.offer(first=first, file=file))
    context.offer("leave start", card.hide)
    return card


PARTS = (Part("Start", connect=_connect),)
