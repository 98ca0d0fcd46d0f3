"""Work on what comes next, in threads, while the present is used."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MOST_THREADS = 4
_Item = TypeVar("_Item")
_Made = TypeVar("_Made")


def ahead(items: Iterable[_Item], work: Callable[[_Item], _Made]) -> Iterator[_Made]:
    """Give ``work(item)`` for every item, in order; a few are in memory at a time.

    Who leaves early, by an error or an interrupt, waits only for the work at hand.
    """
    threads = min(MOST_THREADS, os.cpu_count() or 1)
    coming: deque[Future[_Made]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for item in items:
            coming.append(pool.submit(work, item))
            if len(coming) > threads:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
