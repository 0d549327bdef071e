/** Files that people bring: what they are by their names, and how large they may be. */

const MOST_BYTES = { unit: 1_500_000, force: 1_400_000, board: 1_500_000, platoon: 500_000, log: 30_000_000, position: 2_000_000 };
const KINDS = { mtf: "unit", blk: "unit", mul: "force", zip: "force", board: "board", toml: "platoon", jsonl: "log", ndjson: "log", position: "position" };

/** What a file is, by the ending of its name, or null. */
export function kindOfFile(name) {
  return KINDS[name.toLowerCase().split(".").pop()] ?? null;
}

/** Whether a text file is a force of war machines, as `overheat draft` writes them; platoons end in .toml, too. */
export function listsUnits(name, text) {
  return kindOfFile(name) === "platoon" && /^\s*\[\[\s*unit\s*\]\]/m.test(text);
}

/** The text of a file: UTF-8, or UTF-16 where its mark says so, else the western Windows alphabet of older unit files. */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const marked = { "255,254": "utf-16le", "254,255": "utf-16be" }[String(bytes.subarray(0, 2))];
  try {
    return new TextDecoder(marked ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** How large a file of its kind may be, in words. */
export function mostOf(file) {
  return `${((MOST_BYTES[kindOfFile(file.name)] ?? MOST_BYTES.log) / 1_000_000).toLocaleString("en")} MB`;
}

/** Whether a file is larger than any of its kind. */
export function tooLarge(file) {
  return file.size > (MOST_BYTES[kindOfFile(file.name)] ?? MOST_BYTES.log);
}
