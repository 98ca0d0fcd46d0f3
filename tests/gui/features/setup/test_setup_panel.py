"""The set-up panel is made of what the learners declare, and drives the recipe."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QMessageBox,
    QScrollArea,
    QWidget,
)

from engine import Dataset, Recipe
from engine.data.edits import Replace
from engine.data.gallery import example
from engine.learners import learner, learners
from gui.recipe.class_weight_box import ClassWeightBox
from gui.session.stream import Stream
from gui.widgets.number_boxes import IntegerBox
from gui.window.main_window import MainWindow


def control(window, kind, name):
    return window.panel("Set-up").findChild(kind, name)


def test_every_declared_hyperparameter_has_its_control(window):
    choice = window.panel("Set-up").learner.choice
    kinds = {
        "float": QDoubleSpinBox,
        "int": IntegerBox,
        "bool": QCheckBox,
        "choice": QComboBox,
        "order": QComboBox,
        "start": QComboBox,
        "class_weight": ClassWeightBox,
    }
    for name in learners():
        choice.setCurrentIndex(choice.findData(name))
        assert window.session.recipe.learner == name
        assert (window.panel("Weights").boxes.isVisible()) == learner(name).by_hand
        for parameter in learner(name).all_hyperparameters:
            # Squares are buttons: tests/gui/test_features.py.
            if parameter.name == "squares" or parameter.group == "weights":
                continue
            own = control(window, kinds[parameter.kind], parameter.name)
            assert own is not None, (name, parameter.name)


def test_branch_race_and_orders_are_in_one_place_beside_the_learner(window, hand):
    button = window.panel("Set-up").compare
    assert button.isVisible()
    branch, race, orders = button.menu().actions()
    assert [way.text().replace("&", "") for way in (branch, race, orders)] == [
        "Branch here", "Race learners…", "Orders and averaging…",
    ]  # fmt: skip
    assert not branch.isEnabled()
    assert "no run" in branch.toolTip()
    hand.draw_two_classes()
    branch.trigger()
    assert window.session.branches.active
    race.trigger()
    assert window.part("Race").window.isVisible()


def test_a_parameter_changes_the_recipe_and_records_anew(window, hand):
    hand.draw_two_classes()
    control(window, IntegerBox, "epochs").setValue(7)
    control(window, QDoubleSpinBox, "learning_rate").setValue(0.25)
    control(window, QCheckBox, "standardise").setChecked(True)
    hand.recorded()
    recipe = hand.session.tape.recipe
    assert (recipe.epochs, recipe.learning_rate, recipe.standardise) == (7, 0.25, True)
    assert hand.session.tape.problem.scaling is not None


def chosen(box, data):
    box.setCurrentIndex(box.findData(data))


def test_class_weights_are_chosen_set_by_hand_and_undone(window, hand, qtbot):
    hand.draw_two_classes()
    box = control(window, ClassWeightBox, "class_weight")
    assert hand.session.recipe.class_weight is None
    chosen(box, "balanced")
    assert hand.session.recipe.class_weight == "balanced"
    chosen(box, "by hand")
    assert list(box.boxes) == list(hand.session.data.class_names)
    assert all(field.isVisibleTo(box.parent()) for field in box.boxes.values())
    first, second = hand.session.data.class_names
    box.boxes[second].setValue(2.5)
    assert hand.session.recipe.class_weight == ((first, 1.0), (second, 2.5))
    hand.recorded()
    assert hand.session.tape.problem.class_weights.tolist() == [[1.0, 2.5]]
    window.session.undo_stack.undo()
    assert box.boxes[second].value() == 1.0
    window.session.undo_stack.undo()
    window.session.undo_stack.undo()
    assert hand.session.recipe.class_weight is None
    assert not box.boxes[second].isVisibleTo(box.parent())


def test_weights_of_classes_that_are_gone_are_dropped(window, hand):
    X = [[0.0, 0.0], [1.0, 1.0]]
    hand.session.begin(Dataset(X, ["near", "far"]))
    box = control(window, ClassWeightBox, "class_weight")
    chosen(box, "by hand")
    box.boxes["near"].setValue(3)
    hand.session.begin(Dataset(X, ["near", "wide"]))
    assert hand.session.recipe.class_weight == (("near", 3.0),)
    assert [field.value() for field in box.boxes.values()] == [3.0, 1.0]
    messages = []
    hand.session.message.connect(messages.append)
    hand.session.begin(Dataset(X, ["p", "q"]))
    assert hand.session.recipe.class_weight is None
    assert messages == [
        "other classes: their weights set by hand are dropped, each counts 1"
    ]
    hand.recorded()


def test_undo_brings_back_weights_of_classes_that_were_gone(window, hand):
    X = [[0.0, 0.0], [1.0, 1.0]]
    session = hand.session
    session.begin(Dataset(X, ["near", "far"]))
    session.set_recipe(session.recipe.replace(class_weight={"near": 3}))
    weighted = session.recipe
    session.edit(Replace(Dataset(X, ["p", "q"])), "other data")
    assert session.recipe.class_weight is None
    session.undo_stack.undo()
    assert (session.recipe, session.data.class_names) == (weighted, ("far", "near"))
    session.undo_stack.redo()
    assert session.recipe.class_weight is None
    hand.recorded()


def test_another_learner_keeps_what_both_share(window):
    control(window, IntegerBox, "epochs").setValue(33)
    control(window, QComboBox, "order").setCurrentIndex(1)
    choice = window.panel("Set-up").learner.choice
    choice.setCurrentIndex(choice.findData("adaline"))
    assert window.session.recipe.epochs == 33
    assert window.session.recipe.order == "shuffled"
    assert control(window, IntegerBox, "epochs").value() == 33


def test_another_learner_says_with_which_rate_it_begins(window):
    told = window.panel("Playback").message.words
    control(window, QDoubleSpinBox, "learning_rate").setValue(0.5)
    choice = window.panel("Set-up").learner.choice
    choice.setCurrentIndex(choice.findData("adaline"))
    assert told.text() == "η 0.5 → 0.01, the default of Adaline"
    window.panel("Playback").message.clear()
    choice.setCurrentIndex(choice.findData("logistic-regression"))
    now = window.session.recipe.get("learning_rate")
    assert ("0.01 →" in told.text()) == (now != 0.01)
    window.session.undo_stack.undo()
    assert window.session.recipe.learner == "adaline"


def test_the_schedule_decides_which_rates_are_shown(window):
    schedule = control(window, QComboBox, "schedule")
    rate, c1 = (control(window, QDoubleSpinBox, n) for n in ("learning_rate", "c1"))
    assert rate.isVisibleTo(window.panel("Set-up"))
    assert not c1.isVisibleTo(window.panel("Set-up"))
    schedule.setCurrentIndex(schedule.findData("inverse"))
    assert not rate.isVisibleTo(window.panel("Set-up"))
    assert c1.isVisibleTo(window.panel("Set-up"))


def test_a_seed_is_shown_where_something_is_drawn_by_it(window):
    seed = control(window, IntegerBox, "seed")
    order = control(window, QComboBox, "order")
    assert not seed.isVisibleTo(seed.parent())
    order.setCurrentIndex(1)
    assert seed.isVisibleTo(seed.parent())
    order.setCurrentIndex(0)
    Stream.of(window.session).set_on(True)  # which draws its points by the seed
    assert seed.isVisibleTo(seed.parent())
    Stream.of(window.session).set_on(False)
    assert not seed.isVisibleTo(seed.parent())


def test_a_stream_shows_nothing_of_what_it_has_none_of(window):
    deviation = control(window, QComboBox, "deviation")
    Stream.of(window.session).set_on(True)
    assert not deviation.isVisibleTo(window.panel("Set-up"))
    assert not window.panel("Set-up").changes.text().endswith("· ")
    Stream.of(window.session).set_on(False)


def test_a_number_that_is_off_can_be_set_and_put_off_again(window):
    box = control(window, QDoubleSpinBox, "target_error")
    assert box.text() == "off"
    assert window.session.recipe.target_error is None
    box.stepUp()
    assert window.session.recipe.target_error == 0.01
    box.setValue(0.2)
    assert window.session.recipe.target_error == 0.2
    box.setValue(box.minimum())
    assert window.session.recipe.target_error is None


def test_an_order_can_be_written_by_hand(window, hand):
    hand.draw_two_classes()
    box = control(window, QComboBox, "order")
    box.setEditText("8,7,6,5,4,3,2,1")
    box.lineEdit().editingFinished.emit()
    hand.recorded()
    assert hand.session.tape.frame(1).rows.tolist() == [7]
    box.setEditText("1,2")
    box.lineEdit().editingFinished.emit()
    assert (
        "each of the rows 1 to 8 once" in window.panel("Playback").strip.now.in_full()
    )


def test_small_numbers_are_kept_and_shown(window):
    box = control(window, QDoubleSpinBox, "learning_rate")
    box.setValue(0.00005)
    assert window.session.recipe.learning_rate == 0.00005
    assert float(box.text()) == 0.00005


def test_full_batch_is_said_in_words(window):
    choice = window.panel("Set-up").learner.choice
    choice.setCurrentIndex(choice.findData("adaline"))
    box = control(window, IntegerBox, "batch_size")
    box.setValue(0)
    assert box.text() == "full batch"


def test_a_class_is_added_by_its_button_until_there_are_nine(window):
    data = window.panel("Set-up").data
    for count in range(3, 10):
        assert data.add_button.isVisible()
        data.add_button.click()
        assert len(window.session.data.class_names) == count
        assert sum(b.isVisible() for b in data.class_buttons) == count
    assert not data.add_button.isVisible()


def test_the_classes_of_iris_are_listed(window, hand):
    window.files.begin_with(example("iris").make())
    hand.recorded()
    assert hand.session.data.X.shape == (150, 4)
    shown = [b.text().split()[0] for b in window.panel("Set-up").data.class_buttons]
    assert shown[:3] == ["setosa", "versicolor", "virginica"]


def test_many_points_are_counted_in_short_where_there_is_little_room(window, hand):
    y = np.arange(50_002) % 2
    X = np.column_stack([y, np.arange(len(y)) / len(y)])
    hand.session.begin(Dataset(X, y, class_names=("no", "yes")))
    button = window.panel("Set-up").data.class_buttons[0]
    button.resize(105, button.height())
    assert button.text() == "no  25 k"
    assert "no: 25,001 points" in button.toolTip()
    button.resize(250, button.height())
    assert button.text() == "no   25,001"


def test_panels_are_as_narrow_as_the_smallest_window_needs(window, hand, qapp):
    window.files.begin_with(example("iris").make())
    hand.recorded()
    qapp.processEvents()
    scroll_bar, margins = 14, 24
    assert (
        window.panel("Set-up").minimumSizeHint().width() <= 220 - margins - scroll_bar
    )
    assert (
        window.panel("Weights").minimumSizeHint().width() <= 260 - margins - scroll_bar
    )
    for dock in window.docks.all[1:]:
        assert dock.minimumSizeHint().width() <= 260
    assert window.panel("Playback").minimumSizeHint().width() <= 480


def test_three_classes_of_weights_need_no_sideways_scrolling(window, hand, qapp):
    from PySide6.QtWidgets import QScrollArea

    window.files.begin_with(example("iris").make())
    hand.recorded()
    hand.session.seek(hand.session.last)
    dock = window.docks["Weights"]
    window.resizeDocks([dock], [300], Qt.Orientation.Horizontal)
    qapp.processEvents()
    assert not dock.findChild(QScrollArea).horizontalScrollBar().maximum()
    table = window.panel("Weights").table
    cells = [table.model().index(i, j) for i in range(1, 6) for j in (1, 2, 3)]
    for cell in cells:
        room = table.columnWidth(cell.column())
        assert table.fontMetrics().horizontalAdvance(cell.data()) < room
        assert float(cell.data(Qt.ItemDataRole.ToolTipRole)) == pytest.approx(
            float(cell.data().replace("−", "-")), rel=1e-2
        )


def test_every_learner_can_be_watched(window, hand):
    hand.draw_two_classes()
    choice, two = window.panel("Set-up").learner.choice, hand.session.data
    for name in learners():
        hand.session.set_data(two)
        choice.setCurrentIndex(choice.findData(name))
        hand.recorded()
        hand.session.to_end()
        assert not window.grab().isNull()
        window.run("add class")
        window.canvas.tool_actions[0].trigger()
        hand.click(-2, 3)
        hand.recorded()
        hand.session.seek(hand.session.last // 2)
        hand.session.next_mistake()
        assert not window.grab().isNull()
        assert hand.session.recipe.learner == name
        assert hand.session.model.scores(hand.session.data.X).shape == (9, 3), name


def test_changing_parameters_and_choosing_learners_is_undone_one_by_one(window, hand):
    hand.draw_two_classes()
    s = hand.session
    first = s.recipe
    control(window, QCheckBox, "standardise").click()
    window.panel("Set-up").learner.choice.setCurrentIndex(
        window.panel("Set-up").learner.choice.findData("adaline")
    )
    assert (s.recipe.learner, s.recipe.standardise) == ("adaline", True)
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert s.recipe == first.replace(standardise=True)
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert s.recipe == first
    assert s.data.n_samples == 8
    hand.key(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert s.recipe == first.replace(standardise=True)


def test_parameters_alone_are_no_reason_to_ask_before_leaving(
    window, hand, monkeypatch
):
    asked = []
    monkeypatch.setattr(QMessageBox, "question", lambda *a: asked.append(a))
    control(window, QCheckBox, "standardise").click()
    assert window.files.may_leave()
    hand.draw_two_classes()
    assert not window.files.may_leave()
    assert len(asked) == 1


def test_the_rule_shown_is_that_with_an_offset_or_without(window):
    choice = window.panel("Set-up").learner.choice
    choice.setCurrentIndex(choice.findData("passive-aggressive"))

    assert "(1 − y·z)/(‖x‖² + 1)" in choice.toolTip()
    said = "+ 1 for the offset: the weight of a feature that is always 1"
    assert said in choice.toolTip()
    control(window, QCheckBox, "offset").click()
    assert "(1 − y·z)/‖x‖²)" in choice.toolTip()
    assert "always 1" not in choice.toolTip()


def in_view(window, widget):
    """Whether all of a control is seen without scrolling."""
    area = window.docks["Set-up"].findChild(QScrollArea).viewport()
    place = widget.rect().translated(widget.mapTo(area, QPoint()))
    return widget.isVisible() and area.rect().contains(place)


def test_learner_rate_and_epochs_are_always_in_view(window, qtbot):
    window.resize(1280, 720)
    choice = window.panel("Set-up").learner.choice
    for name in learners():
        choice.setCurrentIndex(choice.findData(name))
        qtbot.wait(50)
        assert in_view(window, choice)
        for wanted in ("learning_rate", "epochs"):
            if learner(name).declares(wanted):
                widget = window.panel("Set-up").findChild(QWidget, wanted)
                assert in_view(window, widget) or widget.isHidden(), name


def test_sections_stand_in_the_order_of_their_use_and_none_is_cut(window, qtbot):
    window.resize(1024, 700)
    setup = window.panel("Set-up")
    setup.more.fold_button.setChecked(True)
    training, *others = setup.further

    def in_order(sections: list[QWidget]) -> bool:
        tops = [section.y() for section in sections if section.isVisible()]
        return tops == sorted(tops)

    for sections in (
        [setup.learner, setup.data, setup.features, setup.more],
        [training, setup.split, *others],
    ):
        qtbot.waitUntil(lambda sections=sections: in_order(sections))
    area = window.docks["Set-up"].findChild(QScrollArea)
    assert not area.horizontalScrollBar().maximum()


@pytest.mark.qt_log_ignore("This plugin does not support")  # popups, off screen
def test_the_learners_are_listed_by_family_each_with_its_line(window, qapp):
    choice = window.panel("Set-up").learner.choice
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton)
    view = choice.view()
    assert view.isVisible()
    headings = {}
    for row in range(choice.count()):
        index = choice.model().index(row, choice.modelColumn())
        if not index.flags() & Qt.ItemFlag.ItemIsEnabled:
            heading = index.data()
            continue
        own = learner(choice.itemData(row))
        assert (own.heading, own.title) == (heading, index.data())
        width = view.fontMetrics().horizontalAdvance(own.line)
        assert view.visualRect(index).width() > width
        headings.setdefault(heading, []).append(own.name)
    assert list(headings) == [
        "Perceptrons", "Gradient learners", "Margins", "Networks", "Kernels", "By hand",
    ]  # fmt: skip
    assert sum(map(len, headings.values())) == len(learners())
    QTest.keyClick(view, Qt.Key.Key_End)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert window.session.recipe.learner == "manual-neuron"


def folded(window):
    return [
        window.panel("Set-up").more,
        window.panel("Set-up").split,
        *window.panel("Set-up").further,
    ]


def test_what_is_seldom_set_is_folded_and_the_folding_remembered(window, qtbot):
    stops = next(s for s in folded(window) if s.fold_button.text() == "Stops")
    box = control(window, QDoubleSpinBox, "target_error")
    assert not any(s.fold_button.isChecked() for s in folded(window))
    assert not box.isVisible()
    assert stops.caption.text() == "without mistakes"
    QTest.mouseClick(window.panel("Set-up").more.fold_button, Qt.MouseButton.LeftButton)
    assert not box.isVisible()
    QTest.mouseClick(stops.fold_button, Qt.MouseButton.LeftButton)
    assert box.isVisible()
    box.setValue(0.1)
    assert stops.caption.text() == "without mistakes · target error 0.1"
    changes = window.panel("Set-up").changes
    assert changes.alternatives[0] == stops.caption.text()
    assert changes.text() in changes.alternatives, "never a part of it"
    window.session.undo_stack.setClean()
    again = MainWindow()
    qtbot.addWidget(again)
    again.show()
    titles = [s.fold_button.text() for s in folded(again) if s.fold_button.isChecked()]
    assert titles == ["More", "Stops"]
    again.close()


@pytest.mark.qt_log_ignore("This plugin does not support")  # popups, off screen
@pytest.mark.parametrize("name", ["order", "start", "schedule", "class_weight"])
def test_a_list_opens_by_a_click_on_its_text_and_on_its_name(window, qapp, name):
    for section in folded(window):
        section.fold_button.click()
    box = control(window, QComboBox, name)
    form = box.parentWidget().layout()
    label = form.labelForField(box)
    area = window.docks["Set-up"].findChild(QScrollArea)
    qapp.processEvents()  # unfolded sections take their room
    area.ensureWidgetVisible(box)
    for place in (label, box.lineEdit() if box.isEditable() else box):
        # To the screen, which gives a list that opened the button's release.
        at = place.mapTo(window, place.rect().center())
        button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(window.windowHandle(), button, none, at)
        assert box.view().isVisible()
        box.hidePopup()


def test_a_number_is_selected_by_a_click_on_its_name(window):
    box = control(window, IntegerBox, "epochs")
    label = box.parentWidget().layout().labelForField(box)
    QTest.mouseClick(label, Qt.MouseButton.LeftButton)
    assert box.hasFocus()
    QTest.keyClicks(box, "7")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert window.session.recipe.epochs == 7


@pytest.mark.qt_log_ignore("This plugin does not support")  # popups, off screen
def test_by_hand_is_chosen_from_the_list_and_then_written(window, hand, qapp):
    hand.draw_two_classes()
    box = control(window, QComboBox, "order")
    QTest.mouseClick(box.lineEdit(), Qt.MouseButton.LeftButton)
    QTest.keyClick(box.view(), Qt.Key.Key_End)
    QTest.keyClick(box.view(), Qt.Key.Key_Return)
    assert box.currentText() == "given"
    assert box.lineEdit().selectedText() == "given"
    QTest.keyClicks(box, "8,7,6,5,4,3,2,1")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert hand.session.recipe.order == tuple(range(7, -1, -1))
    hand.recorded()


def test_a_choice_taken_back_can_be_made_again(window, hand):
    box = control(window, QComboBox, "order")
    box.setCurrentIndex(1)
    hand.session.undo_stack.undo()
    assert box.currentText() == "given"
    box.setCurrentIndex(1)
    assert hand.session.recipe.order == "shuffled"


def test_tab_goes_through_the_set_up_as_one_reads(window, hand, qtbot):
    """Also after the controls of another learner were made."""
    choice = window.panel("Set-up").learner.choice
    choice.setCurrentIndex(choice.findData("linear-svm"))
    choice.setCurrentIndex(choice.findData("adaline"))
    for section in (
        window.panel("Set-up").more,
        window.panel("Set-up").split,
        window.panel("Set-up").further[0],
    ):
        section.fold_button.click()
    window.panel("Set-up").features.more.click()
    qtbot.wait(50)
    choice.setFocus(Qt.FocusReason.TabFocusReason)
    reached = [choice]
    while window.panel("Set-up").isAncestorOf(window.focusWidget()):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        reached.append(window.focusWidget())
    wanted = ["learning_rate", "epochs", "x1", "x1*x2", "degree", "offset"]
    wanted += ["standardise", "schedule", "strength", "batch_size", "averaged"]
    wanted += ["order", "class_weight"]
    names = [widget.objectName() for widget in reached]
    assert [name for name in names if name in wanted] == wanted
    places = [
        widget.mapTo(window.panel("Set-up"), widget.rect().center()).y()
        for widget in reached
        if window.panel("Set-up").isAncestorOf(widget)
    ]
    assert all(below - above >= -10 for above, below in pairwise(places))
    assert window.panel("Set-up").split.validation in reached
    assert window.panel("Set-up").further[-1].fold_button in reached


def test_the_manual_neuron_fires_at_its_threshold_where_that_is_chosen(window, hand):
    """AND as the lecture has it, θ = 2."""
    data = Dataset([[0.0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
    hand.session.begin(data, Recipe("manual-neuron", start=((1.0, 1.0, -2.0),)))
    hand.recorded()
    assert hand.session.model.training_error == 0.25
    box = control(window, QComboBox, "tie")
    box.setCurrentIndex(1)
    box.activated.emit(1)
    hand.recorded()
    assert hand.session.recipe.tie == "positive"
    assert hand.session.model.training_error == 0
    texts = [label.text() for label in window.findChildren(QLabel)]
    assert "fires where w·x ≥ threshold = −b" in texts


@pytest.mark.qt_log_ignore("This plugin does not support")  # popups, off screen
def test_the_list_of_learners_shows_the_last_one_whole(window, qtbot):
    window.resize(900, 700)
    choice = window.panel("Set-up").learner.choice
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton)
    view = choice.view()
    qtbot.waitUntil(view.isVisible)
    last = view.model().index(choice.count() - 1, 0)
    assert view.viewport().rect().contains(view.visualRect(last))
    screen = choice.screen().availableGeometry()
    assert screen.contains(view.window().geometry())
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert choice.currentData() == "perceptron"


def test_a_tool_tip_has_numbers_as_they_are_written_elsewhere(window, qtbot):
    tip = control(window, QDoubleSpinBox, "learning_rate").toolTip()
    assert tip.endswith("1·10⁻⁹ to 1·10⁶")
