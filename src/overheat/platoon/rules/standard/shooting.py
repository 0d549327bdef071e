"""Shooting: ranges, what makes a hit harder, and the roll itself."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, rule
from overheat.kernel.terms import Term
from overheat.platoon.books import BASE, HEAT
from overheat.platoon.facts import Shot
from overheat.platoon.ground.geometry import off_axis, within
from overheat.platoon.rules.standard.orders import called, kind_of, standing_of
from overheat.platoon.units.weapons import Band, Weapon

TO_HIT_CITE = BASE("Shooting, to hit")
SNIPER_CITE = BASE("Snipers")
FLAME_CITE = BASE("Flamethrowers")
TABLE = "HEAT-base-to-hit-table"

TO_HIT: Slot[[Ruleset, Shot], Term | None] = Slot("to_hit.terms", None)
"""What makes a shot easier or harder. The score needed is the base score less the sum."""

IGNORED: Slot[[Ruleset, Shot, Term], bool] = Slot("to_hit.ignored", False)
"""Which of those a shot pays no heed to."""


TOGETHER: Slot[[Ruleset, tuple[Weapon, ...]], Refusal | None] = Slot("shooting.together", None)
"""Which weapons of a vehicle may not fire in one turn."""


POINT_BLANK = 6
"""Inches to a target that is easier to hit for being near."""


@rule("to_hit.base", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit",))
def base_score(rules: Ruleset) -> int:
    """A shot hits on 3 or more, modifiers aside."""
    return 3


@rule("shooting.scored_at_once", cite=BASE("Shooting"), implements=("HEAT-base-shooting-sequence",))
def scored_at_once(rules: Ruleset) -> bool:
    """What a unit fires in one go is measured and scored before any of it hits: no loss makes the rest harder."""
    return True


@rule("to_hit.point_blank", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit-point-blank", TABLE), slot=TO_HIT)
def point_blank(rules: Ruleset, shot: Shot) -> Term | None:
    """A target within 6 inches is easier to hit."""
    near = rules[within](rules, shot.distance, POINT_BLANK)
    return Term("point_blank", 1, "point blank", TO_HIT_CITE) if near else None


@rule("to_hit.pins", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit-pins", TABLE), slot=TO_HIT)
def pins(rules: Ruleset, shot: Shot) -> Term | None:
    """Every pin on the firer counts against him."""
    return Term("pins", -shot.pins, "pins", TO_HIT_CITE) if shot.pins else None


@rule("to_hit.long_range", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit-long-range", TABLE), slot=TO_HIT)
def long_range(rules: Ruleset, shot: Shot) -> Term | None:
    """More than half of a weapon's reach is long range."""
    reach = shot.weapon.reach
    return (
        Term("long_range", -1, "long range", TO_HIT_CITE)
        if reach and not rules[within](rules, shot.distance, reach / 2)
        else None
    )


@rule("to_hit.inexperienced", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit-inexperienced", TABLE), slot=TO_HIT)
def inexperienced(rules: Ruleset, shot: Shot) -> Term | None:
    """Inexperienced men shoot worse."""
    value = standing_of(rules, shot.quality).to_hit
    return Term(shot.quality, value, shot.quality.replace("_", " "), TO_HIT_CITE) if value else None


@rule("to_hit.advance", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit-advance", TABLE), slot=TO_HIT)
def advance(rules: Ruleset, shot: Shot) -> Term | None:
    """Firing on an Advance is harder, and so on every order that moves and shoots."""
    kind = kind_of(rules, shot.order)
    return Term("advance", -1, "fired on an Advance", TO_HIT_CITE) if kind.moves and kind.shoots else None


@rule("to_hit.order", cite=BASE("Orders"), slot=TO_HIT)
def order_counts(rules: Ruleset, shot: Shot) -> Term | None:
    """An order may make shots easier or harder; none of the base game does so by itself."""
    kind = kind_of(rules, shot.order)
    return Term("order", kind.to_hit, f"order: {called(shot.order, kind)}", BASE("Orders")) if kind.to_hit else None


@rule(
    "to_hit.missing_crew",
    cite=BASE("Team weapons"),
    implements=(
        "HEAT-base-to-hit-missing-crew",
        TABLE,
        "HEAT-weapon-attendants",
        "HEAT-weapon-small-arms-single",
        "HEAT-weapon-vehicle-mounted",
        "HEAT-base-kw-team",
        "HEAT-up-list-crews",
    ),
    slot=TO_HIT,
)
def missing_crew(rules: Ruleset, shot: Shot) -> Term | None:
    """A team weapon with fewer helpers than its chart asks for is harder to fire, but not on a vehicle."""
    short = shot.attendants is not None and shot.attendants < (shot.weapon.crew or 0)
    if short and not shot.mounted and "Team" in shot.weapon.keywords:
        return Term("missing_crew", -1, "short of crew", TO_HIT_CITE)
    return None


@rule("to_hit.target_down", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit-target-down", TABLE), slot=TO_HIT)
def target_down(rules: Ruleset, shot: Shot) -> Term | None:
    """Infantry and gun crews that are down are harder to hit; a vehicle is not."""
    return Term("target_down", -2, "target down", TO_HIT_CITE) if shot.target.down and shot.target.soft else None


@rule("to_hit.small_unit", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit-small-unit", TABLE), slot=TO_HIT)
def small_unit(rules: Ruleset, shot: Shot) -> Term | None:
    """One or two men are harder to hit than more."""
    small = shot.target.soft and shot.target.men <= 2 and shot.target.drone is None
    return Term("small_unit", -1, "small unit", TO_HIT_CITE) if small else None


@rule("to_hit.soft_cover", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit-soft-cover", TABLE), slot=TO_HIT)
def soft_cover(rules: Ruleset, shot: Shot) -> Term | None:
    """Vegetation and fences give soft cover."""
    return Term("soft_cover", -1, "soft cover", TO_HIT_CITE) if shot.target.cover == "soft" else None


@rule("to_hit.hard_cover", cite=TO_HIT_CITE, implements=("HEAT-base-to-hit-hard-cover", TABLE), slot=TO_HIT)
def hard_cover(rules: Ruleset, shot: Shot) -> Term | None:
    """Walls, buildings and wrecks give hard cover."""
    return Term("hard_cover", -2, "hard cover", TO_HIT_CITE) if shot.target.cover == "hard" else None


@rule("to_hit.drone", cite=HEAT("Drone rule"), implements=("HEAT-drone-hit-mod", TABLE), slot=TO_HIT)
def drone(rules: Ruleset, shot: Shot) -> Term | None:
    """A drone in the air is harder to hit, more so after a Run; on the ground it is not."""
    if shot.target.drone == "ran":
        return Term("drone_ran", -2, "drone that ran", HEAT("Drone rule"))
    return Term("drone", -1, "drone in the air", HEAT("Drone rule")) if shot.target.drone == "airborne" else None


@rule("to_hit.door", cite=HEAT("Attacking from a helicopter"), implements=("HEAT-heli-door-fire", TABLE), slot=TO_HIT)
def door(rules: Ruleset, shot: Shot) -> Term | None:
    """Passengers who fire through the door of a helicopter hit less."""
    return Term("door", -2, "from a helicopter's door", HEAT("Attacking from a helicopter")) if shot.door else None


@rule("to_hit.tumbling", cite=HEAT("AT IED"), slot=TO_HIT)
def tumbling(rules: Ruleset, shot: Shot) -> Term | None:
    """A load that tumbles as it falls is less likely to hit."""
    return Term("tumbling", -1, "tumbles", HEAT("AT IED")) if shot.tumbling else None


@rule("to_hit.weapon", cite=HEAT("Weapons"), slot=TO_HIT)
def weapons_own(rules: Ruleset, shot: Shot) -> Term | None:
    """Some weapons are harder to hit with than others."""
    return Term("weapon", shot.weapon.to_hit, shot.weapon.name, HEAT("Weapons")) if shot.weapon.to_hit else None


@rule("to_hit.assault", cite=BASE("Assault weapons"), implements=("HEAT-base-kw-assault",), slot=IGNORED)
def assault_weapon(rules: Ruleset, shot: Shot, term: Term) -> bool:
    """Assault weapons fire on an Advance as well as standing."""
    return term.id == "advance" and "Assault" in shot.weapon.keywords


@rule("to_hit.second_band", cite=HEAT("Weapons"), implements=("HEAT-base-ar-long-range",), slot=IGNORED)
def second_band(rules: Ruleset, shot: Shot, term: Term) -> bool:
    """A weapon with fewer shots at long range has paid for the range with them."""
    return term.id == "long_range" and len(shot.weapon.bands) > 1


@rule("to_hit.sniper", cite=SNIPER_CITE, implements=("HEAT-base-sniper",), slot=IGNORED)
def sniper(rules: Ruleset, shot: Shot, term: Term) -> bool:
    """A sniper who has not moved heeds nothing that counts against him but pins and the want of his assistant."""
    steady = "Sniper" in shot.weapon.keywords and not kind_of(rules, shot.order).moves
    return steady and term.value < 0 and term.id not in ("pins", "missing_crew")


@rule("to_hit.flames", cite=FLAME_CITE, implements=("HEAT-base-flamethrower",), slot=IGNORED)
def flames(rules: Ruleset, shot: Shot, term: Term) -> bool:
    """Flames heed neither cover nor a target that is down nor the range."""
    return "Flamethrower" in shot.weapon.keywords and term.id in (
        "soft_cover",
        "hard_cover",
        "target_down",
        "long_range",
    )


@rule("to_hit.guided", cite=HEAT("ATGM rule"), implements=("HEAT-atgm-impact",), slot=IGNORED)
def guided(rules: Ruleset, shot: Shot, term: Term) -> bool:
    """A guided missile hits alike at every range."""
    return shot.way == "guided" and term.id in ("point_blank", "long_range", "advance")


@rule("to_hit.dropped", cite=HEAT("AT IED"), implements=("HEAT-drone-at-ied-attack",), slot=IGNORED)
def dropped(rules: Ruleset, shot: Shot, term: Term) -> bool:
    """A load that falls from above heeds only its tumbling, pins and the want of experience."""
    return shot.way == "dropped" and term.id not in ("tumbling", "pins", "inexperienced")


@rule("to_hit.natural_one", cite=TO_HIT_CITE, implements=("HEAT-base-natural-one-hit",))
def best_score(rules: Ruleset) -> int:
    """A 1 always misses: no shot is better than 2 or more."""
    return 2


@rule("to_hit.nigh_impossible", cite=TO_HIT_CITE, implements=("HEAT-base-nigh-impossible",))
def nigh_impossible(rules: Ruleset, score: int) -> bool:
    """A shot that needs more than 6 needs a 6 and then another."""
    return score > 6


@rule("weapons.pen", cite=HEAT("Weapons"), implements=("HEAT-base-pen-column", "HEAT-base-ap-or-he"))
def pen_of(rules: Ruleset, weapon: Weapon, explosive: bool, blast_pen: int) -> int:
    """Small arms have no penetration, a number is the row's own, and a blast has that of its size.

    A row with both a number and a blast fires either round, as its player says.
    """
    if weapon.he and (explosive or weapon.pen == "HE"):
        return blast_pen
    return weapon.pen if isinstance(weapon.pen, int) else 0


@rule("weapons.in_range", cite=HEAT("Weapons"), implements=("HEAT-base-weapon-range", "HEAT-scale"))
def in_range(rules: Ruleset, band: Band, length: float) -> bool:
    """A range is in inches on the table, whatever the figures, and includes both of its ends."""
    return rules[within](rules, band.start, length) and (band.to is None or rules[within](rules, length, band.to))


@rule("weapons.fixed", cite=BASE("Fixed weapons"), implements=("HEAT-base-kw-fixed", "HEAT-atgm-team-weapon"))
def fixed_bears(rules: Ruleset, bearing: float) -> bool:
    """A fixed weapon fires at what lies in the quarter before it."""
    return rules[within](rules, off_axis(bearing), 45)


@rule("weapons.fuel", cite=FLAME_CITE, implements=("HEAT-base-flamethrower-fuel",))
def runs_dry_on(rules: Ruleset) -> int:
    """Flamethrowers never run dry; else this is the highest roll after firing that empties one carried by men."""
    return 0


@rule("weapons.attendants", cite=HEAT("Weapons"))
def attendants(rules: Ruleset, weapon: Weapon) -> int | None:
    """A team weapon needs the helpers that its row prints."""
    return weapon.crew


@rule("weapons.marksman_range", cite=HEAT("Weapons"), implements=("HEAT-weapon-dmr",))
def marksman_band(rules: Ruleset, band: Band) -> Band:
    """The marksman's rifle reaches as its row prints it."""
    return band


@rule("weapons.available", cite=HEAT("Weapons"), implements=("HEAT-weapon-missing-rows",))
def available(rules: Ruleset, weapon: Weapon) -> bool:
    """What only later versions have a row for is not to be had."""
    return weapon.chart != "upstream"


RULES = (
    base_score,
    scored_at_once,
    point_blank,
    pins,
    long_range,
    inexperienced,
    advance,
    order_counts,
    missing_crew,
    target_down,
    small_unit,
    soft_cover,
    hard_cover,
    drone,
    door,
    tumbling,
    weapons_own,
    assault_weapon,
    second_band,
    sniper,
    flames,
    guided,
    dropped,
    best_score,
    nigh_impossible,
    pen_of,
    in_range,
    fixed_bears,
    runs_dry_on,
    attendants,
    marksman_band,
    available,
)
