"""The buttons of all dialogs stand in one order: that of the desktop."""

import ast
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QDialogButtonBox

from gui.widgets.buttons import dialog_buttons

GUI = Path(__file__).parents[2] / "gui"
ENDS = {"Cancel", "Close", "OK", "No", "Yes", "Not now"}
"""Words of buttons that end a dialog."""


def dialogs():
    """Give the files that make a dialog, whose class's name says so."""
    for path in sorted(GUI.rglob("*.py")):
        tree = ast.parse(path.read_text())
        classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        named = [name.id for c in classes for name in c.bases if hasattr(name, "id")]
        if any(name.endswith("Dialog") for name in named):
            yield pytest.param(tree, id=path.stem)


@pytest.mark.parametrize("tree", list(dialogs()))
def test_no_dialog_puts_the_buttons_that_end_it_in_a_row_of_its_own(tree):
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "").endswith(
            ("push_button", "QPushButton")
        ):
            words = {w.value for w in call.args if isinstance(w, ast.Constant)}
            assert not words & ENDS, f"line {call.lineno}: by `dialog_buttons`"


def test_enter_does_what_it_is_for_and_cancel_leaves(qtbot):
    done = []
    dialog = QDialog()
    qtbot.addWidget(dialog)
    buttons, go_on = dialog_buttons(dialog, "Import", lambda: done.append(1))
    assert go_on.isDefault()
    go_on.click()
    assert done
    dialog.open()
    buttons.button(QDialogButtonBox.StandardButton.Cancel).click()
    assert dialog.result() == QDialog.DialogCode.Rejected
