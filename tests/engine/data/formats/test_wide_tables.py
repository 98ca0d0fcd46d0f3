"""Tables with very many columns: read in time, or refused as soon as they are seen."""

import cProfile
import json
import time

import numpy as np
import pytest

from engine.data.sample_table import read_data
from engine.data.table_preview import read_preview
from engine.data.tables.data_file import MOST_COLUMNS
from engine.errors import UserError

SUFFIXES = (".csv", ".tsv", ".txt", ".tab", ".arff", ".svm", ".json", ".npz", ".npy")
SUFFIXES += (".xlsx", ".parquet", ".feather")


def write(path, width, delimiter=","):
    """Write two samples of so many columns, the last of them the classes."""
    names = [*(f"f{j}" for j in range(1, width)), "class"]
    numbers = np.arange(2.0 * (width - 1)).reshape(2, -1) / 8
    rows = [[*map(str, row), label] for row, label in zip(numbers, "ab", strict=True)]
    between = {".tsv": "\t", ".tab": "\t", ".txt": " "}.get(path.suffix, delimiter)
    lines = [between.join(row) for row in (names, *rows)]
    match path.suffix:
        case ".tab":
            roles = "\t" * (width - 1) + "class"
            lines[1:1] = ["\t".join(["c"] * (width - 1) + ["d"]), roles]
        case ".arff":
            declared = [f"@attribute {name} numeric" for name in names[:-1]]
            lines = [*declared, "@attribute class {a,b}", "@data", *lines[1:]]
            lines.insert(0, "@relation wide")
        case ".svm":
            pairs = (" ".join(f"{j}:{x}" for j, x in enumerate(r, 1)) for r in numbers)
            lines = [f"{sign}1 {some}" for sign, some in zip("-+", pairs, strict=True)]
        case ".json":
            lines = [json.dumps([dict(zip(names, r, strict=True)) for r in rows])]
        case ".npz":
            np.savez(path, X=numbers, y=np.array(["a", "b"]))
        case ".npy":
            np.save(path, np.column_stack([numbers, [0.0, 1.0]]))
        case ".xlsx":
            openpyxl = pytest.importorskip("openpyxl")
            book = openpyxl.Workbook(write_only=True)
            sheet = book.create_sheet()
            for row in (names, *rows):
                sheet.append(row)
            book.save(path)
        case ".parquet" | ".feather":
            import pyarrow
            from pyarrow import feather, parquet

            table = pyarrow.table([*numbers.T, ["a", "b"]], names=names)
            how = parquet if path.suffix == ".parquet" else feather
            getattr(how, "write_table", getattr(how, "write_feather", None))(
                table, path
            )
    if not path.exists():
        path.write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_one_column_too_many_is_refused_with_the_number_and_the_limit(tmp_path, suffix):
    path = tmp_path / f"wide{suffix}"
    more = 2 if suffix == ".svm" else 1  # its label is no column
    write(path, MOST_COLUMNS + more)
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert str(refused.value) == (
        f"{path}: has 10,001 columns, at most 10,000 can be read: save a file with "
        "those that matter"
    )


def test_sparse_samples_are_refused_by_their_highest_index(tmp_path):
    path = tmp_path / "sparse.svm"
    path.write_text("1 1:2 3:1\n-1 2:1 2000000000:1\n")
    with pytest.raises(UserError, match="has 2,000,000,000 columns, at most 10,000"):
        read_data(path)


def test_a_second_row_that_is_wider_is_refused_at_once(tmp_path):
    path = tmp_path / "ragged.csv"
    path.write_text("x,y,class\n" + "1," * 200_000 + "a\n")
    with pytest.raises(UserError, match="line 2: has 200,001 cells where the first"):
        read_data(path)


@pytest.mark.parametrize("suffix", [".csv", ".svm"])
def test_the_time_to_read_grows_as_the_columns_do(tmp_path, suffix):
    few, many = tmp_path / f"few{suffix}", tmp_path / f"many{suffix}"
    write(few, 1000)
    write(many, 4000)
    read_data(few)  # what is imported on the way
    seconds = []
    for path in (few, many):
        start = time.process_time()
        assert read_data(path).n_samples == 2
        seconds.append(time.process_time() - start)
    assert seconds[1] < 10 * seconds[0] + 0.2


def test_the_rows_under_a_long_header_are_looked_at(tmp_path):
    path = tmp_path / "wide.csv"
    write(path, MOST_COLUMNS)
    preview = read_preview(path)
    assert (preview.fault, len(preview.rows)) == ("", 2)


def test_a_column_of_parquet_costs_few_calls(tmp_path):
    """Most of what pandas is asked for is asked of all columns at once."""
    calls = []
    for width in (100, 100, 500):  # once for what is imported on the way
        path = tmp_path / f"{width}.parquet"
        write(path, width)
        with cProfile.Profile() as profile:
            assert read_data(path).n_features == width - 1
        calls.append(sum(entry.callcount for entry in profile.getstats()))
    assert calls[2] - calls[1] < 400 * 500
