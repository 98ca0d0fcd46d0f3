"""Exports: plots, weights, the trace, the film of the run and its page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog

from engine.families.capabilities import can
from gui.files.weights_text import weights_as_text
from gui.style.preferences import SAFE_CSV
from gui.widgets.dialog_folder import FIGURES, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QWidget

    from engine import Tape
    from engine.export.session_file import SavedSession
    from engine.programs.run_code import Library
    from gui.canvas.canvas import Canvas
    from gui.files.file_dialogs import FileDialogs
    from gui.files.film_dialog import FilmDialog
    from gui.files.film_painter import FilmPainter
    from gui.plotting.figure import Figure
    from gui.plotting.figure_source import FigureSource
    from gui.session.session import Session
    from gui.tasks.progress_dialog import TaskWithDialog
    from gui.tasks.task import TaskControl

WEIGHTS = "JSON (*.json);;CSV (*.csv);;NumPy (*.npz);;Python (*.py);;ONNX (*.onnx)"
CODE = "Python (*.py)"
CODE_WITH_SKLEARN = "Python with scikit-learn (*.py)"
NOTEBOOK = "Jupyter notebook (*.ipynb)"
FILM = "Film of the run"
TRACE, MOVIE, PROGRAM, LAB = "a trace", "a film", "code", "a lab"
NO_RUN = "there is no run yet: draw points of two classes"
MAIN = "run", "canvas"
"""What has the name of the data alone."""
MOST_VOTES = 20_000
"""Weight vectors that are copied; more belong into a file."""


class Exports(QObject):
    """Writes what a window shows to files of other programs.

    Writers are imported when they are needed: the window is there sooner.

    Parameters
    ----------
    session : Session
    plots : sequence of FigureSource
        The canvas first.
    canvas : Canvas
        What a film shows.
    dialogs : FileDialogs
    parent : QWidget
        Where dialogs stand.

    Attributes
    ----------
    plots : sequence of FigureSource
    copy_actions : dict of str to QAction
        Each copies the plot of its name.
    writing : dict of str to TaskWithDialog
        What is being written, by what it is called: a trace, a film, code.
    """

    def __init__(
        self,
        session: Session,
        plots: Sequence[FigureSource],
        canvas: Canvas,
        dialogs: FileDialogs,
        stem: Callable[[], str],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._stem = stem
        self._session, self.plots, self._canvas = session, plots, canvas
        self._dialogs, self._parent = dialogs, parent
        self.writing: dict[str, TaskWithDialog] = {}
        self.copy_actions = {
            plot.name: self._copy_action(plot, i) for i, plot in enumerate(plots)
        }

    def _file_name(self, what: str, suffix: str) -> str:
        """Propose a name: that of the data, and what is written of them."""
        stem = self._stem()
        if stem:
            what = stem if what in MAIN else f"{stem}-{what}"
        return what + suffix

    def _copy_action(self, plot: FigureSource, place: int) -> QAction:
        action = QAction(plot.name, self)
        if place == 0:
            action.setShortcut("Ctrl+Shift+P")
        action.triggered.connect(lambda: self.copy_picture(plot))
        return action

    def add_to_menu_of(self, widget: QWidget, name: str) -> None:
        """Offer to copy and to export a plot in the context menu of its widget."""
        widget.addActions(self.actions_of(name, widget))
        widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def actions_of(self, name: str, parent: QObject) -> list[QAction]:
        """Give what copies and what exports a plot, for a menu."""
        copy, export = QAction("Copy picture", parent), QAction("Export…", parent)
        place = list(self.copy_actions).index(name)
        copy.triggered.connect(self.copy_actions[name].trigger)
        export.triggered.connect(lambda: self.export_plot(place))
        return [copy, export]

    def export_plot(self, chosen: int = 0) -> None:
        """Ask which plot, how large, with which words, and where to; write it."""
        from gui.plotting.figure_dialog import FigureDialog

        dialog = FigureDialog(self.plots, self._plot_name, self._parent, chosen=chosen)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        if not accepted:
            return
        plot, figure = dialog.source, dialog.figure
        if figure is None or dialog.copied:
            self._copy_figure(plot, figure)
            return
        path = dialog.file.path
        if path is not None:

            def write() -> None:
                figure.save(path)
                dialog.file.remember()
                self._dialogs.say(f"exported {path}")

            self._dialogs.attempt(write)

    def _plot_name(self, plot: FigureSource) -> str:
        return self._file_name("-".join(plot.name.lower().split()), "")

    def copy_picture(self, plot: FigureSource) -> None:
        """Put a plot on the clipboard, drawn as was chosen last."""
        from gui.plotting.figure_source import FigureChoice

        self._copy_figure(plot, plot.figure(FigureChoice.remembered()))

    def _copy_figure(self, plot: FigureSource, figure: Figure | None) -> None:
        if figure is None:
            self._dialogs.say(f"{plot.name}: there is nothing to see yet")
            return
        QApplication.clipboard().setMimeData(figure.mime())
        self._dialogs.say(f"picture copied: {plot.name.lower()}")

    def export_weights(self) -> None:
        """Ask where to and write the weights under the playhead."""
        from engine.export.weights import votes_size, write_weights

        model = self._session.model
        if model is None:
            return
        path = self._dialogs.file_to_write(
            "Export weights", self._file_name("weights", ".json"), WEIGHTS
        )
        if path is not None:

            def write() -> None:
                write_weights(model, path, safe=SAFE_CSV.is_on)
                size = votes_size(model, path)
                self._dialogs.say(f"exported {path}{size and f': {size}'}")

            self._dialogs.attempt(write)

    def copy_weights(self) -> None:
        """Put the weights under the playhead on the clipboard."""
        model = self._session.model
        if model is None:
            return
        votes = model.votes if can(model, "votes") else ()
        n = sum(len(output.counts) for output in votes)
        if n > MOST_VOTES:
            self._dialogs.say(
                f"{n:,} weight vectors vote, too many to copy: export them"
            )
            return
        QApplication.clipboard().setText(weights_as_text(model))
        qualifier = "all that vote, with their votes" if votes else ""
        self._dialogs.say(f"weights copied{qualifier and f': {qualifier}'}")

    def export_trace(self) -> None:
        """Ask where to and write every step as CSV, one trace at a time."""
        if (tape := self._tape_to_write(TRACE)) is None:
            return
        path = self._dialogs.file_to_write(
            "Export the trace",
            self._file_name("trace", ".csv"),
            "CSV (*.csv)",
            purpose=TABLES,
        )
        if path is not None:
            self._begin_trace(tape, path)

    def export_code(self) -> None:
        """Ask where to and write a program that trains again, its samples beside it."""
        from engine.programs.run_code import data_place, is_other_table

        if (tape := self._tape_to_write(PROGRAM)) is None:
            return
        asked = self._dialogs.file_and_kind_to_write(
            "Export code",
            self._file_name("run", ".py"),
            ";;".join((CODE, CODE_WITH_SKLEARN, NOTEBOOK)),
        )
        if asked is None:
            return
        path, kind = asked
        # The dialog has asked about the program, not about the samples beside it.
        place = data_place(path)
        is_other = not path.exists() and is_other_table(tape.data, place)
        if is_other and not self._dialogs.may_replace(place):
            return
        self._begin_code(
            tape, path, "sklearn" if kind == CODE_WITH_SKLEARN else "numpy"
        )

    def _begin_code(self, tape: Tape, path: Path, library: Library) -> None:
        from engine.programs.run_code import write_run_code

        def write(_: TaskControl) -> Path:
            write_run_code(tape, path, library)
            return path

        text = f"Writing {path.name} and the samples beside it…"
        task = self._task(PROGRAM, "Export code", text)
        task.start(write, trouble=f"{path}: the code could not be written")

    def _begin_trace(self, tape: Tape, path: Path) -> None:
        from engine.export.csv_tables import write_trace

        safe = SAFE_CSV.is_on

        def write(control: TaskControl) -> Path:
            def report(done: int, steps: int) -> bool:
                return control.report(done / steps)

            write_trace(tape, path, report, safe=safe)
            return path

        text = f"Writing {tape.steps:,} steps to {path.name}…"
        task = self._task(TRACE, "Export the trace", text)
        task.start(write, trouble=f"{path}: the trace could not be written")

    def _tape_to_write(self, what: str) -> Tape | None:
        """Give the run, if there is one, unless this is being written; else say so."""
        tape = self._session.tape
        if what in self.writing:
            self._dialogs.say(f"{what} is being written: wait until it is there")
        elif tape is None or not tape.steps:
            self._dialogs.say(NO_RUN)
        else:
            return tape
        return None

    def _task(self, what: str, title: str, text: str) -> TaskWithDialog:
        """Make what writes in the background, and tells how it ended."""
        from gui.tasks.progress_dialog import TaskWithDialog

        task = TaskWithDialog(title, text, self._parent, tidies_up=True)
        task.ended.connect(partial(self._end_writing, what))
        self.writing[what] = task
        return task

    def _end_writing(self, what: str, path: Path | None, failure: str) -> None:
        del self.writing[what]
        written = "nothing written" if path is None else f"exported {path}"
        self._dialogs.say(failure or written)
        if failure:
            self._dialogs.warn(failure)

    def export_film(self) -> None:
        """Ask which steps, how fast and where to; write the film of the run."""
        if (tape := self._tape_to_write(MOVIE)) is None:
            return
        dialog = self.film_dialog(tape)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        if not accepted or dialog.plan is None:
            return
        path = self._film_path(dialog.suffix)
        if path is not None:
            self._begin_film(tape, path, dialog)

    def _film_path(self, suffix: str) -> Path | None:
        if not suffix:
            name = self._file_name("run", "")
            return self._dialogs.folder_to_write(FILM, name, purpose=FIGURES)
        kind = f"{suffix[1:].upper()} (*{suffix})"
        name = self._file_name("run", suffix)
        return self._dialogs.file_to_write(FILM, name, kind, purpose=FIGURES)

    def film_dialog(self, tape: Tape) -> FilmDialog:
        """Make the dialog that asks for a film of a run."""
        from gui.files.film_dialog import FilmDialog
        from gui.session.run_caption import run_title

        painting = partial(self._film_painter, tape)
        return FilmDialog(tape, run_title(tape), painting, self._parent)

    def _film_painter(self, tape: Tape, dialog: FilmDialog) -> FilmPainter:
        from gui.canvas.canvas_figure import run_on_canvas
        from gui.files.film_painter import FilmPainter

        choice, canvas = dialog.form.choice, self._canvas
        view = canvas.axes.view_choice
        return FilmPainter(
            tape,
            dialog.last.value(),
            lambda sheet: run_on_canvas(tape, sheet, view, like=canvas),
            size=choice.size,
            theme=choice.theme.with_class_colours(tape.data.class_colours),
            legend=choice.legend,
            caption=choice.caption,
            title=dialog.title,
        )

    def _begin_film(self, tape: Tape, path: Path, dialog: FilmDialog) -> None:
        """Write it in a thread; its pictures are painted in this one."""
        from engine.export.film import check_film_path, write_film
        from gui.files.film_dialog import length_of
        from gui.files.film_painter import PaintRelay

        plan = dialog.plan
        if plan is None or not self._dialogs.attempt(lambda: check_film_path(path)):
            return
        painter = self._film_painter(tape, dialog)
        text = f"Writing {path.name}: {length_of(plan)}…"
        task = self._task(MOVIE, FILM, text)
        relay = PaintRelay(painter.paint, task)

        def write(control: TaskControl) -> Path:
            def paint(step: int) -> NDArray[np.uint8]:
                return relay.picture(step, control.cancelled)

            write_film(path, plan, paint, control.report, colours=painter.colours)
            return path

        task.ended.connect(painter.close)
        task.start(write, trouble=f"{path}: the film could not be written")

    def export_page(self) -> None:
        """Ask where to and write the run as a page that plays it."""
        from engine.export.page import check_page, write_page
        from engine.export.session_file import SavedSession

        s = self._session
        if s.tape is None or not s.tape.steps:
            self._dialogs.say(NO_RUN)
            return
        saved = SavedSession(
            s.data,
            s.own_recipe,
            s.step,
            view_choice=self._canvas.axes.view_choice,
            branched_from=s.branches.left,
        )
        if not self._dialogs.attempt(partial(check_page, saved)):
            return
        path = self._dialogs.file_to_write(
            "Interactive page",
            self._file_name("run", ".html"),
            "Page (*.html)",
            purpose=FIGURES,
        )
        if path is not None:

            def write() -> None:
                write_page(path, saved)
                self._dialogs.say(f"exported {path}: open it in any browser")

            self._dialogs.attempt(write)

    def export_lab(self) -> None:
        """Ask where to and write a page in which points are drawn and learned from.

        It opens with the points and the set-up; where there are no points, empty.
        """
        from engine.export.lab import check_lab
        from engine.export.session_file import SavedSession

        s, saved = self._session, None
        if s.data.n_samples:
            saved = SavedSession(
                s.data, s.own_recipe, s.step, branched_from=s.branches.left
            )
            if not self._dialogs.attempt(partial(check_lab, saved)):
                return
        if LAB in self.writing:
            self._dialogs.say(f"{LAB} is being written: wait until it is there")
            return
        path = self._dialogs.file_to_write(
            "Lab", self._file_name("lab", ".html"), "Page (*.html)", purpose=FIGURES
        )
        if path is not None:
            self._begin_lab(path, saved)

    def _begin_lab(self, path: Path, saved: SavedSession | None) -> None:
        """Write it in a thread: its examples are made first."""
        from engine.export.lab import write_lab

        def write(_: TaskControl) -> Path:
            write_lab(path, saved)
            return path

        task = self._task(LAB, "Lab", f"Writing {path.name}…")
        task.start(write, trouble=f"{path}: the lab could not be written")

    def close(self) -> None:
        """Stop what is being written."""
        for what in {TRACE, MOVIE} & self.writing.keys():
            self.writing[what].close()
