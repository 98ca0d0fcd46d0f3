"""The button of the tools that are used less: it shows the one that is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton

from gui.canvas.ranked import Ranked
from gui.style.icons import icon, icon_size

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from gui.style.theme import Theme

TITLE = "More tools"


class FurtherTools(QToolButton):
    """Its menu has a line for each tool, with its key.

    Parameters
    ----------
    theme : Theme
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._actions: Ranked[QAction] = Ranked()
        self._chosen: QAction | None = None
        self._why_not = ""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.setMenu(menu)
        self.setCheckable(True)
        self.setObjectName(TITLE)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.set_theme(theme)

    def add(self, action: QAction, rank: int) -> None:
        """Offer one more tool, before those of a higher rank."""
        self._actions.add(action, rank)
        self.menu().addActions(self._actions)  # they are put into this order

    def show_chosen(self, action: QAction) -> None:
        """Show the tool that is chosen, if it is one of these."""
        self._chosen = action if action in self._actions else None
        self.setChecked(self._chosen is not None)
        self._show_sign()

    def enable(self, enabled: bool, why_not: str) -> None:
        """Let the tools be chosen, or say why they cannot."""
        self.setEnabled(enabled)
        self._why_not = "" if enabled else why_not
        self._show_sign()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setIconSize(icon_size(theme))
        self._show_sign()

    def _show_sign(self) -> None:
        chosen = self._chosen
        name = TITLE if chosen is None else f"{TITLE}: {chosen.text()}"
        tip = TITLE if chosen is None else chosen.toolTip()
        sign = icon("more-tools", self._theme) if chosen is None else chosen.icon()
        self.setIcon(sign)
        self.setAccessibleName(name)
        self.setToolTip(self._why_not or tip)
