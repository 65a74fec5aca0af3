"""What the box learns is kept whole, and read again as any other setting."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config import SettingsError, SettingsFileError, learn, load
from config.checks import key_name, problems_of

CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "knob": st.fixed_dictionaries(
            {}, optional={"reversed": st.booleans(), "transitions_per_detent": st.sampled_from([1, 2, 4])}
        ),
        "display.0": st.fixed_dictionaries({}, optional={"rotate": st.sampled_from([0, 180])}),
        "table": st.fixed_dictionaries({}, optional={"toast_s": st.floats(0.5, 30)}),
        "data": st.fixed_dictionaries(
            {},
            optional={
                "games": st.integers(0, 100_000),
                "folder": st.text(st.characters(exclude_categories=("Cc", "Cs"))).map("/{}".format),
            },
        ),
    },
)


def read(data: Path) -> dict[str, Any]:
    return tomllib.loads((data / "learned.toml").read_text())


@given(st.lists(CHANGES, min_size=1, max_size=4))
def test_what_was_learned_last_is_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, rounds: list[dict[str, dict[str, Any]]]
) -> None:
    data = tmp_path_factory.mktemp("data")
    expected: dict[str, dict[str, Any]] = {}
    for changes in rounds:
        learn(data, changes)
        for table, keys in changes.items():
            expected.setdefault(table, {}).update(keys)
    flat = {}
    for name, value in read(data).items():
        nested = {f"{name}.{key}": inner for key, inner in value.items() if isinstance(inner, dict)}
        flat.update(nested or {name: value})
    assert flat == {table: keys for table, keys in expected.items() if keys}


def test_a_learned_knob_turns_the_other_way_at_the_next_start(tmp_path: Path) -> None:
    learn(tmp_path, {"knob": {"reversed": True}})
    assert load("bench", data=tmp_path, environ={"HOME": str(tmp_path)}).settings.knob.reversed


def test_whole_wiring_can_be_learned(tmp_path: Path) -> None:
    learn(tmp_path, {"": {"profile": "one-oled-knob", "display": [{"name": "found", "address": 0x3D}]}})
    loaded = load(data=tmp_path, environ={"HOME": str(tmp_path)}, system_file=tmp_path / "absent")
    assert loaded.profile == "one-oled-knob"
    assert [(display.name, display.address) for display in loaded.settings.displays] == [("found", 0x3D)]


def test_none_forgets_a_key(tmp_path: Path) -> None:
    learn(tmp_path, {"knob": {"reversed": True, "a": 8}})
    learn(tmp_path, {"knob": {"reversed": None}})
    assert read(tmp_path) == {"knob": {"a": 8}}


def test_what_is_not_allowed_is_not_learned(tmp_path: Path) -> None:
    learn(tmp_path, {"knob": {"a": 4}})
    with pytest.raises(SettingsError, match=r"learned: \[knob\] a: found 99; allowed: a whole number from 0 to 27"):
        learn(tmp_path, {"knob": {"a": 99}})
    assert read(tmp_path) == {"knob": {"a": 4}}


@pytest.mark.parametrize("text", ["[kn", "[knob]\na = 99\n", "\0"])
def test_a_damaged_file_is_set_aside_and_learning_goes_on(tmp_path: Path, text: str) -> None:
    (tmp_path / "learned.toml").write_text(text)
    learn(tmp_path, {"knob": {"a": 4}})
    assert read(tmp_path) == {"knob": {"a": 4}}
    assert (tmp_path / "learned.toml.damaged").read_text() == text


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsFileError, match=r"file/learned\.toml: cannot be written: "):
        learn(tmp_path / "file", {"knob": {"a": 4}})


def test_a_learned_file_has_no_problem_of_its_own(tmp_path: Path) -> None:
    learn(tmp_path, {"": {"without": ["reader"]}, "data": {"folder": '/a "b" \\ é'}})
    assert list(problems_of(read(tmp_path), key_name)) == []
    assert read(tmp_path)["data"]["folder"] == '/a "b" \\ é'
