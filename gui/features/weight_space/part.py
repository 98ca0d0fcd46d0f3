"""Weight space, as a part of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.part import Panel, Part, PartContext, Place, lazy
from gui.session.diagnosis import DiagnosisRunner
from gui.widgets.lazy_view import LazyView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QLabel

    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

ID = "Weight space"


def _make(context: PartContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.weight_space.weight_space import WeightSpace

    return WeightSpace(context.session, theme, caption, context.canvas.axes)


def _follows(context: PartContext) -> Sequence[SignalInstance]:
    session, axes = context.session, context.canvas.axes
    return session.moved, axes.changed, DiagnosisRunner.of(session).changed


class Ground:
    """Shows under the weights what a lesson wants; afterwards what was there before."""

    def __init__(self, context: PartContext) -> None:
        self._context = context
        self._own: bool | None = None
        context.offer("ground of weights", self.show)

    def show(self, ground: str) -> None:
        """Show the loss, or nothing; empty: what there was before."""
        panel = self._context.panel(ID)
        if not isinstance(panel, LazyView) or (not ground and self._own is None):
            return
        loss = panel.open().controls.loss
        if self._own is None:
            self._own = loss.isChecked()
        loss.setChecked(ground == "loss" if ground else self._own)
        if not ground:
            self._own = None


def _figure(context: PartContext, sheet: Sheet) -> Figure | None:
    from gui.features.weight_space.weight_figure import weights_as_shown

    panel = context.panel(ID)
    assert isinstance(panel, LazyView)
    return weights_as_shown(context.session, panel.open(), sheet)


PARTS = (
    Part(
        ID,
        panel=Panel(lazy(_make, _follows, remade=True), Place.TOP_RIGHT, 51),
        connect=Ground,
        figure=_figure,
    ),
)
