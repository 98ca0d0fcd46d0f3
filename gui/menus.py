"""The menus: every action with its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMessageBox

from engine import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from gui.main_window import MainWindow
    from gui.style.theme import Choice

ABOUT = (
    f"<b>Perceptron Lab {__version__}</b><p>See linear classifiers learn: draw points, "
    "press Play, watch every update move the boundary.</p>"
)
KEYS = (
    ("Space", "play or pause"),
    ("← →", "step back, step forward"),
    ("Ctrl ← →", "previous mistake, next mistake"),
    ("Alt ← →", "previous update, next update"),
    ("Shift ← →", "previous epoch, next epoch"),
    ("Home End", "to the start, to the end"),
    ("S", "stream: points come in one after another"),
    ("Ctrl+B", "branch here: go on with other settings beside the present run"),
    ("Ctrl+R", "race: several learners side by side"),
    ("Ctrl+K", "generalisation: cross-validation, search, learning curve"),
    ("1 – 9", "class that the left button draws, or of the selected points"),
    ("D N E", "tools: brush, pen, eraser"),
    ("V M J G", "tools: select, move, jitter, magnet"),
    ("P", "tool part: hold points out of training"),
    ("Ctrl+P", "add a point by its coordinates"),
    ("Ctrl+A Esc", "select all, none"),
    ("Del Ctrl+D", "delete, duplicate the selected points"),
    ("B", "tool boundary, where weights are set by hand"),
    ("F", "show all points"),
    ("Ctrl+M", "margin view: every point by its distance to the boundary"),
    ("L", "show or hide each class's own boundary"),
    ("Ctrl+Z Ctrl+Y", "undo, redo"),
    ("Ctrl+O Ctrl+S", "open, save data"),
    ("Ctrl+I", "import a table: look at it, correct what was guessed"),
    ("Ctrl+C Ctrl+V", "copy points, paste a table, as spreadsheets do"),
    ("Ctrl+G", "gallery: examples to open"),
    ("Ctrl+Shift+C", "copy the step as LaTeX"),
    ("Ctrl+E", "export a plot"),
    ("Ctrl+Q", "quit"),
    ("wheel, middle button", "zoom, pan"),
)


def build_menus(window: MainWindow) -> None:
    """Fill the window's menu bar."""
    _file_menu(window)
    _edit_menu(window)
    _run_menu(window)
    _view_menu(window)
    _help_menu(window)
    for i in range(9):
        pick = QAction(window)
        pick.setShortcut(QKeySequence(str(i + 1)))
        pick.triggered.connect(_picker(window, i))
        window.addAction(pick)


def _picker(window: MainWindow, code: int) -> Callable[[], None]:
    return lambda: window.canvas.pick_class(code)


def _add(menu: QMenu, text: str, act: Callable[[], object], key: str = "") -> QAction:
    action = menu.addAction(text)
    if key:
        action.setShortcut(QKeySequence(key))
    action.triggered.connect(lambda: act())
    return action


def _file_menu(window: MainWindow) -> None:
    files = window.files
    menu = window.menuBar().addMenu("&File")
    _add(menu, "&New", files.new, "Ctrl+N")
    _add(menu, "&Open…", files.open, "Ctrl+O")
    menu.addMenu(files.recent.menu)
    _add(menu, "&Import…", files.import_table, "Ctrl+I")
    _add(menu, "&Gallery…", files.open_gallery, "Ctrl+G")
    menu.addSeparator()
    _add(menu, "&Save", files.save, "Ctrl+S")
    _add(menu, "Save &as…", files.save_as, "Ctrl+Shift+S")
    menu.addSeparator()
    exports = files.exports
    _add(menu, "&Export a plot…", exports.export_plot, "Ctrl+E")
    _add(menu, "Export &weights…", exports.export_weights, "Ctrl+Shift+E")
    _add(menu, "Export the &trace…", exports.export_trace)
    menu.addSeparator()
    leave = _add(menu, "&Quit", window.close, "Ctrl+Q")
    leave.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)


def _edit_menu(window: MainWindow) -> None:
    stack = window.session.undo_stack
    menu = window.menuBar().addMenu("&Edit")
    menu.setToolTipsVisible(True)
    undo = stack.createUndoAction(menu, "&Undo")
    undo.setShortcut(QKeySequence("Ctrl+Z"))
    redo = stack.createRedoAction(menu, "&Redo")
    redo.setShortcuts([QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")])
    menu.addActions([undo, redo])
    menu.addSeparator()
    menu.addActions(window.clipboard.actions)
    menu.addSeparator()
    menu.addActions(window.update_panel.copy_actions)
    menu.addSeparator()
    menu.addActions(window.canvas.tool_actions)
    menu.addAction(window.canvas.snap_action)
    menu.addSeparator()
    menu.addActions(window.canvas.selecting.actions)
    menu.addSeparator()
    _add(menu, "Add a &point…", lambda: _add_a_point(window), "Ctrl+P")
    _add(menu, "Add a &class", window.files.add_class)
    menu.addAction(window.canvas.clear_action)


def _add_a_point(window: MainWindow) -> None:
    """Bring the table to the front and go to where coordinates are typed."""
    window.docks.points.show()
    window.docks.points.raise_()
    window.points.open().add_a_point()


def _run_menu(window: MainWindow) -> None:
    menu = window.menuBar().addMenu("&Run")
    menu.addActions(list(window.playback.actions_by_name.values()))
    menu.addSeparator()
    menu.addAction(window.stream_bar.action)
    _add(menu, "&Race…", window.open_race, "Ctrl+R")
    _add(menu, "&Generalisation…", window.open_generalisation, "Ctrl+K")


def _view_menu(window: MainWindow) -> None:
    menu = window.menuBar().addMenu("&View")
    for dock in window.docks.all:
        menu.addAction(dock.toggleViewAction())
    menu.addSeparator()
    menu.addAction(window.canvas.fit_action)
    menu.addAction(window.canvas.axes.margin_action)
    menu.addAction(window.canvas.class_lines_action)
    menu.addAction(window.canvas.support_action)
    menu.addAction(window.convergence.line_action)
    menu.addSeparator()
    group = QActionGroup(menu)
    choices: tuple[tuple[Choice, str], ...] = (
        ("system", "Colours of the &system"), ("light", "&Light"), ("dark", "&Dark"),
    )  # fmt: skip
    for choice, text in choices:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(window.theme_choice == choice)
        action.triggered.connect(_themer(window, choice))
        group.addAction(action)


def _themer(window: MainWindow, choice: Choice) -> Callable[[], None]:
    return lambda: window.set_theme(choice)


def _help_menu(window: MainWindow) -> None:
    menu = window.menuBar().addMenu("&Help")
    rows = "".join(
        f"<tr><td><b>{k}</b>&nbsp;&nbsp;</td><td>{t}</td></tr>" for k, t in KEYS
    )
    keys = f"<table>{rows}</table>"
    _add(menu, "&Keys and mouse", lambda: _tell(window, "Keys and mouse", keys), "F1")
    _add(menu, "&About", lambda: _tell(window, "About", ABOUT))


def _tell(window: MainWindow, title: str, text: str) -> None:
    QMessageBox.about(window, title, text)
