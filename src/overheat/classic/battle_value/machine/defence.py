"""The defensive half of a war machine's battle value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain
from math import ceil

from overheat.classic.battle_value.factors import hard_to_hit_by
from overheat.classic.battle_value.machine.build import SIDES, Build
from overheat.classic.battle_value.machine.movement import jump_points, movement_modifier, run_points, swim_points
from overheat.classic.battle_value.weapons import charged
from overheat.classic.battle_value.worksheet import Step, decimal, exact
from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import Location, Mount
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Number, Tally, Term, added, multiplied

DEFENSIVE = TECH_MANUAL("Battle Value, defensive", 302)
VOLATILE = frozenset({"explosive", "hyper_velocity"})
RISKY = VOLATILE | {"harjel_ii", "harjel_iii"}
BETTER_ARMOUR = frozenset({"blue_shield", "harjel_ii", "harjel_iii"})
"""Equipment that makes the armour of its machine or its location count for more."""
ARMOURED = "(armored)"
"""What is written behind a component that is armoured."""
TORSO_COCKPIT = "torso-mounted cockpit"
SUPERHEAVY = 100
"""Machines of more tons than this have superheavy engines."""
THIN = 2
"""An engine survives the loss of this many slots."""
NEXT_IN = {"LA": "LT", "RA": "RT", "LT": "CT", "RT": "CT"}
"""Where damage goes on to when a location is lost."""


def defensive(build: Build) -> Step:
    """Armour, structure and gyro, less what may explode, times how hard it is to hit."""
    rules = build.rules
    terms = (
        *_armour(build),
        rules[structure_worth].function(build),
        _gyro(build),
        *_equipment(build),
        *rules[explosives].function(build),
    )
    return Step("Defensive battle rating", Tally(terms), (rules[hard_to_hit].function(build),))


def _armour(build: Build) -> list[Term]:
    """Armour points times 2.5, times what the kind of armour is worth."""
    plain = build.flags.isdisjoint(BETTER_ARMOUR) and build.sheet.cockpit.lower() != TORSO_COCKPIT
    if plain and len(build.armours) == 1:
        terms = [_single_armour(build, build.armours[0])]
    else:
        counted = _plain_plates(build) if plain else _plates(build)
        terms = [_armour_term(build, name, points) for name, points in counted.items()]
    return [*terms, _modular_armour(build)] if "modular_armour" in build.flags else terms


def _armour_term(build: Build, name: str, counted: Number) -> Term:
    """Armour of a kind whose points count for so many."""
    worth = build.factors["armour"]
    return Term("bv.armour", multiplied((counted, worth)), f"{name} x {decimal(worth)}", DEFENSIVE)


def _single_armour(build: Build, kind: Armour | None) -> Term:
    """The term of a machine with one kind of armour all over, kept by the kind and its points."""
    places = build.sheet.locations
    points = sum([place.armour for place in places]) + sum([place.rear_armour for place in places])
    key = ("bv.armour", points) if kind is None else ("bv.armour", points, kind.name, kind.bv_multiplier)
    found: Term | None = build.kept.get(key)
    if found is None:
        [(name, counted)] = _plain_plates(build).items()
        found = build.kept[key] = _armour_term(build, name, counted)
    return found


def _plates(build: Build) -> dict[str, Number]:
    """What the points of each kind of armour count for, location by location."""
    points: dict[str, Number] = {}
    for place in build.sheet.locations:
        name = place.armour_kind.name if place.armour_kind else "armour"
        points[name] = points.get(name, 0) + _points(build, place) * _worth(build, place)
    return points


def _plain_plates(build: Build) -> dict[str, Number]:
    """The same where nothing but its kind makes armour better: points of a kind are counted first."""
    found: dict[str, Number] = {}
    for kind in build.armours:
        count = sum([place.armour + place.rear_armour for place in build.sheet.locations if place.armour_kind is kind])
        name, worth = (kind.name, exact(kind.bv_multiplier)) if kind else ("armour", 1)
        points = count if worth == 1 else multiplied((count, worth))
        found[name] = added((found[name], points)) if name in found else points
    return found


def _modular_armour(build: Build) -> Term:
    """Ten points of modular armour count as armour of the kind they are bolted on to."""
    kinds = sum(_worth(build, build.sheet[mount.location]) for mount in build.having("modular_armour"))
    points, worth = build.factors["modular armour"] * kinds, build.factors["armour"]
    return Term("bv.modular_armour", points * worth, f"modular armour x {decimal(worth)}", DEFENSIVE)


def _points(build: Build, place: Location) -> int:
    """The armour points of a location; those before a cockpit in the centre torso count twice."""
    points = place.armour + place.rear_armour
    return points * 2 if place.code == "CT" and build.sheet.cockpit.lower() == TORSO_COCKPIT else points


def _worth(build: Build, place: Location) -> Number:
    """What a point of armour counts for: its kind, with blue shield and HarJel repair on top."""
    worth = exact(place.armour_kind.bv_multiplier) if place.armour_kind else 1
    if "blue_shield" in build.flags:
        worth += build.factors["blue shield"]
    if build.has(place.code, "harjel_iii"):
        worth += build.factors["HarJel III"]
    elif build.has(place.code, "harjel_ii"):
        worth += build.factors["HarJel II"]
    return worth


@rule("bv.structure", cite=TACTICAL_OPERATIONS("Battle Value, internal structure", 382))
def structure_worth(build: Build) -> Term:
    """Structure points times 1.5, times what structure and engine are worth."""
    sheet = build.sheet
    points = sum([place.structure for place in sheet.locations])
    kind = sheet.structure.bv_multiplier if sheet.structure else 1
    shielded, engine = "blue_shield" in build.flags, build.rules[engine_worth].function(build)
    key = "bv.structure", points, kind, shielded, engine.as_integer_ratio()
    found: Term | None = build.kept.get(key)
    if found is None:
        structure, each = exact(kind) + (build.factors["blue shield"] if shielded else 0), build.factors["structure"]
        worth = multiplied((points, each, structure, engine))
        found = build.kept[key] = Term("bv.structure", worth, f"{points} structure x {decimal(each)}", DEFENSIVE)
    return found


@rule("bv.engine", cite=TACTICAL_OPERATIONS("Battle Value, engines", 381))
def engine_worth(build: Build) -> Number:
    """What the engine makes of the structure; a superheavy one takes half the slots of a side torso and risks less."""
    engine = build.sheet.engine
    if engine is None:
        return 1
    if build.sheet.tons <= SUPERHEAVY or not engine.kind.side_torso_slots:
        return exact(engine.kind.bv_multiplier)
    return Fraction(1, 2) if _side_slots(build) > THIN else Fraction(3, 4)


def _side_slots(build: Build) -> int:
    """The slots that its engine takes in each side torso."""
    slots = build.sheet.engine.kind.side_torso_slots if build.sheet.engine else 0
    return ceil(slots / 2) if build.sheet.tons > SUPERHEAVY else slots


def _gyro(build: Build) -> Term:
    """Half a point a ton, and a whole one for a heavy-duty gyro; an interface cockpit does a gyro's work."""
    key = "bv.gyro", build.sheet.gyro, build.sheet.tons
    found: Term | None = build.kept.get(key)
    if found is None:
        words = build.sheet.gyro.lower()
        heavy = "heavy-duty" in words or "heavy duty" in words
        worth = multiplied((exact(build.sheet.tons), build.factors["heavy-duty gyro" if heavy else "gyro"]))
        found = build.kept[key] = Term("bv.gyro", worth, words, DEFENSIVE)
    return found


def _equipment(build: Build) -> Iterator[Term]:
    """Equipment that protects, and armoured components."""
    if "defensive" in build.flags:
        yield from _protection(build)
    written = "\n".join(chain.from_iterable([place.slots for place in build.sheet.locations])).lower()
    if ARMOURED in written:
        slots = [slot for slot in written.split("\n") if ARMOURED in slot and slot.endswith(")")]
        yield from _armoured(build, slots)


def _protection(build: Build) -> Iterator[Term]:
    """Every item that protects at its own value, and ammunition up to the value of the systems that use it."""
    systems: dict[str, Number] = {}
    loads: dict[str, Number] = {}
    for mount in build.having("defensive"):
        worth = _number(mount)
        if mount.ammunition:
            loads[mount.ammunition.feeds] = loads.get(mount.ammunition.feeds, 0) + worth
            continue
        if mount.weapon and mount.weapon.ammunition:
            systems[mount.weapon.ammunition] = systems.get(mount.weapon.ammunition, 0) + worth
        if worth:
            yield Term("bv.defence", worth, mount.equipment.name, DEFENSIVE)
    for family, worth in loads.items():
        if family in systems:
            yield Term("bv.defence_ammunition", min(worth, systems[family]), "ammunition of these", DEFENSIVE)


def _armoured(build: Build, slots: list[str]) -> Iterator[Term]:
    """An armoured component adds a twentieth of its value for each slot, or five where it has none.

    Ruling TO-385-bv-clan-cont-7, note H. Of what belongs to every machine the gyro alone has a value.
    """
    mounts = [mount for mount in build.sheet.mounts if mount.armoured]
    each, share = (build.factors[row] for row in ("armoured slot", "armoured slot of what has a value"))
    for mount in mounts:
        worth = _number(mount) * share or each
        yield Term("bv.armoured", worth * mount.slots, f"armoured {mount.equipment.name}", DEFENSIVE)
    gyro = sum(slot.startswith("gyro") for slot in slots)
    systems = len(slots) - gyro - sum(mount.slots for mount in mounts)
    if gyro:
        yield Term("bv.armoured_gyro", _gyro(build).value * gyro * share, "armoured gyro", DEFENSIVE)
    if systems > 0:
        yield Term("bv.armoured_systems", each * systems, "other armoured systems", DEFENSIVE)


def _number(mount: Mount) -> Number:
    return 0 if isinstance(mount.equipment.bv, str) else exact(mount.equipment.bv)


@rule("bv.explosives", cite=TACTICAL_OPERATIONS("Battle Value, notes", 383), implements=("TO-383-bv-is-b-10",))
def explosives(build: Build) -> Iterable[Term]:
    """What may explode counts against it, wherever the explosion would be the end of the machine.

    A particle cannon with a capacitor is one of these. HarJel that repairs counts 1 for each
    slot wherever it is, since nothing shields a location from it.
    """
    if build.flags.isdisjoint(RISKY):
        return ()
    terms: list[Term] = []
    concerned = RISKY | {"ppc"} if "ppc_capacitor" in build.flags else RISKY
    exposed = build.rules[unprotected].function
    for mount in [mount for mount in build.sheet.mounts if not mount.equipment.flags.isdisjoint(concerned)]:
        flags = mount.equipment.flags
        risky = not flags.isdisjoint(VOLATILE) or ("ppc" in flags and charged(build, mount))
        if (risky and _dangerous(build, mount, exposed)) or "harjel_ii" in flags or "harjel_iii" in flags:
            terms.append(_risk_term(build, mount))
    return terms


def _risk_term(build: Build, mount: Mount) -> Term:
    """What an item that may explode counts against the machine, kept by what it is, where it is and its slots."""
    item = mount.equipment
    key = "bv.explosive", type(item), item.name, item.flags, mount.location, mount.slots
    found: Term | None = build.kept.get(key)
    if found is None:
        label = f"{item.name} in {mount.location}"
        found = build.kept[key] = Term("bv.explosive", -_risk(build, mount), label, DEFENSIVE)
    return found


def _risk(build: Build, mount: Mount) -> Number:
    """Fifteen for each slot of ammunition or fuel, one for a hyper-velocity autocannon, one a slot for all else."""
    if "hyper_velocity" in mount.equipment.flags:
        return 1
    stored = mount.ammunition or "fuel" in mount.equipment.flags
    return multiplied((mount.slots, build.factors["explosive ammunition"] if stored else 1))


def _dangerous(build: Build, mount: Mount, exposed: Callable[[Build, str], bool]) -> bool:
    """Whether an explosion in any location of a mount would be the machine's end."""
    if exposed(build, mount.location):
        return True
    return bool(mount.also_in) and any(exposed(build, code) for code in mount.also_in)


@rule(
    "bv.unprotected",
    cite=TACTICAL_OPERATIONS("Battle Value, CASE II", 381),
    implements=("TO-381-case-ii-bv", "TO-383-bv-is-b-4", "TO-381-xxl-clan-bv"),
)
def unprotected(build: Build, code: str) -> bool:
    """Whether an explosion in a location would be the machine's end, or cost it dearly.

    CASE II saves its own location and the next one out, but not the legs.
    An engine that loses three slots with a side torso makes CASE there useless; that is so for Clan machines with
    an XXL engine too.
    """
    inward = NEXT_IN.get(code)
    if "case_ii" in build.flags and (build.has(code, "case_ii") or (inward and build.has(inward, "case_ii"))):
        return False
    if inward is None:
        return True
    if code in SIDES:
        return _side_open(build, code)
    return not build.sheet.clan and not build.has(code, "case") and _side_open(build, inward)


def _side_open(build: Build, code: str) -> bool:
    """Whether ordinary CASE is missing in a side torso, or useless; Clan machines have it everywhere."""
    return _side_slots(build) > THIN or not (build.sheet.clan or build.has(code, "case"))


@rule(
    "bv.hard_to_hit",
    cite=TACTICAL_OPERATIONS("Battle Value, modular armour", 380),
    implements=("TO-380-modular-armor-bv-1",),
)
def hard_to_hit(build: Build) -> Term:
    """One, and a tenth for each point of the best movement modifier and of what hides it, modular armour or not."""
    flags = build.flags
    moved = _best_modifier(build, max(build.once(run_points), swim_points(build)), build.once(jump_points))
    hidden = 2 * ("stealth" in build.plating or "null_signature" in flags) + 2 * ("chameleon" in flags)
    if "void_signature" in flags:
        moved = build.rules[void](build.rules, moved)
    return Term("bv.defensive_factor", hard_to_hit_by(build.rules, moved + hidden), "defensive factor", DEFENSIVE)


def _best_modifier(build: Build, moved: int, jumped: int) -> int:
    """The best movement modifier of a machine, kept by how far it runs or swims, and how far it jumps."""
    key = "bv.best_modifier", moved, jumped
    found: int | None = build.kept.get(key)
    if found is None:
        jumping = movement_modifier(build.rules, jumped) + 1 if jumped else 0
        found = build.kept[key] = max(movement_modifier(build.rules, moved), jumping)
    return found


@rule(
    "bv.void_signature",
    cite=TACTICAL_OPERATIONS("Battle Value, void signature", 382),
    implements=("TO-382-void-sig-bv",),
)
def void(rules: Ruleset, moved: int) -> int:
    """A void signature counts as three, or leaves a better modifier; one more on a tie."""
    return 4 if moved == 3 else max(3, moved)


RULES = (structure_worth, engine_worth, explosives, unprotected, hard_to_hit, void)
