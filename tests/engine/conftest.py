"""What tests of the engine have in common: a small table."""

import pytest


@pytest.fixture
def small(tmp_path):
    """Write a table of four samples that a line separates."""
    path = tmp_path / "small.csv"
    path.write_text("p,q,class\n2,1,yes\n-1,-2,no\n1,3,yes\n-2,0,no\n")
    return str(path)
