/** Where what one makes comes from: what this browser keeps of it, what comes along, a file; and a new one. */

import { button, fill, h, toast } from "./dom.js";
import { refusal } from "./explain.js";
import { dropZone } from "./units/files.js";

/**
 * A card of platoons, or of tables. `words` are {one, many, begin, kept}: "platoon", "platoons", what stands over those that come along,
 * and what is said where nothing is kept yet. `bundled` is [{name, label, open}], `shelf()` what is kept, each of it `shown`
 * as {name, label, open}; `fresh()` makes a new one, `readText(text)` opens one from a file, `discard(key)` lets one go.
 */
export function library({ words, bundled, shelf, shown, fresh, discard, readText }) {
  const title = `Your ${words.many}`;
  const mine = h("ul", { class: "shelf", id: `your-${words.many}`, "aria-label": title });
  const refused = h("p", { class: "said-no", id: "file-refused", role: "alert", hidden: true });
  const no = (file, why) => {
    refused.hidden = false;
    fill(refused, refusal({ reason: `${file.name}: ${why.reason ?? why}`, cite: why.cite }));
  };
  const read = async ([file]) => {
    refused.hidden = true;
    try {
      await readText(file.text);
    } catch (why) {
      no(file, why);
    }
  };
  const row = (each, current) => {
    const { name, label, open } = shown(each);
    return h(
      "li",
      { class: "shelf-row", "data-key": each.key, "aria-current": each.key === current ? "true" : null },
      button([h("span", {}, name), h("small", {}, label)], open, { class: "quiet shelf-open" }),
      button("×", () => discard(each.key), { class: "quiet", "aria-label": `Delete ${name}` }),
    );
  };
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": "shelf-title" },
    h("div", { class: "row spread" }, h("h2", { id: "shelf-title" }, title), button(`New ${words.one}`, fresh, { id: `new-${words.one}` })),
    mine,
    h("span", { class: "field-label" }, words.begin),
    h("div", { class: "row bundled" }, bundled.map(({ name, label, open }) => button(label, open, { "data-bundled": name }))),
    dropZone({ id: `${words.one}-file`, label: `Open a ${words.one} file`, endings: [".toml"], several: false, taken: read, refused: ([file]) => no(file, file) }),
    refused,
  );
  return {
    element,
    show(current) {
      const held = shelf();
      fill(mine, held.map((each) => row(each, current)), held.length === 0 && h("li", { class: "small" }, words.kept));
    },
  };
}

/** What the address of the page holds as `read` finds it there, null if nothing; a link that cannot be read is told of. */
export function linked(read, one) {
  const found = read(location.hash);
  if (!found && location.hash.length > 1) toast(`This link holds no ${one} that can be read; it may have been cut short.`, "no");
  return found;
}
