from tests.reliability import kill


def test_killed_windows_lose_nothing_old():
    rounds = kill.main(seed=1, rounds=4)
    assert [outcome.faults for outcome in rounds] == [()] * 4
    assert sum(outcome.edits for outcome in rounds) > 8
