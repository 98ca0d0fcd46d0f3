"""A table is looked at, what was guessed is corrected by hand, and it is imported."""

import gzip
from threading import Event

import pandas
import pytest
import xlsxwriter
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QMessageBox

from gui.files.table_import import import_dialog
from gui.tasks import task

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key


@pytest.fixture
def look(window, tmp_path, monkeypatch, qtbot):
    """Import a file by key, and give the dialog."""

    def at(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        QTest.keyClick(window, Key.Key_I, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: window.files.opening.loading is None)
        return window.files.opening.dialog

    return at


def choose(box, text):
    """Choose in a combo box by keys, as a person does."""
    index = next(i for i in range(box.count()) if text in box.itemText(i))
    box.setFocus()
    while box.currentIndex() != index:
        down = index > box.currentIndex()
        QTest.keyClick(box, Key.Key_Down if down else Key.Key_Up)


def click_header(dialog, column, on_box=False):
    header = dialog.header
    place = header.box(column).center()
    if not on_box:
        place = QPoint(place.x() + 30, 12)
    QTest.mouseClick(header.viewport(), LEFT, pos=place)


def press_import(dialog):
    QTest.mouseClick(dialog.import_button, LEFT)


def roles(dialog):
    return [dialog.header.role(j) for j in range(dialog.model.columnCount())]


def test_a_clear_table_is_shown_and_imported(look, window):
    dialog = look("p,q,class\n1,2,left\n3,4,right\n5,6,left\n")
    assert roles(dialog) == ["feature", "feature", "label"]
    assert dialog.summary.text() == "3 samples, 2 features, 2 classes: left, right"
    press_import(dialog)
    data = window.session.data
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 6]]
    assert data.class_names == ("left", "right")
    assert window.files.path.name == "table.csv"
    assert window.files.opening.dialog is None


def test_escape_imports_nothing(look, window):
    QTest.keyClick(look("p,q,class\n1,2,a\n3,4,b\n"), Key.Key_Escape)
    assert window.session.data.n_samples == 0


def test_another_delimiter_is_shown_at_once(look, window):
    dialog = look("p;q;class\n1,5;2,5;a\n3,5;4,5;b\n")
    assert dialog.controls.decimal.currentText().startswith("comma")
    choose(dialog.controls.delimiter, "bar")
    assert "only one column" in dialog.fault.text()
    assert dialog.controls.delimiter.property("invalid")
    assert not dialog.import_button.isEnabled()
    assert dialog.model.index(1, 0).data() == "1,5;2,5;a"
    choose(dialog.controls.delimiter, "semicolon")
    assert dialog.fault.isHidden()
    assert not dialog.controls.delimiter.property("invalid")
    press_import(dialog)
    assert window.session.data.X.tolist() == [[1.5, 2.5], [3.5, 4.5]]


def test_decimals_can_be_corrected(look, window):
    dialog = look("p;class\n1,500;a\n2,250;b\n")
    assert "No column is a feature" in dialog.fault.text()
    choose(dialog.controls.decimal, "comma")
    press_import(dialog)
    assert window.session.data.X.tolist() == [[1.5], [2.25]]


def test_a_table_without_a_header(look, window):
    dialog = look("1,2,0\n3,4,1\n5,6,0\n")
    assert not dialog.controls.header.isChecked()
    assert dialog.summary.text().startswith("3 samples")
    QTest.mouseClick(dialog.controls.header, LEFT, pos=QPoint(9, 9))
    assert dialog.summary.text().startswith("2 samples")
    press_import(dialog)
    assert window.session.data.feature_names == ("1", "2")


def test_a_click_on_a_name_takes_the_labels_from_there(look, window):
    dialog = look("town,p,q\nUlm,1,7\nBonn,2,8\nUlm,3,7\n")
    assert roles(dialog) == ["label", "feature", "feature"]
    click_header(dialog, 2)
    assert roles(dialog) == ["left out", "feature", "label"]
    assert dialog.controls.label.currentText() == "q"
    press_import(dialog)
    assert window.session.data.class_names == ("7", "8")
    assert window.session.data.feature_names == ("p",)


def test_the_label_column_is_chosen_in_a_box(look, window):
    dialog = look("k,p,q\n0,1,5\n1,2,6\n")
    choose(dialog.controls.label, "k")
    assert roles(dialog) == ["label", "feature", "feature"]
    press_import(dialog)
    assert window.session.data.X.tolist() == [[1, 5], [2, 6]]


def test_features_are_checked_by_mouse_and_by_key(look, window):
    dialog = look("p,q,class\n1,2,a\n3,4,b\n")
    click_header(dialog, 0, on_box=True)
    assert roles(dialog) == ["left out", "feature", "label"]
    dialog.table.setCurrentIndex(dialog.model.index(0, 1))
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Key.Key_Space)
    assert roles(dialog) == ["left out", "left out", "label"]
    assert "No column is a feature" in dialog.fault.text()
    assert not dialog.import_button.isEnabled()
    click_header(dialog, 0, on_box=True)
    press_import(dialog)
    assert window.session.data.feature_names == ("p",)
    assert window.files.path is None


def test_a_cell_that_is_no_number_is_named_and_marked(look):
    rows = "".join(f"{i},{'nan' if i == 17 else i},{'xy'[i % 2]}\n" for i in range(60))
    dialog = look("a,b,class\n" + rows)
    assert dialog.fault.text().startswith(
        "Line 19, column b: “nan” stands for a missing value"
    )
    colour = dialog.model.index(17, 1).data(Qt.ItemDataRole.BackgroundRole)
    assert colour is not None
    assert dialog.model.index(16, 1).data(Qt.ItemDataRole.BackgroundRole) is None
    assert dialog.table.indexAt(QPoint(99, 9)).row() > 0
    click_header(dialog, 1, on_box=True)
    assert dialog.import_button.isEnabled()


def test_two_columns_of_one_name_are_told(look):
    dialog = look("p,p,class\n1,2,a\n3,4,b\n")
    assert "Line 1: two columns are called “p”" in dialog.fault.text()
    assert not dialog.import_button.isEnabled()


def test_a_doubt_names_the_box_that_settles_it(look, window):
    dialog = look("dose,q,class\n1,2,a\n2,4,b\n3,6,a\n4,1,b\n")
    assert "kept as a feature (its check above leaves it out). Cl" in dialog.note.text()
    click_header(dialog, 0, on_box=True)
    press_import(dialog)
    assert window.session.data.feature_names == ("q",)


def test_a_missing_label_marks_the_box_of_the_label(look):
    dialog = look("p,q,class\n1,2,a\n3,4,\n5,6,b\n")
    assert "Line 3, column class: the cell is empty" in dialog.fault.text()
    assert dialog.controls.label.property("invalid")


def test_labels_of_any_text_and_one_class(look, window):
    dialog = look('p,class\n1,"Äpfel, süß\n& 梨 <b>"\n2,"Äpfel, süß\n& 梨 <b>"\n')
    assert "1 class: Äpfel, süß & 梨 <b>" in dialog.summary.text()
    press_import(dialog)
    assert "Äpfel, süß\n& 梨 <b>" in window.session.data.class_names


def test_a_file_that_is_no_text_is_explained(look, window, monkeypatch):
    shown = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *a: shown.append(a[2]))
    assert look("\0\1\2") is None
    assert "table.csv: is not a text file" in shown[0]


def test_a_long_table_is_read_with_a_bar_and_can_be_left(look, window, qtbot):
    dialog = look("p,q,class\n" + "1,2,a\n3,4,b\n" * 100_000)
    assert dialog.bar.isVisible()
    assert not dialog.import_button.isEnabled()
    click_header(dialog, 0, on_box=True)
    qtbot.waitUntil(dialog.import_button.isEnabled)
    assert "200,000 samples, 1 feature, 2" in dialog.summary.text()
    click_header(dialog, 0, on_box=True)
    cancel = dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel)
    QTest.mouseClick(cancel, LEFT)
    assert window.files.opening.dialog is None
    assert window.session.data.n_samples == 0


def test_lines_are_shown_at_once_and_cut_when_the_form_is_found(
    look, qtbot, monkeypatch
):
    monkeypatch.setattr(task, "WAIT_SECONDS", 0.0)
    may_guess = Event()
    guess = import_dialog.read_preview
    monkeypatch.setattr(
        import_dialog, "read_preview", lambda *at: may_guess.wait(150) and guess(*at)
    )
    dialog = look("p;q;class\n1,5;2,5;a\n3,5;4,5;b\n")
    assert dialog.isVisible()
    assert dialog.model.index(1, 0).data() == "1,5;2,5;a"
    assert dialog.summary.text() == "Reading…"
    assert dialog.fault.isHidden()
    assert not dialog.controls.delimiter.property("invalid")
    assert not dialog.import_button.isEnabled()
    may_guess.set()
    qtbot.waitUntil(dialog.import_button.isEnabled)
    assert roles(dialog) == ["feature", "feature", "label"]
    assert dialog.model.index(0, 0).data() == "1,5"
    assert dialog.summary.text().startswith("2 samples")
    dialog.reject()


def test_a_fault_leaves_the_table_in_its_place_and_speaks_as_the_form_does(look):
    names = ",".join(f"feature{j}" for j in range(12))
    row = ",".join("1" * 12)
    dialog = look(f"p,town,{names},class\n1,5,{row},a\n2,Bonn,{row},b\n")
    click_header(dialog, 1, on_box=True)
    across = dialog.table.horizontalScrollBar()
    across.setValue(1)
    before = dialog.table.y(), dialog.header.box(1)
    click_header(dialog, 1, on_box=True)
    assert "or the column (its check above)" in dialog.fault.text()
    assert dialog.fault.isVisible()
    assert across.maximum() > 0
    assert (dialog.table.y(), dialog.header.box(1)) == before


def begin_with_line(dialog, line):
    """Type a line's number, as a person does."""
    dialog.controls.start.setFocus()
    dialog.controls.start.selectAll()
    QTest.keyClicks(dialog.controls.start, str(line))
    QTest.keyClick(dialog.controls.start, Key.Key_Return)
    assert dialog.isVisible(), "Enter ends the typing, and imports nothing"


@pytest.mark.parametrize("above", ["Lab 3, 2nd run\n\n", "a\nb\n", '5" pipe\nx,y\n'])
def test_a_table_under_a_title_begins_with_its_line(look, window, above):
    dialog = look(above + "p,q,class\n1,2,a\n3,4,b\n")
    assert dialog.controls.start.value() == 3
    assert "The table begins with line 3:" in dialog.note.text()
    begin_with_line(dialog, 1)
    assert "cells where the first row has" in dialog.fault.text()
    begin_with_line(dialog, 3)
    assert dialog.model.headerData(0, Qt.Orientation.Vertical) == "4"
    assert dialog.summary.text().startswith("2 samples, 2 features, 2 classes: a, b")
    press_import(dialog)
    assert window.session.data.X.tolist() == [[1, 2], [3, 4]]
    assert window.session.data.feature_names == ("p", "q")
    assert window.files.path is None, "saving must not drop the title"


def test_a_line_beyond_the_end_is_explained(look):
    dialog = look("p,q,class\n1,2,a\n3,4,b\n")
    begin_with_line(dialog, 9)
    assert "Is empty" in dialog.fault.text()
    assert not dialog.import_button.isEnabled()
    begin_with_line(dialog, 1)
    assert dialog.fault.isHidden()
    assert dialog.import_button.isEnabled()


BAD = "p,q,class\n1,2,a\noops,4,b\n5,x,a\n7,8,b\n9,10,\n\n11,12,a,13\n14,inf,b\n"


@pytest.mark.parametrize("far", [0, 9_000])
def test_rows_that_cannot_be_read_are_left_out_if_that_is_wanted(
    look, window, qtbot, far
):
    dialog = look(BAD + "20,21,a\n" * far + "22,23,b,24\n" * bool(far))
    if far:
        qtbot.waitUntil(lambda: dialog.lenient.isVisible())
    assert dialog.lenient.isVisible()
    assert not dialog.lenient.isChecked()
    assert not dialog.import_button.isEnabled()
    QTest.mouseClick(dialog.lenient, LEFT, pos=QPoint(9, 9))
    qtbot.waitUntil(dialog.import_button.isEnabled)
    assert dialog.lenient.text().endswith(f"({5 + bool(far)})")
    assert dialog.fault.isHidden()
    assert dialog.model.headerData(1, Qt.Orientation.Vertical) == "3"
    told = dialog.model.index(1, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert told == "this row is left out"
    press_import(dialog)
    said = window.panel("Playback").message.words.text()
    assert said == f"Left out: {5 + bool(far)} rows that cannot be read."
    assert window.session.data.X[:2].tolist() == [[1, 2], [7, 8]]
    assert window.session.data.n_samples == 2 + far
    assert window.files.path is None, "saving must not drop the rows"


def test_leniency_is_taken_back(look):
    dialog = look("p,q,class\n1,2,a\noops,4,b\n5,6,b\n")
    fault = dialog.fault.text()
    for _ in range(2):
        QTest.mouseClick(dialog.lenient, LEFT, pos=QPoint(9, 9))
    assert dialog.fault.text() == fault
    assert dialog.lenient.isVisible()
    click_header(dialog, 0, on_box=True)
    assert dialog.lenient.isHidden()


def test_leniency_stays_where_the_table_is_cut_anew(look):
    dialog = look("p,q,class\n1,2,a\noops,4,b\n5,6,b\n7,8,a\n")
    QTest.mouseClick(dialog.lenient, LEFT, pos=QPoint(9, 9))
    begin_with_line(dialog, 2)
    assert dialog.lenient.isChecked()
    assert dialog.preview.form.lenient


def test_a_clear_table_offers_no_leniency(look):
    assert look("p,q,class\n1,2,a\n3,4,b\n").lenient.isHidden()


def test_an_encoding_is_recognised_said_and_corrected(look, window):
    dialog = look("x;kind\n1;więc\n2;mało\n".encode("cp1250"))
    assert dialog.controls.encoding.currentText().startswith("cp1250")
    assert "Its text seems to be encoded as cp1250." in dialog.note.text()
    choose(dialog.controls.encoding, "cp1252")
    assert dialog.model.index(0, 1).data() == "wiêc"
    choose(dialog.controls.encoding, "cp1251")
    assert dialog.model.index(0, 1).data() == "wiкc"
    choose(dialog.controls.encoding, "utf-8")
    assert "is not UTF-8 text: choose its encoding" in dialog.fault.text()
    assert not dialog.import_button.isEnabled()
    choose(dialog.controls.encoding, "cp1250")
    press_import(dialog)
    assert window.session.data.class_names == ("mało", "więc")
    assert window.files.path is None  # it would be written in another encoding


def test_a_packed_table_is_looked_at_and_not_written_over(look, window):
    dialog = look(gzip.compress(b"p,q,class\n1,2,a\n3,4,b\n"), "table.csv.gz")
    assert dialog.controls.encoding.currentText().startswith("utf-8")
    assert dialog.model.index(1, 1).data() == "4"
    press_import(dialog)
    assert window.session.data.X.tolist() == [[1, 2], [3, 4]]
    assert window.files.path is None


GAPS = """age,town,smokes,class
22,Rome,yes,a
38,Ulm,no,b
,Ulm,no,b
54,,yes,a
2,Rome,no,
"""


def test_missing_values_and_text_are_chosen_and_counted(look, window):
    dialog = look(GAPS)
    controls = dialog.controls
    assert "“town”, text (“Text” above makes" in dialog.note.text()
    assert "--" not in dialog.note.text()
    assert dialog.fault.text().startswith("Line 4, column age: the cell is empty")
    missing = "1 value of “age” and 1 label are missing in the 5 rows"
    assert missing in dialog.fault.text()
    ways_out = "leave such rows out or fill in the means (“Missing values” above)"
    assert dialog.fault.text().endswith(ways_out)
    assert "--" not in dialog.fault.text()
    assert not dialog.import_button.isEnabled()
    choose(controls.missing, "leave such rows out")
    said = dialog.summary.text()
    assert said.startswith("3 samples, 2 features, 2 classes: a, b. Left out: 1 row")
    assert "1 row with missing values" in said
    assert "1 row without a label" in said
    grey = dialog.model.index(2, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert grey == "this row is left out"
    choose(controls.text, "per word")
    assert roles(dialog) == ["feature", "feature", "feature", "label"]
    assert dialog.summary.text().startswith("2 samples, 4 features")
    choose(controls.missing, "mean")
    said = dialog.summary.text()
    assert "1 missing value of “age”: filled in with its mean, 38" in said
    assert "1 missing value of “town”: 0 in all its features" in said
    press_import(dialog)
    data = window.session.data
    assert data.feature_names == ("age", "town=Rome", "town=Ulm", "smokes")
    assert data.X.tolist()[2:] == [[38, 0, 1, 0], [54, 0, 0, 1]]
    assert data.provenance.missing == "mean"
    assert window.files.path is None, "saving would overwrite what was filled in"


@pytest.mark.parametrize(
    ("text", "offered", "samples"),
    [
        (GAPS, ["Leave out 2 rows", "Fill with the mean"], [3, 4]),
        ("x,y,class\n1,2,a\n3,4,\n5,6,b\n", ["Leave out 1 row"], [2]),
        ("x,y,class\n1,,a\n,4,b\n5,,b\n", ["Fill with the mean"], [3]),
    ],
)
def test_what_would_do_about_missing_values_is_a_click_away(
    look, window, text, offered, samples
):
    for place, (said, n) in enumerate(zip(offered, samples, strict=True)):
        dialog = look(text)
        buttons = [dialog.leave_out, dialog.fill_in]
        shown = [button for button in buttons if button.isVisible()]
        assert [button.text() for button in shown] == offered
        assert shown[place].text() == said
        QTest.mouseClick(shown[place], LEFT)
        assert not dialog.ways_out.isVisible()
        assert dialog.fault.isHidden()
        way = {"Leave": "drop", "Fill ": "mean"}[said[:5]]
        assert dialog.controls.missing.currentData() == way
        press_import(dialog)
        assert window.session.data.n_samples == n
        assert window.session.data.provenance.missing == way


def test_a_header_with_numbers_is_doubtful_and_can_be_refused(look, window):
    dialog = look("0,1,target\n1.5,2,a\n2.5,1,b\n")
    assert "taken for names, though it has numbers: 0, 1" in dialog.note.text()
    assert dialog.controls.header.isChecked()
    assert dialog.summary.text().startswith("2 samples")
    QTest.mouseClick(dialog.controls.header, LEFT, pos=QPoint(8, 8))
    assert dialog.summary.text().startswith("3 samples, 2 features, 3 classes")


TOWNS = "town,age,class\nRome,22,a\nUlm,38,b\nUlm,40,b\nRome,7,a\n"


def test_the_use_of_text_stays_whatever_else_is_changed(look):
    dialog = look(TOWNS)
    controls, chosen = dialog.controls, "a feature of 0 or 1 per word"
    choose(controls.text, "per word")
    whole = "4 samples, 3 features, 2 classes: a, b"
    assert dialog.summary.text() == whole
    choose(controls.label, "town")
    assert controls.text.currentText() == chosen
    assert "2 classes: Rome, Ulm" in dialog.summary.text()
    choose(controls.label, "class")
    assert controls.text.currentText() == chosen
    assert dialog.summary.text() == whole
    choose(controls.delimiter, "bar")
    choose(controls.delimiter, "comma")
    assert controls.text.currentText() == chosen
    assert dialog.summary.text() == whole
    choose(controls.encoding, "cp1252")
    choose(controls.missing, "mean")
    assert dialog.summary.text() == whole
    click_header(dialog, 0, on_box=True)
    assert controls.text.currentText() == "leave out"
    assert dialog.summary.text() == "4 samples, 1 feature, 2 classes: a, b"


def test_a_sheet_of_a_workbook_is_chosen(look, window, tmp_path, qtbot):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for name, labels in {"One": "ab", "Two": "uvw"}.items():
        sheet = book.create_sheet(name)
        sheet.append(["p", "class"])
        for i, label in enumerate(labels):
            sheet.append([i, label])
    del book["Sheet"]
    book.save(tmp_path / "made.xlsx")
    dialog = look((tmp_path / "made.xlsx").read_bytes(), "book.xlsx")
    assert dialog.summary.text() == "2 samples, 1 feature, 2 classes: a, b"
    assert "Read is “One”, the first of 2 sheets (“Sheet” above" in dialog.note.text()
    assert dialog.controls.sheet.isVisible()
    choose(dialog.controls.sheet, "Two")
    chosen = "3 samples, 1 feature, 3 classes: u, v, w"
    qtbot.waitUntil(lambda: dialog.summary.text() == chosen)
    assert dialog.controls.sheet.currentText() == "Two"
    assert "sheets" not in dialog.note.text()
    press_import(dialog)
    assert window.session.data.n_samples == 3


def offered(dialog):
    """Tell which of the controls are shown that not every format has."""
    controls = dialog.controls
    kinds = ("encoding", "delimiter", "start", "header", "sheet")
    return [name for name in kinds if not getattr(controls, name).isHidden()]


def test_only_what_a_format_has_is_offered(look, tmp_path):
    frame = pandas.DataFrame({"p": [1, 3], "class": ["a", "b"]})
    dialog = look(frame.to_csv(index=False))
    assert offered(dialog) == ["encoding", "delimiter", "start", "header"]
    dialog.reject()
    frame.to_excel(tmp_path / "made.xlsx", index=False)
    dialog = look((tmp_path / "made.xlsx").read_bytes(), "book.xlsx")
    assert offered(dialog) == ["start", "header"]
    dialog.reject()
    frame.to_parquet(tmp_path / "made.parquet")
    dialog = look((tmp_path / "made.parquet").read_bytes(), "t.parquet")
    assert offered(dialog) == []


def test_formulas_that_nobody_computed_are_asked_about(window, tmp_path, qtbot):
    """The table is not opened at once; they cannot be made the classes."""
    path = tmp_path / "t.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["p", "twice", "class"])
    for i in range(4):
        sheet.write_row(i + 1, 0, [i, 0, "ab"[i % 2]])
        sheet.write_formula(i + 1, 1, f"=A{i + 2}*2")
    book.close()
    window.files.opening.open_path(path)
    qtbot.waitUntil(lambda: window.files.opening.dialog is not None)
    dialog = window.files.opening.dialog
    assert (
        "The formulas in “twice” are all 0: did nobody compute them? Then open the "
        "workbook in Excel or LibreOffice and save it (its check above leaves it out)."
        in dialog.note.text()
    )
    assert dialog.import_button.isEnabled()
    choose(dialog.controls.label, "twice")
    assert dialog.fault.text().startswith(
        "Column twice: has formulas whose values are all 0"
    )
    assert dialog.fault.text().endswith(
        "choose another label column (“Label column” above)"
    )
    assert not dialog.import_button.isEnabled()
    dialog.reject()


def test_words_for_missing_values_are_told(look, window):
    dialog = look("p,q,class\n1,None,a\n3,4,b\n-999,6,a\n7,None,b\n9,8,a\n")
    dialog.controls.words.setFocus()
    QTest.keyClicks(dialog.controls.words, "None, -999")
    QTest.keyClick(dialog.controls.words, Key.Key_Return)
    assert "stands for a missing value" in dialog.fault.text()
    choose(dialog.controls.missing, "leave such rows out")
    assert dialog.summary.text().startswith("2 samples, 2 features")
    assert dialog.controls.words.text() == "None, -999"
    press_import(dialog)
    assert window.session.data.X.tolist() == [[3, 4], [9, 8]]


def test_the_column_of_names_is_chosen(look, window):
    dialog = look("id,p,town,class\nann,1,<b>Ulm</b>,a\nbob,3,Bonn,b\n")
    assert roles(dialog) == ["names", "feature", "left out", "label"]
    assert dialog.controls.names.currentText() == "id"
    assert dialog.data.sample_names.tolist() == ["ann", "bob"]
    choose(dialog.controls.names, "none")
    assert roles(dialog) == ["left out", "feature", "left out", "label"]
    assert dialog.data.sample_names is None
    choose(dialog.controls.names, "town")
    assert roles(dialog) == ["left out", "feature", "names", "label"]
    press_import(dialog)
    assert window.session.data.sample_names.tolist() == ["<b>Ulm</b>", "Bonn"]


def test_a_column_of_names_becomes_a_feature_or_the_label(look):
    dialog = look("name,p,q,class\n7,1,2,a\n9,3,4,b\n")
    assert roles(dialog)[0] == "names"
    click_header(dialog, 0, on_box=True)
    assert roles(dialog) == ["feature", "feature", "feature", "label"]
    click_header(dialog, 1, on_box=True)
    choose(dialog.controls.names, "p")
    assert roles(dialog) == ["feature", "names", "feature", "label"]
    click_header(dialog, 1)
    assert roles(dialog)[:3] == ["feature", "label", "feature"]
    assert dialog.controls.names.currentText() == "none"


def test_enter_imports_what_was_guessed_but_ends_what_is_typed(look, window, qtbot):
    dialog = look("p,q,class\n1,2,left\n3,4,right\n5,6,left\n")
    spin = dialog.controls.start
    spin.setFocus()
    QTest.keyClick(spin, Key.Key_Return)
    assert dialog.isVisible()
    dialog.controls.encoding.setFocus()
    QTest.keyClick(dialog.controls.encoding, Key.Key_Return)
    assert window.session.data.n_samples == 3


def test_nothing_of_the_form_has_the_focus_at_first(look):
    dialog = look("p,q,class\n1,2,left\n3,4,right\n5,6,left\n")
    assert dialog.focusWidget() is dialog
    QTest.keyClick(dialog, Key.Key_Return)
    assert not dialog.isVisible()
