"""The estimator of scikit-learn that is nearest to a run, and where it differs."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.training.loops.schedule import CONSTANT, INVERSE
from engine.training.loops.structures import AVERAGED, LAST, POCKET, VOTED

if TYPE_CHECKING:
    from engine.export.run_loops import RunText

LOSSES = {
    "perceptron": "perceptron",
    "averaged-perceptron": "perceptron",
    "voted-perceptron": "perceptron",
    "pocket-perceptron": "perceptron",
    "perceptron-criterion": "perceptron",
    "multiclass-perceptron": "perceptron",
    "adaline": "squared_error",
    "linear-svm": "hinge",
    "logistic-regression": "log_loss",
    "passive-aggressive": "hinge",
}
"""Of `SGDClassifier`, by the learners that are near it."""
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


def estimator_code(run: RunText) -> str:
    """Give the nearest estimator, fitted, with a comment on where it differs.

    Raises
    ------
    UserError
        If there is none.
    """
    near = {
        **dict.fromkeys(LOSSES, ("sklearn.linear_model", _gradient, PRINTED)),
        "softmax-regression": ("sklearn.linear_model", _softmax, PRINTED),
        "multi-layer-perceptron": ("sklearn.neural_network", _network, PRINTED_LAYERS),
        "kernel-perceptron": ("sklearn.svm", _kernel, PRINTED_KERNELS),
    }
    if run.rule.name not in near:
        raise UserError(
            f"code: scikit-learn has nothing near {run.rule.title}: export with NumPy"
        )
    module, estimator, printed = near[run.rule.name]
    kind, given = estimator(run)
    settings = [f"    {key}={value}," for key, value in given.items()]
    comment = [f"# {line}" for line in _differences(run) + _scaled(run)]
    weighs = run.sample_weights and kind != "MLPClassifier"
    weights = ", sample_weight=sample_weights" if weighs else ""
    return "\n".join([
        f"from {module} import {kind}", "", *comment, f"estimator = {kind}(",
        *settings, ")", f"estimator.fit(X, labels{weights})", "", printed,
    ])  # fmt: skip


def _common(run: RunText) -> dict[str, object]:
    plan = run.problem.plan
    settings: dict[str, object] = {"max_iter": run.problem.epochs, "tol": None}
    settings["shuffle"] = plan.shuffled
    if plan.shuffled:
        settings["random_state"] = plan.seed
    return settings


def _class_weight(run: RunText) -> dict[str, object]:
    weights = run.problem.class_weights
    if not (weights != 1.0).any():
        return {}
    by_class = weights[:, 1] if run.many else weights[0]
    return {"class_weight": dict(enumerate(by_class.tolist()))}


def _gradient(run: RunText) -> tuple[str, dict[str, object]]:
    plan, settings = run.problem.plan, _common(run)
    rate: dict[str, object] = {"learning_rate": "'constant'", "eta0": plan.eta}
    if run.rule.name == "passive-aggressive":
        most = run.problem.settings.aggressiveness
        rate = {"learning_rate": "'pa1'", "eta0": most}
    elif plan.schedule == INVERSE:
        rate = {"learning_rate": "'invscaling'", "eta0": plan.c1, "power_t": 1.0}
    elif plan.schedule != CONSTANT:
        rate = {"learning_rate": "'optimal'"}
    penalty: dict[str, object] = {"penalty": None}
    if run.shrinks:
        penalty = {"penalty": "'l2'", "alpha": plan.strength}
    averaged = {"average": True} if plan.combination == AVERAGED else {}
    offset = {} if run.has_offset else {"fit_intercept": False}
    loss = {"loss": repr(LOSSES[run.rule.name])}
    more = {**offset, **averaged, **_class_weight(run)}
    return "SGDClassifier", {**loss, **penalty, **rate, **settings, **more}


def _softmax(run: RunText) -> tuple[str, dict[str, object]]:
    strength, n = run.problem.plan.strength, run.problem.n_samples
    C = 1.0 / (strength * n) if run.shrinks else "np.inf"
    offset = {} if run.has_offset else {"fit_intercept": False}
    return "LogisticRegression", {
        "C": C, "max_iter": 10_000, **offset, **_class_weight(run)
    }  # fmt: skip


def _network(run: RunText) -> tuple[str, dict[str, object]]:
    plan, settings = run.problem.plan, run.problem.settings
    hidden = tuple(int(m) for m in (settings.hidden, settings.second) if m)
    rule = run.rule
    kind = {"tanh": "'tanh'", "sigmoid": "'logistic'", "relu": "'relu'"}
    activation = kind[run.recipe.activation]
    return "MLPClassifier", {
        "hidden_layer_sizes": hidden,
        "activation": activation,
        "solver": "'sgd'",
        "alpha": plan.strength * plan.batch if rule.decay(1.0, settings) != 1 else 0.0,
        "batch_size": plan.batch,
        "learning_rate_init": plan.eta,
        "momentum": settings.momentum,
        "nesterovs_momentum": False,
        "n_iter_no_change": run.problem.epochs,
        **_common(run),
        "tol": 0.0,
        "random_state": plan.seed,
    }


def _kernel(run: RunText) -> tuple[str, dict[str, object]]:
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
    return "SVC", words | _class_weight(run)


def _differences(run: RunText) -> list[str]:
    """Say where the estimator does otherwise, as the lines of a comment."""
    plan, name = run.problem.plan, run.rule.name
    settings = run.problem.settings
    said: list[str] = []
    if name == "softmax-regression":
        said.append("It goes to the least cost, by another way; here steps are made.")
    elif name == "kernel-perceptron":
        said.append("It makes the margin largest; here mistakes are counted.")
    elif name == "multi-layer-perceptron":
        said.append("It draws another start, and loses no epoch to mistakes.")
    elif name == "multiclass-perceptron":
        said.append("It tells each class from all others; here two classes move.")
    elif name == "passive-aggressive":
        said.append("In its ‖x‖² is not the 1 that belongs to the offset.")
    if name in LOSSES:
        if plan.combination == VOTED:
            said.append("Its newest weights decide alone; here all have votes.")
        if plan.combination == POCKET:
            said.append("It keeps its newest weights; here the best are kept.")
        if plan.batch > 1:
            said.append(f"It learns sample by sample; here by {plan.batch} at a time.")
        if run.rate and plan.schedule == INVERSE:
            said.append("Its rate is η = c₁/n; here it is c₁/(n + c₂).")
        elif run.rate and plan.schedule != CONSTANT:
            said.append("Its rate is 1/(λ(t₀ + n)), by a t₀ of its own; here 1/(λn).")
        if getattr(settings, "tolerance", 0.0) or getattr(settings, "tie", 0.0):
            said.append("A mistake is y·z ≤ 0 to it, whatever tolerance and tie are.")
    if name in LOSSES or name == "multi-layer-perceptron":
        if plan.shuffled:
            said.append("It shuffles by another generator.")
        elif plan.reordered:
            said.append("It takes the samples as they come, not in the order given.")
        if name in LOSSES and run.problem.start.any():
            said.append("It starts from zero.")
        stops = plan.target_error >= 0.0 or plan.least_change >= 0.0
        changes = plan.combination != LAST or name not in LOSSES
        changes |= LOSSES.get(name) != "perceptron"
        if stops or (plan.stop_without_mistake and changes):
            said.append(f"It goes on for all {run.problem.epochs} epochs.")
    if not said:
        return ["It comes to the same weights, but for rounding."]
    return wrap("Where it differs: " + " ".join(said), WIDTH)


def _scaled(run: RunText) -> list[str]:
    if run.problem.scaling is None:
        return []
    return wrap("The weights printed are those of the standardised terms.", WIDTH)
