import sys

import pytest

from tests.reliability import signals


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_a_signal_ends_all_there_is():
    ends = signals.main(seed=3, rounds=3)
    assert [end.faults for end in ends] == [()] * 3
