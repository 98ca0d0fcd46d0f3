"""A block of entries in a lesson's text: YAML of nothing but texts, with its lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NoReturn

import yaml

from engine.errors import UserError, excerpt, meant
from engine.lessons.limits import DEEPEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.hyperparameter import Hyperparameter


LINES = "write lines of “name: value”"
_UNWRITABLE = re.compile("[\ud800-\udfff]")


class FaultInText(UserError):
    """Something in a lesson's text cannot be used.

    Attributes
    ----------
    line : int
        From 1.
    """

    def __init__(self, line: int, said: object) -> None:
        super().__init__(said)
        self.line = line


class Entries:
    """Names with texts, lists of texts, or entries of their own.

    Everything is text until somebody asks for more: no value is guessed to be a date
    or a truth. Nothing can refer to anything else, so that a few lines stay small.

    Parameters
    ----------
    node : yaml.MappingNode
    first : int
        The line of the file on which the block begins, from 1.
    """

    def __init__(self, node: yaml.MappingNode, first: int) -> None:
        self._first = first
        self._nodes: dict[str, yaml.Node] = {}
        self._asked: set[str] = set()
        self.line = self._line_of(node)
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise FaultInText(
                    self._line_of(key), "before the colon is no plain word: write one"
                )
            if key.value in self._nodes:
                raise FaultInText(
                    self._line_of(key),
                    f"“{key.value}” stands twice: delete one of the two",
                )
            self._nodes[key.value] = value

    @classmethod
    def parse(cls, text: str, first: int) -> Entries:
        """Read a block that begins on this line of the file.

        Raises
        ------
        FaultInText
            If it is no YAML of names and values.
        """
        try:
            node = _Composer(text).get_single_node()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = first + (mark.line if mark else 0)
            said = error.problem or "is not written as entries"
            if r"'\t'" in said:
                said = "a tab stands before an entry: write blanks in its place"
            what_to_do = "" if ": " in said else f": {LINES}"
            raise FaultInText(line, f"{said}{what_to_do}") from None
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            raise FaultInText(
                first, f"cannot be read ({excerpt(str(error))}): {LINES}"
            ) from None
        if node is None:
            node = yaml.MappingNode("", [])
        if not isinstance(node, yaml.MappingNode):
            raise FaultInText(first, f"has no entries: {LINES}")
        return cls(node, first)

    def __contains__(self, name: str) -> bool:
        """Tell whether there is such an entry."""
        return name in self._nodes

    def line_of(self, name: str) -> int:
        """Give the line of the file on which an entry's value begins."""
        return self._line_of(self._nodes[name]) if name in self._nodes else self.line

    @property
    def lines(self) -> dict[str, int]:
        """The line of each entry's value, by name."""
        return {name: self.line_of(name) for name in self._nodes}

    def _line_of(self, node: yaml.Node) -> int:
        return self._first + (node.start_mark.line if node.start_mark else 0)

    def fault(self, name: str, said: object) -> NoReturn:
        """Say what is wrong with an entry."""
        raise FaultInText(self.line_of(name), f"{name}: {said}")

    def text(self, name: str, default: str | None = None) -> str:
        """Give a text; without a default it must be there."""
        self._asked.add(name)
        node = self._nodes.get(name)
        if node is None:
            if default is None:
                raise FaultInText(self.line, f"“{name}” is missing: write “{name}: …”")
            return default
        if not isinstance(node, yaml.ScalarNode):
            self.fault(name, "has several values: write one")
        value: str = node.value
        return value

    def choice(self, name: str, choices: Sequence[str], default: str = "") -> str:
        """Give a text that must be one of some, or the default."""
        text = self.text(name, default)
        if text not in (*choices, default):
            known = f"{', '.join(choices[:-1])} or {choices[-1]}"
            self.fault(name, f"“{excerpt(text)}” is not {known}: write one of these")
        return text

    def texts(self, name: str) -> list[str]:
        """Give a list of texts, or one text as a list; empty where there is none."""
        self._asked.add(name)
        node = self._nodes.get(name)
        if isinstance(node, yaml.SequenceNode):
            if not all(isinstance(child, yaml.ScalarNode) for child in node.value):
                self.fault(name, "is no list of plain texts: write one, as [a, b]")
            return [child.value for child in node.value]
        return [] if node is None else [self.text(name)]

    def entries(self, name: str) -> Entries | None:
        """Give entries under a name; None where there are none."""
        self._asked.add(name)
        node = self._nodes.get(name)
        if node is None:
            return None
        if not isinstance(node, yaml.MappingNode):
            self.fault(name, f"has no entries: {LINES} under it")
        return Entries(node, self._first)

    def scalars(self, name: str) -> Iterator[tuple[int, str]]:
        """Give each text under a name, however it is nested, with its line."""
        left = [self._nodes[name]] if name in self._nodes else []
        while left:
            node = left.pop(0)
            if isinstance(node, yaml.ScalarNode):
                # What begins with “|” or “>” stands below it.
                yield self._line_of(node) + (node.style in ("|", ">")), node.value
            elif isinstance(node, yaml.SequenceNode):
                left += node.value
            elif isinstance(node, yaml.MappingNode):
                left += [child for pair in node.value for child in pair]

    def values(self, parameters: Iterable[Hyperparameter]) -> dict[str, Any]:
        """Give declared values by name; those that are not there have their default."""
        values: dict[str, Any] = {}
        for parameter in parameters:
            values[parameter.name] = parameter.default
            if parameter.name in self:
                try:
                    values[parameter.name] = parameter.check(
                        value_of(parameter, self.text(parameter.name))
                    )
                except UserError as error:
                    self.fault(parameter.name, error.fault)
        return values

    def rest(self) -> dict[str, str]:
        """Give the entries that nobody has asked for, as texts."""
        return {
            name: self.text(name) for name in self._nodes if name not in self._asked
        }

    def refuse_rest(self) -> None:
        """Refuse what nobody has asked for: a name that is none."""
        for name in self._nodes:
            if name not in self._asked:
                near = meant(name, self._asked) or ": leave it out"
                raise FaultInText(
                    self.line_of(name), f"there is no “{name}” here{near}"
                )


def value_of(parameter: Hyperparameter, text: str) -> object:
    """Read what stands for a hyperparameter; whether it can be is not looked at.

    Raises
    ------
    UserError
        If it is not of this kind.
    """
    if parameter.kind == "bool":
        if text not in ("yes", "no"):
            raise UserError(f"“{excerpt(text)}” is not yes or no: write one of the two")
        return text == "yes"
    if text == "none" and parameter.default is None:
        return None
    return parameter.parse(text)


class _Composer(yaml.BaseLoader):
    """Takes every scalar as text, and refuses what refers to another place."""

    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        problem = ""
        if self.check_event(yaml.AliasEvent):
            problem = "no “*” in front of a value: quote it"
        elif self._depth >= DEEPEST:
            problem = f"is nested more than {DEEPEST} deep: make it flatter"
        if problem:
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=mark)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        if isinstance(node, yaml.ScalarNode) and _UNWRITABLE.search(node.value):
            problem = "has a sign that no file can hold: write another one"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)
        return node
