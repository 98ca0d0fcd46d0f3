"""Edits and recipes on the undo stack."""

from __future__ import annotations

import math
import time
from itertools import count
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QAction

    from engine import Dataset, Recipe
    from engine.data.edits import Edit

next_stroke = count(1).__next__
"""Gives the number of another stroke: what bears the same is undone together."""
PAUSE_SECONDS = 1.0
"""Seconds without a change after which another stroke begins."""


class Stroke:
    """A run of changes by one control, that follow each other within a second."""

    def __init__(self) -> None:
        self._number, self._last = 0, -math.inf

    @property
    def number(self) -> int:
        """The stroke that a change now belongs to."""
        now = time.monotonic()
        if now - self._last > PAUSE_SECONDS:
            self._number = next_stroke()
        self._last = now
        return self._number


class StrokeCommand(QUndoCommand):
    """A command that takes in those that follow it in the same stroke.

    Parameters
    ----------
    text : str
    stroke : int or None
    """

    def __init__(self, text: str, stroke: int | None) -> None:
        super().__init__(text)
        self.stroke = stroke

    def is_followed_by(self, other: QUndoCommand) -> bool:
        """Tell whether another is of the same kind and stroke."""
        same = isinstance(other, type(self)) and other.stroke == self.stroke
        return same and self.stroke is not None

    def take_in(self, other: Any) -> None:
        """Make one command of this and the next, which has just been done."""
        raise NotImplementedError


class UndoStack(QUndoStack):
    """Merges the commands of a stroke itself, and can keep what lies under a place.

    Qt deletes the one that it has merged before PySide makes it a child of the stack,
    which then holds what is left of it for ever.

    Signals
    -------
    undoable(bool)
        Whether there is something to undo, above the place that is held.
    """

    undoable = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._held = 0
        # Qt tells it after it has enabled its own actions.
        self.undoTextChanged.connect(self._tell_undoable)

    def _tell_undoable(self) -> None:
        self.undoable.emit(self.canUndo())

    def createUndoAction(self, parent: QObject, prefix: str = "") -> QAction:
        action = super().createUndoAction(parent, prefix)
        self.undoable.connect(action.setEnabled)
        return action

    def canUndo(self) -> bool:
        return self.index() > self._held

    def undo(self) -> None:
        if self.canUndo():
            super().undo()

    def clear(self) -> None:
        self._held = 0
        super().clear()

    def hold(self) -> None:
        """Undo nothing of what is there now, until it is cut."""
        self._held = self.index()
        self.undoable.emit(False)

    def push(self, command: QUndoCommand) -> None:
        """Do a command, and keep it to be undone, alone or within the last."""
        last = self.command(self.index() - 1)
        if (
            isinstance(last, StrokeCommand)
            and last.is_followed_by(command)
            and not (self.isClean() or self.canRedo())
        ):
            command.redo()
            last.take_in(command)
            self.indexChanged.emit(self.index())
        else:
            super().push(command)

    def cut(self, place: int) -> None:
        """Undo down to a place, and forget what was above it."""
        self._held = 0
        self.setIndex(place)
        nothing = QUndoCommand()
        nothing.setObsolete(True)
        self.push(nothing)  # what could be done again goes


class EditCommand(StrokeCommand):
    """One edit, or all edits of a stroke, done and undone.

    Parameters
    ----------
    present : callable
        Gives the data as they are.
    set_data : callable
        Takes the data as they become, and, if there are such, the recipe to go with
        them and the step at which to be.
    step : callable
        Gives the step under the playhead, to which undo goes back.
    recipe : callable
        Gives the recipe as it is; what an edit makes of it, undo takes back, and redo
        gives again.
    edit : Edit
    text : str
    stroke : int or None

    Attributes
    ----------
    edits, inverses : list of Edit
        In the order in which they were done.
    after : Recipe
        What the recipe became.
    """

    def __init__(
        self,
        present: Callable[[], Dataset],
        set_data: Callable[[Dataset, Recipe | None, int | None], None],
        step: Callable[[], int],
        recipe: Callable[[], Recipe],
        edit: Edit,
        text: str,
        stroke: int | None,
    ) -> None:
        super().__init__(text, stroke)
        self._present, self._set_data, self._recipe = present, set_data, recipe
        self._step, self._step_before = step, 0
        self._before = self.after = recipe()
        self.edits = [edit]
        self.inverses: list[Edit] = []

    def redo(self) -> None:
        """Apply the edits."""
        data, inverses = self._present(), []
        for edit in self.edits:
            inverses.append(edit.inverse(data))
            data = edit.apply(data)
        before = self._recipe()
        again = bool(self.inverses) and before == self._before
        self.inverses, self._before = inverses, before
        self._step_before = self._step()
        self._set_data(data, self.after if again else None, None)
        self.after = self._recipe()

    def undo(self) -> None:
        """Apply the inverses, the last first."""
        data = self._present()
        for inverse in reversed(self.inverses):
            data = inverse.apply(data)
        as_left = self._recipe() == self.after
        self._set_data(data, self._before if as_left else None, self._step_before)

    def take_in(self, other: EditCommand) -> None:
        """Take in the next edit of the same stroke."""
        for edit, inverse in zip(other.edits, other.inverses, strict=True):
            self._append(edit, inverse)
        self.after = other.after

    def _append(self, edit: Edit, inverse: Edit) -> None:
        """Append an edit, or make one of it and the last, where that is less."""
        both = self.edits[-1].then(edit)
        back = inverse.then(self.inverses[-1])
        if both is None or back is None:
            self.edits.append(edit)
            self.inverses.append(inverse)
        else:
            self.edits[-1], self.inverses[-1] = both, back


class OpenCommand(QUndoCommand):
    """Other data begun with, and what was there before them.

    Parameters
    ----------
    take : callable
        Begins with a state, without touching the undo stack.
    before, after : object
        The states.
    text : str
    """

    def __init__(
        self, take: Callable[[Any], None], before: object, after: object, text: str
    ) -> None:
        super().__init__(text)
        self._take, self._before, self._after = take, before, after

    def redo(self) -> None:
        """Begin with the other data."""
        self._take(self._after)

    def undo(self) -> None:
        """Begin again with what was there."""
        self._take(self._before)


class RecipeCommand(StrokeCommand):
    """Another recipe, or the last one of a stroke."""

    def __init__(
        self,
        set_recipe: Callable[[Recipe], None],
        before: Recipe,
        after: Recipe,
        text: str,
        stroke: int | None,
    ) -> None:
        super().__init__(text, stroke)
        self._set_recipe = set_recipe
        self._before, self.after = before, after

    def redo(self) -> None:
        """Take the recipe."""
        self._set_recipe(self.after)

    def undo(self) -> None:
        """Take the one before the stroke."""
        self._set_recipe(self._before)

    def take_in(self, other: RecipeCommand) -> None:
        """Take in the next recipe of the same stroke."""
        self.after = other.after
