"""The scanner finds the line of every key in any text that the parser accepts."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from config.lines import line_of, lines_of

TEXT = '''# a comment with [knob] in it
profile = "x # not a comment"

[knob] # header
a = 1
"b" = """
[not.a.table]
c = 1
"""
d = 2

[[display]]
name = 'one'
[[display]]
name = "two"
inner = { x = 1, "y z" = [ 1, 2 ] }
list = [
  1, # one
  { x = "]" },
]
[display.more]
deep.er = 5
'''


def test_each_key_has_its_line() -> None:
    lines = lines_of(TEXT)
    expected = {
        ("profile",): 2,
        ("knob",): 4,
        ("knob", "a"): 5,
        ("knob", "b"): 6,
        ("knob", "d"): 10,
        ("display", 0): 12,
        ("display", 0, "name"): 13,
        ("display", 1): 14,
        ("display", 1, "name"): 15,
        ("display", 1, "inner", "y z"): 16,
        ("display", 1, "list", 0): 18,
        ("display", 1, "list", 1, "x"): 19,
        ("display", 1, "more"): 21,
        ("display", 1, "more", "deep", "er"): 22,
    }
    assert {path: lines[path] for path in expected} == expected
    assert not [path for path in lines if "not" in path or "c" in path]


def test_a_key_without_a_line_takes_its_tables() -> None:
    lines = lines_of(TEXT)
    assert line_of(lines, ("knob", "push")) == 4
    assert line_of(lines, ("display", 0, "chip")) == 12
    assert line_of(lines, ("reader", "port")) is None


def paths_of(value: Any, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, inner in pairs for path in [(*above, key), *paths_of(inner, (*above, key))]]


KEYS = st.text(st.sampled_from("abAB09-_"), min_size=1, max_size=4)
STRINGS = st.text(st.sampled_from("ab [=]#{}.,'"), max_size=8).map(lambda text: f'"{text}"')
SCALARS = st.integers().map(str) | st.booleans().map(lambda truth: str(truth).lower()) | STRINGS
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: "[\n" + "".join(f"{item}, # x ]\n" for item in items) + "]")
        | st.dictionaries(KEYS, SCALARS, max_size=3).map(
            lambda table: "{" + ", ".join(f"{key} = {item}" for key, item in table.items()) + "}"
        )
    ),
    max_leaves=6,
)


@given(st.dictionaries(KEYS, st.dictionaries(KEYS, VALUES, max_size=4), max_size=4), st.booleans())
def test_every_path_of_a_generated_text_stands_where_it_was_written(
    tables: dict[str, dict[str, str]], listed: bool
) -> None:
    lines: list[str] = []
    written: dict[tuple[str | int, ...], int] = {}
    for name, keys in tables.items():
        path: tuple[str | int, ...] = (name, 0) if listed else (name,)
        lines.append(f"[[{name}]]" if listed else f"[{name}]")
        written[path] = len(lines)
        for key, value in keys.items():
            written[*path, key] = len(lines) + 1
            lines += f"{key} = {value}".split("\n")
    text = "\n".join(lines)
    found = lines_of(text)
    assert {path: found[path] for path in written} == written
    assert set(paths_of(tomllib.loads(text))) == set(found)


@given(st.text(max_size=60))
def test_the_scanner_always_comes_to_an_end(text: str) -> None:
    assert all(line >= 1 for line in lines_of(text).values())
