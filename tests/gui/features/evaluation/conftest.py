"""The sheet of generalisation over some data, opened by key."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtWidgets import QApplication

from engine import Dataset
from engine.data import gallery
from engine.data.split import split
from gui.plotting.figure_dialog import FigureDialog


def clusters(n=40):
    rng = np.random.default_rng(1)
    y = np.arange(n) % 2
    return Dataset(rng.normal(0, 1.2, (n, 2)) + 2 * y[:, None], y)


@pytest.fixture
def small(window, hand):
    """Open a page over forty samples, eight of them the test part; five epochs."""
    recipe = window.session.recipe.replace(epochs=5)
    window.files.begin_with(split(clusters(), 0.0, 0.2), recipe)
    hand.recorded()

    def open_page(title):
        window.run("evaluation", title)
        return window.centre.sheet.pages[title]

    yield open_page
    window.centre.sheet.close()


@pytest.fixture
def page(window, hand, qtbot):
    """Open a page over an example: ``page(title, example, **recipe)``."""

    def open_page(title, example="noisy-clusters", held_out=0.0, **recipe):
        data = gallery.example(example).make()
        if held_out:
            data = split(data, held_out, held_out)
        window.files.begin_with(data, window.session.recipe.replace(**recipe))
        hand.recorded()
        hand.key(Qt.Key.Key_End)
        window.run("evaluation", title)
        opened = window.centre.sheet
        opened.activateWindow()
        qtbot.waitUntil(opened.isActiveWindow)
        return opened.pages[title]

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
def undo(window, hand):
    return lambda: hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


@pytest.fixture
def point():
    """Move the mouse over a widget: ``point(widget, place)``."""

    def move(port, place):
        none = Qt.MouseButton.NoButton
        here, there = QPointF(place), QPointF(port.mapToGlobal(place))
        kind, keys = QEvent.Type.MouseMove, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(port, QMouseEvent(kind, here, there, none, none, keys))

    return move
