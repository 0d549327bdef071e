/** What units are called on any board. */

/** What a unit is called: by its board, by its view, or by its id. */
export function unitName(table, board, id) {
  const called = board?.unitName?.(id);
  if (called) return called;
  const unit = table.view?.units?.[id];
  if (unit?.name) return `${unit.name} (${alone(table.view.units, id) ? unit.side : id})`;
  return listedName(table.view?.setup, id) ?? String(id).replace(/[_/]/g, " ");
}

/** The name of a unit in the lists that the forces of a set-up are. */
function listedName(setup, id) {
  const [player, own] = String(id).split("/");
  const at = setup?.players?.indexOf(player) ?? -1;
  const name = setup?.forces?.[at]?.find((unit) => unit.id === own)?.name;
  return name ? `${name} (${player})` : null;
}

function alone(units, id) {
  const { name, side } = units[id];
  return Object.values(units).filter((other) => other.name === name && other.side === side).length === 1;
}
