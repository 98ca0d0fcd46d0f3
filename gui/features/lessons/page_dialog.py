"""Asks what a page of a lesson says and wants; what is on the screen is its state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from engine.errors import UserError
from engine.lessons.authoring import PageDraft, TaskProposal, proposals
from engine.lessons.facts import FACTS, fact
from engine.lessons.predictions.prediction import predictions
from engine.lessons.task_condition import TaskCondition
from gui.features.lessons.kept_draft import KeptDraft
from gui.style.text import without_mnemonic
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import note_label
from gui.widgets.layouts import STRETCH, in_column, in_row, row_of
from gui.widgets.number_boxes import NumberLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.lessons.authoring import Begin
    from engine.lessons.facts import Situation

WIDTH = 560
BACK = "What you had typed when the program ended is back."
MOST_ANSWERS = 4
PREDICT = "Predict the "
NONE, REACH, CHOOSE = "None", "Reach what is on the screen", "Choose an answer"
ALSO = "What is to hold as well"
NO = "Not that one."
SAID = ("do", "hint", "because")
KNOWN = (*SAID, "until", "show", "choices", "answer", "replies", "predict")
"""The entries of a task of which this window knows; others stay as they are."""
RELATIONS = {"at least": ">=", "at most": "<=", "exactly": "="}
KEPT = "As it does now"
BEGINS: dict[str, Begin] = {
    KEPT: "kept",
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
    draft : PageDraft, optional
        A page of the lesson that is edited.
    """

    def __init__(
        self,
        now: Situation,
        save: Callable[[str, str, PageDraft], None],
        title: str,
        parent: QWidget,
        draft: PageDraft | None = None,
    ) -> None:
        super().__init__(parent)
        self._now, self._save, self._is_new = now, save, bool(title)
        self._edited = draft
        names = ("New lesson", "Make lesson") if title else ("Add a page", "Add page")
        window, self._action = (
            names if draft is None else ("Edit the page", "Save page")
        )
        self.setWindowTitle(window)
        self.lesson_title = _line(
            "Title of the lesson", "What the lesson is called", title
        )
        self.about = _line("Question", "The question that the lesson answers")
        self.about.setPlaceholderText("that the lesson answers; may stay empty")
        self.page_title = _line("Title of the page", "What stands above the text")
        self.text = QPlainTextEdit(placeholderText=TEXT_HELP)
        self.text.setAccessibleName("Text")
        self.text.setToolTip(TEXT_HELP)
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(110)
        self.number_button = QPushButton("Insert a number of the moment")
        self.number_button.setMenu(self._numbers())
        self.kind = _choice("Task", "What the page asks the reader to do", _kinds())
        self._former: dict[str, Any] = {} if draft is None else dict(draft.task)
        more = max(1, len(self._former.get("until") or ()) - 1)
        self.conditions = [
            ConditionRow(now, "What is to be reached"),
            *(ConditionRow(now, ALSO, optional=True) for _ in range(more)),
        ]
        self.order_note = note_label("warning")
        self.choices = self._answers()
        self.do = _line("Instruction", "What the reader is told to do")
        self.hint = _line("Hint", "Shown when the reader asks for it; may stay empty")
        self.because = _line("Why", "Said once the task is done; may stay empty")
        for line in (self.hint, self.because):
            line.setPlaceholderText("may stay empty")
        self.begin = _choice("The page begins", "What is there when it is opened", ())
        self.fault = note_label("warning")
        self.fault.setTextFormat(Qt.TextFormat.PlainText)
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._show_kind)
        for row in self.conditions:
            row.changed.connect(self._propose_words)
        self._show_kind()
        if draft is not None:
            self._show_draft(draft)
        self._kept = KeptDraft(self, f"{window}: {draft.title if draft else ''}")
        if self._kept.restore():
            self.fault.setText(BACK)
            self.fault.show()

    def _lay_out(self) -> None:
        self._form = form = QFormLayout()
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        if self._is_new:
            form.addRow("Lesson", self.lesson_title)
            form.addRow("Question", self.about)
        form.addRow("Page", self.page_title)
        form.addRow("Text", self.text)
        form.addRow("", row_of(self.number_button, STRETCH))
        form.addRow("Task", self.kind)
        form.addRow("", self.order_note)
        for condition in self.conditions:
            form.addRow("", condition)
        form.addRow("", self.choices)
        form.addRow("Instruction", self.do)
        form.addRow("Hint", self.hint)
        form.addRow("Why", self.because)
        form.addRow("Begins", self.begin)
        buttons = QDialogButtonBox()
        leave = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.save_button = buttons.addButton(
            self._action, QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.save_button.setProperty("primary", True)
        for button in (self.save_button, leave, self.number_button):
            button.setAutoDefault(False)  # Enter in a line does not save half a page
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        in_column(self, form, self.fault, buttons, margins=(16, 16, 16, 16), spacing=12)
        self.fault.hide()
        self.setMinimumWidth(WIDTH)
        (self.lesson_title if self._is_new else self.page_title).setFocus()

    def _numbers(self) -> QMenu:
        """Offer the facts that there are, with their values."""
        menu = QMenu(self)
        for name, listed_fact in FACTS.items():
            said = listed_fact.text(self._now)
            if said != "–":
                said = without_mnemonic(" ".join(said.split()))
                action = menu.addAction(f"{_begun_large(listed_fact.words)}\t{said}")
                action.triggered.connect(
                    lambda _=False, name=name: self.text.insertPlainText(
                        f"{{{{{name}}}}}"
                    )
                )
        return menu

    def _answers(self) -> QWidget:
        page = QWidget()
        column = in_column(page, spacing=4)
        self.right = QButtonGroup(page)
        count = max(MOST_ANSWERS, len(self._former.get("choices") or ()))
        self.answers = [
            _line(f"Answer {i + 1}", "Mark the right one at its left")
            for i in range(count)
        ]
        self.replies = [
            _line(f"Reply to answer {i + 1}", "What is said to whoever chooses it")
            for i in range(count)
        ]
        for reply in self.replies:
            reply.setPlaceholderText("reply")
        for i, answer in enumerate(self.answers):
            button = QRadioButton()
            button.setAccessibleName(f"Answer {i + 1} is right")
            button.setToolTip("The right one")
            button.setChecked(i == 0)
            self.right.addButton(button, i)
            column.addLayout(row_of(button, (answer, 3), (self.replies[i], 2)))
        self.right.idToggled.connect(lambda i, on: self.replies[i].setDisabled(on))
        self.replies[0].setDisabled(True)
        return page

    def _show_kind(self) -> None:
        kind = self.kind.currentText()
        for condition in self.conditions:
            self._form.setRowVisible(condition, kind == REACH)
        self._form.setRowVisible(self.choices, kind == CHOOSE)
        asked = predictions().get(kind.removeprefix(PREDICT))
        self.order_note.setText(asked.doubt(self._now.recipe) if asked else "")
        self._form.setRowVisible(self.order_note, bool(self.order_note.text()))
        for line in (self.do, self.hint, self.because):
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
        if self._edited is None:
            wanted.remove(KEPT)
        self.begin.clear()
        self.begin.addItems(wanted)

    def _show_draft(self, draft: PageDraft) -> None:
        """Show a page as it is."""
        task = self._former
        self.page_title.setText(draft.title)
        self.text.setPlainText(draft.text)
        self.text.document().setModified(False)
        if task:
            self.kind.setCurrentText(_kind_of(task))
        until = task.get("until") or {}
        for row, (name, text) in zip(self.conditions, until.items(), strict=False):
            row.show_condition(name, text)
        right = int(task.get("answer", 1)) - 1
        replies = [*task.get("replies", ())]
        if replies:
            replies.insert(right, "")
        for lines, texts in (
            (self.answers, task.get("choices") or ()),
            (self.replies, replies),
            ((self.do, self.hint, self.because), [task.get(n, "") for n in SAID]),
        ):
            for line, text in zip(lines, texts, strict=False):
                line.setText(text)
        if (button := self.right.button(right)) is not None:
            button.setChecked(True)

    def _propose_words(self) -> None:
        """Say what is asked for, unless something else is written."""
        words = _kinds()[self.kind.currentText()]
        if self.kind.currentText() == REACH:
            wanted = [row.words for row in self.conditions if row.asked]
            words = f"Your task: {'; '.join(wanted)}."
        self.do.setPlaceholderText(words)

    def _until(self) -> dict[str, str]:
        asked = [row.asked for row in self.conditions if row.asked]
        until = dict(asked)
        if len(until) < len(asked):
            raise UserError(
                "both conditions ask for the same thing: choose another for one of them"
            )
        return until

    @property
    def draft(self) -> PageDraft:
        """The page as the fields describe it."""
        kind = self.kind.currentText()
        former = self._former
        task = {n: former[n] for n in former if kind != NONE and n not in KNOWN}
        if kind != NONE:
            task["do"] = self.do.text() or self.do.placeholderText()
        if kind == REACH:
            task["until"] = self._until()
            if "show" in former and task["until"] == former.get("until"):
                task["show"] = former["show"]
        elif kind == CHOOSE:
            given = [i for i, line in enumerate(self.answers) if line.text().strip()]
            right = self.right.checkedId()
            if len(given) < 2 or right not in given:
                raise UserError("write at least two answers, and mark the right one")
            task["choices"] = [self.answers[i].text() for i in given]
            task["answer"] = str(given.index(right) + 1)
            replies = [self.replies[i].text().strip() for i in given if i != right]
            if any(replies):
                task["replies"] = [reply or NO for reply in replies]
        elif kind != NONE:
            task["predict"] = kind.removeprefix(PREDICT)
        for line, name in ((self.hint, "hint"), (self.because, "because")):
            if kind != NONE and line.text():
                task[name] = line.text()
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
            self._kept.forget()
            super().accept()

    def reject(self) -> None:
        """Leave; a text that was written is not lost unasked."""
        buttons = QMessageBox.StandardButton
        kept = not self.text.document().isModified()
        if (
            kept
            or not self.text.toPlainText().strip()
            or buttons.Discard
            == (
                QMessageBox.question(
                    self,
                    "Unsaved page",
                    "The page is not saved. Discard it?",
                    buttons.Discard | buttons.Cancel,
                    buttons.Cancel,
                )
            )
        ):
            self._kept.forget()
            super().reject()


class ConditionRow(QWidget):
    """A fact and what it is to be, first as it is on the screen.

    Parameters
    ----------
    now : Situation
    tip : str
    optional : bool
        Whether nothing may be asked for.

    Signals
    -------
    changed
    """

    changed = Signal()

    def __init__(self, now: Situation, tip: str, *, optional: bool = False) -> None:
        super().__init__()
        self.fact = _choice(tip, tip, ())
        if optional:
            self.fact.addItem("and nothing else", None)
        for proposal in proposals(now):
            self.fact.addItem(_begun_large(fact(proposal.name).words), proposal)
        self.relation = _choice(
            "How much", "Whether more or less of it will do, too", RELATIONS
        )
        self.value = NumberLine()
        self.value.setAccessibleName("Value")
        self.value.setToolTip("As it is on the screen, or as you write")
        in_row(self, (self.fact, 3), self.relation, (self.value, 1))
        self.fact.currentIndexChanged.connect(self._show_fact)
        self.relation.currentIndexChanged.connect(self.changed)
        self.value.textChanged.connect(self.changed)
        self._show_fact()

    def _show_fact(self) -> None:
        """Propose the value of the moment."""
        proposal = self.fact.currentData()
        self.relation.setVisible(proposal is not None and bool(proposal.relation))
        self.value.setVisible(proposal is not None)
        if proposal is not None:
            if proposal.relation:
                self.relation.setCurrentIndex(
                    [*RELATIONS.values()].index(proposal.relation)
                )
            self.value.setText(proposal.value)
        self.changed.emit()

    def show_condition(self, name: str, text: str) -> None:
        """Show what is asked for; what the window does not offer, as it is written."""
        sign = next((s for s in RELATIONS.values() if text.startswith(s)), "")
        value = text.removeprefix(sign).strip()
        places = (i for i in range(self.fact.count()) if _name(self.fact, i) == name)
        place = next(places, None)
        if place is None or bool(sign) != bool(self.fact.itemData(place).relation):
            words = _begun_large(fact(name).words)
            self.fact.addItem(words, TaskProposal(name, sign, value))
            place = self.fact.count() - 1
        self.fact.setCurrentIndex(place)
        if sign:
            self.relation.setCurrentIndex([*RELATIONS.values()].index(sign))
        self.value.setText(value)

    @property
    def asked(self) -> tuple[str, str] | None:
        """The fact and what it is to be, as a lesson's file has it; None: nothing."""
        proposal = self.fact.currentData()
        if proposal is None:
            return None
        sign = RELATIONS[self.relation.currentText()] if proposal.relation else ""
        return proposal.name, f"{sign} {self.value.text()}".strip()

    @property
    def words(self) -> str:
        """What is asked for, to be read."""
        if self.asked is None:
            return ""
        name, text = self.asked
        try:
            wanted = TaskCondition.parse(name, text).wanted
        except UserError:
            wanted = self.value.text()
        return f"{fact(name).words}: {wanted}"


def _kinds() -> dict[str, str]:
    """Give the kinds of tasks, and what each asks for unless it is said otherwise."""
    asked = {f"{PREDICT}{name}": kind.do for name, kind in predictions().items()}
    return {NONE: "", REACH: "", CHOOSE: "Which answer is right?"} | asked


def _kind_of(task: Mapping[str, Any]) -> str:
    if task.get("until"):
        return REACH
    if task.get("choices"):
        return CHOOSE
    return f"{PREDICT}{task.get('predict')}"


def _name(box: ComboBox, place: int) -> str:
    proposal = box.itemData(place)
    return "" if proposal is None else str(proposal.name)


def _begun_large(words: str) -> str:
    return words[:1].upper() + words[1:] if words[0].isascii() else words


def _line(name: str, tip: str, text: str = "") -> QLineEdit:
    line = QLineEdit(text)
    line.setAccessibleName(name)
    line.setToolTip(tip)
    return line


def _choice(name: str, tip: str, items: Iterable[str]) -> ComboBox:
    box = ComboBox(name, tip)
    box.addItems(list(items))
    return box
