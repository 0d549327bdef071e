"""What may be asked about missiles of Omega: racks and what they hold, what a launch costs, what explodes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.omega.bench import Tech, facing, machine, part
from overheat.classic.rules.omega.racks import (
    GONE,
    GUIDES,
    MISSILES,
    RACKS,
    STREAK_COST,
    STREAK_UNIT,
    TUBE,
    Rack,
    half,
    rack_of,
)
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.heat import Toil, weapon_heat
from overheat.classic.rules.standard.salvos import damage_at, salvo_size, times_a_round, wasted_on_miss
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import counted


class RackAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A missile rack, and what is done with it."""

    rack: Annotated[str, Meta(description="LRM 15, Streak SRM 2, Arrow V, ...")]
    tech: Tech = "IS"
    streak: Annotated[bool, Meta(description="Whether a streak unit is built in.")] = False
    fire: Annotated[int, Meta(description="Missiles that it launches this turn.", ge=0)] = 1
    remaining: Annotated[int | None, Meta(description="Missiles that are left in it; all if left out.")] = None


def rack(desk: Desk, asked: RackAsked) -> Answer:
    """What a rack weighs and holds, what launches cost, and what a hit on its ammunition does."""
    name = f"Streak {asked.rack}" if asked.streak else asked.rack
    rules = desk.rules
    if asked.rack.casefold().startswith("swarm"):
        return Answer.refused(Refusal(GONE, "there are no swarm missiles", MISSILES), legal=False)
    if asked.streak and not asked.rack.upper().startswith("SRM"):
        return Answer.refused(Refusal("omega.racks", "only SRMs have streak units", RACKS), legal=False)
    weapon = part(rules, name, asked.tech)
    if not isinstance(weapon, Weapon):
        raise refuse("situation.rack", f"{weapon.name} is no rack", field="rack")
    unit = machine(rules, "attacker", weapon, tech=asked.tech)
    held = rack_of(rules, unit.sheet.mounts[0].equipment)
    if held is None:
        no = _gone(desk, unit)
        if no is None:
            raise refuse("situation.rack", f"{weapon.name} is no rack; it is as it always was", field="rack")
        return Answer.refused(no, legal=False)
    if asked.remaining is not None and asked.remaining > held.missiles:
        raise refuse("situation.remaining", f"the {weapon.name} holds {held.missiles} missiles", field="remaining")
    return _told(desk, asked, weapon, unit, held)


def _gone(desk: Desk, unit: Unit) -> Refusal | None:
    """Why a weapon does not exist under these rules."""
    attack = WeaponAttack(facing(desk, unit, machine(desk.rules, "target")).relief, unit, unit, 0)
    found = (forbids.function(attack) for forbids in desk.rules[FORBIDS] if forbids.id == GONE)
    return next((no for no in found if no is not None), None)


def _told(desk: Desk, asked: RackAsked, weapon: Weapon, unit: Unit, held: Rack) -> Answer:
    rules, state = desk.rules, facing(desk, unit, machine(desk.rules, "target"))
    most = rules[times_a_round](rules, unit, 0)
    tubes = unit.plan.feeds[0]
    attack = WeaponAttack(state.relief, unit, state.units["target"], 0, feed=tubes[0])
    left = sum(unit.condition.shots[at] for at in tubes) if asked.remaining is None else asked.remaining
    entry = unit.sheet.mounts[tubes[0]].equipment
    slots = weapon.slots if isinstance(weapon.slots, int) else 0
    figures = {
        "name": weapon.name,
        "legal": asked.fire <= min(most, left),
        "missiles": sum(unit.condition.shots[at] for at in tubes),
        "tons": weapon.tons,
        "slots": weapon.slots,
        "most_a_turn": most,
        "to_hit_rolls": asked.fire,
        "heat_of_each": weapon.heat,
        "heat": _heat(state, unit, asked.fire),
        "damage": rules[damage_at](attack),
        "groups": [rules[damage_at](attack)] * rules[salvo_size](attack),
        "cost_of_each": None if asked.tech == "Clan" else entry.cost,
        **_streak_unit(asked.tech, weapon),
        "ammunition_slots": half(slots),
        "explosion": _explosion(rules, unit, left),
    }
    if asked.fire > most:
        no = Refusal("omega.launches", f"the {weapon.name} launches {counted(most, 'missile')} a turn", RACKS)
        return Answer.refused(no, **figures)
    if asked.fire > left:
        no = Refusal("omega.launches", f"the {weapon.name} has {counted(left, 'missile')} left", MISSILES)
        return Answer.refused(no, **figures)
    return Answer(figures=figures)


def _streak_unit(tech: Tech, weapon: Weapon) -> dict[str, object]:
    """What the streak unit of a rack weighs and costs, where it has one."""
    if "streak" not in weapon.flags:
        return {}
    owner = "clan" if tech == "Clan" else "is"
    return {"streak_unit_tons": STREAK_UNIT[owner], "streak_unit_cost": STREAK_COST.get(owner)}


def _heat(state: State, unit: Unit, fired: int) -> object:
    term = state.relief.rules[weapon_heat](Toil(state.relief.rules, unit, (Shot(0, "target"),) * fired, state=state))
    return 0 if term is None else term.value


def _explosion(rules: Ruleset, unit: Unit, left: int) -> int:
    """What goes up when the first slot of a rack is hit with so many missiles left."""
    shots = list(unit.condition.shots)
    for at, mount in enumerate(unit.sheet.mounts):
        if TUBE in mount.equipment.flags:
            shots[at], left = min(left, shots[at]), max(0, left - shots[at])
    place = msgspec.structs.replace(unit.condition["RT"], critical_hits=frozenset({0}))
    condition = msgspec.structs.replace(unit.condition, shots=tuple(shots)).with_location(place)
    hit = MountHit(rules, msgspec.structs.replace(unit, condition=condition), 0)
    return rules[weapon_explosion](hit)


class MissileAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A kind of missile, and how it is to be guided."""

    missile: Annotated[str, Meta(description="SRM, LRM, CRM or Arrow.")]
    guidance: Annotated[str, Meta(description="Streak, IR, SARaH, AR, ARM or LGM.")]


def missile(desk: Desk, asked: MissileAsked) -> Answer:
    """Whether there is a missile of a kind with a guidance."""
    guide, family = desk.rules[GUIDES].get(asked.guidance), asked.missile.partition(" ")[0]
    if guide is not None and family in guide.families:
        return Answer(figures={"legal": True, "about": guide.about})
    no = Refusal("omega.guides", f"there is no {asked.missile[:40]} with {asked.guidance[:40]} guidance", RACKS)
    return Answer.refused(no, legal=False)


class LaunchAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A missile that is rolled for."""

    rack: Annotated[str, Meta(description="SRM 6, LRM 15, Arrow V, ...; of streak missiles the plain name.")] = "SRM 6"
    tech: Tech = "IS"
    guidance: Annotated[str, Meta(description="Streak, IR, SARaH, AR, ARM or LGM.")] = "Streak"
    roll: Annotated[int, Meta(description="What two dice show.", ge=2, le=12)]
    needed: Annotated[int, Meta(description="The number to hit.")]


def launch(desk: Desk, asked: LaunchAsked) -> Answer:
    """Whether a missile leaves its tube, whether it hits, and what that costs."""
    rules, name = desk.rules, f"Streak {asked.rack}" if asked.guidance == "Streak" else asked.rack
    weapon = part(rules, name, asked.tech)
    unit = machine(rules, "attacker", weapon, tech=asked.tech, loads={f"RT {weapon.name}": asked.guidance})
    state = facing(desk, unit, machine(rules, "target"))
    attack = WeaponAttack(state.relief, unit, state.units["target"], 0, feed=unit.plan.feeds[0][0])
    hit = asked.roll >= asked.needed
    fired = hit or rules[wasted_on_miss](attack)
    figures = {
        "hit": hit,
        "fired": fired,
        "missiles_used": int(fired),
        "heat": _heat(state, unit, int(fired)),
        "damage": rules[damage_at](attack) if hit else 0,
    }
    return Answer(figures=figures)


QUESTIONS = INQUIRIES.amended(
    "omega.missile_questions",
    {
        "launch": Inquiry(
            title="What becomes of a missile that is rolled for", facts=LaunchAsked, answer=launch, cite=MISSILES
        ),
        "rack": Inquiry(title="What a missile rack holds, costs and does", facts=RackAsked, answer=rack, cite=RACKS),
        "missile": Inquiry(
            title="Whether a missile may be guided so", facts=MissileAsked, answer=missile, cite=MISSILES
        ),
    },
    cite=RACKS,
)
