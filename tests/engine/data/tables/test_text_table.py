"""Forms of tables; big ones in blocks are what they are cell by cell."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.dataset import LARGEST, Dataset
from engine.data.formats.csv_table import write_csv
from engine.data.sample_table import SampleTable, read_data
from engine.data.tables import row_blocks
from engine.data.tables.table_form import TableForm
from engine.data.tables.text_table import text_table
from engine.errors import Cancelled, UserError
from tests.engine.data.careful import read_carefully


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "table.csv"
        path.write_text(content, encoding="utf-8", newline="")
        return path

    return write


def read_as(path, form):
    return SampleTable(text_table(path), form).read_all()


def same(a, b):
    assert a.X.tolist() == b.X.tolist()
    assert a.y.tolist() == b.y.tolist()
    assert a.class_names == b.class_names
    assert a.feature_names == b.feature_names


TABLES = [
    "p,q,class\n1,2,a\n3,4,b\n",
    "\n\n p ; q ; kind \n 1 ; 2 ; a \n\n3;4;b\n",
    "1 2 +1\n3 4 1.0\n5 6 -1\n",
    "\ufeffp,q,class\r\n1,.5,a\r\n,,\r\n3,4,b\r\n",
    'p,q,"the\nclass"\n1,2,"a\nb"\n3,4," b "\n',
    "kind|p\nx|1e400e\n",
    "p,q,class\n1,2,a\n3,4\n",
    "p,q,class\n1,2,a\n3,4,b,5\n",
    "p,q,class\n1,2,a\n3,1_000,b\n",
    "p,q,class\n1,2,a\n3,inf,b\n",
    "p,q,class\n1,2,a\n3,-1.1e150,b\n",
    "p,q,class\n1,2,a\n3,4,\n",
    "p,q,class\n",
    "p;q;class\n1,5;2,25;a\n3;-,5e1;b\n",
    ",p,class\n0,1,a\n1,2,b\n",
    "p,p,class\n0,1,a\n1,2,b\n",
]


@pytest.mark.parametrize("content", TABLES)
@pytest.mark.parametrize("size", [1, 20, 2**22])
def test_blocks_are_as_the_whole(file, monkeypatch, content, size):
    path = file(content)
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    try:
        whole = read_carefully(path)
    except UserError as error:
        with pytest.raises(UserError, match=re.escape(str(error))):
            read_data(path)
    else:
        same(read_data(path), whole)


names = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1).map(
    lambda name: name + "_"
)


@given(
    st.lists(names, min_size=2, max_size=4, unique=True),
    st.lists(st.floats(-LARGEST, LARGEST), min_size=4, max_size=9),
)
def test_odd_labels_come_back_in_blocks_too(tmp_path_factory, labels, numbers):
    path = tmp_path_factory.getbasetemp() / "odd.csv"
    X = [[number, -number] for number in numbers]
    y = [i % len(labels) for i in range(len(numbers))]
    data = Dataset(X, y, class_names=sorted(labels))
    write_csv(data, path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_blocks, "BLOCK_BYTES", 50)
        same(read_data(path), read_carefully(path))


def test_progress_rises_and_can_stop(file, monkeypatch):
    path = file("p,q,class\n" + "1,2,a\n3,4,b\n" * 2000)
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 4000)
    shares = []
    data = read_data(path, progress=lambda share: shares.append(share) or True)
    assert data.counts.tolist() == [2000, 2000]
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.5
    assert shares[-1] == 1
    with pytest.raises(Cancelled):
        read_data(path, progress=lambda share: share < 0.5)


def test_columns_and_header_are_as_told(file):
    path = file("id,p,town,q,kind\n7,1,Ulm,2,a\n8,3,Bonn,4,b\n")
    data = read_as(path, TableForm(2, (3, 1), header=True))
    assert data.X.tolist() == [[2, 1], [4, 3]]
    assert data.class_names == ("Bonn", "Ulm")
    assert data.feature_names == ("q", "p")
    with pytest.raises(UserError, match="line 1, column x2: “p” is not a number"):
        read_as(path, TableForm(4, (1,), header=False))


@pytest.mark.parametrize("size", [1, 2**20])
def test_a_point_among_decimal_commas_is_refused(file, monkeypatch, size):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    path = file("p;class\n1,5;a\n1.234;b\n")
    with pytest.raises(UserError, match=r"line 3, column p: “1\.234” has a point"):
        read_as(path, TableForm(1, (0,), decimal=",", header=True))


def test_a_nameless_column_may_stand_aside(file):
    path = file(",p,class\n0,1,a\n1,2,b\n")
    assert read_as(path, TableForm(2, (1,), header=True)).X.tolist() == [[1], [2]]
    with pytest.raises(UserError, match="line 1: column 1 has no name"):
        read_as(path, TableForm(2, (0, 1), header=True))


@pytest.mark.parametrize(
    ("content", "label", "features", "doubt"),
    [
        ("p,q,class\n1,2,a\n", 2, (0, 1), ""),
        ("1,2,a\n3,4,b\n", 2, (0, 1), ""),
        ("1,2,0\n3,4,1\n", 2, (0, 1), ""),
        ("p,town,class\n1,Ulm,a\n2,Bonn,b\n", 2, (0,), "Left out: column “town”, text"),
        ("kind,p,q\na,1,2\nb,3,4\n", 0, (1, 2), "seem to be in “kind”"),
        ("y,p,q\n1,1,2\n0,3,4\n", 0, (1, 2), ""),
        ("x,y,colour\n1,1,a\n0,3,b\n", 2, (0, 1), ""),
        ("colour,x,y\na,1,2\nb,3,4\n", 0, (1, 2), "seem to be in “colour”"),
        (",p,class\n0,1,a\n1,2,b\n", 2, (1,), "Left out: column 1, which numbers"),
        (",p,class\n5,1,a\n5,2,b\n", 2, (1,), "Left out: column 1, without a name"),
        ("p;class\n0,5;a\n1,5;b\n", 1, (0,), ""),
        (
            "p,q\n" + "".join(f"{i},{i / 8}\n" for i in range(99)),
            1, (0,), "are those classes?",
        ),
    ],
)  # fmt: skip
def test_doubts(file, content, label, features, doubt):
    head = text_table(file(content))
    found = head.proposal()
    said = found.doubt + found.of_classes + " ".join(found.notes(head.grid.cells[0]))
    assert (found.form.label, found.form.features) == (label, features)
    assert doubt in said
    assert bool(doubt) == bool(said)


def test_codes_in_quotes_are_text_where_other_numbers_are_bare(file):
    """Though most of them are digits; where all is quoted that tells nothing."""
    codes = ("0123", "0456", "0789", "B12")
    bare = "".join(f'{i}.5,"{code}","a"\n' for i, code in enumerate(codes))
    assert text_table(file("size,code,class\n" + bare)).proposal().form.features == (0,)
    quoted = bare.replace(".5", '.5"').replace("\n", '\n"')
    form = text_table(file('size,code,class\n"' + quoted[:-1])).proposal().form
    assert form.features == (0, 1)


def test_a_head_ends_with_a_whole_row_though_that_has_line_ends(file, monkeypatch):
    monkeypatch.setattr(row_blocks, "HEAD_BYTES", 100)
    rows = "".join(f'{i},"a\n{i}\n"\n' for i in range(30_000))
    head = text_table(file("size,kind\n" + rows))
    assert not head.whole
    assert head.text.endswith('\n"\n')
    assert head.grid.cells.shape[1] == 2


def test_of_a_wide_table_more_is_looked_at_than_a_head(file):
    names, row = (
        [f"a long name {j}" for j in range(1500)],
        ",".join(["0.12345678"] * 1500),
    )
    head = text_table(file(",".join(names) + f"\n{row}" * 8))
    assert head.grid.cells[0].tolist() == names
    assert len(head.grid.cells) == 9


def test_of_long_rows_more_is_looked_at_than_a_head(file):
    row = f"1,{'b' * 30_000}\n"
    assert text_table(file("size,kind\n" + row * 8)).whole
    head = text_table(file("size,kind\n" + f"1,{'b' * 10_000}\n" * 8))
    assert not head.whole
    assert 5 < len(head.grid.cells) < 9
