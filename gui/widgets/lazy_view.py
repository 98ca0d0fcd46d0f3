"""A view that is made when it is first seen, and works only while it is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.tasks.throttle import Throttle
from gui.widgets.labels import SteadyLabel

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QLabel

    from gui.style.theme import Theme
    from gui.tasks.throttle import Changing


class ShownView(Protocol):
    """A widget that draws the present moment when it is told to."""

    def refresh(self) -> None:
        """Draw the present moment."""

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""


class LazyView(QWidget):
    """Stands where a view will be, makes it, and keeps it up to date.

    Behind another tab a dock is not hidden to Qt but moved out of the window; what is
    painted, and only that, is seen.

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
        self._timer = QTimer(self, interval=0, singleShot=True)
        self._timer.timeout.connect(self._make_and_refresh)
        self._layout = QVBoxLayout(self)
        # Quite covered by an opaque view, it would never be painted.
        self._layout.setContentsMargins(0, 0, 0, 1)
        self._throttle = Throttle(session, self.refresh)
        for signal in signals:
            signal.connect(self._follow)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.view is not None:
            self.view.set_theme(theme)

    @property
    def seen(self) -> bool:
        """Whether any of it is on the screen."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def refresh(self) -> None:
        """Follow a change at once, or when seen again."""
        if self.view is not None and self.seen:
            self.view.refresh()
        else:
            self._stale = True

    def _follow(self, *_: object) -> None:
        """Follow as often as one can read; unseen, only remember that it changed."""
        if self.view is not None and self.seen:
            self._throttle.trigger()
        else:
            self._stale = True

    def open(self) -> Any:
        """Give the view, made now if it was never seen."""
        self._make_and_refresh()
        return self.view

    def paintEvent(self, event: QPaintEvent) -> None:
        """Being painted is being seen: make good what was left undone."""
        if self._stale:
            self._timer.start()
        super().paintEvent(event)

    def _make_and_refresh(self) -> None:
        self._stale = False
        if self.view is None:
            self.view = self._make(self._theme, self.caption)
            self._layout.addWidget(self.view)
        self.view.refresh()
