"""What a blow, a charge or an attack of soldiers on a machine needs, and what it does to both."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.attack import points_told
from overheat.classic.adjudicator.desk import AnyBoard, Desk
from overheat.classic.adjudicator.parties import Party
from overheat.classic.attack.blows import attack_of, from_above_groups, hit_of, number_of, refusal
from overheat.classic.battle.chances import as_ways
from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Blow, Shot, State, Unit, Weather
from overheat.classic.rules.standard.aboard import ABOARD
from overheat.classic.rules.standard.assaults import (
    ASSAULTS,
    LEG_ATTACK,
    Assault,
    allowed,
    assault_number,
    leg_damage,
    swarm_damage,
)
from overheat.classic.rules.standard.blow_force import charge_damage, from_above_damage
from overheat.classic.rules.standard.clubs import IN_HAND
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry import CLASSES, harm_to_soldiers, mown_down, weapon_class
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.physical import KINDS, LEVELS, PhysicalAttack
from overheat.classic.rules.standard.physical_weapons import DRAWN, PHYSICAL_WEAPONS, swung_at, wielded
from overheat.classic.turn.preview import chance_to_hit, damage_of_strike
from overheat.classic.unit.figures import catalogue_of
from overheat.kernel.answers import ROLL, Answer, Outcomes
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import as_id

BOTH_HURT = ("damage", "damage_to_self")


class BlowAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two units beside each other, and how the one strikes the other."""

    attacker: Party
    target: Party
    kind: Annotated[
        str, Meta(description="punch, kick, push, club, charge, death from above, a physical weapon by its name, ...")
    ]
    limb: Annotated[str, Meta(description="The limb that strikes: LA, RA, ...; the first that can if left out.")] = ""
    board: AnyBoard = ""
    fired: Annotated[str, Meta(description="The location whose weapons have fired this turn.")] = ""
    weather: Weather = Weather()
    ready: Annotated[bool, Meta(description="Whether a blade is out, a vibroblade running, a shield held to bash.")] = (
        False
    )


def answer(desk: Desk, asked: BlowAsked) -> Answer:
    """The number that a blow needs, the damage that it does to both, and the side that it comes from."""
    asked = _with_a_limb(desk, asked)
    state = _state(desk, asked)
    attacker, target = state.units["attacker"], state.units["target"]
    if asked.kind in ASSAULTS:
        return _assault(state, asked.kind)
    attack = _attack(state, asked)
    no = refusal(attack)
    if no is not None:
        return Answer.refused(no, *ROLL, *BOTH_HURT, "side")
    side = desk.rules[side_hit](desk.rules, target, attacker.hex)
    done, taken = _damage(attack)
    needed = number_of(attack)
    ways = as_ways(chance_to_hit(state, attack, needed))
    groups = {"groups": desk.rules[from_above_groups](desk.rules, int(done))} if _lands_on_machine(attack) else {}
    return Answer.needing(needed, ways, damage=done, damage_to_self=taken, side=side, **groups)


def _lands_on_machine(attack: PhysicalAttack) -> bool:
    return attack.kind == "death from above" and attack.target.sheet.kind != "infantry"


def odds(desk: Desk, asked: BlowAsked) -> Answer:
    """How likely each damage of a blow is, misses counted."""
    asked = _with_a_limb(desk, asked)
    told = answer(desk, asked)
    if told.refusal is not None or asked.kind in ASSAULTS or asked.kind in _RUN_DOWN:
        return told
    state = _state(desk, asked)
    done = damage_of_strike(state, _attack(state, asked))
    outcomes = Outcomes.of("damage", done, points_told)
    return msgspec.structs.replace(told, outcomes=outcomes)


_RUN_DOWN = ("charge", "death from above", "push")


def _with_a_limb(desk: Desk, asked: BlowAsked) -> BlowAsked:
    """The question with a limb where it names none and the blow needs one: the first that may strike."""
    if asked.limb or asked.kind in ASSAULTS or not _lacks_a_limb(desk, asked):
        return asked
    codes = sorted((place.code for place in _state(desk, asked).units["attacker"].condition.locations), reverse=True)
    tried = [msgspec.structs.replace(asked, limb=code) for code in codes if code.endswith(LIMBS_END)]
    able = [each for each in tried if not _lacks_a_limb(desk, each)]
    free = (each for each in able if refusal(_attack(_state(desk, each), each)) is None)
    return next(free, able[0] if able else asked)


def _lacks_a_limb(desk: Desk, asked: BlowAsked) -> bool:
    no = refusal(_attack(_state(desk, asked), asked))
    return no is not None and no.id == NO_LIMB


def _state(desk: Desk, asked: BlowAsked) -> State:
    relief = desk.relief(asked.board)
    roles = {"attacker": asked.attacker, "target": asked.target}
    units = {role: desk.unit(relief, role, party) for role, party in roles.items()}
    units["attacker"] = _at_the_ready(desk.rules, _fired(units["attacker"], asked.fired), asked)
    if asked.kind == "brush off":
        units["target"] = _marked(units["target"], ABOARD, Mark(about="attacker"))
    return State(relief=relief, units=units, weather=desk.weather(asked.weather), round=1, phase="physical")


def _fired(unit: Unit, location: str) -> Unit:
    """A unit whose weapons of a location have fired."""
    guns = [at for at in unit.plan.weapons if unit.sheet.mounts[at].location == location.upper()]
    if location and not guns:
        raise refuse("situation.fired", f"fired: {unit.sheet.name} has no weapon in {location[:40]!r}", field="fired")
    return msgspec.structs.replace(unit, volley=tuple(Shot(at, "target") for at in guns))


NO_LIMB = "physical.limb"
LIMBS_END = ("A", "L")
"""How the codes of arms and legs end."""
READY = (" (extended)", " (active)")
"""What a physical weapon that is out or running is called."""


def _at_the_ready(rules: Ruleset, unit: Unit, asked: BlowAsked) -> Unit:
    """A unit with what it strikes with: a club in its hands, a blade that is out."""
    if asked.kind == "club":
        return _marked(unit, IN_HAND, Mark())
    if not asked.ready and not asked.kind.endswith(READY):
        return unit
    at = wielded(rules, unit, _kind(rules, asked.kind), asked.limb.upper())
    return unit if at is None else _marked(unit, each(DRAWN, at), Mark())


def _marked(unit: Unit, name: str, mark: Mark) -> Unit:
    return msgspec.structs.replace(unit, marks={**unit.marks, name: mark})


def _kind(rules: Ruleset, name: str) -> str:
    """The kind of blow that is meant: by its own name, or by that of the equipment that strikes it."""
    plain = name.lower()
    for end in READY:
        plain = plain.removesuffix(end)
    if swung_at(rules, plain)[1] in rules[PHYSICAL_WEAPONS] or plain in rules[KINDS]:
        return plain
    found = catalogue_of(rules).find(plain, "IS")
    weapons = rules[PHYSICAL_WEAPONS].rows.items()
    kinds = (kind for kind, weapon in weapons if found is not None and found.flags.issuperset(weapon.flags))
    return next(kinds, plain)


def _attack(state: State, asked: BlowAsked) -> PhysicalAttack:
    rules = state.relief.rules
    kinds = [*(kind for kind in rules[KINDS].rows if kind in rules[LEVELS]), *rules[PHYSICAL_WEAPONS].rows]
    kind = _kind(rules, asked.kind)
    if swung_at(rules, kind)[1] not in kinds:
        there = ", ".join((*kinds, *ASSAULTS))
        raise refuse("situation.kind", f"kind: no blow {asked.kind[:40]!r}; there are {there}", field="kind")
    return attack_of(state, state.units["attacker"], Blow(kind, asked.limb.upper(), "target"))


def _damage(attack: PhysicalAttack) -> tuple[int | str, int]:
    """What a blow does to its target, and to who strikes; to a platoon what a blow of such force does."""
    done, taken = _done(attack)
    if attack.target.sheet.kind != "infantry":
        return done, taken
    hit = Hit("target", "front", done, as_id(attack.kind), by=attack)
    dice = attack.rules[mown_down](hit)
    if dice:
        return f"{dice}d6", taken
    return harm_to_soldiers(attack.rules[CLASSES], attack.rules[weapon_class](hit), done), taken


def _done(attack: PhysicalAttack) -> tuple[int, int]:
    """The points of damage that a blow comes to, for its target and for who strikes."""
    rules, attacker, target = attack.rules, attack.attacker, attack.target
    if attack.kind == "charge":
        return rules[charge_damage](rules, attacker, target, attacker.motion.travelled)
    if attack.kind == "death from above":
        return rules[from_above_damage](rules, attacker)
    return hit_of(attack, rules[side_hit](rules, target, attacker.hex)).damage, 0


def _assault(state: State, kind: str) -> Answer:
    """An attack of soldiers on a machine, hand to hand."""
    rules, attacker = state.relief.rules, state.units["attacker"]
    attack = Assault(state, attacker, state.units["target"], kind)
    no: Refusal | None = rules[allowed](attack)
    if no is not None:
        return Answer.refused(no, *ROLL, *BOTH_HURT, "side")
    damage = rules[leg_damage](rules, attacker) if kind == LEG_ATTACK else rules[swarm_damage](rules, attacker)
    needed = assault_number(attack)
    ways = as_ways(chance_to_hit(state, attack, needed))
    return Answer.needing(needed, ways, damage=damage, damage_to_self=0, side="front")


INQUIRIES = {
    "blow": Inquiry(
        title="What a physical attack needs, and what it does",
        facts=BlowAsked,
        answer=answer,
        odds=odds,
        cite=QUICK_REFERENCE("Physical Attacks"),
        also=("physical",),
    )
}
