"""Tools of the canvas: what the mouse does to the data."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from engine.data.edits import Add, Move, Remove
from gui.commands import next_stroke

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset
    from gui.canvas.hand import Hand
    from gui.canvas.levels import Rect
    from gui.canvas.line import Place
    from gui.canvas.plane import Plane
    from gui.session import Session

SPRAY_RADIUS = 22.0
SPRAY_STEP = 9.0
"""Pixels the mouse moves for each sprayed point."""
ERASE_RADIUS = 12.0
GRAB_RADIUS = 12.0


class Board(Protocol):
    """What a tool may ask of the canvas."""

    session: Session
    plane: Plane
    hand: Hand | None
    current_part: int

    @property
    def rect(self) -> Rect:
        """The part of the plane in view."""

    @property
    def pixel(self) -> float:
        """Length of a screen pixel in the plane."""

    def class_for(self, other: bool) -> int:
        """Class of the left button, or of the right."""


class Tool:
    """Turns presses and moves into edits; one stroke is one undo."""

    name = ""
    title = ""
    hint = ""

    def press(self, board: Board, place: Place, other: bool) -> None:
        """Begin a stroke at a place of the plane; `other` for the right button."""
        self._stroke = next_stroke()
        self._last = np.array(place)

    def move(self, board: Board, place: Place, other: bool) -> None:
        """Go on with the stroke."""

    def press_again(self, board: Board, place: Place, other: bool) -> None:
        """Take the second of two quick presses; for most tools one like any other."""
        self.press(board, place, other)

    def cursor(self, board: Board, place: Place) -> str:
        """Name the mouse's shape at a place: what a drag from there does."""
        return ""


class DrawTool(Tool):
    """A click adds a sample; a drag sprays samples around the mouse."""

    name, title = "draw", "Draw"
    hint = "Click for a point, drag to spray; right button for the other class"

    @cached_property
    def _rng(self) -> np.random.Generator:
        return np.random.default_rng()

    def press(self, board: Board, place: Place, other: bool) -> None:
        """Add one sample exactly here."""
        super().press(board, place, other)
        self._add(board, np.array([place]), other)

    def move(self, board: Board, place: Place, other: bool) -> None:
        """Spray in proportion to the way of the mouse."""
        here = np.array(place)
        way = float(np.hypot(*(here - self._last))) / board.pixel
        samples = int(way / SPRAY_STEP)
        if not samples:
            return
        along = self._rng.random((samples, 1))
        centres = self._last + along * (here - self._last)
        scatter = self._rng.normal(0, SPRAY_RADIUS / 2, (samples, 2)) * board.pixel
        self._last = here
        self._add(board, centres + scatter, other)

    def _add(self, board: Board, places: NDArray[np.float64], other: bool) -> None:
        digits = max(0, int(np.ceil(-np.log10(board.pixel))))
        X = board.plane.lift(places.round(digits))
        y = np.full(len(places), board.class_for(other))
        text = f"draw {board.session.data.class_names[y[0]]}"
        board.session.edit(Add(X, y), text, self._stroke)


class EraseTool(Tool):
    """Removes the samples under the mouse."""

    name, title = "erase", "Erase"
    hint = "Click or drag over points to remove them"

    def press(self, board: Board, place: Place, other: bool) -> None:
        """Remove what is here."""
        super().press(board, place, other)
        self.move(board, place, other)

    def move(self, board: Board, place: Place, other: bool) -> None:
        """Remove what the mouse came over."""
        here = np.array(place)
        points = board.plane.project(board.session.data.X)
        near = distance_to_segment(points, self._last, here)
        rows = np.flatnonzero(near <= ERASE_RADIUS * board.pixel)
        self._last = here
        if len(rows):
            board.session.edit(Remove(rows), "erase", self._stroke)


class MoveTool(Tool):
    """Drags the sample under the mouse."""

    name, title = "move", "Move"
    hint = "Drag a point: the whole run is recorded anew while it moves"

    def __init__(self) -> None:
        self._row: int | None = None
        self._data: Dataset | None = None

    def press(self, board: Board, place: Place, other: bool) -> None:
        """Take hold of the nearest sample within reach."""
        super().press(board, place, other)
        self._row = nearest(board, place)
        self._data = board.session.data

    def move(self, board: Board, place: Place, other: bool) -> None:
        """Carry it along, unless the data were changed meanwhile (by an undo)."""
        data = board.session.data
        if self._row is None or data is not self._data:
            return
        here = np.array(place)
        rows = np.array([self._row])
        X = board.plane.moved(data.X[rows], here - self._last)
        self._last = here
        board.session.edit(Move(rows, X), "move", self._stroke)
        self._data = board.session.data


def nearest(board: Board, place: Place) -> int | None:
    """Find the row of the sample nearest to a place, if within reach."""
    points = board.plane.project(board.session.data.X)
    if not len(points):
        return None
    distance = np.hypot(*(points - np.array(place)).T)
    row = int(distance.argmin())
    return row if distance[row] <= GRAB_RADIUS * board.pixel else None


def distance_to_segment(
    points: NDArray[np.float64], start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Measure how far points (n, 2) are from the way between two places."""
    along = end - start
    length = float(along @ along)
    share = np.zeros(len(points))
    if length:
        share = np.clip((points - start) @ along / length, 0.0, 1.0)
    nearest_point = start + share[:, None] * along
    distance: NDArray[np.float64] = np.hypot(*(points - nearest_point).T)
    return distance


def all_tools() -> list[Tool]:
    """Make the tools, in the order of the tool bar."""
    return [DrawTool(), EraseTool(), MoveTool()]
