/** Commands in words, for who plays from a list. */

const FACINGS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
const MODES = { stationary: "Stay where it is", walk: "Walk", run: "Run", jump: "Jump" };
const STEPS = { forward: "Step forward", back: "Step back", left: "Turn left", right: "Turn right", up: "Go up a level", down: "Go down a level" };
const PLAIN = {
  Done: "Done", Stand: "Stand up", DropProne: "Lie down", Leave: "Leave the board over this edge", Spot: "Spot for others", FlipArms: "Flip the arms to the rear",
  Eject: "Eject", Alight: "Climb down", React: "Go down", Hold: "Do nothing more now",
};
const SCALE = 100;

/** What a unit is called: by its board, by its view, or by its id. */
export function unitName(table, board, id) {
  const called = board?.unitName?.(id);
  if (called) return called;
  const unit = table.view?.units?.[id];
  if (unit?.name) return `${unit.name} (${alone(table.view.units, id) ? unit.side : id})`;
  return listedName(table.view?.setup, id) ?? String(id).replace(/[_/]/g, " ");
}

/** The name of a unit in the lists that the forces of a set-up are. */
function listedName(setup, id) {
  const [player, own] = String(id).split("/");
  const at = setup?.players?.indexOf(player) ?? -1;
  const name = setup?.forces?.[at]?.find((unit) => unit.id === own)?.name;
  return name ? `${name} (${player})` : null;
}

function alone(units, id) {
  const { name, side } = units[id];
  return Object.values(units).filter((other) => other.name === name && other.side === side).length === 1;
}

const WORDS = {
  Choose: (c, name) => `Take ${name(c.unit)}`,
  Go: (c) => MODES[c.mode] ?? c.mode,
  Step: (c) => STEPS[c.way] ?? c.way,
  Jump: (c) => `Jump to ${c.hex}`,
  Charge: (c, name) => `Charge ${name(c.target)}`,
  Board: (c, name) => `Climb onto ${name(c.carrier)}`,
  Twist: (c) => `Twist to the ${FACINGS[c.facing]}`,
  Aim: (c) => `Aim at hex ${c.hex}`,
  Switch: (c) => `Switch the ${c.what} ${c.on ? "on" : "off"}`,
  Clear: (c, name, mount) => `Clear ${c.mount === null ? "the turret" : mount(c.mount)}`,
  Fire: (c, name, mount) => {
    const extras = [c.rate > 1 && `${c.rate} times`, c.feed !== null && c.feed !== undefined && `with ${mount(c.feed)}`, c.mode && `to ${c.mode}`];
    const more = [c.aimed && `aimed at ${c.aimed}`, c.spotter && `seen by ${name(c.spotter)}`];
    return [`Fire ${mount(c.mount)} at ${name(c.target)}`, ...extras, ...more].filter(Boolean).join(", ");
  },
  Strike: (c, name) => `${title(c.kind)} ${name(c.target)}${c.limb ? ` with ${c.limb}` : ""}`,
  Deploy: (c, name) => `Set up ${name(c.unit)}: ${c.aboard ? `aboard ${name(c.aboard)}` : c.at ? spot(c.at) : `in reserve${c.flank ? `, by the ${c.flank}` : ""}`}`,
  Give: (c, name) => `Order ${name(c.unit)}: ${[c.order, c.doing, c.round].filter(Boolean).join(", ")}${c.carrier ? ` (${name(c.carrier)})` : ""}`,
  Walk: (c) => `Go to ${spot(c.to)}`,
  Place: (c) => `Come on at ${spot(c.at)}`,
  Keep: (c, name) => (c.units.length ? `Keep the orders of ${c.units.map(name).join(", ")}` : "Keep no orders"),
  Shoot: (c, name) => `Fire: ${c.volleys.map((volley) => Object.values(volley).filter((v) => typeof v === "string").map(name).join(" at ")).join("; ")}`,
};

function spot([x, y, z = 0]) {
  return `${x / SCALE}″, ${y / SCALE}″${z ? `, ${z / SCALE}″ up` : ""}`;
}

function title(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/** `FlipArms` as `Flip arms`. */
export function spaced(type) {
  return title(type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
}

/** A command as a line; `mount(at)` names what is mounted by its number. */
export function worded(command, table, board, mount) {
  const own = board?.commandWords?.(command);
  if (own) return own;
  if (PLAIN[command.type]) return PLAIN[command.type];
  const name = (id) => unitName(table, board, id);
  const words = WORDS[command.type];
  if (words) return words(command, name, mount);
  const offered = table.words?.get(JSON.stringify(command));
  if (offered) return title(offered);
  const facts = Object.entries(command).filter(([key, value]) => key !== "type" && value !== null && value !== "");
  return `${spaced(command.type)} ${facts.map(([, value]) => told(value)).join(" ")}`.trim();
}

function told(value) {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
