"""Encodings are recognised in the first bytes, and turned into UTF-8 part by part."""

import pytest

from engine.data.tables.text_encoding import in_utf_8, recognised, require_encoding
from engine.errors import UserError

RUSSIAN = "имя;возраст;класс\n1;2;красный\n3;4;синий\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (b"", "utf-8"),
        (b"a,b\n", "utf-8"),
        ("größe".encode(), "utf-8"),
        ("größe".encode()[:-2], "utf-8"),  # what is looked at may end within a letter
        ("\ufeffa".encode(), "utf-8"),
        ("\ufeffa".encode("utf-16-le"), "utf-16"),
        ("\ufeffa".encode("utf-16-be"), "utf-16"),
        ("\ufeffa".encode("utf-32-le"), "utf-32"),
        ("\ufeffa".encode("utf-32-be"), "utf-32"),
        ("a;b\n1;2\n".encode("utf-16-le"), "utf-16-le"),
        ("a;b\n1;2\n".encode("utf-16-be"), "utf-16-be"),
        ("имя;1;ab".encode("utf-16-le"), "utf-16-le"),
        ("имяи;1;a".encode("utf-16-le"), "utf-8"),  # half of it is no ASCII
        ("a\x01;b;c".encode("utf-16-le"), "utf-8"),  # no text has that
        (b"a\0\xd8\0\xd8b", "utf-8"),
        (b"\0\0", "utf-8"),
        ("a;é\n".encode("cp1252"), "cp1252"),
        ("a größer b".encode("cp1252"), "cp1252"),
        ("été, ça, où".encode("cp1252"), "cp1252"),
        ("10 000 €; «a»; 5 µm²".encode("cp1252"), "cp1252"),
        (RUSSIAN.encode("cp1251"), "cp1251"),
        ("長さ;幅;名前\n1;2;太郎さん\n".encode("euc-jp"), "euc-jp"),
    ],
)
def test_the_encoding_of_some_bytes(text, encoding):
    assert recognised(text) == encoding


def test_lines_in_ascii_tell_nothing_however_many():
    assert recognised(b"a,b,c\n" * 20_000 + RUSSIAN.encode("cp1251")) == "cp1251"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("UTF8", "utf-8"), ("utf-8-sig", "utf-8"), (" Latin1 ", "iso8859-1"),
        ("CP1252", "cp1252"), ("utf-16", "utf-16"),
    ],
)  # fmt: skip
def test_an_encoding_has_one_name(name, found):
    assert require_encoding(name) == found


@pytest.mark.parametrize("name", ["nonsense", "rot13", "base64", "a\0b"])
def test_what_is_no_encoding_of_text_is_refused(name):
    with pytest.raises(UserError) as refused:
        require_encoding(name)
    assert str(refused.value) == (
        f"--encoding {name}: no encoding is called so: choose one such as utf-8, "
        "utf-16, cp1252"
    )


def parts(content, size):
    for at in range(0, len(content), size):
        yield (at + size) / 100, content[at : at + size]


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize("encoding", ["utf-16", "cp1251", "utf-32-be", "cp932"])
def test_parts_of_any_size_are_turned_into_utf_8(size, encoding):
    content = "имя,1\n".encode(encoding)
    made = [*in_utf_8("t.csv", parts(content, size), encoding)]
    assert b"".join(part for _, part in made).decode() == "имя,1\n"
    shares = [share for share, _ in made]
    assert shares == sorted(shares)
    assert shares[-1] == shares[-2] > 0


@pytest.mark.parametrize(("size", "line"), [(1, 3), (100, 1)])
def test_where_it_is_another_encoding_is_said(size, line):
    content = b"a,b\n1,2\n\x81,4\n"
    with pytest.raises(UserError) as refused:
        list(in_utf_8("t.csv", parts(content, size), "cp1252"))
    assert str(refused.value) == (
        f"t.csv, after line {line}: is not cp1252 text: choose another encoding "
        "(--encoding)"
    )
    with pytest.raises(UserError, match="after line 2: is not utf-16-le text"):
        list(
            in_utf_8("t.csv", parts("a\nb".encode("utf-16-le") + b"c", 2), "utf-16-le")
        )
