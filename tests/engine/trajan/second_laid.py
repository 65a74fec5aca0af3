"""The second table of Trajan laid out: mats, boards, set-up, first cards and tiles; the cards and their piles.

No code and no table of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement

from tests.engine.second import TABLE, Second
from tests.engine.trajan.second_box import ACTIONS, BONUS, CARDS, COLOURS, FORUM, GRANTS, PROVINCES, STACKS


class Mat:
    """A seat's own things."""

    def __init__(self) -> None:
        self.trays: list[list[str]] = [[] for _ in range(6)]
        self.circle: list[str | None] = [None] * 6
        self.arch: int | None = 0
        self.kept: Counter[str] = Counter()
        self.tiles: Counter[str] = Counter()
        self.plus: set[str] = set()
        self.supply, self.workers, self.legionnaires = 13, 1, 1
        self.leader: str | None = None
        self.provinces: set[str] = set()
        self.sites: set[int] = set()
        self.built: Counter[str] = Counter()
        self.hand: Counter[str] = Counter()
        self.unknown = 0
        self.display: Counter[str] = Counter()
        self.bonus: dict[str, str] = {}


class Laid(Second):
    """What lies on the table."""

    def __init__(self, players: int, rules: Mapping[str, str], answers: Iterable[tuple[int, str]]) -> None:
        super().__init__(players, rules, answers)
        self.mats = [Mat() for _ in range(players)]
        self.forum_pile, self.yellow_pile = Counter(FORUM), Counter({f"extra.{word}": 2 for word in ACTIONS})
        self.forum: Counter[str] = Counter()
        self.provinces: dict[str, str] = {}
        self.sites: list[tuple[str, int] | None] = []
        self.stacks = {word: Counter(tiles) for word, tiles in STACKS.items()}
        self.tops: dict[str, str | None] = {}
        self.bag, self.beside = list(BONUS), []
        self.unseen, self.pile = Counter(dict.fromkeys(CARDS, 5)), 60
        self.discards: list[list[str]] = [[], []]
        self.gray: set[str] = set()
        self.at, self.loop = 0, int(rules["time_loop"])
        self.shown: list[str] = []
        self.seen: Counter[str] = Counter()
        self.quarter, self.spent, self.hidden = 1, 0, False
        self.senate: list[list[int]] = [[] for _ in range(8)]
        self.track: list[int] = []

    def clockwise(self, first: int) -> list[int]:
        return [(first + step) % self.players for step in range(self.players)]

    # ---- set-up

    def draw(self, kind: str, pile: Counter[str]) -> str | None:
        key = self.ask(TABLE, kind, [word for word, number in pile.items() if number])
        if key is not None:
            pile[key] -= 1
        return key

    def set_up(self) -> int:
        start = int(self.must(TABLE, "start.player", [f"seat.{seat}" for seat in range(self.players)])[5:])
        order = self.clockwise(start)
        self.senate[0] = list(order)
        for province in PROVINCES:
            self.provinces[province] = self.draw(f"lay.{province}", self.forum_pile) or ""
        for space in range(3 * self.players):
            self.forum[self.draw(f"lay.green.{space}", self.forum_pile) or ""] += 1
        for space in range(3):
            self.forum[self.draw(f"lay.yellow.{space}", self.yellow_pile) or ""] += 1
        tiles = Counter({f"construction.{kind}.{value}": 1 for kind in GRANTS for value in (2, 3, 4, 5)})
        for site in range(20):
            _, kind, value = str(self.draw(f"lay.site.{site}", tiles)).split(".")
            self.sites.append((kind, int(value)))
        for stack in self.stacks:
            self.turn_up(f"lay.stack.{stack}", stack)
        for seat in order:
            tile = self.new_bonus(f"lay.seat.{seat}")
            self.mats[seat].bonus[tile] = "yellow"
        self.beside = [self.new_bonus("lay.senate.0"), self.new_bonus("lay.senate.1")]
        for pile in (0, 1):
            self.turn_card(f"lay.discard.{pile}", pile)
        for seat in order:
            self.starting_markers(seat)
        self.hidden = self.must(TABLE, "hands.seen", ["hidden", "seen"]) == "hidden"
        self.note("hands hidden" if self.hidden else "hands seen")
        for seat in order:
            for _ in range(3):
                self.first_card(seat)
        self.draft(order)
        return start

    def new_bonus(self, kind: str) -> str:
        tile = self.must(TABLE, kind, [f"bonus.{word}" for word in self.bag])[6:]
        self.bag.remove(tile)
        return tile

    def starting_markers(self, seat: int) -> None:
        left = Counter(dict.fromkeys(COLOURS, 2))
        asked = seat if self.rules["starting_markers"] == "chosen" else TABLE
        for tray in range(6):
            pairs = [
                f"{one}-{other}"
                for one, other in combinations_with_replacement(COLOURS, 2)
                if not Counter([one, other]) - left
            ]
            kind = "setup.tray" if asked == seat else f"lay.tray.{seat}.{tray}"
            pair = self.must(asked, kind, pairs).split("-")
            left -= Counter(pair)
            self.mats[seat].trays[tray] = pair
            if pair[0] == pair[1]:
                self.note("equal starting markers")
        self.note("starting markers " + self.rules["starting_markers"])

    def first_card(self, seat: int) -> None:
        options = ["draw"] if self.can_draw() else []
        options += [f"take.{pile + 1}" for pile in (0, 1) if self.discards[pile]]
        key = self.must(seat, "setup.card", options)
        if key == "draw":
            self.draw_cards(seat, 1)
        else:
            self.take_discard(seat, int(key[-1]) - 1)
            self.note("first card from a discard pile")

    def draft(self, order: list[int]) -> None:
        self.note("draft " + self.rules["draft"])
        if self.rules["draft"] == "three_at_once":
            for seat in order:
                for slot in (1, 3, 5):
                    self.place_tile(seat, self.must(seat, "draft.tile", self.drafts(seat))[6:], slot)
            return
        for _ in range(3):
            for seat in order:
                stack = self.must(seat, "draft.tile", self.drafts(seat))[6:]
                free = [slot for slot in (1, 3, 5) if self.mats[seat].circle[slot] is None]
                slot = self.must(seat, "draft.slot", [ACTIONS[slot] for slot in free])
                self.place_tile(seat, stack, ACTIONS.index(slot))

    def drafts(self, seat: int) -> list[str]:
        mine = [tile for tile in self.mats[seat].circle if tile]
        return [f"stack.{word}" for word, tiles in STACKS.items() if not any(tile in tiles for tile in mine)]

    def turn_up(self, kind: str, stack: str) -> None:
        left = [f"trajan.{tile}" for tile, number in self.stacks[stack].items() if number]
        key = self.ask(TABLE, kind, left)
        self.tops[stack] = key[7:] if key else None
        if key:
            self.stacks[stack][key[7:]] -= 1
        else:
            self.note("a stack of Trajan tiles is empty")

    def place_tile(self, seat: int, stack: str, slot: int) -> None:
        self.mats[seat].circle[slot] = self.tops[stack]
        self.turn_up("stack.turn", stack)

    # ---- cards

    def can_draw(self) -> bool:
        return self.pile > 0 or (self.rules["reshuffle"] == "yes" and any(len(pile) > 1 for pile in self.discards))

    def ready(self) -> bool:
        if not self.pile and self.can_draw():
            self.note("the discards are shuffled")
            for number, pile in enumerate(self.discards):
                for card in pile[:-1]:
                    self.unseen[card] += 1
                    self.pile += 1
                self.discards[number] = pile[-1:]
        return self.pile > 0

    def drawn(self, kind: str) -> str:
        card = self.must(TABLE, kind, [f"card.{card}" for card in CARDS if self.unseen[card]])[5:]
        self.unseen[card] -= 1
        self.pile -= 1
        return card

    def draw_cards(self, seat: int, number: int) -> None:
        for _ in range(number):
            if not self.ready():
                self.note("fewer cards are drawn")
                return
            if self.hidden:
                self.pile -= 1
                self.mats[seat].unknown += 1
            else:
                self.mats[seat].hand[self.drawn("card.draw")] += 1

    def turn_card(self, kind: str, pile: int) -> None:
        if self.ready():
            self.discards[pile].append(self.drawn(kind))

    def take_discard(self, seat: int, pile: int) -> None:
        self.mats[seat].hand[self.discards[pile].pop()] += 1
        if not self.discards[pile]:
            self.note("an empty discard pile is refilled")
            self.turn_card("card.turn", pile)

    def may_have(self, seat: int, card: str) -> int:
        mat = self.mats[seat]
        return mat.hand[card] + min(mat.unknown, self.unseen[card])

    def playable(self, seat: int) -> list[str]:
        return [card for card in CARDS if self.may_have(seat, card)]

    def put_down(self, seat: int, card: str) -> None:
        mat = self.mats[seat]
        if mat.hand[card]:
            mat.hand[card] -= 1
        else:
            mat.unknown -= 1
            self.unseen[card] -= 1
            self.note("a card of a hidden hand is shown")

    def cards(self, seat: int) -> int:
        return sum(self.mats[seat].hand.values()) + self.mats[seat].unknown
