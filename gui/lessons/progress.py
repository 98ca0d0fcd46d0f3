"""How far a person has come with each lesson; kept from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QSettings


class Progress:
    """The pages that were done, and the one that was open last, of each lesson."""

    def __init__(self) -> None:
        self._settings = QSettings()

    def done(self, lesson: str) -> set[int]:
        """Give the places of the pages that are done."""
        kept = str(self._settings.value(f"lessons/{lesson}/done", ""))
        return {int(one) for one in kept.split() if one.isdecimal()}

    def page(self, lesson: str) -> int:
        """Give the place of the page that was open last."""
        kept = str(self._settings.value(f"lessons/{lesson}/page", "0"))
        return int(kept) if kept.isdecimal() else 0

    def note_done(self, lesson: str, page: int) -> None:
        """Keep that a page is done."""
        done = sorted(self.done(lesson) | {page})
        self._settings.setValue(f"lessons/{lesson}/done", " ".join(map(str, done)))

    def note_page(self, lesson: str, page: int) -> None:
        """Keep which page is open."""
        self._settings.setValue(f"lessons/{lesson}/page", str(page))
