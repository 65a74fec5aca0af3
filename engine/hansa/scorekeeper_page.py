"""What the scorekeeper shows of itself: the page, the plain state, the lines of a seat's final score.

Reads the boxes and changes nothing; nothing of it is hidden from anyone.
"""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.hansa import counting, keeping, scoring
from engine.hansa.board import NOBODY
from engine.hansa.keeping import COMPLETED, DRAWN, LINKS, MOVER, PLAY, PLAYING, TURN_ACTIONS
from engine.hansa.keeping import EARLY as ENDED_EARLY
from engine.hansa.kinds import ABILITIES, TRACKS
from engine.hansa.points import FINAL, now
from engine.hansa.scorekeeper_words import seat_notes
from engine.words import Page, Row, Seat, Text


def best(game: Game) -> int:
    """The most prestige on the track: what was scored before final scoring."""
    tracks = [0] * game.players
    for entry in game.ledger:
        if entry.when < FINAL:
            tracks[entry.seat] += entry.amount
    return max(tracks)


def ends(game: Game) -> tuple[Row, ...]:
    """How far each of the three ends of the game is."""
    clock, side = game.board.clock, keeping.side(game)
    cities, goal = side.cities_to_end, side.prestige_to_end
    full, most = clock[COMPLETED], best(game)
    return (
        Row(Text("cities full"), full, "city", note=Text("{count}/{all}", count=full, all=cities)),
        Row(Text("someone has {goal}", goal=goal), most, "prestige", note=Text("{count}/{all}", count=most, all=goal)),
        Row(Text("markers are gone"), max(keeping.supply(game), 0), "bonus"),
    )


def end_lines(game: Game) -> tuple[Text, ...]:
    """The same in words."""
    return tuple(Text("{label}: {count}", label=row.label, count=row.note or row.number or 0) for row in ends(game))


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


def page(game: Game, viewer: int | None) -> Page:
    """The facts are the distances to the three ends of the game: full cities, markers in the supply, the most prestige.
    The seat to move shows the actions of its turn, every other one its markers."""
    board, totals = game.board, game.totals()
    clock, side = board.clock, keeping.side(game)
    rows = []
    for seat in range(game.players):
        gone = bool(board.left[seat])
        moving = clock[PLAY] == PLAYING and seat == clock[MOVER] and not gone
        aside = None if gone else clock[TURN_ACTIONS] if moving else board.taken[seat]
        icon = "" if gone else "actions" if moving else "bonus"
        note = Text("has left") if gone else None
        rows.append(Row(Text("{seat}", seat=Seat(seat)), totals[seat], icon, seat, aside, note))
    facts = (
        Row(Text("{count}/{all}", count=clock[COMPLETED], all=side.cities_to_end), icon="city"),
        Row(Text("{count}", count=max(keeping.supply(game), 0)), icon="bonus"),
        Row(Text("{count}/{all}", count=best(game), all=side.prestige_to_end), icon="prestige"),
    )
    notes = seat_notes(game, viewer) if viewer is not None and viewer >= 0 else end_lines(game)
    if game.decision is None:
        notes = ()  # what a game was won by is to be read in its ledger
    if clock[PLAY] == ENDED_EARLY:
        notes = (Text("Ended early"), *notes)
    return Page(status(game), Text(""), (), tuple(rows), notes, facts=facts, unit=Text("prestige"))


def state(game: Game) -> dict[str, Any]:
    """Everything the scorekeeper knows, as plain data."""
    board = game.board
    clock, side = board.clock, keeping.side(game)
    return {
        "board": side.name,
        "round": now(game),
        "turn": game.turn[0],
        "mover": clock[MOVER],
        "actions": clock[TURN_ACTIONS],
        "ends": {
            "cities": [clock[COMPLETED], side.cities_to_end],
            "prestige": [best(game), side.prestige_to_end],
            "markers": max(keeping.supply(game), 0),
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
        "ended_early": clock[PLAY] == ENDED_EARLY,
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
