"""Faults and notes of files in the window's words: its controls in place of options."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_OPTION = re.compile(
    r" \(--(?P<name>[a-z-]+)(?:'[^']*'|[^()'])*?"
    r"(?P<does> (?:chooses|leaves|makes|takes) [^()]*)?\)"
)
_TRAIN = re.compile(
    r"(?:, or save it as a Parquet file and|, or) train with --stream[^.]*"
)
"""Not said in the window, which holds all samples."""
_FIRST_INDEX = {
    "(--first-index 0 if": "(choose 0 in File ▸ Import if",
    "give --first-index 0": "choose 0 as the first index",
    "with --first-index 0": "with 0 as the first index",
    "leave --first-index out": "choose another first index",
}
_TARGET = re.compile(r"\b(another|the) target(?= among|:|,|$| or| \()")


def in_form(fault: str, controls: Mapping[str, str] | None = None) -> str:
    """Say a fault in the words of a form: without the options of the command line.

    Parameters
    ----------
    fault : str
    controls : mapping of str to str, optional
        The form's controls by the names of the options that do the same; an option
        without one is left out.
    """
    shown = controls or {}

    def control(option: re.Match[str]) -> str:
        name = shown.get(option["name"])
        return f" ({name}{option['does'] or ''})" if name else ""

    said = _TRAIN.sub("", fault)
    for option, choice in _FIRST_INDEX.items():
        said = said.replace(option, choice)
    said = _OPTION.sub(control, said)
    return _TARGET.sub(
        r"\1 label column", said.replace("target column", "label column")
    )
