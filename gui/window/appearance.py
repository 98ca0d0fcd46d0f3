"""How all windows look: the theme as it is chosen, or as the system asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from gui.session.playhead import PlayheadTimer
from gui.style.preferences import REDUCED_MOTION
from gui.style.theme import apply_theme, choose_theme, chosen_theme, current_theme

if TYPE_CHECKING:
    from gui.session.session import Session
    from gui.style.preferences import Preference, Wish
    from gui.style.theme import Choice, Theme

STILL_PICTURE_SECONDS = 0.25
"""Seconds that each picture of what plays stays where motion is reduced."""


class Appearance(QObject):
    """Follows the system and what a person has chosen.

    Signals
    -------
    changed(Theme)
        All is to be drawn in other colours.
    """

    changed = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._class_colours = session.data.class_colours
        session.data_changed.connect(self._follow_data)
        hints = QGuiApplication.styleHints()
        asked = hints.accessibility()
        for changed in (hints.colorSchemeChanged, asked.contrastPreferenceChanged):
            changed.connect(self.follow)

    @property
    def theme(self) -> Theme:
        """The person's theme, with the colours that the classes have."""
        return current_theme().with_class_colours(self._session.data.class_colours)

    def choose(self, choice: Choice) -> None:
        """Follow the system, or be light or dark; remembered."""
        choose_theme(choice)
        theme, app = self.theme, QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, theme)
        PlayheadTimer.rest = STILL_PICTURE_SECONDS if REDUCED_MOTION.is_on else 0.0
        self.changed.emit(theme)

    def follow(self) -> None:
        """Look and move as the system asks now, where the person leaves it to it."""
        self.choose(chosen_theme())

    def _follow_data(self) -> None:
        """Draw all in the colours of other data's classes."""
        colours = self._session.data.class_colours
        if colours != self._class_colours:
            self._class_colours = colours
            self.follow()

    def prefer(self, preference: Preference, wish: Wish) -> None:
        """Follow a wish for high contrast or less motion; remembered."""
        preference.choose(wish)
        self.follow()
