"""What a person or their system asks of every program: high contrast, less motion.

And what a person asks of the files that this one writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QSettings, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from collections.abc import Callable

Wish = Literal["system", "on", "off"]

# Where desktops keep that nothing is to move, for programs of any kind to read.
_MOTION_KEYS = (
    ("kdeglobals", "KDE/AnimationDurationFactor"),
    ("gtk-4.0/settings.ini", "Settings/gtk-enable-animations"),
    ("gtk-3.0/settings.ini", "Settings/gtk-enable-animations"),
)


@dataclass(frozen=True)
class Preference:
    """On, off, or as the system asks; remembered.

    Parameters
    ----------
    key : str
        Under which it is remembered.
    asked : callable
        Tells whether the system asks for it.
    """

    key: str
    asked: Callable[[], bool]

    @property
    def wish(self) -> Wish:
        """What the person chose last."""
        chosen = QSettings().value(self.key, "system")
        return chosen if chosen in ("on", "off") else "system"

    def choose(self, wish: Wish) -> None:
        """Remember a choice."""
        QSettings().setValue(self.key, wish)

    @property
    def is_on(self) -> bool:
        """Whether it is to be followed."""
        wish = self.wish
        return self.asked() if wish == "system" else wish == "on"


def _contrast_asked() -> bool:
    hints = QGuiApplication.styleHints()  # its parts are gone when nobody holds it
    asked = hints.accessibility().contrastPreference()
    return asked == Qt.ContrastPreference.HighContrast


def _stillness_asked() -> bool:
    """Tell whether KDE or GTK is set to no animations; Qt has no hint for it."""
    config = QStandardPaths.StandardLocation.GenericConfigLocation
    folder = Path(QStandardPaths.writableLocation(config))
    for name, key in _MOTION_KEYS:
        kept = QSettings(str(folder / name), QSettings.Format.IniFormat).value(key)
        if str(kept).lower() in ("0", "0.0", "false"):
            return True
    return False


HIGH_CONTRAST = Preference("high_contrast", _contrast_asked)
REDUCED_MOTION = Preference("reduced_motion", _stillness_asked)
SAFE_CSV = Preference("safe_csv", lambda: False)
"""Names in exported CSV files are kept from being formulas in a spreadsheet."""
