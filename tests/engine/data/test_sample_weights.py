from __future__ import annotations

import pytest

from engine import Dataset
from engine.data.sample_weights import weighted_by
from engine.errors import UserError


def test_a_feature_becomes_the_weights():
    data = Dataset([[1, 2], [3, 0.5]], ["p", "q"], ["a", "n"])
    found = weighted_by(data, "n")
    assert found.feature_names == ("a",)
    assert found.X.tolist() == [[1], [3]]
    assert found.sample_weights.tolist() == [2, 0.5]


@pytest.mark.parametrize(
    ("values", "names", "wanted", "why"),
    [
        ([[1, 2], [3, -1]], ["a", "n"], "n", "weight of sample 2 is -1"),
        (
            [[1, 2], [3, 1]],
            ["a", "n"],
            "m",
            "no column of numbers “m” .*choose among a, n",
        ),
        ([[1], [3]], ["n"], "n", "only feature"),
    ],
)
def test_what_cannot_be_weights_is_refused(values, names, wanted, why):
    with pytest.raises(UserError, match=why):
        weighted_by(Dataset(values, ["p", "q"], names), wanted)
