"""What a kind of terrain is, and what entering some ground costs a unit."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk, OneUnit, staged
from overheat.classic.adjudicator.movement import MovementAsked
from overheat.classic.adjudicator.movement import answer as way_of
from overheat.classic.adjudicator.parties import UnitName
from overheat.classic.battle.steps import allowance
from overheat.classic.board.board import Board
from overheat.classic.board.notation import parse
from overheat.classic.facts.state import Mode
from overheat.classic.rules.standard.terrain import KINDS, TERRAIN, TERRAIN_COSTS, kinds_of
from overheat.classic.rules.standard.unsafe_ground import POOL_CLASSES, POOL_DAMAGE, POOLS, dissolves, doubled
from overheat.classic.sight.relief import Relief
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Tally, Term


class KindAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A kind of terrain by its name."""

    kind: Annotated[str, Meta(description="A kind of terrain, as `light woods` or `deep snow`.")]


def kind(desk: Desk, asked: KindAsked) -> Answer:
    """All that the table of terrain says of a kind."""
    rows = desk.rules[TERRAIN]
    if asked.kind not in rows:
        raise refuse("situation.kind", f"kind: {asked.kind[:40]!r} is none of {', '.join(rows.rows)}", field="kind")
    told = msgspec.to_builtins(rows[asked.kind])
    listed = {name: sorted(value) if isinstance(value, list) else value for name, value in told.items()}
    price = desk.rules[TERRAIN_COSTS][asked.kind]
    return Answer(
        figures={"cost": price, **listed},
        terms=Tally((Term("movement.terrain_costs", price, asked.kind, KINDS),)),
    )


class GroundAsked(OneUnit, kw_only=True):
    """A unit on clear ground, and what lies in the hex ahead."""

    ground: Annotated[str, Meta(description="The hex ahead as notation writes it: `0w1n2m` or `0[geyser:2]`.")]
    mode: Annotated[Mode, Meta(description="walk, run, or what the rules have besides.")] = "walk"


def ground(desk: Desk, asked: GroundAsked) -> Answer:
    """What the step ahead costs, kind by kind, whether it is within reach, and which rolls it asks for."""
    board = parse(f"0 / {asked.ground} / 0")
    if board.width != 1:
        raise refuse("situation.ground", "ground: one hex is meant", field="ground")
    there = _Bench(desk, board)
    facts = {name: getattr(asked, name) for name in OneUnit.__struct_fields__}
    found = way_of(there, MovementAsked(**facts, board="ground", hex="0101", facing=3, mode=asked.mode, step=True))
    state, unit = staged(there, asked)
    within = found.refusal is None and found.figures["cost"] <= allowance(state, unit, asked.mode)
    kinds = kinds_of(desk.rules, board.grounds[1])
    return msgspec.structs.replace(found, figures={**found.figures, "within_points": within, "kinds": list(kinds)})


class PoolAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit in a pool of hazardous liquid, and the die that says how the liquid takes to it."""

    unit: UnitName
    class_die: Annotated[int, Meta(description="The die for the class of the pool.", ge=1, le=6)]


def pool(desk: Desk, asked: PoolAsked) -> Answer:
    """What a pool does to a unit, over every way its dice can fall."""
    rules = desk.rules
    kind = rules[POOL_CLASSES][asked.class_die]
    _, unit = staged(desk, OneUnit(unit=asked.unit))
    dice, more, divisor = rules[POOL_DAMAGE][kind]
    times = rules[doubled](rules, unit)
    worst = rules[dissolves](rules, kind, 6 * dice) * times
    least = rules[dissolves](rules, kind, dice) * times
    figures = {"class": kind, "dice": dice, "more": more, "divisor": divisor, "times": times}
    return Answer(
        figures={**figures, "least": least, "most": worst}, terms=Tally((Term("pools.damage", worst, kind, POOLS),))
    )


class _Bench(Desk):
    """A desk with a board of its own."""

    def __init__(self, desk: Desk, board: Board) -> None:
        super().__init__(desk.rules, desk.sources)
        self.conditions = desk.conditions
        self._ground = board

    def relief(self, board: str) -> Relief:
        return Relief(self._ground, self.rules) if board else super().relief(board)


INQUIRIES = {
    "terrain": Inquiry(title="What a kind of terrain is", facts=KindAsked, answer=kind, cite=KINDS),
    "pool": Inquiry(title="What a pool of hazardous liquid does", facts=PoolAsked, answer=pool, cite=POOLS),
    "ground": Inquiry(title="What entering some ground costs", facts=GroundAsked, answer=ground, cite=KINDS),
}
