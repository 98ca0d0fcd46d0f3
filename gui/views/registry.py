"""The views that wait behind a tab until somebody wants to see them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.widgets.lazy_view import LazyView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel, QWidget

    from gui.canvas.axes_bar import AxesBar
    from gui.canvas.canvas import Canvas
    from gui.session.diagnosis import DiagnosisRunner
    from gui.session.session import Session
    from gui.style.theme import Theme


def further_views(
    session: Session, theme: Theme, diagnoser: DiagnosisRunner, axes: AxesBar
) -> dict[str, LazyView]:
    """Give them by the titles of their docks."""
    weight_space = LazyView(session, theme, partial(_weight_space, diagnoser, axes))
    diagnoser.changed.connect(weight_space.refresh)
    lifted_space = LazyView(session, theme, partial(_lifted_space, axes))
    for view in (weight_space, lifted_space):
        axes.changed.connect(view.refresh)
    return {"Weight space": weight_space, "Lifted space": lifted_space}


def running_mistakes(session: Session, theme: Theme) -> LazyView:
    """Give what takes the place of the error curve in a stream."""
    return LazyView(session, theme, _running_mistakes)


def _running_mistakes(session: Session, theme: Theme, caption: QLabel) -> QWidget:
    from gui.views.running_mistakes import RunningMistakes

    return RunningMistakes(session, theme, caption)


def points_view(session: Session, theme: Theme, canvas: Canvas) -> LazyView:
    """Give the table of the samples."""
    points = LazyView(session, theme, partial(_points, canvas))
    session.data_changed.connect(points.refresh)
    return points


def _points(canvas: Canvas, session: Session, theme: Theme, caption: QLabel) -> QWidget:
    from gui.panels.points_table import PointsTable

    return PointsTable(session, theme, caption, canvas)


def _weight_space(
    diagnoser: DiagnosisRunner,
    axes: AxesBar,
    session: Session,
    theme: Theme,
    caption: QLabel,
) -> QWidget:
    from gui.views.weight_space.weight_space import WeightSpace

    return WeightSpace(session, theme, caption, diagnoser, axes)


def _lifted_space(
    axes: AxesBar, session: Session, theme: Theme, caption: QLabel
) -> QWidget:
    from gui.views.lifted_space.lifted_space import LiftedSpace

    return LiftedSpace(session, theme, caption, axes)
