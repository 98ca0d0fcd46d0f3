"""Error per epoch, as a part of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from gui.part import MenuAction, Panel, Part, PartContext, Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.features.error.error_curve import ErrorCurve
    from gui.plotting.figure import Figure, Sheet

ID = "Error per epoch"


def _make(context: PartContext) -> ErrorCurve:
    from gui.features.error.error_curve import ErrorCurve

    return ErrorCurve(context.session, context.theme())


def _connect(context: PartContext) -> None:
    from gui.features.error.error_curve import ErrorCurve

    curve = context.panel(ID)
    assert isinstance(curve, ErrorCurve)
    context.signals.closing.connect(curve.leave)


def _menu(context: PartContext) -> Sequence[MenuAction]:
    """Offer the choices of the cost, each of which brings the plot to the front."""
    from gui.features.error.error_curve import ErrorCurve

    curve = context.panel(ID)
    assert isinstance(curve, ErrorCurve)
    menu = QMenu("&Cost in the error plot", context.parent)
    menu.addActions(curve.cost_actions.all)
    for action in curve.cost_actions.all:
        action.triggered.connect(lambda: context.panels.bring_to_front(ID))
    return [MenuAction("&View", 3, menu.menuAction(), "loss J")]


def _figure(context: PartContext, sheet: Sheet) -> Figure:
    from gui.features.error.error_figure import error_as_shown
    from gui.session.hidden_future import HiddenFuture

    hidden = HiddenFuture.of(context.session).on
    return error_as_shown(context.session, sheet, ends_at_cursor=hidden)


PARTS = (
    Part(
        ID,
        panel=Panel(_make, Place.TOP_RIGHT, 10, tab="Error", scrolls=False),
        connect=_connect,
        menu=_menu,
        figure=_figure,
    ),
)
