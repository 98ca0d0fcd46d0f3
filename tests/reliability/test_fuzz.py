"""A few hundred damaged files."""

import io
import zipfile

import pytest

from engine.data.sample_table import read_data
from tests.reliability.fuzz import REFUSED, attempt, faults, true_lessons, true_runs


def test_a_path_in_an_archive_names_no_place(tmp_path, monkeypatch):
    """Nothing is written where a member would be unpacked to."""
    monkeypatch.chdir(tmp_path)
    inside = tmp_path / "inside"
    inside.mkdir()
    table = b"x,class\n1,a\n2,b\n"
    for name in ("../out.csv", "/tmp/../out.csv", str(tmp_path / "out.csv")):
        (inside / "t.zip").write_bytes(archive({name: [table]}))
        assert read_data(inside / "t.zip").n_samples == 2
    assert [*tmp_path.rglob("*.*")] == [inside / "t.zip"]


LONG = pytest.mark.long


@pytest.mark.parametrize("count", [60, pytest.param(400, marks=LONG)])
def test_damaged_files_are_read_or_refused(count):
    outcomes, failed = faults(seed=2, count=count)
    assert not failed
    assert outcomes.total() == count
    assert len(outcomes) == 2


@pytest.mark.parametrize("count", [40, pytest.param(400, marks=LONG)])
def test_damaged_lessons_and_runs_are_opened_or_refused(count):
    outcomes, failed = faults(
        2, count, lambda folder: true_lessons(folder) | true_runs(folder)
    )
    assert not failed
    assert outcomes.total() == count


def archive(members):
    """Make a zip of members by their names, each in parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, parts in members.items():
            with made.open(name, "w") as member:
                for part in parts:
                    member.write(part)
    return file.getvalue()


DEEP = 1100
"""Lists within lists: just over what Python 3.11's reader of JSON goes into."""
DEEP_FILES = {
    "list.json": b"[" * DEEP + b"]" * DEEP,
    "object.json": b"[" + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"]",
    "deep.jsonl": b'{"x":1,"class":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep.plab": b'{"format":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "weights.json": b'{"coef":' + b"[" * DEEP + b"]" * DEEP + b"}",
}


@pytest.mark.parametrize("name", DEEP_FILES)
def test_lists_within_lists_are_refused(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(DEEP_FILES[name])
    ways = {"deep.plab": "session", "weights.json": "weights"}
    outcome = attempt(ways.get(name, "read"), path)
    assert outcome.kind == REFUSED, outcome
    assert len(outcome.said) < 400
    assert str(path) in outcome.said
