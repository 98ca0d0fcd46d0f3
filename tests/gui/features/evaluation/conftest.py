"""The sheet of generalisation over some data, beside a canvas."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QSettings, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QSplitter

from engine import Dataset, Recipe
from engine.data import gallery
from engine.data.split import split
from gui.canvas.canvas import Canvas
from gui.features.evaluation.evaluation_sheet import EvaluationSheet
from gui.plotting.figure_dialog import FigureDialog
from gui.session.session import Session
from gui.style.theme import LIGHT
from tests.gui.conftest import User


def clusters(n=40):
    rng = np.random.default_rng(1)
    y = np.arange(n) % 2
    return Dataset(rng.normal(0, 1.2, (n, 2)) + 2 * y[:, None], y)


class Bench(QSplitter):
    """A canvas with the sheet beside it over a session, without a window around them.

    To open and to close the sheet in the window, with all its panels, takes longer than
    what a page shows.
    """

    def __init__(self):
        super().__init__()
        self.session = Session(self)
        self.canvas = Canvas(self.session, LIGHT)
        self.sheet = EvaluationSheet(self.session, self.canvas, LIGHT)
        self.addWidget(self.canvas)
        self.addWidget(self.sheet)
        self.sheet.hide()  # shown, it would make its first page
        self.resize(1200, 800)
        self.show()

    def begin(self, data, recipe=None):
        """Begin with other data, and see all of them."""
        self.canvas.axes.begin(data, None)
        self.session.begin(data, recipe)
        self.canvas.fit()

    def clear(self):
        """Begin with no points."""
        self.begin(gallery.empty())

    def open(self, title):
        """Open the sheet at a page."""
        self.sheet.open(title)
        self.sheet.show()
        return self.sheet.pages[title]


@pytest.fixture
def bench(qapp):
    bench = Bench()
    yield bench
    bench.sheet.close_pages()
    bench.session.leave()
    bench.canvas.close_tools()
    bench.close()
    bench.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QSettings().clear()


@pytest.fixture
def hand(bench, qtbot):
    return User(bench, qtbot)


@pytest.fixture
def small(bench, hand):
    """Open a page over forty samples, eight of them the test part; five epochs."""
    bench.begin(split(clusters(), 0.0, 0.2), Recipe(epochs=5))
    hand.recorded()
    return bench.open


@pytest.fixture
def page(bench, hand):
    """Open a page over an example: ``page(title, example, **recipe)``."""

    def open_page(title, example="noisy-clusters", held_out=0.0, **recipe):
        data = gallery.example(example).make()
        if held_out:
            data = split(data, held_out, held_out)
        bench.begin(data, bench.session.recipe.replace(**recipe))
        hand.recorded()
        bench.session.to_end()
        return bench.open(title)

    return open_page


@pytest.fixture
def in_window(window, qtbot):
    """Open a page in the window, where other parts draw and have tools, too."""

    def open_page(title, data, **recipe):
        window.files.begin_with(data, window.session.recipe.replace(**recipe))
        User(window, qtbot).recorded()
        window.session.to_end()
        window.run("evaluation", title)
        return window.centre.sheet.pages[title]

    return open_page


@pytest.fixture
def exported(tmp_path, monkeypatch):
    """Export the figure of a card: ``exported(card)`` is its picture."""

    def export(card):
        path = tmp_path / "figure.png"
        monkeypatch.setattr(
            FigureDialog,
            "exec",
            lambda dialog: dialog.file.edit.setText(str(path)) or 1,
        )
        assert card.export_action.isVisible()
        assert card.export_action.isEnabled()
        card.export_action.trigger()
        return QImage(str(path))

    return export


@pytest.fixture
def point():
    """Move the mouse over a widget: ``point(widget, place)``."""

    def move(port, place):
        none = Qt.MouseButton.NoButton
        here, there = QPointF(place), QPointF(port.mapToGlobal(place))
        kind, keys = QEvent.Type.MouseMove, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(port, QMouseEvent(kind, here, there, none, none, keys))

    return move
