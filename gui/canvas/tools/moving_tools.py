"""Tools that move samples: by hand, by a shake, by a pull."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.edits import Move
from gui.canvas.tools.tool import (
    BESIDE,
    SampleDrag,
    Tool,
    ToolContext,
    ToolSetting,
    ToolSign,
    nearest_row,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.plane import Place

SHAKE = 0.12
"""Share of the radius by which a way of one radius shakes a sample."""
PULL = 0.6
"""Share of its distance by which a way of one radius pulls a sample at most."""
LEAST_PULL = 0.2
"""The same for a click, in ways of one radius."""


class MoveTool(Tool):
    """Drags the sample under the mouse."""

    sign = ToolSign(
        "move", "Move", "M",
        "Drag a point: the whole run is recorded anew while it moves",
    )  # fmt: skip
    changes_points = True

    def __init__(self) -> None:
        self._drag: SampleDrag | None = None

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Take hold of the nearest sample within reach; of the selection, of all."""
        super().press(context, place, other=other)
        row = nearest_row(context, place)
        self._drag = None
        if row is not None:
            self._drag = SampleDrag(context, context.selection.with_row(row), row)

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Carry it along, unless the data were changed meanwhile (by an undo)."""
        if self._drag is not None:
            self._drag.move(context, np.array(place) - self._last, self._stroke)

    def takes_hold(self, context: ToolContext, place: Place) -> bool:
        """Take hold of what is within reach."""
        return nearest_row(context, place) is not None

    def cursor(self, context: ToolContext, place: Place) -> str:
        """Show where a drag moves something."""
        return "" if context.row_at(place) is None else "shift"


class _AreaTool(Tool):
    """Moves the samples within a circle around the mouse, the more the longer its way.

    The middle of the circle is where the mouse is.
    """

    verb = ""

    def __init__(self) -> None:
        self.radius = 60

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Begin with a small change of what is here."""
        super().press(context, place, other=other)
        self._shape(context, place, LEAST_PULL, other)

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Change what is here in proportion to the way of the mouse."""
        way = float(np.hypot(*(np.array(place) - self._last))) / context.pixel
        self._last = np.array(place)
        self._shape(context, place, way / self.radius, other)

    def _shape(
        self, context: ToolContext, place: Place, ways: float, other: bool
    ) -> None:
        session, plane = context.session, context.plane
        points = plane.project(session.data.X)
        radius = self.radius * context.pixel
        near = np.hypot(*(points - np.array(place)).T) < radius
        rows = np.flatnonzero(near)
        if not len(rows) or not ways:
            return
        by = self._shifts((points[rows] - np.array(place)) / radius, ways, other)
        X = plane.moved(session.data.X[rows], (by * radius).T)
        session.edit(Move(rows, X), self.verb, self._stroke)

    def cursor(self, context: ToolContext, place: Place) -> str:
        return f"{BESIDE}{self.sign.name}"

    def _shifts(
        self, away: NDArray[np.float64], ways: float, other: bool
    ) -> NDArray[np.float64]:
        """Give how far to move samples, all in radii.

        Parameters
        ----------
        away : ndarray, shape (n, 2)
            From the mouse to the sample.
        ways : float
            What the mouse has gone.
        other : bool
            By the right button.
        """
        raise NotImplementedError


class JitterTool(_AreaTool):
    """Shakes samples, each on its own."""

    sign = ToolSign("jitter", "Jitter", "J", "Drag over points to shake them")
    verb = "jitter"
    changes_points = True
    settings = (
        ToolSetting("radius", "Radius", "Points so near are shaken (pixels)", 8, 200),
    )

    def _shifts(
        self, away: NDArray[np.float64], ways: float, other: bool
    ) -> NDArray[np.float64]:
        return self.rng.normal(0, SHAKE * np.sqrt(ways), away.shape)


class MagnetTool(_AreaTool):
    """Pulls samples towards the mouse; with the right button pushes them away."""

    sign = ToolSign(
        "magnet", "Magnet", "G",
        "Drag near points to pull them; right button pushes them away",
    )  # fmt: skip
    verb = "magnet"
    changes_points = True
    settings = (
        ToolSetting("radius", "Radius", "Points so near are pulled (pixels)", 8, 200),
    )

    def _shifts(
        self, away: NDArray[np.float64], ways: float, other: bool
    ) -> NDArray[np.float64]:
        distance = np.hypot(*away.T)[:, None]
        strength = min(1.0, PULL * ways) * (1 - distance)
        return np.asarray(away * strength if other else -away * strength)
