"""What the session tells: one change, and every part of the window is shown once."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt

from engine import Dataset
from gui.canvas.canvas import Canvas
from gui.features.playback.playback_bar import PlaybackBar
from gui.features.runs.runs_panel import RunsPanel
from gui.features.setup.data_section import DataSection
from gui.features.update.update_panel import UpdatePanel
from gui.features.weights.weight_boxes import WeightBoxes
from gui.features.weights.weights_panel import WeightsPanel
from gui.recipe.hyperparameters import HyperparametersSection
from gui.session import recording_swap, session
from gui.session.playhead import Playhead
from gui.widgets.final_test_row import FinalTestRow
from gui.widgets.lazy_view import LazyView

PARTS = (
    Canvas, DataSection, HyperparametersSection, LazyView, PlaybackBar, RunsPanel,
    FinalTestRow, UpdatePanel, WeightBoxes, WeightsPanel,
)  # fmt: skip


@pytest.fixture
def refreshed(monkeypatch, request):
    """Count the refreshes of each part of a window with a recorded run."""
    counts = Counter()

    def counted(cls):
        refresh = cls.refresh

        def count(part):
            counts[part] += 1
            refresh(part)

        return count

    # The run is there within the change, however slow the machine is at the moment.
    monkeypatch.setattr(session, "SHORT_RUN_SECONDS", 60.0)
    for cls in PARTS:
        monkeypatch.setattr(cls, "refresh", counted(cls))
    hand = request.getfixturevalue("hand")
    hand.draw_two_classes()

    def during(act):
        while counts:  # until what was put off while points were drawn is done
            counts.clear()
            hand.qtbot.wait(120)
        act(hand)
        hand.recorded()
        hand.qtbot.wait(120)  # views are refreshed a little later than the canvas
        assert counts
        assert set(counts.values()) == {1}, counts
        return {cls for cls in PARTS for part in counts if isinstance(part, cls)}

    return during


def test_a_click_refreshes_every_part_once(refreshed):
    parts = refreshed(lambda hand: hand.click(-2.5, -1.5))
    assert {Canvas, DataSection, PlaybackBar, FinalTestRow, WeightsPanel} <= parts


def test_undo_refreshes_every_part_once(refreshed):
    control = Qt.KeyboardModifier.ControlModifier
    parts = refreshed(lambda hand: hand.key(Qt.Key.Key_Z, control))
    assert {Canvas, PlaybackBar, UpdatePanel, WeightsPanel} <= parts
    assert LazyView not in parts  # all are behind other tabs


def test_another_recipe_refreshes_every_part_once(refreshed):
    def change(hand):
        s = hand.session
        s.change(s.recipe.replace(learning_rate=0.5), "set η")

    parts = refreshed(change)
    assert {Canvas, HyperparametersSection, PlaybackBar, WeightBoxes} <= parts


def test_a_step_refreshes_what_shows_it_once(refreshed):
    parts = refreshed(lambda hand: hand.key(Qt.Key.Key_Right))
    assert {Canvas, PlaybackBar, UpdatePanel, WeightsPanel} <= parts
    assert HyperparametersSection not in parts


def test_another_class_comes_last_whatever_the_others_are_called(qapp):
    other = session.Session()
    other.begin(Dataset([[0], [1]], [0, 1], class_names=("Ähre", "Öhr")))
    assert other.add_class()
    names = other.data.class_names
    assert names == tuple(sorted(names))
    assert len(set(names)) == 3
    other.leave()


def test_a_run_that_ends_while_it_is_put_up_is_stood_on_where_one_wants(
    hand, qtbot, monkeypatch
):
    hand.draw_two_classes()
    put_on = Playhead.put_on

    def late(playhead, tape):
        """Look at what there is, and no more before the run has ended."""
        put_on(playhead, tape)
        qtbot.waitUntil(lambda: tape is None or tape.finished)

    monkeypatch.setattr(Playhead, "put_on", late)
    monkeypatch.setattr(recording_swap, "CATCH_UP_SECONDS", 0.0)
    s = hand.session
    s.seek_when_recorded(10**9)
    s.set_recipe(s.recipe.replace(epochs=10**5, stop_without_mistake=False))
    qtbot.waitUntil(lambda: s.recorded and s.idle)
    assert s.step == s.last == 8 * 10**5


def test_without_a_mistake_left_it_stays_and_says_so(window, hand):
    """Whoever asks for the next one is not taken elsewhere."""
    hand.draw_two_classes()
    s, said = hand.session, []
    s.message.connect(said.append)
    last = max(k for k in range(1, s.last + 1) if s.tape.frame(k).mistake)
    s.seek(last)
    s.next_mistake()
    assert s.step == last
    assert said == [f"No mistake after step {last}"]
    s.next_update()
    assert said[-1] == f"No update after step {last}"
    s.seek(0)
    s.previous_mistake()
    assert said[-1] == "No mistake before step 0"
