"""Set-up, as a part of the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.features.setup.setup_panel import SetupPanel
from gui.part import (
    COMPARE,
    STRIP,
    MenuAction,
    Panel,
    Part,
    PartContext,
    Place,
    menu_action,
)
from gui.recipe.number_player import NumberPlayer

if TYPE_CHECKING:
    from collections.abc import Sequence

ID = "Set-up"
RANK = 90
"""Of what is played, in the strip: before all but what has just happened."""


def _make(context: PartContext) -> SetupPanel:
    canvas = context.canvas
    panel = SetupPanel(
        context.session,
        context.theme(),
        current_class=lambda: canvas.current_class,
        toolbar=canvas.toolbar,
        margin_action=canvas.axes.margin_action,
    )
    context.offer(COMPARE, panel.add_comparison)
    return panel


def _connect(context: PartContext) -> None:
    panel, canvas = context.panel(ID), context.canvas
    assert isinstance(panel, SetupPanel)
    data = panel.data
    _say_what_is_played(context)
    data.gallery_wanted.connect(partial(context.run, "open gallery"))
    data.file_wanted.connect(partial(context.run, "open"))
    data.class_added.connect(partial(context.run, "add class"))
    data.class_chosen.connect(canvas.set_class)
    data.class_pointed.connect(canvas.point_at_class)
    data.rule_changed.connect(canvas.set_rule)
    panel.seen.connect(canvas.reading.readout.name_elsewhere)
    context.signals.reset.connect(lambda: data.rule_button.setChecked(False))
    canvas.class_changed.connect(data.show_current_class)

    def show_setting(name: str) -> None:
        context.panels.bring_forward(ID)
        panel.show_setting(name)

    context.offer("show setting", show_setting)
    context.offer("hold out", panel.split.hold_out)
    context.offer("add class", partial(_add_class, context))
    context.offer("rename class", partial(_rename_class, context))


def _say_what_is_played(context: PartContext) -> None:
    """Say in the strip which number is played, from when there is first one."""
    player = NumberPlayer.of(context.session)

    def begin() -> None:
        from gui.features.setup.playing_line import PlayingLine

        player.changed.disconnect(begin)
        line = PlayingLine(player)
        context.run(STRIP, line, RANK)
        line.say_number()

    player.changed.connect(begin)


def _add_class(context: PartContext) -> None:
    """Give one more class to draw, and draw it."""
    session = context.session
    if session.add_class():
        context.canvas.set_class(len(session.data.class_names) - 1)


def _rename_class(context: PartContext) -> None:
    """Let another name of the class that is drawn be typed."""
    panel = context.panel(ID)
    assert isinstance(panel, SetupPanel)
    context.panels.bring_forward(ID)
    panel.data.rename(context.canvas.current_class)


def _draw_by_rule(context: PartContext) -> None:
    """Let a rule be typed by which points have their class, or have none any more."""
    panel = context.panel(ID)
    assert isinstance(panel, SetupPanel)
    context.panels.bring_forward(ID)
    panel.data.rule_button.toggle()


def _menu(context: PartContext) -> Sequence[MenuAction]:
    add, rename = (
        partial(context.run, "add class"),
        partial(context.run, "rename class"),
    )
    return [
        menu_action(context, "&Edit", 410, "Add a &class", add),
        menu_action(context, "&Edit", 420, "Re&name the class…", rename),
        menu_action(
            context, "&Edit", 430, "Points b&y a rule", partial(_draw_by_rule, context),
            words="condition function class sin generate",
            more="a condition such as x2 > sin(x1)",
        ),
    ]  # fmt: skip


PARTS = (
    Part(
        ID,
        panel=Panel(_make, Place.LEFT, 0, width=220),
        connect=_connect,
        menu=_menu,
    ),
)
