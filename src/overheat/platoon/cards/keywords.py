"""What the keywords of weapons mean, in the sentences of the rules in force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from overheat.kernel.rules.rule import Rule, Ruleset
from overheat.platoon.rules.standard import armour, damage, drones, helicopters, indirect, missiles, shooting

Said = Rule[..., Any]

KEYWORDS: dict[str, tuple[Said, ...]] = {
    "Assault": (shooting.assault_weapon,),
    "Team": (shooting.missing_crew,),
    "Fixed": (shooting.fixed_bears,),
    "Shaped charge": (armour.shaped_charge,),
    "Sniper": (shooting.sniper, damage.always_picked),
    "DMR": (shooting.marksman_band,),
    "Flamethrower": (shooting.flames,),
    "Backblast": (missiles.backblast,),
    "Indirect Fire": (indirect.hits,),
    "Howitzer": (indirect.hits,),
    "ATGM": (missiles.target_refused, missiles.guidance_lost),
    "IED": (drones.ied_falls,),
    "Single use": (missiles.fires_once,),
    "Placed": (armour.other_charges,),
    "Dropped": (helicopters.bomb_lead,),
    "EW": (drones.jams, drones.jammed),
}
"""The rules that the keywords of weapons stand for."""


BESIDES = {
    "Fixed": "On an Advance it turns and does not go; on a Run it does not fire.",
    "Flamethrower": "A hit is as many hits as its row has shots, on the top of a vehicle; then come a D3 and one more "
    "pins, and a morale check.",
}
"""What the game itself does with weapons of a keyword, besides those rules."""


def said(rules: Ruleset, *asked: Said) -> tuple[str, ...]:
    """Rules as they are in force, in a sentence each."""
    return tuple(rules[each].says for each in asked)


def reminders(rules: Ruleset, words: frozenset[str]) -> Iterator[str]:
    """What some keywords of weapons mean, a line each."""
    for word in sorted(words & KEYWORDS.keys()):
        besides = (BESIDES[word],) if word in BESIDES else ()
        yield f"{word}: {' '.join((*said(rules, *KEYWORDS[word]), *besides))}"
