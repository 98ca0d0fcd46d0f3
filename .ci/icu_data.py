"""Leave out of ICU's data what Qt does not ask for: 32 MB become 6.

Qt has languages, regions and time zones of its own; ICU sorts for it. What is left
out are the names of things in all languages, and encodings older than Unicode.

Usage: python .ci/icu_data.py LIBRARY (libicudata.so.N; takes binutils)
"""

from __future__ import annotations

import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

LEFT_OUT = re.compile(
    r"""
    (curr|lang|rbnf|region|translit|unit|zone)/
    | brkitr/.*\.(dict|res)$       # words of languages written without spaces
    | .*\.cnv$                     # encodings
    | [a-z]{2,3}(_\w+)?\.res$      # languages
    """,
    re.VERBOSE,
)
MAGIC = b"\xda\x27"
NAME = re.compile(rb"icudt\d+_dat\0")


def shortened(library: bytes) -> bytes:
    """Give a library's package of data without what is left out.

    The package is a header, the number of its items, for each where its name and its
    data begin, the names, the data: ICU's User Guide, "ICU Data".
    """
    begin = next(
        place
        for place in range(0, len(library), 16)
        if library[place + 2 : place + 4] == MAGIC
        and library[place + 12 : place + 16] == b"CmnD"
    )
    (head,) = struct.unpack_from("<H", library, begin)
    table = begin + head
    (count,) = struct.unpack_from("<I", library, table)
    offsets = struct.unpack_from(f"<{2 * count}I", library, table + 4)
    begins, starts = ([table + offset for offset in offsets[i::2]] for i in (0, 1))
    names = [library[place : library.index(b"\0", place)] for place in begins]
    ends = [*starts[1:], len(library)]
    items = {
        name: library[start:end]
        for name, start, end in zip(names, starts, ends, strict=True)
        if not LEFT_OUT.match(name.decode().partition("/")[2])
    }
    place = 4 + 8 * len(items)
    entries, texts, contents = [], b"", b""
    data = place + sum(len(name) + 1 for name in items)
    data += -(head + data) % 16
    for name, content in items.items():
        entries.append(struct.pack("<2I", place + len(texts), data + len(contents)))
        texts += name + b"\0"
        contents += content + b"\0" * (-len(content) % 16)
    made = library[begin:table] + struct.pack("<I", len(items)) + b"".join(entries)
    made += texts
    return made.ljust(head + data, b"\0") + contents


def main(place: Path) -> None:
    """Make the library anew, under the same name."""
    library = place.read_bytes()
    symbol = NAME.search(library)
    if symbol is None:
        sys.exit(f"{place}: has no package of ICU's data")
    name = symbol.group()[:-1].decode()
    with tempfile.TemporaryDirectory() as folder:
        data, source, made = (Path(folder) / f"icu.{end}" for end in ("dat", "s", "o"))
        data.write_bytes(shortened(library))
        source.write_text(
            f".globl {name}\n.type {name}, %object\n"
            f".size {name}, {data.stat().st_size}\n"
            f'.section .rodata\n.balign 16\n{name}:\n.incbin "{data}"\n'
            '.section .note.GNU-stack,"",%progbits\n'
        )
        subprocess.run(["as", "-o", made, source], check=True)
        subprocess.run(
            ["ld", "-shared", "-soname", place.name, "-o", place, made], check=True
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
