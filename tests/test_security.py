"""What SECURITY.md says of the code holds of it."""

import ast
import re
from pathlib import Path

from engine import errors
from engine.data import dataset
from engine.data.formats import json_records, sheet_parts, workbook
from engine.data.tables import data_file, row_blocks, table_copy
from engine.export import autosave, model_entries, session_file, weights
from engine.lessons import facts, lesson_faults, lesson_files, lesson_text, results
from engine.lessons import limits as of_lessons
from tests.reliability import fuzz
from tests.test_layers import nodes, sources

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
NETWORK = {
    "aiohttp", "asyncio", "ftplib", "http", "httpx", "imaplib", "poplib", "requests",
    "smtplib", "socket", "socketserver", "ssl", "telnetlib", "urllib", "urllib3",
    "webbrowser", "xmlrpc", "QtNetwork", "QtWebEngineWidgets", "QtWebSockets",
}  # fmt: skip
RUNNING = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "code"}


def modules():
    """Give every module by its path, and all that stands in it."""
    for path in [*sources("engine"), *sources("gui"), ROOT / "main.py"]:
        yield path.relative_to(ROOT).as_posix(), nodes(path)


def imported(nodes):
    """Give all parts of the names of modules that are imported, and of what from."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (part for alias in node.names for part in alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")
            yield from (alias.name for alias in node.names)


def test_no_module_is_for_a_network_but_the_pair_of_sockets():
    used = {path: {*imported(all_in)} & NETWORK for path, all_in in modules()}
    assert {path: names for path, names in used.items() if names} == {
        "gui/app.py": {"socket"}
    }
    uses = re.findall(r"socket\.\w+", (ROOT / "gui/app.py").read_text("utf-8"))
    assert {*uses} == {"socket.socketpair"}


def test_no_module_runs_what_it_reads():
    for path, all_in in modules():
        assert not {*imported(all_in)} & RUNNING, path
        for node in all_in:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec", "compile"), path
            if isinstance(node, ast.keyword) and node.arg == "allow_pickle":
                assert ast.unparse(node.value) == "False", path


def limits():
    table = PAGE.partition("## Limits")[2].partition("| ---: |")[2]
    return re.findall(r"^\| [^|]+ \| ([^|]+) \|$", table, re.M)


def test_the_limits_are_those_of_the_code():
    mb = 2**20
    assert limits() == [
        f"{row_blocks.LONGEST_ROW // mb} MB",
        f"{data_file.MOST_COLUMNS:,}",
        f"{json_records.LONGEST // mb} MB",
        f"{data_file.MODERATE_BYTES // mb} MB",
        f"{data_file.LARGEST_GROWTH}",
        f"{data_file.MOST_VALUES:,}",
        f"{workbook.MOST_BYTES // mb:,} MB",
        f"{workbook.MOST_RATIO}",
        f"{sheet_parts.LARGEST_SPREAD}",
        f"{session_file.FORMAT.most_bytes // mb} MB",
        f"{lesson_files.MOST_BYTES // mb} MB",
        f"{lesson_text.MOST_BYTES // 2**10} kB",
        f"{lesson_files.MOST_FILES}",
        f"{of_lessons.MOST_PAGES}",
        f"{of_lessons.MOST_LINES:,}",
        f"{of_lessons.MOST_SESSION_BYTES // mb} MB",
        f"{of_lessons.MOST_ON_PAGE:,}",
        f"{of_lessons.MOST_BLOCKS}",
        f"{of_lessons.LONGEST_PARAGRAPH:,}",
        f"{of_lessons.MOST_BRACKETS}",
        f"{of_lessons.LONGEST_WORD}",
        f"{of_lessons.DEEPEST}",
        f"{of_lessons.MOST_CELLS}",
        f"{of_lessons.MOST_FACTS}",
        f"{facts.LONGEST}",
        f"{of_lessons.MOST_FORMULAS}",
        f"{of_lessons.MOST_IN_FORMULAS}",
        f"{of_lessons.LONGEST_FORMULA}",
        f"{of_lessons.DEEPEST_FORMULA}",
        f"{of_lessons.MOST_PICTURES}",
        f"{of_lessons.MOST_PIXELS:,}",
        f"{of_lessons.MOST_CHOICES}",
        f"{of_lessons.MOST_NAMES}",
        f"{results.FORMAT.most_bytes // mb} MB",
        f"{results.MOST_TASKS}",
        f"{results.MOST_NUMBERS:,}",
        f"{model_entries.FORMAT.most_bytes // mb} MB",
        f"{weights.MOST_BYTES['.npz'] // mb} MB",
        f"{autosave.MOST_BYTES // 2**30} GB",
        f"{dataset.MOST_CLASSES}",
        f"{errors.LONGEST:,}",
    ]
    assert f"of more than {workbook.FEW_BYTES // mb} MB, as times its size" in PAGE
    assert f"files of {table_copy.LEAST_BYTES // mb} MB or more" in PAGE
    assert f"records runs of {lesson_faults.LONGEST_SECONDS:.0f} seconds" in PAGE
    assert f"take {table_copy.MOST_BYTES // 2**30} GB" in PAGE
    assert f"{fuzz.SECONDS} seconds of the processor" in PAGE
    assert f"{fuzz.MEMORY // 2**30} GB of memory" in PAGE


def test_it_is_linked_where_people_look():
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "(SECURITY.md)" in (ROOT / name).read_text(encoding="utf-8")
