"""The main window: it lays out what parts give it, and decides nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMargins,
    QSettings,
    QSize,
    Qt,
)
from PySide6.QtGui import QGuiApplication, QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QStyle,
    QTabBar,
    QTabWidget,
    QWidget,
)

from gui.canvas.canvas import Canvas
from gui.files.added_points import AddedPointsNotice
from gui.files.clipboard import PointsClipboard
from gui.files.drop import FileDrop
from gui.files.exports import Exports
from gui.files.file_actions import FileActions
from gui.files.file_dialogs import FileDialogs
from gui.part import STRIP, PartContext, Place, WindowSignals
from gui.session.session import Session
from gui.session.stream import Stream
from gui.style.icons import icon
from gui.style.preferences import REDUCED_MOTION
from gui.style.theme import Themed
from gui.tasks.throttle import DelayedCall
from gui.widgets.check_menu import CheckMenu
from gui.widgets.control_keys import ControlKeys
from gui.widgets.lazy_view import LazyView
from gui.widgets.long_press import LongPress
from gui.widgets.tab_order import as_read, order_tabs
from gui.window import menus
from gui.window.appearance import Appearance
from gui.window.centre import Centre
from gui.window.docks import ARRANGEMENTS, SHEET, SHEET_SHOWS, Docks
from gui.window.ending import Ending
from gui.window.figures import CANVAS, shown_figures
from gui.window.layout_switch import LayoutSwitch
from gui.window.lecture import LectureMode
from gui.window.parts import parts
from gui.window.reading_order import reading_order
from gui.window.regions import Regions, holds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from PySide6.QtGui import QCloseEvent, QKeyEvent, QShowEvent

    from gui.style.theme import Theme
    from gui.window.keys_window import KeyRow
    from gui.window.palette.command_palette import CommandPalette

LEAST = 480, 360
"""Pixels across and up to which a window can be made smaller."""
NOTICE_RANK = 90
"""Of points added to data that were opened, in the strip: below messages."""
FRAMED_MS = 200
"""Milliseconds after which a window that is shown has its frame."""


class MainWindow(QMainWindow):
    """The canvas in the middle, and around it the panels of its parts."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Perceptron Lab")
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.setTabPosition(
            Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North
        )
        ControlKeys(self)
        self.session = Session(self)
        self.appearance = Appearance(self.session)
        self.canvas = Canvas(self.session, self.appearance.theme)
        self.signals = WindowSignals(self)
        self.docks = Docks(self)
        self.lecture = LectureMode(self, self.docks, self.appearance)
        self._offers: dict[str, Callable[..., object]] = {}
        self._contents: dict[str, Any] = {}
        self._made: dict[str, object] = {}
        self.context = self._make_context()
        self.files = self.context.files
        self.commands: CommandPalette | None = None
        self.ending = Ending(self.files, self.close, self)
        for part in parts():
            if part.attach is not None:
                part.attach(self.context)
        self._lay_out()
        for part in parts():
            if part.connect is not None:
                self._made[part.id] = part.connect(self.context)
        self._export_figures()
        self._add_menus()
        self._connect()
        self.appearance.follow()
        self.docks.share_room()
        self.setFocus()  # else the first button has it, and with it Space

    def _make_context(self) -> PartContext:
        dialogs = FileDialogs(self, self.session.message.emit)
        files = FileActions(self.session, self.canvas.axes, dialogs, self)
        return PartContext(
            self.session,
            self.canvas,
            files,
            dialogs,
            self.docks,
            self,
            self.signals,
            theme=lambda: self.appearance.theme,
            panel=self._contents.get,
            part=self._made.get,
            topic=self.topic,
            open_sheet=lambda sheet: self.centre.show_sheet(sheet, self.docks),
            offer=self._offers.__setitem__,
            run=self.run,
        )

    def run(self, name: str, *arguments: object) -> Any:
        """Do what a part offers under a name; nothing where nobody does."""
        act = self._offers.get(name)
        return None if act is None else act(*arguments)

    def part(self, name: str) -> Any:
        """Give what a part made when it was connected."""
        return self._made[name]

    def panel(self, name: str) -> Any:
        """Give the content of a part's panel."""
        return self._contents[name]

    def _lay_out(self) -> None:
        placed = {part: part.panel for part in parts() if part.panel is not None}
        for part, panel in placed.items():
            self._contents[part.id] = panel.make(self.context)
        beside = {
            part.id: (panel, part.title or part.id, self._contents[part.id])
            for part, panel in placed.items()
            if panel.place is not Place.BELOW
        }
        below = [self._contents[part.id] for part in placed if part.id not in beside]
        self.centre = Centre(self, self.canvas, below)
        self.docks.add(beside)
        self.setContentsMargins(10, 0, 10, 10)
        self.setMinimumSize(*LEAST)  # in a window as small, panels yield
        layout = self.layout()
        assert layout is not None  # a main window has one
        layout.activate()  # it still has room for docks that are hidden by now
        self.resize(self.sizeHint())

    def _export_figures(self) -> None:
        """Let pictures of plots be copied and exported, from their own menus, too."""
        context = self.context
        self.exports = exports = Exports(
            self.session, shown_figures(context, parts()), self.canvas,
            context.dialogs, lambda: self.files.stem, self,
        )  # fmt: skip
        for name, content in self._contents.items():
            if name in exports.copy_actions and isinstance(content, LazyView):
                exports.add_to_menu_of(content, name)
            elif name in exports.copy_actions and hasattr(content, "plot"):
                exports.add_to_menu_of(content.plot, name)
        context.offer("add figure menu", exports.add_to_menu_of)
        context.offer("copy weights", exports.copy_weights)
        context.offer("export weights", exports.export_weights)
        context.offer("open", self.files.open)
        self.clipboard = PointsClipboard(
            self.session, self.canvas.selection, context.dialogs.say, self
        )

    def _add_menus(self) -> None:
        context, bar, canvas = self.context, self.menuBar(), self.canvas
        layers = self._layers_menu()
        copy, paste = self.clipboard.actions
        canvas.menus.of_points.insert(0, copy)
        canvas.menus.of_place = [
            paste, canvas.selection_actions.all, canvas.commands.fit,
            layers.menuAction(), *self.exports.actions_of(CANVAS, canvas),
        ]  # fmt: skip
        shows = {name: layout.shows for name, layout in ARRANGEMENTS.items()}
        self.layouts = LayoutSwitch(shows | {SHEET: SHEET_SHOWS})
        self.layouts.chosen.connect(self.arrange)
        self.docks.arranged.connect(self.layouts.mark)
        bar.setCornerWidget(self.layouts)
        docks = [dock.toggleViewAction() for dock in self.docks.all]
        layouts = self.layouts.actions_by_name.values()
        keys: dict[str, tuple[KeyRow, ...]] = {}
        lines = [
            *menus.file_lines(context, self.exports, self.close),
            *menus.edit_lines(
                context, self.exports, (copy, paste), self.open_preferences
            ),
            *menus.view_lines(
                context, docks, layers, layouts, self.arrange, self.lecture
            ),
            *menus.help_lines(context, self.find_command, keys),
        ]
        for part in parts():
            if part.menu is not None:
                lines += part.menu(context)
        menus.build_menus(bar, lines, keys)
        menus.add_class_keys(self, canvas.pick_class)

    def _layers_menu(self) -> CheckMenu:
        """Make the menu of what the canvas draws, which is under its button, too."""
        canvas, layers = self.canvas, CheckMenu("&Layers", self)
        axes = canvas.axes
        layers.addActions([axes.margin_action, axes.scale_action, *canvas.switches])
        for action in layers.actions():
            action.setIconVisibleInMenu(False)  # the place of its mark
        canvas.footer.layers.setMenu(layers)
        return layers

    def sizeHint(self) -> QSize:
        """Ask for the size of the design, or what the screen has."""
        screen = QGuiApplication.primaryScreen().availableSize()
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        return QSize(1440, 900).boundedTo(screen.shrunkBy(QMargins(0, title, 0, 0)))

    def _connect(self) -> None:
        session, canvas, files = self.session, self.canvas, self.files
        stream, axes = Stream.of(session), canvas.axes
        stream.lift_by(lambda data, places: axes.features(data).lift(places))
        stream.toggled.connect(lambda _: canvas.refresh())
        self._drop = FileDrop(self)
        self._long_press = LongPress(self)
        self._fit = DelayedCall(self, self._fit_screen, FRAMED_MS)
        Regions(self, self._regions, canvas)
        canvas.footer.export.clicked.connect(lambda: self.exports.export_plot())
        self.appearance.changed.connect(self._show_theme)
        self.docks.help_wanted.connect(partial(self.run, "handbook"))
        self.docks.room_wanted.connect(self.centre.close_sheet)
        session.undo_stack.cleanChanged.connect(self._show_name)
        self._drop.dropped.connect(partial(files.opening.open_one, verb="drop"))
        self.clipboard.files_pasted.connect(
            partial(files.opening.open_one, verb="paste")
        )
        self.clipboard.data_pasted.connect(files.take_pasted)
        notice = AddedPointsNotice(session)
        self.run(STRIP, notice, NOTICE_RANK)
        files.began.connect(notice.watch)
        files.began.connect(self._show_begun)
        files.path_changed.connect(self._show_name)
        files.may_close.connect(
            self.close, Qt.ConnectionType.QueuedConnection
        )  # what has saved goes on before
        self._show_name()

    def _show_begun(self, name: str) -> None:
        """Show all of other data; what was not drawn is not drawn into by mistake."""
        self.canvas.fit()
        self.docks.fit_anew()
        self.canvas.toolbar.put_away(bool(name))

    def _show_theme(self, theme: Theme) -> None:
        self.setAnimated(not REDUCED_MOTION.is_on)
        self.setWindowIcon(QIcon(icon("app", theme)))
        for part in (self.canvas, *self._contents.values(), self.docks):
            if isinstance(part, Themed):
                part.set_theme(theme)
        self.signals.themed.emit(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let a lecture follow the size."""
        super().resizeEvent(event)
        self.lecture.follow_size(event.size())

    def arrange(self, name: str = "Explain") -> None:
        """Place the docks for what one is about to do, not for a lecture."""
        if name == SHEET:
            self.run("evaluation")
            return
        self.lecture.setChecked(False)
        self.centre.close_sheet()
        self.docks.arrange(name)

    def find_command(self) -> None:
        """Let all that can be done be found by its words."""
        from gui.window.palette.all_commands import all_commands, typed_commands
        from gui.window.palette.command_palette import CommandPalette

        if self.commands is None:
            titles = {part.id: part.title or part.id for part in parts()}
            shown = {name: titles[name] for name in self.docks.by_id}
            self.commands = CommandPalette(
                self,
                lambda: all_commands(
                    self.context, self.menuBar(), shown, self.appearance.choose
                ),
                partial(typed_commands, self.context),
            )
        self.commands.open()

    def open_preferences(self) -> None:
        """Let colours, contrast and motion be chosen."""
        from gui.window.preferences_dialog import PreferencesDialog

        look = self.appearance
        dialog = PreferencesDialog(self, look.choose, look.prefer)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _show_name(self) -> None:
        self.setWindowTitle(f"{self.files.name}[*] – Perceptron Lab")
        self.setWindowModified(not self.session.undo_stack.isClean())

    def topic(self) -> str:
        """Give the title under which the handbook tells of what is in use."""
        active, sheet = QApplication.activeWindow(), self.centre.sheet
        if active is None:
            return ""
        focused = self.focusWidget() if active is self else None
        if isinstance(sheet, QWidget) and holds(sheet, focused):
            return sheet.HELP
        return active.windowTitle().removesuffix(" – Perceptron Lab")

    def reset(self) -> None:
        """Be as at first: no data, a first recipe, nothing opened or kept in mind.

        What is unsaved is not asked about; settings and panels stay as they are.
        """
        self.signals.reset.emit()
        self.centre.remove_sheet()
        # What was closed for good is not to follow what comes.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        Stream.of(self.session).reset()
        self.session.forget()
        self.docks.forget()
        self.files.reset()
        self.canvas.reset()
        self.session.message.emit("")

    def open_file(self, path: Path) -> None:
        """Open a data set, after asking about unsaved points."""
        self.files.opening.open_path(path)

    def begin(self) -> None:
        """Show what there is at the start, and what an unasked end has left."""
        self.run("begin")
        self.files.offer_left()

    def restore(self) -> None:
        """Take the layout of the last time."""
        self.docks.restore(QSettings())
        self.signals.restored.emit()
        self.lecture.resume()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go through the window as one reads it, whatever was made when.

        What is behind a tab does not have the focus in passing: a screen reader would
        tell of it. The canvas comes first.
        """
        parts, now, way = self._parts(), self.focusWidget(), 1 if forward else -1
        stops = [stop for part in parts for stop in as_read(part)]
        if now in stops:
            at = stops.index(now)
        elif now is None or now is self:
            at = stops.index(self.canvas.plot) - way
        else:  # it has just been hidden
            order_tabs(parts)
            return super().focusNextPrevChild(forward)
        in_turn = [stops[(at + way * i) % len(stops)] for i in range(1, len(stops))]
        stop = next(filter(QWidget.isEnabled, in_turn), None)
        if stop is not None:
            reasons = Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason
            stop.setFocus(reasons[not forward])
        return stop is not None

    def _parts(self) -> list[QWidget]:
        """Give what lies beside each other, as one reads it."""
        tabs = self.findChildren(
            QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly
        )
        sheet = self.centre.open_sheet
        middle = [self.centre.middle, *(sheet.parts if sheet is not None else ())]
        in_order = self._in_order((*self.docks.all, *tabs), middle)
        return [self.layouts, *in_order]

    def _regions(self) -> list[QWidget]:
        """Give the canvas, what is below it, and the panels, as one reads them."""
        sheet = self.centre.open_sheet
        middle = [*self.centre.parts, *([sheet] if isinstance(sheet, QWidget) else ())]
        return self._in_order(self.docks.all, middle)

    def _in_order(
        self, beside: Iterable[QWidget], in_centre: Sequence[QWidget]
    ) -> list[QWidget]:
        own = (widget for widget in beside if widget.window() is self)
        return reading_order(self.centre.widget, own, in_centre)

    def showEvent(self, event: QShowEvent) -> None:
        """Watch for files that are dropped, and for fingers."""
        super().showEvent(event)
        self._drop.watch()
        self._long_press.watch()
        self._fit.start()

    def _fit_screen(self) -> None:
        """Be no larger than the screen, frame included, which only now is known."""
        if self.size() != self.sizeHint():
            return
        screen, frame = self.screen().availableGeometry(), self.frameGeometry()
        too_large = frame.size() - frame.size().boundedTo(screen.size())
        if not (too_large.isNull() or self.isFullScreen() or self.isMaximized()):
            self.resize(self.size() - too_large)

    def changeEvent(self, event: QEvent) -> None:
        """Have the keys after a dialog, if no control had them before it.

        Else the first button would, and with it Space.
        """
        super().changeEvent(event)
        activated = event.type() == QEvent.Type.ActivationChange
        if activated and self.isActiveWindow() and self.focusWidget() is None:
            self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Have the keys again after Enter, which the control in use did not need.

        In a line, what is wrong with its text can be mended.
        """
        typing = isinstance(self.focusWidget(), QLineEdit)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not typing:
            self.setFocus()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved points, remember the layout, stop what goes on.

        Only what writes a file is waited for: the process need not finish the rest.
        """
        if self.ending.closed:
            return
        if not self.ending.may_close():
            event.ignore()
            return
        keep = self.ending.keep()
        self.ending.closed = True
        Stream.of(self.session).set_on(False)
        self.signals.closing.emit()
        settings = QSettings()
        self.docks.save(settings)
        settings.sync()
        self.hide()
        self.files.close(keep=keep)
        self.exports.close()
        self.clipboard.close()
        self.session.leave()
        self.canvas.close_tools()
        event.accept()
