/** Cards and sheets for when there is no network: those of one's force by themselves, all of the library at the press of a button. */

import { get } from "../api.js";
import { button, fill, h } from "../dom.js";
import { refusal } from "../explain.js";
import { kept, keepShots, keepUnits } from "../offline/kept.js";

const RULES = ["classic"];
const SETTLED = 1500;

/** A pane that keeps units; call `show` whenever the force changed. */
export function keepPane(force) {
  const said = h("p", { class: "small", role: "status", id: "kept-said" });
  const bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "How much is kept" });
  let queue = Promise.resolve();
  const tell = async () => {
    const { shots, cards, sheets } = await kept();
    const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    fill(said, `On this device: ${cards} card${cards === 1 ? "" : "s"}, ${sheets} record sheet${sheets === 1 ? "" : "s"}, the shots of ${shots.length} unit${shots.length === 1 ? "" : "s"}; ${(usage / 1e6).toFixed(1)} MB in all.`);
  };
  /** One thing after the other; what has just come may still be on its way to where it is kept. */
  const later = (run) => (queue = queue.then(run).then(() => (tell(), setTimeout(tell, SETTLED)), (no) => fill(said, refusal(no.reason ? no : { reason: no.message }))));
  const told = (done, all) => {
    bar.hidden = done === all;
    bar.max = all;
    bar.value = done;
    if (done < all) fill(said, `${done} of ${all} units are kept…`);
  };
  const names = () => [...new Set(force.good.filter((entry) => entry.facts && !entry.text).map((entry) => entry.unit))];
  const pressed = (run) => (event) => {
    const one = event.currentTarget;
    one.disabled = true;
    later(run).finally(() => (one.disabled = false));
  };
  const library = pressed(async () => {
    const { units } = await get("/api/units", { params: { search: "", kind: "", most: 500 } });
    await keepUnits(units.map((unit) => unit.name), told);
  });
  const shots = pressed(async () => {
    fill(said, "The server works out the shots of your force: some seconds for each unit.");
    await keepShots(names(), RULES);
  });
  const ofForce = button("Keep the shots of your force", shots, { id: "keep-shots" });
  let known = "";
  const show = () => {
    const now = names();
    ofForce.hidden = !now.length;
    if (now.join() === known) return;
    known = now.join();
    later(() => keepUnits(now));
  };
  const able = "serviceWorker" in navigator && "caches" in self;
  if (able) tell();
  const element = h(
    "details",
    { class: "card fold", id: "keep-offline", hidden: !able },
    h("summary", {}, "Without a network"),
    h("div", { class: "stack" }, h("p", { class: "small" }, "Cards and sheets of your force are kept on this device by themselves. Shots that are kept can be asked of the adjudicator against any unit of the library."), said, bar, h("div", { class: "row" }, button("Keep all cards and sheets (10 MB)", library, { id: "keep-library" }), ofForce)),
  );
  return { element, show: able ? show : () => {} };
}
