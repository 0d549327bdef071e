"""The adjudicator of H.E.A.T for when there is no server: what its questions are answered, packed for a browser.

A question is learnt by asking. What makes up its sum, its title and what it is refused for go by the facts themselves.
Chances go by the sum, and by what else the rules go by: those are facts of their own, found from the others by a table.
Where many do the same (weapons of a kind, men who strike), a pack has what one does, and a browser puts them together.
Whatever was told twice and not alike is left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise, product
from random import Random
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import fields

from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import facts_for
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import number_as_json
from overheat.platoon.adjudicate import ADJUDICATOR
from overheat.platoon.adjudicator.rulings import Ruling
from overheat.table import questions
from overheat.table.packs.packing import Packing
from overheat.table.packs.parting import WHY_NOT, Answers, Effort, Fact, Learner, Situation, Table
from overheat.table.packs.platoon_questions import ALL, QUESTIONS, SUM, Packed, exact

EFFORT = Effort(most=2500, quiet=120, cells=6000)
DRAWN, QUIET = 9000, 1000
"""So many situations are drawn at most to find chances by what they go by, and so many in a row without a new one."""
AGAIN = 9
"""Every ninth that is known already is asked about again."""
TITLE, OUTCOMES, NUMBER, TERM = "title", "outcomes", "number", "term "
LISTS = ("chances", "means", "rows")
ROWS, FIGURE = "rows", "figure "


def rulings_pack(names: Sequence[str]) -> dict[str, Any]:
    """Everything that a browser needs to answer the questions of H.E.A.T under some rules."""
    rules = ADJUDICATOR.rules(names)
    found = {name: Asker(name, packed, tuple(names), rules).packed() for name, packed in QUESTIONS.items()}
    return {"rules": [*names], "questions": {name: told for name, told in found.items() if told is not None}}


class Asker:
    """Asks a question, part by part."""

    def __init__(self, name: str, packed: Packed, names: tuple[str, ...], rules: Ruleset) -> None:
        self.packing, self.names, self.rules = packed, names, rules
        self.facts = packed.facts(rules)
        self.key = name.replace("_", " ")
        self.row = rules[ADJUDICATOR.inquiries].rows[self.key]
        self._orders: dict[str, dict[str, set[str]]] = {}
        """Of terms and of each list of an answer, what came before what."""

    def asked(self, situation: Situation) -> Any:
        """The facts of a question as the rules take them."""
        said = {fact.name: fact.values[at] for fact, at in zip(self.facts, situation, strict=True)}
        told = {name: value for name, value in said.items() if value is not None} | dict(self.packing.fixed)
        return facts_for(self.key, self.row, told)

    def ask(self, situation: Situation) -> Answers:
        """All parts of an answer that go by the facts themselves."""
        told: dict[str, Hashable] = {}
        try:
            asked = self.asked(situation)
            told |= self.packing.classes(self.rules, asked)
            if self.packing.premise is not None:
                premise = self.packing.premise(self.rules, asked)
            else:
                answer = self.row.answer(ADJUDICATOR.desk(self.rules, questions.bundled), asked)
                if isinstance(answer, Answer):
                    return {f"{FIGURE}{name}": held for name, held in answer.figures.items()}
                assert isinstance(answer, Ruling)
                premise = answer.premise
                if not self.packing.keyed:
                    told |= {**self.figures(answer), NUMBER: premise.number}
            told[TITLE] = self._worded(premise.title, situation)
            for term in premise.sum or ():
                told[f"{TERM}{term.id}"] = term.id, number_as_json(term.value), term.label, str(term.cite)
            self._note(TERM, [term.id for term in premise.sum or ()])
            self.packing.check(self.rules, asked)
        except RefusedError as error:
            return {WHY_NOT: self._no(error.refusal, situation), **told}
        return told

    def keyed(self, situation: Situation) -> dict[str, Hashable]:
        """The parts of an answer that go by sums and classes."""
        asked = self.asked(situation)
        ruling = self.row.answer(ADJUDICATOR.desk(self.rules, questions.bundled), asked)
        assert isinstance(ruling, Ruling)
        told = {**self.figures(ruling), NUMBER: ruling.premise.number}
        told |= self.packing.by_sum(self.rules, asked)
        return told | dict(self.packing.parts(self.rules, asked) if self.packing.parts else {})

    def figures(self, ruling: Ruling) -> dict[str, Hashable]:
        """The chances, means and outcomes of an answer, each with its words."""
        told: dict[str, Hashable] = {OUTCOMES: ruling.outcomes}
        for name, rows in zip(LISTS, (ruling.chances, ruling.means, ruling.distribution), strict=True):
            apart = {spread.id for spread in self.packing.spreads if spread.into == name}
            if apart and name == ROWS:
                continue
            told |= {f"{name} {row.id}": (row.label, exact(row.value)) for row in rows if row.id not in apart}
            self._note(name, [row.id for row in rows])
        return told

    def _note(self, name: str, ids: Sequence[str]) -> None:
        for before, id in pairwise(("", *ids)):
            self._orders.setdefault(name, {}).setdefault(id, set()).update({before} - {""})

    def _order(self, name: str) -> list[str]:
        return list(TopologicalSorter(self._orders.get(name, {})).static_order())

    def _worded(self, text: str, situation: Situation) -> str:
        """A text in which numbers that the question gives stand by their names."""
        said = {fact.name: _short(fact.values[at]) for fact, at in zip(self.facts, situation, strict=True)}
        for phrase in self.packing.told:
            text = text.replace(phrase.format(**said), phrase)
        return text

    def _no(self, no: Refusal, situation: Situation) -> tuple[str | None, ...]:
        return no.id, self._worded(no.reason, situation), str(no.cite) if no.cite else None

    def packed(self) -> dict[str, Any] | None:
        """A question as a browser reads it; None where it cannot be told so."""
        learner = Learner(self.facts, self.ask, EFFORT, " ".join((self.key, *self.names)))
        self._look(learner)
        tables = learner.learn()
        keys = Keys(self, learner, tables)
        tables |= keys.tables
        if learner.doubtful or keys.doubtful:
            return None
        packing = Packing((*self.facts, *keys.facts), tables, ())
        try:
            order = {name: self._order(name) for name in (TERM, *LISTS)}
        except CycleError:
            return None
        return {
            "why_not": packing.part(WHY_NOT),
            "title": packing.part(TITLE),
            "terms": [packing.part(f"{TERM}{id}") for id in order[TERM]],
            "number": packing.part(NUMBER),
            "outcomes": packing.part(OUTCOMES),
            "sums": any(name.startswith(TERM) for name in tables),
            "words": self.packing.words,
            "lists": {name: self._listed(packing, name, order[name]) for name in LISTS},
            "figures": {name.removeprefix(FIGURE): packing.part(name) for name in tables if name.startswith(FIGURE)},
            "derived": [None if name == SUM else packing.part(name) for name in keys.names],
            "raw": len(self.facts),
            "numbers": self.packing.numbers,
            "not_said": {
                field.name: field.default for field in fields(self.row.facts) if field.default is not NODEFAULT
            },
            **packing.as_json(),
        }

    def _look(self, learner: Learner) -> None:
        """Ask about facts that act together, before anything is drawn."""
        at = {fact.name: number for number, fact in enumerate(self.facts)}
        for group in self.packing.together:
            for last in group:
                others = [name for name in group if name != last]
                for values in product(*(range(len(self.facts[at[name]].values)) for name in others)):
                    place = [0] * len(self.facts)
                    for name, value in zip(others, values, strict=True):
                        place[at[name]] = value
                    learner.look(at[last], tuple(place))

    def _listed(self, packing: Packing, name: str, order: Sequence[str]) -> list[dict[str, Any]]:
        """The figures of a list in order: those that are tables, and those that are put together."""
        apart = {spread.id: spread for spread in self.packing.spreads if spread.into == name}
        found: list[dict[str, Any]] = []
        for id in dict.fromkeys((*order, *apart)):
            if id in apart:
                each = apart[id]
                of = [
                    {"part": packing.part(one.part), "less": one.less, **_times(packing, one.times)} for one in each.of
                ]
                found.append({"id": id, "label": each.label, "tell": each.tell, "of": of, "most": each.most})
            else:
                found.append({"id": id, "part": packing.part(f"{name} {id}")})
        return found


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _times(packing: Packing, times: str) -> dict[str, Any]:
    """How many do something: a number of the question, or a part of the answer."""
    return {"counted": packing.part(times[1:])} if times.startswith("@") else {"times": times}


class Keys:
    """Chances by what they go by: sums, and classes of facts. They are found by drawing situations."""

    def __init__(self, asker: Asker, learner: Learner, tables: Mapping[str, Table]) -> None:
        self.asker, self.learner = asker, learner
        self.tables: dict[str, Table] = {}
        self.doubtful = False
        by_sum = asker.packing.by_sum(asker.rules, asker.asked((0,) * len(asker.facts)))
        self.keyed = keyed = {**asker.packing.keyed, **dict.fromkeys(by_sum, asker.packing.summed)}
        raw = [fact.name for fact in asker.facts]
        used = dict.fromkeys(key for keys in keyed.values() for key in keys if key not in raw)
        self.names = (*(name for name in used if name not in by_sum), *by_sum)
        self._held: dict[tuple[str, ...], dict[tuple[Hashable, ...], dict[str, Hashable]]] = {
            keys: {} for keys in keyed.values()
        }
        self._values: dict[str, dict[Hashable, int]] = {name: {} for name in self.names}
        if keyed:
            self._draw()
            self._fill()
        self.facts = tuple(Fact(name, tuple(self._values[name])) for name in self.names)

    def _draw(self) -> None:
        quiet, met = 0, 0
        for situation in self._situations():
            if quiet > QUIET:
                return
            told = self.learner.ask(situation)
            if WHY_NOT in told:
                continue
            met += 1
            known = self._key(told, situation)
            groups = {keys: tuple(known[key] for key in keys) for keys in self.keyed.values()}
            new = any(key not in self._held[keys] for keys, key in groups.items())
            quiet = 0 if new else quiet + 1
            if new or met % AGAIN == 0:
                self._hold(groups, self.asker.keyed(situation))

    def _situations(self) -> Iterator[Situation]:
        facts, random = self.learner.facts, Random(self.asker.key)
        for number in range(DRAWN):
            if number % 2:
                yield self.learner.drawn()
            else:
                yield tuple(random.randrange(len(fact.values)) for fact in facts)

    def _key(self, told: Answers, situation: Situation) -> dict[str, Hashable]:
        """What the figures of a situation go by."""
        by_sum = self.asker.packing.by_sum(self.asker.rules, self.asker.asked(situation))
        facts = {fact.name: at for fact, at in zip(self.asker.facts, situation, strict=True)}
        known = {name: told.get(name) for name in self.names} | facts | dict(by_sum)
        if SUM in known:
            terms: Any = [told[name] for name in told if name.startswith(TERM)]
            known[SUM] = sum(int(term[1]) for term in terms)
        return known

    def _hold(self, groups: Mapping[tuple[str, ...], tuple[Hashable, ...]], figures: Mapping[str, Hashable]) -> None:
        for pattern, keys in self.keyed.items():
            mine = {name: held for name, held in figures.items() if self._of(name) == pattern}
            before = self._held[keys].setdefault(groups[keys], {})
            for name, held in mine.items():
                self.doubtful |= before.get(name, held) != held
            missing = {name for name in before if self._of(name) == pattern} - mine.keys()
            self.doubtful |= bool(missing)
            before |= mine
            for key, value in zip(keys, groups[keys], strict=True):
                if key in self._values:
                    self._values[key].setdefault(value, len(self._values[key]))

    def _of(self, name: str) -> str:
        """The pattern that a figure goes by: its own, or that of all others."""
        return name if name in self.keyed else ALL

    def _fill(self) -> None:
        facts = self.asker.facts
        at = {name: number for number, name in enumerate((*(fact.name for fact in facts), *self.names))}
        values = {fact.name: {value: value for value in range(len(fact.values))} for fact in facts} | self._values
        for pattern, keys in self.keyed.items():
            held = self._held[keys]
            names = {name for figures in held.values() for name in figures if self._of(name) == pattern}
            by = tuple(sorted(keys, key=lambda key: at[key]))
            places = [*product(*(values[key] for key in by))]
            rows = [held.get(tuple(dict(zip(by, place, strict=True))[key] for key in keys)) for place in places]
            for name in sorted(names):
                self.tables[name] = Table(
                    tuple(at[key] for key in by),
                    tuple(tuple(range(len(values[key]))) for key in by),
                    tuple(None if row is None else row.get(name) for row in rows),
                    tuple(row is not None for row in rows),
                )
