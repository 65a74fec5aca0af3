"""What lies in the box of Hansa Teutonica, read once from ``components.toml``: pieces, desk, markers, scoring tables.

Facts only, typed; no rule, no state, no board (those are in ``maps``). Lists run as printed, so that an index means
the same everywhere: abilities as on the desk, markers, privileges from white to black.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Ability:
    """A track of the desk. ``values`` has one number more than pieces cover it; that of the Bank is a switch and empty
    here. ``merchants`` if merchants cover it, not traders; ``full`` points at the end if it is empty of pieces."""

    word: str
    label: str
    icon: str
    values: tuple[int, ...]
    merchants: bool
    full: int


@dataclass(frozen=True, slots=True)
class Marker:
    """A kind of bonus marker: copies in all and among the start markers; ``actions`` that it brings; ``first`` its
    copies in the first edition, where they differ. ``option`` names the option that brings it, "" if it is always
    there; ``replaces`` if other markers are set aside for it; ``posted`` if it lies on the board when it is used."""

    word: str
    label: str
    copies: int
    start: int
    actions: int = 0
    first: int = 0
    option: str = ""
    replaces: bool = False
    posted: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of the Emperor's Favour, in a few words and in a sentence; what it changes, each 0 where it changes
    nothing."""

    word: str
    label: str
    hint: str
    text: str
    actions: int = 0
    extras: int = 0
    city: int = 0
    ability: int = 0


@dataclass(frozen=True, slots=True)
class Components:
    """Everything in the box. ``supply`` is by place in the order of turns; ``banks`` by the value of the switch.
    ``missions`` are cards, each three keys of cities."""

    players: tuple[int, int]
    colours: tuple[str, ...]
    traders: int
    merchants: int
    privileges: tuple[str, ...]
    supply: tuple[int, ...]
    supply_merchants: int
    track_traders: int
    abilities: tuple[Ability, ...]
    banks: Mapping[str, tuple[int, ...]]
    markers: tuple[Marker, ...]
    city: int
    city_end: int
    marker_points: tuple[int, ...]
    missions: tuple[tuple[str, ...], ...]
    mission_office: int
    mission_all: int
    tiles: tuple[Tile, ...]
    tile_price: int
    tribute: int
    toll: int


@cache
def components() -> Components:
    """The box, read at the first call."""
    with files("engine.hansa").joinpath("components.toml").open("rb") as stream:
        return _built(tomllib.load(stream))


def _built(data: dict[str, Any]) -> Components:
    fewest, most = data["players"]
    scoring = data["scoring"]
    return Components(
        players=(fewest, most),
        colours=tuple(data["colours"]),
        traders=data["traders"],
        merchants=data["merchants"],
        privileges=tuple(data["privileges"]),
        supply=tuple(data["supply"]),
        supply_merchants=data["supply_merchants"],
        track_traders=data["track_traders"],
        abilities=tuple(
            Ability(
                each["word"],
                each["label"],
                each["icon"],
                tuple(each["values"]),
                each["covered_by"] == "merchant",
                each["full"],
            )
            for each in data["ability"]
        ),
        banks={name: tuple(values) for name, values in data["bank"].items()},
        markers=tuple(Marker(**each) for each in data["marker"]),
        city=scoring["city"],
        city_end=scoring["city_end"],
        marker_points=tuple(scoring["markers"]),
        missions=tuple(map(tuple, data["missions"]["cards"])),
        mission_office=data["missions"]["office"],
        mission_all=data["missions"]["all"],
        tiles=tuple(Tile(**each) for each in data["favour"]["tile"]),
        tile_price=data["favour"]["price"],
        tribute=data["promo"]["tribute"],
        toll=data["promo"]["toll"],
    )
