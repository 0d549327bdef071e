/** What is said is said until it is answered, under one id, so that it is done once however often it had to be repeated. */

import { Refusal } from "../../api.js";
import { back } from "../../away.js";

const FIRST = 500;
const LONGEST = 4000;
const LETTERS = "0123456789abcdefghijklmnopqrstuv";

/** An id that nothing else was said with. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => LETTERS[byte % 32]).join("");
}

/** Whether nobody knows what came of a request, or the table could not save it: it is to be repeated. */
function unanswered(error) {
  return error instanceof Refusal && (error.id === "table.store" || error.status === 0 || (error.id === "page.answer" && error.status >= 502));
}

/** Send a body with an id until there is an answer; `lost` is run each time the server could not be reached. */
export async function insist(send, body, lost) {
  const said = { ...body, id: newId() };
  for (let wait = FIRST; ; wait = Math.min(LONGEST, 2 * wait)) {
    try {
      return await send(said);
    } catch (error) {
      if (!unanswered(error)) throw error;
      if (error.status === 0) lost();
      await back(wait);
    }
  }
}
