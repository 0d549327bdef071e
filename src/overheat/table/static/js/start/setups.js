/** Scenarios' set-ups, each asked for once. */

import { get } from "../api.js";

/** A cache of set-ups by game and name. */
export function setups() {
  const asked = new Map();
  return (kind, name) => {
    const path = `/api/kinds/${kind}/scenarios/${encodeURIComponent(name)}`;
    if (!asked.has(path)) asked.set(path, get(path));
    return asked.get(path);
  };
}
