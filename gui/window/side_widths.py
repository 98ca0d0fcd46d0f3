"""How wide the sides of the window are: as dragged, or as suits the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gui.style.theme import current_theme
from gui.window.dock_stacks import shown
from gui.window.sheet_room import GAP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QMainWindow

    from gui.widgets.card_dock import CardDock

SETUP = 262
"""Pixels for the set-up; all of these are of usual text."""
READING, NARROWEST, WIDEST = 0.28, 340, 520
"""Of the window's width for what one reads, but at least, and at most, so many pixels:
formulas have fewer lines there, while the plane is no higher for being wider."""
LESSON, LESSON_SHARE = 320, 0.22
"""The same of a lesson: 320 pixels at least."""
CANVAS = 444
"""Pixels that the canvas has before the sides have more than their least: a step is
read whole beside it in a window of 1024 × 700."""
LECTURE_SHARES = (1 / 3, 0.29, 0.22)
"""Of the window's width in a lecture for each side, where there are one, two, three."""
LECTURE_LESSON = (1 / 3, 1 / 3, 0.28)
"""The same of a lesson: its formulas need more."""


class SideWidths:
    """Gives set-up, what one reads, and a lesson their widths.

    Parameters
    ----------
    window : QMainWindow
    left, right, far_left : sequence of CardDock
        The docks of which one is seen at each side.

    Attributes
    ----------
    theme : Theme
        Of larger text all is wider.
    """

    def __init__(
        self,
        window: QMainWindow,
        left: Sequence[CardDock],
        right: Sequence[CardDock],
        far_left: Sequence[CardDock],
    ) -> None:
        self._window, self._sides = window, (left, right, far_left)
        self._own, self._lecture = [0, 0], [0, 0, 0]
        self.theme = current_theme()

    def give(self, *, in_lecture: bool) -> None:
        """Let sides be as wide as they are wanted, or as there is room for."""
        width = self._window.width()
        sides = [shown(self._window, docks) for docks in self._sides]
        wanted = [*self._own, 0]
        if in_lecture:
            others = max(1, sum(map(bool, sides))) - 1
            shares = [LECTURE_SHARES[others]] * 2 + [LECTURE_LESSON[others]]
            wanted = [
                kept or round(share * width)
                for kept, share in zip(self._lecture, shares, strict=True)
            ]
        else:
            usual = self._usual(width)
            wanted = [own or usual[i] for i, own in enumerate(wanted)]
            least = [d[0].minimumSizeHint().width() if d else 0 for d in sides]
            room = self._window.contentsRect().width() - self.theme.widened(CANVAS)
            room -= GAP * sum(map(bool, sides))
            wanted = [w if d else 0 for d, w in zip(sides, wanted, strict=True)]
            wanted = _narrowed(wanted, least, room)
        given = [(d[0], w) for d, w in zip(sides, wanted, strict=True) if d]
        docks, widths = [dock for dock, _ in given], [width for _, width in given]
        self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def _usual(self, width: int) -> tuple[int, int, int]:
        """Give what suits a window of a width."""
        widened = self.theme.widened
        reading = min(max(widened(NARROWEST), round(READING * width)), widened(WIDEST))
        lesson = max(widened(LESSON), round(LESSON_SHARE * width))
        return widened(SETUP), reading, lesson

    def measure(self) -> list[int]:
        """Give the widths that the sides have now; 0: one is not there."""
        sides = [shown(self._window, docks) for docks in self._sides]
        return [docks[0].width() if docks else 0 for docks in sides]

    def keep_dragged(self, before: Sequence[int], *, in_lecture: bool) -> None:
        """Want the widths to which something was dragged since they were measured."""
        kept = self._lecture if in_lecture else self._own
        for i, (then, now) in enumerate(zip(before, self.measure(), strict=True)):
            if now != then and i < len(kept):
                kept[i] = now

    def reset(self) -> None:
        """Want the widths of the beginning, but in a lecture."""
        self._own = [0, 0]

    def save(self, settings: QSettings) -> None:
        """Remember what was dragged."""
        settings.setValue("sides", self._own)
        settings.setValue("lecture_sides", self._lecture)

    def restore(self, settings: QSettings, *, own: bool) -> None:
        """Take the widths of the last time; those outside of lectures only if asked."""
        if own:
            self._own = _kept(settings, "sides", self._own)
        self._lecture = _kept(settings, "lecture_sides", self._lecture)


def _narrowed(wanted: list[int], least: list[int], room: int) -> list[int]:
    """Let sides yield to the canvas, down to the least: the set-up, then the others."""
    left, *others = wanted
    left = max(min(left, least[0]), min(left, room - sum(others)))
    most = [high - min(high, low) for high, low in zip(others, least[1:], strict=True)]
    over = max(0, left + sum(others) - room)
    share = min(1.0, over / sum(most)) if any(most) else 0.0
    return [left, *(w - round(share * m) for w, m in zip(others, most, strict=True))]


def _kept(settings: QSettings, key: str, usual: list[int]) -> list[int]:
    """Read widths that were dragged, as many as there are sides."""
    kept = settings.value(key)
    if isinstance(kept, list) and len(kept) == len(usual):
        return [int(width) for width in kept]
    return usual
