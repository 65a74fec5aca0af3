"""What the scorekeeper shows of itself: the page, the plain state, the result of a vote.

Reads the boxes and changes nothing.
"""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.trajan import calendar, demands, final, quarter, senate, sheet
from engine.trajan.calendar import AT, BEFORE, COUNTING, EARLY, LAPS, LOOP, MOVER, PLAYING, QUARTER
from engine.words import Page, Row, Seat, Text, Track


def status(game: Game) -> Text:
    """Where the game stands, in at most 7 letters."""
    clock, decision = game.board.clock, game.decision
    if decision is None:
        return Text("over")
    if clock[COUNTING] != PLAYING:
        return Text("final")
    if decision.kind.startswith("quarter."):
        return Text("Q{quarter} ends", quarter=clock[QUARTER])
    return Text("Q{quarter} R{round}", quarter=clock[QUARTER], round=calendar.round_now(game))


def _office(seat: int, consul: int | None, vice: int) -> str:
    return "consul" if seat == consul else "vice" if seat == vice else "vote"


def page(game: Game, viewer: int | None = None) -> Page:
    """The same for everybody: nothing that the scorekeeper knows is hidden."""
    board = game.board
    clock, totals = board.clock, game.totals()
    consul, vice = quarter.offices(game)
    icons = {seat: _office(seat, consul, vice) for seat in calendar.staying(game)}
    rows = []
    for seat in range(game.players):
        gone = bool(board.left[seat])
        rows.append(
            Row(
                Text("{seat}", seat=Seat(seat)),
                totals[seat],
                icons.get(seat, ""),
                seat,
                None if gone else senate.votes(game, seat),
                Text("has left") if gone else None,
            )
        )
    playing = clock[COUNTING] == PLAYING
    marks = demands.words(game)
    return Page(
        status(game),
        Text("{spaces} left", spaces=clock[LOOP] - clock[AT]) if playing else Text(""),
        marks + ("demand-hidden",) * (demands.SPACES - len(marks)),
        tuple(rows),
        (*((Text("Ended early"),) if clock[COUNTING] == EARLY else ()), *sheet.notes(game)),
        Track(clock[LOOP], clock[AT]) if playing else None,
    )


def today(game: Game) -> tuple[int, ...]:
    """What lies on the mats is not known before final scoring asks: empty until it is done."""
    return (0,) * game.players if game.over else ()


def shared_state(game: Game) -> dict[str, Any]:
    """What every way knows, as plain data: time, demands, senate, bonus tiles, points."""
    board = game.board
    clock = board.clock
    return {
        "quarter": clock[QUARTER],
        "round": calendar.round_now(game),
        "turn": game.turn[0],
        "mover": clock[MOVER],
        "before": clock[BEFORE] if clock[BEFORE] >= 0 else None,
        "time": {"loop": clock[LOOP], "at": clock[AT], "rounds_to_end": clock[LAPS]},
        "demands": {"showing": list(demands.words(game)), "seen": dict(zip(demands.DEMANDS, board.seen, strict=True))},
        "senate": [
            None
            if board.left[seat]
            else {
                "space": board.space[seat],
                "height": board.height[seat],
                "votes": senate.votes(game, seat),
                "tiles": board.votes[seat] if board.votes[seat] >= 0 else None,
            }
            for seat in range(game.players)
        ],
        "senate_before": list(board.tie),
        "bonus": {
            tile.word: {"seat": abs(owner) - 1, "side": "yellow" if owner > 0 else "gray"}
            for tile, owner in zip(quarter.TILES, board.owner, strict=True)
            if owner
        },
        "left": [seat for seat in range(game.players) if board.left[seat]],
        "final": clock[COUNTING] != PLAYING,
        "ended_early": clock[COUNTING] == EARLY,
        "totals": game.totals(),
    }


def state(game: Game, viewer: int | None) -> dict[str, Any]:
    """Everything the scorekeeper knows, as plain data; nothing of it is hidden from anyone."""
    found = shared_state(game)
    found["vote_tiles"] = f"{game.board.pool[0]:x}"
    found["sheet"] = [
        {
            name: final.said(game, seat, field)
            for field, name in enumerate(final.NAMES)
            if final.said(game, seat, field) != final.UNSAID
        }
        for seat in range(game.players)
    ]
    return found


def result(game: Game) -> list[Row]:
    """The outcome of the vote while its bonus tiles go out: consul, vice-consul, the others; then the new stack."""
    if game.decision is None or game.decision.kind != "quarter.bonus":
        return []
    order = senate.ranking(game)
    consul, vice = quarter.offices(game)
    stack = Text("Stack: {seats}", seats=tuple(Seat(seat) for seat in order))
    rows = []
    for place, seat in enumerate(order):
        icon = _office(seat, consul, vice).replace("consul", "consul16")
        note = None if place else stack
        rows.append(Row(Text("{seat}", seat=Seat(seat)), senate.votes(game, seat), icon, seat, note=note))
    return rows
