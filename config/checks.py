"""The checks: single values against the schema, with words for what is allowed; then the wiring as a whole.

Every check collects all problems, each with its place, and never stops at the first. This module must not know
which files there are, nor which of them wins.
"""

from __future__ import annotations

import re
import types
import typing
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import structs

from config.schema import Part, Settings

Path = tuple[str | int, ...]
Place = Callable[[Path], str]

LOOSE = {
    "profile": 'the name of a wiring profile, or a path that ends with ".toml"',
    "without": 'a list of parts that this box does not have: "back", "seat", "buzzer", "reader"',
}
LONGEST = 60  # characters of a value or a key in a message
_SERIAL_PINS = {14: "TXD", 15: "RXD"}
_I2C_PINS = {0: {0: "SDA of i2c-0", 1: "SCL of i2c-0"}, 1: {2: "SDA of i2c-1", 3: "SCL of i2c-1"}}
_HEADER_PORTS = ("/dev/serial", "/dev/ttyAMA", "/dev/ttyS")


def problems_of(tables: Mapping[str, Any], place: Place) -> Iterator[str]:
    """What is wrong with one layer of settings, which may set any few of the keys.

    ``place`` turns the path of a key into the words that open the line: file, line, table and key.
    """
    known = {info.encode_name: info for info in structs.fields(Settings)}
    for name, value in tables.items():
        if name in LOOSE:
            if not _loose_fits(name, value):
                yield f"{place((name,))}: found {shown(value)}; allowed: {LOOSE[name]}"
            continue
        if name not in known:
            yield f"{place((name,))}: there is no such table; {_near(name, {**known, **LOOSE})}"
            continue
        kind = _part_of(known[name].type)
        if kind is None:
            yield from _problem(value, known[name].type, place, (name,))
        elif not _is_list(known[name].type):
            yield from _table(value, kind, place, (name,))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield from _table(item, kind, place, (name, index), whole=True)
            most = _most(known[name].type)
            if len(value) > most:
                yield f"{place((name, most))}: found {len(value)} of them; allowed: at most {most}"
        elif isinstance(value, dict) and all(re.fullmatch("[0-9]{1,3}", key) for key in value):
            for key, item in value.items():
                yield from _table(item, kind, place, (name, int(key)))
        else:
            yield f"{place((name,))}: found {shown(value)}; allowed: [[{name}]], a list of tables"


def _loose_fits(name: str, value: object) -> bool:
    if name == "profile":
        return isinstance(value, str) and value != ""
    return isinstance(value, list) and all(part in ("back", "seat", "buzzer", "reader") for part in value)


def _table(
    value: object, kind: type[Part], place: Place, path: tuple[str | int, ...], *, whole: bool = False
) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place(path)}: found {shown(value)}; allowed: a table"
        return
    known = {info.encode_name: info for info in structs.fields(kind)}
    for key, found in value.items():
        if key not in known:
            yield f"{place((*path, key))}: there is no such key; {_near(key, known)}"
        else:
            yield from _problem(found, known[key].type, place, (*path, key))
    if whole:
        yield from missing(value, kind, place, path)


def missing(value: Mapping[str, Any], kind: type[Part], place: Place, path: tuple[str | int, ...]) -> Iterator[str]:
    """The keys that a part cannot do without."""
    for info in structs.fields(kind):
        if info.required and info.encode_name not in value:
            yield f"{place((*path, info.encode_name))}: missing; allowed: {allowed(info.type)}"


def _problem(value: object, kind: Any, place: Place, path: tuple[str | int, ...]) -> Iterator[str]:
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError):
        yield f"{place(path)}: found {shown(value)}; allowed: {allowed(kind)}"


def _part_of(kind: Any) -> type[Part] | None:
    if isinstance(kind, type) and issubclass(kind, Part):
        return kind
    if typing.get_origin(kind) in (typing.Annotated, types.UnionType, typing.Union, tuple):
        for inner in typing.get_args(kind):
            if (part := _part_of(inner)) is not None:
                return part
    return None


def _most(kind: Any) -> int:
    """How many a list may have."""
    return max(meta.max_length or 0 for meta in typing.get_args(kind)[1:] if isinstance(meta, msgspec.Meta))


def _is_list(kind: Any) -> bool:
    if typing.get_origin(kind) is typing.Annotated:
        return _is_list(typing.get_args(kind)[0])
    return typing.get_origin(kind) is tuple


def parts() -> dict[str, tuple[type[Part], bool]]:
    """The tables of the settings by name: their type, and whether they are lists of tables."""
    found = {}
    for info in structs.fields(Settings):
        kind = _part_of(info.type)
        if kind is not None:
            found[info.encode_name] = (kind, _is_list(info.type))
    return found


def allowed(kind: Any) -> str:
    """What a value may be, in words."""
    from msgspec import inspect  # noqa: PLC0415  (only needed once something is wrong)

    return _words(inspect.type_info(kind))


def _words(info: Any) -> str:
    from msgspec import inspect  # noqa: PLC0415

    if isinstance(info, inspect.Metadata):
        described = (info.extra_json_schema or {}).get("description")
        return str(described) if described else _words(info.type)
    if isinstance(info, inspect.IntType | inspect.FloatType):
        noun = "a whole number" if isinstance(info, inspect.IntType) else "a number"
        return noun if info.ge is None else f"{noun} from {info.ge} to {info.le}"
    if isinstance(info, inspect.LiteralType):
        return _either([shown(value) for value in info.values])
    if isinstance(info, inspect.UnionType):
        return _either([_words(kind) for kind in info.types if not isinstance(kind, inspect.NoneType)])
    if isinstance(info, inspect.VarTupleType):
        return f"a list of {_words(info.item_type)}"
    if isinstance(info, inspect.DictType):
        return f"a table of {_words(info.value_type)}"
    if isinstance(info, inspect.BoolType):
        return "true or false"
    return "text in quotes" if isinstance(info, inspect.StrType) else "a table"


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _near(word: str, known: Mapping[str, object]) -> str:
    import difflib  # noqa: PLC0415

    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"meant: {close[0]}?" if close else f"allowed: {', '.join(known)}"


def shown(value: object, deep: int = 0) -> str:
    """A value as TOML would write it, cut after so many characters."""
    if deep > 8:
        text = "..."
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str):
        text = '"' + one_line(value.replace("\\", "\\\\").replace('"', '\\"')) + '"'
    elif isinstance(value, list | tuple):
        text = f"[{', '.join(shown(item, deep + 1) for item in value)}]"
    elif isinstance(value, dict):
        text = f"{{ {', '.join(f'{written(key)} = {shown(item, deep + 1)}' for key, item in value.items())} }}"
    else:
        text = _number(value) if isinstance(value, int) else str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _number(value: int) -> str:
    """In figures; one of thousands as TOML also takes it, since Python would not write it in decimals."""
    return str(value) if value.bit_length() < 1000 else hex(value)


def one_line(said: object) -> str:
    """A text without line breaks or anything else that a terminal would obey."""
    return "".join(sign if sign.isprintable() else _escaped(sign) for sign in str(said))


def _escaped(sign: str) -> str:
    known = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return known.get(sign) or (f"\\u{ord(sign):04X}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08X}")


def written(key: str) -> str:
    """A key as TOML takes it: quoted if it has to be."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else shown(key)


def _named(key: str | int) -> str:
    """A key as a message names it: no longer than a line can hold."""
    name = written(str(key))
    return name if len(name) <= LONGEST else name[: LONGEST - 3] + "..."


def pins(settings: Settings) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """Every pin in use with the path of its key."""
    yield ("knob", "a"), settings.knob.a
    yield ("knob", "b"), settings.knob.b
    yield ("knob", "push"), settings.knob.push
    if settings.back is not None:
        yield ("back", "pin"), settings.back.pin
    for number, seat in enumerate(settings.seats):
        if seat.button is not None:
            yield ("seat", number, "button"), seat.button
        if seat.lamp is not None:
            yield ("seat", number, "lamp"), seat.lamp
    if settings.buzzer is not None:
        yield ("buzzer", "pin"), settings.buzzer.pin


def wiring_problems(settings: Settings, place: Place, rank: Callable[[Path], int] = lambda path: 0) -> Iterator[str]:
    """What cannot be wired like that: a pin, an address or a name used twice.

    ``rank`` is the greater, the later a key was set: of two that meet, the one that was set later is named as wrong.
    """
    users = defaultdict(list)
    for path, pin in pins(settings):
        users[pin].append(path)
    for pin, paths in users.items():
        first, *others = sorted(paths, key=rank)
        for path in others:
            yield f"{place(path)}: found {pin}, which is {key_name(first)} already; allowed: a free pin"
    names: dict[str, int] = {}
    wires: dict[tuple[int, int], str] = {}
    for number, display in sorted(enumerate(settings.displays), key=lambda each: rank(("display", each[0], "name"))):
        if display.name in names:
            yield (
                f"{place(('display', number, 'name'))}: found {shown(display.name)}, "
                f"which display {names[display.name]} has already; allowed: a name of its own"
            )
        names.setdefault(display.name, number)
    places: list[Path] = []
    for number in range(len(settings.displays)):
        places.append(max((("display", number, "address"), ("display", number, "bus")), key=rank))
    for path in sorted(places, key=rank):
        display = settings.displays[int(path[1])]
        wire = (display.bus, display.address)
        if wire in wires:
            yield (
                f"{place(path)}: found 0x{display.address:02X} on bus {display.bus}, "
                f"where {shown(wires[wire])} is already; allowed: another address or bus"
            )
        wires.setdefault(wire, display.name)


def wiring_warnings(settings: Settings, place: Place) -> Iterator[str]:
    """What may be meant, but meets a pin that the board uses for something else."""
    busy = {0: "ID_SD of the board's own memory", 1: "ID_SC of the board's own memory"}
    for bus in {display.bus for display in settings.displays}:
        busy.update(_I2C_PINS.get(bus, {}))
    if settings.reader is not None and settings.reader.port.startswith(_HEADER_PORTS):
        busy.update({pin: f"{name} of the reader's serial port" for pin, name in _SERIAL_PINS.items()})
    for path, pin in pins(settings):
        if pin in busy:
            yield f"{place(path)}: pin {pin} is {busy[pin]}; take another one"


def key_name(path: tuple[str | int, ...]) -> str:
    """A path as a settings file may write it: ``[knob] a``, ``[display.1] chip`` (from 0)."""
    head, *rest = (_named(key) for key in path)
    if not rest:
        return head if head in LOOSE else f"[{head}]"
    if isinstance(path[1], int) or len(rest) > 1:
        return " ".join([f"[{head}.{rest[0]}]", *rest[1:]])
    return f"[{head}] {rest[0]}"
