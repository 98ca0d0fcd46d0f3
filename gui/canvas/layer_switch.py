"""The lines of the menu Layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction

from gui.canvas.ranked import Ranked

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject

    from gui.canvas.picture import Picture


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
        self.toggled.connect(self._turn_layer)

    def _turn_layer(self, shown: bool) -> None:
        QSettings().setValue(self.objectName(), shown)
        self._layer.set_shown(shown)


class LayerSwitches(Ranked[QAction]):
    """The lines of the menu, each enabled where there is anything to show."""

    def __init__(self) -> None:
        super().__init__()
        self._possible: dict[QAction, Callable[[Picture], bool]] = {}
        self._picture: Picture | None = None

    def add_where(
        self, switch: QAction, rank: int, possible: Callable[[Picture], bool]
    ) -> None:
        """Add one that is enabled only for such pictures as are `possible`."""
        self.add(switch, rank)
        self._possible[switch] = possible
        if self._picture is not None:
            switch.setEnabled(possible(self._picture))

    def follow(self, picture: Picture) -> None:
        """Enable those that have anything to show of a picture."""
        self._picture = picture
        for switch, possible in self._possible.items():
            switch.setEnabled(possible(picture))
