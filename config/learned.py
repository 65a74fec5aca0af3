"""What was learned on the device: one small TOML file in the data folder, replaced as a whole and never half.

It is written with sync and rename, so that a pulled plug leaves the old file or the new one. This module must not
know who learns what; ``config.loader`` reads the file.
"""

from __future__ import annotations

import contextlib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from config.checks import key_name, problems_of, shown, written
from config.errors import SettingsError, SettingsFileError
from config.loader import LEARNED_FILE


def learn(data: Path, changes: Mapping[str, Mapping[str, Any]]) -> None:
    """Lay ``changes`` (table → key → value) over what was learned before, and keep it.

    ``{"knob": {"reversed": True}, "buzzer": {"muted": True}}``; a table ``"display.0"`` changes single keys
    of the first display; the value None forgets a key. A damaged file is set aside as ``learned.toml.damaged``.
    Raises SettingsError if a change is not allowed, SettingsFileError if the folder cannot be written.
    """
    path = data / LEARNED_FILE
    try:
        tables = _flat(_before(path))
        for table, keys in changes.items():
            kept = {**tables.get(table, {}), **keys}
            tables[table] = {key: value for key, value in kept.items() if value is not None}
        text = "# Learned on the device. Later than the settings file, earlier than the command line.\n"
        for table, keys in tables.items():
            if keys:
                lines = [f"{written(key)} = {_written(value)}" for key, value in keys.items()]
                text += "\n".join([f"\n[{table}]" if table else "", *lines]) + "\n"
        problems = list(problems_of(tomllib.loads(text), lambda path: f"learned: {key_name(path)}"))
        if problems:
            raise SettingsError(problems)
        _replace(path, text.encode())
    except OSError as problem:
        raise SettingsFileError(f"{path}: cannot be written: {problem.strerror}") from problem


def _before(path: Path) -> dict[str, Any]:
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return {}
    try:
        tables = tomllib.loads(raw.decode("utf-8-sig"))  # as the loader reads it
    except (ValueError, RecursionError):
        tables = None
    if tables is None or any(problems_of(tables, key_name)):
        path.replace(path.with_name(path.name + ".damaged"))
        return {}
    return tables


def _flat(tables: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Tables of tables by their dotted names; loose keys under the empty name, which comes first."""
    flat: dict[str, dict[str, Any]] = {"": {}}
    for name, value in tables.items():
        if not isinstance(value, dict):
            flat[""][name] = value
        elif value and all(isinstance(inner, dict) for inner in value.values()):
            flat.update({f"{name}.{key}": dict(inner) for key, inner in value.items()})
        else:
            flat[name] = dict(value)
    return flat


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{written(key)} = {_written(item)}' for key, item in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_written(item) for item in value)}]"
    if isinstance(value, str):
        return '"' + "".join(_character(sign) for sign in value) + '"'
    if isinstance(value, bool | int | float):
        return str(value).lower()
    raise SettingsError([f"learned: found {shown(value)}; allowed: numbers, words, true or false, lists of them"])


def _character(sign: str) -> str:
    if sign in '"\\':
        return "\\" + sign
    return sign if sign.isprintable() else f"\\U{ord(sign):08X}"


def _replace(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with contextlib.suppress(OSError):  # some file systems cannot sync a folder
            os.fsync(folder)
    finally:
        os.close(folder)
