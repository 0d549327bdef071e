"""Clearing mines under Omega: minesweeper squads and elementals work on a field in their hex until it is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import EffectLaid, EffectLifted, MarkLaid, ThingGone
from overheat.classic.facts.lasting import Mark, Thing, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.elementals import TROOPER, is_a_point
from overheat.classic.rules.omega.infantry import squads_of
from overheat.classic.rules.omega.mines import KINDS
from overheat.classic.rules.omega.squad_kits import missing
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

SWEEPERS = Book("Omega Rules")("Minesweeper squads", 16)
ELEMENTALS = Book("Omega Rules")("Clan battlearmor", 19)
CLEARING = named("clearing", "{about} clears mines")
"""The mark of a squad or a trooper at work on mines this round; one for each."""
WORK = "mine_work"
"""The effect of a hex whose mines are being cleared: how much of the work is done, in parts of the whole."""
WHOLE = 80
"""All the work of a hex, in parts that every squad does whole ones of in a turn."""

TURNS: Table[int, int] = Table(
    "omega.sweeping_turns",
    {0: 4, 1: 5, 2: 8, 3: 16},
    cite=SWEEPERS,
    implements=("OM-inf-minesweeper",),
    where="overheat.classic.rules.omega.mines_cleared.TURNS",
)
"""The turns in which a squad clears a hex by itself, by the soldiers that it lacks."""

SUITS: Table[str, int] = Table(
    "omega.elementals_and_mines",
    {"turns": 4, "damage": 6},
    cite=ELEMENTALS,
    implements=("OM-ba-mineclear", "OM-ba-damage"),
    where="overheat.classic.rules.omega.mines_cleared.SUITS",
)
"""The turns in which an elemental clears a hex, and what a mine does to one."""


class ClearMines(msgspec.Struct, frozen=True, tag=True):
    """A squad or an elemental clears mines in place of firing."""

    by: str


def work_of(rules: Ruleset, unit: Unit, by: str) -> Fraction:
    """The share of a hex that a squad or an elemental clears in a turn."""
    if by.startswith(TROOPER):
        standing = any(place.code == by and not place.destroyed for place in unit.condition.locations)
        return Fraction(1, rules[SUITS]["turns"]) if standing and is_a_point(unit.sheet) else Fraction(0)
    carries = any(mount.location == by and "minesweeper" in mount.equipment.flags for mount in unit.sheet.mounts)
    turns = rules[TURNS].get(missing(unit, by)) if carries else None
    return Fraction(0) if turns is None else Fraction(1, turns)


def fields_at(state: State, unit: Unit) -> tuple[Thing, ...]:
    """The mines where a unit is."""
    kinds = state.relief.rules[KINDS]
    return tuple(thing for thing in state.things.values() if thing.hex == unit.hex and thing.kind in kinds)


def _workers(unit: Unit) -> Iterator[str]:
    if unit.sheet.kind == "infantry":
        yield from (squad.code for squad in squads_of(unit))
    elif unit.sheet.kind == "battle armour":
        yield from (place.code for place in unit.condition.locations)


def _offers(state: State, unit: Unit) -> Iterator[ClearMines]:
    if fields_at(state, unit):
        yield from (ClearMines(by) for by in _workers(unit) if work_of(state.relief.rules, unit, by))


def _refuses(state: State, unit: Unit, command: ClearMines) -> Refusal | None:
    if not fields_at(state, unit):
        return Refusal("omega.clear_mines", "there are no mines here", SWEEPERS)
    if not work_of(state.relief.rules, unit, command.by):
        return Refusal("omega.clear_mines", f"{command.by} cannot clear mines", SWEEPERS)
    if at_work(unit, command.by):
        return Refusal("omega.clear_mines", f"{command.by} is at work already", SWEEPERS)
    if any(unit.sheet.mounts[shot.mount].location == command.by for shot in unit.volley):
        return Refusal("omega.clear_mines", "who fires clears no mines", SWEEPERS)
    return None


def at_work(unit: Unit, by: str) -> bool:
    """Whether a squad or an elemental clears mines this round."""
    return each(CLEARING, by) in unit.marks


def _does(scene: Scene, unit: Unit, command: ClearMines) -> None:
    scene.tell(MarkLaid(unit.id, each(CLEARING, command.by), Mark(about=command.by, this_round=True)))
    held = scene.state.effect(unit.hex, WORK)
    done = (0 if held is None else held.value) + int(WHOLE * work_of(scene.rules, unit, command.by))
    if done < WHOLE:
        scene.tell(EffectLaid(unit.hex, WORK, Mark(done, owner=unit.side)))
        return
    for thing in fields_at(scene.state, unit):
        scene.tell(ThingGone(thing))
    if held is not None:
        scene.tell(EffectLifted(unit.hex, WORK))


def _words(state: State, unit: Unit, command: ClearMines, names: Names) -> str:
    return f"clear mines with {command.by.lower()}"


COMMANDS = VERBS.amended(
    "omega.clearing_verb",
    {
        "omega.clear_mines": Verb(
            command=ClearMines,
            phases=("weapons",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=_words,
            worth=lambda state, unit, command: 1.0,
        )
    },
    cite=SWEEPERS,
    implements=("OM-inf-minesweeper", "OM-ba-mineclear"),
    where="overheat.classic.rules.omega.mines_cleared.COMMANDS",
)


@rule("omega.busy_with_mines", cite=SWEEPERS, implements=("OM-inf-minesweeper", "OM-ba-mineclear"), slot=FORBIDS)
def busy(attack: WeaponAttack) -> Refusal | None:
    """Who clears mines does not fire."""
    if not attack.attacker.marks or not at_work(attack.attacker, attack.mount.location):
        return None
    return Refusal("omega.busy_with_mines", f"{attack.mount.location} clears mines", SWEEPERS)


@rule("omega.mine_under_suit", cite=ELEMENTALS, implements=("OM-ba-damage",), slot=DAMAGE_TERMS)
def mine_under_suit(impact: Impact) -> Term | None:
    """A mine does 6 points to an elemental."""
    if impact.hit.what not in impact.rules[KINDS] or impact.unit.sheet.kind != "battle armour":
        return None
    more = impact.rules[SUITS]["damage"] - impact.damage
    return Term("omega.mine_under_suit", more, "a mine under a suit", ELEMENTALS) if more else None


class WorkAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Who clears a hex of mines together."""

    squads_missing: Annotated[tuple[int, ...], Meta(description="The soldiers that each squad lacks.")] = ()
    elementals: Annotated[int, Meta(ge=0, le=30)] = 0


def answer(desk: Desk, asked: WorkAsked) -> Answer:
    """In how many turns squads and elementals clear a hex together."""
    rates = _rates(desk.rules, asked.squads_missing, asked.elementals)
    total = sum(rates, start=Fraction(0))
    return Answer(figures={"turns": ceil(1 / total) if total else None, "share_a_turn": total}, terms=None)


def _rates(rules: Ruleset, lacking: Iterable[int], elementals: int) -> Iterator[Fraction]:
    yield from (Fraction(1, rules[TURNS][many]) for many in lacking if many in rules[TURNS])
    yield from [Fraction(1, rules[SUITS]["turns"])] * elementals


QUESTION = INQUIRIES.amended(
    "omega.clearing_question",
    {"mine clearing": Inquiry(title="How long clearing mines takes", facts=WorkAsked, answer=answer, cite=SWEEPERS)},
    cite=SWEEPERS,
)

LAYER = Layer(
    "omega_mine_clearing",
    title="Clearing mines",
    group="Omega",
    cite=SWEEPERS,
    needs=("classic", "omega_elementals", "omega_mines"),
    add=(TURNS, SUITS, busy, mine_under_suit),
    change=(COMMANDS, QUESTION),
)
