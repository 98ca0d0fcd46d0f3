"""Controls: what is typed is what is meant, keys and wheel stay the window's."""

import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QScrollArea, QWidget

from engine.learners import Hyperparameter
from gui.recipe.hyperparameters import HyperparameterControl
from gui.widgets.combo_boxes import ComboBox, EditableComboBox
from gui.widgets.number_boxes import IntegerBox, NumberBox

Key = Qt.Key


def typed(box, text, key=Key.Key_Return):
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, key)


@pytest.fixture(params=["C", "de_DE", "ar_EG"])
def any_locale(request):
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def room(qtbot):
    """A bare window: to a box alone it is all the same in which it stands."""
    room = QWidget()
    qtbot.addWidget(room)
    with qtbot.waitActive(room):
        room.show()
        room.activateWindow()
    return room


@pytest.fixture
def rate(room, any_locale):
    parameter = Hyperparameter(
        "r", "r", "float", default=1.0, low=1e-9, high=1e6, log=True
    )
    return shown(room, HyperparameterControl(parameter))


@pytest.fixture
def epochs(room, any_locale):
    return shown(
        room,
        HyperparameterControl(
            Hyperparameter("e", "e", "int", default=20, low=1, high=1_000_000)
        ),
    )


def shown(window, control):
    control.setParent(window)  # which keeps it alive
    control.widget.setParent(window)
    control.widget.show()
    return control.widget


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-3", 1e-3), ("1E-3", 1e-3), ("0.01", 0.01), ("0,01", 0.01), (".5", 0.5),
        (",5", 0.5), ("5.", 5.0), ("2.5e3", 2500.0), ("1e+2", 100.0), ("12", 12.0),
        ("0.12345678901234", 0.12345678901234), ("1e-9", 1e-9), ("3e5", 3e5),
    ],
)  # fmt: skip
def test_a_number_is_read_as_typed_and_can_be_typed_as_shown(rate, text, value):
    typed(rate, text)
    assert rate.value() == value
    read = rate.text()
    typed(rate, "1")
    typed(rate, read)
    assert (rate.value(), rate.text()) == (value, read)


@pytest.mark.parametrize(
    ("text", "value"),
    [("50", 50), ("1e3", 1000), ("1,000", 1000), ("1.000.000", 1_000_000)],
)
def test_a_whole_number_is_read_as_typed(epochs, text, value):
    typed(epochs, text)
    assert (epochs.value(), epochs.text()) == (value, str(value))


@pytest.mark.parametrize(
    ("text", "value"), [("1e9", 1e6), ("-4", 1e-9), ("0", 1e-9), ("1e-", 1), ("", 1)]
)
def test_what_is_out_of_range_becomes_the_nearest_what_is_none_the_old(
    rate, text, value
):
    rate.selectAll()
    QTest.keyClick(rate, Key.Key_Delete)
    typed(rate, text)
    assert rate.value() == value
    assert float(rate.text()) == value


def test_a_box_is_red_while_its_number_is_out_of_range(rate):
    rate.setFocus()
    rate.selectAll()
    QTest.keyClicks(rate, "2e6")
    assert rate.property("invalid")
    QTest.keyClick(rate, Key.Key_Return)
    assert rate.value() == 1e6
    assert not rate.property("invalid")


def test_half_an_epoch_is_refused(epochs):
    typed(epochs, "2.5")
    assert (epochs.value(), epochs.text()) == (20, "20")


def test_letters_are_not_typed(rate):
    typed(rate, "x7y")
    assert rate.value() == 7


def test_nothing_is_lost_by_looking(rate):
    rate.setValue(1 / 3)
    heard = []
    rate.valueChanged.connect(heard.append)
    rate.setFocus()
    rate.clearFocus()
    assert rate.value() == 1 / 3
    assert not heard


def test_arrows_of_a_factor_go_along_the_series(rate):
    up = [rate.stepBy(1) or rate.value() for _ in range(4)]
    assert up == [2, 5, 10, 20]
    rate.setValue(1)
    down = [rate.stepBy(-1) or rate.value() for _ in range(4)]
    assert down == [0.5, 0.2, 0.1, 0.05]
    rate.setValue(0.3)
    rate.stepBy(1)
    assert rate.value() == 0.5
    rate.setValue(1e6)
    rate.stepBy(1)
    assert rate.value() == 1e6
    rate.setValue(1e-9)
    rate.stepBy(-1)
    assert rate.value() == 1e-9


def test_arrows_of_a_factor_on_whole_numbers(window):
    box = IntegerBox(log=True)
    box.setRange(1, 1_000_000)
    box.setValue(20)
    up = [box.stepBy(1) or box.value() for _ in range(2)]
    assert up == [50, 100]
    box.setValue(20)
    box.stepBy(-1)
    assert box.value() == 10
    box.stepBy(-9)
    assert box.value() == 1


def test_arrows_of_a_sum_give_round_numbers(window):
    box = NumberBox()
    box.setRange(0, 10)
    values = [box.stepBy(1) or box.text() for _ in range(4)]
    assert values == ["0.1", "0.2", "0.3", "0.4"]


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Escape])
def test_after_enter_and_escape_the_keys_play_again(window, hand, key):
    hand.draw_two_classes()
    hand.session.seek(0)
    box = window.panel("Set-up").findChild(NumberBox, "learning_rate")
    typed(box, "0.5", key)
    hand.recorded()
    kept = 1.0 if key == Key.Key_Escape else 0.5
    assert hand.session.recipe.learning_rate == box.value() == kept
    assert not box.hasFocus()
    target = QApplication.focusWidget() or window
    QTest.keyClick(target, Key.Key_Right)
    assert hand.session.step == 1
    QTest.keyClick(target, Key.Key_2)
    assert window.canvas.current_class == 1


def test_escape_brings_words_back_too(window):
    box = IntegerBox()
    box.setSpecialValueText("full batch")
    typed(box, "7", Key.Key_Escape)
    assert (box.value(), box.text()) == (0, "full batch")
    typed(box, "7")
    assert box.value() == 7
    typed(box, "0")
    assert (box.value(), box.text()) == (0, "full batch")


def test_space_plays_even_from_a_number_box(window, hand):
    hand.draw_two_classes()
    box = window.panel("Set-up").findChild(IntegerBox, "epochs")
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "30")
    QTest.keyClick(box, Key.Key_Space)
    assert hand.session.playing
    assert hand.session.recipe.epochs == box.value() == 30


def test_a_click_on_a_check_box_leaves_space_to_play(window, hand):
    hand.draw_two_classes()
    box = window.panel("Set-up").findChild(QCheckBox, "standardise")
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert box.isChecked()
    assert not box.hasFocus()
    hand.recorded()
    hand.key(Key.Key_Space)
    assert hand.session.playing
    assert box.isChecked()


def test_space_toggles_a_check_box_reached_by_keyboard(window, hand):
    hand.draw_two_classes()
    box = window.panel("Set-up").findChild(QCheckBox, "standardise")
    box.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(box, Key.Key_Space)
    assert box.isChecked()
    assert not hand.session.playing


@pytest.mark.parametrize("name", ["learning_rate", "epochs", None])
def test_the_wheel_passes_over_controls_without_focus(window, qapp, name):
    window.resize(window.width(), 420)
    qapp.processEvents()
    panel = window.panel("Set-up")
    widget = panel.findChild(object, name) if name else panel.learner.choice
    area = window.docks["Set-up"].findChild(QScrollArea)
    bar = area.verticalScrollBar()
    assert bar.maximum() > 0
    bar.setValue(0)
    area.ensureWidgetVisible(widget)
    qapp.processEvents()
    shown, place = _shown(widget), bar.value()
    turn = 120 if place else -120
    at = widget.mapTo(window, widget.rect().center())
    QTest.wheelEvent(window.windowHandle(), QPointF(at), QPoint(0, turn))
    qapp.processEvents()
    assert _shown(widget) == shown
    assert bar.value() != place


def _shown(widget):
    return widget.currentText() if isinstance(widget, QComboBox) else widget.text()


def test_a_list_one_can_write_in_has_its_text_where_others_have_it(window):
    """Whichever of the two was shown first."""
    parameter = Hyperparameter("o", "o", "order", default="given", choices=("given",))
    usual, written = ComboBox(), EditableComboBox(parameter)
    usual.addItem("given")
    written.setValue("given")
    pictures = []
    for box in (usual, written):
        box.setParent(window)
        box.resize(120, 30)
        box.show()
        pictures.append(box.grab().toImage())
    assert pictures[0] == pictures[1]
