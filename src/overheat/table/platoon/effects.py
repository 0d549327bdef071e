"""What shots of H.E.A.T do: bullets, flames, blasts, shells and missiles, each with its parts, damage and effect."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from overheat.kernel.odds import Distribution
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Shooting, Unit, Volley
from overheat.platoon.books import BASE
from overheat.platoon.damage import losses
from overheat.platoon.facts import Facing, Result, Shot, Strike
from overheat.platoon.fire import firing, spotting, templates
from overheat.platoon.fire.guns import Gun, range_to
from overheat.platoon.ground.geometry import Spot, bearing, distance
from overheat.platoon.resolution import chances, odds, resolve
from overheat.platoon.rules.standard import blast, drones, indirect, missiles, pins
from overheat.platoon.units.weapons import Count, Weapon
from overheat.table.platoon.previews import share
from overheat.table.platoon.shape import body_of

SOFT = BASE("Damage to infantry and artillery")
RESULTS: tuple[Result, ...] = ("none", "glancing", "full", "massive")
Promise = dict[str, object]


class Aim(msgspec.Struct, frozen=True):
    """A unit that looks at a target along its weapons."""

    battle: Battle
    unit: Unit
    target: Unit
    task: Shooting

    @property
    def rules(self) -> Ruleset:
        return self.battle.rules

    @property
    def soft(self) -> bool:
        return self.battle.sheet(self.target).soft

    @property
    def men(self) -> int:
        return len(self.target.men)


def rows(found: Distribution[int]) -> list[dict[str, object]]:
    """A distribution as a chart has it."""
    chances = [(value, found.probability(value)) for value in sorted(found)]
    return [{"value": value, "label": str(value), "chance": share(odd), "float": float(odd)} for value, odd in chances]


def score(rules: Ruleset, shot: Shot) -> Promise:
    """What a die must show, part by part: what helps lowers it."""
    return {
        "to_hit": resolve.score_tally(rules, shot).as_json(),
        "score": resolve.score_needed(rules, shot),
        "probability": share(odds.to_hit(rules, shot)),
    }


def _part(rules: Ruleset, weapon: Weapon, length: float, many: int = 1, shots: Count = 1) -> Promise:
    return {
        "weapon": weapon.id,
        "name": weapon.name,
        "guns": many,
        "shots": str(shots),
        "expected_shots": round(float(many * odds.number(rules, shots).mean), 3),
        "distance": round(length, 2),
    }


def _direct_part(aim: Aim, gun: Gun, shot: Shot, many: int = 1) -> Promise:
    band = resolve.band_at(aim.rules, gun.weapon, shot.distance)
    flames = "Flamethrower" in gun.weapon.keywords
    shots: Count = 1 if band is None or flames else band.shots
    return {**_part(aim.rules, gun.weapon, shot.distance, many, shots), **score(aim.rules, shot)}


def _effect(
    any_hit: Fraction,
    pinned: Fraction,
    fallen: Distribution[int] | None = None,
    most: int = 0,
    ended: Fraction | None = None,
    turns: int | None = None,
) -> Promise:
    """What is to be expected of a volley as a whole; no more men fall than there are."""
    casualties = None
    if fallen is not None:
        capped = fallen.map(lambda many: min(many, most))
        casualties = {"expected": round(float(capped.mean), 3), "distribution": rows(capped)}
    return {
        "any_hit": share(any_hit),
        "pins": round(float(pinned), 3),
        "casualties": casualties,
        "knocked_out": None if ended is None else share(ended),
        "turns": turns,
    }


def together(aim: Aim, found: Sequence[object]) -> Promise | None:
    """What volleys at one target come to together: pins and losses add up, and no more men fall than there are."""
    told = [effect for effect in found if isinstance(effect, dict)]
    if not told:
        return None
    fallen = [effect["casualties"]["distribution"] for effect in told if effect["casualties"]]
    ended = [effect["knocked_out"] for effect in told if effect["knocked_out"]]
    return {
        "any_hit": share(_any(effect["any_hit"] for effect in told)),
        "pins": round(sum(effect["pins"] for effect in told), 3),
        "casualties": {"expected": round(_fallen_together(fallen, aim.men), 3)} if fallen else None,
        "knocked_out": share(_any(ended)) if ended else None,
    }


def _fallen_together(volleys: list[list[dict[str, Any]]], most: int) -> float:
    """The mean of the men that fall to volleys one after another."""
    so_far: dict[int, float] = {0: 1.0}
    for distribution in volleys:
        more: defaultdict[int, float] = defaultdict(float)
        for fallen, chance in so_far.items():
            for row in distribution:
                more[min(fallen + row["value"], most)] += chance * row["float"]
        so_far = more
    return sum(fallen * chance for fallen, chance in so_far.items())


def _any(chances: Iterable[Sequence[int | str]]) -> Fraction:
    """The chance that at least one of some events happens that have nothing to do with each other."""
    none = Fraction(1)
    for many, of in chances:
        none *= 1 - Fraction(int(many), int(of))
    return 1 - none


# Bullets and flames.


def bullets(aim: Aim, volley: Volley, fired: list[tuple[Gun, Shot]]) -> Promise:
    """Shots that are rolled for one by one, like ones together."""
    alike = Counter((gun.weapon.id, resolve.score_needed(aim.rules, shot)) for gun, shot in fired)
    first: dict[tuple[str, int], tuple[Gun, Shot]] = {}
    for gun, shot in fired:
        first.setdefault((gun.weapon.id, resolve.score_needed(aim.rules, shot)), (gun, shot))
    groups = [(*first[key], many) for key, many in alike.items()]
    missed = Fraction(1)
    for _, shot, many in groups:
        missed *= odds.hits(aim.rules, shot).probability(0) ** many
    gun, shot = fired[0]
    pinned = (1 - missed) * _pins(aim, volley, gun.weapon)
    if aim.soft or volley.at_drone:
        damage = _on_men(aim, volley, gun, shot)
        fallen = _fallen(aim, volley, groups)
        if volley.at_drone:
            effect = _effect(1 - missed, pinned, ended=fallen.at_least(1))
        else:
            effect = _effect(1 - missed, pinned, fallen, aim.men)
    else:
        damage = on_armour(aim, _strike(aim, gun, shot))
        effect = _effect(1 - missed, pinned, ended=1 - _stands(aim, groups))
    return {"parts": [_direct_part(aim, *group) for group in groups], "damage": damage, "effect": effect}


def _pins(aim: Aim, volley: Volley, weapon: Weapon) -> Fraction:
    """The pins that the hits of a volley give on average."""
    sheet = aim.battle.sheet(aim.target)
    deaf = aim.rules[pins.shrugged_off](aim.rules, weapon, sheet.damage_value, aim.battle.open_topped(aim.target))
    if volley.at_drone or (deaf and not sheet.soft):
        return Fraction(0)
    return odds.number(aim.rules, aim.rules[pins.gained](aim.rules, weapon, 1, aim.battle.sheet(aim.unit).slot)).mean


def _toughness(aim: Aim, volley: Volley, gun: Gun) -> int:
    value = aim.battle.sheet(aim.target).damage_value
    if volley.at_drone:
        return aim.rules[drones.damage_value](aim.rules, value)
    return value + firing.shield_of(aim.battle, aim.target, gun)


def _on_men(aim: Aim, volley: Volley, gun: Gun, shot: Shot) -> Promise:
    value = _toughness(aim, volley, gun)
    pen = resolve.soft_pen(aim.rules, gun.weapon, False)
    return {
        "label": "a hit brings the drone down" if volley.at_drone else "a hit fells a man",
        "pen": Tally((Term("pen", pen, gun.weapon.name, SOFT),)).as_json(),
        "damage_value": value,
        "probability": share(odds.casualty(aim.rules, shot, value)),
        "results": [],
    }


def _fallen(aim: Aim, volley: Volley, groups: list[tuple[Gun, Shot, int]]) -> Distribution[int]:
    """Men who fall to all guns together."""
    total: Distribution[int] = Distribution.always(0)
    for gun, shot, many in groups:
        more = odds.casualties(aim.rules, shot, _toughness(aim, volley, gun), many)
        total = total.combine(more, lambda one, other: one + other)
    return total


def _strike(aim: Aim, gun: Gun, shot: Shot) -> Strike:
    facing = losses.facing_from(aim.battle, aim.target, gun.at)
    return losses.on_hull(aim.battle, aim.target, Strike(weapon=gun.weapon, distance=shot.distance, facing=facing))


def on_armour(aim: Aim, struck: Strike) -> Promise:
    """One hit on a vehicle, part by part."""
    found = odds.strike(aim.rules, struck).results
    chances = [(name, found.probability(name)) for name in RESULTS]
    return {
        "label": f"one hit on the {struck.facing}",
        "pen": resolve.penetration(aim.rules, struck).as_json(),
        "damage_value": struck.damage_value,
        "probability": share(1 - found.probability("none")),
        "results": [
            {"value": name, "label": name, "chance": share(odd), "float": float(odd)} for name, odd in chances if odd
        ],
    }


def _fatal(aim: Aim, struck: Strike) -> Fraction:
    """The chance that one hit is the end of a vehicle."""
    if aim.battle.sheet(aim.target).kind == "helicopter":
        return odds.strike_helicopter(aim.rules, struck)
    return odds.strike(aim.rules, struck).knocked_out


def _survives(hits: Distribution[int], fatal: Fraction) -> Fraction:
    """The chance that none of some hits is fatal."""
    return sum(((1 - fatal) ** many * hits.probability(many) for many in hits), start=Fraction(0))


def _stands(aim: Aim, groups: list[tuple[Gun, Shot, int]]) -> Fraction:
    """The chance that no hit of all guns knocks a vehicle out at once."""
    stays = Fraction(1)
    for gun, shot, many in groups:
        stays *= _survives(odds.hits(aim.rules, shot), _fatal(aim, _strike(aim, gun, shot))) ** many
    return stays


def flames(aim: Aim, volley: Volley, gun: Gun, shot: Shot) -> Promise:
    """Flames: one roll to hit, many hits, more pins than bullets give, and vehicles are struck from above."""
    hit = odds.to_hit(aim.rules, shot)
    pinned = Fraction(0) if volley.at_drone else hit * (odds.number(aim.rules, "D3").mean + 1)
    hits = odds.hits(aim.rules, shot)
    part = [_direct_part(aim, gun, shot)]
    if aim.soft or volley.at_drone:
        fallen = odds.casualties(aim.rules, shot, _toughness(aim, volley, gun))
        ended = fallen.at_least(1) if volley.at_drone else None
        effect = _effect(hit, pinned, None if volley.at_drone else fallen, aim.men, ended)
        return {"parts": part, "damage": _on_men(aim, volley, gun, shot), "effect": effect}
    struck = losses.on_hull(aim.battle, aim.target, Strike(weapon=gun.weapon, facing="top"))
    effect = _effect(hit, pinned, ended=1 - _survives(hits, _fatal(aim, struck)))
    return {"parts": part, "damage": on_armour(aim, struck), "effect": effect}


# Blasts, shells and missiles.


def explosive(aim: Aim, gun: Gun, shot: Shot) -> Promise:
    """Explosive rounds fired directly: a blast for each that hits."""
    laid = aim.rules[blast.templates]
    hits = odds.hits(aim.rules, shot).map(lambda hit: laid(aim.rules, hit))
    facing = None if aim.soft else losses.facing_from(aim.battle, aim.target, gun.at)
    return {"parts": [_direct_part(aim, gun, shot)], **_blasts(aim, gun.weapon, hits, facing, indirect=False)}


def shell(aim: Aim, volley: Volley, gun: Gun) -> Promise:
    """A shell in an arc: one die against what the gun has zeroed in to."""
    need = spotting.need_for(aim.battle, aim.unit, aim.target)
    hit = Fraction(sum(aim.rules[indirect.hits](aim.rules, face, need) for face in range(1, 7)), 6)
    zero = Tally((Term("zeroed", need, "as far as the gun has zeroed in", BASE("Indirect fire")),))
    far = distance(gun.at, spotting.aim_at(aim.battle, aim.target))
    part = {**_part(aim.rules, gun.weapon, far), "to_hit": zero.as_json(), "score": need, "probability": share(hit)}
    if volley.round == "smoke":
        return {"parts": [part], "damage": None, "effect": _effect(hit, Fraction(0))}
    facing = aim.rules[indirect.strikes](aim.rules)
    return {"parts": [part], **_blasts(aim, gun.weapon, odds.binomial(1, hit), facing, indirect=True)}


def template(battle: Battle, at: Spot, size: int) -> Promise:
    """A template as it would lie at a place, with the models of each unit that it covers."""
    caught = ((unit, templates.bodies_under(battle, at, size, unit)) for unit in battle.on_table())
    under = [{"unit": unit.id, "bodies": [body_of(body) for body in bodies]} for unit, bodies in caught if bodies]
    return {"at": at, "radius": battle.rules[blast.radius](battle.rules, size), "under": under}


def _blasts(aim: Aim, weapon: Weapon, hits: Distribution[int], facing: Facing | None, *, indirect: bool) -> Promise:
    """What some blasts on the target do, and where their template lies, unless it is in a building or in the air."""
    size = weapon.he or 1
    laid = None
    if aim.target.at.z == 0 and aim.target.building is None:
        laid = template(aim.battle, templates.centre_on(aim.battle, aim.target), size)
    return {**_blasted(aim, weapon, hits, facing, indirect=indirect), "template": laid}


def _blasted(aim: Aim, weapon: Weapon, hits: Distribution[int], facing: Facing | None, *, indirect: bool) -> Promise:
    """What some blasts on the target do: to men under the template, or to a vehicle on the ground."""
    size = weapon.he or 1
    spread = aim.rules[blast.BLASTS][size]
    pinned = odds.number(aim.rules, spread.pins).mean * hits.at_least(1)
    if aim.target.at.z > 0:
        return {"damage": None, "effect": _effect(hits.at_least(1), Fraction(0), ended=Fraction(0))}
    if not aim.soft:
        struck = Strike(weapon=weapon, facing=facing or "front", indirect=indirect, pen=spread.pen)
        struck = losses.on_hull(aim.battle, aim.target, struck)
        ended = 1 - _survives(hits, _fatal(aim, struck))
        return {"damage": on_armour(aim, struck), "effect": _effect(hits.at_least(1), pinned, ended=ended)}
    covered = None if aim.target.building is not None else _covered(aim, size)
    value, down = aim.battle.sheet(aim.target).damage_value, aim.battle.order_of(aim.target).low
    one = odds.blast_casualties(aim.rules, size, value, covered, down)
    fallen = hits.then(lambda many: one.repeat(many))
    if not covered and covered is not None:
        pinned = Fraction(0)
    return {
        "damage": _under_template(aim, size, covered),
        "effect": _effect(hits.at_least(1), pinned, fallen, aim.men),
    }


def _under_template(aim: Aim, size: int, covered: int | None) -> Promise:
    pen = aim.rules[blast.BLASTS][size].pen
    value = aim.battle.sheet(aim.target).damage_value
    under = "inside a building" if covered is None else f"{covered} of {aim.men} under the template"
    down = "; who is down takes half the hits, rounded down" if aim.battle.order_of(aim.target).low else ""
    fells = odds.blast_casualties(aim.rules, size, value, 1).probability(1)
    return {
        "label": f'a blast of {size}", {under}{down}',
        "pen": Tally((Term("pen", pen, f'blast of {size}"', BASE("High explosive")),)).as_json(),
        "damage_value": value,
        "probability": share(fells),
        "results": [],
    }


def _covered(aim: Aim, size: int) -> int:
    """How many men of the target a template on its midst covers."""
    return templates.men_under(aim.battle, templates.centre_on(aim.battle, aim.target), size, aim.target)


def missile(aim: Aim, gun: Gun) -> Promise:
    """A guided missile: its flight, and the shot at the end of it if nothing changes."""
    rules = aim.rules
    weapon, muzzle = gun.weapon, gun.at
    shot = firing.guided_shot(aim.battle, aim.unit, weapon, aim.target)
    far = distance(muzzle, firing.missile_goal(aim.battle, aim.target, muzzle))
    hit = odds.to_hit(rules, shot)
    facing = rules[missiles.struck_facing](rules, weapon, bearing(aim.target.at, aim.target.heading, muzzle))
    struck = losses.on_hull(aim.battle, aim.target, Strike(weapon=weapon, facing=facing))
    turns = chances.missile_turns(rules, far)
    effect = _effect(hit, hit * odds.number(rules, weapon.pins).mean, ended=hit * _fatal(aim, struck), turns=turns)
    return {
        "parts": [{**_part(rules, weapon, far), **score(rules, shot)}],
        "damage": on_armour(aim, struck),
        "effect": effect,
    }


def out_of_range(aim: Aim, volley: Volley, guns: list[Gun]) -> str:
    """Why no gun of a lawful volley reaches its target."""
    far = min(range_to(aim.battle, gun, aim.target, volley) for gun in guns)
    reaches = [gun.weapon.reach for gun in guns if gun.weapon.reach is not None]
    return f'out of range: {far:.1f}" where {max(reaches, default=0):g}" is the reach'
