"""The box by which rows that cannot be read are left out."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox

TEXT = "Leave out rows that cannot be read"


class LenientBox(QCheckBox):
    """Offered where a row is at fault; says how many rows are left out."""

    def __init__(self) -> None:
        super().__init__(TEXT)

    def show_state(self, lenient: bool, fault: str, left_out: int | None) -> None:
        """Show whether rows are left out, and how many, if that is known."""
        self.setVisible(lenient or "line " in fault.lower())
        self.setChecked(lenient)
        known = lenient and left_out is not None
        self.setText(f"{TEXT} ({left_out:,})" if known else TEXT)
