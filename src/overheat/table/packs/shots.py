"""The adjudicator's shots for when there is no server: one attacker against any unit of the library, at any distance.

The parts of an answer are asked of the rules one by one, whether or not another forbids the shot: each term of the
number, each reason why not, what a hit does, what it heats. A browser adds up what stands in the tables.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import combinations_with_replacement, pairwise
from math import gcd
from random import Random
from typing import Any

import msgspec

from overheat.classic.adjudicator.miniatures import ATTACKER, LONGEST, TARGET, TERRAINS, TOWARDS, Figure, Lane, fires
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.chances import as_ways
from overheat.classic.battle.scene import COUNTS_AS, Scene
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import Shot, State, Weather
from overheat.classic.game import unplayable
from overheat.classic.muster.unit_index import bundled
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.heat import shot_heat, tracks_heat
from overheat.classic.rules.standard.to_hit import ALL_ATTACKS
from overheat.classic.rules.standard.weather import weathers
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.preview import chance_to_hit, damage_of_hit, heat_after
from overheat.classic.turn.round import carry_out
from overheat.classic.turn.weapons import attack_of
from overheat.classic.unitfile.library import find
from overheat.kernel.dice import Scripted
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.terms import Number, Tally, Term, number_as_json
from overheat.table.classic.desk import Question, sheet_of, staged
from overheat.table.classic.firing import facts, ways
from overheat.table.guard.limits import Limits
from overheat.table.packs.packing import Packing
from overheat.table.packs.parting import UNASKED, WHY_NOT, Answers, Effort, Fact, Learner, Situation

SKILLS = range(9)
MOST_HEXES = 40
MOST_HEAT = 50
MOVES = ("stationary", "walk", "run", "jump")
UNEVEN = ("hill", "building", "water")
LEVEL = tuple(name for name in TERRAINS if not any(word in name for word in UNEVEN))
"""The words for ground on which nobody stands higher or lower: who sees whom over the rest is for the server."""
NUMBERS = range(-20, 41)
"""The numbers whose chances are told."""
BETWEEN, COVER = "between", ("partial cover",)
LOOKED_AT, FEW = 40, 6
"""So many situations are looked at for what is told of weapons that are alike, of the first values of each fact."""
MOST_BETWEEN = 3
"""So many hexes of terrain between the two are told of."""
USUAL_SKILLS = {"gunnery": 4, "piloting": 5}
STATES = {
    ATTACKER: ("prone", "immobile", "skidded", "spotting"),
    TARGET: ("prone", "immobile", "skidded", "stealth", "illuminated"),
}
Row = tuple[int, int | None, int]
"""A weapon, what feeds it, and how many shots it fires at once."""
HEX = re.compile(r"\d{4}")
NO, TERM, DAMAGE, HEAT = "no", "term", "damage", "heat"
BUILT, SUNK, MOST, COUNTED = "heat.built", "heat.sunk", "most", "heat.counted"


def facts_of(rules: Sequence[str]) -> tuple[Fact, ...]:
    """Everything that a question in words may say, as the page asks it."""
    names = [entry.name for entry in bundled() if unplayable(find(entry.name).sheet) is None]
    moves = tuple((mode, hexes) for mode in MOVES for hexes in (range(MOST_HEXES + 1) if mode != MOVES[0] else (0,)))
    found = [Fact("target", tuple(names))]
    for role in (ATTACKER, TARGET):
        found += [Fact(f"{role}.{name}", _first(SKILLS, usual)) for name, usual in USUAL_SKILLS.items()]
        found += [Fact(f"{role}.move", moves), Fact(f"{role}.heat", tuple(range(MOST_HEAT + 1)))]
        found += [Fact(f"{role}.{state}", (False, True)) for state in STATES[role]]
        found += [Fact(f"{role}.terrain", LEVEL)]
    found += [
        Fact("distance", _first(range(1, LONGEST + 1), 5)),
        Fact("side", tuple(TOWARDS)),
        Fact("arc", tuple(TOWARDS)),
        Fact(BETWEEN, ((), COVER, *((word,) for word in LEVEL if word))),
        *(Fact(sort, tuple(names)) for sort, names in weathers(ruleset(tuple(rules))).items()),
    ]
    return tuple(found)


def _first(values: Iterable[int], usual: int) -> tuple[int, ...]:
    return (usual, *(value for value in values if value != usual))


def question_of(said: Mapping[str, Any], attacker: Figure, rules: Sequence[str]) -> Question:
    """What the adjudicator is asked where some facts are so."""
    place = Lane(
        distance=said["distance"],
        side=said["side"],
        arc=said["arc"],
        attacker_terrain=said["attacker.terrain"],
        target_terrain=said["target.terrain"],
        intervening=() if said[BETWEEN] == COVER else said[BETWEEN],
        partial_cover=said[BETWEEN] == COVER,
    )
    return Question(
        attacker=_said_of(attacker, ATTACKER, said),
        target=_said_of(Figure(unit=said["target"]), TARGET, said),
        place=place,
        rules=tuple(rules),
        weather=Weather(**{sort: said[sort] for sort in weathers(ruleset(tuple(rules)))}),
    )


def _said_of(figure: Figure, role: str, said: Mapping[str, Any]) -> Figure:
    mode, hexes = said[f"{role}.move"]
    plain = {name: said[f"{role}.{name}"] for name in (*USUAL_SKILLS, "heat", *STATES[role])}
    condition = figure.condition
    if condition is not None:
        condition = msgspec.structs.replace(
            condition, heat=plain["heat"], prone=plain["prone"], shut_down=plain["immobile"]
        )
    return msgspec.structs.replace(figure, moved=mode, hexes_moved=hexes, condition=condition, **plain)


def shot_pack(attacker: Figure, rules: Sequence[str], limits: Limits, effort: Effort | None = None) -> dict[str, Any]:
    """Everything that a browser needs to answer about the shots of a unit."""
    sheet_of(attacker)
    asker = Asker(attacker, rules, limits)
    learner = Learner(asker.facts, asker.ask, effort or Effort(), " ".join((attacker.unit, *rules)))
    tables = learner.learn()
    return asker.packed(Packing(asker.facts, tables, learner.doubtful))


class Asker:
    """Asks the rules about an attacker, part by part."""

    def __init__(self, attacker: Figure, rules: Sequence[str], limits: Limits) -> None:
        self.attacker, self.rules, self.limits = attacker, tuple(rules), limits
        self._twins: dict[Row, Row] = {}
        self._after: dict[str, set[str]] = {}
        """The terms of sums, each with those that came before it in any sum."""
        if ruleset(self.rules)[COUNTS_AS]:
            raise refuse("pack.dice", "under rules that count dice otherwise every chance is asked of the server")
        self.facts = facts_of(rules)
        self.staged((0,) * len(self.facts))
        self.facts = tuple(self._several(at) if fact.name == BETWEEN else fact for at, fact in enumerate(self.facts))
        self._twins = self._alike()

    def _alike(self) -> dict[Row, Row]:
        """Ways to fire weapons that are mounted alike, each with the first of its kind: what is said of one goes for
        both. Some situations are looked at; where one of two is told anything else, each is asked about."""
        first: dict[Hashable, Row] = {}
        state = self.staged((0,) * len(self.facts))
        mounts = state.units[ATTACKER].sheet.mounts
        found = {row: first.setdefault((mounts[row[0]], *row[1:]), row) for row in self.rows(state)}
        twins = {row: twin for row, twin in found.items() if row != twin}
        random = Random(self.attacker.unit)
        for _ in range(LOOKED_AT if twins else 0):
            told = self.ask(tuple(random.randrange(min(len(fact.values), FEW)) for fact in self.facts))
            parts: dict[str, dict[str, Hashable]] = {}
            for name, part in told.items():
                row_named, _, what = name.partition(" ")
                parts.setdefault(row_named, {})[what] = part
            same = {row: parts.get(row_name(row)) == parts.get(row_name(twin)) for row, twin in twins.items()}
            twins = {row: twin for row, twin in twins.items() if same[row]}
        return twins

    def _several(self, at: int) -> Fact:
        """What may stand between the two: one of all, or a few of those that are seen to make a difference."""
        fact = self.facts[at]
        usual = [0] * len(self.facts)
        told = [self.ask((*usual[:at], value, *usual[at + 1 :])) for value in range(len(fact.values))]
        dim = [word for (word,), answer in zip(fact.values[2:], told[2:], strict=True) if answer != told[0]]
        several = (words for many in range(2, MOST_BETWEEN + 1) for words in combinations_with_replacement(dim, many))
        return Fact(BETWEEN, (*fact.values, *several))

    def said(self, situation: Situation) -> dict[str, Any]:
        """The facts of a situation by name."""
        return {fact.name: fact.values[at] for fact, at in zip(self.facts, situation, strict=True)}

    def staged(self, situation: Situation) -> State:
        """The scene of a situation."""
        return staged(question_of(self.said(situation), self.attacker, self.rules), self.limits)

    def rows(self, state: State) -> list[Row]:
        """Every way to fire each weapon that works."""
        unit = state.units[ATTACKER]
        mounts = [fire.mount for fire in fires(unit, "all")]
        return [(shot.mount, shot.feed, shot.rate) for at in mounts for shot in ways(state, unit, at, TARGET)]

    def ask(self, situation: Situation) -> Answers:
        """All parts of the answer about a situation; where it cannot be, nothing but why."""
        try:
            state = self.staged(situation)
        except RefusedError as error:
            return {WHY_NOT: _no(error.refusal, lambda words: words)}
        told: dict[str, Hashable] = {}
        for row, before, after, no in self._declared(state):
            if self._twins.get(row, row) == row:
                told.update(self._row(before, after, row, no))
        told.update(self._heat(state))
        target = state.units[TARGET]
        told[MOST] = target.condition.troopers if target.sheet.kind == "infantry" else None
        return told

    def _declared(self, state: State) -> Iterator[tuple[Row, State, State, Refusal | None]]:
        """Each way to fire, declared with all plain ones where it is one, else alone: as things stood before it was
        declared and after all were, and why it was not allowed."""
        unit = state.units[ATTACKER]
        together = Scene(state, Scripted())
        said: dict[Row, tuple[State, Refusal | None]] = {}
        for fire in fires(unit, "all"):
            before = together.state
            said[_row(fire)] = before, carry_out(together, together.unit(ATTACKER), fire, "weapons")
        for row in self.rows(state):
            if row in said:
                before, no = said[row]
                yield row, before, together.state, no
            else:
                alone = Scene(state, Scripted())
                no = carry_out(alone, unit, Fire(row[0], TARGET, row[1], row[2]), "weapons")
                yield row, state, alone.state, no

    def _row(self, state: State, after: State, row: Row, no: Refusal | None) -> Iterator[tuple[str, Hashable]]:
        name, shot = row_name(row), Shot(row[0], TARGET, row[1], row[2])
        attack = attack_of(after, after.units[ATTACKER], shot)
        wanted = attack_of(state, state.units[ATTACKER], shot)
        forbidden: list[Refusal] = []
        for rule in wanted.rules.among(FORBIDS, wanted):
            found = rule.function(wanted)
            if found is not None:
                forbidden.append(found)
                yield f"{name} {NO} {rule.id}", _no(found, lambda words: in_words(words, state))
        if no is not None and no not in forbidden[:1]:
            yield f"{name} {NO}", _no(no, lambda words: in_words(words, state))
        needed = target_number(attack)
        sums: dict[str, tuple[Hashable, ...]] = {}
        for term in needed:
            sums[term.id] = (*sums.get(term.id, ()), _term(term))
        for before, id in pairwise(("", *sums)):
            self._after.setdefault(id, set()).update({before} - {""})
        for id, terms in sums.items():
            yield f"{name} {TERM} {id}", terms
        if no is not None:
            yield f"{name} {DAMAGE}", UNASKED
        else:
            yield f"{name} {DAMAGE}", _spread(damage_of_hit(after, attack, needed))
        heat = shot_heat(attack.rules, state.units[ATTACKER], shot, state)
        yield f"{name} {HEAT}", number_as_json(heat)

    def _heat(self, state: State) -> Iterator[tuple[str, Hashable]]:
        """What the attacker builds up and sinks without its weapons."""
        unit = state.units[ATTACKER]
        if not state.relief.rules[tracks_heat](state.relief.rules, unit):
            return
        built, sunk, _ = heat_after(state, unit)
        yield BUILT, tuple(_term(term) for term in built)
        yield SUNK, tuple(_term(term) for term in sunk)
        firing = fires(unit, "all")
        more, less, _ = heat_after(state, unit, firing)
        each = [shot_heat(state.relief.rules, unit, fire.shot, state) for fire in firing]
        yield COUNTED, more.total == built.total + sum(each) and less.total == sunk.total

    def packed(self, packing: Packing) -> dict[str, Any]:
        """The rows of the answer, each with where its parts are."""
        state = self.staged((0,) * len(self.facts))
        unit = state.units[ATTACKER]
        plain = [_row(fire) for fire in fires(unit, "all")]
        rows = [self._told(packing, state, row, plain=row in plain) for row in self.rows(state)]
        warm = state.relief.rules[tracks_heat](state.relief.rules, unit)
        return {
            "unit": self.attacker.unit,
            "rules": self.rules,
            "rows": rows,
            "why_not": packing.part(WHY_NOT),
            "most": packing.part(MOST),
            "heat": {each: packing.part(each) for each in (BUILT, SUNK, COUNTED)} if warm else None,
            "least": NUMBERS[0],
            "odds": self._odds(state),
            **packing.as_json(),
        }

    def _told(self, packing: Packing, state: State, row: Row, *, plain: bool) -> dict[str, Any]:
        name, unit = row_name(self._twins.get(row, row)), state.units[ATTACKER]
        order = TopologicalSorter(self._after).static_order()
        shot = Shot(row[0], TARGET, row[1], row[2])
        told = facts(state, unit, shot)
        kept = ("command", "weapon", "location", "rear", "ammunition", "rates", "loads")
        forbids = (f"{name} {NO} {rule.id}" for rule in state.relief.rules[FORBIDS])
        return {
            **{each: told[each] for each in kept},
            "plain": plain,
            "no": [packing.part(part) for part in (f"{name} {NO}", *forbids) if packing.learnt(part)],
            "terms": [packing.part(part) for id in order if packing.learnt(part := f"{name} {TERM} {id}")],
            "damage": packing.part(f"{name} {DAMAGE}"),
            "heat": packing.part(f"{name} {HEAT}"),
        }

    def _odds(self, state: State) -> list[tuple[int, int]]:
        """The chance of every number from the least on."""
        unit = state.units[ATTACKER]
        first = next(iter(self.rows(state)), None)
        if first is None:
            return []
        attack = attack_of(state, unit, Shot(first[0], TARGET, first[1], first[2]))
        needed = (Tally((Term("number", number, "", ALL_ATTACKS),)) for number in NUMBERS)
        return [as_ways(chance_to_hit(state, attack, number)) for number in needed]


def _row(fire: Fire) -> Row:
    return fire.mount, fire.feed, fire.rate


def row_name(row: Row) -> str:
    """What the parts of a row are called by."""
    return ":".join("" if part is None else str(part) for part in row)


def _term(term: Term) -> tuple[Hashable, ...]:
    return term.id, number_as_json(term.value), term.label, str(term.cite)


def _spread(spread: Distribution[Number]) -> tuple[tuple[Hashable, int], ...]:
    """How much is how likely, in the smallest whole weights."""
    weights = dict(spread.items())
    shared = gcd(*weights.values())
    return tuple((number_as_json(much), weights[much] // shared) for much in sorted(weights))


def _no(no: Refusal, worded: Any) -> tuple[str | None, ...]:
    return no.id, worded(no.reason), str(no.cite) if no.cite else None


def in_words(reason: str, state: State) -> str:
    """A reason without the names of the hexes that the two were put in."""
    if not HEX.search(reason):
        return reason
    attacker, target = state.units[ATTACKER].hex, state.units[TARGET].hex
    between = "|".join(str(hex) for step in attacker.line(target) for hex in step) or "-"
    reason = re.sub(rf" in ({between})\b", "", reason)
    return reason.replace(str(target), "the target").replace(str(attacker), "the attacker")
