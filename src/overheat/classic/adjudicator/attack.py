"""What a weapon attack needs to hit, and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, cast

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk
from overheat.classic.adjudicator.parties import BoardName, Party, WeaponChoice, feed_of, mount_meant
from overheat.classic.attack.to_hit import to_hit
from overheat.classic.battle.chances import as_ways
from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.gun_arrays import ARRAY, linked_guns
from overheat.classic.rules.standard.networks import NAMES, NETWORK
from overheat.classic.rules.standard.systems import works
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.preview import chance_to_hit, damage_of_attack
from overheat.classic.turn.weapons import no_such_use
from overheat.kernel.answers import ROLL, Answer, Outcomes
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.terms import Number, Tally, number_to_read
from overheat.kernel.wording.phrases import counted


class AttackAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two units, where they stand, how they moved, and a weapon."""

    attacker: Party
    target: Party
    weapon: WeaponChoice
    board: BoardName
    spotter: Party | None = None
    spotter_attacks: bool = False
    secondary: str = ""
    weather: Weather = Weather()
    network: Annotated[tuple[Party, ...], Meta(description="Friends on the attacker's C3 network.")] = ()
    jammers: Annotated[tuple[Party, ...], Meta(description="Enemies nearby, for the jammers they carry.")] = ()


def answer(desk: Desk, asked: AttackAsked) -> Answer:
    """The number that an attack needs, or why it may not be made."""
    state, attack = attack_of(desk, asked)
    found = needed_or_refused(attack)
    return Answer.refused(found, *ROLL) if isinstance(found, Refusal) else _needing(state, attack, found)


def _needing(state: State, attack: WeaponAttack, needed: Tally) -> Answer:
    return Answer.needing(needed, as_ways(chance_to_hit(state, attack, needed)))


def odds(desk: Desk, asked: AttackAsked) -> Answer:
    """How likely each damage of an attack is, misses counted; of an attack on a platoon, how many soldiers fall."""
    state, attack = attack_of(desk, asked)
    found = needed_or_refused(attack)
    if isinstance(found, Refusal):
        return Answer.refused(found, *ROLL)
    done = damage_of_attack(state, attack)
    outcomes = Outcomes.of(damage_label(attack.target), done, lambda much: told_damage(much, attack.target))
    return msgspec.structs.replace(_needing(state, attack, found), outcomes=outcomes)


def needed_or_refused(attack: WeaponAttack) -> Tally | Refusal:
    """What an attack needs, or why it may not be made, be it for the way in which the weapon is used."""
    usual = not attack.mode and attack.rate in (1, rate_meant(attack.attacker, attack.index))
    return (None if usual else no_such_use(attack)) or to_hit(attack)


def damage_label(target: Unit) -> str:
    """What attacks on a unit are counted in."""
    return "soldiers who fall" if target.sheet.kind == "infantry" else "damage"


def told_damage(much: Number, target: Unit) -> str:
    """What an attack does to a unit, in words."""
    return counted(int(much), "soldier") if target.sheet.kind == "infantry" else points_told(much)


def points_told(much: Number) -> str:
    """Points of damage in words, parts of a point among them."""
    return counted(much, "point") if isinstance(much, int) else f"{number_to_read(much)} points"


def attack_of(desk: Desk, asked: AttackAsked) -> tuple[State, WeaponAttack]:
    """The attack that a situation describes, and the battle that it is made in."""
    relief, weather = desk.relief(asked.board), desk.weather(asked.weather)
    roles = {"attacker": asked.attacker, "target": asked.target, "spotter": asked.spotter}
    if asked.network:
        roles["attacker"] = tuned(asked.attacker)
    units = {role: desk.unit(relief, role, party) for role, party in roles.items() if party is not None}
    units |= {unit.id: unit for unit in _around(desk, relief, asked)}
    attacker = units["attacker"]
    mount = mount_meant(attacker.sheet, asked.weapon)
    if asked.secondary not in ("", "forward", "other"):
        raise refuse("situation.secondary", "secondary: a second target is forward or other", field="secondary")
    attack = WeaponAttack(
        relief,
        attacker,
        units["target"],
        mount,
        feed=feed_of(attacker, mount, asked.weapon.ammo),
        rate=rate_meant(attacker, mount) if asked.weapon.rate is None else asked.weapon.rate,
        mode=asked.weapon.mode,
        aimed=asked.weapon.aimed,
        spotter=units.get("spotter"),
        spotter_attacks=asked.spotter_attacks,
        secondary=cast('Literal["", "forward", "other"]', asked.secondary),
        weather=weather,
        others=tuple(units.values()),
    )
    return State(relief=relief, units=units, weather=weather, round=1, phase="weapons"), attack


def _around(desk: Desk, relief: Relief, asked: AttackAsked) -> Iterator[Unit]:
    """Who else has to do with an attack: friends on the attacker's network, enemies with jammers."""
    for at, party in enumerate(asked.network, 1):
        unit = desk.unit(relief, f"friend {at}", tuned(party))
        yield msgspec.structs.replace(unit, side="attacker")
    for at, party in enumerate(asked.jammers, 1):
        unit = desk.unit(relief, f"jammer {at}", party)
        yield msgspec.structs.replace(unit, side="target")


def tuned(party: Party) -> Party:
    """A unit of a question on the one network that it speaks of."""
    return msgspec.structs.replace(party, loads={NETWORK: NAMES[0], **party.loads})


def rate_meant(attacker: Unit, mount: int) -> int:
    """How many shots an attack fires at once: all guns of an array that work, of everything else one."""
    if ARRAY not in attacker.sheet.mounts[mount].equipment.flags:
        return 1
    return sum(works(attacker, gun) for gun in linked_guns(attacker, mount))


INQUIRIES = {
    "attack": Inquiry(
        title="What a weapon attack needs to hit",
        facts=AttackAsked,
        answer=answer,
        odds=odds,
        cite=QUICK_REFERENCE("All Attacks"),
    )
}
