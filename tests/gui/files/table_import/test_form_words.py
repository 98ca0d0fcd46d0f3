"""What a file's faults and notes are in the window: of its controls, not of options."""

import pytest

from gui.files.table_import.form_controls import CONTROLS, CONTROLS_OF_ROLES
from gui.files.table_import.form_words import in_form


@pytest.mark.parametrize(
    ("said", "controls", "shown"),
    [
        (
            "column p: “oops” is not a number: correct it, leave such rows out "
            "(--bad-rows drop) or the column (--drop 'p (in)'), or take it for missing "
            "(--missing-words oops)",
            CONTROLS,
            "column p: “oops” is not a number: correct it, leave such rows out (“Leave "
            "out rows that cannot be read” below) or the column (its check above), or "
            "take it for missing (“Also missing” above)",
        ),
        (
            "“sex” holds text: make features of it (--one-hot)",
            CONTROLS_OF_ROLES,
            "“sex” holds text: make features of it (“Text” above)",
        ),
        (
            "Left out: column “town”, text (--one-hot makes features of it).",
            CONTROLS_OF_ROLES,
            "Left out: column “town”, text (“Text” above makes features of it).",
        ),
        (
            "Left out: column “n”, weights (--weight 'n (1)' takes them).",
            CONTROLS,
            "Left out: column “n”, weights.",
        ),
        (
            "choose another target (--target) or other names (--names)",
            CONTROLS_OF_ROLES,
            "choose another label column (“Label column” above) or other names "
            "(“Names” above)",
        ),
        (
            "t.npz: needs 6 MB of memory or more, 5 MB are free: take a part of it, or "
            "train with --stream on a CSV file of it. Left out: 2 rows.",
            {},
            "t.npz: needs 6 MB of memory or more, 5 MB are free: take a part of it. "
            "Left out: 2 rows.",
        ),
        (
            "may be numbers in another format: tell which (--decimal , or --decimal .)",
            CONTROLS_OF_ROLES,
            "may be numbers in another format: tell which",
        ),
    ],
)
def test_options_become_controls(said, controls, shown):
    assert in_form(said, controls) == shown
