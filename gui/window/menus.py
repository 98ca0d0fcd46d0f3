"""The menus: every action with its key, and what help says of them."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMessageBox

from engine import __version__
from gui.part import MORE, WORDS, MenuAction, menu_action
from gui.window.keys_window import KeyRow, KeysWindow, keys_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from PySide6.QtWidgets import QMenuBar, QWidget

    from gui.files.exports import Exports
    from gui.part import PartContext

ABOUT = (
    f"<b>Perceptron Lab {__version__}</b><p>See linear classifiers learn: draw points, "
    "press Play, watch every update move the boundary.</p>"
)
MENUS = FILE, EDIT, RUN, VIEW, LESSON, HELP = (
    "&File", "&Edit", "&Run", "&View", "&Lesson", "&Help"
)  # fmt: skip
MEANINGS = {
    "Play": "or pause",
    "Step": "one step forward",
    "To start": "before the first step",
    "To end": "of what is recorded",
    "Hide what is to come": "curve and timeline end at the playhead",
    "Story of the run": "small pictures of its decisive updates",
    "Branch here": "go on with other settings beside the present run",
    "Import": "look at a table, correct what was guessed",
    "Canvas": "copy a picture of it",
    "Copy points": "as a table, as spreadsheets do",
    "Paste points": "or a table, as from a spreadsheet",
    "Part": "hold points out of training",
    "Predict": "what the model predicts for a place",
    "Map of one more point": "where it would change the result most",
    "Contributions": "which points made the score of a place",
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
MOUSE = (
    KeyRow("left button", "use the tool; the brush draws the current class"),
    KeyRow("right button", "with a brush: draw the other class"),
    KeyRow("1 – 9", "class that is drawn, or of the selected points"),
    KeyRow("right button", "on points, classes, timeline, plots: what can be done"),
    KeyRow("wheel, pinch", "zoom at the mouse; with Ctrl two fingers do, too"),
    KeyRow("two fingers", "move the view"),
    KeyRow("long press", "on a screen that is touched: the right button"),
    KeyRow("middle button, drag", "move the view; Space and a drag do it, too"),
    KeyRow("double click on a class", "give it another name"),
    KeyRow("double click on a tab", "let its panel fill the column, or share it again"),
)
BY_KEYBOARD = (
    KeyRow("Tab, Shift+Tab", "the next control as one reads, the one before"),
    KeyRow("F6, Shift+F6", "the next part: canvas, timeline, panels, set-up; back"),
    KeyRow("Space", "press the button that was reached by Tab; else play"),
    KeyRow("Enter", "leave a control: the keys are the run's again"),
    KeyRow("arrows", "on the canvas: move the crosshair; with Shift in larger steps"),
    KeyRow("Enter", "on the canvas: use the tool at the crosshair; drags end with it"),
    KeyRow("Ctrl+Enter", "on the canvas: the same as the right button"),
    KeyRow("Esc", "leave the crosshair: the arrows step through the run again"),
    KeyRow("Ctrl+W", "close a window beside this one; Esc does it, too"),
    KeyRow("arrows", "on a plot of a run: step through it; on others: read them"),
)


def build_menus(
    bar: QMenuBar,
    lines: Iterable[MenuAction],
    keys: dict[str, tuple[KeyRow, ...]],
) -> None:
    """Fill the menus with their lines, in the order of their ranks; tell their keys."""
    by_menu: dict[str, list[MenuAction]] = {title: [] for title in MENUS}
    for line in lines:
        by_menu[line.menu].append(line)
    for title, of_menu in by_menu.items():
        menu = bar.addMenu(title)
        menu.setObjectName(f"{_plain(title)} menu")
        menu.setToolTipsVisible(title == EDIT)
        groups = groupby(sorted(of_menu, key=_rank), key=lambda line: line.rank // 100)
        for i, (_, group) in enumerate(groups):
            if i:
                menu.addSeparator()
            for line in group:
                line.action.setProperty(WORDS, line.words)
                line.action.setProperty(MORE, line.more)
                menu.addAction(line.action)
        if title != HELP:
            keys[_plain(title)] = _rows(menu.actions())


def _rank(line: MenuAction) -> int:
    return line.rank


def file_lines(
    context: PartContext, exports: Exports, leave: Callable[[], object]
) -> Iterator[MenuAction]:
    """Give the lines of the File menu."""
    files, entry = context.files, partial(menu_action, context, "&File")
    yield entry(0, "&New", files.new, "Ctrl+N")
    yield entry(10, "&Open…", files.open, "Ctrl+O")
    yield MenuAction("&File", 20, files.recent.menu.menuAction())
    yield entry(30, "&Import…", files.import_table, "Ctrl+I")
    yield entry(100, "&Save", files.save, "Ctrl+S")
    yield entry(110, "Save &as…", files.save_as, "Ctrl+Shift+S")
    yield entry(200, "&Export a plot…", exports.export_plot, "Ctrl+E")
    yield entry(210, "&Film of the run…", exports.export_film)
    yield entry(220, "Interactive &page…", exports.export_page)
    yield entry(225, "&Lab…", exports.export_lab)
    yield entry(230, "Export &weights…", exports.export_weights, "Ctrl+Shift+E")
    yield entry(240, "Export the &trace…", exports.export_trace)
    yield entry(250, "Export &code…", exports.export_code)
    quit_line = entry(300, "&Quit", leave, "Ctrl+Q")
    quit_line.action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
    yield quit_line


def edit_lines(
    context: PartContext,
    exports: Exports,
    clipboard: Iterable[QAction],
    open_preferences: Callable[[], object],
) -> Iterator[MenuAction]:
    """Give the lines of the Edit menu: what is done on the canvas, and preferences."""
    canvas = context.canvas
    tools, pictures = _menu(context, "&Tools"), _menu(context, "Copy p&icture")
    tools.addActions(canvas.tool_actions)
    pictures.addActions(list(exports.copy_actions.values()))
    yield MenuAction(EDIT, 0, canvas.commands.undo)
    yield MenuAction(EDIT, 1, canvas.commands.redo)
    yield MenuAction(EDIT, 100, tools.menuAction())
    yield MenuAction(EDIT, 110, pictures.menuAction())
    for i, action in enumerate(clipboard):
        yield MenuAction(EDIT, 120 + i, action)
    for i, action in enumerate(canvas.selection_actions.actions):
        yield MenuAction(EDIT, 300 + i, action)
    yield MenuAction(EDIT, 430, canvas.commands.clear)
    yield menu_action(context, EDIT, 500, "Pre&ferences…", open_preferences, "Ctrl+,")


def view_lines(
    context: PartContext,
    docks: Iterable[QAction],
    layers: QMenu,
    layouts: Iterable[QAction],
    reset_layout: Callable[[], object],
    lecture: QAction,
) -> Iterator[MenuAction]:
    """Give the lines of the View menu: which docks there are, what the canvas shows."""
    panels, layout = _menu(context, "&Panels"), _menu(context, "La&yout")
    panels.addActions(list(docks))
    layout.addActions(list(layouts))
    layout.addSeparator()
    layout.addAction(
        menu_action(context, VIEW, 0, "&Reset layout", reset_layout).action
    )
    for rank, menu in enumerate((panels, layers, layout)):
        yield MenuAction(VIEW, rank, menu.menuAction())
    yield MenuAction(VIEW, 100, context.canvas.commands.fit)
    yield MenuAction(VIEW, 110, lecture)


def help_lines(
    context: PartContext,
    find_command: Callable[[], object],
    keys: Mapping[str, tuple[KeyRow, ...]],
) -> Iterator[MenuAction]:
    """Give the lines of the Help menu, with the page of the menus' keys."""
    shown: list[KeysWindow] = []

    def show_keys() -> None:
        if not shown:
            by_hand = {"Mouse": MOUSE, "By keyboard": BY_KEYBOARD}
            shown.append(KeysWindow({**keys, **by_hand}, context.parent))
        shown[0].open_beside()

    entry = partial(menu_action, context, HELP)
    find = entry(10, "&Find a command…", find_command)
    find.action.setShortcuts([QKeySequence("Ctrl+K"), QKeySequence("/")])
    yield find
    yield entry(20, "&Keys and mouse", show_keys, "Shift+F1")
    about = partial(QMessageBox.about, context.parent, "About", ABOUT)
    yield entry(40, "&About", about)


def add_class_keys(window: QWidget, pick: Callable[[int], object]) -> None:
    """Let the keys 1 to 9 pick a class."""
    for code in range(9):
        action = QAction(window)
        action.setShortcut(QKeySequence(str(code + 1)))
        action.triggered.connect(partial(pick, code))
        window.addAction(action)


def _menu(context: PartContext, title: str) -> QMenu:
    return QMenu(title, context.parent)


def _plain(text: str) -> str:
    return text.replace("&", "").rstrip("…")


def _rows(actions: Sequence[QAction]) -> tuple[KeyRow, ...]:
    """Give the actions that have keys, by the words of the menu; of submenus, too."""
    rows: list[KeyRow] = []
    for action in actions:
        text, keys, submenu = _plain(action.text()), action.shortcuts(), action.menu()
        if keys:
            more = action.property(MORE) or MEANINGS.get(text)
            said = f"{text}: {more}" if more else text
            rows.append(KeyRow(keys_text(keys), said))
        if isinstance(submenu, QMenu):
            rows += _rows(submenu.actions())
    return tuple(rows)
