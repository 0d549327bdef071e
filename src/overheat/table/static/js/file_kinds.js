/** Files that people bring: what they are by their names, and how large they may be. */

const MOST_BYTES = { unit: 1_500_000, force: 1_400_000, board: 1_500_000, platoon: 500_000, log: 30_000_000, position: 2_000_000 };
const KINDS = { mtf: "unit", blk: "unit", mul: "force", zip: "force", board: "board", toml: "platoon", jsonl: "log", ndjson: "log", position: "position" };

/** What a file is, by the ending of its name, or null. */
export function kindOfFile(name) {
  return KINDS[name.toLowerCase().split(".").pop()] ?? null;
}

/** Whether a file is larger than any of its kind. */
export function tooLarge(file) {
  return file.size > (MOST_BYTES[kindOfFile(file.name)] ?? MOST_BYTES.log);
}
