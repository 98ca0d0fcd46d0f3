"""Why something is not done, in words that say what to do and name our commands."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_CHECKOUT = (_ROOT / "pyproject.toml").is_file()
"""Whether this runs from a folder of the sources, not from an installed package."""

LISTED = 6
"""Names that a message lists."""
ALIKE = 0.65
"""How alike two words are, from 0 to 1, of which one may be meant for the other."""


LONGEST = 1000
"""Characters of a message; more is cut out of the middle, where a file is quoted."""


class UserError(ValueError):
    """Something the user gave cannot be used; the message says what to do.

    The message is one line of moderate length, whatever it quotes: it begins with the
    place (file, row, control) and ends with what to do.

    Attributes
    ----------
    fault : str
        The message without `of`, for who names that by another name, as an option.
    setting : str
        What of a recipe does not fit the data, if that is wrong: ``features``.
    """

    def __init__(self, said: object = "", *, of: str = "", setting: str = "") -> None:
        self.fault, self.setting = _one_line(said), setting
        super().__init__(_one_line(f"{of} {said}") if of else self.fault)


def _one_line(said: object) -> str:
    line = " ".join(str(said).splitlines())
    line = line.encode(errors="replace").decode()  # a stream or a file takes it
    if len(line) > LONGEST:
        line = f"{line[: LONGEST // 2]} … {line[-LONGEST // 2 :]}"
    return line


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


def listed(names: Sequence[str]) -> str:
    """List some names; of many, how many more there are."""
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more


def in_quotes(names: Iterable[str]) -> str:
    """List names in quotation marks, each brought into one line."""
    return ", ".join(f"“{excerpt(name)}”" for name in names)


def meant(word: str, known: Iterable[str]) -> str:
    """Ask whether a known word was meant: the only one that begins so, or the nearest.

    Examples
    --------
    >>> meant("softmax", ["perceptron", "softmax-regression"])
    ': did you mean softmax-regression?'
    """
    from difflib import get_close_matches

    known = list(known)
    begun = [name for name in known if word and name.startswith(word)]
    near = begun if len(begun) == 1 else get_close_matches(word, known, 1, ALIKE)
    return f": did you mean {near[0]}?" if near else ""


def choice_among(word: str, known: Iterable[str]) -> str:
    """Ask whether a known word was meant, or say which there are."""
    known = list(known)
    return meant(word, known) or f": choose one of {', '.join(known)}"


def command() -> str:
    """Name the command that started the program, as it is typed again."""
    started_by_path = _CHECKOUT and Path(sys.argv[0]).name == "main.py"
    return "python main.py" if started_by_path else "perceptron-lab"


def pip_install(extra: str) -> str:
    """Write the command that installs an extra, or that the bundle is without it."""
    if getattr(sys, "frozen", False):
        return "the installed program is without it"
    if _CHECKOUT:
        return f"pip install -e '{_ROOT}[{extra}]'"
    return f"pip install 'perceptron-lab[{extra}]'"
