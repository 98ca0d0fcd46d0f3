"""What a message is like, whatever it quotes."""

from engine.errors import LONGEST, UserError


def test_a_message_is_a_line_that_can_be_written():
    assert str(UserError("a\ud800\nb")) == "a? b"
    assert len(str(UserError("x" * 9 * LONGEST))) < LONGEST + 9
