"""The validation curve of a search: read under the mouse, walked by key."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from gui.features.evaluation.search.setting_text import value_words
from tests.gui.features.evaluation.search.test_search_page import page, searched

__all__ = ["page"]  # a fixture


def test_the_line_is_read_under_the_mouse_and_its_values_kept_apart(page, qtbot, point):
    searched(page, qtbot, tolerance="1e-6..1:30")
    line, results = page.results.line, page.results.results
    for width in (200, 600):
        ((_, at),) = line.values.tickValues(-0.5, 29.5, width)
        texts = line.values.tickStrings(at, 1.0, 1.0)
        assert texts[0] == value_words(results.recipes[0].tolerance)
        wide = max(map(QFontMetricsF(page.font()).horizontalAdvance, texts))
        assert (at[1] - at[0]) * width / 30 > wide
    scene = line.view.mapViewToScene(QPointF(1.1, 5.0))
    point(line.viewport(), line.mapFromScene(scene))
    assert f"{100 * results.mean[1]:.1f}" in page.results.readout.text()
    assert value_words(results.recipes[1].tolerance) in page.results.readout.text()
    point(line.viewport(), QPoint(1, 1))
    assert "Point at a value" in page.results.readout.text()


def test_arrows_go_from_the_best_value_to_its_neighbours(page, bench, qtbot):
    searched(page, qtbot, tolerance="0..1:5")
    line, results, said = page.results.line, page.results.results, []
    line.pointed.connect(said.append)
    line.setFocus()
    for _ in range(6):
        QTest.keyClick(line, Qt.Key.Key_Left)
    for _ in range(5):
        QTest.keyClick(line, Qt.Key.Key_Right)
    values = [results.recipes[place].tolerance for place in said]
    assert said[0] == results.best
    assert values[-5:] == [0.0, 0.25, 0.5, 0.75, 1.0]
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert bench.session.recipe.tolerance == 1.0
