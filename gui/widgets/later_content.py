"""Where content is that is made when it is first wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gui.style.theme import Themed
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from gui.style.theme import Theme


class LaterContent(QWidget):
    """Stands where content will be, and gives it its colours.

    Attributes
    ----------
    made : QWidget or None
        None until there is one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.made: QWidget | None = None
        self._layout = in_column(self)

    def put(self, content: QWidget) -> None:
        """Have this content from now on."""
        self.made = content
        self._layout.addWidget(content)

    def set_theme(self, theme: Theme) -> None:
        if isinstance(self.made, Themed):
            self.made.set_theme(theme)
