"""Loadouts and refits: what bins hold is declared in the set-up, and rules may change a sheet when it is fielded."""

import msgspec
import pytest

from machines import HUNTER, sheet
from overheat.classic.facts.state import Unit
from overheat.classic.game import Classic
from overheat.classic.muster.places import Recruit, muster
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.loadouts import PLAYED
from overheat.classic.rulesets import CLASSIC, standard
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.fielding import HOLDERS, REFITS, Fielding, Holder, Refit, holders, outfit, under
from overheat.classic.unit.infantry_fire import TROOPERS
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.cite import Book
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import rule
from skirmish import armed, field, known, mount, replace, unit
from soldiers import RIFLES

HERE = Book("House rules")("Refits")
LAUNCHER = "Javelin JVN-10N"


@pytest.mark.proves("loads.bins")
def test_a_bin_says_what_it_holds_and_what_it_may_hold() -> None:
    [guns, more, missiles, _] = holders(standard(), sheet(HUNTER))
    assert (guns.key, more.key, missiles.key) == ("LT AC/10 Ammo", "LT AC/10 Ammo 2", "LT LRM 5 Ammo")
    assert missiles.holds == "standard"
    assert {"standard", "Semi-Guided", "Artemis IV-capable"} <= set(missiles.fits)
    assert "Inferno" not in missiles.fits


@pytest.mark.proves("loads.munitions")
def test_a_kind_that_no_rule_plays_is_not_offered_until_a_layer_plays_it() -> None:
    more = PLAYED.amended("mine.munitions", {"munition_retro_streak": "mine.streak"}, cite=HERE)
    swarming = compose(CLASSIC, Layer("swarming", HERE, needs=("classic",), change=(more,)))
    found = [holders(rules, sheet(HUNTER))[2].fits for rules in (standard(), swarming)]
    assert ["Retro-Streak" in fits for fits in found] == [False, True]
    assert "Narc-capable" in holders(standard(), sheet(HUNTER))[2].fits


@pytest.mark.proves("loads.bins")
def test_what_is_declared_is_in_the_bin_and_its_slot_says_so() -> None:
    rules = standard()
    bin_of = {"RT SRM 6 Ammo": "inferno"}
    whole = armed(HUNTER, "SRM 6@RT", "IS Ammo SRM-6@RT")
    made = outfit(rules, whole, bin_of)
    assert [item.equipment.name for item in made.sheet.mounts][-1] == "SRM 6 Ammo (Inferno)"
    assert [note.text for note in made.notes] == ["RT SRM 6 Ammo: inferno"]
    lettered = under(rules, known(LAUNCHER), {holder.key: "Inferno" for holder in holders(rules, known(LAUNCHER))[:1]})
    at = next(number for number, item in enumerate(lettered.mounts) if item.equipment.id.endswith(".munition_inferno"))
    [(code, slot)] = Unit.fresh(rules, "red", "red", lettered, field(1, 1).parse_hex("0101")).plan.mount_slots[at]
    assert lettered[code].slots[slot] == lettered.mounts[at].equipment.name


@pytest.mark.proves("loads.bins")
def test_the_attack_is_made_with_what_was_declared() -> None:
    red = unit(
        under(standard(), armed(HUNTER, "LB 10-X AC@RT", "IS LB 10-X AC Ammo@RT"), {"RT LB 10-X AC Ammo": "cluster"})
    )
    gun = mount(red, "LB 10-X AC")
    assert red.sheet.mounts[red.plan.feeds[gun][0]].ammunition.munition == "cluster"  # type: ignore[union-attr]


@pytest.mark.proves("loads.one_shots")
def test_a_one_shot_launcher_holds_what_is_declared() -> None:
    whole = armed(HUNTER, "SRM 6 (OS)@RT")
    [tube] = [holder for holder in holders(standard(), whole) if "OS" in holder.key]
    loaded = under(standard(), whole, {tube.key: "Inferno"})
    assert loaded.mounts[-1].loaded is not None
    assert loaded.mounts[-1].loaded.munition == "Inferno"
    assert "Inferno" in tube.fits


UNFIT = {
    "no such bin": ({"RT SRM 6 Ammo": "Inferno"}, "Hunter HUN-1A has no 'RT SRM 6 Ammo' to load; there is 'LT AC/10"),
    "what does not fit": ({"LT LRM 5 Ammo": "Inferno"}, "LT LRM 5 Ammo of Hunter HUN-1A holds no 'Inferno'; it holds"),
}


@pytest.mark.parametrize(("loads", "reason"), UNFIT.values(), ids=UNFIT)
def test_what_cannot_be_loaded_is_refused_with_what_can(loads: dict[str, str], reason: str) -> None:
    with pytest.raises(RefusedError) as error:
        under(standard(), sheet(HUNTER), loads)
    assert error.value.refusal.reason.startswith(reason)


def setup(**loads: str) -> Setup:
    named = {key.replace("_", " "): what for key, what in loads.items()}
    first = Combatant(id="r", side="red", unit="hunter.mtf", text=HUNTER, hex="0101", facing=3, loads=named)
    second = Combatant(id="b", side="blue", unit="hunter.mtf", text=HUNTER, hex="0505")
    return Setup(board="valley", units=(first, second))


def test_a_battle_begins_with_what_its_set_up_declares() -> None:
    begun = Classic().start(setup(LT_LRM_5_Ammo="Semi-Guided"), Seeded(1))
    assert not isinstance(begun, Refusal)
    held = [item.equipment.name for item in begun[0].units["r"].sheet.mounts]
    assert "LRM 5 Ammo (Semi-Guided)" in held
    assert "LRM 5 Ammo" not in held
    assert [note.text for note in begun[0].units["r"].refitted] == ["LT LRM 5 Ammo: Semi-Guided"]
    assert begun[0].units["b"].refitted == ()


def test_a_set_up_that_declares_nonsense_is_refused() -> None:
    no = Classic().start(setup(LT_LRM_5_Ammo="Gold"), Seeded(1))
    assert isinstance(no, Refusal)
    assert no.id == "loads.fit"


def test_a_set_up_without_loads_is_read_as_before() -> None:
    text = b'{"id":"r","side":"red","unit":"Wasp WSP-1A","hex":"0101"}'
    assert msgspec.json.decode(text, type=Combatant).loads == {}


def test_forces_are_drawn_up_with_what_they_declare() -> None:
    red = Recruit(unit="hunter.mtf", text=HUNTER, loads={"LT LRM 5 Ammo": "Semi-Guided"})
    first, _ = muster(field(8, 8), standard(), {"red": [red], "blue": [Recruit(unit="Wasp WSP-1A")]})
    assert first.loads == red.loads


@rule("mine.spare_laser", cite=HERE, slot=REFITS)
def spare_laser(fielding: Fielding) -> Refit | None:
    """Everybody who has an arm gets a small laser in it, or what was declared for it."""
    name = fielding.loads.get("LA spare", "Small Laser")
    spare = Mount(equipment=catalogue().called(name)[0], location="LA", slots=0)
    changed = replace(fielding.sheet, mounts=(*fielding.sheet.mounts, spare))
    return Refit(changed, (f"LA: a {name} more",))


@rule("mine.spare_place", cite=HERE, slot=HOLDERS)
def spare_place(fielding: Fielding) -> tuple[Holder, ...]:
    """The place of the spare laser takes another laser."""

    def filled(sheet: Sheet, what: str) -> Sheet:
        return sheet

    return (Holder(key="LA spare", holds="Small Laser", fits=("Small Laser", "Medium Laser"), filled=filled),)


SPARE = Layer("spare", HERE, needs=("classic",), add=(spare_laser, spare_place))


def test_a_refit_changes_the_sheet_and_says_what_it_changed() -> None:
    rules = compose(CLASSIC, SPARE)
    red = unit(rules=rules)
    assert red.sheet.mounts[-1].equipment.id == "is_small_laser"
    assert [str(note) for note in red.refitted] == [f"LA: a Small Laser more  [{HERE}]"]
    assert red.refitted[0].rule == "mine.spare_laser"


def test_a_refit_knows_what_is_declared_for_what_it_brings() -> None:
    rules = compose(CLASSIC, SPARE)
    assert under(rules, sheet(HUNTER), {"LA spare": "Medium Laser"}).mounts[-1].equipment.id == "is_medium_laser"
    with pytest.raises(RefusedError, match="LA spare of Hunter HUN-1A holds no 'Large Laser'"):
        under(rules, sheet(HUNTER), {"LA spare": "Large Laser"})


@pytest.mark.proves("infantry.fires_as_one")
def test_a_platoon_takes_the_field_with_one_mount_for_all_that_it_fires() -> None:
    red = unit(known(RIFLES))
    assert red.sheet.mounts[-1].location == TROOPERS
