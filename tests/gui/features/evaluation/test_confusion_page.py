"""The confusion matrix: counted, pointed at, clicked, copied, exported."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtTest import QTest
from sklearn.metrics import (
    accuracy_score,
    confusion_matrix,
    precision_recall_fscore_support,
)

from engine import Dataset, Recipe
from engine.data.dataset import TEST, VALIDATION
from engine.data.edits import Weigh
from engine.data.gallery import example
from engine.evaluation.report import Report
from gui.features.evaluation.confusion_matrix import LEAST, ConfusionMatrixLayout, short
from gui.features.evaluation.confusion_page import as_latex, as_tsv
from gui.plotting.figure_dialog import FigureDialog
from gui.plotting.figure_source import FigureChoice
from gui.session.final_test import FinalTest

KEY = Qt.Key


def shown(page, qtbot, step):
    qtbot.waitUntil(lambda: page.answer is not None and page.answer.judged.step == step)
    return page.answer.report


def test_it_follows_the_playhead_on_the_part_chosen(page, bench, hand, qtbot):
    confusion = page("Confusion matrix", held_out=0.2)
    s = bench.session
    for part in (0, VALIDATION):
        QTest.mouseClick(confusion.parts.buttons[part], Qt.MouseButton.LeftButton)
        for step in (s.last, 10):
            s.seek(step)
            qtbot.waitUntil(lambda p=part: confusion.answer.part == p)
            report = shown(confusion, qtbot, step)
            rows = s.data.rows_of(part)
            right = s.model.predict(s.data.X[rows]) == s.data.y[rows]
            assert report.accuracy == pytest.approx(right.mean())
    model = confusion.table.model()
    assert model.index(2, 0).data() == "mean"
    assert model.index(2, 2).data() == f"{100 * report.recall.mean():.1f} %"


def test_samples_with_weights_count_as_in_scikit_learn(page, bench, hand, qtbot):
    confusion, s = page("Confusion matrix"), bench.session
    assert "weights" not in confusion.state.text()
    model, across = confusion.table.model(), Qt.Orientation.Horizontal
    assert model.headerData(4, across) == "samples"
    n = s.data.n_samples
    weights = np.linspace(0, 2.5, n)
    s.edit(Weigh(np.arange(n), weights), "weigh")
    hand.recorded()
    qtbot.waitUntil(lambda: confusion.answer.judged.data is s.data)
    judged, report = confusion.answer.judged, confusion.answer.report
    decided = judged.model.predict(s.data.X)
    expected = confusion_matrix(s.data.y, decided, sample_weight=weights)
    np.testing.assert_allclose(report.confusion, expected)
    shares = precision_recall_fscore_support(
        s.data.y, decided, sample_weight=weights, zero_division=0
    )
    for mine, theirs in zip(
        (report.precision, report.recall, report.f1, report.support),
        shares,
        strict=True,
    ):
        np.testing.assert_allclose(mine, theirs)
    right = accuracy_score(s.data.y, decided, sample_weight=weights)
    assert report.accuracy == pytest.approx(right)
    assert confusion.state.text().endswith(" · by the samples’ weights")
    assert model.index(model.rowCount() - 1, 4).data() == f"{weights.sum():,.10g}"
    assert model.headerData(4, across) == "weight"
    assert "weights" in model.headerData(4, across, Qt.ItemDataRole.ToolTipRole)
    assert as_tsv(report).splitlines()[0].endswith("\tweight")
    assert r"& weight \\" in as_latex(report)


def test_a_click_selects_its_samples_on_the_canvas(page, bench, qtbot, point):
    confusion = page("Confusion matrix")
    s = bench.session
    report = shown(confusion, qtbot, s.step)
    port, place = confusion.matrix.viewport(), confusion.matrix.place_of(0, 1)
    point(port, place.toPoint())
    assert f"{report.confusion[0, 1]} samples of A were called B" in (
        confusion.words.text()
    )
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place.toPoint())
    rows = bench.canvas.selection.rows
    assert len(rows) == report.confusion[0, 1] > 0
    assert (s.data.y[rows] == 0).all()
    assert (s.model.predict(s.data.X[rows]) == 1).all()
    for key in (KEY.Key_Left, KEY.Key_Down, KEY.Key_Return):
        QTest.keyClick(confusion.matrix, key)
    assert len(bench.canvas.selection.rows) == report.confusion[1, 0]


def test_the_test_part_is_judged_only_when_used_and_then_stays(page, bench, qtbot):
    confusion = page("Confusion matrix", held_out=0.2)
    QTest.mouseClick(confusion.parts.buttons[TEST], Qt.MouseButton.LeftButton)
    assert confusion.answer is None
    assert confusion.final_test is FinalTest.of(bench.session)
    assert confusion.test_row.isVisible()
    confusion.final_test.use()
    end = bench.session.step
    report = shown(confusion, qtbot, end)
    assert report.support.sum() == len(bench.session.data.rows_of(TEST))
    bench.session.seek(5)
    qtbot.wait(100)
    assert confusion.answer.judged.step == end
    assert confusion.final_test.count == 1


def test_without_a_boundary_or_data_it_says_so(page, bench, hand, qtbot):
    confusion = page("Confusion matrix", learner="perceptron")
    bench.session.seek(0)
    qtbot.waitUntil(lambda: confusion.hint.isVisible())
    assert confusion.hint.text().startswith("Step 0: no boundary yet. Press Play")
    bench.clear()
    qtbot.waitUntil(lambda: "Draw points" in confusion.hint.text())
    assert not confusion.matrix.isVisible()


def test_weights_of_0_at_the_last_step_are_no_reason_to_play(page, bench, hand, qtbot):
    """On XOR the perceptron's weights come back to 0 after every epoch."""
    confusion = page("Confusion matrix")
    bench.session.begin(example("xor").make(), Recipe(order="given", epochs=5))
    hand.recorded()
    bench.session.to_end()
    qtbot.waitUntil(lambda: "all weights are 0" in confusion.hint.text())
    assert f"Step {bench.session.last}: " in confusion.hint.text()
    assert "Play" not in confusion.hint.text()
    assert "step back" in confusion.hint.text()
    bench.session.seek(bench.session.last - 4)
    qtbot.waitUntil(lambda: "Press Play" in confusion.hint.text())


def test_samples_on_the_boundary_are_told_apart_from_the_matrix(
    page, bench, hand, qtbot
):
    """After its first update on XOR, 0,0 is called what it is, but by the tie."""
    confusion = page("Confusion matrix")
    assert confusion.ties.text() == ""
    data = Dataset([[1.0, 0], [0, 1], [1, 1], [0, 0]], list("bbaa"))
    recipe = Recipe(order="given", offset=False, epochs=1)
    bench.session.begin(data, recipe)
    hand.recorded()
    bench.session.seek(1)
    qtbot.waitUntil(lambda: confusion.ties.isVisible())
    assert confusion.answer.report.accuracy == 0.5
    assert bench.session.model.training_error == 0.75
    assert confusion.ties.text() == (
        "On the boundary: 1 of its own class in the matrix, but a mistake, as in a "
        "training error"
    )


def test_a_large_data_set_is_judged_in_a_thread(page, bench, hand, qtbot, monkeypatch):
    monkeypatch.setattr("gui.features.evaluation.confusion_page.QUICK_NUMBERS", 0)
    confusion = page("Confusion matrix")
    shown(confusion, qtbot, bench.session.last)
    for step in range(1, 60):
        bench.session.seek(step)
    report = shown(confusion, qtbot, 59)
    assert report.support.sum() == bench.session.data.n_samples


def test_a_hundred_classes_scroll_under_names(page, bench, hand, qtbot, point):
    confusion = page("Confusion matrix")
    y = np.arange(200) % 100
    X = np.random.default_rng(0).normal(y[:, None], 1.0, (200, 2))
    bench.session.begin(Dataset(X, [f"class {i:02}" for i in y]))
    hand.recorded()
    bench.session.seek(bench.session.last)
    qtbot.waitUntil(
        lambda: (
            confusion.answer is not None
            and len(confusion.answer.report.class_names) == 100
        )
    )
    layout = confusion.matrix.layout_now()
    assert layout.cell == LEAST
    assert layout.upright
    across = confusion.matrix.horizontalScrollBar()
    across.setValue(across.maximum())
    place = confusion.matrix.place_of(2, 99).toPoint()
    point(confusion.matrix.viewport(), place)
    assert confusion.matrix.cell == (2, 99)
    assert confusion.table.model().rowCount() == 101


def test_a_heading_sorts_and_the_mean_stays_below(page, bench, qtbot):
    confusion = page("Confusion matrix", "iris")
    report = shown(confusion, qtbot, bench.session.step)
    table = confusion.table
    place = table.columnViewportPosition(2) + 30
    QTest.mouseClick(
        table.horizontalHeader().viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(place, 10),
    )
    names = [table.model().index(row, 0).data() for row in range(4)]
    recall = dict(zip(report.class_names, report.recall, strict=True))
    down = [recall[name] for name in names[:3]]
    assert down in (sorted(down), sorted(down, reverse=True))
    assert names[3] == "mean"


def test_it_is_copied_and_exported(page, bench, qtbot, tmp_path, monkeypatch):
    confusion = page("Confusion matrix")
    shown(confusion, qtbot, bench.session.step)
    confusion.copy_action.trigger()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [line.split("\t")[0] for line in lines] == ["true \\ decided", "A", "B"]
    for suffix in ("png", "svg", "pdf"):
        path = tmp_path / f"m.{suffix}"
        monkeypatch.setattr(
            FigureDialog, "exec", lambda d, p=path: d.file.edit.setText(str(p)) or 1
        )
        confusion.matrix_card.export_action.trigger()
        assert path.stat().st_size > 500


@pytest.mark.parametrize("title", [True, False])
def test_its_picture_is_copied_with_a_title_if_wanted(page, bench, qtbot, title):
    confusion = page("Confusion matrix")
    shown(confusion, qtbot, bench.session.step)
    heights = []
    for wanted in (False, title):
        FigureChoice(QSize(500, 500), title=wanted).remember()
        confusion.matrix_card.copy_picture_action.trigger()
        clipboard = QGuiApplication.clipboard()
        heights.append(clipboard.image().height())
        assert clipboard.image().pixelColor(2, 2).lightness() == 255
    assert max(heights) <= 1000
    assert b"<svg" in bytes(clipboard.mimeData().data("image/svg+xml").data())


def test_a_long_name_is_read_whole(bench, page, qtbot):
    confusion = page("Confusion matrix", example="breast-cancer")
    shown(confusion, qtbot, bench.session.step)
    table = confusion.table
    assert table.columnWidth(0) >= table.sizeHintForColumn(0)


def test_tables_by_hand():
    report = Report.of(("a_b", "c"), np.array([[2, 1], [0, 3]]))
    assert as_tsv(report) == (
        "true \\ decided\ta_b\tc\tprecision\trecall\tF1\tsamples\n"
        "a_b\t2\t1\t1.000\t0.667\t0.800\t3\n"
        "c\t0\t3\t0.750\t1.000\t0.857\t3\n"
    )
    assert r"a\_b & 2 & 1 & 1.000 & 0.667 & 0.800 & 3 \\" in as_latex(report)


def test_cells_are_found_where_they_are_drawn(qapp):
    metrics = QFontMetrics(qapp.font())
    layout = ConfusionMatrixLayout.of(["a", "b", "c"], metrics, QSizeF(300, 300))
    for row in range(3):
        for column in range(3):
            assert layout.cell_at(layout.rect(row, column).center()) == (row, column)
    assert layout.cell_at(layout.rect(0, 0).topLeft() * 0.5) is None
    assert [short(n) for n in (999, 1234, 45_678, 3_400_000)] == [
        "999", "1.2k", "46k", "3.4M",
    ]  # fmt: skip
