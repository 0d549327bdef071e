"""Locations looked at apart, pairs of them and rows of whole machines come to the same chances as rows alone."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import overheat as oh
from overheat.api.shots import Volley
from overheat.classic.adjudicator.miniatures import ATTACKER, TARGET
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State, Unit
from overheat.classic.outcomes.anatomy import Anatomy
from overheat.classic.outcomes.apart import Apart
from overheat.classic.outcomes.lumped import Lumped
from overheat.classic.outcomes.machines import foreseen
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.tallies import Tallies
from overheat.classic.outcomes.volley import by_engine, outcomes_of
from overheat.classic.turn.weapons import attack_of
from overheat.classic.unit.condition import LocationCondition

ROUNDING = 1e-12
NO_END = 10**9

SHOOTERS = (
    ("WHM-6R", 5, ("PPC", "Medium Laser")),
    ("LCT-1V", 3, ("Medium Laser", "Machine Gun", "Machine Gun")),
    ("CPLT-C1", 9, ("LRM 15",)),
    ("AWS-8Q", 5, ("PPC", "PPC")),
    ("HBK-4G", 3, ("AC/20",)),
)
TARGETS = ("LCT-1V", "WVR-6R", "Puma Prime", "Scorpion SCP-1N", "AS7-D", "STG-3R")
SIDES = ("front", "left", "right", "rear")


def battered(unit: Unit, chance: Random) -> Unit:
    """A unit that has seen better days: less armour and structure, some slots hit; head and centre still there."""

    def one(place: LocationCondition) -> LocationCondition:
        slots = range(len(unit.plan.slots[place.code]))
        hit = frozenset(slot for slot in slots if place.code in ("LL", "RA", "LT") and chance.random() < 0.15)
        least = 1 if place.code in ("HD", "CT") or chance.random() < 0.8 else 0
        return msgspec.structs.replace(
            place,
            armour=chance.randint(0, int(place.armour)),
            rear_armour=chance.randint(0, int(place.rear_armour)),
            structure=chance.randint(least, int(place.structure)),
            critical_hits=place.critical_hits | hit,
        )

    condition = unit.condition
    places = tuple(one(place) for place in condition.locations)
    return msgspec.structs.replace(unit, condition=msgspec.structs.replace(condition, locations=places))


def fired(volley: Volley, chance: Random | None = None) -> tuple[State, str, list[WeaponAttack]]:
    assert volley.state is not None
    state = volley.state
    if chance is not None:
        state = state.with_unit(battered(state.units[TARGET], chance))
    unit = state.units[ATTACKER]
    return state, TARGET, [attack_of(state, unit, fire) for fire in volley.fired]


def apart_from_rows(asked: tuple[State, str, list[WeaponAttack]]) -> float:
    """How far both ways lie apart at most."""
    one, other = foreseen(*asked, NO_END, ways=("apart",)), foreseen(*asked, NO_END, ways=("rows",))
    assert not one.thinned
    assert not other.thinned
    assert any(other.chances.values())
    return max(
        abs(one.chances.get(name, 0.0) - other.chances.get(name, 0.0)) for name in {*one.chances, *other.chances}
    )


@pytest.mark.parametrize("seed", range(12))
def test_battered_machines_have_the_same_chances_by_places_as_by_rows(seed: int) -> None:
    chance = Random(seed)
    shooter, distance, weapons = SHOOTERS[seed % len(SHOOTERS)]
    target, side = TARGETS[seed % len(TARGETS)], SIDES[seed % len(SIDES)]
    volley = oh.volley(shooter, target, distance, weapons, side=side)  # type: ignore[arg-type]
    assert apart_from_rows(fired(volley, chance)) < ROUNDING


@pytest.mark.parametrize(
    "volley",
    [
        pytest.param(oh.volley("WHM-6R", "LCT-1V", 5, ("PPC", "Medium Laser")), id="a light machine"),
        pytest.param(oh.volley("WHM-6R", "WVR-6R", 5, ("PPC", "PPC"), partial_cover=True), id="in cover"),
        pytest.param(oh.volley("WHM-6R", "WVR-6R", 5, ("SRM 6",), prone=True), id="prone"),
        pytest.param(oh.volley("CPLT-C1", "WVR-6R", 9, ("LRM 15",)), id="missiles in groups"),
        pytest.param(oh.volley("HBK-4G", "LCT-1V", 3, ("AC/20",), side="rear"), id="from behind"),
        pytest.param(
            oh.volley("WHM-6R", "WVR-6R", 5, ("PPC", "PPC"), rules=("printed", "floating_criticals")),
            id="luck that goes through armour anywhere",
        ),
    ],
)
def test_fresh_machines_have_the_same_chances_by_places_as_by_rows(volley: Volley) -> None:
    assert apart_from_rows(fired(volley)) < ROUNDING


@pytest.mark.parametrize("seed", range(4))
def test_battered_machines_have_the_same_chances_by_places_as_by_the_engine(seed: int) -> None:
    state, target, attacks = fired(oh.volley("WHM-6R", TARGETS[seed], 5, ("PPC",)), Random(seed))
    found = foreseen(state, target, attacks, NO_END, ways=("apart",))
    plain = by_engine(state, target, attacks, exactly=True)
    assert plain.way == "chain"
    names = {*found.chances, *(effect.name for effect in plain.effects)}
    assert max(abs(found.chances.get(name, 0.0) - float(plain[name])) for name in names) < ROUNDING


def test_several_attackers_from_several_sides_have_the_same_chances_by_places_as_by_rows() -> None:
    volleys = oh.volley("WHM-6R", "AS7-D", 5, ("PPC",)), oh.volley("AWS-8Q", "AS7-D", 9, ("PPC", "PPC"), side="rear")
    (state, target, some), (field, _, others) = (fired(volley) for volley in volleys)
    fields = [*[state] * len(some), *[field] * len(others)]
    one = foreseen(state, target, [*some, *others], NO_END, fields, ways=("apart",))
    rows = volleys[0].together(volleys[1])
    assert rows.way == "lumped"
    names = {*one.chances, *(effect.name for effect in rows.effects)}
    assert max(abs(one.chances.get(name, 0.0) - float(rows[name])) for name in names) < ROUNDING


def test_more_conditions_than_rows_could_be_kept_of_are_told_exactly_on_demand() -> None:
    state, target, attacks = fired(oh.volley("WHM-6R", "WVR-6R", 5))
    close = outcomes_of(state, target, attacks, most=20)
    exact = outcomes_of(state, target, attacks, most=20, exactly=True)
    assert (close.way, exact.way) == ("thinned", "lumped")
    assert max(abs(float(close[effect.name] - effect.chance)) for effect in exact.effects) < 0.1


def test_a_limb_is_looked_at_with_its_torso_only_from_the_hit_on_that_concerns_both() -> None:
    state, target, _ = fired(oh.volley("WHM-6R", "WVR-6R", 5, ("PPC",)))
    anatomy = Anatomy(state, target)
    lumped = Lumped(anatomy, lambda harm, _: harm, NO_END)
    apart = Apart(lumped, Tallies([]), [])
    pairs = {tuple(anatomy.codes[place] for place in apart.units[pair]) for pair in apart.pair.values()}
    assert pairs == {("LA", "LT"), ("RA", "RT"), ("LL", "LT"), ("RL", "RT")}
    assert all(not apart.alive[pair].any() for pair in apart.pair.values())


def test_tallies_add_up_and_know_how_likely_each_of_them_is() -> None:
    """Two shots that hit half the time, then a launcher that brings none, one or two hits of another kind."""
    shot, launcher = [((0,), 0.5), ((), 0.5)], [((1, 1), 0.25), ((1,), 0.25), ((), 0.5)]
    tallies = Tallies([shot, shot, launcher])
    assert tallies.landings == [0, 1]
    by_counts = {
        tuple(counts): float(chance) for counts, chance in zip(tallies.counts.tolist(), tallies.ends, strict=True)
    }
    assert by_counts[2, 2] == 0.25 * 0.25
    assert by_counts[1, 0] == 0.5 * 0.5
    assert sum(by_counts.values()) == 1
    added = tallies.counts[tallies.one] + tallies.counts[tallies.other]
    assert (added == tallies.counts[tallies.both]).all()
    assert len(tallies.one) == 6 * 6


def test_hits_of_an_attack_in_an_order_that_changes_are_left_to_rows() -> None:
    with pytest.raises(NotForeseenError):
        Tallies([[((0, 1), 0.5), ((1, 0), 0.5)]])
