"""Arrow's columns as other programs write them: Parquet and Feather."""

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import pandas
import polars
import pyarrow
import pytest
from pyarrow import feather, ipc, parquet

from engine.data.sample_table import SampleTable, open_like, read_data
from engine.data.tables.read_options import ReadOptions
from engine.errors import UserError

DECIMALS = {
    "few digits": (pyarrow.decimal128(5, 1), ["0.3", "-0.7", "1234.5"]),
    "15 of 38": (pyarrow.decimal128(38, 15), ["0.3", "2.675", "-9.995"]),
    "17 digits": (pyarrow.decimal128(18, 17), ["0.30000000000000003", "0.1", "0.7"]),
    "more than 64 bits": (
        pyarrow.decimal128(38, 1),
        ["1844674407370955161.7", "1", "2"],
    ),
    "23 places": (pyarrow.decimal128(38, 23), ["0.3", "1E-23", "1.005"]),
    "256 bits": (pyarrow.decimal256(50, 30), ["0.3", "1E-30", "123456789.123456789"]),
    "hundreds": (pyarrow.decimal128(38, -2), ["100", "1E30", "-12300"]),
}


@pytest.mark.parametrize("kind", DECIMALS)
def test_a_decimal_is_the_nearest_float(tmp_path, kind):
    of_arrow, texts = DECIMALS[kind]
    cells = [Decimal(text) for text in texts]
    column = pyarrow.array([Decimal(0), *cells], of_arrow)[1:]
    table = pyarrow.table({"x": column, "class": ["a", "b", "a"]})
    feather.write_feather(table, tmp_path / "t.feather")
    expected = [float(Fraction(cell)) for cell in cells]
    assert read_data(tmp_path / "t.feather").X.ravel().tolist() == expected


def test_decimals_are_classes_as_they_are_written(tmp_path):
    level = pyarrow.array(
        [Decimal("0.3"), Decimal("0.1")] * 3, pyarrow.decimal128(3, 1)
    )
    table = pyarrow.table({"x": [1.0, 2, 3, 4, 5, 6], "level": level})
    parquet.write_table(table, tmp_path / "t.parquet")
    assert read_data(tmp_path / "t.parquet").class_names == ("0.1", "0.3")


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("suffix", [".feather", ".parquet"])
@pytest.mark.parametrize(
    "kind",
    [polars.String, polars.Binary, polars.Categorical, polars.Enum(["a ", "a", "b"])],
)
def test_words_of_polars_are_read_without_margins(tmp_path, kind, suffix, stream):
    path, words = tmp_path / f"t{suffix}", ["a", "a ", "b"]
    if kind == polars.Binary:
        words = [word.encode() for word in words]
    frame = polars.DataFrame(
        {"x": [0.5, 2, 3], "kind": polars.Series(words, dtype=kind)}
    )
    frame.write_parquet(path) if suffix == ".parquet" else frame.write_ipc(path)
    if stream:
        blocks = SampleTable.open(path).blocks(lambda rows: {*rows.labels})
        assert set.union(*(labels for labels, _ in blocks)) == {"a", "b"}
    else:
        data = read_data(path)
        assert (data.class_names, data.y.tolist()) == (("a", "b"), [0, 0, 1])


def written(frame, path):
    frame.to_parquet(path) if path.suffix == ".parquet" else frame.to_feather(path)
    return path


@pytest.mark.parametrize("suffix", [".feather", ".parquet"])
@pytest.mark.parametrize(
    ("codes", "names"),
    [
        ([1, 2, 3], "123"), (["1", "2", "3"], "123"), ([10, 2, 3], ["10", "2", "3"]),
        ([1.5, 2.0, 3.0], ["1.5", "2", "3"]), (["NA", "EU", "N/A"],) * 2,
    ],
)  # fmt: skip
def test_codes_that_are_declared_are_categories(tmp_path, codes, names, suffix):
    zone = pandas.Categorical([*codes, codes[0], None, codes[1]])
    frame = pandas.DataFrame({"a": [1.5, 2, 3, 4, 5, 6], "zone": zone})
    path = written(frame.assign(**{"class": list("pqpqpq")}), tmp_path / f"t{suffix}")
    data = read_data(path)
    assert data.feature_names == ("a",)
    assert "“zone”" in data.provenance.notes[0]
    options = ReadOptions(one_hot=True, missing="drop")
    data = read_data(path, options=options)
    levels = sorted(names)
    assert data.feature_names == ("a", *(f"zone={level}" for level in levels))
    expected = [[float(n == level) for level in levels] for n in [*names, names[0]]]
    assert data.X[:4, 1:].tolist() == expected
    again = open_like(path, data.provenance).read_all()
    assert again.X.tolist() == data.X.tolist()


def test_codes_are_found_again_among_plain_numbers(tmp_path):
    frame = pandas.DataFrame({"zone": [1, 2, 3], "class": ["p", "q", "p"]})
    coded = frame.astype({"zone": "category"})
    options = ReadOptions(one_hot=True, missing="drop")
    data = read_data(written(coded, tmp_path / "t.parquet"), options=options)
    new = pandas.DataFrame({"zone": [2, None, 3]})
    again = open_like(written(new, tmp_path / "new.parquet"), data.provenance)
    assert again.read_all().X.tolist() == [[0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize("suffix", [".feather", ".parquet"])
def test_two_codes_that_are_declared_stay_numbers(tmp_path, suffix):
    frame = pandas.DataFrame({"a": pandas.Categorical([1, 2, 1]), "class": list("pqp")})
    assert read_data(written(frame, tmp_path / f"t{suffix}")).X.tolist() == [
        [1],
        [2],
        [1],
    ]


@pytest.mark.parametrize("kind", [polars.Categorical, polars.Enum(["1", "2", "3"])])
def test_codes_of_polars_are_categories(tmp_path, kind):
    zone = polars.Series(["1", "2", "3"], dtype=kind)
    frame = polars.DataFrame({"zone": zone, "a": [1, 2, 4], "class": ["p", "q", "p"]})
    frame.write_parquet(tmp_path / "t.parquet")
    data = read_data(tmp_path / "t.parquet", options=ReadOptions(one_hot=True))
    assert data.feature_names == ("zone=1", "zone=2", "zone=3", "a")


@pytest.mark.parametrize("suffix", [".feather", ".parquet", ".jsonl"])
@pytest.mark.parametrize("declared", [False, True])
def test_na_in_text_is_a_class(tmp_path, suffix, declared):
    path, region = tmp_path / f"t{suffix}", ["NA", "EU", None, "AS", "EU"]
    frame = pandas.DataFrame({"a": [1.5, 2, 3, 4, 5], "region": region})
    if declared:
        frame["region"] = frame["region"].astype("category")
    if suffix == ".jsonl":
        frame.to_json(path, orient="records", lines=True)
    else:
        written(frame, path)
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert (data.class_names, data.y.tolist()) == (("AS", "EU", "NA"), [2, 1, 0, 1])
    guessed = not declared or suffix == ".jsonl"
    assert guessed == (
        "“NA” is a class, as it is text in the file (--missing-words NA if it stands "
        "for a missing one)." in data.provenance.notes
    )
    again = open_like(path, data.provenance).read_all()
    assert again.y.tolist() == data.y.tolist()
    options = ReadOptions(missing="drop", missing_words=("NA",))
    data = read_data(path, options=options)
    assert (data.class_names, data.n_samples) == (("AS", "EU"), 3)
    assert open_like(path, data.provenance).read_all().n_samples == 3


@pytest.mark.parametrize("labels", [["1", "NA", "2"], ["NA", "NA", "1"]])
def test_na_among_numbers_that_are_text_is_missing(tmp_path, labels):
    frame = pandas.DataFrame({"a": [1.5, 2, 3], "class": labels})
    with pytest.raises(UserError, match="“NA” stands for a missing value"):
        read_data(written(frame, tmp_path / "t.parquet"))


def test_reading_does_not_import_pandas(tmp_path):
    gaps = pyarrow.table(
        {
            "x": [1.5, None, 2.5, 3.5],
            "whole": pyarrow.array([None, 2, 3, 4], pyarrow.int16()),
            "price": [None, *map(Decimal, ("0.3", "1", "2"))],
            "class": pyarrow.array(["a", None, "b", "b"]),
        }
    )  # fmt: skip
    parquet.write_table(gaps, tmp_path / "t.parquet")
    feather.write_feather(gaps, tmp_path / "t.feather")
    (tmp_path / "t.csv").write_text('x,class\n1,a\n2,"b"\n')
    (tmp_path / "t.svm").write_text("1 1:2\n-1 2:3\n")
    (tmp_path / "t.json").write_text('[{"x": 1, "class": "a"}, {"x": 2}]')
    code = (
        "import sys\n"
        "from engine.data.tables.read_options import ReadOptions\n"
        "from engine.data.sample_table import read_data\n"
        "for path in sys.argv[1:]:\n"
        "    data = read_data(path, options=ReadOptions(missing='mean'))\n"
        "    print(data.X.tolist())\n"
        "assert 'pandas' not in sys.modules"
    )
    paths = sorted(map(str, tmp_path.iterdir()))
    run = subprocess.run(
        [sys.executable, "-c", code, *paths], check=True, capture_output=True, text=True
    )
    of_gaps = "[[1.5, 3.5, 1.5], [2.5, 3.0, 1.0], [3.5, 4.0, 2.0]]"
    assert run.stdout.splitlines() == [
        "[[1.0], [2.0]]", of_gaps, "[[1.0]]", of_gaps, "[[2.0, 0.0], [0.0, 3.0]]"
    ]  # fmt: skip


@pytest.mark.parametrize("suffix", [".feather", ".parquet"])
def test_an_index_with_a_name_is_data_and_one_without_is_none(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    index = pandas.MultiIndex.from_tuples(
        [("s", 0, 3), ("t", 1, 5), ("s", 2, 9)], names=["species", "width", None]
    )
    table = pyarrow.Table.from_pandas(pandas.DataFrame({"a": [1.5, 2, 3]}, index=index))
    write = feather.write_feather if suffix == ".feather" else parquet.write_table
    # Another program does not keep what pandas says of it.
    for kept in (table, table.replace_schema_metadata(None)):
        write(kept, path)
        data = read_data(path)
        assert data.feature_names == ("a", "width")
        assert data.X.tolist() == [[1.5, 0], [2, 1], [3, 2]]
        assert [data.class_names[code] for code in data.y] == ["s", "t", "s"]


@pytest.mark.parametrize("stream", [False, True])
def test_a_stream_of_arrow_is_read_in_parts(tmp_path, stream):
    path = tmp_path / "t.arrows"
    frame = polars.DataFrame({"x": [0.5, 2, 3, 4], "kind": [*"abab"]})
    frame.write_ipc_stream(path, compat_level=polars.CompatLevel.oldest())
    if not stream:
        path = path.rename(tmp_path / "t.arrow")
        assert read_data(path).X.ravel().tolist() == [0.5, 2, 3, 4]
        return
    table = pyarrow.table({"x": [0.5, 2, 3, 4], "kind": [*"abab"]})
    with ipc.new_stream(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)
    parts = SampleTable.open(path).blocks(lambda rows: rows.X.ravel().tolist())
    assert [*parts] == [([0.5, 2], 0.5), ([3, 4], 1)]


def test_names_of_classes_in_the_schema_are_used(tmp_path):
    features = {
        "x": {"dtype": "float64", "_type": "Value"},
        "label": {"names": ["neg", "pos"], "_type": "ClassLabel"},
    }
    told = {"huggingface": json.dumps({"info": {"features": features}})}
    table = pyarrow.table({"x": [0.5, 2, 3, 4], "label": [1, 0, -1, 1]})
    feather.write_feather(table.replace_schema_metadata(told), tmp_path / "t.feather")
    data = read_data(tmp_path / "t.feather", options=ReadOptions(missing="drop"))
    assert data.X.ravel().tolist() == [0.5, 2, 4]
    assert [data.class_names[code] for code in data.y] == ["pos", "neg", "pos"]
    wrong = table.set_column(1, "label", pyarrow.array([1, 0, 2, 1]))
    feather.write_feather(wrong.replace_schema_metadata(told), tmp_path / "t.feather")
    with pytest.raises(
        UserError, match=r"column label: has .*, but the file names only the cl"
    ):
        read_data(tmp_path / "t.feather")


@pytest.mark.parametrize(
    "told",
    [
        {"huggingface": "null"},
        {"huggingface": '{"info": null}'},
        {"huggingface": '{"info": {"features": [{"kind": 1}]}}'},
        {"huggingface": '{"info": {"features": {"kind": {"_type": "ClassLabel"}}}}'},
        {"huggingface": "\udcff".encode("utf-8", "surrogateescape")},
        {"pandas": '{"columns": [{"name": "kind"}, null, 1]}'},
        {"pandas": '{"columns": null}'},
        {"pandas": "{oops"},
    ],
)
def test_what_programs_keep_of_their_own_in_another_shape_is_passed_over(
    tmp_path, told
):
    table = pyarrow.table({"x": [0.5, 2], "kind": [1, 0]}).replace_schema_metadata(told)
    feather.write_feather(table, tmp_path / "t.feather")
    assert read_data(tmp_path / "t.feather").class_names == ("0", "1")


@pytest.mark.parametrize("suffix", [".feather", ".parquet"])
def test_what_pyarrow_has_not_implemented_is_not_called_damaged(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    wide = polars.Series([1, 2], dtype=polars.Int128)
    frame = polars.DataFrame({"x": wide, "kind": ["a", "b"]})
    frame.write_parquet(path) if suffix == ".parquet" else frame.write_ipc(path)
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert str(refused.value) == (
        f"{path}: holds what cannot be read here (Integers with more than 64 bits not "
        "implemented): save it in another way, such as CSV"
    )


@pytest.mark.parametrize(
    ("suffix", "cell"),
    [
        (".feather", [1, 2]), (".feather", {"p": 1}), (".parquet", [1, 2]),
        (".parquet", {"p": 1}), (".json", [1, 2]),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "options", [ReadOptions(), ReadOptions(drop=("tags",)), ReadOptions(only=("a",))]
)
def test_lists_and_objects_beside_good_columns_are_left_out(
    tmp_path, suffix, cell, options
):
    path = tmp_path / f"t{suffix}"
    frame = polars.DataFrame({"tags": [cell] * 2, "a": [1.5, 2], "class": ["u", "v"]})
    if suffix == ".json":
        frame.write_json(path)
    else:
        frame.write_parquet(path) if suffix == ".parquet" else frame.write_ipc(path)
    data = read_data(path, options=options)
    assert (data.feature_names, data.X.tolist()) == (("a",), [[1.5], [2]])
    assert open_like(path, data.provenance).read_all().X.tolist() == [[1.5], [2]]
    notes = [note for note in data.provenance.notes if "tags" in note]
    why = "as told" if options.drop else "which holds "
    assert len(notes) == (not options.only)
    assert all(note.startswith(f"Left out: column “tags”, {why}") for note in notes)
    for used in (ReadOptions(keep=("tags",)), ReadOptions(target="tags")):
        with pytest.raises(UserError, match=r"(column|key) tags: holds "):
            read_data(path, options=used)


@pytest.mark.parametrize("coding", ["DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"])
def test_text_in_the_newer_codings_of_parquet_is_read(tmp_path, coding):
    # As DuckDB writes it with PARQUET_VERSION v2.
    table = pyarrow.table({"x": [1.5, 2.5, 3.5], "class": ["a", "b", "a"]})
    path = tmp_path / "t.parquet"
    parquet.write_table(
        table, path, use_dictionary=False, column_encoding={"class": coding}
    )
    data = read_data(path)
    assert data.class_names == ("a", "b")
    assert data.y.tolist() == [0, 1, 0]
