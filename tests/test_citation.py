"""CITATION.cff is one, and says what pyproject.toml says."""

import tomllib
from pathlib import Path

import yaml

import engine

ROOT = Path(__file__).parents[1]


def test_it_says_what_the_package_says():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    # What the Citation File Format 1.2.0 asks for.
    assert cited["cff-version"] == "1.2.0"
    assert all(isinstance(cited[key], str) for key in ("message", "title"))
    assert [{*author} for author in cited["authors"]] == [{"name"}]
    assert cited["type"] == "software"
    assert cited["version"] == project["version"] == engine.__version__
    assert cited["abstract"] == project["description"]
    assert cited["keywords"] == project["keywords"]
