"""Conditions on the features of a sample, as people type them: ``x2 > sin(x1)``."""

from __future__ import annotations

import ast
import operator
import re
import warnings
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UserError, excerpt, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Number = Callable[[NDArray[np.float64]], NDArray[np.float64]]
    Truth = Callable[[NDArray[np.float64]], NDArray[np.bool_]]

EXAMPLE = "x2 > sin(x1)"
LONGEST = 200
"""Signs of a condition."""
SIGNS = str.maketrans(
    {"−": "-", "·": "*", "×": "*", "÷": "/", "^": "**", "≤": "<=", "≥": ">=",
     "≠": "!=", "²": "**2", "³": "**3", "π": " pi "}
    | dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
)  # fmt: skip
"""What people write, in Python."""
CONSTANTS = {"pi": np.pi}
FUNCTIONS = {
    "sin": np.sin, "cos": np.cos, "exp": np.exp, "sqrt": np.sqrt, "abs": np.abs,
}  # fmt: skip
ARITHMETIC: dict[type[ast.AST], Callable[..., NDArray[np.float64]]] = {
    ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply,
    ast.Div: np.divide, ast.Pow: np.power, ast.USub: np.negative,
    ast.UAdd: np.positive,
}  # fmt: skip
COMPARISONS: dict[type[ast.AST], Callable[..., NDArray[np.bool_]]] = {
    ast.Lt: np.less, ast.LtE: np.less_equal, ast.Gt: np.greater,
    ast.GtE: np.greater_equal, ast.Eq: np.equal, ast.NotEq: np.not_equal,
}  # fmt: skip
JOINED: dict[type[ast.AST], Callable[..., NDArray[np.bool_]]] = {
    ast.And: operator.and_, ast.Or: operator.or_
}  # fmt: skip


@dataclass(frozen=True)
class FeatureCondition:
    """What a sample may fulfil.

    Attributes
    ----------
    text : str
        As it was typed.
    """

    text: str
    _truth: Truth

    def holds(self, X: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell which samples (n, d) fulfil it; what has no value compares as false."""
        with np.errstate(all="ignore"):
            return self._truth(X)


def parse_condition(text: str, feature_names: Sequence[str]) -> FeatureCondition:
    """Read a condition: comparisons of numbers and features, and, or, not.

    Nothing of it is run as Python: each node is translated, or refused.

    Parameters
    ----------
    text : str
    feature_names : sequence of str
        A feature can also be called x1, x2, …

    Raises
    ------
    UserError
        If it is not understood.
    """
    if len(text) > LONGEST:
        raise UserError(f"This is too long: {LONGEST} signs are the most")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Python's own taste
            tree = ast.parse(text.translate(SIGNS).strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise UserError(_why_unreadable(text)) from None
    return FeatureCondition(text, _Translator(feature_names).truth(tree.body))


def _why_unreadable(text: str) -> str:
    if text.count("(") != text.count(")"):
        return "A bracket is open: close it"
    alone = text.translate(str.maketrans("", "", " ")).replace("==", "")
    if re.search(r"(?<![<>!])=", alone):
        return "For equal write =="
    return f"“{excerpt(text)}” is not a condition: write one such as {EXAMPLE}"


class _Translator:
    """Makes functions of samples out of the nodes of a syntax tree."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._columns = {f"x{j + 1}": j for j in range(len(names))}
        self._columns |= {name: j for j, name in enumerate(names)}

    def truth(self, node: ast.expr) -> Truth:
        match node:
            case ast.BoolOp(op=op, values=values):
                join, parts = JOINED[type(op)], [self.truth(value) for value in values]
                return lambda X: reduce(join, (part(X) for part in parts))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.truth(operand)
                return lambda X: ~inner(X)
            case ast.Compare(left=left, ops=ops, comparators=rights):
                return self._comparison([left, *rights], [type(op) for op in ops])
        written = excerpt(ast.unparse(node))
        raise UserError(f"Compare “{written}” with something, as in {EXAMPLE}")

    def _comparison(self, sides: list[ast.expr], ops: list[type[ast.cmpop]]) -> Truth:
        """Translate a < b < c: each two neighbours are compared."""
        if not all(op in COMPARISONS for op in ops):
            raise UserError("Compare by <, <=, >, >=, == or !=")
        compare = [COMPARISONS[op] for op in ops]
        numbers = [self.number(side) for side in sides]

        def holds(X: NDArray[np.float64]) -> NDArray[np.bool_]:
            values = [number(X) for number in numbers]
            pairs = zip(compare, values, values[1:], strict=False)
            return reduce(operator.and_, (op(a, b) for op, a, b in pairs))

        return holds

    def number(self, node: ast.expr) -> Number:
        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(
                value, bool
            ):
                return _constant(value)
            case ast.Name(id=name):
                return self._named(name)
            case ast.UnaryOp(op=op, operand=operand) if type(op) in ARITHMETIC:
                change, inner = ARITHMETIC[type(op)], self.number(operand)
                return lambda X: change(inner(X))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                join = ARITHMETIC[type(op)]
                a, b = self.number(left), self.number(right)
                return lambda X: join(a(X), b(X))
            case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if (
                name in FUNCTIONS
            ):
                function, of = FUNCTIONS[name], self.number(argument)
                return lambda X: function(of(X))
            case ast.Call(func=func):
                known, called = listed([*FUNCTIONS]), excerpt(ast.unparse(func))
                if called not in FUNCTIONS:
                    raise UserError(f"“{called}” is not known: there are {known}")
                raise UserError(
                    f"“{called}” cannot be used so: there are {known}, each of one "
                    "number in brackets"
                )
        raise UserError(f"“{excerpt(ast.unparse(node))}” is not a number")

    def _named(self, name: str) -> Number:
        if name in self._columns:
            column = self._columns[name]
            return lambda X: X[:, column]
        if name in CONSTANTS:
            return _constant(CONSTANTS[name])
        known = listed([*self._columns][: len(self._names)])
        if name in FUNCTIONS:
            raise UserError(f"{name} needs a number in brackets: {name}(x1)")
        raise UserError(f"“{excerpt(name)}” is not known: the features are {known}")


def _constant(value: float) -> Number:
    try:
        number = float(value)
    except OverflowError:
        number = np.inf
    return lambda X: np.full(len(X), number)
