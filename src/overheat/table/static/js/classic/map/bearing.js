/** Where weapons bear, tinted on the map: the arcs of the unit, or what the weapon under the pointer can reach. */

import { drawAreas } from "./overlay.js";

/** The areas over a map; `found` is what the server tells of a unit's arcs. */
export function bearing(map) {
  let arcs = null;
  let shown = false;
  let watched = null;

  function areas() {
    if (!arcs) return [];
    const weapon = arcs.weapons.find((entry) => entry.mount === watched);
    if (weapon) return [{ hexes: weapon.hexes, kind: "bears" }];
    return shown ? Object.entries(arcs.arcs).map(([side, hexes]) => ({ hexes, kind: `arc-${side}` })) : [];
  }

  const draw = () => drawAreas(map.layers.arcs, areas());

  return {
    draw,
    take(found) {
      arcs = found;
    },
    /** Show where one weapon bears; with null no longer. */
    look(mount) {
      watched = mount;
      draw();
    },
    toggle() {
      shown = !shown;
    },
    get shown() {
      return shown;
    },
  };
}
