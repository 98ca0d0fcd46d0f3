"""A card with a figure that can be copied and exported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gui.plotting.figure_actions import FigureActions
from gui.plotting.figure_source import FigureSource
from gui.style.icons import icon
from gui.widgets.buttons import ActionButton
from gui.widgets.cards import Card

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme


class FigureCard(Card):
    """A card with quiet buttons at the right of its head.

    Attributes
    ----------
    export_action, copy_picture_action : QAction
        From `set_figure` on; enabled together.
    """

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self._title = title
        self._icons: dict[QAction, str] = {}

    def add_button(self, action: QAction, picture: str, theme: Theme) -> None:
        """Have a quiet button at the right for an action."""
        self._icons[action] = picture
        button = ActionButton(action)
        button.setProperty("quiet", True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.head.addWidget(button)
        self.set_theme(theme)

    def set_figure(
        self,
        name: str,
        figure: Callable[[Sheet], Figure | None],
        of: QWidget,
        theme: Theme,
    ) -> None:
        """Let the figure be exported, by a button and a menu on the widget.

        Parameters
        ----------
        name : str
            Of the file, without a suffix.
        figure : callable
            ``figure(sheet)`` is what is to be written; None if there is nothing.
        of : QWidget
        theme : Theme
        """
        source = FigureSource(
            self._title, figure, lambda: (self._title, self.caption.text())
        )
        actions = FigureActions(source, of, name)
        self.copy_picture_action, self.export_action = actions.copy, actions.export
        self.add_button(self.export_action, "save", theme)

    def set_theme(self, theme: Theme) -> None:
        for action, picture in self._icons.items():
            action.setIcon(icon(picture, theme, theme.muted))
