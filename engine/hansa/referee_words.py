"""What the referee says: its questions, the labels, icons and hints of their answers, where the cursor starts.

Reads the open decision and the boxes and changes nothing. Labels are short enough for a row of twenty letters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.game import Decision, Game
from engine.hansa import board_words, desk, final, moving, offices, plate, routes
from engine.hansa.board import LEFT, MOVER, TURN_ACTIONS
from engine.hansa.kinds import (
    ABILITY,
    BANK,
    BOOK,
    BOX,
    KEYS,
    KIND,
    KIND_WORDS,
    KINDS,
    MARKER,
    PIECE,
    PRIVILEGE,
    TRADER,
)
from engine.hansa.pieces import (
    ABILITY_LABELS,
    COUNTRY_LABELS,
    KIND_LABELS,
    OFFICE_ICONS,
    PRIVILEGE_LABELS,
    counted,
    marker_label,
    route_label,
)
from engine.words import Hint, Seat, Text


def open_decision(game: Game) -> Decision:
    assert game.decision is not None
    return game.decision


def details(game: Game) -> tuple[Any, ...]:
    """What the open step was given. A forced answer has left the agenda when its words are asked for."""
    assert game.agenda is not None
    return game.agenda[2]


# ---- questions

_QUESTIONS = {
    "start.player": Text("Who starts?"),
    "income.total": Text("Take how many?"),
    "place.route": Text("Place where?"),
    "place.kind": Text("Place which?"),
    "displace.route": Text("Displace where?"),
    "displace.piece": Text("Displace whom?"),
    "displace.with": Text("Place which?"),
    "displaced.piece": Text("Place which?"),
    "displaced.from": Text("Taken from where?"),
    "move.from": Text("Move from where?"),
    "move.kind": Text("Move which?"),
    "move.piece": Text("Put down which?"),
    "move3.from": Text("Take off where?"),
    "move3.piece": Text("Take off which?"),
    "claim.route": Text("Which route?"),
    "extra.kind": Text("Which piece?"),
    "claim.close": Text("Before the end?"),
    "develop.ability": Text("Develop?"),
    "exchange.city": Text("Exchange where?"),
    "exchange.pair": Text("Which offices?"),
    "marker.reveal": Text("Which marker?"),
    "marker.which": Text("Place which first?"),
} | board_words.QUESTIONS
_QUESTION_ICONS = {
    "start.player": "seat",
    "income.total": "bank",
    "income.merchants": "bank",
    "develop.ability": "bonus",
    "exchange.city": "bonus",
    "exchange.pair": "bonus",
    "marker.reveal": "bonus",
    "marker.which": "bonus",
    "marker.route": "bonus",
    "turn.action": "actions",
} | board_words.QUESTION_ICONS


def question(game: Game) -> Text:
    """The open question."""
    if game.decision is None:
        return Text("{seat} wins", seat=Seat(final.order(game)[0][0]))
    seat, kind = game.decision.seat, game.decision.kind
    clock, side = game.board.clock, game.board.map
    if kind in _QUESTIONS:
        return _QUESTIONS[kind]
    if kind == "turn.action":
        return Text("{left} of {actions} left", left=clock[LEFT], actions=clock[TURN_ACTIONS])
    if kind == "income.merchants":
        return Text("Merchants among {count}?", count=details(game)[0])
    if kind == "displace.fee":
        return Text("Merchants in the fee?")
    if kind == "displaced.route":
        piece = KIND_LABELS[details(game)[3] % KINDS]
        if details(game)[3] == details(game)[1]:
            return Text("displaced {piece} to?", piece=piece)
        return Text("extra {piece} to?", piece=piece)
    if kind == "move.to":
        piece = moving.piece_at(game, details(game)[0])
        if piece // KINDS == seat:
            return Text("{piece} to where?", piece=KIND_LABELS[piece % KINDS])
        return Text("{seat}'s {piece} to?", seat=Seat(piece // KINDS), piece=KIND_LABELS[piece % KINDS])
    if kind == "permanent.route":
        return board_words.question(game)
    if kind == "route.reward":
        return route_label(side, details(game)[0])
    if kind == "marker.route":
        return Text("{marker} to?", marker=marker_label(game, details(game)[0]))
    if kind.startswith("start."):
        return Text("At {route}", route=_tavern(game, kind))
    return Text(kind)


# ---- answers

_FIXED = {
    "place": Text("Place"),
    "claim": Text("Route"),
    "displace": Text("Displace"),
    "move": Text("Move"),
    "income": Text("Income"),
    "income-less": Text("Income, fewer"),
    "pass": Text("End turn"),
    "done": Text("Done"),
    "none": Text("Nothing"),
} | board_words.ANSWERS


def answer(game: Game, key: str) -> Text:
    """The label of an answer, also of one that is not legal now."""
    side = game.board.map
    kind = game.decision.kind if game.decision else ""
    if key == "none" and kind.startswith("displaced."):
        return Text("No more")
    if key in _FIXED:
        return _FIXED[key]
    if key in side.route:
        return route_label(side, side.route[key])
    if key in KIND:
        return KIND_LABELS[KIND[key]]
    if key in side.city:
        return Text(side.cities[side.city[key]].name)
    if key in MARKER:
        return marker_label(game, MARKER[key])
    if key in ABILITY:
        return ABILITY_LABELS[ABILITY[key]]
    if key in PIECE and PIECE[key] // KINDS < game.players:
        piece = PIECE[key]
        return Text("{seat} {piece}", seat=Seat(piece // KINDS), piece=KIND_LABELS[piece % KINDS])
    stem, _, country = key.rpartition(".")
    if country in COUNTRY_LABELS:
        return Text("{piece} ({country})", piece=answer(game, stem), country=Text(country[0].upper()))
    what, _, which = key.partition(".")
    if what == "seat" and which.isdecimal() and which.isascii():
        return Text("{seat}", seat=Seat(int(which)))
    if what == "marker" and which in MARKER:
        return marker_label(game, MARKER[which])
    if what == "office" and which in side.city:
        return Text(side.cities[side.city[which]].name)
    if what == "extra" and which in side.city:
        return Text("Extra: {city}", city=side.cities[side.city[which]].name)
    if what == "ability" and which in ABILITY:
        return ABILITY_LABELS[ABILITY[which]]
    if what == "prestige" and which.isdecimal() and which.isascii():
        return Text("Prestige {points}", points=int(which))
    if kind == "exchange.pair" and "-" in key:
        left, _, right = key.partition("-")
        return Text("{left}. and {right}.", left=left, right=right)
    return Text("{key}", key=key)


_FORCED = {
    "place.route": "placed on {answer}",
    "displace.route": "displaces on {answer}",
    "displace.piece": "displaces {answer}",
    "displaced.from": "taken from {answer}",
    "displaced.route": "placed on {answer}",
    "move.from": "moved from {answer}",
    "move.to": "moved to {answer}",
    "move3.from": "taken off {answer}",
    "move3.piece": "takes off {answer}",
    "claim.route": "claims {answer}",
    "route.reward": "nothing to build",
    "develop.ability": "develops {answer}",
    "exchange.city": "exchange in {answer}",
    "exchange.pair": "offices {answer} exchanged",
    "marker.reveal": "turned up: {answer}",
    "marker.route": "marker placed on {answer}",
    "income.total": "takes {answer}",
    "turn.action": "no action is possible",
} | board_words.FORCED


def forced(game: Game, key: str) -> Text:
    """An answer that was taken since it was the only one, in words that need no question before them."""
    decision = open_decision(game)
    label = answer(game, key)
    if decision.kind.startswith("start."):
        return Text("{route}: {answer}", route=_tavern(game, decision.kind), answer=label)
    return Text(_FORCED.get(decision.kind, "{answer}"), answer=label)


def _tavern(game: Game, kind: str) -> Text:
    side = game.board.map
    return route_label(side, side.route[kind.removeprefix("start.")])


_ACTION_ICONS = {"place": "trader", "claim": "link", "displace": "trader", "move": "trader", "income": "bank"}


def icon(game: Game, key: str | None) -> str:
    """The icon of an answer or, for None, of the question."""
    if game.decision is None:
        return "prestige" if key is None else ""
    kind = game.decision.kind
    if key is None:
        return _QUESTION_ICONS.get(kind, "bonus" if kind.startswith("start.") else "link" if "route" in kind else "")
    if kind == "turn.action" and key in _ACTION_ICONS:
        return _ACTION_ICONS[key]
    if key in KIND:
        return key
    if key in PIECE:
        return KIND_WORDS[PIECE[key] % KINDS]
    if key in MARKER:
        return "bonus"
    what, _, which = key.partition(".")
    if key in ABILITY or (what == "ability" and which in ABILITY):
        return BOX.abilities[ABILITY[which or key]].icon
    if what in ("marker", "extra"):
        return "bonus"
    if what == "office" and which in game.board.map.city:
        office = offices.next_vacant(game, game.board.map.city[which])
        return OFFICE_ICONS[game.board.map.offices[office].kind] if office >= 0 else ""
    return {"prestige": "prestige", "seat": "seat"}.get(what, "")


_DIALS = ("income.total", "income.merchants", "displace.fee")


def form(game: Game) -> str:
    """How the open question is best asked."""
    return "dial" if game.decision is not None and game.decision.kind in _DIALS else "list"


def usual(game: Game) -> str | None:
    """The answer on which the cursor starts: the route of the last piece placed in this turn, the whole income, a fee
    of traders."""
    if game.decision is None:
        return None
    kind, keys = game.decision.kind, game.decision.keys
    if kind == "income.total":
        return keys[-1]
    if kind in ("place.route", "turn.action"):
        last = _last_placed(game)
        wanted = last if kind == "place.route" else "place" if last else None
        return wanted if wanted in keys else None
    return None


def _last_placed(game: Game) -> str | None:
    """The route on which this seat placed last, if that was its last action of this turn."""
    for past in reversed(game.past[-4:]):
        if past.turn != game.turn[0] or past.decision is None:
            return None
        if past.decision.kind == "place.route":
            return str(past.key)
        if past.decision.kind not in ("place.kind", "turn.action"):
            return None
    return None


# ---- hints


def _posts(game: Game, key: str) -> Text:
    return Text("{count} free", count=game.board.room[game.board.map.route[key]])


def _action_hint(game: Game, key: str) -> Text | None:
    board, seat = game.board, open_decision(game).seat
    first = seat * KINDS
    supply = board.supply[first] + board.supply[first + 1]
    if key in ("place", "displace"):
        return Text("{count} in supply", count=supply)
    if key == "claim":
        return Text("{count}", count=board.full[seat].bit_count())
    if key == "move":
        return Text("up to {count}", count=desk.value(game, seat, BOOK))
    if key in ("income", "income-less"):
        stock = board.stock[first] + board.stock[first + 1]
        bank = desk.shown(BANK, desk.steps(game, seat, BANK), game.options["bank"])
        return Text("Bank {bank}, {count} in stock", bank=bank, count=stock)
    if key == "pass" and board.clock[LEFT]:
        return Text("{count} left unused", count=board.clock[LEFT])
    return None


def _own_here(game: Game, key: str) -> Text | None:
    side, seat = game.board.map, open_decision(game).seat
    if key not in side.route:
        return None
    route = side.route[key]
    counts = [routes.count(game, route, seat * KINDS + kind) for kind in range(KINDS)]
    return Text("{pieces}", pieces=tuple(counted(kind, count) for kind, count in enumerate(counts) if count))


def _others_here(game: Game, key: str) -> Text | None:
    side, seat = game.board.map, open_decision(game).seat
    if key not in side.route:
        return None
    route = side.route[key]
    found = sorted({piece // KINDS for piece in routes.standing(game, seat, route)})
    return Text("{seats}", seats=tuple(Seat(each) for each in found))


def _claim_hint(game: Game, key: str) -> Text | None:
    board = game.board
    laid = board.lying[board.map.route[key]]
    return marker_label(game, laid - 1) if laid else None


def _reward_hint(game: Game, key: str) -> Text | None:
    board, seat = game.board, open_decision(game).seat
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
    return Text("pieces to the stock") if key == "none" else None


def _pair_hint(game: Game, key: str) -> Text | None:
    board = game.board
    first = board.map.cities[details(game)[0]].first + int(key[0]) - 1
    pair = (board.office[first] - 1, board.office[first + 1] - 1)
    return Text("{seats}", seats=tuple(Seat(piece // KINDS) for piece in pair))


def _fee_hint(game: Game, key: str) -> Text | None:
    return Text("to the general stock")


def _merchants_hint(game: Game, key: str) -> Text | None:
    merchants = int(key)
    pieces = (counted(TRADER, details(game)[0] - merchants), counted(1, merchants))
    return Text("{pieces}", pieces=pieces)


_HINTS: dict[str, Callable[[Game, str], Text | None]] = {
    "turn.action": _action_hint,
    "place.route": _posts,
    "displace.route": _others_here,
    "displaced.route": lambda game, key: _posts(game, key) if key != "none" else None,
    "displaced.from": _own_here,
    "move.from": _own_here,
    "move.to": _posts,
    "move3.from": _others_here,
    "claim.route": _claim_hint,
    "route.reward": _reward_hint,
    "develop.ability": lambda game, key: desk.change(game, open_decision(game).seat, ABILITY[key]),
    "exchange.pair": _pair_hint,
    "displace.fee": _fee_hint,
    "income.merchants": _merchants_hint,
    "marker.reveal": lambda game, key: Text("{count} not seen yet", count=game.board.unseen[MARKER[key]]),
}


def hint(game: Game, key: str) -> Hint | None:
    """What an answer of the open question will do; None for one that is not legal now."""
    decision = game.decision
    if decision is None or key not in decision.keys or decision.kind not in _HINTS:
        return None
    text = _HINTS[decision.kind](game, key)
    return Hint(text) if text is not None else None


# ---- chance and tags


def odds(game: Game) -> Sequence[int]:
    """Weights of the open TABLE answers: markers not seen yet; all else alike."""
    decision = open_decision(game)
    if decision.kind == "marker.reveal":
        return tuple(game.board.unseen[MARKER[key]] for key in decision.keys)
    return (1,) * len(decision.keys)


def named(game: Game, word: str) -> Sequence[str]:
    """The answers that a tag's word names: a city every route and office of it, a marker, an ability, a kind of
    piece."""
    decision = game.decision
    if decision is None:
        return ()
    what, _, which = word.partition(".")
    if what == "city":
        return tuple(
            key
            for key in decision.keys
            if which in key.split("-") or key in (which, f"office.{which}", f"extra.{which}")
        )
    found = {word, which}
    if word in KIND:
        return tuple(key for key in decision.keys if key == word or key.startswith(f"{word}."))
    return tuple(key for key in decision.keys if key in found)


# ---- what is owed


def owed(game: Game) -> Sequence[Text]:
    """What the rules still owe before the turn can end: pieces in a hand, markers on the plate."""
    board = game.board
    if game.decision is None:
        return ()
    found = []
    for place, count in enumerate(board.hand):
        if count:
            piece = moving.piece_at(game, place)
            pieces = counted(piece % KINDS, count)
            found.append(Text("{seat}: {pieces} to put down", seat=Seat(piece // KINDS), pieces=pieces))
    waiting = plate.waiting(game, board.clock[MOVER])
    if waiting:
        message = "{seat}: {count} marker to place" if waiting == 1 else "{seat}: {count} markers to place"
        found.append(Text(message, seat=Seat(board.clock[MOVER]), count=waiting))
    return tuple(found)


def seat_notes(game: Game, seat: int) -> tuple[Text, ...]:
    """A seat's desk in three lines."""
    board, first = game.board, seat * KINDS
    bank = desk.shown(BANK, desk.steps(game, seat, BANK), game.options["bank"])
    colours = PRIVILEGE_LABELS[: desk.value(game, seat, PRIVILEGE) + 1]
    return (
        Text(
            "Income {bank}  Move {book}  Keys ×{keys}",
            bank=bank,
            book=desk.value(game, seat, BOOK),
            keys=desk.value(game, seat, KEYS),
        ),
        Text("Colours: {colours}", colours=colours),
        Text(
            "Supply {traders} + {merchants}, stock {more} + {others}",
            traders=board.supply[first],
            merchants=board.supply[first + 1],
            more=board.stock[first],
            others=board.stock[first + 1],
        ),
    )
