"""Many features in a small picture."""

import numpy as np
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

from engine.data.projection import overview


def test_an_overview_of_many_features_has_their_principal_components():
    X = load_wine().data
    known = PCA(2).fit_transform(StandardScaler().fit_transform(X))
    np.testing.assert_allclose(abs(overview(X)), abs(known), atol=1e-8)
    assert overview(X[:, :2]).tolist() == X[:, :2].tolist()
    assert overview(X[:, :1])[:, 1].tolist() == [0.0] * len(X)
