"""Search: equal to scikit-learn's, wherever it is worked on, and to be cancelled."""

import os
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path
from threading import Event, Timer

import numpy as np
import pytest
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV, PredefinedSplit, cross_val_score

from engine import Dataset, Recipe, Tape
from engine.data.dataset import TEST, VALIDATION, with_sample_weights
from engine.data.edits import Move
from engine.data.split import split
from engine.errors import UserError
from engine.estimators import LinearSVM, VotedPerceptron
from engine.evaluation.folds import Folds, HoldOut
from engine.evaluation.search import SearchOutcome, error_table, search
from engine.evaluation.search_space import ParameterGrid
from engine.evaluation.search_tasks import SearchJob
from engine.evaluation.search_workers import Processes, Threads
from engine.models.tie import wrong

ROOT = Path(__file__).parents[3]


def clouds(n: int = 90, classes: int = 2, seed: int = 0) -> Dataset:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return Dataset(rng.normal(y[:, None], 1.0, (n, 2)), y)


def right(fitted, X, y) -> float:
    """Score so that a sample on the boundary is a mistake, as everywhere here."""
    return 1 - wrong(fitted.decision_function(X).reshape(len(y), -1), y).mean()


BASE = Recipe("linear-svm", schedule="constant", epochs=4, order="shuffled")
GRID = ParameterGrid({"strength": [0.01, 0.1, 1], "learning_rate": [0.01, 0.3]})
LONG = [BASE.replace(epochs=1_000_000, seed=seed) for seed in range(8)]


@pytest.fixture(scope="module")
def processes():
    with Processes(2) as pool:
        yield pool


@pytest.mark.parametrize("estimator", [LinearSVM, VotedPerceptron])
@pytest.mark.parametrize("classes", [2, 3])
def test_scores_are_those_of_scikit_learns_search(estimator, classes) -> None:
    data = clouds(classes=classes)
    name = estimator.learner_
    values = {"epochs": [1, 3], "standardise": [False, True], "seed": [0, 1]}
    base = Recipe(name, order="shuffled")
    results = search(data, ParameterGrid(values).recipes(base), Folds(4, 7))
    held_out = Folds(4, 7).parts(data) == VALIDATION
    splits = PredefinedSplit(held_out.argmax(axis=0))
    theirs = GridSearchCV(estimator(order="shuffled"), values, scoring=right, cv=splits)
    theirs.fit(data.X, data.y)
    expected = {
        tuple(sorted(chosen.items())): mean
        for chosen, mean in zip(
            theirs.cv_results_["params"],
            theirs.cv_results_["mean_test_score"],
            strict=True,
        )
    }
    for recipe, mean in zip(results.recipes, results.mean, strict=True):
        key = tuple(sorted((name, recipe.get(name)) for name in values))
        assert 1 - mean == pytest.approx(expected[key], abs=1e-12)


@pytest.mark.parametrize("estimator", [LinearSVM, VotedPerceptron])
@pytest.mark.parametrize(
    ("score", "theirs"), [("balanced", "balanced_accuracy"), ("f1", "f1_macro")]
)
def test_other_scores_are_those_of_scikit_learn(estimator, score, theirs) -> None:
    """Of classes of which one is rare."""
    data = clouds(120, classes=3)
    kept = np.flatnonzero((data.y != 2) | (np.arange(120) % 4 == 0))
    data = Dataset(data.X[kept], data.y[kept])
    recipe, folds = Recipe(estimator.learner_, epochs=2), Folds(3)
    results = search(data, [recipe], folds, score=score)
    assert results.score == score
    held_out = folds.parts(data) == VALIDATION
    splits = PredefinedSplit(held_out.argmax(axis=0))
    classifier = estimator(epochs=2)
    expected = cross_val_score(classifier, data.X, data.y, scoring=theirs, cv=splits)
    assert results.errors[0] == pytest.approx(1 - expected, abs=1e-12)


def test_a_score_of_samples_with_weights_is_weighted() -> None:
    data = clouds()
    weighted = with_sample_weights(data, np.arange(90.0) % 3)
    part = split(weighted, 0.3, 0.0)
    recipe = Recipe("linear-svm", epochs=2)
    results = search(part, [recipe], HoldOut(), score="f1")
    tape = Tape(part, recipe)
    tape.extend()
    rows = part.rows_of(VALIDATION)
    decided = tape.model().predict(part.X[rows])
    weights = part.weights_of(rows)
    f1 = f1_score(part.y[rows], decided, average="macro", sample_weight=weights)
    assert results.mean[0] == pytest.approx(1 - f1)


def test_processes_are_told_the_score(tmp_path) -> None:
    data = clouds()
    job = SearchJob(data, Folds(3).parts(data), (BASE,), "f1")
    job.write(tmp_path / "1.job")
    assert SearchJob.read(tmp_path / "1.job").score == "f1"


def test_every_fold_is_a_tape_judged_by_its_validation_part() -> None:
    data = clouds()
    recipes = GRID.recipes(BASE)
    results = search(data, recipes, Folds(3))
    for j, fold in enumerate(Folds(3).split(data)):
        for i, recipe in enumerate(recipes):
            tape = Tape(fold, recipe)
            tape.extend()
            assert results.errors[i, j] == tape.epochs.validation_error[-1]


def test_a_run_that_diverges_is_judged_where_its_tape_ends() -> None:
    data = clouds(30)
    recipe = Recipe("adaline", learning_rate=1000.0, epochs=1000)
    results = search(data, [recipe], Folds(2))
    fold = Folds(2).split(data)[0]
    tape = Tape(fold, recipe)
    tape.extend()
    assert "diverged" in tape.reason
    rows = fold.rows_of(VALIDATION)
    expected = tape.model().mistaken(fold.X[rows], fold.y[rows]).mean()
    assert results.errors[0, 0] == expected


def test_the_test_part_is_not_looked_at() -> None:
    data = split(clouds(), 0.1, 0.3)
    rows = data.rows_of(TEST)
    other = Move(rows, data.X[rows] + 100.0).apply(data)
    recipes = GRID.recipes(BASE)
    first, second = search(data, recipes), search(other, recipes)
    assert np.array_equal(first.errors, second.errors)


def test_learners_are_compared_as_each_alone(processes) -> None:
    data = clouds(classes=3)
    bases = [Recipe(), BASE, Recipe("voted-perceptron"), Recipe("adaline", epochs=3)]
    recipes = [base.replace(epochs=e) for e in (1, 2) for base in bases]
    for workers in (None, processes):
        results = search(data, recipes, Folds(3), workers=workers)
        for recipe, errors in zip(results.recipes, results.errors, strict=True):
            alone = search(data, [recipe], Folds(3), workers=Threads(1))
            assert np.array_equal(alone.errors[0], errors)


def test_the_validation_part_judges_as_a_tape_does() -> None:
    data = split(clouds(), 0.3, 0.2)
    recipes = GRID.recipes(BASE)
    results = search(data, recipes, HoldOut())
    assert results.errors.shape == (len(recipes), 1)
    for recipe, error in zip(results.recipes, results.mean, strict=True):
        tape = Tape(data, recipe)
        tape.extend()
        assert error == tape.epochs.validation_error[-1]
    assert np.isnan(results.standard_error).all()


def test_what_plays_no_part_is_a_value_of_its_own() -> None:
    recipes = (Recipe(), BASE, BASE.replace(schedule="pegasos"))
    errors = np.array([[0.3], [0.2], [0.1]])
    drawn = error_table(
        SearchOutcome(recipes, errors), across="learning_rate", up="strength"
    )
    assert drawn.columns == (0.01, 1.0, "–")
    assert drawn.rows == (0.1, "–")
    assert drawn.places.tolist() == [[1, -1, 2], [-1, 0, -1]]


def test_processes_and_threads_find_the_same(processes) -> None:
    data, recipes = clouds(), GRID.recipes(BASE)
    here = search(data, recipes, workers=Threads(3))
    there = search(data, recipes, workers=processes)
    again = search(clouds(seed=1), recipes, workers=processes)
    assert np.array_equal(here.errors, there.errors)
    assert not np.array_equal(here.errors, again.errors)


def test_progress_tells_what_is_known_so_far(processes) -> None:
    for workers in (Threads(2), processes):
        reports: list[SearchOutcome] = []
        whole = search(
            clouds(), GRID.recipes(BASE), workers=workers, progress=reports.append
        )
        done = [results.done for results in reports]
        assert done == sorted(done)
        assert done[-1] == whole.total == 30
        assert whole.finished
        for results in reports:
            known = np.isfinite(results.errors)
            assert np.array_equal(results.errors[known], whole.errors[known])


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_a_cancelled_search_gives_what_it_has(kind, processes) -> None:
    """Each run of it would take minutes."""
    workers = processes if kind == "processes" else Threads(2)
    enough = Event()
    timer = Timer(0.3, enough.set)
    timer.start()
    results = search(clouds(3000), LONG, Folds(2), workers=workers, stop=enough.is_set)
    assert not results.finished
    assert results.best is None
    # They have let go of it: the next one is worked on.
    assert search(clouds(), GRID.recipes(BASE), workers=workers).finished


def test_an_exception_in_progress_stops_the_work() -> None:
    def interrupt(_: SearchOutcome) -> None:
        raise KeyboardInterrupt

    soon_over = LONG[0].replace(least_change=1e6)
    with Threads(2) as workers, pytest.raises(KeyboardInterrupt):
        search(
            clouds(), [soon_over, *LONG], Folds(2), workers=workers, progress=interrupt
        )


def test_a_worker_that_is_killed_is_said() -> None:
    others = {child.pid for child in active_children()}
    with Processes(1) as workers:
        search(clouds(), [BASE], workers=workers)
        (pid,) = {child.pid for child in active_children()} - others
        Timer(0.3, os.kill, (pid, 9)).start()
        with pytest.raises(UserError, match="ended unexpectedly"):
            search(clouds(3000), LONG, Folds(2), workers=workers)


ORPHANS = """
import os
from multiprocessing import active_children
from engine import Dataset, Recipe
from engine.evaluation.folds import Folds
from engine.evaluation.search import search
from engine.evaluation.search_workers import Processes
if __name__ == "__main__":
    data = Dataset([[0, 1], [1, 0], [2, 3], [3, 2]], [0, 0, 1, 1])
    workers = Processes(2)
    search(data, [Recipe(epochs=2)], Folds(2), workers=workers)
    print(*(child.pid for child in active_children()), flush=True)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at /proc")
def test_no_process_outlives_the_one_that_asked(tmp_path) -> None:
    script = tmp_path / "asks.py"
    script.write_text(ORPHANS)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, script], stdout=subprocess.PIPE, env=environment, timeout=60
    )
    pids = ran.stdout.split()
    assert pids
    until = time.monotonic() + 30
    while any(Path(f"/proc/{int(pid)}").exists() for pid in pids):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_what_does_not_fit_is_said_from_everywhere(processes) -> None:
    order = Recipe("perceptron", order=tuple(range(90)))
    for workers in (None, processes):
        with pytest.raises(UserError, match=r"names row .*name each of the 72 rows"):
            search(clouds(), [order], workers=workers)
    with pytest.raises(UserError, match="“x9” is not known"):
        search(clouds(), [Recipe(features=["x9"])])
    with pytest.raises(UserError, match="there is no validation part"):
        search(clouds(), [Recipe()], HoldOut())
    with pytest.raises(UserError, match="at least one"):
        search(clouds(), [])


def test_mean_standard_error_and_best_by_hand() -> None:
    errors = np.array([[0.2, 0.4], [0.1, 0.1], [0.0, 0.2], [0.0, np.nan]])
    recipes = tuple(Recipe(epochs=e) for e in (1, 2, 3, 4))
    results = SearchOutcome(recipes, errors)
    assert results.mean[:3] == pytest.approx([0.3, 0.1, 0.1])
    # √(((0.2 − 0.3)² + (0.4 − 0.3)²) / 1) / √2 = 0.1
    assert results.standard_error[:3] == pytest.approx([0.1, 0.0, 0.1])
    assert results.best == 1
    assert results.ranking.tolist() == [1, 2, 0]
    assert (results.done, results.total, results.finished) == (7, 8, False)


def test_tasks_cover_the_work_once() -> None:
    data, recipes = clouds(), GRID.recipes(BASE) + tuple(LONG)
    job = SearchJob(data, Folds(3).parts(data), recipes)
    for workers in (1, 2, 50):
        seen = np.zeros((len(recipes), 3), int)
        for task in job.tasks(workers):
            seen[task.recipes, task.fold] += 1
        assert (seen == 1).all()


def test_loops_are_plain_where_there_are_neither_weights_nor_ties() -> None:
    data, parts = clouds(), Folds(3).parts(clouds())
    recipes = (Recipe("adaline"), Recipe("perceptron", class_weight="balanced"))
    ties = Recipe("perceptron", tie="positive")
    loops = {("adaline", True), ("perceptron", False)}
    assert SearchJob(data, parts, recipes).loops == loops
    assert SearchJob(data, parts, (recipes[0], ties)).loops == loops
    weighted = with_sample_weights(data, np.arange(data.n_samples) + 1.0)
    loops = {("adaline", False), ("perceptron", False)}
    assert SearchJob(weighted, parts, recipes).loops == loops


def test_a_heatmap_has_the_best_of_what_else_was_tried() -> None:
    grid = ParameterGrid(
        {"strength": [1, 0.1], "seed": [0, 1], "learning_rate": [0.5, 2, 1]}
    )
    recipes = grid.recipes(BASE)
    errors = np.linspace(0.9, 0.1, len(recipes))[:, None].repeat(2, axis=1)
    errors[0] = np.nan
    drawn = error_table(
        SearchOutcome(recipes, errors), across="learning_rate", up="strength"
    )
    assert drawn.columns == (0.5, 1, 2)
    assert drawn.rows == (0.1, 1)
    assert drawn.places.tolist() == [[9, 11, 10], [3, 5, 4]]
    assert drawn.mean[0, 0] == pytest.approx(errors[9, 0])
    unknown = SearchOutcome(recipes[:1], errors[:1])
    assert np.isnan(error_table(unknown, across="seed", up="strength").mean).all()
