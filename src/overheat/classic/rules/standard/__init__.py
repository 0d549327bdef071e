"""The standard game: the quick reference, and what it leaves to other pages."""

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.construction import fighter, machine, platoon, protomech, suit, vehicle
from overheat.classic.rules.standard import sight
from overheat.kernel.rules import Layer

CLASSIC = Layer(
    "classic",
    title="The classic game",
    cite=QUICK_REFERENCE("the whole sheet"),
    add=(*sight.RULES, *machine.RULES, *vehicle.RULES, *fighter.RULES, *suit.RULES, *protomech.RULES, *platoon.RULES),
)
