"""The lines of the control socket: every message comes back as it was, and nothing else is taken for one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.control_lines import (
    LONGEST_ASK,
    LONGEST_TEXT,
    Asked,
    Doctor,
    ForgetTag,
    Found,
    Greeting,
    LearnTags,
    Line,
    ListTags,
    ReadTag,
    Refused,
    Result,
    ShowGames,
    Skip,
    Told,
    WriteTag,
    asked,
    encoded,
    told,
)
from firmware_py.errors import BadAsk

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
seconds = st.floats(0, 999)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 60), 1 << 60) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=8,
)
questions = st.one_of(
    st.builds(Doctor, st.booleans()), st.builds(Skip), st.builds(ListTags), st.builds(ForgetTag, words),
    st.builds(ShowGames, st.integers(0, (1 << 31) - 1)), st.builds(ReadTag, seconds),
    st.builds(WriteTag, words, seconds),
    st.builds(LearnTags, words, st.none() | words, st.booleans(), st.booleans(), seconds),
)  # fmt: skip
answers = st.one_of(
    st.builds(Greeting, words, words, st.integers(1, 1 << 22)), st.builds(Line, words),
    st.builds(Found, words, st.booleans(), words, words), st.builds(Result, plain), st.builds(Refused, words),
)  # fmt: skip


@given(questions)
def test_a_question_comes_back_as_it_was_on_one_line(question: Asked) -> None:
    line = encoded(question)
    assert asked(line) == question
    assert line.count(b"\n") == 1
    assert len(line) <= LONGEST_ASK


@given(answers)
def test_an_answer_comes_back_as_it_was_on_one_line(answer: Told) -> None:
    line = encoded(answer)
    assert told(line) == answer
    assert line.count(b"\n") == 1


@given(st.binary(max_size=300) | plain.map(lambda value: json.dumps(value).encode()))
def test_anything_else_is_refused_in_one_way(line: bytes) -> None:
    for read in (asked, told):
        with pytest.raises(BadAsk):
            read(line + b"\n")


@given(questions, st.data())
def test_a_question_that_was_cut_is_none(question: Asked, data: st.DataObject) -> None:
    line = encoded(question)
    for cut in (line[: data.draw(st.integers(0, len(line) - 1))], line[: data.draw(st.integers(0, len(line) - 2))]):
        with pytest.raises(BadAsk):
            asked(cut)
        if len(cut) < len(line) - 1:
            with pytest.raises(BadAsk):
                asked(cut + b"\n")


@pytest.mark.parametrize(
    "line",
    [
        b'{"ask": "doctor", "more": 1}',
        b'{"ask": "shell"}',
        b'{"ask": "tags.read", "seconds": -1}',
        b'{"ask": "tags.read", "seconds": 1e400}',
        b'{"ask": "tags.read", "seconds": "60"}',
        b'{"ask": "games", "number": 2147483648}',
        b'{"ask": "tags.forget", "uid": "' + b"0" * (LONGEST_TEXT + 1) + b'"}',
        b'{"ask": "tags.forget", "uid": "\\ud800"}',
        b'{"x": ' + b"[" * (LONGEST_ASK // 2),
        b'{"x": ' + b"[" * 3000 + b"]" * 3000 + b', "ask": "doctor"}',
    ],
    ids=["a field too many", "no such question", "before now", "for ever", "a word for a number", "no such game",
         "a long word", "half a letter", "a deep hole", "a deep well"],
)  # fmt: skip
def test_what_only_looks_like_a_question_is_refused(line: bytes) -> None:
    with pytest.raises(BadAsk):
        asked(line + b"\n")


def test_a_name_that_no_coding_knows_does_not_stop_an_answer() -> None:
    assert told(encoded(Line("/media/caf\udce9/data\n"))) == Line("/media/caf?/data\n")


def test_the_greeting_of_a_later_version_can_be_read() -> None:
    later = b'{"say": "companion", "version": "9.0", "data": "/d", "process": 7, "mood": "good"}\n'
    assert told(later) == Greeting("9.0", "/d", 7)
