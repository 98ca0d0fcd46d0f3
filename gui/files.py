"""What the window does with files: open, save, export, and asking before leaving."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox

from engine.data import gallery
from engine.data.edits import Replace, with_classes
from engine.errors import UserError
from gui.loading import Loading
from gui.panels.weights import as_text
from gui.theme import current_theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Dataset, Recipe
    from engine.data.gallery import Example
    from gui.export_dialog import PlotExportDialog
    from gui.gallery.dialog import GalleryDialog
    from gui.trace_export import TraceExport
    from gui.window import MainWindow

OPENED = (
    "Data and sessions (*.csv *.tsv *.txt *.tab *.arff *.svm *.svmlight *.libsvm "
    "*.parquet *.plab);;All files (*)"
)
SAVED = (
    "Session: data and set-up (*.plab);;Table: data only (*.csv);;"
    "Table with tabs (*.tsv);;Orange (*.tab);;ARFF (*.arff);;Parquet (*.parquet)"
)
BIG = 2**22
"""Bytes from which a file is read in the background."""
PLOTS = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"
WEIGHTS = "JSON (*.json);;CSV (*.csv);;NumPy (*.npz);;Python (*.py);;ONNX (*.onnx)"


class FileActions(QObject):
    """Open, save and export, for one window.

    Readers and writers are imported when they are needed: the window is there sooner.

    Signals
    -------
    path_changed
        The data have another file: `path`.
    """

    path_changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self.path: Path | None = None
        self._kept = self._session.data
        self.trace_export: TraceExport | None = None
        self.gallery: GalleryDialog | None = None
        self.loading: Loading | None = None

    # Data

    def new(self) -> None:
        """Begin with an empty canvas."""
        if self.may_leave():
            self._begin_with(gallery.empty(), None)

    def open_example(self, example: Example) -> None:
        """Begin with a named data set."""
        if self.may_leave():
            self._begin_with(example.make(), None)

    def open_gallery(self) -> None:
        """Show the gallery, from which an example can be opened."""
        from gui.gallery.dialog import GalleryDialog

        theme = current_theme(self._window.theme_choice)
        if self.gallery is None:
            self.gallery = GalleryDialog(theme, self._window)
            self.gallery.wanted.connect(self._open_from_gallery)
        self.gallery.come(theme)

    def _open_from_gallery(self, data: Dataset, recipe: Recipe | None) -> None:
        if self.gallery is not None and self.may_leave():
            self.gallery.accept()
            self._begin_with(data, None, recipe)

    def open(self) -> None:
        """Ask for a file and open it."""
        if not self.may_leave():
            return
        name, _ = QFileDialog.getOpenFileName(
            self._window, "Open data or a session", self._folder(), OPENED
        )
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Open a file; say what is wrong with it if it cannot be read."""
        from engine.export.session_file import SUFFIX, read_session

        if self.loading is not None:
            return

        def read() -> None:
            if path.suffix.lower() == SUFFIX:
                saved = read_session(path)
                self._begin_with(saved.data, path, saved.recipe, saved.step)
            else:
                self._open_data(path)

        self._try(read)

    def _open_data(self, path: Path) -> None:
        """Read data, in the background if there are many; say what was doubtful."""
        from engine.data.form import proposal
        from engine.data.formed import read_formed
        from engine.data.readers import is_table, read_data

        if is_table(path):
            form, doubt = proposal(path)
            read = partial(read_formed, path, form)
        else:
            doubt = ""
            read = partial(read_data, path, None)
        # Saving must not drop columns that were left out.
        home = None if "left out" in doubt else path
        if not path.is_file() or path.stat().st_size < BIG:
            self._begin_with(read(), home)
            self.say(doubt)
            return
        self.loading = Loading(read, path.name, self._window)
        self.loading.ended.connect(lambda: self._end_loading(home, doubt))
        self.loading.start()

    def _end_loading(self, path: Path | None, doubt: str) -> None:
        loading, self.loading = self.loading, None
        if loading is None:
            return
        if loading.data is not None:
            self._begin_with(loading.data, path)
            self.say(doubt)
        elif loading.failure:
            QMessageBox.warning(self._window, "Perceptron Lab", loading.failure)
        else:
            self.say("nothing opened")

    def _begin_with(
        self,
        data: Dataset,
        path: Path | None,
        recipe: Recipe | None = None,
        step: int = 0,
    ) -> None:
        self.path = path
        self._kept = data
        self._session.begin(data, recipe, step)
        self._window.canvas.fit()
        self.path_changed.emit()

    def save(self) -> bool:
        """Save to the file that was opened or saved last; ask where there is none."""
        if self.path is None or self.path.suffix.lower() not in (".plab", ".csv"):
            return self.save_as()
        return self._save_to(self.path)

    def save_as(self) -> bool:
        """Ask for a file and save the session, or the data alone."""
        path = self._ask("Save", "untitled.plab", SAVED)
        return path is not None and self._save_to(path)

    def _save_to(self, path: Path) -> bool:
        from engine.data.writers import write_data
        from engine.export.session_file import SUFFIX, Saved, write_session

        s = self._session

        def write() -> None:
            if not s.data.n_samples:
                raise UserError("there are no points to save: draw some")
            if path.suffix.lower() == SUFFIX:
                write_session(path, Saved(s.data, s.recipe, s.step))
            else:
                write_data(s.data, path)
            self.path = path
            self._kept = s.data
            s.undo_stack.setClean()
            self.path_changed.emit()
            self.say(f"saved {path}")

        return self._try(write)

    def add_class(self) -> None:
        """Give one more class to draw."""
        data = self._session.data
        if len(data.class_names) >= len(gallery.DRAWN_CLASSES):
            self.say(f"{len(data.class_names)} classes are the most")
            return
        # Classes are sorted when read back: the new one must stay the last.
        spare = (*gallery.DRAWN_CLASSES, *(f"z{i}" for i in range(9)))
        name = next(n for n in spare if n > max(data.class_names))
        more = with_classes(data, (*data.class_names, name))
        self._session.edit(Replace(more), "add a class")
        self._window.canvas.set_class(len(more.class_names) - 1)

    # Exports

    def export_plot(self) -> None:
        """Ask which plot, how large and where to."""
        from gui.export_dialog import PlotExportDialog

        dialog = PlotExportDialog(("Canvas", "Error per epoch"), self._window)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return
        name = ("canvas.png", "error.png")[dialog.chosen]
        path = self._ask("Export a plot", name, PLOTS)
        if path is not None:
            self.save_plot(dialog.chosen, path, dialog)

    def save_plot(self, which: int, path: Path, dialog: PlotExportDialog) -> bool:
        """Write the canvas (0) or the error curve (1) to a file."""
        from gui.export import canvas_plot, error_plot, save_plot

        s, size = self._session, dialog.size_chosen

        def write() -> None:
            if which == 0:
                canvas = self._window.canvas
                view, lines = canvas.plot.view.viewRect(), canvas.class_lines_action
                margin = canvas.plot.margin.margin
                plot = canvas_plot(
                    canvas.shown(), size, view, lines.isChecked(), margin
                )
                save_plot(plot, path)
            else:
                kept, left = s.branches.tape, s.branches.step
                save_plot(error_plot(s.tape, s.step, size, kept, left), path)
            self.say(f"exported {path}")

        return self._try(write)

    def export_weights(self) -> None:
        """Ask where to and write the weights under the playhead."""
        from engine.export.weights import write_weights

        model = self._session.model
        if model is None:
            return
        path = self._ask("Export weights", "weights.json", WEIGHTS)
        if path is not None:
            n = self._session.data.n_features

            def write() -> None:
                write_weights(model, path, n)
                self.say(f"exported {path}")

            self._try(write)

    def export_trace(self) -> None:
        """Ask where to and write every step as CSV, one trace at a time."""
        tape = self._session.tape
        if self.trace_export is not None:
            self.say("a trace is being written: wait until it is there")
            return
        if tape is None or not tape.steps:
            self.say("there is no run yet: draw points of two classes")
            return
        path = self._ask("Export the trace", "trace.csv", "CSV (*.csv)")
        if path is not None:
            from gui.trace_export import TraceExport

            self.trace_export = TraceExport(tape, path, self._window)
            self.trace_export.ended.connect(self._end_trace)
            self.trace_export.start()

    def _end_trace(self, said: str, failed: bool) -> None:
        self.trace_export = None
        self.say(said)
        if failed:
            QMessageBox.warning(self._window, "Perceptron Lab", said)

    def close(self) -> None:
        """Stop what is being written or read."""
        for work in (self.trace_export, self.loading):
            if work is not None:
                work.close()
        if self.gallery is not None:
            self.gallery.finish()

    def copy_weights(self) -> None:
        """Put the weights under the playhead on the clipboard."""
        if self._session.model is not None:
            QApplication.clipboard().setText(as_text(self._session.model))
            self.say("weights copied")

    # Asking and telling

    def _points_changed(self) -> bool:
        """Tell whether points would be lost that no file or example holds."""
        now, then = self._session.data, self._kept
        return now.n_samples > 0 and not (
            now.class_names == then.class_names
            and np.array_equal(now.X, then.X)
            and np.array_equal(now.y, then.y)
            and np.array_equal(now.parts, then.parts)
        )

    def may_leave(self) -> bool:
        """Ask what to do with unsaved points; False means stay."""
        if self._session.undo_stack.isClean() or not self._points_changed():
            return True
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window,
            "Unsaved points",
            "The points have changed since they were last saved. Save them?",
            buttons.Save | buttons.Discard | buttons.Cancel,
            buttons.Save,
        )
        return self.save() if answer == buttons.Save else answer == buttons.Discard

    def _ask(self, title: str, name: str, kinds: str) -> Path | None:
        start = str(Path(self._folder()) / name)
        chosen, kind = QFileDialog.getSaveFileName(self._window, title, start, kinds)
        if not chosen:
            return None
        path = Path(chosen)
        known = re.findall(r"\*(\.\w+)", kinds)
        if path.suffix.lower() in known:
            return path
        suffix = (re.findall(r"\*(\.\w+)", kind) or known)[0]
        path = path.with_name(path.name + suffix)
        # The dialog has asked about the name as typed, not about this one.
        return path if not path.exists() or self._may_replace(path) else None

    def _may_replace(self, path: Path) -> bool:
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window,
            "Replace the file?",
            f"{path.name} exists already. Replace it?",
            buttons.Yes | buttons.No,
            buttons.No,
        )
        return answer == buttons.Yes

    def _folder(self) -> str:
        return str(self.path.parent) if self.path else str(Path.home())

    def _try(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except UserError as error:
            QMessageBox.warning(self._window, "Perceptron Lab", str(error))
            return False
        return True

    def say(self, text: str) -> None:
        """Tell something in the status bar, for a while."""
        self._window.statusBar().showMessage(text, 4000)
