"""Collect the licences of what is in the bundle into one file.

Usage: python .ci/licences.py FILE, in the environment that the bundle is made from
"""

from __future__ import annotations

import sys
import sysconfig
from importlib.metadata import Distribution, distributions
from pathlib import Path

ONLY_TO_BUILD = {
    "altgraph", "packaging", "perceptron-lab", "pip", "pyinstaller-hooks-contrib",
    "setuptools",
}  # fmt: skip
WORDS = ("licen", "copying", "notice", "author")
RULE = "=" * 78


def stated(distribution: Distribution) -> str:
    """Say under which licence a package is, in its own words."""
    about = distribution.metadata
    classified = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier", [])
        if line.startswith("License :: ")
    ]
    words = [about.get("License-Expression"), *classified, about.get("License")]
    return next((word.splitlines()[0] for word in words if word), "see its pages")


def texts(distribution: Distribution) -> list[str]:
    """Read the licences that a package brings."""
    return [
        f"--- {file}\n\n{file.read_text(encoding='utf-8')}"
        for file in distribution.files or ()
        if any(word in file.name.lower() for word in WORDS)
        and file.suffix in ("", ".txt", ".md", ".rst", ".LESSER")
        and file.locate().is_file()
    ]


def python_licence() -> str:
    """Read the licence of Python, wherever it was put."""
    debian = f"/usr/share/doc/python3.{sys.version_info.minor}/copyright"
    places = (
        Path(sysconfig.get_path("stdlib"), "LICENSE.txt"),
        Path(sys.base_prefix, "LICENSE.txt"),
        Path(debian),
    )
    return next(
        (place.read_text("utf-8") for place in places if place.is_file()), sys.copyright
    )


def qt_licences() -> list[str]:
    """Read the licences of Qt, which its packages name but do not bring."""
    names = ("LGPL-3", "GPL-3")
    files = (Path("/usr/share/common-licenses", name) for name in names)
    return [
        f"{file.name}\n\n{file.read_text('utf-8')}" for file in files if file.exists()
    ]


def main(target: Path) -> None:
    """Write a chapter for Python and for each package."""
    chapters = [f"Python {sys.version.split()[0]}: PSF-2.0\n\n{python_licence()}"]
    by_name = {package.metadata["Name"].lower(): package for package in distributions()}
    for name in sorted(by_name.keys() - ONLY_TO_BUILD):
        package = by_name[name]
        head = f"{package.metadata['Name']} {package.version}: {stated(package)}"
        source = package.metadata.get("Home-page") or next(
            (
                u.rpartition(", ")[2]
                for u in package.metadata.get_all("Project-URL", [])
            ),
            "",
        )
        chapters.append("\n\n".join([head, *filter(None, [source]), *texts(package)]))
    chapters += qt_licences()
    target.write_text(f"\n{RULE}\n".join(chapters), encoding="utf-8")
    print(f"{len(chapters)} licences")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
