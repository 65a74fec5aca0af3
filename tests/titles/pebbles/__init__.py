"""Pebbles, a whole title in one file: what a title has to bring, and nothing else.

In turn a seat takes a handful of 1 to 3 pebbles, a point each (of three it says the colour); or makes a gift, five
points for another seat; or walks from one of six places to another. After every third turn the table turns up a tile.
The game ends after ``turns`` turns, or by ``!count``. A component names a pebble, a gift, a place, a tile.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import IllegalAnswer
from engine.game import TABLE, Game
from engine.randomiser import Area, Item, Layout, Stream, written
from engine.title import Board, Component, Option, Step, Title, Way
from engine.words import Amendment, Page, Row, Seat, Standings, Text

TILES = ("sun", "moon", "rain")
PLACES = ("beach", "cliff", "dune", "harbour", "mole", "mill")
ROUTES = tuple(f"{one}-{other}" for at, one in enumerate(PLACES) for other in PLACES[at + 1 :])
QUESTIONS = {"handful.take": "How many pebbles?", "handful.colour": "Which colour?", "tile.reveal": "New tile?"}
QUESTIONS |= {"gift.whom": "Whom?", "gift.what": "What?", "walk.where": "From where?"}
PARTS = {"white": "White pebble", "grey": "Grey pebble", "shell": "Shell", "pebble": "Pebble"}
PARTS |= {place: place.capitalize() for place in PLACES} | {tile: f"{tile.capitalize()} tile" for tile in TILES}


class Beach(Board):
    __slots__ = ("seen",)
    seen: list[int]


def _take(game: Game, seat: int, key: str) -> None:
    if key == "gift":
        game.push(WHAT, seat)
        game.push(WHOM, seat)
    elif key == "walk":
        game.push(WALK, seat)
    else:
        game.score(seat, int(key), "pebbles", "", game.turn[0])
        if key == "3":
            game.push(COLOUR, seat)


def _whom(game: Game, seat: int, key: str) -> None:
    game.score(int(key.removeprefix("seat.")), 5, "gifts", "", game.turn[0])


def _tile(game: Game, seat: int, key: str) -> None:
    place = TILES.index(key)
    game.put(game.board.seen, place, game.board.seen[place] + 1)
    game.tell("revealed", TABLE, Text("tile {tile}", tile=Text(key)))


def _next(game: Game, seat: int, key: None) -> None:
    turn = game.turn[0]
    if turn < int(game.options["turns"]):
        game.put(game.turn, 0, turn + 1)
        game.tell("turn", turn % game.players, Text("{seat} to move", seat=Seat(turn % game.players)))
        game.push(NEXT, TABLE)
        game.push(TAKE, turn % game.players)
        if turn and turn % 3 == 0:
            game.push(TILE, TABLE)


TAKE = Step("handful.take", lambda game, seat: ("1", "2", "3", "gift", "walk"), _take)
COLOUR = Step("handful.colour", lambda game, seat: ("white", "grey"), lambda game, seat, key: None)
WHOM = Step("gift.whom", lambda game, seat: [f"seat.{to}" for to in range(game.players) if to != seat], _whom)
WHAT = Step("gift.what", lambda game, seat: ("shell", "bone"), lambda game, seat, key: None)
WALK = Step("walk.where", lambda game, seat: ROUTES, lambda game, seat, key: None)
TILE = Step("tile.reveal", lambda game, seat: [tile for at, tile in enumerate(TILES) if game.board.seen[at] < 2], _tile)
NEXT = Step("turn.next", lambda game, seat: (), _next)


class Beachcomber(Way):
    name, label, note, emblem, players = "beachcomber", Text("Beachcomber"), Text("pebbles"), "arch16", (2, 4)

    def board(self, players: int, options: Mapping[str, str]) -> Board:
        beach = Beach()
        beach.seen = [0] * len(TILES)
        return beach

    def begin(self, game: Game) -> None:
        game.push(NEXT, TABLE)

    def words(self, game: Game, key: str | None) -> Text:
        if key is None:
            return Text(QUESTIONS[game.decision.kind] if game.decision else "over")
        if key.startswith("seat."):
            return Text("{seat}", seat=Seat(int(key.removeprefix("seat."))))
        return Text("–".join(part.capitalize() for part in key.split("-")))

    def every(self, game: Game) -> Sequence[str]:
        return TILES if game.asked.seat == TABLE else ()

    def why_not(self, game: Game, key: str) -> Text:
        return Text("both {tile} tiles have been seen" if key in TILES else "that is not asked", tile=Text(key))

    def named(self, game: Game, word: str) -> Sequence[str]:
        keys = game.decision.keys if game.decision else ()
        return tuple(key for key in keys if word in key.split("-") or (word == "pebble" and key in ("1", "2", "3")))

    def amendments(self, game: Game) -> Sequence[Amendment]:
        return (Amendment("!count", Text("Count now"), "consul", ()),)

    def amend(self, game: Game, key: str) -> None:
        if key != "!count":
            raise IllegalAnswer(Text("no such correction"))
        game.agenda = None

    def standings(self, game: Game) -> Standings:
        totals = tuple(game.totals())
        order = tuple(sorted(range(game.players), key=lambda seat: -totals[seat]))
        places = tuple(1 + sorted(totals)[::-1].index(total) for total in totals)
        return Standings(totals, (0,) * game.players, order, places)

    def page(self, game: Game, viewer: int | None) -> Page:
        rows = tuple(Row(Text("{seat}", seat=Seat(seat)), total, seat=seat) for seat, total in enumerate(game.totals()))
        return Page(Text("T{turn}", turn=game.turn[0]), Text(""), (), rows)

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return {"turn": game.turn[0], "seen": list(game.board.seen), "asked": game.decision and list(game.decision)}

    def reason(self, reason: str) -> Text:
        return Text(reason.capitalize())

    def place(self, place: str) -> Text:
        return Text(place)

    def when(self, when: int) -> Text:
        return Text("T{turn}", turn=when)

    def check(self, game: Game) -> None: ...


def layout(code: str, players: int, options: Mapping[str, str]) -> Layout:
    first = Stream(code, "pebbles", "beach").choice(TILES)
    shown = (Item(Text("On the beach"), Text(first), "", first, Text("Face up")),)
    return Layout(written(code), (Area("beach", Text("Beach"), shown),), {})


WAYS = {"beachcomber": Beachcomber()}
OPTIONS = (Option("turns", ("12", "9"), Text("Turns")),)
COMPONENTS = tuple(Component(word, Text(label), "", 1) for word, label in PARTS.items())
COLOURS = ("red", "green", "blue", "brown")
TITLE = Title("pebbles", Text("Pebbles"), "arch16", 1, COLOURS, WAYS, OPTIONS, lambda: COMPONENTS, layout)
