"""What rockets and Arrows strew over hexes in place of a guided warhead: bombs, mines, inferno, countermeasures.

Flares and chaff hang in a hex for the attacks of one turn and count for every missile that flies through or into it.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hits import take
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import EffectLaid, FateMet
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import Unit
from overheat.classic.facts.vocabulary import FATES
from overheat.classic.rules.omega.inferno import armoured, kindle
from overheat.classic.rules.omega.mines import strew
from overheat.classic.rules.omega.reaction import SCREEN
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.game import Player
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

PAYLOADS = Book("Omega Rules")("Rocket Pods", 9)
FLARES = named("flares_aloft", "flares of {value} salvos")
CHAFF = named("chaff_aloft", "chaff of {value} salvos")
WIPED_OUT = "wiped_out"
FATES.says(WIPED_OUT, "wiped out by bomblets")


class Payload(NamedTuple):
    """What is strewn over a hex, and in which phase."""

    what: Literal["bombs", "mines", "inferno", "flares", "chaff", "smoke"]
    counters: bool
    """Whether it is a countermeasure, which is fired in the reaction phase."""
    about: str


KINDS: Table[str, Payload] = Table(
    "omega.payloads",
    {
        "Explosive": Payload("bombs", False, "bomblets that strike everybody in a hex"),
        "FAScaM": Payload("mines", False, "mines a hex"),
        "Inferno": Payload("inferno", False, "sets a hex on fire for two turns"),
        "Flares": Payload("flares", True, "flares in a hex, against infrared missiles"),
        "Chaff": Payload("chaff", True, "chaff in a hex, against radar-guided missiles"),
        "Smoke": Payload("smoke", True, "smoke in a hex"),
    },
    cite=PAYLOADS,
    implements=("OM-rocket-pods", "OM-rocket-countermeasures", "OM-arrow-payloads"),
    where="overheat.classic.rules.omega.payloads.KINDS",
)
"""What pods and Arrows may carry, by the words that tubes are loaded with."""

BOMBS: Table[str, int] = Table(
    "omega.bomblets",
    {"LRM": 4, "SRM": 6, "Arrow": 6},
    cite=PAYLOADS,
    implements=("OM-rocket-explosive", "OM-arrow-payloads"),
    where="overheat.classic.rules.omega.payloads.BOMBS",
)
"""How many bomblets of one point strike each armoured unit in a hex, by what brought them."""

AGAINST: Table[str, str] = Table(
    "omega.clouds_against",
    {"IR": FLARES, "SARaH": CHAFF, "AR": CHAFF},
    cite=PAYLOADS,
    implements=("OM-rocket-countermeasures",),
    where="overheat.classic.rules.omega.payloads.AGAINST",
)
"""What hangs in a hex against a missile, by how it is guided."""

FIGURES: Table[str, int] = Table(
    "omega.payload_figures",
    {"of a salvo": 2},
    cite=PAYLOADS,
    implements=("OM-rocket-countermeasures",),
    where="overheat.classic.rules.omega.payloads.FIGURES",
)
"""What each salvo of flares or chaff on the way of a missile adds to its number."""


def deploy(scene: Scene, payload: str, hex: Hex, carrier: str, owner: Player) -> None:
    """A payload comes down in a hex."""
    what = scene.rules[KINDS][payload].what
    if what == "bombs":
        _bomb(scene, hex, carrier)
    elif what == "mines":
        strew(scene, hex, owner)
    elif what == "inferno":
        kindle(scene, hex, owner)
    elif what == "smoke":
        scene.tell(EffectLaid(hex, SCREEN, Mark(owner=owner, until=scene.state.round)))
    else:
        _hang(scene, hex, FLARES if what == "flares" else CHAFF, owner)


def _hang(scene: Scene, hex: Hex, cloud: str, owner: Player) -> None:
    before = scene.state.effect(hex, cloud)
    salvos = 1 if before is None else before.value + 1
    scene.tell(EffectLaid(hex, cloud, Mark(salvos, owner, until=scene.state.round)))


@rule("omega.bombed", cite=PAYLOADS, implements=("OM-rocket-explosive",))
def bombed(rules: Ruleset, unit: Unit, carrier: str) -> tuple[int, ...] | None:
    """Bomblets strike an armoured unit four times a point, those of short-range pods six times; soldiers all fall."""
    return (1,) * rules[BOMBS][carrier] if rules[armoured](rules, unit) else None


def _bomb(scene: Scene, hex: Hex, carrier: str) -> None:
    for unit in scene.state.at(hex):
        if not unit.active or unit.airborne or carrier_of(unit):
            continue
        points = scene.rules[bombed](scene.rules, unit, carrier)
        if points is None:
            scene.tell(FateMet(unit.id, "destroyed", WIPED_OUT))
        for point in points or ():
            take(scene, Hit(unit.id, "front", point, "bomblets"))


@rule("omega.cloud_adds", cite=PAYLOADS, implements=("OM-rocket-countermeasures",))
def cloud_adds(rules: Ruleset, guidance: str, flares: int, chaff: int) -> int:
    """Flares on their way add 2 for each salvo to infrared missiles, chaff as much to radar-guided ones."""
    salvos = {FLARES: flares, CHAFF: chaff}.get(rules[AGAINST].get(guidance, ""), 0)
    return rules[FIGURES]["of a salvo"] * salvos


@rule("to_hit.clouds", cite=PAYLOADS, implements=("OM-rocket-countermeasures",), slot=EVERY_SHOT)
def clouds(attack: WeaponAttack) -> Term | None:
    """Every salvo of flares or chaff in a hex that a missile flies through or into makes it miss more easily."""
    if not attack.effects or attack.munition not in attack.rules[AGAINST]:
        return None
    way = {hex for step in attack.attacker.hex.line(attack.target.hex) for hex in step} | {attack.target.hex}
    flares, chaff = (sum(_salvos(attack, hex, cloud) for hex in way) for cloud in (FLARES, CHAFF))
    value = attack.rules[cloud_adds](attack.rules, attack.munition, flares, chaff)
    return Term("to_hit.clouds", value, "countermeasures on the way", PAYLOADS) if value else None


def _salvos(attack: WeaponAttack, hex: Hex, cloud: str) -> int:
    found = attack.effects.get(hex, {}).get(cloud)
    return 0 if found is None else found.value


@rule("omega.may_carry", cite=PAYLOADS, implements=("OM-rocket-pods",))
def may_carry(rules: Ruleset, carrier: str, payload: str, *, guided: bool) -> bool:
    """Pods of long- and short-range racks and unguided Arrows carry any payload; a guided missile carries none."""
    return payload in rules[KINDS] and carrier in rules[HEXES] and not guided


HEXES: Table[str, int] = Table(
    "omega.payload_hexes",
    {"LRM": 1, "SRM": 1, "Arrow": 5},
    cite=PAYLOADS,
    implements=("OM-rocket-fascam", "OM-arrow-payloads"),
    where="overheat.classic.rules.omega.payloads.HEXES",
)
"""Over how many hexes a payload is strewn, by what carries it."""


class PayloadAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A payload that comes down on a unit, or countermeasures on the way of a missile."""

    pod: Annotated[Literal["LRM", "SRM", "Arrow"], Meta(description="What brings it.")] = "LRM"
    payload: str = "Explosive"
    guided: Annotated[bool, Meta(description="Whether the missile that is to carry it is a guided one.")] = False
    target: Annotated[str, Meta(description="The unit that is in the hex.")] = "Atlas AS7-D"
    missile: Annotated[str, Meta(description="How a missile is guided that flies through flares or chaff.")] = ""
    path_flare_salvos: Annotated[int, Meta(ge=0, le=50)] = 0
    path_chaff_salvos: Annotated[int, Meta(ge=0, le=50)] = 0


def _answer(desk: Desk, asked: PayloadAsked) -> Answer:
    """What a payload does to a unit and over how many hexes, and what countermeasures add to a missile."""
    rules = desk.rules
    payload = next((name for name in rules[KINDS].rows if name.casefold() == asked.payload.casefold()), "")
    kind = rules[KINDS].get(payload)
    if kind is None:
        there = ", ".join(rules[KINDS].rows)
        raise refuse("situation.payload", f"payload: {asked.payload[:60]!r} is none; there is {there}", field="payload")
    unit = Unit.fresh(rules, "target", "target", desk.sheet(asked.target), Hex(1, 1))
    points = rules[bombed](rules, unit, asked.pod) if kind.what == "bombs" else ()
    burnt = kind.what == "inferno" and not rules[armoured](rules, unit)
    legal = rules[may_carry](rules, asked.pod, payload, guided=asked.guided)
    figures = {
        "legal": legal,
        "hexes": rules[HEXES][asked.pod],
        "hexes_mined": rules[HEXES][asked.pod] if kind.what == "mines" else 0,
        "hits": list(points or ()),
        "destroyed": points is None or burnt,
        "modifier": rules[cloud_adds](rules, asked.missile, asked.path_flare_salvos, asked.path_chaff_salvos),
    }
    no = None if legal else Refusal("omega.may_carry", "guided missiles carry no such payload", PAYLOADS)
    return Answer(figures=figures, refusal=no)


QUESTION = INQUIRIES.amended(
    "omega.payload_question",
    {"payload": Inquiry(title="What pods and Arrows strew", facts=PayloadAsked, answer=_answer, cite=PAYLOADS)},
    cite=PAYLOADS,
)

LAYER = Layer(
    "omega_payloads",
    title="Bombs, mines, inferno and countermeasures strewn over hexes",
    group="Omega",
    cite=PAYLOADS,
    needs=("classic", "omega_mines", "omega_inferno", "omega_reaction"),
    add=(KINDS, BOMBS, AGAINST, FIGURES, HEXES, bombed, cloud_adds, clouds, may_carry),
    change=(QUESTION,),
)
