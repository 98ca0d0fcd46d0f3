"""What a page can bring to the front, and point at: the parts of the window by name."""

from __future__ import annotations

import re
from functools import cache

from engine.errors import choice_among, excerpt, meant
from engine.learners import learners

PANELS = (
    "Set-up", "Error per epoch", "This update", "Weights", "Will it converge?", "Loss",
    "Weight space", "Lifted space", "Network", "Weight growth",
    "Running mistakes", "Runs", "Predict", "Contributions", "Points", "Lessons",
)  # fmt: skip
PARTS = (
    "Canvas", "Playback", "Play", "Step", "Step back", "Next mistake",
    "Previous mistake", "Next epoch", "Previous epoch", "To start", "To end",
    "Hide what is to come", "Branch here", "Pen", "Brush", "Eraser", "Jitter", "Magnet",
    "Move", "Select", "Part", "Boundary", "Fit", "Clear all points", "degree",
    "density", "radius", "deviation", "File menu", "Edit menu", "View menu",
    "Run menu", "Lesson menu", "Help menu",
)  # fmt: skip
"""Besides the panels, and the controls of the learners and of their terms."""
_TERM = re.compile(r"(sin\()?x\d")


def objection_to_panel(name: str) -> str:
    """Say that there is no such panel; nothing if there is."""
    if name in PANELS:
        return ""
    return f"there is no panel “{excerpt(name)}”{choice_among(name, PANELS)}"


def objection_to_part(name: str) -> str:
    """Say that there is no such part of the window; nothing if there is."""
    known = (*PANELS, *PARTS, *_controls())
    if name in known or _TERM.match(name):
        return ""
    near = meant(name, known) or ": write a name as it stands in the window"
    return f"there is no “{excerpt(name)}” in the window{near}"


@cache
def _controls() -> tuple[str, ...]:
    kinds = learners().values()
    return tuple(
        {parameter.name: "" for kind in kinds for parameter in kind.all_hyperparameters}
    )
