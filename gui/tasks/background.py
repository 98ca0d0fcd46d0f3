"""Work in a thread of its own that is looked at now and then, or left alone."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.errors import Cancelled, UserError

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


PATIENCE = 0.05
"""Seconds that the window waits for work that may be over at once."""


class Background(Generic[Result]):
    """One thing being done; it knows nothing of the window.

    Once cancelled it may go on for a while where a library cannot be stopped, but
    nobody needs to wait.

    Parameters
    ----------
    work : callable
        ``work(report) -> result``; ``report(share) -> bool``, False if it should stop.
    trouble : str
        What is to be said of an error that nobody expected, before its name.

    Attributes
    ----------
    share : float
        How much has been done, 0 … 1; stays 0 where nobody knows.
    result : optional
        What came of it, once it is over.
    failure : str
        Why nothing came of it.
    """

    def __init__(
        self, work: Callable[[Callable[[float], bool]], Result], trouble: str
    ) -> None:
        self.share = 0.0
        self.result: Result | None = None
        self.failure = ""
        self._work, self._trouble = work, trouble
        self._stop = Event()
        self._thread = Thread(target=self._run, name="background")
        self._thread.start()

    @property
    def over(self) -> bool:
        """Tell whether there is nothing more to come."""
        return not self._thread.is_alive()

    def is_over_soon(self) -> bool:
        """Wait as long as nobody notices; tell whether it is over."""
        self._thread.join(PATIENCE)
        return self.over

    def cancel(self) -> None:
        """Stop as soon as may be."""
        self._stop.set()

    def join(self) -> None:
        """Wait until it is over."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self.result = self._work(self._report)
        except Cancelled:
            pass
        except UserError as error:
            self.failure = str(error)
        except MemoryError:
            self.failure = f"{self._trouble}: there is not enough memory for it"
        except Exception as error:
            self.failure = f"{self._trouble}: {error!r}"

    def _report(self, share: float) -> bool:
        self.share = share
        return not self._stop.is_set()
