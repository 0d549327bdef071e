"""The questions of the classic game, asked of the very rules that it is played by.

A layer brings its own: `INQUIRIES.amended("mine.questions", {"salute": Inquiry(...)}, cite=...)`.
"""

from overheat.classic.adjudicator import (
    artillery,
    attack,
    blow,
    conditions,
    construction,
    damage,
    heat,
    location,
    movement,
    piloting,
    salvos,
    scatter,
    sight,
    terrain,
    volley,
)
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.adjudicator.inside import coolant, critical, mishaps
from overheat.classic.books import QUICK_REFERENCE
from overheat.kernel.inquiries import Inquiries
from overheat.kernel.rules.rule import Table

INQUIRIES: Inquiries[Desk] = Table(
    "adjudicator.questions",
    {
        **attack.INQUIRIES,
        **volley.INQUIRIES,
        **blow.INQUIRIES,
        **piloting.INQUIRIES,
        **damage.INQUIRIES,
        **critical.INQUIRIES,
        **coolant.INQUIRIES,
        **mishaps.INQUIRIES,
        **salvos.INQUIRIES,
        **location.INQUIRIES,
        **heat.INQUIRIES,
        **movement.INQUIRIES,
        **terrain.INQUIRIES,
        **sight.INQUIRIES,
        **scatter.INQUIRIES,
        **artillery.INQUIRIES,
        **construction.INQUIRIES,
        **conditions.INQUIRIES,
    },
    of="question",
    cite=QUICK_REFERENCE("the whole sheet"),
    where="overheat.classic.adjudicator.INQUIRIES",
)
"""What can be asked, by the word after `ask`."""

RULES = (INQUIRIES,)
