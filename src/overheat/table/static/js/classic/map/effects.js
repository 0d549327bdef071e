/** What has just happened, shown for a moment where it happened: moves, hits, falls, wrecks. */

import { s } from "../../dom.js";
import { centre, fromPair, outline } from "./hexes.js";

const STEP = 90;
const FLOAT = 1600;
const MOST = 40;
const APART = 130;

/** Effects over a map; `told(events, view before)` shows what is new. */
export function effects(map) {
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  function float(hex, words, kind, wait, turn) {
    const { x, y } = centre(hex);
    const text = s("text", { x: x + ((turn % 3) - 1) * 30, y: y - 16 - (Math.floor(turn / 3) % 3) * 15, class: `float ${kind}` }, words);
    const rise = () => {
      map.layers.effects.append(text);
      text.animate(
        [
          { opacity: 0, transform: "translateY(8px)" },
          { opacity: 1, transform: "none", offset: 0.15 },
          { opacity: 1, transform: "translateY(-14px)", offset: 0.7 },
          { opacity: 0, transform: "translateY(-26px)" },
        ],
        { duration: FLOAT },
      ).finished.finally(() => text.remove());
    };
    setTimeout(rise, wait);
  }

  function flash(hex, kind = "located", wait = 0) {
    setTimeout(() => {
      const ring = s("path", { d: outline(hex, 0.95), class: `flash ${kind}` });
      map.layers.effects.append(ring);
      const frames = still() ? [{ opacity: 1 }, { opacity: 1 }] : [{ opacity: 0 }, { opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }, { opacity: 0 }];
      ring.animate(frames, { duration: 1300 }).finished.finally(() => ring.remove());
    }, wait);
  }

  /** A token goes along the hexes that it has passed through. */
  function slide(id, hexes) {
    const element = map.token(id);
    const place = map.place(id);
    if (!element || !place || hexes.length < 2) return;
    const frames = hexes.map((hex) => {
      const { x, y } = centre(hex);
      return { transform: `translate(${x}px, ${y}px) scale(${place.scale})` };
    });
    frames[frames.length - 1] = { transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale})` };
    const duration = Math.min(900, 160 + STEP * hexes.length);
    element.animate(frames, { duration, easing: "ease-in-out" });
    map.label(id)?.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  }

  return {
    flash,
    /** Returns what to do once the map shows the new view. */
    told(events, view) {
      if (still() || !view) return () => {};
      const where = new Map(Object.entries(view.units).map(([id, unit]) => [id, unit.hex]));
      const ways = new Map();
      const turns = new Map();
      const shown = [];
      const show = (unit, words, kind) => showIn(where.get(unit), words, kind);
      const showIn = (hex, words, kind) => {
        if (shown.length >= MOST || !hex) return;
        const turn = turns.get(hex) ?? 0;
        shown.push({ hex, words, kind, wait: APART * shown.length, turn });
        turns.set(hex, turn + 1);
      };
      for (const { kind, event } of events) {
        if (kind === "Moved") {
          const hex = fromPair(event.hex);
          const way = ways.get(event.unit) ?? [where.get(event.unit)];
          if (hex !== way.at(-1)) way.push(hex);
          ways.set(event.unit, way);
          where.set(event.unit, hex);
        } else if (kind === "Burst") showIn(fromPair(event.hex), `${event.what.replaceAll("_", " ")}!`, "critical");
        else if (kind === "Struck") show(event.unit, `−${event.damage} ${event.location}`, "struck");
        else if (kind === "AttackRolled" && !event.hit) show(event.target, "miss", "missed");
        else if (kind === "CriticalHit") show(event.unit, "critical!", "critical");
        else if (kind === "LocationLost") show(event.unit, `${event.location} gone`, "critical");
        else if (kind === "Exploded") show(event.unit, "explosion!", "critical");
        else if (kind === "Fell") show(event.unit, "falls", "critical");
        else if (kind === "PowerChanged") show(event.unit, event.shut_down ? "shuts down" : "starts up", event.shut_down ? "critical" : "good");
        else if (kind === "CrewSenses") show(event.unit, event.conscious ? "comes to" : "passes out", "critical");
        else if (kind === "Felled") show(event.unit, `${event.left} left`, "struck");
        else if (kind === "FateMet") show(event.unit, event.fate, "critical");
      }
      return () => {
        for (const [unit, way] of ways) slide(unit, way.filter(Boolean));
        for (const one of shown) {
          float(one.hex, one.words, one.kind, one.wait, one.turn);
          if (one.kind !== "missed") flash(one.hex, one.kind, one.wait);
        }
      };
    },
  };
}
