"""What the referee's answers will do, where the cursor starts, and the rows of a turn that mean several answers.

Reads the open decision and the boxes and changes nothing. What stands at the right of a row is a word or two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Game
from engine.hansa import board_words, desk, moving, offices, routes, turns
from engine.hansa.board import LEFT, MOVER
from engine.hansa.kinds import ABILITY, BANK, BOOK, KIND, KIND_WORDS, KINDS, MARKER, MERCHANT, TRADER
from engine.hansa.pieces import PRIVILEGE_LABELS, counted, marker_label, route_label
from engine.words import Hint, Reply, Seat, Text


def usual(game: Game) -> str | None:
    """The answer on which the cursor starts: the route of the last piece placed in this turn, the whole income, a fee
    of traders, a ship for a merchant."""
    if game.decision is None:
        return None
    kind, keys = game.decision.kind, game.decision.keys
    if kind == "income.total":
        return keys[-1]
    if kind == moving.CAME_TO.kind:
        return moving.SHIP
    if kind in ("place.route", "turn.action"):
        last = _last_placed(game)
        wanted = None if last is None else last[0] if kind == "place.route" else "place"
        return wanted if wanted in keys else None
    return None


def _last_placed(game: Game) -> tuple[str, str] | None:
    """The route on which this seat placed last, and what kind of piece, if that was its last action of this turn."""
    kind = KIND_WORDS[TRADER]
    mover = game.board.clock[MOVER]
    answers = [past for past in game.past[-8:] if past.key[:1] != "!"]  # whatever was corrected in between
    for past in reversed(answers[-4:]):
        if past.turn != game.turn[0] or past.decision is None:
            return None
        if past.decision.kind == "place.route":
            return (str(past.key), kind) if past.seat == mover else None
        if past.decision.kind == "place.kind":
            kind = str(past.key)
        elif past.decision.kind != "turn.action":
            return None
    return None


# ---- hints


def _posts(game: Game, key: str) -> Text:
    return Text("{count} free", count=game.board.room[game.board.map.route[key]])


def _action_hint(game: Game, key: str) -> Text | None:
    board, seat = game.board, game.asked.seat
    first = seat * KINDS
    if key in ("place", "displace"):
        traders, merchants = board.supply[first], board.supply[first + 1]
        return Text("{traders} + {merchants} in supply", traders=traders, merchants=merchants)
    if key == "claim":
        full = board.full[seat].bit_count()
        return Text("one route is full") if full == 1 else Text("{count} routes are full", count=full)
    if key == "move":
        return Text("up to {count} pieces", count=desk.value(game, seat, BOOK))
    if key in ("income", "income-less"):
        stock = board.stock[first] + board.stock[first + 1]
        bank = desk.shown(BANK, desk.steps(game, seat, BANK), game.options["bank"])
        return Text("Bank {bank}, {count} in stock", bank=bank, count=stock)
    if key == "pass" and board.clock[LEFT]:
        return Text("{count} left unused", count=board.clock[LEFT])
    return None


def _action_right(game: Game, key: str) -> Text | None:
    board, seat = game.board, game.asked.seat
    if key == "claim":
        return Text("{count}", count=board.full[seat].bit_count())
    if key == "income":
        return Text("Bank {bank}", bank=desk.shown(BANK, desk.steps(game, seat, BANK), game.options["bank"]))
    return None


def _own_here(game: Game, key: str) -> Text | None:
    side, seat = game.board.map, game.asked.seat
    if key not in side.route:
        return None
    route = side.route[key]
    counts = [routes.count(game, route, seat * KINDS + kind) for kind in range(KINDS)]
    return Text("{pieces}", pieces=tuple(counted(kind, count) for kind, count in enumerate(counts) if count))


def _others_here(game: Game, key: str) -> Text | None:
    side, seat = game.board.map, game.asked.seat
    if key not in side.route:
        return None
    route = side.route[key]
    found = sorted({piece // KINDS for piece in routes.standing(game, seat, route)})
    return Text("{seats}", seats=tuple(Seat(each) for each in found))


def _claim_hint(game: Game, key: str) -> Text | None:
    board = game.board
    laid = board.lying[board.map.route[key]]
    return marker_label(game, laid - 1) if laid else None


def _reward_right(game: Game, key: str) -> Text | None:
    board, seat = game.board, game.asked.seat
    what, _, which = key.partition(".")
    if what == "office":
        office = board.map.offices[offices.next_vacant(game, board.map.city[which])]
        colour = PRIVILEGE_LABELS[office.privilege]
        return Text("{colour} {signed}", colour=colour, signed=office.points) if office.points else colour
    if what == "ability":
        return desk.change(game, seat, ABILITY[which])
    if what == "prestige":
        spaces = board.map.special_spaces
        space = next(each for each in spaces if str(each.points) == which)
        return Text("{colour}", colour=PRIVILEGE_LABELS[space.privilege])
    return None


def _pair_hint(game: Game, key: str) -> Text | None:
    place = int(key.partition("-")[0]) - 1
    pair = offices.exchangeable(game, game.details[0])[place : place + 2]
    return Text("{seats}", seats=tuple(Seat(piece // KINDS) for piece in pair))


def _fee_hint(game: Game, key: str) -> Text | None:
    return Text("to the general stock")


def _merchants_hint(game: Game, key: str) -> Text | None:
    merchants = int(key)
    pieces = (counted(TRADER, game.details[0] - merchants), counted(1, merchants))
    return Text("{pieces}", pieces=pieces)


_HINTS: dict[str, Callable[[Game, str], Text | None]] = {
    "turn.action": _action_hint,
    "displace.route": _others_here,
    "displaced.from": _own_here,
    "move.from": _own_here,
    "move3.from": _others_here,
    "claim.route": _claim_hint,
    "displace.fee": _fee_hint,
    "income.merchants": _merchants_hint,
} | board_words.HINTS
_RIGHTS: dict[str, Callable[[Game, str], Text | None]] = {
    "turn.action": _action_right,
    "place.route": _posts,
    "displaced.route": lambda game, key: _posts(game, key) if key != "none" else None,
    "move.to": _posts,
    "route.reward": _reward_right,
    "develop.ability": lambda game, key: desk.change(game, game.asked.seat, ABILITY[key]),
    "exchange.pair": _pair_hint,
    "marker.reveal": lambda game, key: Text("{count} left", count=game.board.unseen[MARKER[key]]),
} | board_words.RIGHTS


def hint(game: Game, key: str) -> Hint | None:
    """What an answer of the open question will do; None for one that is not legal now."""
    decision = game.decision
    if decision is None or key not in decision.keys:
        return None
    told, right = _HINTS.get(decision.kind), _RIGHTS.get(decision.kind)
    text, word = told(game, key) if told else None, right(game, key) if right else None
    found = text or word
    return Hint(found, right=word) if found is not None else None


# ---- rows that mean more than one answer


def replies(game: Game) -> Sequence[Reply]:
    """The rows of a turn: to place again on the same route; a piece to place or to displace with is a trader, unless
    it is said to be a merchant."""
    decision = game.decision
    if decision is None or decision.kind != "turn.action":
        return ()
    supply, first = game.board.supply, decision.seat * KINDS
    both = supply[first] and supply[first + 1]
    rows, last = list[Reply](), _last_placed(game)
    where = turns.placeable(game, decision.seat) if last and "place" in decision.keys else 0
    if last and where >> game.board.map.route[last[0]] & 1:
        route, kind = last
        number = game.board.map.route[route]
        houses = routes.free_for(game, TRADER) >> number & 1
        kind = kind if supply[first + KIND[kind]] else KIND_WORDS[1 - KIND[kind]]
        asked = (kind,) if both and houses else ()
        # where one route alone is left it is not asked for
        keys = ("place", *asked) if where == 1 << number else ("place", route, *asked)
        label = Text("again: {route}", route=route_label(game.board.map, number))
        rows.append(Reply(label, kind if houses else KIND_WORDS[MERCHANT], keys))
    for key in decision.keys:
        label, sign = game.words(key), game.way.icon(game, key)
        if key == "place" and both:
            rows.append(Reply(label, "trader", (key,), (("place.kind", "trader"),)))
            rows.append(Reply(Text("Place a merchant"), "merchant", (key,), (("place.kind", "merchant"),)))
        elif key == "displace" and both:
            rows.append(Reply(label, "trader", (key,), (("displace.with", "trader"), ("displace.fee", "0"))))
            rows.append(Reply(Text("Displace by merchant"), "merchant", (key,)))
        else:
            rows.append(Reply(label, sign, (key,)))
    return rows
