"""The gallery, by mouse and keys."""

import re
import threading
from threading import Event
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QMessageBox

from engine import Recipe, Tape
from engine.data.gallery import EXAMPLES, Example, example
from engine.errors import UserError
from gui.features.gallery.example_details import ExampleVariant, recipe_words
from gui.features.setup.setting_effects import SettingEffectsRunner
from gui.style.theme import DARK, LIGHT
from gui.widgets.number_slider import NumberSlider

Key, Ctrl, LEFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(hand, qtbot):
    hand.key(Key.Key_G, Ctrl)
    gallery = hand.window.part("Gallery").dialog
    qtbot.waitUntil(lambda: gallery.windowHandle().isExposed())
    return gallery


def choose(dialog, name):
    card = dialog.grid.cards[name]
    dialog.grid.ensureWidgetVisible(card)
    QTest.mouseClick(card, LEFT)


def leave(dialog, hand):
    """Close the gallery; the window has the keys again."""
    dialog.reject()
    hand.window.activateWindow()
    hand.qtbot.waitUntil(hand.window.isActiveWindow)


def open_with(dialog, hand):
    QTest.mouseClick(dialog.open_button, LEFT)
    hand.window.activateWindow()
    hand.qtbot.waitUntil(hand.window.isActiveWindow)


def shown(dialog, qtbot):
    """Wait for what is chosen."""
    qtbot.waitUntil(lambda: dialog.data is not None)
    return dialog.data


def test_the_button_opens_the_gallery(window, qtbot):
    QTest.mouseClick(window.panel("Set-up").data.examples, LEFT)
    assert window.part("Gallery").dialog.isVisible()
    assert set(window.part("Gallery").dialog.grid.cards) == {
        listed.name for listed in EXAMPLES
    }


def test_every_card_gets_its_picture(dialog, qtbot):
    def drawn():
        return [not c.grab().isNull() and c.drawn for c in dialog.grid.cards.values()]

    qtbot.waitUntil(lambda: all(drawn()))


def test_a_double_click_opens(dialog, hand):
    card = dialog.grid.cards["xor"]
    dialog.grid.ensureWidgetVisible(card)
    QTest.mouseClick(card, LEFT)
    QTest.mouseDClick(card, LEFT)
    assert not dialog.isVisible()
    hand.recorded()
    np.testing.assert_array_equal(hand.session.data.X, example("xor").make().X)
    assert hand.session.recipe.features == ("x1", "x2", "x1*x2")


def test_arrows_go_from_card_to_card_and_enter_opens(dialog, hand):
    names = [listed.name for listed in EXAMPLES]
    QTest.keyClick(dialog.search, Key.Key_Down)
    for key, name in ((Key.Key_Right, names[1]), (Key.Key_Down, names[4]),
                      (Key.Key_Left, names[3]), (Key.Key_Up, names[0]),
                      (Key.Key_Up, names[0])):  # fmt: skip
        QTest.keyClick(dialog.focusWidget(), key)
        assert dialog.details.variant.example.name == name
    QTest.keyClick(dialog.focusWidget(), Key.Key_Return)
    assert not dialog.isVisible()
    assert hand.session.data.n_samples == example(names[0]).make().n_samples


def test_one_types_at_once_and_enter_opens_what_fits(dialog, hand):
    QTest.keyClicks(dialog.focusWidget(), "negative")
    QTest.keyClick(dialog.focusWidget(), Key.Key_Return)
    assert not dialog.isVisible()
    assert hand.session.data.n_samples == 2


def test_where_nothing_fits_nothing_is_shown_or_opened(dialog, hand):
    before = hand.session.data
    QTest.keyClicks(dialog.search, "zebra")
    assert not dialog.details.isVisible()
    assert not dialog.open_button.isEnabled()
    QTest.keyClick(dialog.search, Key.Key_Return)
    assert dialog.isVisible()
    assert hand.session.data is before
    dialog.search.clear()
    assert dialog.details.isVisible()
    assert dialog.open_button.isEnabled()


def test_it_begins_with_what_is_seen_at_a_glance(dialog):
    assert in_sight(dialog)[:3] == ["moons", "circles", "xor"]
    assert dialog.details.variant.example.name == "moons"


def test_the_preview_shows_what_is_learned_with_the_set_up(dialog, qtbot):
    plane, data = dialog.details.plane, shown(dialog, qtbot)
    qtbot.waitUntil(lambda: plane.picture.model is not None)
    assert plane.picture.data is data
    assert plane.picture.model.training_error < 0.1  # by a cubic, which moons need
    dialog.details.with_recipe.click()
    assert plane.picture.model is None
    choose(dialog, "iris")  # of four features: samples alone
    shown(dialog, qtbot)
    assert dialog.details.picture.isVisible()
    assert not plane.isVisible()


def test_its_set_up_is_taken_unless_it_is_not_wanted(dialog, hand):
    before = hand.session.recipe
    choose(dialog, "one-mistake-short")
    choose(dialog, "two-negatives")
    dialog.details.with_recipe.click()
    QTest.mouseClick(dialog.open_button, LEFT)
    assert hand.session.recipe == before
    hand.key(Key.Key_G, Ctrl)
    dialog.details.with_recipe.click()
    QTest.mouseClick(dialog.open_button, LEFT)
    assert hand.session.recipe == Recipe(offset=False)
    hand.recorded()
    hand.session.to_end()
    assert hand.session.model.weights.tolist() == [[4, -5, 0]]


def test_one_class_alone_is_counted_as_one(dialog, qtbot):
    facts = dialog.details.facts
    choose(dialog, "two-negatives")
    qtbot.waitUntil(lambda: facts.text() == "2 points · 2 features · 1 class")


def test_settings_and_another_seed_are_those_opened(dialog, hand, qtbot):
    choose(dialog, "moons")
    box = dialog.details.controls["n_samples"].widget
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "30")
    QTest.keyClick(box, Key.Key_Return)
    assert dialog.isVisible()
    QTest.mouseClick(dialog.details.another, LEFT)
    assert shown(dialog, qtbot).n_samples == 30
    assert "30 points" in dialog.details.facts.text()
    QTest.mouseClick(dialog.open_button, LEFT)
    known = example("moons").make(seed=1, n_samples=30)
    np.testing.assert_array_equal(hand.session.data.X, known.X)


def test_noise_has_a_slider_along_which_the_picture_follows(dialog, hand, qtbot):
    choose(dialog, "blobs")
    shown(dialog, qtbot)
    (slider,) = dialog.details.findChildren(NumberSlider)
    box, seen = dialog.details.controls["spread"].widget, []
    for notch in (0, 40, 100):
        slider.setValue(notch)
        seen.append(box.value())
        shown(dialog, qtbot)
        known = example("blobs").make(spread=box.value())
        assert np.array_equal(dialog.details.plane.picture.data.X, known.X)
    assert seen == [0.0, 2.0, 5.0]
    box.setValue(2.5)
    assert slider.value() == 50
    box.setValue(30.0)  # what is typed may be more
    assert (slider.value(), box.value()) == (100, 30.0)


def test_while_the_slider_is_dragged_on_what_was_made_meanwhile_is_seen(
    dialog, qtbot, monkeypatch
):
    choose(dialog, "drift")
    shown(dialog, qtbot)
    (slider,) = dialog.details.findChildren(NumberSlider)
    make, begun = Example.make, []
    gates = {1.5: Event(), 3.0: Event()}

    def made(self, seed=0, **settings):
        if (noise := settings.get("noise")) in gates:
            begun.append(noise)
            assert gates[noise].wait(150)
        return make(self, seed, **settings)

    monkeypatch.setattr(Example, "make", made)
    slider.setValue(50)
    qtbot.waitUntil(lambda: begun == [1.5])
    slider.setValue(100)
    gates[1.5].set()
    qtbot.waitUntil(lambda: begun == [1.5, 3.0])
    gates[3.0].set()
    assert dialog.data is None, "what would be opened is not there yet"
    known = example("drift").make(noise=1.5)
    np.testing.assert_array_equal(dialog.details.plane.picture.data.X, known.X)
    shown(dialog, qtbot)


def test_opening_asks_nothing_and_is_one_undo(dialog, hand, monkeypatch):
    monkeypatch.setattr(QMessageBox, "question", lambda *_: pytest.fail("asked"))
    leave(dialog, hand)
    hand.draw_two_classes()
    hand.session.change(hand.session.recipe.replace(epochs=7), "set epochs")
    hand.recorded()
    hand.session.seek(5)
    drawn, recipe = hand.session.data, hand.session.recipe
    hand.key(Key.Key_G, Ctrl)
    choose(dialog, "xor")
    open_with(dialog, hand)
    hand.recorded()
    assert hand.session.data.n_samples == 4
    assert not hand.window.isWindowModified()
    hand.key(Key.Key_Z, Ctrl)
    assert (hand.session.data, hand.session.recipe) == (drawn, recipe)
    hand.recorded()
    assert hand.session.step == 5
    hand.key(Key.Key_Y, Ctrl)
    assert hand.session.data.n_samples == 4
    assert hand.session.recipe.features is not None
    for _ in range(3):
        hand.key(Key.Key_Z, Ctrl)
    assert hand.session.recipe.epochs == 20
    assert hand.session.data.n_samples == 7


def test_undo_gives_the_file_back(hand, tmp_path, dialog):
    leave(dialog, hand)
    path = tmp_path / "mine.csv"
    path.write_text("x1,x2,class\n0,1,A\n1,0,B\n")
    hand.window.open_file(path)
    hand.qtbot.waitUntil(lambda: hand.session.data.n_samples == 2)
    hand.key(Key.Key_G, Ctrl)
    choose(dialog, "xor")
    open_with(dialog, hand)
    assert hand.window.files.path is None
    assert hand.window.windowTitle().startswith("XOR")
    hand.key(Key.Key_Z, Ctrl)
    assert hand.window.files.path == path
    assert hand.window.windowTitle().startswith("mine.csv")
    assert hand.window.files.may_leave()


def test_a_file_that_would_be_lost_is_asked_about_and_the_gallery_stays(
    dialog, hand, monkeypatch, tmp_path
):
    leave(dialog, hand)
    hand.draw_two_classes()
    assert hand.window.files.save_to(tmp_path / "mine.csv")
    hand.click(0, 3)
    answers = QMessageBox.StandardButton
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.Cancel)
    hand.key(Key.Key_G, Ctrl)
    QTest.mouseClick(dialog.open_button, LEFT)
    assert dialog.isVisible()
    assert hand.session.data.n_samples == 9
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.Discard)
    QTest.mouseClick(dialog.open_button, LEFT)
    assert not dialog.isVisible()
    assert hand.session.data.n_samples == example("moons").make().n_samples


SEEDS = 20
NUMBER = r"([\d,]+)"
SEEN = {
    rf"{NUMBER} updates?": lambda s: s.frame.updates,
    rf"{NUMBER} updates in (\d+) epochs": lambda s: (s.frame.updates, s.frame.epoch),
    rf"converged in epoch {NUMBER}": lambda s: (
        s.frame.epoch if s.tape.reason.startswith("converged") else None
    ),
    rf"{NUMBER} of {NUMBER} stays? wrong": lambda s: (
        round(s.model.training_error * s.data.n_samples),
        s.data.n_samples,
    ),
    rf"validation error {NUMBER} % in epoch {NUMBER}": lambda s: (
        round(100 * s.tape.epochs.validation_error.min()),
        s.tape.epochs.validation_error.argmin() + 1,
    ),
    rf"{NUMBER} % in epoch {NUMBER}": lambda s: (
        round(100 * s.tape.epochs.validation_error[-1]),
        len(s.tape.epochs),
    ),
    rf"{NUMBER} % error in epoch {NUMBER}": lambda s: (
        100 * s.model.training_error,
        len(s.tape.epochs),
    ),
    rf"as for {NUMBER} of {NUMBER} seeds": lambda s: (seeds_without_error(s), SEEDS),
    rf"J = ([\d.]+) in epoch {NUMBER}": lambda s: (
        round(s.tape.epochs.cost[-1], 2),
        len(s.tape.epochs),
    ),
    r"w = \((\S+), (\S+)\)": lambda s: tuple(s.model.coef[0]),
    rf"{', '.join(6 * [NUMBER])} mistakes in the epochs": lambda s: tuple(
        s.tape.epochs.mistakes.tolist()
    ),
}
"""What a caption may say, and what one then sees."""


def seeds_without_error(session):
    """Count the seeds from whose start the set-up learns every sample."""
    ends = []
    for seed in range(SEEDS):
        tape = Tape(session.data, session.recipe.replace(seed=seed))
        tape.extend()
        ends.append(tape.model().training_error)
    return ends.count(0)


def outcomes(text):
    """Cut a caption at its commas, but not within lists of numbers."""
    parts = re.split(r", (?=[^,()]*(?: in epoch| of |w = ))", text)
    return [part for part in parts if part]


def test_what_the_captions_say_is_what_one_then_sees(hand, qtbot):
    """One after the other, also those of which nothing is to be chosen."""
    for listed in EXAMPLES:
        hand.window.activateWindow()
        qtbot.waitUntil(hand.window.isActiveWindow)
        hand.key(Key.Key_G, Ctrl)
        dialog, s = hand.window.part("Gallery").dialog, hand.session
        qtbot.waitUntil(lambda d=dialog: d.windowHandle().isExposed())
        choose(dialog, listed.name)
        data = shown(dialog, qtbot)
        details = dialog.details
        QTest.mouseClick(dialog.open_button, LEFT)
        assert s.data is data
        assert details.recipe_words.text().startswith(recipe_words(s.recipe))
        classes = int((data.counts > 0).sum())
        for count, noun in ((data.n_samples, "point"), (data.n_features, "feature")):
            assert f"{count:,} {noun}" in details.facts.text()
        assert re.search(rf"\b{classes} class", details.facts.text())
        hand.recorded()
        s.to_end()
        for said in outcomes(listed.outcome):
            pattern, see = next(
                (p, see) for p, see in SEEN.items() if re.fullmatch(p, said)
            )
            numbers = re.fullmatch(pattern, said).groups()
            wanted = [float(n.replace(",", "").replace("−", "-")) for n in numbers]
            assert wanted == np.atleast_1d(see(s)).tolist(), (listed.name, said)
        if hand.window.part("Race").window is not None:
            hand.window.part("Race").window.close()  # it would follow all that comes


def test_escape_changes_nothing(dialog, hand):
    choose(dialog, "xor")
    QTest.keyClick(dialog, Key.Key_Escape)
    assert not dialog.isVisible()
    assert hand.session.data.n_samples == 0


def test_the_colours_are_those_of_the_window(dialog, hand):
    card = dialog.grid.cards["xor"]
    assert card.grab().toImage().pixelColor(93, 30).name() == LIGHT.field
    dialog.reject()
    hand.window.appearance.choose("dark")
    hand.window.run("open gallery")
    assert card.grab().toImage().pixelColor(93, 30).name() == DARK.field


@pytest.fixture
def made(monkeypatch):
    """What is made in the thread, in its order; the first waits for `go_on`."""
    names, go_on, make = [], Event(), Example.make

    def making(self, *args, **settings):
        names.append(self.name)
        assert len(names) > 1 or go_on.wait(150)
        return make(self, *args, **settings)

    monkeypatch.setattr(Example, "make", making)
    yield SimpleNamespace(names=names, go_on=go_on)
    go_on.set()


def test_what_is_chosen_is_made_first_but_for_what_takes_no_time(made, hand, qtbot):
    hand.key(Key.Key_G, Ctrl)
    dialog = hand.window.part("Gallery").dialog
    choose(dialog, "moons")
    choose(dialog, "iris")
    made.go_on.set()
    assert shown(dialog, qtbot).n_samples == example("iris").make().n_samples
    quick = [example.name for example in EXAMPLES if not example.by_library]
    assert made.names[: len(quick) + 1] == [*quick, "iris"]
    qtbot.waitUntil(lambda: set(made.names) == set(dialog.grid.cards))


def test_what_cannot_be_made_is_said_and_the_others_are(hand, qtbot, monkeypatch):
    make = Example.make

    def failing(self, *args, **settings):
        if self.name == "xor":
            raise UserError("no xor today")
        return make(self, *args, **settings)

    monkeypatch.setattr(Example, "make", failing)
    hand.key(Key.Key_G, Ctrl)
    dialog = hand.window.part("Gallery").dialog
    choose(dialog, "xor")
    qtbot.waitUntil(lambda: dialog.details.facts.text() == "no xor today")
    QTest.mouseClick(dialog.open_button, LEFT)
    assert dialog.isVisible()
    assert dialog.data is None
    choose(dialog, "moons")
    assert shown(dialog, qtbot).n_samples


def test_closing_the_window_ends_the_making(hand, made, qtbot):
    hand.key(Key.Key_G, Ctrl)
    hand.window.part("Gallery").dialog.reject()
    made.go_on.set()
    assert hand.window.close()
    names = lambda: {thread.name for thread in threading.enumerate()}  # noqa: E731
    qtbot.waitUntil(lambda: "gallery" not in names())


PARAMETERS = [listed for listed in EXAMPLES if listed.parameters]


@given(listed=st.sampled_from(PARAMETERS), seed=st.integers(0, 5), data=st.data())
def test_a_variant_is_the_declared_one_whichever_defaults_are_given(listed, seed, data):
    declared = {parameter.name: parameter.default for parameter in listed.parameters}
    given_names = data.draw(st.sets(st.sampled_from(sorted(declared))))
    variant = ExampleVariant(
        listed, seed, {name: declared[name] for name in given_names}
    )
    assert variant == ExampleVariant(listed, seed)
    assert variant.is_declared == (seed == 0)


def test_what_comes_of_a_set_up_stands_with_it_and_not_with_the_data(dialog):
    choose(dialog, "iris-two-kinds")
    details = dialog.details
    assert "mistakes" not in details.about.text()
    assert details.recipe_words.text().endswith(
        ": 2, 2, 3, 2, 1, 0 mistakes in the epochs"
    )


def in_sight(dialog):
    return [name for name, card in dialog.grid.cards.items() if card.isVisible()]


def test_examples_are_searched_by_their_words(dialog, qtbot):
    everything = in_sight(dialog)
    QTest.keyClicks(dialog.search, "iris")
    names = in_sight(dialog)
    assert 0 < len(names) < len(everything)
    assert "iris" in names
    assert dialog.details.variant.example.name in names
    assert not dialog.nothing.isVisible()
    places = [dialog.grid.cards[name].geometry() for name in names]
    assert all(not a.intersects(b) for a in places for b in places if a is not b)
    dialog.search.setText("zebra")
    assert in_sight(dialog) == []
    assert "zebra" in dialog.nothing.text()
    QTest.mouseClick(dialog.all_button, LEFT)
    assert dialog.search.hasFocus()
    assert in_sight(dialog) == everything


def test_a_title_goes_before_what_is_said_of_another_example(dialog, qtbot):
    """Of the moons it is said that they are half circles."""
    qtbot.keyClicks(dialog.search, "circles")
    assert dialog.grid.cards["circles"].isChecked()


def test_from_the_search_the_keyboard_goes_to_what_was_found(dialog, hand, qtbot):
    QTest.keyClicks(dialog.search, "xor")
    names = in_sight(dialog)
    QTest.keyClick(dialog.search, Key.Key_Down)
    card = dialog.grid.cards[names[0]]
    assert card.hasFocus()
    QTest.keyClick(card, Key.Key_Down)
    assert dialog.details.variant.example.name in names
    leave(dialog, hand)
    hand.key(Key.Key_G, Ctrl)
    assert len(in_sight(dialog)) == len(dialog.grid.cards)


def test_what_an_example_speaks_of_is_seen(dialog, hand, qtbot):
    """The race of batches; why XOR's perceptron never rests; “tick Standardise”."""
    window = hand.window
    choose(dialog, "batch-or-sample")
    open_with(dialog, hand)
    runs = [run.recipe for run in window.part("Race").window.race.runs]
    assert [run.batch_size for run in runs] == [1, 0, 0]
    assert [run.learning_rate for run in runs] == [0.01, 0.003, 0.0034]
    race, cards = window.part("Race").window.race, window.part("Race").window.cards
    qtbot.waitUntil(lambda: all(run.tape and run.tape.finished for run in race.runs))
    names = [card.rate_name for card in cards]
    assert [name.property("role") for name in names] == ["muted", "muted", "warning"]
    assert "η too large" in names[2].text()
    race.seek(8 * 60)
    cost = cards[0].run.tape.epochs.cost[7]
    assert f"cost\u00a0J\u00a0<b>{cost:.3g}</b>" in cards[0].words.text()
    window.part("Race").window.close()
    hand.key(Key.Key_G, Ctrl)
    choose(dialog, "xor-by-a-line")
    open_with(dialog, hand)
    assert not window.part("Race").window.isVisible()
    qtbot.waitUntil(
        lambda: "sum to zero" in window.panel("Will it converge?").text.text()
    )
    box = window.findChild(QCheckBox, "standardise")
    hand.key(Key.Key_G, Ctrl)
    choose(dialog, "unlike-scales")
    open_with(dialog, hand)
    # What is said beneath the controls above it comes later.
    effects = SettingEffectsRunner.of(window.session)
    qtbot.waitUntil(lambda: bool(effects.effects.costs) and not effects.looking)
    qtbot.waitUntil(lambda: box.visibleRegion().boundingRect() == box.rect())


def test_what_is_asked_over_the_gallery_stands_over_it(
    dialog, hand, monkeypatch, tmp_path
):
    """Of the window under it, the keyboard would be nobody's once both are gone."""
    leave(dialog, hand)
    hand.draw_two_classes()
    assert hand.window.files.save_to(tmp_path / "mine.csv")
    hand.click(0, 3)
    parents, discard = [], QMessageBox.StandardButton.Discard
    monkeypatch.setattr(
        QMessageBox, "question", lambda over, *_: parents.append(over) or discard
    )
    hand.key(Key.Key_G, Ctrl)
    QTest.mouseClick(dialog.open_button, LEFT)
    assert parents == [dialog]
