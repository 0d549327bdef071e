/** How layers of rules go together: what one needs, what it cannot lie with and why, and the headings that they stand under. */

const READINGS = "Readings of the rules";
const PATH = " / ";
/** The heading of what only games kept by earlier versions need. */
const EARLIER = "Earlier versions";

/** Layers by id, without the base. */
export function optional(layers) {
  return new Map(layers.filter((layer) => !layer.base).map((layer) => [layer.id, layer]));
}

/** What a layer needs, and what that needs in turn, without the base. */
export function needed(id, known, found = new Set()) {
  for (const need of known.get(id)?.needs ?? []) {
    if (!known.has(need) || found.has(need)) continue;
    found.add(need);
    needed(need, known, found);
  }
  return found;
}

/** The chosen layers that cannot go without one. */
export function dependants(id, known, chosen) {
  return [...chosen].filter((other) => needed(other, known).has(id));
}

/** The chosen layers that some layers, or what they need, cannot lie with, each with the reason that the server gives. */
export function clashes(ids, known, chosen) {
  const laid = new Set(ids.flatMap((id) => [id, ...needed(id, known)]));
  const found = new Map();
  for (const id of laid) {
    for (const { layer, reason } of known.get(id)?.conflicts ?? []) {
      if (chosen.has(layer) && !laid.has(layer) && !found.has(layer)) found.set(layer, reason);
    }
  }
  return [...found].map(([layer, reason]) => ({ layer, reason }));
}

/** Chosen layers in the order in which they are laid: what is needed lies below. */
export function stacked(known, chosen) {
  const order = [];
  const lay = (id) => {
    if (order.includes(id) || !known.has(id)) return;
    for (const need of needed(id, known)) lay(need);
    order.push(id);
  };
  for (const id of known.keys()) if (chosen.has(id)) lay(id);
  return order;
}

/** Whether all words are found in a text. */
export const holds = (text, words) => words.every((word) => text.includes(word));

/** What is written on the card of a layer, in small letters. */
export function headOf(layer) {
  return [layer.id, layer.title, layer.group, layer.cite, layer.about].join(" ").toLowerCase();
}

/** The same with everything that it changes. */
export function wholeOf(layer) {
  const changes = layer.says.flatMap((change) => [change.id, change.what, change.says, change.before, ...change.rows.flatMap(Object.values)]);
  return `${headOf(layer)} ${changes.join(" ").toLowerCase()}`;
}

/** Layers as a tree of headings: {title, path, layers, groups}; layers without a heading come first, those of earlier versions last. */
export function tree(layers) {
  const root = { title: "", path: "", layers: [], groups: new Map() };
  const rank = ({ group }) => (group === EARLIER ? 2 : group ? 1 : 0);
  for (const layer of [...layers].sort((one, other) => rank(one) - rank(other))) {
    let at = root;
    for (const title of (layer.group || READINGS).split(PATH)) {
      if (!at.groups.has(title)) at.groups.set(title, { title, path: [at.path, title].filter(Boolean).join(PATH), layers: [], groups: new Map() });
      at = at.groups.get(title);
    }
    at.layers.push(layer);
  }
  return [...root.groups.values()];
}

/** All layers under a heading. */
export function under(group) {
  return [...group.layers, ...[...group.groups.values()].flatMap(under)];
}

/** Titles of layers in few words: those of presets that are among them whole, and of the layers besides. */
export function inShort(ids, presets, title) {
  const held = presets.filter(({ layers }) => layers.length && layers.every((id) => ids.includes(id)));
  const covered = new Set(held.flatMap(({ layers }) => layers));
  return [...held.map((preset) => preset.title), ...ids.filter((id) => !covered.has(id)).map(title)];
}
