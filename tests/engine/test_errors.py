"""What a message is like, whatever it quotes."""

import pickle

from engine.errors import LONGEST, UserError


def test_a_message_is_a_line_that_can_be_written():
    assert str(UserError("a\ud800\nb")) == "a? b"
    assert len(str(UserError("x" * 9 * LONGEST))) < LONGEST + 9


def test_what_a_message_is_of_can_be_named_otherwise():
    error = UserError("0 is out of range", of="Epochs", setting="epochs")
    assert (str(error), error.fault) == (
        "Epochs 0 is out of range",
        "0 is out of range",
    )
    kept = pickle.loads(pickle.dumps(error))
    assert (str(kept), kept.fault, kept.setting) == (str(error), error.fault, "epochs")
