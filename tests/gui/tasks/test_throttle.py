"""While samples are sprayed, numbers follow as fast as one can read them."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from gui.tasks.throttle import Throttle
from tests.gui.conftest import _move

LEFT = Qt.MouseButton.LeftButton


def test_the_count_follows_a_stroke_seldom_and_is_right_at_its_end(
    window, hand, monkeypatch
):
    hand.draw_two_classes()
    section, session = window.setup.data, hand.session
    said = []
    write = section.caption.setText
    monkeypatch.setattr(
        section.caption, "setText", lambda t: said.append(t) or write(t)
    )
    monkeypatch.setattr(Throttle, "interval", 60_000)  # however slow the machine is
    edits = []
    session.data_changed.connect(lambda: edits.append(session.data.n_samples))
    window.canvas.bar.findChild(QSlider, "density").setValue(100)
    port = window.canvas.plot.viewport()
    centre = port.rect().center()
    QTest.mousePress(port, LEFT, pos=centre)
    assert session.stroking
    for i in range(1, 31):
        _move(port, centre + QPoint(40 * (i % 2), 3 * i), LEFT)
    QTest.mouseRelease(port, LEFT, pos=centre)
    assert not session.stroking
    assert len(edits) >= 25
    assert len(said) <= 3
    assert section.caption.text() == f"{session.data.n_samples:,} points"


def test_a_single_click_is_told_at_once(window, hand):
    hand.draw_two_classes()
    n = hand.session.data.n_samples
    hand.click(0.5, 0.5)
    assert window.setup.data.caption.text() == f"{hand.session.data.n_samples:,} points"
    assert hand.session.data.n_samples > n


def test_a_stroke_whose_end_another_window_had_is_over_at_the_next_move(window, hand):
    port = window.canvas.plot.viewport()
    centre = port.rect().center()
    QTest.mousePress(port, LEFT, pos=centre)
    before = hand.session.data.n_samples
    for i in range(1, 9):
        _move(port, centre + QPoint(9 * i, 0), Qt.MouseButton.NoButton)
    assert not hand.session.stroking
    assert hand.session.data.n_samples == before
    QTest.mouseRelease(port, LEFT, pos=centre)
