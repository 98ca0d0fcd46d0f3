"""Workbooks of four kinds, as their writers write them: formulas, errors, merged."""

import datetime
import io
import os
import struct
import subprocess
import sys
import time
import zipfile
from threading import Thread

import openpyxl
import pytest
import xlsxwriter
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from python_calamine import CalamineWorkbook

from engine.cli.main import run
from engine.data.formats import sheet_parts, workbook
from engine.data.formats.registry import format_of, opened
from engine.data.formats.sheet_records import CompoundFile
from engine.data.sample_table import read_data
from engine.data.table_preview import read_preview
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.row_blocks import row_blocks
from engine.errors import UserError


class F:
    """A formula, with the value that is kept of it: as the writer does, if none."""

    def __init__(self, value=None):
        self.value = value


class E:
    """A cell with an error."""

    def __init__(self, word="#DIV/0!"):
        self.word = word


EPOCH = datetime.date(1899, 12, 30)


def write_xlsx(path, rows, merged=()):
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            match cell:
                case F():
                    kept = 0 if cell.value is None else cell.value
                    sheet.write_formula(i, j, "=A1*2", None, kept)
                case E():
                    sheet.write_formula(i, j, "=1/0", None, cell.word)
                case datetime.date():
                    sheet.write_datetime(i, j, cell, day)
                case None:
                    pass
                case _:
                    sheet.write(i, j, cell)
    for top, left, bottom, right in merged:
        sheet.merge_range(top, left, bottom, right, rows[top][left])
    book.close()


def write_xls(path, rows, merged=()):
    book = xlwt.Workbook()
    sheet = book.add_sheet("one")
    day = xlwt.easyxf(num_format_str="yyyy-mm-dd")
    inside = {(top, left): (bottom, right) for top, left, bottom, right in merged}
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            match cell:
                case F():
                    sheet.write(i, j, xlwt.Formula("A1*2"))
                case E():
                    word = {"#N/A": "#N/A!"}.get(cell.word, cell.word)
                    sheet.row(i).set_cell_error(j, word)
                case datetime.date():
                    sheet.write(i, j, cell, day)
                case None:
                    pass
                case _ if (i, j) in inside:
                    bottom, right = inside[i, j]
                    sheet.write_merge(i, bottom, j, right, cell)
                case _:
                    sheet.write(i, j, cell)
    made = io.BytesIO()
    book.save(made)
    content = made.getvalue()
    # xlwt keeps no value of a formula: put those that are told into its records.
    kept = (cell.value for row in rows for cell in row if isinstance(cell, F))
    at = 0
    for value in kept:
        at = content.index(b"\3\0\0\0\0\0\xff\xff", at)
        if value is not None:
            content = content[:at] + struct.pack("<d", value) + content[at + 8 :]
        at += 8
    path.write_bytes(content)


def write_ods(path, rows, merged=()):
    document, table = OpenDocumentSpreadsheet(), Table(name="one")
    spans = {m[:2]: (m[2] - m[0] + 1, m[3] - m[1] + 1) for m in merged}
    for i, row in enumerate(rows):
        line = TableRow()
        for j, cell in enumerate(row):
            span = {}
            if (i, j) in spans:
                down, right = spans[i, j]
                span = {"numberrowsspanned": down, "numbercolumnsspanned": right}
            match cell:
                case F(value=None):
                    made = TableCell(formula="of:=[.A1]*2")
                case F():
                    made = TableCell(
                        formula="of:=[.A1]*2", valuetype="float", value=str(cell.value)
                    )
                case E():  # as LibreOffice of this and of older versions
                    text = cell.word == "#DIV/0!"
                    value = {"stringvalue": ""} if text else {"value": "0"}
                    made = TableCell(
                        formula="of:=1/0", valuetype="string" if text else "float",
                        **value,
                    )  # fmt: skip
                    made.addElement(P(text=cell.word))
                case bool():
                    made = TableCell(
                        valuetype="boolean", booleanvalue=str(cell).lower()
                    )
                case int() | float():
                    made = TableCell(valuetype="float", value=repr(cell), **span)
                case datetime.date():
                    made = TableCell(valuetype="date", datevalue=cell.isoformat())
                case None:
                    made = TableCell()
                case _:
                    made = TableCell(valuetype="string", **span)
                    made.addElement(P(text=cell))
            line.addElement(made)
        table.addElement(line)
    document.spreadsheet.addElement(table)
    document.save(path)


def record(kind, content=b""):
    """Write a record of .xlsb: numbers of seven bits, the last with a clear eighth."""
    head = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
    size, sizes = len(content), b""
    while size > 127:
        sizes, size = sizes + bytes([size & 127 | 128]), size >> 7
    return head + sizes + bytes([size]) + content


def wide(text):
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


ERRORS = {"#NULL!": 0, "#DIV/0!": 7, "#VALUE!": 15, "#REF!": 23, "#NAME?": 29,
          "#NUM!": 36, "#N/A": 42}  # fmt: skip


def write_xlsb(path, rows, merged=()):
    """Follow [MS-XLSB]: no writer of it is to be had."""
    extent = struct.pack("<4I", 0, len(rows) - 1, 0, max(map(len, rows)) - 1)
    sheet = record(129) + record(148, extent) + record(145)
    for i, row in enumerate(rows):
        sheet += record(0, struct.pack("<IIHBBBI", i, 0, 300, 0, 0, 0, 0))
        for j, cell in enumerate(row):
            at = struct.pack("<II", j, 0)
            formula = struct.pack("<HII", 0, 0, 0)
            match cell:
                case F():
                    kept = cell.value or 0
                    sheet += record(9, at + struct.pack("<d", kept) + formula)
                case E():
                    sheet += record(3, at + bytes([ERRORS[cell.word]]))
                case bool():
                    sheet += record(4, at + bytes([cell]))
                case int() | float():
                    sheet += record(5, at + struct.pack("<d", cell))
                case datetime.date():
                    days = (cell - EPOCH).days
                    sheet += record(5, struct.pack("<IId", j, 1, days))
                case None:
                    pass
                case _:
                    sheet += record(6, at + wide(cell))
    sheet += record(146)
    for top, left, bottom, right in merged:
        sheet += record(176, struct.pack("<4I", top, bottom, left, right))
    sheet += record(130)
    book = record(131) + record(143)
    book += record(156, struct.pack("<II", 0, 1) + wide("rId1") + wide("one"))
    book += record(144) + record(132)
    formats = b"".join(
        record(47, struct.pack("<HHHHHBBHH", 0, number, 0, 0, 0, 0, 0, 0, 0))
        for number in (0, 14)
    )
    styles = record(278) + record(617, struct.pack("<I", 2)) + formats
    styles += record(618) + record(279)
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
        'relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org'
        '/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.bin"/>'
        "</Relationships>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.bin", book)
        archive.writestr("xl/_rels/workbook.bin.rels", relations)
        archive.writestr("xl/styles.bin", styles)
        archive.writestr("xl/worksheets/sheet1.bin", sheet)


WRITERS = {
    ".xlsx": write_xlsx,
    ".xls": write_xls,
    ".ods": write_ods,
    ".xlsb": write_xlsb,
}


@pytest.fixture(params=WRITERS)
def write(request, tmp_path):
    def written(rows, merged=()):
        path = tmp_path / f"t{request.param}"
        WRITERS[request.param](path, rows, merged)
        return path

    return written


def text_of(path):
    blocks = row_blocks(opened(path), 10_000, delimiter=",")
    return b"".join(block.text for block in blocks).decode()


def test_cells_of_each_kind(write):
    day = datetime.date(2024, 5, 1)
    path = write(
        [
            ["size", "ripe", "picked", "kind"],
            [0.1, True, day, "a"],
            [],
            [-2, False, day, "ü b"],
            [1e300, True, day, "a"],
        ]
    )
    assert text_of(path) == (
        "size,ripe,picked,kind\n0.1,true,2024-05-01,a\n,,,\n-2,false,2024-05-01,ü b\n"
        "1e+300,true,2024-05-01,a\n"
    )


def test_it_is_known_by_its_beginning(write):
    path = write([["x", "class"], [1, "a"], [2, "b"]])
    for name in ("t", "t.csv", "t.dat"):
        other = path.with_name(name)
        other.write_bytes(path.read_bytes())
        assert format_of(other).name == "Workbook"
        assert read_data(other).class_names == ("a", "b")


@pytest.mark.parametrize("text", ["x\tclass\n1\ta\n2\tb\n", "x,class\n1,a\n2,b\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_text_that_is_called_a_workbook_is_read_as_text(tmp_path, text, encoding):
    path = tmp_path / "export.xls"
    path.write_text(text, encoding)
    assert read_data(path).class_names == ("a", "b")


KINDS = ["a", "b", "a", "b"]


def test_formulas_that_are_all_0_are_asked_about(write, capsys):
    rows = [["x", "twice", "kind"]]
    path = write([*rows, *([i, F(0), kind] for i, kind in enumerate(KINDS))])
    preview = read_preview(path)
    assert (
        "The formulas in “twice” are all 0: did nobody compute them?" in preview.doubt
    )
    assert run(["train", str(path), "--epochs", "1"]) == 0
    said = capsys.readouterr().err
    assert (
        "the formulas in “twice” are all 0: did nobody compute them? Then open" in said
    )
    assert "(--drop twice leaves it out)" in said
    assert run(["train", str(path), "--epochs", "1", "--drop", "twice"]) == 0
    assert "formulas" not in capsys.readouterr().err


def test_formulas_of_which_one_is_not_0_are_values(write, capsys):
    kept = enumerate(zip([0, 0, 3, 0], KINDS, strict=True))
    path = write([["x", "y", "kind"], *([i, F(v), kind] for i, (v, kind) in kept)])
    assert read_data(path).X[:, 1].tolist() == [0, 0, 3, 0]
    assert run(["train", str(path), "--epochs", "1"]) == 0
    assert "formulas" not in capsys.readouterr().err


def test_formulas_that_are_all_0_are_never_the_classes(write):
    """They are passed over where another can be; what is called so is refused."""
    rows = [["x", "group", "last"]]
    path = write([*rows, *([i + 0.5, i % 2, F(0)] for i in range(8))])
    assert read_data(path).provenance.target == "group"
    said = r"column last: has formulas whose values are all 0, .* the classes: open"
    with pytest.raises(UserError, match=said):
        read_data(path, options=ReadOptions(target="last"))
    preview = read_preview(path).with_label(2)
    assert preview.fault.startswith("Column last: has formulas whose values are all 0")
    assert preview.place == "label"
    path = write([["x", "y", "class"], *([i, -i, F(0)] for i in range(8))])
    with pytest.raises(
        UserError, match="column class: has formulas whose values are all"
    ):
        read_data(path)


@pytest.mark.parametrize(("typed", "target"), [(2, "last"), (3, "last"), (1, "group")])
def test_a_column_is_not_computed_where_most_of_it_is_formulas(write, typed, target):
    last = [*[1] * typed, F(0), F(0)]
    path = write([["x", "group", "last"], *([i, i % 2, y] for i, y in enumerate(last))])
    assert read_data(path).provenance.target == target


def test_another_table_of_a_model_is_asked_about_too(write, tmp_path, capsys):
    train, weights = tmp_path / "train.csv", tmp_path / "w.json"
    train.write_text("x,twice,kind\n1,2,a\n2,4,b\n3,6,a\n")
    assert run(["train", str(train), "--weights", str(weights), "--epochs", "2"]) == 0
    path = write([["x", "twice", "kind"], [1, F(0), "a"], [2, F(0), "b"]])
    capsys.readouterr()
    assert run(["evaluate", str(weights), str(path)]) == 0
    assert "the formulas in “twice” are all 0" in capsys.readouterr().err


@pytest.mark.parametrize("write", [".xls", ".ods"], indirect=True)
def test_a_formula_without_its_value_is_named(write):
    path = write([["x", "y", "kind"], [1, F(), "a"], [2, F(), "b"]])
    with pytest.raises(
        UserError, match=r"cell B2: is a formula without its value: open"
    ):
        read_data(path)


@pytest.mark.parametrize("write", [".xls", ".ods"], indirect=True)
def test_a_formula_without_its_value_may_be_dropped(write):
    rows = [["x", "sum", "y", "kind"]]
    path = write([*rows, *([i, F(), i * 2, k] for i, k in enumerate(KINDS))])
    for dropped in ("sum", "2"):
        data = read_data(path, options=ReadOptions(drop=(dropped,)))
        assert data.feature_names == ("x", "y")
    refused = r"ell B2: is a formula without its value: open"
    with pytest.raises(UserError, match=refused):
        read_data(path, options=ReadOptions(drop=("y",)))
    preview = read_preview(path, ReadOptions(drop=("sum",)))
    assert preview.fault == ""
    assert read_preview(path).fault.startswith("Cell B2: is a formula without its")
    like = data.provenance
    assert read_data(path, options=ReadOptions(like=like)).n_samples == 4


def test_text_that_formulas_made_empty_is_a_value(tmp_path):
    """As Excel keeps it in .xlsx and, beside other values, in .xls."""
    path = tmp_path / "t.xls"
    rows = [["x", "note", "kind"], [1, F(), "a"], [2, F(7.0), "b"], [3, F(), "a"]]
    write_xls(path, rows)
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.X.tolist() == [[2, 7]]


def test_text_that_is_called_as_what_is_missing_is_a_class(write, tmp_path, capsys):
    rows = [[i, -i, kind] for i, kind in enumerate(["NA", "EU", "NA", "EU"])]
    path = write([["x", "z", "kind"], *rows])
    data = read_data(path)
    assert data.class_names == ("EU", "NA")
    assert data.provenance.notes[0].startswith(
        "“NA” is a class, as it is text in the file (--missing-words NA if it"
    )
    options = ReadOptions(missing_words=("NA",), missing="drop")
    assert read_data(path, options=options).counts.tolist() == [0, 2]
    weights = str(tmp_path / "w.json")
    assert run(["train", str(path), "--weights", weights]) == 0
    assert run(["evaluate", weights, str(path)]) == 0
    assert "samples: 4" in capsys.readouterr().out


def test_text_among_numbers_is_missing_in_a_sheet(write):
    rows = [[i, -i, kind] for i, kind in enumerate([1, "NA", 2, 1])]
    path = write([["x", "z", "kind"], *rows])
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.class_names == ("1", "2")


@pytest.mark.parametrize("word", ["#DIV/0!", "#N/A", "#VALUE!", "#NAME?"])
def test_errors_are_missing_and_no_class(write, word):
    rows = [["x", "kind"], [1, "a"], [2, E(word)], [E(word), "b"], [4, "b"]]
    path = write(rows)
    with pytest.raises(UserError, match="missing"):
        read_data(path)
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert (data.X.tolist(), data.class_names) == ([[1], [4]], ("a", "b"))


@pytest.mark.parametrize("word", ["#DIV/0!", "#REF!", "#NUM!", "#NULL!"])
def test_errors_that_were_saved_as_text_are_missing_too(tmp_path, word):
    path = tmp_path / "t.csv"
    path.write_text(f"x,kind\n1,a\n2,{word}\n{word},b\n4,b\n")
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert (data.X.tolist(), data.class_names) == ([[1], [4]], ("a", "b"))


def test_merged_cells_count_for_each_of_their_rows(write, capsys):
    rows = [
        ["kind", "x", "y"],
        ["setosa", 1, 2],
        [None, 3, 4],
        [None, 5, 6],
        ["virginica", 7, 8],
        [None, 9, 10],
        ["setosa", 11, 12],
    ]
    path = write(rows, [(1, 0, 3, 0), (4, 0, 5, 0)])
    data = read_data(path)
    assert [data.class_names[code] for code in data.y] == [
        "setosa", "setosa", "setosa", "virginica", "virginica", "setosa",
    ]  # fmt: skip
    assert "In “kind” cells are merged: the value counts" in read_preview(path).doubt
    assert run(["train", str(path), "--epochs", "1"]) == 0
    assert "in “kind” cells are merged" in capsys.readouterr().err


def test_a_title_over_several_columns_is_no_row_of_values(write):
    rows = [["Flowers", None, None], ["x", "y", "kind"], [1, 2, "a"], [3, 4, "b"]]
    data = read_data(write(rows, [(0, 0, 0, 2)]))
    assert (data.feature_names, data.class_names) == (("x", "y"), ("a", "b"))


def test_empty_columns_before_a_table_stay(write):
    path = write([[], [None, "x", "kind"], [None, 1, "a"], [None, 2, "b"]])
    assert text_of(path).splitlines()[-1] == ",2,b"
    assert read_data(path).X.tolist() == [[1], [2]]


def test_a_file_that_was_changed_is_read_anew(write):
    path = write([["x", "kind"], [1, "a"], [2, "b"]])
    file = opened(path)
    assert read_data(file).n_samples == 2
    path = write([["x", "kind"], [1, "a"], [2, "b"], [3, "b"]])
    assert read_data(file).n_samples == 3


def test_a_sheet_of_one_column_is_told_with_the_others(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["Notes"])
    book.active.append(["of a study"])
    for row in (["x", "kind"], [1, "a"], [2, "b"]):
        book.create_sheet("Data").append(row)
    book.save(tmp_path / "t.xlsx")
    said = r"has only one column: .* the class, or choose another sheet \(--sheet\)$"
    with pytest.raises(UserError, match=said):
        read_data(tmp_path / "t.xlsx")


def test_a_sheet_without_cells_is_passed_over(tmp_path):
    book = openpyxl.Workbook()
    book.active["B2"].font = openpyxl.styles.Font(bold=True)
    sheet, rows = book.create_sheet("Data"), [["x", "kind"], [1, "a"], [2, "b"]]
    for row in rows:
        sheet.append(row)
    book.create_sheet("Other").append([1])
    xlsx = tmp_path / "t.xlsx"
    book.save(xlsx)
    old = xlwt.Workbook()
    old.add_sheet("Sheet").write(1, 1, None, xlwt.easyxf("font: bold on"))
    for name in ("Data", "Other"):
        sheet = old.add_sheet(name)
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                sheet.write(i, j, cell)
    xls = tmp_path / "t.xls"
    old.save(str(xls))
    ods = tmp_path / "t.ods"
    write_ods(ods, rows)
    empty = b'<table:table table:name="Sheet"/><table:table '
    with_sheet(ods, lambda xml: xml.replace(b"<table:table ", empty), "content.xml")
    for path in (xlsx, xls, ods):
        assert read_data(path).class_names == ("a", "b")
        assert read_data(path, options=ReadOptions(sheet="2")).n_samples == 2
        with pytest.raises(UserError, match="is empty: give a table"):
            read_data(path, options=ReadOptions(sheet="1"))
    said = "Read is “Data”, the first of 2 sheets (--sheet"
    assert said in opened(xlsx).sheet_doubt
    assert opened(ods).sheet_doubt == ""


def test_a_workbook_of_empty_sheets_is_told_so(write):
    with pytest.raises(UserError, match="has no sheet with anything in it: give"):
        read_data(write([[None], [None]]))


# What is locked, damaged, or made to hurt


def compound(*names):
    """Write a compound file (OLE) of streams that are empty."""
    table = [0xFFFFFFFD, 0xFFFFFFFE] + [0xFFFFFFFF] * 126
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack("<HHHHH6xIII4xIIIII", 62, 3, 0xFFFE, 9, 6, 0, 1, 1, 4096,
                        0xFFFFFFFE, 0, 0xFFFFFFFE, 0)  # fmt: skip
    head += struct.pack("<109I", 0, *[0xFFFFFFFF] * 108)
    directory = b""
    for i, name in enumerate(("Root Entry", *names)):
        text = name.encode("utf-16-le") + b"\0\0"
        directory += text.ljust(64, b"\0") + struct.pack(
            "<HB", len(text), 2 if i else 5
        )
        directory += bytes(49) + struct.pack("<II", 0xFFFFFFFE, 0) + bytes(4)
    return head + struct.pack("<128I", *table) + directory.ljust(512, b"\0")


LOCKED = r"is locked by a password: save it without one \(in Excel by File"


def test_a_locked_workbook_is_said_to_be_locked(tmp_path):
    path = tmp_path / "t.xlsx"
    path.write_bytes(compound("EncryptionInfo", "EncryptedPackage"))
    with pytest.raises(UserError, match=LOCKED):
        read_data(path)
    path = tmp_path / "t.xls"
    write_xls(path, [["x", "kind"], [1, "a"]])
    # The record of the interface, which follows the first, becomes that of a password.
    path.write_bytes(path.read_bytes().replace(b"\xe1\0\2\0", b"\x2f\0\2\0", 1))
    with pytest.raises(UserError, match=LOCKED):
        read_data(path)
    path = tmp_path / "t.ods"
    write_ods(path, [["x", "kind"], [1, "a"]])
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            if name.endswith("manifest.xml"):
                content += b"<manifest:encryption-data/>"
            archive.writestr(name, content)
    with pytest.raises(UserError, match=LOCKED):
        read_data(path)


@pytest.mark.parametrize("suffix", WRITERS)
def test_other_and_damaged_files_are_no_workbooks(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    for content in (compound("WordDocument"), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b""):
        path.write_bytes(content)
        with pytest.raises(UserError, match=r"is not a workbook \(|is empty"):
            read_data(path)
    WRITERS[suffix](path, [["x", "kind"], [1, "a"]])
    path.write_bytes(path.read_bytes()[:-900])
    with pytest.raises(UserError, match=r"is not a workbook \(|is damaged"):
        read_data(path)


def with_sheet(path, sheet, name="xl/worksheets/sheet1.xml"):
    with zipfile.ZipFile(path) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in (parts | {name: sheet(parts[name])}).items():
            archive.writestr(part, content)


SPREADSHEET = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.mark.parametrize(
    "cells",
    [
        b'<row r="1"><c r="A1"><v>1</v></c></row><row><c r="Z90"><v>1</v></c></row>',
        b"<row r='1'><c r='A1'><v>1</v></c><c s='0' r = 'Z9'><v>1</v></c></row>"
        b"<row r='90'><c><v>1</v></c></row>",
    ],
)
def test_cells_far_apart_are_refused_before_they_take_room(
    tmp_path, monkeypatch, cells
):
    monkeypatch.setattr(sheet_parts, "FEW_CELLS", 26 * 90 - 1)
    path = tmp_path / "t.xlsx"
    write_xlsx(path, [["x", "kind"], [1, "a"]])
    xml = b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>'
    with_sheet(path, lambda _: xml % (SPREADSHEET, cells))
    said = r"t\.xlsx: a sheet goes as far as cell Z90, but is almost"
    with pytest.raises(UserError, match=said):
        read_data(path)


def test_repeated_cells_of_ods_are_counted(tmp_path, monkeypatch):
    path = tmp_path / "t.ods"
    write_ods(path, [["x", "kind"], [1, "a"], [2, "b"]])
    usual = (
        b'<table:table-row table:number-rows-repeated="1048570"><table:table-cell '
        b'table:number-columns-repeated="16384"/></table:table-row></table:table>'
    )
    with_sheet(path, lambda xml: xml.replace(b"</table:table>", usual), "content.xml")
    assert read_data(path).n_samples == 2
    monkeypatch.setattr(sheet_parts, "FEW_CELLS", 93 * 26 - 1)
    filled = (
        usual.replace(b"table-cell ", b'table-cell office:value-type="boolean" ')
        .replace(b"1048570", b"90")
        .replace(b"16384", b"26")
    )
    with_sheet(path, lambda xml: xml.replace(usual, filled), "content.xml")
    with pytest.raises(UserError, match=r"t\.ods: a sheet goes as far as cell Z93"):
        read_data(path)


@pytest.mark.parametrize("suffix", [".xlsx", ".ods"])
def test_xml_that_would_grow_is_not_read(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    WRITERS[suffix](path, [["x", "y", "kind"], [1, F(2.0), "a"]])
    name = "content.xml" if suffix == ".ods" else "xl/worksheets/sheet1.xml"
    declared = b'<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>'
    with_sheet(path, lambda xml: declared + xml.partition(b"?>")[2], name)
    with pytest.raises(UserError, match="is not a workbook"):
        read_data(path)


def test_a_sheet_is_read_once_for_all_that_reads_it(tmp_path, monkeypatch):
    path = tmp_path / "t.xlsx"
    book = openpyxl.Workbook()
    for row in (["x", "kind"], [1, "a"], [2, "b"]):
        book.active.append(row)
    book.save(path)
    looked = []
    see = workbook.parts_of_xlsx
    monkeypatch.setattr(
        workbook, "parts_of_xlsx", lambda *given: looked.append(1) or see(*given)
    )
    file = opened(path)
    assert read_preview(file).names == ("x", "kind")
    assert read_data(file).n_samples == 2
    assert len(looked) == 1


class PanicException(BaseException):
    """As pyo3 calls what a panic in Rust becomes."""


def test_a_panic_of_calamine_is_an_error(tmp_path, capfd, monkeypatch):
    def panic(_):
        os.write(2, b"thread '<unnamed>' panicked")
        raise PanicException("index out of bounds")

    path = tmp_path / "t.xlsb"
    write_xlsb(path, [["x", "kind"], [1, "a"]])
    monkeypatch.setattr("python_calamine.CalamineWorkbook.from_object", panic)
    with pytest.raises(UserError, match="is not a workbook"):
        read_data(path)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes stderr")
def test_a_program_without_stderr_reads_workbooks(tmp_path):
    """As one that is started in a window of Windows."""
    path = tmp_path / "t.xlsb"
    write_xlsb(path, [["x", "kind"], [1, "a"], [2, "b"]])
    code = (
        "from engine.data.sample_table import read_data as r; "
        f"print(r({str(path)!r}).n_samples)"
    )
    command = ["sh", "-c", 'exec "$0" -c "$1" 2>&-', sys.executable, code]
    assert subprocess.run(command, stdout=subprocess.PIPE).stdout == b"2\n"


def test_stderr_stays_where_workbooks_are_read_at_once(tmp_path, capfd, monkeypatch):
    """And what others say on it while one is read."""
    paths = [tmp_path / "a.xlsb", tmp_path / "b.xlsb"]
    for path in paths:
        write_xlsb(path, [["x", "kind"], [1, "a"], [2, "b"]])
    from_object, see = CalamineWorkbook.from_object, workbook.parts_of_xlsb

    def talk(*given):
        os.write(2, b"looks;")
        return see(*given)

    def slow(binary):
        time.sleep(0.02)
        return from_object(binary)

    with monkeypatch.context() as patch:
        patch.setattr(workbook, "parts_of_xlsb", talk)
        read_data(paths[0])
    monkeypatch.setattr(CalamineWorkbook, "from_object", slow)
    readers = [Thread(target=read_data, args=[path]) for path in paths]
    for reader in readers:
        reader.start()
        time.sleep(0.01)
    for reader in readers:
        reader.join()
    os.write(2, b"end")
    assert capfd.readouterr().err == "looks;end"


def test_an_error_of_ods_with_a_comment_is_missing(tmp_path):
    path = tmp_path / "t.ods"
    write_ods(path, [["x", "kind"], [E("#N/A"), "a"], [2, "b"], [3, "a"]])
    note = (
        b"<office:annotation><text:p>look here</text:p></office:annotation><text:p>#N/A"
    )
    with_sheet(path, lambda xml: xml.replace(b"<text:p>#N/A", note), "content.xml")
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.X.tolist() == [[2], [3]]


def test_sectors_of_a_compound_file_are_each_there_once():
    """512 or 4096 bytes each."""
    whole = compound("Workbook")
    assert CompoundFile(io.BytesIO(whole)).names == ["Root Entry", "Workbook", ""]
    large = b"".join(whole[i : i + 512].ljust(4096, b"\xff") for i in (0, 512, 1024))
    large = large[:30] + struct.pack("<H", 12) + large[32:]
    assert CompoundFile(io.BytesIO(large)).names[:2] == ["Root Entry", "Workbook"]

    def changed(at, kind, value):
        new = struct.pack(kind, value)
        return io.BytesIO(whole[:at] + new + whole[at + len(new) :])

    circle, far, odd = "has a sector twice", "beyond its end", "of an unknown size"
    for content, said in [
        (changed(30, "<H", 10), odd),
        (changed(512 + 4, "<I", 1), circle),
        (changed(48, "<I", 2), far),
        (changed(80, "<I", 0), circle),
        (changed(80, "<I", 9), far),
        (changed(68, "<I", 5), far),
    ]:
        with pytest.raises(ValueError, match=said):
            CompoundFile(content)
