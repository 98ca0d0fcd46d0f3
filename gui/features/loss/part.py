"""Loss, as a part of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.part import Panel, Part, PartContext, Place, lazy, shown_view

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

ID = "Loss"


def _make(context: PartContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.loss.loss_view import LossView

    return LossView(context.session, theme, caption)


def _figure(context: PartContext, sheet: Sheet) -> Figure | None:
    from gui.features.loss.loss_figure import loss_as_shown
    from gui.features.loss.loss_view import LossView
    from gui.plotting.figure import figure_of

    view = shown_view(context, ID)
    output = view.chosen_output if isinstance(view, LossView) else None
    plot = loss_as_shown(context.session, output, sheet)
    return None if plot is None else figure_of(plot)


PARTS = (
    Part(
        ID,
        panel=Panel(
            lazy(_make, lambda c: (c.session.moved,), remade=True), Place.TOP_RIGHT, 50
        ),
        figure=_figure,
    ),
)
