/** Platoons that this browser keeps: each with a key of its own, the latest first. */

const KEY = "overheat.platoons";
const MOST = 60;

/** Every platoon on the shelf: [{key, roster, rules, points}]. */
export function shelf() {
  try {
    const held = JSON.parse(localStorage.getItem(KEY)) ?? [];
    return held.filter((each) => each?.key && Array.isArray(each.roster?.units));
  } catch {
    return [];
  }
}

/** Put a platoon on the shelf, in the place of the one with its key; false if the browser keeps nothing. */
export function keep(entry) {
  return write([entry, ...shelf().filter((each) => each.key !== entry.key)].slice(0, MOST));
}

/** Take a platoon off the shelf. */
export function discard(key) {
  return write(shelf().filter((each) => each.key !== key));
}

/** A key that no other platoon has. */
export function newKey() {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 4).toString(36)}`;
}

function write(entries) {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
    return true;
  } catch {
    return false;
  }
}
