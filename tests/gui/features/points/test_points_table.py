"""The table of the points: typed, dragged, selected, in step with the canvas."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea

from engine import Dataset, Recipe
from engine.data.edits import Remove
from gui.features.points import points_table
from gui.features.setup.data_section import ClassButton
from gui.style.text import number
from tests.benchmarks.conftest import clouds
from tests.gui.canvas.tools.test_tools import CONTROL, SQUARE, Key, points, undo
from tests.gui.conftest import move_mouse

LEFT, TOLD = Qt.MouseButton.LeftButton, Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def table(window, hand, qtbot):
    hand.session.begin(SQUARE)
    hand.key(Key.Key_P, CONTROL)
    qtbot.waitUntil(lambda: window.panel("Points").seen)
    return window.panel("Points").view


@pytest.fixture
def seen(table, window, qtbot):
    """The table once one has gone on to the canvas: no point is being typed."""
    window.canvas.plot.setFocus()
    qtbot.waitUntil(lambda: not table.form.isVisible())
    return table


def cell(table, row, column):
    return table.view.visualRect(table.model.index(row, column)).center()


def typed(table, row, column, text):
    port = table.view.viewport()
    QTest.mouseClick(port, LEFT, pos=cell(table, row, column))
    QTest.mouseDClick(port, LEFT, pos=cell(table, row, column))
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Key.Key_Return)
    QCoreApplication.processEvents()  # Qt commits what was typed a moment later


def shown(table):
    """Give what can be typed, without what the run says."""
    return cells(table, range(table.model.first_reading))


def readings(table):
    """Give z, y·z and the mistakes."""
    first, end = table.model.first_reading, table.model.columnCount()
    return cells(table, range(first, end))


def heads(table, n):
    across = Qt.Orientation.Horizontal
    return [table.model.headerData(j, across) for j in range(n)]


def cells(table, columns):
    model = table.model
    rows = range(model.rowCount())
    return [[model.index(i, j).data() for j in columns] for i in rows]


def test_it_shows_the_points_as_they_are(table, hand):
    assert shown(table)[1] == ["−2", "2", "A"]
    hand.click(1, 1)
    assert len(shown(table)) == 5
    undo(hand)
    assert len(shown(table)) == 4


def test_a_weight_is_typed_undone_and_counts(table, hand):
    assert table.model.first_reading == 3
    QTest.mouseClick(table.tool, LEFT)
    assert [row[3] for row in shown(table)] == ["1"] * 4
    typed(table, 1, 3, "2,5")
    assert hand.session.data.sample_weights.tolist() == [1, 2.5, 1, 1]
    assert not table.tool.isEnabled()
    hand.recorded()
    assert hand.session.tape.problem.plan.total == 5.5
    typed(table, 2, 3, "-1")
    assert "“-1” is no weight: type 0 or more" in table.note.text()
    typed(table, 2, 3, "much")
    assert "is not a number" in table.note.text()
    undo(hand)
    assert hand.session.data.sample_weights is None
    assert table.tool.isEnabled()
    QTest.mouseClick(table.tool, LEFT)
    assert table.model.first_reading == 3


def test_weights_are_shown_where_there_are_some(table, hand, qtbot):
    data = Dataset(
        SQUARE.X, SQUARE.y, class_names=SQUARE.class_names, sample_weights=[1, 0, 3, 1]
    )
    hand.session.begin(data)
    qtbot.waitUntil(lambda: table.model.first_reading == 4)
    assert [row[3] for row in shown(table)] == ["1", "0", "3", "1"]
    hand.session.begin(SQUARE)
    qtbot.waitUntil(lambda: table.model.first_reading == 3)


def test_what_the_run_says_follows_the_playhead(table, hand):
    """Two points, no offset: w = −(2, 1), then (2, 1) is right and (1, 3) wrong."""
    data = Dataset([[2.0, 1.0], [1.0, 3.0]], [0, 1])
    hand.session.begin(data, recipe=Recipe(offset=False, epochs=2))
    hand.recorded()
    hand.session.seek(1)
    table.refresh()
    assert readings(table) == [["−5", "5", "1"], ["−5", "−5", "0"]]
    hand.session.seek(2)  # w = (−1, 2)
    table.refresh()
    assert readings(table) == [["0", "0", "1"], ["5", "5", "1"]]
    head = table.model.headerData
    names = [head(3 + i, Qt.Orientation.Horizontal) for i in range(3)]
    assert names == ["z", "y·z", "mistakes"]
    assert "0 or less is a mistake" in head(4, Qt.Orientation.Horizontal, TOLD)


def test_of_several_classes_the_margin_is_not_called_as_each_output_s(table, hand):
    """Their y·z is of one class against the rest: This update has one for each."""
    data = Dataset([[2.0, 1.0], [1.0, 3.0], [-4.0, 1.0]], [0, 1, 2])
    hand.session.begin(data, recipe=Recipe(epochs=2))
    hand.recorded()
    hand.session.to_end()
    table.refresh()
    head = table.model.headerData
    names = [head(3 + i, Qt.Orientation.Horizontal) for i in range(3)]
    assert names == ["own z", "margin", "mistakes"]
    assert "highest of the others" in head(4, Qt.Orientation.Horizontal, TOLD)
    scores = hand.session.model.scores(data.X)
    others = np.where(np.eye(3) > 0, -np.inf, scores).max(axis=1)
    margins = [number(margin, 4) for margin in np.diag(scores) - others]
    assert [row[1] for row in readings(table)] == margins


def test_a_row_painted_before_the_others_does_not_leave_them_behind(table, hand):
    data = Dataset([[2.0, 1.0], [1.0, 3.0]], [0, 1])
    hand.session.begin(data, recipe=Recipe(offset=False, epochs=2))
    hand.recorded()
    hand.session.seek(1)
    table.refresh()
    changed = []
    table.model.dataChanged.connect(lambda first, last, _: changed.append(last.row()))
    hand.session.blockSignals(True)  # the table is told a moment later
    hand.session.seek(2)
    hand.session.blockSignals(False)
    table.model.index(0, table.model.first_reading).data()  # as the mouse is over it
    table.model.read_anew()
    assert changed == [1]


def test_behind_another_dock_it_touches_no_sample_that_is_gone(
    table, hand, bring, qtbot
):
    """It is told when it is seen again; keys and screen readers come before."""
    hand.key(Key.Key_V)  # Select tells of the sample that is selected
    bring("Predict")
    qtbot.waitUntil(lambda: table.visibleRegion().isEmpty())
    hand.session.edit(Remove(np.array([2, 3])), "remove")
    hand.recorded()
    assert table.model.rowCount() == 4
    assert [row[-1] for row in readings(table)] == [""] * 4
    QTest.keyClick(table.view, Key.Key_End, CONTROL)
    assert not table.model.setData(table.model.index(3, 0), "7")
    assert not len(hand.window.canvas.selection)
    bring("Points")
    qtbot.waitUntil(lambda: table.model.rowCount() == 2)


def test_it_says_nothing_of_test_samples_and_is_not_typed(table, hand):
    data = Dataset([[2.0, 1.0], [1.0, 3.0], [4.0, 4.0]], [0, 1, 1], parts=[0, 0, 2])
    hand.session.begin(data)
    hand.recorded()
    hand.session.seek(2)
    table.refresh()
    assert readings(table)[2] == ["–", "–", "–"]
    assert not table.model.flags(table.model.index(0, 3)) & Qt.ItemFlag.ItemIsEditable


def test_only_rows_in_sight_are_scored(seen, hand, monkeypatch):
    table = seen
    hand.session.begin(clouds(3_000))
    hand.recorded()
    hand.session.seek(5)
    scored = []
    measure = points_table.margins_of

    def counted(model, X, y):
        scored.append(len(X))
        return measure(model, X, y)

    monkeypatch.setattr(points_table, "margins_of", counted)
    table.refresh()
    table.view.viewport().repaint()
    assert 0 < sum(scored) <= 256
    scored.clear()
    hand.window.docks["Weights"].raise_()
    hand.qtbot.wait(50)
    scored.clear()
    hand.session.seek(9)
    hand.qtbot.wait(100)
    assert not scored


def test_a_value_and_a_class_are_typed_and_undone(table, hand):
    typed(table, 1, 0, "0,5")
    typed(table, 1, 2, "C")
    assert points(hand.session)[1] == [0.5, 2]
    assert hand.session.data.y.tolist() == [0, 2, 1, 1]
    undo(hand)
    undo(hand)
    assert points(hand.session) == SQUARE.X.tolist()
    assert shown(table)[1] == ["−2", "2", "A"]


def test_what_cannot_be_is_explained(table, hand):
    for column, text, why in (
        (0, "two", "is not a number"),
        (1, "nan", "is not a number"),
        (1, "-inf", "is not finite"),
        (0, "1_000", "is not a number"),
        (0, "-1e151", "“-1e151” is too large: type at most 1e150"),
        (1, "1e999", "is too large"),
        (2, "Z", "A, B, C"),
    ):
        data = hand.session.data
        typed(table, 0, column, text)
        assert table.note.isVisible()
        assert why in table.note.text()
        assert hand.session.data is data
        typed(table, 0, 0, "1")
        assert not table.note.isVisible()


def test_canvas_and_table_select_the_same(table, hand):
    hand.key(Key.Key_V)
    hand.drag((1, -3), (3, 3))
    assert [i.row() for i in table.view.selectionModel().selectedRows()] == [2, 3]
    QTest.mouseClick(table.view.viewport(), LEFT, pos=cell(table, 1, 1))
    assert hand.window.canvas.selection.rows.tolist() == [1]
    hand.key(Key.Key_Delete)
    assert points(hand.session) == [[-2, -2], [2, -2], [2, 2]]


def test_a_row_is_dragged_to_another_place_in_the_order(table, hand):
    head = table.view.verticalHeader()
    at = [QPoint(8, head.sectionViewportPosition(i) + 13) for i in range(4)]
    port = head.viewport()
    QTest.mousePress(port, LEFT, pos=at[0])
    for i in range(1, 11):
        move_mouse(port, at[0] + (at[2] + QPoint(0, 8) - at[0]) * (i / 10), LEFT)
    QTest.mouseRelease(port, LEFT, pos=at[2] + QPoint(0, 8))
    assert points(hand.session) == [[-2, 2], [2, -2], [-2, -2], [2, 2]]
    assert hand.session.data.y.tolist() == [0, 1, 0, 1]
    assert shown(table)[2] == ["−2", "−2", "A"]
    assert [head.logicalIndex(i) for i in range(4)] == [0, 1, 2, 3]
    assert hand.window.canvas.selection.rows.tolist() == [2]
    undo(hand)
    assert points(hand.session) == SQUARE.X.tolist()


def test_coordinates_are_typed_one_point_after_another(table, hand):
    across, up = table.form.fields.edits
    table.form.classes.setCurrentIndex(2)
    for x, y in (("0.25", "-1"), ("3", "1e-1")):
        across.setText(x)
        up.setText(y)
        QTest.keyClick(up, Key.Key_Return)
    assert points(hand.session)[4:] == [[0.25, -1], [3, 0.1]]
    assert hand.session.data.y.tolist()[4:] == [2, 2]
    up.clear()
    QTest.keyClick(up, Key.Key_Return)
    assert "x₂ has no number" in table.note.text()
    assert hand.session.data.n_samples == 6


def test_a_point_that_is_typed_comes_into_sight(table, hand):
    hand.session.begin(clouds(500))
    table.refresh()
    across, up = table.form.fields.edits
    for y in ("1", "2"):
        across.setText("3")
        up.setText(y)
        QTest.keyClick(up, Key.Key_Return)
        last = table.model.rowCount() - 1
        assert table.model.index(last, 1).data() == y
        place = table.view.visualRect(table.model.index(last, 0))
        assert table.view.viewport().rect().contains(place.center())


def test_labels_of_several_lines_are_written_in_one(table, hand, window, qtbot):
    data = Dataset([[0.0, 1.0], [1.0, 0.0]], [0, 1], class_names=["so\nmuch", "less"])
    hand.session.begin(data)
    table.refresh()
    assert table.form.classes.itemText(0) == "so much"
    first = window.panel("Set-up").findChildren(ClassButton)[0]
    qtbot.waitUntil(lambda: first.text() == "so much   1")
    across, up = table.form.fields.edits
    across.setText("2")
    up.setText("2")
    QTest.keyClick(up, Key.Key_Return)
    data = hand.session.data
    assert data.class_names[data.y[2]] == "so\nmuch"


def test_many_points_are_selected_in_step(table, hand):
    hand.session.begin(clouds(4_400))
    hand.window.canvas.selection.set(np.arange(0, 4_400, 2))
    assert "2,200 of 4,400 selected" in hand.window.panel("Points").caption.text()
    hand.key(Key.Key_A, CONTROL)
    assert len(hand.window.canvas.selection) == 4_400


def test_one_feature_is_one_field(table, hand):
    hand.session.begin(Dataset([[1.0], [2.0]], [0, 1]))
    (across,) = table.form.fields.edits
    across.setText("5")
    QTest.keyClick(across, Key.Key_Return)
    assert points(hand.session) == [[1], [2], [5]]


@pytest.fixture
def six(table, hand):
    """Six features with long names, in a table that has a field for each."""
    X = np.arange(24.0).reshape(4, 6)
    names = [f"a long name {j}" for j in range(6)]
    hand.session.begin(Dataset(X, [0, 1, 0, 1], feature_names=names))
    return table


def test_of_many_features_the_weights_come_into_sight_and_stay(six, hand, qtbot):
    port, before = six.view.viewport(), six.tool.grab().toImage()
    QTest.mouseClick(six.tool, LEFT)
    assert six.tool.grab().toImage() != before
    qtbot.waitUntil(lambda: port.rect().contains(cell(six, 0, 7)))
    typed(six, 0, 7, "2")
    assert hand.session.data.sample_weights.tolist() == [2, 1, 1, 1]
    assert port.rect().contains(cell(six, 0, 7))


def test_every_feature_is_typed_by_keys_alone(six, hand):
    form = six.form
    six.add_a_point()
    hand.qtbot.wait(0)  # the panel is laid out anew
    for value in ("1", "2,5", "-3", "4e1", "5", "6"):
        QTest.keyClicks(QApplication.focusWidget(), value)
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
    assert QApplication.focusWidget() is form.classes
    QTest.keyClick(form.classes, Key.Key_Down)
    QTest.keyClick(form.classes, Key.Key_Return)
    assert points(hand.session)[4:] == [[1, 2.5, -3, 40, 5, 6]]
    assert hand.session.data.y.tolist()[4:] == [1]
    assert QApplication.focusWidget() is form.fields.edits[0]


def test_of_many_features_those_left_empty_are_at_their_means(six, hand):
    form, X = six.form, hand.session.data.X
    six.add_a_point()
    assert form.others.isVisible()
    assert "empty: mean" in form.others.text()
    assert "mean, 9" in form.fields.edits[0].toolTip()
    QTest.keyClick(form.fields.edits[0], Key.Key_Return)
    assert six.note.text() == "a long name 0 has no number yet"
    QTest.keyClicks(form.fields.edits[3], "7")
    QTest.keyClick(form.fields.edits[3], Key.Key_Return)
    added = X.mean(axis=0)
    added[3] = 7
    np.testing.assert_array_equal(points(hand.session)[4], added)
    form.fields.edits[5].setText("inf")
    QTest.keyClick(form.fields.edits[3], Key.Key_Return)
    assert six.note.text().startswith("a long name 5: “inf” is not finite")
    assert hand.session.data.n_samples == 5
    assert six.model.headerData(3, Qt.Orientation.Horizontal, TOLD) == "a long name 3"
    hand.session.begin(SQUARE)
    assert [edit.text() for edit in form.fields.edits] == ["", ""]
    assert not form.others.isVisible()


def test_a_field_that_is_out_of_sight_is_scrolled_to(table, hand):
    hand.session.begin(Dataset(np.arange(120.0).reshape(4, 30), [0, 1, 0, 1]))
    fields = table.form.fields
    hand.qtbot.waitUntil(lambda: fields.edits[-1].isVisible())
    fields.edits[0].setFocus()
    for _ in range(29):
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
    last = fields.edits[-1]
    assert last.hasFocus()
    seen = fields.viewport().rect()
    assert seen.contains(last.mapTo(fields.viewport(), last.rect().center()))


def test_of_very_many_features_the_two_shown_are_typed(table, hand):
    X = np.arange(800.0).reshape(4, 200)
    hand.session.begin(Dataset(X, [0, 1, 0, 1]))
    form = table.form
    assert form.others.text() == "the other 198 features at their means"
    for edit in form.fields.edits:
        edit.setText("1")
    QTest.keyClick(form.fields.edits[1], Key.Key_Return)
    added = X.mean(axis=0)
    added[:2] = 1
    np.testing.assert_array_equal(points(hand.session)[4], added)


def test_after_adding_one_of_many_features_the_fields_are_empty_again(table, hand):
    hand.session.begin(Dataset(np.arange(12.0).reshape(4, 3), [0, 1, 0, 1]))
    edits = table.form.fields.edits
    for edit in edits:
        edit.setText("1")
    QTest.keyClick(edits[1], Key.Key_Return)
    assert points(hand.session)[4] == [1, 1, 1]
    assert [edit.text() for edit in edits] == ["", "", ""]


def test_with_other_data_the_keys_play_again(table, hand, window):
    edit = table.form.fields.edits[0]
    edit.setFocus()
    hand.qtbot.waitUntil(edit.hasFocus)
    hand.session.begin(SQUARE)
    hand.qtbot.waitUntil(window.canvas.plot.hasFocus)


def test_an_empty_table_follows_other_empty_data(table, hand, qtbot):
    """Without telling of cells that are not there: Qt warns of that."""
    for _ in range(3):
        hand.session.begin(Dataset(np.empty((0, 2)), [], class_names=("A", "B")))
        qtbot.wait(50)
        assert table.model.shown is hand.session.data


def test_no_number_of_the_table_is_cut(window, hand, bring, qtbot):
    hand.draw_two_classes()
    hand.session.seek(3)
    window.resize(1440, 900)
    table = bring("Points")
    qtbot.wait(30)
    view = table.view
    texts = ["\N{MINUS SIGN}9.412", "\N{MINUS SIGN}12.85"]
    for column in range(view.model().columnCount()):
        room = view.columnWidth(column) - 18  # padding and the style's own margin
        for text in texts:
            assert view.fontMetrics().horizontalAdvance(text) <= room


def test_names_are_shown_and_typed(table, hand, qtbot):
    names = ["<b>a</b>", "", "line\nend", "d"]
    data = Dataset(
        SQUARE.X, SQUARE.y, class_names=SQUARE.class_names, sample_names=names
    )
    assert table.model.first_reading == 3
    hand.session.begin(data)
    qtbot.waitUntil(lambda: table.model.first_reading == 4)
    assert [row[0] for row in shown(table)] == ["<b>a</b>", "", "line end", "d"]
    assert heads(table, 4) == ["name", "x₁", "x₂", "class"]
    tip = table.model.index(0, 0).data(TOLD)
    assert tip.replace("\N{WORD JOINER}", "") == "<b>a</b>"
    assert "<b>" not in tip
    typed(table, 1, 0, "breakfast")
    assert hand.session.data.name_of(1) == "breakfast"
    typed(table, 0, 3, "B")
    typed(table, 2, 1, "7")
    assert hand.session.data.X[2, 0] == 7
    assert hand.session.data.name_of(0) == "<b>a</b>"
    undo(hand)
    undo(hand)
    undo(hand)
    assert hand.session.data.sample_names.tolist() == names
    QTest.mouseClick(table.tool, LEFT)
    assert heads(table, 6)[3:] == ["class", "weight", "own z"]
    typed(table, 1, 4, "2")
    assert hand.session.data.sample_weights[1] == 2


def test_table_and_new_point_share_the_room_that_there_is(seen, hand):
    """In a low panel nothing scrolls in what scrolls until a point is typed."""
    area = seen.parentWidget()
    while not isinstance(area, QScrollArea):
        area = area.parentWidget()
    assert area.viewport().height() < 150
    assert not seen.form.isVisible()
    assert not area.verticalScrollBar().isVisible()
    hand.key(Key.Key_P, CONTROL)
    assert seen.form.isVisible()


def test_the_symbol_of_the_class_stays_in_sight(seen):
    head = seen.view.verticalHeader()
    shot = head.grab().toImage()
    colours = {
        shot.pixelColor(x, y).name()
        for x in range(shot.width())
        for y in range(head.sectionSize(0))
    }
    assert seen.model.theme.class_colour(int(seen.model.shown.y[0])) in colours
