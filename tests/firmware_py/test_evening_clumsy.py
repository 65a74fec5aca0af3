"""Evenings with everything done wrong on purpose: pages opened and left, corrections begun, answers taken back and
brought back, tags that belong elsewhere, a set-up begun in the middle; names of twelve letters. What is kept is what
was meant.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from plans import CODE, kept_score, opened, refereed
from player import Player
from story import Story, kept

from firmware_py.screens import draw

NAMES = ("Bartholomäus", "Anne-Marie", "Anne-Sophie", "Çağlaößéèñçü")
PAGES = (
    ("Score",),
    ("Why",),
    ("Correct", "Score"),
    ("Correct", "Score", "Anne-Marie"),
    ("Finish", "Stop here"),
    ("Finish", "Count now"),
    ("Finish", "Other game", "New game", "Trajan"),
    ("Seats", "1 Bartholomäus", "Name", "New name"),
    ("Rules here",),
    ("Pause",),
)
ALONE = ('display=[{name="main", role="all"}]',)


class Clumsy(Player):
    """Enters a plan, and before every so many answers does something that nobody wanted."""

    def __init__(self, story: Story, keys: list[str], names: tuple[str, ...], seed: int, **how: str) -> None:
        super().__init__(story, keys, names, **how)
        self.story, self.chance, self.mishaps = story, random.Random(seed), 0

    def answer(self) -> None:
        if self.chance.random() < 0.25:
            self.chance.choice((self.looks_around, self.taps_what_does_not_fit, self.takes_back, self.holds))()
            self.mishaps += 1
            self.story.wait(4.0)
            self.waited = True
        super().answer()
        self.fits()

    def fits(self) -> None:
        """Nothing that the displays show is cut or drawn into something else."""
        assert self.story.box is not None and self.story.box.flow is not None
        for display in self.story.settings.displays:
            view = self.story.box.flow.view(display.name)
            canvas = draw(view, display.width, display.height)
            assert (canvas.cut, canvas.struck) == ([], []), view

    def leave(self) -> None:
        """Out of wherever this led, by holding and Back."""
        self.story.hold()
        if self.story.shows("Leave the set-up?"):
            self.story.picks("Leave")
        else:
            self.story.hold()  # the first one only ended a letter wheel, if one was open
            self.story.back()

    def looks_around(self) -> None:
        *rows, last = self.chance.choice(PAGES)
        self.story.hold()
        for row in (*rows, last):
            self.story.wait(0.3)
            self.story.picks(row)
            self.fits()
        self.story.turn(self.chance.choice((-3, 2, 7)))
        self.fits()
        self.leave()

    def holds(self) -> None:
        for _ in range(self.chance.choice((1, 2))):
            self.story.hold()
        self.story.back()

    def taps_what_does_not_fit(self) -> None:
        self.story.tap(self.chance.choice(("hansa/trader", "trajan/construction.nothing", "nowhere/at-all")))
        self.story.wait(3.5)
        if self.story.shows("Learn it?"):
            self.story.picks("No")

    def takes_back(self) -> None:
        """The last answer back, asked for first past a tile, and again by Redo; further than a page, nothing."""
        if not self.log or any(item.kind in ("senate", "final", "revealed") for item in self.game.news):
            return
        self.story.back()
        self.story.wait(0.5)
        if self.story.shows("It was already seen."):
            self.story.picks("Take back")
        self.story.wait(3.0)
        self.story.menu("Undo", "Redo")
        self.story.wait(4.0)


@pytest.mark.parametrize(
    ("players", "answers", "overrides"),
    [
        pytest.param(2, 120, (), marks=pytest.mark.long),
        pytest.param(3, 120, ALONE),
        pytest.param(4, 120, (), marks=pytest.mark.long),
    ],
)
def test_an_evening_of_the_scorekeeper_is_kept_as_it_was_meant(
    tmp_path: Path, players: int, answers: int, overrides: tuple[str, ...]
) -> None:
    keys = kept_score(seed=players, players=players)
    names = NAMES[:players]
    story = Story(tmp_path, keys[0], names=names, overrides=overrides)
    player = Clumsy(story, keys, names, seed=players)
    player.skip_to(1)
    player.play(answers)
    assert player.mishaps > answers // 8
    story.stop()
    assert [given.key for given in kept(tmp_path).answers] == keys[: player.done]


def test_and_of_the_referee(tmp_path: Path) -> None:
    start = opened(3, hands="hidden")
    keys = refereed(3, 3, start)
    story = Story(tmp_path, " ".join(start), names=NAMES[:3], way="referee", code=CODE)
    player = Clumsy(story, keys, NAMES[:3], seed=9, way="referee")
    player.skip_to(len(start))
    player.play(len(start) + 90)
    assert player.mishaps > 10
    story.stop()
    assert [given.key for given in kept(tmp_path).answers] == keys[: player.done]
