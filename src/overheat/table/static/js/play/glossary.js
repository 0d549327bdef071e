/** The words of a game for those who are new to it, each with where its rules are written: as the server tells them. */

import * as api from "../api.js";
import { dialog, h, toast } from "../dom.js";
import { refusal } from "../explain.js";

/** Show the words of a game. */
export async function glossary(kind) {
  try {
    const words = await api.get(`/api/kinds/${kind}/words`);
    const entry = ({ word, says, cite }) => [h("dt", {}, word), h("dd", {}, says, cite && h("cite", {}, cite))];
    dialog("Words of the game", h("dl", { class: "glossary" }, words.map(entry)), { id: "glossary-dialog" });
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
    toast(refusal(error), "no");
  }
}
