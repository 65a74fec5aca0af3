"""The three promo markers: Swap markers, Tribute and Block a route; and the markers set aside for them.

Tribute and Block lie on the board with a trader of their owner from when they are used, and count for it at the end.
All three are used between actions only. The total of markers stays, so silver ones are set aside at the start: which,
the table says or a set-up code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.corrections import Correction, known, number, refuse
from engine.errors import InvariantBroken
from engine.game import TABLE, Game
from engine.hansa import markers, routes
from engine.hansa.board import SUPPLY
from engine.hansa.kinds import (
    BLOCK,
    BONUS_SWAP,
    BOX,
    KINDS,
    MARKER,
    MARKER_KINDS,
    MARKERS,
    SEAT_KEYS,
    TRADER,
    TRIBUTE,
    copies,
    face_down,
    set_aside,
)
from engine.hansa.maps import Map, members
from engine.hansa.module import Kept, Module, Part
from engine.hansa.pieces import MARKER_LABELS, counted, marker_label, route_label
from engine.randomiser import Area, Item, Stream
from engine.title import Step
from engine.words import Amendment, Field, Leaf, Row, Seat, Text

# the box ``posted``: for each copy of Tribute, then of Block, where it lies: route * _SEATS + seat + 1, 0 for nowhere
_SEATS = 8
POSTED = tuple(kind for kind, each in enumerate(BOX.markers) if each.posted)
_FIRST = {TRIBUTE: 0, BLOCK: BOX.markers[TRIBUTE].copies}
_NUMBERS = tuple(str(number) for number in range(10))


def lying(game: Game, kind: int) -> list[tuple[int, int]]:
    """Route and owner of each Tribute or Block on the board."""
    first = _FIRST[kind]
    here = game.board.posted[first : first + BOX.markers[kind].copies]
    return [(each // _SEATS, each % _SEATS - 1) for each in here if each]


# ---- markers set aside


def _ask_aside(game: Game, seat: int) -> tuple[str, ...]:
    unseen = game.board.unseen
    return tuple(word for kind, word in enumerate(MARKERS) if not BOX.markers[kind].option and unseen[kind])


def _take_aside(game: Game, seat: int, key: str) -> None:
    board, kind = game.board, MARKER[key]
    game.put(board.unseen, kind, board.unseen[kind] - 1)
    game.put(board.aside, kind, board.aside[kind] + 1)
    game.put(board.clock, SUPPLY, board.clock[SUPPLY] - 1)


@cache
def aside(place: int) -> Step:
    """The question which marker is set aside; each has a name of its own, so that a set-up code can answer it."""
    return Step(f"aside.{place + 1}", _ask_aside, _take_aside)


# ---- swap markers: it goes to another seat's used ones, one of these comes back as unused


def pile(game: Game, seat: int) -> list[int]:
    """The used markers of a seat, by kind, without those that lie on the board."""
    first = seat * MARKER_KINDS
    found: list[int] = game.board.used[first : first + MARKER_KINDS]
    for kind in POSTED:
        found[kind] -= sum(1 for _, owner in lying(game, kind) if owner == seat)
    return found


def _partners(game: Game, seat: int) -> list[int]:
    return [other for other in range(game.players) if other != seat and any(pile(game, other))]


def _ask_partner(game: Game, seat: int) -> tuple[str, ...]:
    return tuple(SEAT_KEYS[other] for other in _partners(game, seat))


def _take_partner(game: Game, seat: int, key: str) -> None:
    game.push(FETCH, seat, SEAT_KEYS.index(key))


def _ask_fetch(game: Game, seat: int, other: int) -> tuple[str, ...]:
    return tuple(word for word, count in zip(MARKERS, pile(game, other), strict=True) if count)


def _take_fetch(game: Game, seat: int, key: str, other: int) -> None:
    board, kind = game.board, MARKER[key]
    mine, theirs = seat * MARKER_KINDS + BONUS_SWAP, other * MARKER_KINDS
    game.put(board.used, theirs + kind, board.used[theirs + kind] - 1)
    game.put(board.used, mine, board.used[mine] - 1)
    game.put(board.used, theirs + BONUS_SWAP, board.used[theirs + BONUS_SWAP] + 1)
    markers.gain(game, seat, kind)
    text = Text("{seat} takes {marker}", seat=Seat(seat), marker=marker_label(game, kind))
    game.tell("marker", seat, text, 0, "bonus")


PARTNER = Step("swap.seat", _ask_partner, _take_partner)
FETCH = Step("swap.marker", _ask_fetch, _take_fetch)


# ---- tribute and block


def _ask_post(game: Game, seat: int, kind: int) -> tuple[str, ...]:
    side = game.board.map
    keys: tuple[str, ...] = side.keys(side.every_route)
    return keys


def _take_post(game: Game, seat: int, key: str, kind: int) -> None:
    board = game.board
    first = _FIRST[kind]
    place = next(at for at in range(first, first + BOX.markers[kind].copies) if not board.posted[at])
    routes.move(game, board.supply, seat * KINDS + TRADER, -1)
    game.put(board.posted, place, board.map.route[key] * _SEATS + seat + 1)


POST = Step("post.route", _ask_post, _take_post)


def _mixes(box: list[int], seat: int, count: int) -> tuple[int, int]:
    """The fewest and the most merchants among so many pieces of a seat's supply or stock."""
    traders, merchants = box[seat * KINDS], box[seat * KINDS + 1]
    return max(0, count - traders), min(count, merchants)


def _keys(box: list[int], seat: int, count: int) -> tuple[str, ...]:
    fewest, most = _mixes(box, seat, count)
    return _NUMBERS[fewest : most + 1] if fewest < most else ()


def _move(game: Game, seat: int, key: str | None, count: int, out: list[int], into: list[int]) -> None:
    merchants = int(key) if key is not None else _mixes(out, seat, count)[0]
    for piece, some in ((seat * KINDS, count - merchants), (seat * KINDS + 1, merchants)):
        if some:
            routes.move(game, out, piece, -some)
            routes.move(game, into, piece, some)


def _tribute(game: Game, seat: int) -> int:
    """How many pieces a Tribute moves: two, or what the stock has."""
    stock = game.board.stock
    found: int = min(BOX.tribute, stock[seat * KINDS] + stock[seat * KINDS + 1])
    return found


def _ask_tribute(game: Game, seat: int) -> tuple[str, ...]:
    """How many of them are merchants, if there is a choice."""
    return _keys(game.board.stock, seat, _tribute(game, seat))


def _take_tribute(game: Game, seat: int, key: str | None) -> None:
    count = _tribute(game, seat)
    if count:
        _move(game, seat, key, count, game.board.stock, game.board.supply)
        game.tell("tribute", seat, Text("{seat}: tribute {signed}", seat=Seat(seat), signed=count), 0, "bonus")


def _ask_toll(game: Game, seat: int, toll: int) -> tuple[str, ...]:
    """How many merchants are in it, if there is a choice."""
    return _keys(game.board.supply, seat, toll)


def _take_toll(game: Game, seat: int, key: str | None, toll: int) -> None:
    _move(game, seat, key, toll, game.board.supply, game.board.stock)


PAID = Step("tribute.merchants", _ask_tribute, _take_tribute)
TOLL = Step("block.merchants", _ask_toll, _take_toll)


def toll(game: Game, route: int) -> int:
    """How many pieces a placed one costs more on a route."""
    return sum(BOX.toll for here, _ in lying(game, BLOCK) if here == route)


# ---- what it adds to the rules of the boards


class _Played(Part):
    name = "promo"

    @classmethod
    def played(cls, options: Mapping[str, str], side: Map) -> bool:
        return set_aside(options) > 0


class KeptPromo(_Played, Kept):
    """Tribute and Block are counted as used. A swap leaves every number as it is: one marker for another, on both
    sides."""

    def used(self, game: Game, seat: int, kind: int) -> bool:
        if kind == BONUS_SWAP:
            game.tell("marker", seat, Text("{seat} swaps a marker", seat=Seat(seat)), 0, "bonus")
        return kind == BONUS_SWAP


class Promo(_Played, Module):
    kinds = ("aside.", "swap.", "post.route", "tribute.", "block.")

    def opening(self, game: Game) -> None:
        for place in reversed(range(set_aside(game.options))):
            game.push(aside(place), TABLE)

    def usable(self, game: Game, seat: int, have: int, inside: bool) -> int:
        if not game.board.supply[seat * KINDS + TRADER]:
            have &= ~(1 << TRIBUTE | 1 << BLOCK)
        if have >> BONUS_SWAP & 1 and not _partners(game, seat):
            have &= ~(1 << BONUS_SWAP)
        return have

    def why_marker(self, game: Game, seat: int, kind: int) -> Text | None:
        if game.asked.kind != "turn.action":
            return None
        if kind in POSTED and not game.board.supply[seat * KINDS + TRADER]:
            return Text("{marker} takes a trader of the personal supply", marker=marker_label(game, kind))
        if kind == BONUS_SWAP and not _partners(game, seat):
            return Text("no other seat has a used marker beside the board")
        return None

    def use(self, game: Game, seat: int, kind: int) -> bool:
        if kind == BONUS_SWAP:
            game.push(PARTNER, seat)
        elif kind in POSTED:
            game.push(POST, seat, kind)
        else:
            return False
        return True

    def placeable(self, game: Game, found: int, in_hand: int) -> int:
        for route in {route for route, _ in lying(game, BLOCK)}:
            if in_hand <= toll(game, route):
                found &= ~(1 << route)
        return found

    def why_place(self, game: Game, route: int, in_hand: int) -> Text | None:
        more = toll(game, route)
        if not more or in_hand > more or not game.board.room[route]:
            return None
        where = route_label(game.board.map, route)
        return Text(
            "a piece on {route} costs {more} more, there is {count} in supply", route=where, more=more, count=in_hand
        )

    def placed(self, game: Game, seat: int, route: int) -> None:
        due = toll(game, route)
        if due:
            game.push(TOLL, seat, due)

    def established(self, game: Game, city: int) -> None:
        for route, owner in reversed(lying(game, TRIBUTE)):
            if city in game.board.map.ends[route]:
                game.push(PAID, owner)

    def laid_out(self, code: str, players: int) -> tuple[Area, dict[str, str]] | None:
        silver = [
            kind
            for kind, count in enumerate(face_down(self.options))
            if not BOX.markers[kind].option
            for _ in range(count)
        ]
        drawn = Stream(code, "hansa", "aside").shuffled(silver)[: set_aside(self.options)]
        there = copies(self.options)
        items = [
            Item(
                Text("Into the supply"),
                Text("{count} × {marker}", count=there[kind], marker=MARKER_LABELS[kind]),
                "bonus",
                f"marker.{MARKERS[kind]}",
                Text("Shuffled in, face down"),
                at="supply",
            )
            for kind, each in enumerate(BOX.markers)
            if each.replaces and there[kind]
        ]
        items += [
            Item(
                Text("Set aside {place}.", place=place),
                MARKER_LABELS[kind],
                "bonus",
                f"marker.{MARKERS[kind]}",
                Text("Back into the box"),
                at=f"aside.{place}",
            )
            for place, kind in enumerate(sorted(drawn), 1)
        ]
        answers = {f"aside.{place}": MARKERS[kind] for place, kind in enumerate(sorted(drawn), 1)}
        return Area("aside", Text("Promo markers"), tuple(items)), answers

    # ---- words

    def question(self, game: Game) -> Text:
        decision = game.asked
        kind = decision.kind
        if kind.startswith("aside."):
            return Text("Set aside: {place}.", place=int(kind.rpartition(".")[2]))
        if kind == "post.route":
            return Text("{marker} where?", marker=marker_label(game, game.details[0]))
        if kind == "tribute.merchants":
            return Text("Merchants among {count}?", count=_tribute(game, decision.seat))
        if kind == "block.merchants":
            return Text("Merchants paid?")
        return Text("Whose marker?") if kind == "swap.seat" else Text("Which marker?")

    def answer(self, game: Game, key: str) -> Text | None:
        if key in MARKER:
            return marker_label(game, MARKER[key])
        side = game.board.map
        if key in side.route:
            return route_label(side, side.route[key])
        return Text("{seat}", seat=Seat(SEAT_KEYS.index(key))) if key in SEAT_KEYS else None

    def icon(self, game: Game, key: str | None) -> str:
        if key is None:
            return "bonus"
        return (
            "seat" if key in SEAT_KEYS else "link" if key in game.board.map.route else "bonus" if key in MARKER else ""
        )

    def hint(self, game: Game, key: str) -> Text | None:
        decision = game.asked
        if decision.kind == "post.route":
            here = [
                owner for kind in POSTED for route, owner in lying(game, kind) if route == game.board.map.route[key]
            ]
            return Text("{seats}", seats=tuple(map(Seat, here))) if here else None
        if decision.kind == "swap.seat":
            return Text("{count} used", count=sum(pile(game, SEAT_KEYS.index(key))))
        if decision.kind.startswith("aside."):
            return Text("{count} in the box", count=game.board.unseen[MARKER[key]])
        if decision.kind.endswith(".merchants"):
            total = _tribute(game, decision.seat) if decision.kind == "tribute.merchants" else game.details[0]
            return Text("{pieces}", pieces=(counted(TRADER, total - int(key)), counted(1, int(key))))
        return None

    def rules(self, game: Game) -> Sequence[Text]:
        kind = game.asked.kind
        if kind.startswith("aside."):
            return (Text("The total of markers stays: for each promo marker a silver one is set aside."),)
        if kind.startswith("swap."):
            return (
                Text("The marker goes to the used ones of another seat, one of these comes back unused."),
                Text("A Tribute or a Block on the board is not among them."),
            )
        if kind == "post.route":
            return (
                Text("A trader of the supply lies under it; any route will do."),
                Text("Tribute: two pieces of the stock for every office established at its ends."),
                Text("Block: a piece placed there costs one more, for everybody."),
            )
        if kind == "tribute.merchants":
            return (Text("An office was established at an end of the route: two pieces of the stock are usable."),)
        return (Text("A piece placed on a blocked route costs one more, to the general stock."),)

    def every(self, game: Game) -> Sequence[str]:
        kind = game.asked.kind
        if kind.startswith("aside."):
            return tuple(each.word for each in BOX.markers if not each.option)
        return SEAT_KEYS[: game.players] if kind == "swap.seat" else ()

    def why_not(self, game: Game, key: str) -> Text | None:
        decision = game.asked
        if decision.kind.startswith("aside.") and key in MARKER:
            return Text("no {marker} is left to set aside", marker=marker_label(game, MARKER[key]))
        if decision.kind == "swap.seat" and key in SEAT_KEYS[: game.players]:
            other = SEAT_KEYS.index(key)
            own = Text("the marker goes to another seat")
            return (
                own if other == decision.seat else Text("{seat} has no used marker beside the board", seat=Seat(other))
            )
        if decision.kind == "swap.marker" and key in MARKER:
            label = marker_label(game, MARKER[key])
            return Text("{seat} has no used {marker} beside the board", seat=Seat(game.details[0]), marker=label)
        return None

    # ---- what is shown

    def leaves(self, game: Game) -> Sequence[Leaf]:
        rows = [
            Row(marker_label(game, kind), icon="bonus", seat=owner, note=route_label(game.board.map, route))
            for kind in POSTED
            for route, owner in lying(game, kind)
        ]
        return (Leaf(Text("Tribute and Block"), "bonus", tuple(rows)),) if rows else ()

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        """``tribute`` and ``block``: route and owner of those on the board; ``aside``: markers not played with."""
        side = game.board.map
        found: dict[str, Any] = {
            MARKERS[kind]: [{"route": side.routes[route].key, "seat": owner} for route, owner in lying(game, kind)]
            for kind in POSTED
        }
        aside = {word: count for word, count in zip(MARKERS, game.board.aside, strict=True) if count}
        return {**found, "aside_markers": aside}

    def corrections(self) -> Mapping[str, Correction]:
        return {MARKERS[kind]: Correction(_offers(kind), _corrects(kind), 2) for kind in POSTED}

    # ---- invariants

    def pieces(self, game: Game, piece: int) -> int:
        seat, kind = divmod(piece, KINDS)
        return sum(1 for each in POSTED for _, owner in lying(game, each) if owner == seat) if kind == TRADER else 0

    def check(self, game: Game) -> None:
        for seat in range(game.players):
            if min(pile(game, seat)) < 0:
                raise InvariantBroken(f"seat {seat} has a marker on the board that it never used")


def _offers(kind: int) -> Any:
    def offer(game: Game) -> list[Amendment]:
        """Where each of them lies."""
        side = game.board.map
        keys = side.keys(side.every_route)
        labels = tuple(route_label(side, route) for route in members(side.every_route))
        return [
            Amendment(
                f"!{MARKERS[kind]}.{at}",
                Text("{marker}: {seat}", marker=marker_label(game, kind), seat=Seat(owner)),
                "bonus",
                (Field(Text("Route"), keys, labels, keys[route]),),
            )
            for at, (route, owner) in enumerate(lying(game, kind), 1)
        ]

    return offer


def _corrects(kind: int) -> Any:
    def correct(game: Game, parts: list[str]) -> None:
        """The n-th of those on the board lies at that route."""
        board, first = game.board, _FIRST[kind]
        there = lying(game, kind)
        if not there:
            raise refuse("no {marker} lies on the board", marker=marker_label(game, kind))
        at = number(parts[0], 1, len(there), "the marker") - 1
        route = known(parts[1], board.map.route, "route")
        game.put(board.posted, first + at, route * _SEATS + there[at][1] + 1)
        game.tell("corrected", there[at][1], marker_label(game, kind), 0, "bonus")

    return correct
