"""What holds in every battle of the classic game, whatever anybody says."""

from __future__ import annotations

from overheat.classic.facts.state import RESERVE, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of

MENDING = frozenset({"harjel_ii", "harjel_iii"})
"""What gives armour back."""


def lawful(before: State, after: State) -> None:
    """No two machines share a hex, nothing lost comes back, counts agree, and nobody fights on without soldiers."""
    standing = [unit for unit in after.units.values() if unit.active and unit.machine]
    assert len({unit.hex for unit in standing}) == len(standing), "two machines share a hex"
    for id, unit in after.units.items():
        _only_worse(before.units[id], unit)
        _counted(after, unit)


def _only_worse(before: Unit, after: Unit) -> None:
    assert after.condition.heat >= 0
    assert before.fate in ("", RESERVE, after.fate), f"{before.fate} comes back"
    assert after.condition.crew_hits >= before.condition.crew_hits
    mends = not MENDING.isdisjoint(after.plan.flags)
    if after.sheet.kind == "infantry":
        assert _soldiers(after) <= _soldiers(before), "soldiers come back"
        return
    for place in after.condition.locations:
        was = before.condition[place.code]
        assert place.armour >= 0, place
        assert place.armour <= was.armour or mends, place
        assert 0 <= place.structure <= was.structure, place
        assert was.critical_hits <= place.critical_hits
        assert was.destroyed <= place.destroyed


def _soldiers(unit: Unit) -> int:
    """The soldiers of a platoon, who may go from one squad to another."""
    return sum(max(0, int(place.structure)) for place in unit.condition.locations)


def _counted(state: State, unit: Unit) -> None:
    condition = unit.condition
    assert unit.hex in state.relief.board or unit.fate, "off the board"
    if unit.sheet.kind == "infantry":
        assert condition.troopers == condition["Troopers"].structure
    if unit.sheet.troopers and unit.active:
        assert condition.troopers > 0
    if carrier_of(unit):
        carrier = state.units[carrier_of(unit)]
        assert carrier.active
        assert (carrier.hex, carrier.elevation) == (unit.hex, unit.elevation)
