"""Modules stay short and say what they are for."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ("engine", "drivers", "config", "firmware_py")
MODULES = sorted(path for package in OURS for path in (ROOT / package).rglob("*.py"))
LONGEST = 500


def test_every_module_is_shorter_than_the_house_allows() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length >= LONGEST} == {}


def test_every_module_opens_with_what_it_is() -> None:
    texts = {path: path.read_text() for path in MODULES}
    silent = [path for path, text in texts.items() if text and not ast.get_docstring(ast.parse(text))]
    assert [str(path.relative_to(ROOT)) for path in silent] == []


def test_every_package_says_that_it_is_typed() -> None:
    assert [package for package in OURS if not (ROOT / package / "py.typed").exists()] == []


def test_every_exception_can_be_caught_by_its_package_and_by_a_built_in() -> None:
    """One tree a package: its root derives from Exception, each member from it and from a built-in."""
    for package in OURS:
        source = ROOT / package / "errors.py"
        classes = [node for node in ast.parse(source.read_text()).body if isinstance(node, ast.ClassDef)]
        root, *members = [(node.name, [ast.unparse(base) for base in node.bases]) for node in classes]
        assert root[1] == ["Exception"], source
        family = {root[0]}
        for name, bases in members:
            assert family & set(bases), f"{source}: {name} is not one of the package's own"
            family.add(name)
