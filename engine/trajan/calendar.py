"""The time loop, rounds, quarters and turns (board: time track, demand spaces, quarter-year tiles).

The marker walks a loop and keeps what it overshoots; whenever it reaches or passes the start space, a round ends after
the complete turn. The number of the round is how many demands lie open, plus one. What a turn consists of, and how a
quarter is settled, is the business of the way (``Keeper``); this module holds for every way and asks no player
anything.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import cast

from engine.game import TABLE, Game
from engine.title import Step, Way, nothing
from engine.trajan import demands
from engine.trajan.components import components
from engine.trajan.points import QUARTER_END, when
from engine.words import Text, to_move

# places in the box ``clock``; the last three: turn and ledger's time of the turn of the seat that moved before (only a
# scorekeeper needs these), and where the time marker stood when the markers of this turn were sown
AT, LOOP, LAPS, QUARTER, MOVER, BEFORE, COUNTING, BEFORE_TURN, BEFORE_WHEN, CAME_FROM = range(10)

# values of the place COUNTING: still playing; final scoring after the last quarter; final scoring before its time
PLAYING, FULL, EARLY = range(3)

NOBODY = -1
START_PLAYER = "start.player"
SEAT_KEYS = tuple(f"seat.{seat}" for seat in range(components().players[1]))
QUARTERS = components().quarters


class Keeper(Way):
    """A way to keep Trajan. Its board has the boxes ``clock`` and ``left``, and those of demands and senate."""

    @abstractmethod
    def take_turn(self, game: Game, seat: int) -> None:
        """Push the steps of a turn. Its end is on the agenda already."""

    @abstractmethod
    def settle_quarter(self, game: Game) -> None:
        """Push the steps that settle demands and senate, in the rulebook's order. The reset is on the agenda."""

    @abstractmethod
    def final_scoring(self, game: Game) -> None:
        """Push the steps of final scoring. The agenda is empty."""

    def mover(self, game: Game) -> int:
        decision, box = game.decision, game.board.clock
        if decision is not None and decision.seat == TABLE and game.turn[0] and box[COUNTING] == PLAYING:
            moving: int = box[MOVER]
            return moving
        return super().mover(game)


def keeper(game: Game) -> Keeper:
    return cast(Keeper, game.way)


def clock(loop: int) -> list[int]:
    """The box ``clock`` at the start: marker on the start space, first quarter, nobody has moved."""
    return [0, loop, 0, 1, 0, NOBODY, 0, 0, 0, 0]


# ---- what anyone may ask


def round_now(game: Game) -> int:
    """The round of the quarter, from 1: one more than the demands that show."""
    return demands.showing(game) + 1


def now(game: Game) -> int:
    """The ledger's time during a turn."""
    return when(game.board.clock[QUARTER], demands.showing(game) + 1)


def quarter_ending(game: Game) -> int:
    """The ledger's time while the quarter is settled."""
    return when(game.board.clock[QUARTER], QUARTER_END)


def staying(game: Game) -> list[int]:
    """The seats that have not left."""
    return [seat for seat, gone in enumerate(game.board.left) if not gone]


def following(game: Game, seat: int) -> int:
    """The next seat clockwise that has not left."""
    left, players = game.board.left, game.players
    seat = (seat + 1) % players
    while left[seat]:
        seat = (seat + 1) % players
    return seat


def from_next(game: Game) -> list[int]:
    """The seats that have not left, clockwise from the one that moves next."""
    first = following(game, game.board.clock[MOVER])
    return sorted(staying(game), key=lambda seat: (seat - first) % game.players)


def laps(game: Game, spaces: int) -> int:
    """How many rounds a move of so many spaces would end.

    With a loop of 11 twelve markers may pass the start twice: option ``double_crossing``, default "each_passing".
    """
    box = game.board.clock
    passings: int = (box[AT] + spaces) // box[LOOP]
    return min(passings, 1) if game.options.get("double_crossing") == "one_round" else passings


def ends_game(game: Game, rounds: int) -> bool:
    """Whether so many rounds more end the last quarter."""
    last: bool = game.board.clock[QUARTER] == QUARTERS
    return last and demands.showing(game) + rounds > demands.SPACES


def ends(game: Game, rounds: int) -> Text:
    """What so many rounds more end, in words: rounds; with the fourth of them the quarter, with the last the game."""
    quarter_, showing = game.board.clock[QUARTER], demands.showing(game)
    if ends_game(game, rounds):
        return Text("ends the game")
    if showing + rounds <= demands.SPACES:
        if rounds > 1:
            return Text("ends {rounds} rounds", rounds=rounds)
        return Text("ends R{round}", round=round_now(game))
    if rounds == 1:
        return Text("ends Q{quarter}", quarter=quarter_)
    if showing == demands.SPACES:
        return Text("ends Q{quarter} and R1", quarter=quarter_)
    return Text("ends R{round} and Q{quarter}", round=round_now(game), quarter=quarter_)


# ---- a turn


def start_turn(game: Game, seat: int) -> None:
    """The turn of ``seat`` begins."""
    game.put(game.turn, 0, game.turn[0] + 1)
    game.put(game.board.clock, MOVER, seat)
    game.tell("turn", seat, to_move(seat))
    game.push(TURN_END, seat)
    keeper(game).take_turn(game, seat)


def advance(game: Game, spaces: int) -> None:
    """Move the time marker. The round ends later, with the turn; nothing is set back to the start space."""
    box = game.board.clock
    ended = laps(game, spaces)
    game.put(box, CAME_FROM, box[AT])
    game.put(box, AT, (box[AT] + spaces) % box[LOOP])
    if ended:
        game.put(box, LAPS, box[LAPS] + ended)


def _turn_end(game: Game, seat: int, _: str | None) -> None:
    board = game.board
    if not board.left[seat]:
        game.put(board.clock, BEFORE, seat)
        game.put(board.clock, BEFORE_TURN, game.turn[0])
        game.put(board.clock, BEFORE_WHEN, now(game))
    ended = board.clock[LAPS]
    if not ended:
        start_turn(game, following(game, seat))
        return
    game.push(NEXT_TURN, seat)
    game.put(board.clock, LAPS, 0)
    for _lap in range(ended):
        game.push(ROUND_END, TABLE)


def _next_turn(game: Game, seat: int, _: str | None) -> None:
    start_turn(game, following(game, seat))


def owed(game: Game) -> list[Text]:
    """What the time track will bring at the end of the turn."""
    if not game.board.clock[LAPS]:
        return []
    last = demands.showing(game) == demands.SPACES
    return [Text("a quarter to settle") if last else Text("a demand to turn up")]


# ---- rounds and quarters


def _round_end(game: Game, seat: int, _: str | None) -> None:
    game.tell("round", TABLE, Text("Round {round} is over", round=round_now(game)))
    game.push(DEMAND, TABLE)


def _take_demand(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        demands.reveal(game, key)
        return
    quarter = game.board.clock[QUARTER]
    game.tell("quarter", TABLE, Text("Quarter {quarter} is over", quarter=quarter))
    game.push(QUARTER_RESET, TABLE)
    keeper(game).settle_quarter(game)


def _quarter_reset(game: Game, seat: int, _: str | None) -> None:
    box = game.board.clock
    if box[QUARTER] == QUARTERS:
        start_final(game, FULL)
        return
    game.put(box, QUARTER, box[QUARTER] + 1)
    game.put(box, BEFORE, NOBODY)
    demands.clear(game)


def start_final(game: Game, counting: int) -> None:
    """Go straight to final scoring; whatever was still to come is dropped. ``counting`` is FULL or EARLY."""
    game.put(game.board.clock, COUNTING, counting)
    game.agenda = None
    keeper(game).final_scoring(game)


TURN_END = Step("turn.end", nothing, _turn_end)
NEXT_TURN = Step("turn.next", nothing, _next_turn)
ROUND_END = Step("round.end", nothing, _round_end)
DEMAND = Step("demand.reveal", demands.hidden, _take_demand)  # asks nothing if three show: then the quarter ends
QUARTER_RESET = Step("quarter.reset", nothing, _quarter_reset)
