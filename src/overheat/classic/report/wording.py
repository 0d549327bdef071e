"""What happened, in words: a sentence for every event, from the names of the units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from overheat.classic.facts import events as happened
from overheat.classic.facts.endings import Ending
from overheat.classic.facts.goals import goals_in_words
from overheat.classic.facts.lasting import Mark, kind_of
from overheat.classic.facts.missions import missions
from overheat.classic.facts.phrases import FACINGS, Cast, explain, faces, mark_in_words, place, the, thing_told, who_won
from overheat.classic.facts.state import VEHICLES
from overheat.classic.facts.vocabulary import DAMAGES, FATES, GROUND, INJURIES, harm_of, way_of
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event, Rolled
from overheat.kernel.log.chronicle import Unread, plainly
from overheat.kernel.terms import number_of, number_to_read, total_of
from overheat.kernel.wording.phrases import counted, in_words

E = TypeVar("E", bound=Event)


def sentence(event: Event, cast: Cast, roll: Roll | None = None) -> str:
    """An event in a sentence; `roll` are the dice that decided it, where they are known."""
    say = WORDS.get(type(event))
    return _by_its_facts(event, cast) if say is None else say(event, cast, roll)


def _by_its_facts(event: Event, cast: Cast) -> str:
    """An event of a user's rules by its name and its facts, units by their names."""
    facts = msgspec.to_builtins(event)
    told = ", ".join(
        f"{name.replace('_', ' ')} {cast.names.get(value, value) if isinstance(value, str) else value}"
        for name, value in facts.items()
        if name != "type"
    )
    return f"{type(event).__name__}: {told}" if told else type(event).__name__


Say = Callable[[Any, Cast, Roll | None], str]
WORDS: dict[type[Event], Say] = {}
"""What is said of each kind of event."""


def of(kind: type[E]) -> Callable[[Callable[[E, Cast, Roll | None], str]], Callable[[E, Cast, Roll | None], str]]:
    """Say how an event of a kind is told."""

    def make(say: Callable[[E, Cast, Roll | None], str]) -> Callable[[E, Cast, Roll | None], str]:
        WORDS[kind] = say
        return say

    return make


def _dice(rolled: int, roll: Roll | None) -> str:
    return f"rolled {faces(roll) if roll is not None and roll.total == rolled else rolled}"


@of(Rolled)
def rolled(event: Rolled, cast: Cast, roll: Roll | None) -> str:
    return f"{cast.purpose(event.roll)}: {faces(event.roll)}"


@of(Unread)
def unread(event: Unread, cast: Cast, roll: Roll | None) -> str:
    return plainly(event)


@of(happened.RoundBegan)
def round_began(event: happened.RoundBegan, cast: Cast, roll: Roll | None) -> str:
    return f"Round {event.round}"


@of(happened.InitiativeRolled)
def initiative_rolled(event: happened.InitiativeRolled, cast: Cast, roll: Roll | None) -> str:
    return f"initiative of {event.side}: {explain(event.rolled)} = {total_of(event.rolled)}"


@of(happened.InitiativeSet)
def initiative_set(event: happened.InitiativeSet, cast: Cast, roll: Roll | None) -> str:
    return f"{event.order[-1]} won the initiative; the order is {', '.join(event.order)}"


@of(happened.PhaseBegan)
def phase_began(event: happened.PhaseBegan, cast: Cast, roll: Roll | None) -> str:
    names = {"movement": "Movement", "weapons": "Weapon attacks", "physical": "Physical attacks", "over": "The end"}
    return cast.phases.get(event.phase) or names.get(event.phase) or event.phase.replace("_", " ").capitalize()


@of(happened.TurnBegan)
def turn_began(event: happened.TurnBegan, cast: Cast, roll: Roll | None) -> str:
    return f"{cast.names[event.unit]} takes its turn"


@of(happened.TurnEnded)
def turn_ended(event: happened.TurnEnded, cast: Cast, roll: Roll | None) -> str:
    return f"{cast.names[event.unit]} is done"


@of(happened.Moved)
def moved(event: happened.Moved, cast: Cast, roll: Roll | None) -> str:
    paid = f" ({explain(event.cost)})" if event.cost else ""
    does = way_of(event.how).words.format(mode=cast.mode(event.unit, event.motion.mode))
    return f"{cast.names[event.unit]} {does}{paid}: {event.hex} facing {FACINGS[event.facing]}"


@of(happened.Posture)
def posture(event: happened.Posture, cast: Cast, roll: Roll | None) -> str:
    name = cast.names[event.unit]
    if event.propping_arm:
        return f"{name} props itself up on its {place(event.propping_arm)}"
    if event.stance is not None:
        return f"{name} is {in_words(event.stance.id)} now"
    return f"{name} lies on the ground" if event.prone else f"{name} stands"


@of(happened.CheckMade)
def check_made(event: happened.CheckMade, cast: Cast, roll: Roll | None) -> str:
    came = "made" if event.passed else "failed"
    needed = f"{total_of(event.needed)} needed ({explain(event.needed)})"
    why = event.cause[0].label if event.cause else in_words(event.reason)
    return f"{cast.names[event.unit]}, {why}: {needed}, {_dice(event.rolled, roll)}: {came}"


@of(happened.Fell)
def fell(event: happened.Fell, cast: Cast, roll: Roll | None) -> str:
    levels = f" {counted(event.levels, 'level')}" if event.levels else ""
    return f"{cast.names[event.unit]} falls{levels} on its {event.side}: {event.damage} damage"


@of(happened.MissionGiven)
def mission_given(event: happened.MissionGiven, cast: Cast, roll: Roll | None) -> str:
    """What kind of scenario it is, how it is won, and what each side wants."""
    kind = missions().get(event.mission)
    told = in_words(event.mission) if kind is None else f"{kind.title}. {kind.won}"
    goals = "; ".join(goals_in_words(event.goals, cast.names))
    return f"{told} {goals[0].upper()}{goals[1:]}." if goals else told


@of(happened.Scored)
def scored(event: happened.Scored, cast: Cast, roll: Roll | None) -> str:
    made = "a point" if event.points == 1 else counted(event.points, "point")
    return f"{event.side} makes {made} for the {in_words(event.why)}, {event.total} so far"


@of(happened.Deployed)
def deployed(event: happened.Deployed, cast: Cast, roll: Roll | None) -> str:
    return f"{cast.names[event.unit]} is placed in {event.hex} facing {FACINGS[event.facing]}"


@of(happened.Found)
def found(event: happened.Found, cast: Cast, roll: Roll | None) -> str:
    unit = cast.names[event.unit]
    if event.by:
        return f"{cast.names.get(event.by, event.by)} finds {unit}, hidden in {event.hex}"
    return f"{unit}, hidden in {event.hex}, shows itself"


@of(happened.Twisted)
def twisted(event: happened.Twisted, cast: Cast, roll: Roll | None) -> str:
    part = "turret" if cast.sheets[event.unit].kind in VEHICLES else "torso"
    return f"{cast.names[event.unit]} turns its {part} {FACINGS[event.torso]}"


@of(happened.Aimed)
def aimed(event: happened.Aimed, cast: Cast, roll: Roll | None) -> str:
    return f"{cast.names[event.unit]} aims at {cast.name(event.target)}"


@of(happened.ShotDeclared)
def shot_declared(event: happened.ShotDeclared, cast: Cast, roll: Roll | None) -> str:
    shot = event.shot
    times = f" {shot.rate} times" if shot.rate > 1 else ""
    spotted = f", spotted by {cast.names[shot.spotter]}" if shot.spotter else ""
    weapon = cast.mount(event.unit, shot.mount)
    return f"{cast.names[event.unit]} declares {weapon}{times} at {cast.name(shot.target)}{spotted}"


@of(happened.SpotterNamed)
def spotter_named(event: happened.SpotterNamed, cast: Cast, roll: Roll | None) -> str:
    return f"{cast.names[event.unit]} spots for others"


@of(happened.BlowDeclared)
def blow_declared(event: happened.BlowDeclared, cast: Cast, roll: Roll | None) -> str:
    limb = f" with its {place(event.blow.limb)}" if event.blow.limb else ""
    return f"{cast.names[event.unit]} declares a {event.blow.kind}{limb} at {cast.names[event.blow.target]}"


@of(happened.ChargeDeclared)
def charge_declared(event: happened.ChargeDeclared, cast: Cast, roll: Roll | None) -> str:
    if event.blow is None:
        return f"{cast.names[event.unit]} breaks off"
    return f"{cast.names[event.unit]} declares a {event.blow.kind} at {cast.names[event.blow.target]}"


@of(happened.AttackRolled)
def attack_rolled(event: happened.AttackRolled, cast: Cast, roll: Roll | None) -> str:
    came = "hit" if event.hit else "missed"
    needed = f"{total_of(event.needed)} needed ({explain(event.needed)})" if event.needed else "no roll needed"
    who = f"{cast.names[event.unit]}, {harm_of(event.what, event.weapon)} at {cast.name(event.target)}"
    return f"{who}: {needed}, {_dice(event.rolled, roll)}: {came}"


@of(happened.ClusterRolled)
def cluster_rolled(event: happened.ClusterRolled, cast: Cast, roll: Roll | None) -> str:
    fallen = _lowest(roll) if roll is not None else str(event.rolled[-1].value if event.rolled else "")
    added = explain(event.rolled[:-1])
    sign = "" if added.startswith("-") else "+"
    return f"{event.hits} of {event.size} hit, rolled {fallen}{f', with {sign}{added}' if added else ''}"


def _lowest(roll: Roll) -> str:
    """The dice of a salvo; of more than two those that count, and what else fell."""
    low = msgspec.structs.replace(roll, faces=roll.faces[:2])
    return faces(low) if low == roll else f"{faces(low)} (lowest of {', '.join(map(str, roll.faces))})"


@of(happened.DamageSummed)
def damage_summed(event: happened.DamageSummed, cast: Cast, roll: Roll | None) -> str:
    where = f" in {the(event.location)}" if event.location else ""
    return f"damage to {cast.name(event.unit)}{where}: {explain(event.damage)} = {max(0, total_of(event.damage))}"


@of(happened.CriticalRolled)
def critical_rolled(event: happened.CriticalRolled, cast: Cast, roll: Roll | None) -> str:
    return f"critical hits in {the(event.location)}: {explain(event.rolled)} = {total_of(event.rolled)}"


@of(happened.Struck)
def struck(event: happened.Struck, cast: Cast, roll: Roll | None) -> str:
    where = the(event.location, rear=event.rear)
    return f"{cast.names[event.unit]} takes {event.damage} from {harm_of(event.what, event.item)} in {where}"


@of(happened.Deflected)
def deflected(event: happened.Deflected, cast: Cast, roll: Roll | None) -> str:
    return f"{event.damage} damage for {the(event.location)} of {cast.names[event.unit]} goes into its cover"


@of(happened.NearlyMissed)
def nearly_missed(event: happened.NearlyMissed, cast: Cast, roll: Roll | None) -> str:
    return f"a near miss: {event.damage} damage goes past {cast.names[event.unit]}"


@of(happened.Withstood)
def withstood(event: happened.Withstood, cast: Cast, roll: Roll | None) -> str:
    what, points = "structure" if event.inside else "armour", number_to_read(total_of(event.points))
    return (
        f"{what} of {the(event.location)} of {cast.names[event.unit]}: {explain(event.points)} = {points} of its points"
    )


@of(happened.PlateStruck)
def plate_struck(event: happened.PlateStruck, cast: Cast, roll: Roll | None) -> str:
    return f"the {event.what} of {cast.names[event.unit]} takes {event.damage}, {event.left} left"


@of(happened.ArmourMended)
def armour_mended(event: happened.ArmourMended, cast: Cast, roll: Roll | None) -> str:
    before, after = number_to_read(number_of(event.before)), number_to_read(number_of(event.after))
    where = the(event.location, rear=event.rear)
    return f"HarJel of {cast.names[event.unit]} closes holes: armour of {where} {before} to {after}"


@of(happened.ArmourLost)
def armour_lost(event: happened.ArmourLost, cast: Cast, roll: Roll | None) -> str:
    before, after = number_to_read(number_of(event.before)), number_to_read(number_of(event.after))
    return f"armour of {the(event.location, rear=event.rear)} {before} to {after}"


@of(happened.StructureLost)
def structure_lost(event: happened.StructureLost, cast: Cast, roll: Roll | None) -> str:
    before, after = number_to_read(number_of(event.before)), number_to_read(number_of(event.after))
    return f"structure of {the(event.location)} {before} to {after}"


@of(happened.LocationLost)
def location_lost(event: happened.LocationLost, cast: Cast, roll: Roll | None) -> str:
    how = "blown off" if event.blown_off else "destroyed"
    return f"{the(event.location)} of {cast.names[event.unit]} is {how}"


@of(happened.Flooded)
def flooded(event: happened.Flooded, cast: Cast, roll: Roll | None) -> str:
    return f"water runs into {the(event.location)} of {cast.names[event.unit]}: nothing in it works any more"


@of(happened.CriticalHit)
def critical_hit(event: happened.CriticalHit, cast: Cast, roll: Roll | None) -> str:
    what = " and ".join(event.items) or in_words(event.what)
    return f"critical hit in {the(event.location)}, slot {event.slot + 1}: {what}"


@of(happened.MountLost)
def mount_lost(event: happened.MountLost, cast: Cast, roll: Roll | None) -> str:
    lost = cast.mount(event.unit, event.mount)
    return f"{cast.names[event.unit]} loses its {lost}{f': {event.what}' if event.what != lost else ''}"


@of(happened.FireHeld)
def fire_held(event: happened.FireHeld, cast: Cast, roll: Roll | None) -> str:
    return f"the {cast.mount(event.unit, event.mount)} of {cast.names[event.unit]} finds no lock and does not fire"


@of(happened.Jammed)
def jammed(event: happened.Jammed, cast: Cast, roll: Roll | None) -> str:
    how = "jams" if event.jammed else "works again"
    return f"the {cast.mount(event.unit, event.mount)} of {cast.names[event.unit]} {how}"


@of(happened.Exploded)
def exploded(event: happened.Exploded, cast: Cast, roll: Roll | None) -> str:
    what = event.what or "ammunition"
    return f"{what} explodes in {the(event.location)} of {cast.names[event.unit]}: {event.damage} damage"


@of(happened.ShotsSpent)
def shots_spent(event: happened.ShotsSpent, cast: Cast, roll: Roll | None) -> str:
    return f"{counted(event.left, 'shot')} of {cast.mount(event.unit, event.mount)} left"


@of(happened.HeatSettled)
def heat_settled(event: happened.HeatSettled, cast: Cast, roll: Roll | None) -> str:
    built = f" +{number_to_read(total_of(event.built))} ({explain(event.built)})" if event.built else ""
    sunk = f" -{number_to_read(total_of(event.sunk))} ({explain(event.sunk)})" if event.sunk else ""
    before, after = (number_to_read(number_of(heat)) for heat in (event.before, event.after))
    return f"{cast.names[event.unit]}: {before}{built}{sunk} = heat {after}"


@of(happened.PowerChanged)
def power_changed(event: happened.PowerChanged, cast: Cast, roll: Roll | None) -> str:
    return f"{cast.names[event.unit]} {'shuts down' if event.shut_down else 'starts up again'}"


@of(happened.CrewHurt)
def crew_hurt(event: happened.CrewHurt, cast: Cast, roll: Roll | None) -> str:
    return f"the crew of {cast.names[event.unit]} takes {counted(event.hits, 'hit')}: {INJURIES.told(event.why)}"


@of(happened.CrewSenses)
def crew_senses(event: happened.CrewSenses, cast: Cast, roll: Roll | None) -> str:
    return f"the crew of {cast.names[event.unit]} {'comes to' if event.conscious else 'passes out'}"


@of(happened.Felled)
def felled(event: happened.Felled, cast: Cast, roll: Roll | None) -> str:
    how = f": {total_of(event.fallen)} fall ({explain(event.fallen)})" if event.fallen else ""
    return f"{event.left} of {cast.names[event.unit]} {'is' if event.left == 1 else 'are'} left{how}"


@of(happened.Boarded)
def boarded(event: happened.Boarded, cast: Cast, roll: Roll | None) -> str:
    if not event.carrier:
        return f"{cast.names[event.unit]} is on the ground again"
    return f"{cast.names[event.unit]} climbs onto {cast.names[event.carrier]}"


@of(happened.VehicleHurt)
def vehicle_hurt(event: happened.VehicleHurt, cast: Cast, roll: Roll | None) -> str:
    mount = "" if event.mount is None else cast.mount(event.unit, event.mount)
    what = DAMAGES.told(event.what, grade=event.grade, location=event.location, mount=mount)
    return f"{cast.names[event.unit]}: {what}"


@of(happened.GroundChanged)
def ground_changed(event: happened.GroundChanged, cast: Cast, roll: Roll | None) -> str:
    by = harm_of(event.by, event.item)
    return f"{event.hex}: {GROUND.told(event.what, by=by, before=event.before, after=event.after)}"


@of(happened.Marked)
def marked(event: happened.Marked, cast: Cast, roll: Roll | None) -> str:
    marks = ["tagged"] if event.tagged else []
    marks += [f"carries a beacon of {side}" for side in event.narced_by]
    marks += ["its stealth system is on"] if event.stealth else []
    return f"{cast.names[event.unit]}: {', '.join(marks) or 'no longer marked'}"


@of(happened.Switched)
def switched(event: happened.Switched, cast: Cast, roll: Roll | None) -> str:
    told = {
        ("searchlight", True): "switches its searchlight on",
        ("searchlight", False): "switches its searchlight off",
        ("illuminated", True): "stands in the light",
        ("illuminated", False): "is in the dark again",
        ("flipped", True): "flips its arms over",
        ("flipped", False): "brings its arms forward",
    }
    return f"{cast.names[event.unit]} {told[event.what, event.on]}"


@of(happened.Intercepted)
def intercepted(event: happened.Intercepted, cast: Cast, roll: Roll | None) -> str:
    return f"the {cast.mount(event.unit, event.mount)} of {cast.names[event.unit]} fires at the salvo"


@of(happened.Scorched)
def scorched(event: happened.Scorched, cast: Cast, roll: Roll | None) -> str:
    return f"{event.what} puts {event.heat} heat into {cast.name(event.unit)}"


@of(happened.ShockRolled)
def shock_rolled(event: happened.ShockRolled, cast: Cast, roll: Roll | None) -> str:
    total = sum(part.value for part in event.rolled)
    return f"{event.what} sends {total} through the electronics of {cast.name(event.unit)}"


@of(happened.Doused)
def doused(event: happened.Doused, cast: Cast, roll: Roll | None) -> str:
    return f"{event.what} douses {cast.name(event.unit)} with the burning fuel of {counted(event.missiles, 'missile')}"


@of(happened.MarkLaid)
def mark_laid(event: happened.MarkLaid, cast: Cast, roll: Roll | None) -> str:
    words = mark_in_words(event.mark, event.detail, cast.names)
    return f"{cast.names[event.unit]}: {words or in_words(event.mark)}"


@of(happened.MarkLifted)
def mark_lifted(event: happened.MarkLifted, cast: Cast, roll: Roll | None) -> str:
    known = event.detail != Mark()
    words = mark_in_words(event.mark, event.detail, cast.names) if known else in_words(kind_of(event.mark))
    return f"{cast.names[event.unit]}: no longer {words}"


@of(happened.EffectLaid)
def effect_laid(event: happened.EffectLaid, cast: Cast, roll: Roll | None) -> str:
    return f"{event.hex}: {mark_in_words(event.effect, event.detail, cast.names)}"


@of(happened.EffectLifted)
def effect_lifted(event: happened.EffectLifted, cast: Cast, roll: Roll | None) -> str:
    return f"{event.hex}: no longer {in_words(kind_of(event.effect))}"


@of(happened.ThingPlaced)
def thing_placed(event: happened.ThingPlaced, cast: Cast, roll: Roll | None) -> str:
    return thing_told(event.thing)


@of(happened.ThingGone)
def thing_gone(event: happened.ThingGone, cast: Cast, roll: Roll | None) -> str:
    thing = event.thing
    if thing.to is not None and thing.hex is None:
        return f"{in_words(thing.kind)}{f' ({thing.owner})' if thing.owner else ''} is no longer in flight"
    return f"{thing_told(thing)} is gone"


@of(happened.ThingRolled)
def thing_rolled(event: happened.ThingRolled, cast: Cast, roll: Roll | None) -> str:
    what, came = f"{in_words(event.thing.kind)} at {cast.name(event.target)}", "hit" if event.hit else "missed"
    if not event.needed:
        return f"{what}: no roll needed: {came}"
    return f"{what}: {total_of(event.needed)} needed ({explain(event.needed)}), {_dice(event.rolled, roll)}: {came}"


@of(happened.Scattered)
def scattered(event: happened.Scattered, cast: Cast, roll: Roll | None) -> str:
    way = f"{counted(event.distance, 'hex', 'hexes')} {FACINGS[event.direction]}"
    where = "off the map" if event.hex is None else f"into {event.hex}"
    return f"{in_words(event.what)} misses {event.origin} and goes {way}, {where}"


@of(happened.Burst)
def burst(event: happened.Burst, cast: Cast, roll: Roll | None) -> str:
    return f"{in_words(event.what)} bursts in {event.hex}: {' / '.join(map(str, event.damage))} damage"


@of(happened.ResolutionBegan)
def resolution_began(event: happened.ResolutionBegan, cast: Cast, roll: Roll | None) -> str:
    return f"What {event.player} does is carried out, with questions in between"


@of(happened.Asked)
def asked(event: happened.Asked, cast: Cast, roll: Roll | None) -> str:
    whom = f" about {cast.names.get(event.question.unit, event.question.unit)}" if event.question.unit else ""
    return f"{event.question.player} is asked{whom}: {in_words(event.question.id)}?"


@of(happened.Answered)
def answered(event: happened.Answered, cast: Cast, roll: Roll | None) -> str:
    return f"{event.player} answers: {cast.names.get(event.answer, in_words(event.answer))}"


@of(happened.ResolutionEnded)
def resolution_ended(event: happened.ResolutionEnded, cast: Cast, roll: Roll | None) -> str:
    return "Nothing more is to be decided"


@of(happened.FateMet)
def fate_met(event: happened.FateMet, cast: Cast, roll: Roll | None) -> str:
    if event.edges:
        return f"{cast.names[event.unit]} leaves the board over the {' and '.join(event.edges)} edge"
    fate = {"destroyed": "is destroyed", "fled": "is out of the battle", "ejected": "is abandoned"}
    return f"{cast.names[event.unit]} {fate.get(event.fate, event.fate)}: {FATES.told(event.why)}"


@of(happened.BattleEnded)
def battle_ended(event: happened.BattleEnded, cast: Cast, roll: Roll | None) -> str:
    return f"{who_won(event.winners)}: {Ending(event.winners, event.reason, event.facts).words}"
