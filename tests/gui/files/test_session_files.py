"""Sessions are saved and opened: set-up, place in the run, branches."""

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Recipe
from engine.cli.main import run
from engine.data import gallery
from engine.export.session_file import read_session
from gui.canvas.picture import current_picture
from gui.session.stream import Stream

IRIS = Path(__file__).parents[3] / "resources" / "data" / "iris.csv"
ROWS = "1,2,-3,4,5;0,1,0,0,-3;2,0,0,1,0"
Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


def test_a_session_comes_back_with_set_up_and_place(hand, answer, tmp_path):
    hand.draw_two_classes()
    s = hand.session
    s.set_recipe(s.recipe.replace(epochs=3, stop_without_mistake=False, seed=7))
    hand.recorded()
    s.seek(13)
    data, recipe = s.data, s.recipe
    answer(tmp_path / "mine.plab", "Session (*.plab)")
    hand.key(Key.Key_S, Ctrl)
    assert not hand.window.isWindowModified()
    hand.window.files.new()
    s.set_recipe(recipe.replace(learner="adaline"))
    hand.key(Key.Key_O, Ctrl)
    hand.recorded()
    np.testing.assert_array_equal(s.data.X, data.X)
    assert s.recipe == recipe
    assert s.step == 13
    s.undo_stack.undo()
    assert (s.data.n_samples, s.recipe.learner) == (0, "adaline")


@pytest.mark.parametrize("learner", ["averaged-perceptron", "manual-neuron"])
def test_a_session_of_train_is_what_the_window_makes_of_the_table(
    hand, window, answer, tmp_path, capsys, learner
):
    path, s = tmp_path / "run.plab", hand.session
    start = [f"--start={ROWS}"] if learner == "manual-neuron" else ["--epochs=3"]
    words = ["train", str(IRIS), "--learner", learner, *start, "--session", str(path)]
    assert run([*words, "--json"]) == 0
    weights = json.loads(capsys.readouterr().out)["weights"]["coef"]
    found = []
    for file in (IRIS, path):
        answer(file, "Data and sessions (*)")
        hand.key(Key.Key_O, Ctrl)
        hand.recorded()
        if file == IRIS:
            s.set_recipe(Recipe(**json.loads(path.read_text())["recipe"]))
            hand.recorded()
            s.to_end()
        view, data = window.canvas.axes.view_choice, s.data
        found.append([s.recipe, s.step, s.model.coef.tolist(), view, data.provenance])
        found[-1] += [data.X.tolist(), data.y.tolist(), data.class_names]
    assert found[0] == found[1]
    assert found[1][2] == weights
    assert not window.isWindowModified()


@pytest.mark.parametrize("other", [False, True])
def test_a_run_whose_digits_have_changed_since_it_was_saved_is_told(
    hand, window, answer, tmp_path, other
):
    path, s = tmp_path / "run.plab", hand.session
    window.files.begin_with(gallery.example("two-clusters").make())
    hand.recorded()
    s.seek(7)
    assert window.files.save_to(path)
    s.to_end()
    if other:
        content = json.loads(path.read_text())
        content["digest"] = "0" * len(content["digest"])
        path.write_text(json.dumps(content))
    said: list[str] = []
    s.message.connect(said.append)
    answer(path, "Data and sessions (*)")
    hand.key(Key.Key_O, Ctrl)
    hand.recorded()
    assert s.step == 7
    s.seek(3)
    s.seek(7)
    told = [text for text in said if "weights after step 7 are not those" in text]
    assert len(told) == other


def test_no_digest_is_kept_of_weights_of_another_run(hand, window, tmp_path):
    path, s = tmp_path / "run.plab", hand.session
    window.files.begin_with(gallery.example("two-clusters").make())
    hand.recorded()
    s.set_recipe(s.recipe.replace(order="shuffled", seed=3))
    hand.recorded()
    assert window.files.save_to(path)
    assert read_session(path).digest
    Stream.of(s).set_on(True)
    hand.recorded()
    assert s.tape.recipe != s.own_recipe
    assert window.files.save_to(path)
    assert not read_session(path).digest


@pytest.fixture
def branched(window, hand):
    """Two clusters, branched by key at step 130, then with another learning rate."""
    window.files.begin_with(gallery.example("two-clusters").make())
    hand.session.set_recipe(hand.session.recipe.replace(epochs=12))
    hand.recorded()
    hand.session.seek(130)
    hand.key(Key.Key_B, Ctrl)
    hand.session.set_recipe(hand.session.recipe.replace(learning_rate=0.25, epochs=9))
    both_recorded(hand)
    hand.session.seek(400)
    return hand


def both_recorded(hand):
    hand.recorded()
    kept = hand.session.branches.other
    if kept is not None:
        hand.qtbot.waitUntil(lambda: kept.tape is not None and kept.tape.finished)


def test_a_branch_comes_back_with_both_its_runs(branched, window, answer, tmp_path):
    s = branched.session
    recipe, before = s.recipe, s.branches.other.recipe
    seen = current_picture(s)
    answer(tmp_path / "mine.plab", "Session (*.plab)")
    branched.key(Key.Key_S, Ctrl)
    window.files.new()
    assert not s.branches.active
    branched.key(Key.Key_O, Ctrl)
    both_recorded(branched)
    assert (s.recipe, s.branches.other.recipe) == (recipe, before)
    assert (s.tape.branched_at, s.step, s.branches.other.step) == (130, 400, 400)
    again = current_picture(s)
    np.testing.assert_array_equal(again.model.weights, seen.model.weights)
    (other,), (other_seen,) = again.compared[0].models, seen.compared[0].models
    np.testing.assert_array_equal(other.weights, other_seen.weights)
    assert again.compared[0].own[0] == "run 2, branch at step 130"
    assert window.docks["Runs"].isVisible()
    window.panel("Runs").back_button.click()
    branched.recorded()
    assert (s.recipe, s.tape.branched_at) == (before, None)


def test_a_kept_branch_comes_back_as_the_one_run(branched, window, answer, tmp_path):
    s = branched.session
    window.panel("Runs").keep_button.click()
    weights = s.frame.weights
    answer(tmp_path / "mine.plab", "Session (*.plab)")
    branched.key(Key.Key_S, Ctrl)
    window.files.new()
    branched.key(Key.Key_O, Ctrl)
    branched.recorded()
    assert s.branches.other is None
    assert (s.tape.branched_at, s.step) == (130, 400)
    np.testing.assert_array_equal(s.frame.weights, weights)
    assert window.panel("Runs").anew_button.isVisible()


def test_a_damaged_branch_is_explained(branched, answer, warnings_shown, tmp_path):
    path = tmp_path / "mine.plab"
    answer(path, "Session (*.plab)")
    branched.key(Key.Key_S, Ctrl)
    content = json.loads(path.read_text())
    content["branch"]["before"]["learner"] = "oracle"
    path.write_text(json.dumps(content))
    branched.key(Key.Key_O, Ctrl)
    assert (
        "mine.plab: its entry “branch”: learner “oracle” is not known"
        in warnings_shown[0]
    )
    assert branched.session.branches.active


@pytest.mark.parametrize("on", [False, True])
def test_a_session_saved_while_streaming_has_ones_own_set_up(
    hand, window, answer, tmp_path, on
):
    hand.draw_two_classes()
    s, asked = hand.session, Recipe(epochs=33, order="shuffled", target_error=0.2)
    s.set_recipe(asked)
    hand.key(Key.Key_S)
    assert s.recipe.epochs == 1
    answer(tmp_path / "mine.plab", "Session (*.plab)")
    hand.key(Key.Key_S, Ctrl)
    if not on:
        hand.key(Key.Key_S)
    s.set_recipe(Recipe("adaline", epochs=5))
    hand.key(Key.Key_O, Ctrl)
    hand.recorded()
    assert not Stream.of(window.session).on
    assert s.recipe == asked


def test_a_damaged_session_is_explained_and_the_points_stay(
    hand, answer, warnings_shown, tmp_path
):
    hand.draw_two_classes()
    hand.window.session.undo_stack.setClean()
    bad = tmp_path / "bad.plab"
    bad.write_text('{"format": "perceptron-lab/session"}')
    answer(bad)
    hand.key(Key.Key_O, Ctrl)
    assert "bad.plab: has a format of another version" in warnings_shown[0]
    assert hand.session.data.n_samples == 8
