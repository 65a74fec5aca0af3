"""What is installed is what is in the tree: every module and data file, and no test."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("engine", "drivers", "config", "firmware_py")
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    source = tmp_path_factory.mktemp("source")
    target = tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for package in (*OURS, "tests"):
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-c", BUILD, target], cwd=source, check=True, capture_output=True)
    (path,) = target.glob("tabularius-*-py3-none-any.whl")
    return zipfile.ZipFile(path)


def test_every_file_of_the_packages_is_installed(wheel: zipfile.ZipFile) -> None:
    in_tree = {
        str(path.relative_to(ROOT))
        for package in OURS
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    in_wheel = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert in_wheel == {name for name in in_tree if not name.endswith(".md")}


def test_the_command_and_the_licence_are_in_it(wheel: zipfile.ZipFile) -> None:
    names = {name.split(".dist-info/")[1]: name for name in wheel.namelist() if ".dist-info/" in name}
    assert "tabularius = firmware_py.__main__:main" in wheel.read(names["entry_points.txt"]).decode()
    assert "licenses/LICENSE" in names
