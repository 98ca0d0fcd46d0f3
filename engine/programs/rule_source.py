"""The functions of a learner's rule as source text, with a recipe's settings put in.

What is exported is the very rule that the loops compile. A setting that is 0, or one
of a few choices, is put in as the number that it is, and what can no longer be come to
is left out; any other becomes a constant with its name.
"""

from __future__ import annotations

import ast
import inspect
import operator
import re
import textwrap
from contextlib import suppress
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from engine import elementary
from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SETTINGS, PLAN = "h", "plan"
"""What the settings are called in a rule, and the plan of a run in its loops."""

COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
UNPACKED = re.compile(r"^( *[\w\[\]]+(?:, [\w\[\]]+)+ = )\((.*)\)$", re.M)
"""Values side by side, which `ast.unparse` puts into brackets."""
LONG = re.compile(r"(?<![\d.])\d{15,}(?![\d.e])")
"""A number whose bits count, and no size."""

PRINTED: dict[Any, str] = {
    elementary.power_of_two: '''\
def power_of_two(rounded):
    """Give 2^k of a whole number k to which ROUND is added."""
    return math.ldexp(1.0, int(rounded - ROUND))
''',
    elementary.exponent_of: '''\
def exponent_of(x):
    """Give the whole number k with 2^k ≤ |x| < 2^(k + 1)."""
    return math.frexp(x)[1] - 1.0
''',
}
"""Do what the functions of `engine.elementary` do with bits."""


@dataclass
class RuleSource:
    """Functions as text, and what they need.

    Attributes
    ----------
    constants : dict of str to float or tuple of float
        Settings that the functions read, and constants of theirs.
    imports : set of str
        Modules.
    functions : dict of str to str
        Their texts, those that others call before them.
    """

    constants: dict[str, object] = field(default_factory=dict)
    imports: set[str] = field(default_factory=set)
    functions: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """All functions, one after the other."""
        return "\n\n".join(self.functions.values())


def rule_source(
    functions: Mapping[str, Callable[..., Any]],
    settings: Any,
    choices: set[str],
    plan: Any = None,
) -> RuleSource:
    """Give the source of functions of a rule, or of the loops around it.

    Parameters
    ----------
    functions : mapping
        By the names that they are to have.
    settings : NamedTuple
        The learner's own, of a recipe.
    choices : set of str
        The settings that are one of a few.
    plan : Plan, optional
        What functions of the loops read of the recipe.

    Raises
    ------
    UserError
        If a source is not at hand.
    """
    source = RuleSource()
    records = {SETTINGS: settings, PLAN: plan}
    for name, function in functions.items():
        _add(source, name, function, records, choices | {"schedule"})
    return source


def definition_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """Parse the source of a function.

    Raises
    ------
    UserError
        If it is not at hand.
    """
    with suppress(SyntaxError, TypeError):  # of a lambda, of what is built in
        try:
            text = textwrap.dedent(inspect.getsource(function))
        except OSError:
            raise UserError(
                f"the source of the rule, {function.__module__}, is not at hand: "
                "install the program with its sources"
            ) from None
        definition = ast.parse(text).body[0]
        if isinstance(definition, ast.FunctionDef):
            return definition
    raise UserError(f"the rule in {function.__module__} is not written as def …")


def _add(
    source: RuleSource,
    name: str,
    function: Any,
    records: dict[str, Any],
    choices: set[str],
) -> None:
    if function in PRINTED:
        source.imports.add("math")
        source.functions[name] = PRINTED[function]
        if "ROUND" in PRINTED[function]:
            source.constants["ROUND"] = elementary.ROUND
        return
    definition = definition_of(function)
    reduced = _Reduced(function, definition, records, choices)
    definition.name = name
    if line := ast.get_docstring(definition):
        definition.body[0] = ast.Expr(ast.Constant(line.partition("\n\n")[0]))
    ast.fix_missing_locations(definition)
    source.constants |= reduced.constants
    for other, value in reduced.globals.items():
        if isinstance(value, ModuleType):
            source.imports.add(value.__name__)
        elif isinstance(value, FunctionType) and other not in source.functions:
            _add(source, other, value, records, choices)
    printed = UNPACKED.sub(r"\1\2", ast.unparse(definition))
    source.functions[name] = LONG.sub(lambda bits: hex(int(bits[0])), printed) + "\n"


class _Reduced(ast.NodeTransformer):
    """Puts settings into a function, in place.

    Attributes
    ----------
    constants : dict
        Settings and numbers that it reads.
    globals : dict
        Functions and modules that it uses.
    """

    def __init__(
        self,
        function: Any,
        definition: ast.FunctionDef,
        records: dict[str, Any],
        choices: set[str],
    ) -> None:
        self.constants: dict[str, object] = {}
        self.globals: dict[str, Any] = {}
        self._records, self._choices = records, choices
        self._known = function.__globals__
        names = [node for node in ast.walk(definition) if isinstance(node, ast.Name)]
        stored = [node.id for node in names if isinstance(node.ctx, ast.Store)]
        self._once = {name for name in stored if stored.count(name) == 1}
        self._put_in: dict[str, ast.Constant] = {}
        definition.body = self._statements(definition.body)
        definition.returns = None
        definition.decorator_list = []
        read = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name)}
        definition.args.args = [
            ast.arg(argument.arg)
            for argument in definition.args.args
            if argument.arg not in records
            and (argument.arg != "xx" or argument.arg in read)
        ]

    def _statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Reduce statements; those after a return are not come to."""
        reduced: list[ast.stmt] = []
        for statement in body:
            made = self.visit(statement)
            reduced += made if isinstance(made, list) else [made] if made else []
            if reduced and isinstance(reduced[-1], ast.Return):
                break
        return reduced

    def visit_For(self, node: ast.For) -> ast.For:
        node.iter, node.body = self.visit(node.iter), self._statements(node.body)
        return node

    def visit_If(self, node: ast.If) -> ast.If | list[ast.stmt]:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            return self._statements(node.body if node.test.value else node.orelse)
        node.body = self._statements(node.body)
        node.orelse = self._statements(node.orelse)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            chosen: ast.expr = self.visit(node.body if node.test.value else node.orelse)
            return chosen
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        neutral = isinstance(node.op, ast.And)
        values = []
        for value in node.values:
            if not isinstance(value, ast.Constant):
                values.append(value)
            elif bool(value.value) != neutral:
                return ast.Constant(not neutral)
        if not values:
            return ast.Constant(neutral)
        node.values = values
        return values[0] if len(values) == 1 else node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        sides = node.left, *node.comparators
        if len(sides) == 2 and all(isinstance(side, ast.Constant) for side in sides):
            a, b = (side.value for side in sides if isinstance(side, ast.Constant))
            return ast.Constant(COMPARED[type(node.ops[0])](a, b))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if node.value is None:
            return None
        plain = ast.Assign([node.target], node.value, lineno=node.lineno)
        return self.visit_Assign(plain)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        self.generic_visit(node)
        target = node.targets[0]
        if (
            isinstance(node.value, ast.Constant)
            and isinstance(target, ast.Name)
            and target.id in self._once
        ):
            self._put_in[target.id] = node.value
            return None
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in self._records:
            value = float(getattr(self._records[node.value.id], node.attr))
            if value == 0.0 or node.attr in self._choices:
                return ast.Constant(value)
            name = node.attr.upper()
            self.constants[name] = value
            return ast.Name(name, ast.Load())
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        node.args = [
            argument
            for argument in node.args
            if not (isinstance(argument, ast.Name) and argument.id in self._records)
        ]
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            return node
        if node.id in self._put_in:
            return self._put_in[node.id]
        value = self._known.get(node.id)
        if isinstance(value, (bool, int)):
            return ast.Constant(value)
        if isinstance(value, (float, tuple)):
            self.constants[node.id] = value
        elif value is not None:
            self.globals[node.id] = value
        return node
