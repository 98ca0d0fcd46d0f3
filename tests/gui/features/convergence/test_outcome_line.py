"""How the run ends is said when it has rested, and gone at the next change."""

import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe
from engine.data.gallery import example
from gui.session.diagnosis import OutcomeRunner
from gui.session.stream import Stream


@pytest.fixture
def line_of(window, qtbot):
    """Wait until the line says something, and give it."""

    def line():
        qtbot.waitUntil(lambda: OutcomeRunner.of(window.session).outcome is not None)
        return window.part("Will it converge?").line

    return line


def test_the_line_speaks_at_rest_and_is_gone_at_the_next_point(
    window, line_of, hand, qtbot
):
    hand.draw_two_classes()
    line = line_of()
    assert line.isVisible()
    s = hand.session
    assert line.words.text() == f"Converges at step {s.last}"
    assert line.words.property("role") == "muted"
    now = window.panel("Playback").strip.now
    assert now.text().startswith("epoch 0 of 2  ·  no boundary yet")
    s.seek(1)
    wrong = round(s.model.training_error * s.data.n_samples)
    assert f"  ·  {wrong} of {s.data.n_samples} wrong now  ·  " in now.text()
    hand.key(Qt.Key.Key_End)
    qtbot.waitUntil(lambda: line.words.text().startswith("Converged: "))
    assert not line.button.isVisible()
    hand.click(2, 2, Qt.MouseButton.RightButton)
    assert not line.isVisible()


def test_its_button_takes_the_remedy_and_undo_takes_it_back(line_of, hand, qtbot):
    recipe = Recipe("adaline", epochs=20, learning_rate=1.0)
    hand.session.begin(example("two-clusters").make(), recipe)
    hand.recorded()
    line = line_of()
    qtbot.waitUntil(lambda: line.button.text().startswith("Use η = "))
    before = hand.session.tape.model().training_error
    qtbot.mouseClick(line.button, Qt.MouseButton.LeftButton)
    hand.recorded()
    assert not hand.session.tape.diverged
    assert hand.session.tape.model().training_error <= before
    hand.session.undo_stack.undo()
    assert hand.session.recipe == recipe


def test_of_large_scales_its_button_standardises(line_of, hand, qtbot):
    """A perceptron's remedies are tried once it is known that it can converge."""
    close = Dataset([[1000, 1000], [1000.001, 1000]], [0, 1])
    hand.session.begin(close, Recipe(epochs=20))
    hand.recorded()
    line = line_of()
    qtbot.waitUntil(lambda: line.button.text() == "Standardise: 2 epochs")
    qtbot.mouseClick(line.button, Qt.MouseButton.LeftButton)
    hand.recorded()
    assert hand.session.tape.converged
    assert len(hand.session.tape.epochs) == 2
    line_of()
    qtbot.wait(600)
    assert not line.button.isVisible()  # nothing more is offered, and so without end


def test_why_it_cannot_is_in_its_panel(window, line_of, hand, qtbot):
    hand.session.begin(example("two-clusters").make(), Recipe(epochs=20))
    hand.recorded()
    line = line_of()
    qtbot.waitUntil(lambda: line.button.text() == "Why?")
    qtbot.mouseClick(line.button, Qt.MouseButton.LeftButton)
    heading = window.panel("Will it converge?").outcome
    qtbot.waitUntil(lambda: heading.isVisible() and heading.text() == line.words.text())


def test_what_is_to_come_is_not_told_where_it_is_hidden(window, line_of, hand, qtbot):
    window.panel("Playback").actions_by_name["hide-future"].trigger()
    hand.draw_two_classes()
    qtbot.wait(600)
    assert OutcomeRunner.of(window.session).outcome is None
    hand.key(Qt.Key.Key_End)
    assert line_of().isVisible()


def test_in_a_small_window_it_is_read_whole_beside_what_is_now(
    window, line_of, hand, qtbot
):
    window.resize(1024, 700)
    recipe = Recipe("adaline", epochs=20, learning_rate=1.0)
    hand.session.begin(example("two-clusters").make(), recipe)
    hand.recorded()
    hand.session.to_end()
    line, now = line_of(), window.panel("Playback").strip.now
    qtbot.waitUntil(line.button.isVisible)
    qtbot.waitUntil(lambda: line.words.text().startswith("Diverged after step 440"))
    for part in (now, line.words):
        room = part.fontMetrics().horizontalAdvance(part.text())
        qtbot.waitUntil(lambda part=part, room=room: part.width() > room)
    wrong = round(80 * hand.session.model.training_error)
    assert now.text() == f"{wrong} of 80 wrong"
    assert not line.geometry().intersects(now.geometry())


PLAYED = {
    "converges": (Recipe(), "Converges at step 196", ""),
    "cannot": (
        Recipe(epochs=20),
        "Cannot converge: the classes are not separable",
        "Why?",
    ),
    "diverges": (Recipe("adaline", learning_rate=1.0), "Diverges after step", "Use"),
    "settles": (Recipe("adaline", learning_rate=1e-3), "Ends after 20 epochs, ", ""),
}


@pytest.mark.parametrize("fate", PLAYED)
def test_while_it_plays_its_end_is_told_and_stays(window, line_of, hand, qtbot, fate):
    recipe, text, button = PLAYED[fate]
    name = "separable" if fate == "converges" else "two-clusters"
    hand.session.begin(example(name).make(), recipe)
    hand.session.set_speed(20.0)
    hand.recorded()
    hand.session.seek(0)
    hand.key(Qt.Key.Key_Space)
    line, outcomes = line_of(), OutcomeRunner.of(window.session)
    qtbot.waitUntil(lambda: line.words.text().startswith(text))
    qtbot.waitUntil(lambda: line.button.text().startswith(button))
    with qtbot.assertNotEmitted(outcomes.changed):
        begun = hand.session.step
        qtbot.waitUntil(lambda: hand.session.step > begun + 5)
    assert hand.session.playing
    assert line.isVisible()
    hand.key(Qt.Key.Key_H)
    assert not line.isVisible()
    hand.key(Qt.Key.Key_H)
    hand.key(Qt.Key.Key_Space)


def test_while_it_plays_it_is_said_how_it_goes(window, hand, qtbot):
    hand.session.begin(example("two-clusters").make(), Recipe(epochs=20))
    hand.recorded()
    hand.session.set_speed(1.0)
    hand.session.seek(100)
    hand.key(Qt.Key.Key_Space)
    said = window.panel("Playback").strip.now
    model = hand.session.tape.model(100)
    wrong = round(80 * model.training_error)
    qtbot.waitUntil(
        lambda: said.text().startswith(f"epoch 2 of 20  ·  {wrong} of 80 wrong now")
    )
    window.panel("Playback").actions_by_name["hide-future"].trigger()
    qtbot.waitUntil(lambda: said.text().startswith("epoch 2  ·  "))
    hand.key(Qt.Key.Key_Space)


def test_a_stream_says_how_many_were_mistakes_when_they_came(
    window, line_of, hand, qtbot
):
    hand.draw_two_classes()
    hand.key(Qt.Key.Key_S)
    hand.recorded()
    Stream.of(window.session).choose("drift")
    hand.session.set_speed(500.0)
    hand.key(Qt.Key.Key_Space)
    line, outcomes = line_of(), OutcomeRunner.of(window.session)
    assert line.words.text() == "No end: each new point is one more step"
    with qtbot.assertNotEmitted(outcomes.changed):
        qtbot.waitUntil(lambda: hand.session.step > 20)
        hand.key(Qt.Key.Key_Space)
        hand.recorded()
    n, mistakes = hand.session.step, hand.session.frame.mistakes
    said = window.panel("Playback").strip.now
    share = f"{100 * mistakes / n:.1f} % mistakes so far"
    qtbot.waitUntil(lambda: f"{n:,} samples, {share}" in said.text())
    Stream.of(window.session).set_on(False)
    assert "so far" not in said.text()
