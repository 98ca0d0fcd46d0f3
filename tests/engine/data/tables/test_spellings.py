"""Words that differ by blanks or line ends alone: one, and said; or apart."""

import json

import numpy as np
import openpyxl
import pyarrow
import pyarrow.feather
import pyarrow.parquet
import pytest
from scipy.io import savemat

from engine.cli.main import run
from engine.data.sample_table import read_data
from engine.data.tables import row_blocks
from engine.data.tables.read_options import ReadOptions


def written(folder, suffix, words):
    """Write a number, a word and a class, the first of which is odd."""
    columns = {
        "x": [1.5, -2.0, 0.25, 8.0], "kind": words, "class": words,
    }  # fmt: skip
    cells = [*zip(*columns.values(), strict=True)]
    path = folder / ("t" + suffix.lstrip('"'))
    if suffix == ".parquet":
        pyarrow.parquet.write_table(pyarrow.table(columns), path)
    elif suffix == ".feather":
        coded = pyarrow.array(words).dictionary_encode()
        table = pyarrow.table(columns | {"class": coded, "kind": coded})
        pyarrow.feather.write_feather(table, path)
    elif suffix == ".json":
        rows = [dict(zip(columns, row, strict=True)) for row in cells]
        path.write_text(json.dumps(rows))
    elif suffix == ".npy":
        kinds = [("x", float), ("kind", "U9"), ("class", "U9")]
        np.save(path, np.array(cells, kinds))
    elif suffix == ".xlsx":
        book = openpyxl.Workbook()
        for row in (columns, *cells):
            book.active.append([*row])
        book.save(path)
    else:  # a blank cell in quotes is looked at with care
        quoted = '"x"' if suffix == '".csv' else "x"
        rows = [",".join(map(str, row)) for row in cells]
        path.write_text("\n".join([f"{quoted},kind,class", *rows, ""]))
    return path


FORMATS = [".csv", '".csv', ".parquet", ".feather", ".json", ".npy", ".xlsx"]


@pytest.mark.parametrize("suffix", FORMATS)
def test_words_that_differ_by_blanks_are_one_and_that_is_said(tmp_path, suffix):
    options = ReadOptions(one_hot=True)
    for odd in (" lead", "lead\u00a0", "lead\t"):
        path = written(tmp_path, suffix, [odd, "tin", "lead", "tin"])
        data = read_data(path, options=options)
        assert data.class_names == ("lead", "tin")
        assert data.feature_names == ("x", "kind=lead", "kind=tin")
        said = "“lead” is written with other blanks or line ends too: it counts as one"
        assert [note for note in data.provenance.notes if said in note] == [
            f"{said} class.",
            f"{said} word of “kind”.",
        ]


@pytest.mark.parametrize("suffix", FORMATS)
def test_what_is_written_in_one_way_is_not_told(tmp_path, suffix):
    for words in ([" lead", "tin", " lead", "tin"], [" 1", "2", "1", "2"]):
        path = written(tmp_path, suffix, words)
        assert "blanks" not in " ".join(read_data(path).provenance.notes)


@pytest.mark.parametrize("suffix", [".json", ".parquet", ".npy"])
def test_words_that_differ_by_a_line_end_are_two_where_text_is_typed(tmp_path, suffix):
    data = read_data(written(tmp_path, suffix, ["a\nb", "tin", "a b", "tin"]))
    assert data.class_names == ("a\nb", "a b", "tin")


def test_words_that_differ_by_a_line_end_are_one_in_a_sheet_and_said(tmp_path):
    said = "is written with other blanks or line ends too: it counts as one class."
    for odd, word in (("a\nb", "a b"), ("a b\n", "a b"), ("a\n", "a")):
        data = read_data(written(tmp_path, ".xlsx", [odd, "tin", word, "tin"]))
        assert data.class_names == (word, "tin")
        assert f"“{word}” {said}" in data.provenance.notes
    data = read_data(written(tmp_path, ".xlsx", ["a\nb", "tin", "a\nb", "tin"]))
    assert "blanks" not in " ".join(data.provenance.notes)


def test_a_word_in_a_cell_of_matlab_has_its_blanks(tmp_path):
    words = np.array(["lead ", "tin", "lead", "tin"], object)
    path = tmp_path / "t.mat"
    savemat(path, {"X": np.eye(4), "y": words[:, None]})
    assert "“lead” is written" in " ".join(read_data(path).provenance.notes)
    savemat(path, {"X": np.eye(4), "y": words.astype(str)})
    data = read_data(path)
    assert data.class_names == ("lead", "tin")
    assert "is written" not in " ".join(data.provenance.notes)


def test_a_spelling_that_comes_late_is_told_of_a_stream_too(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(row_blocks, "HEAD_BYTES", 40)
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 40)
    path = tmp_path / "t.csv"
    rows = "".join(f"{i},{-i},{'tin' if i % 2 else 'lead'}\n" for i in range(50))
    path.write_text(f"a,b,y\n{rows}7,8, lead\n")
    for stream in ([], ["--stream"]):
        assert run(["train", str(path), *stream, "--epochs", "1"]) == 0
        said = capsys.readouterr().err
        assert said.count("“lead” is written with other blanks") == 1


def test_samples_of_both_spellings_are_counted_for_weights(tmp_path, capsys):
    """Four of each class are balanced as they are: each counts once."""
    path = tmp_path / "t.csv"
    rows = ["1,lead", "2, lead", "-1,tin", "3,lead", "4, lead", "-2,tin", "-3,tin"]
    path.write_text("\n".join(["a,y", *rows, "-4,tin", ""]))
    outs = []
    for words in ([], ["--class-weight", "balanced"]):
        argv = ["train", str(path), "--stream", "--epochs", "1", *words]
        assert run(argv) == 0
        outs.append(capsys.readouterr().out.partition("score:")[2])
    assert outs[0] == outs[1]


MIXED = "is text in some rows and not in others: both are taken for one."


@pytest.mark.parametrize(("value", "word"), [(1, "1"), (-2.5, "-2.5"), (True, "true")])
def test_a_value_that_is_text_in_other_cells_of_a_sheet_is_said(tmp_path, value, word):
    options = ReadOptions(drop=("kind",))
    path = written(tmp_path, ".xlsx", [value, "b", f" {word}", "b"])
    notes = read_data(path, options=options).provenance.notes
    assert f"“{word}” of “class” {MIXED}" in notes
    path = written(tmp_path, ".xlsx", [word, "b", word, "b"])
    notes = read_data(path, options=options).provenance.notes
    assert MIXED not in " ".join(notes)


@pytest.mark.parametrize(("value", "word"), [(1, "1"), (True, "true"), (None, "")])
def test_a_value_with_and_without_quotes_is_one_and_that_is_said(
    tmp_path, monkeypatch, value, word
):
    monkeypatch.setattr("engine.data.formats.json_records.RECORDS", 2)
    classes = [value, "b", word, "b"]
    rows = [{"x": i, "class": label} for i, label in enumerate(classes)]
    path = tmp_path / "t.json"
    path.write_text(json.dumps(rows))
    data = read_data(path, options=ReadOptions(missing="drop"))
    said = f"“{word}” of “class” {MIXED}"
    assert (said in data.provenance.notes) == bool(word)
    assert word or "is text" not in " ".join(data.provenance.notes)
    assert data.y[1] == data.y[-1]
