"""Functions of a rule as JavaScript, with the same order of rounding.

Known is what rules and loops are written in: arithmetic, comparisons, conditions, loops
over `range`, elements of arrays and of rows of them, and calls of other such functions.
All else is refused, so that nothing is said in other words than the rule's own. Numbers
are floats there, and whole numbers are exact up to 2⁵³. What `engine.elementary` gives
has the same bits; what a rule asks of `math` may differ by a browser's last digit.
"""

from __future__ import annotations

import ast
import inspect
import math
from functools import reduce
from textwrap import indent
from types import FunctionType
from typing import TYPE_CHECKING, Any, Never, TypeGuard

import numpy as np

from engine import elementary
from engine.errors import UserError
from engine.programs.rule_source import PLAN, SETTINGS, definition_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

ARITHMETIC: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.BitOr: "|",
    ast.And: "&&", ast.Or: "||", ast.Not: "!", ast.USub: "-", ast.UAdd: "+",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">",
    ast.GtE: ">=",
}  # fmt: skip
COMPOUND = (ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.UnaryOp)
"""What stands in brackets within another."""
CALLS = {"abs": "Math.abs", "float": "Number", "int": "Math.trunc", "len": "$length"}
"""By the names that Python has built in."""
METHODS = {"max": "Math.max", "min": "Math.min"}
"""Of arrays, without arguments."""
MATHEMATICS = {
    "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "expm1", "hypot", "log",
    "log10", "log1p", "log2", "sin", "sinh", "sqrt", "tan", "tanh",
}  # fmt: skip
"""Functions that both languages have by the same names."""
WORDS = {
    "arguments", "await", "case", "catch", "const", "debugger", "default", "delete",
    "do", "enum", "eval", "export", "extends", "false", "function", "implements",
    "instanceof", "interface", "let", "new", "null", "package", "private", "protected",
    "public", "static", "super", "switch", "this", "throw", "true", "typeof", "var",
    "void",
    "Infinity", "Math", "NaN", "Number", "undefined",
}  # fmt: skip
"""Names in Python, but words of the language there."""
LANGUAGE = """\
"use strict";
const $square = (x) => x * x;
const $max = (a, b) => (b > a ? b : a);
const $min = (a, b) => (b < a ? b : a);
const $whole = (a, b) => (Number.isFinite(a) ? Math.floor(a / b) : NaN);
const $length = (a) => a.length;
const $array = (n) => new Float64Array(n);
const $rows = (n, d) => Array.from({ length: n }, () => $array(d));
const $fill = (a, value) => {
  if (value.length) a.set(value);
  else for (const row of Array.isArray(a) ? a : [a]) row.fill(value);
};
"""
"""What is otherwise in Python: of 0 and −0 the first. A table is a list of its rows.

Its names are none in Python."""
POWER_OF_TWO, EXPONENT_OF = (
    """\
const $float = new Float64Array(1), $words = new Uint32Array($float.buffer);
/** Give 2^k of a whole number k to which ROUND is added. */
function power_of_two(rounded) {
  $float[0] = rounded;
  $words[1] = (($words[0] | 0) + 1023) << 20;
  $words[0] = 0;
  return $float[0];
}
""",
    """\
/** Give the whole number k with 2^k ≤ |x| < 2^(k + 1). */
function exponent_of(x) {
  $float[0] = x;
  return (($words[1] >>> 20) & 2047) - 1023;
}
""",
)
"""Do what the functions of `engine.elementary` do with the same bits."""
RECORDS = {SETTINGS, PLAN, "block", "combination", "samples"}
"""What numbers and arrays with names are called in a rule and in loops."""
EXACT = 2**53
"""Whole numbers up to here are floats."""


def javascript(
    rule: Mapping[str, Callable[..., Any] | float], given: Sequence[str] = ()
) -> str:
    """Translate functions, and all that they call, into an object with them.

    Parameters
    ----------
    rule : mapping
        Functions and numbers, by the names that they are to have.
    given : sequence of str
        Functions that they call and that are not theirs: where there are such, it is a
        function that makes the object of them.

    Raises
    ------
    UserError
        If something in them has no translation; says what, and where.
    """
    known: dict[str, Any] = {}
    texts: list[str] = []
    for name, value in rule.items():
        _add(known, texts, name, value, given)
    body = indent("".join(texts), "  ") + f"  return {{ {', '.join(rule)} }};\n"
    if given:
        return f"({{ {', '.join(given)} }}) => {{\n{body}}}"
    return f"(() => {{\n{body}}})()"


def _add(
    known: dict[str, Any], texts: list[str], name: str, value: Any, given: Sequence[str]
) -> None:
    """Add what a name stands for, after what it needs itself."""
    if name in known:
        if known[name] != value:
            raise UserError(f"a page cannot play a rule with two things named {name}")
        return
    known[name] = value
    if isinstance(value, (bool, int, float, np.integer)):
        texts.append(f"const {name} = {_number(value)};\n")
    elif value is elementary.power_of_two:
        texts.append(POWER_OF_TWO)
    elif value is elementary.exponent_of:
        _add(known, texts, "power_of_two", elementary.power_of_two, given)
        texts.append(EXPONENT_OF)
    elif isinstance(value, tuple):
        texts.append(f"const {name} = [{', '.join(map(_number, value))}];\n")
    else:
        translated = _Function(name, value, given)
        for other, needed in translated.needed.items():
            _add(known, texts, other, needed, given)
        texts.append(translated.text)


def _names_in(values: Iterable[ast.expr]) -> set[str]:
    nodes = (node for value in values for node in ast.walk(value))
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _number(value: float | np.integer[Any] | None) -> str:
    """Write a number, a truth value or nothing."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    plain = int(value) if isinstance(value, (int, np.integer)) else float(value)
    written = repr(plain).replace("inf", "Infinity").replace("nan", "NaN")
    return f"({written})" if written.startswith("-") else written


def _is_exact(value: object) -> TypeGuard[float]:
    """Tell whether something is a number that is the same in JavaScript."""
    if isinstance(value, tuple):
        return all(map(_is_exact, value))
    whole = isinstance(value, (int, np.integer)) and abs(int(value)) <= EXACT
    return whole or isinstance(value, float)


class _Function:
    """Translates a function.

    Attributes
    ----------
    text : str
    needed : dict
        Functions and numbers outside it that it reads, by their names.
    """

    def __init__(
        self, name: str, function: Callable[..., Any], given: Sequence[str]
    ) -> None:
        definition = definition_of(function)
        around = inspect.getclosurevars(function)
        self.needed: dict[str, Any] = {}
        self._known = {**around.globals, **around.nonlocals}
        self._module, self._given = function.__module__, given
        arguments = definition.args
        if len(arguments.args) != len([*ast.iter_child_nodes(arguments)]):
            self._refuse(arguments)
        parameters = [argument.arg for argument in arguments.args]
        nodes = [*ast.walk(definition)]
        stored = [
            node.id
            for node in nodes
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        loops = [node for node in nodes if isinstance(node, ast.For)]
        self._local = {*parameters, *stored}
        if clashes := WORDS & {name, *self._local}:
            raise UserError(
                f"a page cannot play the rule in {self._module}, where a name is "
                f"“{min(clashes)}”, a word of JavaScript"
            )
        own = {*stored} - {*parameters} - {ast.unparse(loop.target) for loop in loops}
        declared = [f"let {', '.join(sorted(own))};"] if own else []
        said = (ast.get_docstring(definition) or "").partition("\n")[0]
        body = self._block(definition.body[1:] if said else definition.body)
        comment = f"/** {said.replace('*/', '* /')} */\n" if said else ""
        inside = indent("\n".join([*declared, *body]), "  ")
        self.text = (
            f"{comment}function {name}({', '.join(parameters)}) {{\n{inside}\n}}\n"
        )

    def _refuse(self, node: ast.AST) -> Never:
        raise UserError(
            f"a page cannot play the rule in {self._module}, as no plain arithmetic is "
            f"“{ast.unparse(node)}”"
        )

    def _block(self, statements: Iterable[ast.stmt]) -> list[str]:
        return [line for node in statements for line in self._statement(node)]

    def _within(self, head: str, statements: Iterable[ast.stmt]) -> list[str]:
        inside = (indent(line, "  ") for line in self._block(statements))
        return [f"{head} {{", *inside, "}"]

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Assign(
                targets=[ast.Subscript(value=array, slice=ast.Slice(None, None, None))],
                value=value,
            ):
                return [f"$fill({self._listed([array, value])});"]
            case ast.Assign(
                targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)
            ) if not {*map(ast.unparse, names)} & _names_in(values):
                pairs = zip(names, values, strict=True)
                return self._block(ast.Assign([name], value) for name, value in pairs)
            case ast.Assign(targets=targets, value=value):
                left = " = ".join(map(self._expression, targets))
                return [f"{left} = {self._expression(value)};"]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return [f"{self._expression(target)} = {self._expression(value)};"]
            case ast.AugAssign(target=target, op=op, value=value) if (
                type(op) in ARITHMETIC
            ):
                sign, left = ARITHMETIC[type(op)], self._expression(target)
                return [f"{left} {sign}= {self._expression(value)};"]
            case ast.Return(value=value):
                said = f" {self._expression(value)}" if value else ""
                return [f"return{said};"]
            case ast.If(test=test, body=body, orelse=others):
                lines = self._within(f"if ({self._expression(test)})", body)
                match others:
                    case []:
                        return lines
                    case [ast.If() as other]:
                        first, *more = self._statement(other)
                        return [*lines[:-1], f"}} else {first}", *more]
                return [*lines[:-1], *self._within("} else", others)]
            case ast.While(test=test, body=body, orelse=[]):
                return self._within(f"while ({self._expression(test)})", body)
            case ast.For(
                target=ast.Name(id=k),
                iter=ast.Call(func=ast.Name(id="range"), args=[*limits], keywords=[]),
                body=body,
                orelse=[],
            ) if len(limits) in (1, 2) or self._way(limits[-1]):
                written = [*map(self._expression, limits)]
                first, last = ["0", *written[:2]][-2:]
                on = f"{k} += {written[2]}" if len(limits) > 2 else f"{k}++"
                until = "<" if len(limits) < 3 or self._way(limits[2]) > 0 else ">"
                head = f"for (let {k} = {first}; {k} {until} {last}; {on})"
                return self._within(head, body)
            case ast.Expr(value=ast.Call() as call):
                return [f"{self._expression(call)};"]
            case ast.Break() | ast.Continue():
                return [f"{ast.unparse(node)};"]
        self._refuse(node)

    def _way(self, step: ast.expr) -> int:
        """Tell whether a loop's step is above or below 0; 0 where it is not known."""
        match step:
            case ast.Attribute(attr="batch"):
                return 1
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._way(operand)
        return min(1, max(0, self._whole(step)))

    def _whole(self, node: ast.expr) -> int:
        """Give a whole number that is known; else 0."""
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=name) if name not in self._local:
                known = self._known.get(name)
                return known if isinstance(known, int) else 0
        return 0

    def _operand(self, node: ast.expr) -> str:
        text = self._expression(node)
        return f"({text})" if isinstance(node, COMPOUND) else text

    def _listed(self, nodes: Iterable[ast.expr]) -> str:
        return ", ".join(map(self._expression, nodes))

    def _expression(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=None | bool() | float() as value):
                return _number(value)
            case ast.Constant(value=int() as value) if value <= EXACT:
                return _number(value)
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Tuple(elts=elements):
                return f"[{self._listed(elements)}]"
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=2 | 2.0)):
                return f"$square({self._expression(left)})"
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right) if (
                (by := self._whole(right)) > 0 and by & (by - 1) == 0  # exact as floats
            ):
                return f"$whole({self._listed([left, right])})"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                sign = ARITHMETIC[type(op)]
                return f"{self._operand(left)} {sign} {self._operand(right)}"
            case ast.UnaryOp(op=op, operand=operand) if type(op) in ARITHMETIC:
                return f"{ARITHMETIC[type(op)]}{self._operand(operand)}"
            case ast.BoolOp(op=op, values=values):
                return f" {ARITHMETIC[type(op)]} ".join(map(self._operand, values))
            case ast.Compare(left=left, ops=ops, comparators=others) if all(
                type(op) in ARITHMETIC for op in ops
            ):
                sides = [*map(self._operand, (left, *others))]
                pairs = zip(sides, ops, sides[1:], strict=False)
                compared = [f"{a} {ARITHMETIC[type(op)]} {b}" for a, op, b in pairs]
                return compared[0] if len(ops) == 1 else f"({') && ('.join(compared)})"
            case ast.IfExp(test=test, body=body, orelse=other):
                then = f"{self._operand(body)} : {self._operand(other)}"
                return f"{self._operand(test)} ? {then}"
            case ast.Subscript(
                value=ast.Attribute(value=table, attr="shape"),
                slice=ast.Constant(value=0 | 1 as axis),
            ):
                return f"{self._expression(table)}{'[0]' if axis else ''}.length"
            case ast.Subscript(
                value=ast.Name() | ast.Attribute() as array, slice=place
            ):
                return f"{self._expression(array)}{self._place(node, place)}"
            case ast.Attribute(value=ast.Attribute() as array, attr="size"):
                return f"{self._expression(array)}.length"
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                return self._attribute(node, name, attribute)
            case ast.Call(func=function, args=arguments, keywords=[]):
                return self._call(function, arguments)
        self._refuse(node)

    def _place(self, node: ast.expr, place: ast.expr) -> str:
        match place:
            case ast.Slice(ast.expr() as first, ast.expr() as last, None):
                return f".slice({self._listed([first, last])})"
            case ast.Slice(ast.expr() as first, None, None):
                return f".slice({self._expression(first)})"
            case ast.Tuple(elts=[row, column]):
                return f"{self._place(node, row)}{self._place(node, column)}"
            case ast.UnaryOp() | ast.Slice():  # from the end; all of a row
                self._refuse(node)
        return f"[{self._expression(place)}]"

    def _name(self, node: ast.expr, name: str) -> str:
        if name in self._local:
            return name
        value = self._known.get(name)
        if not _is_exact(value):
            self._refuse(node)
        self.needed[name] = value
        return name

    def _attribute(self, node: ast.expr, name: str, attribute: str) -> str:
        """Give a setting, the size of an array, or a number of a module."""
        if name in self._local and name in RECORDS:
            return f"{name}.{attribute}"
        if name in self._local and attribute == "size":
            return f"{name}.length"
        value = getattr(self._known.get(name), attribute, None)
        if not _is_exact(value):
            self._refuse(node)
        return _number(value)

    def _call(self, function: ast.expr, arguments: list[ast.expr]) -> str:
        if ast.unparse(function) in ("np.empty", "np.zeros"):
            arguments = arguments[:1]  # of whatever type: all are floats there
        listed = self._listed(arguments)
        match function:
            case ast.Name(id=name) if name in self._given:
                return f"{name}({listed})"
            case ast.Name(id=name) if isinstance(self._known.get(name), FunctionType):
                self.needed[name] = self._known[name]
                return f"{name}({listed})"
            case ast.Name(id="max" | "min" as name) if len(arguments) > 1:
                values = map(self._expression, arguments)
                return reduce(lambda a, b: f"${name}({a}, {b})", values)
            case ast.Name(id=name) if name in CALLS and len(arguments) == 1:
                return f"{CALLS[name]}({listed})"
            case ast.Attribute(value=ast.Name(id=name), attr="empty" | "zeros") if (
                self._known.get(name) is np
            ):
                if isinstance(shape := arguments[0], ast.Tuple):
                    return f"$rows({self._listed(shape.elts)})"
                return f"$array({listed})"
            case ast.Attribute(value=ast.Name(id=name), attr="uint64") if (
                self._known.get(name) is np and len(arguments) == 1
            ):
                return listed
            case ast.Attribute(value=ast.Name(id=name), attr="empty_like") if (
                self._known.get(name) is np
            ):
                return f"$array($length({listed}))"
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                if self._known.get(name) is math and attribute in MATHEMATICS:
                    return f"Math.{attribute}({listed})"
                if name in self._local and attribute in METHODS and not arguments:
                    return f"{METHODS[attribute]}(...{name})"
        self._refuse(function)
