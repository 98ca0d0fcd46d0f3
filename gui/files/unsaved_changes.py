"""What is not saved, and the question before it is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QMessageBox

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from engine import Dataset, Recipe
    from engine.export.session_file import BranchedFrom
    from gui.files.file_dialogs import FileDialogs
    from gui.session.session import Session

    Contents = tuple[Dataset, Recipe, BranchedFrom | None]


class UnsavedChanges:
    """Compares what there is with what was saved or opened last.

    Parameters
    ----------
    session : Session
    recipe : callable
        Gives the person's recipe, which a stream may hide.
    dialogs : FileDialogs
    save : callable
        Saves, with the set-up if told so; False if nothing is saved.

    Attributes
    ----------
    saved : tuple of Dataset, Recipe, BranchedFrom or None
        What a file or an example holds.
    """

    def __init__(
        self,
        session: Session,
        recipe: Callable[[], Recipe],
        dialogs: FileDialogs,
        save: Callable[[bool], bool],
    ) -> None:
        self._session, self._recipe = session, recipe
        self._dialogs, self._save = dialogs, save
        self.saved = self.present

    @property
    def present(self) -> Contents:
        """What a session file would hold of data, set-up and branch now."""
        return self._session.data, self._recipe(), self._session.branches.left

    def may_leave(self) -> bool:
        """Ask what to do with what is unsaved; False means stay."""
        unsaved = self._unsaved()
        if not unsaved:
            return True
        answer = self._dialogs.whether_to_save(unsaved)
        if answer != QMessageBox.StandardButton.Save:
            return answer == QMessageBox.StandardButton.Discard
        # A table has no place for a set-up.
        return self._save(unsaved != ["points"])

    def _unsaved(self) -> list[str]:
        """Name what would be lost: points, set-up, branch."""
        s = self._session
        if s.undo_stack.isClean() or not s.data.n_samples:
            return []
        (data, recipe, left), (now, recipe_now, left_now) = self.saved, self.present
        changed = (
            ("points", not _same_points(data, now)),
            ("set-up", recipe != recipe_now),
            ("branch", left != left_now),
        )
        return [part for part, so in changed if so]


def _same_points(data: Dataset, other: Dataset) -> bool:
    return data is other or (
        data.class_names == other.class_names
        and data.class_colours == other.class_colours
        and np.array_equal(data.X, other.X)
        and np.array_equal(data.y, other.y)
        and np.array_equal(data.parts, other.parts)
        and _same(data.sample_weights, other.sample_weights)
        and _same(data.sample_names, other.sample_names)
    )


def _same(a: ArrayLike | None, b: ArrayLike | None) -> bool:
    return a is b or (a is not None and b is not None and np.array_equal(a, b))
