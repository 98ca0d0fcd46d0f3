"""ARFF as Weka, OpenML and R write it."""

import numpy as np
import pytest
from scipy.io.arff import loadarff

from engine.data.dataset import Dataset
from engine.data.formats.registry import write_data
from engine.data.provenance import Column, Provenance
from engine.data.sample_table import open_like, read_data
from engine.data.tables import row_blocks as reading
from engine.data.tables.read_options import ReadOptions
from engine.errors import UserError

BLANKS = """\
@relation adult
@attribute age numeric
@attribute 'work class' {  Private, Self-emp , 'State gov' }
@attribute class { >50K, <=50K }

@data
25, Private, <=50K
% one more
44, 'State gov', >50K
"""
SPARSE = """\
@relation australian
@attribute Y {1, -1}
@attribute a numeric
@attribute b numeric
@attribute c {x, 'y y'}
@data
{0 -1, 1 1, 2 -0.75}
{}
{1 2, 3 'y y'}
"""
STRINGS = """\
@relation reviews
@attribute points integer
@attribute text STRING
@attribute day date "yyyy-MM-dd"
@attribute country string
@data
90,'Ripe, 100\\% varietal',"2001-04-03",US
87,?,"2001-04-03",Spain
88,'It\\'s fine',"2001-04-04",US
"""


def written(tmp_path, text):
    path = tmp_path / "t.arff"
    path.write_text(text)
    return path


def test_blanks_beside_values_are_none_of_theirs(tmp_path):
    data = read_data(written(tmp_path, BLANKS), options=ReadOptions(one_hot=True))
    assert data.class_names == ("<=50K", ">50K")
    assert data.y.tolist() == [0, 1]
    assert data.feature_names == (
        "age", "work class=Private", "work class=State gov",
    )  # fmt: skip
    assert data.X.tolist() == [[25, 1, 0], [44, 0, 1]]


def test_sparse_rows_have_the_first_value_where_nothing_is_written(tmp_path):
    options = ReadOptions(one_hot=True, target="Y")
    data = read_data(written(tmp_path, SPARSE), options=options)
    assert data.feature_names == ("a", "b", "c=x", "c=y y")
    assert data.X.tolist() == [[1, -0.75, 1, 0], [0, 0, 1, 0], [2, 0, 0, 1]]
    assert [data.class_names[code] for code in data.y] == ["-1", "1", "1"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{9 1}", "“9” is not the number of a column, 0 to 3"),
        ("{x 1}", "“x” is not the number of a column, 0 to 3"),
        (
            "{1}",
            "column 1 has no value after it: write columns with their values, each",
        ),
        ("{1 2, 1 3}", "column 1 is there twice"),
        ("{1 2 3}", "column 3 has no value after it"),
    ],
)
def test_a_sparse_row_that_is_none_is_refused_by_its_line(tmp_path, row, said):
    path = written(tmp_path, SPARSE + row + "\n")
    with pytest.raises(UserError, match=f"line 10: {said}"):
        read_data(path)


def test_texts_and_dates_are_left_out_or_the_classes(tmp_path):
    data = read_data(written(tmp_path, STRINGS))
    assert (data.feature_names, data.class_names) == (("points",), ("Spain", "US"))
    assert [note.partition(" (")[0] for note in data.provenance.notes] == [
        "Left out: column “text”, text, which names the samples",
        "Left out: column “day”, text",
    ]


@pytest.mark.parametrize(
    ("declared", "word", "code"),
    [("no,yes", "no", 0), ("no,yes", "yes", 1), ("yes, no", "no", 0), ("1,2", "1", 0)],
)
@pytest.mark.parametrize("row", ["1,{}", "1, '{}'"])
def test_a_class_alone_is_one_of_the_two_declared(tmp_path, declared, word, code, row):
    head = f"@relation r\n@attribute a numeric\n@attribute c {{{declared}}}\n@data\n"
    line = row.format(word)
    data = read_data(written(tmp_path, f"{head}{line}\n{line}\n"))
    assert data.class_names == tuple(sorted(declared.replace(" ", "").split(",")))
    assert data.y.tolist() == [code, code]


def test_of_three_classes_declared_one_alone_stays_alone(tmp_path):
    head = "@relation r\n@attribute a numeric\n@attribute c {no,yes,so}\n@data\n"
    assert len(read_data(written(tmp_path, f"{head}1,no\n")).class_names) == 2


@pytest.mark.parametrize(("word", "code"), [("no", 0), ("yes", 1)])
def test_a_class_alone_is_one_of_the_two_that_a_tab_lists(tmp_path, word, code):
    path = tmp_path / "t.tab"
    path.write_text(f"a\tc\ncontinuous\tyes no\n\tclass\n1\t{word}\n2\t{word}\n")
    data = read_data(path)
    assert data.class_names == ("no", "yes")
    assert data.y.tolist() == [code, code]


def test_lines_that_end_in_a_lone_carriage_return_are_lines(tmp_path):
    path = tmp_path / "mac.arff"
    path.write_bytes(BLANKS.replace("\n", "\r").encode())
    data = read_data(path)
    assert data.X.tolist() == [[25], [44]]
    assert data.class_names == ("<=50K", ">50K")
    path.write_bytes(BLANKS.replace("50K\n%", "50K\r%").encode())  # in one place alone
    assert read_data(path).X.tolist() == [[25], [44]]


def test_a_weight_below_0_is_named_by_its_row(tmp_path):
    text = "@relation w\n@attribute w numeric\n@attribute x numeric\n"
    text += "@attribute class {a,b}\n@data\n1,2,a\n-1,3,b\n1,4,a\n"
    with pytest.raises(UserError, match=r"t\.arff, (line 7|row 2).*w"):
        read_data(written(tmp_path, text), options=ReadOptions(weight="w"))


def test_a_column_that_numbers_the_samples_is_no_feature(tmp_path):
    rows = [f"{i},{i / 7},{'ab'[i % 2]}" for i in range(1, 41)]
    text = "@relation w\n@attribute id numeric\n@attribute x numeric\n"
    text += "@attribute class {a,b}\n@data\n" + "\n".join(rows) + "\n"
    assert read_data(written(tmp_path, text)).feature_names == ("x",)


def test_numbers_that_all_differ_are_a_feature_if_they_are_declared(tmp_path):
    rows = [f"{7 * i % 41},{i / 7},{'ab'[i % 2]}" for i in range(1, 41)]
    text = "@relation size\n@attribute size numeric\n@attribute x numeric\n"
    text += "@attribute class {a,b}\n@data\n" + "\n".join(rows) + "\n"
    assert read_data(written(tmp_path, text)).feature_names == ("size", "x")


def test_a_name_that_cannot_be_written_is_refused(tmp_path):
    path = tmp_path / "t.arff"
    data = Dataset([[1], [2]], [0, 1], feature_names=[""])
    with pytest.raises(
        UserError, match="has an empty name, which ARFF cannot hold: rename it"
    ):
        write_data(data, path)
    assert not path.exists()


def test_a_missing_number_is_none_of_text(tmp_path):
    text = "@relation gaps\n@attribute x numeric\n@attribute y numeric\n"
    text += "@attribute class {a,b}\n@data\n1,?,a\n2,5,b\n3,7,a\n"
    data = read_data(written(tmp_path, text), options=ReadOptions(missing="mean"))
    assert data.feature_names == ("x", "y")
    assert data.X[:, 1].tolist() == [6, 5, 7]


def test_letters_and_marks_without_quotes_are_read(tmp_path):
    text = "@relation naïve\n@attribute größe numeric\n@attribute rock's numeric\n"
    text += "@attribute class {é,b}\n@data\n1,2,é\n3,4,b\n"
    data = read_data(written(tmp_path, text))
    assert data.class_names == ("b", "é")
    assert data.feature_names == ("größe", "rock's")


HEAD = "@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("% 1\n\n" + HEAD + "1,x\n\n% 2\n2,z\n", "line 10, column c: “z” is none of "
         "the values that are declared, x, y: correct it or declare it"),
        (HEAD + "1,x\n2\n", "line 6: has 1 value, but 2 columns are declared: "
         "give one value for each"),
        (HEAD + "1,x,7\n2,y\n", "line 5: has 3 values, but 2 columns are declared: "
         "give one value for each"),
        (HEAD + "1 x\n2 y 3\n", "line 6: has 3 values, but 2 columns are declared: "
         "give one value for each"),
        (HEAD + "1,'x\n", "line 5, column c: “'x” is none of the values that are "
         "declared, x, y: correct it or declare it"),
        (HEAD + "1e,x\n", "line 5, column a: “1e” is not a number: correct it, or "
         "write ? if it is missing"),
        (HEAD + "1,x,{-2}\n", "line 5: “-2” is no weight: give a number from 0 on in "
         "the braces at the end of the row, or leave them out"),
        (HEAD + "1,x,{two}\n", "line 5: “two” is no weight: give a number from 0 on in "
         "the braces at the end of the row, or leave them out"),
        (HEAD.replace("numeric", "numbers") + "1,x\n", "line 2, column a: is of the "
         "type “numbers”, which cannot be used: delete the column, or declare it as "
         "numeric or with its values, as {a,b}"),
        (HEAD.replace("y}", "y") + "1,x\n", "line 3, column c: the list of its values "
         "has no end: close it with }"),
        (HEAD.replace("@attribute c", "attribute c") + "1,x\n", "line 3: “attribute c "
         "{x,y}” declares nothing: write @attribute, a name and a type, and a line "
         "@data above the rows"),
        (HEAD.replace(" a ", " c ") + "1,x\n", "line 3: two attributes are called “c”: "
         "rename one"),
        (HEAD.replace("@data", "@inputs b\n@data") + "1,x\n", "line 4: no line above "
         "declares an attribute “b”: declare it, or correct its name here"),
        ("@relation r\n@data\n1\n", ": declares no columns: write a line @attribute "
         "for each, with its name and type"),
        (HEAD + "1,x\n?,y\n", "line 6, column a: the cell is empty or missing; in all, "
         "1 value of “a” is missing in the 2 rows: leave such rows out or fill in the "
         "means (--missing drop, --missing mean)"),
        (HEAD + "1,?\n2,y\n3,x\n", "line 5, column c: the cell is empty or missing; in "
         "all, 1 label is missing in the 3 rows: leave such rows out (--missing "
         "drop)"),
        ("\n" + HEAD.replace("{x,y}", "relational") + "1,x\n", "line 4, column c: "
         "is of the type “relational”, which cannot be used: delete the column, or "
         "declare it as numeric or with its values, as {a,b}"),
        ("a,b\n", ": has no line @data, as ARFF has above its rows: write one, or "
         "rename the file to .csv if it is CSV"),
        ("", ": is empty: give a table with a row per sample"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(tmp_path, text, said):
    path = written(tmp_path, text)
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert str(refused.value).removeprefix(str(path)).removeprefix(", ") == said


@pytest.mark.parametrize("like", [False, True])
@pytest.mark.parametrize("quote", ["", "'"])
def test_what_is_told_of_an_arff_file(tmp_path, like, quote):
    text = "@relation r\n@attribute k {p,q}\n@attribute note string\n"
    text += f"@attribute {quote}a{quote} numeric\n@attribute b integer\n@data\n"
    path = written(tmp_path, text + "p,u,1,2\nq,'v w',3,4\np,u,5,7\n")
    data = read_data(path, options=ReadOptions(target="k"))
    found = data.provenance
    if like:
        data = read_data(path, options=ReadOptions(like=found))
        assert data.provenance.target == "k"
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 7]]
    assert (found.file, found.target, found.target_position) == ("t.arff", "k", 1)
    assert (found.unused, found.width, found.target_reason) == (("note",), 4, "told")
    assert [(one.name, one.position) for one in found.columns] == [("a", 3), ("b", 4)]


def test_the_share_of_what_is_read_with_care_grows(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 2**14)
    path, shares = written(tmp_path, HEAD + "1, 'x'\n" * 2**14), []
    read_data(path, progress=lambda share: shares.append(share) or True)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert shares[0] < 1 / 2
    assert len(shares) > 4


@pytest.mark.parametrize("word", ["x", "y"])
def test_a_class_that_is_not_declared_is_found_far_down(tmp_path, word):
    """Whether all that is declared occurs or not."""
    path = written(tmp_path, HEAD + f"1,{word}\n2,{word}\n")
    data = read_data(path)
    assert [data.class_names[code] for code in data.y] == [word, word]
    path = written(tmp_path, HEAD + f"1,{word}\n2,w\n")
    with pytest.raises(UserError, match="line 6, column c: “w” is none of the v"):
        read_data(path)


ROWS_IN_EVERY_WAY = """\
@relation r
@attribute a numeric
@attribute 'b c' REAL
@attribute kind { x , 'y z', "w" }
@data
% a comment
1,2.5,x
1e1\t-2 'y z'   % the same by blanks
  3 4\tw
{0 5, 1 6, 2 'y z'}
{1 7}
{0 8, 2 "w"} % one more
9, .5 , "y z"
"""


def test_rows_by_commas_by_blanks_and_sparse_ones_are_the_same(tmp_path):
    data = read_data(written(tmp_path, ROWS_IN_EVERY_WAY))
    assert data.X.tolist() == [
        [1, 2.5],
        [10, -2],
        [3, 4],
        [5, 6],
        [0, 7],
        [8, 0],
        [9, 0.5],
    ]
    names = [data.class_names[code] for code in data.y]
    assert names == ["x", "y z", "w", "y z", "x", "w", "y z"]
    assert data.sample_weights is None


def test_a_file_of_full_sparse_rows_alone(tmp_path):
    text = HEAD.replace("c {", "b numeric\n@attribute c {")
    data = read_data(written(tmp_path, text + "{0 1, 1 2, 2 x}\n{0 3, 1 4, 2 y}\n"))
    assert (data.X.tolist(), data.y.tolist()) == ([[1, 2], [3, 4]], [0, 1])


@pytest.mark.parametrize("missing", ["drop", "mean"])
def test_weights_of_rows_are_those_of_the_samples(tmp_path, missing):
    rows = "1,x,{2}\n{0 2, 1 y}, {0.5}\n?,x,{9}\n4,y\n5 x {3}\n"
    path = written(tmp_path, HEAD + rows)
    data = read_data(path, options=ReadOptions(missing=missing))
    weights = [2, 0.5, 9, 1, 3]
    if missing == "drop":
        del weights[2]
    assert data.sample_weights.tolist() == weights
    said = "The samples count as much as the weights in the file say."
    assert said in data.provenance.notes
    like = read_data(path, options=ReadOptions(like=data.provenance))
    assert like.sample_weights is None
    assert like.provenance.notes[0] == (
        "The weights of the rows play no part: each sample counts once."
    )


def test_weights_that_are_all_1_are_none(tmp_path):
    data = read_data(written(tmp_path, HEAD + "1,x,{1}\n2,y,{1.0}\n"))
    assert data.sample_weights is None
    assert data.provenance.notes == ()


KEEL = """\
@relation toy
@attribute Width real [0.0, 1.0]
@attribute Height integer[0,8]
@attribute Colour {red, blue}
@attribute Class{pos,neg}
@attribute Id integer [1, 9]
@inputs Width, Height
@outputs Class
@data
0.5, 3, red, pos, 1
0.25, 1, blue, neg, 5
0.125, <null>, red, pos, 3
"""


@pytest.mark.parametrize("name", ["t.arff", "t.dat", "t"])
def test_the_headers_of_keel(tmp_path, name):
    path = tmp_path / name
    path.write_text(KEEL)
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.feature_names == ("Width", "Height")
    assert data.X.tolist() == [[0.5, 3], [0.25, 1]]
    assert (data.class_names, data.y.tolist()) == (("neg", "pos"), [1, 0])
    assert data.provenance.target_reason == "the file says so"
    assert data.provenance.unused == ("Colour", "Id")
    told = read_data(path, options=ReadOptions(missing="drop", target="Colour"))
    assert told.class_names == ("blue", "red")


def test_numbers_and_words_are_those_that_scipy_reads(tmp_path):
    rng = np.random.default_rng(0)
    kinds = ("x", "y", "v", "u")
    rows = [
        f"{a!r},{['?', repr(b)][b > -1]},{kinds[k]}"
        for a, b, k in zip(
            rng.normal(size=60).tolist(), rng.normal(size=60).tolist(),
            rng.integers(4, size=60).tolist(), strict=True,
        )
    ]  # fmt: skip
    text = "@relation r\n@attribute a numeric\n@attribute b real\n@attribute kind "
    path = written(tmp_path, text + "{x,y,v,u}\n@data\n" + "\n".join(rows))
    data = read_data(path, options=ReadOptions(missing="drop"))
    found, _ = loadarff(path)
    found = found[~np.isnan(found["b"])]
    assert data.X.tolist() == [[row["a"], row["b"]] for row in found]
    names = [row["kind"].decode().strip("'\"") for row in found]
    assert [data.class_names[code] for code in data.y] == names


@pytest.mark.parametrize(
    "row", ["", "{", "}", "{}", "'", ",", "%", "{0}", "{5}", "\\", "?"]
)
@pytest.mark.parametrize("text", ["1,x", "1 x", "{0 1, 1 x}", ""])
def test_nothing_of_a_library_is_said_of_an_odd_row(tmp_path, text, row):
    for odd in (text + row, row + text, f"{text},{row}"):
        path = written(tmp_path, f"{HEAD}2,y\n{odd}\n3,x\n")
        try:
            data = read_data(path)
        except UserError as refused:
            assert str(refused).startswith(f"{path}, line 6")
        else:
            assert data.n_samples in (2, 3)
            assert data.X[-1] == 3


def test_a_declared_category_of_numbers_is_one_feature_a_level(tmp_path):
    head = "@relation x\n@attribute a real\n@attribute zone {1,2,3}\n"
    rows = "@attribute cls {yes,no}\n@data\n1,1,yes\n2,3,yes\n-1,2,no\n-2,2,no\n"
    path = written(tmp_path, head + rows)
    data = read_data(path, options=ReadOptions(one_hot=True))
    assert data.feature_names == ("a", "zone=1", "zone=2", "zone=3")
    assert data.X[:, 1:].tolist() == [[1, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 0]]
    data = read_data(path)
    assert data.feature_names == ("a",)
    assert "“zone”, a declared category" in data.provenance.notes[0]


def test_logical_values_that_r_declares_numeric_are_1_and_0(tmp_path):
    head = "@relation d\n@attribute n numeric\n@attribute wet numeric\n"
    rows = "@attribute kind {'no kind','set'}\n@data\n0.3,TRUE,'no kind'\n"
    path = written(tmp_path, f"{head}{rows}7,?,set\n1e-07,FALSE,set\n")
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.X.tolist() == [[0.3, 1], [1e-7, 0]]
    path = written(tmp_path, f"{head}{rows}7,2,set\n")
    with pytest.raises(UserError, match="line 6, column wet: “TRUE” is not a number"):
        read_data(path)


def test_logical_values_of_python_are_those_that_are_declared(tmp_path):
    head = "@relation d\n@attribute n numeric\n@attribute wet numeric\n"
    rows = "@attribute kind {TRUE,FALSE}\n@data\n0.3,True,False\n7,False,true\n"
    data = read_data(written(tmp_path, head + rows))
    assert data.X.tolist() == [[0.3, 1], [7, 0]]
    assert data.class_names == ("FALSE", "TRUE")
    assert data.y.tolist() == [0, 1]
    twice = "@attribute kind {TRUE,true}\n@data\n0.3,1,TRUE\n7,0,True\n"
    with pytest.raises(UserError, match="“True” is none of the values"):
        read_data(written(tmp_path, head + twice))


def test_a_category_that_is_called_as_what_is_missing_is_one(tmp_path):
    head = "@relation q\n@attribute a real\n@attribute f {NA,EU,?}\n"
    rows = "@attribute region {NA,EU}\n@data\n1,NA,NA\n2,EU,EU\n-1,?,NA\n2,EU,?\n"
    options = ReadOptions(one_hot=True, missing="drop")
    data = read_data(written(tmp_path, head + rows), options=options)
    assert data.feature_names == ("a", "f=EU", "f=NA")
    assert data.class_names == ("EU", "NA")
    assert (data.X.tolist(), data.y.tolist()) == ([[1, 0, 1], [2, 1, 0]], [1, 0])
    words = (("missing", "drop"), ("missing-words", "EU"))
    like = Provenance("t.csv", "region", (Column("a"),), words)
    table = open_like(written(tmp_path, head + rows), like)
    assert table.read_all().X.tolist() == [[1], [-1]], "what lacks is no class NA"


def test_control_characters_are_read_from_their_numbers(tmp_path):
    # As liac-arff writes them: to the base of 8.
    path = tmp_path / "t.arff"
    start = "@relation t\n@attribute x real\n@attribute c {'a\\001b',c\\001b}\n@data\n"
    path.write_text(start + "1,'a\\001b'\n2,c\\001b\n")
    assert read_data(path).class_names == ("a\x01b", "c\\001b")
