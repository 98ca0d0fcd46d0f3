from tests.reliability import kill


def test_killed_windows_lose_nothing_old():
    rounds = kill.main(seed=1, rounds=4)
    assert [one.faults for one in rounds] == [()] * 4
    assert sum(one.edits for one in rounds) > 8
