"""A text of a lesson, as high as it is, with facts of the present by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from engine.lessons.facts import fact
from engine.lessons.markdown import PLACEHOLDER
from gui.widgets.markdown_text import MarkdownText

if TYPE_CHECKING:
    from engine.lessons.facts import Situation
    from gui.style.theme import Theme


HANDBOOK = "handbook"
"""The scheme of links to the handbook: no other link leads anywhere."""


def facts_of(text: str, now: Situation, begun: Situation) -> dict[str, str]:
    """Tell each fact of a text: of now, or of the state with which the page began."""
    return {
        named[0]: fact(named[2]).text(begun if named[1] else now)
        for named in PLACEHOLDER.finditer(text)
    }


class PageText(MarkdownText):
    """A text that is seen to its end in every width: what it lies in scrolls.

    Parameters
    ----------
    theme : Theme
    name : str
        For those who do not see it.

    Signals
    -------
    handbook_wanted(str)
        A link such as ``handbook:Glossary`` was followed: what has this title there.
    """

    handbook_wanted = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name, "A text of the lesson")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(off)
        self.setHorizontalScrollBarPolicy(off)
        self.anchorClicked.connect(self._follow_link)

    def _follow_link(self, url: QUrl) -> None:
        if url.scheme() == HANDBOOK:
            self.handbook_wanted.emit(url.path())

    def render_text(self) -> None:
        """Lay the text out anew, and be as high as it is."""
        super().render_text()
        self._fit_height()

    def event(self, event: QEvent) -> bool:
        """Fit another width; within `resizeEvent` the viewport would not follow."""
        taken = super().event(event)
        if isinstance(event, QResizeEvent):
            narrower = min(event.size().width(), event.oldSize().width())
            if self.widest_formula > narrower >= 0:
                self.render_text()
            self._fit_height()
        return taken

    def _fit_height(self) -> None:
        """Be as high as the text in this width."""
        self.document().setTextWidth(self.viewport().width())
        high = round(self.document().size().height()) + 2 * self.frameWidth()
        if high != self.height():
            self.setFixedHeight(high)
