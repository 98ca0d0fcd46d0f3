"""The copy of a table in binary: the same samples, for that table as it is now."""

import json
import os
import zlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from engine import Recipe, Tape
from engine.cli.main import run
from engine.data.classes import Classes
from engine.data.formats import row_blocks, table_copy, text_table
from engine.data.formats.read_options import ReadOptions
from engine.data.formats.sample_table import NoSuchClass, SampleTable, read_data
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


def passed(path, options=None, *, keep=True):
    """Go over a table once."""
    stream = SampleTable.open(path, options or ReadOptions())
    if keep:
        stream.keep_copy()
    found = [one for one, _ in stream.blocks(lambda block: block)]
    X = np.concatenate([one.X for one in found])
    labels = [one.labels[i] for one in found for i in one.which.tolist()]
    return X, labels, stream


def copies(folder):
    return sorted(folder.iterdir()) if folder.exists() else []


def test_the_second_pass_reads_the_same_from_the_copy(table, monkeypatch, folder):
    X, labels, stream = passed(table)
    assert [copy.stat().st_mode & 0o777 for copy in copies(folder)] == [0o600]
    assert 0 < stream.copied < copies(folder)[0].stat().st_size
    with monkeypatch.context() as without:
        without.setattr(text_table, "fast_rows", None)  # nothing is parsed
        again, labels_again, _ = passed(table)
    assert again.tobytes() == X.tobytes()
    assert labels_again == labels
    np.testing.assert_array_equal(X, read_data(table).X)


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
    for _ in range(2):  # the copy made, the copy there
        stream = SampleTable.open(table)
        stream.keep_copy()
        found = run_out_of_core(stream, recipe, lambda *_: None)
        assert found.model.weights.tobytes() == tape.model().weights.tobytes()
        assert found.model.training_error == tape.model().training_error


def test_a_table_that_was_changed_is_parsed_again(table, folder):
    before, _, _ = passed(table)
    text = table.read_text(encoding="utf-8")
    when = table.stat().st_mtime_ns
    table.write_text(text.replace("e-", "e+"), encoding="utf-8")  # of the same size
    os.utime(table, ns=(when, when + 1))
    after, _, _ = passed(table)
    assert not np.array_equal(before, after)
    assert len(copies(folder)) == 1  # that of the table as it was is deleted


def test_a_table_read_in_another_way_has_another_copy(table, folder):
    passed(table)
    X, _, _ = passed(table, ReadOptions(drop=("q",)))
    assert X.shape == (400, 2)
    assert len(copies(folder)) == 2


@pytest.mark.parametrize("damage", ["cut", "emptied", "end"])
def test_a_damaged_copy_is_made_anew(table, folder, damage):
    X, _, _ = passed(table)
    (copy,) = copies(folder)
    whole = copy.read_bytes()
    cut = {"cut": whole[:-9], "emptied": b"", "end": whole[:-8] + b"\xff" * 8}
    copy.write_bytes(cut[damage])
    again, _, _ = passed(table)
    assert again.tobytes() == X.tobytes()
    assert copy.read_bytes() == whole


@pytest.mark.parametrize("where", [0, 7_000, 0.5, 0.999])
def test_nothing_is_learned_from_a_copy_with_a_byte_that_flipped(table, folder, where):
    X, labels, stream = passed(table)
    (copy,) = copies(folder)
    whole = copy.read_bytes()
    place = where if where >= 1 else int(where * stream.copied)
    copy.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    with pytest.raises(UserError, match="is damaged and has been deleted: start again"):
        passed(table)
    assert copies(folder) == []
    again, labels_again, _ = passed(table)
    assert again.tobytes() == X.tobytes()
    assert labels_again == labels


def test_what_is_told_of_a_copy_has_no_byte_that_flipped(table, folder):
    X, labels, _ = passed(table)
    (copy,) = copies(folder)
    whole = copy.read_bytes()
    for place in range(whole.index(b"yes"), len(whole), 97):
        copy.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        again, labels_again, _ = passed(table)
        assert again.tobytes() == X.tobytes()
        assert labels_again == labels
        assert copy.read_bytes() == whole


def test_there_is_no_copy_beyond_the_bound_nor_an_old_one(
    table, tmp_path, folder, monkeypatch
):
    other = tmp_path / "u.csv"
    other.write_bytes(table.read_bytes())
    _, _, stream = passed(table)
    monkeypatch.setattr(table_copy, "MOST_BYTES", stream.copied + 5_000)
    passed(other)
    (kept,) = copies(folder)  # the older one is gone
    passed(other)
    assert copies(folder) == [kept]
    monkeypatch.setattr(table_copy, "MOST_BYTES", stream.copied - 1)
    third = tmp_path / "v.csv"
    third.write_bytes(table.read_bytes())
    _, _, stream = passed(third)
    assert stream.copied == 0
    assert copies(folder) == [kept]


def test_a_pass_that_is_left_leaves_nothing(table, folder):
    stream = SampleTable.open(table)
    stream.keep_copy()
    blocks = stream.blocks(lambda block: None)
    next(blocks)
    blocks.close()
    assert copies(folder) == []


def test_where_nothing_can_be_written_the_table_is_parsed(table, folder):
    folder.write_text("in the way")
    X, _, stream = passed(table)
    assert X.shape == (400, 3)
    assert stream.copied == 0


def test_what_was_left_out_is_told_from_the_copy_too(tmp_path, folder):
    path = tmp_path / "t.csv"
    rows = [f"{i},{'NA' if i % 5 == 0 else 2},{'xy'[i % 2]}" for i in range(300)]
    path.write_text("a,b,class\n" + "\n".join(rows) + "\n")
    options = ReadOptions(missing="drop")
    told = [passed(path, options)[2].notes for _ in range(2)]
    assert told[0] == told[1]
    assert any("60 rows with missing values" in note for note in told[0])
    stream = SampleTable.open(path, options)
    stream.keep_copy()
    recipe = Recipe("perceptron", epochs=1, order="given")
    with pytest.raises(NoSuchClass, match="line 3, column class: class “y”"):
        run_out_of_core(stream, recipe, lambda *_: None, Classes(["x", "z"]))


def test_the_command_tells_of_the_copy(table, folder, capsys):
    words = ["train", str(table), "--stream", "--epochs", "2"]
    assert run([*words, "--no-copy"]) == 0
    plain = capsys.readouterr()
    assert "binary" not in plain.err
    assert copies(folder) == []
    assert run(words) == 0
    made = capsys.readouterr()
    assert f"0 MB of it in binary are kept in {folder}" in made.err
    assert run(words) == 0
    used = capsys.readouterr()
    assert f"is read from its copy in binary, {copies(folder)[0]}" in used.err
    assert plain.out == made.out == used.out
    assert run(["train", str(table), "--no-copy"]) == 2
    assert "--no-copy: goes with --stream only" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["error", "drop"])
def test_it_counts_features_labels_and_the_rows_that_are_used(tmp_path, missing):
    path = tmp_path / "t.csv"
    cells = [("" if missing == "drop" and i % 2 else str(i)) for i in range(40)]
    path.write_text(
        "x,kind\n"
        + "".join(f"{one},{'ab'[i % 3 % 2]}\n" for i, one in enumerate(cells))
    )
    _, labels, stream = passed(path, ReadOptions(missing=missing))
    n = len(labels)
    assert n == sum(map(bool, cells))
    assert stream.copied == n * (8 + 1 + (8 if missing == "drop" else 0))


def test_no_table_of_less_than_the_least_size_is_copied(table, monkeypatch, folder):
    size = table.stat().st_size
    monkeypatch.setattr(table_copy, "LEAST_BYTES", size + 1)
    passed(table)
    assert not copies(folder)
    monkeypatch.setattr(table_copy, "LEAST_BYTES", size)
    passed(table)
    assert copies(folder)


@pytest.mark.parametrize(("n", "kept"), [(256, 1), (257, 0)])
def test_a_byte_has_room_for_256_labels_of_a_block(
    tmp_path, folder, monkeypatch, n, kept
):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 100_000)
    path = tmp_path / "t.csv"
    path.write_text("x,kind\n" + "".join(f"{i},k{i}\n" for i in range(n)))
    passed(path, ReadOptions(target="kind"))
    assert len(copies(folder)) == kept


def test_the_copy_of_a_table_with_missing_values_is_read(tmp_path, monkeypatch):
    path = tmp_path / "t.csv"
    rows = (f"{i if i % 3 else ''},{'ab'[i % 2]}" for i in range(900))
    path.write_text("\n".join(["x,kind", *rows]) + "\n")
    X, labels, _ = passed(path, ReadOptions(missing="drop"))
    monkeypatch.setattr(text_table, "fast_rows", None)
    again, found, _ = passed(path, ReadOptions(missing="drop"))
    assert np.array_equal(X, again)
    assert labels == found


def test_pages_of_a_large_block_are_known_by_their_place(table, folder, monkeypatch):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 100_000)
    X, labels, _ = passed(table)
    with monkeypatch.context() as without:
        without.setattr(text_table, "fast_rows", None)
        again, found, _ = passed(table)
    assert again.tobytes() == X.tobytes()
    assert found == labels
    (copy,) = copies(folder)
    whole, page = copy.read_bytes(), table_copy.PAGE
    assert len(whole) > 2 * page
    copy.write_bytes(whole[page : 2 * page] + whole[:page] + whole[2 * page :])
    with pytest.raises(UserError, match="is damaged and has been deleted: start again"):
        passed(table)


def test_copies_lie_in_the_folder_for_what_can_be_made_anew(monkeypatch):
    monkeypatch.setattr(
        "platformdirs.user_cache_dir",
        lambda name, *, appauthor: f"/cache/{name}/{appauthor}",
    )
    assert FOLDER() == Path("/cache/perceptron-lab/False/tables")


@pytest.mark.parametrize(
    "changed",
    [{"end": 1}, {"width": 4}, {"blocks": []}, {"width": None}, {"counts": 7}],
)
def test_a_copy_that_tells_what_is_not_so_is_made_anew(table, folder, changed):
    X, _, _ = passed(table)
    (copy,) = copies(folder)
    whole = copy.read_bytes()
    length = int.from_bytes(whole[-8:], "little")
    told = json.loads(whole[-16 - length : -16]) | changed
    end = json.dumps(told).encode()
    for number in (zlib.crc32(end), len(end)):
        end += number.to_bytes(8, "little")
    copy.write_bytes(whole[: -16 - length] + end)
    again, _, _ = passed(table)
    assert again.tobytes() == X.tobytes()
    assert copy.read_bytes() == whole


def test_copies_that_nobody_goes_on_to_write_are_deleted(table, folder):
    folder.mkdir()
    for name, age in (("old.part", 86_500), ("young.part", 86_000), ("o.txt", 90_000)):
        (folder / name).write_text("")
        when = (folder / name).stat().st_mtime - age
        os.utime(folder / name, (when, when))
    passed(table)
    assert {one.name for one in copies(folder) if one.suffix != ".table"} == {
        "young.part", "o.txt",
    }  # fmt: skip


def test_the_copy_of_a_table_that_is_gone_is_deleted(table, tmp_path, folder):
    passed(table)
    (first,) = copies(folder)
    other = tmp_path / "u.csv"
    other.write_bytes(table.read_bytes())
    table.unlink()
    passed(other)
    assert first not in copies(folder)
    assert len(copies(folder)) == 1


def test_a_disk_without_room_has_no_copy(table, folder, monkeypatch):
    _, _, stream = passed(table)
    (copy,) = copies(folder)
    copy.unlink()
    for free, kept in ((2 * stream.copied - 1, 0), (2 * stream.copied + 1, 1)):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr("shutil.disk_usage", lambda _, usage=usage: usage)
        X, _, again = passed(table)
        assert X.shape == (400, 3)
        assert len(copies(folder)) == kept
        assert again.copied == kept * stream.copied


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_write_that_fails_leaves_no_copy(table, folder, monkeypatch):
    write, written = os.fdopen, []

    def failing(number, *words, **more):
        file = write(number, *words, **more)
        if "wb" in words:
            written.append(number)
            file.close()
            return open("/dev/full", *words, **more)
        return file

    monkeypatch.setattr("os.fdopen", failing)
    X, _, stream = passed(table)
    assert written
    assert (X.shape, stream.copied, copies(folder)) == ((400, 3), 0, [])


def test_a_copy_that_is_used_is_not_the_oldest(table, tmp_path, folder, monkeypatch):
    other, third = tmp_path / "u.csv", tmp_path / "v.csv"
    for path in (other, third):
        path.write_bytes(table.read_bytes())
    _, _, stream = passed(table)
    (first,) = copies(folder)
    passed(other)
    (second,) = {*copies(folder)} - {first}
    for age, copy in enumerate((second, first), 1):
        os.utime(copy, (1e9 - age, 1e9 - age))
    passed(table)  # from its copy, which is the younger one then
    size = first.stat().st_size
    monkeypatch.setattr(table_copy, "MOST_BYTES", size + stream.copied + 100)
    passed(third)
    assert first in copies(folder)
    assert second not in copies(folder)
    assert len(copies(folder)) == 2
