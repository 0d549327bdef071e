/** Files that people bring: chosen with a button, or dropped anywhere on the page. */

import { button, h, toast } from "../dom.js";
import { kindOfFile, listsUnits, mostOf, textOf, tooLarge } from "../file_kinds.js";

/** Why a file cannot be read at all, or "". */
function unreadable(file) {
  if (file.size === 0) return "the file is empty";
  return tooLarge(file) ? `the file is larger than ${mostOf(file)}` : "";
}

/** Read files one after another, forces with their bytes as `data`; each is told how many of those it came with were before it. */
async function readEach(files, read) {
  for (const [among, file] of files.entries()) {
    const no = unreadable(file);
    const packed = kindOfFile(file.name) === "force";
    const text = no || packed ? "" : await textOf(file);
    if (no) toast(`${file.name}: ${no}.`, "no");
    else if (packed || listsUnits(file.name, text)) await read({ name: file.name, data: await inBase64(file), text, among });
    else if (!text.trim()) toast(`${file.name}: the file is empty.`, "no");
    else await read({ name: file.name, text, among });
  }
}

/** What is in a file that may be no text, in base 64. */
async function inBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let found = "";
  for (let at = 0; at < bytes.length; at += 8192) found += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(found);
}

/** A button that opens the choice of a file; `read({name, text, among})` is called for each chosen. */
export function fileButton(label, accept, read, properties = {}) {
  const { id, ...others } = properties;
  const input = h(
    "input",
    { type: "file", accept, multiple: true, class: "off-screen", tabindex: "-1", "aria-hidden": "true", id: id && `${id}-input` },
  );
  input.addEventListener("change", async () => {
    await readEach([...input.files], read);
    input.value = "";
  });
  return h("span", { class: "file-button" }, button(label, () => input.click(), { id, ...others }), input);
}

/**
 * Take files that are dropped anywhere on the page; `takers` are functions by what a file is, `other` takes the rest. Each
 * is given the name, the text, and the element it was dropped on.
 */
export function takeDrops(takers, other) {
  const veil = h(
    "div",
    { class: "drop-veil", hidden: true },
    h(
      "div",
      {},
      h("strong", {}, "Drop it"),
      h("span", {}, "unit files (.mtf, .blk), a list or archive of units (.mul, .zip), a map (.board), a platoon (.toml), a saved game (.jsonl), a position (.position)"),
    ),
  );
  document.body.append(veil);
  let depth = 0;
  const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const away = () => {
    depth = 0;
    veil.hidden = true;
  };
  addEventListener("dragenter", (event) => {
    if (!carries(event)) return;
    depth += 1;
    veil.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (carries(event) && (depth -= 1) <= 0) away();
  });
  addEventListener("dragover", (event) => carries(event) && event.preventDefault());
  addEventListener("drop", async (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    away();
    const where = event.target;
    await readEach([...event.dataTransfer.files], (file) => (takers[file.data === undefined ? kindOfFile(file.name) : "force"] ?? other)({ ...file, where }));
  });
}
