/** What the bar over the map says: whose turn it is to do what, in the words of the server, and how that is done on this page. */

/** {who, what, tip} of the moment; `mode` is what the panel shows, `idle` are the units that may act but have nothing to do. */
export function expected(ctx, mode, idle) {
  const { mine, expected: told } = ctx.table;
  const { acting, question } = ctx.view();
  const who = told?.player ?? null;
  const what = told?.what ?? "";
  if (!mine) return { who, what, tip: "" };
  if (question) return { who, what, tip: question.words };
  if (acting) return { who, what, tip: mode?.tip ?? "" };
  const ready = ctx.table.legal.filter((command) => command.type === "Choose");
  if (ready.length && ready.length === idle.length && ctx.view().phase === "weapons") return { who, what: "nobody to shoot at", tip: "Go on, or choose a unit" };
  if (ready.length && ready.length === idle.length) return { who, what: "no blows to declare", tip: "Nobody is near enough: go on" };
  return { who, what, tip: "Click a unit with a dashed ring" };
}

/** The round and its phases, for the bar. */
export function phases({ round, rounds, phase, phases: all }) {
  const name = round ? `Round ${round}${rounds ? ` of ${rounds}` : ""}` : "Set-up";
  return [{ name, current: false }, ...Object.entries(all).map(([each, title]) => ({ name: title, current: phase === each }))];
}
