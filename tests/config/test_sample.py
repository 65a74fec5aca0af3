"""The sample that the installer lays into /etc says what is true."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from config import Loaded, load
from config.loader import BUILT_IN

SAMPLE = resources.files("config").joinpath("sample.toml").read_text()
UNCOMMENTED = re.sub(r"^#(?=[a-z\[])", "", SAMPLE, flags=re.MULTILINE)


def loaded(tmp_path: Path, text: str, profile: str) -> Loaded:
    path = tmp_path / "sample.toml"
    path.write_text(text)
    return load(profile, path, tmp_path, environ={"HOME": str(tmp_path)})


def test_the_sample_as_installed_changes_nothing(tmp_path: Path) -> None:
    assert all(str(tmp_path) not in str(origin) for _, _, origin in loaded(tmp_path, SAMPLE, "one-oled-knob").rows())


def test_every_line_of_the_sample_is_the_default(tmp_path: Path) -> None:
    profile = "two-oled-seat-buttons"
    defaults = {name: value for name, value, _ in loaded(tmp_path, SAMPLE, profile).rows()}
    named = {name: value for name, value, _ in loaded(tmp_path, UNCOMMENTED, profile).rows()}
    differing = {name for name in named if named[name] != defaults.get(name)}
    assert differing == {"[display.0] role", "[data] folder"}


def test_the_sample_names_every_key_that_has_a_default(tmp_path: Path) -> None:
    rows = loaded(tmp_path, UNCOMMENTED, "one-oled-knob").rows()
    assert {name for name, _, origin in rows if origin == BUILT_IN} == set()
