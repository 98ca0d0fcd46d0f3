"""What a person or their system asks for: high contrast, less motion."""

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAccessibilityHints

from gui.style.preferences import HIGH_CONTRAST, REDUCED_MOTION


@pytest.fixture(autouse=True)
def thrown_away(qapp, tmp_path, monkeypatch):
    """Settings and a desktop's folder of configuration for one test."""
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    user = QSettings.Scope.UserScope
    QSettings.setPath(QSettings.Format.IniFormat, user, str(tmp_path / "ours"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.mark.parametrize("preference", [HIGH_CONTRAST, REDUCED_MOTION])
def test_a_choice_is_remembered(preference):
    assert (preference.wish, preference.is_on) == ("system", False)
    for wish, on in (("on", True), ("off", False), ("system", False)):
        preference.choose(wish)
        assert (preference.wish, preference.is_on) == (wish, on)


def test_contrast_follows_the_system(monkeypatch):
    high = Qt.ContrastPreference.HighContrast
    monkeypatch.setattr(QAccessibilityHints, "contrastPreference", lambda _: high)
    assert HIGH_CONTRAST.is_on
    HIGH_CONTRAST.choose("off")
    assert not HIGH_CONTRAST.is_on


@pytest.mark.parametrize(
    ("name", "text", "still"),
    [
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=true\n", False),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-theme-name=Adwaita\n", False),
    ],
)
def test_motion_follows_what_the_desktop_says(tmp_path, name, text, still):
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    assert REDUCED_MOTION.is_on is still
    REDUCED_MOTION.choose("off")
    assert not REDUCED_MOTION.is_on
