"""C3 networks: who counts whose range, what cuts a link, and how a set-up says who is on which."""

from pathlib import Path
from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.adjudicate import ADJUDICATOR
from overheat.classic.attack.to_hit import target_number
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Done, Fire
from overheat.classic.facts.events import AttackRolled
from overheat.classic.facts.state import Unit
from overheat.classic.game import Classic
from overheat.classic.muster.force_files import Library, read_force
from overheat.classic.muster.meeting import meeting, on_board
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.muster.unit_list import read_mul
from overheat.classic.rules.standard.networks import NETWORK
from overheat.classic.rules.standard.switches import STEALTH_ON
from overheat.classic.rulesets import standard
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import question_of
from overheat.kernel.refusal import RefusedError
from skirmish import NORTH, armed, marked, mount, moved, needs, on_turn, replace, say, shot, state, term, told, unit

COLUMN = " ".join(["0"] * 10)
HUNTING = unit().sheet.name
MASTER, SLAVE, IMPROVED = "C3 Master Computer@LT", "C3 Slave Unit@LT", "ISC3iUnit@LT"


def on(network: str, *items: str, id: str = "red", hex: str = "0101", side: str = "red", **others: Any) -> Unit:
    """A machine whose computer is tuned to a network."""
    made = Unit.fresh(standard(), id, side, armed(HUNTER, *items), unit(hex=hex).hex, 3, {NETWORK: network})
    return replace(made, **others)


def fired(attacker: Unit, *others: Unit) -> WeaponAttack:
    """A shot over nine hexes, with others about."""
    return shot(column=COLUMN, attacker=attacker, others=(attacker, *others))


def gained(attacker: Unit, *others: Unit) -> int:
    return -term(fired(attacker, *others), "to_hit.network")


@pytest.mark.proves("to_hit.network", "network.linked", "network.joined")
def test_a_slave_counts_the_range_of_its_master_who_is_nearer() -> None:
    slave, master = on("A", SLAVE), on("A", MASTER, id="friend", hex="0108")
    assert gained(slave) == 0
    assert gained(slave, master) == 4
    assert gained(slave, replace(master, hex=unit(hex="0105").hex)) == 2
    assert target_number(fired(slave, master))["to_hit.network"].label == f"short range from {HUNTING} on its network"


@pytest.mark.proves("network.linked")
def test_slaves_are_linked_through_a_master_that_works_and_improved_computers_by_themselves() -> None:
    one, near, master = on("A", SLAVE), on("A", SLAVE, id="near", hex="0109"), on("A", MASTER, id="far", hex="0101")
    assert gained(one, near) == 0
    assert gained(one, near, master) == 4
    at = mount(master, "C3 Master Computer")
    assert gained(one, near, replace(master, condition=replace(master.condition, lost=frozenset({at})))) == 0
    assert gained(on("A", IMPROVED), on("A", IMPROVED, id="near", hex="0109")) == 4


@pytest.mark.proves("network.joined")
def test_only_units_of_the_same_side_and_network_share_their_range() -> None:
    slave = on("A", SLAVE)
    assert gained(slave, on("B", MASTER, id="friend", hex="0108")) == 0
    assert gained(slave, on("A", MASTER, id="foe", hex="0108", side="blue")) == 0
    assert gained(on("none", SLAVE), on("A", MASTER, id="friend", hex="0108")) == 0
    assert gained(slave, on("A", MASTER, id="friend", hex="0108")) == 4


@pytest.mark.proves("to_hit.network")
def test_the_minimum_range_stays_the_attackers_own_and_indirect_fire_has_nothing_from_it() -> None:
    slave, master = on("A", SLAVE), on("A", MASTER, id="friend", hex="0108")
    assert term(shot("LRM 15", column=COLUMN, attacker=slave, others=(slave, master)), "to_hit.minimum_range") == 0
    spotted = shot("LRM 15", column=COLUMN, attacker=slave, others=(slave, master), spotter=master)
    assert term(spotted, "to_hit.network") == 0
    assert gained(slave, master) == 4


@pytest.mark.proves("network.cut")
def test_a_jammer_near_the_line_between_two_units_cuts_their_link() -> None:
    slave, master = on("A", SLAVE), on("A", MASTER, id="friend", hex="0108")
    jammer = unit(armed(HUNTER, "Guardian ECM Suite@RT"), id="blue", hex="0110", side="blue")
    assert gained(slave, master) == 4
    assert gained(slave, master, jammer) == 0
    assert gained(slave, master, replace(jammer, side="red")) == 4
    off = replace(jammer, condition=replace(jammer.condition, shut_down=True))
    assert gained(slave, master, off) == 4


@pytest.mark.proves("network.cut", "TO-298-c3bs-2", "TO-300-chameleon-lps-1")
def test_boosted_computers_mind_the_strongest_jammers_and_nobody_is_heard_who_hides() -> None:
    slave = on("A", "C3 Boosted System (Slave)@LT")
    master = on("A", "C3 Boosted System (Master)@LT", id="friend", hex="0108")
    plain = unit(armed(HUNTER, "Guardian ECM Suite@RT"), id="blue", hex="0110", side="blue")
    strong = unit(armed(HUNTER, "Angel ECM Suite@RT"), id="blue", hex="0110", side="blue")
    assert (gained(slave, master, plain), gained(slave, master, strong)) == (4, 0)
    hiding = on("A", "C3 Boosted System (Master)@LT", "Chameleon Light Polarization Shield@RT", id="friend", hex="0108")
    assert gained(slave, hiding) == 4
    assert gained(slave, replace(hiding, marks=marked(STEALTH_ON))) == 0


def flat() -> str:
    """The text of a plain board."""
    hexes = "".join(f'hex {column:02}{row:02} 0 "" ""\n' for row in range(1, 11) for column in range(1, 4))
    return f"size 3 10\n{hexes}end\n"


def test_what_is_no_network_begins_no_battle() -> None:
    def fault(*items: str) -> str:
        texts = [HUNTER.replace("-Empty-", item, 1) for item in items]
        linked = [
            Combatant(id=f"red-{at}", side="red", unit="red.mtf", text=text, hex=f"01{at:02}", loads={NETWORK: "A"})
            for at, text in enumerate(texts, 1)
        ]
        foe = Combatant(id="blue", side="blue", unit="blue.mtf", text=HUNTER, hex="0310")
        try:
            Classic().mustered(Setup(board="flat.board", board_text=flat(), units=(*linked, foe)))
        except RefusedError as error:
            return error.refusal.id
        return ""

    assert fault("ISC3SlaveUnit", "ISC3SlaveUnit") == "c3.master"
    assert fault("ISC3MasterUnit", "ISC3SlaveUnit") == ""
    assert fault("ISC3MasterUnit", "ISC3iUnit") == "c3.mixed"


@pytest.mark.proves("network.alone")
def test_a_computer_on_no_network_says_so() -> None:
    plain = Unit.fresh(standard(), "red", "red", armed(HUNTER, SLAVE), unit().hex)
    assert [note.text for note in plain.refitted] == ["the C3 computer is on no network"]
    assert [note.rule for note in on("A", SLAVE).refitted] == ["fielding.loads"]


@pytest.mark.proves("to_hit.network")
def test_in_a_battle_a_slave_hits_by_the_range_of_its_master() -> None:
    slave = replace(on("A", SLAVE), motion=moved("stationary", done=True))
    master = on("A", MASTER, id="friend", hex="0108")
    target = unit(id="blue", hex="0110", facing=NORTH)
    state = on_turn(slave, master, target, phase="weapons", board=COLUMN)
    laser = mount(slave, "Medium Laser")
    with Scripted((2, 2), (3, 4)) as dice:
        _, events = say(state, dice, Fire(laser, "blue"), Done())
    rolled = told(events, AttackRolled)
    assert [part.id for part in rolled[0].needed if part.value < 0] == ["to_hit.network"]
    assert needs(fired(slave)) == 8


@pytest.mark.proves("to_hit.network", "network.cut")
def test_the_adjudicator_is_asked_about_networks_and_jammers(tmp_path: Path) -> None:
    linked, jammer = tmp_path / "linked.mtf", tmp_path / "jammer.mtf"
    linked.write_text(HUNTER.replace("-Empty-", "ISC3iUnit", 2), encoding="utf-8")
    jammer.write_text(HUNTER.replace("-Empty-", "ISGuardianECM", 2), encoding="utf-8")

    board = tmp_path / "flat.board"
    board.write_text(flat(), encoding="utf-8")

    def ids(*jammers: str) -> list[str]:
        facts = {
            "ask": "attack",
            "attacker": {"unit": str(linked), "hex": "0101", "facing": 3},
            "target": {"unit": str(linked), "hex": "0109"},
            "weapon": {"name": "Medium Laser"},
            "network": [{"unit": str(linked), "hex": "0108"}],
            "jammers": [{"unit": name, "hex": "0105"} for name in jammers],
            "board": str(board),
        }
        told: Any = ADJUDICATOR.answer(question_of(facts)).as_json()
        return [each["id"] for each in told["terms"]] if told["terms"] else [str(told["refusal"])]

    assert "to_hit.network" in ids()
    assert "to_hit.network" not in ids(str(jammer))


MUL = b"""<unit forceName="Wolves">
<entity chassis="Atlas" model="AS7-D" c3UUID="one"><pilot gunnery="3" piloting="4"/></entity>
<entity chassis="Wasp" model="WSP-1A" c3UUID="two" c3MasterIs="one"><pilot/></entity>
<entity chassis="Archer" model="ARC-2R" c3UUID="three"><pilot/><c3iset><c3i_link link="four"/></c3iset></entity>
<entity chassis="Hunter" model="HUN-1A" c3UUID="four"><pilot/><c3iset><c3i_link link="three"/></c3iset></entity>
<entity chassis="Locust" model="LCT-1V" c3UUID="five"><pilot/></entity>
</unit>"""


def test_a_unit_list_says_who_is_linked_with_whom() -> None:
    assert [member.network for member in read_mul(MUL, "wolves.mul").members] == ["A", "A", "B", "B", ""]


def test_a_force_file_names_the_network_of_a_unit(tmp_path: Path) -> None:
    (tmp_path / "linked.mtf").write_text(HUNTER.replace("-Empty-", "ISC3iUnit", 2), encoding="utf-8")
    path = tmp_path / "force.toml"
    path.write_text('[[unit]]\nunit = "linked.mtf"\nnetwork = "B"\n', encoding="utf-8")
    assert Library(tmp_path).recruit(read_force(path).members[0]).loads == {NETWORK: "B"}
    path.write_text('[[unit]]\nunit = "linked.mtf"\nnetwork = "owls"\ncount = 2\n', encoding="utf-8")
    _, setup = meeting((path, path), on_board("valley"), standard())
    assert [entry.loads for entry in setup.units] == [{NETWORK: "A"}] * 4


def test_a_unit_without_a_computer_is_on_no_network() -> None:
    with pytest.raises(RefusedError, match="C3 network"):
        Unit.fresh(standard(), "red", "red", armed(HUNTER), unit().hex, 3, {NETWORK: "A"})


@pytest.mark.proves("heat.nova", "network.linked")
def test_nova_suites_are_linked_with_each_other_and_make_heat() -> None:
    nova = "CLNovaCEWS@LT"
    one, near = on("A", nova), on("A", nova, id="near", hex="0108")
    assert gained(one, near) == 4
    assert gained(one, on("A", IMPROVED, id="near", hex="0108")) == 0
    linked, alone = on("A", nova), unit(armed(HUNTER, nova))
    assert {term.id: term.value for term in heat_of(toil_of(state(linked), linked))[0]} == {"heat.nova": 2}
    assert not heat_of(toil_of(state(alone), alone))[0].terms
