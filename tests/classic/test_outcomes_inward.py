"""Machines looked at by their parts have the same chances as by rows, by the engine, and with locations apart."""

from __future__ import annotations

from random import Random

import msgspec
import numpy as np
import pytest

import overheat as oh
from classic.test_outcomes_apart import SHOOTERS, SIDES, TARGETS, fired
from overheat.api.shots import Volley
from overheat.classic.adjudicator.miniatures import TARGET
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State
from overheat.classic.outcomes import machines
from overheat.classic.outcomes.inward import kept
from overheat.classic.outcomes.inward.body import Body
from overheat.classic.outcomes.inward.growing import ROOM, Growing
from overheat.classic.outcomes.inward.sums import Products
from overheat.classic.outcomes.machines import Way, foreseen
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.tallies import Tallies
from overheat.classic.outcomes.volley import by_engine, outcomes_of

ROUNDING = 1e-12
NO_END = 10**9
Asked = tuple[State, str, list[WeaponAttack]]


@pytest.fixture(autouse=True)
def _of_few_hits_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "FEW_TALLIES", 0)


def by(way: Way, asked: Asked) -> dict[str, float]:
    """The chances of everything by one of the ways."""
    found = foreseen(*asked, NO_END, ways=(way,))
    assert not found.thinned
    return found.chances


def furthest(one: dict[str, float], other: dict[str, float]) -> float:
    assert any(other.values())
    return max(abs(one.get(name, 0.0) - other.get(name, 0.0)) for name in {*one, *other})


@pytest.mark.parametrize("seed", range(14))
def test_battered_machines_have_the_same_chances_by_parts_as_by_rows(seed: int) -> None:
    chance = Random(seed)
    shooter, distance, weapons = SHOOTERS[seed % len(SHOOTERS)]
    target, side = chance.choice(TARGETS), chance.choice(SIDES)
    asked = fired(oh.volley(shooter, target, distance, weapons, side=side), chance)  # type: ignore[arg-type]
    assert furthest(by("parts", asked), by("rows", asked)) < ROUNDING


@pytest.mark.parametrize(
    "volley",
    [
        pytest.param(oh.volley("WHM-6R", "WVR-6R", 5), id="a torso with one slot, whose critical hits go on inward"),
        pytest.param(oh.volley("HBK-4G", "LCT-1V", 3), id="damage from a limb through a torso to the centre"),
        pytest.param(oh.volley("WHM-6R", "WVR-6R", 5, ("PPC", "PPC", "SRM 6"), partial_cover=True), id="in cover"),
        pytest.param(
            oh.volley("WHM-6R", "STG-3R", 5, ("PPC", "PPC"), rules=("printed", "floating_criticals")),
            id="luck that goes through armour anywhere",
        ),
    ],
)
def test_fresh_machines_have_the_same_chances_by_parts_as_with_locations_apart(volley: Volley) -> None:
    asked = fired(volley)
    Body(*asked[:2])
    assert furthest(by("parts", asked), by("apart", asked)) < ROUNDING


@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5])
def test_battered_machines_have_the_same_chances_by_parts_as_by_the_engine(seed: int) -> None:
    state, target, attacks = fired(oh.volley("WHM-6R", TARGETS[seed], 5, ("PPC",)), Random(seed))
    plain = by_engine(state, target, attacks, exactly=True)
    assert plain.way == "chain"
    engine = {effect.name: float(effect.chance) for effect in plain.effects}
    assert furthest(by("parts", (state, target, attacks)), engine) < ROUNDING


def test_an_arm_that_only_ever_goes_with_its_torso_is_lost_as_often_as_that() -> None:
    state, target, attacks = fired(oh.volley("WHM-6R", "AS7-D", 5, ("Medium Laser",)))
    unit = state.units[target]
    places = tuple(
        msgspec.structs.replace(place, armour=0, structure=1) if place.code == "RT" else place
        for place in unit.condition.locations
    )
    condition = msgspec.structs.replace(unit.condition, locations=places)
    found = by("parts", (state.with_unit(msgspec.structs.replace(unit, condition=condition)), target, attacks))
    assert found["lost.RA"] == pytest.approx(found["lost.RT"])
    assert found["lost.RA"] > 0
    assert found.get("breach.RA", 0.0) < ROUNDING


def test_what_is_known_of_a_machine_from_one_volley_changes_nothing_about_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = (fired(oh.volley("WHM-6R", "WVR-6R", 5, ("PPC",) * many)) for many in (1, 2))
    shot = (one[0], TARGET, [*one[2], *one[2]])
    fresh = by("parts", shot)
    assert by("parts", shot) == fresh
    by("parts", other)
    assert furthest(by("parts", shot), fresh) < ROUNDING
    body = kept.lately.kept[-1]
    with kept.lately.lent(*shot[:2]) as borrowed:
        assert borrowed is body
        assert body not in kept.lately.kept
    assert kept.lately.kept[-1] is body
    monkeypatch.setattr(kept, "LARGE", 0)
    with kept.lately.lent(*shot[:2]):
        pass
    assert body not in kept.lately.kept


def test_more_conditions_than_are_to_be_told_apart_are_left_to_rows() -> None:
    asked = fired(oh.volley("BLR-1G", "WVR-6R", 3, ("PPC", "SRM 6")))
    assert foreseen(*asked, 1).thinned
    assert not foreseen(*asked, NO_END).thinned


def test_eight_weapons_at_a_fresh_machine_are_exact_whatever_it_is() -> None:
    for target in ("AS7-D", "WVR-6R"):
        state, target_id, attacks = fired(oh.volley("BLR-1G", target, 3))
        assert len(attacks) == 8
        assert outcomes_of(state, target_id, attacks).way == "lumped"


def test_an_engine_in_several_locations_is_left_to_others() -> None:
    state, target_id, _ = fired(oh.volley("WHM-6R", "Puma Prime", 5, ("PPC",)))
    with pytest.raises(NotForeseenError, match="engine"):
        Body(state, target_id)


def test_products_of_sparse_tables_are_those_of_all_pairs() -> None:
    shots = [[((0,), 0.5), ((), 0.5)]] * 5 + [[((1,), 0.5), ((), 0.5)]] * 4
    tallies = Tallies(shots)
    products = Products(tallies, tallies.counts @ np.array([5, 2]))
    random = np.random.default_rng(1)
    for least in (0.0, 0.6, 0.95):
        one, other = random.random((2, tallies.many))
        one[one < least] = 0.0
        assert np.allclose(products.both(one, other), tallies.together(one, other), atol=ROUNDING)
    heavy = np.where(tallies.counts[:, 0] == 5, 1.0, 0.0)
    assert products.both(heavy, heavy) is products.nothing


def test_a_table_that_grows_keeps_what_it_has() -> None:
    table = Growing(np.float64, 2)
    rows = np.arange(2.0 * 3 * ROOM).reshape(-1, 2)
    for at in range(0, len(rows), 100):
        table.append(rows[at : at + 100])
    assert (table.all == rows).all()
