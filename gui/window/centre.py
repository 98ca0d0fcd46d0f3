"""The middle of the window: the canvas over what goes below it, and a sheet beside."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from gui.widgets.side_window import bring_to_front
from gui.window.middle import Middle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gui.part import SideSheet
    from gui.window.docks import Docks

LEAST_WIDTH = 392
"""Of the canvas, in pixels."""
GAP = 10
"""Pixels between the canvas and a sheet beside it."""
SHARES = 47, 53
"""Of the room for both, what the canvas has and the sheet."""


class Centre:
    """Shows the canvas alone, or with a sheet at its right.

    Parameters
    ----------
    window : QMainWindow
        Whose centre it is.
    canvas : QWidget
    below : iterable of QWidget
        Under the canvas.

    Attributes
    ----------
    middle : QWidget
        The canvas with what is below it.
    parts : tuple of QWidget
        The canvas, and what is below it.
    sheet : SideSheet or None
        The one that was open last.
    """

    def __init__(
        self, window: QMainWindow, canvas: QWidget, below: Iterable[QWidget]
    ) -> None:
        self._window = window
        canvas.setMinimumWidth(LEAST_WIDTH)
        self.parts = (canvas, *below)
        self.middle = Middle(self.parts)
        window.setCentralWidget(self.middle)
        self._split: QSplitter | None = None
        self.sheet: SideSheet | None = None

    @property
    def widget(self) -> QWidget:
        """What lies between the docks."""
        return self.middle if self._split is None else self._split

    @property
    def open_sheet(self) -> SideSheet | None:
        """The sheet, if it is seen."""
        shown = isinstance(self.sheet, QWidget) and self.sheet.isVisible()
        return self.sheet if shown else None

    def show_sheet(self, sheet: Any, docks: Docks) -> None:
        """Show a sheet beside the canvas; the panels at the right yield to it."""
        if self.sheet is None:
            self.sheet = sheet
            self._put_beside(sheet)
            sheet.closed.connect(partial(self._fill_room, docks))
        docks.leave_room(LEAST_WIDTH + GAP + sheet.WANTED)
        if not sheet.isVisible():
            sheet.show()
            self._lay_out_window()
            self._share()
        bring_to_front(self._window)
        sheet.setFocus()

    def close_sheet(self) -> None:
        """Give the place of the sheet back to the panels."""
        if isinstance(sheet := self.open_sheet, QWidget):
            sheet.close()

    def remove_sheet(self) -> None:
        """Show the canvas alone, for good: the sheet is gone with what it found."""
        if self._split is None:
            return
        split, self._split, self.sheet = self._split, None, None
        self._window.takeCentralWidget()
        self._window.setCentralWidget(self.middle)
        split.deleteLater()  # without a parent it would be a window

    def _fill_room(self, docks: Docks) -> None:
        """Let the panels come back, and the keys be the window's."""
        if self._split is not None:
            self._split.refresh()  # with room for the sheet the window would be wider
        self._lay_out_window()
        docks.fill_room()
        self._window.setFocus()

    def _lay_out_window(self) -> None:
        layout = self._window.layout()
        assert layout is not None  # a main window has one
        layout.activate()

    def _put_beside(self, sheet: QWidget) -> None:
        """Let a sheet stand beside the canvas; until then a splitter costs a frame."""
        self._window.takeCentralWidget()
        self._split = split = QSplitter(childrenCollapsible=False, handleWidth=GAP)
        split.addWidget(self.middle)
        split.addWidget(sheet)
        self._window.setCentralWidget(split)
        for part in (self.middle, split):  # Qt would show them a little later
            part.show()

    def _share(self) -> None:
        """Give canvas and sheet their shares."""
        if self._split is not None:
            canvas, sheet = SHARES
            width = self._split.width()
            self._split.setSizes([canvas * width, sheet * width])
