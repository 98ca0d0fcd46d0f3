"""The menus: every action with its key, and the page of keys that help shows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMessageBox

from engine import __version__
from gui.panels.data_section import GALLERY_KEY
from gui.panels.setup_panel import ORDERS_KEY
from gui.style.theme import chosen_theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtGui import QUndoStack
    from PySide6.QtWidgets import QMenuBar, QWidget

    from gui.files.exports import Exports
    from gui.files.file_actions import FileActions
    from gui.style.theme import Choice

ABOUT = (
    f"<b>Perceptron Lab {__version__}</b><p>See linear classifiers learn: draw points, "
    "press Play, watch every update move the boundary.</p>"
)
ARROWS = {"Left": "←", "Right": "→"}
HELP: tuple[tuple[str | tuple[str, ...], str], ...] = (
    (("Play",), "play or pause"),
    (("Step back", "Step"), "step back, step forward"),
    (("Previous mistake", "Next mistake"), "previous mistake, next mistake"),
    (("Previous update", "Next update"), "previous update, next update"),
    (("Previous epoch", "Next epoch"), "previous epoch, next epoch"),
    (("To start", "To end"), "to the start, to the end"),
    (("Slower", "Faster"), "play slower, faster"),
    (("Hide what is to come",), "hide what is to come: curve and timeline end here"),
    (("Stream",), "stream: points come in one after another"),
    (("Branch here",), "branch here: go on with other settings beside the present run"),
    (("Race",), "race: several learners side by side"),
    (("Generalisation",), "generalisation: cross-validation, search, learning curve"),
    (("Orders and averaging",), "orders compared: newest w, their mean, their vote"),
    ("1 – 9", "class that the left button draws, or of the selected points"),
    (("Brush", "Pen", "Eraser"), "tools: brush, pen, eraser"),
    (("Select", "Move", "Jitter", "Magnet"), "tools: select, move, jitter, magnet"),
    (("Predict",), "tool predict: what the model predicts for a place"),
    (("Part",), "tool part: hold points out of training"),
    (("Add a point",), "add a point by its coordinates"),
    (("Select all", "Select none"), "select all, none"),
    (
        ("Delete selected", "Duplicate selected"),
        "delete, duplicate the selected points",
    ),
    (("Boundary",), "tool boundary, where weights are set by hand"),
    (("Lecture mode",), "lecture mode: large, and only what a lecture needs"),
    (("Fit",), "show all points"),
    (("Margin view",), "margin view: every point by its distance to the boundary"),
    (("Boundary of each class",), "show or hide each class's own boundary"),
    (("Undo", "Redo"), "undo, redo"),
    (("Open", "Save"), "open, save data"),
    (("Import",), "import a table: look at it, correct what was guessed"),
    (("Copy points", "Paste points"), "copy points, paste a table, as spreadsheets do"),
    (("Gallery",), "gallery: examples to open"),
    (("Copy the step as LaTeX",), "copy the step as LaTeX"),
    (("Export a plot",), "export a plot"),
    (("Quit",), "quit"),
    ("wheel, middle button", "zoom, pan"),
)
"""Actions by their text, or keys that are no action's, and what they do."""


def file_menu(
    bar: QMenuBar, files: FileActions, exports: Exports, leave: Callable[[], object]
) -> None:
    """Add the File menu."""
    menu = bar.addMenu("&File")
    _add(menu, "&New", files.new, "Ctrl+N")
    _add(menu, "&Open…", files.open, "Ctrl+O")
    menu.addMenu(files.recent.menu)
    _add(menu, "&Import…", files.import_table, "Ctrl+I")
    _add(menu, "&Gallery…", files.open_gallery, GALLERY_KEY)
    menu.addSeparator()
    _add(menu, "&Save", files.save, "Ctrl+S")
    _add(menu, "Save &as…", files.save_as, "Ctrl+Shift+S")
    menu.addSeparator()
    _add(menu, "&Export a plot…", exports.export_plot, "Ctrl+E")
    _add(menu, "Export &weights…", exports.export_weights, "Ctrl+Shift+E")
    _add(menu, "Export the &trace…", exports.export_trace)
    menu.addSeparator()
    quit_action = _add(menu, "&Quit", leave, "Ctrl+Q")
    quit_action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)


def edit_menu(
    bar: QMenuBar,
    stack: QUndoStack,
    groups: Iterable[Sequence[QAction]],
    add_point: Callable[[], object],
    add_class: Callable[[], object],
    clear: QAction,
) -> None:
    """Add the Edit menu; between undo and what adds points stand groups of actions."""
    menu = bar.addMenu("&Edit")
    menu.setToolTipsVisible(True)
    undo = stack.createUndoAction(menu, "&Undo")
    undo.setShortcut(QKeySequence("Ctrl+Z"))
    redo = stack.createRedoAction(menu, "&Redo")
    redo.setShortcuts([QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")])
    menu.addActions([undo, redo])
    menu.addSeparator()
    for actions in groups:
        menu.addActions(actions)
        menu.addSeparator()
    _add(menu, "Add a &point…", add_point, "Ctrl+P")
    _add(menu, "Add a &class", add_class)
    menu.addAction(clear)


def run_menu(
    bar: QMenuBar,
    playback: Sequence[QAction],
    stream: QAction,
    open_race: Callable[[], object],
    open_evaluation: Callable[[], object],
    open_orders: Callable[[], object],
) -> None:
    """Add the Run menu."""
    menu = bar.addMenu("&Run")
    menu.addActions(playback)
    menu.addSeparator()
    menu.addAction(stream)
    _add(menu, "&Race…", open_race, "Ctrl+R")
    _add(menu, "&Generalisation…", open_evaluation, "Ctrl+K")
    _add(menu, "&Orders and averaging…", open_orders, ORDERS_KEY)


def view_menu(
    bar: QMenuBar,
    docks: Sequence[QAction],
    layouts: Iterable[str],
    arrange: Callable[..., object],
    lecture: QAction,
    canvas: Sequence[QAction],
    set_theme: Callable[[Choice], object],
) -> None:
    """Add the View menu: which docks are there, what the canvas shows, colours."""
    menu = bar.addMenu("&View")
    menu.addActions(docks)
    menu.addSeparator()
    submenu = menu.addMenu("La&yout")
    for name in layouts:
        _add(submenu, f"&{name}", partial(arrange, name))
    _add(menu, "&Reset layout", arrange)
    menu.addAction(lecture)
    menu.addSeparator()
    menu.addActions(canvas)
    menu.addSeparator()
    group = QActionGroup(menu)
    choices: tuple[tuple[Choice, str], ...] = (
        ("system", "Colours of the &system"), ("light", "Li&ght"), ("dark", "&Dark"),
    )  # fmt: skip
    for choice, text in choices:
        action = _add(menu, text, partial(set_theme, choice))
        action.setCheckable(True)
        action.setChecked(choice == chosen_theme())
        group.addAction(action)


def help_menu(bar: QMenuBar) -> None:
    """Add the Help menu, which knows the keys of the menus before it."""
    every = [a for menu in bar.findChildren(QMenu) for a in menu.actions()]
    present = [action for action in every if not action.shortcut().isEmpty()]
    named = {action.text().replace("&", "").rstrip("…"): action for action in present}
    menu = bar.addMenu("&Help")

    def show_keys() -> None:
        rows = (
            (keys if isinstance(keys, str) else _keys([named[k] for k in keys]), text)
            for keys, text in HELP
        )
        lines = "".join(
            f"<tr><td><b>{keys}</b>&nbsp;&nbsp;</td><td>{text}</td></tr>"
            for keys, text in rows
        )
        QMessageBox.about(bar, "Keys and mouse", f"<table>{lines}</table>")

    _add(menu, "&Keys and mouse", show_keys, "F1")
    _add(menu, "&About", lambda: QMessageBox.about(bar, "About", ABOUT))


def add_class_keys(window: QWidget, pick: Callable[[int], object]) -> None:
    """Let the keys 1 to 9 pick a class."""
    for code in range(9):
        action = QAction(window)
        action.setShortcut(QKeySequence(str(code + 1)))
        action.triggered.connect(partial(pick, code))
        window.addAction(action)


def _add(menu: QMenu, text: str, act: Callable[[], object], key: str = "") -> QAction:
    action = menu.addAction(text)
    if key:
        action.setShortcut(QKeySequence(key))
    action.triggered.connect(lambda: act())
    return action


def _keys(actions: Sequence[QAction]) -> str:
    """Write the actions' keys: Ctrl+A Esc, or Ctrl ← →."""
    keys = [action.shortcut().toString() for action in actions]
    pairs = [key.rpartition("+")[::2] for key in keys]
    arrows = [ARROWS[name] for _, name in pairs if name in ARROWS]
    return " ".join([pairs[0][0], *arrows]).strip() if arrows else " ".join(keys)
