"""Compile the loops around a learner's rule, once, and keep the result on disk.

The functions in `engine.training.loops` are plain Python. They call `pull`, `loss` and
`decay`, of which the modules have stand-ins only, and read constants (`AVERAGES`,
`DECAYS`, …) that say what a learner can be asked for. For each learner there is a copy
of all loops that has the learner's own in their place, and another for runs that are
not plain: with weights of samples or classes (`WEIGHTED`), or ties that are right
(`TIES`).

1. `_loops` collects the functions of the loops' modules. A function stands there by
   being defined there: there is no list of them.
2. All get one dictionary of globals in which the stand-ins and constants are replaced
   (`_with_globals` makes a function of the same code with other globals), and
   `numba.njit` makes a dispatcher of each, which replaces it in that dictionary. A
   dispatcher compiles when it is first called, so the order does not matter.
3. One of them, `run` or `run_batched`, is called once with the smallest samples. That
   compiles it with all that it calls, or loads it from the cache folder. Only this
   one is written there, under a name of its own (`run_perceptron`); the others are
   compiled into it.

So the rule is known when the loops are compiled, and LLVM puts it into them: the
weights of a plane stay in registers and the measures become vector instructions.
A constant that is False takes whole branches away before they are compiled.

Three simpler ways were measured (numba 0.68; the time of a pass and its measures over
100,000 samples of two terms, perceptron / logistic regression, the copies as 1):

- *Dispatchers as arguments*, ``run(…, pull, loss, decay)``: 1.12 / 1.0, as fast but for
  the perceptron. But they are never loaded from the cache: a dispatcher in a signature
  is equal only to itself, so each process compiles anew, some 7 s of the processor.
- *First-class functions*, arguments of type ``FunctionType(f8(f8, f8, f8, h))``: loaded
  from the cache, 6.0 / 1.8. They are pointers: the rule is not put into the loops.
- *Overloads*: `numba.extending.overload` picks the rule by the type of the settings,
  the loops are `register_jitable`. Loaded from the cache, 1.0 / 1.0 if the constants
  are the learner's, which takes the copies again; with all of them True 2.8 / 1.0, and
  half as long again to compile. Every learner needs a type of settings of its own.

A closure over the rule would do what the copies do, but numba never caches closures.
"""

from __future__ import annotations

import types
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.learners import Learner, learner
from engine.learners.learner import is_mistake, no_decay
from engine.training.compile_cache import cached_if_possible
from engine.training.loops import (
    batched_run,
    measures,
    passes,
    run,
    schedule,
    scores,
    shuffle,
    structures,
    votes,
)

if TYPE_CHECKING:
    from collections.abc import Callable

PARTS = (structures, schedule, shuffle, scores, measures, passes, run, batched_run)
RELAXED = (scores.relaxed_dot, measures.evaluate)
"""Sums may be regrouped where only measured, never in a rule."""
INNER: dict[str, Any] = {
    "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy",
}  # fmt: skip
"""Of loops that only loops call: wrappers for Python would take a second to compile.

A division that could raise would keep a loop from being vectorised.
"""
_compiling: dict[str, Lock] = {}
"""One for each learner: who wants a ready one does not wait while another is made."""


def compiled(name: str, *, plain: bool = True) -> Callable[..., int]:
    """Give `loops.run.run` compiled around the learner's rule.

    The first call for a learner on a machine takes some seconds, later ones load the
    machine code from the user's cache folder. Call it away from the GUI's thread.

    Parameters
    ----------
    name : str
        Name of a learner.
    plain : bool
        For samples that count as one each and ties that are mistakes; these loops know
        of nothing else, the others of both.
    """
    with _compiling.setdefault(_entry_of(name, plain=plain), Lock()):
        return _compiled(name, plain)


def compiled_batched(name: str, *, plain: bool = True) -> Callable[..., int]:
    """Give `loops.batched_run.run_batched` compiled, as `compiled` does."""
    entry = _entry_of(name, plain=plain)
    with _compiling.setdefault(f"{entry}, batched", Lock()):
        return _compiled_batched(name, plain)


def compiled_votes() -> Callable[..., None]:
    """Give `loops.votes.add_votes` compiled."""
    with _compiling.setdefault("votes", Lock()):
        return _compiled_votes()


def _entry_of(name: str, *, plain: bool) -> str:
    """Name the loops of a learner, as their entry in the cache folder ends."""
    return name if plain else f"{name}_general"


@cache
def _compiled(name: str, plain: bool) -> Callable[..., int]:
    def make(*, keep: bool) -> Callable[..., int]:
        ready = _specialised(name, run.run, plain=plain, keep=keep)
        _warm_up(ready, name)
        return _only_version(ready)

    return cached_if_possible(make)


@cache
def _compiled_batched(name: str, plain: bool) -> Callable[..., int]:
    def make(*, keep: bool) -> Callable[..., int]:
        entry = batched_run.run_batched
        ready = _specialised(name, entry, plain=plain, keep=keep)
        _warm_up_batched(ready, name)
        return ready

    return cached_if_possible(make)


@cache
def _compiled_votes() -> Callable[..., None]:
    def make(*, keep: bool) -> Callable[..., None]:
        import numba

        ready: Callable[..., None] = numba.njit(nogil=True, cache=keep)(votes.add_votes)
        ready(np.zeros(1), np.zeros((2, 1)), np.zeros((1, 3)), np.zeros(1))
        return ready

    return cached_if_possible(make)


def _specialised(
    name: str, entry: Callable[..., int], *, plain: bool, keep: bool
) -> Callable[..., int]:
    """Copy all loops around a learner's rule; give the copy of the one to call."""
    import numba

    rule = learner(name)
    namespace: dict[str, Any] = {}
    for part in PARTS:
        namespace |= vars(part)
    needed = needs(rule) | {"WEIGHTED": not plain, "TIES": not plain}
    namespace |= needed
    kind = _entry_of(name, plain=plain)
    for loop in _loops():
        own = _with_globals(loop, namespace, f"{loop.__name__}_{kind}")
        fast = {"reassoc", "nsz", "nnan"} if loop in RELAXED else False
        outer = {"nogil": True, "cache": keep} if loop is entry else INNER
        namespace[loop.__name__] = numba.njit(fastmath=fast, **outer)(own)
    namespace["is_mistake"] = compile_inner(is_mistake, needed)
    namespace["pull"] = compile_inner(rule.pull, needed)
    namespace["decay"] = compile_inner(rule.decay, needed)
    namespace["loss"] = compile_inner(rule.loss, needed, fused=True)
    specialised: Callable[..., int] = namespace[entry.__name__]
    return specialised


def _loops() -> list[types.FunctionType]:
    """List the functions that the loops' modules define."""
    return [
        found
        for part in PARTS
        for found in vars(part).values()
        if isinstance(found, types.FunctionType) and found.__module__ == part.__name__
    ]


def compile_inner(
    function: Callable[..., Any], known: dict[str, Any], *, fused: bool = False
) -> Callable[..., Any]:
    """Make a function, and those that it calls, ready to be compiled.

    `known` are constants to take for those of their modules. Fused, a product and a
    sum may be rounded together: where only measured.
    """
    import numba

    around = function.__globals__ | known
    for name in function.__code__.co_names:
        if isinstance(around.get(name), types.FunctionType):
            around[name] = compile_inner(around[name], known, fused=fused)
    own = _with_globals(function, around, function.__name__)
    fast = {"contract"} if fused else False
    ready: Callable[..., Any] = numba.njit(fastmath=fast, **INNER)(own)
    return ready


def needs(rule: Learner) -> dict[str, bool]:
    """Tell which parts of the loops a learner can come to; the rest is not compiled."""
    return {
        "AVERAGES": rule.combination == "averaged" or rule.declares("averaged"),
        "DECAYS": rule.decay is not no_decay,
        "POCKETS": rule.combination == "pocket",
        "VOTES": rule.combination == "voted",
        "BATCHES": rule.declares("batch_size"),
    }


def _warm_up(ready: Callable[..., int], name: str) -> None:
    """Compile or load now: types are the same for data of any size."""
    settings = learner(name).settings
    samples, codes = np.zeros((1, 2)), np.zeros(1, np.uint8)
    samples.setflags(write=False)
    part = structures.Part(samples, codes, np.ones(1))
    combination = structures.CombinationState(
        np.zeros((1, 3)), np.zeros((1, 4)), np.zeros((1, 1, 2)),
        np.zeros((1, 1), np.int64),
    )  # fmt: skip
    ready(
        np.zeros((1, 3)), combination, np.zeros((1, 3)), np.zeros(4, np.int64),
        _one_sample(samples, codes), (part, part),
        np.zeros(1, np.int64), np.zeros(1, np.uint8), np.zeros((1, 4)),
        np.zeros(1), structures.Plan(),
        settings(*[0.5] * len(settings._fields)), 1, True,
    )  # fmt: skip


def _warm_up_batched(ready: Callable[..., int], name: str) -> None:
    settings = learner(name).settings
    samples, codes = np.zeros((1, 2)), np.zeros(1, np.uint8)
    samples.setflags(write=False)
    runs = structures.BatchedRuns(
        np.zeros((3, 1)), np.zeros((3, 1)), np.zeros(1, np.int64),
        np.ones(1, np.uint8), np.ones((2, 1)),
        structures.records([(0.5,) * 5], schedule.Schedule),
        structures.records([(0.5,) * len(settings._fields)], settings),
    )  # fmt: skip
    ready(
        runs, np.zeros((1, 1, 3)), np.zeros(1, np.int64), _one_sample(samples, codes),
        np.zeros(1, np.int64), structures.Plan(), 0, 1,
    )  # fmt: skip


def _one_sample(X: Any, codes: Any) -> structures.Samples:
    by_class, order = np.ones((1, 2)), np.zeros(1, np.int32)
    return structures.Samples(X, codes, np.ones(1), by_class, by_class, order)


def _only_version(ready: Any) -> Callable[..., int]:
    """Give the way in past numba's choice of a version: there is one, for any data.

    The choice takes named tuples of as many numbers for one another: once two learners
    are compiled, it takes a hundred times as long, at each call.
    """
    (signature,) = ready.signatures
    version: Callable[..., int] = ready.get_overload(signature)
    return version


def _with_globals(
    function: Callable[..., Any], namespace: dict[str, Any], name: str
) -> Callable[..., Any]:
    """Copy a function so that it finds the learner's rule among its globals.

    The name keeps the learners' entries in the cache apart.
    """
    code = function.__code__.replace(co_name=name, co_qualname=name)
    own = types.FunctionType(code, namespace, name, function.__defaults__)
    own.__qualname__ = name
    own.__module__ = function.__module__
    return own
