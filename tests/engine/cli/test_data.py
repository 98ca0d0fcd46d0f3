"""The data of a headless command: what is read, left out, refused."""

import gzip

import pytest

from engine.cli.main import run
from tests.engine.cli.test_train import accepted, refused


def test_target(capsys, tmp_path):
    path = tmp_path / "first.csv"
    path.write_text("kind,p\nno,-1\nyes,1\n")
    for target in ("kind", "1"):
        assert "features p;" in accepted(capsys, "train", path, "--target", target)


SEMI = """Art;Länge;Breite;Klasse
rot;2,5;1;0
blau;-1;-2,5;1
rot;1;3;0
grün;-2;{};1
"""


@pytest.fixture
def semi(tmp_path):
    def write(cell="0"):
        path = tmp_path / "semi.csv"
        path.write_text(SEMI.format(cell), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    "argv", [["train"], ["train", "--stream"], ["search", "--grid=epochs=1,2"]]
)
def test_a_column_of_text_is_left_out_and_said(capsys, semi, argv):
    words = [*argv, semi(), "--target", "Klasse"]
    words += ["--folds", "2"] if argv[0] == "search" else []
    assert run([str(word) for word in words]) == 0
    out, err = capsys.readouterr()
    assert "features Länge, Breite" in out
    said = "left out: column “Art”, text (--one-hot makes features of it)"
    assert err == f"perceptron-lab: {said}\n"


@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_of_named_columns_only_those_are_read(capsys, semi, stream):
    words = ["--target", "Klasse", "--features", "Länge", *stream]
    out = accepted(capsys, "train", semi("odd"), *words)
    assert "4 samples; features Länge; classes 0 2, 1 2" in out
    err = refused(capsys, "train", semi(), *words[:2], "--features=Art", *stream)
    assert "“Art” holds text: make features of it (--one-hot)" in err


@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_an_odd_cell_among_numbers_is_a_fault(capsys, semi, stream):
    words = ["train", str(semi("odd")), "--target", "Klasse", *stream]
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "semi.csv, line 5, column Breite: “odd” is not a number" in err


def test_a_column_of_text_may_be_the_classes(capsys, tmp_path):
    path = tmp_path / "kinds.csv"
    path.write_text("kind,p,q\nred,1,2\nblue,-1,-2\n")
    assert run(["train", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "features p, q; classes blue 1, red 1" in out
    assert not err
    assert "classes blue 1, red 1" in accepted(capsys, "train", path, "--features", "q")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "data.csv: is empty"),
        ("p,class\n1,a\n2,b,3\n", "data.csv, line 3: has 3 cells"),
        ("p,class\n1,a\ntwo,b\n", "data.csv, line 3, column p: “two” is not a num"),
        ("p,class\n1,a\nNaN,b\n", "data.csv, line 3, column p: “NaN” stands for"),
        ("p,class\n1,a\n4e307,b\n", "line 3, column p: “4e307” is too large"),
        ("p,class\n1,a\n,b\n", "data.csv, line 3, column p: the cell is empty"),
        ("p,class\n1,a\n\x1b[31m,b\n", "line 3"),
    ],
)
def test_bad_data(capsys, tmp_path, content, message):
    path = tmp_path / "data.csv"
    path.write_text(content)
    err = refused(capsys, "train", path)
    assert message in err
    assert "\x1b" not in err


PEOPLE = """age,town,smokes,survived
22,Rome,yes,no
38,Ulm,no,yes
,Ulm,no,yes
35,,yes,no
54,Bonn,no,yes
2,Rome,yes,
"""


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


@pytest.mark.parametrize(
    "argv", [["train"], ["train", "--stream"], ["search", "--grid=epochs=1,2"]]
)
def test_what_is_missing_is_refused_left_out_or_filled_in(capsys, people, argv):
    words = [*argv, str(people), "--one-hot"]
    words += ["--folds", "2"] if argv[0] == "search" else []
    assert run(words) == 2
    err = capsys.readouterr().err
    assert "line 4, column age: the cell is empty" in err
    assert "2 values of “age”, “town” and 1 label are missing in the 6 rows" in err
    assert "--missing drop" in err
    assert run([*words, "--missing", "drop"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("target: survived (the last column)\n")
    assert "3 samples; features age, town=Bonn, town=Rome, town=Ulm, smokes;" in out
    assert "left out: 2 rows with missing values" in err
    assert "left out: 1 row without a label" in err
    assert run([*words, "--missing", "mean"]) == 0
    out, err = capsys.readouterr()
    assert "5 samples; features age, town=Bonn, town=Rome, town=Ulm, smokes;" in out
    assert "1 missing value of “age”: filled in with its mean, 37.25" in err
    assert "1 missing value of “town”: 0 in all its features" in err


def test_a_stream_learns_the_same_from_what_is_filled_in(capsys, people, tmp_path):
    words = ["train", people, "--one-hot", "--missing", "mean", "--epochs", "5"]
    first, other = tmp_path / "one.json", tmp_path / "other.json"
    out = accepted(capsys, *words, "-q", "--json", "--weights", first)
    streamed = [*words, "-q", "--json", "--stream", "--weights", other]
    assert accepted(capsys, *streamed).count("town=Ulm") == out.count("town=Ulm")
    assert first.read_bytes() == other.read_bytes()
    assert run(["predict", str(first), str(people)]) == 0
    out, err = capsys.readouterr()
    assert "1 missing value of “age”: filled in with its mean, 37.25" in err
    assert out.splitlines()[0] == "class"
    assert len(out.splitlines()) == 7, "without a label too"


@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_how_a_table_is_read_can_be_told(capsys, tmp_path, stream):
    path = tmp_path / "numbers.csv"
    path.write_text("0,1,target\n1.5,2,a\n-3.5,-4,b\n")
    words = ["train", str(path), *stream]
    assert run(words) == 0
    out, err = capsys.readouterr()
    assert "2 samples; features 0, 1; classes a 1, b 1" in out
    assert "the first row is taken for names, though it has numbers: 0, 1" in err
    out = accepted(capsys, *words, "--header", "no")
    assert "3 samples; features x1, x2; classes a 1, b 1, target 1" in out
    assert out.startswith("target: column 3 (the last column)\n")
    assert run([*words, "--header", "yes", "--drop", "1"]) == 0
    out, err = capsys.readouterr()
    assert "features 0;" in out
    assert "left out: column “1”, as told" in err
    path.write_text("p;q;class\n1,500;2;a\n3,250;4;b\n")
    options = ["--delimiter", "semicolon", "--decimal", "comma"]
    assert "score: 5.75·p + 4·q − 9" in accepted(capsys, *words, *options)
    err = refused(capsys, *words, "--delimiter", "dots")
    assert "--delimiter dots: cannot be used: choose one of comma, semi" in err


def test_numbers_in_another_format_are_told_from_text(tmp_path, capsys):
    """Neither left out as text nor made words: 1,234 may be either number."""
    path = tmp_path / "t.csv"
    path.write_text("n;g;l\n1;1,234;a\n2;2,345;b\n3;3,111;a\n")
    for words in ([], ["--one-hot"]):
        assert run(["train", str(path), *words]) == 0
        out, err = capsys.readouterr()
        assert "features n; classes" in out
        assert "“g”, numbers in another format (--decimal comma or point" in err
    assert run(["train", str(path), "--decimal", "comma"]) == 0
    assert "features n, g; classes" in capsys.readouterr().out
    path.write_text("g;l\n1,234;a\n2,345;b\n3,111;a\n")
    assert run(["train", str(path)]) == 2
    assert "tell which (--decimal comma or --decimal point)" in capsys.readouterr().err
    assert run(["train", str(path), "--decimal", "point"]) == 0


def test_a_class_for_every_row_is_doubted(tmp_path, capsys):
    path = tmp_path / "t.csv"
    rows = "".join(f"{i / 7},{i * 37}\n" for i in range(30))
    path.write_text("a,b\n" + rows)
    assert run(["train", str(path), "--epochs", "1"]) == 0
    assert "“b” has another value in each row" in capsys.readouterr().err
    assert run(["train", str(path), "--epochs", "1", "--target", "b"]) == 0
    assert "another value" not in capsys.readouterr().err


R_ROWS = [(1.5, 2.25, "a"), (3.5, 0.25, "b"), (2.5, 1.75, "a"), (4.5, 1.25, "b")]


@pytest.mark.parametrize("by", [" ", ","])
@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_row_names_of_r_without_a_header_are_no_feature(capsys, tmp_path, by, stream):
    """As write.table(d, col.names = FALSE) writes: text in quotes, numbers in none."""
    path = tmp_path / "r.txt"
    rows = [f'"{i}"{by}{a}{by}{b}{by}"{c}"\n' for i, (a, b, c) in enumerate(R_ROWS, 3)]
    path.write_text("".join(rows))
    assert run(["train", str(path), *stream]) == 0
    out, err = capsys.readouterr()
    assert "4 samples; features x2, x3; classes a 2, b 2" in out
    assert "left out: column “x1”, which numbers or names the rows" in err


def test_numbers_in_quotation_marks_where_all_are_stay_numbers(capsys, tmp_path):
    path = tmp_path / "quoted.csv"
    rows = [f'"{i}","{a}","{b}","{c}"\n' for i, (a, b, c) in enumerate(R_ROWS, 5)]
    path.write_text("".join(rows))
    assert "features x1, x2, x3;" in accepted(capsys, "train", path)


def test_words_among_quoted_numbers_are_text_where_others_are_not_quoted(
    capsys, tmp_path
):
    path = tmp_path / "cars.csv"
    levels = ["4", "6", "8", "rotary"]
    rows = [f'{i / 7},"{levels[i % 4]}","{"ab"[i % 2]}"\n' for i in range(12)]
    path.write_text('"size","cylinders","made"\n' + "".join(rows))
    assert run(["train", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "features size; classes a 6, b 6" in out
    assert "left out: column “cylinders”, text" in err
    out = accepted(capsys, "train", path, "--one-hot")
    assert "features size, cylinders=4, cylinders=6, cylinders=8, cylinders=rotary" in (
        out
    )
    path.write_text("size,cylinders,made\n" + "".join(rows).replace('"', ""))
    assert "“rotary” is not a number" in refused(capsys, "train", path)


def test_a_declared_text_of_arff_is_text_though_most_of_it_are_numbers(
    capsys, tmp_path
):
    path = tmp_path / "titanic.arff"
    tickets = ["24160", "113781", "PC 17609", "19952"]
    rows = [f"{i / 7},'{tickets[i % 4]}',{'ab'[i % 2]}\n" for i in range(12)]
    head = "@relation t\n@attribute fare numeric\n@attribute ticket string\n"
    path.write_text(head + "@attribute c {a,b}\n@data\n" + "".join(rows))
    assert run(["train", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "features fare; classes a 6, b 6" in out
    assert "left out: column “ticket”, text" in err


def test_labels_alone_are_not_filled_in(capsys, tmp_path):
    path = tmp_path / "short.csv"
    path.write_text("p,q,class\n1,2,a\n3,4,\n3,4,b\n2,3,a\n")
    assert refused(capsys, "train", path).endswith(
        "line 3, column class: the cell is empty or missing; in all, 1 label is "
        "missing in the 4 rows: leave such rows out (--missing drop)\n"
    )
    path.write_text("p,q,class\n1,2,\n3,4,\n")
    assert refused(capsys, "train", path, "--target", "class").endswith(
        "in all, 2 labels are missing in the 2 rows: choose another target (--target)\n"
    )


@pytest.mark.parametrize("words", [[], ["--missing", "drop"]])
def test_a_weight_below_0_is_found_in_its_line(capsys, tmp_path, words):
    path = tmp_path / "weighted.csv"
    gap = ",2,1,a\n" if words else "\n"
    path.write_text(f"p,q,w,class\n1,2,1,a\n{gap}2,1,1,b\n3,1,-2.5,b\n")
    assert run(["train", str(path), "--weight", "w", *words]) == 2
    said = capsys.readouterr().err
    assert said.endswith(
        "weighted.csv, line 5, column w: the weight is -2.5: give a number from 0 on\n"
    )


ARFF = """@relation r
@attribute p numeric
@attribute w numeric
@attribute class {a,b}
@data
% four samples
1,1,a
"""


@pytest.mark.parametrize("words", [[], ["--missing", "drop"]])
@pytest.mark.parametrize(
    ("name", "head", "row", "line"),
    [
        ("w.tab", "p\tw\tk\nc\tc\td\n\t\tclass\n1\t1\ta\n", "{}\t{}\tb\n", 6),
        ("w.arff", ARFF, "{},{},b\n", 9),
    ],
)
def test_a_weight_below_0_is_found_in_any_text(
    capsys, tmp_path, words, name, head, row, line
):
    path = tmp_path / name
    gap = "?" if words else "4"
    path.write_text(head + row.format(gap, 2) + row.format(3, -2.5))
    assert refused(capsys, "train", path, "--weight", "w", *words).endswith(
        f"{name}, line {line}, column w: the weight is -2.5: give a number from 0 on\n"
    )


@pytest.mark.parametrize("words", [[], ["--missing", "drop"]])
def test_a_weight_below_0_is_found_in_parquet(capsys, tmp_path, words):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "w.parquet"
    gap = None if words else 4.0
    rows = [(1.0, 1.0, "a"), (gap, 2.0, "b"), (3.0, -2.5, "b")]
    pandas.DataFrame(rows, columns=["p", "w", "class"]).to_parquet(path)
    assert refused(capsys, "train", path, "--weight", "w", *words).endswith(
        "w.parquet, row 3, column w: the weight is -2.5: give a number from 0 on\n"
    )


@pytest.mark.parametrize("stream", [[], ["--stream"]])
@pytest.mark.parametrize("suffix", ["parquet", "feather", "jsonl"])
def test_words_far_below_numbers_are_found_in_their_row(
    capsys, tmp_path, suffix, stream
):
    """Row 5,001 of 6,000; a name of two lines above makes lines and rows differ."""
    pandas = pytest.importorskip("pandas")
    p = [str(i % 97) for i in range(6000)]
    p[5000] = "x7"
    note = ["n"] * 6000
    note[3] = "two\nlines"
    k = ["a", "b"] * 3000
    frame = pandas.DataFrame({"p": p, "q": range(6000), "note": note, "class": k})
    path = tmp_path / f"later.{suffix}"
    if suffix == "jsonl":
        frame.to_json(path, orient="records", lines=True)
    else:
        getattr(frame, f"to_{suffix}")(path)
    assert run(["train", str(path), "--drop", "note", *stream]) == 2
    said = capsys.readouterr().err
    assert f"later.{suffix}, row 5001, column p: “x7” is not a number" in said
    assert "or the column (--drop p), or take it for missing" in said


def test_a_decimal_sign_told_wrongly_is_answered_by_the_right_one(capsys, tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("p,q,class\n0.5,1.125,a\n1.25,0.75,b\n2.5,3.5,a\n")
    said = refused(capsys, "train", path, "--decimal", "comma")
    assert (
        "“p”, “q” may hold numbers in another format: tell which (--decimal po" in said
    )
    assert said.endswith("point)\n")


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_parquet_and_feather_under_other_names(capsys, tmp_path, packed, stream):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(R_ROWS, columns=["p", "q", "class"])
    for name, write in (
        ("t.parquet.gzip", lambda path: frame.to_parquet(path, compression="gzip")),
        ("t.dat", frame.to_feather),
    ):
        path = tmp_path / name
        write(path)
        if packed:
            path.write_bytes(gzip.compress(path.read_bytes()))
        out = accepted(capsys, "train", path, *stream)
        assert "4 samples; features p, q; classes a 2, b 2" in out


SPOILED = """Office of weights 2021
of all;
p,q,class
cm,kg,
1,2,a
3,4,b
5,6,a
Total,12,
(3 rows affected)
"""


@pytest.mark.parametrize("begin", [["--skip-lines", "2"], ["--header-line", "3"]])
@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_what_is_around_a_table_is_passed_over_as_told(capsys, tmp_path, begin, stream):
    path = tmp_path / "t.csv"
    path.write_text(SPOILED)
    assert run(["train", str(path), *begin, "--bad-rows", "drop", *stream]) == 0
    out, err = capsys.readouterr()
    assert "3 samples; features p, q; classes a 2, b 1" in out
    assert "the table begins with line 3: what is above is left out" in err
    assert "left out: 3 rows that cannot be read" in err
    said = refused(capsys, "train", path, *begin, *stream)
    assert "line 8: has 3 cells" not in said
    assert "line 9: has 1 cell where the first row has 3" in said


def test_a_header_is_told_by_its_line(capsys, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("5,6,7\n1,2,3\n1,2,0\n3,4,1\n")
    words = ["--header-line", "2", "--target", "3"]
    assert "features 1, 2; classes 0 1, 1 1" in accepted_with_notes(
        capsys, "train", path, *words
    )
    said = refused(capsys, "train", path, *words, "--header", "no")
    assert "--header-line 2: tells on which line, from 1," in said
    assert "--header-line 0: tells on" in refused(
        capsys, "train", path, "--header-line", "0"
    )


def accepted_with_notes(capsys, *argv):
    assert run([str(word) for word in argv]) == 0
    return capsys.readouterr().out


WORDS = r"p,q,class|1,2,a|None,3,b|4,n.a.,a|\N,5,b|6,--,a|-999,7,b|8,-999.0,a|9,1,b"


@pytest.mark.parametrize("stream", [[], ["--stream"]])
@pytest.mark.parametrize("quoted", [False, True])
def test_words_for_missing_values_are_told(capsys, tmp_path, stream, quoted):
    path = tmp_path / "t.csv"
    text = WORDS.replace("|", "\n") + "\n"
    path.write_text(text.replace(",a", ',"a"') if quoted else text)
    words = ["--missing-words", r"None,n.a.,\N,--,-999", *stream]
    said = refused(capsys, "train", path, *words)
    assert "6 values of “p”, “q” are missing in the 8 rows" in said
    words += ["--missing", "drop"]
    weights = tmp_path / "w.json"
    out = accepted_with_notes(capsys, "train", path, *words, "--weights", weights)
    assert "2 samples; features p, q; classes a 1, b 1" in out
    out = accepted_with_notes(capsys, "evaluate", weights, path)
    assert "data: " in out and "2 samples" in out


def test_the_words_are_no_parts_of_quoted_cells(capsys, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('p,class\n1,"x,None,y"\n2,"None"\n3,z\nNone,z\n')
    words = ["--missing", "drop", "--missing-words", "None"]
    out = accepted_with_notes(capsys, "train", path, *words)
    assert "2 samples; features p; classes x,None,y 1, z 1" in out


@pytest.mark.parametrize(
    ("given", "sign"), [("||", "||"), ("::", "::"), (r"\x01", "\x01"), (":", ":")]
)
@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_any_delimiter(capsys, tmp_path, given, sign, stream):
    path = tmp_path / "t.csv"
    path.write_text("p,q,class\n1,2,a\n3,4,b\n".replace(",", sign))
    out = accepted(capsys, "train", path, "--delimiter", given, *stream)
    assert "2 samples; features p, q; classes a 1, b 1" in out


@pytest.mark.parametrize("given", ["", "x", "1", '"', "-", "\n", r"\x41"])
def test_a_sign_that_is_in_cells_is_no_delimiter(capsys, tmp_path, given):
    path = tmp_path / "t.csv"
    path.write_text("p,q,class\n1,2,a\n3,4,b\n")
    said = refused(capsys, "train", path, f"--delimiter={given}")
    assert "choose one of comma, semicolon, tab, bar, blank" in said


@pytest.mark.parametrize(
    "words", [["--skip-lines", "1"], ["--header-line", "1"], ["--bad-rows", "drop"],
              ["--missing-words", "None"], ["--header", "no"], ["--delimiter", "tab"],
              ["--decimal", "comma"], ["--names", "none"], ["--one-hot"],
              ["--drop", "x1"], ["--keep", "x1"], ["--missing", "drop"]]
)  # fmt: skip
def test_what_is_told_of_cells_goes_with_tables_only(capsys, tmp_path, words):
    path = tmp_path / "t.svm"
    path.write_text("1 1:2\n0 1:3\n")
    said = refused(capsys, "train", path, *words)
    assert f"{words[0]}: is only for tables such as CSV" in said


@pytest.mark.parametrize("words", [["--header", "no"], ["--delimiter", "tab"]])
def test_what_is_told_of_lines_does_not_go_with_typed_columns(capsys, tmp_path, words):
    path = tmp_path / "t.json"
    path.write_text('[{"p": 1, "class": "a"}, {"p": 2, "class": "b"}]')
    said = refused(capsys, "train", path, *words)
    assert f"{words[0]}: is only for tables such as CSV" in said


@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_one_class_alone_is_said_and_no_other_is_made_up(capsys, tmp_path, stream):
    path = tmp_path / "t.csv"
    said = "all samples are of one class, “lead”: there is nothing to tell it from"
    for more, other in (("", "not lead"), ("5,?,tin\n5,6,?\n", "tin")):
        path.write_text(f"p,q,class\n1,2,lead\n3,4,lead\n{more}")
        assert run(["train", str(path), "--missing", "drop", *stream]) == 0
        out, err = capsys.readouterr()
        assert err.count(said) == 1
        assert f"{other} 0" in out
        assert "A" not in out.partition("learner")[0]


def test_the_first_index_goes_with_svmlight_only(capsys, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("p,class\n1,a\n2,b\n")
    said = refused(capsys, "train", path, "--first-index", "0")
    assert f"--first-index: is only for svmlight, which {path} is not" in said


def test_a_closed_standard_input_is_said(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    said = refused(capsys, "train", "-")
    assert said.endswith("standard input: is closed: name a file in place of -\n")


def test_row_numbers_are_kept_if_that_is_told(capsys, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("No.,p,class\n1,7,a\n2,8,b\n3,7,a\n")
    assert run(["train", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "features p;" in out
    assert "left out: column “No.”, which numbers the rows" in err
    assert "features No., p;" in accepted(capsys, "train", path, "--keep", "No.")
