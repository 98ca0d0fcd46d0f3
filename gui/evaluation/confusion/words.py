"""A report in words, and as a table to paste elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.style.text import percent

if TYPE_CHECKING:
    from engine.evaluation.report import Report

SPECIAL = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)


def cell_words(report: Report, row: int, column: int) -> str:
    """Say what a cell counts."""
    names, count = report.class_names, int(report.confusion[row, column])
    samples = f"{count:,} sample{'s'[: count != 1]}"
    was = "was" if count == 1 else "were"
    said = f"{samples} of {names[row]} {was} called {names[column]}"
    if not count:
        return said
    called = count / int(report.confusion[:, column].sum())
    return (
        f"{said}: {percent(float(report.shares[row, column]))} of {names[row]}, "
        f"{percent(called)} of what was called {names[column]}"
    )


def accuracy_words(report: Report) -> str:
    """Say how many decisions were right."""
    total = int(report.confusion.sum())
    return f"accuracy {percent(report.accuracy)} of {total:,}"


def as_tsv(report: Report) -> str:
    """Write counts and shares as lines of cells between tabs."""
    names = [name.replace("\t", " ").replace("\n", " ") for name in report.class_names]
    head = ["true \\ decided", *names, "precision", "recall", "F1", "samples"]
    lines = [[name, *cells] for name, cells in zip(names, _cells(report), strict=True)]
    return "\n".join("\t".join(line) for line in [head, *lines]) + "\n"


def as_latex(report: Report) -> str:
    """Write counts and shares as a LaTeX tabular."""
    names = [name.translate(SPECIAL) for name in report.class_names]
    head = ["true / decided", *names, "precision", "recall", "$F_1$", "samples"]
    lines = [[name, *cells] for name, cells in zip(names, _cells(report), strict=True)]
    body = [" & ".join(line) + r" \\" for line in lines]
    n = len(names)
    return "\n".join(
        [
            rf"\begin{{tabular}}{{l{'r' * n}rrrr}}", r"\hline",
            " & ".join(head) + r" \\", r"\hline", *body, r"\hline",
            r"\end{tabular}", "",
        ]
    )  # fmt: skip


def _cells(report: Report) -> list[list[str]]:
    shares = (report.precision, report.recall, report.f1)
    return [
        [str(count) for count in report.confusion[row].tolist()]
        + [f"{share[row]:.3f}" for share in shares]
        + [str(int(report.support[row]))]
        for row in range(len(report.class_names))
    ]
