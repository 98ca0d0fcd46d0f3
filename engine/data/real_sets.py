"""Real data sets, each of which comes with scikit-learn too.

They are published in an order of their own, Iris and Wine one class after the other.
A learner that looks at one sample at a time then hears of nothing but one class for
a long while, so the rows can be shuffled.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import Dataset
from engine.hyperparameter import Hyperparameter

if TYPE_CHECKING:
    from collections.abc import Sequence

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
ROWS = (
    Hyperparameter(
        "shuffled", "Rows shuffled", "bool", default=True,
        help="Else in the order published, often one class after the other.",
    ),
)  # fmt: skip


def iris(seed: int = 0, *, shuffled: bool = False) -> Dataset:
    """Fisher's Iris (1936): 150 flowers of three kinds, four measures each, in cm."""
    from engine.data.sample_table import read_data

    return _ordered(read_data(RESOURCES / "data" / "iris.csv"), seed, shuffled=shuffled)


def iris_of_two_kinds() -> Dataset:
    """Setosa and versicolor by the lengths of sepal and petal, in the file's order."""
    data = iris()
    rows, columns = data.y < 2, [0, 2]
    names = [data.feature_names[j] for j in columns]
    X = data.X[rows][:, columns]
    return Dataset(X, data.y[rows], names, data.class_names[:2])


def wine(seed: int = 0, *, shuffled: bool = False) -> Dataset:
    """Wine (Forina 1991): 178 wines of three cultivars, thirteen measures each."""
    from sklearn.datasets import load_wine

    bunch = load_wine()
    names = [name.removesuffix("_of_diluted_wines") for name in bunch.feature_names]
    names = [name.replace("od280/od315", "od_ratio") for name in names]
    classes = [f"cultivar {code + 1}" for code in range(3)]
    return _ordered(_from(bunch, names, classes), seed, shuffled=shuffled)


def breast_cancer(seed: int = 0, *, shuffled: bool = False) -> Dataset:
    """Breast cancer (Wolberg 1995): 569 tumours, thirty measures of their cells."""
    from sklearn.datasets import load_breast_cancer

    bunch = load_breast_cancer()
    names = [name.replace(" ", "_") for name in bunch.feature_names]
    return _ordered(
        _from(bunch, names, list(bunch.target_names)), seed, shuffled=shuffled
    )


def _from(bunch: Any, names: Sequence[str], classes: Sequence[str]) -> Dataset:
    """Take what scikit-learn loaded; classes are put in sorted order."""
    order = sorted(range(len(classes)), key=lambda code: classes[code])
    rank = np.argsort(order)
    return Dataset(
        bunch.data, rank[bunch.target], names, [str(classes[code]) for code in order]
    )


def _ordered(data: Dataset, seed: int, *, shuffled: bool) -> Dataset:
    if not shuffled:
        return data
    order = np.random.default_rng(seed).permutation(data.n_samples)
    return Dataset(data.X[order], data.y[order], data.feature_names, data.class_names)
