"""What stands in one list reads differently row by row, whatever the title, the way and the seats."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import catalogue

ANSWERS = 400
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eva")
WAYS = [(title.name, way) for title in catalogue.titles() for way in title.ways]


@pytest.mark.parametrize(("title", "way"), WAYS)
def test_no_two_answers_to_one_question_read_alike(title: str, way: str) -> None:
    fewest, most = catalogue.title(title).ways[way].players
    for players in range(fewest, most + 1):
        chance = random.Random(players)
        game = catalogue.new_game(title, way, players)
        for _ in range(ANSWERS):
            if game.decision is None:
                break
            for keys in (game.decision.keys, game.others()):
                rows = Counter(game.words(key).render(NAMES) for key in keys)
                assert [row for row, count in rows.items() if count > 1] == [], game.decision.kind
            game.answer(chance.choice(game.decision.keys))
