"""The file that data came from or were saved to, and where Save writes them again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Dataset


@dataclass(frozen=True)
class SaveTarget:
    """A file and its format.

    Attributes
    ----------
    path : Path
    suffix : str
        Tells the format, whatever the file is called.
    label : str
        What a table calls the column of the classes; empty if nothing.
    ours : bool
        This program wrote it: there is nothing in it but the data.
    whole : bool
        The data are all that it holds; else Save must not write over it.
    """

    path: Path
    suffix: str
    label: str = ""
    ours: bool = False
    whole: bool = True

    @property
    def is_session(self) -> bool:
        """Whether it is a session, which holds the set-up too."""
        from engine.export.session_file import SUFFIX

        return self.suffix == SUFFIX

    def takes(self, data: Dataset) -> bool:
        """Tell whether data can be written there again without a question."""
        from engine.data.formats.registry import format_for

        if not self.whole or self.is_session:
            return self.whole
        file_format = format_for(self.suffix)
        return file_format.holds(data) and (
            self.ours or self.suffix in file_format.rewritten
        )
