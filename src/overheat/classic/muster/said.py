"""What is said of a meeting in a few words, as on a command line: aims as `units=3`, zones as `north:3`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from overheat.classic.muster.missions import Orders
from overheat.classic.muster.setup import Zone
from overheat.kernel.refusal import refuse

EDGES = ("north", "south", "east", "west")
CORNERS = ("north-west", "north-east", "south-west", "south-east")
FACINGS = ("n", "ne", "se", "s", "sw", "nw")
ZONE = re.compile(r"(?P<where>[a-z-]+)(\+(?P<gap>\d{1,3}))?(:(?P<depth>\d{1,3}))?(@(?P<facing>[a-z]{1,2}))?")


def orders_of(mission: str, said: Mapping[str, str]) -> Orders:
    """The kind of scenario with what is said of it: `side=red`, `units=2`, `targets=blue-1`, `hexes=0808,0809`."""
    facts: dict[str, object] = {"mission": mission}
    for name, value in said.items():
        if name not in _READ:
            known = ", ".join(_READ)
            raise refuse(
                "mission.goal", f"nothing is known of a goal's {name[:40]!r}; there are {known}", goal=name[:40]
            )
        try:
            facts[name] = _READ[name](value.strip())
        except ValueError:
            raise refuse("mission.goal", f"{name} is a number, not {value[:40]!r}", goal=name) from None
    return msgspec.convert(facts, Orders)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[\s,]+", text) if word)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise ValueError(text)
    return int(text)


_READ: dict[str, Callable[[str], object]] = {
    "side": str,
    "units": _count,
    "targets": _words,
    "hexes": _words,
    "depth": _count,
    "points": _count,
}


def zone_of(side: str, said: str) -> Zone:
    """The zone of a side: `north:3` a strip three hexes deep, `north+4:3` four hexes from the edge, `south-west:6` a
    corner, `anywhere`; with `@se` all face south-east."""
    found = ZONE.fullmatch(said.strip().lower())
    where = found["where"] if found else ""
    if found is None or where not in (*EDGES, *CORNERS, "anywhere") or (found["gap"] and where not in EDGES):
        example = "north:3, north+4:3, south-west:6 or anywhere"
        raise refuse("setup.zone", f"the zone of {side}: write {example}, not {said[:40]!r}", side=side)
    if found["facing"] and found["facing"] not in FACINGS:
        raise refuse("setup.zone", f"the zone of {side}: a facing is one of {', '.join(FACINGS)}", side=side)
    place = {"edge": where} if where in EDGES else {"corner": where} if where in CORNERS else {"anywhere": True}
    more: dict[str, object] = {"facing": FACINGS.index(found["facing"])} if found["facing"] else {}
    more |= {"gap": int(found["gap"])} if found["gap"] else {}
    more |= {"depth": max(1, int(found["depth"]))} if found["depth"] else {}
    return msgspec.convert({"side": side, **place, **more}, Zone)
