"""The slow reader of tables, to compare the fast ones with: all at once, by cells."""

import numpy as np

from engine.data.classes import comparable
from engine.data.dataset import Dataset
from engine.data.formats.column_roles import as_option, require_features
from engine.data.formats.csv_cells import CellGrid, grid_of, numbers_of, words_of
from engine.data.formats.csv_form import read_head
from engine.data.formats.csv_stream import without_rows
from engine.data.formats.read_options import ReadOptions
from engine.data.formats.row_blocks import read_text


def read_carefully(path, target=None):
    head = read_head(path)
    form, roles, _ = head.proposal(ReadOptions(target=target))
    names = head.names(form)
    cells = head.rows(form).cells
    require_features(
        path, names, roles, cells, decimal=form.decimal, header=form.header
    )
    grid = grid_of(path, *read_text(path), form.delimiter)
    rows = CellGrid(grid.cells[form.header :], grid.lines[form.header :])
    if not len(rows.cells):
        raise without_rows(path)
    X = [
        numbers_of(
            path, rows, j, names[j], form.decimal,
            option=as_option(names[j], j + 1, header=form.header),
        )
        for j in form.features
    ]  # fmt: skip
    labels = words_of(path, rows, form.label, names[form.label])
    features = [names[j] for j in form.features]
    return Dataset(np.column_stack(X), comparable(labels), feature_names=features)
