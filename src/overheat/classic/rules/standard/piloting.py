"""Piloting rolls: the number to stay on one's feet, from skill, cause, earlier damage and the ground."""

from __future__ import annotations

from overheat.classic.board.board import Ground
from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.state import Afield, State, Unit
from overheat.classic.rules.standard.modular_armour import modular_left
from overheat.classic.rules.standard.systems import gyro_destroyed, hits_on
from overheat.classic.rules.standard.terrain import TERRAIN, Terrain, kinds_of, nearest, words_for
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term

PILOTING = QUICK_REFERENCE("Piloting Skill Rolls")
DAMAGE = QUICK_REFERENCE("Piloting Skill Rolls, damage")
PHYSICAL = QUICK_REFERENCE("Piloting Skill Rolls, physical attacks")
ACTIONS = QUICK_REFERENCE("Piloting Skill Rolls, actions")
SPECIAL = QUICK_REFERENCE("Piloting Skill Rolls, special cases")
EARLIER = QUICK_REFERENCE("Piloting Skill Rolls, pre-existing damage")
GROUND = QUICK_REFERENCE("Movement, terrain modifications")

MODULAR = TACTICAL_OPERATIONS("Modular Armor", 281)

ON_FOOT = ("infantry", "battle armour")
CURRENT = "rapids"
"""The feature of water whose footing is felt under water."""
LEG_ACTUATORS = ("upper leg actuator", "lower leg actuator", "foot actuator")


LOST_LEG = 5


class Check(Afield, frozen=True):
    """A piloting roll that must be made: under which rules, whose, why, and on what ground."""

    rules: Ruleset
    unit: Unit
    cause: Term
    ground: Ground | None = None


STEADINESS: Slot[[Check], Term | None] = Slot("piloting.steadiness", nothing=None)
"""Terms of every piloting roll."""

SPARES: Slot[[State, Unit], bool] = Slot("piloting.spares", nothing=False)
"""Whom the damage of a phase does not make roll to stay up, however much it is."""

CAUSES: Table[str, int] = Table(
    "piloting.causes",
    {
        "20 damage or more in a phase": 1,
        "shutdown": 3,
        "leg or foot actuator destroyed": 0,
        "hip destroyed": 0,
        "gyro hit": 0,
        "leg destroyed": 0,
        "gyro destroyed": 3,
    },
    cite=DAMAGE,
    implements=("QR-psr-damage",),
    where="overheat.classic.rules.standard.piloting.CAUSES",
)
"""What damage adds beyond what the same damage adds to every later roll: a leg +5 and a gyro 3 of its +6 are there."""

BLOWS: Table[str, int] = Table(
    "piloting.blows",
    {"kicked": 0, "pushed": 0, "charged": 2, "attacked from above": 2, "unintentional charge": 3},
    cite=PHYSICAL,
    implements=("QR-psr-physical", "QR-psr-special"),
    where="overheat.classic.rules.standard.piloting.BLOWS",
)

DEEDS: Table[str, int] = Table(
    "piloting.deeds",
    {
        "missed kick": 0,
        "missed mace": 2,
        "struck by its own weapon": 0,
        "charge": 2,
        "death from above": 4,
        "missed death from above": 0,
        "standing up": 0,
        "jump with damaged gyro or legs": 0,
        "run with damaged gyro or hip": 0,
    },
    cite=ACTIONS,
    implements=("QR-psr-actions",),
    where="overheat.classic.rules.standard.piloting.DEEDS",
)


def cause(table: Table[str, int], reason: str) -> Term:
    """A reason to roll, with what it adds."""
    return Term(f"{table.id}.{reason.replace(' ', '_')}", table[reason], reason, table.cite)


TWENTY = 20
SOLDIERS = 4
"""What soldiers roll from to keep their footing."""


@rule("piloting.battered", cite=DAMAGE, implements=("QR-psr-damage",))
def battered(rules: Ruleset, unit: Unit, taken: int) -> Term | None:
    """A machine that takes 20 points or more in a phase rolls to stay on its feet, +1."""
    return cause(rules[CAUSES], "20 damage or more in a phase") if unit.machine and taken >= TWENTY else None


@rule(
    "piloting.gyro",
    cite=EARLIER,
    implements=("QR-psr-preexisting", "QR-crit-gyro", "QR-psr-damage"),
    slot=STEADINESS,
)
def gyro(check: Check) -> Term | None:
    """A gyro that was hit adds 3."""
    return Term("piloting.gyro", 3, "gyro hit", EARLIER) if hits_on(check.unit, "gyro") else None


@rule(
    "piloting.legs",
    cite=EARLIER,
    implements=("QR-psr-preexisting", "QR-crit-hip", "QR-crit-foot", "QR-crit-leg-actuators", "QR-psr-damage"),
    slot=STEADINESS,
)
def legs(check: Check) -> Term | None:
    """A lost leg adds 5, a hip 2 in place of the rest of its leg, every other actuator of a leg 1.

    The first leg that it loses costs a machine on four legs only what four legs are good for.
    """
    legs = [place for place in check.unit.condition.locations if place.code in LEGS]
    value = sum(_leg(check.unit, place.code) for place in legs)
    if check.unit.quad and any(place.destroyed for place in legs):
        value -= LOST_LEG
    return Term("piloting.legs", value, "damaged legs", EARLIER) if value else None


def _leg(unit: Unit, code: str) -> int:
    if unit.condition[code].destroyed:
        return LOST_LEG
    if hits_on(unit, "hip", code):
        return 2
    return sum(hits_on(unit, actuator, code) for actuator in LEG_ACTUATORS)


@rule("piloting.four_legs", cite=SPECIAL, implements=("QR-psr-special",), slot=STEADINESS)
def four_legs(check: Check) -> Term | None:
    """A quad with all its legs stands firmer, -2."""
    unit = check.unit
    if not unit.quad or any(place.destroyed for place in unit.condition.locations if place.code in LEGS):
        return None
    return Term("piloting.four_legs", -2, "four legs", SPECIAL)


@rule("piloting.enhanced_legs", cite=SPECIAL, implements=("QR-psr-special",), slot=STEADINESS)
def enhanced_legs(check: Check) -> Term | None:
    """An actuator enhancement system in the legs helps, -2."""
    if not any(mount.location in LEGS for mount in check.unit.sheet.flagged("aes")):
        return None
    return Term("piloting.enhanced_legs", -2, "actuator enhancement in the legs", SPECIAL)


@rule("piloting.hardened_armour", cite=SPECIAL, implements=("QR-psr-special",), slot=STEADINESS)
def hardened_armour(check: Check) -> Term | None:
    """Hardened armour makes a machine clumsy, +1."""
    kinds = (place.armour_kind for place in check.unit.sheet.locations)
    if not any(kind is not None and "hardened" in kind.flags for kind in kinds):
        return None
    return Term("piloting.hardened_armour", 1, "hardened armour", SPECIAL)


@rule("piloting.cockpit", cite=SPECIAL, implements=("QR-psr-special", "TO-306-drone-os"), slot=STEADINESS)
def cockpit(check: Check) -> Term | None:
    """A small or a torso-mounted cockpit adds 1; nobody sits in that of a drone."""
    kind = check.unit.sheet.cockpit.lower()
    if not kind.startswith(("small", "torso")) or "drone" in check.unit.plan.flags:
        return None
    return Term("piloting.cockpit", 1, kind, SPECIAL)


@rule("piloting.modular_armour", cite=MODULAR, implements=("TO-281-modular-armor-3",), slot=STEADINESS)
def modular_armour(check: Check) -> Term | None:
    """Modular armour makes a machine clumsy, +1, until all of it is gone."""
    if not check.unit.machine or not modular_left(check.unit):
        return None
    return Term("piloting.modular_armour", 1, "modular armour", MODULAR)


@rule("piloting.hopeless", cite=DAMAGE)
def hopeless(rules: Ruleset, unit: Unit) -> Refusal | None:
    """With its gyro destroyed, or no leg left, a machine fails every roll to stay up."""
    if not unit.machine:
        return None
    legs = [place.destroyed for place in unit.condition.locations if place.code in LEGS]
    if gyro_destroyed(unit):
        return Refusal("piloting.hopeless", "with its gyro destroyed a machine fails every roll", DAMAGE)
    return Refusal("piloting.hopeless", "without legs a machine fails every roll", DAMAGE) if all(legs) else None


@rule(
    "piloting.ground",
    cite=GROUND,
    implements=("QR-terrain-modifications-move",),
    slot=STEADINESS,
)
def slippery_ground(check: Check) -> Term | None:
    """Every kind of terrain adds to rolls made on it what its row says: ice 3, mud, deep snow and swamp 1, and so on.

    On decks and roofs and in the air the ground does not matter, nor to soldiers; under water only the current does.
    """
    unit, ground = check.unit, check.ground
    if ground is None or unit.elevation > 0 or unit.sheet.kind in ON_FOOT:
        return None
    rows, under = check.rules[TERRAIN], unit.elevation < 0 and "water" in ground and "ice" not in ground
    values = {
        name: footing_of(unit, rows[name])
        for name in kinds_of(check.rules, ground)
        if not under or rows[name].of == CURRENT
    }
    met = [name for name, value in values.items() if value]
    return Term("piloting.ground", sum(values.values()), ", ".join(met), GROUND) if met else None


def footing_of(unit: Unit, row: Terrain) -> int:
    """What a kind of terrain adds to every roll that a unit makes on it."""
    return nearest(row.footings, words_for(unit), row.footing)


@rule("piloting.skill", cite=PILOTING)
def skill(check: Check) -> Term:
    """A piloting roll starts from the pilot's skill, that of soldiers who keep their footing from 4."""
    if check.unit.sheet.kind in ON_FOOT:
        return Term("piloting.skill", SOLDIERS, "soldiers", PILOTING)
    return Term("piloting.skill", check.unit.piloting, "piloting skill", PILOTING)


RULES = (
    battered,
    skill,
    gyro,
    legs,
    four_legs,
    enhanced_legs,
    hardened_armour,
    cockpit,
    modular_armour,
    hopeless,
    slippery_ground,
    CAUSES,
    BLOWS,
    DEEDS,
)


def piloting_number(check: Check) -> Tally:
    """What a piloting roll needs, term by term."""
    standing = (steady.function(check) for steady in check.rules[STEADINESS])
    return Tally.of([check.rules[skill](check), check.cause if check.cause.value else None, *standing])
