"""Lifted space, as a part of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.part import Panel, Part, PartContext, Place, lazy, view_figure

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

ID = "Lifted space"


def _make(context: PartContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.lifted_space.lifted_space import LiftedSpace

    return LiftedSpace(context.session, theme, caption, context.canvas.axes)


PARTS = (
    Part(
        ID,
        panel=Panel(
            lazy(
                _make, lambda c: (c.session.moved, c.canvas.axes.changed), remade=True
            ),
            Place.TOP_RIGHT,
            52,
            tab="Lifted",
        ),
        figure=view_figure(ID),
    ),
)
