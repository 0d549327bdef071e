/** The words of a game for those who are new to it, each with where its rules are written. */

import { dialog, h } from "../dom.js";

const SHEET = "Quick Reference";
const BOOK = "H.E.A.T";

const CLASSIC = [
  ["8+", "Throw two dice: 8 or more succeeds. 7+ works a little more often than every second time, 10+ one time in six."],
  ["Initiative", "Both sides throw two dice each round. Who wins moves and declares last, and so knows what the other has done.", "Attack Sequence"],
  ["Gunnery, piloting", "The two skills of a crew; lower is better. Shots begin at gunnery; kicks, punches and staying upright at piloting.", "All Attacks"],
  ["Walk, run, jump", "Three ways to move. Faster makes you harder to hit, and it makes your own shots harder and your machine hotter.", "Movement, running"],
  ["▲2, ≈1", "Ground two levels high; water one level deep. A strong line between two hexes is a slope, which costs points to climb."],
  ["Piloting roll", "Two dice against piloting skill and whatever makes it harder. If it fails, the machine falls. A ! on the map warns of one.", "Piloting Skill Rolls"],
  ["Facing, twist", "A machine looks at one of the six sides of its hex. In the weapons phase its upper body may turn one side further; the legs stay.", "Weapon Attacks"],
  ["Heat", "Moving and firing make heat, heat sinks take it away when the round ends. What stays slows the machine down, spoils its aim, and may in the end shut it down or set off its ammunition.", "Heat, build-up"],
  ["Armour, structure", "Hits take armour first. Under it is structure; when that is hit, something inside may break: a critical hit.", "Critical Hits"],
  ["Physical attack", "Kicks, punches, charges and the like against a neighbour, after all shots.", "Physical Attacks"],
  ["Battle value", "What a unit with its crew is worth. Two sides of the same value have a fair fight."],
];

const PLATOON = [
  ["Order die", "Every unit has a die in the bag, in the colour of its side. One is drawn at a time: that side gives one of its units an order. When the bag is empty the turn ends.", "The turn"],
  ["4+", "Throw one die: 4 or more succeeds. Order tests are the other way round: two dice, and as much as the number or less."],
  ["Fire, Advance, Run", "Shoot and stay; move and shoot; move twice as far and do not shoot.", "Orders"],
  ["Ambush, Rally, Down", "Wait, and act when an enemy does something in sight; shake off pins; lie low and be harder to hit.", "Orders"],
  ["Pin", "Whoever is hit gets a pin, even if nobody falls. Each pin makes an order less likely to be obeyed and a shot less likely to hit; as many pins as the unit has morale, and it is gone.", "Pins"],
  ["Order test", "A unit with pins does not always obey: two dice, as much as its morale less its pins or lower. An officer nearby helps.", "Order tests"],
  ["Inexperienced, regular, veteran", "How good troops are: their morale is 8, 9 or 10, and better ones are harder to hurt.", "Troop quality"],
  ["Cover", "Woods, hedges and fences are soft cover, walls, buildings and wrecks hard cover. Both make a shot harder, hard cover more so.", "Cover"],
  ["Penetration", "When a vehicle is hit, a die is thrown and what the weapon pierces is added. Less than the vehicle's damage value does nothing, as much glances off, more hurts; sides and rear are weaker.", "Damage to vehicles"],
  ["Snap to action", "An officer who is given an order may have units near him act with him at once.", "Officers"],
  ["″", "Inches on the table. The ruler measures from base to base, at any time and for free."],
];

const WORDS = { classic: { list: CLASSIC, book: SHEET }, platoon: { list: PLATOON, book: BOOK } };

/** Show the words of a game. */
export function glossary(kind) {
  const { list, book } = WORDS[kind] ?? { list: [], book: "" };
  const entry = ([word, meaning, section]) => [h("dt", {}, word), h("dd", {}, meaning, section && h("cite", {}, `${book}: ${section}`))];
  dialog("Words of the game", h("dl", { class: "glossary" }, list.map(entry)), { id: "glossary-dialog" });
}

/** Whether there are words to show for a kind of game. */
export function explains(kind) {
  return kind in WORDS;
}
