/** How battles are shown, as the visitor wants it: kept by the browser. */

const KEY = "overheat.show";
const DEFAULTS = { speed: "normal", sound: true, follow: false };
/** The speeds, slowest first. */
export const SPEEDS = ["slow", "normal", "fast", "off"];

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** `speed`, `sound` and `follow`. */
export const settings = { ...DEFAULTS, ...kept() };

/** Change some of them, and remember it. */
export function change(some) {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* a browser that keeps nothing shows battles all the same */
  }
}
