"""Special munitions: what each changes of a shot, as rows of a table, and those that take a rule of their own.

A bin is loaded with them at set-up (`loadouts.py`), and every shot names the bin that it is fed from. Mines, smoke and
missiles that go on to the next target are in files of their own.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import msgspec

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.armours import BEST_BARRIER, barrier
from overheat.classic.rules.standard.clusters import SCATTER
from overheat.classic.rules.standard.guidance import beacon_of, jammed
from overheat.classic.rules.standard.impacts import AMONG_SOLDIERS, DAMAGE_TERMS, PIERCES, Impact
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, HEAT_BANDS, banded, target_jumped, target_movement
from overheat.classic.rules.standard.weather import light
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term, scaled

MUNITIONS = TOTAL_WARFARE("Special munitions", 140)
SHELLS = TACTICAL_OPERATIONS("Autocannon ammunition", 352)
MISSILES = TACTICAL_OPERATIONS("Missile ammunition", 367)
FRAGMENTS = TOTAL_WARFARE("Flechette ammunition, fragmentation missiles", 141)
PIERCING = TOTAL_WARFARE("Armour-piercing ammunition", 140)
TANDEM = TACTICAL_OPERATIONS("Tandem-charge missiles", 372)
FOLLOWING = TACTICAL_OPERATIONS("Follow-the-leader missiles", 368)
RADIATION = TACTICAL_OPERATIONS("Anti-radiation missiles", 368)
HEAT_SEEKERS = TACTICAL_OPERATIONS("Heat-seeking missiles", 369)
BURNING = TACTICAL_OPERATIONS("Incendiary long-range missiles", 370)


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """What a munition changes of every shot with it."""

    cite: Cite
    to_hit: int = 0
    """What it adds to the number to hit."""
    scatter: int = 0
    """What it adds to the roll on the cluster table."""

    def __str__(self) -> str:
        told = (("to hit", self.to_hit), ("on the cluster table", self.scatter))
        return ", ".join(f"{value:+} {what}" for what, value in told if value)


ROUNDS: Table[str, Round] = Table(
    "munitions.rounds",
    {
        "munition_armor_piercing": Round(cite=PIERCING, to_hit=1),
        "munition_dead_fire": Round(cite=MISSILES, scatter=-3),
        "munition_acid": Round(cite=MISSILES, scatter=-2),
    },
    cite=MUNITIONS,
    of="munition",
    where="overheat.classic.rules.standard.munitions.ROUNDS",
)
"""By the id of the munition."""


def _round(attack: WeaponAttack) -> tuple[Round, str] | None:
    """What the ammunition of an attack changes, and what it is called; None for what is not in the table."""
    rows = attack.rules[ROUNDS].rows
    return next(((rows[kind], attack.munition) for kind in attack.special if kind in rows), None)


@rule("munitions.to_hit", cite=MUNITIONS, slot=EVERY_SHOT, only=lambda attack: bool(attack.special))
def round_to_hit(attack: WeaponAttack) -> Term | None:
    """Some ammunition is harder to hit with: armour-piercing shells are +1."""
    found = _round(attack) if attack.special else None
    if found is None or not found[0].to_hit:
        return None
    return Term("munitions.to_hit", found[0].to_hit, found[1], found[0].cite)


@rule("munitions.scatter", cite=MUNITIONS, slot=SCATTER, only=lambda attack: bool(attack.special))
def round_scatter(attack: WeaponAttack) -> Term | None:
    """Dead-fire missiles scatter more, -3, acid missiles -2."""
    found = _round(attack) if attack.special else None
    if found is None or not found[0].scatter:
        return None
    return Term("munitions.scatter", found[0].scatter, found[1], found[0].cite)


MOST_FORGIVEN = 2


@rule("munitions.precision", cite=MUNITIONS, slot=EVERY_SHOT, only=lambda attack: bool(attack.special))
def precision(attack: WeaponAttack) -> Term | None:
    """Precision shells follow a target that moves: up to 2 points of what its movement adds do not count."""
    if "munition_precision" not in attack.special:
        return None
    moved = (attack.rules[target_movement](attack), attack.rules[target_jumped](attack))
    value = min(MOST_FORGIVEN, sum(int(term.value) for term in moved if term is not None))
    return Term("munitions.precision", -value, "precision ammunition", MUNITIONS) if value > 0 else None


LUMINOUS = frozenset({"munition_tracer", "munition_incendiary_ac"})


@rule("munitions.luminous", cite=SHELLS, slot=EVERY_SHOT, only=lambda attack: bool(attack.special))
def luminous(attack: WeaponAttack) -> Term | None:
    """Tracers and incendiary shells show where they go in the dark: a point of what it adds does not count."""
    if attack.special.isdisjoint(LUMINOUS) or attack.rules[light](attack) is None:
        return None
    return Term("munitions.luminous", -1, f"{attack.munition} ammunition in the dark", SHELLS)


@rule("munitions.listen_kill", cite=MISSILES, slot=EVERY_SHOT, only=lambda attack: bool(attack.special))
def listen_kill(attack: WeaponAttack) -> Term | None:
    """Listen-kill missiles home in on what machines of the Inner Sphere send out, -1, unless they are jammed."""
    if "munition_listen_kill" not in attack.special or attack.target.sheet.clan or attack.rules[jammed](attack):
        return None
    return Term("munitions.listen_kill", -1, "listen-kill missiles", MISSILES)


@rule("munitions.heat_seeking", cite=HEAT_SEEKERS, slot=EVERY_SHOT, only=lambda attack: bool(attack.special))
def heat_seeking(attack: WeaponAttack) -> Term | None:
    """Heat-seeking missiles find a hot target as much more easily as it shoots worse, one that stands in fire by 2."""
    if attack.special.isdisjoint(("munition_heat_seeking_lrm", "munition_heat_seeking_srm")):
        return None
    value = banded(attack.rules[HEAT_BANDS], attack.target.condition.heat)
    value += 2 if "fire" in attack.relief.board[attack.target.hex] else 0
    return Term("munitions.heat_seeking", -value, "heat-seeking missiles", HEAT_SEEKERS) if value else None


EMITTERS = ("ecm", "probe", "c3_master", "c3_slave", "c3i", "c3_emergency_master", "nova", "watchdog")
LOUD_TONS = 3.5
"""Tons of communications equipment from which a unit can be heard."""
SEEN, UNSEEN = -1, 2


@rule(
    "munitions.anti_radiation",
    cite=RADIATION,
    implements=("TO-368-arad-missiles-1", "TO-368-arad-missiles-2"),
    slot=EVERY_SHOT,
    only=lambda attack: bool(attack.special),
)
def anti_radiation(attack: WeaponAttack) -> Term | None:
    """Anti-radiation missiles find electronics that work and a friendly beacon, -1, and hardly anything else, +2.

    Communications equipment counts from 3.5 tons on.
    """
    if "munition_anti_radiation" not in attack.special:
        return None
    heard = beacon_of(attack.attacker.side) in attack.target.marks or _emits(attack.target)
    label = "target can be heard" if heard else "target cannot be heard"
    return Term("munitions.anti_radiation", SEEN if heard else UNSEEN, label, RADIATION)


def _emits(unit: Unit) -> bool:
    """Whether something aboard sends out what missiles can home in on."""
    if unit.condition.shut_down:
        return False
    for at, mount in enumerate(unit.sheet.mounts):
        flags = mount.equipment.flags
        loud = "communications" in flags and (mount.size or 1) >= LOUD_TONS
        if (loud or not flags.isdisjoint(EMITTERS)) and works(unit, at):
            return True
    return False


@rule("munitions.as_one", cite=FOLLOWING, implements=("TO-368-ftl-missiles",))
def flies_as_one(attack: WeaponAttack) -> bool:
    """Missiles that follow their leader strike one place, unless a jammer near the line makes ordinary ones of them."""
    return "munition_follow_the_leader" in attack.special and not attack.rules[jammed](attack)


@rule(
    "munitions.following",
    cite=FOLLOWING,
    implements=("TO-368-ftl-missiles",),
    slot=SCATTER,
    only=lambda attack: bool(attack.special),
)
def following(attack: WeaponAttack) -> Term | None:
    """Missiles that follow their leader scatter less, +1."""
    if not attack.rules[flies_as_one](attack):
        return None
    return Term("munitions.following", 1, "missiles that follow their leader", FOLLOWING)


PIERCED: Table[int, int] = Table(
    "munitions.pierced",
    {2: -4, 4: -3, 5: -3, 8: -2, 10: -2, 20: -1},
    cite=PIERCING,
    implements=("TO-286-protomech-ac",),
    where="overheat.classic.rules.standard.munitions.PIERCED",
)
"""What is added to the roll for a critical hit through armour, by the size of the autocannon."""


@rule("munitions.armour_piercing", cite=PIERCING, implements=("TO-286-protomech-ac",), slot=PIERCES)
def armour_piercing(impact: Impact) -> Term | None:
    """Armour-piercing shells may go through armour that holds: the smaller the gun the more is taken off the roll."""
    attack, unit = impact.attack, impact.unit
    if impact.hit.munition == "standard" or not isinstance(attack, WeaponAttack):
        return None
    if "munition_armor_piercing" not in attack.special or not (unit.machine or unit.vehicle):
        return None
    added = impact.rules[PIERCED].get(attack.weapon.rack)
    return None if added is None else Term("munitions.armour_piercing", added, "armour-piercing ammunition", PIERCING)


TANDEM_ROLL = -2


@rule("munitions.tandem_charge", cite=TANDEM, implements=("TO-372-tandem-charge",), slot=PIERCES)
def tandem_charge(impact: Impact) -> Term | None:
    """Tandem charges may go through armour that holds, -2, and through what is thinner than full armour as any hit."""
    attack = impact.attack
    if impact.hit.munition == "standard" or not isinstance(attack, WeaponAttack):
        return None
    if "munition_tandem_charge" not in attack.special or impact.unit.sheet.platoon is not None:
        return None
    rating = impact.rules[barrier](impact.rules, impact.unit, impact.location)
    weak = impact.unit.sheet.kind in ("support vehicle", "industrial machine") and rating < BEST_BARRIER
    return Term("munitions.tandem_charge", 0 if weak else TANDEM_ROLL, "tandem charges", TANDEM)


@rule("munitions.fragments", cite=FRAGMENTS, slot=DAMAGE_TERMS, only=lambda impact: impact.hit.munition != "standard")
def fragments(impact: Impact) -> Term | None:
    """Flechettes do half to all but soldiers on foot, rounded down; fragmentation missiles do nothing to them."""
    if impact.hit.munition == "standard" or impact.unit.sheet.kind == "infantry":
        return None
    attack = impact.attack
    if not isinstance(attack, WeaponAttack) or attack.special.isdisjoint(FRAGMENTING):
        return None
    if "munition_flechette" in attack.special:
        return scaled("munitions.fragments", impact.damage, HALF, floor, "flechettes", FRAGMENTS)
    return Term("munitions.fragments", -impact.damage, "fragmentation missiles", FRAGMENTS)


FRAGMENTING = frozenset({"munition_flechette", "munition_fragmentation"})
HALF = Fraction(1, 2)


@rule("munitions.incendiary", cite=BURNING, implements=("TO-370-incendiary-lrm-2",))
def burning_bonus(rules: Ruleset, missiles: int) -> int:
    """Incendiary missiles do a point more to soldiers for every five of the volley, or part of five."""
    return ceil(missiles / 5)


@rule(
    "munitions.burns_suits",
    cite=BURNING,
    implements=("TO-370-incendiary-lrm-2",),
    slot=DAMAGE_TERMS,
    only=lambda impact: impact.unit.sheet.kind == "battle armour",
)
def burns_suits(impact: Impact) -> Term | None:
    """Battle armour takes what incendiary missiles do besides."""
    return _burns(impact) if impact.unit.sheet.kind == "battle armour" else None


@rule("munitions.burns_soldiers", cite=BURNING, implements=("TO-370-incendiary-lrm-2",), slot=AMONG_SOLDIERS)
def burns_soldiers(impact: Impact) -> Term | None:
    """As many more soldiers fall by incendiary missiles."""
    return _burns(impact)


def _burns(impact: Impact) -> Term | None:
    if impact.hit.munition == "standard" or not isinstance(attack := impact.attack, WeaponAttack):
        return None
    if "munition_incendiary_lrm" not in attack.special:
        return None
    more = impact.rules[burning_bonus](impact.rules, attack.weapon.cluster)
    return Term("munitions.incendiary", more, "incendiary missiles", BURNING)


RULES = (
    ROUNDS,
    round_to_hit,
    round_scatter,
    precision,
    luminous,
    listen_kill,
    heat_seeking,
    anti_radiation,
    flies_as_one,
    following,
    PIERCED,
    armour_piercing,
    tandem_charge,
    fragments,
    burning_bonus,
    burns_suits,
    burns_soldiers,
)
