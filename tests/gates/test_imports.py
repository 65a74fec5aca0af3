"""Imports go one way: firmware_py → drivers, engine, config; those three know nothing of ours but themselves."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("engine", "drivers", "config", "firmware_py")
MAY_IMPORT = {
    "engine": {"engine"},
    "drivers": {"drivers"},
    "config": {"config"},
    "firmware_py": {"firmware_py", "drivers", "engine", "config"},
}
MODULES = sorted(path for package in OURS for path in (ROOT / package).rglob("*.py"))
# A game is the same tomorrow and elsewhere: its rules ask neither the time nor chance, and keep no threads.
NOT_FOR_RULES = {"asyncio", "datetime", "os", "pathlib", "random", "secrets", "socket", "threading", "time"}


@cache
def imported(path: Path) -> list[tuple[int, str]]:
    """Line and name of every module that a file imports, also within functions."""
    return list(found(path))


def found(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


def of(package: str) -> list[Path]:
    return [path for path in MODULES if path.is_relative_to(ROOT / package)]


def at(path: Path, line: int, name: str) -> str:
    return f"{path.relative_to(ROOT)}:{line} imports {name}"


@pytest.mark.parametrize("package", OURS)
def test_a_package_imports_of_ours_only_what_it_may_know(package: str) -> None:
    assert of(package)
    wrong = [
        at(path, line, name)
        for path in of(package)
        for line, name in imported(path)
        if (top := name.split(".")[0]) in (*OURS, "tests") and top not in MAY_IMPORT[package]
    ]
    assert wrong == []


def test_the_rules_need_nothing_but_the_standard_library() -> None:
    wrong = [
        at(path, line, name)
        for path in of("engine")
        for line, name in imported(path)
        if name.split(".")[0] not in {"engine", *sys.stdlib_module_names}
    ]
    assert wrong == []


def test_the_rules_know_no_clock_file_thread_or_chance() -> None:
    wrong = [
        at(path, line, name)
        for path in of("engine")
        for line, name in imported(path)
        if name.split(".")[0] in NOT_FOR_RULES
    ]
    assert wrong == []


def test_imports_are_absolute() -> None:
    wrong = [at(path, line, name) for path in MODULES for line, name in imported(path) if name.startswith(".")]
    assert wrong == []


def test_the_real_parts_know_nothing_of_the_bench() -> None:
    wrong = [
        at(path, line, name)
        for path in of("drivers")
        if not path.is_relative_to(ROOT / "drivers" / "bench")
        for line, name in imported(path)
        if name.startswith("drivers.bench")
    ]
    assert wrong == []


@pytest.mark.parametrize("package", OURS)
def test_modules_do_not_import_each_other_in_a_circle(package: str) -> None:
    names = {module_name(path): path for path in of(package)}
    graph = {
        name: {target for target in at_import(path, names) if target in names and target != name}
        for name, path in names.items()
    }
    assert circle_in(graph) == []


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def at_import(path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    """What is needed when the module is imported: not what stands in functions or under TYPE_CHECKING."""
    for node in ast.parse(path.read_text(), str(path)).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    """One circle of the graph, empty if there is none."""
    done: set[str] = set()
    for start, first in graph.items():
        walk = [(start, iter(sorted(first)))]
        on_way = [start]
        while walk:
            name, targets = walk[-1]
            target = next(targets, None)
            if target is None:
                done.add(name)
                walk.pop()
                on_way.pop()
            elif target in on_way:
                return [*on_way[on_way.index(target) :], target]
            elif target not in done:
                walk.append((target, iter(sorted(graph[target]))))
                on_way.append(target)
    return []


def test_a_circle_would_be_found() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
