// Choosing the limits of an infected area: by villages pressed on the map or ticked in the list, or by
// a boundary that is edited; the server tells at once what they take in and leave out.
import { badge, cased, pane, style } from "../map/ground.js";
import { refresh } from "../fragment.js";
import { later, tool } from "./box.js";
import { fromGeoJSON } from "./measure.js";

const LACKS = {
  villages: "No village is ticked yet. What the villages take in and leave out is shown here.",
  outline: "No boundary is drawn yet. What it takes in and leaves out is shown here.",
  cancel: "Nothing becomes an infected area. The places of the declarations ticked cease when you sign.",
};
const NEARER = "Too many villages are in view to press one: come nearer, or tick them in the list.";
const HINTS = {
  villages: "Press a village to take it in, and again to leave it out. The list does the same.",
  outline: "Draw the boundary, or begin from the limits shown and move its corners.",
  as_declared: "The limits follow what was declared.",
  cancel: "Nothing becomes an infected area.",
  "": "Choose how you decide.",
};

// A point has no line to show; it only holds a corner, and its place in the view.
const corner = (_, at) => L.circleMarker(at, { radius: 1, opacity: 0, fillOpacity: 0, pmIgnore: true, snapIgnore: false, interactive: false });

export async function attach({ box, form, map, outline, bar, lines, modes, home, say }) {
  const shown = { own: null, result: null, declared: new Map() };
  let last = null;
  const way = () => form.querySelector("input[name=way]:checked")?.value ?? "";
  // What the limits are, or would be: also where they are refused, all that is ticked is shown.
  const everything = () => {
    const ticked = way() === "villages" ? [...lines.known.values()].filter((one) => one.chosen).map((one) => one.layer) : [];
    const all = [shown.result, shown.own, ...ticked].filter(Boolean);
    return all.length ? L.featureGroup(all).getBounds() : home;
  };
  const tick = (feature) => form.querySelector(`input[name=village_ids][value="${CSS.escape(feature)}"]`);
  const begin = tool(bar, "begin", "Begin from the limits shown", () => {
    if (last) { outline.take(fromGeoJSON(last.geometry)); outline.setMode("edit"); }
  });
  tool(bar, "all", "Show all", () => map.fitBounds(everything(), { maxZoom: 15, padding: [24, 24] }));

  const answer = await fetch(`/drawing/limits.json?${box.dataset.limitsMap}`, { credentials: "same-origin" });
  const found = await answer.json();
  for (const item of found.features) {
    const { kind, feature, name } = item.properties;
    if (kind === "own") {
      shown.own = L.geoJSON(item, { pane: pane(map, "radius_outline"), interactive: false, pmIgnore: true, snapIgnore: false, pointToLayer: corner, style: style("radius_outline", { fill: false, weight: 1.6 }) }).addTo(map);
    } else if (kind === "place") {
      L.geoJSON(item, { interactive: false, pmIgnore: true, snapIgnore: false, style: { stroke: false, fill: false }, pointToLayer: corner }).addTo(map);
    } else {
      const words = document.createElement("span");
      words.textContent = name;
      shown.declared.set(feature, { item, words, layer: null });
    }
  }
  const places = (ceasing) => {
    for (const [feature, one] of shown.declared) {
      const gone = ceasing.has(feature);
      if (one.layer && one.gone === gone) continue;
      one.layer?.remove();
      one.gone = gone;
      const kind = gone ? "ceased_place" : "declared_place";
      one.layer = cased(one.item, kind, { pane: pane(map, kind), pmIgnore: true }).addTo(map);
      if (one.item.geometry.type !== "Point") {
        const [lon, lat] = one.item.properties.at;
        L.marker([lat, lon], { icon: badge(kind), keyboard: false, interactive: false, pmIgnore: true, pane: pane(map, kind) }).addTo(one.layer);
      }
      const words = one.words.cloneNode(true);
      words.append(gone ? ": left out, ceases" : ": stays");
      one.layer.bindTooltip(words);
    }
  };
  places(new Set());

  const draw = (chosen) => {
    shown.result?.remove();
    shown.result = null;
    const told = document.querySelector("#limits-told [data-limits]");
    if (!told) { places(new Set()); return; }
    const { geometry, ceasing } = JSON.parse(told.dataset.limits);
    last = { geometry };
    places(new Set(ceasing));
    shown.result = L.geoJSON(geometry, { pane: pane(map, "infected_area"), interactive: false, pmIgnore: true, style: style("infected_area", chosen === "outline" ? { stroke: false } : {}) }).addTo(map);
  };
  const look = later(200, async () => {
    const chosen = way();
    const lacks = (chosen === "villages" && !form.querySelector("input[name=village_ids]:checked")) || (chosen === "outline" && outline.isEmpty);
    if (lacks || chosen === "cancel") {
      const told = document.getElementById("limits-told");
      const title = told.querySelector("h2");
      told.replaceChildren(...(title ? [title] : []));
      const words = document.createElement("p");
      words.className = "told";
      words.textContent = LACKS[chosen];
      told.append(words);
      draw(chosen);
      return;
    }
    const data = new FormData(form);
    for (const [name, value] of [...data.entries()]) if (value instanceof File) data.delete(name);
    data.set("step", "preview");
    document.getElementById("limits-told").setAttribute("aria-busy", "true");
    try {
      await refresh(form.getAttribute("action"), ["limits-told"], { body: data });
      draw(chosen);
    } catch (fault) {
      if (fault.name !== "AbortError") say("What these limits do did not come. It is shown when you review.", true);
    }
    document.getElementById("limits-told").removeAttribute("aria-busy");
  });

  const sync = () => {
    for (const one of form.querySelectorAll("input[name=village_ids]")) {
      const line = lines.known.get(one.value);
      if (line) line.chosen = one.checked;
    }
    lines.paint();
  };
  const settle = () => {
    const chosen = way();
    lines.choosing = chosen === "villages";
    box.dataset.way = chosen;
    for (const button of bar.querySelectorAll(".tool")) button.hidden = chosen !== "outline" && button !== bar.lastElementChild;
    begin.hidden = chosen !== "outline" || !last || !outline.isEmpty;
    if (chosen !== "outline" && outline.mode) outline.setMode("");
    map.getPane("draft").style.display = chosen === "outline" ? "" : "none";
    say(HINTS[chosen] ?? "");
    sync();
  };
  lines.choose = (feature) => {
    const one = tick(feature);
    if (!one) return;
    one.checked = !one.checked;
    one.closest(".pick").hidden = false;
    one.dispatchEvent(new Event("change", { bubbles: true }));
  };
  lines.settled = () => {
    sync();
    if (lines.choosing) say(lines.tooMany ? NEARER : HINTS.villages);
  };
  form.addEventListener("change", ({ target }) => {
    if (target.name === "way") { settle(); look(); }
    if (target.name === "village_ids") { sync(); look(); }
    if (target.name === "geometry") { settle(); look(); }
  });
  const before = outline.moded;
  outline.moded = () => { before(); begin.hidden = way() !== "outline" || !last || !outline.isEmpty; };
  draw(way());
  settle();
  if (shown.result ?? shown.own) map.fitBounds((shown.result ?? shown.own).getBounds(), { maxZoom: 15, padding: [24, 24], animate: false });
  if (way()) look();
}
