"""What may be asked about soldiers of Omega: platoons, their squads, what hits do to them, and who shares a hex."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import MIDDLE, Desk, Faces, only, thrown
from overheat.classic.adjudicator.parties import Party
from overheat.classic.attack.decisions import thrown_otherwise
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.battle_armour import hit_trooper
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.omega.crms import CRM
from overheat.classic.rules.omega.elementals import TROOPER
from overheat.classic.rules.omega.flamers import is_flamer
from overheat.classic.rules.omega.guidance import GLOW
from overheat.classic.rules.omega.infantry import INFANTRY, SQUAD, SquadHit, squads_of, with_squad
from overheat.classic.rules.omega.squad_arms import flame_heat
from overheat.classic.rules.omega.squad_kits import FIGURES, SQUADS, TRAINED, UNTRAINED, kinds, missing
from overheat.classic.rules.omega.squads import type_of_squad
from overheat.classic.rules.standard.impacts import BARE, Hit
from overheat.classic.rules.standard.salvos import damage_at
from overheat.classic.rules.standard.stacking import has_room
from overheat.classic.unit.equipment import Equipment, Tech, Weapon
from overheat.classic.unit.fielding import takes_no_part
from overheat.classic.unit.figures import catalogue_of
from overheat.kernel.answers import Answer, Outcomes
from overheat.kernel.dice import Dice
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.layers import Layer
from overheat.kernel.terms import Tally
from overheat.kernel.wording.phrases import counted

SOUTH_END = "0817"
"""A hex of the open ground from which there is room to the north."""
FOOT, FIRST = "Foot Platoon (Rifle)", f"{SQUAD}1"
Target = Literal["soldiers", "suits", "machine", "vehicle"]
TARGETS: dict[Target, str] = {
    "soldiers": FOOT,
    "suits": "Elemental Battle Armor [Laser](Sqd5)",
    "machine": "Marauder MAD-3R",
    "vehicle": "Manticore Heavy Tank",
}
"""Who stands for each kind of target."""
SPOKEN = {
    "platoon": FOOT,
    "infantry": FOOT,
    "point": TARGETS["suits"],
    "battle armour": TARGETS["suits"],
    "mech": TARGETS["machine"],
    "machine": TARGETS["machine"],
    "vehicle": TARGETS["vehicle"],
}
"""Who is meant where a question names a kind of unit."""


class UnitAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit by its name, and what it is to carry."""

    unit: str
    loads: dict[str, str] = {}


def platoon(desk: Desk, asked: UnitAsked) -> Answer:
    """How soldiers take the field: their squads or suits, how far they go, at how many they can fire; or why not."""
    sheet = desk.sheet(asked.unit)
    no = takes_no_part(desk.rules, sheet)
    if no is not None:
        return Answer.refused(no, "troops", "squads", "walk", "jump", "most_targets", legal=False)
    unit = Unit.fresh(desk.rules, "unit", "unit", sheet, Hex.parse(MIDDLE), 0, asked.loads)
    squads = [place.code for place in squads_of(unit)]
    return Answer(
        figures={
            "legal": True,
            "troops": unit.condition.troopers,
            "squads": [type_of_squad(desk.rules, unit.sheet, code) for code in squads],
            "walk": unit.sheet.walk,
            "jump": unit.sheet.jump,
            "most_targets": len(squads) or unit.condition.troopers,
            "armour": sum(place.armour + place.structure for place in unit.condition.locations[:1]),
            "armoured": unit.sheet.kind != "infantry",
        },
        terms=None,
    )


class SquadAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A squad that fires: its kind, its losses, and at whom."""

    kind: Annotated[str, Meta(description="rifle, laser, flamer, minesweeper, CRM, TAG, Artemis, anti-mech rifle, ...")]
    lost: Annotated[int, Meta(ge=0, le=4)] = 0
    range: Annotated[int, Meta(ge=0, le=16)] = 1
    target: Target = "machine"
    target_hexes: Annotated[int, Meta(ge=0, le=30, description="Hexes that the target moved.")] = 0
    weapon: Annotated[str, Meta(description="Which of its weapons; the first if empty.")] = ""
    replacements: Annotated[int, Meta(ge=0, le=4, description="Soldiers of other squads who have joined it.")] = 0
    from_kind: Annotated[str, Meta(description="The kind of squad that those came from.")] = "rifle"
    guidance: Annotated[str, Meta(description="How its missile is guided, if it launches one.")] = "IR"
    target_heat: Annotated[int, Meta(ge=0, le=200, description="Heat that the target made last turn.")] = 0
    dice: Faces = ()


def squad(desk: Desk, asked: SquadAsked) -> Answer:
    """The number that a squad needs, what a hit does, whether it may fire, and whether it takes its arms along."""
    if asked.kind not in kinds(desk.rules):
        raise refuse("situation.kind", f"kind: no squad {asked.kind[:40]!r}; there are {', '.join(kinds(desk.rules))}")
    attack = _squads_attack(desk, asked)
    unit = attack.attacker
    lost, left = missing(unit, FIRST), unit.condition[FIRST].structure
    served = any("served" in mount.equipment.flags for mount in unit.sheet.mounts if mount.location == FIRST)
    figures = desk.rules[FIGURES]
    no = refusal(attack)
    needed = None if no is not None else target_number(attack)
    found = thrown(asked.dice, lambda dice: _done(attack, dice)) if no is None else None
    done = None if found is None else only(found)
    return Answer(
        figures={
            "legal": no is None,
            "target_number": None if needed is None else int(needed.total),
            "base": None if needed is None else _base(needed),
            "damage": done,
            "heat": flame_heat(desk.rules, lost) if "squad_flamer" in attack.weapon.flags else 0,
            "soldiers": left,
            "can_fire": bool(left) and (not served or lost < figures["lost without firing"]),
            "can_move_with_weapon": bool(left) and (not served or lost < figures["lost without moving"]),
        },
        terms=needed,
        refusal=no,
        outcomes=None
        if found is None or done is not None
        else Outcomes.of("damage, or soldiers who fall", found, lambda many: counted(many, "point")),
    )


def _base(needed: Tally) -> int:
    """What a squad needs before anything about its target counts: who aims, and how far."""
    return int(
        sum(needed[id].value for id in ("to_hit.gunnery", "to_hit.range", "omega.anti_mech_losses") if id in needed)
    )


def _squads_attack(desk: Desk, asked: SquadAsked) -> WeaponAttack:
    """A squad of a platoon against a target so far off."""
    relief = desk.relief("")
    there = relief.board.parse_hex(SOUTH_END)
    for _ in range(asked.range):
        there = there.neighbour(0)
    launcher = {f"{FIRST} {CRM}": asked.guidance} if asked.kind.endswith(CRM) else {}
    party = Party(unit=FOOT, hex=SOUTH_END, loads={FIRST: asked.kind, **launcher})
    unit = desk.unit(relief, "unit", party)
    size = int(unit.condition[FIRST].structure)
    left = min(size, size - asked.lost + asked.replacements)
    unit = with_squad(unit, FIRST, left)
    strangers = 0 if asked.from_kind.startswith(TRAINED.strip()) else asked.replacements
    if asked.kind.startswith(TRAINED) and strangers:
        unit = msgspec.structs.replace(unit, marks={each(UNTRAINED, FIRST): Mark(strangers, about=FIRST)})
    target = Unit.fresh(desk.rules, "target", "target", desk.sheet(TARGETS[asked.target]), there, 3)
    moved = Motion("walk", asked.target_hexes, asked.target_hexes, done=True) if asked.target_hexes else Motion()
    marks = {GLOW: Mark(asked.target_heat)} if asked.target_heat else {}
    target = msgspec.structs.replace(target, motion=moved, marks=marks)
    at = _weapon(unit, asked)
    return WeaponAttack(relief, unit, target, at, feed=next(iter(unit.plan.feeds.get(at, ())), None))


def _weapon(unit: Unit, asked: SquadAsked) -> int:
    own = [at for at in unit.plan.weapons if unit.sheet.mounts[at].location == FIRST]
    named = [at for at in own if _called(unit.sheet.mounts[at].equipment, asked.weapon)]
    if not named:
        raise refuse("situation.weapon", f"weapon: a {asked.kind} squad has no {asked.weapon[:40]!r}", field="weapon")
    return named[0]


def _called(item: Equipment, name: str) -> bool:
    """Whether something a squad carries is meant by a part of its name, or by what it is for: anti-mech."""
    return name.lower() in item.name.lower() or name.lower().replace("-", "_") in item.flags


def _done(attack: WeaponAttack, dice: Dice) -> int:
    """What a hit of a squad does by itself."""
    state = State(relief=attack.relief, units={unit.id: unit for unit in (attack.attacker, attack.target)}, round=1)
    groups = thrown_otherwise(Scene(state, dice), attack)
    return attack.rules[damage_at](attack) if groups is None else sum(groups)


class HitsAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Soldiers that are hit so many times."""

    unit: str = FOOT
    weapon: Annotated[str, Meta(description="The weapon; a blow or the like if empty.")] = ""
    tech: Tech = "IS"
    munition: str = "standard"
    hits: Annotated[int, Meta(ge=1, le=100)] = 1
    points: Annotated[int | None, Meta(description="Points of each hit; those of the weapon if left out.")] = None
    dice: Faces = ()


def casualties(desk: Desk, asked: HitsAsked) -> Answer:
    """Who falls in a platoon, squad by squad, for the dice that are told; squads are taken in order without them."""
    unit = Unit.fresh(desk.rules, "unit", "unit", desk.sheet(asked.unit), Hex.parse(MIDDLE), 0)
    weapon = catalogue_of(desk.rules).find(asked.weapon, asked.tech) if asked.weapon else None
    if asked.weapon and not isinstance(weapon, Weapon):
        raise refuse("situation.weapon", f"weapon: there is no weapon {asked.weapon[:60]!r}", field="weapon")
    gun = weapon if isinstance(weapon, Weapon) else None
    points = _points(gun) if asked.points is None else asked.points
    before = unit.condition.troopers
    found = thrown(asked.dice, lambda dice: _struck(desk, unit, asked, gun, points, dice))
    after = only(found)
    if after is None:
        after = sorted(found, key=lambda each: (each[1], each[0]))[-1]
    left, squads = after
    return Answer(figures={"killed": before - left, "left": left, "squads_hit": squads}, terms=None)


def _points(weapon: Weapon | None) -> int:
    """What a hit of a weapon does at most; a point where it is no weapon."""
    damage = 1 if weapon is None else weapon.damage
    return int(max(damage) if isinstance(damage, tuple) else damage)


def _struck(
    desk: Desk, unit: Unit, asked: HitsAsked, weapon: Weapon | None, points: int, dice: Dice
) -> tuple[int, int]:
    scene = Scene(State(relief=desk.relief(""), units={unit.id: unit}, weather=desk.conditions, round=1), dice)
    scene.foresees = not asked.dice
    if weapon is not None and is_flamer(weapon):
        return 0, len(squads_of(unit))
    for _ in range(asked.hits):
        take(scene, Hit(unit.id, "front", max(1, points), "fire", BARE, weapon, asked.munition, item=asked.weapon))
    squads = sum(isinstance(event, SquadHit) for event in scene.events)
    return scene.unit(unit.id).condition.troopers, squads


class SuitAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An elemental that takes damage."""

    damage: Annotated[int, Meta(ge=0, le=1000)]


def suit(desk: Desk, asked: SuitAsked) -> Answer:
    """What is left of a suit that is hit, whether its wearer is out, and how much of the hit goes on to others."""
    unit = Unit.fresh(desk.rules, "unit", "unit", desk.sheet(TARGETS["suits"]), Hex.parse(MIDDLE), 0)
    code = f"{TROOPER}1"

    def hit(dice: Dice) -> tuple[int, int]:
        scene = Scene(State(relief=desk.relief(""), units={unit.id: unit}, weather=desk.conditions, round=1), dice)
        hit_trooper(scene, Hit(unit.id, "front", asked.damage, "fire"), code)
        left = scene.unit(unit.id)
        place = left.condition[code]
        hurt = sum(each.armour + each.structure for each in left.condition.locations if each.code != code)
        return int(place.armour + place.structure), int(hurt)

    left, others = next(iter(thrown((), hit)))
    whole = sum(each.armour + each.structure for each in unit.condition.locations if each.code != code)
    return Answer(figures={"armour": left, "killed": int(left <= 0), "carry_over": whole - others}, terms=None)


class StackAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Units that would share a hex, in the order that they come."""

    units: Annotated[tuple[str, ...], Meta(description="By their names, or platoon, point, mech, vehicle.")]


def stack(desk: Desk, asked: StackAsked) -> Answer:
    """Whether some units may share a hex."""
    here = Hex.parse(MIDDLE)
    there: tuple[Unit, ...] = ()
    for at, name in enumerate(asked.units):
        unit = Unit.fresh(desk.rules, f"unit {at}", "red", desk.sheet(SPOKEN.get(name.casefold(), name)), here, 0)
        no = desk.rules[has_room](desk.rules, unit, there)
        if no is not None:
            return Answer(figures={"legal": False}, terms=None, refusal=no)
        there = (*there, unit)
    return Answer(figures={"legal": True}, terms=None)


QUESTIONS = INQUIRIES.amended(
    "omega.infantry_questions",
    {
        "platoon": Inquiry(title="How soldiers take the field", facts=UnitAsked, answer=platoon, cite=INFANTRY),
        "squad": Inquiry(title="What a squad needs, and what it does", facts=SquadAsked, answer=squad, cite=SQUADS),
        "casualties": Inquiry(title="Who falls in a platoon", facts=HitsAsked, answer=casualties, cite=SQUADS),
        "suit": Inquiry(title="What is left of an elemental's suit", facts=SuitAsked, answer=suit, cite=INFANTRY),
        "stack": Inquiry(title="Who may share a hex", facts=StackAsked, answer=stack, cite=INFANTRY),
    },
    cite=INFANTRY,
)

LAYER = Layer(
    "omega_infantry_questions",
    title="Questions about soldiers",
    group="Omega",
    cite=INFANTRY,
    needs=("classic", "omega_elementals"),
    change=(QUESTIONS,),
)
