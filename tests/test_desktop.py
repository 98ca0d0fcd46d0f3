"""What tells a desktop of the program says the same everywhere."""

import configparser
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

from engine.export.session_file import SUFFIX as SESSION
from engine.lessons.lesson_files import SUFFIX as LESSON

ROOT = Path(__file__).parents[1]
DESKTOP = ROOT / "resources" / "desktop"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def test_files_opened_by_a_double_click_are_named_alike():
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(DESKTOP / "perceptron-lab.desktop", encoding="utf-8")
    opened = {*entry["Desktop Entry"]["MimeType"].strip(";").split(";")}
    types = ElementTree.parse(DESKTOP / "perceptron-lab.mime.xml").getroot()
    assert {kind.get("type") for kind in types} == opened
    patterns = {glob.get("pattern") for glob in types.iter(f"{MIME}glob")}
    assert patterns == {f"*{SESSION}", f"*{LESSON}"}
    about = ElementTree.parse(DESKTOP / "perceptron-lab.metainfo.xml").getroot()
    assert {kind.text for kind in about.iter("mediatype")} == opened
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (command,) = project["scripts"]
    assert entry["Desktop Entry"]["Exec"] == f"{command} %f"
    assert about.findtext("provides/binary") == command
    assert about.findtext("launchable") == f"{command}.desktop"


def test_the_package_has_what_debian_looks_for():
    """`.ci/bundle --trial` asks lintian, of a package that takes minutes to make."""
    script = (ROOT / ".ci" / "bundle").read_text(encoding="utf-8")
    (host,) = re.findall(r'^maintainer="[^<]+<[^@]+@(.+)>"$', script, re.MULTILINE)
    assert "." in host, "a mail address has a domain"
    assert "Maintainer: $maintainer\n" in script
    for name in ("copyright", "changelog.gz", "LICENCES.txt.gz"):
        assert name in script
    assert re.search(r"-name '\*\.so\*' -type f -exec chmod a-x", script)
