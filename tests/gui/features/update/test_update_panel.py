"""The step in formulas: what is shown and copied."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine import Dataset, Recipe, Tape
from engine.learners import learners
from engine.learners.latex import pieces
from engine.steps.explanation import explain
from engine.steps.formula_lines import FormulaLine
from engine.steps.step_formulas import as_latex, as_text, step_lines
from engine.steps.verdict import verdict
from gui.features.update.step_text import step_text
from gui.style.formula_rendering import Typesetter, math_family, needs_picture
from gui.style.text import number
from gui.style.theme import DARK, LIGHT
from gui.widgets.formula_sheet import FormulaSheet


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (-0.0, "0"), (1, "1"), (-2.52, "−2.52"), (1 / 3, "0.33333"),
        (123456, "123456"), (12345.678, "12346"), (100, "100"), (9.99999, "10"),
        (0.00012345678, "0.00012346"), (1e-5, "1·10⁻⁵"), (5.973e16, "5.973·10¹⁶"),
        (-2e-7, "−2·10⁻⁷"), (float("inf"), "∞"), (0.153, "0.153"),
    ],
)  # fmt: skip
def test_numbers_keep_five_digits(value, text):
    assert number(value) == text


def shown(window):
    panel = window.panel("This update")
    sheets = [sheet for sheet in (panel.head, panel.sheet) if not sheet.isHidden()]
    return [line for sheet in sheets for line in sheet.lines]


def at_an_update(hand):
    hand.draw_two_classes()
    hand.session.seek(hand.session.tape.next_update(0))


def explained(session):
    return explain(session.tape, session.frame)


def told(session):
    """Give what it comes to, then the lines; the condition says it no second time."""
    step = explained(session)
    text, tone = verdict(step)
    lines = [
        line._replace(note="") if line.row == "check" else line
        for line in step_lines(step)
    ]
    return [FormulaLine("verdict", "", text, tone), *lines]


def test_the_panel_follows_the_playhead(window, hand):
    hand.draw_two_classes()
    assert not shown(window)
    assert not window.panel("This update").sheet.isVisible()
    for step in (1, 2, 3, 2):
        hand.session.seek(step)
        lines = told(hand.session)
        further = [line for line in lines if line.row == "now"][1:]
        further += [line for line in lines if line.tex == r"\eta = 1"]
        assert shown(window) == [line for line in lines if line not in further]
        assert not window.panel("This update").outputs.isVisible()
    hand.session.seek(hand.session.tape.next_update(0))
    details = window.panel("This update").details
    for all_told in (True, False):
        QTest.mouseClick(details, Qt.MouseButton.LeftButton)
        whole = told(hand.session)
        assert (shown(window) == whole) == all_told
    hand.session.seek(0)
    assert not window.panel("This update").sheet.isVisible()
    assert not any(a.isEnabled() for a in window.panel("This update").copy_actions)


def test_a_hidden_panel_rests_and_catches_up(window, hand):
    dock = next(d for d in window.docks.all if d.content is window.panel("This update"))
    hand.draw_two_classes()
    hand.session.seek(1)
    before = shown(window)
    dock.hide()
    hand.session.seek(2)
    assert shown(window) == before
    dock.show()
    assert shown(window) == told(hand.session) != before


def test_the_step_is_copied_as_latex_by_its_key(window, hand):
    at_an_update(hand)
    hand.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier
             | Qt.KeyboardModifier.ShiftModifier)  # fmt: skip
    assert QGuiApplication.clipboard().text() == as_latex(explained(hand.session))
    assert "copied as LaTeX" in window.panel("Playback").message.words.text()


def test_the_step_is_copied_by_its_key_with_the_card_closed(window, hand):
    dock = next(d for d in window.docks.all if d.content is window.panel("This update"))
    hand.draw_two_classes()
    hand.session.seek(0)
    dock.hide()
    hand.session.seek(2)
    hand.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier
             | Qt.KeyboardModifier.ShiftModifier)  # fmt: skip
    assert QGuiApplication.clipboard().text() == as_latex(explained(hand.session))


def test_the_step_is_copied_as_text_from_the_card(window, hand):
    at_an_update(hand)
    menu = window.panel("This update").tool.menu()
    menu.actions()[1].trigger()  # offscreen, a menu that pops up warns
    assert QGuiApplication.clipboard().text() == as_text(explained(hand.session))


def test_fractions_are_set_when_the_playhead_rests(window, hand, qtbot):
    hand.draw_two_classes()
    hand.session.set_recipe(hand.session.recipe.replace(schedule="inverse"))
    hand.recorded()
    hand.session.seek(hand.session.tape.next_update(0))
    sheet = window.panel("This update").sheet

    def pictures():
        return [
            placed for placed in sheet.placed_pieces if placed.piece.picture is not None
        ]

    assert not pictures()
    qtbot.waitUntil(lambda: len(pictures()) == 2)
    for placed in pictures():
        assert (
            0
            <= placed.x
            <= placed.x + placed.piece.width * placed.scale
            <= sheet.width()
        )
        assert 0 <= placed.y < sheet.height()


@pytest.mark.parametrize("width", [200, 260, 340])
def test_nothing_sticks_out_of_a_narrow_card(window, hand, width):
    at_an_update(hand)
    hand.session.set_recipe(hand.session.recipe.replace(squares=True, standardise=True))
    hand.recorded()
    hand.session.seek(hand.session.tape.next_update(0))
    sheet = window.panel("This update").sheet
    sheet.resize(width, 400)
    for placed in sheet.placed_pieces:
        assert placed.x + placed.piece.width * placed.scale <= width + 1


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("learner", "outcome"), [
    ("perceptron", "→ no change"), ("linear-svm", "→ w only shrinks"),
])  # fmt: skip
def test_what_follows_a_check_is_not_torn_between_two_lines(learner, outcome):
    tape = Tape(Dataset([[0.0, 1], [1, 0], [0, 2]], [0, 1, 0]), Recipe(learner))
    tape.extend()
    sheet = FormulaSheet(LIGHT)
    sheet.show_lines(step_lines(explain(tape, tape.frame(tape.steps))), ["A", "B"])
    for width in range(210, 420, 10):
        sheet.resize(width, 10)
        texts = [
            placed.piece.text.replace("\u00a0", " ") for placed in sheet.placed_pieces
        ]
        assert outcome in texts
        assert any(text.startswith("point 3") for text in texts)  # nor a point's number


@pytest.mark.usefixtures("qapp")
@settings(max_examples=25)
@given(
    learner=st.sampled_from(["perceptron", "passive-aggressive", "linear-svm"]),
    powers=st.lists(st.integers(-9, 9), min_size=1, max_size=7),
    k=st.integers(2, 9),
    width=st.integers(210, 420),
    seed=st.integers(0, 99),
)
def test_no_two_parts_of_a_formula_share_a_place(learner, powers, k, width, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(3 * k, len(powers))) * 10.0 ** np.array(powers)
    tape = Tape(Dataset(X, np.arange(3 * k) % k), Recipe(learner, epochs=2))
    tape.extend()
    sheet = FormulaSheet(LIGHT)
    sheet.resize(width, 10)
    names = [f"class {i} with a long name" for i in range(k)]
    for step in (1, tape.steps // 2, tape.steps):
        sheet.show_lines(step_lines(explain(tape, tape.frame(step))), names)
        room = QRectF(-0.5, -1, width + 1, sheet.minimumHeight() + 2)
        rects = [
            placed.rect.adjusted(0.5, 0.5, -0.5, -0.5) for placed in sheet.placed_pieces
        ]
        assert all(room.contains(rect) for rect in rects)
        left, top, right, bottom = np.array([rect.getCoords() for rect in rects]).T
        begins_before = (left[:, None] < right) & (top[:, None] < bottom)
        assert not np.triu(begins_before & begins_before.T, 1).any()
        assert all(placed.scale > 0.6 for placed in sheet.placed_pieces)  # to be read


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("rule", learners().values(), ids=learners())
def test_every_learners_formulas_can_be_set(rule):
    setter = Typesetter()
    for line in rule.formula_lines():
        for piece in pieces(line):
            picture = setter.picture(piece, 14, LIGHT.ink, 2.0, make=True)
            assert picture is not None, piece
            assert picture.pixmap.width() == pytest.approx(2 * picture.width, abs=1)
            assert 0 < picture.ascent < 60
            assert not picture.pixmap.toImage().allGray() or picture.width > 2


@pytest.mark.usefixtures("qapp")
def test_what_cannot_be_set_stays_text():
    setter = Typesetter()
    assert needs_picture(r"\frac{1}{2}")
    assert not needs_picture("w + 1")
    key = (r"\frac{1}{", 14, DARK.ink, 1.0)
    assert not setter.ready(*key)
    assert setter.picture(*key, make=True) is None
    assert setter.ready(*key)


@pytest.mark.usefixtures("qapp")
def test_the_font_of_mathematics_comes_with_the_library():
    assert "Math" in math_family()


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        (None, "2 of 4 points are wrong"),
        ([1, 1, 7, 1], "2 of 4 points are wrong"),
        ([1, 1, 0, 1], "1 of 3 points is wrong"),
    ],
)
def test_points_wrong_by_hand_are_counted_whatever_their_weight(
    window, hand, weights, said
):
    X, y = [[-1.0, 0], [1, 0], [2, 0], [-2, 0]], [-1, 1, -1, 1]
    recipe = Recipe("manual-neuron", start=((1, 0, 0),))
    hand.session.begin(Dataset(X, y, sample_weights=weights), recipe)
    hand.recorded()
    text = window.panel("This update").message.text()
    assert said in text
    assert ("training error, by the points’ weights" in text) == (weights is not None)
    if weights == [1, 1, 7, 1]:
        assert "80" in text


def test_a_sample_is_spoken_of_by_its_name(window, hand, qtbot):
    names = ["<b>avocado</b> $x$ & y", "", "c"]
    data = Dataset([[1.0, 2], [3, 1], [0, 1]], ["p", "q", "q"], sample_names=names)
    hand.session.begin(data)
    hand.recorded()
    hand.session.seek(1)
    called = "point 1, <b>avocado</b> $x$ & y"
    qtbot.waitUntil(lambda: any(called in line.note for line in shown(window)))
    assert called in as_text(explained(hand.session))
    text = r"{<}\text{b}{>}\text{avocado}{<}\text{/b}{>}\text{ }\$\text{x}\$\text{ }\&"
    assert text in as_latex(explained(hand.session))
    tip = window.panel("This update").caption.toolTip()
    assert called in tip.replace("\N{WORD JOINER}", "")
    assert "<b>" not in tip
    hand.session.seek(2)
    qtbot.waitUntil(lambda: any(line.note == "q, point 2" for line in shown(window)))


def test_one_step_that_fills_the_screen_is_enough_to_measure(window, hand, monkeypatch):
    classes = np.arange(40)
    X = np.column_stack([np.cos(classes), np.sin(classes)])
    hand.session.begin(Dataset(X, classes), Recipe(epochs=1))
    hand.recorded()
    panel, written = window.panel("This update"), []
    monkeypatch.setattr(
        "gui.features.update.update_panel.step_text",
        lambda tape, step, **how: written.append(step) or step_text(tape, step, **how),
    )
    assert panel.height_for_run(340) >= panel.screen().geometry().height()
    assert len(written) == 1
