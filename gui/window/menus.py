"""The menus: every action with its key, and what help says of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMessageBox

from engine import __version__
from gui.features.setup.data_section import GALLERY_KEY
from gui.features.setup.setup_panel import ORDERS_KEY
from gui.window.keys_window import KeyRow, KeysWindow, keys_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtWidgets import QMenuBar, QWidget

    from gui.files.exports import Exports
    from gui.files.file_actions import FileActions
    from gui.files.lesson_actions import LessonActions

ABOUT = (
    f"<b>Perceptron Lab {__version__}</b><p>See linear classifiers learn: draw points, "
    "press Play, watch every update move the boundary.</p>"
)
MORE = {
    "Play": "or pause",
    "Step": "one step forward",
    "To start": "before the first step",
    "To end": "of what is recorded",
    "Hide what is to come": "curve and timeline end at the playhead",
    "Story of the run": "small pictures of its decisive updates",
    "Branch here": "go on with other settings beside the present run",
    "Stream": "points come in one after another",
    "Race": "several learners side by side",
    "Orders and averaging": "newest w, their mean, their vote",
    "Generalisation": "cross-validation, search, learning curve",
    "Import": "look at a table, correct what was guessed",
    "Examples": "the gallery of data sets, each with a set-up",
    "Canvas": "copy a picture of it",
    "Copy points": "as a table, as spreadsheets do",
    "Paste points": "or a table, as from a spreadsheet",
    "Add a point": "by its coordinates",
    "Part": "hold points out of training",
    "Predict": "what the model predicts for a place",
    "Map of one more point": "where it would change the result most",
    "Why": "which points made the score of a place",
    "Boundary": "set weights by hand",
    "Magnet": "draw points to the mouse",
    "Jitter": "shake points",
    "Fit": "show all points",
    "Margin view": "every point by its distance to the boundary",
    "Each class against the rest": "its line",
    "Legend on the canvas": "what its marks are",
    "Draw": "panels for drawing points",
    "Explain": "panels for following each update",
    "Evaluate": "cross-validation, search, orders beside the canvas",
    "Preferences": "colours, contrast, motion",
    "Lecture mode": "large, and only what a lecture needs",
}
"""What the words of an action leave open, for the page of keys."""
GAMES = {
    "&Separate by hand": "separate",
    "&Fool it with three points": "three-points",
    "&Be the adversary": "adversary",
}
MOUSE = (
    KeyRow("left button", "use the tool; the brush draws the current class"),
    KeyRow("right button", "with a brush: draw the other class"),
    KeyRow("1 – 9", "class that is drawn, or of the selected points"),
    KeyRow("right button", "on points, classes, timeline, plots: what can be done"),
    KeyRow("wheel, pinch", "zoom at the mouse; with Ctrl two fingers do, too"),
    KeyRow("two fingers", "move the view"),
    KeyRow("middle button, drag", "move the view; Space and a drag do it, too"),
    KeyRow("double click on a class", "give it another name"),
    KeyRow("double click on a tab", "let its panel fill the column, or share it again"),
)
BY_KEYBOARD = (
    KeyRow("Tab, Shift+Tab", "the next control as one reads, the one before"),
    KeyRow("Space", "press the button that was reached by Tab; else play"),
    KeyRow("arrows", "on the canvas: move the crosshair; with Shift in larger steps"),
    KeyRow("Enter", "on the canvas: use the tool at the crosshair; drags end with it"),
    KeyRow("Ctrl+Enter", "on the canvas: the same as the right button"),
    KeyRow("Esc", "leave the crosshair: the arrows step through the run again"),
    KeyRow("Ctrl+W", "close a window beside this one; Esc does it, too"),
    KeyRow("arrows", "on a plot of a run: step through it; on others: read them"),
)


def file_menu(
    bar: QMenuBar, files: FileActions, exports: Exports, leave: Callable[[], object]
) -> None:
    """Add the File menu."""
    menu = _menu(bar, "&File")
    _add(menu, "&New", files.new, "Ctrl+N")
    _add(menu, "&Open…", files.open, "Ctrl+O")
    menu.addMenu(files.recent.menu)
    _add(menu, "&Import…", files.import_table, "Ctrl+I")
    _add(menu, "Exa&mples…", files.open_gallery, GALLERY_KEY)
    menu.addSeparator()
    _add(menu, "&Save", files.save, "Ctrl+S")
    _add(menu, "Save &as…", files.save_as, "Ctrl+Shift+S")
    menu.addSeparator()
    _add(menu, "&Export a plot…", exports.export_plot, "Ctrl+E")
    _add(menu, "&Film of the run…", exports.export_film)
    _add(menu, "Interactive &page…", exports.export_page)
    _add(menu, "Export &weights…", exports.export_weights, "Ctrl+Shift+E")
    _add(menu, "Export the &trace…", exports.export_trace)
    _add(menu, "Export &code…", exports.export_code)
    menu.addSeparator()
    quit_action = _add(menu, "&Quit", leave, "Ctrl+Q")
    quit_action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)


def edit_menu(
    bar: QMenuBar,
    undo_and_redo: Sequence[QAction],
    pictures: Iterable[QAction],
    tools: Sequence[QAction],
    groups: Iterable[Sequence[QAction]],
    add_point: Callable[[], object],
    add_class: Callable[[], object],
    rename_class: Callable[[], object],
    clear: QAction,
    open_preferences: Callable[[], object],
) -> None:
    """Add the Edit menu; between undo and what adds points stand groups of actions.

    Before them stand those that copy a picture of a plot, and the tools.
    """
    menu = _menu(bar, "&Edit")
    menu.setToolTipsVisible(True)
    menu.addActions(list(undo_and_redo))
    menu.addSeparator()
    menu.addMenu("&Tools").addActions(tools)
    menu.addMenu("Copy p&icture").addActions(list(pictures))
    for actions in groups:
        menu.addActions(actions)
        menu.addSeparator()
    _add(menu, "Add a &point…", add_point, "Ctrl+P")
    _add(menu, "Add a &class", add_class)
    _add(menu, "Re&name the class…", rename_class)
    menu.addAction(clear)
    menu.addSeparator()
    _add(menu, "Pre&ferences…", open_preferences, "Ctrl+,")


def run_menu(
    bar: QMenuBar,
    playback: Sequence[QAction],
    stream: QAction,
    open_race: Callable[[], object],
    open_evaluation: Callable[[], object],
    open_orders: Callable[[], object],
) -> None:
    """Add the Run menu."""
    menu = _menu(bar, "&Run")
    menu.addActions(playback)
    menu.addSeparator()
    menu.addAction(stream)
    _add(menu, "&Race…", open_race, "Ctrl+R")
    _add(menu, "&Generalisation…", open_evaluation, "Ctrl+T")
    _add(menu, "&Orders and averaging…", open_orders, ORDERS_KEY)


def view_menu(
    bar: QMenuBar,
    docks: Sequence[QAction],
    layers: QMenu,
    layouts: Sequence[QAction],
    reset_layout: Callable[[], object],
    fit: QAction,
    lecture: QAction,
) -> None:
    """Add the View menu: which docks are there, what the canvas shows."""
    menu = _menu(bar, "&View")
    menu.addMenu("&Panels").addActions(docks)
    menu.addMenu(layers)
    layout = menu.addMenu("La&yout")
    layout.addActions(layouts)
    layout.addSeparator()
    _add(layout, "&Reset layout", reset_layout)
    menu.addSeparator()
    menu.addAction(fit)
    menu.addAction(lecture)


def lesson_menu(
    bar: QMenuBar,
    open_lessons: Callable[[], object],
    play: Callable[[str], object],
    lessons: LessonActions,
) -> None:
    """Add the Lesson menu: to learn by, to play, and to write one."""
    menu = _menu(bar, "&Lesson")
    _add(menu, "&Contents", open_lessons, "F2")
    games = menu.addMenu("&Games")
    for title, name in GAMES.items():
        _add(games, title, partial(play, name))
    _add(menu, "&Open a lesson…", lessons.open)
    _add(menu, "&Export results…", lessons.export_results)
    menu.addSeparator()
    _add(menu, "&New from what is on the screen…", lessons.new)
    _add(menu, "&Add what is on the screen as a page…", lessons.add_page)
    page = menu.addMenu("&Page")
    _add(page, "&Edit…", lessons.edit_page)
    _add(page, "Move &up", lambda: lessons.move_page(-1))
    _add(page, "Move &down", lambda: lessons.move_page(1))
    _add(page, "&Delete…", lessons.delete_page)
    _add(menu, "&Save as one file…", lessons.pack)


def help_menu(
    bar: QMenuBar,
    open_handbook: Callable[[], object],
    take_tour: Callable[[], object],
    find_command: Callable[[], object],
) -> None:
    """Add the Help menu, which knows the keys of the menus before it."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    menus = bar.findChildren(QMenu, options=direct)
    groups = {_plain(menu.title()): _rows(menu.actions()) for menu in menus}
    shown: list[KeysWindow] = []

    def show_keys() -> None:
        if not shown:
            shown.append(
                KeysWindow(
                    groups | {"Mouse": MOUSE, "By keyboard": BY_KEYBOARD}, bar.window()
                )
            )
        shown[0].open_beside()

    menu = _menu(bar, "&Help")
    handbook = _add(menu, "&Handbook", open_handbook, "F1")
    handbook.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
    find = _add(menu, "&Find a command…", find_command)
    find.setShortcuts([QKeySequence("Ctrl+K"), QKeySequence("/")])
    _add(menu, "&Keys and mouse", show_keys, "Shift+F1")
    _add(menu, "Take the &tour", take_tour)
    _add(menu, "&About", lambda: QMessageBox.about(bar, "About", ABOUT))


def add_class_keys(window: QWidget, pick: Callable[[int], object]) -> None:
    """Let the keys 1 to 9 pick a class."""
    for code in range(9):
        action = QAction(window)
        action.setShortcut(QKeySequence(str(code + 1)))
        action.triggered.connect(partial(pick, code))
        window.addAction(action)


def _menu(bar: QMenuBar, title: str) -> QMenu:
    menu = bar.addMenu(title)
    menu.setObjectName(f"{_plain(title)} menu")
    return menu


def _add(menu: QMenu, text: str, act: Callable[[], object], key: str = "") -> QAction:
    action = menu.addAction(text)
    if key:
        action.setShortcut(QKeySequence(key))
    action.triggered.connect(lambda: act())
    return action


def _plain(text: str) -> str:
    return text.replace("&", "").rstrip("…")


def _rows(actions: Sequence[QAction]) -> tuple[KeyRow, ...]:
    """Give the actions that have keys, by the words of the menu; of submenus, too."""
    rows: list[KeyRow] = []
    for action in actions:
        text, keys, submenu = _plain(action.text()), action.shortcuts(), action.menu()
        if keys:
            said = f"{text}: {MORE[text]}" if text in MORE else text
            rows.append(KeyRow(keys_text(keys), said))
        if isinstance(submenu, QMenu):
            rows += _rows(submenu.actions())
    return tuple(rows)
