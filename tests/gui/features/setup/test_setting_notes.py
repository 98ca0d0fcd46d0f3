"""What stands beneath λ and beneath “Standardise”: the numbers of the run itself."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.diagnosis.conditioning import standardisation_effect
from engine.errors import never
from engine.evaluation.batch_costs import BatchCost
from engine.evaluation.regularisation import WeightLengths, weight_lengths
from engine.training.safe_rates import SafeRate
from gui.features.setup.setting_effects import SettingEffectsRunner
from gui.features.setup.setting_notes import (
    NEVER_LARGER,
    NOT_THERE_YET,
    batch_note,
    standardise_note,
    strength_note,
)
from gui.session.diagnosis import DiagnosisRunner
from tests.gui.conftest import plain_numbers

SVM = Recipe("linear-svm")


def plain(text):
    return re.sub(r"<[^>]+>|&nbsp;", " ", text).replace("\N{WORD JOINER}", "")


def bold_numbers(text):
    return [float(value) for value in re.findall("<b>(.*?)</b>", plain_numbers(text))]


def numbers(text):
    written = re.findall(r"[-\d.]+(?:e[-\d]+)?|∞", plain_numbers(text))
    return [float(number.replace("∞", "inf")) for number in written]


def settled(hand):
    hand.recorded()
    window = hand.window
    hand.qtbot.waitUntil(
        lambda: (
            not (
                SettingEffectsRunner.of(window.session).looking
                or DiagnosisRunner.of(window.session).looking
            )
        ),
    )


def note(section, begin):
    for label in section.findChildren(QLabel):
        if begin in label.text() and label.isVisibleTo(section):
            return label
    return None


@given(
    st.lists(st.floats(1e-9, 1e6), min_size=1, max_size=3, unique=True),
    st.lists(st.floats(0, 1e9), min_size=3, max_size=3),
)
def test_larger_strengths_are_said_to_make_shorter_weights_only_if_they_do(
    strengths, lengths
):
    each = tuple((length,) for length in lengths[: len(strengths)])
    effect = WeightLengths(tuple(sorted(strengths)), each, 0)
    text, _ = strength_note(effect, SVM)
    change = np.diff(effect.lengths)
    ordered = all(change < 0)
    assert ("larger λ → smaller ‖w‖ → wider margin" in text) == (
        ordered and len(strengths) > 1
    )
    if NOT_THERE_YET in text:
        assert any(change > 0)
    elif NEVER_LARGER in text:
        assert all(change <= 1e-9 * np.add(effect.lengths[:-1], 1.1))
    first, second, third = re.findall("<tr>.*?</tr>", text)
    assert "margin&nbsp;" in third
    rows = (effect.strengths, effect.lengths, effect.margins[0])
    for row, values in zip((first, second, third), rows, strict=True):
        cells = re.findall("<td align=right>(.*?)</td>", row)
        shown = [number for cell in cells for number in numbers(plain(cell))]
        assert shown == pytest.approx(list(values), rel=6e-3)


def test_beneath_lambda_stand_the_three_numbers_of_the_run(window, hand):
    data = gallery.example("noisy-clusters").make()
    hand.session.begin(data, Recipe("linear-svm", strength=0.1))
    settled(hand)
    shown = note(window.panel("Set-up").advice, "larger λ")
    assert "wider margin" in shown.text()
    hand.session.to_end()
    length = np.linalg.norm(hand.session.model.coef)
    bold = bold_numbers(shown.text())
    assert bold == pytest.approx([0.1, length, 1 / length], rel=5e-3)
    hand.session.change(hand.session.recipe.replace(strength=1.0), "set λ")
    settled(hand)
    shown = note(window.panel("Set-up").advice, "larger λ")
    after = bold_numbers(shown.text())
    assert after[0] == 1.0
    assert after[1] < bold[1]
    assert after[2] > bold[2]
    hand.session.change(Recipe("perceptron"), "choose")
    settled(hand)
    assert note(window.panel("Set-up").advice, "larger λ") is None


def test_what_was_said_of_a_learner_is_not_said_of_the_next(window, hand):
    """Nor while something is still looked for."""
    hand.session.begin(gallery.separable(), Recipe("adaline", learning_rate=5.0))
    settled(hand)
    # Of single samples it is not known that a larger η is too large.
    said = note(window.panel("Set-up").advice, "safe below")
    assert said.property("role") == "warning"
    hand.session.change(Recipe("perceptron"), "choose")
    assert DiagnosisRunner.of(window.session).looking
    assert note(window.panel("Set-up").advice, "safe below") is None


@pytest.mark.parametrize("classes", [3, 6])
def test_of_several_classes_each_has_a_margin_of_its_own(classes):
    rng = np.random.default_rng(1)
    y = np.arange(60) % classes
    X = rng.normal(size=(60, 2)) + 4 * np.column_stack([np.cos(y), np.sin(y)])
    data = Dataset(X, y, class_names=[*"ab<def"][:classes])
    tape = Tape(data, Recipe("linear-svm", strength=0.1))
    tape.extend()
    text, why = strength_note(weight_lengths(tape, never), tape.recipe)
    bold = bold_numbers(text)
    margins = 1 / np.linalg.norm(tape.model().coef, axis=1)
    if classes == 3:
        assert bold[2:] == pytest.approx(margins, rel=5e-3)
        assert re.findall("<td>(.*?)&nbsp;", text)[2:] == ["margin", "a", "b", "&lt;"]
    else:
        assert bold[2:] == pytest.approx([margins.min()], rel=5e-3)
        assert "least margin" in text
    assert "one class against the rest" in why
    assert "all classes together" in why


def test_a_run_that_is_recorded_for_long_is_told_of_when_it_has_ended(window, hand):
    recipe = Recipe("linear-svm", epochs=20_000)
    hand.session.begin(gallery.two_clusters(), recipe)
    settled(hand)
    assert SettingEffectsRunner.of(window.session).effects.lengths.strengths == (
        0.01,
        0.1,
        1.0,
    )
    hand.session.begin(gallery.empty(), recipe)
    assert SettingEffectsRunner.of(window.session).effects.lengths is None


@pytest.mark.parametrize("batch", [0, 1])
@pytest.mark.parametrize("standardise", [False, True])
def test_beneath_standardise_stands_what_it_does(window, hand, batch, standardise):
    data = gallery.example("iris-two-kinds").make()
    recipe = Recipe(
        "adaline", batch_size=batch, standardise=standardise, learning_rate=1e-4
    )
    hand.session.begin(data, recipe)
    settled(hand)
    text = note(window.panel("Set-up").advice, "κ of XᵀX").text()
    both = standardisation_effect(data, recipe)
    both = (both.plain, both.standardised)
    shown = [numbers(plain(line)) for line in text.split("<br>")[1:]]
    assert shown == [
        pytest.approx([conditioning.condition for conditioning in both], rel=5e-3),
        pytest.approx(
            [conditioning.limits.safe.value for conditioning in both], rel=5e-3
        ),
        pytest.approx(
            [conditioning.epochs_to_halve for conditioning in both], rel=5e-3
        ),
    ]
    for line in text.split("<br>")[1:]:
        bold = re.search("<b>(.*?)</b>", line)[1]
        assert numbers(bold) == [numbers(plain(line))[standardise]]
    assert ("tick Standardise" in text) == (not standardise)
    of_rate = note(window.panel("Set-up").advice, "2/")
    assert "λmax is the largest eigenvalue" in of_rate.toolTip()
    hand.session.change(Recipe("perceptron"), "choose")
    settled(hand)
    assert note(window.panel("Set-up").advice, "κ of XᵀX") is None


def test_of_a_direction_that_is_not_determined_no_epochs_are_told():
    data = gallery.two_negatives()
    recipe = Recipe("adaline")
    text, _ = standardise_note(standardisation_effect(data, recipe), recipe)
    assert "the samples leave a direction of w undetermined" in text
    assert "halved" not in text


def test_beneath_the_batch_size_stand_the_costs_of_batch_and_stochastic(window, hand):
    recipe = Recipe("adaline", learning_rate=0.01, batch_size=0, epochs=9)
    hand.session.begin(gallery.separable(), recipe)
    settled(hand)
    shown = note(window.panel("Set-up").advice, "cost J at the end").text()
    _, stochastic, full = map(plain, shown.split("<br>"))
    assert "<b>full batch" in shown
    cost = hand.session.tape.epochs.cost[-1]
    assert numbers(full)[0] == pytest.approx(cost, rel=1e-3)
    safe = DiagnosisRunner.of(window.session).rates.safe.value
    assert safe < 0.01
    assert numbers(full)[1] == pytest.approx(safe, rel=5e-3)
    hand.session.change(recipe.replace(batch_size=1), "set")
    settled(hand)
    cost = hand.session.tape.epochs.cost[-1]
    assert numbers(stochastic) == pytest.approx([cost], rel=1e-3)
    assert note(window.panel("Set-up").advice, "cost J at the end") is None


@given(st.floats(1e-6, 10), st.sampled_from([None, 0.0, 3.14]), st.floats(1e-6, 10))
def test_a_safe_rate_is_named_where_the_rate_is_too_large(rate, cost, safe):
    batch_cost = BatchCost(0, True, cost, SafeRate("2/λmax", safe))
    recipe = Recipe("adaline", learning_rate=rate, batch_size=0)
    text, _ = batch_note([batch_cost], recipe)
    assert not batch_note([batch_cost], recipe.replace(batch_size=1))[0]
    assert ("safe η below" in text) == (rate >= safe)
    assert ("diverges" in text) == (cost is None)


TERMS = st.sampled_from([None, "x1", "x1,x2,x1*x2", "x1^2,x2", "sin(x1),x2^3"])


def test_the_margins_of_three_classes_have_room_at_the_usual_width(window, hand):
    hand.session.begin(gallery.example("iris").make(), Recipe("linear-svm"))
    settled(hand)
    shown = note(window.panel("Set-up").advice, "setosa")
    assert "versicolor" in shown.text()
    table = QTextDocument(defaultFont=shown.font())
    table.setDocumentMargin(0)
    table.setHtml("".join(shown.text().partition("<table")[1:]))
    assert table.idealWidth() <= shown.contentsRect().width()


def test_samples_sorted_by_class_are_to_be_shuffled(window, hand):
    advice = window.panel("Set-up").advice
    hand.session.begin(gallery.example("iris-two-kinds").make(), Recipe())
    hand.recorded()
    assert note(advice, "class after class")
    hand.session.change(hand.session.recipe.replace(order="shuffled"), "order")
    hand.recorded()
    assert note(advice, "class after class") is None
