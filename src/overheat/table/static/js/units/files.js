/** Files that people drop on the page or choose: their texts, or why they cannot be used. */

import { h } from "../dom.js";
import { mostOf, textOf, tooLarge } from "../file_kinds.js";

/**
 * A place to drop files on, and to choose them with. `taken` gets [{name, text}] of the files whose names end as wanted;
 * `refused` gets [{name, reason}] of all others.
 */
export function dropZone({ id, label, endings, taken, refused, several = true }) {
  const chooser = h("input", {
    type: "file",
    id,
    class: "drop-input",
    multiple: several,
    accept: endings.join(","),
    "aria-label": label,
    onchange: async () => {
      await sort([...chooser.files], endings, taken, refused);
      chooser.value = "";
    },
  });
  const hint = `Drop ${several ? "files" : "a file"} here or press to choose: ${endings.join(" or ")}`;
  const zone = h(
    "label",
    { class: "drop", for: id, "data-drop": id },
    chooser,
    h("span", { class: "drop-mark", "aria-hidden": "true" }, "⇩"),
    h("span", {}, h("strong", {}, label), h("small", {}, hint)),
  );
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", async (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    await sort([...event.dataTransfer.files], endings, taken, refused);
  });
  return zone;
}

/** A file that misses a drop zone goes to the one in sight, if there is but one; the browser never leaves the page for it. */
export function catchDrops() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const seen = [...document.querySelectorAll(".drop")].filter((zone) => zone.offsetParent !== null);
    if (seen.length === 1 && event.dataTransfer?.files.length) seen[0].dispatchEvent(new DragEvent("drop", { dataTransfer: event.dataTransfer, cancelable: true }));
  });
}

async function sort(files, endings, taken, refused) {
  const read = await Promise.all(files.map((file) => reading(file, endings)));
  const bad = read.filter((file) => file.reason);
  const good = read.filter((file) => !file.reason);
  if (bad.length) refused(bad);
  if (good.length) taken(good);
}

async function reading(file, endings) {
  const name = file.name;
  const lower = name.toLowerCase();
  if (/\.(zip|7z|rar|gz)$/.test(lower)) return { name, reason: "an archive is not opened here: unpack it and drop the files that are in it" };
  if (!endings.some((ending) => lower.endsWith(ending))) return { name, reason: `only files that end in ${endings.join(" or ")} are read here` };
  if (tooLarge(file)) return { name, reason: `the file is larger than ${mostOf(file)}` };
  try {
    const text = await textOf(file);
    return text.trim() ? { name, text } : { name, reason: "the file is empty" };
  } catch {
    return { name, reason: "the file cannot be read; a folder is not opened here" };
  }
}
