"""Texts in blocks of whole rows, with the lines with which they begin."""

import pytest

from engine.data.tables import row_blocks as reading
from engine.data.tables.quotation import UNQUOTED
from engine.data.tables.row_blocks import (
    RowBlock,
    decoded,
    line_ends,
    row_blocks,
    version,
)
from engine.errors import UserError


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "t.csv"
        path.write_bytes(content)
        return path

    return write


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("look", [1, 2, 3, 100])
@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_a_text_is_read_from_a_line_on(file, monkeypatch, end, look, line):
    monkeypatch.setattr(reading, "LOOK_BYTES", look)
    path = file(end.join([b"a,1", b"b,2", b"c,3", b"d,4", b""]))
    for size in (1, 6, 100):
        blocks = [*row_blocks(path, size, delimiter=",", line=line)]
        rows = end.join([*(b"a,1 b,2 c,3 d,4".split()[line - 1 :]), b""])
        assert b"".join(block.text for block in blocks) == (b"" if line > 4 else rows)
        assert [block.line for block in blocks][:1] == [line][: line < 5]


def test_blocks_know_their_places(file):
    content = b"\xef\xbb\xbf \n,;\n1,a\n2,b\n\n3,c\n"
    path = file(content)
    blocks = [*row_blocks(path, 4, delimiter=",")]
    for block in blocks:
        assert content[block.start :].startswith(block.text)
        assert block.line == content[: block.start].count(b"\n") + 1
    assert blocks[0].text.startswith(b"1,a\n")
    shares = [block.share for block in blocks]
    assert shares == sorted(shares)
    assert shares[-1] == 1 > shares[-2]
    assert shares[0] > 0


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b" ,;\t|\r\n ,\r"])
def test_of_a_blank_text_there_is_no_block(file, content):
    assert not [*row_blocks(file(content), 1, delimiter=",")]


def test_a_block_without_its_first_row():
    block = RowBlock("t.csv", b'"a\nb",1\n2,3\n', 7, 0.5)
    rest = block.without_first_row(",")
    assert (rest.text, rest.start, rest.share) == (b"2,3\n", 15, 0.5)
    assert block.without_first_row(UNQUOTED).text == b'b",1\n2,3\n'
    assert RowBlock("t.csv", b"1,2\n", 7, 0.5, known_line=9).line == 9


def test_a_row_is_too_long_beyond_the_longest(file, monkeypatch):
    monkeypatch.setattr(reading, "LONGEST_ROW", 2**20)
    line = b"1" * 1023 + b"\n"
    (block,) = row_blocks(file(b'a,"' + line * 500), 2**18, delimiter=",")
    assert len(block.text) == 3 + 500 * 1024
    path = file(b'a,"' + line * 2000)
    with pytest.raises(UserError) as refused:
        [*row_blocks(path, 2**18, delimiter=",")]
    assert str(refused.value) == (
        f"{path}, line 1: a row of more than 1 MB begins here, as a quotation mark is "
        "never closed: close or delete it"
    )


def test_ends_of_lines_are_counted_once_each():
    assert [*map(line_ends, (b"", b"a", b"a\n", b"a\r", b"a\r\nb\r\rc\n"))] == [
        0, 0, 1, 1, 4,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a\0", ": is not a text file: give a table as CSV text"),
        (b"a\nb\n\xe9t\xe9,1\n", ", line 9: is not UTF-8 text: choose its encoding, it "
         "seems to be cp1252 (--encoding cp1252)"),
    ],
)  # fmt: skip
def test_what_is_no_text_is_told_by_its_beginning(content, said):
    with pytest.raises(UserError) as refused:
        decoded("t.csv", content, 7)
    assert str(refused.value) == f"t.csv{said}"
    with pytest.raises(UserError, match=r"^t\.csv"):
        RowBlock("t.csv", content, 0, 1.0, 7).require_text()
    RowBlock("t.csv", "é".encode(), 0, 1.0).require_text()


def test_another_version_has_another_mark(file):
    before = version(file(b"a"))
    assert version(file(b"ab")) != before
    with pytest.raises(UserError, match="there is no such file"):
        version("nowhere.csv")
