"""Any hands at all: whatever is turned, clicked, held, tapped, unplugged and cut, nothing breaks or is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from third_title import pebbles_in_the_box
from plans import CODE, opened, refereed
from story import Story, table_of

from drivers.bench.tags import Ntag213, Tag, ndef_text
from firmware_py.screens import draw

MOVES = 220
TEXTS = ("trajan/demand.bread", "trajan/construction.door.3", "trajan/bonus.bread", "pebbles/white", "pebbles/mill")
PIECES = ("forum.bread", "card.fish", "province.raetia", "bonus.sites", "extra.senate", "ship.pairs", "trajan.nine.BB")
LOW = ('display=[{name="main", role="all", height=32}]',)


class Hands:
    """Somebody who has no idea what the box is, with luck of their own."""

    def __init__(self, story: Story, seed: int) -> None:
        self.story, self.chance = story, random.Random(seed)
        self.tags: list[Tag] = [
            Ntag213(bytes((4, 1, 1, 1, 1, 1, n)), ndef_text(text))
            for n, text in enumerate((*TEXTS, *(f"trajan/{word}" for word in PIECES)))
        ]
        self.tags.append(Ntag213(bytes.fromhex("04b1a0c0ffee01")))

    def move(self) -> None:
        story, chance = self.story, self.chance
        lot = chance.random()
        if lot < 0.38:
            story.turn(chance.choice((-3, -2, -1, 1, 1, 2, 3, 5, 20)))
        elif lot < 0.4:
            story.quick(chance.choice((-6, 4, 9)))
        elif lot < 0.78:
            story.click()
        elif lot < 0.84:
            story.hold()
        elif lot < 0.92:
            story.click(chance.choice(story.world.controls()))
        elif lot < 0.94:
            story.wait(chance.choice((1.0, 3.0, 21.0, 301.0)))
        elif lot < 0.965 and story.world.reader is not None:
            self.tap(chance.choice(self.tags))
        elif lot < 0.975:
            story.world.unplug(chance.choice(story.world.parts()))
        elif lot < 0.985:
            for part in story.world.parts():
                story.world.plug(part)
        elif lot < 0.995:
            story.kill()
            story.start()
        else:
            story.stop()
            story.kill()
            story.start()

    def tap(self, tag: Tag) -> None:
        self.story.world.lay(tag)
        self.story.wait(0.6)
        self.story.world.lift(tag)
        self.story.wait(1.2)


def fits(story: Story) -> None:
    """What the displays show is neither cut off nor drawn into something else."""
    assert story.box is not None and story.box.flow is not None
    for display in story.settings.displays:
        view = story.box.flow.view(display.name)
        canvas = draw(view, display.width, display.height)
        assert (canvas.cut, canvas.struck) == ([], []), view


@pytest.mark.parametrize(
    ("seed", "profile", "overrides"),
    [(1, "bench", ()), (2, "one-oled-knob", ()), (3, "bench", LOW), (4, "two-oled-seat-buttons", ())],
)
def test_nothing_breaks_and_the_journal_always_replays(
    tmp_path: Path, seed: int, profile: str, overrides: tuple[str, ...]
) -> None:
    with pebbles_in_the_box():
        story = Story(tmp_path / "data", profile=profile, overrides=overrides, seed=seed)
        hands = Hands(story, seed)
        for _ in range(MOVES):
            hands.move()
            fits(story)
            assert story.box is not None and story.box.table is not None
            assert story.box.table.differs is None
        assert story.stop()
        table, clock = table_of(story.folder)
        assert table.games(), "these hands never began a game"
        for info in table.games():
            (table.reopen if info.finished else table.open)(info.number)
            clock.settle()
            assert table.differs is None
            assert table.game is not None
            table.game.check()
        table.close()


@pytest.mark.parametrize(
    ("seed", "hands", "profile", "overrides"),
    [
        (11, "hidden", "bench", ()),
        (12, "seen", "bench", LOW),
        (13, "seen", "two-oled-seat-buttons", ()),
        (14, "hidden", "one-oled-knob", ()),
    ],
)
def test_any_hands_in_the_middle_of_a_referees_game_break_nothing(
    tmp_path: Path, seed: int, hands: str, profile: str, overrides: tuple[str, ...]
) -> None:
    keys = refereed(seed, 3, opened(3, hands=hands))
    begun = keys[: len(keys) * (seed % 5) // 5 + 75]
    names = ("Ana", "Göttrik", "Cyprian")
    story = Story(
        tmp_path,
        " ".join(begun),
        way="referee",
        code=CODE,
        names=names,
        profile=profile,
        overrides=overrides,
        seed=seed,
    )
    there = Hands(story, seed)
    for _ in range(MOVES):
        there.move()
        fits(story)
        assert story.box is not None and story.box.table is not None
        assert story.box.table.differs is None
    assert story.stop()
    table, clock = table_of(story.folder)
    for info in table.games():
        (table.reopen if info.finished else table.open)(info.number)
        clock.settle()
        assert table.differs is None and table.game is not None
        table.game.check()
    table.close()
