/** How the fire of a weapon looks and sounds, by the name of the weapon. */

const LOOKS = [
  [/flamer|plasma|fluid gun|incendiary/i, { kind: "flame", sound: "flame" }],
  [/ppc|particle|bombast|tesla/i, { kind: "bolt", sound: "bolt" }],
  [/pulse laser|x-pulse/i, { kind: "beam", sound: "beam", pulse: true }],
  [/laser|tag|searchlight/i, { kind: "beam", sound: "beam" }],
  [/long tom|sniper|thumper|mortar|arrow iv|cruise|artillery|bomb|grenade/i, { kind: "lob", sound: "cannon" }],
  [/[lsm]rm|mml|atm|rocket|thunderbolt|missile|narc|streak|torpedo|lrt|srt|iatm/i, { kind: "swarm", sound: "launch" }],
  [/gauss|rail/i, { kind: "slug", sound: "rail" }],
  [/machine gun|\bmg\b|auto-?rifle|rifle|pistol|minigun|gatling|recoilless|needle|vibro|ballistic/i, { kind: "tracers", sound: "burst", thick: 0.6, many: 8 }],
  [/autocannon|\bac\b|\bac\/|ultra|rotary|lb |lbx|cannon|hvac|protomech ac/i, { kind: "tracers", sound: "cannon", thick: 1.1, many: 4 }],
];
const PLAIN = { kind: "tracers", sound: "burst", thick: 0.8, many: 5 };

/** `{ kind, sound, … }` of a weapon. */
export function lookOf(weapon) {
  const found = LOOKS.find(([names]) => names.test(weapon))?.[1] ?? PLAIN;
  if (found.kind === "beam") return { ...found, colour: /large|heavy large/i.test(weapon) ? "blue" : /small|micro/i.test(weapon) ? "amber" : /medium/i.test(weapon) ? "green" : "red", wide: /large/i.test(weapon) ? 1.35 : /small|micro/i.test(weapon) ? 0.7 : 1 };
  if (found.kind === "tracers" && /20|10/.test(weapon)) return { ...found, thick: 1.5 };
  return found;
}

/** How many missiles are seen of a launcher. */
export function salvo(weapon) {
  const size = Number(/(\d+)\s*(?:\(|$|i?os)/i.exec(weapon)?.[1] ?? /\d+/.exec(weapon)?.[0] ?? 2);
  return Math.max(1, Math.min(size, 20));
}
