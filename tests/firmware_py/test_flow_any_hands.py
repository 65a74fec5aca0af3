"""Any hands at all: whatever is turned, clicked, held, tapped, unplugged and cut, nothing breaks or is lost."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from plans import CODE, opened, refereed
from story import Story, table_of
from table_desk import games_of
from third_title import pebbles_in_the_box

from drivers.bench.tags import Ntag213, Tag, ndef_text
from engine import record
from firmware_py.screens import draw
from tests.engine.hansa.test_hansa_records import text_of
from tests.engine.hansa.test_scorekeeper_beside import beside

MOVES = 220
PIECES = ("demand.bread", "construction.door.3", "bonus.bread", "forum.bread", "card.fish", "province.raetia")
PIECES += ("bonus.sites", "extra.senate", "ship.pairs", "trajan.nine.BB")
TEXTS = ("pebbles/white", "pebbles/mill", *(f"trajan/{word}" for word in PIECES))
PARTS = ("city.minden", "city.hamburg", "city.goslar", "marker.exchange", "marker.move-3", "ability.bank", "trader")
HANSA = ("trajan/demand.bread", *(f"hansa/{word}" for word in PARTS))
NAMES = ("Ana", "Göttrik", "Cyprian", "Bartholomäus", "Éva")
LOW = ('display=[{name="main", role="all", height=32}]',)


class Hands:
    """Somebody who has no idea what the box is, with luck of their own."""

    def __init__(self, story: Story, seed: int, texts: Sequence[str] = TEXTS) -> None:
        self.story, self.chance = story, random.Random(seed)
        self.tags: list[Tag] = [Ntag213(bytes((4, 1, 1, 1, 1, 1, n)), ndef_text(text)) for n, text in enumerate(texts)]
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


def nothing_breaks(story: Story, hands: Hands) -> None:
    """So many moves of those hands: nothing is cut off, nothing differs, and every game is there afterwards."""
    for _ in range(MOVES):
        hands.move()
        fits(story)
        assert story.box is not None and story.box.table is not None
        assert story.box.table.differs is None
    assert story.stop()
    table, clock = table_of(story.folder)
    games = games_of(table, clock)
    assert games, "these hands never began a game"
    for info in games:
        (table.reopen if info.finished else table.open)(info.number)
        clock.settle()
        assert table.differs is None and table.game is not None
        table.game.check()
    table.close()


@pytest.mark.parametrize(
    ("seed", "profile", "overrides"),
    [(1, "bench", ()), (2, "one-oled-knob", ()), (3, "bench", LOW), (4, "two-oled-seat-buttons", ())],
)
def test_nothing_breaks_and_the_journal_always_replays(
    tmp_path: Path, seed: int, profile: str, overrides: tuple[str, ...]
) -> None:
    with pebbles_in_the_box():
        story = Story(tmp_path / "data", profile=profile, overrides=overrides, seed=seed)
        nothing_breaks(story, Hands(story, seed))


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
    begun = " ".join(keys[: len(keys) * (seed % 5) // 5 + 75])
    how: dict[str, Any] = {"way": "referee", "code": CODE, "names": NAMES[:3]}
    story = Story(tmp_path, begun, profile=profile, overrides=overrides, seed=seed, **how)
    nothing_breaks(story, Hands(story, seed))


@pytest.mark.parametrize(
    ("seed", "way", "name", "part", "profile", "overrides"),
    [
        (21, "referee", "hansa-07", 0.3, "bench", ()),
        (22, "referee", "hansa-12", 0.6, "bench", LOW),
        (23, "scorekeeper", "hansa-09", 0.5, "one-oled-knob", ()),
    ],
)
def test_any_hands_in_the_middle_of_a_game_of_hansa_teutonica_break_nothing(
    tmp_path: Path, seed: int, way: str, name: str, part: float, profile: str, overrides: tuple[str, ...]
) -> None:
    game = record.read(text_of(name)).game if way == "referee" else beside(name)[0]
    keys = [past.key for past in game.past]
    begun = " ".join(keys[: round(len(keys) * part)])
    how: dict[str, Any] = {"title": "hansa", "way": way, "names": NAMES[: game.players], "options": dict(game.agreed)}
    story = Story(tmp_path, begun, profile=profile, overrides=overrides, seed=seed, **how)
    nothing_breaks(story, Hands(story, seed, HANSA))
