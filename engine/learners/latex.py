r"""Formulas in LaTeX: numbers put in, and the same as plain text.

Only what the learners and the steps need is understood: symbols, \text, \frac,
\tfrac of one half, \operatorname, indices and powers. A thin space, ``\,``, stands for
a product; ``\allowbreak`` for a place at which a line may be broken.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from engine.numbers import figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BREAK = r"\allowbreak "
_TOKEN = re.compile(
    r"\\(?:text|operatorname)\{[^{}]*\}|\\[a-zA-Z]+ ?|\\.|(?<![\^_])[0-9.]+|.",
    re.DOTALL,
)
"""A number is one token, but after ^ and _, which take one sign."""
_NORM = r"\lVert x\rVert^2"
_RELATIONS = {
    "leftarrow": "←", "le": "≤", "ge": "≥", "rightarrow": "→", "approx": "≈",
}  # fmt: skip
LONGEST = 6
"""Numbers of a vector that are all written."""
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron "
    "pi rho varsigma sigma tau upsilon phi chi psi omega varphi varepsilon "
    "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
_LETTERS = dict(
    zip(_GREEK.split(), "αβγδεζηθικλμνξοπρςστυφχψωφεΓΔΘΛΞΠΣΦΨΩ", strict=True)
)
_SYMBOLS = _LETTERS | {
    "infty": "∞",
    "sum": "Σ ", "cdot": "·", "dots": "…", "cdots": "…",
    "lVert": "‖", "rVert": "‖", "min": "min", "max": "max", "exp": "exp", "ell": "ℓ",
    "left": "", "right": "", "allowbreak": "", "quad": "  ", ",": "·", ";": " ",
    " ": " ", "!": "", "backslash": "\\", "tilde": "~", "hat": "^", "grave": "`",
    "Vert": "‖", "ne": "≠",
}  # fmt: skip
_SIGNS = {"-": "−", "=": " = ", "<": " < ", ">": " > "}
_RAISED = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
_LOWERED = str.maketrans("0123456789i𝑖", "₀₁₂₃₄₅₆₇₈₉ᵢᵢ")
_ESCAPES = {c: f"\\{c}" for c in "%&_#$"}
"""What a text and a formula have alike."""
_IN_FORMULA = {
    "{": r"{\{}", "}": r"{\}}", "<": "{<}", ">": "{>}", "|": "{|}",
    "\\": r"\backslash ", "~": r"\tilde{}", "^": r"\hat{}", "`": r"\grave{}",
    "−": "{-}", "≤": r"{\le}", "≥": r"{\ge}", "≈": r"{\approx}", "≠": r"{\ne}",
    "∞": r"\infty ", "‖": r"\Vert ",
    **{letter: rf"\{name} " for name, letter in _LETTERS.items() if letter != "ο"},
    **{c.translate(_RAISED): f"{{}}^{{{c}}}" for c in "0123456789-"},
    **{c.translate(_LOWERED): f"{{}}_{{{c}}}" for c in "0123456789i"},
}  # fmt: skip
"""What only a formula shows as it is: in its text each typesetter has its own way."""
_ODD = re.compile(f"([{re.escape(''.join([*_ESCAPES, *_IN_FORMULA]))}])")
_TWICE = re.compile(r"([^\w])(?=\1)")
"""A sign before itself: LaTeX makes one of two hyphens, quotes, commas, spaces."""


def number(value: float) -> str:
    r"""Write a number: ``-0.41``, ``1.2 \cdot 10^{-7}``."""
    if not math.isfinite(value):
        return f"{value}".replace("inf", r"\infty ").replace("nan", r"\text{nan}")
    figure, power = figures(value)
    return rf"{figure} \cdot 10^{{{power}}}" if power else figure


def factor(value: float) -> str:
    """Write a number as it stands in a product: a negative one in brackets."""
    text = number(value)
    return f"({text})" if text.startswith("-") or "cdot" in text else text


def sign(y: float) -> str:
    """Write a label."""
    return "(+1)" if y > 0 else "(-1)"


def term(value: float) -> str:
    """Write a number as a further term of a sum, after a place to break the line."""
    text = number(abs(value))
    return f"{BREAK}- {text}" if value < 0 else f"{BREAK}+ {text}"


def vector(values: Iterable[float]) -> str:
    """Write a vector; of a long one the first three and the last."""
    values = list(values)
    if len(values) > LONGEST:
        shown = [*map(number, values[:3]), r"\dots ", number(values[-1])]
    else:
        shown = [number(value) for value in values]
    return f"({f', {BREAK}'.join(shown)})"


def words(text: str) -> str:
    """Write words into a formula; they are shown as they are, whatever they hold."""
    written, apart = _ESCAPES | _IN_FORMULA, r"\1}\\text{"
    return "".join(
        written.get(part) or rf"\text{{{_TWICE.sub(apart, part)}}}"
        for part in _parts(text)
    )


def text_words(text: str) -> str:
    """Write words into LaTeX's text, such as a cell of a table; as they are, too."""
    written = _ESCAPES | {sign: f"${tex}$" for sign, tex in _IN_FORMULA.items()}
    return "".join(
        written.get(part) or _TWICE.sub(r"\1{}", part) for part in _parts(text)
    )


def _parts(text: str) -> list[str]:
    """Part words at each sign that is written in another way."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return [part for part in _ODD.split(shown) if part]


def put_in(tex: str, values: Mapping[str, str]) -> str:
    r"""Put numbers in for symbols; products are then written with a dot.

    Parameters
    ----------
    tex : str
    values : mapping
        LaTeX by symbol: a letter, a command, or the norm ``\lVert x\rVert^2``.
    """
    if _NORM in values:
        tex = tex.replace(_NORM, values[_NORM])
    out = []
    for token in _TOKEN.findall(tex):
        bare = token.strip() or token
        if bare == r"\,":
            out.append(r" \cdot ")
        else:
            out.append(values.get(bare, token))
    return "".join(out)


def pieces(tex: str) -> list[str]:
    """Split a formula where its line may be broken."""
    return [piece.strip() for piece in tex.split(BREAK)]


def unbroken(tex: str) -> str:
    """Leave the places to break out."""
    return tex.replace(BREAK, "")


def plain(
    tex: str, letters: Mapping[int, str] | None = None, product: str = "·"
) -> str:
    """Write a formula as plain text.

    Parameters
    ----------
    tex : str
    letters : mapping, optional
        What letters outside words become, as for `str.translate`; default themselves.
    product : str
        What stands between factors.
    """
    tex = tex.replace(r"\,", product)
    text, _ = _read(_TOKEN.findall(tex), 0, letters or {})
    return re.sub(" {2,}", " ", re.sub(" ?· ?", "·", text)).strip()


def _read(tokens: list[str], at: int, letters: Mapping[int, str]) -> tuple[str, int]:
    """Read tokens up to a closing brace or the end."""
    out = []
    while at < len(tokens) and tokens[at] != "}":
        text, at = _read_token(tokens, at, letters)
        out.append(text)
    return "".join(out), at


def _read_token(
    tokens: list[str], at: int, letters: Mapping[int, str]
) -> tuple[str, int]:
    """Read one token, with what it takes."""
    token = tokens[at]
    at += 1
    if token == "{" and tokens[at] in _SIGNS and tokens[at + 1] == "}":
        return _SIGNS[tokens[at]].strip(), at + 2  # by itself, it relates nothing
    if token == "{":
        text, at = _read(tokens, at, letters)
        return text, at + 1
    if token in "^_":
        text, at = _read_token(tokens, at, letters)
        return _script(token, text), at
    if token.startswith((r"\text{", r"\operatorname{")):
        return _word(token[token.index("{") + 1 : -1]), at
    if token == r"\tfrac" and tokens[at : at + 6] == list("{1}{2}"):
        return "½", at + 6
    if token.strip() == r"\frac":
        over, at = _read_token(tokens, at, letters)
        under, at = _read_token(tokens, at, letters)
        return f"{_group(over)}/{_group(under)}", at
    if token[0] != "\\":
        return _SIGNS.get(token) or token.translate(letters), at
    name = token[1:].strip() or " "
    if name in _RELATIONS:
        return f" {_RELATIONS[name]} ", at
    text = _SYMBOLS.get(name, name)
    return text.translate(letters) if len(text) == 1 else text, at


def _word(text: str) -> str:
    return re.sub(
        r"\\([a-zA-Z]+ |.)", lambda m: _SYMBOLS.get(m[1].strip() or " ", m[1]), text
    )


def _script(mark: str, text: str) -> str:
    """Raise digits, lower them and i; other indices stand in brackets."""
    lines = text.translate(_RAISED if mark == "^" else _LOWERED)
    if all(c in "⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉ᵢ" for c in lines):
        return lines
    return f"{mark}({text})" if mark == "^" else f"({text})"


def _group(text: str) -> str:
    return text if re.fullmatch(r"[\w.∞λ₀-₉‖²]+", text) else f"({text})"
