/** The orders of the rules in force, as the server tells them. */

const told = new Map();

/** Take in the orders that the shape of a battle comes with. */
export function learn(orders) {
  for (const [id, order] of Object.entries(orders ?? {})) told.set(id, order);
}

/** How an order is called and what its die shows; made of its id until the server has said so. */
export function faceOf(id) {
  const name = id[0].toUpperCase() + id.slice(1).replaceAll("_", " ");
  return told.get(id) ?? { name, letter: name[0], tip: "", low: id === "down" };
}

/** Every order that there is, by its id. */
export function allOrders() {
  return [...told];
}
