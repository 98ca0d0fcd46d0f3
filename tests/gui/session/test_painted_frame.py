"""All that is painted together is of one step; what cannot follow is dimmed."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QTableView

from engine import Recipe
from engine.numbers import counted
from gui.style.text import number
from gui.tasks import throttle
from gui.widgets.labels import FittingLabel
from gui.window.docks import LEFT
from tests.gui.features.playback.test_timeline import noisy
from tests.gui.pixels import is_dimmed
from tests.gui.tables import rows_of


def told(window):
    """Give what each part says, and what it is to say of the step that is painted."""
    s, picture = window.session, window.canvas.plot.picture
    frame = picture.frame
    model, data = s.tape.model(frame.step), picture.data
    scores = data.X @ model.coef[0] + model.intercept[0]
    wrong = int(((scores > 0) != (data.y == 1)).sum())
    assert len(picture.wrong) == wrong  # the marks
    weights = window.panel("Weights").table
    updates = counted(frame.updates, "update")
    # While it is recorded the end is not known yet.
    end = " of 100" if s.tape.finished else ""
    parts = {
        window.panel("Playback").step_box.box: f"{frame.step:,}",
        window.panel("Playback").strip.now: (
            f"epoch {frame.epoch}{end}  ·  {wrong} of 80 wrong  ·  {updates}"
        ),
        window.panel(
            "This update"
        ).caption: f"point {frame.rows[0] + 1} · epoch {frame.epoch}",
        weights: number(float(model.coef[0][0])),
    }
    return {part: text for part, text in parts.items() if part.isVisible()}


def says(part, text):
    if isinstance(part, QTableView):
        return rows_of(part)[0][1]
    if "point" in text:
        return part.toolTip()
    if isinstance(part, FittingLabel):  # it says less where there is little room
        assert part.text() in part.alternatives
        return part.alternatives[0].replace(" wrong now", " wrong")
    return part.text()


class PaintWatch(QObject):
    """Looks at all parts before each painting of the canvas.

    Attributes
    ----------
    painted, dimmed : int
        Paintings, and parts that were dimmed in them.
    wrong : list
        What was said of another step.
    """

    def __init__(self, window):
        super().__init__(window)
        self._window = window
        self.painted = self.dimmed = 0
        self.wrong = []
        window.canvas.plot.viewport().installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and self._window.session.playing:
            self.painted += 1
            for part, text in told(self._window).items():
                if is_dimmed(part):
                    self.dimmed += 1
                elif says(part, text) != text:
                    self.wrong.append((says(part, text), text))
        return False


@pytest.fixture
def run(window, hand, qtbot):
    s = hand.session
    s.set_recipe(Recipe(epochs=100, stop_without_mistake=False))
    s.set_data(noisy())
    hand.recorded()
    docks = window.docks
    window.addDockWidget(LEFT, docks["Weights"])
    docks["Weights"].raise_()
    s.seek(1)
    return s


@pytest.fixture
def watch(window, run):
    watch = PaintWatch(window)
    yield watch
    watch.deleteLater()


@pytest.mark.parametrize("speed", [20, 500])
@pytest.mark.parametrize("in_time", [True, False])
def test_all_that_is_painted_is_of_one_step(
    window, run, watch, qtbot, monkeypatch, speed, in_time
):
    monkeypatch.setattr(throttle.Turns, "affords", lambda *_: in_time)
    monkeypatch.setattr(throttle, "SHORTEST_REST", 0.016)  # as it is for a person
    run.set_speed(speed)
    run.set_playing(True)
    qtbot.waitUntil(lambda: watch.painted > 8)
    painted = watch.painted
    qtbot.waitUntil(lambda: watch.painted > painted + 4)
    run.set_playing(False)
    assert watch.wrong == []
    if in_time:
        assert not watch.dimmed
    else:
        assert watch.dimmed
        parts = told(window)
        assert {says(part, text) for part, text in parts.items()} == {*parts.values()}
        assert not any(map(is_dimmed, parts))
