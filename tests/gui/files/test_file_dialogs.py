"""The kinds of files come from the registry of formats; folders are remembered."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from engine.data.formats import registry
from gui.files.file_dialogs import data_and_sessions, saved_kinds, tables_first
from gui.widgets.dialog_folder import remember_folder
from gui.window.main_window import MainWindow

TABLES = "*.csv *.tsv *.txt *.dat *.data"
PACKED = "*.gz *.bz2 *.xz *.zst *.zip"
OTHERS = "*.tab *.arff *.parquet *.svm *.svmlight *.libsvm"
KNOWN = ("Table", "ARFF", "Orange", "Parquet", "svmlight")


@pytest.fixture
def known_formats(monkeypatch):
    """Offer these, whatever others there are by now."""
    known = [
        file_format for file_format in registry.formats() if file_format.name in KNOWN
    ]
    monkeypatch.setattr(registry, "formats", lambda: known)


def test_kinds_of_files(known_formats):
    assert data_and_sessions() == (
        f"Data and sessions ({TABLES} {OTHERS} *.plab {PACKED});;All files (*)"
    )
    assert tables_first() == (
        f"Tables ({TABLES} *.parquet {PACKED});;"
        f"Data ({TABLES} {OTHERS} {PACKED});;All files (*)"
    )
    assert saved_kinds() == (
        "Session: data and set-up (*.plab);;Table: data only (*.csv);;"
        "Table with tabs (*.tsv);;Orange, with the class column marked (*.tab);;"
        "ARFF (*.arff);;Parquet (*.parquet);;"
        "svmlight: numbers only, no names (*.svm)"
    )


@pytest.fixture
def begun(monkeypatch):
    """Where dialogs begin; they are answered with a path: ``begun.answer``."""
    starts = Begun()
    for name in ("getSaveFileName", "getOpenFileName"):
        monkeypatch.setattr(QFileDialog, name, starts.take)
    return starts


class Begun:
    def __init__(self):
        self.places, self.answer = [], ""

    def take(self, _, __, start, *___):
        self.places.append(Path(start))
        return str(self.answer), ""


def test_dialogs_remember_their_folder_each_for_its_purpose(
    window, qtbot, begun, tmp_path
):
    folders = [tmp_path / name for name in ("data", "weights", "traces")]
    for folder in folders:
        folder.mkdir()
    data, weights, traces = folders
    begun.answer = data / "mine.csv"
    begun.answer.write_text("x1,x2,class\n0,1,A\n1,0,B\n")
    window.open_file(begun.answer)
    qtbot.waitUntil(lambda: window.session.data.n_samples == 2)
    qtbot.waitUntil(lambda: window.session.tape is not None)
    begun.answer = weights / "w.json"
    window.exports.export_weights()
    begun.answer = traces / "t.csv"
    window.exports.export_trace()
    qtbot.waitUntil(lambda: not window.exports.writing)
    assert begun.places == [data / "mine-weights.json", data / "mine-trace.csv"]
    later = MainWindow()
    qtbot.addWidget(later)
    later.files.begin_with(window.session.data)
    qtbot.waitUntil(lambda: later.session.model is not None)
    begun.answer, begun.places = "", []
    later.exports.export_weights()
    later.exports.export_trace()
    later.files.open()
    later.files.save_as()
    assert [place.parent for place in begun.places[:2]] == [weights, traces]
    assert begun.places[2] == data
    assert begun.places[3].parent == data


def test_a_folder_that_is_gone_is_not_gone_to(window, begun, tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    remember_folder(folder / "x.csv")
    folder.rmdir()
    window.files.open()
    assert begun.places == [Path.home()]
