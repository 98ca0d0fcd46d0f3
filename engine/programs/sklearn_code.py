"""The estimator of scikit-learn that is nearest to a run, and where it differs."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UserError, excerpt, listed
from engine.training.loops.rate_schedule import CONSTANT, INVERSE, rate
from engine.training.loops.structures import AVERAGED, LAST, POCKET, VOTED

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.learners.nearest_estimator import NearestEstimator
    from engine.programs.run_loops import RunText

ROUNDS = 10_000
"""Of a solver, at most."""
OTHER_WAY = (
    f"It goes down the same cost by another way, from zero, until this is level or for "
    f"{ROUNDS:,} rounds; here in steps of η, by batches and epochs, from the start set."
)
QUIET = 'warnings.filterwarnings("ignore", category=ConvergenceWarning)'
MEAN_WEIGHT = "# Its rate is η times the mean weight, for it divides by the weights."
WIDTH = 76
"""Signs in a line of a comment."""

PRINTED = """\
for w, b in zip(estimator.coef_, estimator.intercept_):
    print(f"w = {w.tolist()} b = {float(b)}")
"""
PRINTED_LAYERS = """\
for layer, offsets in zip(estimator.coefs_, estimator.intercepts_):
    for w, b in zip(layer.T, offsets):
        print(f"w = {w.tolist()} b = {float(b)}")
"""
PRINTED_KERNELS = """\
print(f"y·α = {estimator.dual_coef_.tolist()} b = {estimator.intercept_.tolist()}")
print("of the samples", estimator.support_.tolist())
"""


@dataclass(frozen=True)
class Estimator:
    """An estimator as a program makes and fits it.

    Attributes
    ----------
    module, name : str
    settings : dict
        What it is made with.
    differences : list of str
        What is not passed to it, or does otherwise there, in sentences.
    given : list of str
        What `fit` is given besides samples and labels.
    before : list of str
        Lines between making and fitting it.
    may_warn : bool
        It warns that it has not converged, where it did what it was to do.
    printed : str
        The lines that print its weights.
    """

    module: str
    name: str
    settings: dict[str, object]
    differences: list[str]
    given: list[str]
    before: list[str] = field(default_factory=list)
    may_warn: bool = False
    printed: str = PRINTED


def estimator_code(run: RunText) -> str:
    """Give the nearest estimator, fitted, with a comment on where it differs.

    Raises
    ------
    UserError
        If there is none, or it cannot learn without samples of every class.
    """
    if (nearest := run.rule.nearest) is None:
        raise UserError(
            f"code: scikit-learn has nothing near {run.rule.title}: export with NumPy"
        )
    names, there = run.problem.class_names, np.unique(run.problem.training.codes)
    if lacking := [excerpt(n) for k, n in enumerate(names) if k not in there]:
        raise UserError(
            f"code: scikit-learn learns no class without samples, {listed(lacking)}: "
            "export with NumPy"
        )
    estimator = MADE[nearest.name](run, nearest)
    settings = [f"    {key}={value}," for key, value in estimator.settings.items()]
    imports = [f"from {estimator.module} import {estimator.name}"]
    if estimator.may_warn:
        imports.insert(0, "from sklearn.exceptions import ConvergenceWarning")
    given = "".join(f"\n    {passed}," for passed in ("X", "labels", *estimator.given))
    given = f"{given}\n" if estimator.given else "X, labels"
    return "\n".join([
        *imports, "", *_said(run, estimator.differences, nearest.seldom),
        f"estimator = {estimator.name}(", *settings, ")", *estimator.before,
        *([QUIET] if estimator.may_warn else []),
        f"estimator.fit({given})", "", estimator.printed,
    ])  # fmt: skip


def _said(run: RunText, differences: list[str], seldom: str) -> list[str]:
    """Write the comment: where the estimator differs, and in what units it is."""
    said = " ".join(["Where it differs:", *differences])
    if not differences:
        said = "It comes to the same weights, but for rounding."
    lines = wrap(f"{said} {seldom}", WIDTH)
    if run.problem.scaling is not None:
        lines += wrap("The weights printed are those of the standardised terms.", WIDTH)
    return [f"# {line}" for line in lines]


def _own_weights(run: RunText) -> list[str]:
    """Pass the samples' own weights, beside those of the classes."""
    return ["sample_weight=sample_weights"] if run.sample_weights else []


def _whole_weights(run: RunText) -> str:
    """Pass each sample's own weight times that of its class."""
    weights = run.problem.class_weights
    by_class = (weights[:, 1] if run.many else weights[0]).tolist()
    own = ["sample_weights"] if run.sample_weights else []
    of_class = [f"np.array({by_class})[labels]"] if (weights != 1.0).any() else []
    return f"sample_weight={' * '.join(own + of_class)}"


def _order(run: RunText) -> dict[str, object]:
    plan = run.problem.plan
    more = {"random_state": plan.seed} if plan.shuffled else {}
    return {"max_iter": run.problem.epochs, "shuffle": plan.shuffled, **more}


def _class_weight(run: RunText) -> dict[str, object]:
    weights = run.problem.class_weights
    if not (weights != 1.0).any():
        return {}
    by_class = weights[:, 1] if run.many else weights[0]
    return {"class_weight": dict(enumerate(by_class.tolist()))}


def _offset(run: RunText) -> dict[str, object]:
    return {} if run.has_offset else {"fit_intercept": False}


def _gradient(run: RunText, nearest: NearestEstimator) -> Estimator:
    plan, start = run.problem.plan, run.problem.start
    eta: dict[str, object] = {
        "learning_rate": repr(nearest.schedule), "eta0": plan.eta,
        **{key: run.recipe.get(name) for key, name in nearest.settings},
    }  # fmt: skip
    if plan.schedule != CONSTANT:
        first = plan.c1 if plan.schedule == INVERSE else 1.0 / plan.strength
        eta |= {"learning_rate": "'invscaling'", "eta0": first, "power_t": 1.0}
    penalty: dict[str, object] = {"penalty": None}
    if run.shrinks:
        penalty = {"penalty": "'l2'", "alpha": plan.strength}
    averaged = {"average": True} if plan.combination == AVERAGED else {}
    said = _of_gradient(run) + _of_order(run)
    rests = nearest.loss == "perceptron" and plan.combination == LAST
    loss = {"loss": repr(nearest.loss)}
    together = run.rule.coupled and run.many
    classes = {} if together else _class_weight(run)
    given = [_whole_weights(run)] if together and run.weighted else _own_weights(run)
    before = []
    if start.any():
        made = f"np.array({start.tolist()})"
        if run.recipe.get("start") == "random" and run.has_offset:
            made = (
                f"np.random.default_rng({plan.seed}).normal(0.0, 0.01, {start.shape})"
            )
        before = [f"start = {made}  # the offset last"]
        given = ["coef_init=start[:, :-1]", "intercept_init=start[:, -1]", *given]
    return Estimator(
        "sklearn.linear_model",
        "SGDClassifier",
        {**loss, **penalty, **eta, "tol": None, **_order(run), **_offset(run),
         **averaged, **classes},
        said + _of_stops(run, rests=rests and not said),
        given,
        before,
    )  # fmt: skip


def _of_gradient(run: RunText) -> list[str]:
    """Say what `SGDClassifier` does otherwise, whatever the order and the stops."""
    plan, settings = run.problem.plan, run.problem.settings
    said = []
    if run.rule.coupled and run.many:
        said.append("It tells each class from all others; here two classes move.")
    if run.rule.reads_length and run.has_offset:
        said.append("In its ‖x‖² is not the 1 that belongs to the offset.")
    if plan.combination == VOTED:
        said.append("Its newest weights decide alone; here all have votes.")
    if plan.combination == POCKET:
        said.append("It keeps its newest weights; here the best are kept.")
    if plan.batch > 1:
        said.append(f"It learns sample by sample; here by {plan.batch} at a time.")
    if run.rate and plan.schedule == INVERSE and plan.c2:
        said.append("Its rate is η = c₁/n; here it is c₁/(n + c₂).")
    if run.shrinks and rate(plan, 1) * plan.strength > 1.0 + 1e-9:
        said.append("It shrinks weights to 0 at most; here by 1 − ηλ, below 0.")
    if getattr(settings, "tolerance", 0.0) or getattr(settings, "tie", 0.0):
        said.append("A mistake is y·z ≤ 0 to it, whatever tolerance and tie are.")
    return said


def _softmax(run: RunText, nearest: NearestEstimator) -> Estimator:
    strength, n = run.problem.plan.strength, run.problem.n_samples
    C = 1.0 / (strength * n) if run.shrinks else "np.inf"
    return Estimator(
        "sklearn.linear_model",
        "LogisticRegression",
        {"C": C, "max_iter": ROUNDS, **_offset(run), **_class_weight(run)},
        [OTHER_WAY],
        _own_weights(run),
        may_warn=True,
    )  # fmt: skip


def _network(run: RunText, nearest: NearestEstimator) -> Estimator:
    problem = run.problem
    plan, settings = problem.plan, problem.settings
    hidden = tuple(int(m) for m in (settings.hidden, settings.second) if m)
    kind = {"tanh": "'tanh'", "sigmoid": "'logistic'", "relu": "'relu'"}
    weighs = run.weighted and _divides_well(run)
    mean = problem.weights_of(problem.rows, 0).mean() if weighs else 1.0
    return Estimator(
        "sklearn.neural_network",
        "MLPClassifier",
        {
            "hidden_layer_sizes": hidden,
            "activation": kind[run.recipe.activation],
            "solver": "'sgd'",
            "alpha": plan.strength * plan.batch if run.shrinks else 0.0,
            "batch_size": plan.batch,
            "learning_rate_init": float(rate(plan, 1) * mean),
            "momentum": settings.momentum,
            "nesterovs_momentum": False,
            "n_iter_no_change": problem.epochs,
            **_order(run),
            "tol": 0.0,
            "warm_start": True,
        },
        _of_network(run) + _of_order(run) + _of_stops(run),
        [_whole_weights(run)] if weighs else [],
        [
            *([MEAN_WEIGHT] if weighs else []),
            *([f"SEED = {plan.seed}"] if run.recipe.start == "random" else []),
            *run.start().splitlines(),
            "estimator.partial_fit(0.0 * X, labels, classes=np.unique(labels))",
            "estimator.coefs_ = [w[:, 1:].T.copy() for w in W]",
            "estimator.intercepts_ = [w[:, 0].copy() for w in W]",
        ],
        may_warn=True,
        printed=PRINTED_LAYERS,
    )


def _divides_well(run: RunText) -> bool:
    """Tell whether weights do not cancel, and no batch has the weight 0."""
    plan, problem = run.problem.plan, run.problem
    counts = problem.weights_of(problem.rows, 0)
    if plan.batch == problem.n_samples:
        return bool(counts.any())
    return plan.batch > 1 and bool((counts > 0.0).all())


def _of_network(run: RunText) -> list[str]:
    """Say what `MLPClassifier` does otherwise, whatever the order and the stops."""
    plan, n = run.problem.plan, run.problem.n_samples
    said = []
    if plan.schedule == INVERSE:
        said.append("Its rate stays that of the first step; here η = c₁/(n + c₂).")
    if not run.has_offset:
        said.append("Its units learn offsets; here they have none.")
    passed = run.weighted and _divides_well(run)
    if run.weighted and plan.batch < n:
        said.append("It divides by the weights of a batch; here by its samples.")
    if run.weighted and not passed:
        said.append("So no weights are passed to it.")
    if run.shrinks and n % plan.batch and not passed:
        said.append(
            f"In an epoch's last batch, of {n % plan.batch}, its λ is "
            f"{plan.batch / (n % plan.batch):.4g} times as large."
        )
    return said


def _of_order(run: RunText) -> list[str]:
    """Say how the order of the samples differs."""
    if run.problem.plan.shuffled:
        return ["It shuffles by another generator."]
    if run.problem.plan.reordered:
        return ["It takes the samples as they come, not in the order given."]
    return []


def _of_stops(run: RunText, *, rests: bool = False) -> list[str]:
    """Say that nothing stops it, unless after an epoch without mistakes it rests."""
    plan = run.problem.plan
    stops = plan.target_error >= 0.0 or plan.least_change >= 0.0
    if stops or (plan.stop_without_mistake and not rests):
        return [f"It goes on for all {run.problem.epochs:,} epochs."]
    return []


def _kernel(run: RunText, nearest: NearestEstimator) -> Estimator:
    settings = run.problem.settings
    name = run.recipe.kernel
    words: dict[str, object] = {
        "kernel": repr("poly" if name == "polynomial" else name)
    }
    if name == "rbf":
        words["gamma"] = settings.gamma
    if name == "polynomial":
        words |= {
            "degree": int(settings.kernel_degree), "gamma": 1.0,
            "coef0": settings.constant,
        }  # fmt: skip
    said = [
        "It makes a margin large (C = 1); here mistakes are counted, in the order of "
        "the samples, epoch by epoch."
    ]
    if run.many:
        said.append("It tells each two classes apart; here each from all others.")
    if not run.has_offset:
        said.append("It learns an offset; here there is none.")
    if run.weighted:
        said.append("Weights are those of its losses; here of the mistakes counted.")
    known = [n for n in ("budget", "tolerance", "tie") if getattr(settings, n)]
    if known:
        said.append(f"It has no {' or '.join(known)}.")
    return Estimator(
        "sklearn.svm",
        "SVC",
        words | _class_weight(run),
        said,
        _own_weights(run),
        printed=PRINTED_KERNELS,
    )


MADE: dict[str, Callable[[RunText, NearestEstimator], Estimator]] = {
    "SGDClassifier": _gradient, "LogisticRegression": _softmax,
    "MLPClassifier": _network, "SVC": _kernel,
}  # fmt: skip
"""What makes the estimators, by their names."""
