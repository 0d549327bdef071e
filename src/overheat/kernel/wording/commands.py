"""What may be said at one moment, told by the verbs in force: the words of each command, what it takes and promises.

Page and terminal ask here, so that neither knows a command by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.faults import answered_for
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import number_to_read
from overheat.kernel.verbs import Costs, Foreseen, Verb


class Unspoken(NamedTuple):
    """A command that belongs to no verb: what it is listed under, and its words."""

    title: str
    words: Callable[[Any], str]


class Group(NamedTuple):
    """Commands of one verb, by their places in a list."""

    id: str
    title: str
    foretells: bool
    """Whether its verb says what its commands promise."""
    commands: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """Tells what may be said in a state for an actor, with the names that actors are to be called by."""

    rules: Ruleset
    state: Any
    actor: Any
    names: Mapping[str, str]
    verbs: Mapping[type[Any], tuple[str, Verb[Any, Any, Any, Any]]]
    refuses: Callable[[Any], Refusal | None]
    """Why a command may not be given."""
    unspoken: Mapping[type[Any], Unspoken]

    def words(self, command: Any) -> str:
        """A command as a short line."""
        plain = self.unspoken.get(type(command))
        if plain is not None:
            return plain.words(command)
        id, verb = self.verbs[type(command)]
        with answered_for(self.rules, f"the words of {id!r}"):
            return str(verb.words(self.state, self.actor, command, self.names))

    def costs(self, command: Any) -> Costs:
        """What a command takes; nothing where its verb does not say."""
        id, verb = self.verbs.get(type(command), ("", None))
        if verb is None or verb.cost is None:
            return {}
        with answered_for(self.rules, f"the cost of {id!r}"):
            return verb.cost(self.state, self.actor, command)

    def price(self, command: Any) -> str:
        """What a command takes in words: `1 point`."""
        costs = ((number_to_read(cost.total), what) for what, cost in self.costs(command).items())
        return ", ".join(f"{many} {what.removesuffix('s') if many == '1' else what}" for many, what in costs)

    def foreseen(self, command: Any) -> Foreseen | None:
        """What a command that is not refused promises; None where its verb does not say."""
        id, verb = self.verbs.get(type(command), ("", None))
        if verb is None or verb.preview is None or self.refuses(command) is not None:
            return None
        with answered_for(self.rules, f"the preview of {id!r}"):
            found = verb.preview(self.state, self.actor, command)
        return Foreseen(found) if isinstance(found, str) else found

    def groups(self, commands: Iterable[Any]) -> list[Group]:
        """Commands by what they are listed under, in the order in which they come."""
        found: dict[type[Any], list[int]] = {}
        for at, command in enumerate(commands):
            found.setdefault(type(command), []).append(at)
        return [self._group(kind, tuple(places)) for kind, places in found.items()]

    def _group(self, kind: type[Any], places: tuple[int, ...]) -> Group:
        plain = self.unspoken.get(kind)
        if plain is not None:
            return Group(kind.__name__, plain.title, False, places)
        id, verb = self.verbs[kind]
        return Group(id, verb.heading, verb.preview is not None, places)
