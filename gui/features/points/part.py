"""Points, as a part of the window; when other data come, the plot takes the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.part import MenuAction, Panel, Part, PartContext, Place, lazy, menu_action
from gui.widgets.lazy_view import LazyView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QLabel

    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

ID = "Points"


def _make(context: PartContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.points.points_table import PointsTable

    canvas = context.canvas
    table = PointsTable(
        context.session, canvas.axes, canvas.selection, caption, canvas.plot, theme,
        canvas.menus.points_menu,
    )  # fmt: skip
    canvas.reading.point_card.pointed.connect(table.point_at)
    return table


def _connect(context: PartContext) -> None:
    def add() -> None:
        """Bring the table to the front and go to where a point is typed."""
        panel = context.panel(ID)
        assert isinstance(panel, LazyView)
        context.panels.bring_to_front(ID)
        panel.open().add_a_point()

    def reset() -> None:
        """Show weights only where there are some."""
        panel = context.panel(ID)
        if isinstance(panel, LazyView) and panel.view is not None:
            panel.view.tool.setChecked(False)

    context.offer("add point", add)
    context.signals.reset.connect(reset)


def _menu(context: PartContext) -> Sequence[MenuAction]:
    return [
        menu_action(
            context, "&Edit", 400, "Add a &point…", lambda: context.run("add point"),
            "Ctrl+P", more="by its coordinates",
        )
    ]  # fmt: skip


PARTS = (
    Part(
        ID,
        panel=Panel(
            lazy(_make, lambda c: (c.session.data_changed,)), Place.BOTTOM_RIGHT, 90
        ),
        connect=_connect,
        menu=_menu,
    ),
)
