"""Runs, as a part of the window: brought to the front with a branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.part import Panel, Part, PartContext, Place

if TYPE_CHECKING:
    from gui.features.runs.runs_panel import RunsPanel

ID = "Runs"


def _make(context: PartContext) -> RunsPanel:
    from gui.features.runs.runs_panel import RunsPanel

    return RunsPanel(context.session, context.theme())


def _connect(context: PartContext) -> None:
    panels = context.panels
    context.session.branches.toggled.connect(lambda on: panels.visit(ID, on=on))


PARTS = (
    Part(ID, panel=Panel(_make, Place.BOTTOM_RIGHT, 70, shown=False), connect=_connect),
)
