"""Somebody who plays an evening at the box, whatever the title and the way: knows what to enter and reads the glass.

The player keeps a game of their own in mind (what they mean to enter), turns the knob until the glass shows that the
right thing has the focus, and clicks; or lays a tag on the reader, every other time that a tag says it. After a power
cut they find on the glass where the evening stands. They know nothing of the program but its contracts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from reading import read, seen

from engine import catalogue
from engine.game import TABLE, Game
from engine.words import Reply
from firmware_py.flow.prompt import grid_rows

HEADER = 11  # rows of the header and its rule: a chip there is inverted, and has no focus
LOOK_S = 0.3  # nobody answers sooner to what has come up while they waited
PATIENCE = 5  # so many pictures that cover the question are let pass
READING_S = 0.3  # nobody reads a question faster
SHORT = 14  # letters of a question that are always on one line
NAME = 18  # letters of a name, as a route's, that are always there
LINE = 22  # letters that always fit into a line
BETWEEN = re.compile(r"\s*[–+]\s*|\s+(?:and|to)\s+")  # the two parts of an answer, in words


class Hands(Protocol):
    """What the player needs of a box: hands on its controls and eyes on its glass."""

    inputs: int

    def turn(self, notches: int) -> None: ...
    def click(self, control: str = "knob") -> None: ...
    def tap(self, word: str) -> None: ...
    def wait(self, seconds: float) -> None: ...
    def art(self, name: str | None = None) -> list[str]: ...
    def marked(self, art: list[str] | None = None) -> bool: ...


class Entered(NamedTuple):
    """An answer that was entered: in which turn, asked of whom, what, how many inputs it took, and how many answers of
    the plan have been given since."""

    turn: int
    seat: int
    kind: str
    key: str
    inputs: int
    done: int


def has_focus(art: Sequence[str], row: str) -> bool:
    """Whether that row is the one that a click would take; a long one stands on two lines."""
    texts = [row] if len(row) <= LINE else re.split(r"(?<=–)| ", row)
    return all(seen(art, text, inverted=True, descenders=False) for text in texts)


class Player:
    """Enters a plan on a box. ``tags``: what a tag says is tapped every other time. ``log``: what was entered."""

    def __init__(
        self,
        hands: Hands,
        keys: Sequence[str],
        names: Sequence[str],
        tags: bool = True,
        title: str = "trajan",
        way: str = "scorekeeper",
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.hands, self.keys, self.names, self.tags = hands, list(keys), list(names), tags
        self.title, self.way, self.options = catalogue.title(title), way, dict(options or {})
        self.words = tuple(piece.word for piece in self.title.components())
        self.game = self.new_game()
        self.done = self.saved = 0
        self.looking = TABLE  # who has said that it is them at the glass
        self.waited = False  # whether something covered the question when it was looked for
        self.tapped = 0
        self._could = 0
        self.meant: dict[str, str] = {}  # what the row that was taken last answers by itself, by the kind of question
        self.log: list[Entered] = []
        self.most = 1  # answers that one input may give

    def new_game(self) -> Game:
        """The game before its first answer."""
        return catalogue.new_game(self.title.name, self.way, len(self.names), self.options)

    def after(self, answers: int) -> Game:
        """The game after so many answers of the plan."""
        game = self.new_game()
        for key in self.keys[:answers]:
            game.answer(key)
        return game

    def inputs_a_turn(self) -> list[int]:
        """How many inputs each turn took, what was asked of the table and of other seats in it included; final scoring
        is no turn."""
        turns: dict[int, int] = {}
        for entered in self.log:
            if entered.turn and not entered.kind.startswith("final."):
                turns[entered.turn] = turns.get(entered.turn, 0) + entered.inputs
        return list(turns.values())

    # ---- sitting down

    def sit_down(self, *between: str) -> None:
        """A new box: the title, the way, how many players; then these rows, one after another."""
        self.pick(str(self.title.label))
        self.pick(str(self.title.ways[self.way].label))
        self.dial(str(len(self.names)))
        for row in between:
            self.pick(row)

    def skip_to(self, done: int) -> None:
        """So many answers have been entered already."""
        self.game, self.done, self.saved = self.after(done), done, done

    def passes(self) -> None:
        """What covers the question passes; the question may only just have come up then."""
        self.hands.wait(2.5)
        self.waited = True

    def click(self) -> None:
        """A click, not sooner than anybody could answer to what is there."""
        if self.waited:
            self.hands.wait(LOOK_S)
        self.waited = False
        self.hands.click()

    # ---- entering

    def play(self, until: int | None = None) -> None:
        """Enter the plan, up to the answer of that number."""
        until = len(self.keys) if until is None else until
        while self.done < until:
            self.answer()

    def answer(self) -> None:
        """Enter the next answer of the plan, and note whether the glass showed it as saved."""
        decision, key, before = self.game.decision, self.keys[self.done], self.hands.inputs
        assert decision is not None
        turn = self.game.turn[0]
        for given in self.enter(key):
            self.game.answer(given)
            self.done += 1
        self.log.append(Entered(turn, decision.seat, decision.kind, key, self.hands.inputs - before, self.done))
        self.look()
        for item in self.game.news:
            if item.kind in ("senate", "final"):
                self.read_page("final" if item.kind == "final" else self.say(item.text))

    def enter(self, key: str) -> list[str]:
        """One answer, in whatever form it is asked; which answers of the plan are given with it."""
        game, decision = self.game, self.game.decision
        assert decision is not None
        private = decision.seat != TABLE and game.way.private(game)
        if private and self.looking != decision.seat:
            self.wait_for("I am looking", inverted=True)
            self.click()
        self.looking = decision.seat if private else TABLE
        replies = game.way.replies(game)
        self.hands.wait(READING_S)
        if self.by_tag(key):
            return [key, *self.following([key])]
        if replies:
            return self.by_reply(replies)
        form = game.way.form(game)
        if form == "list":
            self.wait_for(*self.question())
            self.from_list(key)
        elif form == "ring":
            self.on_the_ring(key)
        elif form == "marks":
            self.on_the_marks(key)
        else:
            self.by_count(key, form)
        return [key, *self.following([key])]

    def by_reply(self, replies: Sequence[Reply]) -> list[str]:
        """The row that answers most of the plan, and nothing else."""
        self.wait_for(*self.question())
        left, best = self.keys[self.done :], None
        for reply in replies:
            more = best is None or (len(reply.keys), len(reply.ahead)) > (len(best.keys), len(best.ahead))
            if more and tuple(left[: len(reply.keys)]) == reply.keys and self.agrees(reply):
                best = reply
        assert best is not None, f"no row answers {left[:4]}"
        self.down({self.say(reply.label) for reply in replies}, self.say(best.label))
        self.meant = dict(best.ahead)
        return [*best.keys, *self.following(best.keys)]

    def agrees(self, reply: Reply) -> bool:
        """Whether the plan answers what that row answers by itself just so."""
        ahead, meant = self.game.copy(), dict(reply.ahead)
        asked = ahead.decision
        for key in self.keys[self.done :]:
            here = ahead.decision
            assert here is not None and asked is not None
            if meant.get(here.kind, key) != key and meant[here.kind] in here.keys:
                return False
            ahead.answer(key)
            if ahead.decision is None or ahead.decision[:2] == asked[:2] or ahead.turn[0] != self.game.turn[0]:
                break
        return True

    def following(self, keys: Sequence[str]) -> list[str]:
        """The answers after these that the row taken last answers by itself."""
        assert self.game.decision is not None
        seat, ahead, found = self.game.decision.seat, self.game.copy(), list[str]()
        for key in keys:
            ahead.answer(key)
        while (asked := ahead.decision) is not None and asked.seat == seat:
            key = self.meant.pop(asked.kind, "")
            if key not in asked.keys:
                break
            ahead.answer(key)
            found.append(key)
        return found

    def by_tag(self, key: str) -> bool:
        """Tap a piece that names this answer, every other time that there is one; of several answers a second tag
        picks this, or the knob."""
        game, decision = self.game, self.game.decision
        assert decision is not None
        if not self.tags:
            return False
        ways = {word: named for word in self.words if key in (named := tuple(game.way.named(game, word)))}
        if not ways:
            return False
        word = min(ways, key=lambda each: len(ways[each]))
        self._could += 1
        listed = game.way.form(game) == "list" and len(ways[word]) <= len(decision.keys) // 2
        if self._could % 2 == 0 or (len(ways[word]) > 1 and not listed):
            return False
        self.tapped += 1
        self.hands.tap(f"{self.title.name}/{word}")
        self.waited = True
        if len(ways[word]) == 1:
            return True
        second = next((other for other, named in ways.items() if set(named) & set(ways[word]) == {key}), None)
        if second is not None:
            self.tapped += 1
            self.hands.tap(f"{self.title.name}/{second}")
            self.waited = True
        else:
            self.down({self.say(game.words(each)) for each in ways[word]}, self.say(game.words(key)))
        return True

    def from_list(self, key: str) -> None:
        """A row of a list; where the rows are the parts of answers, one part and then the other."""
        game, decision = self.game, self.game.decision
        assert decision is not None
        labels = {each: self.say(game.words(each)) for each in decision.keys}
        halves = {each: BETWEEN.split(label) for each, label in labels.items()}
        pairs = {
            each: pair for each, pair in halves.items() if len(pair) == 2 and all(part[:1].isalpha() for part in pair)
        }
        rows = {*labels.values(), *(part for pair in pairs.values() for part in pair)}
        found = self.down(rows, labels[key], *pairs.get(key, ()))
        if found == labels[key]:
            return
        left = [pair for pair in pairs.values() if found in pair]
        if len(left) > 1:
            one, other = pairs[key]
            self.down(rows, other if found == one else one)

    def down(self, rows: Iterable[str], *wanted: str) -> str:
        """Turn until one of these rows has the focus, and click; which it was. ``rows``: all that could have it."""
        hands, before, way, at_end = self.hands, self.hands.inputs, 1, 0
        longer = {label: [row for row in rows if label in row and row != label] for label in wanted}
        for _ in range(200):
            art = hands.art()[HEADER:]
            for label in wanted:
                if has_focus(art, label) and not any(has_focus(art, row) for row in longer[label]):
                    if hands.inputs == before and self.handed_on():
                        hands.wait(1)  # nothing was turned: the new question is read before it is answered
                    hands.inputs = min(hands.inputs, before + 1)  # an unbroken turn, however far, is one input
                    self.click()
                    return label
            hands.turn(way)
            if hands.art()[HEADER:] == art:
                way, at_end = -way, at_end + 1
                if at_end > PATIENCE:
                    break
                if at_end > 1:
                    self.passes()  # neither up nor down: something covers it
        raise self.lost(wanted)

    def handed_on(self) -> bool:
        """Whether the open question is another seat's than the one answered before."""
        decision = self.game.decision
        return bool(self.log) and decision is not None and decision.seat != self.log[-1].seat

    def pick(self, row: str) -> None:
        """Turn until that row has the focus, wait for it if need be, and click."""
        self.down((), row)

    def dial(self, value: str) -> None:
        """Turn a dial up until it stands there, and click."""
        for _ in range(200):
            if read(self.hands.art()).largest() == value:
                self.click()
                return
            self.hands.turn(1)
        raise self.lost((value,))

    def by_count(self, key: str, form: str) -> None:
        """An answer of a dial, cells, a grid or two buttons: as far as it is from the usual one."""
        game, decision = self.game, self.game.decision
        assert decision is not None
        order = grid_rows(decision.keys, str, str)[0] if form == "grid" else list(decision.keys)
        usual = game.way.usual(game)
        notches = order.index(key) - (order.index(usual) if usual in order else 0)
        if form != "dial":
            around = notches - len(order) if notches > 0 else notches + len(order)
            notches = around if abs(around) < abs(notches) else notches
        if notches:
            self.hands.turn(notches)
        label = self.say(game.words(key))
        if form == "dial":
            self.wait_for(label, *self.question())
        elif form == "grid":
            self.wait_for(self.say(game.words()) if key == usual else label)
        else:
            self.wait_for(label, inverted=True)
        self.click()

    def on_the_ring(self, key: str) -> None:
        places = [place for place, _ in self.game.way.places(self.game)]
        self.go([place for place in (*places[:3], *reversed(places[3:])) if place], key)
        row = dict(self.game.way.places(self.game))[key]
        self.wait_for(self.say(row.label), str(row.number), inverted=True)
        self.click()

    def on_the_marks(self, key: str) -> None:
        rows = {place: row for place, row in self.game.way.places(self.game) if place}
        self.go(list(rows), key)
        letter = self.say(rows[key].label)
        self.wait_for(letter if len(rows) != 3 and len(rows) != 4 else f"{letter} {rows[key].number}", inverted=True)
        self.click()

    def go(self, order: Sequence[str], key: str) -> None:
        """Turn round to a key, the shorter way."""
        assert self.game.decision is not None
        start = self.game.way.usual(self.game) or self.game.decision.keys[0]
        notches = (order.index(key) - order.index(start)) % len(order)
        if notches > len(order) // 2:
            notches -= len(order)
        if notches:
            self.hands.turn(notches)

    # ---- reading

    def say(self, text: object) -> str:
        return text.render(self.names)  # type: ignore[attr-defined]

    def question(self, game: Game | None = None) -> list[str]:
        """The words of the open question, and whom it asks: a long question stands on two lines, a long name is cut."""
        game = game or self.game
        assert game.decision is not None
        chip = [self.names[game.decision.seat][:3]] if game.decision.seat != TABLE else []
        said = self.say(game.words())
        words = [said] if game.way.form(game) == "list" and len(said) <= SHORT else said.split()
        return [*(word[:NAME] for word in words), *chip]

    def wait_for(self, *texts: str, inverted: bool | None = None) -> None:
        """All of these stand on the glass: what covers the question passes."""
        for _ in range(PATIENCE):
            if all(seen(self.hands.art(), text, inverted) for text in texts):
                return
            self.passes()
        raise self.lost(texts)

    def lost(self, wanted: Sequence[str]) -> AssertionError:
        art, key = self.hands.art(), self.keys[self.done] if self.done < len(self.keys) else ""
        return AssertionError(
            f"answer {self.done} ({key}): no {list(wanted)} on the glass: {read(art)}\n" + "\n".join(art)
        )

    def read_page(self, title: str) -> None:
        """A result stays on the glass until somebody has looked at it."""
        self.wait_for(title)
        self.click()

    def look(self) -> None:
        """What is on the glass without the mark counts as saved."""
        if not self.hands.marked():
            self.saved = self.done

    # ---- after a power cut

    def face(self, game: Game) -> list[str]:
        """What on the glass tells that game's question from the ones before and after it."""
        decision = game.decision
        if decision is None:
            return ["wins"]
        wanted = self.question(game)
        if game.way.replies(game) and (beside := game.way.beside(game)) is not None:
            # short: it fits, but for where the mark of what is owed takes its place
            wanted += [] if game.way.owed(game) else [self.say(beside)]
        if game.way.form(game) == "dial" and decision.kind.startswith("turn"):
            wanted += [str(total).replace("-", "−") for total in game.totals()]
            wanted += [self.say(game.page(None).status), self.say(game.way.hint(game, game.way.usual(game)).text)]
        for key, row in game.way.places(game):
            if game.way.form(game) == "ring":
                wanted += [] if row.note is None else [self.say(row.note)]
            else:  # what stands below the markers
                wanted += [] if key else [self.say(row.label)]
        return wanted

    def told_apart(self, first: int) -> list[int]:
        """Places of the plan at which the questions that an input before or after could lead to read differently."""
        game = self.new_game()
        faces = [tuple(self.face(game))]
        for key in self.keys:
            self.most = max([self.most, *(len(reply.keys) + len(reply.ahead) for reply in game.way.replies(game))])
            game.answer(key)
            faces.append(tuple(self.face(game)))
        near = {at: faces[at - 1 : at + 2 * self.most] for at in range(first, len(self.keys) - 5)}
        return [at for at, there in near.items() if len(set(there)) == len(there)]

    def asks(self, game: Game, art: Sequence[str]) -> bool:
        """Whether it is the seat that is asked in that game whose name stands in the header."""
        seat = game.decision.seat if game.decision is not None else TABLE
        # above a grid the header is taller, and a letter may have a tail
        return seat == TABLE or seen(art[: HEADER + 3], self.names[seat][:3], inverted=True)

    def find_place(self) -> int:
        """Where the evening stands, read from the glass: how many answers are left. Everything saved must be there."""
        self.looking, self.meant = TABLE, {}
        self.hands.wait(3.0)
        art = self.hands.art()
        for done in range(min(self.done + self.most, len(self.keys)), self.saved - 1, -1):
            game = self.after(done)
            if self.asks(game, art) and all(seen(art, text) for text in self.face(game)):
                lost, self.game, self.done = self.done - done, game, done
                self.log = [entered for entered in self.log if entered.done <= done]
                return lost
        raise AssertionError(
            f"{self.saved} of {self.done} answers were shown as saved; the glass shows no such place: {read(art)}"
        )
