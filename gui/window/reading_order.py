"""The order in which one reads what lies in a window: column by column, downwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtWidgets import QWidget


def reading_order(
    centre: QWidget, beside: Iterable[QWidget], in_centre: Sequence[QWidget]
) -> list[QWidget]:
    """Give what is seen beside each other, in the place of the centre what it has.

    Parameters
    ----------
    centre : QWidget
    beside : iterable of QWidget
        At its sides.
    in_centre : sequence of QWidget
        Read one after another.
    """
    middle = centre.geometry()

    def place(part: QWidget) -> tuple[int, int]:
        at = part.geometry()
        if at.right() < middle.left():
            return -1, at.top()
        return int(at.left() > middle.right()), at.top()

    seen = [part for part in (centre, *beside) if not part.visibleRegion().isEmpty()]
    in_order = sorted(seen, key=place)
    at = in_order.index(centre) if centre in seen else 0
    in_order[at : at + 1] = in_centre
    return in_order
