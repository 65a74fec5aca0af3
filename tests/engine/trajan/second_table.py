"""Trajan once more, written from the fact sheet alone: it reads the answers of a referee's game and plays them on a
table of its own, from set-up to result, in the order of the rulebook.

It shares no code and no table with the engine. Pieces are words, stacks are lists, every rule is spelled out plainly
and slowly; whoever asks for an answer that is not there yet gets ``Open`` with all that could be answered. ``notes``
collects which rules have come up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

ACTIONS = ["seaport", "forum", "military", "senate", "trajan", "construction"]
COLOURS = ["blue", "yellow", "green", "orange", "pink", "white"]
LETTERS = {"B": "blue", "Y": "yellow", "G": "green", "O": "orange", "P": "pink", "W": "white"}
DEMANDS = ["bread", "games", "religion"]
CARDS = ["columns", "hides", "scrolls", "oils", "fruit", "lamps", "wine", "fish", "goldware", "gems", "cattle", "wheat"]
SHIPS = {
    "identical": ([2, 6, 12, 20], [0, 1, 7, 15]),
    "pairs": ([5, 10, 15], [1, 6, 11]),
    "different": ([2, 4, 6, 8], [0, 1, 3, 5]),
}
STACKS: dict[str, list[str]] = {
    "cards": [f"cards.{pair}" for pair in ["BB", "OO", "YY", "BO", "WB", "GP", "PW", "OY", "YG"]],
    "nine": [f"nine.{pair}" for pair in ["BB", "GG", "OO", "PP", "WW", "YY", "BW", "OW", "YW"]],
    "workers": [f"workers.{pair}" for pair in ["GO", "PO", "WO", "YO", "BG", "OO", "YY", "OY", "BY"]],
    "legionnaires": [f"legionnaires.{pair}" for pair in ["BB", "GB", "PB", "WB", "YB", "GY", "PY", "WY", "OB"]],
    "plus-two": [f"plus-two.{pair}" for pair in ["PP", "WW", "BP", "GP", "OP", "YP", "PW", "PW", "GW"]],
    "demand": [
        "bread.PP",
        "bread.GG",
        "bread.OG",
        "games.GG",
        "games.PG",
        "games.YG",
        "religion.WW",
        "religion.WG",
        "religion.BO",
    ],
}
TWO_TOKENS = (
    *("workers.OO", "workers.YY", "workers.OY", "workers.BY"),
    *("legionnaires.GY", "legionnaires.PY", "legionnaires.WY", "legionnaires.OB"),
)
FORUM = Counter(
    {f"forum.vote.{n}": 3 for n in (2, 3, 4, 5)}
    | {f"forum.{word}": 14 for word in DEMANDS}
    | {"forum.wild-commodity": 3, "forum.wild-demand": 3, "forum.wild-construction": 2, "forum.wild-extra": 2}
    | {f"forum.extra-{word}": 1 for word in ACTIONS}
)
PROVINCES = {
    "alpes": (3, "narbonensis lugudunensis belgica raetia"),
    "raetia": (3, "alpes belgica germania-superior noricum"),
    "noricum": (5, "raetia"),
    "narbonensis": (6, "aquitania lugudunensis alpes"),
    "lugudunensis": (6, "aquitania narbonensis alpes belgica britannia"),
    "belgica": (6, "lugudunensis alpes raetia germania-superior germania-inferior britannia"),
    "germania-superior": (6, "belgica raetia germania-inferior"),
    "aquitania": (10, "lugudunensis narbonensis"),
    "britannia": (10, "lugudunensis belgica germania-inferior"),
    "germania-inferior": (10, "belgica germania-superior britannia"),
}
GRANTS = {"stairs": "forum", "door": "senate", "fountain": "seaport", "roof": "trajan", "window": "military"}
BONUS_CARDS = ["columns-hides", "scrolls-oils", "fruit-lamps", "wine-fish", "goldware-gems", "cattle-wheat"]
BONUS = [*BONUS_CARDS, *DEMANDS, "workers", "legionnaires", "yellow"]
TABLE = -1


class Open(Exception):
    """No answer is left: this is asked, of that seat."""

    def __init__(self, seat: int, options: list[str]) -> None:
        super().__init__(f"seat {seat} is asked: {options}")
        self.seat, self.options = seat, options


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


class Table:
    """The whole table. ``answers`` are pairs of seat and key, in the order of the record."""

    def __init__(self, players: int, rules: dict[str, str], answers: Iterable[tuple[int, str]]) -> None:
        self.players, self.rules, self.answers = players, rules, iter(answers)
        self.ledger: list[tuple[int, int, str, str]] = []
        self.notes: set[str] = set()
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

    def ask(self, seat: int, options: Sequence[str]) -> str | None:
        """The answer; none or one possible answer is no question."""
        options = list(dict.fromkeys(options))
        if len(options) < 2:
            return options[0] if options else None
        answer = next(self.answers, None)
        if answer is None:
            raise Open(seat, options)
        assert answer[0] == seat and answer[1] in options, f"{answer}: seat {seat} may answer {options}"
        return answer[1]

    def must(self, seat: int, options: Sequence[str]) -> str:
        key = self.ask(seat, options)
        assert key is not None
        return key

    def note(self, rule: str) -> None:
        self.notes.add(rule)

    def score(self, seat: int, points: int, reason: str, place: str = "") -> None:
        if points:
            self.ledger.append((seat, points, reason, place))

    def totals(self) -> list[int]:
        return [sum(points for of, points, _, _ in self.ledger if of == seat) for seat in range(self.players)]

    def clockwise(self, first: int) -> list[int]:
        return [(first + step) % self.players for step in range(self.players)]

    # ---- set-up

    def draw(self, pile: Counter[str]) -> str | None:
        key = self.ask(TABLE, [word for word, number in pile.items() if number])
        if key is not None:
            pile[key] -= 1
        return key

    def set_up(self) -> int:
        start = int(self.must(TABLE, [f"seat.{seat}" for seat in range(self.players)])[5:])
        order = self.clockwise(start)
        self.senate[0] = list(order)
        for province in PROVINCES:
            self.provinces[province] = self.draw(self.forum_pile) or ""
        for _ in range(3 * self.players):
            self.forum[self.draw(self.forum_pile) or ""] += 1
        for _ in range(3):
            self.forum[self.draw(self.yellow_pile) or ""] += 1
        tiles = Counter({f"construction.{kind}.{value}": 1 for kind in GRANTS for value in (2, 3, 4, 5)})
        for _ in range(20):
            _, kind, value = str(self.draw(tiles)).split(".")
            self.sites.append((kind, int(value)))
        for stack in self.stacks:
            self.turn_up(stack)
        for seat in order:
            tile = self.new_bonus()
            self.mats[seat].bonus[tile] = "yellow"
        self.beside = [self.new_bonus(), self.new_bonus()]
        for pile in (0, 1):
            self.turn_card(pile)
        for seat in order:
            self.starting_markers(seat)
        self.hidden = self.must(TABLE, ["hidden", "seen"]) == "hidden"
        self.note("hands hidden" if self.hidden else "hands seen")
        for seat in order:
            for _ in range(3):
                self.first_card(seat)
        self.draft(order)
        return start

    def new_bonus(self) -> str:
        tile = self.must(TABLE, [f"bonus.{word}" for word in self.bag])[6:]
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
            pair = self.must(asked, pairs).split("-")
            left -= Counter(pair)
            self.mats[seat].trays[tray] = pair
            if pair[0] == pair[1]:
                self.note("equal starting markers")
        self.note("starting markers " + self.rules["starting_markers"])

    def first_card(self, seat: int) -> None:
        options = ["draw"] if self.can_draw() else []
        key = self.must(seat, options + [f"take.{pile + 1}" for pile in (0, 1) if self.discards[pile]])
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
                    self.place_tile(seat, self.must(seat, self.drafts(seat))[6:], slot)
            return
        for _ in range(3):
            for seat in order:
                stack = self.must(seat, self.drafts(seat))[6:]
                free = [slot for slot in (1, 3, 5) if self.mats[seat].circle[slot] is None]
                self.place_tile(seat, stack, ACTIONS.index(self.must(seat, [ACTIONS[slot] for slot in free])))

    def drafts(self, seat: int) -> list[str]:
        mine = [tile for tile in self.mats[seat].circle if tile]
        return [f"stack.{word}" for word, tiles in STACKS.items() if not any(tile in tiles for tile in mine)]

    def turn_up(self, stack: str) -> None:
        left = [f"trajan.{tile}" for tile, number in self.stacks[stack].items() if number]
        key = self.ask(TABLE, left)
        self.tops[stack] = key[7:] if key else None
        if key:
            self.stacks[stack][key[7:]] -= 1
        else:
            self.note("a stack of Trajan tiles is empty")

    def place_tile(self, seat: int, stack: str, slot: int) -> None:
        self.mats[seat].circle[slot] = self.tops[stack]
        self.turn_up(stack)

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

    def drawn(self) -> str:
        card = self.must(TABLE, [f"card.{card}" for card in CARDS if self.unseen[card]])[5:]
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
                self.mats[seat].hand[self.drawn()] += 1

    def turn_card(self, pile: int) -> None:
        if self.ready():
            self.discards[pile].append(self.drawn())

    def take_discard(self, seat: int, pile: int) -> None:
        self.mats[seat].hand[self.discards[pile].pop()] += 1
        if not self.discards[pile]:
            self.note("an empty discard pile is refilled")
            self.turn_card(pile)

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

    # ---- turn

    def play(self) -> None:
        """The whole game."""
        seat = self.set_up()
        while True:
            laps = self.turn(seat)
            for _ in range(laps):
                if len(self.shown) < 3:
                    demand = self.must(TABLE, [word for word in DEMANDS if self.seen[word] < 5])
                    self.shown.append(demand)
                    self.seen[demand] += 1
                    continue
                self.settle((seat + 1) % self.players)
                if self.quarter == 4:
                    self.final()
                    return
                self.lay_out()
                self.shown, self.quarter = [], self.quarter + 1
            if laps > 1:
                self.note("the start is passed twice in one move")
            seat = (seat + 1) % self.players

    def turn(self, seat: int) -> int:
        """A whole turn; how many rounds it ends."""
        mat, self.spent = self.mats[seat], 0
        tray = ACTIONS.index(self.must(seat, [word for word, held in zip(ACTIONS, mat.trays, strict=True) if held]))
        held, mat.trays[tray] = mat.trays[tray], []
        number = len(held)
        if number >= 6:
            self.note("six and more markers")
        for step in range(1, number + 1):
            colour = self.must(seat, [colour for colour in COLOURS if colour in held])
            held.remove(colour)
            mat.trays[(tray + step) % 6].append(colour)
        target = (tray + number) % 6
        laps, self.at = (self.at + number) // self.loop, (self.at + number) % self.loop
        if laps:
            self.note("the marker stops on the start" if not self.at else "the marker goes past the start")
        self.fulfil(seat, target)
        self.act(seat, ACTIONS[target])
        return laps

    def fulfil(self, seat: int, slot: int) -> None:
        mat = self.mats[seat]
        tile = mat.circle[slot]
        if tile is None:
            return
        kind, pair = tile.split(".")
        if Counter(LETTERS[letter] for letter in pair) - Counter(mat.trays[slot]):
            if pair[0] == pair[1] and LETTERS[pair[0]] in mat.trays[slot]:
                self.note("one of two equal markers does not do")
            return
        if self.rules["fulfil"] == "optional" and self.must(seat, ["yes", "no"]) == "no":
            self.note("a tile is not fulfilled by choice")
            return
        points = {"nine": 9, "cards": 3, "plus-two": 4}.get(kind, 1)
        if kind in ("workers", "legionnaires"):
            points = 2 if tile in TWO_TOKENS else 5
        self.score(seat, points, "tile", tile)
        self.note(f"tile {kind} fulfilled")
        mat.circle[slot] = None
        if mat.arch is None:
            mat.arch = slot
            self.note("the arch comes back to the freed slot")
        if kind == "cards":
            self.draw_cards(seat, 2)
        elif kind == "plus-two":
            action = self.ask(seat, [word for word in ACTIONS if word not in mat.plus])
            if action:
                mat.plus.add(action)
        elif kind in DEMANDS:
            mat.kept[kind] += 1
        elif kind != "nine":
            number = min(2 if tile in TWO_TOKENS else 1, mat.supply)
            mat.supply -= number
            if kind == "workers":
                mat.workers += number
            else:
                mat.legionnaires += number

    # ---- actions

    def options(self, seat: int, action: str) -> list[str]:
        mat = self.mats[seat]
        if action == "seaport":
            wild = mat.tiles["forum.wild-commodity"]
            keys = ["draw"] if self.can_draw() else []
            keys += [f"take.{pile + 1}" for pile in (0, 1) if self.discards[pile]]
            keys += ["play"] if self.cards(seat) else []
            if self.cards(seat) or wild:
                keys += ["ship.identical", "ship.different"]
                keys += ["ship.pairs"] if self.pairs(seat, []) else []
            return keys
        if action == "forum":
            return [word for word, number in self.forum.items() if number]
        if action == "military":
            ways = PROVINCES[mat.leader][1].split() if mat.leader else ["alpes", "raetia", "noricum"]
            keys = [f"leader.{province}" for province in ways] + (["raise"] if mat.supply else [])
            can = mat.leader and mat.legionnaires and mat.leader not in mat.provinces
            return keys + (["settle"] if can else [])
        if action == "senate":
            return [] if seat in self.senate[7] else ["senate"]
        if action == "trajan":
            return [f"stack.{word}" for word, top in self.tops.items() if top] if mat.arch is not None else []
        keys = ["worker"] if mat.supply else []
        return keys + ([f"site.{site}" for site in self.legal_sites(mat)] if mat.workers else [])

    @staticmethod
    def legal_sites(mat: Mat) -> list[int]:
        if not mat.sites:
            return list(range(20))
        return [
            site
            for site in range(20)
            if site not in mat.sites
            and any(abs(site // 5 - own // 5) + abs(site % 5 - own % 5) == 1 for own in mat.sites)
        ]

    def act(self, seat: int, action: str) -> None:
        options = self.options(seat, action)
        if not options:
            self.note(f"{action} does nothing")
            return
        key = self.must(seat, [*options, "skip"])
        if key == "skip":
            self.note("an action is skipped")
            if self.rules["extra_after_skipped_action"] == "yes":
                self.extra(seat, action)
            return
        granted = self.do(seat, action, key)
        if granted:
            self.note(f"{granted} granted by a first tile")
            self.act(seat, granted)
        self.extra(seat, action)

    def extra(self, seat: int, action: str) -> None:
        mat = self.mats[seat]
        if self.spent and self.rules["extra_tiles_per_turn"] == "1":
            return
        own = [word for word in (f"forum.extra-{action}", f"extra.{action}") if mat.tiles[word]]
        keys = (["extra"] if own else []) + (["wild"] if mat.tiles["forum.wild-extra"] else [])
        if not keys or not self.options(seat, action):
            return
        key = self.must(seat, ["no", *keys])
        if key == "no":
            return
        self.note("any extra action" if key == "wild" else "extra action")
        mat.tiles["forum.wild-extra" if key == "wild" else own[0]] -= 1
        self.spent += 1
        if action in mat.plus:
            self.note("two extra actions by a +2 marker")
        for _ in range(2 if action in mat.plus else 1):
            self.act(seat, action)

    def do(self, seat: int, action: str, key: str) -> str | None:
        mat = self.mats[seat]
        self.note(f"{action}: {key.partition('.')[0]}")
        if action == "seaport":
            self.seaport(seat, key)
        elif action == "forum":
            self.forum[key] -= 1
            mat.tiles[key] += 1
        elif action == "military":
            self.military(seat, key)
        elif action == "senate":
            space = next(number for number, discs in enumerate(self.senate) if seat in discs)
            self.senate[space].remove(seat)
            self.senate[space + 1].append(seat)
            self.score(seat, space + 2, "senate", f"space.{space + 1}")
        elif action == "trajan":
            assert mat.arch is not None
            slot = mat.arch
            mat.circle[slot] = self.tops[key[6:]]
            free = [(slot + step) % 6 for step in range(1, 6) if mat.circle[(slot + step) % 6] is None]
            mat.arch = free[0] if free else None
            if not free:
                self.note("the arch leaves the circle")
            self.turn_up(key[6:])
        elif key == "worker":
            mat.supply, mat.workers = mat.supply - 1, mat.workers + 1
        else:
            return self.build(seat, int(key[5:]))
        return None

    def build(self, seat: int, site: int) -> str | None:
        mat, tile = self.mats[seat], self.sites[site]
        mat.workers -= 1
        mat.sites.add(site)
        if tile is None:
            self.note("a worker on an emptied site")
            return None
        self.sites[site] = None
        kind, value = tile
        self.score(seat, value, "construction", f"{kind}.{value}")
        mat.built[kind] += 1
        if mat.built[kind] > 1:
            self.note("the second tile of a type grants nothing")
            return None
        return GRANTS[kind]

    def military(self, seat: int, key: str) -> None:
        mat = self.mats[seat]
        if key == "raise":
            mat.supply, mat.legionnaires = mat.supply - 1, mat.legionnaires + 1
        elif key == "settle":
            assert mat.leader is not None
            others = sum(mat.leader in other.provinces for other in self.mats if other is not mat)
            if others:
                self.note("less for opposing legionnaires")
            points = PROVINCES[mat.leader][0] - 3 * others
            if points < 0:
                self.note("a province never costs points")
            mat.legionnaires -= 1
            mat.provinces.add(mat.leader)
            self.score(seat, max(points, 0), "province", mat.leader)
        else:
            mat.leader = key[7:]
            tile = self.provinces.pop(mat.leader, None)
            if tile:
                mat.tiles[tile] += 1
                self.note("the leader takes a tile")

    def seaport(self, seat: int, key: str) -> None:
        mat = self.mats[seat]
        if key == "draw":
            self.draw_cards(seat, 2)
            card, pile = self.must(seat, [f"{card}-{pile}" for card in self.playable(seat) for pile in (1, 2)]).split(
                "-"
            )
            self.put_down(seat, card)
            self.discards[int(pile) - 1].append(card)
        elif key.startswith("take"):
            self.take_discard(seat, int(key[-1]) - 1)
        elif key == "play":
            number = 0
            while number < 2:
                card = self.ask(seat, [*self.playable(seat), *(["done"] if number else [])])
                if card in (None, "done"):
                    break
                self.put_down(seat, str(card))
                mat.display[str(card)] += 1
                number += 1
            self.note(f"{number} played")
            self.draw_cards(seat, number)
        else:
            self.ship(seat, key[5:])

    def use(self, seat: int, card: str) -> None:
        mat = self.mats[seat]
        if card == "wild":
            mat.tiles["forum.wild-commodity"] -= 1
            self.note("a wild commodity is shipped")
        else:
            self.put_down(seat, card)
            mat.display[card] += 1

    def pairs(self, seat: int, done: list[str]) -> list[str]:
        wild = self.mats[seat].tiles["forum.wild-commodity"]
        need = 1 if wild else 2
        keys = [card for card in CARDS if self.may_have(seat, card) >= need and card not in done]
        return keys + (["wild"] if wild > 1 else [])

    def ship(self, seat: int, ship: str) -> None:
        mat, used = self.mats[seat], list[str]()
        points = SHIPS[ship][1 if ship in self.gray else 0]
        self.note(f"ship {ship} {'gray' if ship in self.gray else 'coloured'}")
        while len(used) < len(points):
            wild = ["wild"] if mat.tiles["forum.wild-commodity"] else []
            if ship == "pairs":
                keys = self.pairs(seat, used)
            elif "wild" in used:
                keys = wild
            elif ship == "identical":
                keys = [card for card in self.playable(seat) if not used or card == used[0]] + wild
            else:
                keys = [card for card in self.playable(seat) if card not in used] + wild
            card = self.must(seat, [*keys, *(["done"] if used else [])])
            if card == "done":
                break
            self.use(seat, card)
            used.append(card)
            if ship == "pairs":
                second = [card] if card == "wild" or self.may_have(seat, card) else []
                if card != "wild" and mat.tiles["forum.wild-commodity"]:
                    second.append("wild")
                self.use(seat, self.must(seat, second))
        self.score(seat, points[len(used) - 1], "ship", f"{ship}.{len(used)}")
        self.gray.add(ship)

    # ---- quarter

    def settle(self, first: int) -> None:
        for seat in self.clockwise(first):
            self.pay(seat)
        votes = {}
        for space, discs in enumerate(self.senate):
            for height, seat in enumerate(discs):
                tiles = self.mats[seat].tiles
                on_tiles = sum(n * tiles[f"forum.vote.{n}"] for n in (2, 3, 4, 5))
                votes[seat] = (space + 1 if space else 0) + on_tiles, space, height
        self.track = sorted(votes, key=lambda seat: votes[seat][1:], reverse=True)
        order = sorted(votes, key=lambda seat: votes[seat], reverse=True)
        consul, vice = order[:2]
        if votes[consul][0] == votes[vice][0]:
            self.note("a tie in the senate")
        tile = self.must(consul, self.beside)
        self.mats[consul].bonus[tile] = "yellow"
        self.beside.remove(tile)
        if votes[vice][0] or self.rules["vice_consul_needs_vote"] == "no":
            self.mats[vice].bonus[self.beside[0]] = "gray"
        else:
            self.note("a vice-consul without a vote")
        for mat in self.mats:
            for n in (2, 3, 4, 5):
                mat.tiles[f"forum.vote.{n}"] = 0
        self.senate = [order[::-1], *([] for _ in range(7))]

    def pay(self, seat: int) -> None:
        mat, used, unmet = self.mats[seat], Counter[str](), 0
        may_refuse = self.rules["refuse_demand"] == "yes"
        for number, demand in enumerate(self.shown):
            keys = (["kept"] if mat.kept[demand] > used[demand] else []) + (
                ["tile"] if mat.tiles[f"forum.{demand}"] else []
            )
            if mat.tiles["forum.wild-demand"] and (
                not keys or may_refuse or self.spare_wild(mat, used, self.shown[number + 1 :], demand)
            ):
                keys.append("wild")
            key = self.ask(seat, [*keys, "refuse"] if keys and may_refuse else keys)
            if key == "kept":
                used[demand] += 1
            elif key == "tile":
                mat.tiles[f"forum.{demand}"] -= 1
            elif key == "wild":
                mat.tiles["forum.wild-demand"] -= 1
            else:
                unmet += 1
            self.note(f"demand paid by {key}" if key and key != "refuse" else "a demand is unmet")
            if key == "refuse":
                self.note("a demand is refused")
        self.score(seat, -[0, 4, 9, 15][unmet], "demands", f"unmet.{unmet}")

    @staticmethod
    def spare_wild(mat: Mat, used: Counter[str], later: Sequence[str], demand: str) -> bool:
        """Whether as many of the later demands can be met if a wild tile goes for this one, which a plain one meets."""
        need = Counter(later)
        own = {word: mat.kept[word] - used[word] + mat.tiles[f"forum.{word}"] for word in DEMANDS}
        wild = mat.tiles["forum.wild-demand"]

        def met(own: dict[str, int], wild: int) -> int:
            plain = sum(min(need[word], own[word]) for word in DEMANDS)
            return plain + min(wild, sum(need.values()) - plain)

        return met(own, wild - 1) == met({**own, demand: own[demand] - 1}, wild)

    def lay_out(self) -> None:
        self.forum.clear()
        if self.rules["province_vote_tiles"] == "go":
            gone = [province for province, tile in self.provinces.items() if ".vote." in tile]
            for province in gone:
                del self.provinces[province]
                self.note("vote tiles in provinces go")
        self.gray.clear()
        self.beside = [self.new_bonus(), self.new_bonus()]
        for province in PROVINCES:
            held = any(province == mat.leader or province in mat.provinces for mat in self.mats)
            if province not in self.provinces and not held:
                tile = self.draw(self.forum_pile)
                if tile:
                    self.provinces[province] = tile
                    self.note("a province is refilled")
        for _ in range(3 * self.players):
            tile = self.draw(self.forum_pile)
            if tile:
                self.forum[tile] += 1
            else:
                self.note("the forum stack runs out")
        for _ in range(3):
            self.forum[self.draw(self.yellow_pile) or ""] += 1

    # ---- the end

    def final(self) -> None:
        for seat in range(self.players):
            self.count(seat)
        totals = self.totals()
        rank = self.track if self.rules["final_tie"] == "track" else self.senate[0][::-1]
        self.winner = max(range(self.players), key=lambda seat: (totals[seat], -rank.index(seat)))
        if totals.count(max(totals)) > 1:
            self.note("a tie at the end")

    def count(self, seat: int) -> None:
        mat = self.mats[seat]
        self.score(seat, self.cards(seat), "hand")
        self.score(seat, mat.workers, "camps", "workers")
        self.score(seat, mat.legionnaires, "camps", "legionnaires")
        self.score(seat, sum(tile is not None for tile in mat.circle), "circle")
        wilds = mat.tiles["forum.wild-construction"]
        best = [self.set_points(mat.built[kind]) for kind in GRANTS]
        for ways in combinations_with_replacement(GRANTS, wilds):
            points = [self.set_points(mat.built[kind] + ways.count(kind)) for kind in GRANTS]
            if sum(points) > sum(best):
                best = points
                self.note("a wild construction tile completes a set")
        for kind, points_ in zip(GRANTS, best, strict=True):
            self.score(seat, points_, "sets", kind)
            if points_:
                self.note(f"a set for {points_}")
        self.count_bonus(seat)

    @staticmethod
    def set_points(number: int) -> int:
        return 20 if number >= 4 else 10 if number == 3 else 0

    def count_bonus(self, seat: int) -> None:
        mat = self.mats[seat]
        number: dict[str, int] = {}
        for word in mat.bonus:
            if word in BONUS_CARDS:
                number[word] = sum(mat.display[card] for card in word.split("-"))
            elif word in DEMANDS:
                number[word] = min(mat.tiles[f"forum.{word}"], 1)
            else:
                yellow = sum(side == "yellow" for side in mat.bonus.values())
                number[word] = {"workers": len(mat.sites), "legionnaires": len(mat.provinces), "yellow": yellow}[word]
        commodity = [word for word in BONUS if word in mat.bonus and word in BONUS_CARDS]
        if commodity and mat.tiles["forum.wild-commodity"]:
            self.note("a wild commodity left over counts as a card")
            commodity.sort(key=lambda word: mat.bonus[word] == "gray")
            number[commodity[0]] += mat.tiles["forum.wild-commodity"]
        if self.rules["wild_demand_for_bonus"] == "yes":
            lacking = [word for word in BONUS if word in mat.bonus and word in DEMANDS and not number[word]]
            lacking.sort(key=lambda word: mat.bonus[word] == "gray")
            for word in lacking[: mat.tiles["forum.wild-demand"]]:
                number[word] = 1
                self.note("a wild demand serves a bonus tile")
        for word in [word for word in BONUS if word in mat.bonus]:
            gray = mat.bonus[word] == "gray"
            if word in DEMANDS:
                points = number[word] * (6 if gray else 9)
            elif word == "workers":
                points = -(-number[word] // 2) if gray else number[word]
            elif word == "legionnaires":
                points = number[word] * (1 if gray else 2)
            else:
                points = number[word] * (2 if gray else 3)
            self.score(seat, points, "bonus", word)
            if points:
                self.note(f"bonus {'cards' if word in BONUS_CARDS else word} {'gray' if gray else 'yellow'}")
