"""Tells of points added to data that were not drawn, and takes them back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.tasks.throttle import DelayedCall
from gui.widgets.buttons import tool_button
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_row
from gui.widgets.strip import StripLine

if TYPE_CHECKING:
    from gui.session.session import Session


SHOWN_MS = 6000
"""Milliseconds for which it stays: how the run ends matters more."""


class AddedPointsNotice(StripLine):
    """Stands in the strip after the first point added, at most to the next change.

    Attributes
    ----------
    undo_button : QToolButton
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._name, self._before = "", 0
        self._added_at: int | None = None
        self._index = session.undo_stack.index()
        with_role(self.words, "warning")
        self.undo_button = tool_button(
            "Undo", tip="Take these points back (Ctrl+Z)", look="link"
        )
        self.undo_button.clicked.connect(session.undo_stack.undo)
        in_row(self, self.words, self.undo_button, spacing=6)
        self._end = DelayedCall(self, partial(self.want, False), SHOWN_MS)
        session.undo_stack.indexChanged.connect(self._follow_undo_stack)

    def watch(self, name: str) -> None:
        """Tell of the first points added to the present data; of none without a name.

        Parameters
        ----------
        name : str
            What the data are called.
        """
        self._name, self._before = name, self._session.data.n_samples
        self._added_at = None
        self.want(False)

    def _follow_undo_stack(self, index: int) -> None:
        is_new, self._index = index > self._index, index
        if not self._name:
            return
        added = self._session.data.n_samples - self._before
        if self._added_at is None and added > 0 and is_new:  # undo only brings back
            self._added_at = index
        elif self._added_at is None:
            self._before += added
        elif index < self._added_at:
            self._added_at = None
        if index == self._added_at:
            points = "1 point" if added == 1 else f"{added:,} points"
            said = f"{points} of your own"
            self.words.set_alternatives(f"Added to “{self._name}”: {said}", said)
            self._end.start()
        self.want(index == self._added_at)
