/** A field for the name of a hex, for who plays without a pointer. */

import { h } from "../../dom.js";

/** The field; `named(hex)` is told when a hex is entered, `label` is what it is for. */
export function hexField(named, label = "Plan a move to the hex of this number", id = "go-to-hex") {
  const field = h(
    "input",
    { id, inputmode: "numeric", maxlength: 6, size: 9, placeholder: "hex no.", title: `${label}: type it, press Enter`, "aria-label": label },
  );
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    named(field.value.trim());
  });
  return field;
}
