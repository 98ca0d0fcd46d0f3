from __future__ import annotations

import math
import sys

import numpy as np
import pytest

import engine.learners
from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.hyperparameter import Hyperparameter
from engine.learners import COMMON, MAP, Learner, learner, learners
from engine.learners.latex import plain

every_learner = pytest.mark.parametrize("rule", learners().values(), ids=learners())
every_that_learns = pytest.mark.parametrize(
    "rule",
    [rule for rule in learners().values() if not rule.by_hand],
    ids=lambda rule: rule.name,
)
every_of_one_score = pytest.mark.parametrize(
    "rule",
    [rule for rule in learners().values() if not rule.by_hand and not rule.coupled],
    ids=lambda rule: rule.name,
)
NEW_LEARNER = '''
"""A margin perceptron: made up for the test."""

from typing import NamedTuple

from engine.learners.learner import Learner
from engine.learners.rule_formulas import ON_MISTAKE, Formulas
from engine.hyperparameter import Hyperparameter
from engine.learners.shared_hyperparameters import learning_rate, stop_without_mistake


class Settings(NamedTuple):
    tolerance: float
    tie: float
    push: float


def pull(z, y, xx, h):
    return h.push * y if y * z <= h.tolerance else 0.0


def loss(z, y, h):
    return max(0.0, h.push - y * z)


LEARNER = Learner(
    name="pushy",
    title="Pushy",
    line="Push.",
    source="nobody",
    heading="Perceptrons",
    hyperparameters=(
        *learning_rate(0.5),
        Hyperparameter(
            "push", "Push", "float", default=3.0, low=0.0, high=10.0, help="How hard."
        ),
        stop_without_mistake(default=True),
    ),
    formulas=Formulas(pull=r"k\\,y", condition=ON_MISTAKE, symbols=(("k", "push"),)),
    settings=Settings,
    pull=pull,
    loss=loss,
)
'''


def test_the_known_learners_are_found_under_their_names():
    assert {"perceptron", "adaline"} <= set(learners())
    assert all(name == rule.name for name, rule in learners().items())
    assert learner("perceptron") is learners()["perceptron"]


def test_they_are_listed_by_title():
    titles = [rule.title for rule in learners().values()]
    assert titles == sorted(titles)
    assert len(set(titles)) == len(titles)


def test_an_unknown_learner_is_refused_with_those_there_are():
    with pytest.raises(UserError, match=r"“svm9” is not known: .*perceptron"):
        learner("svm9")


@every_learner
def test_it_says_what_it_is(rule):
    assert isinstance(rule, Learner)
    assert rule.name == rule.name.lower().strip()
    assert rule.line.endswith(".")
    assert "\n" not in rule.line
    text = "\n".join(map(plain, rule.formula_lines()))
    assert "w ←" in text or "αᵢ ←" in text or rule.by_hand
    assert any(character.isdigit() for character in rule.source), "no year"


@every_learner
def test_its_hyperparameters_are_its_own_and_the_common_ones(rule):
    names = [parameter.name for parameter in rule.all_hyperparameters]
    assert len(set(names)) == len(names)
    assert rule.all_hyperparameters[-len(rule.common) :] == rule.common
    if rule.by_hand:
        assert set(rule.common) < set(MAP)
        return
    common = [k for k in COMMON if rule.is_linear or k.name != "start"]
    assert [*rule.common] == common
    assert not rule.by_hand
    assert "stop_without_mistake" in names
    without = ("passive-aggressive", "kernel-perceptron")
    assert "learning_rate" in names or rule.name in without
    assert {parameter.name for parameter in COMMON} >= {
        "epochs",
        "order",
        "seed",
        "offset",
    }


@every_learner
def test_its_settings_are_declared_but_for_what_asks_for_a_mistake(rule):
    declared = {parameter.name for parameter in rule.all_hyperparameters}
    assert {"tolerance", "tie"} <= set(rule.settings._fields)
    data = set(rule.settings._field_defaults)
    if not rule.by_hand:  # a network of them reads what a network's loops read
        assert set(rule.settings._fields) - {"tolerance", "tie"} - data <= declared


@every_learner
def test_a_hyperparameter_is_fit_for_a_control(rule):
    for parameter in rule.all_hyperparameters:
        assert parameter.label
        assert parameter.help.endswith(".")
        default = parameter.check(parameter.default)
        assert default == parameter.default
        assert type(default) is type(parameter.default)
        if parameter.kind in ("int", "float"):
            assert parameter.low < parameter.high
            assert parameter.check(parameter.least) == parameter.least >= parameter.low
            assert parameter.check(parameter.high) == parameter.high
        if parameter.kind == "choice":
            assert len(set(parameter.choices)) == len(parameter.choices) > 1


@pytest.mark.parametrize(
    ("name", "least", "largest"),
    [
        ("epochs", 1, 1_000_000),
        ("seed", 0, 2**31 - 1),
        ("batch_size", 0, 1_000_000),
        ("target_error", 0.0, 1.0),
        ("least_change", 0.0, 1e6),
        ("tolerance", 0.0, 1e6),
        ("learning_rate", 1e-9, 1e6),
        ("c1", 1e-9, 1e9),
        ("c2", math.nextafter(-1.0, 0.0), 1e9),
        ("aggressiveness", 1e-9, 1e9),
    ],
)
def test_a_number_is_taken_within_its_limits_and_refused_beyond(name, least, largest):
    common = {
        p.name: p for rule in learners().values() for p in rule.all_hyperparameters
    }
    assert_limits(common[name], least, largest)


@pytest.mark.parametrize(
    ("rule", "least"),
    [("linear-svm", 1e-9), ("adaline", 0.0), ("logistic-regression", 0.0)],
)
def test_only_where_the_schedule_divides_by_it_is_the_strength_above_0(rule, least):
    strength = next(
        p for p in learner(rule).all_hyperparameters if p.name == "strength"
    )
    assert_limits(strength, least, 1e6)


def assert_limits(parameter, least, largest):
    assert parameter.check(least) == least
    assert parameter.check(largest) == largest
    below = least - 1 if isinstance(least, int) else math.nextafter(least, -math.inf)
    above = largest + 1 if isinstance(least, int) else math.nextafter(largest, math.inf)
    for beyond in (below, above):
        with pytest.raises(UserError, match="out of range"):
            parameter.check(beyond)


ALL_BEGIN_WITH = {
    "epochs": 20, "order": "given", "seed": 0, "start": "zero", "target_error": None,
    "least_change": None, "class_weight": None, "offset": True, "squares": False,
    "standardise": False, "deviation": "population",
}  # fmt: skip
SCHEDULED = {"schedule": "constant", "c1": 1.0, "c2": 1.0}
PERCEPTRON = SCHEDULED | {
    "learning_rate": 1.0, "tolerance": 0.0, "tie": "mistake",
    "stop_without_mistake": True,
}  # fmt: skip
GRADIENT = SCHEDULED | {
    "strength": 0.0, "batch_size": 1, "stop_without_mistake": False
}  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "begins_with"),
    [
        ("perceptron", PERCEPTRON),
        ("averaged-perceptron", PERCEPTRON),
        ("pocket-perceptron", PERCEPTRON),
        ("voted-perceptron", PERCEPTRON),
        ("perceptron-criterion", PERCEPTRON | {"learning_rate": 0.1, "batch_size": 0}),
        ("adaline", GRADIENT | {"learning_rate": 0.01, "averaged": False}),
        ("logistic-regression", GRADIENT | {"learning_rate": 0.1}),
        (
            "linear-svm",
            GRADIENT
            | {"schedule": "pegasos", "learning_rate": 0.01, "strength": 0.1}
            | {"averaged": False},
        ),
        ("passive-aggressive", {"aggressiveness": 1.0, "stop_without_mistake": False}),
    ],
)
def test_what_a_recipe_has_that_nobody_set(rule, begins_with):
    """As `--help` tells."""
    defaults = {p.name: p.default for p in learner(rule).all_hyperparameters}
    assert defaults == ALL_BEGIN_WITH | begins_with


def test_only_the_score_of_the_log_loss_is_a_probability_s():
    having = [name for name, rule in learners().items() if rule.has_probabilities]
    assert having == [
        "logistic-regression",
        "multi-layer-perceptron",
        "softmax-regression",
    ]


def test_what_may_be_of_any_magnitude_is_stepped_by_factors():
    by_factors = {
        p.name
        for rule in learners().values()
        for p in rule.all_hyperparameters
        if p.log
    }
    assert by_factors == {
        "learning_rate", "c1", "c2", "strength", "aggressiveness", "epochs",
        "least_change", "gamma",
    }  # fmt: skip


OF_THE_PERCEPTRON = "w ← w + η·y·x", "b ← b + η·y", "on a mistake, y·z ≤ 0"


@pytest.mark.parametrize(
    ("rule", "lines", "cost"),
    [
        ("perceptron", OF_THE_PERCEPTRON, "J(w) = Σ max(0, −y·z)"),
        (
            "averaged-perceptron",
            (*OF_THE_PERCEPTRON, "used: the mean of all w"),
            "J(w) = Σ max(0, −y·z)",
        ),
        ("pocket-perceptron", (*OF_THE_PERCEPTRON, "used: the best w so far"), ""),
        (
            "perceptron-criterion",
            ("w ← w + η·Σ y·x", "b ← b + η·Σ y", "summed where y·z ≤ 0"),
            "J(w) = Σ max(0, −y·z)",
        ),
        (
            "adaline",
            ("w ← (1 − η·λ)·w + η·Σ (y − z)·x", "b ← b + η·Σ (y − z)"),
            "J(w) = ½·Σ (y − z)² + λ/2·‖w‖²",
        ),
        (
            "logistic-regression",
            (
                "w ← (1 − η·λ)·w + η/m·Σ y·σ(−y·z)·x",
                "b ← b + η/m·Σ y·σ(−y·z)",
                "σ(a) = 1/(1 + e^(−a))",
            ),
            "J(w) = 1/n·Σ ln(1 + e^(−y·z)) + λ/2·‖w‖²",
        ),
        (
            "linear-svm",
            ("w ← (1 − η·λ)·w + η/m·Σ y·x", "b ← b + η/m·Σ y", "summed where y·z < 1"),
            "J(w) = 1/n·Σ max(0, 1 − y·z) + λ/2·‖w‖²",
        ),
        (
            "manual-neuron",
            ("nothing is learned: the neuron fires where w·x + b > 0",),
            "",
        ),
    ],
)
def test_its_rule_and_its_cost_as_a_textbook_has_them(rule, lines, cost):
    assert tuple(map(plain, learner(rule).formula_lines())) == lines
    assert plain(learner(rule).cost_formula()) == cost
    without = " ".join(map(plain, learner(rule).formula_lines(offset=False)))
    assert "b ← b" not in without and "+ b" not in without


@every_of_one_score
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_its_rule_never_pulls_a_sample_to_the_wrong_side(rule, y):
    h = rule.settings(*[0.5] * len(rule.settings._fields))
    assert y * rule.pull(-2.0 * y, y, 1.0, h) > 0
    assert rule.loss(-2.0 * y, y, h) > rule.loss(y, y, h) >= 0
    assert 0 < rule.decay(0.1, h) <= 1


@every_of_one_score
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_a_samples_length_matters_only_where_it_is_read(rule, y):
    """And never for whether the sample pulls: then nobody computes it."""
    h = rule.settings(*[0.5] * len(rule.settings._fields))
    for z in (-2.0, 0.0, 0.4, 0.5, 1.0, 3.0):
        pulls = [rule.pull(z, y, xx, h) for xx in (1.0, 0.25, 9.0, 1e6)]
        assert len({pull == 0.0 for pull in pulls}) == 1
        assert rule.reads_length or len(set(pulls)) == 1


@every_that_learns
def test_it_learns(rule):
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(-2, 0.4, (20, 2)), rng.normal(2, 0.4, (20, 2))])
    tape = Tape(Dataset(X, np.repeat([0, 1], 20)), Recipe(rule.name, epochs=20))
    tape.extend()
    assert tape.model().training_error == 0
    assert np.isfinite(tape.epochs.loss).all()


NUMBER = Hyperparameter("n", "Some", "float", default=1.0, low=0.5, high=8.0)
WHOLE = Hyperparameter("n", "Some", "int", default=1, low=0, high=8)
LARGE = Hyperparameter("n", "Some", "int", default=1, low=1, high=1e6)
SWITCH = Hyperparameter("n", "Some", "bool", default=False)
CHOICE = Hyperparameter("n", "Some", "choice", default="a", choices=("a", "b"))


@pytest.mark.parametrize(
    ("parameter", "given", "value"),
    [
        (NUMBER, 2, 2.0),
        (NUMBER, "2.5", 2.5),
        (NUMBER, np.float32(0.5), 0.5),
        (WHOLE, 3.0, 3),
        (WHOLE, "3", 3),
        (WHOLE, np.int32(8), 8),
        (SWITCH, 1, True),
        (SWITCH, np.False_, False),
        (CHOICE, "b", "b"),
    ],
)
def test_a_value_comes_back_in_its_right_type(parameter, given, value):
    checked = parameter.check(given)
    assert checked == value
    assert type(checked) is type(value)


@pytest.mark.parametrize(
    ("parameter", "given", "words"),
    [
        (NUMBER, "fast", "Some “fast” is not a number"),
        (NUMBER, None, "not a number"),
        (NUMBER, [1.0], "not a number"),
        (NUMBER, 0.49, r"out of range: give a number in the range 0.5 to 8"),
        (NUMBER, math.inf, "out of range"),
        (NUMBER, math.nan, "out of range"),
        (WHOLE, 1.5, "whole number"),
        (WHOLE, math.nan, "whole number"),
        (WHOLE, math.inf, "whole number"),
        (WHOLE, 9, "out of range: give a number in the range 0 to 8"),
        (
            LARGE,
            0.0,
            "Some 0 is out of range: give a number in the range 1 to 1,000,000",
        ),
        (WHOLE, -1, "out of range"),
        (SWITCH, "yes", "true or false"),
        (SWITCH, 2, "true or false"),
        (CHOICE, "c", "“c” is not known: choose one of a, b"),
        (CHOICE, None, "choose one of a, b"),
    ],
)
def test_a_value_that_is_not_possible_is_refused(parameter, given, words):
    with pytest.raises(UserError, match=words):
        parameter.check(given)


def test_a_whole_number_beyond_all_floats_is_refused():
    with pytest.raises(UserError):
        WHOLE.check(10**400)


@pytest.fixture
def another_learner(tmp_path, monkeypatch):
    """Put one more file beside the learners, for the time of the test."""
    (tmp_path / "pushy.py").write_text(NEW_LEARNER, encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(
        engine.learners, "__path__", [*engine.learners.__path__, str(tmp_path)]
    )
    learners.cache_clear()
    yield
    learners.cache_clear()
    sys.modules.pop("engine.learners.pushy", None)
    if hasattr(engine.learners, "pushy"):
        del engine.learners.pushy


@pytest.mark.usefixtures("another_learner")
def test_a_new_file_is_a_new_learner():
    assert "pushy" in learners()
    assert Recipe("pushy").learning_rate == 0.5
    assert Recipe("pushy", push=2).push == 2.0
    with pytest.raises(
        UserError, match="out of range: give a number in the range 0 to 10"
    ):
        Recipe("pushy", push=11)
    # One sample (1, 2), positive: the step adds push·η·y = 3·0.5 of (1, 2, 1).
    tape = Tape(Dataset([[1, 2]], [1]), Recipe("pushy", epochs=5))
    tape.extend()
    np.testing.assert_array_equal(tape.frame(1).weights, [[1.5, 3.0, 1.5]])
    assert tape.converged
    assert tape.steps == 2
    assert tape.epochs.loss.tolist() == [0.0, 0.0]


def test_the_new_learner_is_gone_with_its_file():
    assert "pushy" not in learners()


@every_that_learns
def test_where_a_bound_on_the_change_is_chosen_its_measure_is_told(rule):
    """Lectures end a run where ‖Δw‖² < ε after an update: not what is measured here."""
    (bound,) = (k for k in rule.all_hyperparameters if k.name == "least_change")
    assert "from one epoch's end to the next" in bound.help
    assert "‖Δw‖² < ε after an update" in bound.help
