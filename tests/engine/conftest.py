"""What tests of the engine have in common: a small table, a browser for pages."""

import pytest

from tests.chromium import PROGRAM, Chromium


@pytest.fixture
def small(tmp_path):
    """Write a table of four samples that a line separates."""
    path = tmp_path / "small.csv"
    path.write_text("p,q,class\n2,1,yes\n-1,-2,no\n1,3,yes\n-2,0,no\n")
    return str(path)


@pytest.fixture(scope="session")
def browser():
    """Start one browser for all tests of exported pages."""
    if PROGRAM is None:
        pytest.skip("there is no Chromium: apt-get install chromium")
    with Chromium() as chromium:
        yield chromium
