"""The tuples that the loops read and write, and the codes of what they tell."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.training.loops.rate_schedule import CONSTANT

STEP, UPDATES, MISTAKES, EPOCH_MISTAKES = range(4)
"""What the entries of a tally count, from the start of the run or of the epoch."""

MISTAKE, UPDATE = 1, 2
"""Bits of a position's mark."""

RUNNING, WITHOUT_MISTAKE, ON_TARGET, SETTLED, DIVERGED = range(5)
"""How `run` came back."""

LAST, AVERAGED, POCKET, VOTED = range(4)
"""Combinations: which model is used of those that the rule goes through."""

MADE, ERRORS, VALIDATION_ERRORS, TEST_ERRORS = range(4)
"""Columns of the epochs' log: mistakes made, then errors on each part."""

SQUARES = 3
"""Column of the epochs' losses, after those of the parts: ‖w‖² without the offset."""

TOO_LARGE = 1e100

SAMPLES_IN_CACHE = 1024
"""Samples that are looked at together: they stay in a near cache."""

AVERAGES = DECAYS = POCKETS = VOTES = BATCHES = True
"""What a learner can be asked for; the compiler puts False for what it cannot."""

READS_LENGTH = True
"""Whether the rule asks for a sample's length; then that is computed where it pulls."""

WEIGHTED = True
"""Whether samples or classes have weights; the compiler makes loops for either."""


class Plan(NamedTuple):
    """What the loops read of the recipe.

    `offset_input` is what the offset is multiplied by: 1, or 0 for a boundary through
    the origin, so that the offset is one more weight that stays 0. `target_error` and
    `least_change` are −1 where they are not to end the run. `total` is the number of
    samples to learn from, or their weights summed. `steps_before` and
    `epochs_before` are those of the run that this one continues.
    """

    batch: int = 1
    shuffled: bool = False
    reordered: bool = False
    seed: int = 0
    offset_input: float = 1.0
    mean: bool = False
    decays: bool = False
    schedule: int = CONSTANT
    eta: float = 1.0
    c1: float = 1.0
    c2: float = 1.0
    strength: float = 1.0
    combination: int = LAST
    stop_without_mistake: bool = False
    target_error: float = -1.0
    least_change: float = -1.0
    total: float = 1.0
    steps_before: int = 0
    epochs_before: int = 0


class LabelledSamples(NamedTuple):
    """Samples X (n, d); the class index of each row, `codes` (n,); its weight (n,).

    The weights are None where all are 1; the loops see an empty array if they are
    made for a run without any.
    """

    X: Any
    codes: Any
    sample_weights: Any = None


class TrainingSamples(NamedTuple):
    """Samples to learn from, as in a part, with what else a run says of them.

    Attributes
    ----------
    X, codes, sample_weights
    class_weights : (n_outputs, 2)
        Per output the weights of the samples with y = −1 and with y = +1.
    order : (n,), the epoch's
    """

    X: Any
    codes: Any
    sample_weights: Any
    class_weights: Any
    order: Any


class CombinationState(NamedTuple):
    """What a combination needs of the models gone through, per output.

    Attributes
    ----------
    memory : (size,), of one output (d + 1,)
        Averaged: what makes the mean; pocket: the best weights.
    counts : (n_outputs, 4)
        The pocket's counts; its errors are summed weights where samples have some.
    updates : (n_outputs, m, 2)
        Voted: of each update in this call the step, then what multiplied the sample.
    n_updates : (n_outputs, 1) int64
        How many of them there are.
    """

    memory: Any
    counts: Any
    updates: Any
    n_updates: Any


class RunState(NamedTuple):
    """What a run goes on from, changed in place.

    Attributes
    ----------
    parameters : (size,)
    combination : CombinationState
    former : (size,), the parameters at the end of the epoch before
    tally : (4,) int64
    """

    parameters: Any
    combination: Any
    former: Any
    tally: Any


class RunRecord(NamedTuple):
    """What a run writes down.

    Attributes
    ----------
    order_epoch : (1,), the epoch whose order the samples' `order` holds
    marks : (n,) uint8, the marks of the last epoch visited
    log : (m, 4), mistakes and errors of each part in the first m epochs
    losses : (m, 4), the losses of each part summed, then ‖w‖² where it is penalised
    """

    order_epoch: Any
    marks: Any
    log: Any
    losses: Any


class BatchedRuns(NamedTuple):
    """Runs that learn side by side: a column or an entry for each output of each.

    Attributes
    ----------
    weights, memory : (d + 1, m)
    mistakes : (m,) int64, those of the epoch
    positive : (m,) uint8, class of the samples with y = +1
    class_weights : (2, m), of the samples with y = −1 and with y = +1
    schedules : (m,) records, with the fields of `Schedule`
    settings : (m,) records, with the learner's own fields
    """

    weights: Any
    memory: Any
    mistakes: Any
    positive: Any
    class_weights: Any
    schedules: Any
    settings: Any


class Span(NamedTuple):
    """Positions `first` … `last` of an epoch, and the steps made before the first."""

    first: int
    last: int
    steps_before: int


class Block(NamedTuple):
    """Samples in the epoch's order.

    Attributes
    ----------
    X : (m, d)
    codes, sample_weights, marks : (m,)
    steps_before : steps made before the first of them
    """

    X: Any
    codes: Any
    sample_weights: Any
    marks: Any
    steps_before: int


class OutputBlock(NamedTuple):
    """The same, as one output learns from them.

    Attributes
    ----------
    X, codes, sample_weights, marks, steps_before
        As in a block.
    class_weights : (2,), of the samples with y = −1 and with y = +1
    positive : class of the samples with y = +1
    """

    X: Any
    codes: Any
    sample_weights: Any
    class_weights: Any
    marks: Any
    positive: int
    steps_before: int


def records(rows: Any, kind: Any) -> Any:
    """Give tuples as an array; the loops read a record as they do the tuple."""
    fields = [(name, np.float64) for name in kind._fields]
    return np.array(rows, np.dtype((np.record, fields)))
