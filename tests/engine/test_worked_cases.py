"""Worked runs of lectures and lecture notes, to the digit, from the command line.

Beside each stands the calculation by hand, or a dozen lines of plain NumPy.
"""

from __future__ import annotations

import csv

import numpy as np
import pytest
from sklearn.datasets import load_iris

from engine import Recipe, Tape
from engine.cli.main import run
from engine.data.formats.csv_table import write_csv
from engine.data.gallery import example
from engine.export.weights import read_weights


def train(capsys, path, *options):
    """Train from the command line; give the weights file and the epochs' table."""
    weights, curve = path.with_name("weights.json"), path.with_name("curve.csv")
    files = ["--weights", weights, "--curve", curve]
    assert run(["train", *map(str, [path, *files, *options])]) == 0
    print(capsys.readouterr().out)
    with curve.open() as file:
        return read_weights(weights), list(csv.DictReader(file))


def table(path, X, y, names=None):
    names = names or [f"x{j + 1}" for j in range(len(X[0]))]
    rows = [",".join(map(str, [*x, label])) for x, label in zip(X, y, strict=True)]
    path.write_text("\n".join([",".join([*names, "class"]), *rows]) + "\n")
    return path


def mistakes(epochs):
    return [int(epoch["mistakes"]) for epoch in epochs]


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    ("second", "weights", "made"),
    [((-6, 1), [4, -5], [2, 0]), ((1, -2), [-4, 0], [2, 1, 0])],
)
def test_two_negative_points_through_the_origin(
    capsys, tmp_path, second, weights, made, streamed
):
    """z = 0 is a mistake: −(2, 4). (−6, 1): z = 8, a mistake: (4, −5), then none.

    (1, −2): z = 6: (−3, −2); then z = −14, z = 1: (−4, 0); then z = −8, z = −4.
    """
    path = table(tmp_path / "points.csv", [(2, 4), second], [-1, -1])
    options = ["--no-offset", "--stream"] if streamed else ["--no-offset"]
    model, epochs = train(capsys, path, *options)
    assert model["coef"] == [weights]
    assert model["intercept"] == [0]
    assert model["classes"] == ["-1", "1"]
    assert mistakes(epochs) == made


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.tsv", "a\tb\tclass\n2\t4\t-1\n-6\t1\t-1\n"),
        ("p.tab", "a\tb\tclass\nc\tc\td\n\t\tclass\n2\t4\t-1\n-6\t1\t-1\n"),
        ("p.svm", "-1 1:2 2:4\n-1 1:-6 2:1\n"),
        (
            "p.arff",
            "@relation p\n@attribute a numeric\n@attribute b numeric\n"
            "@attribute class {-1,1}\n@data\n2,4,-1\n-6,1,-1\n",
        ),
    ],
)
def test_two_negative_points_in_any_format(capsys, tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    model, epochs = train(capsys, path, "--no-offset")
    assert model["coef"] == [[4, -5]]
    assert mistakes(epochs) == [2, 0]


def test_another_label_alone_is_the_positive_class(capsys, tmp_path):
    path = table(tmp_path / "points.csv", [(2, 4), (-6, 1)], ["spam", "spam"])
    model, epochs = train(capsys, path, "--no-offset")
    assert model["coef"] == [[-4, 5]]
    assert model["classes"] == ["not spam", "spam"]
    assert mistakes(epochs) == [2, 0]


def test_recipes_are_compared_on_one_class_too(capsys, tmp_path):
    path = table(tmp_path / "p.csv", [(2, 4), (-6, 1), (3, 3), (-5, 2)], [-1] * 4)
    words = ["search", str(path), "--grid", "offset", "--folds", "2"]
    assert run(words) == 0
    assert "2 recipes × 2 folds of 4 samples" in capsys.readouterr().out


FOODS = "potato,avocado,tomato,bacon,mushroom,baked beans"
DISHES = [
    "avocado sandwich", "huevos rancheros", "bacon and eggs", "english breakfast",
    "mushroom chowder",
]  # fmt: skip


def test_brunch(capsys, tmp_path):
    data = example("brunch").make()
    path = tmp_path / "brunch.csv"
    write_csv(data, path)
    assert path.read_text().startswith(
        f"name,{FOODS},like\navocado sandwich,0.0,1.0,0.0,0.0,1.0,0.0,yes\n"
    )
    model, epochs = train(capsys, path)
    assert model["coef"] == [[-2, 3, -1, -1, -2, -1]]
    assert model["intercept"] == [2]
    assert mistakes(epochs) == [2, 3, 2, 2, 1, 0]
    assert model["updates"] == 10
    new = tmp_path / "meal.csv"
    new.write_text(f"name,{FOODS}\nbreakfast burrito,1,1,1,0,0,1\n")
    weights = str(path.with_name("weights.json"))
    assert run(["predict", weights, str(new), "--scores"]) == 0
    said = list(csv.reader(capsys.readouterr().out.splitlines()))[-1]
    assert said == ["breakfast burrito", "yes", "1.0"]


def test_brunch_is_the_table_of_the_lecture():
    data = example("brunch").make()
    meals = ["010010", "011001", "000100", "101111", "000110"]
    assert data.X.tolist() == [[float(yes) for yes in meal] for meal in meals]
    assert data.y.tolist() == [1, 1, 1, 0, 0]
    assert data.sample_names.tolist() == DISHES
    assert ",".join(data.feature_names) == FOODS


CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def test_xor_never_rests_and_repeats_four_updates(capsys, tmp_path):
    path = table(tmp_path / "xor.csv", CORNERS, [-1, 1, 1, -1])
    trace = tmp_path / "trace.csv"
    model, epochs = train(capsys, path, "--epochs", 50, "--trace", trace)
    assert min(mistakes(epochs)) > 0
    with trace.open() as file:
        steps = [row for row in csv.DictReader(file) if row["update"] == "1"]
    made = [[float(row[w]) for w in ("w_x1", "w_x2", "b")] for row in steps]
    # By hand, with z = 0 a mistake.
    by_hand = [[1, 1, -1], [0, 2, 0], [1, 1, 1], [0, 0, 0]]
    assert made[:4] == by_hand
    assert made == (by_hand * len(made))[: len(made)]
    assert model["updates"] == len(made) > 40
    separated, last = train(capsys, path, "--features", "x1,x2,x1*x2")
    assert separated["training_error"] == 0
    assert mistakes(last)[-1] == 0


def test_three_points_on_a_line(capsys, tmp_path):
    path = table(tmp_path / "line.csv", [(-1,), (0,), (1,)], [-1, 1, -1])
    model, _ = train(capsys, path, "--features", "x1,x1^2")
    assert model["coef"] == [[0, -2]]
    assert model["intercept"] == [1]
    assert model["updates"] == 5


IRIS = load_iris().data[:100][:, [0, 2]]


def iris(path, *, setosa, versicolor):
    return table(path, IRIS, [setosa] * 50 + [versicolor] * 50)


@pytest.mark.parametrize(
    ("signs", "tie", "made", "coef", "intercept"),
    [
        ((-1, 1), "mistake", [2, 2, 3, 2, 1, 0], [-0.68, 1.82], -0.4),
        ((-1, 1), "positive", [2, 2, 3, 2, 1, 0], [-0.68, 1.82], -0.4),
        ((1, -1), "mistake", [2, 2, 3, 2, 1, 0], [0.68, -1.82], 0.4),
        ((1, -1), "positive", [1, 3, 3, 2, 1, 0], [0.7, -1.84], 0.4),
    ],
)
def test_rosenblatt_on_iris_in_both_conventions_of_a_tie(
    capsys, tmp_path, signs, tie, made, coef, intercept
):
    """η·(y − ŷ) with η = 0.1 is η·y with η = 0.2."""
    path = iris(tmp_path / "iris.csv", setosa=signs[0], versicolor=signs[1])
    model, epochs = train(capsys, path, "--learning-rate", 0.2, "--tie", tie)
    assert mistakes(epochs) == made
    assert model["coef"] == [pytest.approx(coef, abs=1e-12)]
    assert model["intercept"] == pytest.approx([intercept], abs=1e-12)
    # By NumPy, with the threshold function itself.
    y, w = np.repeat(signs, 50), np.zeros(3)
    X, counts = np.column_stack([IRIS, np.ones(100)]), []
    while not counts or counts[-1]:
        counts.append(0)
        for x, label in zip(X, y, strict=True):
            z = w @ x
            tied = -label if tie == "mistake" else 1
            said = tied if z == 0 else np.sign(z)
            w = w + 0.1 * (label - said) * x
            counts[-1] += int(said != label)
    assert counts == made
    np.testing.assert_allclose([*coef, intercept], w, atol=1e-12)


def test_the_classic_run_on_iris_from_the_gallery():
    """With its set-up, in both conventions: no sample with z = 0 is a versicolor."""
    chosen = example("iris-two-kinds")
    data = chosen.make()
    assert data.X.tolist() == IRIS.tolist()
    for tie in ("mistake", "positive"):
        tape = Tape(data, Recipe(**chosen.settings, tie=tie))
        tape.extend()
        assert tape.epochs.mistakes.tolist() == [2, 2, 3, 2, 1, 0]
        expected = [-0.68, 1.82, -0.4]
        np.testing.assert_allclose(tape.model().weights[0], expected, atol=1e-12)


def costs(X, rate, epochs):
    """J = ½ Σ (y − z)² at the begin of each epoch, by NumPy."""
    y, w, sums = np.repeat([-1.0, 1.0], 50), np.zeros(X.shape[1] + 1), []
    X = np.column_stack([X, np.ones(len(X))])
    for _ in range(epochs):
        errors = y - X @ w
        sums.append(0.5 * (errors**2).sum())
        w = w + rate * errors @ X
    return sums


STANDARDISED = (IRIS - IRIS.mean(axis=0)) / IRIS.std(axis=0)


@pytest.mark.parametrize(
    ("X", "rate", "options", "known"),
    [
        (IRIS, 0.01, [], [50, 2232.17, 3.47715e6, 5.42386e9]),
        (IRIS, 0.0001, [], [50, 48.0665, 46.7514, 45.6692, 44.6829]),
        (
            STANDARDISED,
            0.01,
            ["--standardise"],
            [50, 33.8304, 23.1571, 16.1118, 11.4612, 8.39146],
        ),
    ],
    ids=["diverges", "slowly", "standardised"],
)
def test_the_cost_of_adaline_on_iris(capsys, tmp_path, X, rate, options, known):
    """The loss of an epoch in the table is J at its end: at the begin of the next."""
    path = iris(tmp_path / "iris.csv", setosa=-1, versicolor=1)
    batch = ["--learner", "adaline", "--batch-size", 0, "--learning-rate", rate]
    epochs = 15 if options else max(len(known), 10) if rate < 0.01 else 3
    _, rows = train(capsys, path, *batch, "--epochs", epochs, *options)
    expected = costs(X, rate, epochs + 1)
    shown = [50.0, *(float(row["loss"]) for row in rows)]
    np.testing.assert_allclose(shown, expected, rtol=1e-12)
    np.testing.assert_allclose(shown[: len(known)], known, rtol=5e-6)


def test_adaline_s_cost_and_weights_after_many_epochs(capsys, tmp_path):
    path = iris(tmp_path / "iris.csv", setosa=-1, versicolor=1)
    batch = ["--learner", "adaline", "--batch-size", 0]
    _, rows = train(capsys, path, *batch, "--learning-rate", 1e-4, "--epochs", 9)
    assert float(rows[-1]["loss"]) == pytest.approx(40.2361, rel=5e-6)
    model, rows = train(
        capsys, path, *batch, "--learning-rate", 0.01, "--epochs", 15, "--standardise"
    )
    assert float(rows[-2]["loss"]) == pytest.approx(2.572, rel=2e-4)
    scale, mean = np.array(model["scaling"]["scale"]), model["scaling"]["mean"]
    np.testing.assert_allclose(mean, IRIS.mean(axis=0))
    np.testing.assert_allclose(scale, IRIS.std(axis=0))
    scaled = np.array(model["coef"][0]) * scale
    np.testing.assert_allclose(scaled, [-0.126516, 1.105088], atol=5e-7)


def test_standardised_by_the_deviation_of_the_sample(capsys, tmp_path):
    path = iris(tmp_path / "iris.csv", setosa=-1, versicolor=1)
    words = ["--learner", "adaline", "--batch-size", 0, "--epochs", 15, "--standardise"]
    model, rows = train(capsys, path, *words, "--deviation", "sample")
    X = (IRIS - IRIS.mean(axis=0)) / IRIS.std(axis=0, ddof=1)
    np.testing.assert_allclose(model["scaling"]["scale"], IRIS.std(axis=0, ddof=1))
    shown = [50.0, *(float(row["loss"]) for row in rows)]
    np.testing.assert_allclose(shown, costs(X, 0.01, 16), rtol=1e-12)


def test_a_schedule_with_a_negative_constant(capsys, tmp_path):
    """η = 1/(n − ½): the first two steps have η = 2 and ⅔."""
    path = table(tmp_path / "p.csv", [(2, 4), (-6, 1)], [-1, -1])
    words = ["--no-offset", "--schedule", "inverse", "--c2", "-0.5", "--epochs", 1]
    model, _ = train(capsys, path, *words)
    w = -2 * np.array([2, 4])
    w = w - (2 / 3) * np.array([-6, 1]) * (-(w @ [-6, 1]) <= 0)
    np.testing.assert_allclose(model["coef"][0], w, rtol=1e-15)
