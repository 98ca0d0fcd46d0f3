"""Tables as they come: each is read as it was meant, refused with its line, or doubted.

The kinds of pollution are those of the Pollock benchmark; ten files of each. What was
meant is known by construction: a clean table is made first, and then spoiled.
"""

import re
from random import Random

import numpy as np
import pytest

from engine.data.sample_table import read_data
from engine.data.table_preview import read_preview
from engine.data.tables.read_options import ReadOptions
from engine.errors import UserError

KINDS = {}
FILES = 10


def kind(spoil):
    """Take a function for a kind of pollution: ``spoil(table, random)`` gives text."""
    KINDS[spoil.__name__.replace("_", " ")] = spoil
    return spoil


class Clean:
    """A small table of numbers and a class, as lists of cells."""

    def __init__(self, random):
        self.width = random.choice([2, 3, 4])
        self.names = [*"pqrs"[: self.width], "class"]
        if random.random() < 0.3:
            self.names = ["class", *self.names[:-1]]
        self.label = self.names.index("class")
        n = random.randint(6, 12)
        self.rows = [
            [
                random.choice(["red", "blue", "green"])
                if j == self.label
                else f"{random.uniform(-50, 50):.{random.choice([1, 2])}f}"
                for j in range(self.width + 1)
            ]
            for _ in range(n)
        ]
        self.by = random.choice([",", ";", "\t", "|"])

    @property
    def lines(self):
        return [self.by.join(cells) for cells in [self.names, *self.rows]]

    @property
    def text(self):
        return text(self.lines)

    @property
    def meant(self):
        numbers = [[c for j, c in enumerate(r) if j != self.label] for r in self.rows]
        return np.array(numbers, float), [row[self.label] for row in self.rows]


def text(lines, end="\n"):
    return "".join(line + end for line in lines)


def some(random, table, first=1):
    """Choose a row, the header is 0."""
    return random.randrange(first, len(table.rows) + 1)


def with_line(table, at, line):
    lines = table.lines
    lines[at] = line
    return text(lines)


def marked(random, table, cells, mark='"'):
    """Spoil one cell by a mark at one of its ends."""
    j = random.randrange(len(cells))
    cell = cells[j]
    spoiled = random.choice([mark + cell, cell + mark, cell[0] + mark + cell[1:]])
    return table.by.join([*cells[:j], spoiled, *cells[j + 1 :]])


@kind
def clean(table, random):
    return table.text


@kind
def row_too_short(table, random):
    at = some(random, table)
    cells = table.rows[at - 1]
    return with_line(table, at, table.by.join(cells[: random.randrange(1, len(cells))]))


@kind
def row_that_lacks_its_first_cells(table, random):
    at = some(random, table)
    return with_line(table, at, table.by.join(table.rows[at - 1][1:]))


@kind
def row_too_long(table, random):
    at = some(random, table)
    cells = [*table.rows[at - 1], *random.choices(["7", "red", ""], k=2)]
    return with_line(table, at, table.by.join(cells))


@kind
def extra_delimiter(table, random):
    at = some(random, table)
    line = table.lines[at]
    where = random.randrange(len(line) + 1)
    return with_line(table, at, line[:where] + table.by + line[where:])


@kind
def lacking_delimiter(table, random):
    at = some(random, table)
    cells = table.rows[at - 1]
    j = random.randrange(len(cells) - 1)
    joined = [*cells[:j], cells[j] + cells[j + 1], *cells[j + 2 :]]
    return with_line(table, at, table.by.join(joined))


@kind
def extra_quote(table, random):
    at = some(random, table)
    return with_line(table, at, marked(random, table, table.rows[at - 1]))


@kind
def two_extra_quotes(table, random):
    lines = table.lines
    for at in random.sample(range(1, len(lines)), 2):
        lines[at] = marked(random, table, table.rows[at - 1])
    return text(lines)


@kind
def unclosed_quotes_in_two_rows(table, random):
    lines = table.lines
    for at in random.sample(range(1, len(lines)), 2):
        cells = [*table.rows[at - 1]]
        j = random.randrange(len(cells))
        cells[j] = '"' + cells[j]
        lines[at] = table.by.join(cells)
    return text(lines)


@kind
def extra_quote_among_quoted_cells(table, random):
    quoted = [[f'"{cell}"' for cell in row] for row in [table.names, *table.rows]]
    at = some(random, table)
    j = random.randrange(len(quoted[at]))
    cell = quoted[at][j]
    where = random.randrange(len(cell) + 1)
    quoted[at][j] = cell[:where] + '"' + cell[where:]
    return text(table.by.join(row) for row in quoted)


@kind
def lacking_quote_among_quoted_cells(table, random):
    quoted = [[f'"{cell}"' for cell in row] for row in [table.names, *table.rows]]
    at = some(random, table)
    j = random.randrange(len(quoted[at]))
    cell = quoted[at][j]
    quoted[at][j] = random.choice([cell[1:], cell[:-1]])
    return text(table.by.join(row) for row in quoted)


@kind
def escaped_by_a_backslash(table, random):
    lines = table.lines
    table.rows[2][table.label] = 'so "called", red'
    at = table.label
    cells = [*table.rows[2]]
    cells[at] = r'"so \"called\", red"'
    lines[3] = table.by.join(cells)
    return text(lines)


@kind
def other_quote_character(table, random):
    for row in table.rows:
        if random.random() < 0.3:
            row[table.label] += f"{table.by} {row[table.label]}"
    rows = [[f"'{cell}'" for cell in row] for row in [table.names, *table.rows]]
    return text(table.by.join(row) for row in rows)


@kind
def words_in_another_quote_character(table, random):
    rows = [[*row] for row in table.rows]
    for row in rows:
        row[table.label] = f"'{row[table.label]}'"
    return text(table.by.join(row) for row in [table.names, *rows])


@kind
def other_delimiter_in_one_row(table, random):
    at = some(random, table)
    other = random.choice([one for one in ",;\t|: " if one != table.by])
    return with_line(table, at, table.lines[at].replace(table.by, other))


@kind
def other_delimiter(table, random):
    table.by = random.choice([":", "^", "~", "||", "::", "\x01", "&"])
    return table.text


@kind
def other_line_end(table, random):
    return text(table.lines, random.choice(["\r\n", "\r"]))


@kind
def mixed_line_ends(table, random):
    ends = ["\n", "\r\n", "\r"]
    return "".join(line + random.choice(ends) for line in table.lines)


@kind
def no_line_end_at_the_end(table, random):
    return table.text[:-1]


@kind
def blank_lines(table, random):
    lines = table.lines
    for _ in range(3):
        blank = random.choice(["", "  ", table.by * table.width])
        lines.insert(random.randrange(1, len(lines) + 1), blank)
    return text(lines)


@kind
def blank_lines_above(table, random):
    return "\n" * random.randint(1, 3) + table.text


@kind
def several_tables(table, random):
    other = Clean(random)
    other.by = table.by
    return table.text + "\n" * random.randint(0, 2) + other.text


@kind
def the_same_table_twice_under_another(table, random):
    return table.text + random.choice(["", "\n", "Part 2\n\n"]) + table.text


@kind
def preamble(table, random):
    above = ["Measured in 2021", "by: A. Nonymous", "", "# a comment", "Title",
             f"Station{table.by}Ulm"]  # fmt: skip
    return text(random.sample(above, random.randint(1, 3)) + table.lines)


@kind
def preamble_of_cells(table, random):
    above = [f"Report{table.by * table.width}", table.by * table.width]
    return text(above[: random.randint(1, 2)] + table.lines)


@kind
def footnote(table, random):
    below = ["* estimated", f"Source: the office{table.by}2021", "(12 rows affected)",
             f"n.a.{table.by * table.width}"]  # fmt: skip
    between = [""] * random.randint(0, 1)
    return text(table.lines + between + random.sample(below, random.randint(1, 2)))


@kind
def totals(table, random):
    sums = [f"{v:.2f}" for v in table.meant[0].sum(axis=0)]
    word = random.choice(["Total", "Sum", "TOTAL:", "Mean", ""])
    sums.insert(table.label, word)
    return text([*table.lines, table.by.join(sums)])


@kind
def header_of_several_rows(table, random):
    above = ["measured"] * (table.width + 1)
    above[-1] = random.choice(["measured", "kind", ""])
    return text([table.by.join(above), *table.lines])


@kind
def row_of_units(table, random):
    units = [random.choice(["cm", "kg", "[mm]", "°C"]) for _ in table.names]
    units[table.label] = random.choice(["", "name", "-"])
    lines = table.lines
    return text([lines[0], table.by.join(units), *lines[1:]])


@kind
def header_again(table, random):
    lines = table.lines
    lines.insert(some(random, table, 2), lines[0])
    return text(lines)


@kind
def header_with_a_name_twice(table, random):
    names = ["p" if name == "q" else name for name in table.names]
    return with_line(table, 0, table.by.join(names))


@kind
def header_without_a_name(table, random):
    names = [*table.names]
    names[random.randrange(len(names))] = ""
    return with_line(table, 0, table.by.join(names))


@kind
def header_too_long(table, random):
    more = table.by + random.choice(["", "u"])
    return with_line(table, 0, table.lines[0] + more)


@kind
def header_too_short(table, random):
    return with_line(table, 0, table.by.join(table.names[:-1]))


@kind
def delimiter_at_the_end_of_each_row(table, random):
    return text(line + table.by for line in table.lines)


@kind
def mixed_encodings(table, random):
    lines = [line.replace("blue", "bläulich").encode() for line in table.lines]
    for row in table.rows:
        row[table.label] = row[table.label].replace("blue", "bläulich")
    at = some(random, table)
    lines[at] = table.lines[at].replace("red", "bläulich").encode("cp1252")
    table.rows[at - 1] = [c.replace("red", "bläulich") for c in table.rows[at - 1]]
    return b"\n".join([*lines, b""])


@kind
def another_encoding(table, random):
    for row in table.rows:
        row[table.label] = row[table.label].replace("blue", "bläulich")
    return table.text.encode(random.choice(["cp1252", "utf-16", "utf-8-sig"]))


@kind
def byte_of_nothing(table, random):
    at = some(random, table)
    return with_line(table, at, table.lines[at] + "\0")


@kind
def another_decimal_sign_in_one_row(table, random):
    if table.by == ",":
        table.by = ";"
    at = some(random, table)
    return with_line(table, at, table.lines[at].replace(".", ","))


@kind
def dressed_numbers(table, random):
    j = random.choice([j for j in range(len(table.names)) if j != table.label])
    rows = [[*row] for row in table.rows]
    for row in rows[: random.choice([1, len(rows)])]:
        row[j] = random.choice(["${}", "{} %", "{}€"]).format(row[j])
    return text(table.by.join(row) for row in [table.names, *rows])


@kind
def numbers_of_rows(table, random):
    start = random.choice([0, 1])
    lines = table.lines
    name = random.choice(["", "No.", "X", "nr", "#", "time"])
    numbered = (f"{i}{table.by}{line}" for i, line in enumerate(lines[1:], start))
    return text([f"{name}{table.by}{lines[0]}", *numbered])


def is_as_meant(data, table):
    X, labels = table.meant
    found = [data.class_names[code] for code in data.y]
    names = tuple(name for name in table.names if name != "class")
    numbers = data.X.shape == X.shape and (data.X == X).all()
    return numbers and found == labels and data.feature_names == names


def told(path, data):
    """What a person hears of it, in the window or by a command."""
    guessed = read_preview(path).file.is_encoding_guessed
    return [*data.provenance.notes, *(["its encoding is guessed"] if guessed else [])]


READ = [
    "clean", "other line end", "mixed line ends", "no line end at the end",
    "blank lines", "blank lines above", "preamble", "preamble of cells",
    "delimiter at the end of each row", "another encoding",
]  # fmt: skip
"""What is read as it was meant."""
WITHOUT_LINE = ["other delimiter", "byte of nothing"]
"""What is refused as a whole."""


@pytest.mark.parametrize("name", KINDS)
def test_nothing_is_read_wrongly_without_a_word(tmp_path, name):
    for seed in range(FILES):
        random = Random(f"{name} {seed}")
        table = Clean(random)
        content = KINDS[name](table, random)
        path = tmp_path / f"{seed}.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        for options in (ReadOptions(), ReadOptions(missing="drop")):
            try:
                data = read_data(path, options=options)
            except UserError as refused:
                assert name not in READ, content
                said = str(refused)
                assert said.startswith(str(path)), content
                assert re.search(r"line \d", said) or name in WITHOUT_LINE, content
                continue
            assert is_as_meant(data, table) or told(path, data), content
            assert is_as_meant(data, table) or name not in READ, content


@pytest.mark.parametrize("by", [":", "^", "~", "||", "::", "\x01", "&", "¦", "||\t"])
def test_any_delimiter_can_be_told(tmp_path, by):
    for seed in range(FILES):
        table = Clean(Random(f"{by} {seed}"))
        table.by = by
        path = tmp_path / f"{seed}.csv"
        path.write_text(table.text, encoding="utf-8")
        data = read_data(path, options=ReadOptions(delimiter=by))
        assert is_as_meant(data, table)
        assert not data.provenance.notes
        assert dict(data.provenance.options)["delimiter"] == by


@pytest.mark.parametrize(
    "name", ["row too short", "row too long", "footnote", "row of units", "totals",
             "header again", "unclosed quotes in two rows", "extra quote"]
)  # fmt: skip
def test_without_rows_that_cannot_be_read_the_others_are_as_meant(tmp_path, name):
    for seed in range(FILES):
        random = Random(f"{name} {seed}")
        table = Clean(random)
        content = KINDS[name](table, random)
        path = tmp_path / f"{seed}.csv"
        path.write_text(content, encoding="utf-8")
        data = read_data(path, options=ReadOptions(bad_rows="drop"))
        meant = [*map(str, zip(*table.meant, strict=True))]
        labels = (data.class_names[code] for code in data.y)
        found = [*map(str, zip(data.X, labels, strict=True))]
        assert told(path, data), content
        strange = [row for row in found if row not in meant]
        # What no one but a person can tell is doubted: a total, a mark in a word.
        assert len(strange) <= (name in ("totals", "extra quote")), content
        lost = len(meant) + len(strange) - len(found)
        assert lost <= 2, content
