/** The small bar of a show: skip, speed, sound, and whether the map follows what happens. */

import { button, fill, h, s } from "../dom.js";
import { change, settings, SPEEDS } from "./settings.js";

const ICONS = {
  skip: "M3 3l6 5-6 5zM9 3l4.500 5L9 13zM13.500 3H15v10h-1.500z",
  sound: "M2 6h3l4-3v10l-4-3H2zM11 5q2 3 0 6M12.800 3.200q3.400 4.800 0 9.600",
  mute: "M2 6h3l4-3v10l-4-3H2zM11 6l4 4M15 6l-4 4",
  follow: "M8 1v4M8 11v4M1 8h4M11 8h4M8 5.500a2.500 2.500 0 1 0 .01 0z",
};
const SIGNS = { slow: "½×", normal: "1×", fast: "2×", off: "off" };

const icon = (name) => s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

/** The bar and its keys; `skip` ends the show, `woke` is told when sounds are switched on. */
export function controls({ skip, woke }) {
  const skipping = button([icon("skip"), h("span", {}, "Skip")], skip, { id: "show-skip", title: "Skip what is being shown (K)", hidden: true });
  const speeding = button("", faster, { id: "show-speed" });
  const sounding = button("", mute, { id: "show-sound" });
  const following = button(icon("follow"), follow, { id: "show-follow" });
  const element = h("div", { class: "show-bar", role: "group", "aria-label": "How battles are shown" }, skipping, speeding, sounding, following);

  function draw() {
    fill(speeding, SIGNS[settings.speed]);
    const said = (each, words) => {
      each.setAttribute("aria-label", words);
      each.title = words;
    };
    said(speeding, `Effects: ${settings.speed} (X changes it)`);
    fill(sounding, icon(settings.sound ? "sound" : "mute"));
    sounding.setAttribute("aria-pressed", String(settings.sound));
    said(sounding, `Sound ${settings.sound ? "on" : "off"} (V)`);
    following.setAttribute("aria-pressed", String(settings.follow));
    said(following, `The map ${settings.follow ? "follows" : "does not follow"} what happens (C)`);
  }

  function faster() {
    change({ speed: SPEEDS[(SPEEDS.indexOf(settings.speed) + 1) % SPEEDS.length] });
    if (settings.speed === "off") skip();
    draw();
    return true;
  }

  function mute() {
    change({ sound: !settings.sound });
    if (settings.sound) woke();
    draw();
    return true;
  }

  function follow() {
    change({ follow: !settings.follow });
    draw();
    return true;
  }

  draw();
  return {
    element,
    /** Something is being shown, or no longer. */
    playing: (on) => (skipping.hidden = !on),
    keys: [
      { key: "k", label: "Skip what is being shown", run: () => (skipping.hidden ? false : (skip(), true)) },
      { key: "x", label: "Effects: slow, normal, fast, off", run: faster },
      { key: "v", label: "Sound on or off", run: mute },
      { key: "c", label: "The map follows what happens, or not", run: follow },
    ],
  };
}
