"""The loader: finds the settings files, lays them one over the other, and keeps where each value came from.

Later wins: built-in defaults, wiring profile, settings file, what was learned on the device, command line.
Tables are merged key by key; ``[[seat]]`` and ``[[display]]`` replace the whole list, while ``[display.0]`` changes
single keys of the first one. ``without = ["reader"]`` takes a part of the profile away. This module reads files and
the environment, writes nothing, and must not know what a driver does with a setting.
"""

from __future__ import annotations

import contextlib
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from config.checks import (
    LOOSE,
    key_name,
    missing,
    one_line,
    parts,
    problems_of,
    shown,
    wiring_problems,
    wiring_warnings,
)
from config.errors import ConfigError, SettingsError, SettingsFileError
from config.lines import line_of, lines_of
from config.schema import Settings

SYSTEM_FILE = Path("/etc/tabularius/tabularius.toml")
SERVICE_FOLDER = Path("/var/lib/tabularius")
LEARNED_FILE = "learned.toml"
LARGEST_FILE = 1 << 20
MODEL_FILE = Path("/proc/device-tree/model")
PROFILES = Path(__file__).with_name("profiles")  # importlib.resources would cost the start more than all the rest
PI_PROFILE = "one-oled-knob"
BENCH_PROFILE = "bench"

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value came from: ``source`` is a file, a profile, "built-in" or "command line"."""

    source: str
    line: int | None = None

    def __str__(self) -> str:
        return self.source if self.line is None else f"{self.source}, line {self.line}"


BUILT_IN = Origin("built-in")


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings in force. ``origins`` has the path of every value that is not built in.

    ``messages`` are for a person, one line each: what was chosen because nothing was said, and warnings.
    ``data`` is the data folder, which need not exist yet.
    """

    settings: Settings
    profile: str
    data: Path
    origins: Mapping[KeyPath, Origin]
    messages: tuple[str, ...]

    def rows(self) -> Iterator[tuple[str, object, Origin]]:
        """Every value in force: its key as a person writes it, the value, its origin."""
        yield "profile", self.profile, self.origins.get(("profile",), BUILT_IN)
        for path, value in _leaves(msgspec.to_builtins(self.settings)):
            yield key_name(path), value, self.origins.get(path, BUILT_IN)


@dataclass(slots=True)
class _Layer:
    source: str
    tables: dict[str, Any]
    lines: Mapping[KeyPath, int] = field(default_factory=dict)

    def origin(self, path: KeyPath) -> Origin:
        if isinstance(self.tables.get(str(path[0])), dict):  # [display.0] is a table named "0", [[display]] a list
            path = tuple(map(str, path))
        return Origin(self.source, line_of(self.lines, path))

    def place(self, path: KeyPath) -> str:
        return f"{self.origin(path)}: {key_name(path)}"


def load(
    profile: str | None = None,
    config: Path | None = None,
    data: Path | None = None,
    overrides: Sequence[str] = (),
    *,
    environ: Mapping[str, str] = os.environ,
    system_file: Path = SYSTEM_FILE,
    model_file: Path = MODEL_FILE,
    service_folder: Path = SERVICE_FOLDER,
) -> Loaded:
    """Find, check and merge the settings.

    ``profile`` is a wiring profile asked for on the command line, ``config`` the settings file and ``data`` the
    data folder named there, ``overrides`` are texts like ``"knob.reversed=true"`` or ``"display.0.role=all"``.
    Raises SettingsError with all problems at once, SettingsFileError if a named file cannot be read.
    A file that was learned on the device and is damaged, or does not go with what the settings say by now, is left out,
    with a message: a box must start.
    """
    messages: list[str] = []
    command_line = _command_line(profile, overrides)
    layers = [*_settings_file(config, environ, system_file)]
    problems = [line for layer in (*layers, command_line) for line in problems_of(layer.tables, layer.place)]
    if problems:
        raise SettingsError(problems)
    service = None if profile == BENCH_PROFILE else service_folder  # the emulated box has games of its own
    folder = _folder(data, (*layers, command_line), environ, service)
    learned = [*_learned(folder / LEARNED_FILE, messages)]
    try:
        laid = _laid([*layers, *learned, command_line], model_file)
    except ConfigError as problem:
        if not learned:
            raise
        laid = _laid([*layers, command_line], model_file)
        first = str(problem).partition("\n")[0]
        laid = replace(laid, messages=(f"{first}; going on without what was learned", *laid.messages))
    return replace(laid, data=folder, messages=(*messages, *laid.messages))


def _laid(layers: Sequence[_Layer], model_file: Path) -> Loaded:
    """These layers over their profile and over each other, checked as a whole."""
    messages: list[str] = []
    chosen, origin = _profile_name(layers, model_file)
    if origin is BUILT_IN:
        messages.append(f"no wiring profile is set: starting with {chosen}")
    base = _profile(chosen, origin)
    problems = list(problems_of(base.tables, base.place))
    if problems:
        raise SettingsError(problems)

    merged, origins = _merge([base, *layers])
    origins["profile",] = origin
    settings = _build(merged, origins, base.source)
    later = {layer.source: number for number, layer in enumerate([base, *layers], 1)}

    def place(path: KeyPath) -> str:
        return f"{origins.get(path, BUILT_IN)}: {key_name(path)}"

    def rank(path: KeyPath) -> int:
        return later.get(origins.get(path, BUILT_IN).source, 0)

    problems = list(wiring_problems(settings, place, rank))
    if problems:
        raise SettingsError(problems)
    messages += wiring_warnings(settings, place)
    return Loaded(settings, chosen, Path(), origins, tuple(messages))


def _folder(data: Path | None, layers: Sequence[_Layer], environ: Mapping[str, str], service: Path | None) -> Path:
    path = ("data", "folder")
    setting = _last(path, *layers)
    try:
        return data_folder(data, setting, environ=environ, service=service)
    except SettingsFileError as problem:
        places = [layer.place(path) for layer in layers if _last(path, layer) is not None]
        if not places:
            raise
        raise SettingsError([f"{places[-1]}: {problem}"]) from problem


def profiles() -> tuple[str, ...]:
    """The names of the wiring profiles that come with the program."""
    return tuple(sorted(path.stem for path in PROFILES.glob("*.toml")))


def is_pi(model_file: Path = MODEL_FILE) -> bool:
    """Whether this is a Raspberry Pi, by the model in its device tree."""
    try:
        return "Raspberry Pi" in model_file.read_bytes().decode("utf-8", "replace")
    except OSError:
        return False


def data_folder(
    data: Path | None = None,
    setting: str | None = None,
    *,
    environ: Mapping[str, str] = os.environ,
    service: Path | None = SERVICE_FOLDER,
) -> Path:
    """Where everything is kept: as named, else as set, else the service's folder, else the user's state folder.

    The service knows its folder from the system; for whoever asks beside it, that is ``service``, if it is there.
    Raises SettingsFileError if that is in the home of a user that there is not.
    """
    if data is not None:
        return data
    if setting is not None:
        return _expanded(setting)
    if state := environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    if service is not None and service.is_dir():
        return service
    return _user_folder("XDG_STATE_HOME", ".local/state", environ) / "tabularius"


def _user_folder(variable: str, fallback: str, environ: Mapping[str, str]) -> Path:
    named = environ.get(variable, "")
    if named.startswith("/"):
        return Path(named)
    home = environ.get("HOME")
    return (Path(home) if home else _expanded("~")) / fallback


def _expanded(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError as problem:
        raise SettingsFileError(
            f"{shown(name)}: there is no such user's folder here; name one that begins with /"
        ) from problem


def _settings_file(config: Path | None, environ: Mapping[str, str], system_file: Path) -> Iterator[_Layer]:
    if config is not None:
        yield _read(config)
        return
    for path in _usual_files(environ, system_file):
        # whoever may not look into the folder shall hear of it, and not get other settings without a word
        if os.path.lexists(path) or (not os.access(path.parent, os.X_OK) and path.parent.is_dir()):
            yield _read(path)
            return


def _usual_files(environ: Mapping[str, str], system_file: Path) -> Iterator[Path]:
    yield system_file
    with contextlib.suppress(SettingsFileError):  # a user without a home has no file in it
        yield _user_folder("XDG_CONFIG_HOME", ".config", environ) / "tabularius" / "tabularius.toml"


def _read(path: Path) -> _Layer:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as problem:  # the latter for a name with a zero in it
        why = getattr(problem, "strerror", None) or problem
        raise SettingsFileError(f"{one_line(path)}: cannot be read: {why}") from problem
    return _parse(raw, one_line(path))


def _parse(raw: bytes, source: str) -> _Layer:
    if len(raw) > LARGEST_FILE:
        raise SettingsError([f"{source}: is larger than 1 MB, so it is no settings file"])
    try:
        text = raw.decode("utf-8-sig")  # some editors mark their files so
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        raise SettingsError([f"{source}, line {line}: is not UTF-8 text; save the file as UTF-8"]) from problem
    return _Layer(source, _tables(text, source), lines_of(text))


def _tables(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        why = one_line(problem)
    except ValueError:
        why = "a number has thousands of digits"
    except RecursionError:
        why = "brackets or keys are nested too deep"
    raise SettingsError([f"{source}: is not TOML: {why}"])


def _learned(path: Path, messages: list[str]) -> Iterator[_Layer]:
    try:
        layer = _parse(path.read_bytes(), str(path))
        if "data" in layer.tables:
            raise SettingsError([f"{layer.place(('data',))}: cannot be learned"])
        if problems := list(problems_of(layer.tables, layer.place)):
            raise SettingsError(problems)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as problem:
        messages.append(f"{path}: cannot be read: {problem.strerror}; going on without what was learned")
    except SettingsError as problem:
        messages.append(f"{problem.problems[0]}; going on without what was learned")
    else:
        yield layer


def _command_line(profile: str | None, overrides: Sequence[str]) -> _Layer:
    layer = _Layer("command line", {} if profile is None else {"profile": profile})
    for text in overrides:
        name, equals, raw = text.partition("=")
        keys = name.strip().split(".")
        if not equals or not all(keys):
            raise SettingsError([f"command line: found {shown(text)}; allowed: table.key=value"])
        value: Any = raw.strip()
        with contextlib.suppress(ValueError, RecursionError):
            read = tomllib.loads(f"value = {raw}")
            value = read["value"] if len(read) == 1 else value  # a second line would be a second key
        inner = layer.tables
        for key in keys[:-1]:
            inner = inner.setdefault(key, {})
            if not isinstance(inner, dict):
                raise SettingsError([f"command line: found {shown(text)}, but {key} has a value already"])
        inner[keys[-1]] = value
    return layer


def _last(path: KeyPath, *layers: _Layer) -> Any:
    value = None
    for layer in layers:
        inner: Any = layer.tables
        for key in path:
            inner = inner.get(key) if isinstance(inner, dict) else None
        value = value if inner is None else inner
    return value


def _profile_name(layers: Sequence[_Layer], model_file: Path) -> tuple[str, Origin]:
    for layer in reversed(layers):
        if "profile" in layer.tables:
            return layer.tables["profile"], layer.origin(("profile",))
    return (PI_PROFILE if is_pi(model_file) else BENCH_PROFILE), BUILT_IN


def _profile(name: str, origin: Origin) -> _Layer:
    if name.endswith(".toml"):
        try:
            layer = _read(_expanded(name))
        except SettingsFileError as problem:
            raise SettingsError([f"{origin}: profile: {problem}"]) from problem
        if loose := [key for key in LOOSE if key in layer.tables]:
            raise SettingsError(
                [f"{layer.place((key,))}: is for a settings file; allowed: the tables of a wiring" for key in loose]
            )
        return layer
    if name not in profiles():
        raise SettingsError(
            [f'{origin}: profile: found {shown(name)}; allowed: {", ".join(profiles())}, or a path to a ".toml" file']
        )
    return _parse((PROFILES / f"{name}.toml").read_bytes(), f"profile {name}")


def _merge(layers: Sequence[_Layer]) -> tuple[dict[str, Any], dict[KeyPath, Origin]]:
    merged: dict[str, Any] = {}
    origins: dict[KeyPath, Origin] = {}
    for layer in layers:
        for name in layer.tables.get("without", ()):
            merged.pop(name, None)
            _forget(origins, name)
        for name, value in layer.tables.items():
            if name in ("profile", "without"):
                continue
            if isinstance(value, list):
                _forget(origins, name)
                merged[name] = [dict(item) for item in value]
                changes: dict[KeyPath, Any] = {(name, index): item for index, item in enumerate(value)}
            elif parts().get(name, (None, False))[1]:
                changes = {(name, int(index)): item for index, item in value.items()}
            else:
                changes = {(name,): value}
            for path, table in changes.items():
                _table_at(merged, path, layer).update(table)
                for key in table:
                    origins[*path, key] = layer.origin((*path, key))
    return merged, origins


def _table_at(merged: dict[str, Any], path: KeyPath, layer: _Layer) -> dict[str, Any]:
    if len(path) == 1:
        return merged.setdefault(str(path[0]), {})  # type: ignore[no-any-return]
    name, key = str(path[0]), int(path[1])
    there = merged.get(name, [])
    if key >= len(there):
        what = f"found number {key}, but there are {len(there)}, counted from 0"
        raise SettingsError([f"{layer.place(path)}: {what}; allowed: a [[{name}]] for each new one"])
    return there[key]  # type: ignore[no-any-return]


def _forget(origins: dict[KeyPath, Origin], name: str) -> None:
    for path in [path for path in origins if path[0] == name]:
        del origins[path]


def _build(merged: dict[str, Any], origins: Mapping[KeyPath, Origin], profile: str) -> Settings:
    problems = []
    for name, (kind, is_list) in parts().items():
        if name in ("knob", "display") and not merged.get(name):
            header = f"[[{name}]]" if is_list else f"[{name}]"
            problems.append(f"{profile}: {header}: missing; allowed: every box has at least one")
        elif name in merged and not is_list:
            named = [str(origin) for path, origin in origins.items() if path[0] == name]
            where = named[-1] if named else profile
            problems += missing(merged[name], kind, lambda path, at=where: f"{at}: {key_name(path)}", (name,))  # type: ignore[misc]
    if problems:
        raise SettingsError(problems)
    try:
        return msgspec.convert(merged, Settings)
    except msgspec.ValidationError as problem:
        raise SettingsError([f"settings: {problem}"]) from problem


def _leaves(tables: Mapping[str, Any], above: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    for key, value in tables.items():
        yield from _leaf(value, (*above, key))


def _leaf(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, object]]:
    if isinstance(value, dict):
        yield from _leaves(value, path)
    elif isinstance(value, list | tuple) and len(path) == 1:  # of tables; a list of words is one value
        for index, item in enumerate(value):
            yield from _leaf(item, (*path, index))
    elif value is not None:
        yield path, value
