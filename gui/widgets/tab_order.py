"""The order in which Tab goes through controls: as one reads."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QScrollArea, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterable

ROW = 10
"""Pixels by which the middles of two controls of a row may differ."""


def order_tabs(parts: Iterable[QWidget]) -> None:
    """Let Tab go through parts of a window one after another, each as one reads it."""
    for before, after in pairwise(chain.from_iterable(map(as_read, parts))):
        QWidget.setTabOrder(before, after)


def as_read(part: QWidget) -> list[QWidget]:
    """Give what Tab stops at in a part of a window: row by row, from the left.

    What scrolls is read as a whole where it begins.
    """
    places: list[tuple[int, int, list[QWidget]]] = []
    for widget in _outermost(part):
        inside = [widget] if _stops(widget) else []
        around = widget.parentWidget()
        # What is in a box comes after it, wherever it lies there.
        holder = around if isinstance(around, QAbstractSpinBox) else widget
        middle = holder.mapTo(part, holder.rect().center())
        if isinstance(widget, QScrollArea):
            middle = widget.mapTo(part, widget.rect().topLeft())
            content = widget.widget()
            inside += [] if content is None else as_read(content)
        if inside:
            places.append((middle.y(), middle.x(), inside))
    places.sort(key=lambda place: place[0])
    rows: list[list[tuple[int, int, list[QWidget]]]] = []
    for place in places:
        if not rows or place[0] - rows[-1][0][0] > ROW:
            rows.append([])
        rows[-1].append(place)
    in_order = (place for row in rows for place in sorted(row, key=lambda p: p[1]))
    return list(chain.from_iterable(inside for _, _, inside in in_order))


def _outermost(part: QWidget) -> list[QWidget]:
    """Give all that is seen of a part, but for what is inside of what scrolls."""
    if not part.isVisible():
        return []
    seen = [part]
    for child in part.children():
        if isinstance(child, QScrollArea) and child.isVisible():
            seen.append(child)
        elif isinstance(child, QWidget) and not child.isWindow():
            seen += _outermost(child)
    return seen


def _stops(widget: QWidget) -> bool:
    tab = Qt.FocusPolicy.TabFocus
    return (
        widget.isVisible()
        and widget.focusPolicy() & tab == tab
        and widget.focusProxy() is None
    )
