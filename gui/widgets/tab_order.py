"""The order in which Tab goes through controls: as one reads."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

ROW = 10
"""Pixels by which the middles of two controls of a row may differ."""


def order_tabs(root: QWidget) -> None:
    """Let Tab go through the controls of a widget row by row, from the left."""
    stops = filter(_stops, root.findChildren(QWidget))
    places = [(one.mapTo(root, one.rect().center()), one) for one in stops]
    places.sort(key=lambda place: place[0].y())
    rows: list[list[tuple[QPoint, QWidget]]] = []
    for middle, one in places:
        if not rows or middle.y() - rows[-1][0][0].y() > ROW:
            rows.append([])
        rows[-1].append((middle, one))
    read = [one for row in rows for _, one in sorted(row, key=lambda p: p[0].x())]
    for before, after in pairwise(read):
        QWidget.setTabOrder(before, after)


def _stops(one: QWidget) -> bool:
    tab = Qt.FocusPolicy.TabFocus
    return (
        one.isVisible() and one.focusPolicy() & tab == tab and one.focusProxy() is None
    )
