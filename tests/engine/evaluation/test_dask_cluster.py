"""Searches on a Dask cluster: the estimators', through joblib's backend, and ours."""

from threading import Event

import joblib
import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV

from engine import Dataset, Recipe
from engine.cli.main import run
from engine.data.dataset import with_parts
from engine.errors import UserError
from engine.estimators import Perceptron
from engine.evaluation.dask_cluster import DaskCluster
from engine.evaluation.folds import Folds
from engine.evaluation.search import search
from engine.evaluation.search_space import ParameterGrid

distributed = pytest.importorskip("distributed", reason="the extra “cluster”")

# Closing connections is the cluster's own affair; its warnings are not ours.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with (
        distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=2,
            dashboard_address=":0",
            local_directory=str(tmp_path_factory.mktemp("cluster")),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_search_on_a_cluster_finds_what_a_search_here_finds(client) -> None:
    X, y = make_classification(200, 5, random_state=0)
    grid = {"learning_rate": [0.1, 1.0], "order": ["given", "shuffled"]}
    search = GridSearchCV(Perceptron(epochs=5), grid, cv=3)
    here = search.fit(X, y).cv_results_["mean_test_score"].copy()
    with joblib.parallel_config(backend="dask"):
        there = search.fit(X, y).cv_results_["mean_test_score"]
    assert np.array_equal(here, there)
    ran = client.run(lambda: __import__("sys").modules.get("engine") is not None)
    assert any(ran.values()), "the workers have learned with our estimators"


def clouds(n: int) -> Dataset:
    X, y = make_classification(n, 5, random_state=0)
    return Dataset(X, y)


def test_our_search_on_a_cluster_finds_what_it_finds_here(client) -> None:
    data = clouds(200)
    grid = ParameterGrid({"strength": [0.1, 1.0], "order": ["given", "shuffled"]})
    recipes = grid.recipes(Recipe("linear-svm", epochs=5))
    reports = []
    with DaskCluster(client.scheduler.address) as cluster:
        assert cluster.count == 2
        there = search(
            data, recipes, Folds(3), workers=cluster, progress=reports.append
        )
        again = search(clouds(100), recipes, Folds(3), workers=cluster)
    here = search(data, recipes, Folds(3))
    assert np.array_equal(here.errors, there.errors)
    assert again.finished
    assert reports[-1].done == 12


def test_a_search_on_a_cluster_can_be_cancelled(client) -> None:
    recipes = [Recipe("linear-svm", epochs=2_000, seed=seed) for seed in range(40)]
    enough = Event()
    with DaskCluster(client.scheduler.address) as cluster:
        results = search(
            clouds(2000), recipes, Folds(5), workers=cluster,
            progress=lambda _: enough.set(), stop=enough.is_set,
        )  # fmt: skip
        assert 0 < results.done < results.total


def test_a_cluster_whose_greeting_comes_with_other_news_is_greeted_again(
    client, monkeypatch
) -> None:
    connect, failures = distributed.Client, [AssertionError(), AssertionError()]

    def crowded(*args, **settings):
        if failures:
            raise failures.pop()
        return connect(*args, **settings)

    monkeypatch.setattr(distributed, "Client", crowded)
    with DaskCluster(client.scheduler.address) as cluster:
        assert cluster.count == 2
    assert not failures


def test_what_does_not_fit_is_said_from_the_cluster(client) -> None:
    recipe = Recipe("perceptron", order=tuple(range(100)))
    data = with_parts(clouds(100), np.zeros(100, np.uint8))
    with (
        DaskCluster(client.scheduler.address) as cluster,
        pytest.raises(UserError, match="name each of the"),
    ):
        search(data, [recipe], workers=cluster)


def test_the_command_line_searches_on_a_cluster(client, capsys, tmp_path) -> None:
    path, (X, y) = tmp_path / "data.csv", make_classification(100, 4, random_state=0)
    np.savetxt(path, np.column_stack([X, y]), delimiter=",")
    words = ["search", str(path), "--grid", "epochs=1,9", "--folds", "3"]
    assert run([*words, "--dask", client.scheduler.address]) == 0
    there = capsys.readouterr().out
    assert run(words) == 0
    assert there == capsys.readouterr().out
    assert "search: 2 recipes × 3 folds of 100 samples" in there
