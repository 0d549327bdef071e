/**
 * A whole platoon in a link, in the words of the command line: `#name=Mine&kind=list&unit=rifle_squad:veteran:8+lmg~smg=3`.
 * What the few words do not hold (a name of its own, a slot, a squad) follows after semicolons.
 */

const MORE = ["id", "name", "slot", "squad", "fireteams"];
const UNIT = /^([^:+~;]+)(?::([^:+~;]*))?(?::(\d+))?((?:[+~][^+~;]+)*)((?:;[^;]*)*)$/;
const code = encodeURIComponent;

/** A platoon with its layers of rules as the fragment of a link, without the sharp. */
export function fragmentOf(roster, rules) {
  const parts = [`name=${code(roster.name)}`, `kind=${code(roster.selector)}`];
  if (roster.points) parts.push(`points=${roster.points}`);
  if (roster.base && roster.base !== 1) parts.push(`base=${roster.base}`);
  if (rules.length) parts.push(`rules=${rules.map(code).join(",")}`);
  return [...parts, ...roster.units.map((unit) => `unit=${wordsOf(unit)}`)].join("&");
}

function wordsOf(unit) {
  const counts = (sign, held) => Object.entries(held ?? {}).map(([word, many]) => `${sign}${code(word)}${many > 1 ? `=${many}` : ""}`);
  const men = unit.men ? `:${unit.men}` : "";
  const more = MORE.filter((key) => unit[key]).map((key) => `;${key}=${code(unit[key])}`);
  return [code(unit.unit), `:${code(unit.quality)}`, men, ...counts("+", unit.options), ...counts("~", unit.swap), ...more].join("");
}

/** What a fragment holds: {roster, rules}, or null if it holds no platoon. */
export function platoonIn(fragment) {
  const pairs = fragment.replace(/^#/, "").split("&").map((part) => [part.split("=", 1)[0], part.slice(part.indexOf("=") + 1)]);
  if (!pairs.some(([key]) => key === "unit" || key === "kind")) return null;
  try {
    const one = (key) => pairs.find(([name]) => name === key)?.[1];
    const roster = { name: decodeURIComponent(one("name") ?? "Platoon"), selector: decodeURIComponent(one("kind") ?? "list"), units: [] };
    if (one("points")) roster.points = Number(one("points"));
    if (one("base")) roster.base = Number(one("base"));
    roster.units = pairs.filter(([key]) => key === "unit").map(([, words]) => unitOf(words));
    return { roster, rules: (one("rules") ?? "").split(",").filter(Boolean).map(decodeURIComponent) };
  } catch {
    return null;
  }
}

function unitOf(words) {
  const [, kind, quality, men, counts, more] = UNIT.exec(words);
  const unit = { unit: decodeURIComponent(kind), quality: quality ? decodeURIComponent(quality) : "regular", options: {}, swap: {} };
  if (men) unit.men = Number(men);
  for (const [, sign, word, many] of counts.matchAll(/([+~])([^+~=]+)(?:=(\d+))?/g)) {
    unit[sign === "+" ? "options" : "swap"][decodeURIComponent(word)] = Number(many ?? 1);
  }
  for (const each of more.split(";").filter(Boolean)) {
    const at = each.indexOf("=");
    const value = decodeURIComponent(each.slice(at + 1));
    if (MORE.includes(each.slice(0, at))) unit[each.slice(0, at)] = each.startsWith("fireteams=") ? Number(value) : value;
  }
  return unit;
}
