"""What is read at the mouse, or at the crosshair: scores, and the sample there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF

from gui.canvas.point_index import rows_as_symbols
from gui.canvas.readout import Readout, spoken_state
from gui.canvas.tools.select_tool import SelectTool
from gui.canvas.tools.tool import GRAB_RADIUS
from gui.tasks.throttle import Throttle
from gui.widgets.dimming import Dimming

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QWidget

    from gui.canvas.crosshair import Crosshair
    from gui.canvas.plane import Place
    from gui.canvas.plot import CanvasPlot
    from gui.canvas.point_card import PointCard
    from gui.canvas.selection import Selection
    from gui.canvas.tools.tool_controller import ToolController
    from gui.session.session import Session


class PlaceReading:
    """Reads the scores of a place, and tells of the sample there.

    Parameters
    ----------
    session : Session
    plot : CanvasPlot
    selection : Selection
    tools : ToolController
        Who has the mouse: with some tools nothing is told of a sample.
    grid_step : callable
        Gives the steps of the grid that places snap to, if they do.

    Attributes
    ----------
    readout : Readout
        Where the scores are read.
    crosshair : Crosshair or None
        By which the plot is used by keyboard; None as long as it is not.
    words : list of callable
        What else is said to those who do not see the plot.
    """

    def __init__(
        self,
        session: Session,
        plot: CanvasPlot,
        selection: Selection,
        tools: ToolController,
        grid_step: Callable[[], tuple[float, float] | None],
    ) -> None:
        self._session, self._plot = session, plot
        self._selection, self._tools, self._grid_step = selection, tools, grid_step
        self.readout = Readout(plot.theme)
        self.crosshair: Crosshair | None = None
        self.words: list[Callable[[], Iterable[str]]] = []
        self._card: PointCard | None = None
        self._mouse: Place | None = None
        late = Dimming(self._read_of_step)
        self._soon = Throttle(session, self.read, late=late)
        self.follow = self._soon.trigger
        plot.make_keys = self._make_crosshair
        plot.hovered.connect(self._hover)
        for changed in (selection.changed, plot.view.sigRangeChanged):
            changed.connect(self._tell_of_point)
        session.stroke_ended.connect(self.follow)

    @property
    def point_card(self) -> PointCard:
        """What is said of the sample under the mouse."""
        from gui.canvas.point_card import PointCard

        if self._card is None:
            self._card = PointCard(self._session, self._plot, self._plot.theme)
        return self._card

    def read(self) -> None:
        """Read what is at the mouse now."""
        plot = self._plot
        if plot.picture is not None:
            self.readout.show_scores(plot.picture, self._mouse, plot.pixel, plot.theme)
        self._tell_of_point()
        if self.crosshair is not None:
            self.crosshair.tell()

    def row_at_mouse(self) -> int | None:
        """Find the sample under the mouse, in the margin view, too."""
        return None if self._mouse is None else self.row_at(self._mouse)

    def row_at(self, place: Place) -> int | None:
        """Find the sample at a place of the plane, in the margin view, too."""
        plot, picture = self._plot, self._plot.picture
        if picture is None:
            return None
        across, up = plot.view.viewPixelSize()
        if not (across and up):  # in a tiny window the plane has no height
            return None
        reach, upright = GRAB_RADIUS * across, up / across
        rows = rows_as_symbols(picture, plot.view_rect)
        if rows is None or not picture.data.n_samples:
            return None
        away = picture.plane.project(picture.data.X[rows]) - np.array(place)
        with np.errstate(over="ignore"):  # farther off than any reach
            distances = np.hypot(away[:, 0], away[:, 1] / upright)
        if not len(distances) or distances.min() > reach:
            return None
        nearest = int(distances.argmin())
        return nearest if isinstance(rows, slice) else int(rows[nearest])

    def _hover(self, place: Place | None) -> None:
        self._mouse = place
        self.follow()

    def _read_of_step(self) -> list[QWidget]:
        """Give what reads scores of a step now."""
        read: list[QWidget] = [] if self._mouse is None else [self.readout]
        return read if self._card is None else [*read, self._card]

    def _tell_of_point(self, *_: object) -> None:
        """Tell of the sample under the mouse; draw its angle, or the selected one's."""
        plot, row = self._plot, self._row_asked_about()
        only = int(self._selection.rows[0]) if len(self._selection) == 1 else None
        plot.layers.angle.look_at(only if row is None else row)
        if row is None or plot.picture is None:
            if self._card is not None:
                self._card.show_row(None, None)
            return
        X = plot.picture.data.X[[row]]
        x, y = plot.picture.plane.project(X)[0].tolist()
        place = plot.mapFromScene(plot.view.mapViewToScene(QPointF(x, y)))
        seen = plot.view.sceneBoundingRect().contains(QPointF(place))
        self.point_card.show_row(row, QPointF(place) if seen else None)

    def _row_asked_about(self) -> int | None:
        """Give the row under the mouse that is to be told of: only Select asks."""
        tools = self._tools
        asked = isinstance(tools.tool, SelectTool) or not tools.enabled
        return None if self._session.stroking or not asked else self.row_at_mouse()

    def _make_crosshair(self) -> Crosshair:
        from gui.canvas.crosshair import Crosshair

        self.crosshair = Crosshair(
            self._plot, self._tools.takes_hold, self._grid_step, self._spoken
        )
        return self.crosshair

    def _spoken(self, place: Place) -> str:
        """Describe the state for those who do not see it, with the crosshair there."""
        plot = self._plot
        if plot.picture is None:
            return ""
        row, frame = self.row_at_mouse(), self._session.frame
        said = spoken_state(plot.picture, place, plot.pixel, frame, row)
        return "; ".join([said, *(word for give in self.words for word in give())])
