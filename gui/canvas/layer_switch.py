"""A line of the menu Layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


class SwitchableLayer(Protocol):
    """What can be drawn or not."""

    def set_shown(self, shown: bool) -> None:
        """Be drawn from now on, or not."""


class LayerSwitch(QAction):
    """Shows a layer or hides it; remembered under a key, at first as `shown`.

    Parameters
    ----------
    text : str
    key : str
        Its name as an object, too.
    layer : SwitchableLayer
    parent : QObject
    shown : bool
    """

    def __init__(
        self,
        text: str,
        key: str,
        layer: SwitchableLayer,
        parent: QObject,
        *,
        shown: bool = True,
    ) -> None:
        super().__init__(text, parent)
        self.setObjectName(key)
        self.setCheckable(True)
        self._layer = layer
        self.setChecked(bool(QSettings().value(key, shown, type=bool)))
        layer.set_shown(self.isChecked())
        self.toggled.connect(self._turn)

    def _turn(self, shown: bool) -> None:
        QSettings().setValue(self.objectName(), shown)
        self._layer.set_shown(shown)
