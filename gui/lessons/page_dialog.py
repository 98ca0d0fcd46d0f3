"""Asks what a page of a lesson says and wants; what is on the screen is its state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import UserError
from engine.lessons.authoring import PageDraft, proposals
from engine.lessons.facts import FACTS, Condition, fact
from engine.lessons.lesson import PREDICTIONS
from gui.style.text import without_mnemonic
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import note_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.lessons.authoring import Begin
    from engine.lessons.facts import Situation

WIDTH = 560
MOST_ANSWERS = 4
NONE, REACH, CHOOSE = "None", "Reach what is on the screen", "Choose an answer"
KINDS = {
    NONE: "",
    REACH: "",
    CHOOSE: "Which answer is right?",
    "Predict the next mistake": "Click the sample that will be the next mistake.",
    "Predict the next boundary": (
        "Drag a line to where the next update will put the boundary."
    ),
    "Predict the error curve": "Draw the error curve.",
}
"""The tasks, and what they ask for unless something else is written."""
RELATIONS = {"at least": ">=", "at most": "<=", "exactly": "="}
BEGINS: dict[str, Begin] = {
    "As on the screen": "screen",
    "At the start of this run": "start",
    "As the page before was left": "before",
    "Without samples": "empty",
}
TEXT_HELP = "Markdown: **bold**, *italic*, - lists; formulas between dollar signs"


class PageDialog(QDialog):
    """Describes a page, and stays until it could be saved.

    Parameters
    ----------
    now : Situation
        What is on the screen.
    save : callable
        ``save(title, about, draft)`` writes the page; UserError is shown. Title and
        question are those of a new lesson.
    title : str
        Proposed for a new lesson; empty: the page is added to one.
    parent : QWidget
    """

    def __init__(
        self,
        now: Situation,
        save: Callable[[str, str, PageDraft], None],
        title: str,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._now, self._save, self._is_new = now, save, bool(title)
        self.setWindowTitle("New lesson" if title else "Add a page")
        self.lesson_title = _line(
            "Title of the lesson", "What the lesson is called", title
        )
        self.about = _line("Question", "The question that the lesson answers")
        self.about.setPlaceholderText("that the lesson answers; may stay empty")
        self.page_title = _line("Title of the page", "What stands above the text")
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("Text")
        self.text.setPlaceholderText(TEXT_HELP)
        self.text.setToolTip(TEXT_HELP)
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(110)
        self.number_button = QPushButton("Insert a number of the moment")
        self.number_button.setMenu(self._numbers())
        self.kind = _choice("Task", "What the page asks the reader to do", KINDS)
        self.condition, self.choices = self._condition(), self._answers()
        self.do = _line("Instruction", "What the reader is told to do")
        self.hint = _line("Hint", "Shown when the reader asks for it; may stay empty")
        self.hint.setPlaceholderText("may stay empty")
        self.begin = _choice("The page begins", "What is there when it is opened", ())
        self.fault = note_label("warning")
        self.fault.setTextFormat(Qt.TextFormat.PlainText)
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._show_kind)
        self._show_fact()
        self._show_kind()

    def _lay_out(self) -> None:
        self._form = form = QFormLayout()
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        if self._is_new:
            form.addRow("Lesson", self.lesson_title)
            form.addRow("Question", self.about)
        form.addRow("Page", self.page_title)
        form.addRow("Text", self.text)
        row = QHBoxLayout()
        row.addWidget(self.number_button)
        row.addStretch(1)
        form.addRow("", row)
        form.addRow("Task", self.kind)
        form.addRow("", self.condition)
        form.addRow("", self.choices)
        form.addRow("Instruction", self.do)
        form.addRow("Hint", self.hint)
        form.addRow("Begins", self.begin)
        buttons = QDialogButtonBox()
        leave = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        name = "Make lesson" if self._is_new else "Add page"
        self.save_button = buttons.addButton(
            name, QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.save_button.setProperty("primary", True)
        for button in (self.save_button, leave, self.number_button):
            button.setAutoDefault(False)  # Enter in a line does not save half a page
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(self.fault)
        column.addWidget(buttons)
        self.fault.hide()
        self.setMinimumWidth(WIDTH)
        (self.lesson_title if self._is_new else self.page_title).setFocus()

    def _numbers(self) -> QMenu:
        """Offer the facts that there are, with their values."""
        menu = QMenu(self)
        for name, one in FACTS.items():
            said = one.text(self._now)
            if said != "–":
                said = without_mnemonic(" ".join(said.split()))
                action = menu.addAction(f"{_begun_large(one.words)}\t{said}")
                action.triggered.connect(
                    lambda _=False, name=name: self.text.insertPlainText(
                        f"{{{{{name}}}}}"
                    )
                )
        return menu

    def _condition(self) -> QWidget:
        page = QWidget()
        self.fact = _choice("What", "What is to be reached", ())
        for one in proposals(self._now):
            self.fact.addItem(_begun_large(fact(one.name).words), one)
        self.relation = _choice(
            "How much", "Whether more or less of it will do, too", RELATIONS
        )
        self.value = _line("Value", "As it is on the screen, or as you write")
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.fact, 3)
        row.addWidget(self.relation)
        row.addWidget(self.value, 1)
        self.fact.currentIndexChanged.connect(self._show_fact)
        self.relation.currentIndexChanged.connect(self._propose_words)
        self.value.textChanged.connect(self._propose_words)
        return page

    def _answers(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.right = QButtonGroup(page)
        self.answers = [
            _line(f"Answer {i + 1}", "Mark the right one at its left")
            for i in range(MOST_ANSWERS)
        ]
        for i, answer in enumerate(self.answers):
            button = QRadioButton()
            button.setAccessibleName(f"Answer {i + 1} is right")
            button.setToolTip("The right one")
            button.setChecked(i == 0)
            self.right.addButton(button, i)
            row = QHBoxLayout()
            row.addWidget(button)
            row.addWidget(answer, 1)
            column.addLayout(row)
        return page

    def _show_kind(self) -> None:
        kind = self.kind.currentText()
        self._form.setRowVisible(self.condition, kind == REACH)
        self._form.setRowVisible(self.choices, kind == CHOOSE)
        for line in (self.do, self.hint):
            self._form.setRowVisible(line, kind != NONE)
        self._propose_words()
        self._offer_begins()
        self.adjustSize()

    def _offer_begins(self) -> None:
        """Offer where the page can begin; where its task is open, first."""
        kind, step = self.kind.currentText(), self._now.step
        wanted = list(BEGINS)
        if not step:
            wanted.remove("At the start of this run")
        if self._is_new:
            wanted.remove("As the page before was left")
        if kind != REACH:
            wanted.remove("Without samples")
        elif self._now.data.n_samples:
            wanted.remove("As on the screen")
        self.begin.clear()
        self.begin.addItems(wanted)

    def _show_fact(self) -> None:
        """Propose the value of the moment."""
        one = self.fact.currentData()
        self.relation.setVisible(bool(one.relation))
        if one.relation:
            self.relation.setCurrentIndex([*RELATIONS.values()].index(one.relation))
        self.value.setText(one.value)
        self._propose_words()

    def _propose_words(self) -> None:
        """Say what is asked for, unless something else is written."""
        words = KINDS[self.kind.currentText()]
        if self.kind.currentText() == REACH:
            try:
                wanted = Condition.parse(*self._asked()).wanted
            except UserError:
                wanted = self.value.text()
            words = f"Your task: {fact(self.fact.currentData().name).words}: {wanted}."
        self.do.setPlaceholderText(words)

    def _asked(self) -> tuple[str, str]:
        one = self.fact.currentData()
        sign = RELATIONS[self.relation.currentText()] if one.relation else ""
        return one.name, f"{sign} {self.value.text()}".strip()

    @property
    def draft(self) -> PageDraft:
        """What is described."""
        kind = self.kind.currentText()
        task: dict[str, object] = {}
        if kind != NONE:
            task["do"] = self.do.text() or self.do.placeholderText()
        if kind == REACH:
            task["until"] = dict([self._asked()])
        elif kind == CHOOSE:
            given = [line for line in self.answers if line.text().strip()]
            right = self.answers[self.right.checkedId()]
            if len(given) < 2 or right not in given:
                raise UserError("write at least two answers, and mark the right one")
            task["choices"] = [line.text() for line in given]
            task["answer"] = str(given.index(right) + 1)
        elif kind != NONE:
            task["predict"] = next(one for one in PREDICTIONS if kind.endswith(one))
        if task and self.hint.text():
            task["hint"] = self.hint.text()
        return PageDraft(
            self.page_title.text(),
            self.text.toPlainText(),
            task,
            BEGINS[self.begin.currentText()],
        )

    def accept(self) -> None:
        """Save the page, or say why it cannot be."""
        try:
            self._save(self.lesson_title.text(), self.about.text(), self.draft)
        except UserError as error:
            self.fault.setText(str(error))
            self.fault.show()
        else:
            super().accept()

    def reject(self) -> None:
        """Leave; a text that was written is not lost unasked."""
        buttons = QMessageBox.StandardButton
        if not self.text.toPlainText().strip() or buttons.Discard == (
            QMessageBox.question(
                self,
                "Unsaved page",
                "The page is not saved. Discard it?",
                buttons.Discard | buttons.Cancel,
                buttons.Cancel,
            )
        ):
            super().reject()


def _begun_large(words: str) -> str:
    return words[:1].upper() + words[1:] if words[0].isascii() else words


def _line(name: str, tip: str, text: str = "") -> QLineEdit:
    line = QLineEdit(text)
    line.setAccessibleName(name)
    line.setToolTip(tip)
    return line


def _choice(name: str, tip: str, items: Iterable[str]) -> ComboBox:
    box = ComboBox()
    box.setAccessibleName(name)
    box.setToolTip(tip)
    box.addItems(list(items))
    return box
