"""Encodings of text: recognised in its first bytes, turned into UTF-8."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from engine.errors import UserError

if TYPE_CHECKING:
    from engine.data.tables.compression import Parts

UTF_8 = "utf-8"
ENCODINGS = {
    UTF_8: "Unicode, UTF-8",
    "utf-16": "Unicode, UTF-16",
    "cp1252": "Western, Windows",
    "cp1250": "Central European, Windows",
    "cp1251": "Cyrillic, Windows",
    "koi8-r": "Cyrillic, KOI8-R",
    "cp1253": "Greek, Windows",
    "cp1254": "Turkish, Windows",
    "cp1257": "Baltic, Windows",
    "mac-roman": "Western, Macintosh",
    "cp850": "Western, DOS",
    "cp932": "Japanese, Shift JIS",
    "euc-jp": "Japanese, EUC",
    "gb18030": "Chinese, GB 18030",
    "big5": "Chinese, Big5",
    "cp949": "Korean, Windows",
}
"""Encodings that are offered and recognised; Python knows more by their names."""

_MARKS = (
    (codecs.BOM_UTF8, UTF_8),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOOKED_AT = 2**15
"""Bytes of lines beyond ASCII that are looked at."""
_LETTER = r"[^\W\d_²³¹¼½¾]"
_SIGN_IN_WORD = re.compile(rf"{_LETTER}(?!{_LETTER})[^\x00-\x7f]{_LETTER}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_BYTE = re.compile(rb"[\x80-\xff]")
_PAIR = re.compile(rb"[\x80-\xff](?=[\x80-\xff])")
"""In Western text bytes beyond ASCII stand one by one, or two as in größer."""
_OF_MANY_BYTES = ("cp932", "euc-jp", "gb18030", "big5", "cp949")


def recognised(text: bytes) -> str:
    """Recognise the encoding of the first bytes of a text.

    UTF-8 where it can be that, and for what is no text at all.
    """
    for mark, encoding in _MARKS:
        if text.startswith(mark):
            return encoding
    if b"\0" in text:
        return _wide(text)
    try:
        codecs.getincrementaldecoder(UTF_8)().decode(text)
    except UnicodeDecodeError:
        return _of_older(text)
    return UTF_8


def _wide(text: bytes) -> str:
    """Recognise UTF-16 without a mark: every second byte of ASCII in it is 0."""
    big = text[::2].count(0) > text[1::2].count(0)
    encoding = "utf-16-be" if big else "utf-16-le"
    beginning = text[:_LOOKED_AT]
    try:
        read = codecs.getincrementaldecoder(encoding)().decode(beginning)
    except UnicodeDecodeError:
        return UTF_8
    usual = sum(letter.isascii() for letter in read) > len(read) / 2
    return UTF_8 if not usual or _CONTROL.search(read) else encoding


def _of_older(text: bytes) -> str:
    """Recognise an older encoding; Western text first, of which there is the most."""
    beyond = (line for line in text.splitlines(keepends=True) if not line.isascii())
    lines = b"".join(beyond)[:_LOOKED_AT]
    alone = len(_PAIR.findall(lines)) <= len(_BYTE.findall(lines)) / 2
    if alone and _is_western(lines):
        return "cp1252"
    from charset_normalizer import from_bytes

    # In scripts of many bytes a letter, these come one after another.
    names = {*ENCODINGS} - {"utf-16", *(_OF_MANY_BYTES if alone else ())}
    possible = [name.replace("-", "_") for name in sorted(names)]
    best = from_bytes(lines, cp_isolation=possible, enable_fallback=False).best()
    return "latin-1" if best is None else best.encoding.replace("_", "-")


def _is_western(text: bytes) -> bool:
    """Tell whether it is words with some accents, as it would be read as cp1252."""
    try:
        read = text.decode("cp1252")
    except UnicodeDecodeError:
        return False
    return not _SIGN_IN_WORD.search(read)


def require_encoding(name: str) -> str:
    """Make sure that Python knows an encoding, and give its usual name.

    Raises
    ------
    UserError
        If it does not.
    """
    try:
        codec = codecs.lookup(name.strip()).name
        "a".encode(codec)  # not every codec is one of text
        codecs.getincrementaldecoder(codec)
    except (LookupError, UnicodeError, ValueError):
        raise UserError(
            f"--encoding {name}: no encoding is called so: choose one such as utf-8, "
            "utf-16, cp1252"
        ) from None
    return UTF_8 if codec == "utf-8-sig" else codec


def in_utf_8(path: object, parts: Parts, encoding: str) -> Parts:
    """Turn the bytes of a text, part by part, into UTF-8.

    Raises
    ------
    UserError
        If it is not in that encoding; names the file and the line.
    """
    decoder = codecs.getincrementaldecoder(encoding)()
    line, share = 1, 0.0
    try:
        for share, part in parts:
            text = decoder.decode(part)
            yield share, text.encode()
            line += text.count("\n")
        yield share, decoder.decode(b"", final=True).encode()
    except UnicodeError:
        raise UserError(
            f"{path}, after line {line}: is not {encoding} text: choose another "
            "encoding (--encoding)"
        ) from None
