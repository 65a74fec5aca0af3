"""Whatever stands in a settings file, the program loads it or says in plain lines what is wrong with it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config import ConfigError, Loaded, SettingsError, SettingsFileError, load
from config.loader import PROFILES

DISPLAYS = "".join(f'[[display]]\nname = "d{at}"\naddress = {8 + at}\n' for at in range(9))
SAMPLE = Path(__file__).parents[2] / "config" / "sample.toml"
TEXTS = [each.read_text() for each in sorted(PROFILES.glob("*.toml"))] + [SAMPLE.read_text().replace("\n#", "\n")]

often = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("box")


def loaded(box: Path, raw: bytes, profile: str | None = "bench", overrides: tuple[str, ...] = ()) -> Loaded | str:
    """The settings, or what is said about them: printable lines."""
    path = box / "box.toml"
    path.write_bytes(raw)
    try:
        return load(profile, path, None, overrides, environ={"HOME": str(box)}, model_file=box / "none")
    except ConfigError as refused:
        said = str(refused)
        assert said and all(line and line.isprintable() for line in said.split("\n")), said
        return said


def said(box: Path, text: str, **how: Any) -> str:
    found = loaded(box, text.encode(), **how)
    assert isinstance(found, str), "nothing is said"
    return found


@often
@given(raw=st.binary(max_size=200))
def test_any_bytes(box: Path, raw: bytes) -> None:
    loaded(box, raw)


@often
@given(data=st.data())
def test_real_files_with_pieces_changed_moved_and_left_out(box: Path, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 40)))
        piece = data.draw(
            st.one_of(st.text(max_size=12), st.just(text[end : end + 60]), st.sampled_from("=[]{}\"'\n.,#"))
        )
        text = text[:start] + piece + text[end:]
    loaded(box, text.encode("utf-8", "replace"), data.draw(st.sampled_from([None, "bench"])))


VALUES = st.recursive(
    st.one_of(
        st.integers(-(10**30), 10**30).map(str),
        st.floats().map(str),
        st.booleans().map(lambda value: str(value).lower()),
        st.text(max_size=20).map(lambda text: '"' + "".join(f"\\U{ord(sign):08X}" for sign in text) + '"'),
        st.sampled_from(["2026-11-29", "19:30:00", '"/dev/serial0"', '"seat.0"', "[]", "{}", '"~"', '"/"']),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(st.sampled_from("abc"), inner, max_size=3).map(
            lambda pairs: f"{{ {', '.join(f'{key} = {value}' for key, value in pairs.items())} }}"
        ),
    ),
    max_leaves=6,
)
TABLES = ["knob", "back", "seat", "display", "buzzer", "reader", "contacts", "table", "bench", "data"]
KEYS = ["a", "b", "push", "pin", "button", "name", "bus", "address", "height", "port", "poll_ms", "folder", "0", "x"]


@often
@given(
    pairs=st.dictionaries(st.tuples(st.sampled_from(TABLES), st.sampled_from(["", ".0", ".x"])), VALUES, max_size=3),
    values=st.dictionaries(st.tuples(st.sampled_from(TABLES), st.sampled_from(KEYS)), VALUES, max_size=5),
    loose=st.dictionaries(st.sampled_from(["profile", "without"]), VALUES, max_size=2),
)
def test_known_names_with_any_values(
    box: Path, pairs: dict[tuple[str, str], str], values: dict[tuple[str, str], str], loose: dict[str, str]
) -> None:
    lines = [f"{name} = {value}" for name, value in loose.items()]
    lines += [f"{table}{more} = {value}" for (table, more), value in pairs.items()]
    lines += [f"{table}.{key} = {value}" for (table, key), value in values.items()]
    loaded(box, "\n".join(lines).encode())
    for line in lines:
        loaded(box, b"", overrides=(line.replace(" = ", "=", 1),))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[bench]\nport = " + "9" * 5000, "is not TOML: a number has thousands of digits"),
        ("[bench]\nport = 0x" + "F" * 5000, "line 2: [bench] port: found 0xfffffff"),
        ("without = [0b" + "1" * 20_000 + "]", "line 1: without: found [0xfffffff"),
        ("[knob]\n" + "x" * 5000 + " = 1", "line 2: [knob] xxxxxxx"),
        ('["kn\\u006Fb"]\n"\\u0061" = 99', "line 2: [knob] a: found 99"),
        ("[table]\n[display.0]\n\nname = 5", "line 4: [display.0] name: found 5"),
        ('[display.0]\nname = "x"\naddress = 0x3D', "line 3: [display.0] address: found 0x3D on bus 1, where"),
        ("x = " + "[" * 3000 + "]" * 3000, "is not TOML: brackets or keys are nested too deep"),
        ("[table]\nrest_after_s" + ".x" * 3000 + " = 1", "line 2: [table] rest_after_s: found"),
        ("[display." + "9" * 5000 + "]\nname = 'x'", "[display]: found"),
        ('[data]\nfolder = "/a\\u0000b"', '[data] folder: found "/a\\u0000b"; allowed: a path'),
        ('[data]\nfolder = "~nobody-here/x"', 'line 2: [data] folder: "~nobody-here/x": there is no such user'),
        ('["a\\nb"]\nx = 1', '["a\\nb"]: there is no such table'),
        ('[reader]\nport = "\\u001B[2J"', '[reader] port: found "\\u001B[2J"; allowed: a device'),
        ('[display.0]\nname = "main\\n"', '[display.0] name: found "main\\n"; allowed: a short word'),
        (
            "".join(f'[[display]]\nname = "d{at}"\naddress = {8 + at}\n' for at in range(9)),
            "found 9 of them; allowed: at most 8",
        ),
        ("[[seat]]\n" * 6, "line 6: [seat.5]: found 6 of them; allowed: at most 5"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_line(box: Path, text: str, what: str) -> None:
    lines = said(box, text).splitlines()
    assert what in lines[0]
    assert len(lines) == 1 and len(lines[0]) < 300


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("a\\u0000.toml", "a\\u0000.toml: cannot be read: embedded null"),
        ("~nobody-here/a.toml", "there is no such user"),
        ("/dev/zero.toml", "No such file"),
        ("x" * 5000 + ".toml", "File name too long"),
    ],
)
def test_a_profile_whose_path_cannot_be_is_named(box: Path, name: str, what: str) -> None:
    found = said(box, f'# mine\nprofile = "{name}"', profile=None)
    assert f"{box}/box.toml, line 2: profile: " in found
    assert what in found


@pytest.mark.parametrize("line", ['profile = "bench"', 'without = ["reader"]'])
def test_a_wiring_profile_names_no_other_and_leaves_nothing_out(box: Path, line: str) -> None:
    profile = box / "own.toml"
    profile.write_text(f"{line}\n" + TEXTS[0])
    assert "is for a settings file" in said(box, f'profile = "{profile}"', profile=None)


def test_a_file_that_an_editor_marked_as_utf_8_is_read(box: Path) -> None:
    found = loaded(box, b"\xef\xbb\xbf[table]\r\nrest_after_s = 5\r\n")
    assert isinstance(found, Loaded) and found.settings.table.rest_after_s == 5
    assert str(found.origins["table", "rest_after_s"]).endswith("line 2")


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(SettingsError, match="larger than 1 MB"):
        load("bench", Path("/dev/zero"))


def test_a_hundred_problems_are_not_all_told(box: Path) -> None:
    lines = said(box, "".join(f"[table{number}]\n" for number in range(100))).splitlines()
    assert len(lines) == 21
    assert lines[-1] == "and 80 more"


def test_a_long_file_is_read_and_every_line_of_it_known(box: Path) -> None:
    text = "# here nothing is set\n" * 20_000 + "[table]\nrest_after_s = 61\n"
    found = loaded(box, text.encode())
    assert isinstance(found, Loaded)
    assert found.origins["table", "rest_after_s"].line == 20_002


def test_a_user_without_a_home_still_has_settings_and_only_then_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(path: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", nobody)
    assert load("bench", None, Path("/data"), environ={}, system_file=Path("/nowhere.toml")).profile == "bench"
    with pytest.raises(SettingsFileError, match="name one that begins with /"):
        load("bench", environ={}, system_file=Path("/nowhere.toml"))


def test_a_settings_file_in_a_folder_that_may_not_be_entered_is_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "etc" / "tabularius.toml"
    file.parent.mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: path != file.parent)
    with pytest.raises(SettingsFileError, match="cannot be read"):
        load("bench", environ={"HOME": str(tmp_path)}, system_file=file)
