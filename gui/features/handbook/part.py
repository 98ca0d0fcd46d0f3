"""The handbook, as a part of the window: a window of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gui.part import MenuAction, Part, PartContext, menu_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.features.handbook.handbook_window import HandbookWindow


class Handbook:
    """Opens the handbook where it tells of a panel, or of what is in use."""

    def __init__(self, context: PartContext) -> None:
        self._context = context
        self.window: HandbookWindow | None = None
        context.signals.themed.connect(self._set_theme)
        context.signals.closing.connect(self._close_window)
        context.signals.reset.connect(self._forget_window)
        context.offer("handbook", self.open)

    def open(self, title: str = "") -> None:
        """Open it at a title; default that of what is in use."""
        if self.window is None:
            from gui.features.handbook.handbook_window import HandbookWindow

            context = self._context
            self.window = HandbookWindow(context.theme(), context.parent)
        self.window.open_beside(title or self._context.topic())

    def _set_theme(self) -> None:
        if self.window is not None:
            self.window.set_theme(self._context.theme())

    def _close_window(self) -> None:
        if self.window is not None:
            self.window.close()

    def _forget_window(self) -> None:
        """Be as before it was opened."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None


def _menu(context: PartContext) -> Sequence[MenuAction]:
    entry = menu_action(
        context, "&Help", 0, "&Handbook", lambda: context.run("handbook"), "F1",
        words="help manual documentation",
    )  # fmt: skip
    entry.action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
    return [entry]


PARTS = (Part("Handbook", connect=Handbook, menu=_menu),)
