"""Any sequence of inputs, Backs, changes and pulled plugs, against a model that keeps every state there ever was."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from table_desk import Desk
from toy_title import TOY

from engine.errors import EngineError, IllegalAnswer
from engine.game import Game

Label = tuple[object, ...]
TURNS = "40"


@dataclass
class Model:
    """``past``: states before each input that can be taken back; ``future``: states after those that were."""

    answers: tuple[str, ...] = ()
    past: list[tuple[Label, tuple[str, ...]]] = field(default_factory=list)
    future: list[tuple[Label, tuple[str, ...]]] = field(default_factory=list)

    def did(self, label: Label, answers: tuple[str, ...]) -> None:
        if self.future and self.future[-1][0] == label:
            self.future.pop()
        else:
            self.future.clear()
        self.past.append((label, self.answers))
        self.answers = answers

    def undo(self) -> None:
        label, before = self.past.pop()
        self.future.append((label, self.answers))
        self.answers = before

    def redo(self) -> None:
        label, after = self.future.pop()
        self.past.append((label, self.answers))
        self.answers = after

    def copy(self) -> Model:
        return Model(self.answers, list(self.past), list(self.future))


def replayed(answers: tuple[str, ...]) -> Game:
    game = Game(TOY, "count", 3, {"turns": TURNS})
    for key in answers:
        game.answer(key)
    return game


def asks_the_same(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether every answer of ``new`` meets the question that the same answer of ``old`` met."""
    one, other = replayed(()), replayed(())
    for was, key in zip(old, new, strict=True):
        assert one.decision is not None
        if other.decision is None or one.decision[:2] != other.decision[:2]:
            return False
        try:
            one.answer(was)
            other.answer(key)
        except EngineError:
            return False
    return True


def step(what: str, most: int = 0, other: int = 0) -> st.SearchStrategy[tuple[str, int, int]]:
    return st.tuples(st.just(what), st.integers(0, most), st.integers(0, other))


STEPS = st.one_of(
    step("give", 2),
    step("give", 2, 2),
    step("give", 2, 2),
    step("undo"),
    step("undo"),
    step("redo"),
    step("same"),
    step("change", 6, 2),
    step("change", 6, 2),
    step("wait", 4),
    step("plug"),
)


@settings(max_examples=25, deadline=None)
@given(steps=st.lists(STEPS, min_size=30, max_size=60))
def test_every_state_is_the_models_and_no_saved_one_is_lost(steps: list[tuple[str, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder) / "data")
        desk.new(turns=int(TURNS))
        desk.settle()
        model = Model()
        states = {desk.table.revision: model.copy()}
        saved = desk.table.revision
        for what, number, other in steps:
            table = desk.table
            assert table.game is not None
            if what == "give":
                keys: list[str] = []
                game = replayed(model.answers)
                for choice in (number, other)[: 1 + (other > 0)]:
                    if game.decision is not None:
                        keys.append(game.decision.keys[choice % len(game.decision.keys)])
                        game.answer(keys[-1])
                if keys:
                    table.give(keys, "knob")
                    model.did(("give", *keys), (*model.answers, *keys))
            elif what == "same" and model.future and model.future[-1][0][0] == "give":
                label, after = model.future[-1]
                table.give([str(key) for key in label[1:]], "knob")
                model.did(label, after)
            elif what == "undo" and model.past:
                table.undo("knob")
                model.undo()
            elif what == "redo" and model.future:
                table.redo("knob")
                model.redo()
            elif what == "change" and number < len(model.answers):
                key = ("1", "2", "3", "round", "bread")[other]
                new = (*model.answers[:number], key, *model.answers[number + 1 :])
                if asks_the_same(model.answers, new):
                    table.change(number, key, "knob")
                    model.did(("change", number, key, model.answers[number]), new)
                else:
                    try:
                        table.change(number, key, "knob")
                        raise AssertionError("a change that does not fit was taken")
                    except IllegalAnswer:
                        pass
            elif what == "wait":
                desk.clock.advance(number * 0.02)
            elif what == "plug":
                desk = desk.again()
                assert desk.table.revision >= saved
                assert desk.table.differs is None
                model = states[desk.table.revision].copy()
            states[desk.table.revision] = model.copy()
            if desk.table.mark == "":
                saved = desk.table.revision
            assert tuple(desk.keys()) == model.answers
            assert (desk.table.can_undo, desk.table.can_redo) == (bool(model.past), bool(model.future))
            assert desk.table.game is not None
            assert desk.table.game.totals() == replayed(model.answers).totals()
        desk.card.close()
