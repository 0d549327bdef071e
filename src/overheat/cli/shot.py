"""`overheat shot`: number, terms, odds and outcome of a shot or a volley, without a board."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overheat.cli.console.console import Out, refusals, write_json, writing
from overheat.cli.console.layers import Rules, apart

if TYPE_CHECKING:
    from overheat.api.shots import Shot, Volley


class Form(StrEnum):
    """How a shot is printed."""

    TABLE = "table"
    JSON = "json"


class Side(StrEnum):
    """A side of a unit."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"


def shot(
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="Who fires: a name, a model or a unit file.")],
    at: Annotated[str, typer.Option(metavar="UNIT", help="The target: a name, a model or a unit file.")],
    distance: Annotated[int, typer.Option(min=1, metavar="HEXES", help="How far away the target is.")],
    weapon: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="What is fired, as often as you like; else everything.")
    ] = None,
    moved: Annotated[str, typer.Option(metavar="MODE", help="How the attacker moved: walk, run, jump, ...")] = (
        "stationary"
    ),
    walked: Annotated[int, typer.Option(min=0, metavar="HEXES", help="How far the target walked.")] = 0,
    ran: Annotated[int, typer.Option(min=0, metavar="HEXES", help="How far the target ran.")] = 0,
    jumped: Annotated[int, typer.Option(min=0, metavar="HEXES", help="How far the target jumped.")] = 0,
    woods: Annotated[int, typer.Option(min=0, metavar="HEXES", help="Light woods between the units.")] = 0,
    heavy_woods: Annotated[int, typer.Option(min=0, metavar="HEXES", help="Heavy woods between the units.")] = 0,
    terrain: Annotated[str, typer.Option(metavar="TERRAIN", help="What the target stands in: light woods, ...")] = "",
    cover: Annotated[bool, typer.Option("--cover", help="The target has partial cover.")] = False,
    side: Annotated[Side, typer.Option(help="The side that the target shows.")] = Side.FRONT,
    arc: Annotated[Side, typer.Option(help="The arc of the attacker that the target is in.")] = Side.FRONT,
    prone: Annotated[bool, typer.Option("--prone", help="The target is prone.")] = False,
    heat: Annotated[int, typer.Option(min=0, metavar="POINTS", help="The heat of the attacker.")] = 0,
    gunnery: Annotated[int, typer.Option(min=0, max=8, metavar="SKILL", help="The gunnery skill of the attacker.")] = 4,
    outcomes: Annotated[
        bool, typer.Option("--outcomes", help="What may become of the target: breaches, critical hits, a fall, a kill.")
    ] = False,
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="UNIT@HEXES[:SIDE]",
            help="Who fires at the target as well, with everything, how far away and at which side: outcomes of all.",
        ),
    ] = None,
    exactly: Annotated[
        bool, typer.Option("--exactly", help="Outcomes to the last fraction, however long that takes.")
    ] = False,
    rules: Rules = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Say what a unit needs to hit another, why, and what comes of it, without a board.

    Of one weapon every term is told with where it is written; of several the numbers, chances and the damage together.
    """
    from overheat.api.shots import volley
    from overheat.api.units import unit as unit_of

    names = tuple(apart(rules))
    with refusals():
        weighed = volley(
            unit_of(unit, names, gunnery),
            at,
            distance,
            tuple(weapon or ()),
            moved=moved,
            walked=walked,
            ran=ran,
            jumped=jumped,
            woods=woods,
            heavy_woods=heavy_woods,
            target_terrain=terrain,
            partial_cover=cover,
            side=side.value,
            arc=arc.value,
            prone=prone,
            heat=heat,
            rules=names,
        )
        others = [_other(each, at, names, walked, ran, jumped, terrain, prone) for each in also or ()]
        foreseen = weighed.together(*others, exactly=exactly) if outcomes or exactly or others else None
    with writing(out) as file:
        if form is Form.JSON:
            more = {} if foreseen is None else {"outcomes": foreseen.as_json()}
            write_json(file, {**_as_json(weighed), **more})
        else:
            file.write(f"{weighed}\n" if foreseen is None else f"{weighed}\n\n{foreseen}\n")


def _other(
    told: str, at: str, rules: tuple[str, ...], walked: int, ran: int, jumped: int, terrain: str, prone: bool
) -> Volley:
    """Another attacker as he is written: `AWS-8Q@9:rear`."""
    from overheat.api.shots import volley
    from overheat.kernel.refusal import refuse

    unit, _, where = told.rpartition("@")
    hexes, _, side = where.partition(":")
    if not unit or not hexes.isdigit() or side not in ("", *Side):
        raise refuse("shot.with", f"{told!r} is not a unit and a distance, as AWS-8Q@9 or AWS-8Q@9:rear")
    return volley(
        unit,
        at,
        int(hexes),
        walked=walked,
        ran=ran,
        jumped=jumped,
        target_terrain=terrain,
        side=Side(side or "front").value,
        prone=prone,
        rules=rules,
    )


def _as_json(weighed: Volley) -> dict[str, Any]:
    return {
        "shots": [_shot_as_json(each) for each in weighed.shots],
        "damage": {str(points): _exact(weighed.damage.probability(points)) for points in sorted(weighed.damage)},
        "expected": _exact(weighed.expected),
        "heat": _exact(weighed.heat),
    }


def _shot_as_json(each: Shot) -> dict[str, Any]:
    return {
        "weapon": each.weapon,
        "target_number": each.number,
        "probability": _exact(each.chance),
        "terms": [term.as_json() for term in each.needed or ()],
        "expected": _exact(each.damage.mean),
        "refusal": None if each.refusal is None else each.refusal.as_json(),
    }


def _exact(number: Any) -> int | str:
    from overheat.kernel.terms import number_as_json

    return number_as_json(number)
