"""Every verdict on random small sets is what fractions, enumeration and replay say."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.diagnosis.verdict import verdict
from engine.families.kernel.kernel_learner import KernelLearner
from engine.learners import learner, learners
from tests.engine.diagnosis import exact_oracles as exact

SETS = 5_000
EPOCHS = 60
"""Epochs that are replayed, and in which an exact perceptron has to agree."""
MOST_FRAMES = 2_000
"""Steps of a cycle up to which each is looked at."""
PLAIN = {
    "tie": "mistake",
    "order": "given",
    "start": "zero",
    "tolerance": 0.0,
    "schedule": "constant",
}
"""With which the exact perceptron learns."""
NAMES = [name for name, rule in learners().items() if not rule.by_hand]


def some_data(rng):
    """Draw few samples: on a grid, in thirds, far away, nearly touching, in a row."""
    classes = int(rng.choice([2, 2, 2, 3]))
    n = int(rng.integers(2, 8 if classes == 2 else 5))
    X = rng.integers(-3, 4, (n, int(rng.integers(1, 3)))).astype(float)
    kind = rng.integers(5)
    if kind == 1:
        X = X / 3
    elif kind == 2:
        X = X + 10_000
    elif kind == 3:
        X = X + rng.integers(-1, 2, X.shape) * 1e-12
    y = rng.integers(0, classes, n)
    weights = rng.integers(1, 4, n) / 2 if rng.random() < 0.1 else None
    return Dataset(X, y, None, ["A", "B", "C"][:classes], sample_weights=weights)


def some_recipe(rng, data):
    name = str(rng.choice(NAMES))
    settings = {"offset": bool(rng.random() < 0.75)}
    known = {p.name for p in learner(name).all_hyperparameters}
    if name == "kernel-perceptron":
        settings["kernel"] = str(rng.choice(["rbf", "polynomial", "linear"]))
    if "tie" in known and rng.random() < 0.2:
        settings["tie"] = "positive"
    if not isinstance(learner(name), KernelLearner) and rng.random() < 0.3:
        x = data.feature_names
        settings["features"] = ",".join([*x, f"{x[0]}^2"])
    others = {
        "standardise": True,
        "order": "shuffled",
        "start": "random",
        "tolerance": 0.1,
        "schedule": "inverse",
        "batch_size": 2,
        "averaged": True,
        "class_weight": "balanced",
    }
    for setting, value in others.items():
        if setting in known and rng.random() < 0.08:
            settings[setting] = value
    return Recipe(name, epochs=EPOCHS, **settings)


def oracle_rows(tape):
    """Give, for each output, the rows that weights have to score above 0."""
    problem, rule = tape.problem, learner(tape.recipe.learner)
    X, codes, _ = problem.training
    offset = bool(problem.plan.offset_input)
    if rule.is_linear and problem.coupled:
        return [exact.kesler_rows(X, codes, problem.n_outputs, offset=offset)]
    labels = [problem.labels(codes, k) for k in range(problem.n_outputs)]
    if isinstance(rule, KernelLearner):
        kernel = rule.kernel_of(problem.settings)
        if kernel.name == "rbf":
            return None
        degree = kernel.degree if kernel.name == "polynomial" else 1
        constant = [Fraction(1)] * (kernel.name == "polynomial")
        ones = [Fraction(1)] * offset
        rows = [[*row, *constant] for row in exact.fractions_of(X.tolist())]
        rows = [
            [
                *(
                    np.prod([row[i] for i in term])
                    for term in combinations_with_replacement(range(len(row)), degree)
                ),
                *ones,
            ]
            for row in rows
        ]
        return [
            [
                [int(side) * value for value in row]
                for row, side in zip(rows, y.tolist(), strict=True)
            ]
            for y in labels
        ]
    return [exact.signed(X, y, offset=offset) for y in labels]


def expect_separability(tape, facts):
    """Hold separable, margin and bound against the hulls of the rows."""
    rows = oracle_rows(tape)
    if rows is None:  # RBF: only samples at one place cannot be told apart
        X, codes, _ = tape.problem.training
        places = {}
        for place, code in zip((X + 0.0).tolist(), codes.tolist(), strict=True):
            places.setdefault(tuple(place), set()).add(code)
        assert facts["separable"] is all(len(own) == 1 for own in places.values())
        return None
    squares = [exact.least_square(own) for own in rows]
    assert facts["separable"] is (min(squares) > 0)
    if facts["bound"] is not None and tape.recipe.get("kernel") is None:
        bounds = [
            max(exact.product(row, row) for row in own) / square
            for own, square in zip(rows, squares, strict=True)
        ]
        assert facts["bound"] == pytest.approx(float(sum(bounds)), rel=1e-12)
    return facts["separable"]


def expect_decisions(tape, facts):
    """Hold what the highest score can do against the rows of all classes."""
    problem = tape.problem
    if facts["can_be_right"] is None or problem.n_outputs == 1:
        return
    if isinstance(learner(tape.recipe.learner), KernelLearner):
        assert facts["can_be_right"] is True and facts["separable"] is True
        return
    X, codes, _ = problem.training
    offset = bool(problem.plan.offset_input)
    rows = exact.kesler_rows(X, codes, problem.n_outputs, offset=offset)
    assert facts["can_be_right"] is (exact.least_square(rows) > 0)


def expect_outcome(tape, facts):
    """Hold how the run ended against the run itself, and what is exact."""
    text = facts["outcome"] or ""
    said = " ".join(facts["sentences"])
    if text.startswith("Cannot converge") or "never converge" in said:
        assert facts["separable"] is False
        assert not tape.converged
    if text.startswith("Converged"):
        assert tape.converged
        last = tape.epochs.mistakes[-1]
        assert last == 0
        updates, epochs = tape.frame(tape.steps).updates, len(tape.epochs)
        assert f"{updates:,} update" in text and f" in {epochs:,} epoch" in text
        if facts["bound"] is not None:
            assert updates <= facts["bound"] * (1 + 1e-12)
    if "the error cannot come to 0" in said:
        assert facts["can_be_right"] is not True
        assert not (tape.epochs.training_error == 0).any()


def expect_cycle(tape, facts):
    """Play the cycle: its ends are alike, and no earlier epochs are."""
    cycle = facts["cycle"]
    if cycle is None:
        return
    last = cycle["before"] + cycle["epochs"]
    longer = Tape(tape.data, tape.recipe.replace(epochs=max(last, 1)))
    longer.extend()
    n = longer.problem.steps_per_epoch
    ends = [longer.frame(n * epoch) for epoch in range(len(longer.epochs) + 1)]
    if len(ends) <= last:  # it came to rest, and repeats from there on
        assert cycle["updates"] == 0
        return
    weights = [(end.weights + 0.0).tobytes() for end in ends]
    assert weights[last] == weights[cycle["before"]]
    assert len(set(weights[:last])) == last
    first, end = n * cycle["before"] + 1, n * last
    if end - first < MOST_FRAMES:
        frames = longer.frames(first, end)
        changed = [(f.weights != f.weights_before).any() for f in frames]
        assert sum(changed) == cycle["updates"]


def expect_remedy(tape, found):
    """Hold what would help against the rows with it: separable, where they were not."""
    if found.remedy is None:
        return
    other = Tape(tape.data, found.remedy.recipe)
    assert all(exact.least_square(own) > 0 for own in oracle_rows(other))


def expect_offer(tape, found):
    """Record what is offered: it ends with fewer mistakes, or does not diverge."""
    outcome = found.outcome
    if outcome is None or outcome.remedy is None or outcome.overfits:
        return
    offered = Tape(tape.data, outcome.remedy)
    offered.extend()
    assert not offered.diverged
    assert tape.diverged or (
        offered.model().training_error < tape.model().training_error
    )


def exact_perceptron(tape):
    """Replay a perceptron in fractions: its updates, and the weights it comes to."""
    X, codes, _ = tape.problem.training
    y = tape.problem.labels(codes, 0)
    rows = exact.signed(X, y, offset=bool(tape.problem.plan.offset_input))
    eta = Fraction(tape.problem.plan.eta)
    w, updates = [Fraction(0)] * len(rows[0]), 0
    for _ in range(len(tape.epochs)):
        for row in rows:
            if exact.product(w, row) <= 0 and any(row):
                w = [a + eta * b for a, b in zip(w, row, strict=True)]
                updates += 1
    return updates, w


def expect_replay(tape):
    """On a grid floats are exact: the run is that of fractions."""
    recipe = tape.recipe
    grid = np.array_equal(tape.problem.training.X, tape.problem.training.X.round())
    if recipe.learner != "perceptron" or not grid or tape.problem.n_outputs > 1:
        return
    changed = [name for name, value in PLAIN.items() if recipe.get(name) != value]
    if changed or tape.problem.is_weighted:
        return
    updates, w = exact_perceptron(tape)
    frame = tape.frame(tape.steps)
    assert frame.updates == updates
    assert [Fraction(float(value)) for value in frame.weights[0][: len(w)]] == w


def check(seed):
    rng = np.random.default_rng(seed)
    data = some_data(rng)
    recipe = some_recipe(rng, data)
    tape = Tape(data, recipe)
    tape.extend()
    found = verdict(tape)
    facts = found.facts
    expect_separability(tape, facts)
    expect_decisions(tape, facts)
    expect_outcome(tape, facts)
    expect_cycle(tape, facts)
    expect_remedy(tape, found)
    expect_offer(tape, found)
    expect_replay(tape)
    return facts["separable"] is None


@pytest.mark.parametrize(
    "n_sets", [SETS // 300, pytest.param(SETS, marks=pytest.mark.long)]
)
def test_no_verdict_is_false_and_hardly_any_is_left_out(n_sets):
    not_told = sum(map(check, range(n_sets)))
    assert not_told <= n_sets / 200
