"""Soldiers of Omega, whatever they carry: how they aim, move and share a hex, and what hits do to their squads."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from overheat.classic.battle.advance import on
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.infantry import hit_platoon, soldiers_fallen
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.events import FateMet, Felled
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import Place, State, Unit
from overheat.classic.report.wording import of
from overheat.classic.rules.standard.battle_armour import small_target
from overheat.classic.rules.standard.impacts import AMONG_SOLDIERS, Hit, Impact, further
from overheat.classic.rules.standard.infantry import SOLDIERS, in_one_lump
from overheat.classic.rules.standard.movement import BARS, COSTS, Entry
from overheat.classic.rules.standard.stacking import has_room
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK, EVERY_SHOT, gunnery
from overheat.classic.unit.condition import LocationCondition
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.fielding import NO_PART, Fielding
from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event
from overheat.kernel.facts import Who
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term, parts
from overheat.kernel.wording.phrases import counted

OMEGA = Book("Omega Rules")
INFANTRY = OMEGA("Infantry", 15)
DAMAGE = OMEGA("Infantry platoon squads", 15)
SAME_HEX = OMEGA("Attacks in the same hex", 18)
SQUAD = "Squad "
"""What the locations of a platoon are called that are its squads."""

NUMBERS: Table[str, int] = Table(
    "omega.soldiers",
    {"gunnery": 4, "as a target": 1, "units in a hex": 2, "machines in the same hex": 4},
    cite=INFANTRY,
    implements=("OM-inf-gunnery", "OM-inf-target-mod", "OM-inf-stacking", "OM-inf-same-hex"),
    where="overheat.classic.rules.omega.infantry.NUMBERS",
)
"""What soldiers aim with, what it adds that they are the target, how many units share a hex with them, and what it adds
that machines and vehicles fire at soldiers in their own hex."""

Whom = Literal["soldiers", "armour"]

CLOSE: Table[tuple[str, Whom], int] = Table(
    "omega.same_hex",
    {
        ("rifle", "soldiers"): 2,
        ("flamer", "soldiers"): 2,
        ("side arms", "soldiers"): 4,
        ("crm", "armour"): 6,
        ("flamer", "armour"): 2,
        ("tag", "armour"): 2,
        ("laser", "armour"): 2,
    },
    cite=SAME_HEX,
    implements=("OM-inf-same-hex",),
    where="overheat.classic.rules.omega.infantry.CLOSE",
)
"""What soldiers need against whom in their own hex, by what they fire; all else as in the next one."""

HARM: Table[str, str] = Table(
    "omega.harm_to_soldiers",
    {
        "fragment": "soldier",
        "laser": "soldier",
        "ppc": "soldier",
        "gauss": "soldier",
        "light autocannon": "pair",
        "autocannon": "squad",
        "rocket": "platoon",
        "missile": "squad",
        "other": "points",
    },
    cite=DAMAGE,
    implements=("OM-inf-damage-taken",),
    where="overheat.classic.rules.omega.infantry.HARM",
)
"""Who falls in a platoon for each hit: a soldier, two of a squad, a whole squad, all, or a soldier for every point."""

PAIR = 2


def armoured(unit: Unit) -> bool:
    """Whether rifles and pistols do nothing to a unit: to all but plain soldiers."""
    return unit.sheet.kind != "infantry"


def squads_of(unit: Unit) -> tuple[LocationCondition, ...]:
    """The squads of a platoon, with those that are left of each as its structure."""
    return tuple(place for place in unit.condition.locations if place.code.startswith(SQUAD))


@rule("omega.no_inner_sphere_suits", cite=INFANTRY, implements=("OM-inf-types",), slot=NO_PART)
def no_inner_sphere_suits(fielding: Fielding) -> Refusal | None:
    """Battle armour is for the Clans alone."""
    if fielding.sheet.kind != "battle armour" or fielding.sheet.tech == "Clan":
        return None
    return Refusal("omega.infantry_types", f"{fielding.sheet.name}: only the Clans field battle armour", INFANTRY)


@rule("omega.soldiers_aim", cite=INFANTRY, implements=("OM-inf-gunnery", "OM-inf-same-hex"))
def soldiers_aim(attack: WeaponAttack) -> Term:
    """Soldiers have no skill but that of all soldiers, 4; in the own hex what they fire says what they need."""
    if attack.attacker.sheet.kind not in SOLDIERS:
        return attack.rules.below(soldiers_aim)(attack)
    if attack.distance == 0:
        whom: Whom = "soldiers" if attack.target.sheet.kind in SOLDIERS else "armour"
        number = attack.rules[CLOSE].get((arm_of(attack.weapon), whom))
        if number is not None:
            return Term("to_hit.gunnery", number, "soldiers, in the same hex", SAME_HEX)
    return Term("to_hit.gunnery", attack.rules[NUMBERS]["gunnery"], "soldiers", INFANTRY)


def arm_of(weapon: Weapon) -> str:
    """What kind of arm soldiers fire."""
    kinds = {"rifles": "rifle", "squad_flamer": "flamer", "side_arms": "side arms"}
    named = next((kind for flag, kind in kinds.items() if flag in weapon.flags), "")
    return named or next((kind for kind in ("crm", "tag", "laser", "flamer") if kind in weapon.flags), "")


@rule("omega.into_its_own_hex", cite=SAME_HEX, implements=("OM-inf-same-hex",), slot=EVERY_SHOT)
def into_its_own_hex(attack: WeaponAttack) -> Term | None:
    """Machines and vehicles hardly hit soldiers at their feet, +4."""
    own = attack.attacker.sheet.kind in SOLDIERS or attack.distance > 0
    if own or attack.target.sheet.kind not in SOLDIERS:
        return None
    return Term("omega.into_its_own_hex", attack.rules[NUMBERS]["machines in the same hex"], "in its own hex", SAME_HEX)


@rule("omega.small_target", cite=INFANTRY, implements=("OM-inf-target-mod",), slot=EVERY_ATTACK)
def hard_to_hit(attack: Engagement) -> Term | None:
    """Soldiers are hard to hit for everybody, +1, in battle armour as well."""
    if attack.target.sheet.kind not in SOLDIERS:
        return None
    return Term("battle_armour.small", attack.rules[NUMBERS]["as a target"], "soldiers", INFANTRY)


@rule("omega.stacking", cite=INFANTRY, implements=("OM-inf-stacking",))
def one_other(rules: Ruleset, unit: Unit, others: tuple[Unit, ...]) -> Refusal | None:
    """Soldiers share a hex with one other unit, of any side and kind."""
    there = [other for other in others if other.id != unit.id]
    if not any(each.sheet.kind in SOLDIERS for each in (unit, *there)):
        return rules.below(one_other)(rules, unit, others)
    most = rules[NUMBERS]["units in a hex"]
    if len(there) < most:
        return None
    return Refusal("movement.stacking", f"soldiers share a hex with {most - 1} other unit", INFANTRY)


@rule("omega.lightly", cite=INFANTRY, implements=("OM-inf-movement",), slot=COSTS, steady=())
def lightly(entry: Entry) -> Term | None:
    """Soldiers pay a point for every hex, whatever the ground and however it rises and falls."""
    if entry.unit.sheet.kind not in SOLDIERS:
        return None
    others = (costs.function(entry) for costs in entry.rules[COSTS] if costs.id != "omega.lightly")
    more = sum(term.value for term in others if term is not None)
    return Term("omega.lightly", -more, "soldiers mind no ground", INFANTRY) if more else None


@rule("omega.no_water", cite=INFANTRY, implements=("OM-inf-movement",), slot=BARS, steady=())
def no_water(entry: Entry) -> Refusal | None:
    """Soldiers never enter water."""
    ground = entry.target
    wet = ground.amount("water") > 0 and "ice" not in ground and entry.to_level <= ground.level
    if not wet or entry.unit.sheet.kind not in SOLDIERS:
        return None
    return Refusal("omega.no_water", "soldiers never enter water", INFANTRY)


@rule("omega.shot_by_shot", cite=DAMAGE, implements=("OM-inf-damage-taken",))
def shot_by_shot(attack: WeaponAttack) -> bool:
    """Every round and every missile strikes a platoon by itself."""
    return False


def harm_of_hit(rules: Ruleset, hit: Hit) -> str:
    """Who falls for a hit: `soldier`, `pair`, `squad`, `platoon`, or `points`."""
    weapon, rows = hit.weapon, rules[HARM].rows
    if weapon is None:
        return rows["other"]
    if hit.munition == "cluster" or "hag" in weapon.flags:
        return rows["fragment"]
    small = "autocannon" in weapon.flags and not isinstance(weapon.damage, tuple) and weapon.damage <= PAIR
    kinds = (kind for kind in rows if kind in weapon.flags or (small and kind == "light autocannon"))
    return next((rows[kind] for kind in kinds), rows["other"])


def struck(scene: Scene, hit: Hit) -> dict[str, int]:
    """Who falls in a platoon, by squad: squads and soldiers are picked by dice."""
    unit = scene.unit(hit.unit)
    left = {place.code: int(place.structure) for place in squads_of(unit) if place.structure > 0}
    kind = harm_of_hit(scene.rules, hit)
    if kind == "platoon":
        return left
    if kind in ("squad", "pair"):
        code = [*left][scene.pick("omega.squad", len(left), target=unit.id)]
        return {code: left[code] if kind == "squad" else min(PAIR, left[code])}
    return _soldiers(scene, unit, left, 1 if kind == "soldier" else hit.damage)


def _soldiers(scene: Scene, unit: Unit, left: dict[str, int], many: int) -> dict[str, int]:
    """So many soldiers of a platoon, any of them as likely."""
    if many >= sum(left.values()):
        return left
    standing, fallen = [code for code, soldiers in left.items() for _ in range(soldiers)], dict.fromkeys(left, 0)
    for _ in range(many):
        code = standing.pop(scene.pick("omega.soldier", len(standing), target=unit.id))
        fallen[code] += 1
    return {code: soldiers for code, soldiers in fallen.items() if soldiers}


WORDS = {
    "soldier": "one soldier for a hit",
    "pair": "two of a squad for a hit",
    "squad": "a squad for a hit",
    "platoon": "the whole platoon",
    "points": "a soldier for every point",
}


def fallen_in(scene: Scene, hit: Hit, by_squad: dict[str, int]) -> Tally:
    """Those who fall as a sum, with what other rules make of it."""
    unit, many = scene.unit(hit.unit), sum(by_squad.values())
    first = Term("omega.harm_to_soldiers", many, WORDS[harm_of_hit(scene.rules, hit)], DAMAGE)
    more = further(Impact(scene.rules, unit, hit, many), AMONG_SOLDIERS)
    return Tally((first, *more))


@rule("omega.soldiers_fallen", cite=DAMAGE, implements=("OM-inf-damage-taken",))
def fallen(scene: Scene, hit: Hit) -> Tally:
    """How many soldiers fall depends on what hits: a beam fells one, a shell a squad, else a point one."""
    if not squads_of(scene.unit(hit.unit)):
        return scene.rules.below(fallen)(scene, hit)
    return fallen_in(scene, hit, struck(scene, hit))


class SquadHit(Event, frozen=True):
    """Soldiers of a squad fell, or others took their places."""

    unit: Who
    squad: Place
    before: int
    after: int


@on(SquadHit)
def _squad_hit(state: State, event: SquadHit) -> State:
    unit = state.units[event.unit]
    return state.with_unit(with_squad(unit, event.squad, event.after))


def with_squad(unit: Unit, squad: str, soldiers: int) -> Unit:
    """A platoon with so many soldiers in one of its squads."""
    condition = unit.condition.with_location(replace(unit.condition[squad], structure=soldiers))
    return replace(unit, condition=condition)


@of(SquadHit)
def _told(event: SquadHit, cast: Cast, roll: Roll | None) -> str:
    if event.after > event.before:
        return f"{cast.name(event.unit)}: {event.squad} is made up to {counted(event.after, 'soldier')}"
    left = "is wiped out" if not event.after else f"has {counted(event.after, 'soldier')} left"
    return f"{cast.name(event.unit)}: {event.squad} {left}"


@rule("omega.platoon_hit", cite=DAMAGE, implements=("OM-inf-damage-taken",))
def fall_by_squad(scene: Scene, hit: Hit) -> None:
    """The platoon as a whole is hit, and soldiers of its squads fall."""
    unit = scene.unit(hit.unit)
    if not squads_of(unit):
        scene.rules.below(fall_by_squad)(scene, hit)
        return
    by_squad = struck(scene, hit)
    fell = fallen_in(scene, hit, by_squad)
    spared = max(0, sum(by_squad.values()) - int(fell.total))
    for squad, many in by_squad.items():
        kept = min(spared, many)
        spared -= kept
        before = int(scene.unit(unit.id).condition[squad].structure)
        if many > kept:
            scene.tell(SquadHit(unit.id, squad, before, before - many + kept))
    left = sum(int(place.structure) for place in squads_of(scene.unit(unit.id)))
    scene.tell(Felled(unit.id, left, hit.what, parts(fell), hit.item))
    if left <= 0:
        scene.tell(FateMet(unit.id, "destroyed", "no_soldier_is_left"))


LAYER = Layer(
    "omega_infantry",
    title="Soldiers: aim, movement, hits",
    group="Omega",
    cite=INFANTRY,
    needs=("classic",),
    excludes=("whole_platoons_hit",),
    add=(NUMBERS, CLOSE, HARM, no_inner_sphere_suits, into_its_own_hex, lightly, no_water),
    change=(
        gunnery.wrapped_in(soldiers_aim),
        small_target.replaced_by(hard_to_hit),
        has_room.wrapped_in(one_other),
        in_one_lump.replaced_by(shot_by_shot),
        soldiers_fallen.wrapped_in(fallen),
        hit_platoon.wrapped_in(fall_by_squad),
    ),
)
