"""The story strip: small pictures of the updates that the run is told by."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QLabel, QToolButton

from gui.features.story.story_pictures import StoryPictures
from gui.session.run_story import RunStory, bound, caption
from gui.tasks.throttle import DelayedCall
from gui.widgets.buttons import tool_button
from gui.widgets.labels import show_words, with_role
from gui.widgets.layouts import STRETCH, in_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from engine import Dataset
    from gui.canvas.plane import Plane
    from gui.session.session import Session
    from gui.style.theme import Theme

LEAST, MOST = 94, 136
"""Width of a picture with its words, in pixels."""
EDGE, SHAPE = 8, 0.66
"""Pixels beside a picture; its height, of its width."""
GAP = 2


class StoryStrip(QFrame):
    """Shows them in their order; a click goes there.

    A picture is painted in each turn of the event loop: none costs a frame of the
    screen.

    Parameters
    ----------
    session : Session
    plane : callable
        Gives the two features that are shown, of the data.
    theme : Theme
    """

    def __init__(
        self, session: Session, plane: Callable[[Dataset], Plane], theme: Theme
    ) -> None:
        super().__init__()
        self.setObjectName("Story")
        self.setProperty("card", True)
        self.setAccessibleName("Story of the run")
        self._session, self._plane, self._theme = session, plane, theme
        self.story = RunStory.of(session)
        self.buttons: list[QToolButton] = []
        self.words = with_role(QLabel(), "muted")
        self._row = in_row(
            self, self.words, STRETCH, margins=(12, 6, 12, 6), spacing=GAP
        )
        self._pictures: StoryPictures | None = None
        self._left: list[int] = []
        self._size = QSize()
        self._next = DelayedCall(self, self._paint_next)
        self.story.changed.connect(self._show_story)

    def set_shown(self, shown: bool) -> None:
        """Be there and follow the run, or do neither."""
        self.setVisible(shown)
        if shown:
            self._session.moved.connect(self._mark_step)
            self._show_story()
        else:
            self._session.moved.disconnect(self._mark_step)
            self._next.stop()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Paint all of it anew, where it is shown."""
        if not self.isHidden():
            self._show_story()

    def _show_story(self) -> None:
        story, tape = self.story, self.story.tape
        updates = () if story.decisive is None else story.decisive.updates
        while len(self.buttons) < len(updates):
            self._add_button()
        for button in self.buttons[len(updates) :]:
            button.hide()
        note = "The run is being looked through …"
        if story.decisive is not None and tape is not None:
            note = "" if updates else "No update: nothing to tell"
            note = note or bound(story.decisive, tape)
        show_words(self.words, story.obstacle or note)
        if not updates or tape is None:
            return
        for button, update in zip(self.buttons, updates, strict=False):
            button.setText(f"update {update.number:,}\n{caption(update, tape)}")
            button.setToolTip(f"Go to step {update.step:,}")
        self._make_room()
        self._paint_anew()
        self._mark_step()

    def _add_button(self) -> None:
        button = tool_button(look="quiet")
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.clicked.connect(partial(self._go_to_update, len(self.buttons)))
        self._row.insertWidget(len(self.buttons), button)
        self.buttons.append(button)

    def _paint_next(self) -> None:
        decisive, pictures = self.story.decisive, self._pictures
        if not self._left or decisive is None or pictures is None:
            return
        place = self._left.pop(0)
        button = self.buttons[place]
        button.setIconSize(self._size)
        button.setIcon(QIcon(pictures.paint(decisive.updates[place].step)))
        if self._left:
            self._next.start()

    def _go_to_update(self, place: int) -> None:
        if self.story.decisive is not None:
            self._session.seek(self.story.decisive.updates[place].step)
        self._mark_step()

    def _mark_step(self) -> None:
        """Mark the picture of the step that is looked at."""
        decisive = self.story.decisive
        for button, update in zip(
            self.buttons, () if decisive is None else decisive.updates, strict=False
        ):
            button.setChecked(update.step == self._session.step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _make_room(self) -> None:
        """Show as many as there is room for, the first and the last among them."""
        decisive, scale = self.story.decisive, self._theme.scale
        n = 0 if decisive is None else len(decisive.updates)
        if not n:
            return
        room = self.contentsRect().width() - 24
        advance = self.buttons[0].fontMetrics().horizontalAdvance
        lines = [line for b in self.buttons[:n] for line in b.text().split("\n")]
        least = max(round(LEAST * scale), max(map(advance, lines)) + 2 * EDGE)
        places = max(2, min(n, room // (least + GAP)))
        width = min(room // places - GAP, max(round(MOST * scale), least))
        between = sorted(range(1, n - 1), key=self._worth, reverse=True)
        left_out = between[max(0, places - 2) :] if places < n else []
        for place, button in enumerate(self.buttons[:n]):
            button.setVisible(place not in left_out)
            button.setFixedWidth(width)
        size = QSize(width - EDGE, round(SHAPE * (width - EDGE)))
        if size != self._size:
            self._size = size
            self._paint_anew()

    def _paint_anew(self) -> None:
        story, tape = self.story, self.story.tape
        if tape is None or story.decisive is None or self._size.isEmpty():
            return
        self._pictures = StoryPictures(
            tape,
            self._plane(tape.data),
            self._size,
            self._theme,
            self.devicePixelRatioF(),
        )
        self._left = list(range(len(story.decisive.updates)))
        self._next.start()

    def _worth(self, place: int) -> float:
        assert self.story.decisive is not None
        update = self.story.decisive.updates[place]
        fall = update.error_before - update.error
        return float(np.nan_to_num([update.turn / 180, fall]).max())
