"""Coolant as ammunition: jets that take heat from who keeps any, wet soldiers, and put out fires."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.heat import SINKS_IT, Toil, tracks_heat
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

COOLANT_JETS = TACTICAL_OPERATIONS("Coolant ammunition", 361)
TRUCKS = TACTICAL_OPERATIONS("Coolant Systems, firing coolant", 106)
COOLANT = "fluid_coolant"
"""The munition's id in the catalogue."""
COOLED = named("cooled_from_outside", "{value} heat taken by coolant")
"""The mark of a unit that coolant has hit this round, and how much heat that takes."""
INFERNO_FIRE = 2
"""The grade of a fire of inferno fuel; others are of grade 1."""

FIGURES: Table[str, int] = Table(
    "coolant.figures",
    {"a hit": 3, "a hit of a heavy flamer": 4, "at most": 9, "puts out": 4, "puts out inferno": 12, "soldiers": 1},
    cite=COOLANT_JETS,
    implements=("TO-361-coolant-ammo", "TO-106-coolant-truck-fire-2a", "TO-106-coolant-truck-fire-2b"),
    where="overheat.classic.rules.standard.coolant.FIGURES",
)
"""Heat that a hit takes, and all hits of a round at most; the rolls that put fires out; the damage to soldiers."""


def is_coolant(attack: WeaponAttack) -> bool:
    """Whether a shot is a jet of coolant."""
    return bool(attack.special) and COOLANT in attack.special


def carries_coolant(unit: Unit) -> bool:
    """Whether a unit has coolant to fire."""
    if unit.plan.flags.isdisjoint(("flamer", "fluid")):
        return False
    return any(mount.ammunition is not None and mount.ammunition.munition == "coolant" for mount in unit.sheet.mounts)


@rule("coolant.takes", cite=COOLANT_JETS, implements=("TO-361-coolant-ammo", "TO-106-coolant-truck-fire-2a"))
def coolant_takes(attack: WeaponAttack, target: Unit) -> int:
    """A jet of coolant takes 3 points of heat, that of a heavy flamer 4; all jets of a round 9 at most."""
    if not is_coolant(attack) or not attack.rules[tracks_heat](attack.rules, target):
        return 0
    figures, held = attack.rules[FIGURES], target.marks.get(COOLED)
    heavy = attack.weapon.ammunition == "heavy_flamer"
    left = figures["at most"] - (0 if held is None else held.value)
    return max(0, min(left, figures["a hit of a heavy flamer" if heavy else "a hit"]))


@rule("heat.coolant_jets", cite=COOLANT_JETS, implements=("TO-361-coolant-ammo",), slot=SINKS_IT)
def cooled_from_outside(toil: Toil) -> Term | None:
    """Coolant from outside takes heat away besides what sinks do."""
    mark = toil.unit.marks.get(COOLED) if toil.unit.marks else None
    return None if mark is None else Term("heat.coolant_jets", mark.value, "jets of coolant", COOLANT_JETS)


@rule("fire.friendly", cite=TRUCKS, implements=("TO-106-coolant-truck-fire-2a",))
def at_friends(attack: WeaponAttack) -> bool:
    """Nobody fires at its own side, but for coolant at a friend that keeps heat."""
    return is_coolant(attack) and attack.rules[tracks_heat](attack.rules, attack.target)


@rule("coolant.puts_out", cite=TRUCKS, implements=("TO-106-coolant-truck-fire-2b",))
def coolant_puts_out(rules: Ruleset, inferno: bool) -> int:
    """Coolant that hits a burning hex puts the fire out on 4 or more, one of inferno fuel on 12."""
    return rules[FIGURES]["puts out inferno" if inferno else "puts out"]


RULES = (coolant_takes, cooled_from_outside, at_friends, coolant_puts_out, FIGURES)
