/** The card of a show: who does what to whom, what came of it, and a picture of what was struck. One at a time, in one place. */

import { fill, h } from "../dom.js";

const LINGERS = 1600;
const ROOM = 26;
/** What counts as a name above: so near beside, and not farther up; and how high words begin without it. */
const NEAR = 40;
const FAR = 90;
const LETTERS = 12;
/** Room for the words over a place. */
const ABOVE = 84;
const CORNERS = [[], ["low"], ["right"], ["low", "right"]];

/** The card; `show({ who, what, odds, side })` begins an action, `result(words, tone, picture)` tells what came of it. */
export function showCard() {
  const head = h("div", { class: "show-who" });
  const what = h("div", { class: "show-what" });
  const result = h("div", { class: "show-result" });
  const picture = h("div", { class: "show-picture" });
  const element = h("div", { class: "show-card", "aria-hidden": "true", hidden: true }, picture, h("div", { class: "show-words" }, head, what, result));
  let timer = 0;

  function held() {
    clearTimeout(timer);
    element.hidden = false;
  }

  return {
    element,
    show(told) {
      held();
      element.dataset.sideIndex = String(told.side ?? 0);
      fill(head, told.who);
      fill(what, told.what);
      fill(result, "");
      result.className = "show-result";
      element.classList.toggle("pictured", Boolean(told.picture));
      fill(picture, told.picture ?? "");
    },
    result(words, tone, drawn) {
      held();
      fill(result, words);
      result.className = `show-result ${tone}`;
      if (!drawn) return;
      element.classList.add("pictured");
      if (picture.firstChild?.renew) picture.firstChild.renew(drawn);
      else fill(picture, drawn);
    },
    /** Stand in the first corner in which it covers nothing of what happens, at places of a drawing, or at least not the last of them: what is struck. */
    avoid(places, svg) {
      const matrix = svg.getScreenCTM();
      if (!matrix || !places) return;
      const spots = places.map(({ x, y }) => new DOMPoint(x, y).matrixTransform(matrix));
      const clear = (corner, kept) => {
        element.classList.remove(...CORNERS.flat());
        element.classList.add(...corner);
        const box = element.getBoundingClientRect();
        return !kept.some(({ x, y }) => x > box.left - ROOM && x < box.right + ROOM && y > box.top - ROOM && y < box.bottom + ABOVE);
      };
      if (![spots, spots.slice(-1)].some((kept) => CORNERS.some((corner) => clear(corner, kept)))) element.classList.remove(...CORNERS.flat());
    },
    /** The show is over: the last words stay for a moment. */
    over() {
      clearTimeout(timer);
      timer = setTimeout(() => (element.hidden = true), LINGERS);
    },
    hide() {
      clearTimeout(timer);
      element.hidden = true;
    },
  };
}

/** How many pixels the name of a thing takes above it; nothing where it stands elsewhere. */
export function roomAbove(thing, name) {
  if (!thing || !name) return 0;
  const [own, label] = [thing.getBoundingClientRect(), name.getBoundingClientRect()];
  const middle = { x: own.x + own.width / 2, y: own.y + own.height / 2 };
  const above = label.bottom < middle.y && label.left - NEAR < middle.x && label.right + NEAR > middle.x && middle.y - label.bottom < FAR;
  return above ? Math.max(0, middle.y - label.top - LETTERS) : 0;
}
