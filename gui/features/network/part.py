"""Network, as a part of the window: there where the learner is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners import learner
from gui.part import Panel, Part, PartContext, Place, lazy, view_figure

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

ID = "Network"
OF_TWO_WEIGHTS = "Weight space"
"""The view of other learners, in whose place it is."""


def _make(context: PartContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.network.network_view import NetworkView

    canvas = context.canvas
    return NetworkView(
        context.session, theme, caption, canvas.axes,
        canvas.plot.layers.class_regions.show_unit, canvas.unit_chosen.emit,
    )  # fmt: skip


def _connect(context: PartContext) -> None:
    session = context.session

    def follow() -> None:
        is_network = learner(session.recipe.learner).family_name == "network"
        views = (ID, OF_TWO_WEIGHTS) if is_network else (OF_TWO_WEIGHTS, ID)
        context.panels.alternate(*views)

    session.recipe_changed.connect(follow)
    follow()


PARTS = (
    Part(
        ID,
        panel=Panel(
            lazy(
                _make, lambda c: (c.session.moved, c.canvas.axes.changed), remade=True
            ),
            Place.TOP_RIGHT,
            53,
            shown=False,
        ),
        connect=_connect,
        figure=view_figure(ID),
    ),
)
