/** Pictures of the map as it is on the screen: one as a PNG, or a round as a short film, made in the browser. */

import { download } from "../../dom.js";
import { drive } from "../../show/clockwork.js";
import { settings } from "../../show/settings.js";
import { packer, packs, recorder } from "./webm.js";

const WIDTH = 1280;
const TITLE = 52;
const PAD = 12;
const CORNER = 9;
const FRAME = 50;
const HOLD = 400;
const BITS = 8_000_000;
/** How long the first picture stands, and the last, in milliseconds. */
const BEFORE = 1200;
const AFTER = 1600;
/** How long a map may take to draw what has come into view. */
const SETTLES = 400;

/** Who draws a stage on a canvas again and again; what has not changed since is drawn from what is kept. `words` stand at its head, left and right. */
function painter(stage, words = null) {
  const held = stage.getBoundingClientRect();
  const scale = WIDTH / held.width;
  const head = words ? TITLE : 0;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: 2 * Math.round((held.height * scale + head) / 2) });
  const pen = canvas.getContext("2d");
  const styles = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join("\n");
  const kept = new Map();
  const watcher = new MutationObserver(changed);
  watcher.observe(stage, { subtree: true, childList: true, attributes: true, characterData: true });

  function changed(records) {
    for (const { target } of records) {
      const outer = outermost(target);
      if (outer) kept.delete(outer);
    }
  }

  function outermost(node) {
    let found = null;
    for (let each = node; each && each !== stage; each = each.parentElement) if (each.tagName === "svg") found = each;
    return found;
  }

  /** The drawings that lie over one another on the stage. */
  function sheets() {
    const whole = (svg) => outermost(svg) === svg && (svg.getBoundingClientRect().width > held.width / 2 || svg.closest(".show-walker"));
    return [...stage.querySelectorAll("svg")].filter(whole);
  }

  async function imageOf(svg) {
    if (kept.has(svg)) return kept.get(svg);
    const { width, height } = svg.getBoundingClientRect();
    const moved = movedIn(svg);
    const copy = svg.cloneNode(true);
    for (const [at, transform] of moved) copy.querySelectorAll("*")[at].style.transform = transform;
    copy.setAttribute("width", width * scale);
    copy.setAttribute("height", height * scale);
    copy.setAttribute("data-theme", document.documentElement.dataset.theme);
    copy.style.cssText = `position: static; transform: none; --pixel: ${svg.style.getPropertyValue("--pixel") || 1};`;
    const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.textContent = styles;
    copy.prepend(style);
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
    try {
      const image = new Image();
      image.src = address;
      if (!moved.size) kept.set(svg, image);
      await image.decode();
      return image;
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  /** What is on its way within a drawing, by where it is among its parts: a copy would show it where it will arrive. */
  function movedIn(svg) {
    const targets = new Set(moving(svg).map(({ effect }) => effect.target));
    const parts = targets.size ? [...svg.querySelectorAll("*")] : [];
    return new Map([...targets].map((target) => [parts.indexOf(target), getComputedStyle(target).transform]).filter(([at]) => at >= 0));
  }

  async function paint() {
    changed(watcher.takeRecords());
    const corner = stage.getBoundingClientRect();
    const spot = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [(left - corner.left) * scale, (top - corner.top) * scale + head, width * scale, height * scale];
    };
    const drawn = await Promise.all(sheets().map(async (svg) => [await imageOf(svg), spot(svg)]));
    const card = stage.querySelector(".show-card:not([hidden])");
    const pictured = card && card.classList.contains("pictured") ? card.querySelector(".show-picture svg") : null;
    const picture = pictured && await imageOf(pictured);
    pen.fillStyle = getComputedStyle(stage).backgroundColor;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    for (const [image, place] of drawn) pen.drawImage(image, ...place);
    for (const shown of stage.querySelectorAll(".show-canvas[data-showing]")) pen.drawImage(shown, ...spot(shown));
    if (card) paintCard(card, spot(card), pictured && [picture, spot(pictured)]);
    if (words) paintTitle();
  }

  /** Letters as an element has them, larger by the scale of the film. */
  function pick(element) {
    const { fontWeight, fontSize, fontFamily, color } = getComputedStyle(element);
    pen.font = `${fontWeight} ${parseFloat(fontSize) * scale}px ${fontFamily}`;
    pen.fillStyle = color;
    pen.textBaseline = "middle";
  }

  /** The card of what is being shown, with its words and its picture. */
  function paintCard(card, [x, y, width, height], picture) {
    const { backgroundColor, borderInlineStartColor } = getComputedStyle(card);
    pen.beginPath();
    pen.roundRect(x, y, width, height, CORNER * scale);
    pen.fillStyle = backgroundColor;
    pen.fill();
    pen.fillStyle = borderInlineStartColor;
    pen.fillRect(x, y, 5 * scale, height);
    if (picture) pen.drawImage(picture[0], ...picture[1]);
    for (const line of card.querySelectorAll(".show-words > div")) {
      pick(line);
      const corner = stage.getBoundingClientRect();
      for (const [text, box] of wrapped(line)) pen.fillText(text, (box.left - corner.left) * scale, (box.top + box.height / 2 - corner.top) * scale + head);
    }
  }

  function paintTitle() {
    const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
    pen.fillStyle = backgroundColor;
    pen.fillRect(0, 0, canvas.width, head);
    pen.fillStyle = color;
    pen.textBaseline = "middle";
    pen.font = `700 26px ${fontFamily}`;
    pen.fillText(words[0], 2 * PAD, head / 2 + 1);
    pen.font = `400 24px ${fontFamily}`;
    pen.textAlign = "right";
    pen.fillText(words[1], canvas.width - 2 * PAD, head / 2 + 1);
    pen.textAlign = "left";
  }

  return { canvas, paint, close: () => watcher.disconnect() };
}

/** The lines that words are broken into on the screen: each with its box. */
function wrapped(element) {
  const node = element.firstChild;
  if (node?.nodeType !== Node.TEXT_NODE) return [];
  const lines = [];
  const range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+\s*/gu)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && Math.abs(last[1].top - box.top) < box.height / 2) last[0] += word;
    else lines.push([word, box]);
  }
  return lines;
}

/** Keep what a stage shows as a picture. */
export async function picture(stage, name) {
  const { canvas, paint, close } = painter(stage);
  await paint();
  close();
  download(`${name}.png`, await new Promise((go) => canvas.toBlob(go, "image/png")));
}

/** Whether this browser can make films. */
export function films() {
  return packs() || (typeof MediaRecorder === "function" && MediaRecorder.isTypeSupported("video/webm"));
}

/**
 * A film of what `play()` has the shows of a stage play, with `words` at its head. It is taken frame by frame, and shows go by the clock of
 * the film, so that it runs smoothly however slow the computer is.
 */
export async function film(stage, name, words, play) {
  const kept = { ...settings };
  let tick = null;
  Object.assign(settings, { speed: "film", sound: false, follow: false });
  drive((next) => (tick = next));
  await new Promise((go) => setTimeout(go, SETTLES));
  const { canvas, paint, close } = painter(stage, words);
  try {
    await paint();
    const tape = (packs() ? packer : recorder)(canvas, BITS);
    const take = async (lasts) => {
      await paint();
      for (let left = lasts; left > 0; left -= HOLD) await tape.take(Math.min(left, HOLD));
    };
    await take(BEFORE);
    await play();
    while (tick) {
      const now = tick;
      if (!now(FRAME) && tick === now) tick = null;
      pass(stage, FRAME);
      await take(FRAME);
    }
    await take(AFTER);
    download(`${name}.webm`, await tape.done());
  } finally {
    drive(null);
    Object.assign(settings, kept);
    close();
  }
}

/** What is on its way on a stage, and will arrive: neither what turns for ever nor what only fades. */
function moving(stage) {
  return stage.getAnimations({ subtree: true }).filter((each) => !("transitionProperty" in each) && Number.isFinite(each.effect.getComputedTiming().endTime));
}

/** What is on its way goes by the clock of the film. */
function pass(stage, passed) {
  for (const each of moving(stage)) {
    each.pause();
    const at = (Number(each.currentTime) || 0) + passed;
    if (at >= each.effect.getComputedTiming().endTime) each.finish();
    else each.currentTime = at;
  }
}
