/** The log as text: to keep, to search, to paste where one talks about the game. */

import { levelOf } from "./log_line.js";

const DISCORD = 2000;

/** Events as lines, set in by their level. */
export function plainText(events) {
  return events.map((told) => `${"  ".repeat(levelOf(told))}${told.text}`).join("\n");
}

/** As much of the end of the log as fits into one message of a chat, as a block of code. */
export function chatText(events, title) {
  const room = DISCORD - title.length - 20;
  const lines = [];
  let used = 0;
  for (const line of plainText(events).split("\n").reverse()) {
    const safe = line.replaceAll("```", "'''");
    if (used + safe.length + 1 > room) {
      lines.push("…");
      break;
    }
    used += safe.length + 1;
    lines.push(safe);
  }
  return `**${title}**\n\`\`\`\n${lines.reverse().join("\n")}\n\`\`\``;
}
