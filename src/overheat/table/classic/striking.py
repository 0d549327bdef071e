"""What blows, charges and soldiers' assaults would do before they are declared.

Numbers are those of the rules themselves, from the functions that the game asks when something is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from overheat.classic.attack.blows import attack_of, number_of
from overheat.classic.battle.chances import chance_to_stand
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.assaults import (
    LEG_ATTACK,
    SWARM_FIRE,
    Assault,
    assault_number,
    leg_damage,
    strikes_at_once,
    swarm_damage,
)
from overheat.classic.rules.standard.blow_force import charge_damage, from_above_damage
from overheat.classic.rules.standard.piloting import DEEDS, Check, cause, piloting_number
from overheat.classic.turn.assaults import assaults
from overheat.classic.turn.moves import charges_of, kind_of_charge
from overheat.classic.turn.physical import strikes
from overheat.classic.turn.preview import Preview, chance_to_hit, of_blow
from overheat.kernel.refusal import refuse
from overheat.table.classic.firing import promised
from overheat.table.classic.previews import roll_told, unit_of

Told = dict[str, Any]
ALWAYS = (36, 36)


def blows(state: State, id: str, target: str) -> list[Told]:
    """Every blow, charge or assault on a target that a unit may declare now, with its number and what both suffer."""
    unit = unit_of(state, id)
    if state.acting != id:
        raise refuse("preview.phase", "blows are weighed in the unit's own turn", unit=id)
    weighed = {"movement": _charges, "weapons": _assaults, "physical": _strikes}
    if state.phase not in weighed:
        return []
    return [told for told in weighed[state.phase](state, unit) if told["command"].target == target]


def strikers(state: State, sides: Collection[str]) -> list[str]:
    """The units of some sides that have somebody to strike in the physical phase."""
    if state.phase != "physical":
        return []
    own = (unit for unit in state.units.values() if unit.active and unit.side in sides)
    return [unit.id for unit in own if next(strikes(state, unit), None) is not None]


def _strikes(state: State, unit: Unit) -> Iterator[Told]:
    for strike in strikes(state, unit):
        preview = of_blow(state, unit, strike)
        damage = int(preview.damage / preview.chance) if preview.chance else 0
        missed = [_check(state, unit, "missed kick", "miss")] if strike.kind == "kick" else []
        yield {"command": strike, **promised(preview), "kind": strike.kind, **_suffered(damage, 0), "checks": missed}


def _charges(state: State, unit: Unit) -> Iterator[Told]:
    """Charges from where the unit is, and after a jump deaths from above, at targets as they stand now."""
    kind = kind_of_charge(state, unit)
    rules = state.relief.rules
    for charge in charges_of(state, unit):
        attack = attack_of(state, unit, Blow(kind, "", charge.target))
        above = kind == "death from above"
        done, taken = (
            rules[from_above_damage](rules, unit)
            if above
            else rules[charge_damage](rules, unit, attack.target, unit.motion.travelled)
        )
        needed = number_of(attack)
        chance = chance_to_hit(state, attack, needed)
        checks = [_check(state, unit, kind, "hit")] if unit.machine else []
        promise = promised(Preview(needed, chance, chance * done, 0))
        yield {"command": charge, **promise, "kind": kind, **_suffered(done, taken), "checks": checks}


def _assaults(state: State, unit: Unit) -> Iterator[Told]:
    """What soldiers may do to the machine that they stand at or sit on."""
    rules = state.relief.rules
    for strike in assaults(state, unit):
        attack = Assault(state, unit, state.units[strike.target], strike.kind)
        if strike.kind == LEG_ATTACK:
            damage = rules[leg_damage](rules, unit)
        else:
            damage = rules[swarm_damage](rules, unit) if rules[strikes_at_once](attack) else 0
        promise = _assault(state, attack, damage)
        yield {"command": strike, **promise, "kind": strike.kind, **_suffered(damage, 0), "checks": []}


def _assault(state: State, attack: Assault, damage: int) -> Told:
    """The promise of an assault; who sits on the machine already rolls nothing."""
    if attack.kind == SWARM_FIRE:
        certain: Told = {"target_number": None, "terms": [], "probability": ALWAYS, "refusal": None}
        return {**certain, "expected_damage": float(damage)}
    needed = assault_number(attack)
    chance = chance_to_hit(state, attack, needed)
    return promised(Preview(needed, chance, chance * damage, 0))


def _suffered(done: int, taken: int) -> Told:
    """What a hit does to the target, and to who strikes."""
    return {"damage": done, "damage_taken": taken}


def _check(state: State, unit: Unit, deed: str, when: str) -> Told:
    """The piloting roll of who strikes, after a hit or a miss."""
    rules = state.relief.rules
    why = cause(rules[DEEDS], deed)
    needed = piloting_number(Check(rules, unit, why, state.relief.board[unit.hex], state=state))
    return {"when": when, **roll_told(why.label, needed, chance_to_stand(state, unit, int(needed.total), why))}
