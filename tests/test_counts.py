"""A frame, a recording and a start cost no more than what is recorded."""

import json

import pytest

from tests.counts import GROUPS, RECORDED, differences, measure

RENEW = "if it must be so: python -m tests.counts"
ATTEMPTS = 3
"""On a very busy machine a frame may be painted in more pieces; never in fewer."""


@pytest.mark.parametrize("group", GROUPS)
def test_it_costs_no_more_than_recorded(group, capsys):
    recorded = json.loads(RECORDED.read_text("utf-8"))[group]
    for _ in range(ATTEMPTS):
        grown, fallen = differences(group, recorded, measure(group))
        if not grown:
            break
    assert not grown, "\n".join([*grown, RENEW])
    with capsys.disabled():
        for line in fallen:
            print(f"\n  {line}; record it: python -m tests.counts")


def test_it_is_told_what_grew_and_by_how_much():
    recorded = {"calls": 100, "paint events": 50, "libraries": "numpy"}
    counts = {"calls": 110, "paint events": 51, "libraries": "numpy pandas"}
    assert differences("frame", recorded, counts) == (
        [
            "frame: calls: 100 → 110 (+10.0%)",
            "frame: libraries: numpy pandas (recorded: numpy)",
        ],
        [],
    )


def test_what_fell_is_told_too():
    recorded = {"calls": 100, "libraries": "numpy pandas"}
    grown, fallen = differences("start", recorded, {"calls": 60, "libraries": "numpy"})
    assert not grown
    assert fallen == [
        "start: calls: 100 → 60 (-40.0%)",
        "start: libraries: numpy (recorded: numpy pandas)",
    ]
