"""Layers that one may not want to see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


class Switched(Protocol):
    """What can be drawn or not."""

    def set_on(self, on: bool) -> None:
        """Be drawn from now on, or not."""


class LayerSwitch(QAction):
    """Shows a layer or hides it; remembered under a key."""

    def __init__(self, text: str, key: str, layer: Switched, parent: QObject) -> None:
        super().__init__(text, parent, checkable=True)
        self._key, self._layer = key, layer
        self.setChecked(QSettings().value(key, True, type=bool))
        layer.set_on(self.isChecked())
        self.toggled.connect(self._turn)

    def _turn(self, on: bool) -> None:
        QSettings().setValue(self._key, on)
        self._layer.set_on(on)
