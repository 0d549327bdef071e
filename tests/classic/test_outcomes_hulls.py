"""Vehicles looked at by rows, with critical hits behind curtains, have the chances that the engine gives."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import overheat as oh
from overheat.api.shots import Volley
from overheat.classic.adjudicator.miniatures import ATTACKER, TARGET
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State, Unit
from overheat.classic.outcomes.hulls import volley as hulls
from overheat.classic.outcomes.hulls.curtain import Curtain
from overheat.classic.outcomes.hulls.hull import Hull
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.volley import by_engine, outcomes_of, played
from overheat.classic.rules.standard.locations import Side
from overheat.classic.turn.weapons import attack_of

ROUNDING = 1e-12
NO_END = 10**9
TANK = "Manticore Heavy Tank"
VEHICLES = (TANK, "Scorpion Light Tank", "Vedette Medium Tank", "Pegasus Scout Hover Tank", "Demolisher Heavy Tank")
SHOOTERS = (
    ("WHM-6R", 5, ("PPC", "Medium Laser")),
    ("LCT-1V", 3, ("Medium Laser", "Machine Gun")),
    ("HBK-4G", 3, ("AC/20",)),
)
SIDES: tuple[Side, ...] = ("front", "left", "right", "rear")

Asked = tuple[State, str, list[WeaponAttack]]


def battered(unit: Unit, chance: Random) -> Unit:
    """A vehicle that has seen better days: less armour and structure, some of its crew and gear hit."""
    condition = unit.condition
    places = tuple(
        msgspec.structs.replace(
            place,
            armour=chance.randint(0, int(place.armour)),
            structure=chance.randint(1, int(place.structure)),
        )
        for place in condition.locations
    )
    vehicle = msgspec.structs.replace(
        condition.vehicle,
        driver_hit=chance.random() < 0.3,
        commander_hit=chance.random() < 0.3,
        turret_jammed=chance.random() < 0.3,
        sensors=chance.randint(0, 4),
        stabilisers=frozenset(place.code for place in places if chance.random() < 0.3),
        malfunctions=frozenset(at for at in unit.plan.weapons if chance.random() < 0.2),
    )
    return msgspec.structs.replace(
        unit, condition=msgspec.structs.replace(condition, locations=places, vehicle=vehicle)
    )


def fired(volley: Volley, chance: Random | None = None) -> Asked:
    assert volley.state is not None
    state = volley.state
    if chance is not None:
        state = state.with_unit(battered(state.units[TARGET], chance))
    return state, TARGET, [attack_of(state, state.units[ATTACKER], fire) for fire in volley.fired]


def from_the_engine(asked: Asked) -> float:
    """How far rows lie from what the engine gives at most."""
    found, engine = hulls.foreseen(*asked, NO_END), by_engine(*asked, exactly=True)
    names = {effect.name for effect in engine.effects} | {*found.chances}
    assert engine.effects
    return max(abs(found.chances.get(name, 0.0) - float(engine[name])) for name in names)


@pytest.mark.parametrize("seed", range(10))
def test_battered_vehicles_have_the_chances_that_the_engine_gives(seed: int) -> None:
    chance = Random(seed)
    shooter, distance, weapons = chance.choice(SHOOTERS)
    vehicle, side = chance.choice(VEHICLES), chance.choice(SIDES)
    assert from_the_engine(fired(oh.volley(shooter, vehicle, distance, weapons, side=side), chance)) < ROUNDING


@pytest.mark.parametrize("side", ["front", "right"])
def test_three_hits_on_a_fresh_tank_have_the_chances_that_the_engine_gives(side: Side) -> None:
    assert from_the_engine(fired(oh.volley("WHM-6R", TANK, 5, ("PPC", "PPC", "Medium Laser"), side=side))) < ROUNDING


def test_a_crew_that_is_worn_out_dies_of_a_stun_that_comes_from_another_side() -> None:
    state, target, attacks = fired(oh.volley("HBK-4G", TANK, 3, ("AC/20",), side="left"))
    unit = state.units[target]
    thin = tuple(msgspec.structs.replace(place, armour=0, structure=60) for place in unit.condition.locations)
    killed = []
    for hit in (False, True):
        vehicle = msgspec.structs.replace(unit.condition.vehicle, driver_hit=hit, commander_hit=hit)
        condition = msgspec.structs.replace(unit.condition, locations=thin, vehicle=vehicle)
        struck = state.with_unit(msgspec.structs.replace(unit, condition=condition))
        told = outcomes_of(struck, target, attacks)
        assert told.way == "lumped"
        assert (told["vehicle.crew_stunned"] > 0) != hit
        killed.append(told["destroyed.crew_killed"])
    assert killed[0] < killed[1]


def test_all_weapons_at_a_tank_are_told_exactly_and_as_played_volleys_have_it() -> None:
    asked = fired(oh.volley("WHM-6R", TANK, 5))
    told, seen = outcomes_of(*asked), played(*asked, volleys=1500)
    assert told.way == "lumped"
    for name in {effect.name for effect in (*told.effects, *seen.effects)}:
        chance = float(told[name])
        assert abs(float(seen[name]) - chance) < 5 * (chance * (1 - chance) / 1500) ** 0.5 + 0.002, name


def test_what_is_known_of_a_vehicle_from_one_volley_changes_nothing_about_the_next() -> None:
    one, other = (fired(oh.volley("WHM-6R", TANK, 5, weapons)) for weapons in (("PPC",), ("PPC", "SRM 6")))
    fresh = hulls.foreseen(*one, NO_END).chances
    hulls.foreseen(one[0], TARGET, [*one[2], *one[2]], NO_END)
    hulls.foreseen(*other, NO_END)
    again = hulls.foreseen(*one, NO_END).chances
    assert fresh.keys() == again.keys()
    assert max(abs(fresh[name] - again[name]) for name in fresh) < ROUNDING


def test_lots_of_a_part_are_chances_that_add_up() -> None:
    state, target, _ = fired(oh.volley("WHM-6R", TANK, 5, ("PPC",)))
    hull = Hull(state, target)
    curtain = Curtain(hull)
    lots = [0]
    for _ in range(4):
        drawn = [one for lot in lots for one in curtain.draw(hull.at["FR"], lot, hull.crew)]
        assert sum(one.chance for one in drawn) == pytest.approx(len(lots))
        lots = [one.lot for one in drawn if one.fate is None]
    for lot in curtain.lots[hull.at["FR"]]:
        assert sum(lot.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("vehicle", "rules"), [(TANK, ("omega",)), (TANK, ("turretless_vehicles",)), ("Warrior Attack Helicopter H-7", ())]
)
def test_rotorcraft_and_rules_that_have_a_say_are_left_to_the_engine(vehicle: str, rules: tuple[str, ...]) -> None:
    with pytest.raises(NotForeseenError):
        hulls.foreseen(*fired(oh.volley("WHM-6R", vehicle, 5, ("PPC",), rules=rules)), NO_END)
