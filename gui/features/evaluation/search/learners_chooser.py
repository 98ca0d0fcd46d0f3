"""The learners of a search: that of the window, or several to be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from engine.learners import learner, learners
from gui.widgets.check_menu import CheckMenu
from gui.widgets.combo_boxes import ComboBox

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from engine import Recipe

TIP = "One learner, or several to be compared; each is tried with what it has"


class LearnersChooser(ComboBox):
    """A list with a line for each learner that learns, of which several are checked.

    Until there are several it is the learner of the window, whichever that is.

    Signals
    -------
    changed
        Others are to be tried.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._own = ""
        self._chosen: tuple[str, ...] = ()
        self.menu = CheckMenu(self)
        self.lines: dict[str, QAction] = {}
        for rule in learners().values():
            if not rule.by_hand:
                line = self.menu.addAction(rule.title)
                line.setCheckable(True)
                line.triggered.connect(self._take_checked)
                self.lines[rule.name] = line
        self.addItem("")
        self.setAccessibleName("Learners")

    def showPopup(self) -> None:
        """Open the menu in the place of the list, which would close at a choice."""
        self.menu.setMinimumWidth(self.width())
        self.menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def follow(self, base: Recipe) -> None:
        """Be the learner of the window, unless others have been chosen."""
        self._own = base.learner
        for name, line in self.lines.items():
            line.setChecked(name in self.names)
        titles = [learner(name).title for name in self.names]
        self.setItemText(
            0, titles[0] if len(titles) == 1 else f"{len(titles)} learners"
        )
        self.setToolTip(TIP if len(titles) == 1 else f"{', '.join(titles)}\n{TIP}")

    @property
    def names(self) -> tuple[str, ...]:
        """Of the learners to try, at least one."""
        return self._chosen or (self._own,)

    def _take_checked(self) -> None:
        """Take what is checked; none, or that of the window alone, follows it."""
        checked = tuple(name for name, line in self.lines.items() if line.isChecked())
        self._chosen = () if checked in ((), (self._own,)) else checked
        self.changed.emit()
