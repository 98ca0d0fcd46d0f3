"""The language in which lessons are read: the person's choice, else the system's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSettings, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton

from engine.lessons.lesson_files import TEXT
from engine.lessons.translations import texts_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.lessons.lesson_files import LessonFiles

KEY = "lesson_language"


def languages_wanted() -> tuple[str, ...]:
    """Give codes such as ``de``, the best one first."""
    chosen = str(QSettings().value(KEY, ""))
    system = [tag.partition("-")[0] for tag in QLocale().uiLanguages()]
    return tuple(dict.fromkeys([chosen, *system]))


def text_wanted(files: LessonFiles, wanted: Sequence[str] | None = None) -> str:
    """Name the file of a lesson's text in the language that is wanted, or its first."""
    if not files.languages:
        return TEXT
    there = texts_of(files)
    wanted = languages_wanted() if wanted is None else wanted
    return next((there[language] for language in wanted if language in there), TEXT)


class LanguageButton(QToolButton):
    """Chooses a language; there where a lesson has more than one.

    Signals
    -------
    chosen
        Another one is wanted, from now on.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("quiet", True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolTip("The language of lessons")
        self.setAccessibleName("Language")
        self._codes: list[str] = []
        self._group = QActionGroup(self)
        self.setMenu(QMenu(self))

    def offer(self, codes: Collection[str], present: str) -> None:
        """Show the language in which one reads, and those that there are."""
        self.setVisible(len(codes) > 1)
        self.setText(present.upper())
        if self._codes != list(codes):
            self._codes = list(codes)
            self.menu().clear()
            for code in codes:
                # “World”, or English were “American English”.
                name = QLocale(f"{code}_001").nativeLanguageName() or code
                action = self.menu().addAction(name)
                action.setCheckable(True)
                action.triggered.connect(partial(self._choose_language, code))
                self._group.addAction(action)
        for code, action in zip(codes, self.menu().actions(), strict=True):
            action.setChecked(code == present)

    def _choose_language(self, code: str, *_: object) -> None:
        QSettings().setValue(KEY, code)
        self.chosen.emit()
