// Draws an outline beside the fields that hold it: its corners as people type them, GeoJSON, a file.
// All say the same at any moment. The server judges what is sent; what is said here spares a round.
import { badge, ground, looks, pane, style } from "../map/ground.js";
import { chart, later, parts as boxOf, tool, whenSeen } from "./box.js";
import { attach as limits } from "./limits.js";
import { area, areaWords, lengthWords, corners as count, crossing, fromGeoJSON, holes, toCorners, toGeoJSON } from "./measure.js";
import { Outline } from "./outline.js";
import { pin } from "./pin.js";
import { villages } from "./villages.js";

const MODES = [["draw", "Draw", "Draw an outline, or one more part of it"], ["edit", "Move corners", "Move corners: drag one; press a side to add one, hold one to take it away"], ["hole", "Cut a hole", "Cut a hole into a part"], ["remove", "Remove", "Remove a part or a hole: press inside it"]];
const hasKeys = window.matchMedia("(hover: hover)").matches;
const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

for (const box of document.querySelectorAll("[data-drawing]")) {
  box.hidden = false;
  whenSeen(box, () => start(box));
}

async function start(box) {
  const name = box.dataset.drawing;
  const fields = { geojson: document.getElementById(name), corners: document.getElementById(`${name}_corners`), file: document.getElementById(`${name}_file`) };
  const { form } = fields.geojson;
  const made = boxOf(box, "Map for drawing the outline. Beside it the corners can be typed and everything is said in words.");
  const map = chart(made.map);
  await looks();
  const say = (words, alert = false) => {
    made.told.textContent = words;
    made.told.classList.toggle("drawing-fault", alert);
  };
  let exact = null;
  const tell = (parts, words = "") => {
    const m2 = parts.length ? (exact?.of === JSON.stringify(parts) ? exact.m2 : area(parts)) : 0;
    const sure = exact?.of === JSON.stringify(parts);
    made.facts.textContent = parts.length
      ? [`${sure ? "" : "About "}${areaWords(m2)}`, plural(count(parts), "corner"), ...(parts.length > 1 ? [plural(parts.length, "part")] : []), ...(holes(parts) ? [plural(holes(parts), "hole")] : [])].join(" · ")
      : "No outline is drawn.";
    const where = crossing(parts);
    if (where) say(`The outline crosses itself near ${where[1].toFixed(5)}, ${where[0].toFixed(5)}. Move a corner there, or undo: an outline that crosses itself is refused.`, true);
    else say(words);
    mark(where);
  };
  let cross = null;
  const mark = (where) => {
    cross?.remove();
    cross = where ? L.circleMarker([where[1], where[0]], { ...style("conflicts"), radius: 11, fill: false, pane: pane(map, "conflicts"), interactive: false, pmIgnore: true }).addTo(map) : null;
  };

  const outline = new Outline(map, {
    changed: () => { write(); tell(outline.parts); measured(); },
    said: (parts, words) => tell(parts, words),
    moded: () => settle(),
  });

  // The fields follow the drawing, and the drawing the fields.
  let writing = false;
  const write = () => {
    const parts = outline.parts;
    writing = true;
    fields.geojson.value = parts.length ? JSON.stringify(toGeoJSON(parts)) : "";
    if (document.activeElement !== fields.corners) fields.corners.value = toCorners(parts);
    if (fields.file.value && !taken) fields.file.value = "";
    fields.geojson.dispatchEvent(new Event("change", { bubbles: true }));
    writing = false;
  };
  let asked = null;
  let taken = false;
  const ask = async (key, value) => {
    asked?.abort();
    asked = new AbortController();
    const data = new FormData();
    data.set("_csrf", form.elements._csrf.value);
    data.set(key, value);
    const answer = await fetch("/drawing/outline", { method: "POST", body: data, signal: asked.signal, credentials: "same-origin", headers: { Accept: "application/json" } });
    return answer.json();
  };
  const measured = later(350, async () => {
    const parts = outline.parts;
    if (!parts.length || crossing(parts)) return;
    try {
      const found = await ask("geometry", JSON.stringify(toGeoJSON(parts)));
      if (found.area_m2 == null) { if (found.fault) say(`${found.fault}. It is refused as it is.`, true); return; }
      exact = { of: JSON.stringify(parts), m2: found.area_m2 };
      tell(outline.parts, made.told.textContent);
    } catch (fault) { if (fault.name !== "AbortError") throw fault; }
  });
  const given = async (key, value) => {
    try {
      const found = await ask(key, value);
      if (found.detail) { say(found.detail, true); return; }
      taken = key === "geometry_file";
      outline.take(fromGeoJSON(found.geometry));
      taken = false;
      if (!outline.isEmpty) map.fitBounds(outline.bounds, { maxZoom: 16, padding: [30, 30] });
      else if (found.geometry) say("The field holds a single point, not an outline.");
    } catch (fault) { if (fault.name !== "AbortError") say("The server did not answer; it reads the field when you review."); }
  };
  const typed = later(600, () => { if (fields.corners.value.trim()) given("geometry_corners", fields.corners.value); else outline.clear(); });
  // Until the server has read the list, the GeoJSON beside it would say something else.
  fields.corners.addEventListener("input", () => { fields.geojson.value = ""; typed(); });
  fields.geojson.addEventListener("change", () => { if (!writing) { fields.corners.value = ""; if (fields.geojson.value.trim()) given("geometry", fields.geojson.value); else outline.clear(); } });
  fields.file.addEventListener("change", () => { if (fields.file.files.length) given("geometry_file", fields.file.files[0]); });

  const modes = Object.fromEntries(MODES.map(([mode, words, label]) => [mode, tool(made.bar, mode, words, () => outline.setMode(outline.mode === mode ? "" : mode), { toggles: true, label })]));
  const undo = tool(made.bar, "undo", "Undo", () => outline.undo());
  const redo = tool(made.bar, "redo", "Redo", () => outline.redo());
  const snap = tool(made.bar, "snap", "Snap", () => { outline.snaps = !outline.snaps; }, { toggles: true, label: "Snap to lines: to the place, to villages, to other outlines" });
  const settle = () => {
    for (const [mode, button] of Object.entries(modes)) button.setAttribute("aria-pressed", String(outline.mode === mode));
    modes.edit.disabled = modes.hole.disabled = modes.remove.disabled = outline.isEmpty;
    undo.disabled = !outline.canUndo;
    redo.disabled = !outline.canRedo;
    snap.setAttribute("aria-pressed", String(outline.snaps));
    made.snap.textContent = outline.snaps ? `Snaps within ${Outline.snapPixels} pixels, here about ${lengthWords(outline.snapMetres)}${hasKeys ? "; hold Alt for none" : ""}.` : "Corners stay exactly where they are set.";
  };
  map.on("zoomend", settle);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { outline.setMode(""); return; }
    if (!(event.ctrlKey || event.metaKey) || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) outline.redo(); else outline.undo();
  });

  const lines = villages(map);
  const under = await ground(map, box.dataset.ground);
  const bounds = under.place ?? under.bounds;
  map.fitBounds(bounds, { maxZoom: 15, animate: false });
  if (box.dataset.pin) pin(map, document.getElementById(box.dataset.pin), { badge, pane, style });
  const tools = { box, form, map, outline, bar: made.bar, lines, modes, home: bounds, say };
  if (box.dataset.limitsMap) limits(tools);
  settle();
  tell([]);
  if (fields.geojson.value.trim()) await given("geometry", fields.geojson.value);
  else if (fields.corners.value.trim()) await given("geometry_corners", fields.corners.value);
  box.dataset.ready = "";
}
