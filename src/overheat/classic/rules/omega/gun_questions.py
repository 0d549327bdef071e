"""What may be asked about guns of Omega: bursts, their heat and ammunition, and how many rounds or fragments hit."""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk, Faces, only, thrown
from overheat.classic.attack.to_hit import target_number
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.omega.bench import Tech, facing, machine, part
from overheat.classic.rules.omega.guns import GUNS, gun_class
from overheat.classic.rules.standard.clusters import ClusterRoll, cluster_hits
from overheat.classic.rules.standard.heat import Toil, weapon_heat
from overheat.classic.rules.standard.salvos import damage_at, jams_on, rates, salvo_size, times_a_round
from overheat.classic.unit.equipment import Ammunition, Equipment, Weapon
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.plan import feeds
from overheat.kernel.answers import Answer, Outcomes
from overheat.kernel.dice import Dice
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Number, Tally, Term
from overheat.kernel.wording.phrases import counted


class BurstAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A gun, and the rounds of each burst that it fires."""

    weapon: str
    tech: Tech = "IS"
    rounds: Annotated[tuple[int, ...], Meta(description="The rounds of each burst; an ultra autocannon has two.")] = (
        1,
    )
    ammunition: Literal["slug", "cluster"] = "slug"
    rolls: Annotated[tuple[int, ...], Meta(description="What each burst rolled to hit, to see whether it jams.")] = ()
    needed: Annotated[int, Meta(description="The number to hit, where bursts may miss.")] = 0
    dice: Faces = ()


def burst(desk: Desk, asked: BurstAsked) -> Answer:
    """What bursts of a gun cost, what they add to the number to hit, and how many rounds hit."""
    rules, gun = desk.rules, part(desk.rules, asked.weapon, asked.tech)
    if not isinstance(gun, Weapon):
        raise refuse("situation.weapon", f"{gun.name} is no gun", field="weapon")
    state = _facing(desk, asked, gun)
    unit, most = state.units["attacker"], max(rules[rates](rules, gun))
    no = _refused(asked, gun, most, rules[times_a_round](rules, unit, 0))
    bursts = [_attack(state, asked, rounds) for rounds in asked.rounds]
    first = bursts[0]
    figures = {
        "legal": no is None,
        "most_rounds": most,
        "heat_per_round": gun.heat,
        "rounds_per_ton": max(_per_ton(rules, gun), default=None),
        "tons": gun.tons,
        "slots": gun.slots,
        "to_hit_rolls": len(bursts),
        "ammunition": sum(asked.rounds),
        "heat": _points(_heat(state, unit, tuple(Shot(0, "target", rate=many) for many in asked.rounds))),
        "to_hit": [_added(state, attack) for attack in bursts],
        "damage_of_each": rules[damage_at](first),
    }
    if no is not None:
        return Answer.refused(no, **figures)
    jammed = any(rules[jams_on](attack, roll) for attack, roll in zip(_in_order(bursts), asked.rolls, strict=False))
    landed = [attack for attack, roll in zip_longest(bursts, asked.rolls) if attack and (roll or 12) >= asked.needed]
    of_each = thrown(asked.dice, lambda dice: tuple(_hits(rules, attack, dice) for attack in landed))
    each, counts, hits = rules[damage_at](first), only(of_each), of_each.map(sum)
    found = only(hits)
    figures |= {
        "table": f"LB {gun_class(gun)}-X" if asked.ammunition == "cluster" else f"AC/{gun_class(gun)}",
        "jammed": jammed,
        "hits": found,
        "hits_of_each": None if counts is None else list(counts),
        "groups": None if found is None else [each] * found,
        "location_rolls": found,
        "expected": str(Fraction(hits.mean)),
    }
    outcomes = None if asked.dice else Outcomes.of("how many hit", hits, lambda many: counted(many, "hit"))
    return Answer(figures=figures, outcomes=outcomes)


def _facing(desk: Desk, asked: BurstAsked, gun: Weapon) -> State:
    fed = next((entry for entry in _rounds(desk.rules, gun) if _is(entry, asked.ammunition)), None)
    if fed is None and asked.ammunition == "cluster":
        raise refuse("situation.ammunition", f"the {gun.name} fires no clusters", field="ammunition")
    items: tuple[Equipment, ...] = (gun,) if fed is None else (gun, fed)
    attacker = machine(desk.rules, "attacker", *items, tech=asked.tech)
    return facing(desk, attacker, machine(desk.rules, "target"))


def _rounds(rules: Ruleset, gun: Weapon) -> list[Ammunition]:
    entries = catalogue_of(rules).entries.values()
    return [
        entry
        for entry in entries
        if isinstance(entry, Ammunition) and feeds(entry, gun) and entry.tech == gun.tech and "half" not in entry.id
    ]


def _is(rounds: Ammunition, kind: str) -> bool:
    return (rounds.munition == "cluster") == (kind == "cluster")


def _per_ton(rules: Ruleset, gun: Weapon) -> list[int]:
    return [rounds.shots for rounds in _rounds(rules, gun)]


def _attack(state: State, asked: BurstAsked, rounds: int) -> WeaponAttack:
    unit = state.units["attacker"]
    feed = 1 if len(unit.sheet.mounts) > 1 else None
    return WeaponAttack(state.relief, unit, state.units["target"], 0, feed=feed, rate=rounds)


def _in_order(bursts: list[WeaponAttack]) -> list[WeaponAttack]:
    for ordinal, attack in enumerate(bursts, 1):
        attack.ordinal = ordinal
    return bursts


def _refused(asked: BurstAsked, gun: Weapon, most: int, times: int) -> Refusal | None:
    if len(asked.rounds) > times:
        return Refusal("omega.bursts", f"the {gun.name} fires {counted(times, 'burst')} a round", GUNS)
    if any(not 1 <= rounds <= most for rounds in asked.rounds):
        return Refusal("omega.rates", f"the {gun.name} fires at most {counted(most, 'round')} at once", GUNS)
    return None


def _heat(state: State, unit: Unit, shots: tuple[Shot, ...]) -> Term | None:
    toil = Toil(state.relief.rules, unit, shots, state=state)
    return state.relief.rules[weapon_heat](toil)


def _points(term: Term | None) -> Number:
    return 0 if term is None else term.value


def _added(state: State, attack: WeaponAttack) -> int:
    """What the burst and its ammunition add to the number to hit."""
    plain = WeaponAttack(state.relief, attack.attacker, attack.target, 0)
    return int(target_number(attack).total - target_number(plain).total)


def _hits(rules: Ruleset, attack: WeaponAttack, dice: Dice) -> int:
    size = rules[salvo_size](attack)
    if size == 1:
        return 1
    return rules[cluster_hits](ClusterRoll(rules, size, dice.roll("clusters").total, attack))


class HeatAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Guns that fire in one round, each with its rounds."""

    weapons: Annotated[tuple[tuple[str, int], ...], Meta(description='Each with its rounds: [["Machine Gun", 4]].')]
    tech: Tech = "IS"


def heat(desk: Desk, asked: HeatAsked) -> Answer:
    """The heat of several guns: parts of a point are rounded up for each of them."""
    guns = [part(desk.rules, name, asked.tech) for name, _ in asked.weapons]
    unit = machine(desk.rules, "attacker", *guns, tech=asked.tech)
    state = facing(desk, unit, machine(desk.rules, "target"))
    shots = tuple(Shot(at, "target", rate=rounds) for at, (_, rounds) in enumerate(asked.weapons))
    term = _heat(state, unit, shots)
    return Answer(figures={"heat": _points(term)}, terms=Tally.of((term,)))


QUESTIONS = INQUIRIES.amended(
    "omega.gun_questions",
    {
        "burst": Inquiry(
            title="What bursts of a gun cost, need and hit with", facts=BurstAsked, answer=burst, cite=GUNS
        ),
        "gun heat": Inquiry(title="The heat of several guns", facts=HeatAsked, answer=heat, cite=GUNS),
    },
    cite=GUNS,
)
