"""Drawing without a window, for the headless commands."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize

from gui.app import make_app
from gui.files.animation import save_animation
from gui.files.plot_export import canvas_plot, run_as_learned
from gui.plotting.figure import save_plot

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Tape


class Drawing:
    """Draws runs off screen; makes its own QApplication."""

    def __init__(self) -> None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        self._app = make_app(["perceptron-lab"])

    def plot(self, tape: Tape, path: Path, width: int, height: int) -> None:
        """Write a picture of the run's end, in the format of the suffix."""
        shown = run_as_learned(tape, tape.steps, along_weights=True)
        save_plot(canvas_plot(shown, QSize(width, height)), path)

    def animation(self, tape: Tape, path: Path) -> None:
        """Write a film of the whole run, in the format of the suffix."""
        save_animation(tape, path)
