"""How battles of the classic game are written down as positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import parse_ground, print_ground
from overheat.classic.facts.state import NOWHERE, Interrupted, State
from overheat.classic.sight.relief import Relief
from overheat.classic.unit.plan import Plan
from overheat.kernel.positions import Parts, Spelling, Word
from overheat.kernel.refusal import refuse

OFF = "off"
"""The hex of who has not come to the map yet."""


def spelling(commands: Any) -> Spelling:
    """How battles are written in which some commands may be given."""
    return Spelling(
        words={Hex: Word(_hex_name, _hex_named)},
        parts={Relief: Parts(_changed_hexes, _with_hex), Plan: Parts(_no_parts, _as_it_is)},
        types={(Interrupted, "command"): commands},
        blanks={Interrupted: lambda fresh: Interrupted(before=fresh, player="", command=None)},
        settled=_under_effects,
    )


def _hex_name(hex: Hex) -> str:
    return OFF if hex == NOWHERE else str(hex)


def _hex_named(name: str) -> Hex:
    return NOWHERE if name == OFF else Hex.parse(name)


def _changed_hexes(fresh: Relief, now: Relief) -> Iterator[tuple[str, str]]:
    """The hexes whose ground has changed, as cells of the notation of boards."""
    for hex, before, after in zip(now.board, fresh.board.grounds, now.board.grounds, strict=True):
        if before != after:
            yield str(hex), print_ground(after)


def _with_hex(relief: Relief, hex: str, cell: str) -> Relief:
    return relief.changed({relief.board.parse_hex(hex): parse_ground(cell)})


def _no_parts(fresh: Plan, now: Plan) -> Iterator[tuple[str, str]]:
    """What slots hold follows from the sheet."""
    yield from ()


def _as_it_is(plan: Plan, name: str, text: str) -> Plan:
    raise refuse("position.path", "what slots hold follows from the sheet", name=name)


def _under_effects(state: State) -> State:
    """Lines of sight run as the effects on the map let them."""
    if state.interrupted is not None:
        before = _under_effects(state.interrupted.before)
        state = msgspec.structs.replace(state, interrupted=msgspec.structs.replace(state.interrupted, before=before))
    return msgspec.structs.replace(state, relief=state.relief.under(state.effects))
