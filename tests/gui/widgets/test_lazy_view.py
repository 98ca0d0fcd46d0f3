"""A view costs nothing until it is seen, and nothing while it is not."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gui.session.diagnosis import DiagnosisRunner
from gui.session.session import Session
from gui.style.theme import DARK, LIGHT
from gui.widgets.lazy_view import LazyView

VIEWS = "Loss", "Weight space", "Lifted space", "Network", "Weight growth"


def test_nothing_is_made_before_it_is_seen(nothing_seen, window, hand, qtbot):
    hand.draw_two_classes()
    hand.session.seek(3)
    qtbot.wait(50)
    for lazy in map(window.panel, VIEWS):
        assert lazy.view is None
        assert not lazy.seen


def test_a_hidden_view_does_no_work_and_is_right_when_it_comes_back(
    window, hand, bring, qtbot, monkeypatch
):
    hand.draw_two_classes()
    view = bring("Weight space")
    lazy = window.panel("Weight space")
    assert lazy.seen
    qtbot.waitUntil(lambda: not DiagnosisRunner.of(window.session).looking)
    refreshed = []
    act = view.refresh
    monkeypatch.setattr(view, "refresh", lambda: (refreshed.append(1), act()))
    hand.session.seek(2)
    assert len(refreshed) == 1
    window.docks["Error per epoch"].raise_()
    qtbot.waitUntil(lambda: not lazy.seen)
    for step in range(1, 6):
        hand.session.seek(step)
    assert len(refreshed) == 1
    bring("Weight space")
    qtbot.waitUntil(lambda: len(refreshed) == 2)
    frame = hand.session.frame
    assert view.picture.now.tolist() == frame.weights[0, :2].tolist()


class Ground(QWidget):
    """A view that covers all its room."""

    def __init__(self):
        super().__init__(autoFillBackground=True)
        self.refreshed = 0

    def refresh(self):
        self.refreshed += 1


def test_a_view_that_covers_all_its_room_is_seen(qtbot):
    timer, session = QTimer(), Session()
    lazy = LazyView(session, LIGHT, lambda theme, caption: Ground(), timer.timeout)
    qtbot.addWidget(lazy)
    lazy.resize(200, 100)
    lazy.show()
    qtbot.waitUntil(lambda: lazy.view is not None)
    assert lazy.view.refreshed == 1
    timer.timeout.emit()
    assert lazy.view.refreshed == 2
    lazy.hide()
    timer.timeout.emit()
    assert lazy.view.refreshed == 2
    lazy.show()
    qtbot.waitUntil(lambda: lazy.view.refreshed == 3)


def test_a_view_that_is_not_seen_waits_for_no_later_call(qtbot):
    changing, session = QTimer(), Session()
    before = set(session.findChildren(QTimer))
    lazy = LazyView(session, LIGHT, lambda theme, caption: Ground(), changing.timeout)
    qtbot.addWidget(lazy)
    for _ in range(3):
        changing.timeout.emit()
    its_own = set(session.findChildren(QTimer)) - before
    assert its_own
    assert not any(timer.isActive() for timer in its_own)
    lazy.resize(200, 100)
    lazy.show()
    qtbot.waitUntil(lambda: lazy.view is not None)
    assert lazy.view.refreshed == 1


def test_the_theme_waits_for_the_view(window, hand, bring):
    window.appearance.choose("dark")
    assert bring("Weight space").plot.theme is DARK
    window.appearance.choose("system")


def test_the_view_menu_lists_the_docks(window):
    texts = {action.text() for action in window.findChildren(QAction)}
    assert {*VIEWS} <= texts
