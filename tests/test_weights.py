"""No change of the code changes a weight, unless it is recorded that it does."""

import json

import pytest

from tests.weights import RECORDED, RULES, changed, record

RENEW = "if it must be so: python -m tests.weights"


@pytest.fixture(scope="module")
def recorded():
    return json.loads(RECORDED.read_text("utf-8"))


@pytest.mark.parametrize("name", RULES)
def test_a_learner_comes_to_the_weights_that_are_recorded(recorded, name):
    others = changed(recorded[name], record(name))
    assert not others, "\n".join([f"other weights of {name}:", *others, RENEW])


def test_all_that_is_recorded_is_a_learner(recorded):
    assert list(recorded) == RULES


def test_the_last_bit_of_a_weight_is_seen():
    assert changed({"run": "a0"}, {"run": "a1"}) == ["run"]
    assert changed({"run": "a0"}, {"run": "a0"}) == []
    assert changed({"run": "a0"}, {}) == changed({}, {"run": "a0"}) == ["run"]
