"""A network set by hand: XOR of OR and NAND by AND."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.training.manual_weights import carried

CORNERS = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float)
XOR = Dataset(CORNERS, [0, 1, 1, 0], class_names=("off", "on"))
OR, NAND, AND = (1, 1, -0.5), (-1, -1, 1.5), (1, 1, -1.5)


def model(data, start, **wanted):
    tape = Tape(data, Recipe("manual-network", start=start, **wanted))
    tape.extend()
    assert tape.reason == "nothing is learned"
    return tape.model()


def test_xor_is_or_and_nand():
    network = model(XOR, (OR, NAND, AND))
    assert network.predict(CORNERS).tolist() == [0, 1, 1, 0]
    assert network.training_error == 0.0
    assert network.forward(CORNERS).activations[1].tolist() == [
        [0, 1], [1, 1], [1, 1], [1, 0],
    ]  # fmt: skip


def test_its_error_follows_the_weights():
    """With a line that never fires AND never does: both of class “on” are wrong."""
    assert model(XOR, (OR, (0, 0, -1), AND)).training_error == 0.5


def test_rows_that_do_not_fit_are_refused():
    with pytest.raises(UserError, match="3 rows of 2 weights and an offset"):
        Tape(XOR, Recipe("manual-network", start=((1, 1, 0),)))


@pytest.mark.parametrize("hidden", [1, 2, 5])
@pytest.mark.parametrize("k", [2, 3])
def test_it_begins_with_lines_through_the_middle(hidden, k):
    data = Dataset(CORNERS, np.arange(4) % k)
    start = carried(Recipe("manual-network", hidden=hidden), data, None).start
    assert len(start) == hidden + data.n_outputs
    lines = np.array(start[:hidden])
    np.testing.assert_allclose(lines @ [0.5, 0.5, 1.0], 0.0, atol=2e-3)
    normals = lines[:, :2] / np.linalg.norm(lines[:, :2], axis=1)[:, None]
    assert len(np.unique(normals.round(6), axis=0)) == hidden


def test_a_neuron_does_not_take_a_network_for_its_own():
    network = Recipe("manual-network", start=(OR, NAND, AND))
    neuron = carried(Recipe("manual-neuron"), XOR, (network, XOR))
    assert len(neuron.start) == 1
