"""The features in the set-up panel: buttons, list, degree, and what is typed."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPicture
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QStyle, QStyleOptionFrame

from engine import Dataset, Recipe
from engine.data import gallery
from engine.data.class_edits import recolour_class

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(window):
    features = window.panel("Set-up").features
    if not features.more.isChecked():
        features.more.click()
    return features


def has_ticks(axis):
    picture = QPicture()
    painter = QPainter(picture)
    _, ticks, texts = axis.generateDrawSpecs(painter)
    painter.end()
    return bool(ticks or texts)


def buttons(panel):
    QApplication.processEvents()
    shown = [b for b in panel.grid.buttons.values() if b.isVisible()]
    return {b.text(): b for b in shown}


def pressed(panel):
    return {text for text, b in buttons(panel).items() if b.isChecked()}


def press(panel, *texts):
    for text in texts:
        button = buttons(panel)[text]
        QTest.mouseClick(button, LEFT, pos=button.rect().center())


def typed(panel, text):
    QTest.mouseClick(panel.line.edit, LEFT)
    panel.line.edit.clear()
    QTest.keyClicks(panel.line.edit, text)
    QTest.keyClick(panel.line.edit, Key.Key_Return)


def click_row(panel, name):
    (item,) = panel.list.list.findItems(name, Qt.MatchFlag.MatchExactly)
    panel.list.list.scrollToItem(item)
    at = panel.list.list.visualItemRect(item).center()
    QTest.mouseClick(panel.list.list.viewport(), LEFT, pos=at)


def rows(panel):
    items = [panel.list.list.item(i) for i in range(panel.list.list.count())]
    return {i.text(): i.checkState() == Qt.CheckState.Checked for i in items}


def example(window, title):
    (chosen,) = [
        candidate for candidate in gallery.EXAMPLES if candidate.title == title
    ]
    window.files.begin_with(chosen.make())


def many(n, n_samples=40):
    X = np.random.default_rng(n).normal(0, 1, (n_samples, n))
    return Dataset(X, X[:, 0] > 0, feature_names=[f"m{j}" for j in range(n)])


# One and two features


def test_two_features_have_their_buttons(panel):
    names = "x₁ x₂ x₁·x₂ x₁² x₂² x₁³ x₂³ sin_x₁ sin_x₂"
    assert list(buttons(panel)) == [n.replace("_", " ") for n in names.split()]
    assert pressed(panel) == {"x₁", "x₂"}
    assert panel.caption.text() == ""


def test_what_is_used_less_is_unfolded_while_it_is_in_use(window, hand):
    panel = window.panel("Set-up").features
    assert list(buttons(panel)) == ["x₁", "x₂", "x₁·x₂", "x₁²", "x₂²"]
    assert not panel.line.isVisible()
    assert not panel.control("standardise").isVisible()
    for changed in ({"features": ("x1", "x1^3")}, {"standardise": True}):
        before = hand.session.recipe
        hand.session.set_recipe(before.replace(**changed))
        assert "sin x₁" in buttons(panel)
        assert panel.line.isVisible()
        assert panel.control("standardise").isVisible()
        QTest.mouseClick(panel.more, LEFT)
        assert panel.line.isVisible(), "it is in use"
        hand.session.set_recipe(before)
        assert panel.line.isVisible(), "nothing goes under the mouse"
        QTest.mouseClick(panel.more, LEFT)
        assert not panel.line.isVisible()


def test_what_nobody_unfolded_is_folded_again_for_other_data(window, hand):
    panel, given = window.panel("Set-up").features, many(2)
    cube = Recipe(features=("m0", "m0^3"))
    for go_on in (lambda: window.session.begin(given, Recipe()), window.reset):
        window.session.begin(given, cube)
        assert panel.line.isVisible(), "it is in use"
        window.session.begin(given)
        assert panel.line.isVisible(), "it still is"
        go_on()
        assert not panel.line.isVisible()
    QTest.mouseClick(panel.more, LEFT)
    window.session.begin(given, Recipe())
    assert panel.line.isVisible(), "a person unfolded it"
    QTest.mouseClick(panel.more, LEFT)
    hand.recorded()


def test_a_button_has_the_map_of_its_term_beside_a_text_that_is_read_whole(
    window, hand, panel, qapp
):
    hand.session.begin(Dataset([[-2.0, -1.0], [2.0, 3.0]], ["a", "b"]))
    theme = window.appearance.theme

    def looked_at(button):
        image = button.grab().toImage()
        places = range(5, 5 + button.map_side)
        row = [image.pixelColor(x, button.height() // 2).name() for x in places]
        return row[0], row[-1]

    shown = buttons(panel)
    first, last = looked_at(shown["x₁"])
    assert (first, last) == (theme.classes[0], theme.classes[1])
    assert looked_at(shown["x₁²"]) == (last, last)
    hand.session.edit(recolour_class(hand.session.data, 0, 4), "recolour")
    qapp.processEvents()
    assert looked_at(shown["x₁"]) == (theme.classes[4], last)
    hand.session.begin(Dataset([[2.0, -1.0], [9.0, 3.0]], ["a", "b"]))
    qapp.processEvents()
    assert looked_at(shown["x₁"])[1] == last != looked_at(shown["x₁"])[0] != first
    typed(panel, "x1^2*x2")
    for width in (236, 200, 150):
        panel.grid.resize(width, panel.grid.height())
        QApplication.processEvents()
        for text, button in buttons(panel).items():
            advance = button.fontMetrics().horizontalAdvance(text)
            assert button.map_side >= 10, (width, text)
            assert advance + button.map_side + 14 <= button.width(), (width, text)
    hand.recorded()


def test_any_subset_is_learned_from(window, hand, panel):
    hand.draw_two_classes()
    press(panel, "sin x₂", "x₂", "x₁·x₂")
    assert hand.session.recipe.features == ("x1", "x1*x2", "sin(x2)")
    hand.recorded()
    assert hand.session.model.features.names == ("x1", "x1*x2", "sin(x2)")
    press(panel, "sin x₂", "x₁·x₂", "x₂")
    assert hand.session.recipe.features is None
    hand.recorded()
    assert hand.session.frame.weights.shape == (1, 3)


def test_the_last_term_stays_and_the_panel_says_so(window, hand, panel):
    hand.draw_two_classes()
    press(panel, "x₁")
    assert panel.message.isHidden()
    press(panel, "x₂")
    assert pressed(panel) == {"x₂"}
    assert hand.session.recipe.features == ("x2",)
    assert "must stay" in panel.message.text()
    assert panel.message.isVisible()
    press(panel, "x₁²")
    assert panel.message.isHidden()


def test_squares_of_a_recipe_are_pressed_and_can_be_let_go(window, panel):
    session = window.session
    session.set_recipe(session.recipe.replace(squares=True))
    assert pressed(panel) == {"x₁", "x₂", "x₁²", "x₂²"}
    press(panel, "x₁²")
    assert pressed(panel) == {"x₁", "x₂", "x₂²"}
    assert (session.recipe.features, session.recipe.squares) == (
        ("x1", "x2", "x2^2"), False,
    )  # fmt: skip


def test_three_points_on_a_line_separate_with_the_square(window, hand, panel):
    example(window, "Three points on a line")
    hand.recorded()
    assert list(buttons(panel)) == ["x₁", "x₁²", "x₁³", "sin x₁"]
    hand.key(Key.Key_End)
    assert hand.session.model.training_error > 0
    press(panel, "x₁²")
    hand.recorded()
    hand.key(Key.Key_Home)
    hand.session.set_speed(1000.0)
    hand.key(Key.Key_Space)
    hand.qtbot.waitUntil(lambda: hand.session.step == hand.session.last > 0)
    assert "training error 0.0 %" in window.panel("Playback").strip.now.in_full()
    assert "converged" in window.panel("Playback").strip.now.in_full()


def test_xor_rests_with_the_product_only(window, hand, panel):
    example(window, "XOR by a product")
    hand.recorded()
    assert not hand.session.tape.converged
    press(panel, "x₁·x₂")
    hand.recorded()
    assert hand.session.tape.converged


def test_a_button_tells_its_formula(window, panel):
    assert "φ = x₁²: the square of x₁" in buttons(panel)["x₁²"].toolTip()
    assert "XOR" in buttons(panel)["x₁·x₂"].toolTip()
    window.session.set_data(Dataset([[1, 2]], [0], feature_names=["length", "width"]))
    assert "the square of width" in buttons(panel)["x₂²"].toolTip()
    assert "sine of length" in buttons(panel)["sin x₁"].toolTip()


def test_short_names_stand_on_the_buttons_and_long_ones_above_them(window, panel):
    window.session.set_data(Dataset([[1, 2]], [0], feature_names=["p", "q"]))
    assert {"p", "q²", "p·q", "sin p"} < set(buttons(panel))
    window.session.set_data(Dataset([[1, 2]], [0], feature_names=["length", "width"]))
    assert {"x₁", "x₂²"} < set(buttons(panel))
    legend = [
        label.text() for label in panel.grid.findChildren(QLabel) if label.isVisible()
    ]
    assert legend == ["x₁ length", "x₂ width"]
    press(panel, "x₂²")
    assert window.session.recipe.features == ("length", "width", "width^2")


def test_a_click_on_a_term_leaves_space_to_play(window, hand, panel):
    hand.draw_two_classes()
    press(panel, "x₁²")
    hand.recorded()
    hand.key(Key.Key_Space)
    assert hand.session.playing
    assert "x₁²" in pressed(panel)


def test_space_toggles_a_term_reached_by_keyboard(window, hand, panel):
    hand.draw_two_classes()
    button = buttons(panel)["x₁²"]
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Key.Key_Space)
    assert "x₁²" in pressed(panel)
    assert not hand.session.playing


# Typed terms


def test_a_typed_term_is_a_button_that_a_click_removes(window, hand, panel):
    hand.draw_two_classes()
    typed(panel, "x1^2 * x2")
    assert pressed(panel) == {"x₁", "x₂", "x₁²·x₂"}
    assert panel.line.edit.text() == ""
    assert not panel.line.edit.hasFocus()
    assert not hand.session.playing
    hand.recorded()
    assert hand.session.model.features.names == ("x1", "x2", "x1^2*x2")
    press(panel, "x₁²·x₂")
    assert "x₁²·x₂" not in buttons(panel)
    assert hand.session.recipe.features is None


def test_a_typed_term_that_is_offered_is_pressed(panel):
    typed(panel, "x1*x1")
    assert pressed(panel) == {"x₁", "x₂", "x₁²"}
    assert len(buttons(panel)) == 9


def test_what_is_not_understood_is_said_under_the_line(window, panel):
    before = window.session.recipe
    for text, word in (
        ("x1+x2", "“x1+x2” is not known: use x1 … x2"),
        ("x3", "“x3” is not known"),
        ("x1^12", "a power must be 1 to 9"),
        ("x1", "x₁ is chosen already"),
        ("x1^1", "is chosen already"),
    ):
        typed(panel, text)
        assert word in panel.line.error.text()
        assert panel.line.error.isVisible()
        assert panel.line.edit.text() == text
        assert window.session.recipe == before
        QTest.keyClicks(panel.line.edit, "2")
        assert panel.line.error.isHidden()
        QTest.keyClick(panel.line.edit, Key.Key_Escape)
        assert panel.line.edit.text() == ""


def test_a_degree_for_two_features_adds_the_missing_products(window, panel):
    panel.degree.stepUp()
    assert pressed(panel) == {"x₁", "x₂", "x₁²", "x₁·x₂", "x₂²"}
    panel.degree.stepUp()
    assert {"x₁²·x₂", "x₁·x₂²"} < pressed(panel)
    assert panel.caption.text() == "9 terms"
    press(panel, "x₁³")
    assert panel.degree.value() == 2
    panel.degree.stepDown()
    assert panel.degree.value() == 1
    # What was not part of the polynomial stays.
    assert pressed(panel) == {"x₁", "x₂", "x₂³", "x₁²·x₂", "x₁·x₂²"}


def test_products_of_a_high_degree_need_no_buttons(window, panel):
    panel.degree.setValue(9)
    assert len(window.session.recipe.features) == 54
    assert len(buttons(panel)) == 9
    typed(panel, "sin(x1)*x2")
    assert len(buttons(panel)) == 10
    assert panel.caption.text() == "55 terms"
    panel.degree.setValue(1)
    assert pressed(panel) == {"x₁", "x₂", "sin(x₁)·x₂"}


# Many features


def test_iris_has_a_list_and_a_degree(window, hand, panel):
    example(window, "Fisher's Iris")
    hand.recorded()
    assert not buttons(panel)
    names = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    assert rows(panel) == dict.fromkeys(names, True)
    panel.degree.stepUp()
    assert panel.caption.text() == "14 terms"
    hand.recorded()
    assert hand.session.frame.weights.shape == (3, 15)
    click_row(panel, "sepal_width")
    click_row(panel, "petal_width")
    assert window.session.recipe.features == (
        "sepal_length", "petal_length", "sepal_length^2",
        "sepal_length*petal_length", "petal_length^2",
    )  # fmt: skip
    assert panel.degree.value() == 2
    panel.list.all_button.click()
    assert panel.caption.text() == "14 terms"


def test_none_leaves_the_first_and_says_so(window, panel):
    window.session.set_data(many(30))
    QTest.mouseClick(panel.list.none_button, LEFT)
    assert window.session.recipe.features == ("m0",)
    assert "first stays" in panel.message.text()
    click_row(panel, "m0")
    assert "must stay" in panel.message.text()
    assert rows(panel)["m0"]
    click_row(panel, "m29")
    click_row(panel, "m0")
    assert window.session.recipe.features == ("m29",)
    QTest.mouseClick(panel.list.all_button, LEFT)
    assert window.session.recipe.features is None


def test_space_checks_the_row_reached_by_keyboard(window, hand, panel):
    window.session.set_data(many(4))
    panel.list.list.setFocus(Qt.FocusReason.TabFocusReason)
    panel.list.list.setCurrentRow(0)
    QTest.keyClick(panel.list.list, Key.Key_Down)
    QTest.keyClick(panel.list.list, Key.Key_Space)
    assert rows(panel) == {"m0": True, "m1": False, "m2": True, "m3": True}
    assert not window.session.playing


@pytest.mark.parametrize(("n", "most"), [(30, 2), (40, 1), (4, 8), (3, 9)])
def test_a_degree_has_some_hundred_terms_at_most(window, panel, n, most):
    window.session.set_data(many(n))
    panel.degree.setFocus()
    panel.degree.selectAll()
    QTest.keyClicks(panel.degree, "9")
    QTest.keyClick(panel.degree, Key.Key_Return)
    assert panel.degree.value() == most
    assert len(window.session.recipe.features or ()) <= 500
    assert (f"Degree {most + 1} has" in panel.message.text()) == (most < 9)
    assert panel.message.isVisible() == (most < 9)


def test_more_features_lower_a_degree_that_is_too_high_for_them(window, panel):
    window.session.set_data(many(30))
    panel.list.none_button.click()
    panel.degree.setValue(9)
    assert len(window.session.recipe.features) == 9
    panel.list.all_button.click()
    assert panel.degree.value() == 2
    assert panel.caption.text() == "495 terms"


def test_a_term_of_many_features_is_a_row_that_goes_when_unchecked(window, panel):
    window.session.set_data(many(5))
    typed(panel, "sin(m4)*m0")
    assert rows(panel)["m0·sin(m4)"]
    panel.degree.setValue(2)
    assert rows(panel)["m0·sin(m4)"]
    click_row(panel, "m0·sin(m4)")
    assert list(rows(panel)) == ["m0", "m1", "m2", "m3", "m4"]
    assert panel.caption.text() == "20 terms"


# Other data


def test_terms_that_the_data_do_not_have_are_dropped(window, hand, panel):
    hand.draw_two_classes()
    press(panel, "x₁²", "x₁·x₂")
    example_data = gallery.three_on_a_line()
    window.session.undo_stack.setClean()
    window.files.begin_with(example_data)
    hand.recorded()
    assert hand.session.recipe.features == ("x1", "x1^2")
    assert "x₁, x₁²" in window.panel("Playback").message.words.text()
    assert pressed(panel) == {"x₁", "x₁²"}
    example(window, "XOR by a product")
    hand.recorded()
    assert hand.session.recipe.features is None
    assert "sees all" in window.panel("Playback").message.words.text()
    assert pressed(panel) == {"x₁", "x₂"}


def test_a_recipe_for_other_data_is_healed_by_any_button(window, hand, panel):
    hand.draw_two_classes()
    session = window.session
    session.set_recipe(session.recipe.replace(features=["x7", "x1"]))
    assert "x7" in window.panel("Playback").strip.now.in_full()
    line = window.part("Will it converge?")
    hand.qtbot.waitUntil(lambda: line.line is not None and line.line.isVisible())
    assert "x7" in line.line.words.toolTip()
    assert pressed(panel) == {"x₁"}
    press(panel, "x₂")
    hand.recorded()
    assert session.recipe.features is None


def test_the_panel_stays_narrow(window, qapp, panel):
    for n in (1, 2, 4, 30):
        data = many(n)
        names = [f"a rather long name {j}" for j in range(n)]
        window.session.set_data(Dataset(data.X, data.y, feature_names=names))
        panel.degree.setValue(2)
        qapp.processEvents()
        assert window.panel("Set-up").minimumSizeHint().width() <= 220 - 24 - 14


# One feature on the canvas


def test_one_feature_is_drawn_on_a_line(window, hand):
    example(window, "Three points on a line")
    hand.recorded()
    hand.click(1.1, 0.8)
    hand.click(-0.6, -0.8, Qt.MouseButton.RightButton)
    hand.recorded()
    data = hand.session.data
    assert data.X.shape == (5, 1)
    assert data.X[3:, 0] == pytest.approx([1.1, -0.6], abs=0.02)
    assert data.y[3:].tolist() == [0, 1]
    axis = window.canvas.plot.getAxis("left")
    assert not has_ticks(axis)
    window.session.undo_stack.clear()
    example(window, "XOR by a product")
    assert has_ticks(axis)


def test_a_press_on_the_edge_of_a_button_is_a_press_too(panel):
    button = buttons(panel)["x₁³"]
    QTest.mouseClick(button, LEFT, pos=QPoint(2, button.height() // 2))
    assert "x₁³" in pressed(panel)


def test_what_can_be_typed_is_read_whole_in_a_narrow_window(window, panel, qtbot):
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.width() == 1024)
    edit = next(
        e for e in panel.findChildren(QLineEdit) if "term" in e.accessibleName()
    )
    option = QStyleOptionFrame()
    edit.initStyleOption(option)
    field = QStyle.SubElement.SE_LineEditContents
    room = edit.style().subElementRect(field, option, edit).width() - 4
    assert edit.fontMetrics().horizontalAdvance(edit.placeholderText()) <= room
