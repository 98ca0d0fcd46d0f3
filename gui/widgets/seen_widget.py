"""A widget that follows changes only while it is seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from gui.tasks.throttle import DelayedCall, Throttle
from gui.widgets.dimming import Dimming

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QPaintEvent

    from gui.tasks.throttle import Changing


class SeenWidget(QWidget):
    """Refreshes itself at signals while it is seen, else when it is seen again.

    Behind another tab a dock is not hidden to Qt but moved out of the window; what is
    painted, and only that, is seen. What opaque children cover is not painted: where
    there are some, a strip at the side, in sight wherever one scrolls, stays free.

    Attributes
    ----------
    caption : QLabel or None
        What is said of it elsewhere, of the same moment.
    """

    caption: Any = None

    def __init__(self) -> None:
        super().__init__()
        self._stale = False
        self._timer = DelayedCall(self, self._catch_up)

    @property
    def seen(self) -> bool:
        """Whether any of it is on the screen."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def refresh(self) -> None:
        """Show the present moment."""
        raise NotImplementedError

    def catch_up(self) -> None:
        """Show the present moment after a time unseen."""
        self.refresh()

    def follow(self, session: Changing, *signals: SignalInstance) -> None:
        """Refresh at signals, as often as there is time; dimmed while it is behind."""
        throttle = Throttle(
            session,
            partial(self.act_if_seen, self.refresh),
            late=Dimming(lambda: filter(None, (self, self.caption))),
        )
        for signal in signals:
            signal.connect(partial(self.act_if_seen, throttle.trigger))

    def act_if_seen(self, act: Callable[[], object], *_: object) -> None:
        """Act at a signal; unseen, only remember that something changed."""
        if self.seen:
            act()
        else:
            self._stale = True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Being painted is being seen: make good what was left undone."""
        if self._stale:
            self._timer.start()
        super().paintEvent(event)

    def _catch_up(self) -> None:
        self._stale = False
        self.catch_up()
