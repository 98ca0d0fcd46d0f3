"""The card “Will it converge?”, the line on the canvas, the note on the rate."""

import re
import threading
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.diagnosis import convergence as diagnosers
from engine.diagnosis.sentences import cycle_text
from engine.diagnosis.weight_cycle import Cycle
from engine.errors import Cancelled
from gui.canvas.canvas_figure import canvas_plot
from gui.canvas.picture import current_picture
from gui.features.convergence import hulls
from gui.features.convergence.hulls import Hulls, HullsLayer, hull
from gui.features.convergence.largest_margin import LargestMarginLayer
from gui.features.convergence.outcome_line import OutcomeLine
from gui.plotting.figure import Sheet, figure_of
from gui.session.diagnosis import DiagnosisRunner
from tests.gui.conftest import plain_numbers


@pytest.fixture
def card(window, qtbot):
    """The card in front, where it is seen."""
    window.docks["Will it converge?"].raise_()
    qtbot.waitUntil(lambda: window.panel("Will it converge?").seen)
    return window.panel("Will it converge?")


def plain(label):
    return re.sub(r"<[^>]+>", " ", label.text())


def settled(hand):
    """Wait until the run is recorded and the diagnosis is of it."""
    hand.recorded()
    diagnoser = DiagnosisRunner.of(hand.window.session)
    hand.qtbot.waitUntil(
        lambda: not diagnoser.looking and diagnoser.tape is hand.session.tape,
    )


def show(hand, data=None, **settings):
    session = hand.session
    if data is not None:
        session.set_data(data)
    session.set_recipe(session.recipe.replace(**settings))
    settled(hand)


def tick(box):
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center())


def test_a_neuron_set_by_hand_can_follow_a_learner_that_was_diagnosed(window, hand):
    """A slot that raises fails a test: the neuron has nothing to standardise."""
    hand.draw_two_classes()
    settled(hand)
    show(hand, learner="manual-neuron")
    show(hand, learner="perceptron", standardise=True)
    show(hand, learner="manual-neuron")


def test_unseen_nothing_is_diagnosed(window, hand, qtbot, monkeypatch):
    def never(*_, **more):
        raise AssertionError("nobody asked")

    monkeypatch.setattr(diagnosers, "diagnose", never)
    hand.draw_two_classes()
    settled(hand)
    diagnoser = DiagnosisRunner.of(window.session)
    assert not window.panel("Will it converge?").seen
    assert (diagnoser.diagnosis, diagnoser.failure) == (None, "")
    monkeypatch.undo()
    window.docks["Will it converge?"].raise_()
    qtbot.waitUntil(lambda: diagnoser.diagnosis is not None)
    assert window.panel("Will it converge?").verdict.text() == "Separable"


def test_brought_to_the_front_it_counts_up_to_the_playhead(window, hand, card, qtbot):
    hand.draw_two_classes()
    settled(hand)
    window.docks["Weights"].raise_()
    qtbot.waitUntil(lambda: not card.seen)
    hand.session.to_end()
    made = hand.session.frame.updates
    hand.session.seek(0)
    hand.session.to_end()
    window.docks["Will it converge?"].raise_()
    qtbot.waitUntil(lambda: f"updates so far  {made} " in plain(card.updates))


def test_the_line_is_shown_though_the_card_is_not(window, hand, qtbot):
    hand.draw_two_classes()
    settled(hand)
    layer = window.canvas.plot.layers.find(LargestMarginLayer)
    window.panel("Will it converge?").line_action.trigger()
    qtbot.waitUntil(lambda: bool(layer.lines))
    assert not window.panel("Will it converge?").seen
    window.panel("Will it converge?").line_action.trigger()
    assert not layer.lines


def test_at_first_there_is_nothing_to_say(window, card):
    assert card.verdict.text() == "No run yet."
    for part in (card.text, card.updates, card.bar, card.line_box):
        assert not part.isVisible()


def test_drawn_classes_are_separable_and_updates_stay_below_the_bound(
    window, hand, card
):
    hand.draw_two_classes()
    settled(hand)
    assert card.verdict.text() == "Separable"
    assert "γ =" in plain(card.text)
    assert "R′ =" in plain(card.text)
    diagnosis = DiagnosisRunner.of(window.session).diagnosis
    hand.key(Qt.Key.Key_Home)
    assert "updates so far  0  of at most (R′/γ′)²" in plain(card.updates)
    assert card.bar.value() == 0
    hand.key(Qt.Key.Key_End)
    made = hand.session.frame.updates
    assert 0 < made <= diagnosis.bound
    assert f"updates so far  {made} " in plain(card.updates)
    assert card.bar.isVisible()
    assert card.bar.value() == round(1000 * made / diagnosis.bound)


def whole(widget):
    """Tell whether all of it is seen, with nothing scrolled."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def test_what_is_asked_first_is_seen_without_scrolling(window, hand, card, qtbot):
    window.resize(1440, 900)
    show(hand, gallery.two_clusters())
    parts = (card.verdict, card.reason, card.remedy)
    qtbot.waitUntil(lambda: all(map(whole, parts)))
    assert "never converge" in plain(card.reason)
    show(hand, gallery.separable())
    assert not card.reason.isVisible()
    parts = (card.verdict, card.updates, card.bar)
    qtbot.waitUntil(lambda: all(map(whole, parts)))


def test_through_the_origin_the_bound_has_no_offset_in_it(window, hand, card):
    show(hand, gallery.two_negatives(), offset=False)
    assert "R = 6.083" in plain(card.text)
    assert "γ = 3.043" in plain(card.text)
    assert "(R/γ)² = 3.996" in plain(card.updates)


def test_xor_never_converges_and_its_cycle_is_named(window, hand, card, qtbot):
    show(hand, gallery.xor())
    assert card.verdict.text().startswith("Not separable")
    never = "Cannot converge: the classes are not separable"
    qtbot.waitUntil(lambda: card.outcome.text() == never)
    assert card.outcome.property("role") == "mistake"
    assert "never converge" in plain(card.reason)
    assert "repeat every epoch" in plain(card.text)
    assert "a cycle of 4 updates" in plain(card.text)
    assert not card.bar.isVisibleTo(card)
    show(hand, features="x1,x2,x1*x2")
    assert card.verdict.text() == "Separable"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"start": "random"}, "the weights do not start at zero"),
        ({"tolerance": 0.1}, "the tolerance is above 0"),
        ({"schedule": "inverse"}, "η changes with the step"),
        ({"learner": "linear-svm"}, "a theorem about the perceptron"),
    ],
)
def test_no_number_is_shown_that_is_no_bound(window, hand, card, settings, words):
    show(hand, gallery.separable(), **settings)
    assert words in plain(card.text)
    assert "at most" not in plain(card.updates)
    assert not card.bar.isVisibleTo(card)


def test_the_run_that_branches_has_no_bound_but_a_cycle_of_its_own(window, hand, card):
    show(hand, gallery.xor())
    hand.session.seek(7)
    hand.session.branches.begin()  # brings the table of runs to the front
    window.docks["Will it converge?"].raise_()
    hand.qtbot.waitUntil(lambda: card.seen)
    show(hand, learning_rate=0.25)
    assert "never converge" in plain(card.reason)
    cycle, tape = DiagnosisRunner.of(window.session).diagnosis.cycle, hand.session.tape
    assert tape.branched_at == 7
    assert cycle.before >= 2
    assert f"from epoch {cycle.before + 1} on" in plain(card.text)
    first, again = (
        tape.frame(4 * e) for e in (cycle.before, cycle.before + cycle.epochs)
    )
    assert np.array_equal(first.weights, again.weights)
    assert again.updates - first.updates == cycle.updates
    show(hand, gallery.separable())
    assert "the run branches off another" in plain(card.text)
    assert "at most" not in plain(card.updates)
    hand.session.branches.restart()
    settled(hand)
    assert "at most" in plain(card.updates)


def test_each_of_three_classes_has_its_row(window, hand, card):
    rng = np.random.default_rng(0)
    centres = np.repeat([[0, 3], [-3, -2], [3, -2]], 10, axis=0)
    data = Dataset(
        rng.normal(centres, 0.3), np.repeat([0, 1, 2], 10), class_names=("A", "B", "C")
    )
    show(hand, data)
    assert plain(card.text).count("≤") == 3
    assert "Σ (R′/γ′)²" in plain(card.updates)
    show(hand, gallery.iris())
    assert plain(card.text).count("not separable from the rest") == 2


def test_one_class_alone_is_said(window, hand, card):
    show(hand, gallery.two_negatives())
    assert "only one class" in plain(card.text)
    assert not card.line_box.isVisibleTo(card)


def test_the_line_is_drawn_when_asked_for(window, hand, card):
    window.docks["Will it converge?"].raise_()
    layer = window.canvas.plot.layers.find(LargestMarginLayer)
    data = Dataset([[-1, 0], [-1, 2], [-3, 1], [1, 1]], [0, 0, 0, 1])
    show(hand, data)
    window.canvas.fit()
    assert not layer.lines
    tick(card.line_box)
    assert card.line_action.isChecked()
    ((code, line),) = layer.lines
    assert code is None
    assert line[:, 0] == pytest.approx([0, 0], abs=1e-9)
    assert sorted(edge[0, 0] for edge in layer.edges) == pytest.approx([-1, 1])
    assert sorted(layer.support.tolist()) == [[-1, 0], [-1, 2], [1, 1]]
    card.line_action.trigger()
    assert not card.line_box.isChecked()
    assert not layer.lines


def test_an_exported_picture_has_the_line(window, hand, card, tmp_path):
    show(hand, gallery.separable())
    card.line_action.trigger()
    shown = current_picture(window.session)
    lines = []
    for like in (window.canvas.plot.layers, None):
        plot = canvas_plot(shown, Sheet(QSize(600, 400)), like=like)
        figure_of(plot).save(tmp_path / "plot.svg")
        plot.close()
        lines.append((tmp_path / "plot.svg").read_text().count("<polyline"))
    assert lines[0] == lines[1] + 3


def test_a_standardised_line_is_drawn_in_data_units(window, hand, card):
    data = Dataset([[-100, 0], [-100, 2], [100, 1]], [0, 0, 1])
    show(hand, data, standardise=True)
    window.canvas.fit()
    card.line_action.trigger()
    ((_, line),) = window.canvas.plot.layers.find(LargestMarginLayer).lines
    assert line[:, 0] == pytest.approx([0, 0], abs=1e-6)
    assert "standardised" in plain(card.text)


def test_a_curved_line_of_features_is_drawn_too(window, hand, card):
    show(hand, gallery.three_on_a_line(), squares=True)
    window.canvas.fit()
    card.line_action.trigger()
    layer = window.canvas.plot.layers.find(LargestMarginLayer)
    places = sorted(line[0, 0] for _, line in layer.lines)
    assert places == pytest.approx([-np.sqrt(0.5), np.sqrt(0.5)], abs=0.02)


def test_a_line_of_former_points_is_never_shown(window, hand, card):
    hand.draw_two_classes()
    settled(hand)
    card.line_action.trigger()
    layer = window.canvas.plot.layers.find(LargestMarginLayer)
    assert layer.lines
    hand.click(-3, -3)
    assert not layer.lines
    settled(hand)
    assert layer.lines
    hand.click(-2.2, -1.2, Qt.MouseButton.RightButton)
    settled(hand)
    assert not layer.lines
    assert card.verdict.text().startswith("Not separable")


def test_the_line_stays_while_only_the_rate_changes(window, hand, card):
    show(hand, gallery.separable())
    card.line_action.trigger()
    window.session.set_recipe(window.session.recipe.replace(learning_rate=0.5))
    hand.recorded()
    assert window.canvas.plot.layers.find(LargestMarginLayer).lines


def test_while_it_looks_it_says_so_and_drops_what_is_stale(
    window, hand, card, monkeypatch
):
    hand.draw_two_classes()
    settled(hand)
    begun, go_on = threading.Event(), threading.Event()
    real = diagnosers.diagnose

    def slow(tape, stop, **more):
        begun.set()
        assert go_on.wait(30)
        return real(tape, stop, **more)

    monkeypatch.setattr(diagnosers, "diagnose", slow)
    hand.session.set_data(gallery.xor())
    assert card.caption.text() == "looking…"
    hand.qtbot.waitUntil(begun.is_set)
    hand.session.set_data(gallery.separable())
    go_on.set()
    settled(hand)
    assert card.verdict.text() == "Separable"
    assert card.caption.text() == ""


def test_what_goes_wrong_is_said(window, hand, card, monkeypatch):
    def broken(*_, **more):
        raise ArithmeticError("the linear program was not solved")

    monkeypatch.setattr(diagnosers, "diagnose", broken)
    show(hand, gallery.xor())
    assert "was not solved" in card.verdict.text()


def test_clearing_the_points_clears_the_card(window, hand, card):
    hand.draw_two_classes()
    settled(hand)
    window.canvas.commands.clear_points()
    hand.qtbot.waitUntil(lambda: not DiagnosisRunner.of(window.session).looking)
    assert card.verdict.text() == "No run yet."


def test_closing_joins_the_thread_even_while_it_looks(window, hand, card, monkeypatch):
    begun, ended = threading.Event(), []

    def endless(tape, stop, **more):
        begun.set()
        while not stop():
            pass
        ended.append(True)
        raise Cancelled

    monkeypatch.setattr(diagnosers, "diagnose", endless)
    window.session.set_data(gallery.xor())
    hand.qtbot.waitUntil(begun.is_set)
    window.session.undo_stack.setClean()
    assert window.close()
    names = lambda: {thread.name for thread in threading.enumerate()}  # noqa: E731
    hand.qtbot.waitUntil(lambda: "diagnosis" not in names())
    assert ended


def note(window):
    notes = [
        label
        for label in window.panel("Set-up").advice.findChildren(QLabel)
        if "λmax" in label.text() and label.isVisible()
    ]
    return notes[0] if notes else None


def test_the_safe_rate_is_advice_and_warns(window, hand):
    show(hand, gallery.two_clusters(), learner="adaline", batch_size=0)
    assert note(window).text().startswith("safe below 0.0104 = 2/λmax")
    assert note(window).property("role") == "muted"
    show(hand, learning_rate=0.02)
    assert note(window).text().startswith("too large, safe below")
    assert note(window).property("role") == "warning"
    schedule = window.panel("Set-up").findChild(QComboBox, "schedule")
    schedule.setCurrentIndex(1)
    settled(hand)
    assert note(window) is None
    show(hand, learner="perceptron")
    assert note(window) is None


def test_samples_that_can_lie_on_the_boundary_are_told_of(window, hand, card):
    """(±1, 0) positive, (0, −1) negative: w = (0, 1) has both on the boundary."""
    data = Dataset([[1, 0], [-1, 0], [0, -1]], [1, 1, 0])
    show(hand, data, offset=False)
    assert "never converge" in plain(card.reason)
    show(hand, tie="positive")
    assert hand.session.tape.converged
    assert hand.session.tape.epochs.mistakes.tolist() == [1, 0]
    assert "never converge" not in plain(card.reason)
    assert "only where samples of the positive class lie on it" in plain(card.reason)
    assert re.search(r"rests\s+from epoch 2 on", plain(card.text))
    show(hand, offset=True)
    assert card.verdict.text() == "Separable"


def test_what_would_separate_them_is_offered_by_a_button(hand, card):
    data = Dataset([[1.0, 1], [2, 1], [4, 4], [5, 4]], [0, 0, 1, 1])
    show(hand, data, offset=False, epochs=200)
    why = re.sub(" +", " ", plain(card.reason))  # it stands above its button
    assert "Not separable through the origin" in why
    assert card.remedy.text() == "Add the offset b"
    QTest.mouseClick(card.remedy, Qt.MouseButton.LeftButton)
    settled(hand)
    assert hand.session.recipe.offset
    assert card.verdict.text() == "Separable"
    assert not card.remedy.isVisible()
    hand.session.undo_stack.undo()
    assert not hand.session.recipe.offset


@given(
    st.lists(
        st.tuples(*[st.floats(-9, 9, allow_subnormal=False)] * 3),
        min_size=1,
        max_size=4,
    )
)
@example([(1 / 3, 2 / 3, 0.5), (1 / 3, 1 / 7, 0.5)])
def test_updates_of_a_cycle_are_said_to_be_zero_as_they_are_written(drawn):
    changes = [*drawn, tuple(-sum(column) for column in zip(*drawn, strict=True))]
    cycle = Cycle(0, 1, len(changes), tuple(np.array([change]) for change in changes))
    text = cycle_text(cycle, Tape(gallery.xor(), Recipe()))
    numbers, relation = re.search(r"\(w, b\): (.*) ([=≈]) 0\.", text).groups()
    vectors = [
        [Decimal(number) for number in plain_numbers(vector).split(", ")]
        for vector in numbers.strip("()").split(") + (")
    ]
    sums = [sum(column) for column in zip(*vectors, strict=True)]
    assert relation == ("≈" if any(sums) else "=")


def test_one_more_term_is_offered_and_the_cycle_sums_to_zero(hand, card):
    show(hand, Dataset([[0.0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]), offset=True)
    assert card.remedy.text() == "Add x₁·x₂"
    assert "Its updates sum to zero" in card.text.text()
    numbers = re.search(r"\(w, b\): (.*) = 0\.", card.text.text())[1]
    vectors = [
        [float(part.replace("−", "-")) for part in vector.split(", ")]
        for vector in re.findall(r"\(([^)]*)\)", numbers)
    ]
    assert len(vectors) > 1
    assert np.sum(vectors, axis=0).tolist() == [0, 0, 0]
    QTest.mouseClick(card.remedy, Qt.MouseButton.LeftButton)
    settled(hand)
    assert card.verdict.text() == "Separable"


def test_what_a_rate_does_from_a_zero_start_is_told(hand, card, window):
    hand.draw_two_classes()
    settled(hand)
    show(hand, learning_rate=2)
    note = "from a zero start, doubling η only doubles w\u00a0and\u00a0b"
    assert note in card.text.text()
    shown = [
        label.text() for label in window.panel("Set-up").advice.findChildren(QLabel)
    ]
    assert note in shown
    show(hand, offset=False)
    note = note.removesuffix("\u00a0and\u00a0b")
    assert f"{note}:" in card.text.text()
    shown = [
        label.text() for label in window.panel("Set-up").advice.findChildren(QLabel)
    ]
    assert note in shown
    show(hand, learner="adaline")
    assert "only doubles" not in card.text.text()


def test_a_kernel_and_classes_that_learn_together_are_told_of_in_their_own_space(
    window, hand, card, qtbot
):
    show(hand, gallery.xor(), learner="kernel-perceptron")
    assert card.verdict.text() == "Separable in the kernel's features"
    assert "RBF kernel separates all samples that differ" in plain(card.text)
    assert "R = 1.414, γ = 0.4908" in plain(card.text)
    assert "of at most (R/γ)² = 8.301" in plain(card.updates)
    assert card.bar.isVisible()
    assert not card.remedy.isVisible()
    show(hand, kernel="linear")
    assert "Another kernel may separate them" in plain(card.text)
    qtbot.waitUntil(lambda: "kernel's features" in card.outcome.text())
    three = Dataset([[-1, 0], [0, 0], [1, 0]], [0, 1, 2])
    show(hand, three, learner="multiclass-perceptron")
    assert card.verdict.text() == "Separable"
    assert "R = 1.414, γ = 0.3397" in plain(card.text)
    assert "of at most 2 (R/γ)² = 34.67" in plain(card.updates)


def test_in_a_low_window_what_was_asked_for_is_seen_with_its_button(
    nothing_seen, window, hand, qtbot
):
    window.resize(1024, 700)
    session = hand.session
    session.set_data(gallery.xor())
    card = window.panel("Will it converge?")

    def button():
        line = window.findChild(OutcomeLine)
        return None if line is None else line.button

    qtbot.waitUntil(lambda: button() is not None and button().text() == "Why?")
    QTest.mouseClick(button(), Qt.MouseButton.LeftButton)
    parts = (card.outcome, card.verdict, card.remedy)
    qtbot.waitUntil(lambda: all(map(whole, parts)))
    QTest.qWait(500)  # nothing takes the room again
    assert all(map(whole, parts))


def test_why_draws_the_hulls_and_what_no_line_separates(
    nothing_seen, window, hand, qtbot, monkeypatch
):
    """Of XOR the two diagonals cross; of a million they take a tenth of a second."""
    threads = []

    def hull_here(points):
        threads.append(threading.current_thread())
        return hull(points)

    monkeypatch.setattr(hulls, "hull", hull_here)
    X = [[0, 0], [1, 1], [0, 1], [1, 0]]
    hand.session.set_data(Dataset(X, [0, 0, 1, 1]))
    settled(hand)
    layer = window.canvas.plot.layers.find(HullsLayer)
    assert layer.is_empty()
    fate = window.part("Will it converge?")

    def asks_why():
        return fate.line is not None and fate.line.button.text() == "Why?"

    qtbot.waitUntil(asks_why)
    weights, plot = (window.docks[name] for name in ("Weights", "Error per epoch"))
    heights = weights.height(), plot.height()
    QTest.mouseClick(fate.line.button, Qt.MouseButton.LeftButton)
    card = window.panel("Will it converge?")
    qtbot.waitUntil(lambda: card.hulls_box.isVisible() and not layer.is_empty())
    assert {tuple(at) for at in layer.corners[1].tolist()} == {(0, 1), (1, 0)}
    assert layer.against.tolist() == X
    said = "No line has points 1 and 2 (0) on one side and points 3 and 4 (1)"
    assert said in card.reason.text()
    assert card.remedy.isVisible()
    assert len(threads) == 2  # once each, whatever is shown again
    assert threading.main_thread() not in threads
    window.docks["Weights"].raise_()  # afterwards all have their heights again
    qtbot.waitUntil(lambda: (weights.height(), plot.height()) == heights)
    card.hulls_action.trigger()
    assert layer.is_empty()


def test_a_hull_of_any_size_is_the_same_and_of_many_points_quick():
    rng = np.random.default_rng(0)
    few = rng.integers(-9, 10, size=(200, 2)).astype(float)
    for scale in (2.0**-660, 2.0**660):
        np.testing.assert_array_equal(hull(few * scale), hull(few) * scale)
    many = np.tile(few, (50, 1))
    np.testing.assert_array_equal(hull(many), hull(few))


def test_what_is_not_learned_from_is_in_no_hull():
    """A sample of weight 0 amid the other class: separable, and so are the hulls."""
    data = Dataset(
        [[0, 0], [1, 0], [0, 1], [5, 5], [6, 5], [0.2, 0.2]], [0, 0, 0, 1, 1, 1],
        sample_weights=[1, 1, 1, 1, 1, 0],
    )  # fmt: skip
    tape = Tape(data, Recipe())
    tape.extend()
    corners = Hulls.of(diagnosers.diagnose(tape), tape).corners
    assert corners[1].tolist() == [[5, 5], [6, 5]]


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1))
def test_a_hull_has_every_point_and_only_corners(points):
    """Each point is left of all sides; no corner is between its neighbours."""
    corners = hull(np.array(points, float))
    assert {tuple(corner) for corner in corners.tolist()} <= set(points)
    if len(corners) < 3:
        assert len({*points}) == len(corners) or len(corners) == 2
        return
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        for point in points:
            (ux, uy), (vx, vy) = b - a, point - a
            assert ux * vy - uy * vx >= 0
    for a, b, c in zip(
        np.roll(corners, 1, axis=0), corners, np.roll(corners, -1, axis=0), strict=True
    ):
        (ux, uy), (vx, vy) = b - a, c - b
        assert ux * vy - uy * vx > 0
