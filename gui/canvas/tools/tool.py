"""What a tool of the canvas is: presses and moves of the mouse turned into edits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

import numpy as np

from engine.data.edits import Move
from gui.session.undo import next_stroke

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset
    from gui.canvas.plane import Place, Plane, Rect
    from gui.canvas.selection import Selection
    from gui.session.session import Session

BESIDE = "+"
"""Before the name of an icon: it stands beside a cross."""
GRAB_RADIUS = 12.0
"""Pixels within which the mouse reaches a point."""


class ToolContext(Protocol):
    """What a tool works on."""

    session: Session
    plane: Plane
    selection: Selection

    @property
    def view_rect(self) -> Rect:
        """The part of the plane in view."""

    @property
    def pixel(self) -> float:
        """Length of a screen pixel in the plane."""

    @property
    def adding(self) -> bool:
        """Whether Shift was down at the press: take more instead of anew."""

    def class_for(self, *, other: bool) -> int:
        """Class of the left button, or of the right."""

    def classes_at(self, X: NDArray[np.float64], *, other: bool) -> NDArray[np.int64]:
        """Classes of samples (n, n_features) that a button draws."""

    def snapped(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Put places on the grid while points snap to it; else round to a pixel."""

    def row_at(self, place: Place) -> int | None:
        """Find the sample that is seen at a place, if within reach."""

    def open_menu(self, place: Place) -> None:
        """Offer what can be done with the selected samples; without any, there."""


@dataclass(frozen=True)
class ToolSetting:
    """A number of a tool that is set in the tool bar.

    Attributes
    ----------
    name : str
        The tool's attribute.
    title, hint : str
    low, high : int
    """

    name: str
    title: str
    hint: str
    low: int
    high: int


class ToolSign(NamedTuple):
    """By what a tool is known and chosen.

    Attributes
    ----------
    name, title : str
    key : str
        Chooses it.
    hint : str
    icon : str
        Default the name.
    """

    name: str
    title: str
    key: str
    hint: str
    icon: str = ""


class Tool:
    """Turns presses and moves into edits; one stroke is one undo.

    Attributes
    ----------
    sign : ToolSign
        Of one that every canvas has; others are given theirs where they are added.
    settings : tuple of ToolSetting
    changes_points : bool
        A click anywhere may change the points.
    draws_class : bool
        It adds samples of a class, which the mouse shows.
    gesture : str
        By which it makes samples, where there are none; default by none.
    needs_points : bool
        Where there are none, one is told how to draw some.
    radius : int
        Of a circle shown under the mouse, in pixels; 0: none.
    outline : ndarray, shape (n, 2), or None
        A closed line of the plane to show while it is drawn.
    """

    sign: ClassVar[ToolSign]
    settings: tuple[ToolSetting, ...] = ()
    changes_points = False
    draws_class = False
    gesture = ""
    needs_points = True
    radius = 0
    outline: NDArray[np.float64] | None = None

    @cached_property
    def rng(self) -> np.random.Generator:
        """The tool's own random numbers, only imported when first drawn."""
        return np.random.default_rng()

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Begin a stroke at a place of the plane; `other` for the right button."""
        self._stroke = next_stroke()
        self._last = np.array(place)

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Go on with the stroke."""

    def release(self, context: ToolContext) -> None:
        """End the stroke."""

    def press_again(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Take the second of two quick presses; for most tools one like any other."""
        self.press(context, place, other=other)

    def takes_hold(self, context: ToolContext, place: Place) -> bool:
        """Tell whether it needs a drag: a click alone does nothing there."""
        return False

    def hover(self, context: ToolContext, place: Place | None) -> None:
        """Look at a place without a press; None: the mouse has left."""

    def cursor(self, context: ToolContext, place: Place) -> str:
        """Name the mouse's shape at a place: what a drag from there does."""
        return ""


class SampleDrag:
    """Moves samples along with the mouse, within one stroke."""

    def __init__(
        self, context: ToolContext, rows: NDArray[np.int64], grabbed: int
    ) -> None:
        self._rows = rows
        self._data: Dataset = context.session.data
        self._first = self._data.X[rows]
        self._from = context.plane.project(self._data.X[[grabbed]])[0]

    def move(self, context: ToolContext, way: NDArray[np.float64], stroke: int) -> None:
        """Put them so far from where they were, unless others changed the data.

        The sample grabbed snaps to the grid, and the others keep their distance to it.
        """
        if context.session.data is not self._data:
            return
        target = context.snapped((self._from + way)[None])[0]
        X = context.plane.moved(self._first, target - self._from)
        context.session.edit(Move(self._rows, X), "move", stroke)
        self._data = context.session.data


def nearest_row(context: ToolContext, place: Place) -> int | None:
    """Find the row of the sample nearest to a place, if within reach."""
    points = context.plane.project(context.session.data.X)
    if not len(points):
        return None
    distance = np.hypot(*(points - np.array(place)).T)
    row = int(distance.argmin())
    return row if distance[row] <= GRAB_RADIUS * context.pixel else None


def distance_to_segment(
    points: NDArray[np.float64], start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give the distance of points (n, 2) to the way between two places."""
    along = end - start
    length = float(along @ along)
    share = np.zeros(len(points))
    if length:
        share = np.clip((points - start) @ along / length, 0.0, 1.0)
    nearest_point = start + share[:, None] * along
    distance: NDArray[np.float64] = np.hypot(*(points - nearest_point).T)
    return distance
