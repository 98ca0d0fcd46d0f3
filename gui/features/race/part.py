"""Race, as a part of the window: a window of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.part import COMPARE, MenuAction, Part, PartContext, menu_action
from gui.widgets.side_window import bring_to_front

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Recipe
    from gui.features.race.race_window import RaceWindow


class Races:
    """Opens the race, one at a time, on the present data."""

    def __init__(self, context: PartContext) -> None:
        self._context = context
        self.window: RaceWindow | None = None
        context.signals.themed.connect(self._set_theme)
        context.signals.closing.connect(self._close_window)
        context.signals.reset.connect(self._forget_window)
        context.offer("race", self.open)
        context.offer("race against", self.begin)

    def open(self) -> None:
        """Show the race, or begin one."""
        if self.window is None or not self.window.isVisible():
            self.begin()
        else:
            bring_to_front(self.window)

    def begin(self, rivals: Sequence[Recipe] = ()) -> None:
        """Let the present recipe race with these, or with those that suit it."""
        from gui.features.race.race_window import RaceWindow

        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
        context = self._context
        self.window = RaceWindow(
            context.session, context.theme(), context.parent, rivals
        )
        self.window.show()
        bring_to_front(self.window)

    def _set_theme(self) -> None:
        if self.window is not None and self.window.isVisible():
            self.window.set_theme(self._context.theme())

    def _close_window(self) -> None:
        if self.window is not None:
            self.window.close()

    def _forget_window(self) -> None:
        """Be as before it was opened."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None


def _menu(context: PartContext) -> Sequence[MenuAction]:
    race = menu_action(
        context, "&Run", 110, "&Race learners…", lambda: context.run("race"), "Ctrl+R",
        words="compare learners", more="several learners side by side",
    )  # fmt: skip
    context.run(COMPARE, race.action, 20)
    return [race]


PARTS = (Part("Race", connect=Races, menu=_menu),)
