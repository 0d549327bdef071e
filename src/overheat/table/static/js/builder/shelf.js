/** Platoons that this browser keeps: [{key, roster, rules, points}], the latest first. */

import { makeShelf } from "../shelf.js";

const held = makeShelf("overheat.platoons", (each) => Array.isArray(each.roster?.units));

export { newKey } from "../shelf.js";
/** Every platoon on the shelf. */
export const shelf = held.all;
/** Put a platoon on the shelf, in the place of the one with its key; false if the browser keeps nothing. */
export const keep = held.keep;
/** Take a platoon off the shelf. */
export const discard = held.discard;
