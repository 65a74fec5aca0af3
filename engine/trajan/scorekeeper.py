"""The scorekeeper way: the table plays; the companion keeps time, rounds, demands, senate, score and the final sums.

Joins the questions (``turns``, ``quarter``, ``final``), the corrections (``amendments``), the words and the checks to
one way. Holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Game
from engine.title import Board
from engine.trajan import amendments as corrections
from engine.trajan import calendar, demands, final, quarter, senate, sheet, turns
from engine.trajan import scorekeeper_check as checks
from engine.trajan import scorekeeper_page as pages
from engine.trajan import scorekeeper_refusals as refusals
from engine.trajan import scorekeeper_rules as rulebook
from engine.trajan import scorekeeper_words as speech
from engine.trajan.components import components
from engine.trajan.ways import TrajanWay
from engine.words import Text


class ScorekeeperBoard(Board):
    """What the scorekeeper knows. Each box is described where its area is: clock (``calendar``), shown and seen
    (``demands``), space, height, votes and tie (``senate``), pool and owner (``quarter``), sheet (``final``);
    ``left`` has 1 for a seat that left."""

    __slots__ = ("clock", "height", "left", "owner", "pool", "seen", "sheet", "shown", "space", "tie", "votes")

    def __init__(self, players: int, loop: int) -> None:
        self.clock = calendar.clock(loop)
        self.shown = demands.shown()
        self.seen = demands.seen()
        self.space = [0] * players
        self.height = list(range(players))
        self.votes = [senate.UNSAID] * players
        self.tie = [senate.GONE] * players
        self.pool = [senate.ALL_TILES]
        self.owner = [0] * len(quarter.TILES)
        self.left = [0] * players
        self.sheet = [final.UNSAID] * (players * final.FIELDS)


class Scorekeeper(TrajanWay):
    """Trajan for 2 to 4 players, a handful of inputs a turn."""

    name = "scorekeeper"
    label = Text("Scorekeeper")
    note = Text("You play, it counts")
    emblem = "consul16"
    players = components().players

    def board(self, players: int, options: Mapping[str, str]) -> ScorekeeperBoard:
        return ScorekeeperBoard(players, int(options["time_loop"]))

    begin = staticmethod(turns.begin)
    check = staticmethod(checks.check)

    # what the calendar needs
    settle_quarter = staticmethod(quarter.settle)
    final_scoring = staticmethod(final.begin)

    def take_turn(self, game: Game, seat: int) -> None:
        game.push(turns.MARKERS, seat)

    amendments = staticmethod(corrections.offered)
    amend = staticmethod(corrections.amend)
    may_change = staticmethod(corrections.may_change)

    # the open question
    question = staticmethod(speech.question)
    answer = staticmethod(speech.answer)
    icon = staticmethod(speech.icon)
    form = staticmethod(speech.form)
    usual = staticmethod(speech.usual)
    closes = staticmethod(speech.closes)
    starts = staticmethod(speech.starts)
    odds = staticmethod(speech.odds)
    hint = staticmethod(speech.hint)
    named = staticmethod(speech.named)
    owed = staticmethod(speech.owed)
    why_not = staticmethod(refusals.why_not)
    every = staticmethod(refusals.every)
    rules = staticmethod(rulebook.rules)

    # where everybody stands
    today = staticmethod(pages.today)
    page = staticmethod(pages.page)
    state = staticmethod(pages.state)
    summary = staticmethod(sheet.summary)
