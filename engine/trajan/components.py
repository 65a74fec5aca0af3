"""What lies in the box of Trajan and what is printed on its board, read once from ``components.toml``.

Facts only, typed and checked for shape on reading; no rule, no state of a game. Whoever needs a number of the board
takes it from here. Lists run as printed, so that an index means the same everywhere: seat colours, marker colours,
trays clockwise from I, demands, senate spaces from the start space upward.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class TrajanTile:
    """One of the 54 Trajan tiles. ``amount`` is what its effect is given (cards, tokens, index of the demand);
    ``colours`` are the initials of the two markers needed, the order of which means nothing. ``word`` is
    "workers.BY", for a demand tile "bread.GG"; only two of the tiles are equal."""

    word: str
    effect: str
    points: int
    amount: int
    colours: str


@dataclass(frozen=True, slots=True)
class Stack:
    """One of the six stacks on the Arch of Trajan: nine tiles."""

    word: str
    label: str
    tiles: tuple[TrajanTile, ...]


@dataclass(frozen=True, slots=True)
class ForumTile:
    """A kind of tile with the forum back."""

    word: str
    label: str
    copies: int
    icon: str

    @property
    def votes(self) -> int:
        """The votes it brings at the quarter's end; 0 if it is no vote tile."""
        kind, _, number = self.word.partition(".")
        return int(number) if kind == "vote" else 0


@dataclass(frozen=True, slots=True)
class Construction:
    """A type of construction tile and the action that its first tile grants."""

    word: str
    label: str
    grants: str


@dataclass(frozen=True, slots=True)
class Ship:
    """Points for 1, 2, … units, by the side that is up."""

    word: str
    label: str
    coloured: tuple[int, ...]
    gray: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BonusTile:
    """A bonus tile. ``counts`` says what is counted: "cards" of the commodities ``of`` in the display, "demand" (once,
    with a forum tile of the icon ``of``), "workers" on sites, "legionnaires" in provinces, "yellow" bonus tiles."""

    word: str
    label: str
    icon: str
    counts: str
    of: tuple[str, ...]
    yellow_halves: int
    gray_halves: int

    def points(self, count: int, yellow: bool) -> int:
        """Points for ``count`` of what it counts; a half is rounded up, on the sum."""
        return (count * (self.yellow_halves if yellow else self.gray_halves) + 1) // 2


@dataclass(frozen=True, slots=True)
class Province:
    """A province, its points and its neighbours by word; "camp" is the military camp."""

    word: str
    label: str
    points: int
    next_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Components:
    """Everything in the box. A pair of numbers is a range with both ends; ``loops`` and ``forum_spaces`` are by the
    number of players."""

    players: tuple[int, int]
    colours: tuple[str, ...]
    quarters: int
    loops: Mapping[int, int]
    loops_elsewhere: Mapping[int, int]
    loop_range: tuple[int, int]
    markers: tuple[str, ...]
    markers_each: int
    markers_in_tray: int
    tokens: int
    tokens_in_supply: int
    arch_starts_on: int
    first_tile_slots: tuple[int, ...]
    first_tiles: int
    first_cards: int
    first_bonus_tiles: int
    slots: tuple[str, ...]
    actions: tuple[str, ...]
    stacks: tuple[Stack, ...]
    demands: tuple[str, ...]
    demands_each: int
    demands_removed: int
    demands_shown: int
    penalty: tuple[int, ...]
    senate: tuple[int, ...]
    bonus_tiles_a_quarter: int
    forum_spaces: Mapping[int, int]
    forum_column: int
    yellow_spaces: int
    forum_tiles: tuple[ForumTile, ...]
    extra_each: int
    construction_values: tuple[int, ...]
    construction_rows: int
    construction_columns: int
    construction_sets: tuple[int, ...]
    construction_types: tuple[Construction, ...]
    commodities: tuple[str, ...]
    commodity_each: int
    discard_piles: int
    ships: tuple[Ship, ...]
    bonus_tiles: tuple[BonusTile, ...]
    provinces: tuple[Province, ...]
    per_opponent: int
    province_least: int
    hand_card: int
    worker_in_camp: int
    legionnaire_in_camp: int
    trajan_tile_in_circle: int


@cache
def components() -> Components:
    """The box, read at the first call."""
    with files("engine.trajan").joinpath("components.toml").open("rb") as stream:
        return _built(tomllib.load(stream))


def _built(data: dict[str, Any]) -> Components:
    game, loop, mat, trays = data["game"], data["time_loop"], data["mat"], data["trays"]
    demands, senate, forum = data["demands"], data["senate"], data["forum"]
    construction, commodities, final = data["construction"], data["commodities"], data["final"]
    fewest, most = game["players"]

    def by_players(numbers: list[int]) -> dict[int, int]:
        return dict(zip(range(fewest, most + 1), numbers, strict=True))

    return Components(
        players=(fewest, most),
        colours=tuple(game["colours"]),
        quarters=game["quarters"],
        loops=by_players(loop["lengths"]),
        loops_elsewhere=by_players(loop["elsewhere"]),
        loop_range=(loop["counted"][0], loop["counted"][1]),
        markers=tuple(mat["markers"]),
        markers_each=mat["markers_each"],
        markers_in_tray=mat["markers_in_tray"],
        tokens=mat["tokens"],
        tokens_in_supply=mat["tokens_in_supply"],
        arch_starts_on=mat["arch_starts_on"],
        first_tile_slots=tuple(mat["first_tile_slots"]),
        first_tiles=mat["first_tiles"],
        first_cards=mat["first_cards"],
        first_bonus_tiles=mat["first_bonus_tiles"],
        slots=tuple(trays["slots"]),
        actions=tuple(trays["actions"]),
        stacks=tuple(_stack(stack, demands["words"]) for stack in data["trajan"]["stack"]),
        demands=tuple(demands["words"]),
        demands_each=demands["each"],
        demands_removed=demands["removed"],
        demands_shown=demands["shown"],
        penalty=tuple(demands["penalty"]),
        senate=tuple(senate["points"]),
        bonus_tiles_a_quarter=senate["bonus_tiles"],
        forum_spaces=by_players(forum["spaces"]),
        forum_column=forum["column"],
        yellow_spaces=forum["yellow_spaces"],
        forum_tiles=tuple(ForumTile(**tile) for tile in forum["tiles"]),
        extra_each=data["extra"]["each"],
        construction_values=tuple(construction["values"]),
        construction_rows=construction["rows"],
        construction_columns=construction["columns"],
        construction_sets=tuple(construction["sets"]),
        construction_types=tuple(Construction(**kind) for kind in construction["types"]),
        commodities=tuple(commodities["words"]),
        commodity_each=commodities["each"],
        discard_piles=commodities["discard_piles"],
        ships=tuple(map(_ship, data["ships"])),
        bonus_tiles=tuple(map(_bonus_tile, data["bonus"])),
        provinces=tuple(map(_province, data["province"])),
        per_opponent=data["military"]["per_opponent"],
        province_least=data["military"]["least"],
        hand_card=final["hand_card"],
        worker_in_camp=final["worker_in_camp"],
        legionnaire_in_camp=final["legionnaire_in_camp"],
        trajan_tile_in_circle=final["trajan_tile_in_circle"],
    )


def _stack(data: dict[str, Any], demands: list[str]) -> Stack:
    """Of a tile: points, amount, colours; a tile that keeps a demand is named after it."""
    word, effect = data["word"], data["effect"]
    tiles = tuple(
        TrajanTile(f"{demands[amount] if effect == 'demand' else word}.{colours}", effect, points, amount, colours)
        for points, amount, colours in data["tiles"]
    )
    return Stack(word, data["label"], tiles)


def _ship(data: dict[str, Any]) -> Ship:
    return Ship(data["word"], data["label"], tuple(data["coloured"]), tuple(data["gray"]))


def _bonus_tile(data: dict[str, Any]) -> BonusTile:
    words = (data["word"], data["label"], data["icon"], data["counts"])
    return BonusTile(*words, tuple(data["of"]), data["yellow"], data["gray"])


def _province(data: dict[str, Any]) -> Province:
    return Province(data["word"], data["label"], data["points"], tuple(data["next_to"]))
