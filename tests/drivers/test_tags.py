"""Texts on tags: the emulated tags as real ones behave, and reading and writing NDEF over their pages."""

from __future__ import annotations

import ndef as ndeflib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import ndef
from drivers.bench.tags import DONE, MifareClassic1K, Ntag213, Tag, UidTag, Ultralight, ndef_text
from drivers.ndef import TagError

UID = bytes.fromhex("04a1b2c3d4e5f6")
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


class Hand:
    """Reads and writes pages of a tag, until it has done so often enough that the tag is pulled away."""

    def __init__(self, tag: Tag, most: int | None = None) -> None:
        self.tag = tag
        self.left = most
        self.pages_read = 0
        self.written: list[int] = []

    def _touch(self) -> None:
        if self.left == 0:
            raise TagError("pulled away")
        if self.left is not None:
            self.left -= 1

    def read(self, page: int) -> bytes:
        self._touch()
        self.pages_read += 1
        answer = self.tag.answer(bytes([0x30, page]))
        if answer is None or len(answer) != 16:
            raise TagError("no pages")
        return answer

    def write(self, page: int, data: bytes) -> None:
        self._touch()
        self.written.append(page)
        if self.tag.answer(bytes([0xA2, page]) + data) != DONE:
            raise TagError("refused")


def text_on(tag: Tag) -> str | None:
    return ndef.read_text(Hand(tag).read)


def put(tag: Tag, text: str) -> None:
    hand = Hand(tag)
    ndef.write_text(hand.read, hand.write, text)


class Big(Ntag213):
    """An NTAG216: 231 pages, 872 bytes of them laid out for NDEF."""

    PAGES = 231
    USER_END = 226
    CONTAINER = bytes.fromhex("e1106d00")


# ---- messages


@given(texts, st.sampled_from(["UTF-8", "UTF-16"]), st.sampled_from(["en", "de", "pt-BR"]))
def test_a_text_that_ndeflib_encodes_is_read(text: str, coding: str, language: str) -> None:
    message = b"".join(ndeflib.message_encoder([ndeflib.TextRecord(text, language, coding)]))
    assert ndef.text_of(message) == text


def test_utf_16_without_a_mark_is_big_endian() -> None:
    assert ndef.text_of(b"\xd1\x01\x07T\x82en\x00K\x00\xf6") == "Kö"


def test_the_first_text_of_several_records_is_taken() -> None:
    records = [ndeflib.UriRecord("https://example.org"), ndeflib.TextRecord("köln"), ndeflib.TextRecord("bonn")]
    assert ndef.text_of(b"".join(ndeflib.message_encoder(records))) == "köln"


def test_a_record_with_an_identifier_is_read() -> None:
    record = ndeflib.TextRecord("köln")
    record.name = "city"
    assert ndef.text_of(b"".join(ndeflib.message_encoder([record]))) == "köln"


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\xd1",
        b"\xd1\x01",
        b"\xd1\x01\x08T\x02enali",
        b"\xd1\x01\x00T",
        b"\xd1\x01\x04T\x02en\xff",
        b"\xf1\x01\x08T\x02enalice",
        b"\xd2\x01\x08T\x02enalice",
        b"\xd1\x01\x08U\x02enalice",
    ],
    ids=["empty", "one byte", "two bytes", "cut", "no payload", "no UTF-8", "chunked", "a media type", "a URI"],
)
def test_what_is_no_text_is_none(message: bytes) -> None:
    assert ndef.text_of(message) is None


@given(st.binary(max_size=200))
def test_any_message_is_a_text_or_none(message: bytes) -> None:
    assert isinstance(ndef.text_of(message), str | None)


# ---- reading


@given(texts)
def test_a_text_on_a_tag_is_read(text: str) -> None:
    tag = Big(UID, ndef_text(text))
    assert text_on(tag) == text


def test_a_short_text_takes_two_reads() -> None:
    hand = Hand(Ntag213(UID, ndef_text("alice")))
    assert ndef.read_text(hand.read) == "alice"
    assert hand.pages_read == 2


def test_control_blocks_and_padding_before_the_message_are_passed_over() -> None:
    tag = Ntag213(UID)
    block = bytes.fromhex("0103a00c34 0000 030c") + ndef_text("köln") + b"\xfe"
    tag.memory[16 : 16 + len(block)] = block
    assert text_on(tag) == "köln"


def test_tags_without_a_message_have_no_text() -> None:
    assert text_on(Ntag213(UID)) is None
    assert text_on(Ultralight(UID)) is None


@given(st.binary(min_size=180, max_size=180))
def test_any_memory_is_a_text_none_or_an_error_of_the_tag(memory: bytes) -> None:
    tag = Ntag213(UID)
    tag.memory[:] = memory
    tag.memory[12] = 0xE1
    try:
        text = text_on(tag)
    except TagError:
        return
    assert isinstance(text, str | None)


def test_a_length_that_runs_past_the_end_is_an_error_of_the_tag() -> None:
    tag = Ultralight(UID, ndef_text("x"))
    tag.memory[16:18] = b"\x03\xfe"
    with pytest.raises(TagError, match="past its end"):
        text_on(tag)


# ---- writing


@given(texts, texts)
def test_what_is_written_is_read_and_replaces_what_was_there(old: str, new: str) -> None:
    tag = Big(UID, ndef_text(old))
    put(tag, new)
    assert text_on(tag) == new


def test_a_factory_new_tag_keeps_its_lock_control_block() -> None:
    tag = Ntag213(UID)
    put(tag, "alice")
    assert tag.memory[16:21] == bytes.fromhex("0103a00c34")
    assert text_on(tag) == "alice"


def test_a_blank_ultralight_is_laid_out_first() -> None:
    tag = Ultralight(UID)
    put(tag, "alice")
    assert tag.memory[12:16] == bytes.fromhex("e1100600")
    assert text_on(tag) == "alice"


@pytest.mark.parametrize("padding", [0, 1, 2, 3])
@pytest.mark.parametrize("length", [0, 1, 100, 246, 247, 248, 300, 800])
def test_texts_of_every_length_fit_at_every_place_in_a_page(padding: int, length: int) -> None:
    tag = Big(UID)
    tag.memory[16:24] = bytes.fromhex("0103a00c34fe0000") if not padding else bytes([0x01, padding]) + bytes(6)
    put(tag, "x" * length)
    assert text_on(tag) == "x" * length


@pytest.mark.parametrize("padding", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("text", ["bob", "x" * 300])
def test_a_tag_pulled_away_while_it_is_written_never_holds_half_a_text(text: str, padding: int | None) -> None:
    outcomes = set()
    for most in range(200):
        tag = Big(UID)
        if padding is not None:
            tag.memory[16:24] = bytes([0x01, padding, *bytes(padding), 0x03, 0x00, 0xFE, 0, 0, 0])[:8]
        put(tag, "alice in chains")
        hand = Hand(tag, most)
        try:
            ndef.write_text(hand.read, hand.write, text)
        except TagError:
            outcomes.add(text_on(tag))
            continue
        assert text_on(tag) == text
        assert outcomes <= {"alice in chains", None, text}
        assert None in outcomes
        return
    raise AssertionError("never written to the end")


def test_a_text_that_does_not_fit_is_refused_with_both_sizes_and_nothing_is_written() -> None:
    tag = Ultralight(UID, ndef_text("alice"))
    before = bytes(tag.memory)
    with pytest.raises(TagError, match="takes 60 bytes there, 48 are free"):
        put(tag, "x" * 50)
    assert tag.memory == before
    put(tag, "x" * 38)
    assert text_on(tag) == "x" * 38


def test_a_text_that_no_coding_knows_is_refused_and_nothing_is_written() -> None:
    tag = Ultralight(UID, ndef_text("alice"))
    before = bytes(tag.memory)
    with pytest.raises(TagError, match="letters of no alphabet"):
        put(tag, "trajan/\udcff")
    assert tag.memory == before


def test_a_protected_tag_is_refused() -> None:
    tag = Ntag213(UID, ndef_text("alice"))
    tag.memory[15] = 0x0F
    with pytest.raises(TagError, match="write-protected"):
        put(tag, "bob")
    assert text_on(tag) == "alice"


def test_a_tag_of_another_layout_is_refused() -> None:
    tag = Ntag213(UID)
    tag.memory[12:16] = b"\x12\x34\x56\x78"
    with pytest.raises(TagError, match="not laid out for NDEF"):
        put(tag, "bob")


def test_a_tag_whose_locks_are_set_fails_by_itself() -> None:
    tag = Ntag213(UID, ndef_text("alice"))
    tag.locked = True
    with pytest.raises(TagError, match="refused"):
        put(tag, "bob")


def test_a_tag_that_forgets_what_is_written_is_found_out() -> None:
    tag = Ntag213(UID, ndef_text("alice"))
    with pytest.raises(TagError, match="did not keep the text"):
        ndef.write_text(Hand(tag).read, lambda page, data: None, "bob")


# ---- the emulated tags


def test_an_active_tag_hears_the_next_call_and_stays_silent_once() -> None:
    tag = Ntag213(UID)
    assert [tag.wake() for _ in range(4)] == [True, False, True, False]


def test_a_halted_tag_is_silent_until_the_field_has_gone() -> None:
    tag = Ntag213(UID)
    assert tag.answer(b"\x50\x00") is None
    assert not tag.wake()
    tag.field_off()
    assert tag.wake()


def test_pages_hold_the_uid_with_its_checks_and_reads_wrap_around() -> None:
    tag = Ntag213(UID)
    assert tag.answer(b"\x30\x00") == bytes.fromhex("04a1b29f c3d4e5f6 04480000 e1101200")
    assert tag.answer(b"\x30\x2c") == bytes(4) + bytes.fromhex("04a1b29f c3d4e5f6 04480000")
    assert tag.answer(b"\x30\x2d") == b"\x00"


def test_one_time_programmable_bits_never_fall_back() -> None:
    tag = Ultralight(UID)
    assert tag.answer(bytes.fromhex("a203f0000000")) == DONE
    assert tag.answer(bytes.fromhex("a2030f000000")) == DONE
    assert tag.memory[12] == 0xFF
    assert tag.answer(bytes.fromhex("a20111111111")) == b"\x00"


def test_a_classic_tag_opens_a_sector_with_its_key_alone() -> None:
    uid = bytes.fromhex("deadbeef")
    tag = MifareClassic1K(uid)
    assert tag.answer(b"\x30\x04") is None
    assert not tag.authenticate(b"\x60\x04" + bytes(6) + uid)
    assert tag.authenticate(b"\x60\x04" + b"\xff" * 6 + uid)
    assert tag.answer(b"\xa0\x04" + bytes(range(16))) == b""
    assert tag.answer(b"\x30\x04") == bytes(range(16))
    assert tag.answer(b"\x30\x08") is None


@pytest.mark.parametrize("make", [Ntag213, Ultralight, MifareClassic1K, UidTag])
def test_a_uid_of_a_wrong_length_is_refused(make: type[Ntag213]) -> None:
    with pytest.raises(ValueError, match="UID"):
        make(bytes(5))


def test_a_message_too_long_for_a_tag_is_refused() -> None:
    with pytest.raises(ValueError, match="a Ultralight has 48"):
        Ultralight(UID, ndef_text("x" * 60))
