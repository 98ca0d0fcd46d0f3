"""Compile the loops around a learner's rule, once, and keep the result on disk."""

from __future__ import annotations

import types
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.learners import Learner, learner
from engine.learners.learner import no_decay
from engine.training.compile_cache import kept_if_possible
from engine.training.loops import (
    arguments,
    batched_run,
    measures,
    passes,
    run,
    scores,
    shuffle,
    votes,
)

if TYPE_CHECKING:
    from collections.abc import Callable

PARTS = (arguments, shuffle, scores, measures, passes, run, batched_run)
LOOPS = (
    "rate", "shuffle", "gather", "dot", "square", "relaxed_dot", "scores", "combined",
    "errors_of", "evaluate", "too_large", "each_sample", "each_sample_of_the_plane",
    "each_sample_with_a_pocket", "each_batch", "learn", "one_pass", "next_span",
    "count", "settled", "end_of_epoch", "run", "score_lanes", "pass_lanes",
    "look_at_lanes", "run_lanes",
)  # fmt: skip
RELAXED = ("relaxed_dot", "evaluate")
"""Sums may be regrouped where only measured, never in a rule."""
INNER: dict[str, Any] = {
    "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy",
}  # fmt: skip
"""Only `run` and `run_lanes` are called from Python: doors to the others would cost a
second.

A division that could raise would keep a loop from being vectorised.
"""
_compiling: dict[str, Lock] = {}
"""One for each learner: who wants a ready one does not wait while another is made."""


def compiled(name: str) -> Callable[..., int]:
    """Give `loops.run` compiled around the learner's rule.

    The first call for a learner on a machine takes some seconds, later ones load the
    machine code from the user's cache folder. Call it away from the GUI's thread.

    Parameters
    ----------
    name : str
        Name of a learner.
    """
    with _compiling.setdefault(name, Lock()):
        return _compiled(name)


def compiled_batched(name: str) -> Callable[..., int]:
    """Give `loops.run_lanes` compiled around the learner's rule, as `compiled` does."""
    with _compiling.setdefault(f"{name}, lanes", Lock()):
        return _compiled_lanes(name)


def compiled_cast() -> Callable[..., None]:
    """Give `loops.ballots.cast` compiled."""
    with _compiling.setdefault("cast", Lock()):
        return _compiled_cast()


@cache
def _compiled_cast() -> Callable[..., None]:
    def make(keep: bool) -> Callable[..., None]:
        import numba

        ready: Callable[..., None] = numba.njit(nogil=True, cache=keep)(votes.cast)
        ready(np.zeros(1), np.zeros((2, 1)), np.zeros((1, 3)), np.zeros(1))
        return ready

    return kept_if_possible(make)


@cache
def _compiled_lanes(name: str) -> Callable[..., int]:
    def make(keep: bool) -> Callable[..., int]:
        ready = _specialised(name, "run_lanes", keep)
        _warm_up_lanes(ready, name)
        return ready

    return kept_if_possible(make)


@cache
def _compiled(name: str) -> Callable[..., int]:
    def make(keep: bool) -> Callable[..., int]:
        ready = _specialised(name, "run", keep)
        _warm_up(ready, name)
        return _straight(ready)

    return kept_if_possible(make)


def _specialised(name: str, door: str, keep: bool) -> Callable[..., int]:
    import numba

    rule = learner(name)
    namespace: dict[str, Any] = {}
    for part in PARTS:
        namespace |= vars(part)
    for name_of_own in ("pull", "loss", "decay"):
        fused = name_of_own == "loss"
        namespace[name_of_own] = _inner(getattr(rule, name_of_own), fused)
    namespace |= needs(rule)
    relaxed = {"reassoc", "nsz", "nnan"}
    for loop in LOOPS:
        own = _with_globals(namespace[loop], namespace, f"{loop}_{name}")
        fast = relaxed if loop in RELAXED else False
        outer = {"nogil": True, "cache": keep} if loop == door else INNER
        namespace[loop] = numba.njit(fastmath=fast, **outer)(own)
    specialised: Callable[..., int] = namespace[door]
    return specialised


def _inner(function: types.FunctionType, fused: bool) -> Callable[..., Any]:
    """Make a plain function, and those that it calls, ready to be compiled.

    Fused, a product and a sum may be rounded together: where only measured.
    """
    import numba

    around = dict(function.__globals__)
    for name in function.__code__.co_names:
        if isinstance(around.get(name), types.FunctionType):
            around[name] = _inner(around[name], fused)
    own = _with_globals(function, around, function.__name__)
    fast = {"contract"} if fused else False
    ready: Callable[..., Any] = numba.njit(fastmath=fast, **INNER)(own)
    return ready


def needs(rule: Learner) -> dict[str, bool]:
    """Tell which parts of the loops a learner can come to; the rest is not compiled."""
    declared = {parameter.name for parameter in rule.all_hyperparameters}
    averages = rule.combination == "averaged" or "averaged" in declared
    return {
        "AVERAGES": averages,
        "DECAYS": rule.decay is not no_decay,
        "POCKETS": rule.combination == "pocket",
        "VOTES": rule.combination == "voted",
        "BATCHES": "batch_size" in declared,
    }


def _warm_up(ready: Callable[..., int], name: str) -> None:
    """Compile or load now: types are the same for data of any size."""
    settings = learner(name).settings
    samples, codes = np.zeros((1, 2)), np.zeros(1, np.uint8)
    samples.setflags(write=False)
    kept = arguments.Kept(
        np.zeros((1, 3)), np.zeros((1, 4), np.int64), np.zeros((1, 1, 4)),
        np.zeros((1, 1), np.int64),
    )  # fmt: skip
    ready(
        np.zeros((1, 3)), kept, np.zeros((1, 3)), np.zeros(4, np.int64),
        arguments.Samples(samples, codes, np.zeros(1, np.int32)),
        (arguments.Part(samples, codes), arguments.Part(samples, codes)),
        np.zeros(1, np.int64), np.zeros(1, np.uint8), np.zeros((1, 4), np.int64),
        np.zeros(1), arguments.Plan(),
        settings(*[0.5] * len(settings._fields)), 1, True,
    )  # fmt: skip


def _warm_up_lanes(ready: Callable[..., int], name: str) -> None:
    kind = learner(name).settings
    samples, codes = np.zeros((1, 2)), np.zeros(1, np.uint8)
    samples.setflags(write=False)
    lanes = arguments.Lanes(
        np.zeros((3, 1)), np.zeros((3, 1)), np.zeros(1, np.int64),
        np.ones(1, np.uint8), arguments.records([(0.5,) * 5], arguments.Rates),
        arguments.records([(0.5,) * len(kind._fields)], kind),
    )  # fmt: skip
    ready(
        lanes, np.zeros((1, 1, 3)), np.zeros(1, np.int64),
        arguments.Samples(samples, codes, np.zeros(1, np.int32)), np.zeros(1, np.int64),
        arguments.Plan(), 0, 1,
    )  # fmt: skip


def _straight(ready: Any) -> Callable[..., int]:
    """Give the way in past numba's choice of a version: there is one, for any data.

    The choice takes named tuples of as many numbers for one another: once two learners
    are compiled, it takes a hundred times as long, at each call.
    """
    (signature,) = ready.signatures
    straight: Callable[..., int] = ready.get_overload(signature)
    return straight


def _with_globals(
    function: Callable[..., Any], namespace: dict[str, Any], name: str
) -> Callable[..., Any]:
    """Copy a function so that it finds the learner's rule among its globals.

    A closure over the rule would do the same, but numba never caches closures; the
    name keeps the learners' entries in the cache apart.
    """
    code = function.__code__.replace(co_name=name, co_qualname=name)
    own = types.FunctionType(code, namespace, name, function.__defaults__)
    own.__qualname__ = name
    own.__module__ = function.__module__
    return own
