"""Corrections of the scorekeeper's state: keys that begin with ``!`` instead of answering a question.

    !score.SEAT.+N.REASON     N points more or fewer (``-N``), with what they are for
    !turn.SEAT                that seat is to move
    !actions.N                so many actions has the turn
    !cities.N                 so many cities are full
    !markers.SEAT.N           the seat has taken so many markers
    !used.SEAT.N              and used so many of them
    !desk.SEAT.ABILITY.STEPS  so many pieces are off that track
    !eastwest.SEAT.N          the seat was the first (1), second … to connect east and west; 0 for not
    !special.POINTS.SEAT      the seat has that special-prestige space; "none" for nobody
    !leave.SEAT               that seat is skipped from now on; two must stay
    !count                    final scoring now

Only ranges are checked: the table knows better. Seats count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import corrections
from engine.corrections import Correction, known, number, number_field, seat_field, seat_in, staying_in
from engine.game import TABLE, Game
from engine.hansa import keeping, modules
from engine.hansa.keeping import COMPLETED, LINKS, MOVER, PLAY, PLAYING, TURN_ACTIONS, staying
from engine.hansa.kinds import ABILITIES, ABILITY, BOX, STEPS, TRACKS, all_markers
from engine.hansa.ledger_words import REASONS
from engine.hansa.pieces import ABILITY_LABELS
from engine.hansa.points import FINAL, give, now
from engine.words import Amendment, Field, Seat, Text, to_move

LEAST_STAYING = 2
MOST_ACTIONS = 20
NOBODY = "none"

_IN_TURN = ("turn.what", "marker.used", "develop.ability", "other.seat", "other.amount")


def allowed(game: Game) -> tuple[str, ...]:
    """The words of the corrections that may be made now."""
    if game.decision is None:
        return ("score",)
    play = game.board.clock[PLAY]
    if play < PLAYING:
        return ()
    leave = ("leave",) if len(staying(game)) > LEAST_STAYING else ()
    if play > PLAYING:
        return ("score", *leave)
    turn = ("turn",) if game.decision.kind in _IN_TURN else ()
    more = tuple(modules.corrections(game))
    return (
        "score",
        *turn,
        "actions",
        "cities",
        "markers",
        "used",
        "desk",
        "eastwest",
        "special",
        *more,
        *leave,
        "count",
    )


# ---- what is offered


def _each_seat(game: Game, word: str, label: str, icon: str, field: Callable[[int], Field]) -> list[Amendment]:
    return [
        Amendment(f"!{word}.{seat}", Text(label, seat=Seat(seat)), icon, (field(seat),)) for seat in range(game.players)
    ]


def _markers(game: Game) -> list[Amendment]:
    taken, used, name = game.board.taken, game.board.used, Text("Taken")
    spare = all_markers(game.options) - sum(taken)
    return _each_seat(
        game,
        "markers",
        "Markers: {seat}",
        "bonus",
        lambda seat: number_field(name, taken[seat] + spare, taken[seat], used[seat]),
    )


def _used(game: Game) -> list[Amendment]:
    board, name = game.board, Text("Used")
    return _each_seat(
        game,
        "used",
        "Markers used: {seat}",
        "bonus",
        lambda seat: number_field(name, board.taken[seat], board.used[seat]),
    )


def _eastwest(game: Game) -> list[Amendment]:
    link, name = game.board.link, Text("Which in order")
    return _each_seat(
        game, "eastwest", "East–West: {seat}", "eastwest", lambda seat: number_field(name, game.players, link[seat])
    )


def _desk(game: Game) -> list[Amendment]:
    desk, found = game.board.desk, []
    for seat in range(game.players):
        for ability, word in enumerate(ABILITIES):
            label = Text("{ability}: {seat}", ability=ABILITY_LABELS[ability], seat=Seat(seat))
            field = number_field(Text("Pieces off"), STEPS[ability], desk[seat * TRACKS + ability])
            found.append(Amendment(f"!desk.{seat}.{word}", label, BOX.abilities[ability].icon, (field,)))
    return found


def _special(game: Game) -> list[Amendment]:
    values = (*(str(seat) for seat in range(game.players)), NOBODY)
    labels = (*(Text("{seat}", seat=Seat(seat)) for seat in range(game.players)), Text("nobody"))
    return [
        Amendment(
            f"!special.{space.points}",
            Text("Prestige {points}", points=space.points),
            "prestige",
            (Field(Text("Who"), values, labels, str(owner - 1) if owner else NOBODY),),
        )
        for space, owner in zip(keeping.side(game).special_spaces, game.board.special, strict=True)
    ]


def _cities(game: Game) -> list[Amendment]:
    field = number_field(Text("Full"), len(keeping.side(game).cities), game.board.clock[COMPLETED])
    return [Amendment("!cities", Text("Cities full"), "city", (field,))]


def _actions(game: Game) -> list[Amendment]:
    field = number_field(Text("Actions"), MOST_ACTIONS, game.board.clock[TURN_ACTIONS])
    return [Amendment("!actions", Text("Actions"), "actions", (field,))]


def _staying_field(game: Game) -> Field:
    return seat_field(staying(game), game.board.clock[MOVER])


# ---- doing it


def _do_turn(game: Game, parts: list[str]) -> None:
    seat = staying_in(game, parts[0])
    keeping.reseat(game, seat)
    game.tell("corrected", seat, to_move(seat), 0, "seat")
    game.tell("turn", seat, to_move(seat))


def _do_actions(game: Game, parts: list[str]) -> None:
    count = number(parts[0], 0, MOST_ACTIONS, "the number of actions")
    game.put(game.board.clock, TURN_ACTIONS, count)
    game.tell("corrected", TABLE, Text("{count} actions", count=count), 0, "actions")


def _do_cities(game: Game, parts: list[str]) -> None:
    count = number(parts[0], 0, len(keeping.side(game).cities), "the number of full cities")
    game.put(game.board.clock, COMPLETED, count)
    game.tell("corrected", TABLE, Text("{count} cities full", count=count), 0, "city")


def _do_markers(game: Game, parts: list[str]) -> None:
    board, seat = game.board, seat_in(game, parts[0])
    most = all_markers(game.options) - sum(board.taken) + board.taken[seat]
    count = number(parts[1], board.used[seat], most, "the number of markers taken")
    game.put(board.taken, seat, count)
    game.tell("corrected", seat, Text("{count} markers", count=count), 0, "bonus")


def _do_used(game: Game, parts: list[str]) -> None:
    board, seat = game.board, seat_in(game, parts[0])
    count = number(parts[1], 0, board.taken[seat], "the number of markers used")
    game.put(board.used, seat, count)
    game.tell("corrected", seat, Text("{count} markers used", count=count), 0, "bonus")


def _do_desk(game: Game, parts: list[str]) -> None:
    seat, ability = seat_in(game, parts[0]), known(parts[1], ABILITY, "ability")
    steps = number(parts[2], 0, STEPS[ability], "the pieces off the track")
    game.put(game.board.desk, seat * TRACKS + ability, steps)
    text = Text("{ability}: {seat}", ability=ABILITY_LABELS[ability], seat=Seat(seat))
    game.tell("corrected", seat, text, 0, BOX.abilities[ability].icon)


def _do_eastwest(game: Game, parts: list[str]) -> None:
    board, seat = game.board, seat_in(game, parts[0])
    order = number(parts[1], 0, game.players, "the order")
    game.put(board.link, seat, order)
    game.put(board.clock, LINKS, sum(1 for each in board.link if each))
    game.tell("corrected", seat, Text("East–West: {seat}", seat=Seat(seat)), 0, "eastwest")


def _do_special(game: Game, parts: list[str]) -> None:
    spaces = {str(space.points): index for index, space in enumerate(keeping.side(game).special_spaces)}
    space = known(parts[0], spaces, "special-prestige space")
    owner = 0 if parts[1] == NOBODY else seat_in(game, parts[1]) + 1
    game.put(game.board.special, space, owner)
    game.tell("corrected", TABLE, Text("Prestige {points}", points=int(parts[0])), 0, "prestige")


def _do_leave(game: Game, parts: list[str]) -> None:
    seat = staying_in(game, parts[0])
    game.put(game.board.left, seat, 1)
    game.tell("left", seat, Text("{seat} has left", seat=Seat(seat)), 0, "seat")


def _do_count(game: Game, parts: list[str]) -> None:
    game.tell("corrected", TABLE, Text("Counted now"))
    keeping.finish(game, early=True)


# by word
_KNOWN = {
    "score": corrections.score(
        REASONS,
        give,
        lambda game: FINAL if game.board.clock[PLAY] > PLAYING else now(game),
        lambda game: game.board.clock[MOVER],
    ),
    "turn": Correction(
        lambda game: [Amendment("!turn", Text("Seat to move"), "seat", (_staying_field(game),))], _do_turn, 1
    ),
    "actions": Correction(_actions, _do_actions, 1),
    "cities": Correction(_cities, _do_cities, 1),
    "markers": Correction(_markers, _do_markers, 2),
    "used": Correction(_used, _do_used, 2),
    "desk": Correction(_desk, _do_desk, 3),
    "eastwest": Correction(_eastwest, _do_eastwest, 2),
    "special": Correction(_special, _do_special, 2),
    "leave": Correction(
        lambda game: [Amendment("!leave", Text("Seat leaves"), "seat", (_staying_field(game),))], _do_leave, 1
    ),
    "count": Correction(lambda game: [Amendment("!count", Text("Count now"), "prestige", ())], _do_count, 0),
}


def _known(game: Game) -> dict[str, Correction]:
    """The corrections that there are, those of the modules in play included."""
    return _KNOWN | modules.corrections(game)


def may_change(game: Game) -> Sequence[str]:
    """The options that the scorekeeper goes by; no past answer depends on them."""
    if game.over or game.board.clock[PLAY] > PLAYING:
        return ()
    here = {"region_tie": keeping.side(game).regions, "markers_in_emperor_turn": modules.named(game, "favour")}
    return ("name_routes", *(name for name, any_here in here.items() if any_here))


def offered(game: Game) -> list[Amendment]:
    """What may be corrected now, for a knob."""
    return corrections.offered(game, _known(game), allowed(game))


def amend(game: Game, key: str) -> None:
    """Do the correction. Raises IllegalAnswer, in words, if it is none, or none that may be made now."""
    corrections.amend(game, key, _known(game), allowed(game))
