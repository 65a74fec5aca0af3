"""Somebody who plays an evening on the knob: knows what to enter, turns and clicks, and looks at the glass.

The player keeps a game of their own in mind (what they mean to enter), works out how far to turn, and before every
click makes sure by reading the glass that the right thing has the focus. After a power cut they find on the glass
where the evening stands.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from reading import read, seen

from engine import catalogue
from engine.game import TABLE, Game
from firmware_py.flow.prompt import grid_rows


class Hands(Protocol):
    """What the player needs of a box: hands on its controls and eyes on its glass."""

    inputs: int

    def turn(self, notches: int) -> None: ...
    def click(self, control: str = "knob") -> None: ...
    def tap(self, word: str) -> None: ...
    def wait(self, seconds: float) -> None: ...
    def art(self, name: str | None = None) -> list[str]: ...
    def marked(self, art: list[str] | None = None) -> bool: ...


def plan(seed: int, players: int = 3) -> list[str]:
    """The answers of a whole evening: lively, every kind of question in it."""
    chance = random.Random(seed)
    game = catalogue.new_game("trajan", "scorekeeper", players)
    keys: list[str] = []
    while game.decision is not None:
        key = choose(game, chance)
        game.answer(key)
        keys.append(key)
    return keys


def choose(game: Game, chance: random.Random) -> str:
    """An answer that people give: few markers, a score every other turn, small numbers at the end."""
    assert game.decision is not None
    kind, keys = game.decision.kind, game.decision.keys
    if kind == "turn.markers":
        if keys[0] == "forgot" and chance.random() < 0.04:
            return "forgot"
        return str(min(chance.choice((1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5)), 12))
    if kind == "turn.points":
        lot = chance.random()
        if lot < 0.4:
            return "none"
        if lot < 0.55 and "senate" in keys:
            return "senate"
        return chance.choice([key for key in keys if "." in key] or keys)
    if kind == "other.amount":
        return chance.choice(("1", "2", "-1", "5"))
    if kind == "quarter.unmet":
        return chance.choice([key for key in keys if key != "forgot"])
    if kind in ("quarter.votes", "final.hand", "final.workers", "final.legionnaires"):
        return chance.choice(keys[: min(6, len(keys))])
    return chance.choice(keys)


class Player:
    """Enters a plan on a box. ``per_turn``: inputs of each turn with how many scores it had."""

    def __init__(self, hands: Hands, keys: Sequence[str], names: Sequence[str], tags: bool = True) -> None:
        self.hands, self.keys, self.names, self.tags = hands, list(keys), list(names), tags
        self.game = self.new_game()
        self.done = 0
        self.saved = 0
        self.turns: dict[int, list[int]] = {}  # turn → [inputs, scores]
        self.forgotten: dict[int, list[int]] = {}  # the same for what the seat before had forgotten
        self.late = False

    def new_game(self) -> Game:
        """The game before its first answer."""
        return catalogue.new_game("trajan", "scorekeeper", len(self.names))

    # ---- entering

    def begin(self, setup: Sequence[str]) -> None:
        """Start the game on a new box, and answer the first question of the plan (who starts)."""
        for act in setup:
            self.hands.click() if act == "click" else self.hands.turn(int(act))
        self.answer()

    def play(self, until: int | None = None) -> None:
        """Enter the plan, up to the answer of that number."""
        until = len(self.keys) if until is None else until
        while self.done < until:
            self.answer()

    def answer(self) -> None:
        """Enter the next answer of the plan, and note whether the glass showed it as saved."""
        decision = self.game.decision
        assert decision is not None
        key, before = self.keys[self.done], self.hands.inputs
        self.enter(key)
        if decision.kind == "turn.markers":
            self.late = key == "forgot"
        if decision.kind.startswith("turn.") or decision.kind == "other.amount":
            turns = self.forgotten if self.late else self.turns
            tally = turns.setdefault(self.game.turn[0], [0, 0])
            tally[0] += self.hands.inputs - before
            tally[1] += key not in ("none", "forgot", "other") and decision.kind != "turn.markers"
        self.game.answer(key)
        self.done += 1
        self.look()
        for item in self.game.news:
            if item.kind in ("senate", "final"):
                self.read_page("final" if item.kind == "final" else self.say(item.text))

    def read_page(self, title: str) -> None:
        """A result stays on the glass until somebody has looked at it."""
        for _ in range(4):
            if seen(self.hands.art(), title):
                self.hands.click()
                return
            self.hands.wait(2.5)
        raise AssertionError(f"after answer {self.done} {title!r} is not on the glass: {read(self.hands.art())}")

    def look(self) -> None:
        """What is on the glass without the mark counts as saved."""
        if not self.hands.marked():
            self.saved = self.done

    def enter(self, key: str) -> None:
        game, hands = self.game, self.hands
        decision = game.decision
        assert decision is not None
        way, keys = game.way, list(decision.keys)
        if self.tags and decision.kind == "demand.reveal":
            hands.tap(f"trajan/demand.{key}")
            return
        form = way.form(game)
        order, extra = keys, 0
        if form == "grid":
            order, _ = grid_rows(keys, str, str)
        if decision.kind == "start.player":
            extra = 1  # the row "Draw" stands before the seats
        usual = way.usual(game)
        start = order.index(usual) if usual in order and not extra else 0
        wanted = order.index(key) + extra
        notches = wanted - start
        if form in ("grid", "cells", "yes-no") or (form == "list" and len(order) + extra <= 6):
            size = len(order) + (3 if decision.kind == "start.player" else 0)
            around = notches - size if notches > 0 else notches + size
            notches = around if abs(around) < abs(notches) else notches
        if notches:
            hands.turn(notches)
        self.make_sure(key, form)
        hands.click()

    def make_sure(self, key: str, form: str) -> None:
        """What a click would take stands on the glass."""
        game, art = self.game, self.hands.art()
        label = self.say(game.words(key))
        question = self.say(game.words())
        if form == "dial":
            wanted, inverted = [label, *question.split()], None  # a long question stands on two lines
        elif form == "grid":
            wanted, inverted = [question if key == game.way.usual(game) else label], None
        else:
            wanted, inverted = [label], True
        for _ in range(5):
            if all(seen(art, text, inverted) for text in wanted):
                return
            self.hands.wait(2.5)  # toasts still cover the question: let them pass
            art = self.hands.art()
        raise AssertionError(f"answer {self.done} ({key}): no {wanted} on the glass: {read(art)}\n" + "\n".join(art))

    def say(self, text: object) -> str:
        return text.render(self.names)  # type: ignore[attr-defined]

    # ---- after a power cut

    def find_place(self) -> int:
        """Where the evening stands, read from the glass: how many answers are left. Everything saved must be there."""
        self.hands.wait(3.0)
        art = self.hands.art()
        for done in range(self.done + 1, self.saved - 1, -1):
            if done <= len(self.keys) and self.fits(self.after(done), art):
                self.game = self.after(done)
                lost, self.done = self.done - done, done
                return lost
        raise AssertionError(
            f"{self.saved} of {self.done} answers were shown as saved; the glass shows no such place: {read(art)}"
        )

    def after(self, answers: int) -> Game:
        game = self.new_game()
        for key in self.keys[:answers]:
            game.answer(key)
        return game

    def fits(self, game: Game, art: list[str]) -> bool:
        """Whether the glass shows that game's open question, seat and points."""
        decision = game.decision
        if decision is None:
            return False
        wanted = self.say(game.words()).split()  # a long label stands on two lines
        if decision.seat != TABLE:
            wanted.append(self.names[decision.seat][:3])  # a chip is shortened where space is short
        if decision.kind == "turn.markers":
            wanted += [str(total).replace("-", "−") for total in game.totals()]
            wanted += [self.say(game.page(None).status), self.say(game.way.hint(game, game.way.usual(game)).text)]
        return all(seen(art, text) for text in wanted)
