"""Titled groups of widgets: sections of a panel, cards of a page."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.widgets.labels import SteadyLabel, note_label, with_role
from gui.widgets.layouts import Part, fill

HEAD = 28
"""Pixels of the head, with or without a button: titles are on one line."""


class FoldButton(QToolButton):
    """A title that shows and hides what is below it; remembered under a key."""

    def __init__(self, title: str, body: QWidget, key: str) -> None:
        super().__init__()
        self._key, self._body = f"unfolded/{key}", body
        self.setText(title)
        self.setCheckable(True)
        self.setProperty("fold", True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(self._show_body)
        self.clicked.connect(lambda on: QSettings().setValue(self._key, on))
        self.restore()
        self._show_body(self.isChecked())

    def restore(self) -> None:
        """Be as a person left it."""
        self.setChecked(bool(QSettings().value(self._key, False, type=bool)))

    def _show_body(self, unfolded: bool) -> None:
        Arrow = Qt.ArrowType
        self.setArrowType(Arrow.DownArrow if unfolded else Arrow.RightArrow)
        self.setToolTip("Hide these settings" if unfolded else "Show these settings")
        self._body.setVisible(unfolded)


class Section(QFrame):
    """A titled group in the panel, with room for a word at the right.

    Parameters
    ----------
    title : str
    folds : bool
        Show what is below the head only where a person unfolded it.
    key : str, optional
        Under which that is remembered; default the title.

    Attributes
    ----------
    head : QHBoxLayout
        The title, and the caption at its right.
    caption : SteadyLabel
    rows : QVBoxLayout
        What is below the head.
    fold_button : FoldButton or None
        The title, where it folds.
    """

    def __init__(self, title: str, *, folds: bool = False, key: str = "") -> None:
        super().__init__()
        self.rows = column = QVBoxLayout(self)
        self.head = QHBoxLayout()
        self.fold_button: FoldButton | None = None
        name = with_role(QLabel(title), "title")
        self.caption = with_role(SteadyLabel(), "muted")
        self.caption.setAlignment(
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        column.addLayout(self.head)
        if folds:
            body = QWidget()
            self.rows = QVBoxLayout(body)
            self.fold_button = FoldButton(title, body, key or title)
            column.addWidget(body)
        for rows in (column, self.rows):
            rows.setContentsMargins(0, 0, 0, 0)
            rows.setSpacing(8)
        self.head.addWidget(self.fold_button or name)
        self.head.addWidget(self.caption, 1)

    def unfold_for(self, part: QWidget) -> None:
        """Unfold, so that a part is seen."""
        if self.fold_button is not None and self.fold_button is not part:
            self.fold_button.setChecked(True)

    def add_rows(self, *rows: Part) -> None:
        """Add what is below the head, from top to bottom."""
        fill(self.rows, *rows)


def unfold(part: QWidget) -> None:
    """Unfold the sections that a part is in."""
    around = part.parentWidget()
    while around is not None:
        if isinstance(around, Section):
            around.unfold_for(part)
        around = around.parentWidget()


class Card(Section):
    """A section on a ground of its own: all cards of the pages look like this."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.setProperty("card", True)
        self.rows.setContentsMargins(12, 10, 12, 12)
        self.head.addStrut(HEAD)


class MessageCard(Card):
    """Stands where there is nothing to show, and says why.

    Attributes
    ----------
    words : QLabel
    """

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.words = note_label()
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.rows.addStretch()
        self.rows.addWidget(self.words)
        self.rows.addStretch()


class PlotOrMessage(QStackedWidget):
    """Shows the words first: empty axes would have numbers that mean nothing."""

    def __init__(self, plot: QWidget, text: str) -> None:
        super().__init__()
        self._plot = plot
        self.words = note_label()
        self.words.setText(text)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.addWidget(self.words)
        self.addWidget(plot)

    def show_plot(self, there: bool, why_not: str = "") -> None:
        """Show the plot, or why there is none; the words stay if none are given."""
        self.words.setText(why_not or self.words.text())
        self.setCurrentWidget(self._plot if there else self.words)
