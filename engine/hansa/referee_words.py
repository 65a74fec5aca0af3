"""What the referee says: its questions, the labels and icons of their answers, which one a tag names, what is owed.

Reads the open decision and the boxes and changes nothing. Labels are short enough for a row of twenty letters.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.hansa import board_words, desk, final, moving, offices, plate
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
)
from engine.hansa.pieces import (
    ABILITY_LABELS,
    COUNTRY_LABELS,
    KIND_LABELS,
    OFFICE_ICONS,
    colours_line,
    marker_label,
    route_label,
    route_title,
)
from engine.words import Seat, Text

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
    "turn.action": Text("Action?"),
    "marker.reveal": Text("Marker turned up?"),
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
    side = game.board.map
    if kind in _QUESTIONS:
        return _QUESTIONS[kind]
    if kind == "income.merchants":
        return Text("Merchants among {count}?", count=game.details[0])
    if kind == "displace.fee":
        return Text("Merchants in the fee?")
    if kind == "displaced.route":
        piece = KIND_LABELS[game.details[3] % KINDS]
        if game.details[3] == game.details[1]:
            return Text("displaced {piece} to?", piece=piece)
        return Text("extra {piece} to?", piece=piece)
    if kind == "move.to":
        piece = moving.piece_at(game, game.details[0])
        if piece // KINDS == seat:
            return Text("{piece} to where?", piece=KIND_LABELS[piece % KINDS])
        return Text("{seat}'s {piece} to?", seat=Seat(piece // KINDS), piece=KIND_LABELS[piece % KINDS])
    if kind == "permanent.route":
        return board_words.question(game)
    if kind == "route.reward":
        return route_title(side, game.details[0])
    if kind == "marker.route":
        return Text("{marker} to?", marker=marker_label(game, game.details[0]))
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
    "income-less": Text("Part of the income"),
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
    "place.route": "put on {answer}",
    "displace.route": "displaces on {answer}",
    "displace.piece": "displaces {answer}",
    "displaced.from": "taken from {answer}",
    "displaced.route": "put on {answer}",
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
    decision = game.asked
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
    if what in KIND:
        return what
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


# ---- chance and tags


def odds(game: Game) -> Sequence[int]:
    """Weights of the open TABLE answers: markers not seen yet; all else alike."""
    decision = game.asked
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
    """What the rules still owe before the turn can end: pieces in a hand, those that a displaced seat may still place,
    markers on the plate."""
    board, decision = game.board, game.decision
    if decision is None:
        return ()
    found, kind = list[Text](), decision.kind
    if kind.startswith("displaced."):
        more = game.details[2] - (game.details[1] < 0)
        if more:
            found.append(Text("1 more piece allowed") if more == 1 else Text("{count} more pieces allowed", count=more))
    elif (in_hand := sum(board.hand) - (kind == "move.to")) > 0:
        found.append(Text("1 piece in hand") if in_hand == 1 else Text("{count} pieces in hand", count=in_hand))
    waiting = plate.waiting(game, board.clock[MOVER]) - (kind in ("marker.which", "marker.route", "marker.reveal"))
    if waiting > 0:
        found.append(Text("1 marker to place") if waiting == 1 else Text("{count} markers to place", count=waiting))
    return tuple(found)


def beside(game: Game) -> Text | None:
    """How many actions are left, beside the question for one."""
    if game.decision is None or game.decision.kind != "turn.action":
        return None
    clock = game.board.clock
    return Text("{left} of {actions} left", left=clock[LEFT], actions=clock[TURN_ACTIONS])


def seat_notes(game: Game, seat: int) -> tuple[Text, ...]:
    """A seat's desk in a few lines."""
    board, first = game.board, seat * KINDS
    bank = desk.shown(BANK, desk.steps(game, seat, BANK), game.options["bank"])
    return (
        Text(
            "Income {bank}  Move {book}  Keys ×{keys}",
            bank=bank,
            book=desk.value(game, seat, BOOK),
            keys=desk.value(game, seat, KEYS),
        ),
        colours_line(desk.value(game, seat, PRIVILEGE) + 1),
        Text(
            "Supply {traders} + {merchants}, stock {more} + {others}",
            traders=board.supply[first],
            merchants=board.supply[first + 1],
            more=board.stock[first],
            others=board.stock[first + 1],
        ),
    )
