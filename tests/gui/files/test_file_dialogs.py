"""The kinds of files that are offered come from the registry of formats."""

from gui.files.file_dialogs import data_and_sessions, saved_kinds, tables_first

TABLES = "*.csv *.tsv *.txt *.dat *.data"
OTHERS = "*.arff *.tab *.parquet *.svm *.svmlight *.libsvm"


def test_kinds_of_files():
    assert data_and_sessions() == (
        f"Data and sessions ({TABLES} {OTHERS} *.plab);;All files (*)"
    )
    assert tables_first() == (
        f"Tables ({TABLES});;Data ({TABLES} {OTHERS});;All files (*)"
    )
    assert saved_kinds() == (
        "Session: data and set-up (*.plab);;Table: data only (*.csv);;"
        "Table with tabs (*.tsv);;ARFF (*.arff);;Orange (*.tab);;Parquet (*.parquet);;"
        "svmlight: numbers only, no names (*.svm)"
    )
