"""Edits and recipes on the undo stack."""

from __future__ import annotations

import math
import time
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand

if TYPE_CHECKING:
    from engine import Recipe
    from engine.data.edits import Edit
    from gui.session.session import Session

next_stroke = count(1).__next__
"""Gives the number of another stroke: what bears the same is undone together."""
PAUSE = 1.0
"""Seconds without a change after which another stroke begins."""


class Stroke:
    """A run of changes by one control, that follow each other within a second."""

    def __init__(self) -> None:
        self._number, self._last = 0, -math.inf

    @property
    def number(self) -> int:
        """The stroke that a change now belongs to."""
        now = time.monotonic()
        if now - self._last > PAUSE:
            self._number = next_stroke()
        self._last = now
        return self._number


class EditCommand(QUndoCommand):
    """One edit, or all edits of a stroke, done and undone on the session's data."""

    def __init__(
        self, session: Session, edit: Edit, text: str, stroke: int | None
    ) -> None:
        super().__init__(text)
        self._session = session
        self._edits = [edit]
        self._inverses: list[Edit] = []
        self._stroke = stroke

    def redo(self) -> None:
        """Apply the edits."""
        data, inverses = self._session.data, []
        for edit in self._edits:
            inverses.append(edit.inverse(data))
            data = edit.apply(data)
        self._inverses = inverses
        self._session.set_data(data)

    def undo(self) -> None:
        """Apply the inverses, the last first."""
        data = self._session.data
        for inverse in reversed(self._inverses):
            data = inverse.apply(data)
        self._session.set_data(data)

    def id(self) -> int:
        """Let the stack offer later edits for merging."""
        return -1 if self._stroke is None else 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take in the next edit of the same stroke."""
        if not isinstance(other, EditCommand) or other._stroke != self._stroke:
            return False
        for edit, inverse in zip(other._edits, other._inverses, strict=True):
            self._take_in(edit, inverse)
        return True

    def _take_in(self, edit: Edit, inverse: Edit) -> None:
        """Append an edit, or make one of it and the last, where that is less."""
        both = self._edits[-1].then(edit)
        back = inverse.then(self._inverses[-1])
        if both is None or back is None:
            self._edits.append(edit)
            self._inverses.append(inverse)
        else:
            self._edits[-1], self._inverses[-1] = both, back


class RecipeCommand(QUndoCommand):
    """Another recipe, or the last one of a stroke."""

    def __init__(
        self, session: Session, recipe: Recipe, text: str, stroke: int | None
    ) -> None:
        super().__init__(text)
        self._session = session
        self._before, self._after = session.recipe, recipe
        self._stroke = stroke

    def redo(self) -> None:
        """Take the recipe."""
        self._session.set_recipe(self._after)

    def undo(self) -> None:
        """Take the one before the stroke."""
        self._session.set_recipe(self._before)

    def id(self) -> int:
        """Let the stack offer later recipes for merging."""
        return -1 if self._stroke is None else 2

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take in the next recipe of the same stroke."""
        if not isinstance(other, RecipeCommand) or other._stroke != self._stroke:
            return False
        self._after = other._after
        return True
