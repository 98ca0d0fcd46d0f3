"""Where F6 leads: from region to region of a window, as one reads."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from gui.widgets.tab_order import as_read

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

KEYS = {"F6": 1, "Shift+F6": -1}


class Regions(QObject):
    """Moves the focus by F6 to the next region of a window, by Shift+F6 to that before.

    A region is entered at its `entrance`, a QWidget, else at its first control.

    Parameters
    ----------
    window : QWidget
    give : callable
        Gives the regions, as one reads them; of a dock its `content` is entered.
    first : QWidget
        The one to which both keys lead while no region has the focus.
    """

    def __init__(
        self, window: QWidget, give: Callable[[], Sequence[QWidget]], first: QWidget
    ) -> None:
        super().__init__(window)
        self._give, self._first = give, first
        for key, way in KEYS.items():
            action = QAction(window)
            action.setShortcut(key)
            action.triggered.connect(partial(self._go_to_region, way))
            window.addAction(action)

    def _go_to_region(self, way: int, *_: object) -> None:
        regions, now = list(self._give()), QApplication.focusWidget()
        within = [i for i, region in enumerate(regions) if holds(region, now)]
        at = within[0] if within else regions.index(self._first) - way
        for i in range(1, len(regions) + 1):
            control = _entrance(regions[(at + i * way) % len(regions)])
            if control is not None:
                control.setFocus(Qt.FocusReason.TabFocusReason)
                return


def holds(region: QWidget, control: QWidget | None) -> bool:
    """Tell whether a control is a part of a window, or inside of it."""
    return region is control or (control is not None and region.isAncestorOf(control))


def _entrance(region: QWidget) -> QWidget | None:
    """Give the control by which a region is entered; None where it has none."""
    content = getattr(region, "content", region)
    entrance = getattr(content, "entrance", None)
    if isinstance(entrance, QWidget) and entrance.isVisible():
        return entrance
    stops = filter(QWidget.isEnabled, (*as_read(content), *as_read(region)))
    return next(stops, None)
