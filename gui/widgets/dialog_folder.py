"""In which folder a file dialog begins: where it was used last, for each purpose."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings

DATA, FIGURES, TABLES = "data", "figures", "tables"
"""Purposes: what is opened and saved, pictures, tables of results."""


def dialog_folder(purpose: str = DATA) -> Path:
    """Give the folder used last; before the first time, that of the data."""
    for key in (purpose, DATA):
        kept = Path(str(QSettings().value(f"folders/{key}", "")))
        if kept.is_absolute() and kept.is_dir():
            return kept
    return Path.home()


def remember_folder(path: Path, purpose: str = DATA) -> None:
    """Let the next dialog for the same purpose begin beside a file; kept."""
    QSettings().setValue(f"folders/{purpose}", str(path.absolute().parent))
