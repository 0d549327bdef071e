"""Helicopters: classes, flight, passengers, doors, and what happens when they are hit."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.wording.phrases import counted
from overheat.platoon.books import HEAT, HOUSE, UPSTREAM
from overheat.platoon.facts import Order, Quality
from overheat.platoon.ground.geometry import AXES, SCALE, Arc, Body, Spot, ahead, arcs, distance, within
from overheat.platoon.rules.standard.orders import gait
from overheat.platoon.units.weapons import Weapon

FLIGHT = HEAT("Helicopter flight")
SHOT_AT = HEAT("Shooting at a helicopter")
HelicopterClass = Literal["light", "medium", "large", "giant"]
Role = Literal["transport", "cas"]
Doing = Literal["lift_off", "land", "embark", "disembark", "enter", "fly"]


class Airframe(msgspec.Struct, frozen=True):
    """What a class of helicopter costs by quality, and how many it carries."""

    cost: tuple[int, int, int]
    capacity: int


class Leap(msgspec.Struct, frozen=True):
    """How far, and with how many turns."""

    inches: float
    turns: int


class Wings(msgspec.Struct, frozen=True):
    """The four moves of a class."""

    horizontal_run: Leap
    horizontal_advance: Leap
    vertical_run: Leap
    vertical_advance: Leap


class FlightPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A move in the air: inches along the nose, turns of the nose, and inches up or, negative, down."""

    order: Order
    forward: float = 0
    up: float = 0
    turns: tuple[int, ...] = ()
    height: float = 6
    """Where the hull is before the move."""
    half_speed: bool = False


CLASSES: Table[HelicopterClass, Airframe] = Table(
    "helicopters.classes",
    {
        "light": Airframe((35, 50, 65), 8),
        "medium": Airframe((50, 65, 80), 16),
        "large": Airframe((65, 80, 95), 24),
        "giant": Airframe((80, 95, 110), 36),
    },
    cite=HEAT("Helicopters"),
    implements=(
        "HEAT-heli-class-table",
        "HEAT-heli-class-light",
        "HEAT-heli-class-medium",
        "HEAT-heli-class-large",
        "HEAT-heli-class-giant",
    ),
)

MOVES: Table[HelicopterClass, Wings] = Table(
    "helicopters.moves",
    {
        "light": Wings(Leap(48, 1), Leap(24, 2), Leap(20, 2), Leap(10, 2)),
        "medium": Wings(Leap(36, 1), Leap(18, 2), Leap(20, 2), Leap(10, 2)),
        "large": Wings(Leap(24, 0), Leap(12, 1), Leap(10, 1), Leap(5, 2)),
        "giant": Wings(Leap(20, 0), Leap(10, 1), Leap(10, 1), Leap(5, 2)),
    },
    cite=FLIGHT,
    implements=(
        "HEAT-heli-move-table",
        "HEAT-heli-move-light",
        "HEAT-heli-move-medium",
        "HEAT-heli-move-large",
        "HEAT-heli-move-giant",
    ),
)


@rule("helicopters.capacity", cite=HEAT("Helicopters"), implements=("HEAT-heli-role",))
def capacity(rules: Ruleset, airframe: Airframe, role: Role) -> int:
    """In close air support a helicopter carries nobody."""
    return airframe.capacity if role == "transport" else 0


@rule("helicopters.leap", cite=FLIGHT)
def leap(rules: Ruleset, wings: Wings, plan: FlightPlan) -> Leap:
    """The table has a column for each direction and order."""
    if plan.up:
        return wings.vertical_run if gait(rules, plan.order) == "run" else wings.vertical_advance
    return wings.horizontal_run if gait(rules, plan.order) == "run" else wings.horizontal_advance


@rule("helicopters.slowed", cite=SHOT_AT, implements=("HEAT-heli-damage-row-2",))
def slowed(rules: Ruleset, inches: float, plan: FlightPlan) -> float:
    """A badly damaged helicopter moves half as far in every direction but down."""
    return inches / 2 if plan.half_speed and plan.up >= 0 else inches


@rule("helicopters.exclusive", cite=FLIGHT, implements=("HEAT-heli-move-exclusive",))
def mixed_refused(rules: Ruleset, plan: FlightPlan) -> Refusal | None:
    """A helicopter moves along or up and down, never both in one turn."""
    if plan.forward and plan.up:
        return Refusal(
            "helicopters.mixed",
            f"a helicopter moves either along or up and down, not {plan.forward:g} inches along and {plan.up:g} up",
            FLIGHT,
        )
    return None


SHARPEST_TURN = 45
"""How far the nose turns at once, in degrees."""


@rule("helicopters.turns", cite=FLIGHT, implements=("HEAT-heli-turns",))
def turn_refused(rules: Ruleset, plan: FlightPlan, most: int) -> Refusal | None:
    """The nose turns only so often, and by no more than 45 degrees."""
    if len(plan.turns) > most:
        return Refusal(
            "helicopters.turns",
            f"{counted(len(plan.turns), 'turn')} where {most or 'none'} {'is' if most == 1 else 'are'} allowed",
            FLIGHT,
        )
    if any(abs(turn) > SHARPEST_TURN for turn in plan.turns):
        sharpest = max(abs(turn) for turn in plan.turns)
        return Refusal("helicopters.turn", f"a turn is {SHARPEST_TURN} degrees at most, not {sharpest}", FLIGHT)
    return None


LIMITS: Table[str, float] = Table(
    "helicopters.limits",
    {"lowest": 6, "highest": 60, "rappel": 20},
    cite=FLIGHT,
    implements=("HEAT-heli-altitude-limits",),
)


@rule("helicopters.height", cite=FLIGHT, implements=("HEAT-heli-altitude-limits", "HEAT-heli-reserve-entry"))
def height_refused(rules: Ruleset, height: float, lowest: float, highest: float) -> Refusal | None:
    """In the air the bottom of the hull stays between the lowest and the highest altitude."""
    if not (rules[within](rules, lowest, height) and rules[within](rules, height, highest)):
        return Refusal("helicopters.height", f"it flies {lowest:g} to {highest:g} inches high, not {height:g}", FLIGHT)
    return None


@rule("helicopters.start", cite=FLIGHT, implements=("HEAT-heli-start",))
def start_refused(rules: Ruleset, height: float) -> Refusal | None:
    """On the table a helicopter begins on the ground."""
    return (
        Refusal(
            "helicopters.start", f"a helicopter begins on the ground or in reserve, not {height:g} inches up", FLIGHT
        )
        if height
        else None
    )


@rule("helicopters.lift_off", cite=FLIGHT, implements=("HEAT-heli-liftoff", "HEAT-heli-landing"))
def lifts_to(rules: Ruleset, height: float, lowest: float) -> float | None:
    """Lifting off leads from the ground to the lowest altitude and landing back, from exactly there."""
    if height == 0:
        return lowest
    return 0 if abs(height - lowest) < 1e-6 else None


@rule("helicopters.tests", cite=FLIGHT, implements=("HEAT-heli-liftoff", "HEAT-heli-landing", "HEAT-heli-embark"))
def must_test(rules: Ruleset, doing: Doing) -> bool:
    """Lifting off, landing, getting in and out, and coming on need a passed order test even without pins."""
    return doing != "fly"


@rule("helicopters.hovers", cite=HEAT("Transport and (Dis)embarking"), implements=("HEAT-heli-hovering",))
def hovers(rules: Ruleset, height: float, last_order: Order | None) -> bool:
    """It hovers when it is in the air and its last order was anything but a Run."""
    return height > 0 and gait(rules, last_order) != "run"


@rule("helicopters.last_order", cite=HEAT("Transport and (Dis)embarking"), implements=("HEAT-heli-hovering",))
def after_going_down(rules: Ruleset, current: Order | None) -> Order:
    """The order that counts once a unit has gone down: a Run that it has made this turn still does."""
    return current if current and gait(rules, current) == "run" else "down"


@rule("helicopters.full", cite=HEAT("Transport and (Dis)embarking"), implements=("HEAT-heli-capacity",))
def full_refused(rules: Ruleset, seats: int, aboard: int, joining: int) -> Refusal | None:
    """All who are carried together must fit."""
    if aboard + joining > seats:
        return Refusal(
            "transport.full",
            f"{counted(aboard + joining, 'man', 'men')} where {seats} {'has' if seats == 1 else 'have'} room",
            HEAT("Helicopters"),
        )
    return None


@rule("helicopters.rappel", cite=HEAT("Transport and (Dis)embarking"), implements=("HEAT-heli-rappel",))
def rappel_refused(
    rules: Ruleset, hovering: bool, height: float, highest: float, unit: Quality, crew: Quality
) -> Refusal | None:
    """Only veterans rappel, from a hovering helicopter that is low enough, with a crew that knows its trade."""
    cite = HEAT("Transport and (Dis)embarking")
    if not hovering or not rules[within](rules, height, highest):
        return Refusal(
            "helicopters.rappel",
            f"one rappels from a hover at most {highest:g} inches up, not {height:g}{'' if hovering else ' on a Run'}",
            cite,
        )
    if unit != "veteran" or crew == "inexperienced":
        return Refusal(
            "helicopters.rappel",
            f"only veterans rappel, from a crew that is at least regular: {unit} men, {crew} crew",
            cite,
        )
    return None


@rule("helicopters.leaves_at", cite=HEAT("Transport and (Dis)embarking"), implements=("HEAT-heli-rappel-landing",))
def leaves_at(rules: Ruleset, helicopter: Spot) -> Spot:
    """Who rappels comes down right below the helicopter."""
    return Spot(helicopter.x, helicopter.y, 0)


@rule("helicopters.leaving_move", cite=HEAT("Transport and (Dis)embarking"), implements=("HEAT-heli-disembark-move",))
def leaving_move(rules: Ruleset) -> float:
    """Who has left a helicopter moves up to 6 inches in any direction."""
    return 6


@rule("helicopters.mounts", cite=HEAT("Attacking with a helicopter"), implements=("HEAT-heli-arcs",))
def mount_bears(rules: Ruleset, place: str, bearing: float) -> bool:
    """What is mounted on a helicopter, in a turret or not, bears in the quarter ahead."""
    return "front" in rules[arcs](rules, bearing)


@rule("helicopters.barrel", cite=HEAT("Attacking with a helicopter"), implements=("HEAT-heli-slant-range",))
def barrel(rules: Ruleset, hull: Body, door: Arc | None) -> Spot | None:
    """The barrel of a mounted weapon is at the nose, that of men aboard in the door that they fire from.

    None would be that shots are not measured from barrels.
    """
    axis = AXES[door or "front"]
    reach = hull.width if door in ("right", "left") else hull.length
    return ahead(hull.at, hull.heading + axis, reach / 2 / SCALE)


@rule("helicopters.range", cite=HEAT("Attacking with a helicopter"), implements=("HEAT-heli-slant-range",))
def slant(rules: Ruleset, muzzle: Spot, target: Spot) -> float:
    """Ranges from and to the air are measured from the muzzle, height included, and no base is taken off."""
    return distance(muzzle, target)


@rule("helicopters.door_arms", cite=HEAT("Attacking from a helicopter"), implements=("HEAT-heli-door-fire",))
def fires_from_door(rules: Ruleset, weapon: Weapon, hovering: bool) -> bool:
    """Passengers fire small arms from the doors of a hovering helicopter."""
    return hovering and weapon.small_arms and weapon.chart == "small_arms"


@rule("helicopters.door_sees", cite=HEAT("Attacking from a helicopter"), implements=("HEAT-heli-spotter",))
def door_sees(rules: Ruleset, open_doors: frozenset[Arc], lies_in: tuple[Arc, ...]) -> bool:
    """Through an open door one sees the quarter that it faces."""
    return not open_doors.isdisjoint(lies_in)


@rule("helicopters.doors_stay_open", cite=HEAT("Attacking from a helicopter"), implements=("HEAT-heli-open-topped",))
def doors_stay_open(rules: Ruleset, ran: bool, turn_ended: bool) -> bool:
    """Open doors make it open-topped until it has carried out a Run or the turn ends."""
    return not ran and not turn_ended


ChartRow = Literal["shaken", "damaged", "crashes"]


@rule("helicopters.chart", cite=SHOT_AT, implements=("HEAT-heli-damage-chart",))
def chart(rules: Ruleset, total: int) -> ChartRow:
    """1 or less shakes the crew, 2 and 3 damage the helicopter for good, 4 or more brings it down."""
    return "shaken" if total <= 1 else "damaged" if total <= 3 else "crashes"


@rule("helicopters.chart_pins", cite=SHOT_AT, implements=("HEAT-heli-damage-row-1", "HEAT-heli-damage-row-2"))
def chart_pins(rules: Ruleset, row: ChartRow) -> Literal["D2", "D3"]:
    """A shaken crew gets a D2 of pins, a damaged helicopter a D3."""
    return "D2" if row == "shaken" else "D3"


@rule("helicopters.entry", cite=SHOT_AT, implements=("HEAT-heli-damage-mode",))
def chart_entry(rules: Ruleset) -> Literal["after_penetration", "margin", "on_hit"]:
    """A hit must penetrate before it rolls on the chart."""
    return "after_penetration"


@rule("helicopters.crash", cite=SHOT_AT, implements=("HEAT-heli-damage-row-4",))
def crash_blast(rules: Ruleset) -> int:
    """Where a helicopter comes down, a blast of 2 inches goes off."""
    return 2


@rule("helicopters.crash_distance", cite=SHOT_AT, implements=("HEAT-heli-damage-row-4",))
def crash_dice(rules: Ruleset) -> int:
    """It comes down three dice of inches away."""
    return 3


@rule("helicopters.bomb_point", cite=UPSTREAM("Helicopters"), implements=("HEAT-up-heli-bomb-point",))
def bomb_lead(rules: Ruleset, height: float, moved: bool, moved_last: bool) -> float:
    """A bomb falls straight down from a hover, and for each of two turns of flight its altitude farther ahead."""
    return height * (int(moved) + int(moved_last))


@rule("helicopters.ground", cite=HOUSE("Helicopters on the ground"), implements=("HEAT-heli-altitude-measure",))
def on_ground(rules: Ruleset, height: int) -> bool:
    """Altitude is that of the bottom of the hull: a helicopter at none stands on the ground."""
    return height == 0


RULES = (
    CLASSES,
    MOVES,
    LIMITS,
    capacity,
    leap,
    slowed,
    mixed_refused,
    turn_refused,
    height_refused,
    start_refused,
    lifts_to,
    must_test,
    hovers,
    after_going_down,
    full_refused,
    rappel_refused,
    leaves_at,
    leaving_move,
    mount_bears,
    barrel,
    slant,
    fires_from_door,
    door_sees,
    doors_stay_open,
    chart,
    chart_pins,
    chart_entry,
    crash_blast,
    crash_dice,
    bomb_lead,
    on_ground,
)
