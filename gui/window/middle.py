"""The canvas over what goes below it: where that is too low, rows yield to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QResizeEvent

PLANE = 90
"""Pixels of height that the plane has before all rows are there, besides its least."""


class _Yielded(NamedTuple):
    row: QWidget
    height: int


class Middle(QWidget):
    """Hides rows while there is no room for them, the lowest first.

    Parameters
    ----------
    parts : sequence of QWidget
        The canvas, and what is below it. A part says what of it yields, and in which
        order, by an attribute `yields`, a sequence of QWidget.
    """

    def __init__(self, parts: Sequence[QWidget]) -> None:
        super().__init__()
        self._parts = parts
        self._yielded: list[_Yielded] = []
        canvas, *below = parts
        self._column = in_column(self, (canvas, 1), *below, spacing=10)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Look anew when any part needs another height."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def _fit(self) -> None:
        """Bring back what there is room for, and hide what there is none for."""
        while self._yielded and self._spare() >= self._yielded[-1].height:
            self._show(self._yielded.pop().row, on=True)
        for row in self._yielding():
            if (spare := self._spare()) < 0:
                self._show(row, on=False)
                self._yielded.append(_Yielded(row, self._spare() - spare))

    def _yielding(self) -> Iterator[QWidget]:
        for part in reversed(self._parts):
            for row in getattr(part, "yields", ()):
                if not part.isHidden() and not row.isHidden():
                    yield row

    def _spare(self) -> int:
        return self.height() - self._column.totalMinimumSize().height() - PLANE

    def _show(self, row: QWidget, *, on: bool) -> None:
        """Show or hide a row, and know at once what height is needed now."""
        row.setVisible(on)
        while row is not self and (parent := row.parentWidget()) is not None:
            if (layout := parent.layout()) is not None:
                layout.invalidate()
            row.updateGeometry()
            row = parent
