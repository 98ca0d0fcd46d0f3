"""The games' rules: what counts, what is taken back, when it is over."""

from fractions import Fraction

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.edits import Add, Move, Relabel, Remove, Weigh
from engine.errors import UserError
from engine.lessons.games import separate_by_hand, stream_adversary, three_points
from engine.lessons.games.game import Moment, moves_between
from engine.lessons.games.registry import GAMES, game


def moment(data, recipe, moves):
    tape = None
    if data.n_samples:
        tape = Tape(data, recipe)
        tape.extend()
    return Moment(data, recipe, tape, moves)


def with_points(played, *points):
    """Judge a game after points (x, y, class), each a move."""
    data, recipe = played.begin()
    for x, y, code in points:
        data = Add(np.array([[x, y]]), np.array([code])).apply(data)
    return played.judge(moment(data, recipe, len(points)))


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_a_game_begins_neither_over_nor_against_its_rules(played):
    begun = played.judge(moment(*played.begin(), 0))
    assert (begun.over, begun.refused, begun.said) == (False, False, "")
    again = played.judge(moment(*played.begin(), 0))
    assert begun == again
    other = Recipe("adaline")
    assert played.judge(moment(played.begin()[0], other, 1)).refused


def test_a_move_is_a_point_or_any_other_change_and_so_is_an_undo():
    data, recipe = three_points.begin()
    before = Moment(data, recipe, None, 0)
    one = Add(np.zeros((1, 2)), np.array([0])).apply(data)
    three = Add(np.zeros((3, 2)), np.zeros(3, int)).apply(data)
    assert moves_between(before, before) == 0
    assert moves_between(before, before._replace(data=one)) == 1
    assert moves_between(before, before._replace(data=three)) == 3
    assert moves_between(before._replace(data=three), before) == 1
    assert moves_between(before, before._replace(recipe=Recipe("adaline"))) == 1


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_samples_keep_their_class_and_their_weight(played):
    data, recipe = played.begin()
    if not data.n_samples:
        data = Add(np.array([[1.0, 1.0]]), np.array([0])).apply(data)
    first = np.array([0])
    weighed = Weigh(first, first + 9.0).apply(data)
    assert played.judge(moment(weighed, recipe, 1)).refused
    if played.begin()[0].n_samples:
        relabelled = Relabel(first, 1 - data.y[first]).apply(data)
        assert played.judge(moment(relabelled, recipe, 1)).refused


def test_by_hand_the_score_is_the_moves_and_must_beat_the_perceptrons_updates():
    data, recipe = separate_by_hand.begin()
    tape = Tape(data, Recipe(epochs=1000))
    tape.extend()
    needed = tape.frame(tape.steps).updates
    line = recipe.replace(start=(separate_by_hand.LINE,))
    won = separate_by_hand.judge(moment(data, line, 3))
    assert (won.score, won.over) == (3, True)
    assert f"perceptron made {needed} updates" in won.said
    lost = separate_by_hand.judge(moment(data, recipe, needed - 1))
    assert (lost.score, lost.over) == (None, True)
    assert not separate_by_hand.judge(moment(data, recipe, needed - 2)).over
    gone = Remove(np.array([0])).apply(data)
    assert separate_by_hand.judge(moment(gone, recipe, 1)).refused


def test_three_points_raise_the_error_and_no_other_change_is_allowed():
    points = (-2, -2, 1), (-1.5, 2.5, 1), (-3, -3, 1)
    two = with_points(three_points, *points[:2])
    three = with_points(three_points, *points)
    assert (two.over, three.over) == (False, True)
    data, recipe = three_points.begin()
    full = moment(
        Add(np.array([p[:2] for p in points], float), np.ones(3, int)).apply(data),
        recipe, 3,
    )  # fmt: skip
    assert three.score == round(full.tape.model().training_error * 43) >= 4
    assert with_points(three_points, *points, (0, 0, 1)).refused
    assert with_points(three_points, (4.1, 0, 1)).refused
    moved = Move(np.array([0]), np.array([[9.0, 9.0]])).apply(data)
    assert three_points.judge(moment(moved, recipe, 1)).refused


def test_a_point_that_was_taken_away_again_is_spent():
    data, recipe = three_points.begin()
    standing = three_points.judge(moment(data, recipe, 2))
    assert standing.counts.startswith("1 point left")


def test_the_adversary_scores_mistakes_and_misses_end_it():
    """At (1, 1) w = (−1, −1), b = −1: (−1, −1) of B has z = 1 and is no mistake."""
    first = with_points(stream_adversary, (1, 1, 0))
    assert (first.score, first.over) == (1, False)
    missed = with_points(stream_adversary, (1, 1, 0), (-1, -1, 1))
    assert (missed.score, missed.over) == (1, False)
    three = ((-1, -1, 1), (-1.5, -1, 1), (-1, -1.5, 1))
    over = with_points(stream_adversary, (1, 1, 0), *three)
    assert (over.score, over.over) == (1, True)
    assert with_points(stream_adversary, (3, 0.1, 0)).refused
    narrow = with_points(stream_adversary, (1, 1, 0), (1.1, 1, 1))
    assert narrow.refused
    assert "No line would be left that is 0.5 from" in narrow.said


def test_two_points_one_apart_are_half_of_it_from_the_line_between():
    """Where they are does not matter: the line x = 1.9 is 1 from (2.9, 0), (0.9, 0)."""
    for at in (0.0, 0.9, 1.9, -2.9):
        for apart, refused in ((1.0, False), (0.99, True)):
            points = (at, 0, 0), (at + apart, 0, 1)
            assert with_points(stream_adversary, *points).refused == refused


def squared_distance(p, q, r) -> Fraction:
    """Give that of a point from a segment, exactly."""
    (px, py), (qx, qy), (rx, ry) = p, q, r
    dx, dy = rx - qx, ry - qy
    square = dx * dx + dy * dy
    t = ((px - qx) * dx + (py - qy) * dy) / square if square else Fraction(0)
    t = min(max(t, Fraction(0)), Fraction(1))
    return (px - qx - t * dx) ** 2 + (py - qy - t * dy) ** 2


def test_a_point_is_taken_back_where_no_line_is_half_from_both_classes():
    """The nearest points of two triangles apart: a corner of one, an edge of the other.

    A line halves the way between them, so that way must be 1.
    """
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(60):
        left = rng.integers(-20, 1, (3, 2)) / 10
        right = rng.integers(-20, 21, (3, 2)) / 10 + [2.0, 0]
        right[:, 0] = right[:, 0].clip(0.1, 2.2)
        points = [(*x, 0) for x in left] + [(*x, 1) for x in right]
        one, two = (
            [tuple(Fraction(round(10 * c), 10) for c in x) for x in side]
            for side in (left, right)
        )
        least = min(
            squared_distance(p, q, r)
            for first, second in ((one, two), (two, one))
            for p in first
            for q in second
            for r in second
        )
        standing = with_points(stream_adversary, *points)
        assert standing.refused == (least < 1)
        seen.add(standing.refused)
    assert seen == {True, False}


def test_a_better_score_is_lower_by_hand_and_higher_elsewhere():
    assert game("separate").best(4, 3) == 3
    assert game("adversary").best(4, None, 3) == 4
    assert game("adversary").best(None) is None
    with pytest.raises(UserError, match="separat"):
        game("seperate")


def test_data_of_another_kind_are_refused_not_fatal():
    odd = Dataset([[1.0], [2.0]], ["A", "B"])
    for played in GAMES.values():
        assert played.judge(Moment(odd, played.begin()[1], None, 1)).refused
