"""How one begins, said on an empty plane."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from gui.style.text import one_line
from gui.widgets.labels import with_role

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

DRAW = "<b>Draw two classes of points</b>"
PLAY = "then press <b>Play</b>"
NO_POINTS = "<b>No points yet</b><br>the brush draws some: press <b>D</b>"


class EmptyHint(QLabel):
    """Is there as long as there is no point, unless others say how one begins."""

    def __init__(self, plot: QWidget) -> None:
        super().__init__(plot)
        with_role(self, "muted")
        self._wanted, self._empty = True, False
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def tell(self, gesture: str, left: str, right: str) -> None:
        """Say how points are made.

        Parameters
        ----------
        gesture : str
            Of the tool; "" if it makes none.
        left, right : str
            The classes of the two buttons.
        """
        if not gesture:
            self.setText(NO_POINTS)
            return
        left, right = escape(one_line(left)), escape(one_line(right))
        other = f" · right button: class {right}" if right != left else ""
        self.setText("<br>".join([DRAW, f"{gesture}: class {left}{other}", PLAY]))

    def set_wanted(self, wanted: bool) -> None:
        """Say it from now on, or leave that to others."""
        self._wanted = wanted
        self.follow(empty=self._empty)

    def follow(self, *, empty: bool) -> None:
        """Say it on an empty plane only."""
        self._empty = empty
        self.setVisible(self._wanted and empty)
