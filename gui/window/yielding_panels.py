"""Panels for which a small window has no room: they yield to the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSize

from gui.window.dock_stacks import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtWidgets import QMainWindow

    from gui.widgets.card_dock import CardDock


class _Yielded(NamedTuple):
    """What has been hidden, and the size that the window had needed for it."""

    docks: list[CardDock]
    front: list[CardDock]
    needed: QSize


class YieldingPanels:
    """Hides panels while there is no room for them, and brings them back.

    A window manager may make a window smaller than it asks to be, and Qt would lay the
    canvas over the panels then.

    Attributes
    ----------
    busy : bool
        What is hidden or shown just now is so for want of room, not by a person.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._yielded: list[_Yielded] = []
        self.busy = False

    def has(self, dock: CardDock) -> bool:
        """Tell whether a panel is hidden for want of room."""
        return any(dock in yielded.docks for yielded in self._yielded)

    @property
    def are_there(self) -> bool:
        """Whether any panel is."""
        return bool(self._yielded)

    def fit(
        self, across: Iterable[Sequence[CardDock]], up: Iterable[Sequence[CardDock]]
    ) -> None:
        """Hide what has no room, one after another.

        Parameters
        ----------
        across, up : iterable of sequence of CardDock
            What yields where the window is too narrow, and where it is too low.
        """
        for docks in across:
            needed = self._window.minimumSizeHint().width()
            if needed > self._window.width():
                self._hide(docks, QSize(needed, 0))
        for docks in up:
            needed = self._window.minimumSizeHint().height()
            if needed > self._window.height():
                self._hide(docks, QSize(0, needed))

    def _hide(self, docks: Sequence[CardDock], needed: QSize) -> None:
        hidden = [d for d in docks if not (d.isHidden() or d.isFloating())]
        if hidden:
            self._yielded.append(_Yielded(hidden, shown(self._window, hidden), needed))
            self._show(hidden, on=False)

    def bring_back(self) -> None:
        """Show again what there is room for, the last first."""
        size = self._window.size()
        while self._yielded and size.expandedTo(self._yielded[-1].needed) == size:
            self._bring_last_back()

    def release(self) -> None:
        """Show all of it: other panels will be asked for."""
        while self._yielded:
            self._bring_last_back()

    def forget(self) -> None:
        """Leave to others what is shown."""
        self._yielded.clear()

    def _bring_last_back(self) -> None:
        docks, front, _ = self._yielded.pop()
        self._show(docks, on=True)
        for dock in front:
            dock.raise_()

    def _show(self, docks: Sequence[CardDock], *, on: bool) -> None:
        self.busy = True
        focused = self._window.focusWidget()
        if not on and any(dock.isAncestorOf(focused) for dock in docks if focused):
            self._window.setFocus()  # Qt would give the keys to the canvas
        for dock in docks:
            dock.setVisible(on)
        self.busy = False
