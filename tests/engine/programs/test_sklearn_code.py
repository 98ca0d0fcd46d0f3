"""A run as scikit-learn's nearest estimator: what is passed, and what is named."""

import contextlib
import io
import json
import warnings
from itertools import count

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.learners import learner, learners
from engine.programs.run_code import write_run_code

N = 17
"""Samples: no batch of more than one divides them."""
ON = "It goes on for all 4 epochs."
SHUFFLES = "It shuffles by another generator."
COMES = "It takes the samples as they come, not in the order given."
DIVIDES = "It divides by the weights of a batch; here by its samples."
NONE_PASSED = "So no weights are passed to it."
LAST = "In an epoch's last batch, of 2, its λ is 2.5 times as large."
MISTAKE = "A mistake is y·z ≤ 0 to it, whatever tolerance and tie are."
BY_FIVE = "It learns sample by sample; here by 5 at a time."
BY_ALL = "It learns sample by sample; here by 17 at a time."
RATE = "Its rate is η = c₁/n; here it is c₁/(n + c₂)."
STAYS = "Its rate stays that of the first step; here η = c₁/(n + c₂)."
OFFSETS = "Its units learn offsets; here they have none."
AN_OFFSET = "It learns an offset; here there is none."
LOSSES = "Weights are those of its losses; here of the mistakes counted."
SHRINKS = "It shrinks weights to 0 at most; here by 1 − ηλ, below 0."

SGD, MLP, SVC = "SGDClassifier", "MLPClassifier", "SVC"
BY_CLASS = {"0": 0.3, "1": 1.7}
WAYS = [
    ({}, {}),
    ({"offset": False}, {MLP: [OFFSETS], SVC: [AN_OFFSET]}),
    ({"start": "random", "seed": 7}, {}),
    ({"start": "random", "offset": False}, {MLP: [OFFSETS]}),
    ({"start": "by hand"}, {}),
    ({"schedule": "inverse", "c1": 0.5, "c2": 7.0}, {SGD: [RATE], MLP: [STAYS]}),
    ({"schedule": "inverse", "c1": 0.5, "c2": 0.0}, {MLP: [STAYS]}),
    ({"schedule": "pegasos", "strength": 0.3}, {}),
    ({"schedule": "pegasos", "strength": 0.3, "averaged": True}, {}),
    ({"strength": 0.2}, {}),
    ({"strength": 40.0}, {SGD: [SHRINKS]}),
    ({"batch_size": 5}, {SGD: [BY_FIVE]}),
    ({"batch_size": 5, "strength": 0.2}, {SGD: [BY_FIVE], MLP: [LAST]}),
    ({"batch_size": 0, "strength": 0.2}, {SGD: [BY_ALL]}),
    ({"averaged": True, "strength": 0.1}, {}),
    ({"tolerance": 0.5}, {SGD: [MISTAKE], SVC: ["It has no tolerance."]}),
    ({"tie": "positive", "start": "zero"}, {SGD: [MISTAKE]}),
    ({"tie": "positive", "budget": 3}, {SVC: ["It has no budget or tie."]}),
    ({"order": "shuffled", "seed": 3}, {SGD: [SHUFFLES], MLP: [SHUFFLES]}),
    ({"order": [*range(N)][::-1]}, {SGD: [COMES], MLP: [COMES]}),
    ({"target_error": 0.2}, {SGD: [ON], MLP: [ON]}),
    ({"least_change": 0.2}, {SGD: [ON], MLP: [ON]}),
    ({"momentum": 0.5, "second": 2, "activation": "sigmoid"}, {}),
    ({"activation": "relu", "start": "zero"}, {}),
    ({"kernel": "polynomial"}, {}),
    ({"standardise": True, "features": "x1,x2,x1^2"}, {}),
    ({"class_weight": BY_CLASS}, {MLP: [DIVIDES, NONE_PASSED], SVC: [LOSSES]}),
    ({"class_weight": {"0": 0.0}, "batch_size": 5, "strength": 0.2},
     {SGD: [BY_FIVE], MLP: [DIVIDES, NONE_PASSED, LAST]}),
]  # fmt: skip
"""Settings, and what of them the comment is to name, by estimator."""
WEIGHTED = [
    ({}, {MLP: [DIVIDES, NONE_PASSED], SVC: [LOSSES]}),
    ({"batch_size": 5, "strength": 0.2}, {SGD: [BY_FIVE], MLP: [DIVIDES]}),
    ({"batch_size": 0, "strength": 0.2, "momentum": 0.5}, {}),
    ({"averaged": True, "class_weight": "balanced"}, {}),
    ({"class_weight": BY_CLASS, "start": "random"}, {MLP: [DIVIDES, NONE_PASSED]}),
    ({"class_weight": BY_CLASS, "batch_size": 0}, {SGD: [BY_ALL]}),
]  # fmt: skip
"""The same, where the samples have weights of their own."""
OWN = {
    "voted-perceptron": ["Its newest weights decide alone; here all have votes."],
    "pocket-perceptron": ["It keeps its newest weights; here the best are kept."],
    "kernel-perceptron": [
        "It makes a margin large (C = 1); here mistakes are counted, in the order of "
        "the samples, epoch by epoch."
    ],
    "softmax-regression": [
        "It goes down the same cost by another way, from zero, until this is level or "
        "for 10,000 rounds; here in steps of η, by batches and epochs, from the start "
        "set."
    ],
}
OF_THREE = {
    "multiclass-perceptron": [
        "It tells each class from all others; here two classes move."
    ],
    "kernel-perceptron": [
        "It tells each two classes apart; here each from all others."
    ],
}
IN_ITS_NORM = "In its ‖x‖² is not the 1 that belongs to the offset."
RARE = {
    "linear-svm": "Where y·z is exactly 1 it adds; here not.",
    "adaline": "An error above 10¹² it takes as 10¹².",
}
KINDS = {
    "multi-layer-perceptron": MLP,
    "kernel-perceptron": SVC,
    "softmax-regression": "LogisticRegression",
}
LEARNING = [name for name, rule in learners().items() if not rule.by_hand]


def samples(classes, *, weighted=False):
    rng = np.random.default_rng(classes)
    y = rng.permutation(np.arange(N) % classes)
    X = rng.normal(size=(N, 2))
    X[:, 0] += y
    return Dataset(X, y, sample_weights=rng.uniform(0.3, 2, N) if weighted else None)


def recorded(name, data, **settings):
    """Record a run; None where the learner has no such setting."""
    slow = {"learning_rate": 0.03} if learner(name).has_rate else {}
    slow |= {"schedule": "constant"} if learner(name).has_rate else {}
    slow |= {"batch_size": 1} if learner(name).declares("batch_size") else {}
    start = settings.pop("start", None)
    try:
        recipe = Recipe(name, **{"epochs": 4, **slow, **settings})
        if start == "by hand":
            rows = learner(name).rows(2, data.n_outputs, recipe.rule_settings)
            rng = np.random.default_rng(5)
            recipe = recipe.replace(start=[rng.normal(size=m).tolist() for m in rows])
        elif start is not None:
            recipe = recipe.replace(start=start)
    except UserError:
        return None
    tape = Tape(data, recipe)
    tape.extend()
    return tape


def fitted(tape, path):
    """Run the program of a run: give its estimator, and what its comment says."""
    write_run_code(tape, path, "sklearn")
    code = path.read_text(encoding="utf-8")
    names = {"__file__": str(path), "__name__": "__main__"}
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        exec(compile(code, path, "exec"), names)
    _, comment = code.split("# The nearest estimator\n")
    lines = comment[: comment.index("\nestimator = ")].splitlines()
    said = " ".join(line[2:] for line in lines if line.startswith("# "))
    return names["estimator"], said


def parameters(estimator):
    """Give the rows of an estimator's parameters as ours are, the offset last."""
    if hasattr(estimator, "coefs_"):
        layers = zip(estimator.coefs_, estimator.intercepts_, strict=True)
        rows = [np.column_stack([coef.T, offset]) for coef, offset in layers]
        return np.concatenate([layer.ravel() for layer in rows])
    return np.column_stack([estimator.coef_, estimator.intercept_])


def named(name, kind, tape, by_kind):
    """Give the sentences that the comment of a run is to have."""
    many = tape.problem.n_outputs > 1
    said = [*OWN.get(name, []), *(OF_THREE.get(name, []) if many else [])]
    said += by_kind.get(kind, [])
    if name == "passive-aggressive" and tape.recipe.offset:
        said.append(IN_ITS_NORM)
    return said


@pytest.mark.no_cover
def test_each_setting_is_passed_or_named_and_nothing_is_warned_of(tmp_path):
    differ, number = {}, count()
    ways = [(way, False) for way in WAYS] + [(way, True) for way in WEIGHTED]
    for i, name in enumerate(LEARNING):
        kind = KINDS.get(name, SGD)
        for j, ((settings, by_kind), weighted) in enumerate(ways):
            if kind == SGD and (i + j) % 2:
                continue  # others of its learners go that way
            data = samples(2 + next(number) % 2, weighted=weighted)
            more = {"stop_without_mistake": False, **settings}
            if (tape := recorded(name, data, **more)) is None:
                continue
            estimator, said = fitted(tape, tmp_path / "near.py")
            case = name, settings, len(data.class_names), weighted
            assert type(estimator).__name__ == kind, case
            sentences = named(name, kind, tape, by_kind)
            rest = said.removesuffix(
                " The weights printed are those of the standardised terms."
            ).removesuffix(RARE.get(name, ""))
            for sentence in sentences:
                assert sentence in rest, (case, said)
                rest = rest.replace(sentence, "")
            same = "It comes to the same weights, but for rounding."
            assert rest.split() == (
                ["Where", "it", "differs:"] if sentences else same.split()
            ), (case, said)
            if kind not in (SGD, MLP):
                continue
            ours, theirs = tape.frame(tape.steps).used, parameters(estimator)
            agree = np.allclose(theirs, ours, rtol=1e-9, atol=1e-12)
            assert agree or sentences, case
            for sentence in sentences:
                differ[sentence] = differ.get(sentence, False) or not agree
    assert all(differ.values()), differ


def test_it_goes_on_unless_nothing_changes_after_an_epoch_without_mistakes(tmp_path):
    y = np.arange(N) % 2
    apart = Dataset(np.column_stack([6.0 * y - 3.0, np.arange(N) - 7.5]), y)
    for name in LEARNING:
        kind = KINDS.get(name, SGD)
        tape = recorded(name, apart, epochs=60, stop_without_mistake=True)
        estimator, said = fitted(tape, tmp_path / "near.py")
        rests = kind not in (SGD, MLP) or name in (
            "perceptron", "perceptron-criterion", "multiclass-perceptron",
        )  # fmt: skip
        assert ("It goes on for all 60 epochs." in said) != rests, name
        if name == "perceptron":
            assert len(tape.epochs) < 60
            assert (parameters(estimator) == tape.frame(tape.steps).used).all()


@pytest.mark.parametrize(
    ("name", "X", "settings"),
    [
        ("linear-svm", [[1.0], [1.0], [-1.0]], {"strength": 1.0, "offset": False}),
        ("adaline", [[1.0], [2.0], [-1.0]], {"start": [[1e13, 0.0]]}),
    ],
)
def test_what_seldom_differs_does_and_is_said(tmp_path, name, X, settings):
    tape = Tape(Dataset(X, [1, 1, 0]), Recipe(name, epochs=1, **settings))
    tape.extend()
    estimator, said = fitted(tape, tmp_path / "near.py")
    ours = tape.frame(tape.steps).used
    assert not np.allclose(parameters(estimator), ours, rtol=0.01)
    assert said == f"It comes to the same weights, but for rounding. {RARE[name]}"


@pytest.mark.parametrize("classes", [2, 3])
def test_softmax_goes_to_where_the_same_cost_is_level(tmp_path, classes):
    data = samples(classes, weighted=True)
    settings = {"strength": 0.1, "class_weight": BY_CLASS}
    tape = recorded("softmax-regression", data, **settings)
    estimator, _ = fitted(tape, tmp_path / "near.py")
    counts = data.sample_weights * np.array([0.3, 1.7, 1.0])[data.y]
    off = estimator.predict_proba(data.X) - np.eye(classes)[data.y]
    W = parameters(estimator)
    off = (off * counts[:, None])[:, -len(W) :]
    slope = off.T @ np.column_stack([data.X, np.ones(N)]) / N
    slope[:, :-1] += 0.1 * W[:, :-1]
    assert abs(slope).max() < 1e-3 < abs(W).max()


def test_its_notebook_has_the_same_cells(tmp_path):
    tape = recorded("multi-layer-perceptron", samples(2))
    estimator, _ = fitted(tape, tmp_path / "near.py")
    write_run_code(tape, tmp_path / "near.ipynb", "sklearn")
    book = json.loads((tmp_path / "near.ipynb").read_text(encoding="utf-8"))
    names = {}
    with warnings.catch_warnings(), contextlib.chdir(tmp_path):
        warnings.simplefilter("error")
        for cell in book["cells"]:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), names)
    assert (parameters(names["estimator"]) == parameters(estimator)).all()


def test_what_scikit_learn_has_not_or_cannot_learn_is_refused(tmp_path):
    path = tmp_path / "near.py"
    for name in learners().keys() - LEARNING:
        tape = Tape(samples(2), Recipe(name))
        tape.extend()
        with pytest.raises(UserError, match="nothing near"):
            write_run_code(tape, path, "sklearn")
    two = Dataset(samples(2).X, samples(2).y, class_names=["a", "b", "c"])
    for data in (two, Dataset([[1.0], [2.0]], ["b", "b"])):
        tape = recorded("perceptron", data)
        with pytest.raises(UserError, match="learns no class without samples, "):
            write_run_code(tape, path, "sklearn")
    assert not [*tmp_path.iterdir()]
