"""What the scorekeeper says: its questions, the labels, icons and hints of their answers, why one is not legal, rules.

Reads the open decision and the boxes and changes nothing. The wording is that of the rulebook, short enough for a row
of twenty letters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Game
from engine.hansa import counting, desk, keeping, scoring
from engine.hansa.keeping import COMPLETED, DRAWN, MOVER, PLAY, PLAYING, TURN_ACTIONS
from engine.hansa.kinds import ABILITIES, ABILITY, ACTIONS, BOX, MARKER, SEAT_KEYS, STEPS, TRACKS, copies
from engine.hansa.pieces import ABILITY_LABELS, COUNTRY_LABELS, colours_line, marker_label, route_label
from engine.words import Hint, Seat, Text

# ---- questions

_QUESTIONS = {
    "start.player": (Text("Who starts?"), "seat"),
    "claim.route": (Text("Which route?"), "link"),
    "claim.more": (Text("and then?"), "link"),
    "marker.used": (Text("Which marker?"), "bonus"),
    "develop.ability": (Text("Develop?"), "bonus"),
    "other.seat": (Text("Whose points?"), "pencil"),
    "other.amount": (Text("other points"), "pencil"),
    "final.abilities": (Text("full abilities"), "actions"),
    "final.markers": (Text("bonus markers"), "bonus"),
    "final.special": (Text("special prestige"), "prestige"),
    "final.cities": (Text("cities controlled"), "city"),
    "final.network": (Text("offices in a network"), "link"),
    "final.keys": (Text("key value"), "key"),
    "final.steps": (Text("pieces off Actions"), "actions"),
    **{
        f"final.{word}{part}": (Text(asked, country=COUNTRY_LABELS[word]), icon)
        for word in counting.REGIONS
        for part, asked, icon in (
            ("", "cities in {country}", "city"),
            (".offices", "offices in {country}", "office-square"),
        )
    },
}


def question(game: Game) -> Text:
    """The open question."""
    if game.decision is None:
        return Text("{seat} wins", seat=Seat(counting.order(game)[0][0]))
    kind = game.decision.kind
    if kind == "turn.what":
        return Text("{actions} actions", actions=game.board.clock[TURN_ACTIONS])
    if kind == "claim.city":
        which, route = game.details
        here = keeping.side(game)
        if route != keeping.NO_ROUTE:
            return Text("Who has {city}?", city=here.cities[here.ends[route][which]].name)
        return Text("Who has the other?") if which else Text("Who has the cities?")
    return _QUESTIONS[kind][0] if kind in _QUESTIONS else Text(kind)


# ---- answers

_FIXED = {
    "claim": Text("Route claimed"),
    "done": Text("Done"),
    "none": Text("Nobody"),
    "other": Text("Other points"),
    "eastwest": Text("East–West"),
    keeping.PRINTED_PRIVILEGE: Text("Printed: Privilege"),
}


def answer(game: Game, key: str) -> Text:
    """The label of an answer, also of one that is not legal now."""
    if game.decision is None:
        return Text("{key}", key=key)
    kind = game.decision.kind
    here = keeping.side(game)
    if key == "next":
        following = Seat(keeping.following(game, game.board.clock[MOVER]))
        # whoever goes on says with it that the drawn marker lies on the board
        return Text("Placed, next: {seat}" if owed(game) else "Next: {seat}", seat=following)
    if key == "marker":
        return Text("Marker used") if kind == "turn.what" else Text("Marker taken")
    if key == "none" and kind == "final.special":
        return Text("none")
    if key == "full":
        return Text("City full: {count}", count=game.board.clock[COMPLETED] + 1)
    if key == "eastwest":
        return Text("East–West {signed}", signed=keeping.connection(game))
    if key in _FIXED:
        return _FIXED[key]
    if kind == "other.amount" and key in keeping.OTHER_KEYS:
        return Text("{signed}", signed=int(key))
    if key in here.route:
        return route_label(here, here.route[key])
    if key in MARKER:
        return marker_label(game, MARKER[key])
    if key in ABILITY:
        return ABILITY_LABELS[ABILITY[key]]
    what, _, which = key.partition(".")
    if what == "seat" and which.isdecimal() and which.isascii():
        return Text("{seat}", seat=Seat(int(which)))
    if what == "coin":
        worth, _, city = which.partition(".")
        if worth.isdecimal() and worth.isascii():
            coin = Text("Coin {signed}", signed=int(worth))
            return (
                Text("{city} {coin}", city=here.cities[here.city[city]].name, coin=coin) if city in here.city else coin
            )
    if what == "ability" and which in ABILITY:
        return ABILITY_LABELS[ABILITY[which]]
    if what == "prestige" and which.isdecimal() and which.isascii():
        return Text("Prestige {points}", points=int(which))
    return Text("{key}", key=key)


_ICONS = {
    "next": "seat",
    "claim": "link",
    "marker": "bonus",
    "other": "pencil",
    "full": "city",
    "eastwest": "eastwest",
    "coin": "prestige",
    "prestige": "prestige",
    "seat": "seat",
}


def icon(game: Game, key: str | None) -> str:
    """The icon of an answer or, for None, of the question."""
    if game.decision is None:
        return "prestige" if key is None else ""
    kind = game.decision.kind
    if key is None:
        return {"turn.what": "actions", "claim.city": "city"}.get(kind) or _QUESTIONS.get(kind, ("", ""))[1]
    what, _, which = key.partition(".")
    if (what == "ability" and which in ABILITY) or (key in ABILITY and kind == "develop.ability"):
        return BOX.abilities[ABILITY[which or key]].icon
    return "bonus" if key in MARKER else _ICONS.get(what, "")


def form(game: Game) -> str:
    """How the open question is best asked."""
    kind = game.decision.kind if game.decision else ""
    return "dial" if kind == "other.amount" or kind.startswith("final.") else "list"


def usual(game: Game) -> str | None:
    """The answer on which the cursor starts."""
    if game.decision is None:
        return None
    kind, seat, keys = game.decision.kind, game.decision.seat, game.decision.keys
    if kind == "other.amount":
        return "1"
    if kind == "other.seat":
        return SEAT_KEYS[seat]
    if kind.startswith("final."):
        found = counting.usual(game, seat, kind)
        return found if found in keys else keys[0]
    return None if kind == "claim.route" else keys[0]


def closes(game: Game) -> str | None:
    """*Nobody* has the city, and *Done* with a claim."""
    kind = game.decision.kind if game.decision else ""
    return {"claim.city": keeping.NONE, "claim.more": keeping.DONE}.get(kind)


# ---- hints


def _change(game: Game, key: str) -> Text:
    board, seat = game.board, game.asked.seat
    ability = ABILITY[key.rpartition(".")[2]]
    step, bank = board.desk[seat * TRACKS + ability], game.options["bank"]
    then = desk.shown(ability, min(step + 1, STEPS[ability]), bank)
    return Text("{now}→{then}", now=desk.shown(ability, step, bank), then=then)


def owed(game: Game) -> Sequence[Text]:
    """What the rules still owe before the turn can end: the markers drawn in it are placed."""
    clock = game.board.clock
    if game.decision is None or clock[PLAY] != PLAYING or not clock[DRAWN]:
        return ()
    drawn = clock[DRAWN]
    return (Text("1 marker to place") if drawn == 1 else Text("{count} markers to place", count=drawn),)


def beside(game: Game) -> Text | None:
    """How near the end is, at the beginning of a turn's question; how much of a claim is entered."""
    kind = game.decision.kind if game.decision else ""
    if kind == "turn.what":
        totals = game.totals()
        most, goal = max(totals), keeping.side(game).prestige_to_end
        return Text("{seat} {points}/{goal}", seat=Seat(totals.index(most)), points=most, goal=goal)
    if kind == "claim.more" and (ticked := len(game.details[1].split())):
        return Text("{count} entered", count=ticked)
    return None


def _turn_right(game: Game, key: str) -> Text | None:
    if key == "marker":
        seat = game.asked.seat
        return Text("{count} left", count=game.board.taken[seat] - game.board.used[seat])
    return None


def _more_right(game: Game, key: str) -> Text | None:
    if key.startswith(("ability.", "printed.")):
        return _change(game, key)
    if key == "marker" and keeping.supply(game):
        return Text("{count} left", count=keeping.supply(game))
    return None


def _more_hint(game: Game, key: str) -> Text | None:
    return Text("ends the game") if key == "marker" and not keeping.supply(game) else None


def _city_hint(game: Game, key: str) -> Text | None:
    return Text("{signed}", signed=BOX.city) if key != "none" else None


def _final_hint(game: Game, key: str) -> Text | None:
    kind, seat = game.asked.kind, game.asked.seat
    if kind == "final.special":
        points = sum(int(part) for part in key.split("+")) if key != "none" else 0
        return Text("{signed}", signed=points)
    number = int(key)
    if kind == "final.abilities":
        return Text("without Keys: {signed}", signed=number * counting.each_full(game, seat))
    if kind == "final.markers":
        return Text("{signed}", signed=scoring.marker_points(number))
    if kind == "final.cities":
        each = counting.each_city(game, seat)
        return Text("{each} each: {signed}", each=each, signed=number * each)
    if kind == "final.network":
        keys = counting.known_keys(game, seat)
        return Text("×{keys} makes {signed}", keys=keys, signed=number * keys)
    if kind == "final.keys":
        return Text("{signed}", signed=number * counting.said(game, seat, counting.NETWORK))
    if kind.endswith(".offices"):
        return Text("most offices win the tie")
    if kind == "final.steps":
        return Text("fewer wins the tie")
    return Text("of {count} cities controlled", count=counting.said(game, seat, counting.CITIES))


_RIGHTS: dict[str, Callable[[Game, str], Text | None]] = {
    "turn.what": _turn_right,
    "claim.more": _more_right,
    "claim.city": _city_hint,
    "develop.ability": _change,
}


def hint(game: Game, key: str) -> Hint | None:
    """What an answer of the open question will do; None for one that is not legal now."""
    decision = game.decision
    if decision is None or key not in decision.keys:
        return None
    if decision.kind.startswith("final."):
        final = _final_hint(game, key)
        return Hint(final) if final is not None else None
    if decision.kind == "claim.more" and (ends := _more_hint(game, key)) is not None:
        return Hint(ends, strong=True)
    found = _RIGHTS.get(decision.kind)
    right = found(game, key) if found else None
    return Hint(right, right=right) if right is not None else None


# ---- tags


def named(game: Game, word: str) -> Sequence[str]:
    """The answers that a tag's word names: the routes of a city, a marker, an ability."""
    decision = game.decision
    if decision is None:
        return ()
    what, _, which = word.partition(".")
    if what == "city" and decision.kind == "claim.route":
        return tuple(key for key in decision.keys if which in key.split("-"))
    found = {"marker": (which,), "ability": (which, word)}.get(what, ())
    return tuple(key for key in decision.keys if key in found)


# ---- refusals


def every(game: Game) -> tuple[str, ...]:
    """Every answer that the open question may ever have."""
    kind = game.asked.kind
    here = keeping.side(game)
    if kind == "turn.what":
        return keeping.TURN_KEYS
    if kind == "claim.more":
        prestige = tuple(f"prestige.{space.points}" for space in here.special_spaces)
        coins = keeping.coin_keys(game, game.details[0]) or keeping.coin_keys(game, keeping.NO_ROUTE)
        printed = (keeping.PRINTED_PRIVILEGE,) if "develop-privilege" in here.permanent else ()
        return ("done", "marker", "full", *coins, "eastwest", *printed, *keeping.ABILITY_KEYS, *prestige)
    if kind == "marker.used":
        return tuple(word for word in keeping.USES if copies(game.options)[MARKER[word]])
    if kind == "develop.ability":
        return ABILITIES
    return SEAT_KEYS[: game.players] if kind in ("claim.city", "other.seat") else ()


def why_not(game: Game, key: str) -> Text | None:
    """Why that key is not a legal answer now."""
    seat, kind, keys = game.asked
    if key in every(game):
        found = _known(game, kind, seat, key)
        if found is not None:
            return found
    if kind == "final.special":
        return Text("{found} is not a sum of spaces that are left", found=key)
    if kind.startswith("final.") and key.isascii() and key.isdigit():
        if int(key) > int(keys[-1]):
            return Text("{found} is too many: {most} at most", found=key, most=keys[-1])
        if int(key) < int(keys[0]):
            return Text("{found} is too few: {least} at least", found=key, least=keys[0])
    return None


def _known(game: Game, kind: str, seat: int, key: str) -> Text | None:
    board = game.board
    if kind == "turn.what":
        return Text("{seat} has no unused marker", seat=Seat(seat))
    if kind == "claim.city":
        return Text("{seat} has left", seat=Seat(SEAT_KEYS.index(key)))
    if kind in ("marker.used", "develop.ability"):
        label = ABILITY_LABELS[ABILITY[key]] if key in ABILITY else Text("the desk")
        return Text("{ability} is fully developed", ability=label)
    if kind != "claim.more":
        return None
    what, _, which = key.partition(".")
    ticked = game.details[1].split()
    if key in ticked or (what == "coin" and any(tick.startswith("coin.") for tick in ticked)):
        return Text("that is entered already")
    if key == "marker":
        return Text("the draw from the supply has failed before")
    if key == "full" and board.clock[COMPLETED] == len(keeping.side(game).cities):
        return Text("every city is full")
    if what in ("ability", "printed") and board.desk[seat * TRACKS + ABILITY[which]] == STEPS[ABILITY[which]]:
        return Text("{ability} is fully developed", ability=ABILITY_LABELS[ABILITY[which]])
    if what == "prestige":
        spaces = keeping.side(game).special_spaces
        owner = next(o for space, o in zip(spaces, board.special, strict=True) if str(space.points) == which)
        if owner:
            return Text("{seat} has that space", seat=Seat(owner - 1))
    if key == "eastwest":
        if board.link[seat]:
            return Text("{seat} has connected east and west before", seat=Seat(seat))
        if not keeping.connection(game):
            return Text("only the first three connections score")
    if what == "printed" and not keeping.prints(keeping.side(game), game.details[0], "develop-privilege"):
        return Text("that marker is printed at another route")
    if any(tick != "marker" for tick in ticked):
        return Text("a claim brings one office, or one ability, or special prestige")
    return Text("the cities of that route do not offer it")


# ---- rules

_OTHER = (Text("Points that no question asks for; they stand in the ledger as other."),)
_RULES: dict[str, tuple[Text, ...]] = {
    "start.player": (Text("The start player begins with five traders in the supply, each next seat with one more."),),
    "claim.route": (Text("The route names the cities whose control is asked, and what they offer."),),
    "develop.ability": (Text("The leftmost piece of the track goes to the supply."),),
    "other.seat": _OTHER,
    "other.amount": _OTHER,
    "turn.what": (
        Text("A turn with no route claimed takes one click."),
        Text("A route claimed scores for who controls its two cities, whoever claims it."),
    ),
    "claim.city": (
        Text("Most offices control a city; among the tied, the one furthest right."),
        Text("Judged before the new office."),
    ),
    "claim.more": (
        Text("A coin scores for the office established on it; a city is full with its last printed office."),
        Text("East and west connected score 7, 4 and 2 for the first three."),
    ),
    "marker.used": (Text("A used marker is turned down and still counts at the end."),),
    "final.abilities": (Text("Actions, Privilege, Book and Bank score when no piece covers them; Keys never."),),
    "final.markers": (Text("Used and unused markers count alike; those on the plate do not."),),
    "final.special": (Text("A merchant on a special-prestige space scores its number."),),
    "final.cities": (Text("Each city controlled scores two."),),
    "final.network": (
        Text("All offices in the largest group of cities joined by printed routes, extra ones among them."),
    ),
    "final.keys": (Text("The offices of the network times the best uncovered key."),),
    **{
        f"final.{word}{part}": (
            Text("Who controls most cities of a country is first there; of those with as many, who has more offices."),
            Text("Without an office there nobody scores."),
        )
        for word in counting.REGIONS
        for part in ("", ".offices")
    },
    "final.steps": (Text("A tie goes to who developed Actions less, then to the larger network."),),
}


def rules(game: Game) -> Sequence[Text]:
    """Sentences about the open question; none once the game is over."""
    return _RULES.get(game.decision.kind, ()) if game.decision is not None else ()


def seat_notes(game: Game, seat: int) -> tuple[Text, ...]:
    """A seat's desk, as far as it was entered."""
    first, bank = seat * TRACKS, game.options["bank"]
    steps = game.board.desk[first : first + TRACKS]
    value = {word: desk.shown(ability, steps[ability], bank) for ability, word in enumerate(ABILITIES)}
    return (
        Text("Income {bank}  Move {book}  Keys ×{keys}", bank=value["bank"], book=value["book"], keys=value["keys"]),
        colours_line(steps[ABILITY["privilege"]] + 1),
        Text("Actions {actions}", actions=value[ABILITIES[ACTIONS]]),
    )
