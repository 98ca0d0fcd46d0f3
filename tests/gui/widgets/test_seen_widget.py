"""What is behind another tab or closed follows nothing until it is seen again."""

import sys
from collections import Counter

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget

from engine.data.edits import Move
from gui.session.diagnosis import DiagnosisRunner

DOCKS = (
    "Set-up", "Error per epoch", "This update", "Weights", "Will it converge?", "Loss",
    "Weight space", "Lifted space", "Network", "Weight growth",
    "Running mistakes", "Runs", "Predict", "Contributions", "Points", "Lessons",
)  # fmt: skip
FOLLOWING = set(DOCKS) - {"Set-up", "Contributions", "Points", "Lessons"}
GATES = {
    "SeenWidget.seen", "SeenWidget.act_if_seen", "FinalTestRow._follow_if_seen"
}  # fmt: skip
ALWAYS = {
    "UpdatePanel._enable_copying", "WeightBoxes.refresh",
    "ConvergencePanel._follow_diagnosis", "PointsTable._hide_refusal",
    "PointsTable._follow_run", "FinalTestRow.refresh", "FinalTestRow._follow_use",
}  # fmt: skip
"""What the menus, the canvas or whether one is shown need; what is left at once."""


def calls_of(dock, act):
    """Count the Python calls of the widgets in a dock while something is done."""
    within = {dock.content, *dock.content.findChildren(QWidget)}
    counts = Counter()

    def profile(frame, event, _):
        if event == "call":
            own = frame.f_locals.get("self")
            if isinstance(own, QWidget) and own in within:
                counts[frame.f_code.co_qualname] += 1

    sys.setprofile(profile)
    act()
    sys.setprofile(None)
    return {name: n for name, n in counts.items() if name not in GATES | ALWAYS}


@pytest.fixture
def dock_of(window, hand, qtbot):
    """Have a run; give a dock by its title, seen and with its view made."""
    hand.draw_two_classes()
    assert tuple(sorted(d.objectName() for d in window.docks.all)) == tuple(
        sorted(DOCKS)
    )

    def shown(title):
        dock = next(d for d in window.docks.all if d.objectName() == title)
        dock.show()
        dock.raise_()
        qtbot.waitUntil(lambda: not dock.content.visibleRegion().isEmpty())
        qtbot.waitUntil(lambda: getattr(dock.content, "view", dock) is not None)
        hand.recorded()
        qtbot.waitUntil(lambda: not DiagnosisRunner.of(window.session).looking)
        qtbot.wait(50)
        return dock

    return shown


def put_behind(window, dock):
    docks = window.docks
    other = docks["Points"] if dock is docks["Weights"] else docks["Weights"]
    window.removeDockWidget(other)  # Qt 6.12 moves none that is a tab elsewhere
    window.tabifyDockWidget(dock, other)
    other.show()
    other.raise_()


@pytest.mark.parametrize("title", DOCKS)
def test_a_dock_that_is_not_seen_does_nothing_at_a_step(
    window, hand, qtbot, dock_of, title
):
    dock, s = dock_of(title), hand.session
    for leave in (lambda: put_behind(window, dock), dock.close):
        s.seek(1)
        follows = bool(calls_of(dock, lambda: s.seek(2)))
        assert follows or title not in FOLLOWING
        leave()
        qtbot.waitUntil(lambda: dock.content.visibleRegion().isEmpty())
        assert not calls_of(dock, lambda: s.seek(3))
        moved = Move(np.array([0]), s.data.X[:1] + 0.25)
        unseen = calls_of(dock, lambda move=moved: s.edit(move, "move"))
        assert title == "Set-up" or not unseen, unseen
        again = calls_of(dock, lambda: (dock_of(title), qtbot.wait(50)))
        assert again or title not in FOLLOWING


def test_what_moved_while_a_panel_was_behind_another_is_made_good(
    window, hand, qtbot, dock_of
):
    dock, s = dock_of("This update"), hand.session
    panel = window.panel("This update")
    put_behind(window, dock)
    qtbot.waitUntil(lambda: not panel.seen)
    s.seek(0)
    assert not any(action.isEnabled() for action in panel.copy_actions)
    s.seek(4)
    assert all(action.isEnabled() for action in panel.copy_actions), "by the menu"
    dock_of("This update")
    which = f"point {s.frame.rows[0] + 1:,} · epoch {s.frame.epoch}"
    qtbot.waitUntil(lambda: panel.caption.toolTip() == which)
