"""Writing texts to tags through the reader."""

from __future__ import annotations

import pytest
from reader_table import ALICE, BOB, ReaderTable, alice, bob

from drivers.bench.tags import MifareClassic1K, Ntag213, UidTag, Ultralight, ndef_text
from drivers.errors import DriverError, PartLost
from drivers.ndef import TagError


@pytest.fixture
def table() -> ReaderTable:
    return ReaderTable()


def write(table: ReaderTable, uid: bytes, text: str) -> list[DriverError | None]:
    results: list[DriverError | None] = []
    table.reader.write_text(uid, text, results.append)
    table.wait(1.0)
    return results


@pytest.mark.parametrize("make", [Ntag213, Ultralight])
def test_a_text_is_written_and_read_at_the_next_tap(table: ReaderTable, make: type[Ntag213]) -> None:
    tag = make(ALICE)
    table.chip.add_tag(tag)
    table.wait(1.0)
    assert table.taps() == [(ALICE, None)]
    assert write(table, ALICE, "Köln") == [None]
    table.chip.remove_tag(tag)
    table.wait(2.0)
    table.chip.add_tag(tag)
    table.wait(1.0)
    assert table.taps() == [(ALICE, None), (ALICE, "Köln")]


def test_the_named_tag_is_written_though_another_lies_beside_it(table: ReaderTable) -> None:
    first, second = alice(), bob()
    table.chip.add_tag(first)
    table.chip.add_tag(second)
    table.wait(1.0)
    kept = bytes(first.memory)
    assert write(table, BOB, "carol") == [None]
    assert bytes(first.memory) == kept
    assert b"carol" in second.memory


def test_several_writes_are_done_in_turn(table: ReaderTable) -> None:
    first, second = alice(), bob()
    table.chip.add_tag(first)
    table.chip.add_tag(second)
    table.wait(1.0)
    results: list[DriverError | None] = []
    table.reader.write_text(ALICE, "one", results.append)
    table.reader.write_text(BOB, "two", results.append)
    table.wait(1.0)
    assert results == [None, None]
    assert b"one" in first.memory
    assert b"two" in second.memory


def test_a_tag_that_does_not_lie_there_is_not_written(table: ReaderTable) -> None:
    (error,) = write(table, ALICE, "x")
    assert isinstance(error, TagError)
    assert "04a1b2c3d4e5f6 does not lie on the reader" in str(error)
    table.chip.add_tag(alice())
    table.wait(1.0)
    assert table.kinds() == ["Tag"]


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        (MifareClassic1K(bytes.fromhex("deadbeef")), "use an NTAG or an Ultralight"),
        (UidTag(BOB), "use an NTAG or an Ultralight"),
        (UidTag(BOB, sak=0x00), "does not answer"),
    ],
)
def test_a_tag_of_another_kind_is_refused_by_name(table: ReaderTable, tag: UidTag, words: str) -> None:
    table.chip.add_tag(tag)
    table.wait(1.0)
    (error,) = write(table, tag.uid, "x")
    assert isinstance(error, TagError)
    assert words in str(error)
    assert table.kinds() == ["Tag"]


def test_a_write_fails_with_the_reader_and_polling_goes_on(table: ReaderTable) -> None:
    table.chip.add_tag(alice())
    table.wait(1.0)
    table.chip.stuck = True
    results: list[DriverError | None] = []
    table.reader.write_text(ALICE, "x", results.append)
    table.wait(4.0)
    (error,) = results
    assert isinstance(error, PartLost)
    assert write(table, ALICE, "y")[0] is not None
    table.chip.stuck = False
    table.wait(3.0)
    assert table.kinds() == ["Tag", "Lost", "Found"]
    assert write(table, ALICE, "z") == [None]


def test_a_tag_that_moves_while_it_is_written_is_tried_again(table: ReaderTable) -> None:
    class Restless(Ntag213):
        refusals = 2

        def answer(self, request: bytes) -> bytes | None:
            if request[0] == 0xA2 and self.refusals:
                self.refusals -= 1
                if not self.refusals:
                    return None
            return super().answer(request)

    tag = Restless(ALICE, ndef_text("alice"))
    table.chip.add_tag(tag)
    table.wait(1.0)
    assert write(table, ALICE, "Bremen") == [None]
    assert b"Bremen" in tag.memory
    assert tag.refusals == 0


def test_a_tag_pulled_away_while_it_is_written_is_said(table: ReaderTable) -> None:
    table.chip.add_tag(alice())
    table.wait(1.0)
    table.chip.faults.pull_after = 4
    (error,) = write(table, ALICE, "Bremen")
    assert isinstance(error, TagError)
    assert "does not lie on the reader" in str(error)
    table.wait(2.0)
    assert table.kinds() == ["Tag", "TagGone"]


def test_a_damaged_answer_while_writing_does_not_spoil_the_text(table: ReaderTable) -> None:
    tag = alice()
    table.chip.add_tag(tag)
    table.wait(1.0)
    table.chip.faults.corrupt_dcs = 2
    assert write(table, ALICE, "Lüneburg") == [None]
    assert "Lüneburg".encode() in tag.memory
