"""The marker Remove 3 of the first edition, in place of Move 3: up to three pieces of anybody leave their posts.

They come to their owners' personal supply; one's own may be among them. It is used between actions only: inside a
claim it could take the pieces that are being spent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Game
from engine.hansa import moving, routes
from engine.hansa.kinds import KIND_WORDS, KINDS, MOVE_3, PIECE, PIECE_KEYS
from engine.hansa.maps import Map
from engine.hansa.module import Kept, Module, Part
from engine.hansa.pieces import KIND_LABELS, route_label
from engine.title import Step
from engine.words import Seat, Text

DONE = "done"
MOST = 3
LABEL = Text("Remove 3")


def _occupied(game: Game) -> int:
    """The routes with a piece."""
    found = 0
    for here in game.board.here:
        found |= here
    return found


def _ask_route(game: Game, seat: int, removed: int) -> tuple[str, ...]:
    keys: tuple[str, ...] = game.board.map.keys(_occupied(game))
    return (*keys, DONE) if removed and keys else keys


def _take_route(game: Game, seat: int, key: str | None, removed: int) -> None:
    if key is not None and key != DONE:
        game.push(WHICH, seat, removed, game.board.map.route[key])


def _ask_piece(game: Game, seat: int, removed: int, route: int) -> tuple[str, ...]:
    return tuple(PIECE_KEYS[piece] for piece, here in enumerate(game.board.here) if here >> route & 1)


def _take_piece(game: Game, seat: int, key: str, removed: int, route: int) -> None:
    piece = PIECE[key]
    routes.move(game, game.board.supply, piece, 1)
    if removed + 1 < MOST:
        game.push(FROM, seat, removed + 1)
    moving.take_off(game, seat, route, piece)


FROM = Step("remove3.from", _ask_route, _take_route)
WHICH = Step("remove3.piece", _ask_piece, _take_piece)


class _Named(Part):
    name = "removal"

    @classmethod
    def played(cls, options: Mapping[str, str], side: Map) -> bool:
        return options["move_3"] == "remove"

    def marker_label(self, kind: int) -> Text | None:
        return LABEL if kind == MOVE_3 else None


class KeptRemoval(_Named, Kept):
    """The table moves its pieces itself."""


class Removal(_Named, Module):
    kinds = ("remove3.",)

    def usable(self, game: Game, seat: int, have: int, inside: bool) -> int:
        owned = game.board.have[seat] >> MOVE_3 & 1
        return have | 1 << MOVE_3 if owned and not inside and _occupied(game) else have & ~(1 << MOVE_3)

    def why_marker(self, game: Game, seat: int, kind: int) -> Text | None:
        if kind != MOVE_3:
            return None
        if game.asked.kind != "turn.action":
            return Text("{marker} is used between actions only", marker=LABEL)
        return Text("nobody has a piece on any post") if not _occupied(game) else None

    def use(self, game: Game, seat: int, kind: int) -> bool:
        if kind != MOVE_3:
            return False
        game.push(FROM, seat, 0)
        return True

    # ---- words

    def question(self, game: Game) -> Text:
        return Text("Remove from where?") if game.asked.kind == "remove3.from" else Text("Remove which?")

    def answer(self, game: Game, key: str) -> Text | None:
        side = game.board.map
        if key in side.route:
            return route_label(side, side.route[key])
        if key in PIECE and PIECE[key] // KINDS < game.players:
            piece = PIECE[key]
            return Text("{seat} {piece}", seat=Seat(piece // KINDS), piece=KIND_LABELS[piece % KINDS])
        return None

    def forced(self, game: Game, key: str) -> Text | None:
        return Text("removes {answer}", answer=self.answer(game, key) or Text(key))

    def icon(self, game: Game, key: str | None) -> str:
        if key is None:
            return "bonus"
        return KIND_WORDS[PIECE[key] % KINDS] if key in PIECE else "link" if key in game.board.map.route else ""

    def hint(self, game: Game, key: str) -> Text | None:
        side = game.board.map
        if key in PIECE:
            return Text("to {seat}'s supply", seat=Seat(PIECE[key] // KINDS))
        if key not in side.route:
            return None
        seats = sorted({p // KINDS for p, here in enumerate(game.board.here) if here >> side.route[key] & 1})
        return Text("{seats}", seats=tuple(map(Seat, seats)))

    def rules(self, game: Game) -> Sequence[Text]:
        return (
            Text("Up to three pieces of anybody leave their posts."),
            Text("Each comes to its owner's personal supply."),
        )

    def every(self, game: Game) -> Sequence[str]:
        side = game.board.map
        if game.asked.kind == "remove3.from":
            every: tuple[str, ...] = side.keys(side.every_route)
            return every
        return PIECE_KEYS[: game.players * KINDS]

    def why_not(self, game: Game, key: str) -> Text | None:
        side = game.board.map
        if key in side.route:
            return Text("nobody has a piece on {route}", route=route_label(side, side.route[key]))
        if key in PIECE and PIECE[key] // KINDS < game.players and game.asked.kind == "remove3.piece":
            where = route_label(side, side.route[side.routes[game.details[1]].key])
            return Text("no such piece of {seat} stands on {route}", seat=Seat(PIECE[key] // KINDS), route=where)
        return Text("one piece at least is removed") if key == DONE else None
