"""The files that were opened or saved last."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QMenu

from engine.files import remove_left_over
from gui.style.text import plain, without_mnemonic

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

KEY = "recent"
MOST = 10


class RecentFiles(QObject):
    """A menu of files, the last first; remembered.

    Signals
    -------
    wanted(Path)
        One of them is to be opened.
    """

    wanted = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.menu = QMenu("Open &recent", window)
        self.menu.setToolTipsVisible(True)
        self._show_files()

    @property
    def paths(self) -> list[Path]:
        """The files, the last first."""
        stored = QSettings().value(KEY, [])
        # A list of one comes back as a string from some systems' settings.
        names = stored if isinstance(stored, list) else [stored] if stored else []
        return [Path(str(name)) for name in names]

    def remove_left_over(self) -> None:
        """Remove, beside, what killed saves left in the folders of these files."""
        folders = {path.parent for path in self.paths}
        Thread(target=lambda: list(map(remove_left_over, folders)), daemon=True).start()

    def add(self, path: Path) -> None:
        """Remember a file as the last."""
        path = path.absolute()
        self._store_paths([path, *(other for other in self.paths if other != path)])

    def drop(self, path: Path) -> None:
        """Forget a file."""
        self._store_paths([other for other in self.paths if other != path])

    def clear(self) -> None:
        """Forget all files."""
        self._store_paths([])

    def _store_paths(self, paths: list[Path]) -> None:
        QSettings().setValue(KEY, [str(path) for path in paths[:MOST]])
        self._show_files()

    def _show_files(self) -> None:
        self.menu.clear()
        paths = self.paths
        for i, path in enumerate(paths, 1):
            name = without_mnemonic(f"{path.name}  –  {_short(path.parent)}")
            action = self.menu.addAction(f"&{i % 10} {name}")
            action.setToolTip(plain(str(path)))
            action.triggered.connect(lambda _=False, path=path: self.wanted.emit(path))
        self.menu.addSeparator()
        self.menu.addAction("&Clear this list", self.clear)
        self.menu.menuAction().setEnabled(bool(paths))


def _short(folder: Path) -> str:
    """Write a folder from the home on, and its middle left out if it is long."""
    text = str(folder)
    home = str(Path.home())
    if text.startswith(home):
        text = "~" + text[len(home) :]
    return text if len(text) <= 50 else f"{text[:15]}…{text[-34:]}"
