"""Predict, as a part of the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.part import Panel, Part, PartContext, Place, lazy
from gui.session.predicted_point import PredictedPoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QLabel

    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

ID = "Predict"


def _make(context: PartContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.predict.predict_panel import PredictPanel

    return PredictPanel(context.session, context.canvas.axes, theme, caption)


def _follows(context: PartContext) -> Sequence[SignalInstance]:
    session, axes = context.session, context.canvas.axes
    return session.changed, PredictedPoint.of(session).changed, axes.changed


def _connect(context: PartContext) -> None:
    forward = partial(context.panels.bring_forward, ID)
    PredictedPoint.of(context.session).pointed.connect(forward)


PARTS = (
    Part(
        ID,
        panel=Panel(lazy(_make, _follows), Place.BOTTOM_RIGHT, 80),
        connect=_connect,
    ),
)
