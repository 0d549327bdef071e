/** The platoon that is being built: changes to it, and taking them back. */

const DEFAULTS = { id: "", name: "", slot: null, squad: null, fireteams: 1, men: null };

/** A platoon without anybody in it. */
export function emptyRoster() {
  return { name: "My platoon", points: 1000, selector: "list", units: [] };
}

/** A platoon as a page handles it: what is as usual is left out, so that the same platoon always looks the same. */
export function plain(roster) {
  const kept = { name: roster.name, selector: roster.selector ?? "list" };
  if (roster.points) kept.points = roster.points;
  if (roster.base && roster.base !== 1) kept.base = roster.base;
  return { ...kept, units: roster.units.map(plainUnit) };
}

function plainUnit(unit) {
  const kept = { unit: unit.unit, quality: unit.quality ?? "regular" };
  for (const [key, usual] of Object.entries(DEFAULTS)) if (unit[key] && unit[key] !== usual) kept[key] = unit[key];
  for (const key of ["options", "swap"]) {
    const counts = Object.entries(unit[key] ?? {}).filter(([, many]) => many > 0);
    if (counts.length) kept[key] = Object.fromEntries(counts);
  }
  return kept;
}

/** A draft; `changed(structure)` is told of every change, and whether units came, went or moved by it. */
export function makeDraft(changed) {
  let roster = emptyRoster();
  let rules = [];
  const past = [];
  const set = (next, { structure = true } = {}) => {
    past.push({ roster, rules });
    if (past.length > 100) past.shift();
    roster = plain(next);
    changed(structure);
  };
  const units = () => roster.units;
  return {
    get roster() { return roster; },
    get rules() { return rules; },
    get undoable() { return past.length > 0; },
    open(next, layers = []) {
      roster = plain(next);
      rules = layers;
      past.length = 0;
    },
    undo() {
      const before = past.pop();
      if (!before) return;
      ({ roster, rules } = before);
      changed(true);
    },
    setRules(layers) {
      past.push({ roster, rules });
      rules = layers;
      changed(true);
    },
    head: (facts) => set({ ...roster, ...facts }),
    add(unit) {
      set({ ...roster, units: [...units(), unit] });
      return units().length - 1;
    },
    remove: (at) => set({ ...roster, units: units().filter((_, place) => place !== at) }),
    edit: (at, facts) => set({ ...roster, units: units().map((unit, place) => (place === at ? { ...unit, ...facts } : unit)) }),
    twin(at) {
      const { id, ...unit } = units()[at];
      set({ ...roster, units: [...units().slice(0, at + 1), unit, ...units().slice(at + 1)] });
    },
    move(at, to) {
      const next = [...units()];
      next.splice(to, 0, ...next.splice(at, 1));
      set({ ...roster, units: next });
    },
  };
}

/** The ids that the units have or get, as the server gives them. */
export function idsOf(units) {
  const given = new Map();
  return units.map((unit) => {
    given.set(unit.unit, (given.get(unit.unit) ?? 0) + 1);
    return unit.id || `${unit.unit}_${given.get(unit.unit)}`;
  });
}
