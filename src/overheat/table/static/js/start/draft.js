/** What is being set up, kept while the tab is open, so that going to a table and back loses nothing. */

const KEY = "overheat.draft.";

/** Keep a part of the draft. */
export function keepDraft(name, value) {
  try {
    sessionStorage.setItem(KEY + name, JSON.stringify(value));
  } catch {
    return;
  }
}

/** A part of the draft as it was kept, or null. */
export function keptDraft(name) {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + name));
  } catch {
    return null;
  }
}
