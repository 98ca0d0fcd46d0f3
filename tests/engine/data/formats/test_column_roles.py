"""What columns are for, as far as that is not told."""

import numpy as np
import pytest

from engine.data.formats.column_roles import possible_targets
from engine.data.formats.read_options import ReadOptions
from engine.data.formats.registry import read_data
from engine.errors import UserError


def rows(n, *columns):
    return np.array([[column(i) for column in columns] for i in range(n)], object)


@pytest.mark.parametrize(("n", "found"), [(19, ["word"]), (20, [])])
def test_words_that_never_repeat_are_classes_of_few_rows_only(n, found):
    some = rows(n, lambda i: f"w{i}", lambda i: f"{i}.5")
    assert possible_targets(["word", "size"], some, 1) == found


def test_the_two_last_of_those_that_are_plainly_classes_are_proposed():
    some = rows(30, *[lambda i: "ab"[i % 2]] * 4, lambda i: f"{i}.5")
    assert possible_targets([*"pqrst"], some, 4) == ["s", "r"]


def test_a_guessed_target_with_too_many_values_is_named_a_told_one_is_not(tmp_path):
    path = tmp_path / "t.csv"
    lines = (f"{'ab'[i % 2]},{'uvw'[i % 3]},{i / 7}" for i in range(150))
    path.write_text("\n".join(["p,q,target", *lines]))
    with pytest.raises(UserError, match=r"no column of numbers .* choose another targ"):
        read_data(path)
    with pytest.raises(UserError, match="hold text: give --one-hot to use them"):
        read_data(path, options=ReadOptions(target="target"))


def test_nothing_but_numbers_of_the_rows_is_told(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id,kind\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(30)))
    with pytest.raises(UserError, match="give a column per feature, or another target"):
        read_data(path)


def test_one_letter_alone_is_no_answer_one_word_is(tmp_path):
    path = tmp_path / "t.csv"
    for word, features in (("n", ("x",)), ("no", ("x", "smokes"))):
        rows = "".join(f"{i},{word},{'ab'[i % 2]}\n" for i in range(6))
        path.write_text("x,smokes,class\n" + rows)
        assert read_data(path).feature_names == features


def test_a_few_values_are_proposed_before_many():
    some = rows(30, lambda i: "ab"[i % 2], lambda i: str(i // 2), lambda i: f"{i}.5")
    assert possible_targets([*"pqr"], some, 2) == ["p", "q"]
