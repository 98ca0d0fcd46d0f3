"""The margin view: distances are y·z/‖w‖, and up is the residual's first component."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.spaces.margin_view import MarginView, PrincipalComponents


def cloud(seed, n, d):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + rng.normal(size=d) * 10
    return X, rng.normal(size=d + 1)


@given(st.integers(0, 10**6), st.integers(3, 60), st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_distance_is_the_score_over_the_length_of_w(seed, n, d):
    X, w = cloud(seed, n, d)
    places = MarginView.of(PrincipalComponents.of(X), w).places(X)
    z = X @ w[:-1] + w[-1]
    np.testing.assert_allclose(places[:, 0], z / np.linalg.norm(w[:-1]), atol=1e-9)


@given(st.integers(0, 10**6), st.integers(8, 60), st.integers(2, 12))
@settings(max_examples=60, deadline=None)
def test_up_is_what_the_svd_of_the_rest_says(seed, n, d):
    X, w = cloud(seed, n, d)
    view = MarginView.of(PrincipalComponents.of(X), w)
    u = w[:-1] / np.linalg.norm(w[:-1])
    assert view.up @ u == pytest.approx(0, abs=1e-9)
    assert np.linalg.norm(view.up) == pytest.approx(1)
    rest = X - X.mean(axis=0)
    rest = rest - np.outer(rest @ u, u)
    largest = np.linalg.svd(rest, compute_uv=False)[0]
    assert np.linalg.norm(rest @ view.up) == pytest.approx(largest, rel=1e-6)
    assert view.up[np.abs(view.up).argmax()] > 0


@given(st.integers(0, 10**6), st.integers(8, 40), st.integers(2, 8))
@settings(max_examples=40, deadline=None)
def test_weights_on_a_place_score_the_sample_that_lies_there(seed, n, d):
    X, w = cloud(seed, n, d)
    view = MarginView.of(PrincipalComponents.of(X), w)
    other = np.random.default_rng(seed + 1).normal(size=(2, d + 1))
    places = np.random.default_rng(seed + 2).normal(size=(5, 2))
    along = places[:, 0] - (view.mean @ view.across + view.shift)
    samples = view.mean + np.outer(along, view.across) + np.outer(places[:, 1], view.up)
    np.testing.assert_allclose(view.places(samples), places, atol=1e-7)
    expected = samples @ other[:, :-1].T + other[:, -1]
    scores = places @ view.weights(other)[:, :2].T + view.weights(other)[:, 2]
    np.testing.assert_allclose(scores, expected, atol=1e-6)
    own = view.weights(w[None])
    np.testing.assert_allclose(own, view.own_weights, atol=1e-6)


def test_a_hand_calculation():
    X = np.array([[0.0, 1.0], [0.0, -1.0], [4.0, 3.0]])
    view = MarginView.of(PrincipalComponents.of(X), np.array([3.0, 4.0, -5.0]))
    assert view.length == 5
    np.testing.assert_allclose(view.places(X)[:, 0], [-0.2, -1.8, 3.8])
    np.testing.assert_allclose(view.up, [0.8, -0.6])


def test_a_neighbouring_view_does_not_jump():
    X, w = cloud(3, 200, 6)
    spread = PrincipalComponents.of(X)
    before = MarginView.of(spread, w)
    turned = w + 0.01 * np.arange(7)
    view = MarginView.of(spread, turned, before)
    assert view.up @ before.up > 0.99
    assert view.up @ view.across == pytest.approx(0, abs=1e-12)


def test_a_component_that_explains_little_is_given_up():
    X = np.random.default_rng(0).normal(size=(500, 3)) * (10, 2, 1)
    spread = PrincipalComponents.of(X)
    before = MarginView.of(spread, np.array([1.0, 0, 0, 0]))
    assert abs(before.up[1]) > 0.99
    view = MarginView.of(spread, np.array([0, 0, 1.0, 0]), before)
    assert abs(view.up[0]) > 0.99


@pytest.mark.parametrize("X", [np.ones((4, 3)), np.zeros((1, 1)), np.zeros((0, 2))])
def test_samples_that_do_not_spread_have_places_too(X):
    for w in (np.zeros(X.shape[1] + 1), np.ones(X.shape[1] + 1)):
        view = MarginView.of(PrincipalComponents.of(X), w)
        assert np.isfinite(view.places(X)).all()


def test_without_weights_the_first_components_are_shown():
    X = np.random.default_rng(0).normal(size=(500, 3)) * (1, 10, 3)
    view = MarginView.of(PrincipalComponents.of(X), np.zeros(4))
    assert view.length == 0
    assert abs(view.across[1]) > 0.99
    assert abs(view.up[2]) > 0.99
    np.testing.assert_allclose(view.places(X).mean(axis=0), 0, atol=1e-9)


def test_of_fewer_samples_than_features_the_components_are_those_of_the_svd():
    X, _ = cloud(5, 6, 40)
    rest = X - X.mean(axis=0)
    _, values, axes = np.linalg.svd(rest, full_matrices=False)
    components = PrincipalComponents.of(X).axes
    wanted = (values[:, None] * axes)[: len(components)] / np.sqrt(6)
    wanted /= np.abs(rest).max()
    alike = np.abs(np.sum(components * wanted, axis=1))
    np.testing.assert_allclose(alike, np.sum(wanted**2, axis=1), atol=1e-9)


def test_many_features_of_a_few_samples_need_no_square_of_them():
    X, _ = cloud(0, 3, 2)
    wide = np.tile(X, 10_000)  # 20,000 features: their products would take 3 GB
    view = MarginView.of(PrincipalComponents.of(wide), np.r_[np.ones(20_000), 0.0])
    assert view.places(wide).shape == (3, 2)
