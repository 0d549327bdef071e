"""What a hit does: how many soldiers fall, or what armour and structure lose."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk, Faces, OnBoard, OneUnit, only, staged, thrown
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hull.plates import absorbed
from overheat.classic.damage.kinds.infantry import soldiers_fallen
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.events import PlateStruck
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.impacts import (
    BARE,
    DAMAGE,
    DAMAGE_TERMS,
    Hit,
    Impact,
    Within,
    at_the_place,
    inner_wear,
    wear,
    worked_out,
)
from overheat.classic.rules.standard.infantry import ATTACKS, soldiers_damage
from overheat.classic.rules.standard.locations import Side
from overheat.classic.unit.equipment import Armour, Equipment, Structure, Tech, Weapon, key
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.infantry_fire import damage_each
from overheat.classic.unit.plan import Plan
from overheat.kernel.answers import Answer, Outcomes
from overheat.kernel.dice import Seeded
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term, number_as_json
from overheat.kernel.wording.phrases import as_id, counted

Count = Annotated[int, Meta(ge=0, le=10_000)]
Margin = Annotated[int, Meta(ge=0, le=12)] | None
E = TypeVar("E", bound=Equipment)


class DamageAsked(OnBoard, kw_only=True):
    """A unit that is hit, and what by."""

    points: Annotated[Count | None, Meta(description="Points of damage; those of the weapon if left out.")] = None
    weapon: Annotated[str, Meta(description="The weapon that hits; a blow or the like if empty.")] = ""
    tech: Annotated[Tech, Meta(description="For weapons that both have.")] = "IS"
    munition: str = "standard"
    side: Side = "front"
    harm: Annotated[str, Meta(description="What does it where no weapon does: a kick, a fall, a blast.")] = "damage"
    location: Annotated[str, Meta(description="Where it lands; only the damage is worked out if empty.")] = ""
    armour: Annotated[str, Meta(description="The kind of armour there; that of the unit if empty.")] = ""
    armour_left: Annotated[Count | None, Meta(description="Points of armour that are left there.")] = None
    structure: Annotated[str, Meta(description="The kind of internal structure; that of the unit if empty.")] = ""
    troopers: Annotated[Count | None, Meta(description="Soldiers who are left of a platoon.")] = None
    margin: Annotated[Margin, Meta(description="By how much the roll to hit beat its number, if that is known.")] = None
    dice: Faces = ()


def answer(desk: Desk, asked: DamageAsked) -> Answer:
    """The damage of a hit as a sum; of a platoon the soldiers who fall, of a location what it loses."""
    state, unit = staged(desk, asked)
    weapon = _weapon(desk.rules, asked)
    points, what = _points(asked, weapon), "fire" if asked.weapon else as_id(asked.harm)
    by = None if asked.margin is None else Engagement(state.relief, unit, unit, state.weather).rolled(asked.margin)
    hit = Hit(unit.id, asked.side, points, what, BARE, weapon, asked.munition, by=by, item=asked.weapon)
    if unit.sheet.kind == "infantry":
        return _soldiers(_left(state, unit, asked), hit, asked.dice)
    unit = _built(desk.rules, unit, asked)
    return _hurt(state.with_unit(unit), unit, hit, asked.location)


def _weapon(rules: Ruleset, asked: DamageAsked) -> Weapon | None:
    """The weapon that is named, with the figures that the rules have for it."""
    if not asked.weapon:
        return None
    found = catalogue_of(rules).find(asked.weapon, asked.tech)
    if not isinstance(found, Weapon):
        raise refuse("situation.weapon", f"weapon: there is no weapon {asked.weapon[:60]!r}", field="weapon")
    return found


def _points(asked: DamageAsked, weapon: Weapon | None) -> int:
    if asked.points is not None:
        return asked.points
    if weapon is None:
        raise refuse("situation.points", "points: a hit without a weapon needs points of damage", field="points")
    most = max(weapon.damage) if isinstance(weapon.damage, tuple) else weapon.damage
    return int(most * weapon.cluster)


def _built(rules: Ruleset, unit: Unit, asked: DamageAsked) -> Unit:
    """The unit with the armour and the structure that are asked about, and with what is left of its armour."""
    sheet, condition, code = unit.sheet, unit.condition, _code(unit, asked.location)
    if asked.armour:
        kind = _entry(rules, asked.armour, asked.tech, Armour, "armour")
        places = (msgspec.structs.replace(place, armour_kind=kind) for place in sheet.locations)
        sheet = msgspec.structs.replace(sheet, locations=tuple(places))
    if asked.structure:
        inside = _entry(rules, asked.structure, asked.tech, Structure, "structure")
        sheet = msgspec.structs.replace(sheet, structure=inside)
    if asked.armour_left is not None and code:
        side = "rear_armour" if asked.side == "rear" and condition[code].rear_armour else "armour"
        condition = condition.with_location(msgspec.structs.replace(condition[code], **{side: asked.armour_left}))
    plan = unit.plan if sheet is unit.sheet else Plan(sheet)
    return msgspec.structs.replace(unit, sheet=sheet, plan=plan, condition=condition)


def _entry(rules: Ruleset, name: str, tech: Tech, kind: type[E], field: str) -> E:
    """An entry of the catalogue by its name, of the kind that is wanted."""
    found = [entry for entry in catalogue_of(rules).entries.values() if isinstance(entry, kind) and _named(entry, name)]
    if not found:
        raise refuse(f"situation.{field}", f"{field}: there is no {field} {name[:60]!r}", field=field)
    return next((entry for entry in found if entry.tech in (tech, "All")), found[0])


def _named(entry: Equipment, name: str) -> bool:
    return key(name) in map(key, (entry.id, entry.name, *entry.aliases))


def _code(unit: Unit, location: str) -> str:
    """The location that is meant, by its code on the sheet; letter case does not matter."""
    if not location:
        return ""
    codes = [place.code for place in unit.condition.locations]
    found = next((code for code in codes if code.lower() == location.lower()), None)
    if found is None:
        raise refuse("situation.location", f"location: {unit.sheet.name} has {', '.join(codes)}", field="location")
    return found


def _left(state: State, unit: Unit, asked: DamageAsked) -> State:
    """The battle with as many soldiers as are left."""
    if asked.troopers is None:
        return state
    if asked.troopers > unit.sheet.troopers:
        reason = f"troopers: {unit.sheet.name} has {unit.sheet.troopers}"
        raise refuse("situation.troopers", reason, field="troopers")
    condition = msgspec.structs.replace(unit.condition, troopers=asked.troopers)
    return state.with_unit(msgspec.structs.replace(unit, condition=condition))


def _soldiers(state: State, hit: Hit, faces: Faces) -> Answer:
    """How many soldiers fall: a sum, or where dice say what the weapon does, how likely each number is."""
    desk_rules = state.relief.rules
    points = worked_out(Impact(desk_rules, state.units[hit.unit], hit, hit.damage), DAMAGE_TERMS)
    hit = msgspec.structs.replace(hit, damage=max(0, int(points.total)))
    found = thrown(faces, lambda dice: desk_rules[soldiers_fallen](Scene(state, dice), hit))
    fallen = only(found)
    if fallen is not None:
        return Answer(figures={"fallen": int(fallen.total)}, terms=fallen)
    outcomes = Outcomes.of("soldiers who fall", found.map(_many), lambda many: counted(many, "soldier"))
    return Answer(figures={"fallen": None}, outcomes=outcomes)


def _many(fallen: Tally) -> int:
    return int(fallen.total)


def _hurt(state: State, unit: Unit, hit: Hit, location: str) -> Answer:
    """What is left of the damage on its way, and of armour and structure where it lands."""
    rules = state.relief.rules
    on_its_way = worked_out(Impact(rules, unit, hit, hit.damage), DAMAGE_TERMS)
    if not location:
        return Answer(figures={"damage": max(0, int(on_its_way.total))}, terms=on_its_way)
    location = _code(unit, location)
    place = unit.condition[location]
    rear = unit.machine and hit.side == "rear" and bool(place.rear_armour)
    plates = _plates(state, msgspec.structs.replace(hit, damage=max(0, int(on_its_way.total))), location, rear)
    on_its_way = on_its_way + plates
    struck = Impact(rules, unit, hit, max(0, int(on_its_way.total)), location, rear)
    damage = on_its_way + Tally(at_the_place(struck))
    left = max(0, int(damage.total))
    worn = rules[wear](msgspec.structs.replace(struck, damage=left), place.rear_armour if rear else place.armour)
    inside = rules[inner_wear](Within(rules, unit, location, worn.left), place.structure)
    rates = {name: Tally(found.terms) for name, found in (("armour", worn), ("structure", inside)) if found.terms}
    return Answer(
        figures={
            "damage": left,
            "armour_lost": number_as_json(worn.lost),
            "structure_lost": number_as_json(inside.lost),
            "beyond": inside.left,
            "critical_roll": 0 < inside.lost < place.structure,
        },
        terms={"damage": damage, **rates} if rates else damage,
    )


def _plates(state: State, hit: Hit, location: str, rear: bool) -> Tally:
    """What shields and plates before the armour take."""
    scene = Scene(state, Seeded(0))
    if scene.unit(hit.unit).machine:
        absorbed(scene, hit, location, rear=rear)
    struck = (event for event in scene.events if isinstance(event, PlateStruck))
    return Tally(tuple(Term("plates.taken", -event.damage, f"taken by {event.what}", DAMAGE) for event in struck))


class SoldiersAsked(OneUnit, kw_only=True):
    """A platoon that fires what its soldiers hold."""

    hitting: Annotated[Count | None, Meta(description="How many of them hit; all if left out.")] = None


def soldiers(desk: Desk, asked: SoldiersAsked) -> Answer:
    """What soldiers do together, and what each of them does on average."""
    _, unit = staged(desk, asked)
    if unit.sheet.platoon is None:
        return Answer.refused(Refusal("infantry.platoon", "only platoons fire together", ATTACKS), "damage", "each")
    each = damage_each(unit.sheet.platoon)
    hitting = unit.condition.troopers if asked.hitting is None else min(asked.hitting, unit.condition.troopers)
    done = desk.rules[soldiers_damage](desk.rules, each, hitting)
    terms = Tally((Term("infantry.damage", done, f"for {counted(hitting, 'soldier')}", ATTACKS),))
    return Answer(figures={"damage": done, "each": each}, terms=terms)


INQUIRIES = {
    "damage": Inquiry(title="What a hit does", facts=DamageAsked, answer=answer, cite=DAMAGE),
    "soldiers": Inquiry(title="What soldiers who hit do together", facts=SoldiersAsked, answer=soldiers, cite=ATTACKS),
}
