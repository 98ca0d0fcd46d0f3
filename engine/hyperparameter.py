"""A hyperparameter: what it may be, and its values read, checked and written."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import UserError, excerpt, in_quotes
from engine.numbers import with_hyphen

if TYPE_CHECKING:
    from collections.abc import Callable

Value = bool | int | float | str | None | tuple[Any, ...]
LARGEST_WEIGHT = 1e99
"""Beyond it, what is written by hand is no weight."""
READABLE = 1e15
"""A whole number beyond it is written with an exponent."""

Kind = Literal["int", "float", "bool", "choice", "order", "start", "class_weight"]

Group = Literal[
    "learner", "training", "mistakes", "stops", "start", "features", "weights"
]  # fmt: skip

ROW_SYNTAX = {
    "order": "the numbers of the rows from 1, such as 3,1,2",
    "start": "rows of weights with the offset last, such as --start=1,2,-0.5",
    "class_weight": "a weight for classes, such as setosa=2,virginica=0.5",
}
"""What can be written instead of a choice."""


@dataclass(frozen=True)
class Hyperparameter:
    """A declared hyperparameter: controls and options are built from it.

    Attributes
    ----------
    name : str
        Keyword in a recipe; with dashes, the option on the command line.
    label : str
        What stands beside the control.
    kind : {"int", "float", "bool", "choice", "order", "start", "class_weight"}
        An order is a choice or a tuple of rows, numbered from 0, that visits every
        sample once; a start is a choice or a tuple of rows of weights; a class weight
        is a choice or a tuple of pairs, the class's name and its weight.
    default : bool, int, float, str or None
        None, for a number, means that it is off unless given.
    low, high : float
        Inclusive range of a number.
    above_low : bool
        The lowest number itself is not in the range.
    choices : tuple of str
        The values as they stand in files.
    log : bool
        The control steps by factors rather than by sums.
    slider_to : float
        Where a slider beside the number ends; 0: there is none.
    help : str
        One sentence for a tooltip and ``--help``.
    group : {"learner", "mistakes", "stops", "start", "features", "weights"}
        Where it stands: a section of the set-up panel, or the weights themselves,
        which a person then sets there and on the canvas.
    zero_text : str
        What a control shows for the lowest whole number, where that means more.
    shown_if : tuple of (str, value)
        Other hyperparameters, each with a value with which this one plays a part; any
        of them is enough. Empty: it always does.
    """

    name: str
    label: str
    kind: Kind
    _: KW_ONLY
    default: Value
    low: float = 0.0
    high: float = 0.0
    above_low: bool = False
    choices: tuple[str, ...] = ()
    log: bool = False
    slider_to: float = 0.0
    help: str = ""
    group: Group = "learner"
    zero_text: str = ""
    shown_if: tuple[tuple[str, Value], ...] = ()

    def matters(self, value_of: Callable[[str], Any]) -> bool:
        """Tell whether it plays a part, given what the others are set to."""
        return not self.shown_if or any(
            value_of(other) == value for other, value in self.shown_if
        )

    @property
    def condition(self) -> str:
        """Where it plays a part, in words: ``only where schedule is inverse``."""
        where = (f"{other} is {value_text(value)}" for other, value in self.shown_if)
        return f"only where {' or '.join(where)}" if self.shown_if else ""

    @property
    def least(self) -> float:
        """The lowest number in the range."""
        return math.nextafter(self.low, math.inf) if self.above_low else self.low

    @property
    def range_words(self) -> str:
        """The range of a number in words: ``0 to 10``, ``above -1, up to 10``."""
        return self.range_in(lambda number: f"{number:g}")

    def range_in(self, write: Callable[[float], str]) -> str:
        """Say the same with numbers as `write` has them, but for whole ones."""
        low, high = self._said(self.low, write), self._said(self.high, write)
        return f"above {low}, up to {high}" if self.above_low else f"{low} to {high}"

    def check(self, value: object) -> Value:
        """Return the value in its right type.

        Raises
        ------
        UserError
            If it is not of this kind or out of range.
        """
        if value is None and self.default is None:
            return None
        if self.kind == "order" and not isinstance(value, str):
            return self._numbers(value, int)
        if self.kind == "start" and not isinstance(value, str):
            rows = value if isinstance(value, Iterable) else ()
            return tuple(self._numbers(row, float) for row in rows)
        if self.kind == "class_weight" and not isinstance(value, str):
            return self._pairs(value)
        if self.choices:
            if value not in self.choices:
                raise self._error(
                    f"“{value}” is not known: choose one of {', '.join(self.choices)}"
                )
            return str(value)
        if self.kind == "bool":
            if value not in (True, False):
                raise self._error(f"“{value}” is no choice: give true or false")
            return bool(value)
        return self._number(value)

    def parse(self, text: str) -> object:
        """Read what a person writes: `3,1,2` an order, `1,2;3,4` a start, `a=2,b=1`.

        Anything else comes back as it is; `check` tells whether it is a value.

        Raises
        ------
        UserError
            If an order is not written as one.
        """
        if self.kind not in ROW_SYNTAX or text in self.choices:
            return text
        if self.kind == "class_weight":
            return self._written_pairs(text)
        rows = [row.split(",") for row in text.rstrip(";").split(";")]
        if self.kind == "start":
            return rows
        if len(rows) > 1 or not all(number.strip().isdecimal() for number in rows[0]):
            raise self._error(
                f"“{text}” is neither {in_quotes(self.choices)} nor "
                f"{ROW_SYNTAX['order']}: give one of these"
            )
        numbers = [int(number) for number in rows[0]]
        if 0 in numbers:
            raise self._error(
                f"“{text}” has a 0, but the first row is number 1: count the rows from "
                "1"
            )
        return [number - 1 for number in numbers]

    def _written_pairs(self, text: str) -> list[tuple[str, str]]:
        """Read `a=2,b=0.5`; a name with a comma stands within quotation marks."""
        try:
            (pairs,) = csv.reader([text], skipinitialspace=True)
        except csv.Error:  # of a line that ends within it
            pairs = [""]
        triples = [pair.rpartition("=") for pair in pairs]
        if not triples or not all(name for name, _, _ in triples):
            raise self._error(
                f"“{excerpt(text)}” is neither {in_quotes(self.choices)} nor "
                f"{ROW_SYNTAX[self.kind]}: give one of these"
            )
        return [(name.strip(), weight) for name, _, weight in triples]

    def _pairs(self, value: object) -> tuple[tuple[str, float], ...] | None:
        pairs = value.items() if isinstance(value, Mapping) else value
        try:
            given = {str(name): weight for name, weight in pairs}  # type: ignore[attr-defined]
        except (TypeError, ValueError):
            raise self._error(
                f"“{excerpt(str(value))}” does not say a weight for classes: give "
                "each a number from 0 on, such as setosa=2,virginica=0.5"
            ) from None
        weights = {name: self._class_weight(name, text) for name, text in given.items()}
        return tuple(sorted(weights.items())) or None

    def _class_weight(self, name: str, given: object) -> float:
        try:
            weight = float(_typed(given))
        except (TypeError, ValueError, OverflowError):
            weight = math.nan
        if not 0 <= weight <= LARGEST_WEIGHT:
            raise self._error(
                f"“{excerpt(str(given))}” for “{excerpt(name)}” is no weight: give "
                f"each class a number from 0 on, such as {excerpt(name)}=2"
            )
        return weight

    def _numbers(
        self, values: object, kind: Callable[[Any], float]
    ) -> tuple[float, ...]:
        try:
            row = tuple(kind(_typed(value)) for value in values)  # type: ignore[attr-defined]
        except (TypeError, ValueError, OverflowError):
            row = (math.nan,)
        if not all(abs(number) <= LARGEST_WEIGHT for number in row):
            wrong = ",".join(map(str, values)) if isinstance(values, list) else values
            wanted = f"a row of weights: give numbers up to {LARGEST_WEIGHT:g}"
            wanted += "".join(f", or {choice}" for choice in self.choices)
            if self.kind == "order":
                wanted = "a list of rows: give their numbers, 0 for the first row"
            raise self._error(f"“{wrong}” is not {wanted}")
        return row

    def _number(self, value: object) -> Value:
        try:
            number = float(_typed(value))
        except (TypeError, ValueError, OverflowError):
            raise self._error(
                f"“{value}” is not a number: give one in the range {self.range_words}"
            ) from None
        if self.kind == "int" and number != number // 1:
            raise self._error(
                f"{value} is not a whole number: give one in the range "
                f"{self.range_words}"
            )
        if not self.least <= number <= self.high:
            wrong = self._said(number, lambda number: f"{number:g}")
            raise self._error(
                f"{wrong} is out of range: give a number in the range "
                f"{self.range_words}"
            )
        return int(number) if self.kind == "int" else number

    def _error(self, said: str) -> UserError:
        return UserError(said, of=self.label)

    def _said(self, number: float, write: Callable[[float], str]) -> str:
        """Write a number as one of its kind: whole ones that can be read in full."""
        whole = self.kind == "int" and abs(number) <= READABLE
        return f"{number:,.0f}" if whole else write(number)


def _typed(value: Any) -> Any:
    """Give what is read as a number: text with the minus of programs."""
    return with_hyphen(value) if isinstance(value, str) else value


def value_text(value: Value) -> str:
    """Write a setting for the eye, and as the option takes it where it is no switch."""
    if value is None:
        return "off"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and any(_is_pair(row) for row in value):
        return ",".join(_quoted(f"{name}={weight:.12g}") for name, weight in value)
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return ";".join(",".join(map(value_text, row)) for row in value)
    if isinstance(value, tuple):
        return ",".join(str(row + 1) for row in value)
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _is_pair(row: object) -> bool:
    return isinstance(row, tuple) and isinstance(row[0], str)


def _quoted(pair: str) -> str:
    """Put a pair between quotation marks if it has a comma or such a mark itself."""
    if not {",", '"'} & set(pair):
        return pair
    return '"' + pair.replace('"', '""') + '"'
