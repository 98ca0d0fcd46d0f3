"""How one begins, said on an empty plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from gui.widgets.labels import with_role

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

TEXT = (
    "<b>Draw two classes of points</b><br>"
    "left button: class A · right button: class B<br>"
    "then press <b>Play</b>"
)


class EmptyHint(QLabel):
    """Is there as long as there is no point, unless others say how one begins."""

    def __init__(self, plot: QWidget) -> None:
        super().__init__(TEXT, plot)
        with_role(self, "muted")
        self._wanted, self._empty = True, False
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_wanted(self, wanted: bool) -> None:
        """Say it from now on, or leave that to others."""
        self._wanted = wanted
        self.follow(empty=self._empty)

    def follow(self, *, empty: bool) -> None:
        """Say it on an empty plane only."""
        self._empty = empty
        self.setVisible(self._wanted and empty)
