"""What weapons would do before they are declared: each by itself, at every target, and a whole volley.

Numbers are those of the rules themselves, from the functions that the game asks when something is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from overheat.classic.attack.to_hit import refusal
from overheat.classic.battle.chances import as_ways
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import line_of
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.phrases import place, short_names
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.facts.targets import target_of
from overheat.classic.outcomes.effort import AT_MOST
from overheat.classic.outcomes.volley import outcomes_of
from overheat.classic.rules.standard.heat import certainly_shuts_down, shot_heat, tracks_heat
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.salvos import rates
from overheat.classic.rules.standard.systems import works
from overheat.classic.turn import weapons
from overheat.classic.turn.heat import HOTTEST, heat_room
from overheat.classic.turn.preview import Preview, damage_of_volley, heat_after, of_shot
from overheat.classic.turn.round import carry_out
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.dice import Scripted
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Number, number_as_json
from overheat.kernel.wording.phrases import counted
from overheat.table.classic.overheating import consequences
from overheat.table.classic.previews import unit_of

Told = dict[str, Any]
CONDITIONS = 300
"""As many conditions of a target are told apart while somebody waits at a page."""
EFFORT = AT_MOST // 2
"""So much work is spent on it meanwhile."""


def shots(state: State, id: str, target_id: str) -> list[Told]:
    """Every way to fire every weapon of a unit at a target: its number explained or its refusal, and what to expect."""
    unit = unit_of(state, id)
    target = _target(state, target_id)
    room = heat_room(state, unit)
    found = (shot for mount in unit.plan.weapons for shot in _all_ways(state, unit, mount, target))
    return [_shot(state, unit, shot, room) for shot in found]


def _target(state: State, id: str) -> Unit:
    target = target_of(state, id)
    if target is None:
        raise refuse("preview.target", f"no target {id[:60]!r}", target=id[:60])
    return target


def ways(state: State, unit: Unit, mount: int, target: str) -> Iterator[Shot]:
    """A shot for each kind of ammunition, from a bin that still holds some, and each rate."""
    weapon = unit.sheet.mounts[mount].weapon
    assert weapon is not None
    kinds: dict[str, int | None] = {}
    feeds = unit.plan.feeds.get(mount) or (None,)
    for feed in sorted(feeds, key=lambda feed: feed is not None and unit.condition.shots[feed] == 0):
        kinds.setdefault("" if feed is None else unit.sheet.mounts[feed].equipment.id, feed)
    for feed in kinds.values():
        for rate in state.relief.rules[rates](state.relief.rules, weapon):
            yield Shot(mount, target, feed, rate)


def _all_ways(state: State, unit: Unit, mount: int, target: Unit) -> Iterator[Shot]:
    """The plain ways, and all others that may be declared: by a spotter, aimed, for heat."""
    plain = [*ways(state, unit, mount, target.id)]
    yield from plain
    yield from (shot for fire in weapons.fires_at(state, unit, mount, target) if (shot := fire.shot) not in plain)


def _forbidden(state: State, unit: Unit, shot: Shot) -> Refusal | None:
    no = refusal(attack_of(state, unit, shot))
    return Refusal("preview.works", "it no longer works") if no is None and not works(unit, shot.mount) else no


def _shot(state: State, unit: Unit, shot: Shot, room: Number | None) -> Told:
    no, fire = _forbidden(state, unit, shot), Fire.of(shot)
    promise = no_promise(no) if no is not None else promised(of_shot(state, unit, fire))
    return {**facts(state, unit, shot), **promise, **_heat(state, unit, fire, room)}


def facts(state: State, unit: Unit, shot: Shot) -> Told:
    """What a shot is, whether it may be made or not."""
    attack = attack_of(state, unit, shot)
    return {
        "command": Fire.of(shot),
        "way": way_of(state, unit, shot),
        "weapon": attack.weapon.name,
        "location": attack.mount.location,
        "rear": attack.mount.rear,
        "ammunition": None if shot.feed is None else unit.sheet.mounts[shot.feed].equipment.name,
        **_choices(state, unit, shot.mount),
        "distance": attack.distance,
        "bracket": attack.bracket,
        "heat": number_as_json(shot_heat(attack.rules, unit, shot, state)),
    }


def _choices(state: State, unit: Unit, mount: int) -> Told:
    """How many shots a weapon may fire at once, and the kinds of ammunition that it may be fed with, by name."""
    weapon, feeds = unit.sheet.mounts[mount].weapon, unit.plan.feeds.get(mount) or ()
    assert weapon is not None
    return {
        "rates": list(state.relief.rules[rates](state.relief.rules, weapon)),
        "loads": list(dict.fromkeys(unit.sheet.mounts[feed].equipment.name for feed in feeds)),
    }


def way_of(state: State, unit: Unit, shot: Shot) -> str:
    """How a weapon would fire, in words that tell it from its other ways; nothing for the plain one."""
    names = short_names(state.units.values())
    fed = None if shot.feed is None else unit.sheet.mounts[shot.feed].equipment.name
    told = (
        f"{shot.rate} shots at once" if shot.rate > 1 else "",
        {"": "", "heat": "to heat it up"}.get(shot.mode, shot.mode),
        f"aimed at the {place(shot.aimed)}" if shot.aimed else "",
        f"spotted by {names[shot.spotter]}" if shot.spotter else "",
        f"{fed}, {counted(unit.condition.shots[shot.feed], 'shot')} left" if fed and shot.feed is not None else "",
    )
    return ", ".join(filter(None, told))


def promised(preview: Preview) -> Told:
    """What an attack promises."""
    return {
        "target_number": int(preview.needed.total),
        "terms": [term.as_json() for term in preview.needed],
        "probability": as_ways(preview.chance),
        "expected_damage": round(float(preview.damage), 3),
        "refusal": None,
    }


def no_promise(no: Refusal) -> Told:
    """Why an attack promises nothing."""
    return {
        "target_number": None,
        "terms": [],
        "probability": None,
        "expected_damage": None,
        "refusal": no.as_json(),
    }


def _heat(state: State, unit: Unit, fire: Fire, room: Number | None) -> Told:
    """The heat at the end of the round, if this is fired besides what was declared."""
    if not state.relief.rules[tracks_heat](state.relief.rules, unit):
        return {"heat_after": None, "heat_built": None, "heat_sunk": None, "heat_room": None}
    built, sunk, after = heat_after(state, unit, (fire,))
    return {
        "heat_after": number_as_json(after),
        "heat_built": built.as_json(),
        "heat_sunk": sunk.as_json(),
        "heat_room": None if room is None else number_as_json(room),
    }


def targets(state: State, id: str) -> list[Told]:
    """Everybody as a target of a unit: the best number, the damage to expect of all that fire, or why none may."""
    unit = unit_of(state, id)
    found = [_as_target(state, unit, other) for other in weapons.targets_of(state, unit)]
    return sorted(found, key=lambda told: (-told["expected_damage"], told["distance"], told["target"]))


def _as_target(state: State, unit: Unit, enemy: Unit) -> Told:
    line = line_of(state.relief, unit, enemy)
    allowed: dict[int, list[tuple[Shot, Preview]]] = {}
    no = line.refusal
    for mount in unit.plan.weapons:
        for shot in ways(state, unit, mount, enemy.id) if weapons.shots_left(state, unit, mount) else ():
            forbidden = _forbidden(state, unit, shot)
            no = no or forbidden
            fires = weapons.indirectly(state, unit, shot) if forbidden else (Fire.of(shot),)
            for fire in fires:
                allowed.setdefault(mount, []).append((fire.shot, of_shot(state, unit, fire)))
    best = max((pair for pairs in allowed.values() for pair in pairs), key=lambda pair: pair[1].chance, default=None)
    expected = sum((max(preview.damage for _, preview in pairs) for pairs in allowed.values()), Fraction(0))
    if enemy.sheet.kind == "infantry":
        expected = min(expected, Fraction(enemy.condition.troopers))
    if best is None and no is None:
        no = Refusal("preview.weapons", "it has nothing left to fire")
    return {
        "target": enemy.id,
        "name": enemy.sheet.name,
        "side": enemy.side,
        "hex": str(enemy.hex),
        "distance": unit.hex.distance(enemy.hex),
        "visible": line.visible,
        "struck": state.relief.rules[side_hit](state.relief.rules, enemy, unit.hex),
        "best": None if best is None else {**facts(state, unit, best[0]), **promised(best[1])},
        "weapons": len(allowed),
        "expected_damage": round(float(expected), 3),
        "refusal": None if best is not None or no is None else no.as_json(),
    }


def volley(state: State, id: str, target: str, fires: Sequence[Fire]) -> Told:
    """What a unit has declared and more shots at a target would do together: damage, heat, ammunition."""
    unit = unit_of(state, id)
    if target:
        _target(state, target)
    scene = Scene(state, Scripted())
    refusals = [carry_out(scene, scene.unit(id), fire, "weapons") for fire in fires]
    after = scene.unit(id)
    told = [{**_declared(scene.state, after, shot), "declared": shot in unit.volley} for shot in after.volley]
    told += [
        {"command": fire, "declared": False, **_named(state, unit, fire.mount), **no_promise(no)}
        for fire, no in zip(fires, refusals, strict=True)
        if no is not None
    ]
    counted = [shot for shot in after.volley if not target or shot.target == target]
    spread = damage_of_volley(scene.state, after, counted)
    return {
        "shots": told,
        **spread_told(spread),
        "heat": heat_told(scene.state, after),
        "ammunition": _ammunition(after),
    }


def outcomes(state: State, id: str, target: str, fires: Sequence[Fire], together: bool = False) -> Told:
    """What may become of a target from all that a unit has declared at it, and from more shots.

    `together` with all that others of its side have declared at it, in the order in which they fire.
    """
    _target(state, target)
    scene = Scene(state, Scripted())
    for fire in fires:
        carry_out(scene, scene.unit(id), fire, "weapons")
    firing = [
        unit for unit in scene.state.units.values() if unit.id == id or (together and unit.side == scene.unit(id).side)
    ]
    attacks = [attack_of(scene.state, unit, shot) for unit in firing for shot in unit.volley if shot.target == target]
    return {
        **outcomes_of(scene.state, target, attacks, most=CONDITIONS, effort=EFFORT).as_json(),
        "others": _others(scene, id, target),
    }


def _others(scene: Scene, id: str, target: str) -> int:
    """How many shots others of the side of a unit have declared at a target."""
    units = scene.state.units.values()
    allies = [unit for unit in units if unit.id != id and unit.side == scene.unit(id).side]
    return sum(shot.target == target for unit in allies for shot in unit.volley)


def _declared(state: State, unit: Unit, shot: Shot) -> Told:
    return {**facts(state, unit, shot), **promised(of_shot(state, unit, Fire.of(shot)))}


def _named(state: State, unit: Unit, mount: int) -> Told:
    """What a mount is, where there is one."""
    if mount not in unit.plan.weapons:
        return {}
    held = unit.sheet.mounts[mount]
    choices = _choices(state, unit, mount)
    return {"weapon": held.equipment.name, "location": held.location, "rear": held.rear, **choices}


def spread_told(spread: Distribution[Number]) -> Told:
    """How much damage is how likely, and what to expect."""
    return {
        "damage": [
            {"damage": much if isinstance(much, int) else float(much), "chance": float(spread.probability(much))}
            for much in sorted(spread)
        ],
        "expected_damage": round(float(spread.mean), 3),
    }


def heat_told(state: State, unit: Unit) -> Told | None:
    """The heat of a machine at the end of the round, from what it did and declared."""
    if not state.relief.rules[tracks_heat](state.relief.rules, unit):
        return None
    built, sunk, after = heat_after(state, unit)
    return {
        "before": number_as_json(unit.condition.heat),
        "built": built.as_json(),
        "sunk": sunk.as_json(),
        "after": number_as_json(after),
        "consequences": consequences(state, unit, after),
        "top": top_of_scale(state.relief.rules),
    }


def top_of_scale(rules: Ruleset) -> int:
    """The heat at which the scale ends: a machine shuts down whatever its pilot does."""
    return next((heat for heat in range(1, HOTTEST) if rules[certainly_shuts_down](rules, heat)), HOTTEST)


def _ammunition(unit: Unit) -> list[Told]:
    """What a volley takes from each bin and one-shot launcher."""
    used: dict[int, int] = {}
    for shot in unit.volley:
        weapon = unit.sheet.mounts[shot.mount].weapon
        one_shot = weapon is not None and bool(weapon.shots)
        bin_ = shot.mount if one_shot else shot.feed
        if bin_ is not None:
            used[bin_] = used.get(bin_, 0) + (1 if one_shot else shot.rate)
    return [
        {
            "mount": at,
            "name": unit.sheet.mounts[at].equipment.name,
            "location": unit.sheet.mounts[at].location,
            "used": count,
            "left": max(0, unit.condition.shots[at] - count),
        }
        for at, count in sorted(used.items())
    ]
