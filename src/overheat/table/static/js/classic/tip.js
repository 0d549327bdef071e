/** A card beside the pointer. */

import { fill, h } from "../dom.js";

const AWAY = 18;

/** A tip within a stage: `show(event, content, upwards)`, `hide()`. */
export function makeTip(stage) {
  const element = h("div", { class: "map-tip", role: "presentation", hidden: true });
  stage.append(element);
  return {
    show(event, content, upwards) {
      fill(element, content);
      element.hidden = false;
      const held = stage.getBoundingClientRect();
      const size = element.getBoundingClientRect();
      const x = event.clientX - held.left;
      const y = event.clientY - held.top;
      element.style.left = `${x + AWAY + size.width > held.width ? Math.max(4, x - AWAY - size.width) : x + AWAY}px`;
      element.style.top = `${Math.max(4, Math.min(upwards ? y - AWAY - size.height : y + AWAY, held.height - size.height - 4))}px`;
    },
    hide() {
      element.hidden = true;
    },
    close() {
      element.remove();
    },
  };
}
