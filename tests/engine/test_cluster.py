"""The estimators on a Dask cluster, through joblib's backend."""

import joblib
import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV

from engine.estimators import Perceptron

distributed = pytest.importorskip("distributed", reason="the extra “cluster”")

# Closing connections is the cluster's own affair; its warnings are not ours.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture
def client(tmp_path):
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            dashboard_address=None,
            local_directory=str(tmp_path),
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
