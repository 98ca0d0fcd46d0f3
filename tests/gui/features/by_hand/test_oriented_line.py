"""Turning, shifting and flipping a line of the plane."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.features.by_hand.oriented_line import OrientedLine

number = st.floats(-100, 100)
places = st.tuples(number, number)
angles = st.floats(-10, 10)
lines = st.builds(OrientedLine, number, number, number).filter(
    lambda line: line.length > 1e-3
)


def close(first, other):
    return first == pytest.approx(other, rel=1e-9, abs=1e-7)


@given(places, places)
def test_a_line_goes_through_what_it_was_drawn_through(start, end):
    if math.dist(start, end) < 1e-3:
        return
    line = OrientedLine.through(start, end)
    assert close(line.at(start), 0)
    assert close(line.at(end), 0)
    assert close(line.length, 1)


def test_it_fires_at_the_left():
    line = OrientedLine.through((0, 0), (0, 2))
    assert line.at((-1, 1)) == 1
    assert line.at((1, 1)) == -1


@given(lines, places, places)
def test_shifting_moves_every_point_by_the_same(line, by, place):
    moved = line.moved(by)
    assert close(moved.at((place[0] + by[0], place[1] + by[1])), line.at(place))
    assert moved[:2] == line[:2]


@given(lines, angles, places)
def test_turning_keeps_the_length_and_what_it_turns_about(line, angle, about):
    turned = line.turned(angle, about)
    assert close(turned.length, line.length)
    assert close(turned.at(about), line.at(about))


@given(lines, angles, places)
def test_turning_on_to_a_whole_turn_returns(line, angle, about):
    back = line.turned(angle, about).turned(math.tau - angle, about)
    assert back == pytest.approx(line, rel=1e-9, abs=1e-5)


def test_a_quarter_turn_is_counter_clockwise():
    assert close(
        OrientedLine(1, 0, 0).turned(math.pi / 2, (0, 0)), OrientedLine(0, 1, 0)
    )


@given(lines, places)
def test_half_a_turn_about_a_point_of_it_flips(line, place):
    on_it = line.passing(place)
    turned = on_it.turned(math.pi, place)
    assert turned == pytest.approx(on_it.flipped(), rel=1e-9, abs=1e-7)


@given(lines, places)
def test_flipping_changes_the_sign_of_every_score_and_flips_back(line, place):
    assert close(line.flipped().at(place), -line.at(place))
    assert line.flipped().flipped() == line
    assert not any(math.copysign(1, x) < 0 for x in line.flipped() if x == 0)


@given(lines, places)
def test_tidying_is_less_than_an_eye_sees(line, about):
    tidy = line.rounded(about)
    assert close(tidy.at(about), line.at(about))
    cross = line.a * tidy.b - line.b * tidy.a
    assert abs(math.asin(cross / line.length / tidy.length)) < 1.1e-3
    assert tidy.length == pytest.approx(line.length, rel=1.1e-3)
    assert len(f"{abs(tidy.a):.12g}".replace(".", "").strip("0")) <= 5
