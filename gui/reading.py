"""A file of data read in a thread of its own, which can be left alone."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING

from engine.errors import Cancelled, UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Dataset


class Reading:
    """One file being read; it knows nothing of the window.

    Once cancelled it may go on for a while where a library cannot be stopped, but
    nobody needs to wait: what comes of it is thrown away.

    Attributes
    ----------
    share : float
        How much has been read, 0 … 1; stays 0 where nobody knows.
    data : Dataset, optional
        What was read, once it is over.
    failure : str
        Why nothing was read.
    """

    def __init__(self, read: Callable[[Callable[[float], bool]], Dataset]) -> None:
        self.share = 0.0
        self.data: Dataset | None = None
        self.failure = ""
        self._read = read
        self._stop = Event()
        self._thread = Thread(target=self._work, name="read")
        self._thread.start()

    @property
    def over(self) -> bool:
        """Tell whether there is nothing more to come."""
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Stop as soon as may be."""
        self._stop.set()

    def _work(self) -> None:
        try:
            data = self._read(self._report)
        except Cancelled:
            return
        except UserError as error:
            self.failure = str(error)
        except MemoryError:
            self.failure = "there is not enough memory for this file"
        except Exception as error:
            self.failure = f"the file could not be read: {error!r}"
        else:
            self.data = None if self._stop.is_set() else data

    def _report(self, share: float) -> bool:
        self.share = share
        return not self._stop.is_set()
