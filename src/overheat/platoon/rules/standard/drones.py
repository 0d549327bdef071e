"""Drones: the team, the flight, the battery, the radio, the loads."""

from __future__ import annotations

from math import floor
from typing import Literal

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.wording.phrases import counted
from overheat.platoon.books import HEAT, HOUSE, UPSTREAM
from overheat.platoon.facts import Order, Quality
from overheat.platoon.ground.geometry import TOLERANCE, within
from overheat.platoon.rules.standard.orders import Gait, gait, kind_of
from overheat.platoon.units.weapons import Count, Weapon

DRONES = HEAT("Drones")
RANGE = HEAT("Drones, range")
EW = UPSTREAM("EW rifle")
Payload = Literal["recon", "ied", "at_ied", "loitering"]
LATER = UPSTREAM("Drones")
RULING = "HEAT-up-drone-other"


class TeamCost(msgspec.Struct, frozen=True):
    """What an operator with his drone costs, and each attendant."""

    team: int
    attendant: int


TEAM_COSTS: Table[Quality, TeamCost] = Table(
    "drones.team_costs",
    {"inexperienced": TeamCost(35, 7), "regular": TeamCost(50, 10), "veteran": TeamCost(65, 13)},
    cite=DRONES,
    implements=("HEAT-drone-cost",),
)
PAYLOAD_COSTS: Table[Payload, int] = Table(
    "drones.payload_costs",
    {"recon": 0, "ied": 10, "at_ied": 25, "loitering": 10},
    cite=DRONES,
    implements=("HEAT-drone-payload-cost",),
)


@rule("drones.team_refused", cite=DRONES, implements=("HEAT-drone-team",))
def team_refused(rules: Ruleset, operator: str, attendants: tuple[str, ...]) -> Refusal | None:
    """An operator with a submachine gun or a PDW, and up to two attendants with those or assault rifles."""
    if operator not in ("smg", "pdw"):
        return Refusal(
            "drones.operator", f"a drone operator carries a submachine gun or a PDW, not {operator!r}", DRONES
        )
    if len(attendants) > 2 or not set(attendants) <= {"ar", "smg", "pdw"}:
        return Refusal(
            "drones.attendants", f"at most two attendants with AR, SMG or PDW, not {', '.join(attendants)}", DRONES
        )
    return None


@rule("drones.lost", cite=DRONES, implements=("HEAT-drone-loss", "HEAT-drone-wireless"))
def team_lost(rules: Ruleset, drone_alive: bool, operator_alive: bool) -> bool:
    """The team is lost with its drone or with its operator."""
    return not (drone_alive and operator_alive)


@rule("drones.damage_value", cite=DRONES, implements=("HEAT-drone-damage-value",))
def damage_value(rules: Ruleset, team: int) -> int:
    """A drone is as tough as its team."""
    return team


@rule("drones.height", cite=DRONES, implements=("HEAT-drone-altitude",))
def height_refused(rules: Ruleset, height: float) -> Refusal | None:
    """A drone stays below two feet."""
    if height < 0 or height > 24 - TOLERANCE:
        return Refusal("drones.height", f"a drone flies less than 24 inches high, not {height:g}", DRONES)
    return None


@rule("drones.reach", cite=DRONES, implements=("HEAT-drone-move",))
def reach(rules: Ruleset, order: Order) -> float:
    """A drone flies 30 inches on a Run and 15 on an Advance, any way it likes."""
    return {"run": 30, "advance": 15, "": 0}[gait(rules, order)]


@rule("drones.one_acts", cite=DRONES, implements=("HEAT-drone-activation",))
def one_acts_refused(rules: Ruleset, drone_acts: bool, team_acts: bool) -> Refusal | None:
    """In one activation either the drone does something or its team."""
    if drone_acts and team_acts:
        return Refusal("drones.one_acts", "either the drone acts or its team", DRONES)
    return None


@rule("drones.battery_penalty", cite=HEAT("Drones, battery"), implements=("HEAT-drone-battery",))
def battery_penalty(rules: Ruleset, rounds: int) -> int | None:
    """Two turns in the air are free; from the third on the die counts one less for each turn beyond them."""
    return rounds - 2 if rounds > 2 else None


@rule("drones.battery_empty", cite=HEAT("Drones, battery"), implements=("HEAT-drone-battery",))
def battery_empty(rules: Ruleset, total: int) -> bool:
    """On 1 or less the battery is empty."""
    return total <= 1


@rule("drones.tested", cite=DRONES)
def tested(rules: Ruleset, what: Literal["battery", "radio"]) -> bool:
    """Batteries and radios are tested."""
    return True


@rule("drones.battery_fall", cite=HEAT("Drones, battery"))
def battery_fall(rules: Ruleset) -> Count:
    """A drone without power comes down a D3 of inches away."""
    return "D3"


@rule("drones.recovers", cite=DRONES, implements=("HEAT-drone-recover", "HEAT-drone-battery-reset"))
def recovers(rules: Ruleset, length: float, grounded: bool) -> bool:
    """A drone on the ground within an inch of its team is recovered, and its battery is new."""
    return grounded and rules[within](rules, length, 1)


@rule("drones.captured", cite=DRONES, implements=("HEAT-drone-grounded-lost",))
def captured(rules: Ruleset, grounded: bool, to_enemy: float, to_friend: float) -> bool:
    """A drone that lies nearer to the enemy than to friends when the turn ends is lost."""
    return grounded and to_enemy < to_friend


@rule("drones.radio_penalty", cite=RANGE, implements=("HEAT-drone-range",))
def radio_penalty(rules: Ruleset, length: float) -> int | None:
    """Beyond 60 inches the radio is tested, at one less for every full 10 inches more."""
    return None if rules[within](rules, length, 60) else floor((length - 60) / 10 + TOLERANCE)


@rule("drones.radio", cite=RANGE, implements=("HEAT-drone-range",))
def radio(rules: Ruleset, total: int) -> Literal["drifts", "hovers", "connected"]:
    """1 or less drifts away, 2 and 3 hang in the air, 4 or more obeys."""
    return "drifts" if total <= 1 else "hovers" if total <= 3 else "connected"


@rule("drones.reports_to", cite=HEAT("Drones, reconnaissance"), implements=("HEAT-drone-recon-comm",))
def reports_to(rules: Ruleset, same_platoon: bool, fires_indirectly: bool, length: float) -> bool:
    """A report reaches every unit of the team's platoon, and whoever fires indirectly within 12 inches of the team."""
    return same_platoon or (fires_indirectly and rules[within](rules, length, 12))


@rule("drones.spots", cite=HEAT("Drones, reconnaissance"), implements=("HEAT-drone-recon-spot",))
def spots(rules: Ruleset, payload: Payload, sees: bool) -> bool:
    """A drone on reconnaissance spots what it sees itself."""
    return payload == "recon" and sees


@rule(
    "drones.report_refused",
    cite=HEAT("Drones, reconnaissance"),
    implements=("HEAT-drone-recon-down", "HEAT-drone-recon-free"),
)
def report_refused(rules: Ruleset, team_down: bool, activated: bool) -> Refusal | None:
    """A report costs no activation, but a team that is down gives none."""
    if team_down:
        return Refusal("drones.report", "the drone's team is down", HEAT("Drones, reconnaissance"))
    return None


@rule("drones.drop_needs_test", cite=HEAT("IED"), implements=("HEAT-drone-drop-test",))
def drop_needs_test(rules: Ruleset, pins: int) -> bool:
    """A pinned team tests before its drone drops anything."""
    return pins > 0


@rule("drones.ied_falls", cite=HEAT("IED"), implements=("HEAT-drone-ied",))
def ied_falls(rules: Ruleset, face: int) -> Count | None:
    """On a 1 the load hangs; on 2 it tumbles a D6 of inches, on 3 to 5 a D3, on a 6 it falls straight down."""
    if face == 1:
        return None
    return 0 if face == 6 else "D6" if face == 2 else "D3"


@rule("drones.at_ied_falls", cite=HEAT("AT IED"), implements=("HEAT-drone-at-ied",))
def at_ied_falls(rules: Ruleset, face: int, again: int | None) -> Literal["hangs", "again", "tumbles", "straight"]:
    """On 1 and 2 the load hangs, on 3 to 5 it tumbles; after a 6 only another 6 lets it fall straight."""
    if face <= 2:
        return "hangs"
    if face <= 5:
        return "tumbles"
    if again is None:
        return "again"
    return "straight" if again == 6 else "tumbles"


@rule("drones.at_pen", cite=HEAT("AT IED"), implements=("HEAT-drone-at-ied",))
def at_ied_pen(rules: Ruleset) -> int:
    """The anti-tank load penetrates by 4."""
    return 4


@rule("drones.dives", cite=LATER, implements=(RULING,))
def dive_refused(rules: Ruleset, payload: Payload, airborne: bool, order: Order | None) -> Refusal | None:
    """A loitering munition in the air goes off on a Fire order, at the end of an Advance, or out of an ambush."""
    if payload != "loitering" or not airborne:
        return Refusal("drones.dive", "there is no loitering munition in the air", LATER)
    kind = kind_of(rules, order)
    if not (kind.shoots or kind.waits):
        return Refusal("drones.dive", "it goes off on Fire, Advance or Ambush", LATER)
    return None


@rule("drones.dive_reach", cite=HOUSE("Loitering munitions"))
def dive_reach(rules: Ruleset, order: Order | None, advance: float) -> float:
    """Out of an ambush it flies as far as on an Advance before it goes off; on a Fire order it goes off where it is."""
    return advance if kind_of(rules, order).waits else 0


@rule("drones.spent", cite=LATER, implements=(RULING,))
def lost_with_load(rules: Ruleset, payload: Payload) -> bool:
    """A loitering munition is lost when it goes off."""
    return payload == "loitering"


@rule("drones.rearms", cite=HEAT("IED"), implements=("HEAT-drone-rearm",))
def rearms(rules: Ruleset, order: Order, recovered: bool) -> bool:
    """A recovered drone is armed again by a Rally of its team."""
    return kind_of(rules, order).rallies and recovered


@rule("drones.jams", cite=EW, implements=("HEAT-up-ew-rifle",))
def jams(rules: Ruleset, weapon: Weapon) -> bool:
    """An EW rifle is fired at drones and at nothing else."""
    return "EW" in weapon.keywords


@rule("drones.jammed", cite=EW, implements=("HEAT-up-ew-rifle",))
def jammed(rules: Ruleset, wounds: int, exceptional: int) -> Literal["nothing", "silent", "destroyed"]:
    """What would wound silences a drone for a turn; a 6 and another destroy it."""
    return "destroyed" if exceptional else "silent" if wounds else "nothing"


class Glide(msgspec.Struct, frozen=True):
    """What a drone with wings flies on an order: all of these inches, of them so many up or down, with pivots."""

    inches: float
    climb: float
    pivots: int


GLIDES: Table[Gait, Glide] = Table(
    "drones.glides",
    {"run": Glide(30, 10, 1), "advance": Glide(15, 5, 2)},
    cite=UPSTREAM("Fixed-wing drones"),
    implements=("HEAT-up-drone-fixed-wing",),
)


def glide_of(rules: Ruleset, order: Order) -> Glide:
    """What a drone with wings flies on an order that moves."""
    return rules[GLIDES][gait(rules, order)]


SLACK = 0.05
"""Places are whole hundredths of an inch: so much may be missing."""


@rule("drones.glide_refused", cite=UPSTREAM("Fixed-wing drones"), implements=("HEAT-up-drone-fixed-wing",))
def glide_refused(rules: Ruleset, glide: Glide, inches: float, climb: float, pivots: int) -> Refusal | None:
    """A drone with wings flies its whole distance, climbs and turns no more than it can."""
    if abs(inches - glide.inches) > SLACK:
        return Refusal("drones.glide", f"it must fly {glide.inches:g} inches, not {inches:.1f}", DRONES)
    if not rules[within](rules, abs(climb), glide.climb):
        return Refusal("drones.climb", f"of them {glide.climb:g} inches up or down, not {abs(climb):.1f}", DRONES)
    if pivots > glide.pivots:
        return Refusal(
            "drones.pivots",
            f"{counted(pivots, 'pivot')} where {glide.pivots or 'none'} {'is' if glide.pivots == 1 else 'are'} allowed",
            DRONES,
        )
    return None


@rule("drones.lands", cite=UPSTREAM("Fixed-wing drones"), implements=("HEAT-up-drone-fixed-wing",))
def breaks_up(rules: Ruleset, face: int) -> bool:
    """A drone with wings that lands is destroyed on a 1."""
    return face == 1


RULES = (
    jams,
    jammed,
    GLIDES,
    glide_refused,
    breaks_up,
    TEAM_COSTS,
    PAYLOAD_COSTS,
    team_refused,
    team_lost,
    damage_value,
    height_refused,
    reach,
    one_acts_refused,
    battery_penalty,
    battery_empty,
    battery_fall,
    tested,
    dive_refused,
    dive_reach,
    lost_with_load,
    recovers,
    captured,
    radio_penalty,
    radio,
    reports_to,
    spots,
    report_refused,
    drop_needs_test,
    ied_falls,
    at_ied_falls,
    at_ied_pen,
    rearms,
)
