"""The examples in the docstrings of the engine are true."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

import engine
from engine import Dataset, Frame, Recipe, Tape
from engine.estimators import LinearLearner

ROOT = Path(engine.__file__).parents[1]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted(Path(engine.__file__).parent.rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_come_out_as_they_are_written(name):
    result = doctest.testmod(import_module(name))
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize(
    "definition",
    [Dataset, Recipe, Tape, Frame, LinearLearner, *LinearLearner.__subclasses__()],
    ids=lambda definition: definition.__name__,
)
def test_what_others_build_on_has_an_example(definition):
    assert ">>>" in definition.__doc__
