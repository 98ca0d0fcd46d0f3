"""The kinds of files that are offered come from the registry of formats."""

import pytest

from engine.data.formats import registry
from gui.files.file_dialogs import data_and_sessions, saved_kinds, tables_first

TABLES = "*.csv *.tsv *.txt *.dat *.data"
PACKED = "*.gz *.bz2 *.xz *.zip"
OTHERS = "*.tab *.arff *.parquet *.svm *.svmlight *.libsvm"
KNOWN = ("Table", "ARFF", "Orange", "Parquet", "svmlight")


@pytest.fixture(autouse=True)
def known_formats(monkeypatch):
    """Offer these, whatever others there are by now."""
    known = [one for one in registry.formats() if one.name in KNOWN]
    monkeypatch.setattr(registry, "formats", lambda: known)


def test_kinds_of_files():
    assert data_and_sessions() == (
        f"Data and sessions ({TABLES} {OTHERS} *.plab {PACKED});;All files (*)"
    )
    assert tables_first() == (
        f"Tables ({TABLES} {PACKED});;Data ({TABLES} {OTHERS} {PACKED});;All files (*)"
    )
    assert saved_kinds() == (
        "Session: data and set-up (*.plab);;Table: data only (*.csv);;"
        "Table with tabs (*.tsv);;Orange, with the class column marked (*.tab);;"
        "ARFF (*.arff);;Parquet (*.parquet);;"
        "svmlight: numbers only, no names (*.svm)"
    )
