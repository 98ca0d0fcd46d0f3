"""The keys of the menus and what the mouse does, to be looked through and searched."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
)

from gui.widgets.labels import with_role
from gui.widgets.layouts import in_column
from gui.widgets.side_window import close_by_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QKeySequence
    from PySide6.QtWidgets import QWidget

SIZE = QSize(560, 620)
ARROWS = {"Left": "←", "Right": "→"}


class KeyRow(NamedTuple):
    """A key or what the mouse does, and what comes of it."""

    keys: str
    text: str


class KeysWindow(QDialog):
    """Stands beside the window it tells of; what is typed at the top is searched for.

    Parameters
    ----------
    groups : mapping of str to sequence of KeyRow
        Title of a group → what is in it.
    parent : QWidget

    Attributes
    ----------
    search : QLineEdit
    tree : QTreeWidget
        A branch for each group.
    """

    def __init__(self, groups: Mapping[str, Sequence[KeyRow]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys and mouse")
        close_by_key(self)
        self.search = QLineEdit()
        self.search.setToolTip("All words that are typed are to be found")
        self.search.setPlaceholderText("Search: a key, or what it does")
        self.search.setAccessibleName("Search the keys")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Keys")
        self.tree.setAccessibleDescription("What is done, and by which key")
        self.tree.setHeaderLabels(["What", "Key or mouse"])
        self.tree.setRootIsDecorated(False)
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.NoSelection)
        self._groups: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []
        self._nothing = with_role(QLabel(), "muted")
        self._nothing.hide()
        for title, rows in groups.items():
            self._add_group(title, rows)
        self.tree.expandAll()
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        in_column(
            self,
            self.search,
            self.tree,
            self._nothing,
            margins=(14, 14, 14, 14),
            spacing=10,
        )

    def sizeHint(self) -> QSize:
        """Ask for half of the keys, or for what the screen has."""
        return SIZE.boundedTo(self.screen().availableSize() * 0.9)

    def _add_group(self, title: str, rows: Sequence[KeyRow]) -> None:
        group = QTreeWidgetItem(self.tree, [title])
        group.setFirstColumnSpanned(True)
        font = self.font()
        font.setBold(True)
        group.setFont(0, font)
        group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        items = [QTreeWidgetItem(group, [row.text, row.keys]) for row in rows]
        for item in items:
            item.setToolTip(0, item.text(0))
        self._groups.append((group, items))

    def _filter(self, text: str) -> None:
        """Show what has all the words, in the text, the keys or the group's title."""
        words = text.lower().split()
        matches = 0
        for group, rows in self._groups:
            for row in rows:
                said = " ".join((group.text(0), row.text(0), row.text(1))).lower()
                row.setHidden(not all(word in said for word in words))
            here = sum(not row.isHidden() for row in rows)
            group.setHidden(not here)
            matches += here
        self._nothing.setText(f"Nothing has “{text.strip()}” in it.")
        self._nothing.setVisible(not matches)

    def open_beside(self) -> None:
        """Show it without stopping anything, ready to search."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.activateWindow()
        self.search.setFocus()
        self.search.selectAll()


def keys_text(shortcuts: Sequence[QKeySequence]) -> str:
    """Write the keys that do the same: Ctrl+Y, Ctrl+Shift+Z; arrows as arrows."""
    return ", ".join(map(_key, shortcuts))


def _key(key: QKeySequence) -> str:
    modifiers, plus, name = key.toString().rpartition("+")
    return f"{modifiers}{plus}{ARROWS.get(name, name)}" if name else key.toString()
