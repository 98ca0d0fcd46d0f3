"""The main window: docks, menus, actions. It lays out and decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.training.recipe import FIXED_BY_STREAM
from gui.canvas.canvas import Canvas
from gui.docks import Docks
from gui.files.clipboard import PointsClipboard
from gui.files.drop import FileDrop
from gui.files.file_actions import FileActions
from gui.menus import build_menus
from gui.panels.convergence_panel import ConvergencePanel
from gui.panels.playback_bar import PlaybackBar
from gui.panels.run_state_label import RunStateLabel
from gui.panels.runs_panel import RunsPanel
from gui.panels.setup_panel import SetupPanel
from gui.panels.stream_bar import StreamBar
from gui.panels.update_panel import UpdatePanel
from gui.panels.weights_panel import WeightsPanel
from gui.session.diagnosis import DiagnosisRunner
from gui.session.session import Session
from gui.session.stream import Stream
from gui.style.icons import icon
from gui.style.theme import Choice, Theme, apply_theme, chosen_theme, current_theme
from gui.views.error_curve import ErrorCurve
from gui.views.registry import further_views, points_view, running_mistakes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from PySide6.QtGui import QCloseEvent, QShowEvent

    from gui.evaluation.evaluation_window import EvaluationWindow
    from gui.race.race_window import RaceWindow

MIDDLE = 476
"""Least width of the canvas, in pixels: in a small window the docks yield."""


class Themed(Protocol):
    """A part of the window that takes other colours."""

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""


class MainWindow(QMainWindow):
    """Set-up at the left, the canvas in the middle, what one reads at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Perceptron Lab")
        self.setAcceptDrops(True)
        self._dropping = FileDrop(self)
        self.setDockNestingEnabled(True)
        self.setTabPosition(
            Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North
        )
        self.settings = QSettings()
        self.theme_choice: Choice = chosen_theme()
        theme = current_theme(self.theme_choice)
        self.session = Session(self)
        self.race: RaceWindow | None = None
        self.generalisation: EvaluationWindow | None = None
        self.canvas = Canvas(self.session, theme)
        self.playback = PlaybackBar(self.session, theme)
        self.stream = Stream(self.session, self.canvas.axes)
        self.stream_bar = StreamBar(self.stream, theme)
        self.setup = SetupPanel(self.session, self.canvas, theme)
        self.curve = ErrorCurve(self.session, theme)
        self.running = running_mistakes(self.session, theme)
        self.update_panel = UpdatePanel(self.session, theme)
        self.weights = WeightsPanel(self.session)
        self.diagnoser = DiagnosisRunner(self.session)
        self.convergence = ConvergencePanel(
            self.session, self.diagnoser, self.canvas.plot.margin
        )
        axes = self.canvas.axes
        self.further = further_views(self.session, theme, self.diagnoser, axes)
        self.runs = RunsPanel(self.session, theme)
        self.points = points_view(self.session, theme, self.canvas)
        self._lay_out()
        self.files = FileActions(self)
        self.clipboard = PointsClipboard(self)
        build_menus(self)
        self._connect()
        self._dress(theme, self.docks.all)
        self.docks.share_room()

    def _lay_out(self) -> None:
        middle = QWidget()
        middle.setMinimumWidth(MIDDLE)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.canvas, 1)
        column.addWidget(self.stream_bar)
        column.addWidget(self.playback)
        self.setCentralWidget(middle)
        self.docks = Docks(self)
        self.setContentsMargins(10, 0, 10, 0)
        self.status = RunStateLabel(self.session)
        self.statusBar().addWidget(self.status, 1)
        self.test_used = QLabel()
        self.statusBar().addPermanentWidget(self.test_used)
        self.statusBar().setSizeGripEnabled(False)
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Ask for the size of the design, or what the screen has."""
        screen = QGuiApplication.primaryScreen().availableSize()
        return QSize(1440, 900).boundedTo(screen)

    def _connect(self) -> None:
        s = self.session
        s.noted.connect(lambda text: self.statusBar().showMessage(text, 6000))
        self.setup.learner.follow(self.diagnoser)
        self.setup.data.gallery_wanted.connect(self.files.open_gallery)
        self.setup.data.class_added.connect(self.files.add_class)
        self.update_panel.copied.connect(self.files.say)
        self.weights.copy_wanted.connect(self.files.exports.copy_weights)
        self.weights.export_wanted.connect(self.files.exports.export_weights)
        self.stream.toggled.connect(self._show_stream)
        s.branches.toggled.connect(self.docks.show_runs)
        self.curve.use_of_test.changed.connect(self._show_test_use)
        s.undo_stack.cleanChanged.connect(self._show_name)
        self.files.path_changed.connect(self._show_name)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(lambda: self.set_theme(self.theme_choice))
        self._show_name()

    def _show_stream(self, on: bool) -> None:
        """Show running mistakes in the place of those per epoch."""
        self.setup.take_over(FIXED_BY_STREAM if on else ())
        self.canvas.refresh()
        self.docks.show_stream(on)

    # Appearance

    def set_theme(self, choice: Choice) -> None:
        """Follow the system, or be light or dark; remembered."""
        self.theme_choice = choice
        self.settings.setValue("theme", choice)
        parts = (
            self.canvas, self.playback, self.setup, self.curve, self.update_panel,
            self.stream_bar, self.running, self.runs, *self.further.values(),
            self.points, *self.docks.all,
        )  # fmt: skip
        self._dress(current_theme(choice), parts)
        if self.race is not None and self.race.isVisible():
            self.race.set_theme(current_theme(choice))
        if self.generalisation is not None:
            self.generalisation.set_theme(current_theme(choice))

    def _dress(self, theme: Theme, parts: Iterable[Themed]) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, theme)
        self.setWindowIcon(QIcon(icon("app", theme)))
        for part in parts:
            part.set_theme(theme)

    def _show_test_use(self) -> None:
        self.test_used.setText(self.curve.use_of_test.words)

    def _show_name(self) -> None:
        name = self.files.path.name if self.files.path else "untitled"
        self.setWindowTitle(f"{name}[*] – Perceptron Lab")
        self.setWindowModified(not self.session.undo_stack.isClean())

    # Coming and going

    def open_race(self) -> None:
        """Let several recipes race on the present data, in a window of its own."""
        from gui.race.race_window import RaceWindow

        if self.race is None or not self.race.isVisible():
            if self.race is not None:
                self.race.deleteLater()
            theme = current_theme(self.theme_choice)
            self.race = RaceWindow(self.session, theme, self)
            self.race.show()
        self.race.activateWindow()

    def open_generalisation(self) -> None:
        """Ask in a window of its own whether the present recipe generalises."""
        if self.generalisation is None:
            from gui.evaluation.evaluation_window import EvaluationWindow

            theme = current_theme(self.theme_choice)
            self.generalisation = EvaluationWindow(
                self.session, self.canvas, theme, self
            )
            self.generalisation.addActions(list(self.playback.actions_by_name.values()))
        self.generalisation.show()
        self.generalisation.activateWindow()

    def open_file(self, path: Path) -> None:
        """Open a data set, after asking about unsaved points."""
        self.files.opening.open_path(path)

    def restore(self) -> None:
        """Take the layout of the last time."""
        self.docks.restore(self.settings)

    def showEvent(self, event: QShowEvent) -> None:
        """Watch for files that are dropped."""
        super().showEvent(event)
        self._dropping.watch()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved points, remember the layout, join the recorder."""
        if self.files.is_saving() or not self.files.may_leave():
            event.ignore()
            return
        self.stream.set_on(False)
        self.docks.save(self.settings)
        # Loops that are being compiled cannot be interrupted: out of sight, then wait.
        self.hide()
        self.files.close()
        self.clipboard.close()
        if self.race is not None:
            self.race.close()
        if self.generalisation is not None:
            self.generalisation.finish()
        self.session.close()
        self.diagnoser.close()
        event.accept()
