"""The layers of a game by name, with bundles that stand for several of them: found, chosen, composed and remembered."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pickle import PicklingError
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType
from typing import Any

from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.layers import Bundle, Layer, compose
from overheat.kernel.rules.rule import Ruleset, Table, written

ENTRY_POINTS = "overheat.rules"
"""The group of entry points by which a package brings layers."""
FOREIGN = "rules.foreign"
"""What a file is refused with that is for another game."""
AND = "+"
"""What joins several names into one."""
COMPOSED = 200
"""How many rulesets a library remembers: strangers may ask for any choice of layers, in any order."""


class Library:
    """The layers of a game by name: the game itself, and every `LAYER` and `BUNDLE` in some packages of rules.

    Layers that are `given` lie over the game in every ruleset, as if somebody had chosen them first. Names that layers
    went by in earlier versions are still understood, in logs, commands and users' files: `former` has each with its
    name of today.
    """

    def __init__(
        self,
        base: Layer,
        *packages: ModuleType,
        given: Sequence[Layer] = (),
        former: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.base = base
        self.former = former
        self._below = (base.id, *(layer.id for layer in given))
        """The layers that lie below all others, whether named or not."""
        self._packages = packages
        self._composed: dict[tuple[str, ...], Ruleset] = {}
        self._discovered = False
        self._home: tuple[str, str] | None = None
        """The module that the library is written in, and its name there."""
        self.layers: dict[str, Layer] = {layer.id: layer for layer in (base, *given)}
        self.bundles: dict[str, Bundle] = {}
        self.files: dict[str, str] = {}
        """The layers that users have brought, each with the file that it is written in."""
        for module in self._modules():
            for found in (getattr(module, name, None) for name in ("LAYER", "BUNDLE")):
                self._take_in(found)

    def _modules(self) -> Iterator[ModuleType]:
        for package in self._packages:
            for module in iter_modules(package.__path__, f"{package.__name__}."):
                yield import_module(module.name)

    def _take_in(self, found: Layer | Bundle | None) -> None:
        if found is None:
            return
        if found.id in self.layers or found.id in self.bundles:
            raise refuse("rules.twice", f"two layers or bundles are called {found.id!r}", found.cite, layer=found.id)
        if isinstance(found, Layer):
            self.layers[found.id] = found
        else:
            self.bundles[found.id] = found

    def _named(self, chosen: Sequence[str]) -> tuple[str, ...]:
        """The same; what is wrong with a user's bundle is told with its file."""
        from overheat.kernel.rules.faults import blamed

        try:
            return self.names(chosen)
        except RefusedError as error:
            bundle = str(error.refusal.facts.get("layer"))
            raise (blamed(self.files, error.refusal) if bundle in self.files else error) from None

    def names(self, chosen: Sequence[str]) -> tuple[str, ...]:
        """The layers that some names of layers and bundles stand for, each once; the game itself lies below them.

        `a+b` names both. A bundle brings what its layers need, below them.
        """
        found = dict.fromkeys(self._below)
        named = [self._today(part.strip()) for name in chosen for part in name.split(AND)]
        for name in named:
            if named.count(name) > 1:
                raise refuse("rules.twice", f"{name!r} is named twice", layer=name)
            found.update(dict.fromkeys(self._expanded(name)))
        return tuple(found)

    def laid_over(self, own: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
        """Names with others laid over them; an edition of the game that is given takes the place of any other."""
        own, given = (tuple(part.strip() for name in names for part in name.split(AND)) for names in (own, given))
        kept = tuple(name for name in own if not (self.is_edition(name) and any(map(self.is_edition, given))))
        return (*kept, *(name for name in given if name not in kept))

    def in_short(self, names: Sequence[str]) -> tuple[str, ...]:
        """Names of layers for people: an edition stands for its layers where all of them are there."""
        for bundle in self.bundles.values():
            held = self.names([bundle.id])[len(self._below) :] if bundle.edition else ()
            if held and set(held).issubset(names):
                rest = [name for name in names if name not in held]
                at = len([name for name in rest if name in self._below])
                return (*rest[:at], bundle.id, *rest[at:])
        return tuple(names)

    def is_edition(self, name: str) -> bool:
        """Whether a name stands for a whole reading of the game; that of the game alone does."""
        return name == self.base.id or (name in self.bundles and self.bundles[name].edition)

    def _today(self, name: str) -> str:
        """What a layer is called today."""
        return self.former.get(name, name)

    def _renamed(self, found: Layer | Bundle) -> Layer | Bundle:
        """A layer that names others by what they are called today."""
        if not isinstance(found, Layer) or self.former.keys().isdisjoint((*found.needs, *found.excludes)):
            return found
        needs, excludes = (tuple(map(self._today, names)) for names in (found.needs, found.excludes))
        return replace(found, needs=needs, excludes=excludes)

    def discover(self) -> None:
        """Take in the layers of this game that installed packages bring by entry points, once."""
        if self._discovered:
            return
        self._discovered = True
        for point in entry_points(group=ENTRY_POINTS):
            found = point.load()
            if isinstance(found, Layer | Bundle) and not self._foreign(self._renamed(found)):
                self._take_in(self._renamed(found))

    def _expanded(self, name: str, within: tuple[str, ...] = ()) -> Iterator[str]:
        name = self._today(name)
        if name not in self.bundles and name not in self.layers:
            self.discover()
        if name in within:
            circle = " > ".join((*within[within.index(name) :], name))
            raise refuse("rules.circle", f"the bundle {name!r} is part of itself: {circle}", layer=name)
        if name in self.bundles:
            for part in self.bundles[name].layers:
                for layer in self._expanded(part, (*within, name)):
                    yield from self._with_needs(layer)
        elif name in self.layers:
            yield name
        else:
            there = ", ".join((*self.layers, *self.bundles))
            raise refuse("rules.layer", f"no rules layer {name!r}; there are {there}", layer=name)

    def _with_needs(self, name: str) -> Iterator[str]:
        """A layer, and before it what it needs."""
        for need in self.layers[name].needs:
            if need in self.layers and need not in self._below:
                yield from self._with_needs(need)
        yield name

    def ruleset(self, chosen: Sequence[str] = ()) -> Ruleset:
        """The rules that some names of layers and bundles stand for."""
        names = self._named(chosen) if chosen else self._below
        rules = self._composed.get(names)
        if rules is None:
            from overheat.kernel.rules.faults import blamed, fault_of
            from overheat.kernel.rules.guards import guard

            brought = {name: self.files[name] for name in names if name in self.files}
            try:
                rules = compose(*(self.layers[name] for name in names))
            except RefusedError as error:
                if not brought:
                    raise
                raise blamed(brought, error.refusal) from None
            except Exception as error:
                if not brought:
                    raise
                raise fault_of(brought, error) from error
            rules.made_by = partial(self._again, self.files)
            for latest in list(self._composed)[COMPOSED - 1 :]:
                self._composed.pop(latest, None)
            rules.files = brought
            guard(rules)
            self._composed[names] = rules
        return rules

    def bring(self, path: str) -> str:
        """Take in the layer or the bundle of a user's file, by the name that it gives itself, which is returned.

        Of a file that has both the bundle is returned, which may name the layer.
        """
        from overheat.kernel.rules.faults import blamed
        from overheat.kernel.rules.files import read_rules

        file = Path(path).absolute()
        read = read_rules(file, lambda needs: self._tables(tuple(map(self._today, needs)), path))
        found = [self._renamed(each) for each in read]
        for each in found:
            why = self._foreign(each, found)
            if why:
                raise refuse(FOREIGN, f"{path}: {why}", each.cite)
        for each in found:
            if self.files.get(each.id) == str(file):
                self.layers.pop(each.id, None)
                self.bundles.pop(each.id, None)
                self._composed = {names: rules for names, rules in self._composed.items() if each.id not in names}
            try:
                self._take_in(each)
            except RefusedError as error:
                raise blamed({each.id: str(file)}, error.refusal) from None
        self.files = {**self.files, **{each.id: str(file) for each in found}}
        return found[-1].id

    def check(self, name: str) -> None:
        """Refuse a layer or a bundle that cannot be laid on what it needs."""
        self.ruleset(tuple(dict.fromkeys(need for layer in self._expanded(name) for need in self._with_needs(layer))))

    def _tables(self, needs: Sequence[str], path: str) -> dict[str, Table[Any, Any]]:
        """The tables that there are under some layers, by their ids; refused where the layers are of another game."""
        if needs and set(self._below).isdisjoint(needs):
            raise refuse(FOREIGN, f"{path}: {self._of_this_game()}")
        known = [name for name in needs if name in self.layers]
        return {id: entry for id, entry in self.ruleset(known).items() if isinstance(entry, Table)}

    def _foreign(self, found: Layer | Bundle, beside: Sequence[Layer | Bundle] = ()) -> str:
        """Why something is not of this game: a layer that does not lie on it, a bundle of others; nothing if it is."""
        if isinstance(found, Layer):
            return self._of_this_game() if self._is_apart(found) else ""
        known = {*self.layers, *self.bundles, *(each.id for each in beside)}
        return next((f"there is no layer {name!r} for the bundle" for name in found.layers if name not in known), "")

    def _of_this_game(self) -> str:
        return f"a layer of this game has {' or '.join(map(repr, self._below))} among its needs"

    def _is_apart(self, layer: Layer) -> bool:
        return set(self._below).isdisjoint(layer.needs)

    def _again(self, files: Mapping[str, str], names: Sequence[str]) -> Ruleset:
        """The rules of some names in another process, which may not have the files yet."""
        for id, path in files.items():
            if id in names and id not in self.layers:
                self.bring(path)
        return self.ruleset(names)

    def __reduce__(self) -> tuple[Any, ...]:
        """A library is pickled as where it is written, so a copy of it is the library itself."""
        if self._home is None:
            modules = ((home, vars(module)) for home, module in list(sys.modules.items()) if module is not None)
            found = ((home, name) for home, names in modules for name, it in list(names.items()) if it is self)
            self._home = next(found, None)
        if self._home is None:
            raise PicklingError(f"the library of {self.base.id!r} has no name in any module")
        return written, self._home

    def conflicts(self, name: str) -> dict[str, str]:
        """The layers that a layer cannot lie with, each with the reason."""
        from overheat.kernel.rules.clashes import clash

        layer = self.layers[name]
        others = (other for other in self.layers.values() if other is not layer and other.id not in self._below)
        return {other.id: why for other in others if (why := clash(layer, other))}
