import sys

import pytest

from tests.reliability import signals


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("count", [2, pytest.param(8, marks=pytest.mark.long)])
def test_a_signal_ends_all_there_is(count):
    ends = signals.main(seed=3, rounds=count)
    assert [end.faults for end in ends] == [()] * count
