"""ARFF and .tab say which columns they have; the rest is chosen in a dialog."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from tests.gui.files.table_import.test_import_dialog import choose, press_import

ARFF = """@relation people
@attribute age numeric
@attribute town {Rome,Ulm}
@attribute class {a,b}
@data
22,Rome,a
?,Ulm,b
38,Ulm,b
"""
TAB = "age\ttown\tkind\nc\td\td\n\t\tclass\n22\tRome\ta\n\tUlm\tb\n38\tUlm\tb\n"
UNMARKED = "age\ttown\tkind\nc\td\td\n\t\t\n22\tRome\ta\n38\tUlm\tb\n40\tUlm\tb\n"
WORDS = """@relation people
@attribute age {young,old}
@attribute town {Rome,Ulm}
@attribute class {a,b}
@data
old,Rome,a
young,Ulm,b
old,Ulm,b
"""


@pytest.fixture
def opened(window, tmp_path):
    """Open a file as a drop does, and give the dialog."""

    def at(name, content):
        path = tmp_path / name
        path.write_text(content)
        window.open_file(path)
        return window.files.opening.dialog

    return at


@pytest.mark.parametrize(("name", "content"), [("p.arff", ARFF), ("p.tab", TAB)])
def test_missing_values_and_text_are_chosen(opened, window, name, content):
    dialog = opened(name, content)
    assert window.session.data.n_samples == 0
    fault = dialog.fault.text()
    assert "column age" in fault
    assert "1 value of “age” is missing in the 3 rows" in fault
    assert "--" not in fault
    assert not dialog.import_button.isEnabled()
    assert dialog.leave_out.text() == "Leave out 1 row"
    assert dialog.fill_in.isVisible()
    QTest.mouseClick(dialog.leave_out, Qt.MouseButton.LeftButton)
    assert dialog.missing.currentData() == "drop"
    assert not dialog.ways_out.isVisible()
    assert dialog.fault.isHidden()
    said = dialog.summary.text()
    assert said.startswith("2 samples, 1 feature, 2 classes: a, b. ")
    assert "Left out: 1 row with missing values." in said
    assert "--" not in said
    choose(dialog.text, "per word")
    assert dialog.summary.text().startswith("2 samples, 3 features")
    choose(dialog.missing, "mean")
    assert "filled in with its mean, 30" in dialog.summary.text()
    press_import(dialog)
    data = window.session.data
    assert data.feature_names == ("age", "town=Rome", "town=Ulm")
    assert data.X.tolist() == [[22, 1, 0], [30, 0, 1], [38, 0, 1]]
    assert window.files.path is None, "saving would overwrite what was filled in"
    assert window.files.opening.dialog is None


def test_a_class_column_that_is_not_marked_is_named(opened, window):
    dialog = opened("p.tab", UNMARKED)
    assert "marks no column as “class”" in dialog.fault.text()
    assert "choose the label column among age, town, kind" in dialog.fault.text()
    dialog.label.setFocus()
    line = dialog.label.lineEdit()
    line.selectAll()
    QTest.keyClicks(line, "kin")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert "no column “kin”: choose one of age, town, kind" in dialog.fault.text()
    line.selectAll()
    QTest.keyClicks(line, "kind")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert dialog.isVisible(), "Enter ends what is typed, and imports nothing unseen"
    assert dialog.summary.text().startswith("3 samples, 1 feature, 2 classes: a, b")
    choose(dialog.label, "town")
    assert "2 classes: Rome, Ulm" in dialog.summary.text()
    press_import(dialog)
    assert window.session.data.class_names == ("Rome", "Ulm")


def test_words_alone_are_made_features(opened, window):
    dialog = opened("p.arff", WORDS)
    assert "hold text" in dialog.fault.text()
    assert "--" not in dialog.fault.text()
    choose(dialog.text, "per word")
    assert dialog.summary.text().startswith("3 samples, 4 features")


def test_a_clear_file_is_looked_at_if_that_is_wanted(window, tmp_path, monkeypatch):
    path = tmp_path / "p.arff"
    path.write_text(ARFF.replace("?", "30"))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    QTest.keyClick(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    dialog = window.files.opening.dialog
    assert "Left out: column “town”, text (“Text” above makes" in dialog.summary.text()
    choose(dialog.text, "per word")
    press_import(dialog)
    assert window.session.data.n_features == 3


def test_the_first_index_is_chosen(window, tmp_path, monkeypatch):
    path = tmp_path / "p.svm"
    path.write_text("1 1:1 2:2\n-1 1:3 2:4\n")
    window.open_file(path)
    assert window.session.data.X.tolist() == [[1, 2], [3, 4]]
    guessed = "no 0 occurs (choose 0 in File ▸ Import if they begin with 0)."
    assert window.panel("Playback").message.words.text().endswith(guessed)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    QTest.keyClick(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    dialog = window.files.opening.dialog
    assert dialog.summary.text().endswith(guessed)
    assert not dialog.label.isVisible()
    choose(dialog.first_index, "0")
    assert dialog.summary.text() == "2 samples, 3 features, 2 classes: -1, 1"
    press_import(dialog)
    assert window.session.data.X.tolist() == [[0, 1, 2], [0, 3, 4]]
    assert window.session.data.provenance.first_index == 0


def test_a_first_index_that_cannot_be_is_asked_about(opened, window):
    dialog = opened("p.svm", "# indices are one-based\n1 0:1 2:2\n-1 0:3 2:4\n")
    assert "indices begin with 1: choose 0 as the first index" in dialog.fault.text()
    choose(dialog.first_index, "1")
    assert "choose another first index" in dialog.fault.text()
    choose(dialog.first_index, "0")
    press_import(dialog)
    assert window.session.data.X.tolist() == [[1, 0, 2], [3, 0, 4]]


def test_what_no_choice_mends_is_said_without_one(opened, monkeypatch):
    shown = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *a: shown.append(a[2]))
    assert opened("p.arff", ARFF.replace("38,", "x,").replace("?", "30")) is None
    assert "p.arff, line 8, column age: “x” is not a number" in shown[0]


def test_parquet_with_missing_values_is_shown_as_a_table(window, tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "p.parquet"
    frame = pandas.DataFrame({"age": [22, None, 38], "class": ["a", "b", "b"]})
    frame.to_parquet(path)
    window.open_file(path)
    dialog = window.files.opening.dialog
    assert "1 value of “age” is missing in the 3 rows" in dialog.fault.text()
    choose(dialog.controls.missing, "mean")
    press_import(dialog)
    assert window.session.data.X.tolist() == [[22], [30], [38]]


def test_what_is_left_out_is_said_without_options_of_the_command_line(opened, window):
    assert opened("p.arff", ARFF.replace("?", "30")) is None
    assert window.session.data.n_samples == 3
    said = window.panel("Playback").message.words.text()
    assert "Left out: column “town”, text." in said
    assert "--" not in said


@pytest.mark.parametrize(("name", "content"), [("p.arff", ARFF), ("p.tab", TAB)])
def test_the_column_of_names_is_chosen(opened, window, name, content):
    dialog = opened(name, content)
    choose(dialog.missing, "leave such rows out")
    assert dialog.data.sample_names is None
    choose(dialog.names, "town")
    assert dialog.data.sample_names.tolist() == ["Rome", "Ulm"]
    choose(dialog.names, "none")
    assert dialog.data.sample_names is None
    choose(dialog.names, "town")
    press_import(dialog)
    assert window.session.data.sample_names.tolist() == ["Rome", "Ulm"]
