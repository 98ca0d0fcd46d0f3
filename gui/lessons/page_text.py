"""The text of a page: Markdown with formulas, and facts of the present by name."""

from __future__ import annotations

import html
import re
from functools import partial
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

from engine.errors import Cancelled
from engine.lessons.facts import fact
from engine.lessons.markdown import PLACEHOLDER, markdown
from engine.lessons.pictures import pixels_of
from gui.style.formula_rendering import MOST_CACHED, drawn_formula, formula_svg
from gui.tasks.task import Task
from gui.widgets.focus_ring import WIDTH as RING
from gui.widgets.focus_ring import show_focus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markdown_it.token import Token
    from PySide6.QtGui import QFocusEvent

    from engine.lessons.facts import Situation
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl

FORMULA = "formula:"
BASELINE = QTextCharFormat.VerticalAlignment.AlignBaseline
CLOSING = "-.,:;!?)]…’”“»"
"""What stays with the formula before it: Qt may end a line behind any picture."""
BEFORE_PERCENT = re.compile(r"(?<=\d) (?=%)")
AT_ONCE = 150
"""Signs of formulas that are set while the text waits; more are set in a thread."""
LARGER = 1.12
"""By how much formulas are larger than the text: their letters are small ones."""


Formula = tuple[str, int, str]
"""Its LaTeX, size and colour."""


def _set(
    formulas: Sequence[Formula], control: TaskControl | None = None
) -> dict[Formula, str | None]:
    """Set formulas as SVG; None for one that cannot be."""
    found: dict[Formula, str | None] = {}
    for one in formulas:
        if control is not None and control.cancelled():
            raise Cancelled
        found[one] = formula_svg(*one)
    return found


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
        self._set: dict[Formula, str | None] = {}
        self._used: list[Formula] = []
        self._setting = Task("formulas", self)
        self._setting.ended.connect(self._take_set)
        self._widest = 0.0
        self._pictures: Mapping[str, bytes] = {}
        self._facts: Mapping[str, str] = {}
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
        """Show the text; formulas that take long as they are written, for a while."""
        self._setting.drop()
        written = self._html()
        missing = self._missing()
        if missing and sum(len(tex) for tex, _, _ in missing) <= AT_ONCE:
            self._keep(_set(missing))
            written, missing = self._html(), []
        self._widest = 0.0
        document = self.document()
        document.clear()
        document.setDefaultFont(self.font())
        document.setDefaultStyleSheet(f"code {{ color: {self.theme.accent_text}; }}")
        self.setHtml(written)
        self._align()
        self._fit()
        if missing:
            self._setting.start(partial(_set, missing), wait=True)

    def _missing(self) -> list[Formula]:
        return [one for one in dict.fromkeys(self._used) if one not in self._set]

    def _keep(self, found: Mapping[Formula, str | None]) -> None:
        self._set |= found
        if len(self._set) > MOST_CACHED:
            self._set = {one: self._set[one] for one in self._used}

    def _take_set(self, found: Mapping[Formula, str | None] | None) -> None:
        if found is not None:
            self._keep(found)
            self._show()

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
        self._formulas, self._used = [], []
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
                self._put_in(one, following)
            elif one.type == "text":
                one.content = BEFORE_PERCENT.sub("\u00a0", one.content)

    def _put_in(self, one: Token, following: Token | None) -> None:
        """Put in a formula's picture; its text, where there is none, or not yet."""
        centred, tex = one.type == "math_block", one.content.strip().replace("−", "-")
        one.type = "html_block" if centred else "html_inline"
        size = round(self.fontInfo().pixelSize() * LARGER)
        self._used.append((tex, size, self.theme.ink))
        svg = self._set.get(self._used[-1])
        if svg is None:
            shown = f"<code>{html.escape(one.content)}</code>"
        else:
            closing = ""
            if following is not None and following.type == "text":
                rest = following.content.lstrip(CLOSING)
                closing = following.content.removesuffix(rest)
                following.content = rest
            said = html.escape(one.content + closing, quote=True)
            shown = f'<img src="{FORMULA}{len(self._formulas)}" alt="{said}">'
            self._formulas.append((svg, closing))
        one.content = f"<p>{shown}</p>" if centred else shown

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Give a formula, or a picture of the lesson; nothing else is opened."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        url = name.toString() if isinstance(name, QUrl) else name
        number = url.removeprefix(FORMULA)
        if number != url and number.isdecimal() and int(number) < len(self._formulas):
            return self._formula(int(number))
        content = self._pictures.get(url, b"")
        # Qt would take SVG as well, and look for what that asks for.
        return QImage.fromData(content) if pixels_of(content) else QImage()

    def _formula(self, number: int) -> QPixmap:
        svg, closing = self._formulas[number]
        ratio = self.devicePixelRatioF()
        letters = QFontMetricsF(self.font())
        behind = letters.horizontalAdvance(closing)
        found = drawn_formula(svg, ratio, self.viewport().width() - behind)
        self._widest = max(self._widest, found.natural_width + behind)
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
            painter.setPen(self.theme.ink)
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
