/** How layers of rules go together: what one needs, and which two cannot stand side by side. */

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

/** The chosen layers that a layer cannot lie with; the server knows which those are. */
export function clashes(id, known, chosen) {
  const against = new Set(known.get(id).conflicts);
  return [...chosen].filter((name) => against.has(name));
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

/** Whether all words are found in what is written about a layer. */
export function speaksOf(layer, words) {
  const written = [
    layer.id,
    layer.title,
    layer.cite,
    ...(layer.about ? [layer.about].flat() : []),
    ...layer.adds,
    ...layer.replaces,
    ...layer.drops,
    ...(layer.says ?? []).flatMap((part) => [part.says, part.before]),
  ];
  const all = written.join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}
