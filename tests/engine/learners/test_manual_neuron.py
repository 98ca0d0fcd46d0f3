from __future__ import annotations

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.learners import learner
from engine.learners.latex import plain
from main import main
from tests.engine.learners.conftest import cloud, run

NAME = "manual-neuron"


@pytest.mark.parametrize(
    ("start", "fires"),
    [
        (((1.0, 1.0, -1.5),), [0, 0, 0, 1]),
        (((1.0, 1.0, -0.5),), [0, 1, 1, 1]),
        (((-1.0, -1.0, 0.5),), [1, 0, 0, 0]),
    ],
    ids=["and", "or", "nor"],
)
def test_gates_by_weights_and_threshold(start, fires):
    X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    tape = run(NAME, X, fires, start=start)
    assert tape.model().training_error == 0
    assert tape.model().predict(np.array(X, float)).tolist() == fires


def test_with_a_tie_it_fires_at_its_threshold():
    """The lecture's: it fires where the sum is at least θ; AND has θ = 2, OR 1."""
    X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    for threshold, fires in ((2.0, [0, 0, 0, 1]), (1.0, [0, 1, 1, 1])):
        start = ((1.0, 1.0, -threshold),)
        tape = run(NAME, X, fires, start=start, tie="positive")
        assert tape.model().training_error == 0
        assert tape.model().predict(np.array(X, float)).tolist() == fires
        assert tape.epochs.training_error.tolist() == tape.epochs.loss.tolist() == [0]
        assert tape.epochs.mistakes.tolist() == [0]
        strict = run(NAME, X, fires, start=start)
        on_it = (np.sum(X, axis=1) == threshold).sum()
        assert strict.model().training_error == on_it / 4
        assert strict.epochs.loss.tolist() == [on_it]


def test_what_it_says_of_itself_tells_a_tie():
    rule = learner(NAME)
    for tie, above, mistake in (
        ("mistake", ">", "[y·z ≤ 0]"),
        ("positive", "≥", "[y·z < 0 or z = 0 > y]"),
    ):
        settings = Recipe(NAME, tie=tie).rule_settings
        (line,) = map(plain, rule.formula_lines(settings))
        assert line == f"nothing is learned: the neuron fires where w·x + b {above} 0"
        assert plain(rule.loss_formula(settings)) == mistake


def test_the_command_line_takes_a_tie(tmp_path, capsys):
    table = tmp_path / "and.csv"
    table.write_text("a,b,class\n0,0,no\n0,1,no\n1,0,no\n1,1,yes\n")
    call = ["train", str(table), "--learner", NAME, "--start", "1,1,-2"]
    errors = []
    for more in ([], ["--tie", "positive"]):
        assert main([*call, *more]) == 0
        errors.append(capsys.readouterr().out.splitlines()[-1].split()[2])
    assert errors == ["0.2500", "0.0000"]


def test_it_never_changes_its_weights():
    X, y = cloud(40, 2, seed=1)
    start = ((0.3, -2.0, 0.25),)
    tape = run(NAME, X, y, start=start)
    assert tape.finished
    assert tape.steps == 40
    for k in range(tape.steps + 1):
        frame = tape.frame(k)
        assert frame.weights.tolist() == frame.used.tolist() == [list(start[0])]
        assert not frame.update
    scores = X @ start[0][:2] + start[0][2]
    error = (y * scores <= 0).mean()
    assert tape.model().training_error == error
    assert tape.epochs.training_error.tolist() == [error]
    assert tape.epochs.loss.tolist() == [40 * error]


def test_one_row_of_weights_for_each_of_three_classes():
    data = Dataset([[1.0], [2.0], [3.0]], ["a", "b", "c"])
    start = ((-1.0, 1.5), (0.0, 0.0), (1.0, -2.5))
    tape = Tape(data, Recipe(NAME, start=start))
    tape.extend()
    assert tape.model().weights.tolist() == [list(row) for row in start]
    assert tape.model().training_error == 0


def test_without_offset_the_threshold_is_0():
    tape = run(NAME, [[1.0]], [1], start=((2.0, 7.0),), offset=False)
    assert tape.model().weights.tolist() == [[2, 0]]


@pytest.mark.parametrize("start", [((1.0,),), ((1.0, 2.0), (1.0, 2.0)), (), "random"])
def test_weights_that_do_not_fit_are_refused(start):
    with pytest.raises(UserError):
        run(NAME, [[1.0]], [1], start=start)
