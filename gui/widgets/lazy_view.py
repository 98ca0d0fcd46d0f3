"""A view that is made when it is first seen, and works only while it is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from gui.widgets.labels import SteadyLabel
from gui.widgets.layouts import in_column
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QLabel

    from gui.style.theme import Theme
    from gui.tasks.throttle import Changing


class ShownView(Protocol):
    """A widget that draws the present moment when it is told to."""

    def refresh(self) -> None:
        """Draw the present moment."""

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""


class LazyView(SeenWidget):
    """Stands where a view will be, makes it, and keeps it up to date.

    Parameters
    ----------
    session : QObject
        What a `Throttle` asks: the view follows as often as one can read.
    theme : Theme
    make : callable
        ``make(theme, caption)`` gives the view, which writes on the caption.
    *signals : SignalInstance
        Those at which the view is drawn anew.

    Attributes
    ----------
    view : QWidget or None
        None until first seen.
    """

    def __init__(
        self,
        session: Changing,
        theme: Theme,
        make: Callable[[Theme, QLabel], ShownView],
        *signals: SignalInstance,
    ) -> None:
        super().__init__()
        self.caption = SteadyLabel()
        self.view: Any = None
        self._theme, self._make = theme, make
        self._stale = True
        self._layout = in_column(self, margins=(0, 0, 1, 0))
        self.follow(session, *signals)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.view is not None:
            self.view.set_theme(theme)

    def refresh(self) -> None:
        """Follow a change at once, or when seen again."""
        if self.view is not None and self.seen:
            self.view.refresh()
        else:
            self._stale = True

    def reset(self) -> None:
        """Be as before it was first seen."""
        if self.view is not None:
            self.view.deleteLater()
            self.view = None
            self.refresh()
            self.caption.setText("")

    def open(self) -> Any:
        """Give the view, made now if it was never seen."""
        self._stale = False
        self.catch_up()
        return self.view

    def catch_up(self) -> None:
        """Make the view when it is first seen."""
        if self.view is None:
            self.view = self._make(self._theme, self.caption)
            self._layout.addWidget(self.view)
        self.view.refresh()
