"""Templates: a blast strikes whoever has any part of his base under it, by every door."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from overheat.cli.main import app
from overheat.lab.players import platoon_appraising as appraising
from overheat.lab.players import platoon_worth as greed
from overheat.lab.players.platoon_appraising import Thinking
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Shoot
from overheat.platoon.battle.state import Shooting, Volley, Zero
from overheat.platoon.rosters.roster import Enlisted, Roster, muster, read_roster
from overheat.table.platoon.shots import shots
from platoon.cases import heat
from platoon.positions import BLUE, RED, SHELL, A, B, TableTop, at

OTHER = "blue/c"


def shelled(
    *options: str, gun: str = "medium_mortar", off: float, script: tuple[object, ...], base: float = 1
) -> set[str]:
    """Who is hit when a zeroed gun drops a shell on a lone man, and another stands so many inches beside him."""
    table = TableTop(options=options, depth=72, base=base)
    table.add(RED, gun, 36, 5, id="a", order="fire", zero=Zero(2, B, at(36, 40)))
    table.add(BLUE, "medic", 36, 40, id="b", order="fire", men=1)
    table.add(BLUE, "medic", 36 + off, 40, id="c", order="fire", men=1)
    table.ready(Shooting(RED, A)).play(SHELL, *script)  # type: ignore[arg-type]
    return {event.unit for event in table.told(told.Pinned)}


TWO, ONE = (2, 1, 1, 1, 1), (2, 1, 1)
"""A hit, and for each who is struck a die of damage and one of pins."""


@pytest.mark.proves("HEAT-base-he-template")
def test_a_base_is_hit_that_lies_under_any_part_of_a_template() -> None:
    assert shelled(off=1.4, script=TWO) == {B, OTHER}
    assert shelled("model_size_point", off=1.4, script=ONE) == {B}
    assert shelled(off=1.6, script=ONE) == {B}


@pytest.mark.proves("HEAT-base-he-template")
def test_friends_under_the_edge_of_a_template_are_hit_as_well() -> None:
    table = TableTop(depth=72)
    table.add(RED, "medium_mortar", 36, 5, id="a", order="fire", zero=Zero(2, B, at(36, 40)))
    table.add(RED, "medic", 37.4, 40, id="c", order="fire", men=1)
    table.add(BLUE, "medic", 36, 40, id="b", order="fire", men=1)
    table.ready(Shooting(RED, A)).play(SHELL, *TWO)
    assert {event.unit for event in table.told(told.Pinned)} == {B, "red/c"}


@pytest.mark.proves("HEAT-base-he-template")
def test_five_men_who_are_touched_take_five_hits() -> None:
    table = TableTop(depth=72)
    table.add(RED, "heavy_mortar", 36, 5, id="a", order="fire", zero=Zero(2, B, at(36, 40)))
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire", men=7)
    # Two neighbours in the first rank, and both men of the second, reach under 3 inches on the man in the midst.
    table.ready(Shooting(RED, A)).play(SHELL, 2, (2, 2, 2, 2, 2), 1, (1, 1))
    assert [event.fallen for event in table.told(told.Fell)] == [5]


@pytest.mark.proves("HEAT-base-he-template")
def test_a_platoon_may_say_how_wide_its_bases_are() -> None:
    assert shelled(off=1.9, script=TWO, base=2) == {B, OTHER}
    assert shelled(off=1.9, script=ONE) == {B}
    wide = read_roster('name = "Wide"\nselector = "open"\nbase = 1.6\n[[units]]\nunit = "rifle_squad"\n', "wide.toml")
    assert [sheet.width for sheet in muster(wide, heat()).sheets] == [160]
    hull = Roster(name="Hulls", selector="open", base=1.6, units=(Enlisted(unit="truck"),))
    assert muster(hull, heat()).sheets[0].width == 180


def fallen(*arguments: str) -> dict[str, list[int]]:
    """What `overheat odds platoon he` answers: how often how many men fall."""
    result = CliRunner().invoke(app, ["odds", "platoon", "he", *arguments, "--format", "json"])
    assert result.exit_code == 0, result.output
    return {str(row["fallen"]): row["exactly"] for row in json.loads(result.stdout)["odds"]}


NOBODY = {"0": [1, 1]}


@pytest.mark.proves("HEAT-base-he-template", "HEAT-base-he-diameter")
def test_the_command_counts_bases_under_a_template() -> None:
    point = ("--rules", "model_size_point")
    assert "1" in fallen("2", "--at", "1.4")
    assert fallen("2", "--at", "1.4", *point) == NOBODY
    assert ["1" in fallen("2", "--at", inches, *point) for inches in ("0.9", "1.1")] == [True, False]
    assert max(fallen("2", "--at", "0", "--at", "1.4", "--at", "1.4", "--at", "1.6")) == "3"
    assert "1" in fallen("2", "--at", "1.9", "--base", "2")
    assert CliRunner().invoke(app, ["odds", "platoon", "he", "2", "--at", "1", "--covered", "2"]).exit_code == 2


@pytest.mark.proves("HEAT-base-he-diameter", "HEAT-up-he-radius")
def test_examples_that_give_distances_count_the_middle_of_a_base() -> None:
    point, radius = ("--rules", "model_size_point"), ("--rules", "he_radius")
    assert fallen("2", "--at", "1.5", *point) == NOBODY
    assert "1" in fallen("2", "--at", "1.5", *point, *radius)
    assert "1" in fallen("2", "--at", "1.1", *point, *radius)


@pytest.mark.proves("HEAT-base-he-template")
def test_the_preview_of_a_blast_counts_bases() -> None:
    def under(*options: str) -> str:
        table = TableTop(options=options)
        table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
        table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire", men=10)
        table.ready(Shooting(RED, A))
        told_ = shots(table.game, table.state, A, B, "fire")
        volleys: list[dict[str, dict[str, str]]] = told_["volleys"]  # type: ignore[assignment]
        return next(each["damage"]["label"] for each in volleys if each["volley"].round == "he")  # type: ignore[attr-defined]

    assert (under(), under("model_size_point")) == (
        'a blast of 2", 4 of 10 under the template',
        'a blast of 2", 1 of 10 under the template',
    )


def test_a_vehicle_is_under_a_template_by_its_outline_however_bases_count() -> None:
    def struck(off: float, *options: str) -> list[str]:
        table = TableTop(options=options, depth=72)
        table.add(RED, "medium_mortar", 36, 5, id="a", order="fire", zero=Zero(2, B, at(36, 40)))
        table.add(BLUE, "medic", 36, 40, id="b", order="fire", men=1)
        table.add(BLUE, "old_tank", 36 + off, 40, id="c", order="fire")
        table.ready(Shooting(RED, A))
        half = table.state.sheets[OTHER].width / 200
        assert half < off
        script = (2, 1, 1, 1, 1) if off - half <= 1 else (2, 1, 1)
        return [event.unit for event in table.play(SHELL, *script).told(told.Struck)]

    for options in ((), ("model_size_point",)):
        assert (struck(2.3, *options), struck(2.6, *options)) == ([OTHER], [])


def test_an_explosive_round_on_a_squad_lays_a_template_on_the_man_in_its_midst() -> None:
    table = TableTop()
    table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire", men=10)
    table.ready(Shooting(RED, A)).play(Shoot((Volley("0", B, "he"),)), 6, (2, 2, 2, 2), 1)
    assert (len(table[B].men), table[B].pins) == (6, 1)


# Bots.


def chosen(gun: str, target: str, *options: str, **facts: int) -> str:
    """The round that a bot fires with the main gun of a vehicle at a target: "he" or ""."""
    table = TableTop(options=options)
    table.add(RED, gun, 36, 10, id="a", order="fire")
    table.add(BLUE, target, 36, 30, id="b", order="fire", **facts)
    table.ready(Shooting(RED, A))
    command = greed.best(table.game, table.state, list(table.game.legal(table.state, "red")))
    assert isinstance(command, Shoot)
    return next(volley.round for volley in command.volleys if volley.arm == "0")


def test_a_bot_lays_a_template_on_many_men_and_keeps_hard_rounds_for_armour() -> None:
    assert chosen("main_battle_tank", "rifle_squad", men=10) == "he"
    assert chosen("main_battle_tank", "old_tank") == ""


def test_a_bot_counts_whom_a_template_covers_as_the_rules_do() -> None:
    def worth(*options: str) -> float:
        table = TableTop(options=options)
        table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
        table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire", men=10)
        table.ready(Shooting(RED, A))
        return appraising.blast_on_worth(Thinking(table.game, table.state), RED, table[B], 2)

    # Four men against one, each felled by 5 of 6 faces, of ten; a D3 of pins both times; 100 points and the rest.
    pins, whole = 2 * appraising.PIN, 0.6 + 100 / 150
    assert worth() == pytest.approx((4 * 5 / 6 / 10 + pins) * whole)
    assert worth("model_size_point") == pytest.approx((5 / 6 / 10 + pins) * whole)


def test_a_bot_does_not_lay_a_template_on_its_own_men() -> None:
    def worth(off: float) -> float:
        table = TableTop()
        table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
        table.add(RED, "medic", 36, 30 + off, id="c", order="fire", men=1)
        table.add(BLUE, "medic", 36, 30, id="b", order="fire", men=1)
        table.ready(Shooting(RED, A))
        return appraising.blast_on_worth(Thinking(table.game, table.state), RED, table[B], 2)

    assert worth(1.4) < 0 < worth(1.6)


def test_the_preview_gives_the_pins_of_several_blasts_once() -> None:
    table = TableTop()
    table.add(RED, "heavy_ifv", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", order="fire", men=10)
    table.ready(Shooting(RED, A))
    volleys: list[Any] = shots(table.game, table.state, A, B, "fire")["volleys"]  # type: ignore[assignment]
    blast = next(each for each in volleys if each["volley"].round == "he")
    # Two shots that hit on a 3 are one hit at least in 8 of 9 cases, and that is a D2 of pins.
    assert (blast["parts"][0]["score"], blast["effect"]["pins"]) == (3, round(1.5 * 8 / 9, 3))
