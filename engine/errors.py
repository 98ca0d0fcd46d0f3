"""The one exception that is meant to be read by the person at the screen."""


class UserError(ValueError):
    """Something the user gave cannot be used; the message says what to do.

    The message is one line that names the place (file, row, control).
    """


class Cancelled(Exception):
    """The person at the screen wants it stopped; nothing is to be said."""


def go_on(share: float) -> bool:
    """Never stop: the progress of what nobody watches."""
    return True
