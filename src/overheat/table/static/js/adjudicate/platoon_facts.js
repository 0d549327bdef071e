/** The questions of H.E.A.T and the facts that each is made of. */

/** Stand for "not said" where a number may be left out: one below the least. */
const CLEAR = -1;
const NOBODY = 0;

/** Questions about shots at men or at a vehicle. */
const ATTACKS = ["shot", "order_and_shot"];

const SIDES = [["front", "front"], ["side", "side"], ["rear", "rear"], ["top", "top"]];

/** Each fact: its label, what it usually is, and how it is asked. `listed` picks its choices from what the rules know, `when` says whether it matters in a question. */
export const FACTS = {
  weapon: { label: "Weapon", usual: "ar", weapons: true },
  at_weapon: { label: "Weapon", usual: "rpg", weapons: true, as: "weapon", pierces: true },
  distance: { label: "Distance in inches", usual: 12, least: 0, most: 120, step: 1 },
  weapons: { label: "How many fire", usual: 1, least: 1, most: 30 },
  order: { label: "Order", usual: "fire", listed: ({ orders }) => orders.filter((order) => order.shoots) },
  quality: { label: "Quality", usual: "regular", listed: ({ qualities }) => qualities },
  pins: { label: "Pins", usual: 0, least: 0, most: 20 },
  cover: { label: "Cover of the target", usual: "none", options: [["none", "none"], ["soft", "soft"], ["hard", "hard"]] },
  high_explosive: { label: "Explosive round", usual: false },
  attendants: { label: "Attendants", usual: CLEAR, least: 0, most: 20, optional: true, empty: "full crew" },
  down: { label: "Target is Down", usual: false },
  vehicle: { label: "Target is a vehicle", usual: false, reshapes: true },
  men: { label: "Men in the target", usual: 10, least: 1, most: 30, when: (question) => !question.vehicle },
  fighters: { label: "Men who strike", usual: 8, least: 1, most: 40, as: "men" },
  damage_value: { label: "Damage value", usual: 4, least: 2, most: 12, hint: "of those who are hit", when: (question) => !ATTACKS.includes(question.question) || !question.vehicle },
  armour: { label: "Damage value", usual: 9, least: 2, most: 12, hint: "of the vehicle", as: "damage_value", when: (question) => !ATTACKS.includes(question.question) || question.vehicle },
  covered: { label: "Men under the template", usual: CLEAR, least: 0, most: 40, optional: true, empty: "none laid", hint: "whoever it touches; none is laid in a building" },
  facing: { label: "Side struck", usual: "front", options: SIDES, when: (question) => !ATTACKS.includes(question.question) || question.vehicle },
  open_topped: { label: "Open-topped", usual: false, when: (question) => !ATTACKS.includes(question.question) || question.vehicle },
  helicopter: { label: "A helicopter", usual: false },
  test_order: { label: "Order", usual: "fire", as: "order", listed: ({ orders }) => orders },
  officer: { label: "Officer's bonus", usual: 0, least: 0, most: 4 },
  command: { label: "Commanded", usual: false },
  forced: { label: "Test even without pins", usual: false },
  nco_lost: { label: "Has lost its NCO", usual: false },
  virtual_pins: { label: "Virtual pins", usual: 0, least: 0, most: 10 },
  size: { label: "Size of the blast", usual: 1, least: 1, most: 4 },
  shells: { label: "Shells", usual: 1, least: 1, most: 6 },
  need: { label: "Needs to hit", usual: 6, least: 2, most: 6, hint: "6 at first, easier each turn" },
  observed: { label: "Seen by an observer", usual: true },
  tough: { label: "Tough ones of them", usual: 0, least: 0, most: 40 },
  enemies: { label: "Enemies they fight", usual: NOBODY, least: 1, most: 40, optional: true, empty: "any", hint: "no end of them if left out" },
  chargers: { label: "Men who charge", usual: 8, least: 1, most: 40, as: "men" },
  chargers_value: { label: "Their damage value", usual: 4, least: 2, most: 12, as: "damage_value" },
  defenders: { label: "Men who defend", usual: 8, least: 1, most: 40, as: "enemies" },
  enemy_damage_value: { label: "Damage value of the defenders", usual: 4, least: 2, most: 12 },
  enemy_tough: { label: "Tough ones of the defenders", usual: 0, least: 0, most: 40 },
  leash: { label: "Inches from its vehicle", usual: 0, least: 0, most: 200, hint: "0 without a fighting vehicle" },
  away: { label: "Inches from its vehicle", usual: 34, least: 0, most: 200, as: "distance" },
  target_quality: { label: "Quality of the target", usual: "regular", listed: ({ qualities }) => qualities },
  target_pins: { label: "Pins on the target", usual: 0, least: 0, most: 20 },
  target_nco_lost: { label: "The target has lost its NCO", usual: false },
  load: { label: "Load", usual: "anti-tank", options: [["anti-tank", "anti-tank"], ["explosive", "explosive"]], reshapes: true },
  under_drone: { label: "Damage value", usual: 9, least: 2, most: 12, hint: "of the vehicle below", as: "damage_value", when: (question) => question.load !== "explosive" },
  turns_aloft: { label: "Turns in the air", usual: 3, least: 0, most: 20, as: "turns" },
  radio: { label: "Inches from its team", usual: 40, least: 0, most: 200, as: "distance" },
  flown: { label: "Inches to the target", usual: 60, least: 0, most: 500, as: "distance" },
  helicopter_weapon: { label: "Weapon that hits it", usual: "hmg", weapons: true, as: "weapon" },
  helicopter_value: { label: "Damage value", usual: 7, least: 2, most: 12, hint: "of the helicopter", as: "damage_value" },
  helicopter_side: { label: "Side struck", usual: "front", options: SIDES, as: "facing" },
  mine: { label: "My dice in the bag", usual: 10, least: 1, most: 100 },
  theirs: { label: "Their dice in the bag", usual: 10, least: 0, most: 100 },
  drawn: { label: "Dice drawn", usual: 1, least: 1, most: 20 },
  engineers: { label: "Engineers or sappers", usual: false },
  air: { label: "From the air", usual: false },
  held_pins: { label: "Pins", usual: 3, least: 0, most: 20, as: "pins" },
  defended: { label: "Behind cover or an obstacle", usual: false, hint: "both sides strike together" },
};

/** The questions: their titles, what they ask, their facts in order, and whether their dice can be thrown here. */
export const QUESTIONS = {
  shot: {
    title: "Shot",
    says: "A volley: does it hit, and what does it do?",
    facts: ["weapon", "distance", "weapons", "order", "quality", "pins", "cover", "men", "damage_value", "armour", "facing", "attendants", "down", "high_explosive", "vehicle", "open_topped"],
  },
  order_and_shot: {
    title: "Order, then shot",
    says: "A pinned unit is ordered to shoot: the test, the pin that goes, the shot, and what becomes of the target, all in one.",
    facts: ["quality", "pins", "officer", "order", "weapon", "distance", "weapons", "cover", "men", "damage_value", "armour", "facing", "attendants", "leash", "target_quality", "target_pins", "down", "high_explosive", "vehicle", "open_topped", "forced", "nco_lost", "target_nco_lost"],
  },
  order_test: { title: "Order test", says: "A pinned unit is given a die: does it obey?", facts: ["quality", "pins", "test_order", "officer", "virtual_pins", "forced", "command", "nco_lost"] },
  penetration: { title: "Penetration", says: "A hit on armour: does it go through?", facts: ["at_weapon", "distance", "armour", "facing", "high_explosive", "open_topped", "helicopter"] },
  high_explosive: { title: "High explosive", says: "A blast among men: how many fall?", facts: ["size", "damage_value", "covered", "down"] },
  indirect: { title: "Indirect fire", says: "Shells from afar: does any of them fall on its mark?", facts: ["shells", "need", "observed"] },
  morale: { title: "Morale", says: "Half a unit has fallen to one attack: does the rest hold?", facts: ["quality", "pins", "nco_lost"] },
  close_quarters: { title: "Close quarters", says: "Men who strike first: how many of the others fall?", facts: ["fighters", "tough", "damage_value", "enemies"] },
  assault: {
    title: "Assault",
    says: "Two sides at close quarters until one is gone: who is left?",
    facts: ["chargers", "tough", "chargers_value", "defenders", "enemy_tough", "enemy_damage_value", "defended"],
  },
  pins: { title: "Pins off", says: "A unit rallies, or lies low over the end of the turn: how many pins are left?", facts: ["held_pins"], dice: false },
  leash: { title: "Leash", says: "A squad far from its fighting vehicle: does it obey?", facts: ["away", "quality", "pins", "test_order", "officer", "nco_lost"], dice: false },
  drone_drop: { title: "Drone load", says: "A drone lets its load go: does its team obey, does the load fall, and is that the end of what is below?", facts: ["load", "quality", "pins", "officer", "under_drone", "open_topped"] },
  drone: { title: "Drone flight", says: "A drone in the air: do its battery and its radio last?", facts: ["turns_aloft", "radio", "quality", "pins", "officer"], dice: false },
  helicopter_chart: { title: "Helicopter hit", says: "A hit on a helicopter: does it go through, and what does the chart say?", facts: ["helicopter_weapon", "distance", "helicopter_value", "helicopter_side", "high_explosive"], dice: false },
  missile: { title: "Missile", says: "A guided missile is launched: when does it strike?", facts: ["flown"], dice: false },
  called_strike: { title: "Strike", says: "An observer calls guns or an aircraft: does the strike come, and what does it do?", facts: ["air"], dice: false },
  device: { title: "Hidden device", says: "Somebody comes near a marker: what happens?", facts: ["engineers"], dice: false },
  bag: { title: "Bag", says: "Dice are drawn: whose are they?", facts: ["mine", "theirs", "drawn"], dice: false },
};
