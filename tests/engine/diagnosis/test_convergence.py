"""What is said of a run agrees with the run."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Branch, Dataset, Recipe, Tape
from engine.data import gallery
from engine.data.dataset import with_parts
from engine.diagnosis.convergence import diagnose
from engine.learners import learner
from engine.training.compiled.tiered_loops import run_loop
from engine.training.problem import problem
from engine.training.safe_rates import rate_limits


def recorded(data, name="perceptron", **settings):
    tape = Tape(data, Recipe(name, **settings))
    tape.extend()
    return tape, diagnose(tape)


def test_the_lectures_two_points_through_the_origin():
    tape, diagnosis = recorded(gallery.two_negatives(), offset=False)
    (only,) = diagnosis.separations
    assert only.radius == pytest.approx(np.sqrt(37))
    assert only.margin == pytest.approx(26 / np.sqrt(73))
    assert diagnosis.bound == pytest.approx(37 * 73 / 26**2)
    assert tape.frame(tape.steps).updates == 2 <= diagnosis.bound


def test_with_an_offset_radius_and_margin_are_of_samples_with_a_one():
    _, diagnosis = recorded(Dataset([[0, 0], [3, 4]], [-1, 1]))
    (only,) = diagnosis.separations
    assert only.line.margin == pytest.approx(2.5)
    assert only.radius == pytest.approx(np.sqrt(26))
    # Nearest to the origin on the segment from (0, 0, −1) to (3, 4, 1): 1 = 2s·13/29 …
    s = 2 / 29
    nearest = np.array([0, 0, -1]) + s * np.array([3, 4, 2])
    assert only.margin == pytest.approx(np.linalg.norm(nearest))


@settings(deadline=None, max_examples=25)
@given(
    st.integers(0, 10_000),
    st.booleans(),
    st.sampled_from([2, 3]),
    st.sampled_from(["perceptron", "averaged-perceptron", "voted-perceptron"]),
    st.sampled_from([0.01, 1.0, 30.0]),
)
def test_no_run_makes_more_updates_than_the_bound(seed, offset, n_classes, name, eta):
    rng = np.random.default_rng(seed)
    angles = rng.integers(0, n_classes, 25)
    centres = np.array([[np.cos(a), np.sin(a)] for a in 2 * np.pi / 3 * angles])
    data = Dataset(
        rng.normal(3 * centres, 0.5), angles, class_names=tuple("ABC"[:n_classes])
    )
    tape, diagnosis = recorded(
        data, name, epochs=2000, offset=offset, learning_rate=eta
    )
    assert not diagnosis.broken_assumptions
    if diagnosis.separable:
        assert tape.frame(tape.steps).updates <= diagnosis.bound
    assume(diagnosis.bound < 2000)
    assert tape.converged


@pytest.mark.parametrize(
    ("learner", "settings", "word"),
    [
        ("perceptron", {"start": "random"}, "zero"),
        ("perceptron", {"tolerance": 0.5}, "tolerance"),
        ("pocket-perceptron", {"schedule": "inverse"}, "η changes"),
        ("perceptron-criterion", {"batch_size": 0}, "batch"),
        ("adaline", {}, "Adaline"),
        ("linear-svm", {}, "Linear SVM"),
    ],
)
def test_where_the_bound_does_not_hold_it_is_said(learner, settings, word):
    _, diagnosis = recorded(gallery.separable(), learner, **settings)
    assert len(diagnosis.broken_assumptions) == 1
    assert word in diagnosis.broken_assumptions[0]


def test_a_criterion_of_single_samples_is_the_perceptron():
    _, diagnosis = recorded(gallery.separable(), "perceptron-criterion", batch_size=1)
    assert not diagnosis.broken_assumptions


def test_each_class_stands_against_the_rest():
    _, diagnosis = recorded(gallery.iris())
    assert [separation.separable for separation in diagnosis.separations] == [
        True,
        False,
        False,
    ]
    assert not diagnosis.separable
    assert diagnosis.bound == float("inf")


def test_only_the_training_part_counts():
    data = gallery.xor()
    _, diagnosis = recorded(with_parts(data, np.array([0, 0, 0, 2], np.uint8)))
    assert diagnosis.separable
    assert not recorded(data)[1].separable


def test_a_cycle_is_looked_for_only_where_there_can_be_one():
    assert recorded(gallery.xor())[1].cycle.updates == 4
    assert recorded(gallery.xor(), order="shuffled")[1].searched == 0
    assert recorded(gallery.xor(), "adaline")[1].cycle is None
    clusters = recorded(gallery.two_clusters())[1]
    assert clusters.cycle is None
    assert clusters.searched > 1000
    assert recorded(gallery.separable())[1].searched == 0


def limits(data, name, **settings):
    return rate_limits(learner(name), problem(data, Recipe(name, **settings)))


def test_adaline_knows_its_safe_rate_and_condition_number():
    data = gallery.two_clusters()
    rates = limits(data, "adaline", batch_size=0)
    X = np.column_stack([data.X, np.ones(data.n_samples)])
    values = np.linalg.eigvalsh(X.T @ X)
    assert rates.safe.formula == "2/λmax"
    assert rates.safe.value == pytest.approx(2 / values[-1])
    assert rates.condition == pytest.approx(values[-1] / values[0])
    through = limits(data, "adaline", batch_size=0, offset=False)
    assert through.condition == pytest.approx(np.linalg.cond(data.X) ** 2)
    flat = Dataset([[-1, 0], [0, 0], [1, 0]], [0, 1, 0])
    assert limits(flat, "adaline").condition == np.inf
    assert limits(data, "perceptron") is None
    assert limits(data, "linear-svm").condition is None


@pytest.mark.parametrize(("factor", "ending"), [(0.99, "stopped"), (1.01, "diverged")])
def test_the_safe_rate_is_where_full_batches_begin_to_diverge(factor, ending):
    run_loop("adaline").compiled()  # else 20,000 epochs are interpreted
    data = gallery.two_clusters()
    safe = limits(data, "adaline", batch_size=0).safe
    tape, _ = recorded(
        data, "adaline", batch_size=0, learning_rate=factor * safe.value, epochs=20_000
    )
    assert tape.reason.startswith(ending)


@pytest.mark.parametrize("step", [0, 2, 3, 8, 13, 500])
def test_after_a_branch_the_cycle_is_that_of_its_own_epochs(step):
    data, before = gallery.three_on_a_line(), Recipe(epochs=30)
    after = Recipe(epochs=60, learning_rate=0.25)
    tape = Tape(data, after, branch=Branch(before, step))
    tape.extend()
    left = tape.own_epoch()
    diagnosis = diagnose(tape)
    assert diagnosis.broken_assumptions == ("the run branches off another",)
    cycle = diagnosis.cycle
    assert cycle.before >= left[0]
    ends = [
        tape.frame(e * data.n_samples)
        for e in range(left[0], cycle.before + 2 * cycle.epochs + 1)
    ]
    first, again = ends[cycle.before - left[0] :: cycle.epochs][:2]
    assert np.array_equal(first.weights, again.weights)
    assert again.updates - first.updates == cycle.updates
    own = {end.weights.tobytes() for end in ends[: -cycle.epochs - 1]}
    assert len(own) == cycle.before - left[0] + cycle.epochs


def test_the_kernel_perceptron_is_told_of_in_the_kernels_features():
    # φ = (√2·x1·x2, x1², x2²): (1, 1) and (1, −1) are (±√2, 1, 1), γ = √2, R = 2.
    pair = Dataset([[1, 1], [1, -1]], [1, 0])
    product = {"kernel": "polynomial", "constant": 0.0, "offset": False}
    tape, diagnosis = recorded(pair, "kernel-perceptron", **product)
    (only,) = diagnosis.separations
    assert diagnosis.space == "kernel"
    assert (only.radius, only.margin) == pytest.approx((2, np.sqrt(2)))
    assert tape.frame(tape.steps).updates <= diagnosis.bound == pytest.approx(2)
    # The four of XOR as far apart as can be: K is almost the identity, so the margin
    # is 1/√4; with an offset, two of each class, the same, and R² = K(x, x) + 1.
    far = {"kernel": "rbf", "gamma": 1e3}
    for offset in (False, True):
        tape, diagnosis = recorded(
            gallery.xor(), "kernel-perceptron", offset=offset, **far
        )
        (only,) = diagnosis.separations
        assert only.radius == pytest.approx(np.sqrt(1 + offset))
        assert only.margin == pytest.approx(0.5)
        assert tape.converged
        assert tape.frame(tape.steps).updates <= diagnosis.bound


def test_no_rbf_kernel_tells_two_samples_at_one_place_apart():
    place = Dataset([[0, 1], [2, 2], [-0.0, 1]], [0, 0, 1])
    assert not recorded(place, "kernel-perceptron")[1].separable
    assert not recorded(gallery.xor(), "kernel-perceptron", kernel="linear")[
        1
    ].separable
    assert recorded(gallery.xor(), "kernel-perceptron", kernel="polynomial")[
        1
    ].separable
    budget = recorded(gallery.xor(), "kernel-perceptron", budget=2)[1]
    assert "budget" in budget.broken_assumptions[0]


def test_no_kernel_perceptron_makes_more_updates_than_the_bound():
    for kernel in ("rbf", "polynomial"):
        tape, diagnosis = recorded(
            gallery.iris(), "kernel-perceptron", kernel=kernel, epochs=30
        )
        assert not diagnosis.broken_assumptions
        assert 0 < tape.frame(tape.steps).updates <= diagnosis.bound


def test_classes_that_learn_together_need_not_be_separable_from_the_rest():
    # Of samples −1, 0, 1 with an offset the middle one is not separable from the rest.
    # w = (−a, 0, a), b = (−c, 2c, −c): 0 is ahead by 3c, ±1 by a − 3c and by 2a, so
    # a = 6c, and the length √(2a² + 6c²) = √78·c: γ = 3/√78.
    three = Dataset([[-1], [0], [1]], [0, 1, 2])
    assert not recorded(three)[1].separable
    tape, diagnosis = recorded(three, "multiclass-perceptron", epochs=100)
    (together,) = diagnosis.separations
    assert diagnosis.space == "classes"
    assert together.radius == pytest.approx(np.sqrt(2) * np.sqrt(2))
    assert together.margin == pytest.approx(3 / np.sqrt(78))
    assert diagnosis.bound == pytest.approx(4 * 78 / 9)
    assert tape.converged
    assert 0 < tape.frame(tape.steps).updates <= diagnosis.bound
    assert recorded(three, "softmax-regression")[1].separable
    mixed = Dataset([[-1], [0], [0], [1]], [0, 1, 2, 2])
    assert not recorded(mixed, "multiclass-perceptron")[1].separable


def test_of_two_classes_the_multiclass_perceptron_is_the_perceptron():
    ours, theirs = (
        recorded(gallery.separable(), name)[1]
        for name in ("perceptron", "multiclass-perceptron")
    )
    assert ours.bound == theirs.bound
    assert theirs.is_perceptron
    assert recorded(gallery.xor(), "multiclass-perceptron")[1].cycle.updates
