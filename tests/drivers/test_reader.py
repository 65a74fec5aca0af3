"""The tag reader under simulated time, against the emulated chip: taps, what was there before, how often it polls."""

from __future__ import annotations

import pytest
from reader_table import ALICE, BOB, ReaderTable, alice, bob

from drivers.bench.tags import MifareClassic1K, Ntag213, UidTag, Ultralight, ndef_text
from drivers.errors import DriverError, PartLost
from drivers.events import Tag, TagGone
from drivers.reader import Reader


@pytest.fixture
def table() -> ReaderTable:
    return ReaderTable()


# ---- taps


def test_a_tag_is_one_tap_with_its_text_and_is_gone_when_lifted(table: ReaderTable) -> None:
    tag = alice()
    laid_s = table.clock.now_s()
    table.chip.add_tag(tag)
    table.wait(30.0)
    assert table.taps() == [(ALICE, "alice")]
    assert isinstance(table.events[0], Tag)
    assert table.events[0].reader == "reader"
    assert table.events[0].others == ()
    assert laid_s <= table.events[0].at_s <= laid_s + 0.2
    table.chip.remove_tag(tag)
    lifted_s = table.clock.now_s()
    table.wait(5.0)
    assert table.kinds() == ["Tag", "TagGone"]
    assert isinstance(table.events[1], TagGone)
    assert lifted_s + 0.6 < table.events[1].at_s + 0.15 <= lifted_s + 1.1


def test_a_tag_laid_again_is_a_new_tap(table: ReaderTable) -> None:
    tag = alice()
    for _ in range(3):
        table.chip.add_tag(tag)
        table.wait(1.0)
        table.chip.remove_tag(tag)
        table.wait(1.5)
    assert table.kinds() == ["Tag", "TagGone"] * 3


def test_a_flickering_tag_is_one_tap(table: ReaderTable) -> None:
    table.chip.faults.rf_miss = 0.3
    table.chip.add_tag(alice())
    table.wait(120.0)
    assert table.kinds() == ["Tag"]


@pytest.mark.parametrize("away_s", [0.1, 0.3, 0.4])
def test_a_tag_away_for_a_moment_is_no_new_tap(table: ReaderTable, away_s: float) -> None:
    tag = alice()
    table.chip.add_tag(tag)
    table.wait(1.0)
    for _ in range(5):
        table.chip.remove_tag(tag)
        table.wait(away_s)
        table.chip.add_tag(tag)
        table.wait(1.0)
    assert table.kinds() == ["Tag"]


def test_two_tags_at_once_name_each_other(table: ReaderTable) -> None:
    table.chip.add_tag(alice())
    table.chip.add_tag(bob())
    table.wait(1.0)
    found = {event.uid: event for event in table.events if isinstance(event, Tag)}
    assert set(found) == {ALICE, BOB}
    assert found[ALICE].others == (BOB,)
    assert found[BOB].others == (ALICE,)
    assert (found[ALICE].text, found[BOB].text) == ("alice", "bob")
    table.wait(60.0)
    assert len(table.events) == 2


def test_a_second_tag_beside_a_resting_one_names_it(table: ReaderTable) -> None:
    table.chip.add_tag(alice())
    table.wait(1.0)
    table.chip.add_tag(bob())
    table.wait(20.0)
    assert table.taps() == [(ALICE, "alice"), (BOB, "bob")]
    assert isinstance(table.events[1], Tag)
    assert table.events[1].others == (ALICE,)


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        (MifareClassic1K(bytes.fromhex("deadbeef")), None),
        (UidTag(bytes.fromhex("08112233")), None),
        (UidTag(BOB, sak=0x00), None),
        (Ntag213(BOB), None),
        (Ntag213(BOB, ndef_text("Hansestadt Göttingen")), "Hansestadt Göttingen"),
        (Ultralight(BOB), None),
        (Ultralight(BOB, ndef_text("köln")), "köln"),
    ],
    ids=["classic", "bank card", "dumb", "empty ntag", "ntag", "blank ultralight", "ultralight"],
)
def test_every_kind_of_tag_is_a_tap_with_what_text_it_has(table: ReaderTable, tag: Ntag213, text: str | None) -> None:
    table.chip.add_tag(tag)
    table.wait(5.0)
    assert table.taps() == [(tag.uid, text)]
    assert table.kinds() == ["Tag"]


@pytest.mark.parametrize("exchanges", [1, 2])
def test_a_tag_pulled_away_while_it_is_read_is_a_tap_without_text(table: ReaderTable, exchanges: int) -> None:
    table.chip.faults.pull_after = exchanges
    table.chip.add_tag(alice())
    table.wait(2.0)
    assert table.kinds() == ["Tag", "TagGone"]
    assert table.taps() == [(ALICE, None)]


# ---- what was there before


def test_a_tag_that_rests_there_at_the_start_is_ignored_until_lifted() -> None:
    table = ReaderTable(start=False)
    tag = alice()
    table.chip.add_tag(tag)
    table.reader.start()
    table.wait(10.0)
    assert table.events == []
    assert table.reader.uids == {ALICE}
    table.chip.remove_tag(tag)
    table.wait(2.0)
    assert table.events == []
    table.chip.add_tag(tag)
    table.wait(1.0)
    assert table.taps() == [(ALICE, "alice")]


def test_a_tag_laid_down_while_the_reader_was_away_is_ignored_until_lifted(table: ReaderTable) -> None:
    tag = alice()
    table.chip.power_off()
    table.wait(4.0)
    table.chip.add_tag(tag)
    table.chip.power_on()
    table.wait(6.0)
    assert table.kinds() == ["Lost", "Found"]
    table.chip.remove_tag(tag)
    table.wait(2.0)
    table.chip.add_tag(tag)
    table.wait(1.0)
    assert table.kinds() == ["Lost", "Found", "Tag"]


def test_a_tag_that_outlasts_the_loss_is_no_new_tap_and_is_gone_when_lifted(table: ReaderTable) -> None:
    tag = alice()
    table.chip.add_tag(tag)
    table.wait(1.0)
    table.chip.power_off()
    table.wait(30.0)
    table.chip.power_on()
    table.wait(5.0)
    assert table.kinds() == ["Tag", "Lost", "Found"]
    table.chip.remove_tag(tag)
    table.wait(2.0)
    assert table.kinds() == ["Tag", "Lost", "Found", "TagGone"]


def test_a_tag_lifted_while_the_reader_was_away_is_gone_when_it_is_back(table: ReaderTable) -> None:
    tag = alice()
    table.chip.add_tag(tag)
    table.wait(1.0)
    table.chip.power_off()
    table.wait(4.0)
    table.chip.remove_tag(tag)
    assert "TagGone" not in table.kinds()
    table.chip.power_on()
    table.wait(5.0)
    assert table.kinds() == ["Tag", "Lost", "Found", "TagGone"]


# ---- settings of the chip


def test_the_chip_is_configured_so_that_an_empty_field_is_answered(table: ReaderTable) -> None:
    assert table.chip.sam_mode == 1
    assert 1 <= table.chip.tries < 0xFF
    assert table.reader.firmware() == (0x32, 1, 6, 7)


def test_lost_settings_are_noticed_and_sent_again_within_a_minute(table: ReaderTable) -> None:
    table.chip.sam_mode = 0
    table.chip.tries = 0
    table.wait(61.0)
    assert table.chip.sam_mode == 1
    assert table.chip.tries >= 1


def test_a_search_without_end_is_ended_and_the_chip_set_up_again(table: ReaderTable) -> None:
    table.chip.tries = 0xFF
    table.wait(2.0)
    assert table.chip.tries != 0xFF
    assert table.events == []


def test_a_chip_that_sleeps_through_a_long_wake_up_is_woken() -> None:
    table = ReaderTable(start=False, wake_bytes=14)
    table.reader.start()
    table.wait(2.0)
    assert table.chip.awake
    assert table.events == []


# ---- how often


def test_polls_come_every_150_ms_and_less_often_at_rest(table: ReaderTable) -> None:
    before = table.chip.commands
    table.wait(15.0)
    busy = table.chip.commands - before
    table.reader.rest(True)
    table.wait(1.0)
    before = table.chip.commands
    table.wait(15.0)
    resting = table.chip.commands - before
    assert 95 <= busy <= 105
    assert resting <= 40


def test_a_reader_that_is_asked_rarely_is_not_asked_more_often_at_rest() -> None:
    table = ReaderTable(start=False)
    reader = Reader(
        "reader", table.line.open, table.clock, table.worker, table.events.append, poll_ms=1000, now_s=table.line.now_s
    )
    reader.start()
    table.wait(5.0)
    reader.rest(True)
    before = table.chip.commands
    table.wait(20.0)
    assert table.chip.commands - before <= 21


def test_a_tap_at_rest_counts_and_the_first_poll_after_rest_is_prompt(table: ReaderTable) -> None:
    table.reader.rest(True)
    table.wait(5.0)
    table.chip.add_tag(alice())
    table.wait(0.5)
    assert table.taps() == [(ALICE, "alice")]
    table.wait(10.0)
    assert len(table.events) == 1
    before = table.chip.commands
    table.reader.rest(False)
    table.wait(0.16)
    assert table.chip.commands > before


def test_polls_keep_their_pace_whatever_a_poll_takes(table: ReaderTable) -> None:
    table.worker.delay_s = 0.1
    table.wait(1.0)
    before = table.chip.commands
    table.wait(15.0)
    assert 95 <= table.chip.commands - before <= 105


# ---- the end


def test_nothing_is_said_after_close_and_the_port_is_closed(table: ReaderTable) -> None:
    opened = table.line
    table.reader.close()
    table.chip.add_tag(alice())
    before = table.chip.commands
    table.wait(5.0)
    assert table.events == []
    assert table.chip.commands <= before + 1
    assert not table.worker.busy()
    results: list[DriverError | None] = []
    table.reader.write_text(ALICE, "x", results.append)
    table.wait(1.0)
    assert isinstance(results[0], PartLost)
    assert opened.plugged


def test_the_watchdog_can_see_that_polls_go_on(table: ReaderTable) -> None:
    table.wait(10.0)
    assert table.clock.now_s() - table.reader.moved_s < 0.2
    table.worker.delay_s = 1e9
    table.wait(10.0)
    assert table.clock.now_s() - table.reader.moved_s > 9.0
