/** Who plays: each side is mine, a friend's or a bot's. */

import { button, choice, field, fill, h } from "../dom.js";
import { redrawn } from "../redrawing.js";
import { capital, sideName } from "../sides.js";
import { USUAL } from "./hero.js";

/** The bots, in the order in which they are offered. */
const BOTS = {
  easy: "makes mistakes",
  normal: "fights well and errs now and then",
  hard: "looks at your reply before it moves",
  search: "plays ahead in its head and takes its time",
  greedy: "takes the best shot now and has no plan",
  random: "does anything that is legal",
};
const ranked = (bots) => [...Object.keys(BOTS).filter((bot) => bots.includes(bot)), ...bots.filter((bot) => !(bot in BOTS))];
const PRESETS = [
  ["bot", "Me against a bot", ["me", USUAL]],
  ["friend", "Me and a friend, by link", ["me", "friend"]],
  ["hot", "Two at this screen", ["me", "me"]],
  ["watch", "Bots only, I watch", ["hard", "hard"]],
];

/** A chooser of who plays; `sides` can be changed later. The answer's `seating()` says what to ask the server for. */
export function opponents({ id, changed = () => {} }) {
  const chosen = {};
  let sides = [];
  let bots = [USUAL];
  const pace = h("input", { type: "range", min: 0, max: 3, step: 0.2, value: 0.4, id: `${id}-pace`, oninput: () => tellPace() });
  const paceTold = h("output", { for: `${id}-pace` });
  const open = h("input", { type: "checkbox", id: `${id}-open` });
  const presets = h("div", { class: "presets", role: "group", "aria-label": "Who plays" });
  const rows = h("div", { class: "seat-rows" });
  const note = h("p", { class: "small", "aria-live": "polite" });
  const tellPace = () => (paceTold.textContent = Number(pace.value) === 0 ? "at once" : `${Number(pace.value).toFixed(1)} s before each command`);

  const who = () => sides.map((side, at) => chosen[side] ?? (at === 0 ? "me" : USUAL));
  const show = () => {
    const now = who();
    redrawn(presets, () => fill(presets, PRESETS.map(([key, label, pattern]) => {
      const wanted = sides.map((_, at) => pattern[Math.min(at, 1)]);
      return button(
        label,
        () => { sides.forEach((side, at) => (chosen[side] = wanted[at])); show(); },
        { "aria-pressed": String(String(wanted) === String(now)), "data-preset": key },
      );
    })));
    redrawn(rows, () => fill(rows, sides.map((side, at) => seatRow(side, sides, now[at], bots, (value) => { chosen[side] = value; show(); }))));
    fill(note, [sentence(now), ...manners(now)].filter(Boolean).join(" "));
    pace.closest(".field").hidden = now.every((each) => each === "me" || each === "friend");
    changed();
  };
  const element = h(
    "div",
    { class: "stack", id },
    presets,
    rows,
    note,
    h(
      "div",
      { class: "row seat-more" },
      field("Pace of bots", h("span", { class: "range" }, pace, paceTold)),
      h(
        "label",
        { class: "check" },
        open,
        h("span", {}, "Anybody may watch", h("br"), h("small", {}, "The game is listed on the start page; nobody sees what is hidden.")),
      ),
    ),
  );
  tellPace();
  return {
    element,
    set(next, known = bots) {
      sides = next;
      bots = known;
      show();
    },
    told: () => sides.map((side, at) => `${capital(side)}: ${label(who()[at])}`),
    seating() {
      const now = who();
      const mine = sides.filter((_, at) => now[at] === "me");
      const friends = sides.filter((_, at) => now[at] === "friend");
      const shared = mine.length > 1 && friends.length === 0;
      return {
        request: {
          seats: Object.fromEntries(sides.map((side, at) => [side, now[at] === "me" || now[at] === "friend" ? "human" : now[at]])),
          hot_seat: shared, open_to_all: open.checked, pace: Number(pace.value),
        },
        mine: shared ? mine : mine.slice(0, 1),
        friends: shared ? [] : [...friends, ...mine.slice(1)],
      };
    },
  };
}

function seatRow(side, sides, who, bots, change) {
  const options = [
    ["me", "Me, at this screen"],
    ["friend", "A friend, by link"],
    ...ranked(bots).map((bot) => [bot, `${capital(bot)} bot`]),
  ];
  const label = sideName(side, sides);
  return h("label", { class: "seat-row", "data-seat": side }, label, choice(options, who, change, { "aria-label": `Who plays ${side}` }));
}

function label(who) {
  return { me: "you", friend: "a friend" }[who] ?? `${who} bot`;
}

/** What the bots that play are like. */
function manners(now) {
  return [...new Set(now)].filter((who) => who in BOTS).map((bot) => `The ${bot} bot ${BOTS[bot]}.`);
}

function sentence(now) {
  const mine = now.filter((who) => who === "me").length;
  const friends = now.filter((who) => who === "friend").length;
  if (mine > 1 && !friends) return "Hot seat: the screen belongs to whoever is to act; hand it over when asked.";
  if (friends) return "You get a link for each friend after the start.";
  if (!mine) return "The bots play by themselves; you watch.";
  return "";
}
