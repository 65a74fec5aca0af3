"""What the scorekeeper shows of itself: the page, the plain state, the lines of a seat's final score.

Reads the boxes and changes nothing.
"""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.trajan import calendar, demands, final, quarter, senate
from engine.trajan.calendar import AT, BEFORE, COUNTING, EARLY, LAPS, LOOP, MOVER, PLAYING, QUARTER
from engine.trajan.points import FINAL
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


def page(game: Game) -> Page:
    board = game.board
    clock, totals = board.clock, game.totals()
    order = senate.ranking(game)
    icons = dict.fromkeys(order, "vote") | {order[1]: "vice"} | {order[0]: "consul"}
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
        (Text("Ended early"),) if clock[COUNTING] == EARLY else (),
        Track(clock[LOOP], clock[AT]) if playing else None,
    )


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


def state(game: Game) -> dict[str, Any]:
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


_SUMMARY = (
    (Text("hand, camps"), ("hand", "camps")),
    (Text("circle"), ("circle",)),
    (Text("sets"), ("sets",)),
    (Text("bonus"), ("bonus",)),
)


def summary(game: Game, seat: int) -> list[Row]:
    """The lines of a seat's final score: what it had before, then what final scoring brought so far."""
    before = 0
    sums = dict.fromkeys(("hand", "camps", "circle", "sets", "bonus"), 0)
    for entry in game.ledger:
        if entry.seat == seat:
            if entry.when == FINAL and entry.reason in sums:
                sums[entry.reason] += entry.amount
            else:
                before += entry.amount
    rows = [Row(Text("before"), before, seat=seat)]
    rows += [Row(label, sum(sums[reason] for reason in reasons), seat=seat) for label, reasons in _SUMMARY]
    return rows


def result(game: Game) -> list[Row]:
    """The outcome of the vote while its bonus tiles go out: consul, vice-consul, the others; then the new stack."""
    if game.decision is None or game.decision.kind != "quarter.bonus":
        return []
    order = senate.ranking(game)
    icons = ("consul16", "vice", *("vote",) * game.players)
    stack = Text("Stack: {seats}", seats=tuple(Seat(seat) for seat in order))
    return [
        Row(Text("{seat}", seat=Seat(seat)), senate.votes(game, seat), icon, seat, note=None if place else stack)
        for place, (seat, icon) in enumerate(zip(order, icons[: len(order)], strict=True))
    ]
