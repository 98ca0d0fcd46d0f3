import pytest

from tests.reliability import kill


@pytest.mark.parametrize("count", [2, pytest.param(12, marks=pytest.mark.long)])
def test_killed_windows_lose_nothing_old(count):
    rounds = kill.main(seed=1, rounds=count)
    assert [outcome.faults for outcome in rounds] == [()] * count
    assert sum(outcome.edits for outcome in rounds) > 2 * count
