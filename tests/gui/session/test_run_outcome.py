"""How the run ends is said when it has rested, and gone at the next change."""

import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe, Tape
from engine.data.gallery import example
from engine.evaluation.convergence import diagnose
from gui.session.run_outcome import run_outcome


def outcome(name, recipe, *, diagnosed=False, at_end=True, data=None):
    tape = Tape(data or example(name).make(), recipe)
    tape.extend()
    ending = diagnose(tape.problem, recipe.learner) if diagnosed else None
    return run_outcome(tape, ending, at_end=at_end)


def test_converged_counts_updates_and_epochs():
    ending = outcome("separable", Recipe())
    assert ending.text == "Converged: 1 update in 2 epochs"
    assert ending.role == "good"
    ahead = outcome("separable", Recipe(), at_end=False)
    assert ahead.text == "Converges: 1 update in 2 epochs"


def test_without_a_diagnosis_the_epochs_are_over():
    ending = outcome("two-clusters", Recipe(epochs=20))
    assert ending.text == "20 epochs are over, 1 of 80 wrong"
    assert ending.remedy is None
    ahead = outcome("two-clusters", Recipe(epochs=20), at_end=False)
    assert ahead.text == "Ends after 20 epochs, 1 of 80 wrong"


def test_classes_that_cross_never_come_to_rest():
    ending = outcome("two-clusters", Recipe(epochs=20), diagnosed=True)
    assert ending.text == "Cannot converge: the classes cross"
    assert ending.has_reason


def test_through_the_origin_it_is_the_boundary_that_cannot():
    ending = outcome("beside-the-origin", Recipe(offset=False), diagnosed=True)
    assert "through the origin" in ending.text


def test_with_more_epochs_a_separable_run_goes_on():
    ending = outcome("tiny-margin", Recipe(epochs=20), diagnosed=True)
    assert ending.text.startswith("20 epochs are over, ")
    assert ending.remedy_text == "Use 100 epochs"
    assert ending.remedy.epochs == 100


def test_a_network_that_is_stuck_is_offered_units_with_which_it_is_not():
    recipe = Recipe("multi-layer-perceptron")
    stuck = outcome("circles", recipe)
    assert stuck.text == "20 epochs are over, 44 of 200 wrong"
    assert (stuck.remedy_text, stuck.remedy.hidden) == ("Try 8 hidden units", 8)
    assert outcome("circles", recipe, at_end=False).remedy is None
    assert outcome("circles", stuck.remedy).text.endswith(" 1 of 200 wrong")
    assert outcome("circles", recipe.replace(hidden=16, epochs=1)).remedy is None


def test_where_it_diverges_only_a_rate_is_offered_that_is_known_to_do_better():
    tape = Tape(example("two-clusters").make(), Recipe("adaline", learning_rate=1.0))
    tape.extend()
    ending = run_outcome(tape, at_end=True)
    assert ending.text == "Diverged at step 441: η = 1 is above 0.164"
    assert tape.reason.startswith("diverged at step 441: ")
    assert ending.remedy is None
    ending = run_outcome(tape, at_end=True, stable_rate=0.05)
    assert ending.remedy_text == "Use η = 0.05"
    assert ending.remedy.learning_rate == 0.05


def test_over_fitting_ends_where_the_validation_error_was_lowest():
    shown = example("over-fitting")
    recipe = Recipe(**shown.settings)
    ending = outcome("over-fitting", recipe)
    assert ending.text.startswith("Over-fits after epoch ")
    assert ending.remedy.epochs < recipe.epochs
    assert ending.remedy_text == "Stop there"


def test_by_hand_it_is_said_only_that_all_are_right():
    assert outcome("separable", Recipe("manual-neuron")) is None
    rows = ((1.0, 1.0, -0.5), (-1.0, -1.0, 1.5), (1.0, 1.0, -1.5))
    square = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    recipe = Recipe("manual-network", start=rows)
    ending = outcome("", recipe, data=square)
    assert (ending.text, ending.role) == ("0 of 4 wrong", "good")
    assert outcome("", recipe.replace(start=(*rows[:2], rows[0])), data=square) is None


@pytest.fixture
def chip_of(window, qtbot):
    """Wait until the chip says something, and give it."""

    def chip():
        qtbot.waitUntil(lambda: window.outcome.outcome is not None)
        return window.outcome_chip

    return chip


def test_the_chip_speaks_at_rest_and_is_gone_at_the_next_point(chip_of, hand, qtbot):
    hand.draw_two_classes()
    chip = chip_of()
    assert chip.isVisible()
    assert chip.words.text().startswith("Converges: ")
    hand.key(Qt.Key.Key_End)
    qtbot.waitUntil(lambda: chip.words.text().startswith("Converged: "))
    assert not chip.button.isVisible()
    hand.click(2, 2, Qt.MouseButton.RightButton)
    assert not chip.isVisible()


def test_its_button_takes_the_remedy_and_undo_takes_it_back(chip_of, hand, qtbot):
    recipe = Recipe("adaline", epochs=20, learning_rate=1.0)
    hand.session.begin(example("two-clusters").make(), recipe)
    hand.recorded()
    chip = chip_of()
    qtbot.waitUntil(lambda: chip.button.text().startswith("Use η = "))
    before = hand.session.tape.model().training_error
    qtbot.mouseClick(chip.button, Qt.MouseButton.LeftButton)
    hand.recorded()
    assert not hand.session.tape.diverged
    assert hand.session.tape.model().training_error <= before
    hand.session.undo_stack.undo()
    assert hand.session.recipe == recipe


def test_why_it_cannot_is_in_its_panel(window, chip_of, hand, qtbot):
    hand.session.begin(example("two-clusters").make(), Recipe(epochs=20))
    hand.recorded()
    chip = chip_of()
    qtbot.waitUntil(lambda: chip.button.text() == "Why?")
    qtbot.mouseClick(chip.button, Qt.MouseButton.LeftButton)
    heading = window.convergence.outcome
    qtbot.waitUntil(lambda: heading.isVisible() and heading.text() == chip.words.text())


def test_what_is_to_come_is_not_told_where_it_is_hidden(window, chip_of, hand, qtbot):
    window.playback.actions_by_name["hide-future"].trigger()
    hand.draw_two_classes()
    qtbot.wait(600)
    assert window.outcome.outcome is None
    hand.key(Qt.Key.Key_End)
    assert chip_of().isVisible()


def test_in_a_small_window_it_stays_within_the_plane(window, chip_of, hand, qtbot):
    window.resize(1024, 700)
    recipe = Recipe("adaline", epochs=20, learning_rate=1.0)
    hand.session.begin(example("two-clusters").make(), recipe)
    hand.recorded()
    chip = chip_of()
    qtbot.waitUntil(chip.button.isVisible)
    room = chip.parent().view.sceneBoundingRect().toAlignedRect()
    qtbot.waitUntil(lambda: room.contains(chip.geometry()))
    assert chip.rect().contains(chip.button.geometry())


def test_a_mean_that_is_wrong_where_the_newest_weights_are_right_is_no_good_news():
    data = Dataset([[3.0], [-4.0], [-3.0], [0.0], [1.0]], [1, 0, 0, 0, 0])
    ending = outcome("", Recipe("averaged-perceptron"), data=data)
    assert ending.text.startswith("Converged: ")
    assert ending.text.endswith(", 1 of 5 wrong")
    assert ending.role == ""


def test_while_it_plays_the_chip_says_how_it_goes(window, hand, qtbot):
    hand.session.begin(example("two-clusters").make(), Recipe(epochs=20))
    hand.recorded()
    hand.session.set_speed(1.0)
    hand.session.seek(100)
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.outcome_chip and window.outcome_chip.isVisible())
    said = window.outcome_chip.progress
    model = hand.session.tape.model(100)
    wrong = round(80 * model.training_error)
    assert said.text() == f"Epoch 2 of 20: {wrong} of 80 wrong"
    assert said.isVisible()
    window.playback.actions_by_name["hide-future"].trigger()
    qtbot.waitUntil(lambda: said.text().startswith("Epoch 2: "))
    hand.key(Qt.Key.Key_Space)
    assert not said.isVisible()


def test_a_stream_says_how_many_were_mistakes_when_they_came(window, hand, qtbot):
    hand.draw_two_classes()
    hand.key(Qt.Key.Key_S)
    hand.recorded()
    window.stream.choose("drift")
    hand.session.set_speed(500.0)
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: hand.session.step > 20)
    hand.key(Qt.Key.Key_Space)
    hand.recorded()
    n, mistakes = hand.session.step, hand.session.frame.mistakes
    said = window.outcome_chip.progress
    share = f"{100 * mistakes / n:.1f} % mistakes so far"
    qtbot.waitUntil(lambda: said.text() == f"Stream: {n:,} samples, {share}")
    assert said.isVisible()
    window.stream.set_on(False)
    assert not said.isVisible()
