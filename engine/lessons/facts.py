"""Facts: what a page tells by number, and what a task asks for, by name."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.data.feature_map import pretty
from engine.errors import UserError, meant
from engine.families.capabilities import can
from engine.learners import learner, learners
from engine.numbers import decimals, with_power

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from engine import Dataset, Frame, Recipe, Tape
    from engine.diagnosis.conditioning import Conditioning
    from engine.diagnosis.convergence import Diagnosis
    from engine.diagnosis.separability import Separation
    from engine.hyperparameter import Hyperparameter
    from engine.models.predictor import Predictor

RECENT = 100
"""Samples that are looked back at, as a stream does."""
Value = float | bool | str | None
"""None: there is no such thing at the moment."""


LONGEST = 200
"""Characters of a fact in a text: there may be thousands of terms."""
MOST_NUMBERS = 20_000
"""Numbers in the samples up to which it is told at once whether they are separable."""
MOST_VISITS = 20_000
"""Samples times epochs up to which the error of the folds is told at once."""
FOLDS = 5
OF_SOLVER, OF_VISIT = 300, 2000
"""Products that take as long as one of a solver, and as a visit of a run that is short:
its loops may be interpreted."""
LATE = "…"
"""What stands for a fact that is being found."""


@dataclass(frozen=True, eq=False)
class Situation:
    """What a page can speak of: data, recipe, run, and the step looked at.

    Attributes
    ----------
    data : Dataset
    recipe : Recipe
    tape : Tape, optional
        The run of these; None where there is none.
    step : int
    game : str
        Name of the one that is played. Or empty.
    moves : int
        Made in it until now.
    most : float
        Products that may be computed for a fact when it is asked for.
    late : set of Fact
        Those asked for that take more, until they are `known`.
    known : dict
        What was found of them.
    """

    data: Dataset
    recipe: Recipe
    tape: Tape | None
    step: int
    game: str = ""
    moves: int = 0
    most: float = math.inf
    late: set[Fact] = field(default_factory=set)
    known: dict[Fact, Value] = field(default_factory=dict)

    def find_late(self, facts: Iterable[Fact]) -> dict[Fact, Value]:
        """Compute facts, however long it takes."""
        return {late: late.of(self) for late in facts}

    def know(self, facts: Mapping[Fact, Value]) -> None:
        """Tell these facts from now on."""
        self.known.update(facts)
        self.late.difference_update(facts)

    @cached_property
    def game_score(self) -> int | None:
        """The score of the game, once there is one."""
        if not self.game or (self.tape is not None and not self.tape.finished):
            return None
        from engine.lessons.games.game import Moment
        from engine.lessons.games.registry import game

        moment = Moment(self.data, self.recipe, self.tape, self.moves)
        return game(self.game).judge(moment).score

    @cached_property
    def frame(self) -> Frame | None:
        """What the step did."""
        return None if self.tape is None else self.tape.frame(self.step)

    @cached_property
    def model(self) -> Predictor | None:
        """The model after the step."""
        if self.tape is None or self.frame is None:
            return None
        return self.tape.model_of(self.frame)

    @property
    def diagnosis(self) -> Diagnosis | None:
        """What is found of the run; None where that takes long."""
        if self.tape is None or self.data.X.size > MOST_NUMBERS:
            return None
        return _diagnosis(self.tape, self.tape.finished)


@lru_cache(maxsize=2)
def _diagnosis(tape: Tape, _finished: bool) -> Diagnosis | None:
    """Find what is the same at each step of a run: once more when it has ended."""
    from engine.diagnosis.convergence import diagnose

    try:
        return diagnose(tape, with_cycle=False)
    except UserError:  # too many terms or classes to tell
        return None


class Fact(NamedTuple):
    """Something with a name that is true of a situation.

    Attributes
    ----------
    words : str
        What it is, as a task says it: “updates until this step”.
    of : callable
    kind : {"number", "share", "yes", "word", "terms"}
        A share is 0 … 1 and written in per cent.
    called : callable
        Gives what a value is called where the window has a name for it; else "".
    work : callable
        Gives about how many products it takes, if they are many.
    """

    words: str
    of: Callable[[Situation], Value]
    kind: str = "number"
    called: Callable[[Value], str] = lambda _: ""
    work: Callable[[Situation], int] = lambda _: 0

    def is_late(self, situation: Situation) -> bool:
        """Tell whether it takes longer than the situation allows; it notes that."""
        if self in situation.known or self.work(situation) <= situation.most:
            return False
        situation.late.add(self)
        return True

    def value(self, situation: Situation) -> Value:
        """Give what was found of it, or find it."""
        known = situation.known
        return known[self] if self in known else self.of(situation)

    def text(self, situation: Situation) -> str:
        """Write it as a page shows it."""
        if self.is_late(situation):
            return LATE
        return self.written(self.value(situation))

    def written(self, value: Value) -> str:
        """Write a value as a page shows it."""
        if value is None:
            return "–"
        if called := self.called(value):
            return called
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            terms = self.kind == "terms"
            return _shortened(pretty(value.replace(",", ", ")) if terms else value)
        if self.kind == "share":
            return f"{decimals(100 * value, 1)} %"
        return f"{value:,.0f}" if 1e3 <= value < 1e12 else with_power(value, 4)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _of_frame(of: Callable[[Frame], Value]) -> Callable[[Situation], Value]:
    return lambda s: None if s.frame is None else of(s.frame)


def _of_sample(of: Callable[[Situation, int], Value]) -> Callable[[Situation], Value]:
    """Tell something of the one sample that the step looked at."""

    def of_sample(s: Situation) -> Value:
        frame = s.frame
        if frame is None or len(frame.rows) != 1 or frame.scores.shape[1] != 1:
            return None
        return of(s, int(frame.rows[0]))

    return of_sample


def _label(s: Situation, row: int) -> Value:
    return 2 * int(s.data.y[row]) - 1


def _score(s: Situation, _row: int) -> Value:
    return None if s.frame is None else float(s.frame.scores[0, 0])


def _of_run(of: Callable[[Tape], Value]) -> Callable[[Situation], Value]:
    """Tell something of the whole run, once it is recorded to its end."""
    return lambda s: None if s.tape is None or not s.tape.finished else of(s.tape)


def _error(part: int) -> Callable[[Situation], Value]:
    def error(s: Situation) -> Value:
        from engine.evaluation.error_rates import error_on

        if s.tape is None or s.model is None:
            return None
        return error_on(part, s.tape, s.model)

    return error


def _work_of_error(s: Situation) -> int:
    if s.model is None or s.model.is_straight:
        return 0
    return s.model.products * s.data.n_samples


def _work_of_cost(s: Situation) -> int:
    return OF_VISIT * s.data.n_samples


def _work_of_solver(s: Situation) -> int:
    n, d = s.data.X.shape
    return OF_SOLVER * n * d * min(n, d) if n * d <= MOST_NUMBERS else 0


def _work_of_folds(s: Situation) -> int:
    return FOLDS * OF_VISIT * s.data.n_samples * int(s.recipe.get("epochs", 1))


def _of_model(of: Callable[[Predictor], Value]) -> Callable[[Situation], Value]:
    return lambda s: None if s.model is None else of(s.model)


def _of_weights(
    of: Callable[[NDArray[np.float64]], Value],
) -> Callable[[Situation], Value]:
    """Look at rows of weights, the offset last; of many that vote at the newest."""

    def looked_at(model: Predictor) -> Value:
        rows = model.newest_weights()
        return None if rows is None else of(rows)

    return _of_model(looked_at)


def _weight(place: int) -> Callable[[Situation], Value]:
    def weight(rows: NDArray[np.float64]) -> Value:
        there = place < rows.shape[1] - 1 and len(rows) == 1
        return float(rows[0, place]) if there else None

    return _of_weights(weight)


def _at_end(of: Callable[[Situation], Value]) -> Callable[[Situation], Value]:
    def at_end(s: Situation) -> Value:
        return _of_run(lambda tape: of(replace(s, step=tape.steps)))(s)

    return at_end


def _cost(s: Situation) -> Value:
    from engine.spaces.cost import cost_of

    rule = learner(s.recipe.learner)
    if s.tape is None or s.model is None or not rule.has_cost:
        return None
    return cost_of(s.tape.problem, rule, s.tape.frame(s.step).used).total


def _support(s: Situation) -> Value:
    from engine.spaces.svm_path import margins

    if not can(s.model, "linear"):
        return None
    rows = s.data.rows_of(TRAINING)
    return int(margins(s.model, s.data).support[rows].any(axis=1).sum())


def _clearance(s: Situation) -> Value:
    from engine.spaces.svm_path import margins

    if not can(s.model, "linear") or not s.model.is_flat or s.model.is_zero:
        return None
    rows = s.data.rows_of(TRAINING)
    return float(margins(s.model, s.data).distance[rows].min())


def _different_units(model: Predictor) -> Value:
    """Count the hidden units of the first layer that are not copies of another."""
    if not can(model, "network") or len(model.layers) == 1:
        return None
    # Compiled loops may round a few of like units in another way than the rest.
    return len(np.unique(model.layers[0].round(9), axis=0))


def _length(rows: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(rows[0, :-1]))


def _room(rows: NDArray[np.float64]) -> Value:
    length = _length(rows)
    return 1 / length if length and len(rows) == 1 else None


def _conditioning(of: Callable[[Conditioning], Value]) -> Callable[[Situation], Value]:
    def conditioned(s: Situation) -> Value:
        from engine.diagnosis.conditioning import conditioning

        rule = learner(s.recipe.learner)
        return None if s.tape is None else of(conditioning(s.tape.problem, rule))

    return conditioned


def _best_epoch(tape: Tape) -> int | None:
    errors = tape.epochs.validation_error
    return None if errors is None or not len(errors) else int(np.argmin(errors)) + 1


def _best_validation_error(tape: Tape) -> Value:
    errors = tape.epochs.validation_error
    return None if errors is None or not len(errors) else float(errors.min())


def _recent(s: Situation) -> Value:
    """Give the share of mistakes on the last samples of the epoch, until the step."""
    from engine.evaluation.error_rates import share_of_last

    if s.tape is None or s.frame is None or not s.step:
        return None
    until = (s.step - 1) % s.tape.problem.steps_per_epoch + 1
    seen = s.tape.mistaken(s.frame.epoch)[: until * s.tape.problem.plan.batch]
    return float(share_of_last(seen, RECENT)[-1])


def _recent_error(s: Situation) -> Value:
    """Give the share of the last samples that the model used has wrong."""
    if s.model is None or not s.data.n_samples:
        return None
    X, y = s.data.X[-RECENT:], s.data.y[-RECENT:]
    return float(s.model.mistaken(X, y).mean())


def _diagnosed(of: Callable[[Diagnosis], Value]) -> Callable[[Situation], Value]:
    return lambda s: None if s.diagnosis is None else of(s.diagnosis)


def _separated(of: Callable[[Separation], float]) -> Callable[[Situation], Value]:
    """Tell something of samples that are separable as a whole, not class by class."""

    def separated(diagnosis: Diagnosis) -> Value:
        first, *others = diagnosis.separations
        return None if others or not first.separable else of(first) or None

    return _diagnosed(separated)


def _whole_weights(s: Situation) -> NDArray[np.float64] | None:
    """Give the newest (w, b) of one output, as the rule has them."""
    if s.tape is None or s.frame is None or not can(s.model, "linear"):
        return None
    rows = s.frame.weights
    return rows[0] if len(rows) == 1 else None


def _squared_length(s: Situation) -> Value:
    weights = _whole_weights(s)
    return None if weights is None else float(weights @ weights)


def _along(s: Situation) -> Value:
    weights = _whole_weights(s)
    if weights is None or s.diagnosis is None:
        return None
    u = s.diagnosis.separations[0].direction
    return None if u is None else float(weights[: len(u)] @ u)


def _folds_error(s: Situation) -> Value:
    visits = s.data.n_samples * s.recipe.get("epochs", 1)
    if visits > MOST_VISITS or learner(s.recipe.learner).combination == "voted":
        return None
    return _mean_of_folds(s.data, s.recipe)


@lru_cache(maxsize=4)
def _mean_of_folds(data: Dataset, recipe: Recipe) -> float | None:
    from engine.evaluation.error_rates import trained_errors
    from engine.evaluation.folds import Folds

    try:
        folds = Folds(FOLDS).split(data)
        errors = [trained_errors([VALIDATION], fold, recipe) for fold in folds]
    except UserError:  # too few samples
        return None
    return float(np.mean(errors))


FACTS = {
    "samples": Fact("samples", lambda s: s.data.n_samples),
    "classes": Fact(
        "classes that have samples", lambda s: len(np.unique(s.data.y).tolist())
    ),
    "features": Fact("features of the data", lambda s: s.data.n_features),
    "terms": Fact(
        "terms that the learner sees",
        lambda s: ",".join(s.recipe.features or s.data.feature_names),
        "terms",
    ),
    "learner": Fact(
        "learner",
        lambda s: s.recipe.learner,
        "word",
        lambda name: learner(str(name)).title,
    ),
    "step": Fact("steps until now", lambda s: s.step),
    "epoch": Fact("epoch of this step", _of_frame(lambda f: f.epoch)),
    "updates": Fact("updates until this step", _of_frame(lambda f: f.updates)),
    "mistakes": Fact("mistakes until this step", _of_frame(lambda f: f.mistakes)),
    "mistake": Fact("this step is a mistake", _of_frame(lambda f: f.mistake), "yes"),
    "sample": Fact("number of this step’s sample", _of_sample(lambda _, row: row + 1)),
    "label": Fact("label y of this step’s sample", _of_sample(_label)),
    "score": Fact("score z of this step’s sample, before it", _of_sample(_score)),
    "error": Fact(
        "training error at this step",
        _error(TRAINING),
        "share",
        work=_work_of_error,
    ),
    "validation_error": Fact(
        "validation error at this step",
        _error(VALIDATION),
        "share",
        work=_work_of_error,
    ),
    "test_error": Fact(
        "test error at this step", _error(TEST), "share", work=_work_of_error
    ),
    "folds_error": Fact(
        f"mean error of {FOLDS} folds, at the end of their runs",
        _folds_error,
        "share",
        work=_work_of_folds,
    ),
    "w1": Fact("weight w₁", _weight(0)),
    "w2": Fact("weight w₂", _weight(1)),
    "b": Fact("offset b", _of_weights(lambda rows: float(rows[0, -1]))),
    "norm": Fact("‖w‖", _of_weights(_length)),
    "rate": Fact("η of this step", _of_frame(lambda f: f.learning_rate)),
    "run_steps": Fact("steps of the run", _of_run(lambda t: t.steps)),
    "run_epochs": Fact("epochs of the run", _of_run(lambda t: t.epoch_of(t.steps))),
    "run_updates": Fact(
        "updates of the run", _of_run(lambda t: t.frame(t.steps).updates)
    ),
    "run_error": Fact(
        "training error at the end of the run",
        _of_run(lambda t: t.model().training_error),
        "share",
        work=_work_of_error,
    ),
    "run_validation_error": Fact(
        "validation error at the end of the run",
        _at_end(_error(VALIDATION)),
        "share",
        work=_work_of_error,
    ),
    "best_validation_error": Fact(
        "lowest validation error of an epoch", _of_run(_best_validation_error), "share"
    ),
    "best_epoch": Fact("epoch of the lowest validation error", _of_run(_best_epoch)),
    "cost": Fact("cost J at this step", _cost, work=_work_of_cost),
    "run_cost": Fact(
        "cost J at the end of the run", _at_end(_cost), work=_work_of_cost
    ),
    "support": Fact("support vectors, with y·z ≤ 1", _support),
    "clearance": Fact(
        "least distance from the boundary to a sample, below 0 if one is wrong",
        _clearance,
    ),
    "room": Fact("distance 1/‖w‖ of the margin's edge", _of_weights(_room)),
    "condition": Fact("condition number κ", _conditioning(lambda c: c.condition)),
    "safe_rate": Fact(
        "largest η that is safe",
        _conditioning(lambda c: None if c.limits is None else c.limits.safe.value),
    ),
    "recent_mistakes": Fact(f"mistakes on the last {RECENT} samples", _recent, "share"),
    "recent_error": Fact(
        f"error on the last {RECENT} samples of the data, of the weights used",
        _recent_error,
        "share",
        work=_work_of_error,
    ),
    "outputs": Fact("rows of weights", _of_model(lambda m: m.n_outputs)),
    "voters": Fact(
        "weights that vote",
        _of_model(
            lambda m: int((m.votes[0].counts > 0).sum()) if can(m, "votes") else None
        ),
    ),
    "different_units": Fact(
        "units of the first hidden layer that differ", _of_model(_different_units)
    ),
    "kernel_samples": Fact(
        "samples whose mistakes are the model, with α above 0",
        _of_model(lambda m: len(m.samples) if can(m, "kernel") else None),
    ),
    "game_score": Fact("score of the game", lambda s: s.game_score),
    "run_ends": Fact("how the run ends", _of_run(lambda t: t.reason), "word"),
    "converges": Fact("the run converges", _of_run(lambda t: t.converged), "yes"),
    "separable": Fact(
        "the samples are separable",
        _diagnosed(lambda diagnosis: diagnosis.separable),
        "yes",
        work=_work_of_solver,
    ),
    "margin": Fact(
        "largest margin γ",
        _diagnosed(lambda diagnosis: diagnosis.margin),
        work=_work_of_solver,
    ),
    "bound_margin": Fact(
        "γ′ of the bound: that of samples (x, 1)",
        _separated(lambda separation: separation.margin),
        work=_work_of_solver,
    ),
    "bound_radius": Fact(
        "R′ of the bound: the longest sample (x, 1)",
        _separated(lambda separation: separation.radius),
        work=_work_of_solver,
    ),
    "squared_length": Fact("‖w‖², the offset b with it", _squared_length),
    "along": Fact(
        "w·u, the offset b with it: how far w reaches along the best u of length 1",
        _along,
        work=_work_of_solver,
    ),
    "bound": Fact(
        "the bound (R/γ)² on the updates",
        _diagnosed(lambda run: run.bound if run.is_bounded else None),
        work=_work_of_solver,
    ),
}
"""By name. A hyperparameter of the recipe is a fact as well: see `fact`."""


@cache
def fact(name: str) -> Fact:
    """Find a fact by its name, or by that of a hyperparameter.

    Raises
    ------
    UserError
        If there is none.
    """
    if name in FACTS:
        return FACTS[name]
    for rule in learners().values():
        for parameter in rule.all_hyperparameters:
            if parameter.name == name:
                kind = "number"
                if parameter.kind == "bool":
                    kind = "yes"
                elif parameter.kind == "choice" or isinstance(parameter.default, str):
                    kind = "word"
                return Fact(
                    parameter.label,
                    lambda s: _setting(s.recipe, name),
                    kind,
                    partial(_special, parameter),
                )
    near = meant(name, FACTS) or ": write a fact that the handbook names"
    raise UserError(f"there is no fact “{name}”{near}")


def _special(parameter: Hyperparameter, value: Value) -> str:
    return parameter.zero_text if value == 0 else ""


def _setting(recipe: Recipe, name: str) -> Value:
    value = recipe.get(name)
    return value if isinstance(value, bool | int | float | str | None) else "given"
