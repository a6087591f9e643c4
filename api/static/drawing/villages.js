// Village lines of what is in view: to snap to, and to choose where limits are composed of them.
import { pane, style } from "../map/ground.js";
import { later } from "./box.js";

const NAMES_FROM = 12;
const LEAST_ZOOM = 10;

/** The lines on `map`; `choose(feature)` is called for one that is pressed while `choosing`. */
export function villages(map) {
  const known = new Map();
  let asked = null;
  const lines = { known, choosing: false, choose: () => {}, tooMany: false, settled: () => {} };
  pane(map, "villages");

  const add = (item) => {
    const { feature, name, taluka, at } = item.properties;
    if (known.has(feature)) return;
    const layer = L.geoJSON(item, { pane: "villages", pmIgnore: true, snapIgnore: false, style: look(false) }).getLayers()[0];
    layer.options.snapIgnore = false;
    layer.on("click", () => { if (lines.choosing) lines.choose(feature); });
    layer.addTo(map);
    const words = document.createElement("span");
    words.textContent = name;
    const label = L.tooltip({ permanent: true, direction: "center", className: "village-name", pane: pane(map, "village-names", 446), interactive: false }).setLatLng([at[1], at[0]]).setContent(words);
    known.set(feature, { layer, label, words, name, taluka, chosen: false });
  };
  const settle = () => {
    const named = map.getZoom() >= NAMES_FROM;
    for (const one of known.values()) {
      if (named && !map.hasLayer(one.label)) one.label.addTo(map);
      if (!named && map.hasLayer(one.label)) one.label.remove();
    }
    lines.settled();
  };
  const look = (chosen) => chosen
    ? style("draft", { weight: 3, fillOpacity: 0.16, fill: true })
    : style("villages", { fill: true, fillOpacity: lines.choosing ? 0.02 : 0, weight: 1.2 });

  lines.paint = () => {
    for (const one of known.values()) {
      const chosen = lines.choosing && one.chosen;
      one.layer.setStyle(look(chosen));
      one.layer.getElement()?.classList.toggle("can-choose", lines.choosing);
      one.words.textContent = chosen ? `✓ ${one.name}` : one.name;
      one.words.classList.toggle("village-chosen", chosen);
      if (chosen) one.layer.bringToFront();
    }
  };
  const ask = later(250, async () => {
    if (map.getZoom() < LEAST_ZOOM) { lines.tooMany = true; settle(); return; }
    asked?.abort();
    asked = new AbortController();
    try {
      const box = map.getBounds().pad(0.15);
      const answer = await fetch(`/drawing/villages.json?bounds=${box.toBBoxString()}`, { signal: asked.signal, credentials: "same-origin" });
      const found = await answer.json();
      lines.tooMany = Boolean(found.too_many);
      for (const item of found.features ?? []) add(item);
      settle();
      lines.paint();
    } catch (fault) { if (fault.name !== "AbortError") throw fault; }
  });
  map.on("moveend", ask);
  ask();
  return lines;
}
