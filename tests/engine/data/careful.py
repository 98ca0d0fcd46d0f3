"""The slow reader of tables, to compare the fast ones with: all at once, by cells."""

import numpy as np

from engine.data.classes import labelled
from engine.data.provenance import Column
from engine.data.sample_table import without_rows
from engine.data.tables.column_roles import as_option, require_features
from engine.data.tables.csv_cells import grid_of
from engine.data.tables.quotation import UNQUOTED
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.row_blocks import row_blocks
from engine.data.tables.text_table import text_table
from engine.data.tables.typed_columns import Batch, CellReader, words_in


def cut(path, names, form, cells, lines, option=lambda j: ""):
    """Give the numbers and the labels of cells of text."""
    batch = Batch([*map(words_in, cells.T)], lines, "line")
    columns = [Column(names[j]) for j in form.features]
    rows = CellReader(path, names, form, columns, option).cut(batch).rows
    return rows.X, [rows.labels[i] for i in rows.which]


def read_carefully(path, target=None):
    table = text_table(path)
    found = table.proposal(ReadOptions(target=target))
    form = found.form
    names = table.names(form)
    require_features(path, names, found, table.rows(form).cells)
    whole = next(row_blocks(path, 2**24, delimiter=UNQUOTED))
    grid = grid_of(path, whole.text.decode(), whole.line, table.delimiter)
    cells, lines = grid.cells[form.header :], grid.lines[form.header :]
    if not len(cells):
        raise without_rows(path)

    def option(j):
        return as_option(names[j], j + 1, header=form.header)

    X, labels = cut(path, names, form, cells, lines, option)
    features = [names[j] for j in form.features]
    levels = sorted({*labels})
    which = np.array([levels.index(label) for label in labels])
    return labelled(X, levels, which, features)
