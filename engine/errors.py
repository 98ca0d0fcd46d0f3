"""Why something is not done: it cannot be, or it is no longer wanted."""


class UserError(ValueError):
    """Something the user gave cannot be used; the message says what to do.

    The message is one line that names the place (file, row, control).
    """


class Cancelled(Exception):
    """What was being done is no longer wanted; nothing is to be said."""


def go_on(share: float) -> bool:
    """Never stop: the progress of what nobody watches."""
    return True


def never() -> bool:
    """Never stop: compute to the end."""
    return False


def excerpt(text: str) -> str:
    """Bring text that a message quotes into one line of moderate length."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:40]}…"
