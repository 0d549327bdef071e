"""The adjudicator in a browser: questions asked by its fields, and answers that were worked out by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.clicking import nameless, wider_than_the_screen
from browser.tapping import small_targets, tiny_words

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

PHONE = (390, 844)
LOST_PIP = '[data-sheet=target] circle[fill="#c1121f"]'
LASER, CANNON, MISSILES = "Medium Laser", "AC/5", "SRM 6"
SAID = {"gunnery": 4, "walked": 1, "medium": 2, "target moved": 1}
"""Words in the terms of the sum, and what they add."""
TERMS = """table => [...table.querySelectorAll("tr")].map((row) => [
  Number(row.cells[0].textContent.replace("−", "-")),
  row.cells[1].firstChild.textContent,
])"""


def field(page: Page, name: str) -> Locator:
    return page.locator(f'[data-field="{name}"]')


def shot(page: Page, weapon: str) -> Locator:
    """The row of a weapon of the default attacker, which has one of each."""
    return page.locator(f'[data-shot^="{weapon},"]')


def figure(page: Page, name: str) -> Locator:
    """One of the plates above the chart."""
    return page.locator(f'[data-figure="{name}"] strong')


def walking_attacker(page: Page) -> None:
    """Gunnery 4, walked three hexes, five hexes from a target that walked three."""
    field(page, "attacker.moved").select_option("walk")
    field(page, "attacker.hexes").fill("3")
    field(page, "target.moved").select_option("walk")
    field(page, "target.hexes").fill("3")
    field(page, "distance").fill("5")
    expect(shot(page, LASER)).to_have_attribute("data-needs", "8")


def test_a_question_is_answered_weapon_by_weapon_with_every_term(visit: Visit, photograph: Photograph) -> None:
    """A laser is at medium range: 4 + 1 + 2 + 1 = 8, which 15 of 36 throws make; a cannon is at short range."""
    page = visit("/adjudicate")
    walking_attacker(page)
    expect(shot(page, CANNON)).to_have_attribute("data-needs", "6")
    expect(shot(page, MISSILES)).to_have_attribute("data-needs", "8")
    expect(shot(page, LASER).locator(".needs")).to_have_text("8+")
    expect(shot(page, LASER).locator(".odds")).to_have_text("42 %15/36")
    expect(shot(page, CANNON).locator(".odds")).to_have_text("72 %26/36")
    shot(page, LASER).locator("button.why").click()
    sum_of_terms = shot(page, LASER).locator("xpath=following-sibling::tr[1]").locator("table.tally")
    expect(sum_of_terms).to_be_visible()
    *terms, total = sum_of_terms.evaluate(TERMS)
    named = {word: value for value, label in terms for word in SAID if word in label}
    assert (named, len(terms), total[0]) == (SAID, 4, 8), terms
    expect(sum_of_terms.locator("cite")).to_have_count(4)
    page.evaluate("scrollTo(0, 0)")
    photograph(page, "adjudicator", document="adjudicator")


def test_what_the_weapons_do_together_is_the_sum_of_their_means(visit: Visit) -> None:
    """Five points at 15/36, five at 26/36, and six missiles, of which four hit on average, for two each at 15/36."""
    page = visit("/adjudicate")
    walking_attacker(page)
    expect(figure(page, "expected")).to_have_text(f"{5 * 15 / 36 + 5 * 26 / 36 + 8 * 15 / 36:.1f}")
    expect(figure(page, "some")).to_have_text(f"{100 * (1 - (21 / 36) ** 2 * 10 / 36):.1f} %")
    bars = page.locator("#together figure svg[role=img]")
    expect(bars).to_have_attribute("aria-label", re.compile("Damage of the volley"))
    assert bars.locator(".chart-bar").count() > 10
    page.get_by_role("checkbox", name=f"Fire {MISSILES}").uncheck()
    expect(figure(page, "expected")).to_have_text(f"{5 * 15 / 36 + 5 * 26 / 36:.1f}")
    expect(shot(page, MISSILES)).to_have_class("left-out")


def roll_until_it_hits(page: Page) -> int:
    """The damage of a volley that does some; nine of ten do."""
    for _ in range(12):
        page.locator("#roll").click()
        expect(page.locator("#roll")).to_be_enabled()
        damage = page.locator("#roll-summary strong").inner_text().removesuffix(" damage").rsplit(" ", 1)[1]
        if int(damage):
            return int(damage)
    raise AssertionError("twelve volleys that all miss")


def test_dice_are_rolled_told_applied_to_the_sheet_and_taken_back(visit: Visit, photograph: Photograph) -> None:
    page = visit("/adjudicate")
    walking_attacker(page)
    expect(page.locator("[data-sheet=target] svg")).to_be_visible()
    assert page.locator(LOST_PIP).count() == 0
    damage = roll_until_it_hits(page)
    log = page.locator("#roll-log")
    attacks = log.locator("[data-kind=AttackRolled]")
    assert attacks.count() == 3
    hits = sum("hit" in str(attack.get_attribute("class")).split() for attack in attacks.all())
    expect(page.locator("#roll-summary")).to_contain_text(f"{hits} of 3 hit")
    page.locator("#apply").click()
    expect(page.locator("#history")).to_contain_text("1 volley applied")
    page.wait_for_function("([pip, least]) => document.querySelectorAll(pip).length >= least", arg=[LOST_PIP, damage])
    page.locator("#rolled").scroll_into_view_if_needed()
    photograph(page, "adjudicator-rolled")
    page.reload()
    page.wait_for_function("([pip, least]) => document.querySelectorAll(pip).length >= least", arg=[LOST_PIP, damage])
    page.locator("#undo").click()
    expect(page.locator(LOST_PIP)).to_have_count(0)
    expect(page.locator("#history")).to_contain_text("Both are fresh")
    for volleys in (1, 2):
        roll_until_it_hits(page)
        page.locator("#apply").click()
        expect(page.locator("#history")).to_contain_text(f"{volleys} volley")
    page.locator("#reset").click()
    expect(page.locator(LOST_PIP)).to_have_count(0)


def test_the_copied_link_opens_the_same_question_and_answer(visit: Visit) -> None:
    page = visit("/adjudicate")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    walking_attacker(page)
    page.get_by_role("checkbox", name=f"Fire {MISSILES}").uncheck()
    field(page, "target.terrain").select_option("light woods")
    expect(shot(page, LASER)).to_have_attribute("data-needs", "9")
    page.locator("#copy-link").click()
    expect(page.locator("#toasts")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    answer = figure(page, "expected").inner_text()
    other = visit(link)
    expect(shot(other, LASER)).to_have_attribute("data-needs", "9")
    expect(shot(other, CANNON)).to_have_attribute("data-needs", "7")
    expect(figure(other, "expected")).to_have_text(answer)
    expect(shot(other, MISSILES)).to_have_class("left-out")
    expect(field(other, "attacker.hexes")).to_have_value("3")
    expect(field(other, "target.terrain")).to_have_value("light woods")


def test_a_shot_that_cannot_be_is_refused_in_words(visit: Visit) -> None:
    """At ten hexes a laser is out of range and a cannon is not; at sixty nothing bears."""
    page = visit("/adjudicate")
    field(page, "distance").fill("10")
    expect(shot(page, LASER)).to_have_class("cannot")
    expect(shot(page, LASER).locator(".refusal")).to_contain_text("range")
    expect(page.get_by_role("checkbox", name=f"Fire {LASER}")).to_be_disabled()
    expect(shot(page, CANNON)).to_have_attribute("data-needs", "6")
    field(page, "distance").fill("60")
    expect(page.locator("#shots caption")).to_have_text("No weapon can fire at it now.")
    expect(page.locator("#roll")).to_be_disabled()
    field(page, "distance").fill("5")
    field(page, "arc").select_option("rear")
    expect(shot(page, LASER).locator(".refusal")).to_contain_text("arc")


def asked(visit: Visit, facts: str) -> Page:
    """A question of H.E.A.T by its link."""
    return visit(f"/adjudicate#platoon?{facts}")


def plate(page: Page, name: str, value: str, exact: str) -> None:
    expect(page.locator(f'[data-figure="{name}"] strong')).to_have_text(value)
    expect(page.locator(f'[data-figure="{name}"] .exact')).to_have_text(exact)


def chance(page: Page, name: str) -> Locator:
    return page.locator(f'#outcome-table [data-chance="{name}"]')


def test_an_order_test_by_its_fields(visit: Visit) -> None:
    """Regulars have a morale of 9; two pins make it 7, which 21 of 36 throws do not exceed."""
    page = visit("/adjudicate")
    page.get_by_role("tab", name="H.E.A.T").click()
    page.get_by_role("radio", name="Order test").click()
    field(page, "pins").fill("2")
    plate(page, "needs", "7", "on two dice")
    plate(page, "headline", "58 %", "7 / 12")
    terms = page.locator("#sum table").evaluate(TERMS)
    assert [value for value, _ in terms] == [9, -2, 7]
    page.locator("#roll").click()
    dice = page.locator("#roll-log li").first.locator(".die")
    expect(dice).to_have_count(2)
    faces = dice.evaluate_all("dice => dice.map((die) => Number(die.title))")
    expect(page.locator("#roll-summary")).to_contain_text(f"Rolled {sum(faces)} against 7")


def test_a_shot_by_its_fields(visit: Visit, photograph: Photograph) -> None:
    """An assault rifle within 12 inches has two shots; soft cover makes 3 into 4; each hit fells on 4 or more."""
    page = visit("/adjudicate#platoon")
    field(page, "distance").fill("10")
    field(page, "cover").select_option("soft")
    plate(page, "needs", "4+", "on a die")
    plate(page, "headline", "50 %", "1 / 2")
    assert [value for value, _ in page.locator("#sum table").evaluate(TERMS)] == [3, 1, 4]
    page.locator("#outcomes > summary").click()
    for men, exact in (("0", "9 / 16"), ("1", "3 / 8"), ("2", "1 / 16")):
        expect(chance(page, men)).to_contain_text(exact)
    expect(page.locator("#answer figure svg")).to_have_attribute("aria-label", re.compile(r"38 %"))
    expect(page.locator("#answer")).not_to_have_class(re.compile("asking"))
    photograph(page, "adjudicator-platoon", document="adjudicator-platoon")
    field(page, "distance").fill("90")
    expect(page.locator("#refused")).to_contain_text("reaches 0 to 12, 12 to 24 inches, not 90")
    expect(page.locator("#roll")).to_be_disabled()


def test_an_order_and_its_shot_are_asked_in_one(visit: Visit, photograph: Photograph) -> None:
    """Regulars with two pins obey at 7, 21 of 36 throws; the pin that is left makes the shot a 4."""
    page = visit("/adjudicate#platoon")
    page.get_by_role("radio", name="Order, then shot").click()
    field(page, "pins").fill("2")
    field(page, "distance").fill("10")
    plate(page, "needs", "7", "on two dice")
    expect(page.locator('#chances [data-chance="obeys"]')).to_contain_text("58 %")
    photograph(page, "adjudicator-order-and-shot")
    page.locator("#roll").click()
    expect(page.locator("#roll-log li").first).to_be_visible()


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("question=leash&away=34", "a test is due"),
        ("question=drone_drop&pins=2", "2 pins on the team"),
        ("question=drop&pins=2", "2 pins on the team"),
        ("question=drone&turns_aloft=4&radio=70", "its battery lasts"),
        ("question=helicopter_chart&distance=10", "on a helicopter of 7+"),
        ("question=missile&flown=70", "2 turns later"),
        ("question=bag&mine=10&theirs=8", "all are mine"),
        ("question=device", "a real one goes off"),
        ("question=called_strike", "it comes at once"),
        ("question=pins", "a Rally clears them all"),
    ],
)
def test_every_other_question_of_heat_is_on_the_page(visit: Visit, link: str, said: str) -> None:
    page = asked(visit, link)
    expect(page.locator("#answer .found-answer")).to_contain_text(said)
    expect(page.locator("#roll")).to_be_visible(visible="drop" in link)


def test_a_morale_check_by_its_link(visit: Visit) -> None:
    """Regulars check at 9; two pins and a lost NCO make it 6, which 15 of 36 throws do not exceed."""
    page = asked(visit, "question=morale&pins=2&nco_lost=yes")
    plate(page, "needs", "6", "on two dice")
    plate(page, "headline", "42 %", "5 / 12")
    assert [value for value, _ in page.locator("#sum table").evaluate(TERMS)] == [9, -1, -2, 6]


def test_an_assault_by_its_fields(visit: Visit) -> None:
    """One man charges one and strikes first; while both stand they strike at once: 1/2 + 1/4 * 1/3 = 7/12."""
    page = asked(visit, "question=assault")
    field(page, "chargers").fill("1")
    field(page, "defenders").fill("1")
    plate(page, "headline", "58 %", "7 / 12")
    page.locator("#roll").click()
    expect(page.locator("#roll-summary")).to_contain_text(re.compile("are destroyed|nobody is left"))


def test_a_rocket_on_the_front_of_a_tank(visit: Visit) -> None:
    """5 and a die against 9: three faces fall short, a 4 glances, a 5 and a 6 go through."""
    page = asked(visit, "question=penetration&at_weapon=rpg&armour=9")
    page.locator("#outcomes > summary").click()
    for result, exact in (("none", "1 / 2"), ("glancing", "1 / 6"), ("full", "1 / 3")):
        expect(chance(page, result)).to_contain_text(exact)
    field(page, "armour").fill("8")
    expect(chance(page, "none")).to_contain_text("1 / 3")


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        ("adjudicator-dark", (1400, 900), "dark"),
        ("adjudicator-tablet", (820, 1180), "light"),
        ("adjudicator-phone", PHONE, "light"),
    ],
)
def test_the_page_fits_every_screen(
    visit: Visit, photograph: Photograph, name: str, size: tuple[int, int], theme: str
) -> None:
    page = visit("/adjudicate", size=size, theme=theme)
    walking_attacker(page)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    shot(page, LASER).locator("button.why").click()
    assert wider_than_the_screen(page) == []
    photograph(page, name)
    page.locator("#answer").scroll_into_view_if_needed()
    page.locator("#together").scroll_into_view_if_needed()
    photograph(page, f"{name}-answer")
    if size == PHONE:
        assert small_targets(page) == []
    page.locator("#tab-platoon").click()
    expect(figure(page, "headline")).to_be_visible()
    assert wider_than_the_screen(page) == []
    assert tiny_words(page) == []
    photograph(page, f"{name}-platoon")
    if size == PHONE:
        assert small_targets(page) == []


def test_everything_that_can_be_used_has_a_name(visit: Visit) -> None:
    page = visit("/adjudicate")
    walking_attacker(page)
    page.locator("[data-change=attacker]").click()
    page.get_by_role("radio", name="Hexes of a board").click()
    expect(page.locator(".board-map svg")).to_be_visible()
    for more in page.locator("details:not([open]) > summary").all():
        if more.is_visible():
            more.click()
    assert nameless(page) == []
    page.locator("#tab-platoon").click()
    expect(figure(page, "headline")).to_be_visible()
    assert nameless(page) == []


def has_focus(control: Locator) -> None:
    expect(control).to_be_focused()


def test_a_question_is_asked_and_answered_by_keyboard_alone(visit: Visit) -> None:
    """What is drawn anew under the hands keeps the focus where it was."""
    page = visit("/adjudicate")
    page.get_by_role("button", name="Change attacker").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Warhammer WHM-6R")
    expect(page.locator("#attacker-search-found button")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("[data-chosen=attacker]")).to_have_text("Warhammer WHM-6R")
    has_focus(page.get_by_role("button", name="Change attacker"))
    box = page.get_by_role("checkbox", name="Fire PPC, LA")
    box.focus()
    page.keyboard.press("Space")
    expect(page.locator('[data-shot="PPC, LA"]')).to_have_class("left-out")
    has_focus(box)
    page.locator("#roll").focus()
    page.keyboard.press("Enter")
    page.locator("#apply").wait_for()
    has_focus(page.locator("#roll"))
    page.locator("#apply").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#history")).to_contain_text("1 volley applied")
    has_focus(page.locator("#rolled"))


def test_a_file_that_is_no_unit_leaves_the_question_as_it_was(visit: Visit) -> None:
    page = visit("/adjudicate")
    page.get_by_role("button", name="Change attacker").click()
    for name, text, reason in (("broken.mtf", "nonsense", "broken.mtf"), ("letter.txt", "Dear friend", "letter.txt")):
        carried = page.evaluate_handle(
            """([name, text]) => {
              const carried = new DataTransfer();
              carried.items.add(new File([text], name));
              return carried;
            }""",
            [name, text],
        )
        page.locator("[data-drop=attacker-file]").dispatch_event("drop", {"dataTransfer": carried})
        expect(page.locator("[data-role=attacker] .said-no")).to_contain_text(reason)
        expect(page.locator("[data-chosen=attacker]")).to_have_text("Wolverine WVR-6R")
    expect(page.locator("#refused")).to_have_count(0)


def test_what_is_destroyed_is_not_shot_at_again(visit: Visit) -> None:
    page = visit("/adjudicate#classic?attacker=Atlas+AS7-D&attacker.gunnery=0&target=Locust+LCT-1V&distance=3")
    refused = page.locator("#refused")
    for _ in range(12):
        expect(page.locator("#roll")).to_be_enabled()
        page.locator("#roll").click()
        fate = page.locator("#fate")
        page.locator("#apply").click()
        expect(page.locator("#rolled .all-good")).to_be_visible()
        if fate.count():
            break
    expect(refused).to_contain_text("The target is destroyed")
    expect(page.locator("#roll")).to_be_disabled()
    page.locator("#undo").click()
    expect(refused).to_have_count(0)


def test_on_paper_stand_the_question_and_the_names_of_the_weapons(visit: Visit) -> None:
    page = visit("/adjudicate")
    walking_attacker(page)
    page.emulate_media(media="print")
    expect(shot(page, LASER).locator("button.why")).to_be_visible()
    expect(field(page, "distance")).to_be_visible()
    expect(page.locator("#roll")).to_be_hidden()


def test_any_question_of_the_rules_in_force_has_fields_and_an_answer(visit: Visit, photograph: Photograph) -> None:
    """Seventeen points of heat add 3 to shots and leave a walk of 4 one point; without a unit nothing is asked."""
    page = visit("/adjudicate#any")
    expect(page.locator("#answer")).to_contain_text("Still to be said: attacker's unit, attacker's hex")
    field(page, "ask").select_option("heat")
    expect(page.locator("#answer")).to_contain_text("Still to be said: unit")
    field(page, "unit").fill("Warhammer WHM-6R")
    field(page, "heat").fill("17")
    expect(page.locator('[data-figure="to_hit"] b')).to_have_text("3")
    expect(page.locator('[data-figure="walk"] b')).to_have_text("1")
    photograph(page, "any_question")
    address = page.evaluate("location.hash")
    again = visit(f"/adjudicate{address}")
    expect(again.locator('[data-figure="to_hit"] b')).to_have_text("3")
    assert not nameless(again)


def test_what_a_critical_hit_does_is_asked_and_told_line_by_line(visit: Visit, photograph: Photograph) -> None:
    """A gauss rifle explodes with 20 points; shut off it does not, and is lost all the same."""
    page = visit("/adjudicate#any", size=PHONE)
    page.locator('[data-field="rules.shutting_off_equipment"]').evaluate("box => box.closest('details').open = true")
    field(page, "rules.shutting_off_equipment").check()
    field(page, "ask").select_option("critical")
    field(page, "unit").fill("Warhammer WHM-6R")
    field(page, "part").fill("Gauss Rifle")
    field(page, "carries").fill("Gauss Rifle in LT")
    expect(page.locator('[data-figure="explosion"] b')).to_have_text("20")
    expect(page.locator('[data-figure="happens"] li').first).to_have_text(
        "critical hit in the left torso, slot 4: Gauss Rifle"
    )
    assert not wider_than_the_screen(page)
    photograph(page, "critical_hit")
    field(page, "marks").fill("shut_off:Gauss Rifle=1")
    expect(page.locator('[data-figure="explosion"] b')).to_have_text("0")
    expect(page.locator('[data-figure="weapons_lost"] li')).to_have_text("Gauss Rifle in LT (18)")


def test_questions_of_the_other_game_and_of_layers_are_asked_in_the_same_form(
    visit: Visit, photograph: Photograph
) -> None:
    page = visit("/adjudicate#any")
    page.locator('[data-field="rules.sprinting"]').evaluate("box => box.closest('details').open = true")
    field(page, "rules.sprinting").check()
    field(page, "ask").select_option("points")
    field(page, "unit").fill("Warhammer WHM-6R")
    expect(page.locator('[data-figure="sprint"] b')).to_have_text("8")
    page.locator('[data-field="game"][data-value="platoon"]').click()
    field(page, "ask").select_option("order test")
    field(page, "quality").fill("regular")
    field(page, "pins").fill("3")
    expect(figure(page, "needs")).to_have_text("6")
    field(page, "ask").select_option("volley")
    field(page, "fire").fill("4 rifle@10, hmg@10")
    field(page, "men").fill("6")
    expect(page.locator("#answer")).to_contain_text("4 x Rifle and 1 x Heavy machine gun fired together")
    expect(page.locator("#answer")).to_contain_text("2 men fall, 1 pin")
    photograph(page, "weapons_fired_together")


def test_any_question_fits_a_phone(visit: Visit) -> None:
    page = visit("/adjudicate#any", size=PHONE)
    field(page, "ask").select_option("blow")
    expect(field(page, "attacker.unit")).to_be_visible()
    assert not wider_than_the_screen(page)
    assert not small_targets(page)
