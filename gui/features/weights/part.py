"""Weights, as a part of the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.features.weights.weights_panel import WeightsPanel
from gui.part import MenuAction, Panel, Part, PartContext, Place, menu_action

if TYPE_CHECKING:
    from collections.abc import Sequence

ID = "Weights"


def _make(context: PartContext) -> WeightsPanel:
    return WeightsPanel(context.session, context.theme())


def _connect(context: PartContext) -> None:
    panel = context.panel(ID)
    assert isinstance(panel, WeightsPanel)
    panel.copy_wanted.connect(partial(context.run, "copy weights"))
    panel.export_wanted.connect(partial(context.run, "export weights"))


def _menu(context: PartContext) -> Sequence[MenuAction]:
    session, copy = context.session, partial(context.run, "copy weights")
    line = menu_action(
        context, "&Edit", 210, "Copy the &weights", copy, words="table spreadsheet"
    )

    def enable() -> None:
        line.action.setEnabled(session.tape is not None)

    session.tape_changed.connect(enable)
    enable()
    return [line]


PARTS = (
    Part(ID, panel=Panel(_make, Place.BOTTOM_RIGHT, 30), connect=_connect, menu=_menu),
)
