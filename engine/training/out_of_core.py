"""A run over a table of any size, block by block, in constant memory.

The table is looked over first where its classes or its scaling are not known yet.
"""

from __future__ import annotations

from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np

from engine.data.classes import Classes, too_many
from engine.data.dataset import MOST_CLASSES
from engine.data.feature_map import feature_map
from engine.data.sample_table import NoSuchClass, without_rows
from engine.learners import learner
from engine.models.linear_scores import count_wrong
from engine.models.predictor import Trained
from engine.models.scaling import BLOCK, Moments, Scaling
from engine.training.class_weights import class_weights
from engine.training.incremental import (
    Diverged,
    IncrementalLearner,
    require_incremental,
)
from engine.training.loops.structures import (
    ON_TARGET,
    RUNNING,
    SETTLED,
    WITHOUT_MISTAKE,
)
from engine.training.prepared_samples import deviation_of, mapped
from engine.training.stop_reasons import ran_out, stopped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from engine.data.sample_table import SampleTable
    from engine.data.tables.typed_columns import Rows
    from engine.models.predictor import Predictor
    from engine.training.recipe import Recipe

    Pair = tuple[NDArray[np.float64], NDArray[np.int64]]


class ProgressReport(Protocol):
    """Is told, after every block, how far a run is."""

    def __call__(self, doing: str, share: float, samples: int) -> None:
        """Take what is done, how much of the file is, and with how many samples."""


@dataclass(frozen=True, eq=False)
class OutOfCoreRun:
    """What came out of a run over a large table.

    Attributes
    ----------
    recipe : Recipe
    reason : str
        Why it ended.
    diverged : bool
        Whether it did because its weights left their range.
    model : Predictor
    mistakes : tuple of int
        Made in each finished epoch.
    feature_names, class_names : tuple of str
    counts : ndarray of int64
        Number of samples of each class.
    """

    recipe: Recipe
    reason: str
    diverged: bool
    model: Predictor
    mistakes: tuple[int, ...]
    feature_names: tuple[str, ...]
    class_names: tuple[str, ...]
    counts: NDArray[np.int64]

    @property
    def n_samples(self) -> int:
        """Number of samples."""
        return int(self.counts.sum())


def run_out_of_core(
    table: SampleTable,
    recipe: Recipe,
    progress: ProgressReport,
    classes: Classes | None = None,
) -> OutOfCoreRun:
    """Learn from a table in the order of the file, which is read once an epoch.

    It is read once more before, for the scaling or class weights if the recipe wants
    them, and for the classes if neither they are given nor the first rows have them
    all; and once more after, for the training error; with a target error, after every
    epoch. The weights are bit by bit those of a `Tape` of the same samples and recipe.

    Parameters
    ----------
    table : SampleTable
    recipe : Recipe
    progress : ProgressReport
    classes : Classes, optional
        All that occur.

    Raises
    ------
    UserError
        If the recipe needs all samples at once or the table has a fault.
    """
    require_incremental(recipe)
    scaling, balanced = None, None
    if deviation_of(recipe) or recipe.get("class_weight") is not None:
        table_classes, scaling, totals = classes_and_scaling(table, recipe, progress)
        if recipe.get("class_weight") == "balanced":
            weights = class_weights("balanced", table_classes.names, totals)
            balanced = dict(zip(table_classes.names, weights.tolist(), strict=True))
        classes = classes or table_classes
    elif classes is None:
        if first := first_classes(table):
            with suppress(NoSuchClass):  # one that comes later: look for all of them
                return _Run(table, recipe, progress, first, None).run()
        classes, *_ = classes_and_scaling(table, recipe, progress)
    return _Run(table, recipe, progress, classes, scaling, balanced).run()


def first_classes(table: SampleTable) -> Classes | None:
    """Give the classes of the first rows; None if these cannot be all."""
    labels = table.first_labels()
    if not labels or too_many(set(labels), table.label_kind):
        return None
    classes = table.classes(labels, strict=True)
    return classes if len(classes.occurring) > 1 else None


def classes_and_scaling(
    table: SampleTable, recipe: Recipe, progress: ProgressReport
) -> tuple[Classes, Scaling | None, NDArray[np.float64]]:
    """Go over the file for the classes and, if the recipe wants it, the scaling.

    Returns
    -------
    Classes
    Scaling or None
    ndarray, shape (n_classes,)
        The number of samples of each class.

    Raises
    ------
    UserError
        If there are no samples, too many classes, or the table has a fault.
    """
    features = feature_map(table.feature_names, recipe.features, squares=recipe.squares)
    deviation = deviation_of(recipe)
    labels: Counter[str] = Counter()

    def make(block: Rows) -> tuple[list[str], Pair]:
        phi = mapped(features, block.X) if deviation else block.X
        return block.labels, (phi, block.which)

    def pairs() -> Iterator[Pair]:
        for (block_labels, pair), share in table.blocks(
            make, features=deviation is not None
        ):
            counts = np.bincount(pair[1], minlength=len(block_labels))
            for label, count in zip(block_labels, counts.tolist(), strict=True):
                labels[label] += count  # one may be there with blanks too
            if too_many(labels, table.label_kind):
                raise table.too_many_classes(f"more than {MOST_CLASSES}")
            progress("reading the classes", share, labels.total())
            yield pair

    moments: Moments | None = None
    for phi, _ in regrouped(pairs(), BLOCK):
        block = Moments.of(phi)
        moments = block if moments is None else moments.plus(block)
    if moments is None:
        raise without_rows(table.path)
    classes = table.classes(labels)
    totals = np.zeros(len(classes.names))
    np.add.at(totals, classes.codes_of(labels), list(labels.values()))
    return classes, Scaling.of(moments, deviation) if deviation else None, totals


def regrouped(pairs: Iterable[Pair], rows: int) -> Iterator[Pair]:
    """Cut samples so that all parts but the last have a multiple of so many rows."""
    if rows == 1:
        yield from pairs
        return
    waiting: deque[Pair] = deque()
    n = 0
    for pair in pairs:
        waiting.append(pair)
        n += len(pair[1])
        if n >= rows:
            X, codes = _together(waiting)
            whole = n - n % rows
            yield X[:whole], codes[:whole]
            waiting = deque([(X[whole:].copy(), codes[whole:].copy())])
            n -= whole
    if n:
        yield _together(waiting)


def _together(pairs: Iterable[Pair]) -> Pair:
    X, codes = zip(*pairs, strict=True)
    return np.concatenate(X), np.concatenate(codes)


class _Run:
    """The epochs of a run, and what is measured after them."""

    def __init__(
        self,
        table: SampleTable,
        recipe: Recipe,
        progress: ProgressReport,
        classes: Classes,
        scaling: Scaling | None,
        class_weight: Mapping[str, float] | None = None,
    ) -> None:
        self._table = table
        self._recipe = recipe
        self._progress = progress
        self._classes = classes
        known = (
            recipe
            if class_weight is None
            else recipe.replace(class_weight=class_weight)
        )
        self._learner = IncrementalLearner(table.feature_names, classes.names, known)
        self._learner.scaling = scaling
        self._mistakes: list[int] = []
        self._begun = 0
        self._diverged = False
        self._measured: tuple[float, NDArray[np.int64]] | None = None

    def run(self) -> OutOfCoreRun:
        reason = self._learn_file()
        wrong, counts = self._measured or self._measure_errors()
        return OutOfCoreRun(
            recipe=self._recipe,
            reason=reason,
            diverged=self._diverged,
            model=self._model(wrong / int(counts.sum())),
            mistakes=tuple(self._mistakes),
            feature_names=self._table.feature_names,
            class_names=self._classes.names,
            counts=counts,
        )

    def _learn_file(self) -> str:
        """Go over the file until the run is over; say why it is."""
        online, most = self._learner, self._learner.problem.epochs
        for epoch in range(1, most + 1):
            steps, mistakes, former = online.steps, online.mistakes, online.weights
            self._measured = None
            try:
                samples = self._samples(f"epoch {epoch} of at most {most}")
                for X, codes in regrouped(samples, online.batch):
                    online.learn(X, codes)
            except Diverged as end:
                self._diverged = True
                self._begun = epoch if online.steps > steps else epoch - 1
                return str(end)
            self._begun = epoch
            self._mistakes.append(online.mistakes - mistakes)
            ending = self._ending(former)
            if ending != RUNNING:
                return stopped(ending, epoch)
        return ran_out(self._recipe.learner, most)

    def _ending(self, former: NDArray[np.float64]) -> int:
        """Look, after an epoch, whether the run is over."""
        plan = self._learner.problem.plan
        if plan.stop_without_mistake and not self._mistakes[-1]:
            return WITHOUT_MISTAKE
        if plan.target_error >= 0:
            self._measured = self._measure_errors()
            wrong, counts = self._measured
            if wrong <= plan.target_error * int(counts.sum()):
                return ON_TARGET
        moved = float(((self._learner.weights - former) ** 2).sum())
        settled = plan.least_change >= 0 and moved < plan.least_change**2
        return SETTLED if settled else RUNNING

    def _measure_errors(self) -> tuple[float, NDArray[np.int64]]:
        """Count the errors of the weights as they are, and the samples by class."""
        wrong, counts = 0.0, np.zeros(len(self._classes.names), np.int64)
        used, problem = self._learner.used, self._learner.problem
        rule = learner(self._recipe.learner)
        score = partial(rule.scores, settings=problem.settings)
        for X, codes in regrouped(self._samples("measuring the error"), BLOCK):
            for first in range(0, len(codes), BLOCK):
                block = slice(first, first + BLOCK)
                wrong += count_wrong(
                    X[block], used, codes[block], problem.tie, score=score
                )
            counts += np.bincount(codes, minlength=len(counts))
        if not counts.any():
            raise without_rows(self._table.path)
        return wrong, counts

    def _samples(self, doing: str) -> Iterator[Pair]:
        """Go over the file once, the samples made ready to learn from."""

        def make(block: Rows) -> Pair:
            codes = self._table.codes(block, self._classes)
            return self._learner.mapped(block.X), codes

        n = 0
        for pair, share in self._table.blocks(make):
            n += len(pair[1])
            self._progress(doing, share, n)
            yield pair

    def _model(self, error: float) -> Predictor:
        made = self._learner
        return learner(self._recipe.learner).predictor(
            Trained(made.used, (), made.problem.settings),
            scaling=made.scaling,
            features=made.problem.features,
            class_names=self._classes.names,
            epochs=self._begun,
            updates=made.updates,
            measure_error=partial(float, error),
            provenance=self._table.provenance,
            tie=made.problem.tie,
            recipe=self._recipe.to_dict(),
        )
