/** Tables that this browser keeps: [{key, scenario}], the latest first. */

import { makeShelf } from "../shelf.js";

const held = makeShelf("overheat.tables", (each) => Array.isArray(each.scenario?.table?.pieces) && each.scenario.zones?.length === 2);

export { newKey } from "../shelf.js";
/** Every table on the shelf. */
export const shelf = held.all;
/** Put a table on the shelf, in the place of the one with its key; false if the browser keeps nothing. */
export const keep = held.keep;
/** Take a table off the shelf. */
export const discard = held.discard;
