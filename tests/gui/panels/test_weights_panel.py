"""The weights as a table and as text."""

import pytest

from engine import Dataset
from gui.panels.weights_panel import weights_as_text, weights_table
from tests.gui.canvas.test_contours import ring
from tests.gui.panels.test_outputs_table import recorded


def test_more_than_three_classes_have_a_row_of_weights_each():
    few, many = (recorded(ring(k)).model() for k in (3, 9))
    assert weights_table(few)[0, 1].text == "A"
    cells = weights_table(many)
    assert [cells[0, j].text for j in (1, 2, 3)] == ["w₁", "w₂", "b"]
    for code, name in enumerate(many.class_names):
        assert cells[code + 1, 0].text == name
        for j in range(3):
            assert cells[code + 1, j + 1].more == repr(float(many.weights[code, j]))
    assert max(column for _, column in cells) == 3


def test_rows_of_weights_have_the_scaled_ones_below():
    model = recorded(ring(5), standardise=True).model()
    cells = weights_table(model)
    assert cells[6, 0].text == "on standardised features:"
    assert cells[8, 1].more == repr(float(model.scaled_weights[0, 0]))


@pytest.mark.parametrize(
    ("features", "offset"), [(("a", "b"), "b (offset)"), (("a", "c"), "b")]
)
def test_the_offset_is_told_from_a_feature_of_its_name(features, offset):
    data = Dataset([[1.0, 0], [0, 1]], [0, 1], feature_names=features)
    model = recorded(data).model()
    names = [*features, offset]
    cells = weights_table(model)
    assert [cells[i, 0].text for i in range(3)] == names
    assert [
        line.split("\t")[0] for line in weights_as_text(model).splitlines()
    ] == names
