/** Things that this browser keeps: each with a key of its own, the latest first. */

const MOST = 60;

/** A shelf under a name; `whole(entry)` says whether an entry is one. It answers all(), keep(entry) and discard(key). */
export function makeShelf(name, whole) {
  const all = () => {
    try {
      const held = JSON.parse(localStorage.getItem(name)) ?? [];
      return held.filter((each) => each?.key && whole(each));
    } catch {
      return [];
    }
  };
  const write = (entries) => {
    try {
      localStorage.setItem(name, JSON.stringify(entries));
      return true;
    } catch {
      return false;
    }
  };
  return {
    all,
    keep: (entry) => write([entry, ...all().filter((each) => each.key !== entry.key)].slice(0, MOST)),
    discard: (key) => write(all().filter((each) => each.key !== key)),
  };
}

/** A key that nothing else on a shelf has. */
export function newKey() {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 4).toString(36)}`;
}
