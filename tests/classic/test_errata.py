"""Every figure that the errata amend is felt: a user sees it through its door, and sees another when it is put back."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from doors import told
from overheat.classic.armoury.item import TECHNOLOGIES
from overheat.classic.errata import Listing, as_row, claimants, put_back, table_of
from overheat.classic.unit.amendments import INFANTRY, Amendment, read_amendments
from overheat.kernel.refusal import RefusedError

TECHNOLOGY = {words: tech for tech, words in TECHNOLOGIES.items()}
FIGURES: dict[str, list[Listing]] = {}
for made in (listing for listing in claimants() if listing.listed):
    FIGURES.setdefault(made.amendment.ruling, []).append(made)


@cache
def shown(door: str) -> str:
    return told(door)


@cache
def item(door: str) -> dict[str, Any]:
    (found,) = json.loads(told(door, "--format", "json"))
    assert isinstance(found, dict)
    return found


def see(listing: Listing) -> None:
    """The figure is the ruling's, is told with it, and its door tells something else when it is put back."""
    amendment = listing.amendment
    ruling = next(each for each in item(listing.door)["errata"] if each["id"] == amendment.ruling)
    if amendment.field:
        assert amendment.field in {each["field"] for each in ruling["figures"]}
        figures = {"tech": TECHNOLOGY[item(listing.door)["technology"]], **item(listing.door)["figures"]}
        assert stands(amendment, figures), f"{listing.id} is not {amendment.now}"
    before = shown(listing.door)
    assert f"errata {amendment.ruling}: " in before
    with put_back(amendment):
        after = told(listing.door)
    assert after != before, f"{listing.door} tells the same without {amendment.ruling}, {listing.id}"


def stands(amendment: Amendment, figures: dict[str, Any]) -> bool:
    """Whether a ruling's figure stands among those that a door tells."""
    if "." in amendment.of and not amendment.of.startswith(INFANTRY):
        row = table_of(amendment)[amendment.field]
        return bool(row == as_row(row, amendment.now))
    name, _, part = amendment.field.partition(".")
    held = figures[name]
    if not part:
        return bool(held == amendment.now)
    return (part in held) == amendment.now if isinstance(held, list) else bool(held[part] == amendment.now)


@pytest.mark.proves_figures
@pytest.mark.parametrize("ruling", FIGURES)
def test_each_figure_that_a_ruling_amends_is_felt_through_its_door(ruling: str) -> None:
    for listing in FIGURES[ruling]:
        see(listing)


def test_figures_that_are_felt_elsewhere_are_those_of_their_rulings() -> None:
    """Their own tests go through their doors; this holds them to what the ruling says."""
    for listing in (listing for listing in claimants() if not listing.listed):
        assert stands(listing.amendment, {}), listing.id


def test_a_door_that_does_not_tell_a_figure_proves_nothing() -> None:
    (whip, *_) = FIGURES["TO-089-physical-table-1"]
    deaf = Listing(whip.amendment)
    deaf.door = FIGURES["TO-089-physical-table-2"][0].door
    with pytest.raises((AssertionError, StopIteration)):
        see(deaf)


def test_a_figure_that_is_not_the_rulings_is_noticed() -> None:
    (wrong,) = read_amendments({"row": [{"ruling": "TO-089-physical-table-2", "of": ["flail"], "to_hit": {"now": 5}}]})
    with pytest.raises(AssertionError, match="is not 5"):
        see(Listing(wrong))


def test_a_figure_that_was_the_same_before_is_noticed() -> None:
    row = {"ruling": "TO-089-physical-table-2", "of": ["flail"], "to_hit": {"was": 0, "now": 0}}
    (idle,) = read_amendments({"row": [row]})
    with pytest.raises(AssertionError, match="tells the same without"):
        see(Listing(idle))


def test_figures_are_as_they_were_after_they_have_been_put_back() -> None:
    for ruling in ("TO-089-physical-table-2", "TO-378-superheavy-table", "TO-413-beast-infantry-413"):
        (listing, *_) = FIGURES[ruling]
        before = told(listing.door)
        with listing.taken_out():
            assert told(listing.door) != before
        assert told(listing.door) == before


def test_a_figure_is_given_with_what_it_is_now() -> None:
    with pytest.raises(RefusedError, match="to_hit is given as"):
        list(read_amendments({"row": [{"ruling": "TO-089-physical-table-2", "of": ["flail"], "to_hit": 5}]}))
