"""Lengths are right to the bit, and where squares would leave the range."""

import numpy as np
import pytest

from engine.models.lengths import lengths_of


@pytest.mark.parametrize("power", [-1000, -600, 0, 600, 1000])
def test_a_length_is_scaled_as_its_vector_is(power):
    vectors = np.random.default_rng(0).normal(size=(50, 3))
    lengths = np.ldexp(np.linalg.norm(vectors, axis=1), power)
    assert lengths_of(np.ldexp(vectors, power)).tolist() == lengths.tolist()
    one = np.ldexp(np.linalg.norm(vectors[0]), power)
    assert lengths_of(np.ldexp(vectors[0], power)) == one


def test_what_has_no_length_has_length_zero():
    assert lengths_of(np.zeros((2, 3))).tolist() == [0.0, 0.0]
    assert lengths_of(np.empty((2, 0))).tolist() == [0.0, 0.0]
