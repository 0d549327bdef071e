"""What an attack promises before it is declared: its number, its chance, the damage to expect, the heat to pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from operator import add
from typing import NamedTuple, TypeVar

import msgspec

from overheat.classic.attack.blows import attack_of as blow_of
from overheat.classic.attack.blows import hit_of, number_of, place_blow
from overheat.classic.attack.decisions import COMES_TO, PARRIES, decide, parried, seen_to, stopped
from overheat.classic.attack.resolution import groups, place, stopped_by_walls
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.chances import HIGHEST_ROLL, chance_to_roll, counted_rolls
from overheat.classic.battle.scene import COUNTS_AS, Scene
from overheat.classic.damage.hits import place_of
from overheat.classic.damage.kinds.infantry import soldiers_fallen
from overheat.classic.facts.attack import Engagement, WeaponAttack, as_far, of_distance
from overheat.classic.facts.commands import Fire, Strike
from overheat.classic.facts.events import Doused, Scorched
from overheat.classic.facts.state import Blow, Shot, State, Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.armours import heat_through
from overheat.classic.rules.standard.assaults import (
    LEG_ATTACK,
    SWARM_FIRE,
    Assault,
    assault_number,
    leg_damage,
    swarm_damage,
)
from overheat.classic.rules.standard.battle_armour import troopers_left
from overheat.classic.rules.standard.heat import shot_heat
from overheat.classic.rules.standard.impacts import (
    BARE,
    DAMAGE_TERMS,
    Hit,
    Impact,
    at_the_place,
    first_term,
    placed,
    wear,
    worked_out,
)
from overheat.classic.rules.standard.infantry import burst_dice
from overheat.classic.rules.standard.locations import NEAR_MISS, Side, on_rear_armour, side_hit, side_of_shot
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.rules.standard.pods import cannot_miss
from overheat.classic.rules.standard.protomechs import TORSO
from overheat.classic.rules.standard.scorching import scorches
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.dice import About, Dice, Scripted, Seeded, every
from overheat.kernel.odds import Distribution
from overheat.kernel.terms import Number, Tally, number_to_read
from overheat.kernel.verbs import Foreseen

MIDDLE = Fraction(3, 8)
"""How far rolls that hit lie on average on the way from the number to the highest roll."""
A = TypeVar("A", bound=Engagement)
R = TypeVar("R", bound=Hashable)

FEW_WAYS = 100
"""As many ways for the dice to fall are all looked at."""
FUEL_WORTH = 2
"""What a missile's worth of burning fuel on who keeps no heat counts for: as much as the heat it puts into others."""
MANY_THROWS = 50
"""As many throws stand for all of them where there are more ways."""

FEW_BURSTS = 2
"""Bursts of one shot whose dice are worked out all together."""


class Preview(msgspec.Struct, frozen=True):
    """An attack as it looks before it is made."""

    needed: Tally
    chance: Fraction
    damage: Fraction
    """What it does on average, misses counted: damage, or soldiers of a platoon."""
    heat: Number

    def __str__(self) -> str:
        return f"{self.promise}, heat {number_to_read(self.heat)}"

    @property
    def promise(self) -> str:
        """What it does: its number, its chance, and what to expect."""
        number = int(self.needed.total)
        odds = f"{number}+ {100 * float(self.chance):5.1f} %" if self.chance else "cannot hit"
        return f"{odds}, {float(self.damage):.1f} damage on average"

    @property
    def told(self) -> Foreseen:
        """The same as any verb promises it; the heat is what it takes."""
        return Foreseen(self.promise, {"to hit": self.needed}, self.chance, self.damage)


def of_shot(state: State, unit: Unit, fire: Fire) -> Preview:
    """What a shot promises."""
    attack = attack_of(state, unit, fire)
    needed = target_number(attack)
    chance = chance_to_hit(state, attack, needed)
    return Preview(
        needed, chance, chance * damage_of_hit(state, attack).mean, shot_heat(attack.rules, unit, fire.shot, state)
    )


def rolls_to_hit(state: State, attack: Engagement, needed: Tally) -> Distribution[int]:
    """What the roll to hit of a shot or a blow may come to, as the rules count it."""
    purpose, about = _rolled_for(attack)
    return counted_rolls(state, purpose, int(needed.total), attack.attacker.id, **about)


def chance_to_hit(state: State, attack: Engagement, needed: Tally) -> Fraction:
    """The chance that an attack hits."""
    purpose, about = _rolled_for(attack)
    return chance_to_roll(state, purpose, int(needed.total), attack.attacker.id, **about)


def _rolled_for(attack: Engagement) -> tuple[str, dict[str, About]]:
    """What the roll to hit of a shot or a blow is for, and what about."""
    if isinstance(attack, WeaponAttack):
        return "fire.to_hit", {"target": attack.target.id, "weapon": attack.weapon.name}
    kind = attack.kind if isinstance(attack, PhysicalAttack | Assault) else ""
    return "physical.to_hit", {"target": attack.target.id, "kind": kind}


def damage_of_hit(state: State, attack: WeaponAttack, needed: Tally | None = None) -> Distribution[Number]:
    """What a hit does, for every way that its dice can fall: the damage, or the soldiers of a platoon who fall.

    Whoever may decide something about it is expected to decide for the best. Who knows the number already may say it.
    """
    needed = target_number(attack) if needed is None else needed
    decide(Scene(state, Scripted()), attack, int(needed.total), hit=True)
    if attack.rules[cannot_miss](attack) is not None:
        return _damage_of_shot(state, attack)
    number = target_number(attack) if attack.decided else needed
    return _by_margin(state, attack, number, partial(_damage_of_shot, state, places={}))


class Usual(NamedTuple):
    """What a hit does on average after some roll, and what rules asked about the way it is fired to find that out."""

    rolled: WeaponAttack
    asked: frozenset[tuple[str, ...]]
    mean: Fraction

    def holds(self, attack: WeaponAttack, margin: int) -> bool:
        """Whether it is the same for the shot in another way, by another roll: nobody asked what tells them apart."""
        rolled = self.rolled
        return rolled.serves(margin) and as_far(self.asked, rolled, attack) and rolled.answers(self.asked, attack.mode)

    @property
    def everywhere(self) -> bool:
        """Whether it is the same for the shot fired in the same way from wherever, by any roll."""
        return not self.rolled.by_margin and not any(map(of_distance, self.asked))


def usual_damage(state: State, attack: WeaponAttack, needed: Tally, known: list[Usual] | None = None) -> Fraction:
    """What a hit does on average, for who has many shots to weigh: by the roll in the middle of those that hit.

    It is exact where no rule asks by how much a roll beats its number. `known` is what was found out of the same shot
    in other ways or from elsewhere.
    """
    decide(Scene(state, Scripted()), attack, int(needed.total), hit=True)
    return _usual(state, attack, int(needed.total), known)


def usual_damages(state: State, attack: WeaponAttack, numbers: Iterable[int], known: list[Usual]) -> list[Fraction]:
    """The same for each of some numbers that the shot may need; those that no rule tells apart are looked at once."""
    found: list[Fraction] = []
    settled: dict[int, Fraction] = {}
    for number in numbers:
        margin = _in_the_middle(number)
        if margin not in settled:
            noted: set[str] = set()
            decide(Scene(state, Scripted()), attack, number, hit=True, noted=noted)
            done = _usual(state, attack, number, known)
            if attack.decided or noted:
                found.append(done)
                continue
            settled[margin] = done
        found.append(settled[margin])
    return found


def _in_the_middle(number: int) -> int:
    """By how much a roll beats a number that lies in the middle of those that hit."""
    return max(0, int((HIGHEST_ROLL - number) * MIDDLE))


def _usual(state: State, attack: WeaponAttack, number: int, known: list[Usual] | None) -> Fraction:
    """What a hit does on average about which everything is decided, by the number that it needed before."""
    if attack.rules[cannot_miss](attack) is not None:
        return mean_of_shot(state, attack)
    margin = _in_the_middle(int(target_number(attack).total) if attack.decided else number)
    if known is None or attack.decided:
        return mean_of_shot(state, attack.rolled(margin))
    for before in known:
        if before.holds(attack, margin):
            return before.mean
    rolled = attack.rolled(margin)
    rolled.questions()
    mean = mean_of_shot(state, rolled)
    known.append(Usual(rolled, rolled.questions(), mean))
    return mean


def heat_of_hit(state: State, attack: WeaponAttack) -> Fraction:
    """The heat that a hit puts into its target, on average; burning fuel counts as much on a vehicle or a squad."""
    heat = attack.rules[scorches](attack)
    if heat.fuel and _falls(attack.target):
        return Fraction(0)
    plain = attack.rules[heat_through](attack.rules, attack.target, 2) == 2
    if not heat.instead and plain:
        return Fraction(7, 2) * heat.dice + heat.points
    return Fraction(_over_all(state, lambda scene: _heat_put(scene, attack)).mean)


def _heat_put(scene: Scene, attack: WeaponAttack) -> int:
    if not stopped(scene, attack):
        groups(scene, attack)
    fuel = sum(event.missiles for event in scene.events if isinstance(event, Doused))
    return sum(event.heat for event in scene.events if isinstance(event, Scorched)) + FUEL_WORTH * fuel


def _by_margin(
    state: State, attack: A, needed: Tally, damage: Callable[[A], Distribution[Number]]
) -> Distribution[Number]:
    """What a hit does, over all rolls that hit where it matters by how much they do."""
    barely = attack.rolled(0)
    done = damage(barely)
    number = int(needed.total)
    if not barely.by_margin:
        return done
    hits = {roll: weight for roll, weight in rolls_to_hit(state, attack, needed).items() if roll >= number}
    if not hits:
        return done
    known = [(barely, done)]

    def by(margin: int) -> Distribution[Number]:
        """What a hit by a margin does; margins that no rule tells apart are worked out once."""
        for before, found in known:
            if before.serves(margin):
                return found
        rolled = attack.rolled(margin)
        known.append((rolled, damage(rolled)))
        return known[-1][1]

    return Distribution(hits).then(lambda roll: by(roll - number))


Places = dict[Side, Distribution[str]]
"""Where hits of one shot may go, from each side."""


def _damage_of_shot(state: State, attack: WeaponAttack, places: Places | None = None) -> Distribution[Number]:
    """What a shot does; where its hits go is worked out once for all rolls that no rule about places tells apart."""
    if _falls(attack.target):
        return _felled_by(state, attack)
    hit = _hit_of_shot(attack)
    if hit is None:
        return _over_all(state, lambda scene: sum(_groups_left(scene, attack)))
    fallen_in = _over_all(state, lambda scene: _groups_left(scene, attack))
    where = _where(state, hit, attack, {} if places is None else places)
    left: dict[int, Distribution[Number]] = {}
    return fallen_in.then(lambda found: _at_places(state, hit, found, where, left))


def mean_of_shot(state: State, attack: WeaponAttack) -> Fraction:
    """What a shot does on average. Averages add up, so that groups of damage need not be put together for it."""
    hit = None if _falls(attack.target) else _hit_of_shot(attack)
    if hit is None:
        return _damage_of_shot(state, attack).mean
    fallen_in = _over_all(state, lambda scene: _groups_left(scene, attack))
    where, scene = _where(state, hit, attack, {}), _foreseen(state, Scripted())
    left: dict[int, Fraction] = {}
    for group in {group for found in fallen_in for group in found}:
        left[group] = where.map(partial(_left_of, scene, msgspec.structs.replace(hit, damage=group))).mean
    return sum((weight * left[group] for found, weight in fallen_in.items() for group in found), Fraction(0)) / (
        fallen_in.total
    )


def _hit_of_shot(attack: WeaponAttack) -> Hit | None:
    """The hit of a shot whose places are to be looked at; None where its damage is the same wherever it strikes."""
    if is_ground(attack.target.id):
        return None
    weapon, target = attack.weapon, attack.target
    hit = Hit(target.id, "front", 0, "fire", BARE, weapon, attack.munition, attack.aimed, attack, item=weapon.name)
    if not placed(attack.rules, target, hit):
        return None
    return msgspec.structs.replace(hit, side=attack.rules[side_of_shot](attack))


def _where(state: State, hit: Hit, attack: WeaponAttack, places: Places) -> Distribution[str]:
    """Where the dice may have a hit of a shot."""
    key = hit.side
    if key not in places:
        alone = attack.rolled(0)
        found = _over_all(state, partial(_struck, msgspec.structs.replace(hit, by=alone)))
        if alone.by_margin:
            return _over_all(state, partial(_struck, hit))
        places[key] = found
    return places[key]


def _over_all(state: State, procedure: Callable[[Scene], R]) -> Distribution[R]:
    """What comes of all ways that dice may fall; single faces matter only to rules about what a roll counts as."""
    totals = not state.relief.rules[COUNTS_AS]
    return every(lambda fallen: procedure(_foreseen(state, fallen)), totals=totals)


def _foreseen(state: State, dice: Dice) -> Scene:
    scene = Scene(state, dice)
    scene.foresees = True
    return scene


def _groups_left(scene: Scene, attack: WeaponAttack) -> tuple[int, ...]:
    return () if stopped(scene, attack) else groups(scene, attack)


def _at_places(
    state: State,
    hit: Hit,
    groups: tuple[int, ...],
    where: Distribution[str],
    left: dict[int, Distribution[Number]],
) -> Distribution[Number]:
    """What is left of groups of damage where the dice put them, as if each were the first."""
    scene = _foreseen(state, Scripted())
    for group in set(groups) - left.keys():
        left[group] = where.map(partial(_left_of, scene, msgspec.structs.replace(hit, damage=group)))
    whole: Distribution[Number] = Distribution.always(0)
    for group in groups:
        whole = whole.combine(left[group], add)
    return whole


def _left_of(scene: Scene, hit: Hit, code: str) -> Number:
    """What armour and structure of a place lose of their points, as if the armour held or were gone."""
    unit = scene.unit(hit.unit)
    if code == NEAR_MISS:
        return 0
    rear = scene.rules[on_rear_armour](scene.rules, unit, hit.side, code)
    impact = Impact(scene.rules, unit, hit, hit.damage, code, rear)
    left = _whole(Tally((first_term(impact), *at_the_place(impact))))
    place = unit.condition[code]
    armour = place.rear_armour if impact.rear and place.rear_armour else place.armour
    worn = scene.rules[wear](msgspec.structs.replace(impact, damage=left), armour)
    return worn.lost + worn.left


def _struck(hit: Hit, scene: Scene) -> str:
    """Where a hit strikes; troopers of a squad are alike, and who lacks a place is struck where its damage goes on."""
    unit = scene.unit(hit.unit)
    if unit.sheet.kind == "battle armour":
        return hit.location or troopers_left(unit)[0]
    code = place_of(scene, hit)
    there = [place.code for place in unit.condition.locations]
    return code if code in there or code == NEAR_MISS else TORSO


def _whole(damage: Tally) -> int:
    return max(0, int(damage.total))


def _falls(target: Unit) -> bool:
    """Whether what hits a target is counted in soldiers."""
    return target.sheet.kind == "infantry" and not is_ground(target.id)


def _felled_by(state: State, attack: WeaponAttack) -> Distribution[Number]:
    """How many soldiers a shot fells; bursts of many troopers are each worked out as if they were the first."""
    if attack.rules[burst_dice](attack.rules, attack.weapon) is None:
        return _over_all(state, lambda scene: _soldiers_felled(scene, attack))
    fallen_in = _over_all(state, lambda scene: _groups_left(scene, attack))
    if all(len(found) <= FEW_BURSTS for found in fallen_in):
        return _over_all(state, lambda scene: _soldiers_felled(scene, attack))
    walls = stopped_by_walls(Scene(state, Scripted()), attack)
    return fallen_in.then(lambda found: _among_soldiers(state, attack, _beyond(found, walls)))


def _beyond(found: tuple[int, ...], walls: int) -> tuple[int, ...]:
    """What of groups of damage comes through walls that stop so much in all."""
    left: list[int] = []
    for damage in found:
        spared = min(walls, damage)
        walls -= spared
        left += [damage - spared] if damage > spared else []
    return tuple(left)


def _among_soldiers(state: State, attack: WeaponAttack, found: tuple[int, ...]) -> Distribution[Number]:
    whole: Distribution[Number] = Distribution.always(0)
    most = attack.target.condition.troopers
    for damage, count in Counter(found).items():
        hit = Hit(attack.target.id, "front", damage, "fire", BARE, attack.weapon, attack.munition, by=attack)
        each = _over_all(state, lambda scene, hit=hit: int(scene.rules[soldiers_fallen](scene, hit).total))  # type: ignore[misc]
        for _ in range(count):
            whole = whole.combine(each, lambda fallen, more: min(most, fallen + more))
    return whole


def _soldiers_felled(scene: Scene, attack: WeaponAttack) -> int:
    if not stopped(scene, attack):
        place(scene, attack)
    return attack.target.condition.troopers - max(0, scene.unit(attack.target.id).condition.troopers)


def damage_of_volley(state: State, unit: Unit, shots: Iterable[Shot]) -> Distribution[Number]:
    """What some shots of a unit do together, misses counted: exact as long as each hits or misses by itself."""
    at_each: dict[str, Distribution[Number]] = {}
    for shot in shots:
        attack = attack_of(state, unit, shot)
        so_far: Distribution[Number] = at_each.get(shot.target, Distribution.always(0))
        at_each[shot.target] = so_far.combine(damage_of_attack(state, attack), partial(_together, attack.target))
    volley: Distribution[Number] = Distribution.always(0)
    for done in at_each.values():
        volley = volley.combine(done, add)
    return volley


def damage_of_attack(state: State, attack: WeaponAttack) -> Distribution[Number]:
    """What a shot does, misses counted."""
    needed = target_number(attack)
    return _or_missed(damage_of_hit(state, attack), chance_to_hit(state, attack, needed))


def _or_missed(hit: Distribution[Number], chance: Fraction) -> Distribution[Number]:
    """What a hit does, or nothing where it does not come to one."""
    misses = (0, (1 - chance).numerator, (1 - chance).denominator)
    hits = ((damage, weight * chance.numerator, hit.total * chance.denominator) for damage, weight in hit.items())
    return Distribution.mixed([misses, *hits])


def _together(target: Unit, one: Number, other: Number) -> Number:
    """What two shots do to a target: no more soldiers fall than a platoon has."""
    return min(one + other, target.condition.troopers) if _falls(target) else one + other


def of_blow(state: State, unit: Unit, strike: Strike) -> Preview:
    """What a blow promises."""
    attack = blow_of(state, unit, Blow(strike.kind, strike.limb, strike.target))
    needed = number_of(attack)
    chance = chance_to_hit(state, attack, needed)
    if strike.kind == "push":
        return Preview(needed, chance, Fraction(0), 0)
    return Preview(needed, chance, chance * _by_margin(state, attack, needed, partial(damage_of_blow, state)).mean, 0)


def of_assault(state: State, unit: Unit, strike: Strike) -> Preview:
    """What soldiers do to the machine that they climb, at once or in the next round; who sits on it already is sure."""
    rules = state.relief.rules
    attack = Assault(state, unit, state.units[strike.target], strike.kind)
    damage = rules[leg_damage if strike.kind == LEG_ATTACK else swarm_damage](rules, unit)
    if strike.kind == SWARM_FIRE:
        return Preview(Tally(()), Fraction(1), Fraction(damage), 0)
    needed = assault_number(attack)
    chance = chance_to_hit(state, attack, needed)
    return Preview(needed, chance, chance * damage, 0)


def damage_of_strike(state: State, attack: PhysicalAttack) -> Distribution[Number]:
    """What a blow does, misses counted."""
    needed = number_of(attack)
    chance = chance_to_hit(state, attack, needed)
    return _or_missed(_by_margin(state, attack, needed, partial(damage_of_blow, state)), chance)


def damage_of_blow(state: State, attack: PhysicalAttack) -> Distribution[Number]:
    """What a blow does that hits: what its rules make of it, else what blows do."""
    rules = attack.rules
    has_own_ways = bool(rules[PARRIES]) or bool(rules[COMES_TO])
    if not has_own_ways:
        return _as_usual(state, attack)
    found = _over_all_or_many(lambda fallen: _parried_or_seen_to(Scene(state, fallen), attack))
    return found.then(lambda done: _as_usual(state, attack) if done is None else Distribution.always(done))


def _over_all_or_many(procedure: Callable[[Dice], int | None]) -> Distribution[int | None]:
    """What comes of a rule of a layer: exact where few dice are thrown, else as many throws in a row have it."""
    try:
        return every(procedure, limit=FEW_WAYS)
    except OverflowError:
        fallen = Seeded(0, "preview")
        return Distribution(Counter(procedure(fallen) for _ in range(MANY_THROWS)))


def _parried_or_seen_to(scene: Scene, attack: PhysicalAttack) -> int | None:
    """What a blow that hits does where a rule stops it or sees to it; None where it does what blows do."""
    if parried(scene, attack):
        return 0
    return scene.harm().get(attack.target.id, 0) if seen_to(scene, attack, True) else None


def _as_usual(state: State, attack: PhysicalAttack) -> Distribution[Number]:
    """What a blow does on its way, and what is left of it at the places that it may strike."""
    rules, target = attack.rules, attack.target
    hit = hit_of(attack, rules[side_hit](rules, target, attack.attacker.hex))
    if rules[DAMAGE_TERMS] and hit.damage:
        impact = Impact(rules, target, hit, hit.damage)
        hit = msgspec.structs.replace(hit, damage=_whole(worked_out(impact, DAMAGE_TERMS)))
    if not target.machine or not placed(rules, target, hit):
        return Distribution.always(hit.damage)
    scene = _foreseen(state, Scripted())
    there = {place.code for place in target.condition.locations}
    codes = _over_all(state, lambda scene: place_blow(scene, attack, target, hit.side).code)
    return codes.map(lambda code: _left_of(scene, hit, code if code in there or code == NEAR_MISS else TORSO))


def heat_after(state: State, unit: Unit, more: Sequence[Fire] = ()) -> tuple[Tally, Tally, Number]:
    """What a machine will have built up and sunk by the end of the round, and where its heat will stand."""
    shots = (*unit.volley, *(fire.shot for fire in more))
    built, sunk = heat_of(toil_of(state, msgspec.structs.replace(unit, volley=shots)))
    return built, sunk, max(0, unit.condition.heat + built.total - sunk.total)


def heat_told(state: State, unit: Unit) -> str:
    """The heat to come as a sum: `heat 3 + 9 - 10 = 2 after this round`."""
    built, sunk, after = heat_after(state, unit)
    up = ", ".join(f"{number_to_read(term.value)} {term.label}" for term in built)
    down = ", ".join(f"{number_to_read(term.value)} {term.label}" for term in sunk)
    more = f" + {number_to_read(built.total)} ({up})" if up else ""
    less = f" - {number_to_read(sunk.total)} ({down})" if down else ""
    return f"heat {number_to_read(unit.condition.heat)}{more}{less} = {number_to_read(after)} after this round"
