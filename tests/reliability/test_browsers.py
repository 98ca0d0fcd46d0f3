import pytest

from tests.chromium import PROGRAM
from tests.reliability import browsers


@pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium")
def test_what_a_browser_computes_and_downloads_is_the_engines_to_the_bit():
    (own,) = browsers.main([PROGRAM], seed=1, runs=2, states=4)
    assert not own.faults
    assert (own.runs, own.states) == (2 * len(browsers.LEARNERS), 4)
    assert own.weights > 1000
