"""A table that is refused is read with the one flag that the message names."""

import re
import shlex

import pandas
import pytest

from engine.cli.main import run

N = 240
MEASURED = [i / 7 for i in range(N)]
TABLES = {
    "measurements are called as classes are": (
        {"size": range(N), "in town": [i % 2 for i in range(N)], "y": MEASURED},
        "has 240 different labels, at most 100 are possible: choose another target "
        "column, such as 'in town' (--target 'in town')",
        N,
    ),
    "several columns could be classes": (
        {"class": MEASURED, "a": [1, 2, 3] * 80, "c": [0, 1] * 120},
        "choose another target column, such as c or a (--target c)",
        N,
    ),
    "measurements alone are left beside text": (
        {"age": ["young", "old"] * 120, "y": MEASURED},
        "no column of numbers is left beside “y”, which has too many values for "
        "classes: choose another target, such as age (--target age)",
        N,
    ),
    "a name that an option cannot hold": (
        {"at": range(N), "so, so": [1, 2, 3] * 80, "y": MEASURED},
        "such as 2 (--target 2)",
        N,
    ),
    "words far down in a column of numbers": (
        {"family": [*range(N - 1), "136A"], "x": MEASURED, "sex": ["f", "m"] * 120},
        "column family: “136A” is not a number: correct it, leave such rows out "
        "(--bad-rows drop) or the column (--drop family), or take it for missing "
        "(--missing-words 136A)",
        N - 1,
    ),
    "some values are missing": (
        {"a": [None, *MEASURED[1:]], "b": MEASURED, "sex": ["f", "m"] * 120},
        "(--missing drop, --missing mean)",
        N - 1,
    ),
    "a value is missing in each row": (
        {"a": [None, 1.5] * 120, "b": [2.5, None] * 120, "sex": ["f", "m"] * 120},
        "in all, 240 values of “a”, “b” are missing in the 240 rows: fill in the means "
        "(--missing mean), as every row lacks something",
        N,
    ),
}  # fmt: skip


def accepted(capsys, *argv):
    assert run([str(word) for word in argv]) == 0
    return capsys.readouterr().out


def refused(capsys, *argv):
    assert run([str(word) for word in argv]) == 2
    return capsys.readouterr().err.splitlines()[-1]


def written(folder, columns, suffix):
    path = folder / f"table{suffix}"
    frame = pandas.DataFrame(columns)
    if suffix == ".csv":
        frame.to_csv(path, index=False)
    elif suffix == ".json":
        frame.to_json(path, orient="records")
    else:
        frame.astype({k: str for k in frame if frame[k].dtype == object}).to_parquet(
            path
        )
    return path


@pytest.mark.parametrize("suffix", [".csv", ".json"])
@pytest.mark.parametrize(
    ("columns", "message", "samples"), TABLES.values(), ids=list(TABLES)
)
def test_a_refusal_names_the_flag(capsys, tmp_path, columns, message, samples, suffix):
    path = written(tmp_path, columns, suffix)
    said = refused(capsys, "train", path)
    assert message in said
    flag = shlex.split(re.search(r"\((--[\w-]+ [^(),]+)", said)[1])
    assert f"{samples} samples;" in accepted(capsys, "train", path, *flag)


def test_too_many_classes_of_a_stream(capsys, tmp_path):
    columns, *_ = TABLES["measurements are called as classes are"]
    path = written(tmp_path, columns, ".csv")
    said = refused(capsys, "train", path, "--stream")
    assert "has more than 100 different labels" in said
    assert said.endswith("(--target 'in town')")


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_what_is_left_when_all_rows_are_dropped(capsys, tmp_path, suffix):
    columns, *_ = TABLES["a value is missing in each row"]
    path = written(tmp_path, columns, suffix)
    said = refused(capsys, "train", path, "--missing", "drop")
    assert said.endswith(
        "no row is left: 240 rows with missing values: fill in the means (--missing "
        "mean)"
    )


def test_none_is_a_class(capsys, tmp_path):
    path = tmp_path / "arthritis.csv"
    path.write_text("age,improved\n40,None\n41,Some\n60,Marked\n70,None\n")
    said = accepted(capsys, "train", path)
    assert "classes Marked 1, None 2, Some 1" in said


def test_one_value_alone_is_no_target_where_others_are(capsys, tmp_path):
    path = tmp_path / "vote.csv"
    rows = "".join(f"{i % 7},{i % 2},1\n" for i in range(40))
    path.write_text("age,vote,one\n" + rows)
    assert "classes 0 20, 1 20" in accepted(capsys, "train", path)


def test_rows_that_are_named_are_not_to_be_made_features(capsys, tmp_path):
    path = tmp_path / "euro.csv"
    path.write_text('"","x"\n"ATS",13.76\n"BEF",40.33\n"DEM",1.95\n')
    said = refused(capsys, "train", path)
    assert "--one-hot" not in said
    assert "no column of numbers is left beside “x”" in said


@pytest.mark.parametrize("rows", [2, 60_000])
def test_a_header_in_the_middle_is_called_so(capsys, tmp_path, rows):
    path = tmp_path / "joined.csv"
    path.write_text(("p,q,class\n" + "1,2.5,a\n4,3,b\n" * (rows // 2)) * 2)
    said = refused(capsys, "train", path)
    assert said.endswith(
        f"joined.csv, line {rows + 2}: is the header again, as where tables were put "
        "together: delete this row, or leave such rows out (--bad-rows drop)"
    )
    told = accepted(capsys, "train", path, "--bad-rows", "drop")
    assert f"{2 * rows} samples;" in told


@pytest.mark.parametrize(
    ("options", "remedy"),
    [
        (["--validation", "0.003"], "regard to the classes (--no-stratify)"),
        (["--delimiter", r"\x41"], "but none that stands in numbers or words)"),
        (["--test", "2"], "--test: 2 is out of range: give a number from 0 to 1"),
        (["--split-seed", "1.5"], "“1.5” is not a whole number: give one"),
        (["--weight", "m"], "--weight m: there is no column of numbers “m” beside"),
    ],
)
def test_what_helps_is_named(capsys, tmp_path, options, remedy):
    path = written(
        tmp_path, {"p": range(N), "q": MEASURED, "k": ["a", "b"] * 120}, ".csv"
    )
    assert remedy in refused(capsys, "train", path, *options)
