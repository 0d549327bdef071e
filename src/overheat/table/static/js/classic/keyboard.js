/** The keys of the classic table, as players know them from other tables. */

const SCROLL = 60;

/** The keys; `mode()` is what the moment asks for, `does` what the board can do. */
export function keyboard(map, mode, does) {
  return [
    { key: "Tab", label: "Next unit, or next target", run: () => does.nextUnit(1) },
    { key: "Shift+Tab", label: "Unit or target before", run: () => does.nextUnit(-1) },
    { key: "Enter", label: "Go all the way: have a way proposed, go it, fire what is ticked, strike; then done", run: does.confirm },
    { key: "Escape", label: "Clear path, choice and measuring", run: does.clear },
    { key: "Backspace", label: "Clear the path", run: () => mode().clearPath?.() ?? false },
    { key: "1", label: "Only the first way to move", run: () => mode().sift?.(0) },
    { key: "2", label: "Only the second way to move", run: () => mode().sift?.(1) },
    { key: "3", label: "Only the third way to move", run: () => mode().sift?.(2) },
    { key: "j", label: "Only jumping", run: () => mode().siftMode?.("jump") },
    { key: "r", label: "Only running; when firing, show the arcs", run: () => (mode().arcs ? mode().arcs() : mode().siftMode?.("run")) },
    { key: "f", label: "Declare what is ticked, and go on", run: () => (mode().fire ? mode().fire() : false) },
    { key: "m", label: "Colour the reach by the damage to expect, done : suffered", run: () => (mode().outlook ? mode().outlook() : false) },
    { key: "l", label: "Line of sight to the hex clicked next", run: does.sightNext },
    { key: " ", label: "Centre the map", run: does.centre },
    { key: "+", label: "Magnify", run: () => map.pan.zoom(1.25) },
    { key: "-", label: "Make smaller", run: () => map.pan.zoom(0.8) },
    { key: "q", label: "Turn left before placing a unit", run: () => mode().turn?.(-1) ?? false },
    { key: "e", label: "Turn right before placing a unit", run: () => mode().turn?.(1) ?? false },
    { key: ["w", "ArrowUp"], label: "Scroll up; before the battle, the place above", run: () => mode().step?.(0, -1) || map.pan.pan(0, SCROLL) },
    { key: ["s", "ArrowDown"], label: "Scroll down; the place below", run: () => mode().step?.(0, 1) || map.pan.pan(0, -SCROLL) },
    { key: ["a", "ArrowLeft"], label: "Scroll left; the place to the left", run: () => mode().step?.(-1, 0) || map.pan.pan(SCROLL, 0) },
    { key: ["d", "ArrowRight"], label: "Scroll right; the place to the right", run: () => mode().step?.(1, 0) || map.pan.pan(-SCROLL, 0) },
  ];
}
