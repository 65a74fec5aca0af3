"""The Emperor's Favour: as many tiles as players lie face up; one costs two unused markers and the actions of a turn.

A tile is taken before the first action of a turn and stays with its seat. The markers that pay it are turned down and
still count at the end. In that turn markers that need no action may still be used (switch
``markers_in_emperor_turn``); actions that any of them would bring are lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.corrections import Correction, known, refuse, seat_in
from engine.errors import InvariantBroken
from engine.game import TABLE, Game
from engine.hansa import keeping, markers, missions, routes
from engine.hansa.board import LEFT, OPENING, PLAY, TURN_ACTIONS
from engine.hansa.kinds import (
    ACTIONS_3,
    ACTIONS_4,
    BOX,
    KIND,
    KIND_WORDS,
    KINDS,
    MARKER,
    MARKER_KINDS,
    MARKERS,
    TILE_OUT,
    TILE_OWNED,
    TILE_SHOWN,
    TRADER,
)
from engine.hansa.maps import Map
from engine.hansa.module import Kept, Line, Module, Part
from engine.hansa.pieces import KIND_LABELS, marker_label
from engine.randomiser import Area, Item, Stream
from engine.title import Component, Step
from engine.words import Amendment, Field, Leaf, Row, Seat, Text

TILES = tuple(each.word for each in BOX.tiles)
TILE = {word: number for number, word in enumerate(TILES)}
LABELS = tuple(Text(each.label) for each in BOX.tiles)
HINTS = tuple(Text(each.hint) for each in BOX.tiles)
TEXTS = tuple(Text(each.text) for each in BOX.tiles)
TAKE, NONE, NOBODY = "favour", "none", "none"
_PRICE_RULES = (
    Text("Before the first action of a turn; all its actions are given up."),
    Text("{count} unused markers are turned down; they count at the end.", count=BOX.tile_price),
)
ANYWHERE, INCOME = TILE["anywhere"], TILE["income"]

# the box ``tiles``: for each tile where it is (``kinds``), then who took one in this turn (seat + 1)
TAKER = len(TILES)


def tagged() -> list[Component]:
    """The tiles, for tags."""
    return [Component(f"tile.{word}", label, "bonus", 1) for word, label in zip(TILES, LABELS, strict=True)]


def shown(game: Game) -> list[int]:
    """The tiles that lie face up."""
    return [tile for tile, where in enumerate(game.board.tiles[:TAKER]) if where == TILE_SHOWN]


def owner(game: Game, tile: int) -> int:
    """Who has a tile; below 0 for nobody."""
    where: int = game.board.tiles[tile]
    return where - TILE_OWNED


def of_seat(game: Game, seat: int) -> list[int]:
    """The tiles that a seat has."""
    return [tile for tile in range(len(TILES)) if owner(game, tile) == seat]


def more_actions(game: Game, seat: int) -> int:
    """So many actions more than its desk gives has a seat in each turn."""
    return sum(BOX.tiles[tile].actions for tile in of_seat(game, seat))


def city_worth(game: Game, seat: int) -> int:
    """What a city that it controls scores for a seat at the end."""
    return max([BOX.city_end, *(BOX.tiles[tile].city for tile in of_seat(game, seat))])


def ability_worth(game: Game, seat: int, usual: int) -> int:
    """What a full ability scores for a seat at the end."""
    return max([usual, *(BOX.tiles[tile].ability for tile in of_seat(game, seat))]) if usual else 0


def taken_now(game: Game) -> bool:
    """Whether a tile was taken in this turn."""
    return bool(game.board.tiles[TAKER])


def _turn_begins(game: Game, seat: int) -> int:
    if taken_now(game):
        game.put(game.board.tiles, TAKER, 0)
    return more_actions(game, seat)


def _too_few(seat: int, count: int) -> Text:
    need = BOX.tile_price
    return Text("a tile takes {need} unused markers, {seat} has {count}", need=need, seat=Seat(seat), count=count)


# ---- laying them out


def _ask_lay(game: Game, seat: int) -> tuple[str, ...]:
    return tuple(word for tile, word in enumerate(TILES) if game.board.tiles[tile] == TILE_OUT)


def _take_lay(game: Game, seat: int, key: str) -> None:
    game.put(game.board.tiles, TILE[key], TILE_SHOWN)


@cache
def laid(place: int) -> Step:
    """The question which tile lies at that place; each has a name of its own, so that a set-up code can answer it."""
    return Step(f"favour.lay.{place + 1}", _ask_lay, _take_lay)


# ---- taking one


def _ask_tile(game: Game, seat: int) -> tuple[str, ...]:
    return tuple(TILES[tile] for tile in shown(game))


def _take_tile(game: Game, seat: int, key: str) -> None:
    game.put(game.board.tiles, TILE[key], TILE_OWNED + seat)
    game.tell("tile", seat, LABELS[TILE[key]], 0, "bonus")
    for _ in range(BOX.tile_price):
        game.push(PRICE, seat)


def _ask_price(game: Game, seat: int) -> tuple[str, ...]:
    unused = game.board.have[seat]
    return tuple(word for kind, word in enumerate(MARKERS) if unused >> kind & 1)


def _take_price(game: Game, seat: int, key: str) -> None:
    markers.spend(game, seat, MARKER[key])


def unused(game: Game, seat: int) -> int:
    """How many unused markers a seat has."""
    first = seat * MARKER_KINDS
    found: int = sum(game.board.owned[first : first + MARKER_KINDS])
    return found


TAKE_TILE = Step("favour.tile", _ask_tile, _take_tile)
PRICE = Step("favour.price", _ask_price, _take_price)


# ---- income follows


def _ask_income(game: Game, seat: int) -> tuple[str, ...]:
    stock = game.board.stock
    found = tuple(word for kind, word in enumerate(KIND_WORDS) if stock[seat * KINDS + kind])
    return (NONE, *found) if found else ()


def _take_income(game: Game, seat: int, key: str | None) -> None:
    if key is not None and key != NONE:
        piece = seat * KINDS + KIND[key]
        routes.move(game, game.board.stock, piece, -1)
        routes.move(game, game.board.supply, piece, 1)


FOLLOW = Step("favour.income", _ask_income, _take_income)


# ---- the scorekeeper


def _ask_kept_tile(game: Game, seat: int) -> tuple[str, ...]:
    board = game.board
    can = not board.left[seat] and board.taken[seat] - board.used[seat] >= BOX.tile_price
    return _ask_tile(game, seat) if can else ()


def _take_kept_tile(game: Game, seat: int, key: str | None) -> None:
    if key is None:
        return
    board = game.board
    game.put(board.tiles, TILE[key], TILE_OWNED + seat)
    game.put(board.tiles, TAKER, seat + 1)
    game.put(board.used, seat, board.used[seat] + BOX.tile_price)
    game.put(board.clock, keeping.TURN_ACTIONS, 0)


KEPT_TILE = Step("favour.tile", _ask_kept_tile, _take_kept_tile)


# ---- corrections


def _offer(game: Game) -> Sequence[Amendment]:
    """Who has a tile that is in play."""
    seats = tuple(str(seat) for seat in range(game.players))
    labels = (*(Text("{seat}", seat=Seat(int(seat))) for seat in seats), Text("nobody"))
    return [
        Amendment(
            f"!tile.{word}",
            LABELS[tile],
            "bonus",
            (
                Field(
                    Text("Who"), (*seats, NOBODY), labels, str(owner(game, tile)) if owner(game, tile) >= 0 else NOBODY
                ),
            ),
        )
        for tile, word in enumerate(TILES)
        if game.board.tiles[tile] != TILE_OUT
    ]


def _correct(game: Game, parts: list[str]) -> None:
    tile = known(parts[0], TILE, "tile")
    if game.board.tiles[tile] == TILE_OUT:
        raise refuse("{tile} is not among the tiles of this game", tile=LABELS[tile])
    game.put(game.board.tiles, tile, TILE_SHOWN if parts[1] == NOBODY else TILE_OWNED + seat_in(game, parts[1]))
    game.tell("corrected", TABLE, LABELS[tile], 0, "bonus")


# ---- what it adds to the rules of the boards


class _Played(Part):
    """What both ways share: who has which tile, the answers that name one."""

    name = "favour"
    kinds = ("favour.",)
    keys = (TAKE,)

    @classmethod
    def played(cls, options: Mapping[str, str], side: Map) -> bool:
        elsewhere = options["modules_on_other_boards"] == "yes"
        return options["emperor"] == "yes" and (elsewhere or missions.fits(side))

    def icon(self, game: Game, key: str | None) -> str:
        return key if key in KIND else "" if key == NONE else "bonus"

    def seat_rows(self, game: Game, seat: int, shown: bool) -> Sequence[Row]:
        return [Row(LABELS[tile], icon="bonus", note=TEXTS[tile]) for tile in of_seat(game, seat)]

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        """``favour``: of each tile in the game who has it, None while it lies face up."""
        return {
            "favour": {
                word: owner(game, tile) if owner(game, tile) >= 0 else None
                for tile, word in enumerate(TILES)
                if game.board.tiles[tile] != TILE_OUT
            }
        }

    def corrections(self) -> Mapping[str, Correction]:
        return {"tile": Correction(_offer, _correct, 2)}

    def check(self, game: Game) -> None:
        tiles = game.board.tiles
        if not all(TILE_OUT <= where < TILE_OWNED + game.players for where in tiles[:TAKER]):
            raise InvariantBroken(f"an Emperor tile is nowhere: {tiles}")


class KeptFavour(_Played, Kept):
    """Who takes a tile, and what it changes of actions and final scoring. Which tiles lie there the table sees: all six
    do, as far as the companion knows."""

    def turn(self, game: Game, seat: int) -> int:
        return _turn_begins(game, seat)

    def turn_keys(self, game: Game, seat: int, keys: tuple[str, ...]) -> tuple[str, ...]:
        if taken_now(game):
            none = game.options["markers_in_emperor_turn"] == "none"
            return tuple(key for key in keys if key != "claim" and not (none and key == "marker"))
        board = game.board
        can = board.taken[seat] - board.used[seat] >= BOX.tile_price and shown(game)
        return (*keys, TAKE) if can else keys

    def act(self, game: Game, seat: int, key: str) -> None:
        game.push(KEPT_TILE, seat)

    def usable(self, game: Game, seat: int, words: tuple[str, ...]) -> tuple[str, ...]:
        if not taken_now(game):
            return words
        return tuple(word for word in words if not BOX.markers[MARKER[word]].actions)

    def ability(self, game: Game, seat: int, usual: int) -> int:
        return ability_worth(game, seat, usual)

    def city(self, game: Game, seat: int, usual: int) -> int:
        return city_worth(game, seat)

    def question(self, game: Game) -> Text:
        return Text("Which tile?")

    def answer(self, game: Game, key: str) -> Text | None:
        return Text("Emperor's Favour") if key == TAKE else LABELS[TILE[key]] if key in TILE else None

    def hint(self, game: Game, key: str) -> Text | None:
        return Text("instead of all actions") if key == TAKE else HINTS[TILE[key]] if key in TILE else None

    def rules(self, game: Game) -> Sequence[Text]:
        return _PRICE_RULES

    def every(self, game: Game) -> Sequence[str]:
        return TILES

    def why_not(self, game: Game, key: str) -> Text | None:
        if key in TILE and owner(game, TILE[key]) >= 0:
            return Text("{seat} has that tile", seat=Seat(owner(game, TILE[key])))
        if key != TAKE:
            return None
        if taken_now(game):
            return Text("one tile a turn")
        seat = game.asked.seat
        count = game.board.taken[seat] - game.board.used[seat]
        if count < BOX.tile_price:
            return _too_few(seat, count)
        return Text("every tile has been taken")


class Favour(_Played, Module):
    def opening(self, game: Game) -> None:
        for place in reversed(range(game.players)):
            game.push(laid(place), TABLE)

    def turn(self, game: Game, seat: int) -> int:
        return _turn_begins(game, seat)

    def turn_keys(self, game: Game, seat: int) -> tuple[str, ...]:
        clock = game.board.clock
        begins = clock[LEFT] and clock[LEFT] == clock[TURN_ACTIONS] and not taken_now(game)
        return (TAKE,) if begins and unused(game, seat) >= BOX.tile_price and shown(game) else ()

    def act(self, game: Game, seat: int, key: str) -> None:
        game.put(game.board.clock, LEFT, 0)
        game.put(game.board.tiles, TAKER, seat + 1)
        game.push(TAKE_TILE, seat)

    def laid_out(self, code: str, players: int) -> tuple[Area, dict[str, str]] | None:
        drawn = Stream(code, "hansa", "favour").shuffled(range(len(TILES)))[:players]
        items = [
            Item(
                Text("Tile {place}", place=place), LABELS[tile], "bonus", f"tile.{TILES[tile]}", HINTS[tile], at="tiles"
            )
            for place, tile in enumerate(drawn, 1)
        ]
        answers = {f"favour.lay.{place}": TILES[tile] for place, tile in enumerate(drawn, 1)}
        return Area("favour", Text("Emperor's Favour"), tuple(items)), answers

    def forgoes(self, game: Game) -> bool:
        return taken_now(game)

    def usable(self, game: Game, seat: int, have: int, inside: bool) -> int:
        if not taken_now(game):
            return have
        return 0 if game.options["markers_in_emperor_turn"] == "none" else have & ~(1 << ACTIONS_3 | 1 << ACTIONS_4)

    def why_marker(self, game: Game, seat: int, kind: int) -> Text | None:
        return Text("the actions of this turn were given up") if taken_now(game) else None

    def income(self, game: Game, seat: int) -> None:
        follower = owner(game, INCOME)
        if follower not in (seat, -1, -2):
            game.push(FOLLOW, follower)

    def extras(self, game: Game, victim: int, extras: int) -> int:
        if victim % KINDS != TRADER:
            return extras
        return max([extras, *(BOX.tiles[tile].extras for tile in of_seat(game, victim // KINDS))])

    def anywhere(self, game: Game, seat: int) -> bool:
        return owner(game, ANYWHERE) == seat

    def lines(self, game: Game, seat: int, found: list[Line]) -> list[Line]:
        city = city_worth(game, seat)
        return [
            (
                city if reason == "cities" else ability_worth(game, seat, amount) if reason == "abilities" else amount,
                reason,
                place,
            )
            for amount, reason, place in found
        ]

    # ---- words

    def question(self, game: Game) -> Text:
        kind = game.asked.kind
        if kind == "favour.tile":
            return Text("Which tile?")
        if kind == "favour.price":
            return Text("Turn down which?")
        if kind == "favour.income":
            return Text("From stock to supply?")
        return Text("Emperor tile {place}?", place=int(kind.rpartition(".")[2]))

    def answer(self, game: Game, key: str) -> Text | None:
        kind = game.asked.kind
        if kind == "turn.action":
            return Text("Emperor's Favour") if key == TAKE else None
        if kind == "favour.price" and key in MARKER:
            return marker_label(game, MARKER[key])
        if kind == "favour.income":
            return KIND_LABELS[KIND[key]] if key in KIND else None
        return LABELS[TILE[key]] if key in TILE else None

    def forced(self, game: Game, key: str) -> Text | None:
        message = {"favour.tile": "takes {answer}", "favour.price": "turned down: {answer}"}
        label = self.answer(game, key) or Text(key)
        return Text(message.get(game.asked.kind, "{answer}"), answer=label)

    def hint(self, game: Game, key: str) -> Text | None:
        if key == TAKE:
            return Text("instead of all actions")
        return HINTS[TILE[key]] if key in TILE and game.asked.kind != "favour.price" else None

    def rules(self, game: Game) -> Sequence[Text]:
        kind = game.asked.kind
        if kind.startswith("favour.lay"):
            return (Text("As many of the six tiles as there are players, at random, face up."),)
        if kind == "favour.income":
            return (TEXTS[INCOME],)
        return _PRICE_RULES

    def every(self, game: Game) -> Sequence[str]:
        return TILES if game.asked.kind not in ("favour.price", "favour.income") else ()

    def why_not(self, game: Game, key: str) -> Text | None:
        decision = game.asked
        if key == TAKE and decision.kind == "turn.action":
            return self._why_take(game, decision.seat)
        if key in TILE and (decision.kind == "favour.tile" or decision.kind.startswith("favour.lay")):
            who = owner(game, TILE[key])
            if who >= 0:
                return Text("{seat} has that tile", seat=Seat(who))
            lies = game.board.tiles[TILE[key]] == TILE_SHOWN
            return Text("that tile lies there already") if lies else Text("that tile is not in this game")
        return None

    def _why_take(self, game: Game, seat: int) -> Text:
        count = unused(game, seat)
        if taken_now(game):
            return Text("one tile a turn")
        if not shown(game):
            return Text("every tile has been taken")
        if count < BOX.tile_price:
            return _too_few(seat, count)
        return Text("a tile is taken before the first action of a turn")

    # ---- what is shown

    def leaves(self, game: Game) -> Sequence[Leaf]:
        rows = [
            Row(LABELS[tile], icon="bonus", seat=who if who >= 0 else None, note=TEXTS[tile])
            for tile in range(len(TILES))
            if (who := owner(game, tile)) > TILE_OUT - TILE_OWNED
        ]
        return (Leaf(Text("Emperor's Favour"), "bonus", tuple(rows)),) if rows else ()

    def check(self, game: Game) -> None:
        super().check(game)
        there = sum(1 for where in game.board.tiles[:TAKER] if where != TILE_OUT)
        if game.board.clock[PLAY] != OPENING and there != game.players:
            raise InvariantBroken(f"{there} Emperor tiles are in the game of {game.players}")
