"""The arrays that the loops read: data set and recipe, made ready."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import TRAINING
from engine.errors import UserError
from engine.learners import Learner, learner
from engine.learners.learner import no_decay
from engine.models.linear_scores import linear_scores
from engine.models.tie import wrong
from engine.numbers import counted
from engine.training.class_weights import class_weights, weights_by_output
from engine.training.keyframes import State
from engine.training.loops.passes import BEST_ERRORS, BEST_RUN, CHECKED
from engine.training.loops.rate_schedule import CONSTANT, INVERSE, PEGASOS
from engine.training.loops.structures import (
    AVERAGED,
    LAST,
    POCKET,
    VOTED,
    LabelledSamples,
    Plan,
    TrainingSamples,
)
from engine.training.prepared_samples import (
    deviation_of,
    features_of,
    prepared,
    prepared_as,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.data.feature_map import FeatureMap
    from engine.learners.combination import Combination
    from engine.models.scaling import Scaling
    from engine.models.tie import Tie
    from engine.training.keyframes import Checkpoint
    from engine.training.recipe import Recipe

SCHEDULES = {"constant": CONSTANT, "inverse": INVERSE, "pegasos": PEGASOS}
COMBINATIONS: dict[Combination, int] = {
    "last": LAST, "averaged": AVERAGED, "pocket": POCKET, "voted": VOTED,
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Problem:
    """What a run works on, in the form that the loops want.

    Attributes
    ----------
    features : FeatureMap
    scaling : Scaling or None
    X : ndarray, shape (n_all, n_terms), read-only
        φ(x) of all samples, standardised, by the training part, if the recipe says so.
    codes : ndarray of int64, shape (n_all,), read-only
    parts : tuple of LabelledSamples
        The samples to learn from, to validate and to test with.
    rows : ndarray of int32, shape (n,)
        The rows of `X` to learn from: the training part, but for weights of 0.
    n_outputs : int
    order : ndarray of int32, shape (n,)
        The order as given or made by hand, of the training part's rows.
    start : ndarray, of the learner's shape
        The parameters before the first step.
    memory_size : int
        Numbers that are kept beside them (`Learner.memory_size`).
    plan : Plan
    settings : NamedTuple
        The learner's own.
    epochs : int
        At most.
    class_names : tuple of str
    class_weights : ndarray, shape (n_outputs, 2)
        Per output how much the samples with y = −1 and with y = +1 count, beside
        their own weights.
    coupled : bool
        Whether several outputs learn together.
    why_no_row : str
        Why no row of weights makes one output's loss; empty where one does.
    work : int
        Multiplications that learning from a sample takes, roughly.
    """

    features: FeatureMap
    scaling: Scaling | None
    X: NDArray[np.float64]
    codes: NDArray[np.int64]
    parts: tuple[LabelledSamples, ...]
    rows: NDArray[np.int32]
    n_outputs: int
    order: NDArray[np.int32]
    start: NDArray[np.float64]
    memory_size: int
    plan: Plan
    settings: Any
    epochs: int
    class_names: tuple[str, ...]
    class_weights: NDArray[np.float64]
    coupled: bool
    why_no_row: str
    work: int
    compiled_work: int

    @cached_property
    def is_weighted(self) -> bool:
        """Tell whether a sample or a class has another weight than 1."""
        own = any(part.sample_weights is not None for part in self.parts)
        return own or bool((self.class_weights != 1.0).any())

    @property
    def combination(self) -> Combination:
        """Which weights are used, of those gone through."""
        code = self.plan.combination
        return next(name for name, known in COMBINATIONS.items() if known == code)

    @property
    def is_plain(self) -> bool:
        """Tell whether every sample counts as one, and a tie is a mistake."""
        return not (self.is_weighted or self.settings.tie)

    def weights_of(self, rows: NDArray[np.integer[Any]], k: int) -> NDArray[np.float64]:
        """Give how much samples to learn from count for an output, all in all."""
        places = np.searchsorted(self.rows, rows)
        _, codes, own = self.training
        positive = self.is_positive(codes[places], k).astype(int)
        if self.coupled:
            of_class = self.class_weights[codes[places], 1]
        else:
            of_class = self.class_weights[k][positive]
        counts: NDArray[np.float64] = (
            of_class if own is None else own[places] * of_class
        )
        return counts

    def labels(self, codes: NDArray[np.integer[Any]], k: int) -> NDArray[np.float64]:
        """Give y = ±1 of samples of these classes, as an output learns them."""
        return np.where(self.is_positive(codes, k), 1.0, -1.0)

    def is_positive(self, codes: NDArray[np.integer[Any]], k: int) -> NDArray[np.bool_]:
        """Tell which classes, by their codes, an output says +1 for."""
        positive: NDArray[np.bool_] = codes == (1 if self.n_outputs == 1 else k)
        return positive

    def after(self, checkpoint: Checkpoint) -> Problem:
        """Give the problem of a run that goes on from the end of another."""
        plan = self.plan._replace(
            steps_before=checkpoint.steps, epochs_before=checkpoint.epochs
        )
        start = checkpoint.state.parameters.reshape(self.start.shape).copy()
        return replace(self, start=start, plan=plan)

    def under(self, recipe: Recipe) -> Problem:
        """Give the same samples and terms to the rule of another recipe."""
        known = self.training, self.rows, len(self.X), self.class_names, self.n_outputs
        return replace(self, **_by_recipe(recipe, *known))

    def start_state(self) -> State:
        """Give the state before the first step; in the pocket is the start."""
        parameters = self.start.ravel().copy()
        counts = np.zeros((self.n_outputs, 4))
        counts[:, BEST_ERRORS] = np.inf
        pocket = self.plan.combination == POCKET
        memory = parameters.copy() if pocket else np.zeros(self.memory_size)
        return State(parameters, memory, counts, np.zeros(4, np.int64))

    def resumed(self, state: State) -> State:
        """Give another run's state as the one before the first step of this run.

        Its samples may be others: on them the pocket's errors are counted anew.
        """
        fresh = state.copy()
        fresh.tally[:] = 0
        if self.plan.combination == POCKET:
            fresh.counts[:, CHECKED] = 0
            for k, counts in enumerate(fresh.counts):
                never = not counts[BEST_RUN]
                pocket = fresh.memory.reshape(self.start.shape)[k]
                errors = self._pocket_errors(pocket, k)
                counts[BEST_ERRORS] = np.inf if never else errors
        return fresh

    def _pocket_errors(self, pocket: NDArray[np.float64], k: int) -> float:
        """Count the samples that output k's pocket is wrong on, as the loops do."""
        scores = linear_scores(self.training.X, pocket[None], in_order=True)
        own = self.is_positive(self.training.codes, k).astype(np.int64)
        mistaken = wrong(scores, own, self.tie)
        return float(self.weights_of(self.rows, k)[mistaken].sum())

    def are_mistakes(
        self, z: NDArray[np.float64], y: NDArray[Any]
    ) -> NDArray[np.bool_]:
        """Tell for many scores z and labels y = ±1 what `is_mistake` tells for one."""
        limit = self.settings.tolerance
        right = (y > 0) & (z == limit) if self.settings.tie else False
        wrong: NDArray[np.bool_] = (y * z <= limit) & ~np.asarray(right)
        return wrong

    def mistakes_by_output(
        self, scores: NDArray[np.float64], codes: NDArray[np.integer[Any]]
    ) -> NDArray[np.bool_]:
        """Tell which scores (m, n_outputs) are mistakes on samples of classes (m,).

        Of outputs that learn together: that of the own class where it is not ahead of
        all others, of another class where it is not behind the own.
        """
        outputs = np.arange(self.n_outputs)
        is_own = codes[:, None] == (1 if self.n_outputs == 1 else outputs)
        if not self.coupled:
            return self.are_mistakes(scores, np.where(is_own, 1, -1))
        own = scores[np.arange(len(codes)), codes][:, None]
        ahead = (scores >= own) & ~is_own
        behind = ahead.any(axis=1, keepdims=True)
        wrong: NDArray[np.bool_] = np.where(is_own, behind, ahead)
        return wrong

    @property
    def tie(self) -> Tie:
        """What a score of 0 is."""
        return "positive" if self.settings.tie else "mistake"

    def samples(self, *, plain: bool) -> TrainingSamples:
        """Give what to learn from as the plain loops, or the others, read it."""
        order = self.order.copy() if self.plan.shuffled else self.order
        return TrainingSamples(
            *self.parts_for_loops(plain=plain)[TRAINING],
            self.class_weights,
            order,
        )

    def parts_for_loops(self, *, plain: bool) -> tuple[LabelledSamples, ...]:
        """Give the parts as the plain loops, or the others, read them: made once."""
        if plain not in self._parts_for_loops:
            made = tuple(_for_loops(part, plain=plain) for part in self.parts)
            self._parts_for_loops[plain] = made
        return self._parts_for_loops[plain]

    @cached_property
    def _parts_for_loops(self) -> dict[bool, tuple[LabelledSamples, ...]]:
        return {}

    @property
    def training(self) -> LabelledSamples:
        """The samples to learn from."""
        return self.parts[TRAINING]

    def random_rows(self, most: int) -> NDArray[np.int32]:
        """Choose samples to learn from by chance, always the same ones.

        They come in no order, so that the first of them are a fair choice too.
        """
        order = np.random.default_rng(0).permutation(self.n_samples)[:most]
        return self.rows[order]

    @property
    def n_samples(self) -> int:
        """Samples in an epoch."""
        return len(self.rows)

    @property
    def steps_per_epoch(self) -> int:
        """Steps in an epoch."""
        return -(-self.n_samples // self.plan.batch)

    @property
    def most_steps(self) -> int:
        """Steps of a run that nothing ends early."""
        return self.steps_per_epoch * self.epochs


def _for_loops(part: LabelledSamples, *, plain: bool) -> LabelledSamples:
    weights = part.sample_weights
    if weights is None:
        weights = np.ones(0 if plain else len(part.X))
    # A byte a class: in a shuffled order, more of them stay in a near cache.
    codes = part.codes.astype(np.uint8)
    return LabelledSamples(np.ascontiguousarray(part.X), codes, np.array(weights))


def problem(data: Dataset, recipe: Recipe, former: Checkpoint | None = None) -> Problem:
    """Make data and recipe ready for the loops.

    After a former run the samples are standardised as they were there: its weights
    would mean something else on samples standardised by themselves.

    Raises
    ------
    UserError
        If there is no sample to learn from, a feature is not known or too large, an
        order or a start made by hand does not fit the data, or the learner cannot go
        on after a former run.
    """
    if not data.n_samples:
        raise UserError("there are no samples: draw or open some")
    counted = data.counted_rows_of(TRAINING)
    if not len(data.rows_of(TRAINING)):
        raise UserError(
            "no sample is in the training part, so there is nothing to learn from: "
            "hold fewer samples out"
        )
    if not len(counted):
        raise UserError(
            "every sample to learn from has the weight zero: give at least one a "
            "weight above zero"
        )
    features = features_of(data, recipe)
    if former is None:
        samples = prepared(data, features, deviation_of(recipe))
    else:
        samples = prepared_as(data, features, former.scaling)
    if former is not None and not learner(recipe.learner).goes_on:
        raise UserError(
            f"{recipe.learner} does not go on from another run: its weights are those "
            "of its samples; give all samples at once"
        )
    rows = data.rows_to_learn
    training = samples.parts[TRAINING]
    known = training, rows, data.n_samples, data.class_names, data.n_outputs
    return Problem(
        features=features,
        scaling=samples.scaling,
        X=samples.X,
        codes=data.y,
        parts=samples.parts,
        rows=rows,
        n_outputs=data.n_outputs,
        class_names=data.class_names,
        **_by_recipe(recipe, *known),
    )


def _by_recipe(
    recipe: Recipe,
    training: LabelledSamples,
    rows: NDArray[np.int32],
    n_samples: int,
    class_names: tuple[str, ...],
    n_outputs: int,
) -> dict[str, Any]:
    """Give what of a problem the recipe says, for samples that are made ready."""
    rule = learner(recipe.learner)
    settings = rule.settings_for(recipe.rule_settings, training.X)
    start = _start(rule, recipe, n_outputs, training.X.shape[1], settings)
    plan = _plan(rule, recipe, training)
    alone = rule.is_linear and n_outputs == 1
    return {
        "order": _order(recipe, rows, n_samples),
        "start": start,
        "memory_size": rule.memory_size(start.size, settings),
        "work": rule.work(start.size),
        "compiled_work": rule.compiled_work(start.size, plan.batch),
        "plan": plan,
        "settings": settings,
        "coupled": rule.coupled and n_outputs > 1,
        "why_no_row": "" if alone else rule.family.why_no_row,
        "epochs": recipe.get("epochs", 1),
        "class_weights": _class_weights(recipe, training, class_names, n_outputs),
    }


def _class_weights(
    recipe: Recipe,
    training: LabelledSamples,
    class_names: tuple[str, ...],
    n_outputs: int,
) -> NDArray[np.float64]:
    """Give, per output, the weights of the samples with y = −1 and with y = +1."""
    wanted, own = recipe.get("class_weight"), training.sample_weights
    if wanted is None:
        return np.ones((n_outputs, 2))
    totals = np.zeros(len(class_names))
    totals += np.bincount(training.codes, own, len(class_names))
    return weights_by_output(class_weights(wanted, class_names, totals), n_outputs)


def _plan(rule: Learner, recipe: Recipe, training: LabelledSamples) -> Plan:
    n_samples, own = len(training.X), training.sample_weights
    batch = int(recipe.get("batch_size", 1)) or n_samples
    combination = "averaged" if recipe.get("averaged") else rule.combination
    order = recipe.get("order", "given")
    target, change = recipe.get("target_error"), recipe.get("least_change")
    return Plan(
        batch=min(batch, n_samples),
        shuffled=order == "shuffled",
        reordered=order != "given",
        seed=recipe.get("seed", 0),
        offset_input=1.0 if recipe.offset else 0.0,
        mean=rule.mean,
        decays=rule.decay is not no_decay,
        schedule=SCHEDULES[recipe.get("schedule", "constant")],
        eta=recipe.get("learning_rate", 1.0),
        c1=recipe.get("c1", 1.0),
        c2=recipe.get("c2", 1.0),
        strength=recipe.get("strength", 1.0),
        combination=COMBINATIONS[combination],
        stop_without_mistake=recipe.get("stop_without_mistake", False),
        target_error=-1.0 if target is None else target,
        least_change=-1.0 if change is None else change,
        total=float(n_samples if own is None else own.sum()),
    )


def _order(
    recipe: Recipe, rows: NDArray[np.int32], n_samples: int
) -> NDArray[np.int32]:
    """Give the order as positions among the training part's rows.

    For all samples these are the rows themselves: to make a second array of ten
    million takes longer than an epoch of them.
    """
    wanted = recipe.get("order", "given")
    if isinstance(wanted, str):
        every = len(rows) == n_samples
        return rows if every else np.arange(len(rows), dtype=np.int32)
    if sorted(wanted) != rows.tolist():
        raise UserError(
            f"{_fault_of_order(wanted, rows)}: name each of the {_said(rows)} once",
            of="the order",
            setting="order",
        )
    places: NDArray[np.int32] = np.searchsorted(rows, wanted).astype(np.int32)
    return places


def _fault_of_order(wanted: Sequence[int], rows: NDArray[np.int32]) -> str:
    """Say of the first row that is not named once what is wrong; rows count from 1."""
    there, named = {*rows.tolist()}, Counter(wanted)
    if unknown := [row for row in named if row not in there]:
        return f"names row {unknown[0] + 1:,}, which is held out or not there"
    if twice := [row for row, times in named.items() if times > 1]:
        return f"names row {twice[0] + 1:,} twice"
    return f"leaves out row {min(there - named.keys()) + 1:,}"


def _said(rows: NDArray[np.int32]) -> str:
    if len(rows) == rows[-1] + 1:
        return f"rows 1 to {len(rows):,}"
    few = ", ".join(str(row + 1) for row in rows[:3].tolist())
    return f"{len(rows):,} rows to learn from ({few}, …)"


def _start(
    rule: Learner, recipe: Recipe, n_outputs: int, n_terms: int, settings: Any
) -> NDArray[np.float64]:
    start = recipe.get("start", "zero")
    shape = rule.shape(n_terms, n_outputs, settings)
    rows = rule.rows(n_terms, n_outputs, settings)
    if start == "zero":
        return np.zeros(shape)
    if start == "random":
        weights = rule.random_start(recipe.seed, n_terms, n_outputs, settings)
    else:
        if tuple(map(len, start)) != rows:
            raise UserError(
                f"does not match the data set: give {_rows_said(rows)}{_example(rows)}",
                of="the start",
                setting="start",
            )
        weights = np.concatenate(start, dtype=np.float64)
    if not recipe.offset:
        weights[np.cumsum(rows) - 1] = 0.0
    return weights.reshape(shape)


FEW = 12
"""Weights that a message writes out."""


def _example(rows: tuple[int, ...]) -> str:
    """Write zeros as such a start, if these are few."""
    if sum(rows) > FEW:
        return ""
    return ", as in " + ";".join(",".join("0" * length) for length in rows)


def _rows_said(rows: tuple[int, ...]) -> str:
    """Say how many rows of how many weights there are."""
    said = []
    for length, alike in groupby(rows):
        count = len([*alike])
        weights = counted(length - 1, "weight")
        said.append(f"{counted(count, 'row')} of {weights} and an offset")
    return ", then ".join(said)
