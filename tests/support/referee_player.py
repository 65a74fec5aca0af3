"""Somebody who enters every move of Trajan on the knob and with tags, and reads the glass before every click.

Like ``player``, for the referee: the ring of trays, markers, lists, pairs, questions for one seat's eyes, and pieces
that are tapped instead of looked for. Knows what they mean to enter, and nothing of the program but its contracts.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from player import Hands, Player
from reading import read, seen

from engine import catalogue
from engine.game import TABLE, Game
from firmware_py.flow.pairs import part_labels, parts, too_many

CODE = "K7F3-Q2"
_CALM = 3  # so many markers are taken up at once where there is a choice


def opened(
    players: int,
    code: str = CODE,
    hands: str = "hidden",
    trays: Mapping[int, Sequence[str]] | None = None,
    **given: str,
) -> list[str]:
    """The answers from who starts to the first turn: what the code lays out, then the first answer of each question.

    ``trays``: the markers of a seat's trays I to V ("blue-blue"), by seat.
    """
    title = catalogue.title("trajan")
    game = catalogue.new_game("trajan", "referee", players, given)
    answers = title.setup(code, players, game.options).answers
    wanted = {seat: list(pairs) for seat, pairs in (trays or {}).items()}
    keys: list[str] = []
    while not game.turn[0]:
        assert game.decision is not None
        kind = game.decision.kind
        if kind == "setup.tray" and wanted.get(game.decision.seat):
            key = wanted[game.decision.seat].pop(0)
        else:
            key = hands if kind == "hands.seen" else answers.get(kind, game.decision.keys[0])
        game.answer(key)
        keys.append(key)
    return keys


def plan(seed: int, players: int, start: Sequence[str], **given: str) -> list[str]:
    """The answers of a whole lively game that begins with these."""
    chance = random.Random(seed)
    game = catalogue.new_game("trajan", "referee", players, given)
    keys = list(start)
    for key in keys:
        game.answer(key)
    while game.decision is not None:
        keys.append(choose(game, chance))
        game.answer(keys[-1])
    return keys


def choose(game: Game, chance: random.Random) -> str:
    """An answer that people give: a few markers, the usual colour, hardly ever nothing."""
    assert game.decision is not None
    seat, kind, keys = game.decision
    if seat == TABLE:
        return chance.choices(keys, game.odds())[0]
    if kind == "sow.tray":
        numbers = {key: row.number or 0 for key, row in game.way.places(game) if key}
        few = [key for key in keys if numbers[key] <= _CALM] or [min(keys, key=numbers.__getitem__)]
        return chance.choice(few)
    if kind == "sow.colour" and chance.random() < 0.8:
        return game.way.usual(game) or keys[0]
    real = [key for key in keys if key not in ("skip", "no")]
    return chance.choice(real or keys)


class RefereePlayer(Player):
    """Enters a plan for the referee. ``tags``: pieces that have a tag of their own are tapped."""

    def __init__(
        self,
        hands: Hands,
        keys: Sequence[str],
        names: Sequence[str],
        tags: bool = True,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.options = dict(options or {})
        self.looking = TABLE
        super().__init__(hands, keys, names, tags)
        self.costs: dict[int, int] = {}  # inputs of each turn

    def new_game(self) -> Game:
        return catalogue.new_game("trajan", "referee", len(self.names), self.options)

    def skip_to(self, done: int) -> None:
        """So many answers have been entered already."""
        self.game, self.done = self.after(done), done
        self.saved = done

    # ---- entering

    def answer(self) -> None:
        decision, before, key = self.game.decision, self.hands.inputs, self.keys[self.done]
        assert decision is not None
        turn = self.game.turn[0]
        self.enter(key)
        self.game.answer(key)
        self.done += 1
        self.costs[turn] = self.costs.get(turn, 0) + self.hands.inputs - before
        self.look()
        for item in self.game.news:
            if item.kind in ("senate", "final"):
                self.read_page("final" if item.kind == "final" else self.say(item.text))

    def enter(self, key: str) -> None:
        game = self.game
        decision = game.decision
        assert decision is not None
        private = decision.seat != TABLE and game.way.private(game)
        if private and self.looking != decision.seat:
            self.wait_for("I am looking")
            self.hands.click()
            self.looking = decision.seat
        elif not private:
            self.looking = TABLE
        word = self.tag_of(key)
        if word is not None:
            self.hands.tap(f"trajan/{word}")
            return
        form = game.way.form(game)
        if form == "ring":
            self.on_the_ring(key)
        elif form == "marks":
            self.on_the_marks(key)
        elif form == "list" and too_many(decision.keys):
            self.in_pairs(key)
        elif game.way.lots(game):
            self.down(["By lot", *(self.say(game.words(each)) for each in decision.keys)], self.say(game.words(key)))
        else:
            super().enter(key)
            return

    def tag_of(self, key: str) -> str | None:
        """The tag of the piece that this answer names, if it names this answer alone."""
        game = self.game
        decision = game.decision
        assert decision is not None
        if not self.tags:
            return None
        words = {
            "demand.reveal": f"demand.{key}",
            "quarter.bonus": f"bonus.{key}",
            "card.play": f"card.{key}",
        }.get(decision.kind, key if key in WORDS else None)
        if decision.kind == "action.construction" and key.startswith("site."):
            words = game.state()["sites"][int(key.removeprefix("site."))]
        if decision.kind == "action.trajan" and key.startswith("stack."):
            words = game.state()["stacks"][key.removeprefix("stack.")]
        if words is None or list(game.way.named(game, words)) != [key]:
            return None
        return words

    def on_the_ring(self, key: str) -> None:
        places = [place for place, _ in self.game.way.places(self.game)]
        assert self.game.decision is not None
        ring = [place for place in (*places[:3], *reversed(places[3:])) if place]
        usual = self.game.way.usual(self.game) or self.game.decision.keys[0]
        self.go(ring, usual, key)
        row = dict(self.game.way.places(self.game))[key]
        self.wait_for(self.say(row.label), str(row.number))
        self.hands.click()

    def on_the_marks(self, key: str) -> None:
        rows = {place: row for place, row in self.game.way.places(self.game) if place}
        assert self.game.decision is not None
        usual = self.game.way.usual(self.game) or self.game.decision.keys[0]
        self.go(list(rows), usual, key)
        letter = self.say(rows[key].label)
        few = len(rows) <= 2
        wide = len(rows) <= 4
        count = rows[key].number
        self.wait_for(letter if few or not wide else f"{letter} {count}")
        self.hands.click()

    def in_pairs(self, key: str) -> None:
        """Two parts; a part that leaves one answer only is enough."""
        game = self.game
        assert game.decision is not None
        labels = {each: self.say(game.words(each)) for each in game.decision.keys}
        called = part_labels(labels)
        pairs = {each: pair for each in labels if (pair := parts(each)) is not None}
        extra = ["By lot"] if game.way.lots(game) else []
        whole = [label for each, label in labels.items() if each not in pairs]
        rows = [*extra, *whole, *sorted(called.values())]
        one = called[pairs[key][0]] if key in pairs else labels[key]
        self.down(rows, one)
        if key not in pairs:
            return
        chosen = pairs[key][0]
        others = sorted(called[b if a == chosen else a] for a, b in pairs.values() if chosen in (a, b))
        if len(others) > 1:
            self.down(others, called[pairs[key][1]])

    def down(self, rows: Sequence[str], label: str) -> None:
        """Turn to a row of a list and click it."""
        notches, size = rows.index(label), len(rows)
        if size <= 6 and notches > size // 2:
            notches -= size
        if notches:
            self.hands.turn(notches)
        self.wait_for(label)
        self.hands.click()

    def go(self, order: Sequence[str], start: str, key: str) -> None:
        """Turn round to a key, the shorter way."""
        notches = (order.index(key) - order.index(start)) % len(order)
        if notches > len(order) // 2:
            notches -= len(order)
        if notches:
            self.hands.turn(notches)

    def wait_for(self, *focused: str) -> None:
        """All of these stand on the glass with the focus."""
        for _ in range(5):
            if all(seen(self.hands.art(), text, True) for text in focused):
                return
            self.hands.wait(2.0)  # toasts still cover the question: let them pass
        raise AssertionError(
            f"answer {self.done} ({self.keys[self.done]}): {focused} have not the focus: {read(self.hands.art())}\n"
            + "\n".join(self.hands.art())
        )

    def fits(self, game: Game, art: list[str]) -> bool:
        """Whether the glass shows that game's open question and seat, and what tells it from the one before."""
        decision = game.decision
        if decision is None:
            return False
        wanted = self.say(game.words()).split()
        if decision.seat != TABLE:
            wanted.append(self.names[decision.seat][:3])
        for key, row in game.way.places(game):
            if decision.kind == "sow.tray":
                wanted += [] if row.note is None else [self.say(row.note)]
            else:  # what stands below the markers
                wanted += [] if key else [self.say(row.label)]
        return all(seen(art, text) for text in wanted)


WORDS = frozenset(piece.word for piece in catalogue.title("trajan").components())
