"""Tools that make samples and take them away: brush, pen, eraser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.edits import Add, Remove
from gui.canvas.tools.tool import (
    BESIDE,
    Tool,
    ToolContext,
    ToolSetting,
    ToolSign,
    distance_to_segment,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.plane import Place

PEN_STEP = 14.0
"""Pixels between two points that the pen leaves behind."""


class BrushTool(Tool):
    """A click adds a sample; a drag sprays samples around the mouse."""

    sign = ToolSign(
        "draw", "Brush", "D",
        "Click for a point, drag to spray; right button for the other class", "spray",
    )  # fmt: skip
    changes_points = draws_class = True
    gesture = "click or drag"
    settings = (
        ToolSetting("radius", "Radius", "Radius of the brush, in pixels", 4, 120),
        ToolSetting(
            "density", "Density", "Points on 100 pixels of the mouse's way", 1, 100
        ),
    )

    def __init__(self) -> None:
        self.radius = 22
        self.density = 11

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        super().press(context, place, other=other)
        _add(context, np.array([place]), other, self._stroke)

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Spray in proportion to the way of the mouse, evenly within the circle."""
        here = np.array(place)
        way = float(np.hypot(*(here - self._last))) / context.pixel
        samples = int(way * self.density / 100)
        if not samples:
            return
        centres = self._last + self.rng.random((samples, 1)) * (here - self._last)
        angle = self.rng.uniform(0, 2 * np.pi, samples)
        away = self.radius * context.pixel * np.sqrt(self.rng.random((samples, 1)))
        self._last = here
        around = away * np.column_stack([np.cos(angle), np.sin(angle)])
        _add(context, centres + around, other, self._stroke)


class PenTool(Tool):
    """Adds samples exactly under the mouse, in even steps along its way."""

    sign = ToolSign(
        "pen", "Pen", "N",
        "Click for a point, drag for a row of points; right button: other class",
        "draw",
    )  # fmt: skip
    changes_points = draws_class = True
    gesture = "click, or drag for a row"

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        super().press(context, place, other=other)
        _add(context, np.array([place]), other, self._stroke)

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Leave a sample behind at every step of the way."""
        here, step = np.array(place), PEN_STEP * context.pixel
        way = float(np.hypot(*(here - self._last)))
        count = int(way / step)
        if not count:
            return
        shares = np.arange(1, count + 1)[:, None] * (step / way)
        places = self._last + shares * (here - self._last)
        self._last = places[-1]
        _add(context, places, other, self._stroke)


class EraserTool(Tool):
    """Removes the samples under the mouse."""

    sign = ToolSign("erase", "Eraser", "E", "Click or drag over points to remove them")
    changes_points = True
    settings = (
        ToolSetting("radius", "Radius", "Radius of the eraser, in pixels", 4, 120),
    )

    def __init__(self) -> None:
        self.radius = 12

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        super().press(context, place, other=other)
        self.move(context, place, other=other)

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        here = np.array(place)
        points = context.plane.project(context.session.data.X)
        near = distance_to_segment(points, self._last, here)
        rows = np.flatnonzero(near <= self.radius * context.pixel)
        self._last = here
        if len(rows):
            context.session.edit(Remove(rows), "erase", self._stroke)

    def cursor(self, context: ToolContext, place: Place) -> str:
        return f"{BESIDE}erase"


def _add(
    context: ToolContext, places: NDArray[np.float64], other: bool, stroke: int
) -> None:
    X = context.plane.lift(context.snapped(places))
    y = context.classes_at(X, other=other)
    drawn = np.unique(y)
    name = context.session.data.class_names[drawn[0]]
    text = f"draw {name}" if len(drawn) == 1 else "draw by the rule"
    context.session.edit(Add(X, y), text, stroke)
