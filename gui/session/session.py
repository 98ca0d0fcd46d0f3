"""The one mutable object: data and recipe with their run. It emits what changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from engine import Recipe
from engine.data.dataset import with_classes
from engine.data.edits import Replace
from engine.data.lecture_examples import DRAWN_CLASSES, empty
from engine.data.polynomial import carried_over
from gui.session.branch import BranchState
from gui.session.manual_weights import ManualWeights
from gui.session.transport import Transport
from gui.session.undo import EditCommand, RecipeCommand
from gui.style.text import terms_note

if TYPE_CHECKING:
    from engine import Dataset
    from engine.data.edits import Edit
    from engine.export.session_file import BranchedFrom

AT_ONCE = 0.006
"""Seconds in which a short run is recorded before anything is drawn."""


class Session(Transport):
    """What is being looked at: data, recipe, and the run that they make.

    Attributes
    ----------
    stroking : bool
        The mouse is changing samples on the canvas.

    Signals
    -------
    begun
        What follows has nothing to do with the data before.
    data_changed
        Another data set: `data`.
    recipe_changed
        Another recipe: `recipe`.
    stroke_ended
        The mouse button is up again: `stroking` is over.
    noted(str)
        Something to be told: how the recipe was fitted to other data, or a refusal.
    """

    begun = Signal()
    data_changed = Signal()
    recipe_changed = Signal()
    stroke_ended = Signal()
    noted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.data: Dataset = empty()
        self.recipe = Recipe()
        self.stroking = False
        self.branches = BranchState(self)
        self.undo_stack = QUndoStack(self)
        self._kept = ManualWeights()

    def edit(self, edit: Edit, text: str, stroke: int | None = None) -> None:
        """Change the data so that it can be undone.

        Parameters
        ----------
        edit : Edit
        text : str
            What the undo menu says.
        stroke : int, optional
            Edits in a row with the same number are undone together.
        """
        self.undo_stack.push(EditCommand(self, edit, text, stroke))

    def begin(
        self,
        data: Dataset,
        recipe: Recipe | None = None,
        step: int = 0,
        left: BranchedFrom | None = None,
    ) -> None:
        """Begin with other data, nothing to undo; with a recipe and a step of theirs.

        Without a recipe the present one goes on, as far as it fits the data; with one
        there may also be the run that it left.
        """
        self.undo_stack.clear()
        self.branches.end()
        self.set_playing(False)
        self._playhead.wanted = step
        self.begun.emit()
        if recipe is None:
            self.set_data(data)
            return
        self.data, self.recipe = data, self._kept.fit(recipe, data)
        if left is not None:
            self.branches.resume(left)
        shown = self._record()
        self.recipe_changed.emit()
        self.data_changed.emit()
        self._announce(shown)

    def set_data(self, data: Dataset) -> None:
        """Take another data set and record anew."""
        before, former, self.data = self.recipe, self.data, data
        self.recipe = self._kept.fit(self._with_known_terms(former), data)
        shown = self._record()
        if self.recipe != before:
            self.recipe_changed.emit()
        if self.recipe.features != before.features:
            self.noted.emit(terms_note(self.recipe.features))
        self.data_changed.emit()
        self._announce(shown)

    def _with_known_terms(self, former: Dataset) -> Recipe:
        """Drop the chosen terms that the data do not have."""
        terms, names = self.recipe.features, self.data.feature_names
        if terms is None or names == former.feature_names:
            return self.recipe
        kept = carried_over(terms, former.feature_names, names)
        return self.recipe.replace(features=kept)

    def set_recipe(self, recipe: Recipe) -> None:
        """Take another recipe and record anew."""
        recipe = self._kept.fit(recipe, self.data)
        if recipe == self.recipe:
            return
        self.recipe = recipe
        shown = self._record()
        self.recipe_changed.emit()
        self._announce(shown)

    def change(self, recipe: Recipe, text: str, stroke: int | None = None) -> None:
        """Take another recipe so that it can be undone, as `edit` does for data."""
        if recipe != self.recipe:
            self.undo_stack.push(RecipeCommand(self, recipe, text, stroke))

    def record_anew(self) -> None:
        """Record the same data and recipe, where a branch has ended."""
        self._announce(self._record())

    def _record(self) -> bool:
        """Record anew; tell whether what is shown is another recording already.

        A short run is there within the same screen frame as the change.
        """
        if not self.data.n_samples:
            self._playhead.wanted = 0
        self._wake()
        branch = self.branches.of(self.recipe)
        if not self._handover.record(self.data, self.recipe, branch):
            self._playhead.put_on(None)
            return True
        taken = self._take(self._handover.take_soon(self._playhead.wanted, AT_ONCE))
        return taken or bool(self.problem)

    def add_class(self) -> bool:
        """Give one more class to draw; False, and say so, if there are enough."""
        names = self.data.class_names
        if len(names) >= len(DRAWN_CLASSES):
            self.noted.emit(f"{len(names)} classes are the most")
            return False
        # Classes are sorted when read back: the new one must stay the last.
        spare = (*DRAWN_CLASSES, *(f"z{i}" for i in range(9)))
        name = next(one for one in spare if one > max(names))
        self.edit(Replace(with_classes(self.data, (*names, name))), "add a class")
        return True

    def warm_up(self) -> None:
        """Compile the loops of the present learner before they are needed."""
        if self.tape is None:
            self._handover.warm_up(self.recipe)

    def close(self) -> None:
        """Stop the clock, leave A's recorder and join the own one."""
        self.branches.close()
        super().close()
