"""What the scorekeeper shows of itself: the page, the plain state, the lines of a seat's final score.

Reads the boxes and changes nothing; nothing of it is hidden from anyone.
"""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.hansa import counting, keeping, scoring
from engine.hansa import ends as ending
from engine.hansa.board import NOBODY
from engine.hansa.ends import Ends
from engine.hansa.keeping import COMPLETED, DRAWN, LINKS, MOVER, PLAY, PLAYING, TURN_ACTIONS
from engine.hansa.keeping import EARLY as ENDED_EARLY
from engine.hansa.kinds import ABILITIES, TRACKS
from engine.hansa.points import FINAL, now
from engine.words import Row, Seat, Text


def ends(game: Game) -> Ends:
    """How far each of the three ends of the game is."""
    return ending.ends(game, keeping.side(game), game.board.clock[COMPLETED], max(keeping.supply(game), 0))


def status(game: Game) -> Text:
    """Where the game stands, in at most 7 letters."""
    if game.decision is None:
        return Text("over")
    if game.board.clock[PLAY] > PLAYING:
        return Text("final")
    return Text("R{round}", round=now(game)) if game.turn[0] else Text("start")


def today(game: Game) -> list[int]:
    """What was entered during play would bring each seat: abilities, markers, special prestige; nothing once the count
    has begun."""
    if game.board.clock[PLAY] > PLAYING:
        return [0] * game.players
    return [sum(amount for amount, _ in counting.known_lines(game, seat)) for seat in range(game.players)]


def mover(game: Game) -> int:
    """The seat whose turn it is; nobody outside of turns."""
    playing = game.decision is not None and game.board.clock[PLAY] == PLAYING
    return game.board.clock[MOVER] if playing else NOBODY


def rows(game: Game) -> list[Row]:
    """The seat to move shows the actions of its turn, every other one its markers."""
    board, totals = game.board, game.totals()
    clock, found = board.clock, []
    for seat in range(game.players):
        gone = bool(board.left[seat])
        moving = clock[PLAY] == PLAYING and seat == clock[MOVER] and not gone
        aside = None if gone else clock[TURN_ACTIONS] if moving else board.taken[seat]
        icon = "" if gone else "actions" if moving else "bonus"
        note = Text("has left") if gone else None
        found.append(Row(Text("{seat}", seat=Seat(seat)), totals[seat], icon, seat, aside, note))
    return found


def ended_early(game: Game) -> bool:
    """Whether final scoring came before its time."""
    return bool(game.board.clock[PLAY] == ENDED_EARLY)


def state(game: Game) -> dict[str, Any]:
    """Everything the scorekeeper knows, as plain data."""
    board = game.board
    clock, side, here = board.clock, keeping.side(game), ends(game)
    return {
        "board": side.name,
        "round": now(game),
        "turn": game.turn[0],
        "mover": clock[MOVER],
        "actions": clock[TURN_ACTIONS],
        "ends": {
            "cities": [here.cities, here.cities_to_end],
            "prestige": [here.prestige, here.prestige_to_end],
            "markers": here.markers,
            "draw_failed": keeping.supply(game) < 0,
        },
        "connections": clock[LINKS],
        "to_place": clock[DRAWN],
        "seats": [
            {
                "desk": dict(zip(ABILITIES, board.desk[seat * TRACKS : (seat + 1) * TRACKS], strict=True)),
                "markers": {"taken": board.taken[seat], "used": board.used[seat]},
                "east_west": board.link[seat],
                "left": bool(board.left[seat]),
            }
            for seat in range(game.players)
        ],
        "special": {
            str(space.points): owner - 1 if owner else None
            for space, owner in zip(side.special_spaces, board.special, strict=True)
        },
        "sheet": [
            {
                name: counting.said(game, seat, field)
                for field, name in enumerate(counting.NAMES)
                if counting.said(game, seat, field) != counting.UNSAID
            }
            for seat in range(game.players)
        ],
        "final": clock[PLAY] > PLAYING,
        "ended_early": ended_early(game),
        "opening": clock[PLAY] < PLAYING,
        "totals": game.totals(),
    }


def summary(game: Game, seat: int) -> list[Row]:
    """The lines of a seat's final score: what it has on the track, then what final scoring brought so far, or what is
    known of it today."""
    counted = game.board.clock[PLAY] > PLAYING
    reasons = [reason for module in game.board.modules for reason in module.reasons]
    sums = dict.fromkeys((*scoring.REASONS, *reasons), 0)
    track = 0
    for entry in game.ledger:
        if entry.seat == seat:
            if entry.when == FINAL and entry.reason in sums:
                sums[entry.reason] += entry.amount
            else:
                track += entry.amount
    if not counted:
        sums |= {reason: amount for amount, reason in counting.known_lines(game, seat)}

    def told(field: int, known: int) -> int:
        value = counting.said(game, seat, field)
        return value if value != counting.UNSAID else known

    full = told(counting.FULL, counting.known_full(game, seat))
    keys = told(counting.KEY, counting.known_keys(game, seat))
    collected = told(counting.MARKERS, game.board.taken[seat])
    cities, network = told(counting.CITIES, 0), told(counting.NETWORK, 0)
    rows = [
        (Text("track"), track),
        (Text("desk {count}×{each}", count=full, each=counting.each_full(game, seat)), sums["abilities"]),
        (Text("{count} markers", count=collected), sums["markers"]),
        (Text("special"), sums["special"]),
        (Text("cities {count}×{each}", count=cities, each=counting.each_city(game, seat)), sums["cities"]),
        (Text("net {count}×{keys}", count=network, keys=keys), sums["network"]),
    ]
    if keeping.side(game).regions:
        rows.append((Text("countries"), sums["country"]))
    return [Row(label, number, seat=seat) for label, number in rows]
