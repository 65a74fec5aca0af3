"""The referee way: every move is entered and checked, and the companion knows the whole board.

Joins the questions (``opening``, ``turns`` and what they lead to), the corrections, the words and the checks to one
way. Holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Game
from engine.hansa import drawing, final, leaves, liking, modules, opening, switch
from engine.hansa import referee_amendments as corrections
from engine.hansa import referee_check as checks
from engine.hansa import referee_hints as hints
from engine.hansa import referee_page as pages
from engine.hansa import referee_refusals as refusals
from engine.hansa import referee_rules as rulebook
from engine.hansa import referee_words as speech
from engine.hansa.board import RefereeBoard
from engine.hansa.kinds import BOX, face_down
from engine.hansa.maps import map_for
from engine.hansa.ways import HansaWay
from engine.words import Text


class Referee(HansaWay):
    """Hansa Teutonica for 3 to 5 players, every move checked."""

    name = "referee"
    label = Text("Referee")
    note = Text("It knows every move")
    emblem = "ship16"
    players = (3, BOX.players[1])
    why_players = Text("the rules for two need places of neutral pieces that nobody knows; the scorekeeper takes two")

    def board(self, players: int, options: Mapping[str, str]) -> RefereeBoard:
        side = map_for(players, options["board"])
        return RefereeBoard(players, side, face_down(options), modules.chosen(options, side))

    begin = staticmethod(opening.begin)
    check = staticmethod(checks.check)
    liking = staticmethod(liking.weights)

    amendments = staticmethod(corrections.offered)
    amend = staticmethod(corrections.amend)
    may_change = staticmethod(corrections.may_change)
    ways_on = staticmethod(switch.ways_on)

    def switched(self, game: Game, way: str) -> Game:
        return switch.to_scorekeeper(game)

    # the open question
    base_question = staticmethod(speech.question)
    base_answer = staticmethod(speech.answer)
    base_icon = staticmethod(speech.icon)
    base_hint = staticmethod(hints.hint)
    base_why_not = staticmethod(refusals.why_not)
    base_every = staticmethod(refusals.every)
    base_rules = staticmethod(rulebook.rules)
    form = staticmethod(speech.form)
    odds = staticmethod(speech.odds)
    named = staticmethod(speech.named)
    beside = staticmethod(speech.beside)
    owed = staticmethod(speech.owed)
    usual = staticmethod(hints.usual)
    replies = staticmethod(hints.replies)

    def forced(self, game: Game, key: str) -> Text:
        return modules.forced(game, key) or speech.forced(game, key)

    # where everybody stands
    base_state = staticmethod(pages.state)
    base_summary = staticmethod(pages.summary)
    base_boards = staticmethod(leaves.referee)
    drawing = staticmethod(drawing.referee)
    status = staticmethod(pages.status)
    rows = staticmethod(pages.rows)
    ends = staticmethod(pages.ends)
    ended_early = staticmethod(pages.ended_early)
    mover = staticmethod(pages.mover)
    order = staticmethod(final.order)
    today = staticmethod(pages.today)
    seat_notes = staticmethod(speech.seat_notes)
