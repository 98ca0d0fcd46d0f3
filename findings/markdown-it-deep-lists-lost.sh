#!/bin/sh
# markdown-it-py 4.3.0: lists that are nested ten deep, in its preset "commonmark"
#
# The preset named after CommonMark, and the one that MarkdownIt() takes without a word, has
# maxNesting 20: a list and its item are a level each, so the tenth list within lists is left
# out with all that stands in it. There is no error, no warning and no plain text in its place:
# of twelve items nine are rendered. CommonMark knows no such limit; the preset "js-default"
# of the same library goes on to level 100. For quotes it is the twenty-first.
#
# Seen:
#   commonmark: item 1 … item 9, 9 of 12
#   js-default: item 1 … item 12, 12 of 12
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q markdown-it-py==4.3.0
"$folder/venv/bin/python" - <<'PYTHON'
import re

from markdown_it import MarkdownIt

text = "\n".join(f"{'  ' * i}- item {i + 1}" for i in range(12))
seen = {}
for preset in ("commonmark", "js-default"):
    items = re.findall(r"item \d+", MarkdownIt(preset).render(text))
    print(f"{preset}: {items[0]} … {items[-1]}, {len(items)} of 12")
    seen[preset] = len(items)
assert seen == {"commonmark": 9, "js-default": 12}
PYTHON
