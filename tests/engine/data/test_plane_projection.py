"""Many features in a small picture."""

import numpy as np
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

from engine.data.plane_projection import plane_projection


def test_an_overview_of_many_features_has_their_principal_components():
    X = load_wine().data
    known = PCA(2).fit_transform(StandardScaler().fit_transform(X))
    np.testing.assert_allclose(abs(plane_projection(X)), abs(known), atol=1e-8)
    assert plane_projection(X[:, :2]).tolist() == X[:, :2].tolist()
    assert plane_projection(X[:, :1])[:, 1].tolist() == [0.0] * len(X)
