"""Where a hit goes: the side an attack comes from, and the tables of locations."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.classic.board.hexes import Hex, bearing
from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.cover import in_cover
from overheat.classic.rules.standard.systems import cockpit_in
from overheat.kernel.rules.rule import Ruleset, Table, rule

HIT_LOCATIONS = QUICK_REFERENCE("Hit Locations")
PUNCH = QUICK_REFERENCE("Punch Locations")
KICK = QUICK_REFERENCE("Kick Locations")
DIRECTION = TOTAL_WARFARE("Attack Direction", 119)
TRANSFER = TOTAL_WARFARE("Damage Transfer", 123)
VEHICLE_TABLE = TOTAL_WARFARE("Ground Combat Vehicle Hit Location Table", 193)
VTOL_TABLE = TOTAL_WARFARE("VTOL Hit Location Table", 196)

TORSO_COCKPIT = TACTICAL_OPERATIONS("Torso-Mounted Cockpit", 301)
PROTOMECH_TABLE = TOTAL_WARFARE("ProtoMech Hit Location Table", 185)
NEAR_MISS = "a near miss"

Side = Literal["front", "left", "right", "rear"]

Row = dict[int, str]

WEAPON_LOCATIONS: Table[str, Row] = Table(
    "locations.weapons",
    {
        "left": {
            2: "LT",
            3: "LL",
            4: "LA",
            5: "LA",
            6: "LL",
            7: "LT",
            8: "CT",
            9: "RT",
            10: "RA",
            11: "RL",
            12: "HD",
        },
        "front": {
            2: "CT",
            3: "RA",
            4: "RA",
            5: "RL",
            6: "RT",
            7: "CT",
            8: "LT",
            9: "LL",
            10: "LA",
            11: "LA",
            12: "HD",
        },
        "right": {
            2: "RT",
            3: "RL",
            4: "RA",
            5: "RA",
            6: "RL",
            7: "RT",
            8: "CT",
            9: "LT",
            10: "LA",
            11: "LL",
            12: "HD",
        },
    },
    cite=HIT_LOCATIONS,
    implements=("QR-hit-locations",),
    where="overheat.classic.rules.standard.locations.WEAPON_LOCATIONS",
)
"""2d6 by the side that is hit; the rear takes the column of the front. A 2 may also cause a critical hit."""

QUAD_LEGS = {"LA": "FLL", "RA": "FRL", "LL": "RLL", "RL": "RRL"}
"""The legs of a quad by the limb of a biped that has their place in the tables."""

PUNCH_LOCATIONS: Table[str, Row] = Table(
    "locations.punches",
    {
        "left": {1: "LT", 2: "LT", 3: "CT", 4: "LA", 5: "LA", 6: "HD"},
        "front": {1: "LA", 2: "LT", 3: "CT", 4: "RT", 5: "RA", 6: "HD"},
        "rear": {1: "LA", 2: "LT", 3: "CT", 4: "RT", 5: "RA", 6: "HD"},
        "right": {1: "RT", 2: "RT", 3: "CT", 4: "RA", 5: "RA", 6: "HD"},
        "quad left": {1: "LT", 2: "LT", 3: "CT", 4: "FLL", 5: "RLL", 6: "HD"},
        "quad front": {1: "FLL", 2: "LT", 3: "CT", 4: "RT", 5: "FRL", 6: "HD"},
        "quad rear": {1: "RLL", 2: "LT", 3: "CT", 4: "RT", 5: "RRL", 6: "HD"},
        "quad right": {1: "RT", 2: "RT", 3: "CT", 4: "FRL", 5: "RRL", 6: "HD"},
    },
    cite=PUNCH,
    implements=("QR-punch-locations",),
    where="overheat.classic.rules.standard.locations.PUNCH_LOCATIONS",
)

KICK_LOCATIONS: Table[str, tuple[str, str]] = Table(
    "locations.kicks",
    {
        "left": ("LL", "LL"),
        "front": ("RL", "LL"),
        "rear": ("RL", "LL"),
        "right": ("RL", "RL"),
        "quad left": ("FLL", "RLL"),
        "quad front": ("FRL", "FLL"),
        "quad rear": ("RRL", "RLL"),
        "quad right": ("FRL", "RRL"),
    },
    cite=KICK,
    implements=("QR-kick-locations",),
    where="overheat.classic.rules.standard.locations.KICK_LOCATIONS",
)
"""The leg on 1 to 3, and on 4 to 6."""


@rule("locations.side", cite=DIRECTION)
def side_hit(rules: Ruleset, target: Unit, attacker: Hex) -> Side:
    """The side of a target that an attack comes from; a machine's front is wide, a vehicle's narrow.

    On a boundary the defender has the better of it: the front before the sides, the sides before the rear.
    """
    if target.hex == attacker:
        return "front"
    turn = bearing(target.hex, attacker, target.facing)
    twelfths = 2 * turn.sixths + (1 if turn.half or turn.past_half else 0)
    on_line = turn.exact or turn.half
    return _machine_side(twelfths, on_line) if target.machine or target.protomech else _vehicle_side(twelfths, on_line)


@rule("locations.side_of_shot", cite=DIRECTION)
def side_of_shot(attack: WeaponAttack) -> Side:
    """A shot strikes the side of its target that it comes from."""
    return attack.rules[side_hit](attack.rules, attack.target, attack.attacker.hex)


def _machine_side(twelfths: int, on_line: bool) -> Side:
    """Front to 90 degrees either way, sides to 150, the rest rear. A twelfth is 30 degrees."""
    if twelfths < 3 or twelfths >= 9 or (twelfths == 3 and on_line):
        return "front"
    if twelfths < 5 or (twelfths == 5 and on_line):
        return "right"
    return "left" if twelfths >= 7 else "rear"


def _vehicle_side(twelfths: int, on_line: bool) -> Side:
    """Front to 30 degrees either way, sides to 150, the rest rear."""
    if twelfths < 1 or twelfths >= 11 or (twelfths == 1 and on_line):
        return "front"
    if twelfths < 5 or (twelfths == 5 and on_line):
        return "right"
    return "left" if twelfths >= 7 else "rear"


class Placement(msgspec.Struct, frozen=True):
    """A roll for where a machine is hit."""

    rules: Ruleset
    unit: Unit
    side: Side
    roll: int
    in_cover: frozenset[str] = frozenset()
    """The locations that cover hides."""
    again: bool = False
    """Whether an earlier roll asked for this one."""


class Luck(msgspec.Struct, frozen=True):
    """What a roll for a location does besides naming one."""

    critical: bool = False
    """Whether a critical hit is rolled for, even if the armour holds."""
    certain: int = 0
    """Critical hits that need no roll."""
    again: bool = False
    """Whether the location is rolled for again."""


@rule("locations.weapon_hit", cite=HIT_LOCATIONS, implements=("QR-hit-locations",))
def weapon_location(placement: Placement) -> str:
    """A machine is hit where the roll says for that side; a quad's front legs take the place of arms."""
    side = "front" if placement.side == "rear" else placement.side
    code = placement.rules[WEAPON_LOCATIONS][side][placement.roll]
    return QUAD_LEGS.get(code, code) if placement.unit.quad else code


@rule("locations.rear_armour", cite=DIRECTION)
def on_rear_armour(rules: Ruleset, unit: Unit, side: Side, location: str) -> bool:
    """Attacks from behind meet the armour of the back, where a location has any."""
    return side == "rear"


@rule("locations.goes_on_behind", cite=TRANSFER)
def goes_on_behind(rules: Ruleset, rear: bool, location: str) -> bool:
    """What goes on inward from a hit from behind meets the armour of the back, from a limb as well as from a torso."""
    return rear


@rule("locations.luck", cite=HIT_LOCATIONS, implements=("QR-hit-locations",))
def luck(placement: Placement) -> Luck:
    """A 2 goes through the armour: a critical hit is rolled for besides the damage."""
    return Luck(critical=placement.roll == 2)


@rule("locations.punch_hit", cite=PUNCH, implements=("QR-punch-locations",))
def punch_location(placement: Placement) -> str:
    """A punch lands high."""
    column = f"quad {placement.side}" if placement.unit.quad else placement.side
    return placement.rules[PUNCH_LOCATIONS][column][placement.roll]


@rule("locations.kick_hit", cite=KICK, implements=("QR-kick-locations",))
def kick_location(placement: Placement) -> str:
    """A kick hits a leg."""
    column = f"quad {placement.side}" if placement.unit.quad else placement.side
    return placement.rules[KICK_LOCATIONS][column][0 if placement.roll <= 3 else 1]


@rule("locations.covered", cite=HIT_LOCATIONS)
def covered(rules: Ruleset, unit: Unit, location: str) -> bool:
    """Partial cover keeps hits from the legs."""
    return location in LEGS


def hidden_low(rules: Ruleset, unit: Unit) -> frozenset[str]:
    """The locations of a unit that partial cover keeps hits from."""
    return frozenset(place.code for place in unit.sheet.locations if rules[covered](rules, unit, place.code))


@rule("locations.hidden", cite=HIT_LOCATIONS)
def hidden_from(attack: WeaponAttack, side: Side) -> frozenset[str]:
    """A shot at a target in partial cover cannot strike what the cover hides; nothing else is hidden."""
    return hidden_low(attack.rules, attack.target) if attack.rules[in_cover](attack) else frozenset()


PROTOMECH_LOCATIONS: Table[str, Row] = Table(
    "locations.protomechs",
    {
        "normal": {
            2: "MG",
            3: NEAR_MISS,
            4: "RA",
            5: "L",
            6: "T",
            7: "T",
            8: "T",
            9: "L",
            10: "LA",
            11: NEAR_MISS,
            12: "HD",
        },
        "from below": {
            2: "MG",
            3: "L",
            4: "L",
            5: "RA",
            6: "T",
            7: "T",
            8: "T",
            9: "LA",
            10: "L",
            11: "L",
            12: "HD",
        },
    },
    cite=PROTOMECH_TABLE,
    where="overheat.classic.rules.standard.locations.PROTOMECH_LOCATIONS",
)
"""Where a ProtoMech is hit, from every side alike; a near miss does nothing."""
PROTOMECH_LIMBS = {"RA": "L", "LA": "L"}
"""What a ProtoMech on four legs has in the place of arms."""


@rule("locations.protomech", cite=PROTOMECH_TABLE)
def protomech_location(rules: Ruleset, unit: Unit, roll: int, low: bool) -> str:
    """A ProtoMech is so small that 3 and 11 miss it after all; what comes from below finds its legs.

    One on four legs has legs in the place of arms.
    """
    code = rules[PROTOMECH_LOCATIONS]["from below" if low else "normal"][roll]
    return PROTOMECH_LIMBS.get(code, code) if unit.quad else code


@rule("locations.strikes_again", cite=TORSO_COCKPIT, implements=("TO-301-torso-cockpit",))
def strikes_again(rules: Ruleset, unit: Unit, location: str) -> bool:
    """A hit on a head that is gone is rolled for again, where the pilot sits in the torso."""
    return location == "HD" and cockpit_in(unit) != "HD" and unit.condition["HD"].destroyed


RULES = (
    strikes_again,
    protomech_location,
    PROTOMECH_LOCATIONS,
    side_hit,
    side_of_shot,
    weapon_location,
    on_rear_armour,
    goes_on_behind,
    luck,
    punch_location,
    kick_location,
    covered,
    hidden_from,
    WEAPON_LOCATIONS,
    PUNCH_LOCATIONS,
    KICK_LOCATIONS,
)
