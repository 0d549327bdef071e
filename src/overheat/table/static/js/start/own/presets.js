/** Presets of rules that a player has named: kept in this browser, and shared by a link. */

const KEY = "overheat.presets";
const HASH = "#rules=";
const LONGEST = 60;

function all() {
  try {
    const held = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(held) ? held.filter(sound) : [];
  } catch {
    return [];
  }
}

function sound(preset) {
  return typeof preset?.game === "string" && typeof preset.title === "string" && Array.isArray(preset.layers) && preset.layers.every((id) => typeof id === "string");
}

function store(presets) {
  try {
    localStorage.setItem(KEY, JSON.stringify(presets));
    return true;
  } catch {
    return false;
  }
}

/** The presets that were kept for a game. */
export function ownPresets(game) {
  return all().filter((preset) => preset.game === game).map(({ title, layers }) => ({ id: `own ${title}`, title, layers, cite: "", own: true }));
}

/** Keep a preset; one of the same name is put in its place. False where nothing can be kept. */
export function keepPreset(game, title, layers) {
  const named = title.trim().slice(0, LONGEST);
  return named !== "" && store([...all().filter((preset) => preset.game !== game || preset.title !== named), { game, title: named, layers }]);
}

/** Forget a preset. */
export function forgetPreset(game, title) {
  store(all().filter((preset) => preset.game !== game || preset.title !== title));
}

/** The link that opens the set-up with a preset. */
export function presetLink(game, title, layers) {
  return `${location.origin}/${HASH}${encodeURIComponent(JSON.stringify({ game, title, layers }))}`;
}

/** The preset that a link brought, `{ damaged: true }` if it brought none that can be read, or null without a link. */
export function linkedPreset() {
  if (!location.hash.startsWith(HASH)) return null;
  try {
    const found = JSON.parse(decodeURIComponent(location.hash.slice(HASH.length)));
    return sound(found) ? { ...found, title: found.title.slice(0, LONGEST) } : { damaged: true };
  } catch {
    return { damaged: true };
  }
}
