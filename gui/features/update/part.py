"""The present step explained, as a part of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.features.update.update_panel import UpdatePanel
from gui.part import MenuAction, Panel, Part, PartContext, Place

TELLING = ("averaged", "batch_size", "standardise", "squares")
"""Hyperparameters by which panels tell more, or less, of a step."""
ID = "This update"

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.session.session import Session


def _make(context: PartContext) -> UpdatePanel:
    return UpdatePanel(context.session, context.theme())


def _connect(context: PartContext) -> None:
    panel, session, panels = context.panel(ID), context.session, context.panels
    assert isinstance(panel, UpdatePanel)
    panel.copied.connect(session.message)
    panel.details.toggled.connect(lambda: panels.fit_anew())
    session.tape_changed.connect(lambda: _fit(session, context))
    context.offer("length of update", panel.set_length)


def _fit(session: Session, context: PartContext) -> None:
    """Give panels the room for what the learner tells, but not while one draws."""
    tape = session.tape
    if tape is not None and not session.stroking:
        recipe = tape.recipe
        kind = recipe.learner, recipe.features, *map(recipe.get, TELLING)
        context.panels.fit_for(kind)


def _menu(context: PartContext) -> Sequence[MenuAction]:
    panel = context.panel(ID)
    assert isinstance(panel, UpdatePanel)
    return [
        MenuAction("&Edit", 200 + i, action)
        for i, action in enumerate(panel.copy_actions)
    ]


PARTS = (Part(ID, panel=Panel(_make, Place.RIGHT, 20), connect=_connect, menu=_menu),)
