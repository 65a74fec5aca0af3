"""The referee way: every move is entered and checked, and the companion knows the whole board.

Joins the areas of the board (set-up, circle, actions, settlement, final count), the words and the checks to one way.
Holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Game
from engine.trajan import circle, count, drawing, opening, settlement, switch
from engine.trajan import referee_amendments as corrections
from engine.trajan import referee_boards as leaves
from engine.trajan import referee_check as checks
from engine.trajan import referee_hints as hints
from engine.trajan import referee_page as pages
from engine.trajan import referee_places as lying
from engine.trajan import referee_refusals as refusals
from engine.trajan import referee_rules as rulebook
from engine.trajan import referee_tags as tags
from engine.trajan import referee_words as speech
from engine.trajan.board import RefereeBoard
from engine.trajan.kinds import BOX
from engine.trajan.ways import TrajanWay
from engine.words import Page, Text


class Referee(TrajanWay):
    """Trajan for 2 to 4 players, every move."""

    name = "referee"
    label = Text("Referee")
    note = Text("It knows every move")
    emblem = "arch16"
    players = BOX.players

    def board(self, players: int, options: Mapping[str, str]) -> RefereeBoard:
        return RefereeBoard(players, int(options["time_loop"]))

    begin = staticmethod(opening.begin)
    check = staticmethod(checks.check)

    # what the calendar needs
    take_turn = staticmethod(circle.begin_turn)
    settle_quarter = staticmethod(settlement.settle)
    final_scoring = staticmethod(count.begin)

    amendments = staticmethod(corrections.offered)
    amend = staticmethod(corrections.amend)
    may_change = staticmethod(corrections.may_change)
    ways_on = staticmethod(switch.ways_on)

    def switched(self, game: Game, way: str) -> Game:
        return switch.to_scorekeeper(game)

    # the open question
    question = staticmethod(speech.question)
    answer = staticmethod(speech.answer)
    icon = staticmethod(speech.icon)
    form = staticmethod(speech.form)
    usual = staticmethod(speech.usual)
    odds = staticmethod(speech.odds)
    hint = staticmethod(hints.hint)
    places = staticmethod(lying.places)
    private = staticmethod(lying.private)
    lots = staticmethod(lying.lots)
    why_not = staticmethod(refusals.why_not)
    every = staticmethod(refusals.every)
    named = staticmethod(tags.named)
    rules = staticmethod(rulebook.rules)
    owed = staticmethod(rulebook.owed)

    # where everybody stands
    today = staticmethod(pages.today)
    state = staticmethod(pages.state)
    summary = staticmethod(pages.summary)
    boards = staticmethod(leaves.boards)
    drawing = staticmethod(drawing.referee)

    def page(self, game: Game, viewer: int | None) -> Page:
        found = pages.page(game)
        return found._replace(notes=(*found.notes, *leaves.own_notes(game, viewer)))
