/** What the bar over the map says: whose turn it is to do what, and how that is done. */

/** Shorter names of phases, for the bar. */
const SHORT = { weapons: "Weapons", physical: "Physical" };

const TASKS = { deployment: "place", movement: "move", weapons: "fire with", physical: "strike with" };
const THEIRS = { deployment: "places", movement: "moves", weapons: "fires with", physical: "strikes with" };
const WAITING = { deployment: "is to place a unit", movement: "is to move", weapons: "is to fire", physical: "is to strike" };
const TIPS = {
  deployment: "Click a coloured hex, then click it again",
  movement: "Click a coloured hex, then click it again",
  weapons: "Choose a target and weapons",
  physical: "Choose a blow",
};

/** {who, what, tip} of the moment; `idle` are the units that may act but have nothing to do. */
export function expected(ctx, idle) {
  const { acting, phase, to_act: who, question } = ctx.view();
  const { mine } = ctx.table;
  if (question) return { who, what: mine ? "decide" : "decides", tip: mine ? question.words : "" };
  if (acting) {
    const what = `${(mine ? TASKS : THEIRS)[phase] ?? (mine ? "act with" : "acts with")} ${ctx.name(acting)}`;
    return { who: ctx.unit(acting).side, what, tip: mine ? TIPS[phase] ?? "Choose what to do" : "" };
  }
  if (!mine) return { who, what: WAITING[phase] ?? "is to act", tip: "" };
  const ready = ctx.table.legal.filter((command) => command.type === "Choose").map((command) => command.unit);
  const able = ready.filter((id) => !idle.includes(id));
  if (ready.length && !able.length) return { who, what: "no blows to declare", tip: "Nobody is near enough: go on" };
  return { who, what: `${TASKS[phase] ?? "act with"} ${choice(ctx, able, ready)}`, tip: "Click a unit with a dashed ring" };
}

function choice(ctx, able, ready) {
  if (able.length === 1) return ctx.name(able[0]);
  return able.length === ready.length ? `one of your ${able.length} units` : `one of ${able.length} units`;
}

/** The round and its phases, for the bar. */
export function phases({ round, rounds, phase, phases: all }) {
  const name = round ? `Round ${round}${rounds ? ` of ${rounds}` : ""}` : "Before the battle";
  return [{ name, current: false }, ...Object.entries(all).map(([each, title]) => ({ name: SHORT[each] ?? title, current: phase === each }))];
}
