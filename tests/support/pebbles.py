"""A second title for tests of the flow: it has what the first one lacks, and shows that the flow knows no title.

In turn a seat takes a handful of 1 to 3 pebbles, or a gift: then it says to whom (a seat) and what (shell or bone). A
handful of three is asked for its colour: white or grey. Or it walks from one of six places to another. After every
third turn the table turns up a tile. The game ends after ``turns`` turns, or by ``!count``. A component names a
pebble's colour, a gift, a place, a tile.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import engine
from engine.errors import IllegalAnswer
from engine.game import TABLE, Game
from engine.randomiser import Area, Item, Layout, Stream, written
from engine.title import Board, Component, Option, Step, Title, Way
from engine.words import Amendment, Field, Page, Row, Seat, Standings, Text

TILES = ("sun", "moon", "rain")
PLACES = ("beach", "cliff", "dune", "harbour", "mole", "mill")
ROUTES = tuple(f"{one}-{other}" for place, one in enumerate(PLACES) for other in PLACES[place + 1 :])
FOLDER = 'from pebbles import PEBBLES as TITLE\n\n__all__ = ["TITLE"]\n'


class Beach(Board):
    __slots__ = ("left", "seen")

    def __init__(self, players: int) -> None:
        self.seen = [0] * len(TILES)
        self.left = [0] * players


def _ask_take(game: Game, seat: int) -> Sequence[str]:
    return () if game.board.left[seat] else ("1", "2", "3", "gift", "walk")


def _take(game: Game, seat: int, key: str | None) -> None:
    if key == "gift":
        game.push(WHAT, seat)
        game.push(WHOM, seat)
    elif key == "walk":
        game.push(WALK, seat)
    elif key is not None:
        game.score(seat, int(key), "pebbles", "", game.turn[0])
        if key == "3":
            game.push(COLOUR, seat)


def _ask_whom(game: Game, seat: int) -> Sequence[str]:
    return tuple(f"seat.{other}" for other in range(game.players) if other != seat)


def _whom(game: Game, seat: int, key: str) -> None:
    game.score(int(key.removeprefix("seat.")), 5, "gifts", "", game.turn[0])


def _ask_what(game: Game, seat: int) -> Sequence[str]:
    return ("shell", "bone")


def _nothing(game: Game, seat: int, key: str | None) -> None:
    pass


def _ask_walk(game: Game, seat: int) -> Sequence[str]:
    return ROUTES


def _ask_colour(game: Game, seat: int) -> Sequence[str]:
    return ("white", "grey")


def _ask_tile(game: Game, seat: int) -> Sequence[str]:
    left = [tile for tile, count in zip(TILES, game.board.seen, strict=True) if count < 2]
    return tuple(left)


def _tile(game: Game, seat: int, key: str) -> None:
    place = TILES.index(key)
    game.put(game.board.seen, place, game.board.seen[place] + 1)
    game.tell("revealed", TABLE, Text("tile {tile}", tile=Text(key)))


def _next(game: Game, seat: int, key: None) -> None:
    turn = game.turn[0]
    if turn >= int(game.options["turns"]):
        game.tell("over", TABLE, Text("over"))
        return
    game.put(game.turn, 0, turn + 1)
    game.tell("turn", turn % game.players, Text("{seat} to move", seat=Seat(turn % game.players)))
    game.push(NEXT, TABLE)
    game.push(TAKE, turn % game.players)
    if turn and turn % 3 == 0:
        game.push(TILE, TABLE)


TAKE = Step("handful.take", _ask_take, _take)
WHOM = Step("gift.whom", _ask_whom, _whom)
WHAT = Step("gift.what", _ask_what, _nothing)
WALK = Step("walk.where", _ask_walk, _nothing)
COLOUR = Step("handful.colour", _ask_colour, _nothing)
TILE = Step("tile.reveal", _ask_tile, _tile)
NEXT = Step("turn.next", lambda game, seat: (), _next)

_QUESTIONS = {
    "handful.take": "How many pebbles?",
    "gift.whom": "Whom?",
    "gift.what": "What?",
    "walk.where": "From where?",
    "handful.colour": "Which colour?",
    "tile.reveal": "New tile?",
}
_PARTS = {
    "white": ("White pebble", ("white",)),
    "grey": ("Grey pebble", ("grey",)),
    "shell": ("Shell", ("shell",)),
    "pebble": ("Pebble", ("1", "2", "3")),
    **{place: (place.capitalize(), tuple(route for route in ROUTES if place in route)) for place in PLACES},
    **{tile: (f"{tile.capitalize()} tile", (tile,)) for tile in TILES},
}


class Beachcomber(Way):
    name = "beachcomber"
    label = Text("Beachcomber")
    note = Text("pebbles")
    emblem = "arch16"
    players = (2, 4)

    def board(self, players: int, options: Mapping[str, str]) -> Board:
        return Beach(players)

    def begin(self, game: Game) -> None:
        game.push(NEXT, TABLE)

    def words(self, game: Game, key: str | None) -> Text:
        if key is None:
            return Text(_QUESTIONS[game.decision.kind]) if game.decision else Text("over")
        if key.startswith("seat."):
            return Text("{seat}", seat=Seat(int(key.removeprefix("seat."))))
        return Text("–".join(part.capitalize() for part in key.split("-")))

    def others(self, game: Game) -> Sequence[str]:
        if game.decision is None or game.decision.kind != "tile.reveal":
            return ()
        return tuple(tile for tile in TILES if tile not in game.decision.keys)

    def why_not(self, game: Game, key: str) -> Text:
        return Text("both {tile} tiles have been seen", tile=Text(key))

    def named(self, game: Game, word: str) -> Sequence[str]:
        keys = game.decision.keys if game.decision else ()
        return tuple(key for key in keys if key in _PARTS[word][1])

    def amendments(self, game: Game) -> Sequence[Amendment]:
        seats = tuple(str(seat) for seat in range(game.players))
        names = tuple(Text("{seat}", seat=Seat(seat)) for seat in range(game.players))
        amounts = tuple(f"{amount:+d}" for amount in range(-9, 10) if amount)
        signed = tuple(Text("{signed}", signed=int(amount)) for amount in amounts)
        fields = (
            Field(Text("Seat"), seats, names, "0"),
            Field(Text("Points"), amounts, signed, "+1"),
            Field(Text("What for"), ("pebbles", "gifts"), (Text("Pebbles"), Text("Gifts")), "gifts"),
        )
        leave = Field(Text("Seat"), seats, names, "0")
        return (
            Amendment("!score", Text("Score"), "pencil", fields),
            Amendment("!leave", Text("Seat leaves"), "seat", (leave,)),
            Amendment("!count", Text("Count now"), "consul", ()),
        )

    def amend(self, game: Game, key: str) -> None:
        word, *parts = key[1:].split(".")
        if word == "count":
            game.agenda = None
        elif word == "leave":
            game.put(game.board.left, int(parts[0]), 1)
            game.tell("left", int(parts[0]), Text("{seat} has left", seat=Seat(int(parts[0]))))
        elif word == "score" and len(parts) == 3:
            game.score(int(parts[0]), int(parts[1]), "correction", parts[2], game.turn[0])
            game.tell("corrected", int(parts[0]), Text("{signed}", signed=int(parts[1])))
        else:
            raise IllegalAnswer(Text("no such correction"))

    def standings(self, game: Game) -> Standings:
        totals = game.totals()
        order = sorted(range(game.players), key=lambda seat: -totals[seat])
        places = tuple(1 + sum(other > total for other in totals) for total in totals)
        return Standings(tuple(totals), (0,) * game.players, tuple(order), places)

    def page(self, game: Game, viewer: int | None) -> Page:
        rows = tuple(Row(Text("{seat}", seat=Seat(seat)), total, seat=seat) for seat, total in enumerate(game.totals()))
        return Page(Text("T{turn}", turn=game.turn[0]), Text(""), (), rows)

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return {
            "turn": game.turn[0],
            "seen": list(game.board.seen),
            "left": list(game.board.left),
            "decision": list(game.decision) if game.decision else None,
        }

    def reason(self, reason: str) -> Text:
        return Text(reason.capitalize())

    def place(self, place: str) -> Text:
        return Text(place)

    def when(self, when: int) -> Text:
        return Text("T{turn}", turn=when)

    def check(self, game: Game) -> None:
        pass


def layout(code: str, players: int, options: Mapping[str, str]) -> Layout:
    first = Stream(code, "pebbles", "beach").choice(TILES)
    item = Item(Text("On the beach"), Text(first), "", first, Text("Face up"))
    return Layout(written(code), (Area("beach", Text("Beach"), (item,)),), {})


PEBBLES = Title(
    name="pebbles",
    label=Text("Pebbles"),
    emblem="arch16",
    rules_version=1,
    colours=("red", "green", "blue", "brown"),
    ways={"beachcomber": Beachcomber()},
    options=(Option("turns", ("12", "9"), Text("Turns")),),
    components=lambda: tuple(Component(word, Text(label), "", 1) for word, (label, _) in _PARTS.items()),
    setup=layout,
)


@contextmanager
def pebbles_in_the_box(folder: Path) -> Iterator[None]:
    """The title is there, as any title is: a folder among the engine's."""
    package = folder / "pebbles"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(FOLDER)
    engine.__path__.append(str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        engine.__path__.remove(str(folder))
        sys.modules.pop("engine.pebbles", None)
        vars(engine).pop("pebbles", None)
