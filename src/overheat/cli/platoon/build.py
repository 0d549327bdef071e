"""The builder that `overheat platoon build` is without units: words in, a platoon out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from overheat.cli.console.console import plain, say

if TYPE_CHECKING:
    from overheat.kernel.rules.rule import Ruleset
    from overheat.platoon.rosters.roster import Roster

PROMPT = "platoon> "
LONGEST = 200
"""The longest line that is looked at, in characters."""


class Builder:
    """A platoon that is changed line by line."""

    def __init__(self, roster: Roster, rules: Ruleset, *, talks: bool) -> None:
        self.roster = roster
        self.rules = rules
        self.talks = talks
        self.before: list[Roster] = []
        self.left = False
        """Whether somebody asked to leave without writing."""
        self.refused = 0
        """How many lines of a file or a pipe were not taken."""

    def tell(self, *lines: str) -> None:
        """Lines for whoever builds, if anybody listens."""
        if self.talks:
            for line in lines:
                typer.echo("".join(letter for letter in line if letter.isprintable()))

    def listen(self, lines: Iterable[str], *, prompts: bool) -> bool:
        """Take lines until one of them ends it; whether it was `done` that did."""
        from overheat.kernel.refusal import RefusedError

        self.tell("Type help for the words, units for the catalogue, done to write the file.")
        self._prompt(prompts)
        for line in lines:
            words = line.strip()
            if words == "done":
                return True
            if words in ("quit", "exit"):
                self.left = True
                return False
            try:
                self.take(words[:LONGEST])
            except RefusedError as error:
                self._refused(str(error), prompts)
            self._prompt(prompts)
        self.tell("")
        return False

    def _prompt(self, prompts: bool) -> None:
        if prompts:
            typer.echo(PROMPT, nl=False)

    def _refused(self, reason: str, typed: bool) -> None:
        """Tell why a line was not taken: to a person in the dialogue, else on standard error."""
        if typed:
            self.tell(plain(reason))
        else:
            self.refused += 1
            say(reason)

    def take(self, words: str) -> None:
        """One line: a question, or a change that is kept if the platoon can be priced with it."""
        from overheat.platoon.rosters.draft import HELP, catalogue_lines, changed

        word, _, rest = words.partition(" ")
        if not word or word.startswith("#"):
            return
        if word == "help":
            self.tell(*HELP.splitlines())
        elif word == "units":
            self.tell(*catalogue_lines(self.rules, rest.strip()))
        elif word == "show":
            self.show(self.roster)
        elif word == "undo":
            self.roster = self.before.pop() if self.before else self.roster
            self.show(self.roster)
        else:
            wanted = changed(self.roster, words, self.rules)
            self.show(wanted)
            self.before.append(self.roster)
            self.roster = wanted

    def show(self, roster: Roster) -> None:
        """The platoon as far as it is; one that makes no sense is refused."""
        from overheat.platoon.rosters.draft import draft_lines
        from overheat.platoon.rosters.roster import muster

        self.tell(*draft_lines(muster(roster, self.rules), self.rules))
