from __future__ import annotations

import numpy as np
import pytest

from tests.engine.learners.conftest import all_weights, cloud, run, signs_against_rest

NAME = "voted-perceptron"


def freund_and_schapire(X, y, epochs):
    """Figure 1 of the paper, with an offset: the list of (v, c).

    c counts from 0 for the start (it is right on nothing) and from 1 for the others.
    """
    X = np.column_stack([X, np.ones(len(X))])
    v, c, voters = np.zeros(X.shape[1]), 0, []
    for _ in range(epochs):
        for x, label in zip(X, y, strict=True):
            if label * (v @ x) > 0:
                c += 1
            else:
                voters.append((v, c))
                v, c = v + label * x, 1
    voters.append((v, c))
    return voters


def predictions(voters, X):
    X = np.column_stack([X, np.ones(len(X))])
    return sum(c * np.sign(X @ v) for v, c in voters)


@pytest.mark.parametrize("seed", range(6))
def test_it_votes_as_in_the_paper(seed):
    X, y = cloud(50, 1 + seed % 3, seed)
    tape = run(NAME, X, y, epochs=4, stop_without_mistake=False)
    voters = freund_and_schapire(X, y, 4)
    (votes,) = tape.model().votes
    np.testing.assert_allclose(votes.weights, [v for v, _ in voters], atol=1e-12)
    assert votes.counts.tolist() == [c for _, c in voters]
    new = np.random.default_rng(seed).normal(size=(200, X.shape[1]))
    total = predictions(voters, new)
    np.testing.assert_allclose(tape.model().scores(new)[:, 0], total / (4 * len(X)))
    np.testing.assert_array_equal(tape.model().predict(new), total > 0)
    for epoch in range(4):
        voters = freund_and_schapire(X, y, epoch + 1)
        error = (y * predictions(voters, X) <= 0).mean()
        assert tape.epochs.training_error[epoch] == error


@pytest.mark.parametrize("terms", [None, ["x1*x2*x3"], ["x1", "x2", "x1^2", "x2^2"]])
def test_many_samples_are_voted_on_as_few_are(terms):
    """Samples that are put side by side to be voted on come back in their places."""
    X, y = cloud(700, 3, seed=4, noise=0.5)
    tape = run(NAME, X, y, epochs=3, features=terms, stop_without_mistake=False)
    phi = tape.problem.X
    for epoch in range(3):
        total = predictions(freund_and_schapire(phi, y, epoch + 1), phi)
        assert tape.epochs.training_error[epoch] == (y * total <= 0).mean()
    np.testing.assert_array_equal(tape.model().predict(X), total > 0)


def test_any_step_has_the_votes_up_to_it():
    X, y = cloud(20, 2, seed=9)
    tape = run(NAME, X, y, epochs=3, stop_without_mistake=False)
    visited = all_weights(tape)
    for k in (0, 1, 2, 17, 31, 60):
        (votes,) = tape.model(k).votes
        assert votes.counts.sum() == k
        for x in X[:8]:
            each = [np.sign(x @ w[:-1] + w[-1]) for w in visited[1 : k + 1]]
            score = np.mean(each) if k else 0.0
            voted = tape.model(k).scores(x[None])[0, 0]
            # The start votes too, but of score 0 its sign is 0.
            assert voted == pytest.approx(score)


def test_its_rule_is_the_perceptron_s():
    X, y = cloud(30, 2, seed=2)
    settings = {"epochs": 4, "order": "shuffled", "seed": 3, "learning_rate": 0.5}
    voted, other = run(NAME, X, y, **settings), run("perceptron", X, y, **settings)
    np.testing.assert_array_equal(all_weights(voted), all_weights(other))


def test_more_classes_vote_one_against_the_rest():
    X, _ = cloud(40, 2, seed=5)
    y = np.arange(40) % 3
    tape = run(NAME, X, y, epochs=3)
    lists = [freund_and_schapire(X, signs, 3) for signs in signs_against_rest(y)]
    scores = np.column_stack([predictions(voters, X) for voters in lists]) / 120
    np.testing.assert_allclose(tape.model().scores(X), scores)
    own = scores[np.arange(40), y]
    scores[np.arange(40), y] = -np.inf
    assert tape.epochs.training_error[-1] == (own <= scores.max(axis=1)).mean()


def test_it_can_stop_at_a_target_error_of_the_vote():
    X, y = cloud(60, 2, seed=1, noise=0.3)
    whole = run(NAME, X, y, epochs=10, stop_without_mistake=False)
    target = float(np.sort(whole.epochs.training_error)[3])
    tape = run(NAME, X, y, epochs=10, stop_without_mistake=False, target_error=target)
    first = int(np.argmax(whole.epochs.training_error <= target)) + 1
    assert tape.reason == f"reached the target error in epoch {first}"
    assert tape.model().training_error <= target
