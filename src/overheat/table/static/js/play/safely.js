/** A board whose mistakes stay its own: the rest of the page goes on. */

const DEFAULTS = {
  show: undefined, told: undefined, locate: undefined, close: undefined, expected: {}, phases: [], refs: [], sheets: [], unitName: "",
};

/** The same board; what it throws is noted once and answered with nothing. */
export function safely(board, failed) {
  const safe = Object.create(board);
  let noted = false;
  for (const [name, nothing] of Object.entries(DEFAULTS)) {
    safe[name] = (...facts) => {
      try {
        return board[name]?.(...facts) ?? nothing;
      } catch (error) {
        console.error(error);
        if (!noted) failed();
        noted = true;
        return nothing;
      }
    };
  }
  return safe;
}
