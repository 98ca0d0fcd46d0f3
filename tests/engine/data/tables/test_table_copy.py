"""The copy of a table in binary: the same samples, for that table as it is now."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from engine import Recipe, Tape
from engine.cli.main import run
from engine.data.classes import Classes
from engine.data.sample_table import NoSuchClass, SampleTable, read_data
from engine.data.tables import row_blocks, table_copy, text_table
from engine.data.tables.read_options import ReadOptions
from engine.errors import UserError
from engine.training.out_of_core import run_out_of_core

FOLDER = table_copy.folder


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Keep copies of small tables too, in a folder of the test's."""
    place = tmp_path / "copies"
    monkeypatch.setattr(table_copy, "folder", lambda: place)
    monkeypatch.setattr(table_copy, "LEAST_BYTES", 0)
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 2_000)
    return place


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(400, 3)) * 10.0 ** rng.integers(-9, 9, (400, 3))
    lines = [",".join(map(repr, row.tolist())) for row in X]
    kinds = ["−yes", "no", "a,b"]
    rows = [f'{line},"{kinds[i % 3]}"' for i, line in enumerate(lines)]
    path = tmp_path / "t.csv"
    path.write_text("p,q,r,kind\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def opened(path, options=None):
    stream = SampleTable.open(path, options or ReadOptions())
    stream.keep_copy()
    return stream


def passed(stream):
    """Go over a table once."""
    blocks = [block for block, _ in stream.blocks(lambda block: block)]
    X = np.concatenate([block.X for block in blocks])
    labels = [block.labels[i] for block in blocks for i in block.which.tolist()]
    places = np.concatenate([block.places for block in blocks])
    return X.tobytes(), labels, places.tolist()


def test_the_second_pass_reads_the_same_from_the_copy(table, monkeypatch, folder):
    stream = opened(table)
    first = passed(stream)
    assert stream.copied >= 400 * 3 * 8
    assert first[0] == np.ascontiguousarray(read_data(table).X).tobytes()
    assert not [*folder.iterdir()]  # it has no name there, and goes with the table
    monkeypatch.setattr(text_table, "fast_rows", None)  # nothing is parsed
    for _ in range(2):
        assert passed(stream) == first


@pytest.mark.parametrize(
    "settings",
    [
        {"epochs": 3},
        {"learner": "adaline", "learning_rate": 1e-3, "standardise": True},
        {
            "learner": "logistic-regression",
            "batch_size": 7,
            "standardise": True,
        },
    ],
)
def test_weights_are_those_of_a_tape(table, settings):
    recipe = Recipe(
        **{"learner": "perceptron", "epochs": 2, "order": "given"} | settings
    )
    tape = Tape(read_data(table), recipe)
    tape.extend()
    for _ in range(2):
        stream = SampleTable.open(table)
        stream.keep_copy()
        found = run_out_of_core(stream, recipe, lambda *_: None)
        assert found.model.weights.tobytes() == tape.model().weights.tobytes()
        assert found.model.training_error == tape.model().training_error


def test_copies_lie_in_the_folder_for_what_can_be_made_anew(monkeypatch):
    monkeypatch.setattr(
        "platformdirs.user_cache_dir",
        lambda name, *, appauthor: f"/cache/{name}/{appauthor}",
    )
    assert FOLDER() == Path("/cache/perceptron-lab/False/tables")


def test_a_table_that_was_changed_is_not_read_from_its_copy(table):
    stream = opened(table)
    passed(stream)
    table.write_text(table.read_text(encoding="utf-8") + "1,2,3,no\n", encoding="utf-8")
    with pytest.raises(UserError, match="was changed while it was read"):
        passed(stream)


@pytest.mark.parametrize("missing", ["error", "drop"])
def test_what_was_left_out_is_told_from_the_copy_too(tmp_path, monkeypatch, missing):
    path = tmp_path / "t.csv"
    rows = [f"{i},{'' if missing == 'drop' and i % 5 else 2},{'xy'[i % 2]}"
            for i in range(300)]  # fmt: skip
    path.write_text("a,b,class\n" + "\n".join(rows) + "\n")
    stream = opened(path, ReadOptions(missing=missing))
    first, notes = passed(stream), stream.notes
    assert any("240 rows with missing values" in note for note in notes) is (
        missing == "drop"
    )
    assert passed(stream) == first
    assert stream.notes == notes
    recipe = Recipe("perceptron", epochs=1, order="given")
    place = "line 3" if missing == "error" else "line 7"
    with pytest.raises(NoSuchClass, match=f"{place}, column class: class “y”"):
        run_out_of_core(stream, recipe, lambda *_: None, Classes(["x", "z"]))


def test_a_pass_that_is_left_leaves_no_copy(table):
    stream = opened(table)
    blocks = stream.blocks(lambda block: None)
    next(blocks)
    blocks.close()
    assert stream.copied == 0
    passed(stream)
    assert stream.copied


def test_where_nothing_can_be_written_the_table_is_parsed(table, folder):
    folder.write_text("in the way")
    stream = opened(table)
    assert passed(stream) == passed(stream)
    assert stream.copied == 0


def test_a_disk_without_room_has_no_copy(table, monkeypatch):
    stream = opened(table)
    passed(stream)
    for name, room in (("disk", 2 * stream.copied - 1), ("most", stream.copied - 1)):
        with monkeypatch.context() as small:
            usage = SimpleNamespace(free=room)
            if name == "disk":
                small.setattr("shutil.disk_usage", lambda _, usage=usage: usage)
            else:
                small.setattr(table_copy, "MOST_BYTES", room)
            other = opened(table)
            assert passed(other) == passed(stream)
            assert other.copied == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_write_that_fails_leaves_no_copy(table, monkeypatch):
    full = Path("/dev/full")
    monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: full.open("wb", 0))
    stream = opened(table)
    assert passed(stream) == passed(stream)
    assert stream.copied == 0


def test_no_table_of_less_than_the_least_size_is_copied(table, monkeypatch):
    size = table.stat().st_size
    for least, is_copied in ((size + 1, False), (size, True)):
        monkeypatch.setattr(table_copy, "LEAST_BYTES", least)
        stream = opened(table)
        passed(stream)
        assert bool(stream.copied) is is_copied


def test_the_command_tells_of_the_copy(table, capsys):
    words = ["train", str(table), "--stream", "--epochs", "2"]
    assert run([*words, "--no-copy"]) == 0
    plain = capsys.readouterr()
    assert "binary" not in plain.err
    assert run(words) == 0
    made = capsys.readouterr()
    assert "it was read from a copy in binary of 0 MB, which is gone now" in made.err
    assert plain.out == made.out
    assert run(["train", str(table), "--no-copy"]) == 2
    assert "--no-copy: goes with --stream only" in capsys.readouterr().err
