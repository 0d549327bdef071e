"""How Omega's missiles find their targets: infrared, radar of others and of their own, anti-radiation, laser.

Active and semi-active radar and lasers need no line of sight from who fires; then nothing on the way counts either.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from overheat.classic.attack.decisions import ON_THE_WAY
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.damage.hits import place_of
from overheat.classic.damage.places import PLACES, Place
from overheat.classic.facts.arcs import bears_on
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.events import AttackRolled, MarkLaid, RoundBegan
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.report.wording import of
from overheat.classic.rules.omega.guidance_questions import QUESTIONS
from overheat.classic.rules.omega.illumination import arm_sees, illuminators, same_direction
from overheat.classic.rules.omega.racks import GUIDANCE, rack_of
from overheat.classic.rules.omega.weight_classes import weight_class
from overheat.classic.rules.standard.fire import FORBIDS, guides, not_indirect, unseen
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry import SOLDIERS
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, fixed_number, minimum_range, terrain
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.classic.turn.round import VERBS
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event
from overheat.kernel.facts import Who
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Tally, Term

IR, SARAH, AR, ARM, LGM = "IR", "SARaH", "AR", "ARM", "LGM"
GUIDED = frozenset({"Streak", IR, SARAH, AR, ARM, LGM})
OVER_THE_HORIZON = (SARAH, AR, LGM)
"""What needs no line of sight from who fires it."""
INFERNO = "inferno"
"""The effect on a hex that burns with inferno."""
GLOW = named("heat_last_turn", "made {value} heat last turn")
"""The mark of a unit that made heat in the round before, or took it in: how much."""
LASED = named("laser_spot", "")
"""The mark of a unit that a designator was pointed at in this round, of each; about the place of the spot."""
MISSED = "missed"

FIGURES: Table[str, int] = Table(
    "omega.guidance_figures",
    {
        "heat of a step": 10,
        "inferno": 2,
        "burning woods": 1,
        "anti-radiation": -3,
        "laser": 4,
        "laser spot": 8,
        "at hexes and infantry": 2,
    },
    cite=GUIDANCE,
    implements=("OM-guidance-ir", "OM-guidance-arm", "OM-guidance-lgm", "OM-missile-vs-hex-infantry"),
    where="overheat.classic.rules.omega.guidance.FIGURES",
)
"""Points of heat for each point of infrared missiles, and what fires cost them; what anti-radiation missiles gain; what
laser-guided ones roll to hit, and to hit the very spot; what all lose on hexes and soldiers."""

RADAR: Table[tuple[str, str], int] = Table(
    "omega.radar_bonuses",
    {
        (SARAH, "light"): -2,
        (SARAH, "medium"): -2,
        (SARAH, "heavy"): -3,
        (SARAH, "assault"): -3,
        (AR, "light"): -1,
        (AR, "medium"): -1,
        (AR, "heavy"): -2,
        (AR, "assault"): -2,
    },
    cite=GUIDANCE,
    implements=("OM-guidance-sarah", "OM-guidance-ar"),
    where="overheat.classic.rules.omega.guidance.RADAR",
)
"""What radar missiles gain by the weight class of their target."""


def guide_of(attack: WeaponAttack) -> str:
    """How the missile of an attack is guided; nothing for whatever is no missile of a rack, or not guided."""
    if attack.munition not in GUIDED or "missile" not in attack.weapon.flags:
        return ""
    return attack.munition if rack_of(attack.rules, attack.weapon) else ""


@rule("to_hit.infrared", cite=GUIDANCE, implements=("OM-guidance-ir",), slot=EVERY_SHOT)
def infrared(attack: WeaponAttack) -> Term | None:
    """Infrared missiles gain a point for every 10 points of heat, or part of them, that the target made last turn."""
    if guide_of(attack) != IR or (made := made_last_turn(attack.target)) <= 0:
        return None
    value = -ceil(made / attack.rules[FIGURES]["heat of a step"])
    return Term("to_hit.infrared", value, f"infrared: target made {made} heat last turn", GUIDANCE)


def made_last_turn(unit: Unit) -> int:
    """The heat that a unit made and took in during the round before."""
    return unit.marks[GLOW].value if GLOW in unit.marks else 0


@rule("to_hit.infrared_in_fire", cite=GUIDANCE, implements=("OM-guidance-ir",), slot=EVERY_SHOT)
def infrared_in_fire(attack: WeaponAttack) -> Term | None:
    """Fire around a target blinds infrared missiles: +2 in inferno, +1 in burning woods."""
    if guide_of(attack) != IR:
        return None
    figures = attack.rules[FIGURES]
    if INFERNO in attack.effects.get(attack.target.hex, {}):
        return Term("to_hit.infrared_in_fire", figures["inferno"], "target in inferno", GUIDANCE)
    if "fire" in attack.relief.board[attack.target.hex]:
        return Term("to_hit.infrared_in_fire", figures["burning woods"], "target in burning woods", GUIDANCE)
    return None


@rule("omega.glows", cite=GUIDANCE, implements=("OM-guidance-ir",), slot=FOLLOWS)
def glows(scene: Scene, event: Event, before: State) -> None:
    """All heat that a unit makes or takes in counts for the next round, before anything is sunk."""
    if not isinstance(event, RoundBegan) or event.round < 2:
        return
    for unit in before.units.values():
        if unit.active and (unit.machine or unit.vehicle) and unit.hex in before.relief.board:
            made = ceil(heat_of(toil_of(before, unit))[0].total)
            if made > 0:
                scene.tell(MarkLaid(unit.id, GLOW, Mark(made, until=event.round)))


@rule("to_hit.radar", cite=GUIDANCE, implements=("OM-guidance-sarah", "OM-guidance-ar"), slot=EVERY_SHOT)
def radar(attack: WeaponAttack) -> Term | None:
    """Radar missiles gain by the size of their target: semi-active ones 2 or 3 points, active ones 1 or 2.

    Soldiers, in suits or not, reflect too little, and so does the ground.
    """
    guide = guide_of(attack)
    if guide not in (SARAH, AR) or is_ground(attack.target.id) or attack.target.sheet.kind in SOLDIERS:
        return None
    size = attack.rules[weight_class](attack.rules, attack.target.sheet.tons)
    id = "to_hit.active_radar" if guide == AR else "to_hit.semi_active_radar"
    return Term(id, attack.rules[RADAR][guide, size], f"{guide} at {size} target", GUIDANCE)


@rule("to_hit.anti_radiation", cite=GUIDANCE, implements=("OM-guidance-arm",), slot=EVERY_SHOT)
def anti_radiation(attack: WeaponAttack) -> Term | None:
    """Anti-radiation missiles find who lights up others easily, -3."""
    if guide_of(attack) != ARM:
        return None
    return Term("to_hit.anti_radiation", attack.rules[FIGURES]["anti-radiation"], "homes in on Artemis", GUIDANCE)


@rule("to_hit.missile_at_infantry", cite=GUIDANCE, implements=("OM-missile-vs-hex-infantry",), slot=EVERY_SHOT)
def at_infantry(attack: WeaponAttack) -> Term | None:
    """Missiles are made for machines: +2 at hexes and at soldiers, unless they home in on a radar that is there."""
    guide = guide_of(attack)
    if not guide or guide == ARM:
        return None
    if not is_ground(attack.target.id) and attack.target.sheet.kind not in SOLDIERS:
        return None
    value = attack.rules[FIGURES]["at hexes and infantry"]
    return Term("to_hit.missile_at_infantry", value, "missile at a hex or at soldiers", GUIDANCE)


@rule("omega.illuminated", cite=GUIDANCE, implements=("OM-guidance-sarah",), slot=FORBIDS)
def illuminated(attack: WeaponAttack) -> Refusal | None:
    """A semi-active missile needs a friend, or its own unit, that lights the target up from about where it comes."""
    if guide_of(attack) != SARAH:
        return None
    lit = [friend for friend in illuminators(attack) if same_direction(attack, friend.hex)]
    return None if lit else Refusal("omega.illuminated", "nobody lights the target up from that side", GUIDANCE)


@rule("omega.radiates", cite=GUIDANCE, implements=("OM-guidance-arm",), slot=FORBIDS)
def radiates(attack: WeaponAttack) -> Refusal | None:
    """An anti-radiation missile is fired at who lights somebody up, from within the arc of that Artemis."""
    if guide_of(attack) != ARM or arm_sees(attack):
        return None
    return Refusal("omega.radiates", "the target lights up nobody on this side", GUIDANCE)


@rule("omega.out_of_sight", cite=GUIDANCE, implements=("OM-guidance-ar", "OM-guidance-sarah"), slot=FORBIDS)
def out_of_sight(attack: WeaponAttack) -> Refusal | None:
    """Radar missiles need no line of sight from who fires them; laser-guided ones need that of their designator."""
    return None if guide_of(attack) in (AR, SARAH) else attack.rules.below(out_of_sight)(attack)


@rule("omega.unseen_ground", cite=GUIDANCE, implements=("OM-guidance-ar", "OM-guidance-sarah"))
def unseen_ground(attack: WeaponAttack) -> Tally:
    """What stands in the way of a missile that needs no line of sight counts only where there is one."""
    if guide_of(attack) in OVER_THE_HORIZON and not attack.sight.visible:
        return Tally()
    return attack.rules.below(unseen_ground)(attack)


def designated(unit: Unit, shot: Shot) -> bool:
    """Whether a unit has declared to point a designator at the target of a shot."""
    mounts = unit.sheet.mounts
    return any(other.target == shot.target and "tag" in mounts[other.mount].equipment.flags for other in unit.volley)


@rule("omega.designators", cite=GUIDANCE, implements=("OM-guidance-lgm",))
def designators(state: State, unit: Unit, shot: Shot) -> tuple[str, ...]:
    """A laser-guided missile names a designator that was declared before: of a friend or of its own unit."""
    below = state.relief.rules.below(designators)(state, unit, shot)
    fed = None if shot.feed is None else unit.sheet.mounts[shot.feed].ammunition
    if fed is None or fed.munition != LGM:
        return below
    friends = {friend.id: friend for friend in state.on_side(unit.side)} | {unit.id: unit}
    return tuple(id for id, friend in friends.items() if designated(friend, shot))


@rule("omega.needs_a_laser", cite=GUIDANCE, implements=("OM-guidance-lgm",), slot=FORBIDS)
def needs_a_laser(attack: WeaponAttack) -> Refusal | None:
    """A laser-guided missile follows a designator that is pointed at its target from about where it comes."""
    if guide_of(attack) != LGM:
        return None
    if attack.spotter is None:
        return Refusal("omega.needs_a_laser", "a laser-guided missile names a designator", GUIDANCE)
    if not same_direction(attack, attack.spotter.hex):
        return Refusal("omega.needs_a_laser", "the designator is on another side of the target", GUIDANCE)
    return None


@rule("omega.not_indirect", cite=GUIDANCE, slot=FORBIDS)
def by_laser(attack: WeaponAttack) -> Refusal | None:
    """To follow a laser is no indirect fire."""
    return None if guide_of(attack) == LGM else attack.rules.below(by_laser)(attack)


@rule("omega.laser_number", cite=GUIDANCE, implements=("OM-guidance-lgm",))
def laser_number(attack: WeaponAttack) -> Tally | None:
    """A laser-guided missile hits on 4 or more, and its minimum range counts; nothing else of who fires it does."""
    if guide_of(attack) != LGM:
        return attack.rules.below(laser_number)(attack)
    base = Term("omega.laser_number", attack.rules[FIGURES]["laser"], "laser-guided", GUIDANCE)
    return Tally.of((base, attack.rules[minimum_range](attack)))


@rule("omega.laser_spot", cite=GUIDANCE, implements=("OM-guidance-lgm",), slot=FOLLOWS)
def laser_spot(scene: Scene, event: Event, before: State) -> None:
    """A designator that hits makes a spot in a place of its target, which is rolled for; one that misses makes none."""
    if not isinstance(event, AttackRolled) or event.what != "fire" or event.target not in before.units:
        return
    unit, target = before.units[event.unit], before.units[event.target]
    beam = {m.equipment.name for m in unit.sheet.mounts if m.weapon is not None and "tag" in m.equipment.flags}
    if event.weapon not in beam or not target.active:
        return
    place = ""
    if event.hit:
        side = scene.rules[side_hit](scene.rules, target, unit.hex)
        place = place_of(scene, Hit(target.id, side, 0, "fire", item=event.weapon))
    kind = "" if event.hit else MISSED
    scene.tell(MarkLaid(target.id, each(LASED, unit.id), Mark(kind=kind, about=place, this_round=True)))


def spot_of(attack: WeaponAttack, target: Unit) -> Mark | None:
    """The spot that a laser-guided missile follows; None while it has not been rolled for."""
    return None if attack.spotter is None else target.marks.get(each(LASED, attack.spotter.id))


class GuidanceLost(Event, frozen=True):
    """A laser-guided missile had no spot to follow."""

    unit: Who


@of(GuidanceLost)
def _told(event: GuidanceLost, cast: Cast, roll: Roll | None) -> str:
    return f"a laser-guided missile finds no spot on {cast.name(event.unit)} and misses"


@rule("omega.lost_spot", cite=GUIDANCE, implements=("OM-guidance-lgm",), slot=ON_THE_WAY)
def lost_spot(scene: Scene, attack: WeaponAttack) -> bool:
    """A laser-guided missile whose designator has missed misses."""
    if guide_of(attack) != LGM or is_ground(attack.target.id):
        return False
    spot = spot_of(attack, scene.unit(attack.target.id))
    if spot is None or spot.kind != MISSED:
        return False
    scene.tell(GuidanceLost(attack.target.id))
    return True


@rule("omega.hits_the_spot", cite=GUIDANCE, implements=("OM-guidance-lgm",), slot=PLACES)
def hits_the_spot(scene: Scene, hit: Hit) -> Place | None:
    """A laser-guided missile hits the spot itself on 8 or more, minimum range counted, and anywhere on less."""
    attack = hit.by
    if not isinstance(attack, WeaponAttack) or guide_of(attack) != LGM:
        return None
    figures, spot = attack.rules[FIGURES], spot_of(attack, scene.unit(hit.unit))
    margin = attack.margin
    if spot is None or not spot.about or margin is None or margin < figures["laser spot"] - figures["laser"]:
        return None
    return Place(spot.about)


def _spot_worth(state: State, unit: Unit, command: Fire) -> float:
    """A designator is worth pointing at whom laser-guided missiles of the side can still be launched at this turn."""
    mounts = unit.sheet.mounts
    if "tag" not in mounts[command.mount].equipment.flags or any(
        "tag" in mounts[shot.mount].equipment.flags for shot in unit.volley
    ):
        return 0.0
    target = state.units.get(command.target)
    friends = (friend for friend in state.on_side(unit.side) if friend.id == unit.id or friend.id not in state.acted)
    return 0.0 if target is None else float(sum(_follows(friend, target) for friend in friends))


def _follows(friend: Unit, target: Unit) -> int:
    """How many racks of a unit reach a target with laser-guided missiles."""
    found = 0
    for rack, tubes in friend.plan.feeds.items():
        weapon, mounts = friend.sheet.mounts[rack].weapon, friend.sheet.mounts
        loaded = (mounts[at].ammunition for at in tubes if friend.condition.shots[at])
        laser = any(rounds is not None and rounds.munition == LGM for rounds in loaded)
        if weapon is not None and laser and friend.hex.distance(target.hex) <= weapon.range[3]:
            found += bears_on(friend, mounts[rack], target.hex)
    return found


POINTING = VERBS.amended(
    "omega.pointing_verb", {"fire.fire": replace(VERBS.rows["fire.fire"], worth=_spot_worth)}, cite=GUIDANCE
)
"""Firing as it is, with what a designator is worth to a bot."""

LAYER = Layer(
    "omega_guidance",
    title="Guided missiles",
    group="Omega",
    cite=GUIDANCE,
    needs=("classic", "omega_weight_classes", "omega_missiles", "omega_illumination"),
    add=(
        FIGURES,
        RADAR,
        infrared,
        infrared_in_fire,
        glows,
        radar,
        anti_radiation,
        at_infantry,
        illuminated,
        radiates,
        needs_a_laser,
        laser_spot,
        lost_spot,
        hits_the_spot,
    ),
    change=(
        unseen.wrapped_in(out_of_sight),
        terrain.wrapped_in(unseen_ground),
        guides.wrapped_in(designators),
        not_indirect.wrapped_in(by_laser),
        fixed_number.wrapped_in(laser_number),
        POINTING,
        QUESTIONS,
    ),
)
