"""The column at the right: how its stacks of panels share its height."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from gui.tasks.throttle import DelayedCall
from gui.window.dock_stacks import shown, stack_of, tab_heights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QDockWidget, QMainWindow

    from gui.widgets.card_dock import CardDock

FORWARD = 400
"""Height in which a prediction of three classes, why a perceptron never rests, or a
plot that was asked for is seen as a whole, in pixels."""
PLOT, TEXT = 184, 124
"""Least heights of a panel that shows as much as it has room for, and of one that is
read; these have what they need, before the others share what is left."""
CHOSEN = 256
"""Height of a plot that was brought before the first of its stack: 160 for what is
drawn, and its controls."""
HEAD = 72
"""Height that is left to the middle beside what was asked for, in a low window."""
STEP = 300
"""Height of a whole step of two classes, kept for it before there is a step."""
REST_MS = 300
"""Milliseconds without a change after which panels get the height that they need."""


class PanelColumn(QObject):
    """Gives what is read the height that it needs, and plots the rest.

    Parameters
    ----------
    window : QMainWindow
    plots, middle, bottom : sequence of CardDock
        The docks of each stack. Where the room is short, the middle scrolls first.

    Attributes
    ----------
    fronts : list of CardDock
        The first of each stack.
    dragged : bool
        A person has given the stacks their heights.
    """

    def __init__(
        self,
        window: QMainWindow,
        plots: Sequence[CardDock],
        middle: Sequence[CardDock],
        bottom: Sequence[CardDock],
    ) -> None:
        super().__init__(window)
        self._window, self._plots, self._middle = window, plots, middle
        self.stacks = [stack for stack in (plots, middle, bottom) if stack]
        self.fronts = [stack[0] for stack in self.stacks]
        self.dragged = False
        self._maximised: CardDock | None = None
        self._forward: CardDock | None = None
        self._needed: dict[QDockWidget, int] = {}
        self._kind: object = None
        self.fit_later = DelayedCall(self, self.fit, REST_MS)
        self._follow_later = DelayedCall(self, self.follow)

    @property
    def seen(self) -> list[CardDock]:
        """What is in front of each stack that is seen."""
        return shown(self._window, self.fronts)

    def make_room(self, dock: CardDock) -> None:
        """Give a dock that is behind another the height in which it is read."""
        stacks = self.seen
        heights = {stack: stack.height() for stack in stacks}
        for front in stacks:
            if front in self._stack(dock) and dock.visibleRegion().isEmpty():
                more = max(0, FORWARD - heights[front])
                heights[front] += more
                for middle in self._middle:
                    if middle in heights:
                        heights[middle] = max(1, heights[middle] - more)
        wanted = list(heights.values())
        self._window.resizeDocks(stacks, wanted, Qt.Orientation.Vertical)

    def put_forward(self, dock: CardDock) -> None:
        """Keep room for what was asked for; it is to be read whole."""
        self._forward = dock
        self.read_whole(dock)

    def put_plot_forward(self, dock: CardDock) -> None:
        """Keep room for a plot that was asked for."""
        if dock in self._plots:
            self._forward = dock
            self.fit_later.start()

    def show_front(self, dock: CardDock) -> None:
        """Give a plot that has come to the front the height that it is seen in."""
        if dock in self._plots:
            self._follow_later.start()

    def read_whole(self, dock: CardDock) -> None:
        """Give a dock the height that it needs, at the next fit."""
        self._needed.setdefault(dock, 0)
        self.fit_later.start()

    def leave(self, dock: CardDock) -> None:
        """Give the heights back once what was asked for is no longer in front."""
        if dock is self._forward:
            self.forget_forward()
            self.give_back(dock)

    def give_back(self, dock: CardDock) -> None:
        """Keep no height for a dock any more."""
        self._needed.pop(dock, None)
        self.fit_later.start()

    def forget_forward(self) -> None:
        """Keep room for nothing that was asked for."""
        self._forward = None

    def fit_anew(self, *_: object) -> None:
        """Forget how much height panels needed: other things will be told in them."""
        self._needed = {}
        self.fit_later.start()

    def forget(self) -> None:
        """Remember nothing that was told in the panels, or asked for."""
        self._kind, self._needed = None, {}
        self.forget_forward()

    def fit_for(self, kind: object) -> None:
        """Give panels other heights where something of another kind is told."""
        if kind != self._kind:
            self._kind = kind
            self.fit_anew()

    def fit(self) -> None:
        """Let what is read be seen whole, at steps to come, too.

        Not for another tab: no edge jumps when it is brought to the front.
        """
        known = bool(self._needed)
        for dock in self.seen:
            if dock in self._needed or not known:
                needed = max(self._needed.get(dock, 0), dock.needed_height)
                self._needed[dock] = needed
        self.follow()

    def follow(self) -> None:
        """Share the height, unless a person has done so."""
        if not self.dragged:
            self.share()

    def share(self) -> None:
        """Let what is read have the height that it needs, and plots the rest."""
        stacks = self.seen
        full = self._stack(self._maximised)
        if any(dock in full for dock in stacks):
            wanted = {dock: self._window.height() * (dock in full) for dock in stacks}
        else:
            wanted = self._heights(stacks, sum(dock.height() for dock in stacks))
        heights = [max(1, wanted[dock]) for dock in stacks]  # of 0 Qt wants nothing
        if heights != [dock.height() for dock in stacks]:
            tabs = tab_heights(self._window)
            with_tabs = [
                height + tabs.get(dock.windowTitle(), 0)
                for dock, height in zip(stacks, heights, strict=True)
            ]
            self._window.resizeDocks(stacks, with_tabs, Qt.Orientation.Vertical)

    def _heights(self, docks: list[CardDock], room: int) -> dict[CardDock, int]:
        """Share the room of a column; where it is short, the middle scrolls first."""
        stacks = {dock: self._stack(dock) for dock in docks}
        growing = [d for d in docks if any(plot in stacks[d] for plot in self._plots)]
        read = [dock for dock in docks if dock not in growing]
        heights = dict.fromkeys(growing, PLOT) | dict.fromkeys(read, TEXT)
        for dock in growing:
            wanted = PLOT if dock in self.fronts else CHOSEN
            if self._forward in stacks[dock]:
                wanted = FORWARD
            heights[dock] = max(PLOT, min(wanted, room - TEXT * len(read)))
        for dock in self._middle:
            if dock in read and self._forward in read:
                heights[dock] = HEAD
        room -= sum(heights.values())
        for dock in sorted(read, key=lambda dock: dock in self._middle):
            least = STEP if dock in self._middle else TEXT
            needed = max([least, *(self._needed.get(d, 0) for d in stacks[dock])])
            if dock in self._middle:
                room += self._spare(heights, read, needed - heights[dock] - room)
            more = min(needed - heights[dock], max(0, room))
            heights[dock] += more
            room -= more
        takers = growing or read
        for dock in takers:
            heights[dock] += max(0, room) // len(takers)
        return heights

    def _spare(
        self, heights: dict[CardDock, int], read: list[CardDock], lack: int
    ) -> int:
        """Take what others have and do not need, as far as the middle lacks it."""
        taken = 0
        for dock in read:
            needed = max(self._needed.get(d, 0) for d in self._stack(dock))
            if needed and dock not in self._middle:
                more = max(0, min(lack - taken, heights[dock] - needed))
                heights[dock] -= more
                taken += more
        return taken

    def maximise(self, dock: CardDock | None) -> None:
        """Give the stack of a dock all the height of its column; None shares it."""
        self._mark_maximised(dock)
        self.dragged = False
        self.share()

    def keep_dragged(self) -> None:
        """Leave the heights as a person has dragged them."""
        self.dragged = True
        self._mark_maximised(None)

    def toggle(self, dock: CardDock) -> None:
        """Give a stack all the height, or share it again."""
        full = self._stack(self._maximised)
        self.maximise(None if dock in full else dock)

    def _mark_maximised(self, maximised: CardDock | None) -> None:
        self._maximised = maximised
        full = self._stack(maximised)
        for stack in self.stacks:
            for dock in stack:
                dock.maximise_button.setChecked(dock in full)

    def _stack(self, dock: CardDock | None) -> list[QDockWidget]:
        return stack_of(self._window, dock)
