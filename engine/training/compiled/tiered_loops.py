"""Tiered compilation: loops are interpreted until they are compiled.

::

    interpreted ──begin()──▶ compiled beside, still interpreted ──▶ compiled

The loops are plain Python, and come to the same weights, bit for bit, whoever runs
them; compiled they are a thousand times as fast. To compile one takes seconds, to load
it from the cache folder, compiler and all, most of one. So little work is interpreted,
and whoever begins something sees it at once.

What is compiled for the first time on a machine is so in a process of its own
(`compiling_process`), which leaves it in the cache folder. Even to load what it left
takes a hundred megabytes: a window with a few points never does. Where nothing can be
kept it is done here.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from engine.training.compiled import compile_cache, compiler

if TYPE_CHECKING:
    from collections.abc import Callable

INTERPRETED_WORK = 200_000
"""Multiplications that a loop makes before it is worth compiling: some 0.3 s.

For each second in which it rests so many are forgotten: what is recorded anew with
every move of the mouse, and takes little of the time between two, stays interpreted.
"""
CALL_WORK = 100_000
"""Multiplications of a call for which it is not worth waiting for the compiler."""


class TieredLoop:
    """One of the engine's loops, interpreted until it is compiled.

    Parameters
    ----------
    loop : compiler.Loop
    """

    def __init__(self, loop: compiler.Loop) -> None:
        self._loop = loop
        self._interpreted = self._resting_after(compiler.interpreted(loop))
        self._compiled: Callable[..., Any] | None = None
        self._loading = False
        self._failure: Exception | None = None
        self._work = 0.0
        self._rests_since: float | None = None
        self._is_worth_it = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._keeper: threading.Thread | None = None

    @property
    def is_compiled(self) -> bool:
        """Whether it is, by now."""
        return self._compiled is not None

    @property
    def is_overdue(self) -> bool:
        """Whether the compiler is at work on it, and more was done than is worth it."""
        at_work = self._thread is not None and self._thread.is_alive()
        return at_work and self._is_worth_it

    def keep(self) -> None:
        """Compile it beside into the cache folder, if it is not there; load nothing."""
        from engine.training.compiled.compiling_process import compiled_beside

        with self._lock:
            if self._thread is None and self._keeper is None:
                name = f"keeper of {self._loop.entry}"
                self._keeper = threading.Thread(
                    target=compiled_beside, args=[self._loop], name=name
                )
                self._keeper.start()

    def begin(self) -> None:
        """Compile it beside, or load what has been compiled, if not yet begun."""
        with self._lock:
            if self._thread is None:
                name = f"compiler of {self._loop.entry}"
                self._thread = threading.Thread(target=self._load_compiled, name=name)
                self._thread.start()

    def compiled(self) -> Callable[..., Any]:
        """Wait until it is compiled: some seconds, the first time on a machine.

        With NUMBA_DISABLE_JIT=1 in the environment nothing is: a debugger steps
        through a rule.
        """
        if self._compiled is None:
            self.begin()
            if self._thread is not None:
                self._thread.join()
        if self._failure is not None:
            raise self._failure
        return self._compiled or self._interpreted

    def for_work(self, work: int, *, go_on: bool = False) -> Callable[..., Any]:
        """Give it as it is best called now, for so many multiplications.

        Parameters
        ----------
        work : int
            More than `CALL_WORK` waits for the compiler.
        go_on : bool
            More is to come, and nobody waits for this call alone: it may wait until
            what has been compiled is loaded.
        """
        if self._compiled is not None:
            return self._compiled
        self._count_work(work)
        if self._is_worth_it:
            self.begin()
            if go_on and self._loading:
                return self.compiled()
        if work > CALL_WORK or self._failure is not None:
            return self.compiled()
        return self._interpreted

    def _count_work(self, work: int) -> None:
        since, self._rests_since = self._rests_since, None
        if since is not None:
            forgotten = (time.monotonic() - since) * INTERPRETED_WORK
            self._work = max(0.0, self._work - forgotten)
        self._work += work
        self._is_worth_it |= self._work > INTERPRETED_WORK

    def _resting_after(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            finally:
                self._rests_since = time.monotonic()

        return run

    def _load_compiled(self) -> None:
        from engine.training.compiled.compiling_process import compiled_beside

        try:
            self._loading = compile_cache.is_kept(self._loop.entry)
            import numba

            if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
                self._loading = False
            elif self._loading or compiled_beside(self._loop):
                self._loading = True
                self._compiled = compiler.compiled(self._loop)
        except Exception as error:
            self._failure = error


def run_loop(learner: str, *, plain: bool = True) -> TieredLoop:
    """Give `loops.run.run` around a learner's rule.

    Parameters
    ----------
    learner : str
        Name of a learner.
    plain : bool
        For samples that count as one each and ties that are mistakes.
    """
    return _tiered(compiler.Loop("run", learner, plain))


def batched_loop(learner: str, *, plain: bool = True) -> TieredLoop:
    """Give `loops.batched_run.run_batched` around a learner's rule."""
    return _tiered(compiler.Loop("run_batched", learner, plain))


def votes_loop() -> TieredLoop:
    """Give `add_votes` of weights that vote."""
    return _tiered(compiler.Loop("add_votes"))


_known: dict[compiler.Loop, TieredLoop] = {}


def _tiered(loop: compiler.Loop) -> TieredLoop:
    return _known.get(loop) or _known.setdefault(loop, TieredLoop(loop))
