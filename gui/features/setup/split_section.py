"""The split in the set-up panel: how many samples are held out, and which."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QSizePolicy,
)
from shiboken6 import isValid

from engine.data.dataset import PART_NAMES, TEST, TRAINING, VALIDATION
from engine.data.edits import Assign
from engine.data.split import MOST_SHARE, USUAL_SHARE, split
from engine.errors import UserError
from gui.canvas.tools.tool import ToolSign
from gui.recipe.number_player import let_play
from gui.session.undo import StrokeCommand
from gui.style.text import number_of_points
from gui.tasks.throttle import Throttle
from gui.widgets.buttons import push_button
from gui.widgets.cards import Section
from gui.widgets.combo_boxes import CheckBox, ComboBox
from gui.widgets.drag_label import DragLabel
from gui.widgets.labels import note_label, with_role
from gui.widgets.layouts import row_of
from gui.widgets.number_boxes import IntegerBox

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QAction

    from gui.canvas.tools.tool import Tool
    from gui.canvas.tools.toolbar import ToolBar
    from gui.session.session import Session

SIGN = ToolSign(
    "part", "Part", "P",
    "Click or drag over points to hold them out of training; again, or with the "
    "right button, to put them back",
)  # fmt: skip
RANK = 100
"""Of the tool, in the tool bar."""
LARGEST_SEED = 2**31 - 4
PLAYED_SHARES, PLAYED_SEEDS = (5, 50), (0, 30)
"""Ranges in which the numbers are worth looking at."""
ABOUT = (
    "Learn from the training part, choose by the validation part, judge once by the "
    "test part"
)
SPLIT_TIP = "Hold a share of the points out of training, for validation and for test"
BY_HAND = "The tool Part puts the points it comes over into this part ({})"


class SplitSection(Section):
    """Deals the samples out to the parts at random, or lets them be held out by hand.

    Parameters
    ----------
    session : Session
    toolbar : ToolBar
        Has the tool that puts samples into a part when this is unfolded, samples are
        held out, or the tool is in the hand.
    margin_action : QAction
        Switches the margin view, in which that tool does not work.
    """

    def __init__(
        self, session: Session, toolbar: ToolBar, margin_action: QAction
    ) -> None:
        super().__init__("Split", folds=True)
        self._session = session
        self._part_action = part_action = toolbar.add_tool(SIGN, self._make_tool, RANK)
        self._margin_action = margin_action
        self.about = note_label()
        self.about.setText(ABOUT)
        self.counts = with_role(QLabel(wordWrap=True), "muted")
        self.next = with_role(QLabel("For the next split:"), "muted")
        self.error = with_role(QLabel(wordWrap=True), "warning")
        self.validation, self.test = _share("Validation"), _share("Test")
        self.validation.setValue(USUAL_SHARE)
        self.seed = IntegerBox(
            "Seed of the split", "Same seed, same parts", high=LARGEST_SEED
        )
        self._boxes = self.validation, self.test, self.seed
        self._numbers: list[float] = [box.value() for box in self._boxes]
        self._dragged: dict[int | None, tuple[list[float], list[float]]] = {}
        self._index = session.undo_stack.index()
        tip = "Every part has the classes in the same shares"
        self.stratified = CheckBox("Stratified", tip, checked=True)
        by_hand = BY_HAND.format(part_action.shortcut().toString())
        self.part = ComboBox("Part", by_hand)
        for code in (VALIDATION, TEST):
            self.part.addItem(PART_NAMES[code], code)
        self.deal = push_button("Split", SPLIT_TIP)
        self.undo = push_button("No split", "Train on all points again")
        self.tool = push_button("By hand", by_hand)
        self._lay_out()
        self._connect()
        self.refresh()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.next)
        for name, box, played in (
            ("Validation", self.validation, PLAYED_SHARES),
            ("Test", self.test, PLAYED_SHARES),
            ("Seed", self.seed, PLAYED_SEEDS),
        ):
            form.addRow(self._name(name, box, played), box)
            box.valueChanged.connect(self._split_dragged)
        form.addRow(self.stratified)
        rowed = self.deal, self.undo, self.tool
        for left, right, share in (
            (self.deal, self.undo, 5), (self.tool, self.part, 7)
        ):  # fmt: skip
            form.addRow(row_of((left, 5), (right, share), spacing=6))
        self.add_rows(self.about, self.counts, self.error, form)
        for narrow in (*rowed, self.validation, self.test, self.seed, self.part):
            narrow.setMinimumWidth(0)
            narrow.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def _name(
        self, name: str, box: IntegerBox, played: tuple[float, float]
    ) -> DragLabel:
        label = DragLabel(name, box)
        let_play(self._session, label, box, lambda: played)
        return label

    def _connect(self) -> None:
        assert self.fold_button is not None
        self.fold_button.toggled.connect(self._offer_tool)
        self._part_action.toggled.connect(self._offer_tool)
        self.deal.clicked.connect(self._split)
        self.undo.clicked.connect(self._join)
        self.tool.clicked.connect(self._take_tool)
        self._session.undo_stack.indexChanged.connect(self._follow_undo)
        Throttle(self._session, self.refresh, self._session.data_changed)

    def refresh(self) -> None:
        """Show how many samples are in each part."""
        data = self._session.data
        many = [len(data.rows_of(part)) for part in range(len(PART_NAMES))]
        said = (
            f"{n:,}\N{NO-BREAK SPACE}{name}"
            for n, name in zip(many, PART_NAMES, strict=True)
        )
        self.counts.setText("Now " + " · ".join(said))
        self.counts.setVisible(data.is_split)
        self.about.setVisible(not data.is_split)
        held_out = f"{data.n_held_out:,} held out"
        self.caption.setText(held_out if data.is_split else "none")
        self.next.setVisible(data.is_split)
        self.undo.setEnabled(data.is_split)
        self.deal.setEnabled(data.n_samples > 0)
        self.error.hide()
        self._offer_tool()

    def _offer_tool(self) -> None:
        unfolded = self.fold_button is not None and self.fold_button.isChecked()
        wanted = unfolded or self._session.data.is_split
        self._part_action.setVisible(wanted or self._part_action.isChecked())

    def hold_out(self, share: int) -> None:
        """Split at random: so many percent for validation, none for the test.

        Of none all points are trained on again. Why it cannot be is told to the window,
        as this may be folded.
        """
        if not share:
            self._join()
            return
        self.validation.setValue(share)
        self.test.setValue(0)
        self._split()
        if not self.error.isHidden():
            self._session.message.emit(self.error.text())

    def _split_dragged(self) -> None:
        """Split anew while a number runs; one that is typed waits for the button."""
        before = self._numbers
        self._numbers = [box.value() for box in self._boxes]
        drag = self._session.drag
        if drag is not None:
            first, _ = self._dragged.get(drag, (before, before))
            self._dragged[drag] = first, self._numbers
            self._split()

    def _follow_undo(self, index: int) -> None:
        """Show the numbers of the split where a drag of them is undone or redone."""
        if not isValid(stack := self._session.undo_stack):
            return  # the window is gone
        back = index < self._index
        passed = range(index, self._index)[::-1] if back else range(self._index, index)
        self._index = index
        for place in passed:
            command = stack.command(place)
            stroke = command.stroke if isinstance(command, StrokeCommand) else None
            if stroke in self._dragged:
                for box, value in zip(
                    self._boxes, self._dragged[stroke][0 if back else 1], strict=True
                ):
                    box.setValue(value)

    def _split(self) -> None:
        self.error.hide()
        shares = self.validation.value() / 100, self.test.value() / 100
        seed, stratified = self.seed.value(), self.stratified.isChecked()
        try:
            dealt = split(self._session.data, *shares, seed, stratified=stratified)
        except UserError as error:
            self.error.setText(str(error))
            self.error.show()
            return
        if any(shares) and not dealt.is_split:
            said = number_of_points(dealt.n_samples)
            self.error.setText(
                f"{said} are too few to hold out such a share: raise it, or add points"
            )
            self.error.show()
            return
        self._assign(dealt.parts, "split")

    def _join(self) -> None:
        parts = np.full(self._session.data.n_samples, TRAINING, np.uint8)
        self._assign(parts, "no split")

    def _assign(self, parts: NDArray[np.uint8], text: str) -> None:
        rows = np.flatnonzero(parts != self._session.data.parts)
        if len(rows):
            edit = Assign(rows, parts[rows])
            self._session.edit(edit, text, self._session.drag)

    def _make_tool(self) -> Tool:
        from gui.features.setup.part_tool import PartTool

        return PartTool(self.part.currentData)

    def _take_tool(self) -> None:
        # Tools work on two features: the margin view has no free places.
        self._margin_action.setChecked(False)
        self._part_action.trigger()


def _share(name: str) -> IntegerBox:
    tip = f"Share of the samples that the {name.lower()} part gets"
    box = IntegerBox(f"{name} part", tip, high=MOST_SHARE)
    box.setSuffix(" %")
    return box
