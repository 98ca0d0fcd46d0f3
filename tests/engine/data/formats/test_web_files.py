"""What comes from the web in place of a table is called what it is, by all readers."""

import bz2
import gzip

import pytest

from engine.cli.main import run
from engine.data.formats.registry import formats
from engine.data.sample_table import read_data
from engine.errors import UserError

PAGES = [
    "<!DOCTYPE html>\n<html><body>a,b,class</body></html>",
    "\n\n  <!doctype HTML PUBLIC '-//W3C//DTD'><html>\n1,2\n3,4\n",
    "<html lang=en>1,2,3</html>",
    "<!-- a,b\n1,2 -->\n<HTML>",
    "<?xml version='1.0'?>\n<!DOCTYPE html>\n<html>",
    "<head><title>404 Not Found</title></head>",
    "<script>1,2</script>",
    '<table border="1" class="dataframe">\n<tr><td>1</td><td>a</td></tr></table>',
    "<div>\n<style scoped>\n</style>\n<table><tr><td>1</td></tr></table></div>",
]
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
XML = "<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>"
SAID = {
    PAGES[0]: "is a web page (HTML), not the data: download the file itself, or save "
    "the table on the page as CSV",
    POINTER: "is a placeholder of Git LFS in place of the data: get the data by "
    "`git lfs pull`",
    XML: "is XML, not a table: save the table as CSV",
}
SUFFIXES = ["", ".lab", *(suffix for one in formats() for suffix in one.suffixes)]


def refused(path):
    with pytest.raises(UserError) as error:
        read_data(path)
    return str(error.value)


@pytest.mark.parametrize("content", SAID)
def test_it_is_called_what_it_is_whatever_its_name(tmp_path, content):
    for suffix in SUFFIXES:
        path = tmp_path / f"t{suffix}"
        path.write_text(content)
        assert refused(path) == f"{path}: {SAID[content]}"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_pages_are_known_by_their_beginning(tmp_path, page, encoding):
    path = tmp_path / "t.csv"
    path.write_text(page, encoding=encoding)
    assert "t.csv: is a web page (HTML)" in refused(path)


@pytest.mark.parametrize(
    ("suffix", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress)]
)
def test_a_packed_page_is_one(tmp_path, suffix, pack):
    path = tmp_path / f"t.csv.{suffix}"
    path.write_bytes(pack(PAGES[0].encode()))
    assert "is a web page (HTML)" in refused(path)


@pytest.mark.parametrize(
    "text",
    [
        "<b>x</b>,y\n1,a\n2,b\n", "<htmlx,y\n1,a\n2,b\n",
        "version,y\n1,a\n2,b\n", "x,<html>\n1,a\n2,b\n",
    ],
)  # fmt: skip
def test_a_table_with_marks_in_it_is_none(tmp_path, text):
    path = tmp_path / "t.csv"
    path.write_text(text)
    assert read_data(path).n_samples == 2


@pytest.mark.parametrize(
    "command", [["train"], ["train", "--stream"], ["search", "--grid", "epochs=1,2"]]
)
def test_every_command_says_so(tmp_path, capsys, command):
    path = tmp_path / "t.csv"
    path.write_text(PAGES[0])
    assert run([command[0], str(path), *command[1:]]) == 2
    assert "is a web page (HTML), not the data" in capsys.readouterr().err
