"""Copy the loops around a learner's rule; compile them, and keep the result on disk.

The functions in `engine.training.loops` are plain Python. They call `pull`, `loss` and
`decay`, of which the modules have stand-ins only, and read constants (`AVERAGES`,
`DECAYS`, …) that say what a learner can be asked for. For each learner there is a copy
of all loops that has the learner's own in their place, and another for runs that are
not plain: with weights of samples or classes (`WEIGHTED`), or ties that are right
(`TIES`).

1. `_loops` collects the functions of the loops' modules. A function stands there by
   being defined there: there is no list of them.
   A learner has those of its family, too (`Family.loops`), which take the place of
   others of the same name.
2. All get one dictionary of globals in which the stand-ins and constants are replaced
   (`_with_globals` makes a function of the same code with other globals). So they
   are what the interpreter runs. To be compiled, `numba.njit` makes a dispatcher of
   each, which replaces it in that dictionary. A dispatcher compiles when it is first
   called, so the order does not matter.
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
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.learners import Learner, learner
from engine.learners.learner import no_decay
from engine.training.compiled.compile_cache import cached_if_possible
from engine.training.loops import (
    measures,
    passes,
    rate_schedule,
    run,
    scores,
    shuffle,
    step,
    structures,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

VOTES = "engine.families.votes.loops"
"""The loops that know of no rule."""
PARTS = (structures, rate_schedule, shuffle, scores, step, measures, passes, run)
RELAXED = ("relaxed_dot", "evaluate")
"""Sums may be regrouped where only measured, never in a rule."""
INLINED = (
    "dot", "square", "forward", "output_deltas", "backward", "add_shares", "descend",
    "by_sample", "add_products", "add_pulls", "add_pulls_together", "exact_scores",
)  # fmt: skip
"""Called for each sample: a call counts a reference to an array, some 13 ns."""
COPIED_IN = (step.add,)
"""Put into the loops before types are known: indices are then seen to be above 0."""
INNER: dict[str, Any] = {
    "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy",
}  # fmt: skip
"""Of loops that only loops call: wrappers for Python would take a second to compile.

A division that could raise would keep a loop from being vectorised.
"""


class Loop(NamedTuple):
    """Which loop is to be called, and around which rule.

    Attributes
    ----------
    name : {"run", "run_batched", "add_votes"}
    learner : str
        Name of the learner; none for votes, which know of no rule.
    plain : bool
        For samples that count as one each and ties that are mistakes; these loops know
        of nothing else, the others of both.
    """

    name: str
    learner: str = ""
    plain: bool = True

    @property
    def entry(self) -> str:
        """Its name in the cache folder."""
        return "_".join(word for word in self.as_words() if word)

    def as_words(self) -> tuple[str, ...]:
        """Write it for the command line of a process."""
        return self.name, self.learner, "" if self.plain else "general"

    @classmethod
    def of_words(cls, words: Sequence[str]) -> Loop:
        """Read what `as_words` wrote."""
        name, learner, general = words
        return cls(name, learner, not general)


def interpreted(loop: Loop) -> Callable[..., Any]:
    """Give a loop around the learner's rule as the interpreter runs it."""
    plain = _copies(loop)[loop.name]

    def run(*arguments: Any) -> Any:
        # Compiled, numbers overflow and are divided by 0 without a word.
        with np.errstate(all="ignore"):
            return plain(*arguments)

    return run


def compiled(loop: Loop) -> Callable[..., Any]:
    """Compile a loop around the learner's rule, or load it from the cache folder."""

    def make(*, keep: bool) -> Callable[..., Any]:
        ready: Callable[..., Any] = _dispatcher(loop, keep=keep)
        if loop.name == "run":
            _warm_up(ready, loop.learner)
            return _only_version(ready)
        if loop.name == "run_batched":
            _warm_up_batched(ready, loop.learner)
        else:
            ready(np.zeros(1), np.zeros((2, 1)), np.zeros((1, 3)), np.zeros(1), 0.0)
        return ready

    return cached_if_possible(loop.entry, make)


def _copies(loop: Loop) -> dict[str, Any]:
    """Copy all loops around a learner's rule, by the names that call them."""
    namespace: dict[str, Any] = {}
    for part in _parts(loop):
        namespace |= vars(part)
    if loop.learner:
        namespace |= _constants(loop)
    for name, function in _loops(loop).items():
        entry = loop._replace(name=name).entry
        namespace[name] = _with_globals(function, namespace, entry)
    if loop.learner:
        namespace |= learner(loop.learner).rule
    return namespace


def _constants(loop: Loop) -> dict[str, bool]:
    """Give what is known of all runs of a loop: branches never taken fall away."""
    own = {"WEIGHTED": not loop.plain, "TIES": not loop.plain}
    return needs(learner(loop.learner)) | own


def _dispatcher(loop: Loop, *, keep: bool) -> Any:
    """Make dispatchers of a loop and of all that it calls; give that of the loop."""
    import numba

    namespace = _copies(loop)
    outer: dict[str, Any] = {"nogil": True, "cache": keep, "no_cfunc_wrapper": True}
    own = learner(loop.learner).rule if loop.learner else ()
    names = ("is_mistake", *own) if loop.learner else ()
    rule = {name: namespace[name] for name in names}
    for name, function in _loops(loop).items():
        fast = {"reassoc", "nsz", "nnan"} if name in RELAXED else False
        kind = outer if name == loop.name else INNER
        compile_loop = numba.njit(
            fastmath=fast,
            forceinline=name in INLINED,
            inline="always" if function in COPIED_IN else "never",
            **kind,
        )
        namespace[name] = compile_loop(namespace[name])
    for name, function in rule.items():
        fused, known = name in ("loss", "loss_of_two"), _constants(loop)
        namespace[name] = compile_inner(function, known, fused=fused)
    return namespace[loop.name]


def _parts(loop: Loop) -> tuple[types.ModuleType, ...]:
    if not loop.learner:
        return (import_module(VOTES),)
    return (*PARTS, *map(import_module, learner(loop.learner).family.loops))


def _loops(loop: Loop) -> dict[str, types.FunctionType]:
    """Give the functions that the loops' modules define, by their names.

    What stands in for a learner's `learn` and `evaluate` gives way to its own.
    """
    return {
        name: function
        for part in _parts(loop)
        for name, function in vars(part).items()
        if isinstance(function, types.FunctionType)
        and function.__module__ == part.__name__
    }


def compile_inner(
    function: Callable[..., Any], known: dict[str, Any], *, fused: bool = False
) -> Callable[..., Any]:
    """Make a function, and those that it calls, ready to be compiled.

    `known` are constants to take for those of their modules. Fused, a product and a
    sum may be rounded together: where only measured.
    """
    import numba

    around = function.__globals__ | known
    # The names of attributes are among them, such as that of the setting `kernel`.
    names = {*function.__code__.co_names} - {function.__name__}
    for name in names:
        if isinstance(around.get(name), types.FunctionType):
            around[name] = compile_inner(around[name], known, fused=fused)
    own = _with_globals(function, around, function.__name__)
    fast = {"contract"} if fused else False
    compile_it = numba.njit(fastmath=fast, forceinline=True, **INNER)
    ready: Callable[..., Any] = compile_it(own)
    return ready


def needs(rule: Learner) -> dict[str, bool]:
    """Tell which parts of the loops a learner can come to; the rest is not compiled."""
    return {
        "AVERAGES": rule.combination == "averaged" or rule.declares("averaged"),
        "DECAYS": rule.decay is not no_decay,
        "POCKETS": rule.combination == "pocket",
        "VOTES": rule.combination == "voted",
        "BATCHES": rule.declares("batch_size"),
        "READS_LENGTH": rule.reads_length,
    }


def _warm_up(ready: Callable[..., int], name: str) -> None:
    """Compile or load now: types are the same for data of any size."""
    rule = learner(name)
    samples, codes = np.zeros((1, 2)), np.zeros(1, np.uint8)
    samples.setflags(write=False)
    numbers = rule.settings(*[1.0] * len(rule.settings._fields))
    settings = rule.settings_for(numbers, samples)
    size = int(np.prod(rule.shape(2, 1, settings)))
    part = structures.LabelledSamples(samples, codes, np.ones(1))
    combination = structures.CombinationState(
        np.zeros(rule.memory_size(size, settings)), np.zeros((1, 4)),
        np.zeros((1, 1, 2)),
        np.zeros((1, 1), np.int64),
    )  # fmt: skip
    state = structures.RunState(
        np.zeros(size), combination, np.zeros(size), np.zeros(4, np.int64)
    )
    record = structures.RunRecord(
        np.zeros(1, np.int64), np.zeros(1, np.uint8), np.zeros((1, 4)), np.zeros((1, 4))
    )
    ready(
        state, _one_sample(samples, codes), (part, part), record, structures.Plan(),
        settings, 1, True,
    )  # fmt: skip


def _warm_up_batched(ready: Callable[..., int], name: str) -> None:
    settings = learner(name).settings
    samples, codes = np.zeros((1, 2)), np.zeros(1, np.uint8)
    samples.setflags(write=False)
    runs = structures.BatchedRuns(
        np.zeros((3, 1)), np.zeros((3, 1)), np.zeros(1, np.int64),
        np.ones(1, np.uint8), np.ones((2, 1)),
        structures.records([(0.5,) * 5], rate_schedule.Schedule),
        structures.records([(0.5,) * len(settings._fields)], settings),
    )  # fmt: skip
    ready(
        runs, np.zeros((1, 1, 3)), np.zeros(1, np.int64), _one_sample(samples, codes),
        np.zeros(1, np.int64), structures.Plan(), 0, 1,
    )  # fmt: skip


def _one_sample(X: Any, codes: Any) -> structures.TrainingSamples:
    by_class, order = np.ones((1, 2)), np.zeros(1, np.int32)
    return structures.TrainingSamples(X, codes, np.ones(1), by_class, order)


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
