"""Trajan once more, written from the fact sheet alone: it reads the answers of a referee's game and plays them on a
table of its own, from set-up to result, in the order of the rulebook.

It shares no code and no table with the engine. Pieces are words, stacks are lists, every rule is spelled out plainly
and slowly. What is in the box stands in ``second_box``, the table laid out in ``second_laid``, the actions in
``second_actions``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from tests.engine.second import TABLE
from tests.engine.trajan.second_actions import Actions
from tests.engine.trajan.second_box import (
    ACTIONS,
    BONUS,
    BONUS_CARDS,
    COLOURS,
    DEMANDS,
    GRANTS,
    LETTERS,
    PROVINCES,
    TWO_TOKENS,
)
from tests.engine.trajan.second_laid import Mat


class Table(Actions):
    """The whole table, turn by turn, quarter by quarter."""

    # ---- turn

    def play(self) -> None:
        """The whole game."""
        seat = self.set_up()
        while True:
            laps = self.turn(seat)
            for _ in range(laps):
                if len(self.shown) < 3:
                    demand = self.must(TABLE, "demand.reveal", [word for word in DEMANDS if self.seen[word] < 5])
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
        full = [word for word, held in zip(ACTIONS, mat.trays, strict=True) if held]
        tray = ACTIONS.index(self.must(seat, "sow.tray", full))
        held, mat.trays[tray] = mat.trays[tray], []
        number = len(held)
        if number >= 6:
            self.note("six and more markers")
        for step in range(1, number + 1):
            colour = self.must(seat, "sow.colour", [colour for colour in COLOURS if colour in held])
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
        if self.rules["fulfil"] == "optional" and self.must(seat, "tile.fulfil", ["yes", "no"]) == "no":
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
            action = self.ask(seat, "tile.plus-two", [word for word in ACTIONS if word not in mat.plus])
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
        tile = self.must(consul, "quarter.bonus", self.beside)
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
            key = self.ask(seat, "demand.pay", [*keys, "refuse"] if keys and may_refuse else keys)
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
        self.beside = [self.new_bonus("refill.bonus"), self.new_bonus("refill.bonus")]
        for province in PROVINCES:
            held = any(province == mat.leader or province in mat.provinces for mat in self.mats)
            if province not in self.provinces and not held:
                tile = self.draw("refill.province", self.forum_pile)
                if tile:
                    self.provinces[province] = tile
                    self.note("a province is refilled")
        for _ in range(3 * self.players):
            tile = self.draw("refill.forum", self.forum_pile)
            if tile:
                self.forum[tile] += 1
            else:
                self.note("the forum stack runs out")
        for _ in range(3):
            self.forum[self.draw("refill.yellow", self.yellow_pile) or ""] += 1

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
