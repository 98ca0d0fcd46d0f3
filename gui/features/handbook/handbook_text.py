"""A page of the handbook as it is read: one column, what was searched marked in it."""

from __future__ import annotations

import html
import itertools
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QRegularExpression, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QTextEdit

from engine.lessons.markdown import CODE
from gui.widgets.markdown_text import MarkdownText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token
    from PySide6.QtGui import QResizeEvent, QTextBlock

    from gui.features.handbook.handbook import HandbookPage
    from gui.style.theme import Theme

COLUMN = 88
"""How wide the text is at most, in letters of middle width: longer lines tire."""
JOINER = "\N{WORD JOINER}"
"""Stands after a hyphen in code: else a line could end within “--weights”."""
MARGIN = 20
"""Pixels beside the text at least, and above a section that is gone to."""


class HandbookText(MarkdownText):
    """Scrolls to a section, and to the first of the words that are marked in it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Handbook", "A page of the handbook")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page: HandbookPage | None = None
        self._section = self._pictures_width = 0
        self._marked: tuple[str, ...] = ()
        # Not within a change of size: that comes while a text is being laid out.
        self._fitting = QTimer(self, singleShot=True)
        self._fitting.timeout.connect(self.render_text)
        # Once it is laid out: the window may have just been shown.
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._fit_words)
        self._later.timeout.connect(self._scroll)
        self._wrapping = QTimer(self, singleShot=True)
        self._wrapping.timeout.connect(self._fit_words)

    def show_section(
        self, page: HandbookPage, section: int, marked: Sequence[str]
    ) -> None:
        """Show a page from one of its sections on.

        Parameters
        ----------
        page : HandbookPage
        section : int
            Which of its sections, from 0.
        marked : sequence of str
            What is marked wherever it stands on the page.
        """
        self._section, self._marked = section, tuple(marked)
        if page is not self.page:
            self.page = page
            self.show_text(page.text, page.pictures())
        self._mark_words()
        self._later.start()

    def render_text(self) -> None:
        """Lay the text out anew, and stay at the section."""
        super().render_text()
        self._give_margins()
        self._mark_words()
        self._later.start()

    def style_rules(self) -> str:
        """Give headings and tables the look of the window's cards."""
        theme, size = self.theme, self.fontInfo().pixelSize()
        return (
            f"{super().style_rules()}"
            f"a {{ color: {theme.accent_text}; }}"
            f"h1 {{ font-size: {round(1.6 * size)}px; margin-bottom: {size}px; }}"
            f"h2 {{ font-size: {round(1.25 * size)}px; margin-top: {2 * size}px;"
            f" margin-bottom: {round(0.5 * size)}px; }}"
            f"h3 {{ font-size: {size}px; margin-top: {round(1.3 * size)}px;"
            f" margin-bottom: {round(0.4 * size)}px; }}"
            f"p, li {{ line-height: 135%; }}"
            f"li {{ margin-bottom: {round(0.35 * size)}px; }}"
            f"table {{ border-collapse: collapse; border-style: solid;"
            f" border-color: {theme.border}; border-width: 1px; }}"
            f"td, th {{ padding: {round(0.4 * size)}px {round(0.5 * size)}px; }}"
            f"th {{ text-align: left; }}"
            f"pre {{ white-space: pre-wrap; margin: 0; font-size: {size - 1}px; }}"
        )

    def prepare(self, tokens: Sequence[Token]) -> None:
        """Put what is to be typed into a box, and no room between lines of pictures."""
        for before, token in itertools.pairwise(tokens):
            pieces = token.children or []
            if [piece.type for piece in pieces] == ["image"]:
                before.attrSet("style", "line-height: 100%")
            for piece in pieces:
                if piece.type == "code_inline":
                    piece.content = piece.content.replace("-", f"-{JOINER}")
            if token.type in CODE:
                written = html.escape(token.content.rstrip("\n"))
                token.type = "html_block"
                token.content = (
                    f'<table width="100%" bgcolor="{self.theme.ground}"><tr><td>'
                    f"<pre>{written}</pre></td></tr></table>"
                )

    def picture(self, content: bytes) -> QImage:
        """Make a picture no wider than the column."""
        whole, ratio = super().picture(content), self.devicePixelRatioF()
        room = self._pictures_width = self._column_width()
        if whole.width() > room * ratio > 0:
            smooth = Qt.TransformationMode.SmoothTransformation
            whole = whole.scaledToWidth(round(room * ratio), smooth)
        whole.setDevicePixelRatio(ratio)
        return whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column in the middle, and pictures as wide as it."""
        self._give_margins()
        super().resizeEvent(event)
        self._wrapping.start()
        if self._pictures_width not in (0, self._column_width()):
            self._pictures_width = 0
            self._fitting.start()

    def _fit_words(self) -> None:
        """Break words only where a table is else wider than the page."""
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        if self.document().size().width() > self.viewport().width() + MARGIN:
            anywhere = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
            self.setWordWrapMode(anywhere)

    def _column_width(self) -> int:
        widest = COLUMN * self.fontMetrics().averageCharWidth()
        return min(widest, self.viewport().width() - 2 * MARGIN)

    def _give_margins(self) -> None:
        frame = self.document().rootFrame()
        look = frame.frameFormat()
        beside = (self.viewport().width() - self._column_width()) / 2
        if look.leftMargin() != beside:
            look.setMargin(self.document().documentMargin())
            look.setLeftMargin(beside)
            look.setRightMargin(beside)
            frame.setFrameFormat(look)

    def _mark_words(self) -> None:
        """Mark the words wherever they stand."""
        look = QTextCharFormat()
        look.setBackground(QColor(self.theme.selection))
        look.setForeground(QColor(self.theme.ink))
        marks = []
        for cursor in self._occurrences():
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = cursor, look
            marks.append(mark)
        self.setExtraSelections(marks)

    def _occurrences(self) -> Iterator[QTextCursor]:
        any_case = QRegularExpression.PatternOption.CaseInsensitiveOption
        for word in self._marked:
            signs = map(QRegularExpression.escape, word)
            wanted = QRegularExpression(f"{JOINER}?".join(signs), any_case)
            cursor = self.document().find(wanted)
            while not cursor.isNull():
                yield cursor
                cursor = self.document().find(wanted, cursor)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy what is written, without what keeps it on one line."""
        copied = QMimeData()
        copied.setText(self.textCursor().selection().toPlainText().replace(JOINER, ""))
        return copied

    def _headings(self) -> list[QTextBlock]:
        headings, block = [], self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel():
                headings.append(block)
            block = block.next()
        return headings

    def _scroll(self) -> None:
        """Bring the section to the top; or its first mark into sight, if it is far."""
        headings = [*self._headings(), self.document().end()]
        bar, layout = self.verticalScrollBar(), self.document().documentLayout()
        if self._section + 1 >= len(headings):
            return
        heading, following = headings[self._section : self._section + 2]
        top = layout.blockBoundingRect(heading).top() if self._section else 0.0
        bar.setValue(round(top) - MARGIN * bool(self._section))
        end = following.position() if following.isValid() else None
        marks = sorted(mark.cursor.position() for mark in self.extraSelections())
        for position in marks:
            if position >= heading.position() and (end is None or position < end):
                cursor = QTextCursor(self.document())
                cursor.setPosition(position)
                below = self.cursorRect(cursor).bottom() - self.viewport().height()
                if below > 0:
                    bar.setValue(bar.value() + below + self.viewport().height() // 3)
                break
