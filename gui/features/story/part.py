"""Story of the run, as a part of the window: a strip over the playback."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gui.part import Panel, Part, PartContext, Place
from gui.session.run_story import RunStory
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from gui.features.story.story_strip import StoryStrip
    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme

ID = "Story of the run"


class StoryPlace(QWidget):
    """Where the strip is, once it is first wanted."""

    def __init__(self, context: PartContext) -> None:
        super().__init__()
        self._context = context
        self.strip: StoryStrip | None = None
        self._layout = in_column(self)
        self.hide()
        RunStory.of(context.session).toggled.connect(self._show_strip)

    def _show_strip(self, on: bool) -> None:
        if self.strip is None:
            from gui.features.story.story_strip import StoryStrip

            axes = self._context.canvas.axes
            session, theme = self._context.session, self._context.theme()
            self.strip = StoryStrip(session, axes.plane, theme)
            axes.changed.connect(self.strip.refresh)
            self._layout.addWidget(self.strip)
            self._context.run("add figure menu", self.strip, ID)
        self.strip.set_shown(on)
        self.setVisible(on)

    def set_theme(self, theme: Theme) -> None:
        if self.strip is not None:
            self.strip.set_theme(theme)


def _figure(context: PartContext, sheet: Sheet) -> Figure | None:
    from gui.features.story.story_figure import story_figure

    tape, axes = context.session.tape, context.canvas.axes
    return None if tape is None else story_figure(tape, axes.plane, sheet)


PARTS = (
    Part(
        ID,
        panel=Panel(StoryPlace, Place.BELOW, 120),
        figure=_figure,
        has_own_words=True,
    ),
)
