"""The report of a model, class by class."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.data.split import split
from engine.errors import UserError
from engine.evaluation.report import report
from engine.evaluation.score_report import score_report, scored


def neuron(weights, data):
    tape = Tape(data, Recipe("manual-neuron", start=weights))
    tape.extend()
    return tape.model()


def test_samples_of_weight_0_are_left_out_of_all_that_scores_say() -> None:
    X, y = [[-1.0], [-2], [3], [4], [-5], [0.5]], [0, 0, 1, 1, 1, 0]
    weights = [1.0, 2, 0, 1, 0, 3]
    kept = [0, 1, 3, 5]
    recipe = Recipe("logistic-regression", epochs=2)
    data = Dataset(X, y, class_names=["a", "b"], sample_weights=weights)
    few = Dataset(
        [X[i] for i in kept], [y[i] for i in kept], class_names=["a", "b"],
        sample_weights=[weights[i] for i in kept],
    )  # fmt: skip
    tape = Tape(data, recipe)
    tape.extend()
    own, alone = (
        score_report(scored(tape.model(), one, TRAINING), 1) for one in (data, few)
    )
    for name in ("thresholds", "true_positives", "false_positives"):
        left, right = getattr(own.curve, name), getattr(alone.curve, name)
        assert left.tolist() == right.tolist()
    assert (own.log_loss, own.brier) == (alone.log_loss, alone.brier)
    assert own.calibration.samples.tolist() == alone.calibration.samples.tolist()
    nothing = Dataset(X, y, class_names=["a", "b"], sample_weights=[0, 0, 0, 0, 0, 1.0])
    held_out = Dataset(X, y, parts=[0, 0, 0, 0, 2, 0], sample_weights=weights)
    assert len(scored(tape.model(), nothing, TRAINING).y) == 1
    with pytest.raises(UserError, match="no samples in this part"):
        scored(tape.model(), held_out, TEST)


def test_by_hand() -> None:
    """Above 0 is class b: of three a one is called b, of two b one is called a."""
    data = Dataset([[-1.0], [-2], [3], [4], [-5]], list("aaabb"))
    judged = report(neuron(((1, 0),), data), data, TRAINING)
    assert judged.class_names == ("a", "b")
    assert judged.confusion.tolist() == [[2, 1], [1, 1]]
    assert judged.precision == pytest.approx([2 / 3, 1 / 2])
    assert judged.recall == pytest.approx([2 / 3, 1 / 2])
    assert judged.f1 == pytest.approx([2 / 3, 1 / 2])
    assert judged.support.tolist() == [3, 2]
    assert judged.accuracy == pytest.approx(3 / 5)


@pytest.mark.parametrize("classes", [2, 5])
def test_as_scikit_learn_counts(classes) -> None:
    from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

    rng = np.random.default_rng(classes)
    y = rng.integers(0, classes, 200)
    data = Dataset(rng.normal(y[:, None], 2.0, (200, 2)), y)
    tape = Tape(data, Recipe(epochs=3))
    tape.extend()
    judged = report(tape.model(), data, TRAINING)
    decided = tape.model().predict(data.X)
    theirs = precision_recall_fscore_support(data.y, decided, zero_division=0.0)
    ours = (judged.precision, judged.recall, judged.f1, judged.support)
    assert np.array(ours) == pytest.approx(np.array(theirs))
    assert (judged.confusion == confusion_matrix(data.y, decided)).all()
    assert judged.shares.sum(axis=1) == pytest.approx(np.ones(classes))


@pytest.mark.parametrize("classes", [2, 5])
@pytest.mark.parametrize("weighted", [False, True])
def test_single_numbers_are_those_of_scikit_learn(classes, weighted) -> None:
    from sklearn import metrics

    rng = np.random.default_rng(classes)
    y = rng.integers(0, classes, 200)
    weights = rng.random(200) if weighted else None
    data = Dataset(rng.normal(y[:, None], 2.0, (200, 2)), y, sample_weights=weights)
    tape = Tape(data, Recipe(epochs=3))
    tape.extend()
    judged, decided = report(tape.model(), data, TRAINING), tape.model().predict(data.X)
    settings = {"sample_weight": weights}
    for ours, theirs in [
        (judged.matthews, metrics.matthews_corrcoef(data.y, decided, **settings)),
        (
            judged.balanced_accuracy,
            metrics.balanced_accuracy_score(data.y, decided, **settings),
        ),
        (
            judged.mean_f1,
            metrics.f1_score(data.y, decided, average="macro", **settings),
        ),
    ]:
        assert ours == pytest.approx(theirs)
    assert judged.error == pytest.approx(tape.model().training_error)


def test_a_class_that_is_absent_is_in_no_mean() -> None:
    data = Dataset([[1.0], [2.0], [-1.0]], [1, 1, 1], class_names=["a", "b", "c"])
    weights = ((0, 0), (1, 0), (0, -9))
    judged = report(neuron(weights, data), data, TRAINING)
    assert judged.confusion.tolist() == [[0, 0, 0], [1, 2, 0], [0, 0, 0]]
    assert (judged.balanced_accuracy, judged.mean_f1) == (2 / 3, 0.4)
    assert np.isnan(judged.matthews)


def test_a_tie_of_the_own_class_is_a_mistake_all_the_same() -> None:
    """0 lies on the boundary: called a, which one of the two is."""
    data = Dataset([[0.0], [0.0], [-1.0], [1.0]], list("abab"))
    judged = report(neuron(((1, 0),), data), data, TRAINING)
    assert (judged.on_boundary, judged.mistakes, judged.error) == (1, 2, 0.5)
    assert judged.boundary_words.startswith("on the boundary: 1 of its own class")
    weighted = Dataset(data.X, data.y, class_names="ab", sample_weights=[3, 1, 1, 1])
    judged = report(neuron(((1, 0),), weighted), weighted, TRAINING)
    assert (judged.on_boundary, judged.mistakes) == (3, 4)


def test_a_class_that_is_never_called_has_zeros_not_warnings() -> None:
    data = Dataset([[1.0], [2.0]], [1, 1], class_names=["a", "b"])
    judged = report(neuron(((-1, 0),), data), data, TRAINING)
    assert judged.precision.tolist() == judged.recall.tolist() == [0, 0]
    assert judged.confusion.tolist() == [[0, 0], [2, 0]]


def test_each_part_is_judged_by_itself() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(90) % 3
    data = split(Dataset(rng.normal(y[:, None], 1.0, (90, 2)), y), 0.2, 0.3)
    tape = Tape(data, Recipe(epochs=5))
    tape.extend()
    model = tape.model()
    for part in (TRAINING, VALIDATION, TEST):
        judged = report(model, data, part)
        rows = data.rows_of(part)
        assert judged.confusion.sum() == judged.support.sum() == len(rows)
        wrong = model.mistaken(data.X[rows], data.y[rows]).mean()
        assert judged.accuracy == pytest.approx(1 - wrong)


def test_an_empty_part_is_said() -> None:
    data = Dataset([[1.0], [2.0]], [-1, 1])
    with pytest.raises(UserError, match="split the data first"):
        report(neuron(((1, 0),), data), data, TEST)
