"""What columns are for, as far as that is not told."""

import numpy as np
import pytest

from engine.data.sample_table import read_data
from engine.data.tables import row_blocks
from engine.data.tables.cell_column import CellColumn
from engine.data.tables.column_roles import as_option, possible_targets
from engine.data.tables.read_options import AS_FOUND, ReadOptions
from engine.data.tables.table_form import TableForm
from engine.errors import UserError


def with_label(label):
    return TableForm(label, (), header=True)


def rows(n, *columns):
    return np.array([[column(i) for column in columns] for i in range(n)], object)


@pytest.mark.parametrize(("n", "found"), [(19, ["word"]), (20, [])])
def test_words_that_never_repeat_are_classes_of_few_rows_only(n, found):
    some = rows(n, lambda i: f"w{i}", lambda i: f"{i}.5")
    assert possible_targets(["word", "size"], some, with_label(1)) == found


def test_the_two_last_of_those_that_are_plainly_classes_are_proposed():
    some = rows(30, *[lambda i: "ab"[i % 2]] * 4, lambda i: f"{i}.5")
    assert possible_targets([*"pqrst"], some, with_label(4)) == ["s", "r"]


def test_a_guessed_target_with_too_many_values_is_named_a_told_one_is_not(tmp_path):
    path = tmp_path / "t.csv"
    lines = (f"{'ab'[i % 2]},{'uvw'[i % 3]},{i / 7}" for i in range(150))
    path.write_text("\n".join(["p,q,target", *lines]))
    with pytest.raises(UserError, match=r"no column of numbers .* choose another targ"):
        read_data(path)
    with pytest.raises(UserError, match="hold text: make features of it"):
        read_data(path, options=ReadOptions(target="target"))


def test_nothing_but_numbers_of_the_rows_is_told(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id,kind\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(30)))
    with pytest.raises(
        UserError, match="give a column per feature, or choose another target"
    ):
        read_data(path)


def test_one_letter_alone_is_no_answer_one_word_is(tmp_path):
    path = tmp_path / "t.csv"
    for word, features in (("n", ("x",)), ("no", ("x", "smokes"))):
        rows = "".join(f"{i},{word},{'ab'[i % 2]}\n" for i in range(6))
        path.write_text("x,smokes,class\n" + rows)
        assert read_data(path).feature_names == features


def test_a_few_values_are_proposed_before_many():
    some = rows(30, lambda i: "ab"[i % 2], lambda i: str(i // 2), lambda i: f"{i}.5")
    assert possible_targets([*"pqr"], some, with_label(2)) == ["p", "q"]


def test_words_are_proposed_before_digits_what_never_changes_not_at_all():
    some = rows(30, lambda i: "ab"[i % 2], lambda i: str(i % 2), lambda _: "7",
                lambda i: f"{i}.5")  # fmt: skip
    assert possible_targets([*"pqrs"], some, with_label(3)) == ["p", "q"]
    assert possible_targets([*"pqrs"], some, with_label(0)) == ["q"]


@pytest.mark.parametrize(
    ("name", "header", "option"),
    [
        ("size", True, "size"),
        ("my size", True, "'my size'"),
        ("size", False, "3"),
        ("a,b", True, "3"),
        (" ", True, "3"),
        ("s" * 41, True, "3"),
    ],
)
def test_a_column_is_told_by_its_name_where_an_option_can_hold_that(
    name, header, option
):
    assert as_option(name, 3, header=header) == option


@pytest.mark.parametrize(
    ("cells", "plainly", "possible", "too_many"),
    [
        (["a", "b"] * 3, True, True, False),
        (["a"] * 9, False, True, False),
        (["a", "b"] * 2 + ["a"], False, True, False),
        ([*"abcdefghij"] * 3, True, True, False),
        ([*"abcdefghijk"] * 3, False, True, False),
        (["a", "b"] * 3 + [""] * 5, True, True, False),
        (["a", "b"] * 3 + [""] * 6, False, False, False),
        (["0", "1"] * 3, True, True, False),
        (["0.5", "1.5"] * 3, False, True, False),
        ([f"w{i}" for i in range(19)], False, True, False),
        ([f"w{i}" for i in range(20)], False, False, False),
        ([f"w{i % 10}" for i in range(20)], False, True, False),
        ([f"w{i % 11}" for i in range(20)], False, False, False),
        ([f"{i}.5" for i in range(20)] * 2, False, True, False),
        ([f"{i}.5" for i in range(21)] * 2, False, False, True),
        ([f"{i}" for i in range(100)] * 2, False, True, False),
        ([f"{i}" for i in range(101)] * 2, False, False, True),
        ([f"w{i}" for i in range(100)] * 2, False, True, False),
        ([f"w{i}" for i in range(101)] * 2, False, False, True),
    ],
)
def test_what_can_be_classes(cells, plainly, possible, too_many):
    column = CellColumn(cells, ".")
    assert column.is_plainly_classes == plainly
    assert column.can_be_classes == possible
    assert column.has_too_many == too_many


@pytest.mark.parametrize(
    ("cells", "counted"),
    [
        ("1 2 3", True), ("0 1", True), ("3 1 2", True), ("1.0 2", True),
        ("2 3", False), ("1 3", False), ("1", False), ("1 1", False),
        ("1 2 x", False), ("0.5 1.5", False), ("-1 0 1", False),
    ],
)  # fmt: skip
def test_what_counts_the_rows(cells, counted):
    assert CellColumn(cells.split(), ".").counts_rows == counted


@pytest.mark.parametrize(
    ("cells", "decimal", "marked", "is_text", "others"),
    [
        ("1 x", ".", False, False, ()),
        ("1 x y", ".", False, True, ()),
        ("1 2 x", ".", True, True, ()),
        ("1 2 3", ".", True, False, ()),
        ("1.5 x", ",", False, True, ("point",)),
        ("1.5 x y", ",", False, True, ()),
        ("1,5", ".", False, True, ("comma",)),
        ("1,234", ".", False, True, ("comma", "point")),
        ("1.234,5", ".", False, True, ("comma",)),
        ("x y", ".", False, True, ()),
    ],
)
def test_a_column_is_text_or_of_other_numbers(cells, decimal, marked, is_text, others):
    column = CellColumn(cells.split(), decimal, is_marked=marked)
    assert (column.is_text, column.other_decimals) == (is_text, others)


def provenance(tmp_path, text, **told):
    path = tmp_path / "t.csv"
    path.write_text(text)
    return read_data(path, options=ReadOptions(**told)).provenance


@pytest.mark.parametrize(
    ("first", "only", "target", "reason"),
    [
        ("p,q,size\n", (), "q", "the last column with few values"),
        ("p,q,size\n", ("q",), "p", "the last column with few values"),
        # One value alone tells nothing apart, but without names it may be the class.
        ("p,q,one\n", (), "q", "the last column with few values"),
        ("", (), "class", "the last column"),
    ],
)
def test_the_target_among_numbers(tmp_path, first, only, target, reason):
    last = "{}.5" if "size" in first else "1"
    below = "".join(f"{i % 2},{i % 3},{last.format(i)}\n" for i in range(30))
    found = provenance(tmp_path, first + below, only=only)
    assert (found.target, found.target_reason) == (target, reason)


@pytest.mark.parametrize(
    ("only", "features"),
    [
        (("x1", "x3"), ("x1", "x3")),
        (("x3",), ("x3",)),
        (("x1", "x4"), ("x1", "x2", "x3")),
    ],
)
def test_the_only_features_are_found_by_number_without_names(tmp_path, only, features):
    found = provenance(tmp_path, "5,a,6,7\n8,b,9,7\n1,a,2,3\n", target="2", only=only)
    assert found.feature_names == features
    assert [column.position for column in found.columns] == [
        {"x1": 1, "x2": 3, "x3": 4}[name] for name in features
    ]


def test_what_is_wanted_is_a_feature_though_it_tells_rows_apart(tmp_path):
    text = "id,p,q,class\n" + "".join(f"{i},{i}.5,1,{'ab'[i % 2]}\n" for i in range(9))
    assert provenance(tmp_path, text).feature_names == ("p", "q")
    found = provenance(tmp_path, text, only=("q", "id"))
    assert found.feature_names == ("id", "q")
    assert found.notes == ()


@pytest.mark.parametrize(("n", "known"), [(20, True), (19, False)])
def test_names_of_rows_in_quotes_are_known_without_a_header(tmp_path, n, known):
    text = "".join(f'"r{i}",{i * i}.5,{"ab"[i % 2]}\n' for i in range(n))
    found = provenance(tmp_path, text, one_hot=True)
    assert (found.columns[0].kind == "one-hot") == (not known)
    said = "Left out: column “x1”, which numbers or names the rows."
    assert found.notes == ((said,) if known else ())


@pytest.mark.parametrize(
    ("decimal", "cell", "by"), [(".", "1,5", "comma"), (",", "1.5", "point")]
)
def test_numbers_in_another_format_are_told(tmp_path, decimal, cell, by):
    text = f"p;class\n{cell};a\n{cell};b\n{cell};a\n"
    with pytest.raises(UserError) as refused:
        provenance(tmp_path, text, decimal=decimal)
    assert str(refused.value) == (
        f"{tmp_path / 't.csv'}: no column of numbers is left beside “class”: “p” may "
        f"hold numbers in another format: tell which (--decimal {by})"
    )


def test_a_delimiter_at_the_end_of_each_row_is_no_column_of_classes(tmp_path):
    table = provenance(tmp_path, "1.5,2,a,\n2,3,b,\n3,1.5,a,\n4,4,b,\n")
    assert [column.name for column in table.columns] == ["x1", "x2"]
    assert table.notes == ("Left out: column “x3”, empty.",)


def test_what_is_left_out_is_said_by_the_reason(tmp_path):
    text = "a,b,,c,d,,class\nu,v,1,,2,3,k\nw,x,1,,4,3,l\nw,v,1,,6,3,k\n"
    assert provenance(tmp_path, text).notes == (
        "Left out: columns “a”, “b”, text (--one-hot makes features of it).",
        "Left out: columns 3, 6, without a name.",
        "Left out: column “c”, empty.",
    )
    text = "p;q;r;class\n" + "1,234;1,5;2.5;a\n2,345;3,5;4.5;b\n" * 2
    assert provenance(tmp_path, text).notes == (
        "Left out: column “p”, numbers in another format (--decimal comma or point "
        "read them).",
        "Left out: column “q”, numbers in another format (--decimal comma reads them).",
    )


@pytest.mark.parametrize(("n", "doubtful"), [(19, False), (20, True)])
def test_another_value_in_each_row_is_doubtful(tmp_path, n, doubtful):
    text = "p,last\n" + "".join(f"{i}.5,w{i}\n" for i in range(n))
    said = (
        "“last” has another value in each row: are those classes? Choose their column "
        "(--target)."
    )
    assert (said in provenance(tmp_path, text).notes) == doubtful
    assert said not in provenance(tmp_path, text, target="last").notes


def test_the_reason_for_another_column_is_kept_but_is_no_note(tmp_path):
    found = provenance(tmp_path, "size,p,q\nM,1.5,2.5\nB,3.5,4.5\n")
    assert (found.target_reason, found.notes) == ("the only column of text", ())


NUMBERS_OF_ROWS = [
    "RowNumber", "No.", "Obs", "#", "S.No", "idx", "X", "case", "uid", "Case No",
    "sample_id", "Sl. No.",
]  # fmt: skip


@pytest.fixture
def counted(tmp_path):
    """Read a table of which the first column is 1, 2, 3 … or begins with 0."""

    def read(name, start=1, n=6, *, others="a", options=AS_FOUND):
        path = tmp_path / "t.csv"
        head = f"{name},{others},class\n" if name else ""
        more = ",".join("7" for _ in others.split(","))
        rows = (f"{start + i},{more},{'pq'[i % 2]}\n" for i in range(n))
        path.write_text(head + "".join(rows))
        return read_data(path, options=options)

    return read


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("name", NUMBERS_OF_ROWS)
def test_what_is_called_so_and_counts_the_rows_is_left_out_and_said(
    counted, name, start
):
    data = counted(name, start)
    assert data.feature_names == ("a",)
    assert data.provenance.unused == (name,)
    assert f"Left out: column “{name}”" in data.provenance.notes[0]
    told = ReadOptions(keep=(name,))
    assert counted(name, start, options=told).feature_names == (name, "a")
    told = ReadOptions(only=(name, "a"))
    assert counted(name, start, options=told).feature_names == (name, "a")


@pytest.mark.parametrize(
    ("name", "n", "others"),
    [("x", 6, "a"), ("dose", 6, "a"), ("time", 30, "a"), ("X", 6, "Y"), ("", 19, "a")],
)
def test_what_may_be_meant_is_kept_and_said(counted, name, n, others):
    data = counted(name, n=n, others=others)
    assert data.n_features == 2
    assert data.provenance.notes == (
        "The first column is 1, 2, 3 … as numbers of rows are: it is kept as a feature "
        f"(--drop {name or 1} leaves it out).",
    )


WIDE = [1_000_025 + 977 * (i * 7 % 23) for i in range(22)]


def rows_of(first, header):
    lines = [f"{n},{i % 5},{i % 7},{'pq'[i % 2]}" for i, n in enumerate(first)]
    return "\n".join(filter(None, [header, *lines])) + "\n"


@pytest.mark.parametrize(
    ("first", "header", "option"),
    [
        (WIDE, "", "1"), ([*WIDE, *WIDE[:2]], "", "1"),
        (WIDE, "Sample code number,a,b,class", "'Sample code number'"),
        (WIDE, "patient,a,b,class", "patient"),
    ],
)  # fmt: skip
def test_large_numbers_that_may_be_those_of_patients_are_a_doubt(
    tmp_path, first, header, option
):
    path = tmp_path / "t.csv"
    path.write_text(rows_of(first, header))
    data = read_data(path)
    assert data.n_features == 3
    assert data.provenance.notes == (
        "The first column has large whole numbers, of which few repeat, as those of "
        "patients or orders: it is kept as a feature (--drop "
        f"{option} leaves it out).",
    )
    told = read_data(path, options=ReadOptions(drop=(option.strip("'"),)))
    assert told.n_features == 2
    kept = read_data(path, options=ReadOptions(keep=(option.strip("'"),)))
    assert kept.provenance.notes == ()


@pytest.mark.parametrize(
    ("first", "header"),
    [
        (range(1999, 2021), ""), ([250 * i % 256 for i in range(24)], ""),
        ([n + 0.5 for n in WIDE], ""), ([*WIDE, *WIDE[:3]], ""), (WIDE[:19], ""),
        ([20 + 7 * i % 60 for i in range(30)], ""), (WIDE, "income,a,b,class"),
    ],
)  # fmt: skip
def test_what_is_measured_in_whole_numbers_is_no_doubt(tmp_path, first, header):
    path = tmp_path / "t.csv"
    path.write_text(rows_of(first, header))
    data = read_data(path)
    assert (data.n_features, data.provenance.notes) == (3, ())


@pytest.mark.parametrize(
    ("header", "kept"),
    [
        ('"","X",a,class', False), ('"","X.1","X",a,class', False),
        ('"","X",Y,class', True), ('"",a,X,class', True), ("X.1,X,a,class", False),
        ("Unnamed: 0,X,a,class", False), ("...1,X,a,class", False),
        ("X,X.1,a,class", True),
    ],
)  # fmt: skip
def test_what_r_writes_twice_is_no_feature(tmp_path, header, kept):
    """Of rows that were shuffled and read again."""
    path = tmp_path / "t.csv"
    cells = {
        '""': "{0}",
        '"X.1"': "{1}",
        '"X"': "{1}",
        "X": "{1}",
        "X.1": "{0}",
        "...1": "{0}",
        "Unnamed: 0": "{0}",
    }
    line = ",".join(cells.get(name, "{2}") for name in header.split(",")[:-1])
    rows = (line.format(i + 1, 7 * i % 23 + 1, i % 3) for i in range(20))
    lines = (f"{row},{'pq'[i % 2]}" for i, row in enumerate(rows))
    path.write_text("\n".join([header, *lines]) + "\n")
    features = read_data(path).feature_names
    assert ("X" in features) == kept


@pytest.mark.parametrize("cells", ["012345", "555333", "abcdef"])
def test_the_index_that_pandas_names_itself_is_no_feature_in_text(tmp_path, cells):
    path = tmp_path / "t.csv"
    rows = (f"{3 + i % 4},{cell},{'pq'[i % 2]}\n" for i, cell in enumerate(cells))
    path.write_text("a,__index_level_0__,class\n" + "".join(rows))
    data = read_data(path)
    assert data.feature_names == ("a",)
    assert "Left out: column “__index_level_0__”, which n" in data.provenance.notes[0]


def test_a_column_called_id_that_repeats_much_is_a_doubt(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(rows_of([9000 + 5 * (i // 2) for i in range(20)], "Id,a,b,class"))
    data = read_data(path)
    assert data.feature_names == ("Id", "a", "b")
    assert data.provenance.notes == (
        "“Id” is called as what tells rows apart is, but its numbers repeat: it is "
        "kept as a feature (--drop Id leaves it out).",
    )
    path.write_text(rows_of([i % 2 for i in range(20)], "is_id,a,b,class"))
    assert read_data(path).provenance.notes == ()


def test_without_names_many_rows_that_are_counted_are(counted):
    assert counted("", n=20).feature_names == ("x2",)
    assert counted("", 0, n=20, options=ReadOptions(keep=("1",))).n_features == 2


@pytest.mark.parametrize(
    "rows", ["1,7,p\n2,7,q\n4,7,p\n", "2,7,p\n3,7,q\n4,7,p\n", "1,7,p\n3,7,q\n2,7,p\n",
             "1,7,p\n2,7,q\n"]
)  # fmt: skip
def test_what_does_not_count_the_rows_is_a_feature_without_a_word(tmp_path, rows):
    path = tmp_path / "t.csv"
    path.write_text("No.,a,class\n" + rows)
    data = read_data(path)
    assert (data.n_features, data.provenance.notes) == (2, ())


def test_numbers_of_rows_alone_stay_a_feature(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("No.,class\n1,p\n2,q\n3,p\n")
    data = read_data(path)
    assert data.feature_names == ("No.",)
    assert "it is kept as a feature" in data.provenance.notes[0]


NAMED = "id,p,q,class\nann,1,2,a\nbob,3,4,b\n"


@pytest.mark.parametrize(
    ("content", "options", "names", "features"),
    [
        (NAMED, {}, ["ann", "bob"], ("p", "q")),
        (NAMED, {"names": ""}, None, ("p", "q")),
        (NAMED, {"drop": ("id",)}, None, ("p", "q")),
        (NAMED, {"names": "p"}, ["1", "3"], ("q",)),
        (NAMED, {"names": "3"}, ["2", "4"], ("p",)),
        # Called so: whatever is in it, but for words of which features are to be made.
        ("name,p,class\n7,1,a\n7,2,b\n", {}, ["7", "7"], ("p",)),
        ("Name,p,class\n,1,a\nz,2,b\n", {}, ["", "z"], ("p",)),
        ("p,name,q\n1,u,5\n2,v,6\n", {}, ["u", "v"], ("p",)),
        ("name,p,class\nu,1,a\nu,2,b\n", {"one_hot": True}, None, ("name=u", "p")),
        ("name,p,class\nu,1,a\nv,2,b\n", {"one_hot": True}, ["u", "v"], ("p",)),
        # One that is called as names are comes first, then one that tells rows apart.
        ("t,key_id,p,class\na,k,1,a\nb,l,2,b\n", {}, ["k", "l"], ("p",)),
        ("t,u,p,class\na,k,1,a\na,l,2,b\n", {}, ["k", "l"], ("p",)),
        ("t,p,class\nk,1,a\nl,2,b\n", {"one_hot": True}, None, ("t=k", "t=l", "p")),
        ("p,class\n1,a\n2,b\n", {}, None, ("p",)),
        ("p,kind\n1,a\n2,b\n", {}, None, ("p",)),
        (f"t,p,class\n{'k' * 101},1,a\nl,2,b\n", {}, None, ("p",)),
        ("k,1,2,a\nl,3,4,b\n", {}, ["k", "l"], ("x2", "x3")),
        ('name,p,class\n"k ",1,a\n"l, m",2,b\n', {}, ["k ", "l, m"], ("p",)),
        ("id,p,class\nk,1,a\nl,,b\nm,3,\n", {"missing": "drop"}, ["k"], ("p",)),
        ("id,p,class\nk,1,a\nl,,b\n", {"missing": "mean"}, ["k", "l"], ("p",)),
    ],
)
def test_names_of_samples(tmp_path, content, options, names, features):
    path = tmp_path / "t.csv"
    path.write_text(content)
    data = read_data(path, options=ReadOptions(**options))
    assert (data.sample_names if names is None else [*data.sample_names]) == names
    assert data.feature_names == features


@pytest.mark.parametrize("word", ["id", "1"])
def test_the_names_are_not_the_target_too(tmp_path, word):
    path = tmp_path / "t.csv"
    path.write_text(NAMED)
    with pytest.raises(UserError, match="is the target, and the samples’ names too"):
        read_data(path, options=ReadOptions(names=word, target="id"))
    with pytest.raises(UserError, match="has no column “z”"):
        read_data(path, options=ReadOptions(names="z"))


def test_which_column_names_the_samples_is_said_unless_it_is_told(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(NAMED)
    said = ("Left out: column “id”, which names the samples.",)
    assert read_data(path).provenance.notes == said
    told = read_data(path, options=ReadOptions(names="id")).provenance
    assert (told.notes, told.names) == ((), "id")
    path.write_text(NAMED.replace("id", "town"))
    assert read_data(path).provenance.notes == (
        "Left out: column “town”, text, which names the samples (--one-hot makes "
        "features of it).",
    )


@pytest.mark.parametrize("quote", ["", '"'])
def test_many_names_in_blocks_stay_with_their_samples(tmp_path, monkeypatch, quote):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 500)
    path, n = tmp_path / "t.csv", 300
    lines = (f"{quote}s {i}{quote},{i},{'ab'[i % 2]}" for i in range(n))
    path.write_text("\n".join(["name,p,class", *lines]))
    data = read_data(path)
    assert data.sample_names.tolist() == [f"s {i:.0f}" for i in data.X[:, 0]]
    assert data.n_samples == n


@pytest.mark.parametrize(
    "rows",
    ["1,7,p\n2,7,q\n3,8,p\n4,7,q\nTotal,9,p\n", "1,7,p\n2,7,q\n,8,p\n4,7,q\n"],
)
def test_numbers_of_rows_may_lack_in_a_few(tmp_path, rows):
    path = tmp_path / "t.csv"
    path.write_text("No.,a,class\n" + rows)
    data = read_data(path, options=ReadOptions(missing="drop", bad_rows="drop"))
    assert data.feature_names == ("a",)
    assert "which numbers the rows" in " ".join(data.provenance.notes)


@pytest.mark.parametrize("price", ["${}", "{} %", "1 {}34,5", "1'2{}4"])
def test_prices_are_no_names_of_samples(tmp_path, price):
    path = tmp_path / "t.csv"
    rows = (f"{price.format(i)};{i};{'pq'[i % 2]}\n" for i in (3, 1, 4, 2))
    path.write_text("price;a;class\n" + "".join(rows))
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.sample_names is None
    assert "numbers with signs or gaps" in data.provenance.notes[0]


def test_a_column_that_is_kept_names_no_samples(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("name,a,class\n10,1,p\n20,2,q\n")
    assert read_data(path).sample_names.tolist() == ["10", "20"]
    data = read_data(path, options=ReadOptions(keep=("name",)))
    assert (data.sample_names, data.feature_names) == (None, ("name", "a"))


def test_a_word_for_missing_values_is_found_with_zeros_after_its_comma(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a;b;c\n1,5;2,0;u\n-999,0;1,5;v\n3,5;-999,00;v\n2,1;2,2;u\n")
    told = ReadOptions(missing="drop", missing_words=("-999",))
    assert read_data(path, options=told).X.tolist() == [[1.5, 2], [2.1, 2.2]]


def test_colour_and_stroke_of_drawdata_are_left_out_unless_they_are_wanted(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x,y,color,label,batch\n1,2,#1f77b4,a,1\n3,4,#ff7f0e,b,2\n")
    data = read_data(path, options=ReadOptions(one_hot=True))
    assert data.feature_names == ("x", "y")
    assert data.provenance.target == "label"
    kept = read_data(path, options=ReadOptions(keep=("batch",)))
    assert kept.feature_names == ("x", "y", "batch")


@pytest.mark.parametrize(
    ("names", "rows", "target"),
    [
        ("t,y,group", "2.3,-0.6,well 3.3,3.1,sick 0.8,-1.4,well 2.5,2.2,sick", "group"),
        ("label,t,kind", "2.3,-0.6,a 3.3,3.1,b 0.8,-1.4,a 2.5,2.2,b", "kind"),
        ("class,t,y", "2.3,-0.6,0 3.3,3.1,1 0.8,-1.4,0 2.5,2.2,1", "y"),
        ("t,y,group", "2.3,0.5,a 3.3,1.5,b 0.8,0.5,a 2.5,1.5,b", "y"),
        ("t,y,z", "2.3,-0.6,1 3.3,3.1,2 0.8,-1.4,1 2.5,2.2,2", "y"),
    ],
)
def test_what_is_measured_is_no_target_where_there_is_a_better_one(
    tmp_path, names, rows, target
):
    path = tmp_path / "t.csv"
    path.write_text("\n".join([names, *rows.split()]) + "\n")
    data = read_data(path)
    assert data.provenance.target == target
    others = tuple(name for name in names.split(",") if name != target)
    assert {*data.feature_names} <= {*others}
    assert target == "y" or data.feature_names == others


@pytest.mark.parametrize("name", ["Id", "Unnamed: 0.1", "id.1"])
def test_a_number_of_rows_that_repeats_is_no_feature_and_that_is_said(tmp_path, name):
    path = tmp_path / "t.csv"
    rows = [f"{1000000 + i * 14 % 31},{i % 10},{'ab'[i % 2]}\n" for i in range(40)]
    path.write_text(f"{name},size,class\n" + "".join(rows))
    data = read_data(path)
    assert data.feature_names == ("size",)
    assert f"Left out: column “{name}”, which tells rows apart." in (
        data.provenance.notes
    )


def test_measured_whole_numbers_called_target_are_no_classes_beside_words(tmp_path):
    rows = [f"{i / 8},{100 + 7 * i % 83},{'uv'[i % 2]}" for i in range(60)]
    table = provenance(tmp_path, "\n".join(["a,target,kind", *rows]) + "\n")
    assert table.target == "kind"
    rows = [f"{i % 7},{i / 7:.3f}" for i in range(40)]
    table = provenance(tmp_path, "\n".join(["t,y", *rows]) + "\n")
    assert table.notes[0].startswith("“y” has 40 different values in the first rows")
