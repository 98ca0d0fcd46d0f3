"""The question before the test part is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

WHY = (
    "The test part tells how well a finished model does on samples that nothing was "
    "chosen by. It does so once: whoever looks, changes the set-up and looks again is "
    "choosing by it, and its error becomes too good to be true.\n\n"
    "Choose learner, features and epochs by the validation part; use the test part "
    "at the end."
)
AGAIN = "It was used {} already: this use says less than the first."


def may_use_test(parent: QWidget, count: int) -> bool:
    """Explain, and ask whether it is still wanted.

    Parameters
    ----------
    parent : QWidget
    count : int
        How often it was used before.
    """
    box = QMessageBox(parent.window())
    box.setWindowTitle("Use the test part")
    box.setText("The test part is to be used once, at the end.")
    times = "once" if count == 1 else f"{count} times"
    again = f"\n\n{AGAIN.format(times)}" if count else ""
    box.setInformativeText(WHY + again)
    yes = box.addButton("Use it now", QMessageBox.ButtonRole.AcceptRole)
    no = box.addButton("Not yet", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(no)
    box.setEscapeButton(no)
    box.exec()
    return box.clickedButton() is yes
