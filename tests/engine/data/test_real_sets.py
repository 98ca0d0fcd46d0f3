"""Real data are those that scikit-learn has."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from engine.data.gallery import example, iris


def test_iris_is_that_of_scikit_learn():
    data = iris()
    known = load_iris()
    np.testing.assert_array_equal(data.X, known.data)
    np.testing.assert_array_equal(data.y, known.target)
    assert data.class_names == tuple(known.target_names)


@pytest.mark.parametrize(
    ("name", "load"), [("wine", load_wine), ("breast-cancer", load_breast_cancer)]
)
def test_real_data_are_those_of_scikit_learn(name, load):
    known = load()
    data = example(name).make(shuffled=False)
    np.testing.assert_array_equal(data.X, known.data)
    assert list(data.class_names) == sorted(data.class_names)
    if name == "wine":
        np.testing.assert_array_equal(data.y, known.target)
    else:
        names = np.array(known.target_names)[known.target]
        np.testing.assert_array_equal(np.array(data.class_names)[data.y], names)
    assert not any(" " in name for name in data.feature_names)


def test_shuffled_rows_are_the_same_flowers_with_their_kinds():
    published, mixed = iris(), example("iris").make(seed=5)
    assert np.count_nonzero(np.diff(mixed.y)) > 50

    def rows(data):
        return sorted(map(tuple, np.column_stack([data.X, data.y]).tolist()))

    assert rows(published) == rows(mixed)
