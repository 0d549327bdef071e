/** Redrawing a part of the page without taking the focus from whoever uses it by keyboard. */

/**
 * Draw something within an element anew. The control that had the focus has it again: the one of the same field, or the
 * one in the same place; where there is none any more, the element itself, so that the next key goes on from there.
 */
export function redrawn(holder, draw) {
  const held = holder.contains(document.activeElement) ? document.activeElement : null;
  const alike = held && (held.dataset.field ? `[data-field="${CSS.escape(held.dataset.field)}"]` : held.tagName);
  const at = held && [...holder.querySelectorAll(alike)].indexOf(held);
  draw();
  if (!held || holder.contains(document.activeElement)) return;
  const again = holder.querySelectorAll(alike)[at];
  if (!again) holder.tabIndex = -1;
  (again ?? holder).focus({ preventScroll: true });
}
