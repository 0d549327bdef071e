/** A question in the address: every fact that is not the usual one, so that a link shows the same answer. */

/** A question with every fact as it usually is. */
export function usual(defaults) {
  return structuredClone(defaults);
}

/** What of a question differs from the usual, as the part of an address after its game's name. */
export function written(question, defaults) {
  const facts = new URLSearchParams();
  for (const [name, standard] of Object.entries(defaults)) {
    const value = question[name];
    if (JSON.stringify(value) === JSON.stringify(standard)) continue;
    if (Array.isArray(value)) value.forEach((one) => facts.append(name, one));
    else facts.set(name, typeof value === "boolean" ? (value ? "yes" : "no") : String(value));
  }
  return facts.toString();
}

/** The question that an address holds; what it does not know, and numbers that are none, are left as they usually are. */
export function read(text, defaults) {
  const question = usual(defaults);
  const facts = new URLSearchParams(text);
  for (const [name, standard] of Object.entries(defaults)) {
    if (!facts.has(name)) continue;
    const value = facts.get(name);
    if (Array.isArray(standard)) question[name] = facts.getAll(name).filter(Boolean);
    else if (typeof standard === "boolean") question[name] = value === "yes";
    else if (typeof standard === "number") question[name] = Number.isFinite(Number(value)) && value !== "" ? Number(value) : standard;
    else question[name] = value;
  }
  return question;
}

/** The game and the facts of this page's address: {game, facts}. */
export function fromAddress() {
  const [game, ...rest] = location.hash.slice(1).split("?");
  return { game: ["platoon", "any"].includes(game) ? game : "classic", facts: rest.join("?") };
}

/** Put a question into the address without leaving a trail of every key pressed. */
export function toAddress(game, facts) {
  history.replaceState(null, "", `#${game}${facts ? `?${facts}` : ""}`);
}
