"""The middle of the window: the canvas over what goes below it, and a sheet beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSplitter, QWidget

from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gui.part import Sheet

LEAST_WIDTH = 476
"""Of the canvas, in pixels: in a small window the docks yield."""
GAP = 10
"""Pixels between the canvas and a sheet beside it."""
SHARES = 47, 53
"""Of the room for both, what the canvas has and the sheet."""


class Centre(QWidget):
    """Shows the canvas alone, or with a sheet at its right.

    Attributes
    ----------
    middle : QWidget
        The canvas with what is below it.
    sheet : Sheet or None
        The one that was open last.
    """

    def __init__(self, canvas: QWidget, below: Iterable[QWidget]) -> None:
        super().__init__()
        self.middle = QWidget()
        self.middle.setMinimumWidth(LEAST_WIDTH)
        in_column(self.middle, (canvas, 1), *below, spacing=10)
        self._layout = in_column(self, self.middle)
        self._split: QSplitter | None = None
        self.sheet: Sheet | None = None

    @property
    def open_sheet(self) -> Sheet | None:
        """The sheet, if it is seen."""
        shown = isinstance(self.sheet, QWidget) and self.sheet.isVisible()
        return self.sheet if shown else None

    def put_beside(self, sheet: QWidget) -> None:
        """Let a sheet stand beside the canvas; until then a splitter costs a frame."""
        split = QSplitter(childrenCollapsible=False, handleWidth=GAP)
        self._layout.replaceWidget(self.middle, split)
        split.addWidget(self.middle)
        split.addWidget(sheet)
        for part in (self.middle, split):  # Qt would show them a little later
            part.show()
        self._split = split

    def remove_sheet(self) -> None:
        """Show the canvas alone, for good: the sheet is gone with what it found."""
        if self._split is not None:
            split, self._split, self.sheet = self._split, None, None
            self._layout.replaceWidget(split, self.middle)
            self.middle.show()
            split.deleteLater()

    def share(self) -> None:
        """Give canvas and sheet their shares."""
        if self._split is not None:
            canvas, sheet = SHARES
            width = self.width()
            self._split.setSizes([canvas * width, sheet * width])

    def close_up(self) -> None:
        """Ask for less room: with room for the sheet the window would be wider."""
        if self._split is not None:
            self._split.refresh()
