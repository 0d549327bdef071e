"""What each weapon of a H.E.A.T unit would do to a target: the score explained, chances, and losses to expect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.platoon.battle.commands import Commands, Shoot
from overheat.platoon.battle.state import Shooting, State, Volley
from overheat.platoon.damage import losses
from overheat.platoon.facts import Order, Shot
from overheat.platoon.fire import aiming
from overheat.platoon.fire.guns import Gun, barrel_of, guns_of, shots_of
from overheat.platoon.fire.volleys import other_choices, possible_volleys, volley_choices
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import distance
from overheat.platoon.rosters.catalogue import options
from overheat.platoon.rules.standard.orders import kind_of
from overheat.table.platoon import effects
from overheat.table.platoon.effects import Aim
from overheat.table.platoon.previews import battle_of, unit_of

ROUNDS = {"he": "explosive round", "tandem": "tandem round", "smoke": "smoke round"}
A_VEHICLE, A_PIN = 6.0, 0.3
"""What a vehicle and a pin are worth in men, to put targets in order."""
OTHER = {
    "Bomb": "drop a bomb",
    "Lay": "lay a device: {kind}",
    "Attach": "attach a device to {vehicle}",
    "ThrowSmoke": "throw smoke grenades",
    "Breach": "use the bangalore on the {work}",
    "OpenDoor": "open the {door} door",
    "CallStrike": "call a strike",
    "Shell": "fire a shell at a place",
    "Dive": "dive at a place and go off",
}


def shots(game: PlatoonGame, state: State, id: str, target: str, order: Order) -> dict[str, object]:
    """Every volley of a unit at a target: as it may fire now, else as it would with an order."""
    battle = battle_of(game, state)
    unit, enemy = unit_of(state, id), unit_of(state, target)
    task = battle.tasks[-1] if battle.tasks else None
    now = isinstance(task, Shooting) and task.unit == id
    if not isinstance(task, Shooting) or not now:
        if not kind_of(battle.rules, order).shoots:
            raise refuse("preview.order", f"nobody shoots on the order {order!r}", order=order)
        unit = battle.update(unit, order=order)
        task = Shooting(unit.side, id)
    if enemy.place != "table" or enemy.side == unit.side:
        raise refuse("preview.target", "only enemies on the table are shot at", target=target)
    if unit.place not in ("table", "aboard"):
        raise refuse("preview.table", "the unit is not on the table", unit=id)
    aim = Aim(battle, unit, enemy, task)
    listed = list(possible_volleys(battle, unit, enemy, task))
    foretold = [_volley(aim, volley, now) for volley in listed]
    return {
        "unit": id,
        "target": target,
        "now": now,
        "occasion": task.occasion,
        "order": unit.order,
        **_seen(aim),
        "volleys": foretold,
        "commands": list(_combined(aim, listed, foretold)) if now else [],
        "other": [_other(command) for command in other_choices(battle, task)] if now else [],
    }


def targets(game: PlatoonGame, state: State, id: str, order: Order) -> dict[str, object]:
    """Every enemy on the table with the best that a unit can do to it, the most promising first; or why nothing."""
    unit = unit_of(state, id)
    enemies = [each.id for each in state.units.values() if each.side != unit.side and each.place == "table"]
    found = [_prospect(shots(game, state, id, enemy, order)) for enemy in enemies]
    return {"unit": id, "targets": sorted(found, key=lambda told: -float(str(told["worth"])))}


def _prospect(told: dict[str, Any]) -> dict[str, object]:
    """The best that shots at a target promise: of those that go together now, else of single volleys."""
    together = [(each["label"], each["effect"]) for each in told["commands"]]
    alone = [(each["label"], each["effect"]) for each in told["volleys"] if not each["refusal"]]
    promised = [(label, effect) for label, effect in together or alone if effect]
    label, effect = max(promised, key=lambda each: _worth(each[1]), default=("", None))
    no = next((each["refusal"] for each in told["volleys"] if each["refusal"]), None)
    seen = {name: told[name] for name in ("target", "distance", "sight", "cover", "facing")}
    return {**seen, "label": label, "effect": effect, "worth": _worth(effect), "refusal": None if effect else no}


def _worth(effect: dict[str, Any] | None) -> float:
    """How promising an effect is, to put targets in order: a vehicle counts as some men, a pin little."""
    if effect is None:
        return -1
    ended = effect["knocked_out"]
    fallen = effect["casualties"]["expected"] if effect["casualties"] else 0
    return float(fallen) + (A_VEHICLE * int(ended[0]) / int(ended[1]) if ended else 0) + A_PIN * float(effect["pins"])


def _seen(aim: Aim) -> dict[str, object]:
    battle, unit, target = aim.battle, aim.unit, aim.target
    if unit.place != "table":
        return {"distance": None, "sight": None, "cover": None, "facing": None}
    barrel = barrel_of(battle, unit, None)
    muzzle = battle.eyes(unit)[0] if barrel is None else barrel
    slant = min(distance(muzzle, eye) for eye in battle.eyes(target))
    far = battle.distance(unit, target) if barrel is None else slant
    return {
        "distance": round(far, 2),
        "sight": battle.sees(unit, target),
        "cover": battle.cover(muzzle, target),
        "facing": None if aim.soft else losses.facing_from(battle, target, muzzle),
    }


def _combined(aim: Aim, listed: list[Volley], foretold: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    """Shots that may be fired together now, the fullest first."""
    found = [
        volleys
        for volleys in volley_choices(aim.battle, aim.task)
        if all(volley.target == aim.target.id for volley in volleys)
    ]
    for volleys in sorted(found, key=len, reverse=True):
        numbers = [listed.index(volley) for volley in volleys if volley in listed]
        yield {
            "command": Shoot(volleys),
            "label": " and ".join(_label(aim, volley) for volley in volleys),
            "volleys": numbers,
            "effect": effects.together(aim, [foretold[number]["effect"] for number in numbers]),
        }


def _other(command: Commands) -> dict[str, object]:
    facts = msgspec.to_builtins(command)
    name = type(command).__name__
    return {"command": command, "label": OTHER[name].format(**facts) if name in OTHER else name}


def _label(aim: Aim, volley: Volley) -> str:
    extra = [ROUNDS[volley.round]] if volley.round in ROUNDS else []
    extra += ["in an arc"] if volley.indirect else []
    extra += ["at the drone"] if volley.at_drone else []
    name = _weapons(aim, volley)
    return f"{name} ({', '.join(extra)})" if extra else name


def _weapons(aim: Aim, volley: Volley) -> str:
    """The weapons of a volley by name, like ones counted."""
    if volley.arm in ("law", "ugl") and volley.arm in options():
        return options()[volley.arm].name
    try:
        named = Counter(gun.weapon.name for gun in guns_of(aim.battle, aim.unit, volley))
    except RefusedError:
        return volley.arm
    return _listed(named)


def _listed(named: Counter[str]) -> str:
    """Weapons by name and how many of each."""
    return ", ".join(f"{many} × {name}" if many > 1 else name for name, many in named.items())


def _silent(guns: list[Gun], fired: list[tuple[Gun, Shot]]) -> str:
    """Weapons of a volley that do not reach or do not see its target."""
    return _listed(Counter(gun.weapon.name for gun in guns) - Counter(gun.weapon.name for gun, _ in fired))


def _volley(aim: Aim, volley: Volley, now: bool) -> dict[str, object]:
    """One volley: whether it may be fired, its parts, and what it does."""
    told: dict[str, object] = {
        "volley": volley,
        "label": _label(aim, volley),
        "weapon": None,
        "guns": 0,
        "command": None,
        "refusal": None,
        "parts": [],
        "silent": "",
        "damage": None,
        "effect": None,
        "template": None,
    }
    no = _refused(aim, volley)
    if no is not None:
        return {**told, "refusal": no.as_json()}
    guns = guns_of(aim.battle, aim.unit, volley)
    told |= {"weapon": guns[0].weapon.id, "guns": len(guns)}
    found = promise(aim, volley, guns)
    if isinstance(found, Refusal):
        return {**told, "refusal": found.as_json()}
    alone = aiming.check(aim.battle, aim.unit, (volley,), aim.task.occasion) is None
    return {**told, **found, "command": Shoot((volley,)) if now and alone else None}


def _refused(aim: Aim, volley: Volley) -> Refusal | None:
    """Why a volley may not be fired, or None."""
    if aim.task.against and aim.task.against != volley.target:
        return Refusal("shooting.target", "only the unit that acts may be shot at", aiming.SHOOTING)
    if not aiming.can_fire(aim.battle, aim.unit):
        return Refusal("shooting.place", "nobody can fire from where the unit is", aiming.SHOOTING)
    return aiming.check_volley(aim.battle, aim.unit, volley, aim.task.occasion)


def promise(aim: Aim, volley: Volley, guns: list[Gun]) -> effects.Promise | Refusal:
    """What a lawful volley does, or that none of its guns reaches."""
    weapon = guns[0].weapon
    if volley.indirect:
        return effects.shell(aim, volley, guns[0])
    if "ATGM" in weapon.keywords:
        return effects.missile(aim, guns[0])
    fired = list(shots_of(aim.battle, aim.unit, volley, aim.task.occasion, aim.task.idle))
    if not fired:
        return Refusal("shooting.range", effects.out_of_range(aim, volley, guns), aiming.SHOOTING)
    if volley.round == "he" or weapon.pen == "HE":
        return effects.explosive(aim, *fired[0])
    if "Flamethrower" in weapon.keywords:
        return effects.flames(aim, volley, *fired[0])
    return {**effects.bullets(aim, volley, fired), "silent": _silent(guns, fired)}
