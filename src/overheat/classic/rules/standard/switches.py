"""What a crew may switch or give up: searchlights, stealth systems, the machine itself."""

from __future__ import annotations

from overheat.classic.board.hexes import Arc, in_arc
from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.modular_armour import modular_left
from overheat.classic.rules.standard.systems import works
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule

SEARCHLIGHTS = TACTICAL_OPERATIONS("Searchlights", 57)
STEALTH = TOTAL_WARFARE("Stealth armor", 142)
EJECTION = TACTICAL_OPERATIONS("Ejection", 196)

SEARCHLIGHT = named("searchlight", "searchlight on")
"""The mark of a unit whose searchlight is switched on."""
ILLUMINATED = named("illuminated", "in the light")
"""The mark of a unit that a light shines on."""
STEALTH_ON = named("stealth", "stealth on")
"""The mark of a unit whose stealth system is switched on."""

LIGHT_REACHES = 30


def shines(unit: Unit) -> bool:
    """Whether its searchlight is switched on."""
    return SEARCHLIGHT in unit.marks


def illuminated(unit: Unit) -> bool:
    """Whether a light shines on it."""
    return ILLUMINATED in unit.marks


ARMOUR, NULL_SIGNATURE, VOID_SIGNATURE, CHAMELEON = "armour", "null_signature", "void_signature", "chameleon"


HIDING = frozenset({"stealth", NULL_SIGNATURE, VOID_SIGNATURE, CHAMELEON})
"""What a unit is made of that has any stealth system."""
NOTHING: frozenset[str] = frozenset()


def stealthy(unit: Unit) -> bool:
    """Whether its stealth system is switched on."""
    return STEALTH_ON in unit.marks


def hides_by(unit: Unit) -> frozenset[str]:
    """What hides a unit whose stealth system is switched on; nothing where it has none that works."""
    return stealth_systems(unit) if stealthy(unit) else NOTHING


def silent(unit: Unit) -> bool:
    """Whether what hides a unit also keeps its jammers and guidance still: all but a chameleon shield does."""
    return stealthy(unit) and hides_by(unit) != {CHAMELEON}


def stealth_systems(unit: Unit) -> frozenset[str]:
    """The stealth systems of a unit that work: armour and a void signature system need a jammer besides."""
    if not (unit.machine or unit.vehicle) or unit.plan.traits.isdisjoint(HIDING):
        return NOTHING
    works_of = {
        flag
        for at, mount in enumerate(unit.sheet.mounts)
        for flag in mount.equipment.flags & {"ecm", NULL_SIGNATURE, VOID_SIGNATURE, CHAMELEON}
        if works(unit, at)
    }
    kinds = (place.armour_kind for place in unit.sheet.locations)
    if any(kind is not None and "stealth" in kind.flags for kind in kinds) and not modular_left(unit):
        works_of.add(ARMOUR)
    return frozenset(works_of - ({"ecm"} if "ecm" in works_of else {"ecm", ARMOUR, VOID_SIGNATURE}))


@rule("switches.searchlight", cite=SEARCHLIGHTS)
def may_shine(rules: Ruleset, unit: Unit) -> Refusal | None:
    """Every machine and vehicle that has power has a searchlight; soldiers have none."""
    if (unit.machine or unit.vehicle) and not unit.condition.shut_down:
        return None
    return Refusal("switches.searchlight", f"{unit.sheet.name} has no searchlight to switch", SEARCHLIGHTS)


@rule("switches.lit", cite=SEARCHLIGHTS)
def lit_by(relief: Relief, lamp: Unit, unit: Unit) -> bool:
    """A searchlight shows what it can see within 30 hexes ahead, and the unit that carries it."""
    if not shines(lamp) or lamp.condition.shut_down:
        return False
    if lamp.id == unit.id:
        return True
    ahead = lamp.hex == unit.hex or in_arc(lamp.hex, lamp.torso, unit.hex, Arc.FORWARD)
    near = lamp.hex.distance(unit.hex) <= LIGHT_REACHES
    return ahead and near and sight(relief, lamp.viewpoint, unit.viewpoint).visible


@rule("switches.stealth", cite=STEALTH, implements=("TO-281-modular-armor-2",))
def may_hide(rules: Ruleset, unit: Unit) -> Refusal | None:
    """Stealth armour needs an ECM suite that works; signature systems and chameleon shields work by themselves."""
    if stealth_systems(unit) and not unit.condition.shut_down:
        return None
    return Refusal("switches.stealth", f"{unit.sheet.name} has no stealth system that works", STEALTH)


@rule("crew.may_eject", cite=EJECTION)
def may_eject(rules: Ruleset, unit: Unit) -> Refusal | None:
    """A pilot who is awake may leave a machine whose structure is damaged; industrial ones need an ejection seat."""
    if not unit.machine or not unit.condition.conscious:
        return Refusal("crew.may_eject", "only the pilot of a war machine ejects", EJECTION)
    if unit.sheet.kind == "industrial machine" and "ejection_seat" not in unit.plan.flags:
        return Refusal("crew.may_eject", "an industrial machine needs an ejection seat for that", EJECTION)
    whole = {place.code: place.structure for place in unit.sheet.locations}
    if all(place.structure == whole[place.code] and not place.blown_off for place in unit.condition.locations):
        return Refusal("crew.may_eject", "nobody leaves a machine whose structure is whole", EJECTION)
    return None


@rule("crew.ejects_from_explosion", cite=EJECTION)
def ejects_from_explosion(rules: Ruleset, unit: Unit) -> bool:
    """A pilot stays aboard when ammunition explodes, and takes what comes."""
    return False


RULES = (may_shine, lit_by, may_hide, may_eject, ejects_from_explosion)
