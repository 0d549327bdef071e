"""Indirect fire: the ladder of zeroing in, who observes, and what may be fired."""

from __future__ import annotations

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE, HEAT, UPSTREAM
from overheat.platoon.facts import Facing, Quality
from overheat.platoon.units.weapons import Count, Weapon

SPOTTERS = HEAT("Spotters")
INDIRECT = BASE("Indirect fire")
REWORK = UPSTREAM("Indirect fire")
START, BEST = 6, 2


class Observer(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who may watch where shells fall."""

    same_platoon: bool = True
    is_drone: bool = False
    down: bool = False
    sees: bool = True


@rule("indirect.hits", cite=INDIRECT, implements=("HEAT-base-indirect-ladder",))
def hits(rules: Ruleset, face: int, need: int) -> bool:
    """A shell hits when one die reaches the number that the gun has zeroed in to, and nothing else counts."""
    return face >= need


@rule(
    "indirect.next_need",
    cite=SPOTTERS,
    implements=(
        "HEAT-spot-state",
        "HEAT-spot-transfer",
        "HEAT-spot-no-observer",
        "HEAT-spot-hit-observed",
    ),
)
def next_need(rules: Ruleset, need: int, hit: bool, observed: bool) -> int:
    """A seen miss makes the next shot easier by one, a seen hit zeroes the gun in; what nobody sees changes nothing."""
    if not observed:
        return need
    return BEST if hit else max(BEST, need - 1)


@rule("indirect.need", cite=INDIRECT)
def need_now(rules: Ruleset, need: int, gun_moved: bool, aim_changed: bool, target_moved: bool) -> int:
    """A gun that moves, aims elsewhere, or whose target has moved, begins anew."""
    return START if gun_moved or aim_changed or target_moved else need


@rule("indirect.observes", cite=SPOTTERS, implements=("HEAT-spot-any-gun", "HEAT-spot-uav"))
def observes(rules: Ruleset, observer: Observer) -> bool:
    """Any spotter who sees the aim watches for every gun of his platoon, and so does a drone whose team is not down."""
    return observer.sees and observer.same_platoon and not (observer.is_drone and observer.down)


@rule("indirect.takes_spotters", cite=INDIRECT, implements=("HEAT-base-indirect-inexperienced-spotter",))
def takes_spotters(rules: Ruleset, quality: Quality) -> bool:
    """An inexperienced crew cannot make use of a spotter."""
    return quality != "inexperienced"


@rule("indirect.refused", cite=INDIRECT, implements=("HEAT-base-indirect-conditions",))
def refused(rules: Ruleset, observed: bool, need: int) -> Refusal | None:
    """Somebody must see the aim before a gun begins to zero in."""
    if not observed and need == START:
        return Refusal("indirect.blind", "nobody sees the aim and no zeroing in has begun", INDIRECT)
    return None


@rule("indirect.own_sight", cite=UPSTREAM("Underbarrel grenade launcher"), implements=("HEAT-up-ugl",))
def own_sight(rules: Ruleset, weapon: Weapon) -> bool:
    """A grenade launcher below a barrel is aimed by the man who fires it: nobody spots for him."""
    return weapon.id == "ugl"


@rule("indirect.smoke_rounds", cite=UPSTREAM("Underbarrel grenade launcher"), implements=("HEAT-up-ugl",))
def fires_smoke(rules: Ruleset, weapon: Weapon) -> bool:
    """Such a launcher fires smoke as well as explosive."""
    return weapon.id == "ugl"


@rule("indirect.strikes", cite=INDIRECT, implements=("HEAT-base-indirect-top",))
def strikes(rules: Ruleset) -> Facing:
    """What falls from above strikes the top of a vehicle."""
    return "top"


@rule("indirect.miss", cite=INDIRECT, implements=("HEAT-base-indirect-miss",))
def miss_lands(rules: Ruleset, need: int) -> int | None:
    """A shell that misses falls where it does no harm.

    Else this is how many times a die of inches it lands away.
    """
    return None


@rule("indirect.stray_die", cite=REWORK, implements=("HEAT-up-indirect-rework",))
def stray_die(rules: Ruleset) -> Count:
    """Where shells that miss fall elsewhere, the die of their inches is a D3."""
    return "D3"


@rule("indirect.places", cite=INDIRECT)
def place_refused(rules: Ruleset) -> Refusal | None:
    """Guns aim at units, not at places."""
    return Refusal("indirect.place", "guns aim at units", INDIRECT)


@rule("indirect.warned", cite=INDIRECT)
def warned(rules: Ruleset) -> bool:
    """Nobody but its target goes down before a shell falls."""
    return False


@rule("indirect.adopts", cite=INDIRECT)
def adopts(rules: Ruleset, seen: bool) -> bool:
    """Where a stray shell fell is of no use to its gun."""
    return False


RULES = (
    hits,
    next_need,
    need_now,
    observes,
    takes_spotters,
    refused,
    own_sight,
    fires_smoke,
    strikes,
    miss_lands,
    stray_die,
    place_refused,
    warned,
    adopts,
)
