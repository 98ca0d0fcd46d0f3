"""Exports: plots, weights, the trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDialog

from gui.panels.weights_panel import weights_as_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine import Tape
    from gui.files.export_dialog import PlotExportDialog
    from gui.files.file_dialogs import FileDialogs
    from gui.main_window import MainWindow
    from gui.tasks.progress_dialog import Progress

WEIGHTS = "JSON (*.json);;CSV (*.csv);;NumPy (*.npz);;Python (*.py);;ONNX (*.onnx)"


class Exports(QObject):
    """Writes what a window shows to files of other programs.

    Writers are imported when they are needed: the window is there sooner.

    Attributes
    ----------
    trace : Progress, optional
        The trace that is being written.
    """

    def __init__(self, window: MainWindow, asking: FileDialogs) -> None:
        super().__init__(window)
        self._window, self._asking = window, asking
        self._session = window.session
        self.trace: Progress | None = None

    def export_plot(self) -> None:
        """Ask which plot, how large and where to."""
        from gui.files.export_dialog import PlotExportDialog
        from gui.plotting.figure import FIGURE_FILTER

        dialog = PlotExportDialog(("Canvas", "Error per epoch"), self._window)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return
        name = ("canvas.png", "error.png")[dialog.chosen]
        path = self._asking.file_to_write("Export a plot", name, FIGURE_FILTER)
        if path is not None:
            self.save_plot(dialog.chosen, path, dialog)

    def save_plot(self, which: int, path: Path, dialog: PlotExportDialog) -> bool:
        """Write the canvas (0) or the error curve (1) to a file."""
        from gui.files.plot_export import canvas_plot, error_plot
        from gui.plotting.figure import save_plot

        s, size = self._session, dialog.size_chosen

        def write() -> None:
            if which == 0:
                canvas = self._window.canvas
                view, lines = canvas.plot.view.viewRect(), canvas.class_lines_action
                margin = canvas.plot.margin.margin
                on = canvas.support_action.isChecked()
                plot = canvas_plot(
                    canvas.shown(), size, view, lines.isChecked(), margin,
                    canvas.current_class if on else None,
                )  # fmt: skip
                save_plot(plot, path)
            else:
                kept, left = s.branches.tape, s.branches.step
                save_plot(error_plot(s.tape, s.step, size, kept, left), path)
            self._asking.say(f"exported {path}")

        return self._asking.attempt(write)

    def export_weights(self) -> None:
        """Ask where to and write the weights under the playhead."""
        from engine.export.weights import write_weights

        model = self._session.model
        if model is None:
            return
        path = self._asking.file_to_write("Export weights", "weights.json", WEIGHTS)
        if path is not None:
            n = self._session.data.n_features

            def write() -> None:
                write_weights(model, path, n)
                self._asking.say(f"exported {path}")

            self._asking.attempt(write)

    def copy_weights(self) -> None:
        """Put the weights under the playhead on the clipboard."""
        if self._session.model is not None:
            QApplication.clipboard().setText(weights_as_text(self._session.model))
            self._asking.say("weights copied")

    def export_trace(self) -> None:
        """Ask where to and write every step as CSV, one trace at a time."""
        tape = self._session.tape
        if self.trace is not None:
            self._asking.say("a trace is being written: wait until it is there")
            return
        if tape is None or not tape.steps:
            self._asking.say("there is no run yet: draw points of two classes")
            return
        path = self._asking.file_to_write(
            "Export the trace", "trace.csv", "CSV (*.csv)"
        )
        if path is not None:
            self._begin_trace(tape, path)

    def _begin_trace(self, tape: Tape, path: Path) -> None:
        from engine.export.csv_tables import write_trace
        from gui.tasks.background import Background
        from gui.tasks.progress_dialog import Progress

        def write(report: Callable[[float], bool]) -> Path:
            write_trace(tape, path, lambda done, steps: report(done / steps))
            return path

        work = Background(write, f"{path}: the trace could not be written")
        text = f"Writing {tape.steps:,} steps to {path.name}…"
        self.trace = Progress(work, "Export the trace", text, self._window, tidies=True)
        self.trace.ended.connect(self._end_trace)

    def _end_trace(self, path: Path | None, failure: str) -> None:
        self.trace = None
        written = "nothing written" if path is None else f"exported {path}"
        self._asking.say(failure or written)
        if failure:
            self._asking.warn(failure)

    def close(self) -> None:
        """Stop what is being written."""
        if self.trace is not None:
            self.trace.close()
