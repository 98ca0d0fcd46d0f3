"""How the run ends is said when it has rested, and gone at the next change."""

import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe
from engine.data.gallery import example
from gui.session.diagnosis import OutcomeRunner
from gui.session.stream import Stream


@pytest.fixture
def chip_of(window, qtbot):
    """Wait until the chip says something, and give it."""

    def chip():
        qtbot.waitUntil(lambda: OutcomeRunner.of(window.session).outcome is not None)
        return window.part("Will it converge?").chip

    return chip


def test_the_chip_speaks_at_rest_and_is_gone_at_the_next_point(chip_of, hand, qtbot):
    hand.draw_two_classes()
    chip = chip_of()
    assert chip.isVisible()
    s = hand.session
    assert chip.words.text() == f"Converges at step {s.last}"
    assert chip.words.property("role") == "muted"
    assert chip.progress.text() == "·  no boundary yet"
    s.seek(1)
    wrong = round(s.model.training_error * s.data.n_samples)
    assert chip.progress.text() == f"·  now {wrong} of {s.data.n_samples} wrong"
    hand.key(Qt.Key.Key_End)
    qtbot.waitUntil(lambda: chip.words.text().startswith("Converged: "))
    assert not chip.progress.isVisible()
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


def test_of_large_scales_its_button_standardises(chip_of, hand, qtbot):
    """A perceptron's remedies are tried once it is known that it can converge."""
    close = Dataset([[1000, 1000], [1000.001, 1000]], [0, 1])
    hand.session.begin(close, Recipe(epochs=20))
    hand.recorded()
    chip = chip_of()
    qtbot.waitUntil(lambda: chip.button.text() == "Standardise: 2 epochs")
    qtbot.mouseClick(chip.button, Qt.MouseButton.LeftButton)
    hand.recorded()
    assert hand.session.tape.converged
    assert len(hand.session.tape.epochs) == 2


def test_why_it_cannot_is_in_its_panel(window, chip_of, hand, qtbot):
    hand.session.begin(example("two-clusters").make(), Recipe(epochs=20))
    hand.recorded()
    chip = chip_of()
    qtbot.waitUntil(lambda: chip.button.text() == "Why?")
    qtbot.mouseClick(chip.button, Qt.MouseButton.LeftButton)
    heading = window.panel("Will it converge?").outcome
    qtbot.waitUntil(lambda: heading.isVisible() and heading.text() == chip.words.text())


def test_what_is_to_come_is_not_told_where_it_is_hidden(window, chip_of, hand, qtbot):
    window.panel("Playback").actions_by_name["hide-future"].trigger()
    hand.draw_two_classes()
    qtbot.wait(600)
    assert OutcomeRunner.of(window.session).outcome is None
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


def test_while_it_plays_the_chip_says_how_it_goes(window, hand, qtbot):
    hand.session.begin(example("two-clusters").make(), Recipe(epochs=20))
    hand.recorded()
    hand.session.set_speed(1.0)
    hand.session.seek(100)
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(
        lambda: (
            window.part("Will it converge?").chip
            and window.part("Will it converge?").chip.isVisible()
        )
    )
    said = window.part("Will it converge?").chip.progress
    model = hand.session.tape.model(100)
    wrong = round(80 * model.training_error)
    assert said.text() == f"Epoch 2 of 20: {wrong} of 80 wrong"
    assert said.isVisible()
    window.panel("Playback").actions_by_name["hide-future"].trigger()
    qtbot.waitUntil(lambda: said.text().startswith("Epoch 2: "))
    hand.key(Qt.Key.Key_Space)
    assert not said.isVisible()


def test_a_stream_says_how_many_were_mistakes_when_they_came(window, hand, qtbot):
    hand.draw_two_classes()
    hand.key(Qt.Key.Key_S)
    hand.recorded()
    Stream.of(window.session).choose("drift")
    hand.session.set_speed(500.0)
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: hand.session.step > 20)
    hand.key(Qt.Key.Key_Space)
    hand.recorded()
    n, mistakes = hand.session.step, hand.session.frame.mistakes
    said = window.part("Will it converge?").chip.progress
    share = f"{100 * mistakes / n:.1f} % mistakes so far"
    qtbot.waitUntil(lambda: said.text() == f"Stream: {n:,} samples, {share}")
    assert said.isVisible()
    Stream.of(window.session).set_on(False)
    assert not said.isVisible()
