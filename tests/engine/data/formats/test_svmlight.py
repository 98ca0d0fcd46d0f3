"""svmlight as it is written by hand, cut, or wrong."""

import pytest

from engine.data.formats.registry import format_of, read_data
from engine.errors import UserError


@pytest.fixture
def file(tmp_path):
    def write(content, name="t.svm"):
        path = tmp_path / name
        path.write_text(content)
        return path

    return write


@pytest.mark.parametrize("line", ["-1 1:3 2 8", "-1 1:3:2 8", "-1 1 3 2:8"])
def test_indices_and_values_that_do_not_take_turns_are_refused(file, line):
    with pytest.raises(UserError, match="line 2"):
        read_data(file(f"+1 1:5 2:6\n{line}\n"))


def test_it_is_recognised_by_a_first_line_of_any_length(file):
    pairs = " ".join(f"{j}:{j / 7}" for j in range(1, 20_000))
    assert format_of(file(f"1 {pairs}\n", "t.data")).name == "svmlight"
    assert format_of(file("a b class\n1 2 x\n", "u.data")).name != "svmlight"


def test_measurements_for_labels_are_refused(file):
    lines = "".join(f"{i}.5 {i + 1}:1\n" for i in range(101))
    with pytest.raises(UserError, match="has 101 different labels, at most 100 are"):
        read_data(file(lines))
