"""Weight growth, as a part of the window: there when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.part import (
    MenuAction,
    Panel,
    Part,
    PartContext,
    Place,
    lazy,
    menu_action,
    view_figure,
)
from gui.session.diagnosis import DiagnosisRunner
from gui.session.hidden_future import HiddenFuture
from gui.widgets.lazy_view import LazyView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QLabel

    from gui.features.weight_growth.growth_view import GrowthView
    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

ID = "Weight growth"
WORDS = (
    "perceptron convergence theorem Novikoff proof bound R/γ length norm w·u updates"
)
NOT_YET = (
    "there are no numbers of the growth yet: show its panel on a run that has some"
)


def _make(context: PartContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.weight_growth.growth_view import GrowthView

    return GrowthView(context.session, theme, caption)


def _follows(context: PartContext) -> Sequence[SignalInstance]:
    """Give what another run is told by; the view itself follows the playhead."""
    session = context.session
    return (
        session.tape_grown,
        DiagnosisRunner.of(session).changed,
        HiddenFuture.of(session).changed,
    )


def _connect(context: PartContext) -> None:
    def reset() -> None:
        if (view := _view(context)) is not None:
            view.as_far.setChecked(False)

    def leave() -> None:
        if (view := _view(context)) is not None:
            view.close_task()

    context.signals.reset.connect(reset)
    context.signals.closing.connect(leave)


def _view(context: PartContext) -> GrowthView | None:
    """Give what is in the panel; None if it was never seen."""
    panel = context.panel(ID)
    assert isinstance(panel, LazyView)
    view: GrowthView | None = panel.view
    return view


def _menu(context: PartContext) -> Sequence[MenuAction]:
    def show() -> None:
        context.panels.bring_to_front(ID)

    def export() -> None:
        _export_numbers(context)

    return [
        menu_action(context, "&View", 5, "Why the &bound holds", show, words=WORDS),
        menu_action(
            context, "&File", 235, "Export the weight &growth…", export,
            words="CSV numbers w·u",
        ),
    ]  # fmt: skip


def _export_numbers(context: PartContext) -> None:
    """Ask where to and write what is drawn, as CSV."""
    from engine.export.csv_tables import write_growth
    from gui.widgets.dialog_folder import TABLES

    view, dialogs = _view(context), context.dialogs
    growth = None if view is None else view.growth
    if growth is None:
        dialogs.say(NOT_YET)
        return
    path = dialogs.file_to_write(
        "Export the weight growth", "growth.csv", "CSV (*.csv)", purpose=TABLES
    )
    if path is not None:

        def write() -> None:
            write_growth(growth, path)
            dialogs.say(f"exported {path}")

        dialogs.attempt(write)


PARTS = (
    Part(
        ID,
        panel=Panel(
            lazy(_make, _follows),
            Place.TOP_RIGHT,
            54,
            tab="Growth",
            scrolls=False,
            shown=False,
        ),
        connect=_connect,
        menu=_menu,
        figure=view_figure(ID),
    ),
)
