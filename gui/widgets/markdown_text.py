"""Markdown with formulas and pictures, as it is read in the window."""

from __future__ import annotations

import html
import re
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QPainter,
    QPixmap,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from engine.errors import Cancelled
from engine.lessons.markdown import PLACEHOLDER, markdown
from engine.lessons.pictures import pixels_of
from gui.style.formula_rendering import MOST_CACHED, drawn_formula, formula_svg
from gui.style.icons import clear_pixmap
from gui.tasks.task import Task
from gui.widgets.focus_ring import WIDTH as RING
from gui.widgets.focus_ring import show_focus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markdown_it.token import Token
    from PySide6.QtGui import QFocusEvent

    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl

FORMULA = "formula:"
BASELINE = QTextCharFormat.VerticalAlignment.AlignBaseline
CLOSING = "-.,:;!?)]…’”“»"
"""What stays with the formula before it: Qt may end a line behind any picture."""
BEFORE_PERCENT = re.compile(r"(?<=\d) (?=%)")
QUICK_SIGNS = 150
"""Signs of formulas that are set while the text waits; more are set in a thread."""
LARGER = 1.12
"""By how much formulas are larger than the text: their letters are small ones."""


Formula = tuple[str, int, str]
"""Its LaTeX, size and colour."""


def _set_formulas(
    formulas: Sequence[Formula], control: TaskControl | None = None
) -> dict[Formula, str | None]:
    """Set formulas as SVG; None for one that cannot be."""
    pictures: dict[Formula, str | None] = {}
    for formula in formulas:
        if control is not None and control.cancelled():
            raise Cancelled
        pictures[formula] = formula_svg(*formula)
    return pictures


class MarkdownText(QTextBrowser):
    """Shows Markdown; of files it sees only the pictures that it is given.

    A click on a link emits `anchorClicked`; nothing is opened by it.

    Parameters
    ----------
    theme : Theme
    name, description : str
        For those who do not see it.
    """

    def __init__(self, theme: Theme, name: str, description: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setAccessibleDescription(description)
        self.theme, self._text = theme, ""
        self._formulas: list[tuple[str, str]] = []
        self._set: dict[Formula, str | None] = {}
        self._used: list[Formula] = []
        self._setting = Task("formulas", self, self._take_set)
        self.widest_formula = 0.0
        self._pictures: Mapping[str, bytes] = {}
        self._facts: Mapping[str, str] = {}
        self.setProperty("bare", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(RING + 1)

    def show_text(
        self,
        text: str,
        pictures: Mapping[str, bytes],
        facts: Mapping[str, str] | None = None,
    ) -> None:
        """Show a text, with the pictures and the facts to which it may refer.

        Parameters
        ----------
        text : str
        pictures : mapping of str to bytes
            By the names that the text has for them.
        facts : mapping of str to str, optional
            What stands in the place of a word such as ``{{updates}}``.
        """
        facts = facts or {}
        shown = text, facts
        if shown == (self._text, self._facts) and pictures is self._pictures:
            return
        self._text, self._pictures, self._facts = text, pictures, facts
        self.render_text()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.theme = theme
        self.render_text()

    def render_text(self) -> None:
        """Lay the text out anew; formulas that take long come a while later."""
        self._setting.drop()
        written = self._html()
        missing = self._missing()
        if missing and sum(len(tex) for tex, _, _ in missing) <= QUICK_SIGNS:
            self._keep_pictures(_set_formulas(missing))
            written, missing = self._html(), []
        self.widest_formula = 0.0
        document = self.document()
        document.clear()
        document.setDefaultFont(self.font())
        document.setDefaultStyleSheet(self.style_rules())
        self.setHtml(written)
        self._align()
        if missing:
            self._setting.start(partial(_set_formulas, missing), wait=True)

    def style_rules(self) -> str:
        """Give the style sheet of the text."""
        return f"code {{ color: {self.theme.accent_text}; }}"

    def prepare(self, tokens: Sequence[Token]) -> None:
        """Change what was parsed, before it is laid out."""

    def _missing(self) -> list[Formula]:
        return [used for used in dict.fromkeys(self._used) if used not in self._set]

    def _keep_pictures(self, pictures: Mapping[Formula, str | None]) -> None:
        self._set |= pictures
        if len(self._set) > MOST_CACHED:
            self._set = {used: self._set[used] for used in self._used}

    def _take_set(self, pictures: Mapping[Formula, str | None] | None, _: str) -> None:
        if pictures is not None:
            self._keep_pictures(pictures)
            self.render_text()

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
        self.prepare(tokens)
        rendered: str = parser.renderer.render(tokens, parser.options, {})
        return rendered

    def _fill_in(self, tokens: Sequence[Token]) -> None:
        """Put in formulas and facts: once parsed, what is put in is no Markdown."""
        for token, following in zip_longest(tokens, tokens[1:]):
            self._fill_in(token.children or [])
            token.content = PLACEHOLDER.sub(
                lambda fact: self._facts.get(fact[0], fact[0]), token.content
            )
            if token.type in ("math_inline", "math_block"):
                self._put_in(token, following)
            elif token.type == "text":
                token.content = BEFORE_PERCENT.sub("\u00a0", token.content)

    def _put_in(self, token: Token, following: Token | None) -> None:
        """Put in a formula's picture; its text, where there is none, or not yet."""
        centred, tex = token.type == "math_block", token.content.strip()
        tex = tex.replace("−", "-")
        token.type = "html_block" if centred else "html_inline"
        size = round(self.fontInfo().pixelSize() * LARGER)
        self._used.append((tex, size, self.theme.ink))
        svg = self._set.get(self._used[-1])
        if svg is None:
            shown = f"<code>{html.escape(token.content)}</code>"
        else:
            closing = ""
            if following is not None and following.type == "text":
                rest = following.content.lstrip(CLOSING)
                closing = following.content.removesuffix(rest)
                following.content = rest
            said = html.escape(token.content + closing, quote=True)
            shown = f'<img src="{FORMULA}{len(self._formulas)}" alt="{said}">'
            self._formulas.append((svg, closing))
        token.content = f"<p>{shown}</p>" if centred else shown

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Give a formula, or a picture of the text; nothing else is opened."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        url = name.toString() if isinstance(name, QUrl) else name
        number = url.removeprefix(FORMULA)
        if number != url and number.isdecimal() and int(number) < len(self._formulas):
            return self._formula(int(number))
        return self.picture(self._pictures.get(url, b""))

    def picture(self, content: bytes) -> QImage:
        """Make a picture of a file's content; none of what is no PNG or JPEG.

        Qt would take SVG as well, and look for what that asks for.
        """
        return QImage.fromData(content) if pixels_of(content) else QImage()

    def _formula(self, number: int) -> QPixmap:
        svg, closing = self._formulas[number]
        ratio = self.devicePixelRatioF()
        letters = QFontMetricsF(self.font())
        behind = letters.horizontalAdvance(closing)
        drawn = drawn_formula(svg, ratio, self.viewport().width() - behind)
        self.widest_formula = max(self.widest_formula, drawn.natural_width + behind)
        # A picture stands on the line: what hangs below it would be lifted by so much.
        ascent = max(drawn.ascent, letters.ascent() if closing else 0.0)
        width = round((drawn.width + behind) * ratio)
        height = round((ascent + max(letters.descent(), drawn.descent)) * ratio)
        whole = clear_pixmap(QSize(width, height), ratio)
        with QPainter(whole) as painter:
            painter.drawPixmap(QPointF(0, ascent - drawn.ascent), drawn.pixmap)
            painter.setFont(self.font())
            painter.setPen(self.theme.ink)
            painter.drawText(QPointF(drawn.width, ascent), closing)
        return whole

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        show_focus(self, event)
