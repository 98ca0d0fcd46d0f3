"""The weights as a table and as text."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest

from engine import Dataset, Recipe
from engine.data import gallery
from engine.numbers import number
from gui.features.weights.weight_cells import combined, weights_table
from gui.files.weights_text import weights_as_text
from tests.gui.canvas.test_contours import ring
from tests.gui.features.update.test_outputs_table import recorded
from tests.gui.tables import rows_of


def test_more_than_three_classes_have_a_row_of_weights_each():
    few, many = (recorded(ring(k)).model() for k in (3, 9))
    assert weights_table(few)[0, 1].text == "A"
    cells = weights_table(many)
    assert [cells[0, j].text for j in (1, 2, 3)] == ["w₁", "w₂", "b"]
    for code, name in enumerate(many.class_names):
        assert cells[code + 1, 0].text == name
        for j in range(3):
            assert cells[code + 1, j + 1].more == repr(float(many.weights[code, j]))
    assert max(column for _, column in cells) == 3


def test_rows_of_weights_have_the_scaled_ones_below():
    model = recorded(ring(5), standardise=True).model()
    cells = weights_table(model)
    assert cells[6, 0].text == "on standardised features:"
    assert cells[8, 1].more == repr(float(model.scaled_weights[0, 0]))


@pytest.mark.parametrize(
    ("features", "offset"), [(("a", "b"), "b (offset)"), (("a", "c"), "b")]
)
def test_the_offset_is_told_from_a_feature_of_its_name(features, offset):
    data = Dataset([[1.0, 0], [0, 1]], [0, 1], feature_names=features)
    model = recorded(data).model()
    names = [*features, offset]
    cells = weights_table(model)
    assert [cells[i, 0].text for i in range(3)] == names
    assert [
        line.split("\t")[0] for line in weights_as_text(model).splitlines()
    ] == names


@pytest.fixture
def shown(window, hand):
    """Show step 2 of three samples; give the texts of the weights, row by row.

    The weights are (−2, −4), −1 after the first step and (4, −5), −2 after the second.
    """

    def show(learner, data=None, **settings):
        three = Dataset([[2.0, 4.0], [-6.0, 1.0], [1.0, 1.0]], [-1, -1, 1])
        recipe = Recipe(learner, **settings)
        hand.session.begin(three if data is None else data, recipe)
        hand.recorded()
        hand.session.seek(2)
        return rows_of(window.panel("Weights").table)

    return show


def test_the_mean_stands_with_the_newest_and_the_sum(shown, window):
    assert shown("averaged-perceptron") == [
        ["used: the mean of 2 w so far = the sum / 2"],
        ["mean", "newest w", "sum"],
        ["w₁", "1", "4", "2"],
        ["w₂", "−4.5", "−5", "−9"],
        ["b", "−1.5", "−2", "−3"],
    ]
    assert window.canvas.footer.caption.text().startswith("used: mean")
    head = " ".join(line.note for line in window.panel("This update").head.lines)
    assert "the newest w; used: the mean of 2 w so far" in head


def test_votes_stand_beside_the_newest_weights(shown, window):
    """The first weights had the vote of step 1, the second has that of step 2."""
    table = shown("voted-perceptron")
    assert table[0] == ["used: the vote, 2 votes so far, of 2 w"]
    assert table[1] == ["newest w", "most votes"]
    assert table[2] == ["w₁", "4", "−2"]
    assert table[-1] == ["votes", "1", "1"]
    assert window.canvas.footer.caption.text().startswith("used: vote")


def test_the_votes_of_several_classes_are_told_apart(shown, window):
    table = shown("voted-perceptron", ring(3))
    names = window.session.data.class_names
    votes = window.session.model.votes
    counts = [np.count_nonzero(vote.counts) for vote in votes]
    counted = ", ".join(f"{n} for {k}" for n, k in zip(counts, names, strict=True))
    assert table[0][0].endswith(f", of w: {counted}")
    rows = [row for row in table if row[0] == "votes"]
    assert len(rows) == 2
    assert all(len(row) == 4 for row in rows), "a number under the name of each class"


def test_the_votes_of_many_classes_are_named(shown, window):
    table = shown("voted-perceptron", ring(9))
    names = window.session.data.class_names
    for row in (line[0] for line in table if line[0].startswith("votes: ")):
        cells = row.removeprefix("votes: ").split(", ")
        assert [cell.rpartition(" ")[0] for cell in cells] == [*names]


def test_the_pocket_stands_beside_the_newest_weights(shown, window):
    table = shown("pocket-perceptron")
    assert table[:2] == [
        ["used: the pocket, the best w so far"], ["pocket", "newest w"],
    ]  # fmt: skip
    used, newest = hand_weights(window)
    for row, pocket, last in zip(table[2:], used, newest, strict=True):
        assert row[1:] == [number(pocket), number(last)]
    assert window.canvas.footer.caption.text().startswith("used: pocket")


def hand_weights(window):
    frame = window.session.frame
    return frame.used[0], frame.weights[0]


def test_of_several_classes_each_kind_has_a_table(shown):
    data = Dataset([[2.0, 4.0], [-6.0, 1.0], [1.0, 1.0]], list("abc"))
    table = shown("averaged-perceptron", data, standardise=True)
    titles = [row[0] for row in table if len(row) == 1]
    assert titles == [
        "used: the mean of 2 w so far = the sum / 2",
        "mean of 2",
        "newest w: “This update” is about it",
        "sum of the 2, one after every step",
        "on standardised features:",
    ]


def test_the_sum_over_the_steps_is_that_of_the_tape(shown, window):
    shown("averaged-perceptron", epochs=30)
    s = window.session
    s.to_end()
    gone_through = sum(s.tape.frame(k).weights for k in range(1, s.last + 1))
    kinds = combined(s.tape, s.frame, s.model).kinds
    kind = next(kind for kind in kinds if kind.head == "sum")
    np.testing.assert_allclose(kind.weights, gone_through, atol=1e-9)


@pytest.mark.parametrize("labels", [(-1, -1, 1), ("a", "b", "c")])
def test_votes_are_copied_with_their_counts(shown, window, qapp, labels):
    data = Dataset([[2.0, 4.0], [-6.0, 1.0], [1.0, 1.0]], labels)
    shown("voted-perceptron", data)
    window.panel("Weights").copy_button.click()
    title, heads, *rows = qapp.clipboard().text().split("\n")
    merged = [vote.merged for vote in window.session.model.votes]
    classes = data.class_names if len(merged) > 1 else [""]
    lines = [
        ([name] if name else []) + [f"{int(count)}", *map(repr, weights)]
        for name, vote in zip(classes, merged, strict=True)
        for count, weights in zip(vote.counts, vote.weights.tolist(), strict=True)
    ]
    assert [row.split("\t") for row in rows] == lines
    assert title == f"{len(lines)} weight vectors that vote"
    assert heads.split("\t")[-4:] == ["votes", "x1", "x2", "b"]


def test_two_weights_that_vote_are_copied_as_they_came(shown, window, qapp):
    shown("voted-perceptron")
    window.panel("Weights").copy_button.click()
    assert qapp.clipboard().text().split("\n")[2:] == [
        "1\t-2.0\t-4.0\t-1.0", "1\t4.0\t-5.0\t-2.0",
    ]  # fmt: skip


def test_other_data_have_room_for_their_own_numbers(shown, window, qtbot):
    """The columns only grow while one run is watched."""
    small = Dataset([[1.0, 0], [0, 1]], [-1, 1])
    names = ("length", "width")
    tiny = Dataset([[1.2345e-5, 0], [0, 1e-5]], [-1, 1], feature_names=names)

    def room():
        qtbot.wait(20)
        table = window.panel("Weights").table
        return table.columnWidth(1)

    shown("perceptron", small)
    narrow = room()
    shown("perceptron", tiny)
    assert room() > narrow
    shown("perceptron", small)
    assert room() == narrow


def test_rows_that_come_into_sight_have_room_for_their_numbers(window, hand, qtbot):
    """While it is brought to the front nothing of it is in sight yet."""
    window.resize(1280, 720)
    window.docks["Predict"].raise_()
    example = gallery.example("xor-by-a-network")
    window.files.begin_with(example.make(), recipe=Recipe(**example.settings))
    hand.recorded()
    window.docks["Weights"].raise_()
    qtbot.wait(50)
    table = window.panel("Weights").table
    font = table.font()
    font.setWeight(font.Weight.DemiBold)
    advance = QFontMetrics(font).horizontalAdvance
    rows, columns = table.model().rowCount(), table.model().columnCount()
    cells = [
        table.model().index(row, column)
        for row in range(1, rows)
        for column in range(1, columns)
    ]
    assert any(index.data() for index in cells)
    for index in cells:
        text = index.data() or ""
        assert advance(text) <= table.columnWidth(index.column()), text


def test_names_of_features_are_read_whole_in_a_narrow_window(window, hand, qtbot):
    window.files.begin_with(gallery.example("iris").make())
    hand.recorded()
    hand.session.seek(20)
    window.resize(1024, 700)
    qtbot.wait(50)
    names = hand.session.data.feature_names
    table = window.panel("Weights").table
    for name in names:
        width = table.fontMetrics().horizontalAdvance(name)
        assert width <= table.columnWidth(0), name


def test_in_any_font_the_numbers_are_read_whole(shown, hand, window, qtbot):
    hand.enter_lecture((1280, 720))
    shown("perceptron")
    window.docks["Weights"].show()
    table = window.panel("Weights").table
    hand.session.seek(3)
    qtbot.wait(20)
    widths = [table.columnWidth(1)]
    for resize in (
        lambda: window.resize(1920, 1080),
        lambda: window.lecture.setChecked(False),
    ):
        resize()
        qtbot.wait(20)
        font = table.font()
        font.setWeight(font.Weight.DemiBold)
        metrics = QFontMetrics(font)
        for row in range(3):
            text = table.model().index(row, 1).data()
            assert metrics.horizontalAdvance(text) < table.columnWidth(1)
        assert table.height() == 3 * table.rowHeight(0)
        widths.append(table.columnWidth(1))
    small, large, usual = widths
    assert usual < small < large


def test_what_is_selected_is_copied_with_all_digits(shown, window, hand, qapp):
    """Elsewhere Ctrl+C copies the points that are chosen."""
    shown("averaged-perceptron")
    table = window.panel("Weights").table
    pressed = table.visualRect(table.model().index(2, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=pressed)
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    mean = window.session.model.weights[0].tolist()
    assert qapp.clipboard().text() == f"{mean[0]!r}\n{mean[1]!r}"
    window.canvas.setFocus()
    assert not table.selectionModel().hasSelection()


def test_a_number_is_said_with_its_names(shown, window):
    shown("averaged-perceptron")
    index = window.panel("Weights").table.model().index(3, 2)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "w₂, newest w: −5"
