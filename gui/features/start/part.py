"""What is seen at the start, as a part of the window: a first run, and an offer."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSettings

from engine import Recipe
from engine.data.lecture_examples import separable
from gui.features.start.start_offer import StartOffer
from gui.part import STRIP, Part, PartContext
from gui.style.preferences import REDUCED_MOTION

STARTED = "started"
RANK, WHILE_PLAYING = 5, 15
"""Of the offer, in the strip: below how a run ends, but before it while that is only
foretold and the first run plays."""
FIRST_RECIPE = Recipe(order="shuffled", seed=28)
"""With what the very first run is seen: an order with ten updates in five epochs."""


def _connect(context: PartContext) -> StartOffer:
    offer = StartOffer(context.session)
    offer.draw_wanted.connect(context.files.new)
    offer.file_wanted.connect(context.files.open_last)
    offer.lessons_wanted.connect(partial(context.run, "lessons"))
    offer.tour_wanted.connect(partial(context.run, "tour"))
    context.run(STRIP, offer, RANK)
    context.session.playing_changed.connect(
        lambda: offer.rise(WHILE_PLAYING if context.session.playing else RANK)
    )
    context.offer("begin", partial(_begin, context, offer))
    context.offer("leave start", offer.leave)
    return offer


def _begin(context: PartContext, offer: StartOffer) -> None:
    """Play something the very first time; later offer the last file."""
    session, files, settings = context.session, context.files, QSettings()
    first = not settings.value(STARTED, False, type=bool)
    settings.setValue(STARTED, True)
    if first and not session.data.n_samples:
        files.begin_with(separable(), recipe=FIRST_RECIPE)
        if not REDUCED_MOTION.is_on:
            session.toggle_playing()
    paths = files.recent.paths
    offer.offer(first=first, file=paths[0].name if paths else "")


PARTS = (Part("Start", connect=_connect),)
