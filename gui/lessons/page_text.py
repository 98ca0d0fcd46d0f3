"""The text of a page: Markdown with formulas, and facts of the present by name."""

from __future__ import annotations

import html
import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QPainter,
    QPixmap,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser

from engine.lessons.facts import fact
from engine.lessons.lesson_text import PLACEHOLDER, markdown
from gui.style.formula_rendering import Typesetter
from gui.widgets.focus_ring import WIDTH as RING
from gui.widgets.focus_ring import show_focus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markdown_it.token import Token
    from PySide6.QtGui import QFocusEvent

    from engine.lessons.facts import Situation
    from gui.style.theme import Theme

FORMULA = "formula:"
BASELINE = QTextCharFormat.VerticalAlignment.AlignBaseline
CLOSING = "-.,:;!?)]…’”“»"
"""What stays with the formula before it: Qt may end a line behind any picture."""
BEFORE_PERCENT = re.compile(r"(?<=\d) (?=%)")
LARGER = 1.12
"""By how much formulas are larger than the text: their letters are small ones."""


def facts_of(text: str, now: Situation, begun: Situation) -> dict[str, str]:
    """Tell each fact of a text: of now, or of the state with which the page began."""
    return {
        found[0]: fact(found[2]).text(begun if found[1] else now)
        for found in PLACEHOLDER.finditer(text)
    }


class PageText(QTextBrowser):
    """Shows Markdown; of files it sees only the pictures that it is given.

    Parameters
    ----------
    theme : Theme
    name : str
        For those who do not see it.
    """

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setAccessibleDescription("A text of the lesson")
        self.theme, self._text = theme, ""
        self._formulas: list[tuple[str, str]] = []
        self._widest = 0.0
        self._pictures: Mapping[str, bytes] = {}
        self._facts: Mapping[str, str] = {}
        self._typesetter = Typesetter()
        self.setProperty("bare", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(off)
        self.setHorizontalScrollBarPolicy(off)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(RING + 1)

    def show_text(
        self, text: str, pictures: Mapping[str, bytes], facts: Mapping[str, str]
    ) -> None:
        """Show a text, with the pictures and the facts to which it may refer."""
        shown = text, facts
        if shown == (self._text, self._facts) and pictures is self._pictures:
            return
        self._text, self._pictures, self._facts = text, pictures, facts
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.theme = theme
        self._show()

    def _show(self) -> None:
        self._formulas, self._widest = [], 0.0
        document = self.document()
        document.clear()
        document.setDefaultFont(self.font())
        document.setDefaultStyleSheet(f"code {{ color: {self.theme.accent_text}; }}")
        self.setHtml(self._html())
        self._align()
        self._fit()

    def _align(self) -> None:
        """Let formulas hang below the line as letters do."""
        block = self.document().begin()
        while block.isValid():
            pieces = block.begin()
            while not pieces.atEnd():
                piece = pieces.fragment()
                if piece.charFormat().isImageFormat():
                    cursor = QTextCursor(self.document())
                    cursor.setPosition(piece.position())
                    end = piece.position() + piece.length()
                    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                    hanging = QTextCharFormat()
                    hanging.setVerticalAlignment(BASELINE)
                    cursor.mergeCharFormat(hanging)
                pieces += 1
            block = block.next()

    def _html(self) -> str:
        parser = markdown()
        tokens = parser.parse(self._text)
        self._fill_in(tokens)
        rendered: str = parser.renderer.render(tokens, parser.options, {})
        return rendered

    def _fill_in(self, tokens: Sequence[Token]) -> None:
        """Put in formulas and facts: once parsed, what is put in is no Markdown."""
        for one, following in zip_longest(tokens, tokens[1:]):
            self._fill_in(one.children or [])
            one.content = PLACEHOLDER.sub(
                lambda found: self._facts.get(found[0], found[0]), one.content
            )
            if one.type in ("math_inline", "math_block"):
                number, centred = len(self._formulas), one.type == "math_block"
                tex, closing = one.content.strip().replace("−", "-"), ""
                if following is not None and following.type == "text":
                    rest = following.content.lstrip(CLOSING)
                    closing = following.content.removesuffix(rest)
                    following.content = rest
                self._formulas.append((tex, closing))
                said = html.escape(one.content + closing, quote=True)
                picture = f'<img src="{FORMULA}{number}" alt="{said}">'
                one.type = "html_block" if centred else "html_inline"
                one.content = f"<p>{picture}</p>" if centred else picture
            elif one.type == "text":
                one.content = BEFORE_PERCENT.sub("\u00a0", one.content)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Give a formula, or a picture of the lesson; nothing else is opened."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        url = name.toString() if isinstance(name, QUrl) else name
        if url.startswith(FORMULA):
            return self._formula(int(url.removeprefix(FORMULA)))
        return QImage.fromData(self._pictures.get(url, b""))

    def _formula(self, number: int) -> QPixmap:
        tex, closing = self._formulas[number]
        size = round(self.fontInfo().pixelSize() * LARGER)
        ratio = self.devicePixelRatioF()
        colour = self.theme.ink
        found = self._typesetter.picture(tex, size, colour, ratio, make=True)
        if found is None:
            return QPixmap()
        letters = QFontMetricsF(self.font())
        behind = letters.horizontalAdvance(closing)
        self._widest = max(self._widest, found.width + behind)
        if found.width > (room := self.viewport().width() - behind):
            size = max(1, int(size * room / found.width))
            found = self._typesetter.picture(tex, size, colour, ratio, make=True)
            assert found is not None  # it could be set larger
        # A picture stands on the line: what hangs below it would be lifted by so much.
        ascent = max(found.ascent, letters.ascent() if closing else 0.0)
        width = round((found.width + behind) * ratio)
        height = round((ascent + max(letters.descent(), found.descent)) * ratio)
        whole = QPixmap(QSize(width, height))
        whole.setDevicePixelRatio(ratio)
        whole.fill(Qt.GlobalColor.transparent)
        with QPainter(whole) as painter:
            painter.drawPixmap(QPointF(0, ascent - found.ascent), found.pixmap)
            painter.setFont(self.font())
            painter.setPen(colour)
            painter.drawText(QPointF(found.width, ascent), closing)
        return whole

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        show_focus(self, event)

    def event(self, event: QEvent) -> bool:
        """Fit another width; within `resizeEvent` the viewport would not follow."""
        taken = super().event(event)
        if isinstance(event, QResizeEvent):
            if self._widest > min(event.size().width(), event.oldSize().width()) >= 0:
                self._show()
            self._fit()
        return taken

    def _fit(self) -> None:
        """Be as high as the text in this width."""
        self.document().setTextWidth(self.viewport().width())
        high = round(self.document().size().height()) + 2 * self.frameWidth()
        if high != self.height():
            self.setFixedHeight(high)
