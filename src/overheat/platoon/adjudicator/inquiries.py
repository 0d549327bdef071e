"""The questions of H.E.A.T, each answered with an explained sum, exact chances, and how likely each outcome is."""

from __future__ import annotations

from fractions import Fraction

from overheat.kernel.answers import Answer, Chance
from overheat.kernel.inquiries import Desk, Inquiries, Inquiry
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table
from overheat.kernel.wording.phrases import counted
from overheat.platoon.adjudicator import chained, combined
from overheat.platoon.adjudicator import dice as throwing
from overheat.platoon.adjudicator.questions import (
    AssaultAsked,
    BagAsked,
    BlastAsked,
    FightAsked,
    FlightAsked,
    HitAsked,
    MissileAsked,
    MoraleAsked,
    OrderAsked,
    PinsAsked,
    ShellsAsked,
    ShotAsked,
    StrikeAsked,
    blast_of,
    check_range,
    shot_of,
    strike_of,
    test_of,
)
from overheat.platoon.adjudicator.rulings import Premise, Rolling, Ruling, outcomes_of
from overheat.platoon.books import BASE, HEAT
from overheat.platoon.facts import Result, Shot
from overheat.platoon.resolution import chances, odds, resolve
from overheat.platoon.rules.standard import helicopters, orders

RESULTS: tuple[Result, ...] = ("none", "glancing", "full", "massive")


def about_shot(rules: Ruleset, asked: ShotAsked) -> Premise:
    """A shot that its weapon can fire."""
    shot = shot_of(asked, rules)
    check_range(rules, shot)
    return aimed(shot, rules)


def about_order(rules: Ruleset, asked: OrderAsked) -> Premise:
    """An order test, if one is due."""
    test = test_of(asked, rules)
    tally, tested = resolve.order_target(rules, test), rules[orders.needs_test](rules, test)
    title = f"{asked.order.capitalize()}, {asked.quality}" + ("" if tested else ": no test is due")
    return Premise(title, tally, int(tally.total) if tested else None)


def about_penetration(rules: Ruleset, asked: HitAsked) -> Premise:
    """A hit, and what it adds to the die."""
    struck = strike_of(asked, rules)
    title = f"{struck.weapon.name} on the {asked.facing}, damage value {asked.damage_value}"
    return Premise(title, resolve.penetration(rules, struck))


def about_blast(rules: Ruleset, asked: BlastAsked) -> Premise:
    """A blast, and who is under it."""
    covered = asked.under(rules)
    under = "no template is laid" if covered is None else f"{counted(covered, 'man', 'men')} under it"
    return Premise(f'A blast of {asked.size}", {under}')


def about_shells(rules: Ruleset, asked: ShellsAsked) -> Premise:
    """Shells, and what the first needs."""
    shells = counted(asked.shells, "shell", "shells")
    return Premise(f"{shells}, the first needs {asked.need}+", number=asked.need)


def about_fight(rules: Ruleset, asked: FightAsked) -> Premise:
    """Men who strike."""
    return Premise(f"{counted(asked.men, 'man', 'men')} at close quarters")


def about_assault(rules: Ruleset, asked: AssaultAsked) -> Premise:
    """Men who charge others."""
    return Premise(f"{counted(asked.men, 'man charges', 'men charge')} {asked.enemies}")


def about_morale(rules: Ruleset, asked: MoraleAsked) -> Premise:
    """A morale check, and what it needs."""
    needed = resolve.morale_target(rules, asked.quality, asked.pins, nco_lost=asked.nco_lost)
    title = f"Morale check, {asked.quality}, {counted(asked.pins, 'pin')}"
    return Premise(title, needed, int(needed.total))


def aimed(shot: Shot, rules: Ruleset) -> Premise:
    """A shot, whether or not its weapon reaches so far."""
    title = f'{shot.weapon.name} at {shot.distance:g}"'
    return Premise(title, resolve.score_tally(rules, shot), resolve.score_needed(rules, shot))


def _shot(desk: Desk, asked: ShotAsked) -> Ruling:
    check_range(desk.rules, shot_of(asked, desk.rules))
    return fired(desk, asked)


def fired(desk: Desk, asked: ShotAsked) -> Ruling:
    """What some weapons do; nothing where they do not reach."""
    rules = desk.rules
    shot = shot_of(asked, rules)
    hit = Chance("to_hit", "each shot hits", odds.to_hit(rules, shot))
    hits = odds.hits(rules, shot, asked.weapons)
    means = [Chance("hits", "hits on average", hits.mean)]
    chances = [hit, Chance("any_hit", "at least one hit", hits.at_least(1))]
    found, label = outcomes_of(hits, "hit", "hits"), "hits"
    if asked.vehicle:
        lost = odds.knock_out(rules, shot, strike_of(asked, rules), asked.weapons)
        chances.append(Chance("knocked_out", "the vehicle is knocked out", lost))
    elif size := blast_of(shot):
        one = odds.blast_casualties(rules, size, asked.damage_value, None, asked.down)
        chances.append(Chance("template", "men fall to each blast that lies on them", one.at_least(1)))
        inside = odds.casualties_in_a_building(rules, shot, size, asked.damage_value, asked.weapons, down=asked.down)
        inside = inside.map(lambda many: min(many, asked.men))
        means.append(Chance("casualties_in_a_building", "men fall on average in a building", inside.mean))
    else:
        fallen = odds.casualties(rules, shot, asked.damage_value, asked.weapons).map(lambda many: min(many, asked.men))
        chances.append(Chance("any_fallen", "at least one man falls", fallen.at_least(1)))
        chances.append(Chance("each_hit", "each hit fells a man", odds.casualty(rules, shot, asked.damage_value)))
        means.append(Chance("casualties", "men fall on average", fallen.mean))
        found, label = outcomes_of(fallen, "man falls", "men fall"), "men who fall"
    return Ruling(
        premise=aimed(shot, rules),
        chances=tuple(chances),
        means=tuple(means),
        outcomes=label,
        distribution=found,
    )


def _order(desk: Desk, asked: OrderAsked) -> Ruling:
    rules = desk.rules
    test = test_of(asked, rules)
    obeys = odds.order_test(rules, test)
    wrong = odds.fubar(rules, test)
    rest = [
        Chance("obeys", "obeys", obeys),
        Chance("down", "goes down", 1 - obeys - wrong.where(lambda found: found is not None)),
        Chance("friendly_fire", "fires at friends", wrong.probability("friendly_fire")),
        Chance("panic", "panics", wrong.probability("panic")),
    ]
    return Ruling(
        premise=about_order(rules, asked),
        chances=(rest[0],),
        means=(Chance("pins_after", "pins on average afterwards", chances.ends_with(rules, test).mean),),
        outcomes="what becomes of the order",
        distribution=tuple(rest),
    )


def _hit(desk: Desk, asked: HitAsked) -> Ruling:
    rules = desk.rules
    struck = strike_of(asked, rules)
    found = odds.strike(rules, struck)
    results = [
        Chance(name, f"{'no' if name == 'none' else name} damage", found.results.probability(name)) for name in RESULTS
    ]
    if asked.helicopter:
        first = Chance("crashes", "the helicopter crashes", odds.strike_helicopter(rules, struck))
    else:
        first = Chance("knocked_out", "the vehicle is knocked out", found.knocked_out)
    return Ruling(
        premise=about_penetration(rules, asked),
        chances=(first, Chance("penetrates", "any damage", 1 - results[0].value)),
        outcomes="damage of one hit",
        distribution=tuple(results),
    )


def _blast(desk: Desk, asked: BlastAsked) -> Ruling:
    rules = desk.rules
    fallen = odds.blast_casualties(rules, asked.size, asked.damage_value, asked.under(rules), asked.down)
    return Ruling(
        premise=about_blast(rules, asked),
        chances=(Chance("any_fallen", "at least one man falls", fallen.at_least(1)),),
        means=(Chance("casualties", "men fall on average", fallen.mean),),
        outcomes="men who fall",
        distribution=outcomes_of(fallen, "man falls", "men fall"),
    )


def _shells(desk: Desk, asked: ShellsAsked) -> Ruling:
    rules = desk.rules
    by = [odds.shelling(rules, shells, asked.watched(), asked.need) for shells in range(1, asked.shells + 1)]
    alone = [now - before for now, before in zip(by, [Fraction(0), *by], strict=False)]
    first = [Chance(str(number), f"shell {number} is the first to hit", odd) for number, odd in enumerate(alone, 1)]
    return Ruling(
        premise=about_shells(rules, asked),
        chances=(Chance("hit", f"a hit within {counted(asked.shells, 'shell', 'shells')}", by[-1]),),
        outcomes="the first hit",
        distribution=(*first, Chance("never", "no shell hits", 1 - by[-1])),
    )


def _fight(desk: Desk, asked: FightAsked) -> Ruling:
    rules = desk.rules
    if asked.tough > asked.men:
        raise refuse("adjudicate.tough", f"{asked.tough} tough fighters among {asked.men} men")
    felled = odds.close_quarters_kills(rules, asked.men, asked.damage_value, asked.tough)
    if asked.enemies is not None:
        most = asked.enemies
        felled = felled.map(lambda many: min(many, most))
    chances = [Chance("any_felled", "at least one enemy falls", felled.at_least(1))]
    if asked.enemies is not None:
        chances.append(Chance("all_felled", "all enemies fall", felled.at_least(asked.enemies)))
    return Ruling(
        premise=about_fight(rules, asked),
        chances=tuple(chances),
        means=(Chance("felled", "enemies fall on average", felled.mean),),
        outcomes="enemies who fall",
        distribution=outcomes_of(felled, "enemy falls", "enemies fall"),
    )


def _assault(desk: Desk, asked: AssaultAsked) -> Ruling:
    rules = desk.rules
    attacker, defender = asked.sides()
    first = chances.fought_round(rules, attacker, defender, defended=asked.defended)
    ended = chances.fought(rules, attacker, defender, defended=asked.defended)
    names = {"attacker": "the attackers are left", "defender": "the defenders are left", "nobody": "nobody is left"}
    last = [Chance(name, label, ended.map(str).probability(name)) for name, label in names.items()]
    rounds = [
        Chance(
            "first_won", "the attackers win in the first round", first.where(lambda each: each.winner == "attacker")
        ),
        Chance(
            "first_lost", "the defenders win in the first round", first.where(lambda each: each.winner == "defender")
        ),
        Chance("first_drawn", "another round follows", first.where(lambda each: each.winner == "nobody")),
    ]
    fallen = [
        Chance(
            "defenders",
            "defenders fall in the first round, on average",
            first.map(lambda each: each.defender_lost).mean,
        ),
        Chance(
            "attackers",
            "attackers fall in the first round, on average",
            first.map(lambda each: each.attacker_lost).mean,
        ),
    ]
    return Ruling(
        premise=about_assault(rules, asked),
        chances=(last[0], *rounds),
        means=tuple(fallen),
        outcomes="who is left",
        distribution=tuple(last),
    )


def _morale(desk: Desk, asked: MoraleAsked) -> Ruling:
    rules = desk.rules
    holds = Chance(
        "holds", "the unit holds", chances.morale_check(rules, asked.quality, asked.pins, nco_lost=asked.nco_lost)
    )
    breaks = Chance("breaks", "the unit is destroyed", 1 - holds.value)
    return Ruling(
        premise=about_morale(rules, asked),
        chances=(holds,),
        outcomes="what becomes of the unit",
        distribution=(holds, breaks),
    )


def _strike(desk: Desk, asked: StrikeAsked) -> Ruling:
    """A strike that was called: how it comes, and what it does to a unit."""
    rules = desk.rules
    arrival, effect = odds.strike_arrival(rules), odds.strike_effect(rules, "air" if asked.air else "artillery")
    misses = Chance("near_miss", "a near miss", effect.probability("pins"))
    hits = Chance("direct_hit", "a direct hit", effect.probability("hit"))
    return Ruling(
        premise=Premise(f"{'An air' if asked.air else 'An artillery'} strike"),
        chances=(
            Chance("comes_at_once", "it comes at once", arrival.probability("effect")),
            Chance("delayed_at_first", "it is delayed at first", arrival.probability("delayed")),
            Chance("ever_misdirected", "it is ever misdirected", odds.strike_misdirected(rules)),
            misses,
            hits,
        ),
        outcomes="what it does to a unit",
        distribution=(misses, hits, Chance("nothing", "nothing", 1 - misses.value - hits.value)),
    )


def _missile(desk: Desk, asked: MissileAsked) -> Answer:
    """How many turns after its launch a missile strikes."""
    return Answer(figures={"turns_later": chances.missile_turns(desk.rules, asked.distance, asked.away)}, terms=None)


def _flight(desk: Desk, asked: FlightAsked) -> Answer:
    """Whether a helicopter may fly so, and where lifting off or landing would lead."""
    no = resolve.flight_refused(desk.rules, desk.rules[helicopters.MOVES][asked.airframe], asked.plan)
    lift = resolve.lift(desk.rules, asked.height)
    return Answer(figures={"allowed": no is None, "lifts_or_lands_to": lift}, terms=None, refusal=no)


def _bag(desk: Desk, asked: BagAsked) -> Ruling:
    """Whether the next dice of the bag are all of one side."""
    held, drawn = (asked.mine, asked.theirs), asked.drawn
    mine = Chance("all_mine", "all are mine", chances.drawn(desk.rules, held, [0] * drawn))
    theirs = Chance("all_theirs", "all are theirs", chances.drawn(desk.rules, held, [1] * drawn))
    mixed = Chance("mixed", "of both sides", 1 - mine.value - theirs.value)
    return Ruling(
        premise=Premise(f"{counted(drawn, 'die', 'dice')} of {asked.mine} and {asked.theirs}"),
        chances=(mine, theirs),
        outcomes="the dice that are drawn",
        distribution=(mine, theirs, mixed),
    )


def _pins(desk: Desk, asked: PinsAsked) -> Ruling:
    """What is left of pins after a Rally that was obeyed, and after staying down."""
    left, down = chances.rallied(desk.rules, asked.pins), chances.stayed_down(desk.rules, asked.pins)
    return Ruling(
        premise=Premise(counted(asked.pins, "pin")),
        chances=(Chance("rally_clears_all", "a Rally clears them all", left.probability(0)),),
        means=(
            Chance("pins_after_rally", "pins on average after a Rally", left.mean),
            Chance("pins_after_staying_down", "pins on average after staying down", down.mean),
        ),
        outcomes="pins after a Rally",
        distribution=outcomes_of(left, "pin", "pins"),
    )


INQUIRIES: Inquiries[Desk] = Table(
    "adjudicating.questions",
    {
        "shot": Rolling(
            title="What a shot needs, and what it does",
            facts=ShotAsked,
            answer=_shot,
            odds=fired,
            cite=BASE("Shooting, to hit"),
            premise=about_shot,
            throw=throwing.roll_shot,
        ),
        "order test": Rolling(
            title="Whether a unit obeys",
            facts=OrderAsked,
            answer=_order,
            cite=BASE("Order tests"),
            premise=about_order,
            throw=throwing.roll_order,
        ),
        "penetration": Rolling(
            title="What one hit does to a vehicle",
            facts=HitAsked,
            answer=_hit,
            cite=BASE("Damage to vehicles"),
            premise=about_penetration,
            throw=throwing.roll_penetration,
        ),
        "high explosive": Rolling(
            title="How many men fall to a blast",
            facts=BlastAsked,
            answer=_blast,
            cite=BASE("High explosive"),
            premise=about_blast,
            throw=throwing.roll_blast,
            also=("blast",),
        ),
        "indirect": Rolling(
            title="Whether shells find a target that stands still",
            facts=ShellsAsked,
            answer=_shells,
            cite=BASE("Indirect fire"),
            premise=about_shells,
            throw=throwing.roll_shells,
            also=("indirect fire",),
        ),
        "close quarters": Rolling(
            title="How many enemies a side fells in one round",
            facts=FightAsked,
            answer=_fight,
            cite=BASE("Close quarters"),
            premise=about_fight,
            throw=throwing.roll_fight,
        ),
        "assault": Rolling(
            title="Who is left after close quarters",
            facts=AssaultAsked,
            answer=_assault,
            cite=BASE("Close quarters"),
            premise=about_assault,
            throw=throwing.roll_assault,
        ),
        "morale": Rolling(
            title="Whether a unit holds after heavy loss",
            facts=MoraleAsked,
            answer=_morale,
            cite=BASE("Morale checks"),
            premise=about_morale,
            throw=throwing.roll_morale,
        ),
        "pins": Inquiry(title="What is left of pins", facts=PinsAsked, answer=_pins, cite=BASE("Rally")),
        "called strike": Inquiry(
            title="How a strike comes that was called",
            facts=StrikeAsked,
            answer=_strike,
            cite=BASE("Forward observers"),
        ),
        "missile": Inquiry(
            title="When a guided missile strikes", facts=MissileAsked, answer=_missile, cite=HEAT("ATGM")
        ),
        "flight": Inquiry(
            title="Whether a helicopter may fly so", facts=FlightAsked, answer=_flight, cite=HEAT("Helicopter flight")
        ),
        "bag": Inquiry(title="Whose dice come next out of the bag", facts=BagAsked, answer=_bag, cite=BASE("The turn")),
        **chained.ROWS,
        **combined.ROWS,
    },
    cite=HEAT("Introduction"),
    of="question",
    where="overheat.platoon.adjudicator.inquiries.INQUIRIES",
)
"""What can be asked, by the word after `ask`."""

RULES = (INQUIRIES,)
