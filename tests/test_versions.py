"""The versions that pyproject.toml names: of Python, and of Qt for each of them."""

import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHON = "Programming Language :: Python :: "
PYTHONS = [
    name.removeprefix(PYTHON)
    for name in PROJECT["classifiers"]
    if name.startswith(f"{PYTHON}3.")
]


def test_what_is_named_is_what_the_workflow_tries():
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    matrix = yaml.safe_load(workflow)["jobs"]["tests"]["strategy"]["matrix"]
    assert matrix["python"] == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


@pytest.mark.parametrize("python", PYTHONS)
def test_each_python_has_a_qt_that_is_sound_with_it(python):
    wanted = [Requirement(line) for line in PROJECT["dependencies"]]
    (qt,) = [
        one
        for one in wanted
        if one.name == "PySide6-Essentials"
        and one.marker.evaluate({"python_version": python})
    ]
    assert qt.specifier.contains("6.11.3")
    assert qt.specifier.contains("6.12.0") == (python != "3.11")
