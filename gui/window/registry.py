"""The views beside the canvas: one line each, made when they are first seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from gui.features.predict.predicted_point import PredictedPoint
from gui.session.diagnosis import DiagnosisRunner
from gui.widgets.lazy_view import LazyView

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QLabel

    from gui.canvas.axes_bar import AxesBar
    from gui.canvas.canvas import Canvas
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView


class ViewContext(NamedTuple):
    """What a view may look at: the run, the canvas."""

    session: Session
    canvas: Canvas

    @property
    def axes(self) -> AxesBar:
        """Which features are shown."""
        return self.canvas.axes


class ViewEntry(NamedTuple):
    """A view that has a dock of its own.

    Attributes
    ----------
    title : str
        Of its dock.
    make : callable
        Imports the view and makes it, given a theme and the caption of its dock.
    follows : callable
        Gives the signals at which it is drawn anew, if it is seen.
    """

    title: str
    make: Callable[[ViewContext, Theme, QLabel], ShownView]
    follows: Callable[[ViewContext], tuple[SignalInstance, ...]]


def _weight_space(context: ViewContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.weight_space.weight_space import WeightSpace

    return WeightSpace(context.session, theme, caption, context.axes)


def _lifted_space(context: ViewContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.lifted_space.lifted_space import LiftedSpace

    return LiftedSpace(context.session, theme, caption, context.axes)


def _network(context: ViewContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.network.network_view import NetworkView

    canvas = context.canvas
    return NetworkView(
        context.session, theme, caption, context.axes,
        canvas.plot.layers.class_regions.show_unit, canvas.unit_chosen.emit,
    )  # fmt: skip


def _loss(context: ViewContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.loss.loss_view import LossView

    return LossView(context.session, theme, caption)


VIEWS = (
    ViewEntry("Loss", _loss, lambda c: (c.session.moved,)),
    ViewEntry(
        "Weight space",
        _weight_space,
        lambda c: (
            c.session.moved,
            c.axes.changed,
            DiagnosisRunner.of(c.session).changed,
        ),
    ),
    ViewEntry(
        "Lifted space", _lifted_space, lambda c: (c.session.moved, c.axes.changed)
    ),
    ViewEntry("Network", _network, lambda c: (c.session.moved, c.axes.changed)),
)


def registered_views(
    session: Session, theme: Theme, canvas: Canvas
) -> dict[str, LazyView]:
    """Give the registered views by the titles of their docks."""
    context = ViewContext(session, canvas)
    return {
        view.title: LazyView(
            session, theme, partial(view.make, context), *view.follows(context)
        )
        for view in VIEWS
    }


def running_mistakes(session: Session, theme: Theme) -> LazyView:
    """Give what takes the place of the error curve in a stream."""

    def make(theme: Theme, caption: QLabel) -> ShownView:
        from gui.features.stream.running_mistakes import RunningMistakes

        return RunningMistakes(session, theme, caption)

    return LazyView(session, theme, make, session.moved)


def predict_view(session: Session, axes: AxesBar, theme: Theme) -> LazyView:
    """Give the panel that asks the model about feature values."""

    def make(theme: Theme, caption: QLabel) -> ShownView:
        from gui.features.predict.predict_panel import PredictPanel

        return PredictPanel(session, axes, theme, caption)

    return LazyView(
        session,
        theme,
        make,
        session.changed,
        PredictedPoint.of(session).changed,
        axes.changed,
    )


def points_view(session: Session, theme: Theme, canvas: Canvas) -> LazyView:
    """Give the table of the samples; when other data come, the plot takes the keys."""

    def make(theme: Theme, caption: QLabel) -> ShownView:
        from gui.features.points.points_table import PointsTable

        card = canvas.reading.point_card
        table = PointsTable(
            session, canvas.axes, canvas.selection, caption, canvas.plot,
            theme, canvas.menus.points_menu,
        )  # fmt: skip
        card.pointed.connect(table.point_at)
        return table

    return LazyView(session, theme, make, session.data_changed)
