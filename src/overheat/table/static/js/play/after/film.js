/** Pictures of the map as it is on the screen: one as a PNG, or a round as a short film, made in the browser. */

import { download } from "../../dom.js";

const WIDTH = 1280;
const PER_SECOND = 8;
const STILL = 900;

/** Who draws a stage on a canvas again and again; what has not changed since is drawn from what is kept. */
function painter(stage) {
  const held = stage.getBoundingClientRect();
  const scale = WIDTH / held.width;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: 2 * Math.round((held.height * scale) / 2) });
  const styles = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join("\n");
  const kept = new Map();

  /** The drawings that lie over one another on the stage. */
  function sheets() {
    const whole = (svg) => !svg.parentElement.closest("svg") && (svg.getBoundingClientRect().width > held.width / 2 || svg.closest(".show-walker"));
    return [...stage.querySelectorAll("svg")].filter(whole);
  }

  async function imageOf(svg, { width, height }) {
    const copy = svg.cloneNode(true);
    copy.setAttribute("width", width * scale);
    copy.setAttribute("height", height * scale);
    copy.setAttribute("data-theme", document.documentElement.dataset.theme);
    copy.style.cssText = `position: static; transform: none; --pixel: ${svg.style.getPropertyValue("--pixel") || 1};`;
    const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.textContent = styles;
    copy.prepend(style);
    const text = new XMLSerializer().serializeToString(copy);
    if (kept.get(svg)?.text === text) return kept.get(svg).image;
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    try {
      const image = new Image();
      image.src = address;
      await image.decode();
      kept.set(svg, { text, image });
      return image;
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  async function paint() {
    const corner = stage.getBoundingClientRect();
    const drawn = await Promise.all(sheets().map(async (svg) => {
      const place = svg.getBoundingClientRect();
      return { place, image: await imageOf(svg, place) };
    }));
    const context = canvas.getContext("2d");
    context.fillStyle = getComputedStyle(stage).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const { place, image } of drawn) {
      context.drawImage(image, (place.left - corner.left) * scale, (place.top - corner.top) * scale, place.width * scale, place.height * scale);
    }
    for (const shown of stage.querySelectorAll(".show-canvas[data-showing]")) {
      const place = shown.getBoundingClientRect();
      context.drawImage(shown, (place.left - corner.left) * scale, (place.top - corner.top) * scale, place.width * scale, place.height * scale);
    }
  }

  return { canvas, paint };
}

/** Keep what a stage shows as a picture. */
export async function picture(stage, name) {
  const { canvas, paint } = painter(stage);
  await paint();
  download(`${name}.png`, await new Promise((go) => canvas.toBlob(go, "image/png")));
}

/** Whether this browser can make films. */
export function films() {
  return typeof MediaRecorder === "function" && MediaRecorder.isTypeSupported("video/webm");
}

/** A film of what `play(seen)` shows on a stage until it is over, and a moment more; `seen()` is when what is shown now is in the film. */
export async function film(stage, name, play) {
  const { canvas, paint } = painter(stage);
  await paint();
  const recorder = new MediaRecorder(canvas.captureStream(PER_SECOND), { mimeType: "video/webm", videoBitsPerSecond: 4_000_000 });
  const parts = [];
  recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
  const stopped = new Promise((go) => recorder.addEventListener("stop", go));
  recorder.start();
  let on = true;
  const unseen = [];
  const seen = () => (on ? new Promise((go) => unseen.push(go)) : Promise.resolve());
  const painting = (async () => {
    try {
      while (on) {
        const due = unseen.length;
        await paint();
        unseen.splice(0, due).forEach((go) => go());
        await new Promise((go) => setTimeout(go, 1000 / PER_SECOND));
      }
    } finally {
      on = false;
      unseen.splice(0).forEach((go) => go());
    }
  })();
  try {
    await play(seen);
    await new Promise((go) => setTimeout(go, STILL));
  } finally {
    on = false;
    await painting;
    recorder.stop();
    await stopped;
  }
  download(`${name}.webm`, new Blob(parts, { type: "video/webm" }));
}
