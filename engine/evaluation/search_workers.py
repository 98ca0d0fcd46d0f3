"""Who works on a search: threads of this process, or processes beside it."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.util import Finalize
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Protocol, Self

from engine.evaluation.search_tasks import SearchJob
from engine.training.compiled.tiered_loops import batched_loop, run_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    import numpy as np
    from numpy.typing import NDArray

    from engine.evaluation.search_tasks import SearchTask

    Errors = NDArray[np.float64]
    Submit = Callable[[SearchTask], Future[Errors]]


class Workers(Protocol):
    """Can work on jobs, one after the other; to be left when no longer needed."""

    count: int
    """How many tasks are worked on at a time."""

    def __enter__(self) -> Self:
        """Give the workers, which can take a job."""

    def __exit__(self, error: type[BaseException] | None = None, *_: object) -> None:
        """End all work."""

    def sharing(self, job: SearchJob) -> AbstractContextManager[Submit]:
        """Hand a job to everybody, once; then its tasks can be submitted.

        What is not done when the context is left is stopped.
        """


class Threads:
    """Threads of this process: the loops release the GIL, and nothing has to start.

    Parameters
    ----------
    count : int, optional
        Default the processor's cores.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or cores()
        self._pool = ThreadPoolExecutor(self.count)

    def __enter__(self) -> Self:
        """Give the threads, which can take a job."""
        return self

    def __exit__(self, *_: object) -> None:
        """Drop the tasks that wait; end when those at work are through."""
        self._pool.shutdown(cancel_futures=True)

    @contextmanager
    def sharing(self, job: SearchJob) -> Iterator[Submit]:
        """Let the threads work on a job."""
        ended = Event()
        try:
            yield lambda task: self._pool.submit(job.errors, task, ended.is_set)
        finally:
            ended.set()


class Processes:
    """Processes that start afresh (spawn) and stay for further jobs.

    A job lies in a file that each process reads once; when the file is gone, they
    stop. They end with this process, whatever ends it, and remove its files.

    Parameters
    ----------
    count : int, optional
        Default the processor's cores.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or cores()
        self._folder = Path(tempfile.mkdtemp(prefix="perceptron-lab-"))
        self._shared = 0
        # Left by the program's end, semaphores are removed: with a warning, else.
        os.environ.setdefault("PYTHONWARNINGS", "ignore:resource_tracker")
        self._pool = ProcessPoolExecutor(
            self.count,
            get_context("spawn"),
            initializer=_begin,
            initargs=(self._folder,),
        )
        before = active_children()
        with _interrupts_held():
            for _ in range(self.count):
                self._pool.submit(os.getpid)
        self._processes = [p for p in active_children() if p not in before]

    def __enter__(self) -> Self:
        """Give the processes, which start by themselves."""
        return self

    def __exit__(self, error: type[BaseException] | None = None, *_: object) -> None:
        """Take the jobs away, which stops the tasks at work, and end the processes.

        After an error, which may be the program's end, no process is waited for: one
        that still starts would take seconds.
        """
        shutil.rmtree(self._folder, ignore_errors=True)
        if error is not None:
            for process in self._processes:
                process.kill()
        self._pool.shutdown(cancel_futures=True)

    @contextmanager
    def sharing(self, job: SearchJob) -> Iterator[Submit]:
        """Let the processes work on a job."""
        # Made once and kept on disk, rather than by all of them at the same time.
        kinds = (run_loop, batched_loop)
        loops = [of(name, plain=plain) for name, plain in job.loops for of in kinds]
        for loop in loops:
            loop.begin()
        for loop in loops:
            loop.compiled()
        self._shared += 1
        path = self._folder / f"{self._shared}.job"
        job.write(path)
        try:
            yield lambda task: self._pool.submit(_errors, str(path), task)
        finally:
            path.unlink(missing_ok=True)


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _errors(path: str, task: SearchTask) -> Errors:
    return _read(path).errors(task, lambda: not os.path.exists(path))


def _read(path: str) -> SearchJob:
    """Read a job, once; of those read before none is wanted any more."""
    if path not in _jobs_read():
        _jobs_read().clear()
        _jobs_read()[path] = SearchJob.read(Path(path))
    return _jobs_read()[path]


@cache
def _jobs_read() -> dict[str, SearchJob]:
    return {}


def _begin(folder: Path) -> None:
    """Get a process ready: the keyboard's interrupt is for the one that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, args=[folder], daemon=True).start()
    # Nothing is left to tidy up, and unloading the compiler would take a second.
    Finalize(None, os._exit, (0,), exitpriority=0)
    import numba  # noqa: F401, the slowest import, before the first task


def _leave_with_parent(folder: Path) -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keep Ctrl+C from processes that are not yet able to ignore it themselves."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    former: Any = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)
