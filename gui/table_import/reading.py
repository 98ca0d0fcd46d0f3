"""A table that is looked at is read in the background."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from engine.data.formats.formed import put_together
from engine.data.formats.table_preview import TablePreview, guessed
from engine.data.formats.table_stream import BigTable
from gui.canvas.first_look import looked_at
from gui.tasks.background import Background

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Dataset

UNREAD = "the table could not be read"
LOOK = 50
"""Milliseconds between two looks at how far it is."""


class Read(NamedTuple):
    """What a table is, and how many of its rows were left out."""

    data: Dataset
    left_out: int


class Reading(QObject):
    """Reads one table at a time: what is asked for next takes its place.

    Signals
    -------
    grown(float)
        How much has been read, 0 … 1.
    found(TablePreview)
        The form of a table whose form was not known.
    ended(Read or None, str)
        The table, or why there is none.
    """

    grown = Signal(float)
    found = Signal(object)
    ended = Signal(object, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Background[Read | TablePreview] | None = None
        self._clock = QTimer(self, interval=LOOK)
        self._clock.timeout.connect(self._look)

    def start(self, sheet: TablePreview) -> None:
        """Read all of a table; a short one at once."""
        self.stop()
        self._work = Background(partial(_next, sheet), UNREAD)
        short = sheet.whole or sheet.place == "delimiter"
        if short and self._work.is_over_soon():
            self._look()
        else:
            self._clock.start()

    def stop(self) -> None:
        """Let it be."""
        self._clock.stop()
        if self._work is not None:
            self._work.cancel()
        self._work = None

    def _look(self) -> None:
        work = self._work
        if work is None:
            return
        if not work.over:
            self.grown.emit(work.share)
            return
        self.stop()
        if isinstance(work.result, TablePreview):
            self.found.emit(work.result)
        else:
            self.ended.emit(work.result, work.failure)


def _next(sheet: TablePreview, report: Callable[[float], bool]) -> Read | TablePreview:
    """Read a table in its form, or find the form."""
    if sheet.place == "delimiter":
        return guessed(sheet.path)
    table = BigTable(sheet.path, sheet.form)
    data = looked_at(put_together(table, report))
    return Read(data, sum(table.left_out))
