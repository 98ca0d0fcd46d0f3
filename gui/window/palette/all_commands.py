"""All commands that there are now, of the window and of its parts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.data.gallery import EXAMPLES
from gui.window.palette import commands as to

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtWidgets import QMenuBar

    from gui.part import PartContext
    from gui.style.theme import Choice
    from gui.window.palette.commands import PaletteCommand


def all_commands(
    context: PartContext,
    bar: QMenuBar,
    titles: Mapping[str, str],
    choose_theme: Callable[[Choice], object],
) -> list[PaletteCommand]:
    """Give what the menus have, the panels, settings, learners, lessons, examples.

    Parameters
    ----------
    context : PartContext
    bar : QMenuBar
    titles : mapping
        Of panels, by the ids of their parts.
    choose_theme : callable
    """
    session, run = context.session, context.run
    return [
        *to.menu_commands(bar.actions()),
        *to.panel_commands(titles, context.panels.bring_forward),
        *to.setting_commands(session, partial(run, "show setting")),
        *to.split_commands(partial(run, "hold out"), is_split=session.data.is_split),
        *to.learner_commands(session),
        *to.theme_commands(choose_theme),
        *to.lesson_commands(run("our lessons") or (), partial(run, "show lesson")),
        *to.example_commands(EXAMPLES, partial(run, "open example")),
    ]


def typed_commands(context: PartContext, typed: str) -> Sequence[PaletteCommand]:
    """Give the commands that a text makes, as a number for a setting."""
    return [
        *to.number_commands(context.session, typed),
        *to.hold_out_commands(typed, partial(context.run, "hold out")),
    ]
