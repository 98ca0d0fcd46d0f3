"""What is read in tables."""


def rows_of(table):
    """Give the texts of a table, row by row, without cells that are empty."""
    model = table.model()
    columns = range(model.columnCount())
    rows = [
        [model.index(i, j).data() for j in columns] for i in range(model.rowCount())
    ]
    return [[text for text in row if text] for row in rows]
