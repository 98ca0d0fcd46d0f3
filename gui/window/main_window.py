"""The main window: docks, menus, actions. It lays out and decides nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QSettings, QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QLabel,
    QMainWindow,
    QMessageBox,
    QSplitter,
    QStyle,
    QTabBar,
    QTabWidget,
    QWidget,
)

from engine.data.lecture_examples import separable
from engine.learners import learner
from engine.training.recipe import FIXED_BY_STREAM, Recipe
from gui.canvas.canvas import Canvas
from gui.features.convergence.convergence_panel import ConvergencePanel
from gui.features.error.error_curve import ErrorCurve
from gui.features.lessons.spotlight import Spotlights
from gui.features.playback.playback_bar import BRANCH_KEY, PlaybackBar
from gui.features.runs.runs_panel import RunsPanel
from gui.features.setup.setting_notes import AdviceSection
from gui.features.setup.setup_panel import SetupPanel
from gui.features.start.start_offer import StartOffer
from gui.features.stream.stream_bar import StreamBar
from gui.features.update.update_panel import UpdatePanel
from gui.features.weights.weights_panel import WeightsPanel
from gui.files.added_points import AddedPointsNotice
from gui.files.clipboard import PointsClipboard
from gui.files.drop import FileDrop
from gui.files.exports import Exports
from gui.files.file_actions import FileActions
from gui.files.file_dialogs import FileDialogs
from gui.files.lesson_actions import LessonActions
from gui.files.shown_plots import STORY, shown_plots
from gui.part import PartContext
from gui.session.diagnosis import OutcomeRunner
from gui.session.final_test import FinalTest
from gui.session.playhead import PlayheadTimer
from gui.session.session import Session
from gui.session.stream import Stream
from gui.style.icons import icon
from gui.style.preferences import REDUCED_MOTION
from gui.style.theme import (
    apply_theme,
    choose_theme,
    chosen_theme,
    current_theme,
    in_lecture,
    lecture_scale,
    set_lecture,
)
from gui.tasks.throttle import DelayedCall
from gui.widgets.check_menu import CheckMenu
from gui.widgets.control_keys import ControlKeys
from gui.widgets.layouts import in_column
from gui.widgets.lazy_view import LazyView
from gui.widgets.run_state_label import RunStateLabel
from gui.widgets.tab_order import order_tabs
from gui.window.docks import ARRANGEMENTS, SHEET, SHEET_SHOWS, Docks
from gui.window.layout_switch import LayoutSwitch
from gui.window.menus import (
    add_class_keys,
    edit_menu,
    file_menu,
    help_menu,
    lesson_menu,
    run_menu,
    view_menu,
)
from gui.window.parts import parts
from gui.window.registry import (
    points_view,
    predict_view,
    registered_views,
    running_mistakes,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from PySide6.QtGui import QCloseEvent, QResizeEvent, QShowEvent

    from engine.data.gallery import Example
    from engine.lessons.facts import Situation
    from engine.lessons.lesson_files import LessonFiles
    from gui.features.convergence.outcome_chip import OutcomeChip
    from gui.features.evaluation.evaluation_sheet import EvaluationSheet
    from gui.features.handbook.handbook_window import HandbookWindow
    from gui.features.lessons.game_player import GamePlayer
    from gui.features.lessons.lesson_player import LessonPlayer
    from gui.features.lessons.lessons_panel import LessonsPanel
    from gui.features.race.race_window import RaceWindow
    from gui.features.story.story_strip import StoryStrip
    from gui.files.recovery import Recovery
    from gui.style.preferences import Preference, Wish
    from gui.style.theme import Choice, Theme, Themed
    from gui.window.palette.command_palette import CommandPalette
    from gui.window.palette.commands import PaletteCommand

STARTED = "started"
FIRST_RECIPE = Recipe(order="shuffled", seed=28)
"""With what the very first run is seen: an order with ten updates in five epochs."""
STILL_PICTURE = 0.25
"""Seconds that each picture of what plays stays where motion is reduced."""
FRAMED = 200
"""Milliseconds after which a window that is shown has its frame."""
ASKED_FOR = 5000
"""Milliseconds for which one is asked about what is unsaved and cannot be kept, when
the system ends the program."""
MIDDLE = 476
"""Least width of the canvas, in pixels: in a small window the docks yield."""
GAP = 10
"""Pixels between the canvas and a sheet beside it."""
SHEET_HELP = "Generalisation"
"""What the handbook calls the sheet."""
SHARES = 47, 53
"""Of the room for both, what the canvas has and the sheet."""
TELLING = ("averaged", "batch_size", "standardise", "squares")
"""Hyperparameters by which panels tell more, or less, of a step."""


class MainWindow(QMainWindow):
    """Set-up at the left, the canvas in the middle, what one reads at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Perceptron Lab")
        self.setAcceptDrops(True)
        self._drop = FileDrop(self)
        self.setDockNestingEnabled(True)
        self.setTabPosition(
            Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North
        )
        ControlKeys(self)
        self.settings = QSettings()
        self._enlarge = DelayedCall(self, lambda: self.set_theme(chosen_theme()))
        self._fit = DelayedCall(self, self._fit_screen, FRAMED)
        theme = current_theme()  # nobody has chosen colours of classes yet
        self.session = Session(self)
        self.race: RaceWindow | None = None
        self.evaluation: EvaluationSheet | None = None
        self.handbook: HandbookWindow | None = None
        self.commands: CommandPalette | None = None
        self.games: GamePlayer | None = None
        self._own_ground: bool | None = None
        self.story: StoryStrip | None = None
        self.canvas = Canvas(self.session, theme)
        self.start_offer = StartOffer(self.session, self.canvas.plot)
        axes = self.canvas.axes
        self.playback = PlaybackBar(self.session, self.canvas.plot, theme)
        self.stream = Stream(
            self.session, lambda data, places: axes.features(data).lift(places)
        )
        self.stream_bar = StreamBar(self.stream, theme)
        self.outcome = OutcomeRunner.of(self.session)
        self.outcome_chip: OutcomeChip | None = None
        context = PartContext(
            self.session,
            self.canvas,
            lambda: self._theme,
            lambda name: self.docks.bring_forward(name),
        )
        for part in parts():
            if part.attach is not None:
                part.attach(context)
        self.setup = SetupPanel(
            self.session,
            theme,
            AdviceSection(self.session),
            current_class=lambda: self.canvas.current_class,
            toolbar=self.canvas.toolbar,
            margin_action=axes.margin_action,
        )
        self.curve = ErrorCurve(self.session, theme)
        self.running = running_mistakes(self.session, theme)
        self.update_panel = UpdatePanel(self.session, theme)
        self.weights = WeightsPanel(self.session, theme)
        self.convergence = ConvergencePanel(self.session, self.canvas)
        self.further = registered_views(self.session, theme, self.canvas)
        self.runs = RunsPanel(self.session, theme, BRANCH_KEY)
        self.points = points_view(self.session, theme, self.canvas)
        self.predict = predict_view(self.session, axes, theme)
        self.lessons = LazyView(self.session, theme, self._make_lessons)
        self._lay_out()
        dialogs = FileDialogs(self)
        self.files = FileActions(self.session, self.stream, axes, dialogs, self)
        self.lesson_actions = LessonActions(
            self.files.present,
            self._situation,
            lambda: self.docks.in_front,
            lambda: self.lessons.view and self.lessons.view.folder,
            lambda: self.lessons.view.place if self.lessons.view else 0,
            lambda: self.lessons.view and self.lessons.view.results,
            dialogs,
            self,
        )
        self.recovery: Recovery | None = None
        self._unasked = self._asked = self._closed = False
        plots = shown_plots(
            self.session, self.canvas, self.curve, self.running, self.further
        )
        self.exports = Exports(
            self.session, plots, self.canvas, dialogs, lambda: self.files.stem, self
        )
        self.exports.add_to_menu_of(self.curve.plot, "Error per epoch")
        for name, view in (self.further | {"Running mistakes": self.running}).items():
            self.exports.add_to_menu_of(view, name)
        self.clipboard = PointsClipboard(
            self.session, self.canvas.selection, dialogs.say, self
        )
        self._add_menus()
        self._connect()
        self._apply_theme(theme, self.docks.all)
        self.docks.share_room()
        self.setFocus()  # else the first button has it, and with it Space

    def _lay_out(self) -> None:
        middle = QWidget()
        middle.setMinimumWidth(MIDDLE)
        in_column(middle, (self.canvas, 1), self.stream_bar, self.playback, spacing=10)
        self.setCentralWidget(middle)
        self._middle = middle
        self.docks = Docks(
            self,
            setup=self.setup,
            curve=self.curve,
            running=self.running,
            update=self.update_panel,
            weights=self.weights,
            convergence=self.convergence,
            runs=self.runs,
            predict=self.predict,
            points=self.points,
            lessons=self.lessons,
            further=self.further,
        )
        self.setContentsMargins(10, 0, 10, 0)
        self.status = RunStateLabel(self.session)
        self.added_points = AddedPointsNotice(self.session)
        self.statusBar().addWidget(self.added_points)
        self.statusBar().addWidget(self.status, 1)
        self.test_used = QLabel()
        self.statusBar().addPermanentWidget(self.test_used)
        self.statusBar().setSizeGripEnabled(False)
        self.resize(self.sizeHint())

    def _add_menus(self) -> None:
        bar, canvas = self.menuBar(), self.canvas
        file_menu(bar, self.files, self.exports, self.close)
        groups = (
            self.clipboard.actions,
            self.update_panel.copy_actions,
            canvas.selection_actions.actions,
        )
        edit_menu(
            bar, (canvas.commands.undo, canvas.commands.redo),
            self.exports.copy_actions.values(),
            canvas.tool_actions, groups,
            self.add_point, self.add_class, self.rename_class,
            canvas.commands.clear, self.open_preferences,
        )  # fmt: skip
        playback = list(self.playback.actions_by_name.values())
        run_menu(
            bar, playback, self.stream_bar.action, self.open_race,
            self.open_evaluation, self.open_orders,
        )  # fmt: skip
        axes = canvas.axes
        shown = (axes.margin_action, axes.scale_action, *canvas.switches)
        layers = CheckMenu("&Layers", self)
        layers.addActions(shown)
        for action in shown:
            action.setIconVisibleInMenu(False)  # the place of its mark
        canvas.footer.layers.setMenu(layers)
        copy, paste = self.clipboard.actions
        canvas.menus.of_points.insert(0, copy)
        canvas.menus.of_place = [
            paste, canvas.selection_actions.all, canvas.commands.fit,
            layers.menuAction(), *self.exports.actions_of("Canvas", canvas),
        ]  # fmt: skip
        docks = [dock.toggleViewAction() for dock in self.docks.all]
        shows = {name: layout.shows for name, layout in ARRANGEMENTS.items()}
        self.layouts = LayoutSwitch(shows | {SHEET: SHEET_SHOWS})
        self.layouts.chosen.connect(self.arrange)
        self.docks.arranged.connect(self.layouts.mark)
        bar.setCornerWidget(self.layouts)
        self.lecture_action = QAction("Lect&ure mode", self, checkable=True)
        self.lecture_action.setShortcut("F11")
        self.lecture_action.setChecked(in_lecture())
        self.lecture_action.toggled.connect(self.show_lecture)
        view_menu(
            bar,
            docks,
            layers,
            list(self.layouts.actions_by_name.values()),
            self.arrange,
            canvas.commands.fit,
            self.lecture_action,
        )
        lesson_menu(bar, self.open_lessons, self.play_game, self.lesson_actions)
        help_menu(bar, self.open_handbook, self.take_tour, self.find_command)
        add_class_keys(self, canvas.pick_class)

    def sizeHint(self) -> QSize:
        """Ask for the size of the design, or what the screen has."""
        screen = QGuiApplication.primaryScreen().availableSize()
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        return QSize(1440, 900).boundedTo(screen.shrunkBy(QMargins(0, title, 0, 0)))

    def _connect(self) -> None:
        s = self.session
        s.message.connect(lambda text: self.statusBar().showMessage(text, 6000))
        self.setup.orders.clicked.connect(lambda: self.open_orders())
        self.canvas.footer.export.clicked.connect(lambda: self.exports.export_plot())
        self.setup.data.gallery_wanted.connect(self.files.open_gallery)
        self.setup.data.file_wanted.connect(self.files.open)
        self.setup.data.class_added.connect(self.add_class)
        self.setup.data.class_chosen.connect(self.canvas.set_class)
        self.setup.data.class_pointed.connect(self.canvas.point_at_class)
        self.canvas.class_changed.connect(self.setup.data.show_current_class)
        self.canvas.recoloured.connect(self.follow_system)
        self.update_panel.copied.connect(self.files.say)
        self.update_panel.details.toggled.connect(self.docks.fit_anew)
        self.weights.copy_wanted.connect(self.exports.copy_weights)
        self.weights.export_wanted.connect(self.exports.export_weights)
        self.stream.toggled.connect(self._show_stream)
        self.stream.toggled.connect(self.playback.speed.follow_stream)
        s.branches.toggled.connect(self.docks.show_runs)
        s.recipe_changed.connect(self._show_network)
        s.tape_changed.connect(self._fit_panels)
        self.docks.help_wanted.connect(self.open_handbook)
        self.playback.future_hidden.connect(self.curve.end_at_playhead)
        self.playback.future_hidden.connect(lambda on: self.status.tell_end(not on))
        self.playback.future_hidden.connect(lambda on: self.outcome.tell_ahead(not on))
        self.playback.show_future()
        self.playback.story_shown.connect(self._show_story)
        self.outcome.changed.connect(self._show_outcome)
        self.outcome.changed.connect(self._share_overfitting)
        s.playing_changed.connect(self._show_outcome)
        FinalTest.of(s).changed.connect(self._show_final_test)
        s.undo_stack.cleanChanged.connect(self._show_name)
        opening = self.files.opening
        opening.lesson_opened.connect(self.open_lesson)
        self.lesson_actions.read.connect(self._show_lesson)
        self._drop.dropped.connect(partial(opening.open_one, verb="drop"))
        self.clipboard.files_pasted.connect(partial(opening.open_one, verb="paste"))
        self.clipboard.data_pasted.connect(self.files.take_pasted)
        self.files.began.connect(self._show_begun)
        self.files.path_changed.connect(self._show_name)
        self.files.example_opened.connect(self._show_example)
        self.files.may_close.connect(
            self.close, Qt.ConnectionType.QueuedConnection
        )  # what has saved goes on before
        self.start_offer.draw_wanted.connect(self.files.new)
        self.start_offer.examples_wanted.connect(self.files.open_gallery)
        self.start_offer.lessons_wanted.connect(self.open_lessons)
        self.start_offer.tour_wanted.connect(self.take_tour)
        self.start_offer.file_wanted.connect(self.files.open_last)
        hints = QGuiApplication.styleHints()
        asked = hints.accessibility()
        for changed in (hints.colorSchemeChanged, asked.contrastPreferenceChanged):
            changed.connect(self.follow_system)
        self._show_name()

    def _show_story(self, shown: bool) -> None:
        """Show the story strip, made when it is first wanted, or hide it."""
        if self.story is None:
            from gui.features.story.story_strip import StoryStrip

            axes = self.canvas.axes
            self.story = StoryStrip(self.session, axes.plane, self._theme)
            axes.changed.connect(self.story.refresh)
            layout = self._middle.layout()
            assert isinstance(layout, QBoxLayout)
            layout.insertWidget(layout.indexOf(self.playback), self.story)
            self.exports.add_to_menu_of(self.story, STORY)
        self.story.set_shown(shown)

    def _show_outcome(self) -> None:
        """Make the chip when there is first something to say on it."""
        from gui.features.convergence.outcome_chip import OutcomeChip

        self.outcome.changed.disconnect(self._show_outcome)
        self.session.playing_changed.disconnect(self._show_outcome)
        chip = OutcomeChip(self.session, self.canvas.plot)
        chip.reason_wanted.connect(
            partial(self.docks.bring_forward, "Will it converge?")
        )
        chip.set_aside(self.canvas.view_state.folds is not None)
        self.canvas.folds_shown.connect(chip.set_aside)
        self.outcome_chip = chip

    def _share_overfitting(self) -> None:
        """Tell once of over-fitting: on the canvas, else beside the error curve."""
        outcome = self.outcome.outcome
        tells = outcome is None or not outcome.overfits
        if tells != self.curve.validation_note.tells_overfitting:
            self.curve.tell_overfitting(tells)

    def _show_begun(self, name: str) -> None:
        """Show all of other data; what was not drawn is not drawn into by mistake."""
        self.canvas.fit()
        self.docks.fit_anew()
        self.canvas.toolbar.put_away(bool(name))
        self.added_points.watch(name)

    def _show_example(self, example: Example) -> None:
        """Show what the words on an example speak of."""
        if example.control:
            self.docks.setup.scroll_to(example.control)
        if example.panel:
            self.docks.bring_forward(example.panel)
        if example.rivals:
            self._begin_race([Recipe(**settings) for settings in example.rivals])

    def _show_network(self) -> None:
        loops = learner(self.session.recipe.learner).loops
        self.docks.show_network(loops == "network")

    def _fit_panels(self) -> None:
        """Give panels the room for what the learner tells, but not while one draws."""
        tape = self.session.tape
        if tape is not None and not self.session.stroking:
            recipe = tape.recipe
            kind = recipe.learner, recipe.features, *map(recipe.get, TELLING)
            self.docks.fit_for(kind)

    def _show_stream(self, on: bool) -> None:
        """Show running mistakes in the place of those per epoch."""
        self.setup.disable_controls(FIXED_BY_STREAM if on else ())
        self.canvas.refresh()
        self.docks.show_stream(on)

    # Appearance

    def show_lecture(self, on: bool) -> None:
        """Fill the screen with what a lecture needs, to be read from afar; or not."""
        set_lecture(self.screen().size() if on else None)
        # What is large needs more room than a small window has for all docks.
        if on:
            self.docks.show_lecture(on)
            self._fill_screen(on)
        self.set_theme(chosen_theme())
        if not on:
            self._fill_screen(on)
            self.docks.show_lecture(on)

    def _fill_screen(self, on: bool) -> None:
        full, state = Qt.WindowState.WindowFullScreen, self.windowState()
        self.setWindowState(state | full if on else state & ~full)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a lecture let text be as large as the window allows."""
        super().resizeEvent(event)
        before = lecture_scale()
        if before is not None:
            set_lecture(event.size())
            if lecture_scale() != before:
                self._enlarge.start()

    def arrange(self, name: str = "Explain") -> None:
        """Place the docks for what one is about to do, not for a lecture."""
        if name == SHEET:
            self.open_evaluation()
            return
        self.lecture_action.setChecked(False)
        self.close_evaluation()
        self.docks.arrange(name)

    def find_command(self) -> None:
        """Let all that can be done be found by its words."""
        from gui.window.palette.command_palette import CommandPalette

        if self.commands is None:
            self.commands = CommandPalette(self, self._all_commands, self._typed)
        self.commands.open()

    def _all_commands(self) -> list[PaletteCommand]:
        from engine.data.gallery import EXAMPLES
        from gui.features.lessons.contents import our_lessons
        from gui.window.palette import commands as to

        titles = [dock.objectName() for dock in self.docks.all]
        return [
            *to.menu_commands(self.menuBar().actions()),
            *to.panel_commands(titles, self.docks.bring_forward),
            *to.setting_commands(self.session, self._show_setting),
            *to.split_commands(
                self.setup.split.hold_out, is_split=self.session.data.is_split
            ),
            *to.learner_commands(self.session),
            *to.theme_commands(self.set_theme),
            *to.lesson_commands(our_lessons(), self._show_lesson),
            *to.example_commands(EXAMPLES, self.files.open_as_shown),
        ]

    def _typed(self, text: str) -> list[PaletteCommand]:
        from gui.window.palette.commands import hold_out_commands, number_commands

        return [
            *number_commands(self.session, text),
            *hold_out_commands(text, self.setup.split.hold_out),
        ]

    def _show_setting(self, name: str) -> None:
        self.docks.bring_forward("Set-up")
        self.setup.show_setting(name)

    def open_preferences(self) -> None:
        """Let colours, contrast and motion be chosen."""
        from gui.window.preferences_dialog import PreferencesDialog

        dialog = PreferencesDialog(self, self.set_theme, self.prefer)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def set_theme(self, choice: Choice) -> None:
        """Follow the system, or be light or dark; remembered."""
        parts: list[Themed] = [
            self.canvas, self.playback, self.setup, self.curve, self.update_panel,
            self.stream_bar, self.running, self.runs, *self.further.values(),
            self.predict, self.points, self.lessons, self.weights, *self.docks.all,
        ]  # fmt: skip
        if self.race is not None and self.race.isVisible():
            parts.append(self.race)
        if self.evaluation is not None:
            parts.append(self.evaluation)
        if self.handbook is not None:
            parts.append(self.handbook)
        if self.story is not None:
            parts.append(self.story)
        if self.files.gallery is not None:
            parts.append(self.files.gallery)
        choose_theme(choice)
        self._apply_theme(self._theme, parts)

    @property
    def _theme(self) -> Theme:
        """The person's theme, with the colours that the classes have."""
        return current_theme().with_class_colours(self.session.data.class_colours)

    def follow_system(self) -> None:
        """Look and move as the system asks now, where the person leaves it to it."""
        self.set_theme(chosen_theme())

    def prefer(self, preference: Preference, wish: Wish) -> None:
        """Follow a wish for high contrast or less motion; remembered."""
        preference.choose(wish)
        self.follow_system()

    def _apply_theme(self, theme: Theme, parts: Iterable[Themed]) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, theme)
        still = REDUCED_MOTION.is_on
        self.setAnimated(not still)
        PlayheadTimer.rest = STILL_PICTURE if still else 0.0
        self.setWindowIcon(QIcon(icon("app", theme)))
        for part in parts:
            part.set_theme(theme)

    def _show_final_test(self) -> None:
        self.test_used.setText(FinalTest.of(self.session).words)

    def _show_name(self) -> None:
        self.setWindowTitle(f"{self.files.name}[*] – Perceptron Lab")
        self.setWindowModified(not self.session.undo_stack.isClean())

    def add_point(self) -> None:
        """Bring the table of points to the front and go to where one is typed."""
        self.docks.show_points()
        self.points.open().add_a_point()

    def add_class(self) -> None:
        """Give one more class to draw, and draw it."""
        if self.session.add_class():
            self.canvas.set_class(len(self.session.data.class_names) - 1)

    def rename_class(self) -> None:
        """Let another name of the class that is drawn be typed."""
        self.docks.bring_forward("Set-up")
        self.setup.data.rename(self.canvas.current_class)

    def _make_lessons(self, theme: Theme, _caption: QLabel) -> LessonsPanel:
        from gui.features.lessons.lesson_player import LessonPlayer
        from gui.features.lessons.lessons_panel import LessonsPanel
        from gui.features.lessons.predictions import (
            CurveDrawing,
            NextBoundary,
            NextMistake,
        )

        s, files = self.session, self.files
        predictions = {
            "next mistake": NextMistake(s, self.canvas),
            "next boundary": NextBoundary(s, self.canvas),
            "error curve": CurveDrawing(
                s,
                self.curve.plot,
                partial(self.curve.end_at_playhead, True),
                self.playback.show_future,
            ),
        }
        player = LessonPlayer(
            s,
            files.set_aside,
            files.take_back,
            files.present,
            self.canvas,
            predictions,
            self._play_on_page,
            lambda: 0 if self.games is None else self.games.moves_now,
            parent=self,
        )
        files.taken_back.connect(player.forget)
        player.failed.connect(files.say)
        self.spotlights = Spotlights(self)
        player.page_changed.connect(lambda: self._show_page(player))
        self.docks.lessons.toggleViewAction().toggled.connect(
            lambda: player.leave() if self.docks.lessons.isHidden() else None,
            Qt.ConnectionType.QueuedConnection,  # no layout is taken while one changes
        )
        panel = LessonsPanel(player, theme)
        player.page_changed.connect(self.docks.settle)  # once the page is written
        panel.contents.own_chosen.connect(lambda place: self.open_lesson(place, None))
        return panel

    def play_game(self, name: str) -> None:
        """Play a game with a score; what is open lies aside meanwhile."""
        self.start_offer.hide()
        self._game_player().begin(name)

    def _play_on_page(self, name: str) -> None:
        """Play the game of a lesson's page; empty: none."""
        if name or self.games is not None:
            self._game_player().show_page(name)

    def _game_player(self) -> GamePlayer:
        from gui.features.lessons.game_card import GameCard
        from gui.features.lessons.game_player import GamePlayer

        if self.games is None:
            files, canvas = self.files, self.canvas
            self.games = GamePlayer(
                self.session, canvas, files.set_aside, files.take_back, self
            )
            files.taken_back.connect(self.games.forget)
            GameCard(self.games, canvas.plot)
        return self.games

    def _situation(self) -> Situation:
        from engine.lessons.facts import Situation

        s = self.session
        return Situation(s.data, s.recipe, s.tape, s.step)

    def open_lessons(self) -> None:
        """Show the lessons."""
        self.docks.open_lessons()
        self.lessons.open()

    def take_tour(self) -> None:
        """Show part after part of the window, and what it is for: a lesson, too."""
        from gui.features.lessons.contents import OURS

        self.open_lesson(OURS / "tour", 0)

    def open_lesson(self, path: Path, place: int | None) -> None:
        """Open a lesson from its files at a page, beside the canvas."""
        self.lesson_actions.open_path(path, place)

    def _show_lesson(self, files: LessonFiles, place: int | None) -> None:
        self.open_lessons()
        self.files.attempt(lambda: self.lessons.view.open(files, place))

    def _show_page(self, player: LessonPlayer) -> None:
        """Show what a page speaks of."""
        page = player.page
        if page is None:
            self.docks.leave_pages()
            self.spotlights.point_at(())
        else:
            self.start_offer.hide()
            self.docks.show_page(player.panels, page.spotlights)
            self.spotlights.point_at(page.spotlights)
        state = player.state
        self.update_panel.set_short(state is not None and state.update == "short")
        self._show_ground("" if state is None else state.ground)

    def _show_ground(self, ground: str) -> None:
        """Show in the weight space what a page wants; else what there was before."""
        space = self.further["Weight space"]
        if not ground and self._own_ground is None:
            return
        controls = space.open().controls
        if self._own_ground is None:
            self._own_ground = controls.loss.isChecked()
        controls.loss.setChecked(ground == "loss" if ground else self._own_ground)
        if not ground:
            self._own_ground = None

    def open_handbook(self, title: str = "") -> None:
        """Open the handbook, where it tells of a panel; or of the window in use."""
        if self.handbook is None:
            from gui.features.handbook.handbook_window import HandbookWindow

            self.handbook = HandbookWindow(current_theme(), self)
        active = QApplication.activeWindow()
        if not title and active is not None:
            title = active.windowTitle().removesuffix(" – Perceptron Lab")
            sheet, control = self.evaluation, self.focusWidget()
            if active is self and sheet is not None and _is_in(control, [sheet]):
                title = SHEET_HELP
        self.handbook.open_beside(title)

    # Coming and going

    def open_race(self) -> None:
        """Let several recipes race on the present data, in a window of its own."""
        if self.race is None or not self.race.isVisible():
            self._begin_race()
        else:
            _bring_to_front(self.race)

    def _begin_race(self, rivals: Sequence[Recipe] = ()) -> None:
        """Let the present recipe race with these, or with those that suit it."""
        from gui.features.race.race_window import RaceWindow

        if self.race is not None:
            self.race.close()
            self.race.deleteLater()
        self.race = RaceWindow(self.session, self._theme, self, rivals)
        self.race.show()
        _bring_to_front(self.race)

    def open_orders(self) -> None:
        """Compare the present recipe's runs under many orders, and their means."""
        self.open_evaluation("Orders")

    def open_evaluation(self, page: str = "") -> None:
        """Ask beside the canvas whether the present recipe generalises."""
        if self.evaluation is None:
            from gui.features.evaluation.evaluation_sheet import EvaluationSheet

            self.evaluation = EvaluationSheet(self.session, self.canvas, self._theme)
            self.evaluation.hide()
            self.evaluation.example_wanted.connect(self.files.open_to_average)
            self.evaluation.help_wanted.connect(partial(self.open_handbook, SHEET_HELP))
            self.evaluation.closed.connect(self._fill_room)
            self.docks.room_wanted.connect(self.close_evaluation)
            self._split_centre(self.evaluation)
        if page:
            self.evaluation.open(page)
        self.docks.leave_room(MIDDLE + GAP + self.evaluation.WANTED)
        if not self.evaluation.isVisible():
            self.evaluation.show()
            self._share_centre()
        _bring_to_front(self)
        self.evaluation.setFocus()

    def _share_centre(self) -> None:
        """Give canvas and sheet their shares, once the panels have yielded."""
        split, layout = self.centralWidget(), self.layout()
        assert isinstance(split, QSplitter)
        assert layout is not None  # a main window has one
        layout.activate()
        canvas, sheet = SHARES
        split.setSizes([canvas * split.width(), sheet * split.width()])

    def _fill_room(self) -> None:
        """Let the panels come back, and the keys be the window's."""
        split, layout = self.centralWidget(), self.layout()
        assert isinstance(split, QSplitter)
        assert layout is not None  # a main window has one
        split.refresh()  # with room for the sheet the window would be wider
        layout.activate()
        self.docks.fill_room()
        self.setFocus()

    def _split_centre(self, sheet: QWidget) -> None:
        """Let a sheet stand beside the canvas; until then a splitter costs a frame."""
        self.takeCentralWidget()
        split = QSplitter(childrenCollapsible=False, handleWidth=GAP)
        split.addWidget(self._middle)
        split.addWidget(sheet)
        self.setCentralWidget(split)
        for part in (self._middle, split):  # Qt would show them a little later
            part.show()

    def close_evaluation(self) -> None:
        """Give the place of the sheet back to the panels."""
        if self.evaluation is not None and self.evaluation.isVisible():
            self.evaluation.close()

    def open_file(self, path: Path) -> None:
        """Open a data set, after asking about unsaved points."""
        self.files.opening.open_path(path)

    def begin(self) -> None:
        """Play something the very first time; later offer the last file."""
        first = not self.settings.value(STARTED, False, type=bool)
        self.settings.setValue(STARTED, True)
        if first and not self.session.data.n_samples:
            self.files.begin_with(separable(), recipe=FIRST_RECIPE)
            if not REDUCED_MOTION.is_on:
                self.session.toggle_playing()
        paths = self.files.recent.paths
        self.start_offer.offer(first=first, file=paths[0].name if paths else "")
        self.offer_left()

    def begin_with(self, file: Path) -> None:
        """Open a file, but decide first what becomes of what an unasked end left."""
        if self.offer_left() and self.recovery is not None:
            self.recovery.decided.connect(lambda: self.open_file(file))
        else:
            self.open_file(file)

    def offer_left(self) -> bool:
        """Offer what an unasked end left; False if there is nothing."""
        if not self.files.autosave.others():
            return False
        from gui.files.recovery import Recovery

        files = self.files
        self.recovery = Recovery(files.restore, files.keep_copy, files.say, self)
        return self.recovery.offer()

    def restore(self) -> None:
        """Take the layout of the last time."""
        self.docks.restore(self.settings)
        self.playback.show_story()
        if in_lecture():
            self.docks.show_lecture(True)
            self._fill_screen(True)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through the window as one reads it, whatever was made when."""
        parts = self._parts()
        order_tabs(parts)
        for _ in self.findChildren(QWidget):
            if not super().focusNextPrevChild(next):
                return False
            if _is_in(self.focusWidget(), parts):  # docks behind others are passed
                break
        return True

    def _parts(self) -> list[QWidget]:
        """Give what lies beside each other: column by column, each from its top."""
        tabs = self.findChildren(
            QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly
        )
        middle = self.centralWidget() or self._middle
        beside = [
            widget for widget in (*self.docks.all, *tabs) if widget.window() is self
        ]

        def place(part: QWidget) -> tuple[int, int]:
            at, centre = part.geometry(), middle.geometry()
            right_of = (at.left() > centre.right()) - (at.right() < centre.left())
            return right_of, at.top()

        seen = [
            widget
            for widget in (middle, *beside)
            if not widget.visibleRegion().isEmpty()
        ]
        in_order = sorted(seen, key=place)
        at = in_order.index(middle) if middle in seen else 0
        in_order[at : at + 1] = [self._middle]
        if self.evaluation is not None and self.evaluation.isVisible():
            in_order[at + 1 : at + 1] = self.evaluation.parts
        return [self.layouts, *in_order, self.statusBar()]

    def showEvent(self, event: QShowEvent) -> None:
        """Watch for files that are dropped."""
        super().showEvent(event)
        self._drop.watch()
        self._fit.start()

    def _fit_screen(self) -> None:
        """Be no larger than the screen, frame included, which only now is known."""
        if self.size() != self.sizeHint():
            return
        screen, frame = self.screen().availableGeometry(), self.frameGeometry()
        too_large = frame.size() - frame.size().boundedTo(screen.size())
        if not (too_large.isNull() or self.isFullScreen() or self.isMaximized()):
            self.resize(self.size() - too_large)

    def end(self) -> None:
        """Close without a question: what is unsaved is offered at the next start.

        Where it cannot be kept one is asked once, for a few seconds or until this is
        called again. A question that is there already is not waited for.
        """
        if self._unasked:
            self._end_now()
            return
        self._unasked = True
        DelayedCall(self, self._end_now, ASKED_FOR).start()
        if not (self.close() or (self._asked and self.close())):
            return
        if self._closed:
            QApplication.quit()  # even if something else still asks
        elif self.files.autosave.keep_now():  # it is asked about: Qt closes but once
            self._end_now()

    def _end_now(self) -> None:
        self._asked = True
        question = QApplication.activeModalWidget()
        if isinstance(question, QMessageBox):
            question.reject()  # `end` goes on
        elif self.close():
            QApplication.quit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved points, remember the layout, stop what goes on.

        Only what writes a file is waited for: the process need not finish the rest.
        """
        if self._closed:
            return
        if not self._may_close():
            event.ignore()
            return
        keep = self._unasked and self.files.autosave.keep_now()
        self._closed = True
        self.stream.set_on(False)
        if self.evaluation is not None:
            self.evaluation.close_pages()
        self.docks.save(self.settings)
        self.settings.sync()
        self.hide()
        if self.recovery is not None:
            self.recovery.close()
        self.files.close(keep=keep)
        self.lesson_actions.close()
        if self.lessons.view is not None:
            self.lessons.view.close_task()
        self.exports.close()
        self.clipboard.close()
        if self.race is not None:
            self.race.close()
        if self.handbook is not None:
            self.handbook.close()
        self.curve.leave()
        self.session.leave()
        self.canvas.close_tools()
        event.accept()

    def _may_close(self) -> bool:
        """Ask about what is unsaved, unless it is kept or the end does not wait."""
        if self._asked or (self._unasked and self.files.autosave.keep_now()):
            return True
        may = not self.files.is_saving() and self.files.may_leave()
        return may or self._asked  # `end`, while the question was there


def _bring_to_front(window: QWidget) -> None:
    """Let a window be seen, also one that was minimised."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.activateWindow()


def _is_in(control: QWidget | None, parts: Iterable[QWidget]) -> bool:
    """Tell whether a control is one of these parts of a window, or inside one."""
    return any(
        control is part or (control is not None and part.isAncestorOf(control))
        for part in parts
    )
