// The live radius: what moves follows the slider at once, from what the longest radius could reach;
// the server's exact answer takes its place as soon as it has come. It alone decides and words.
import { badge, ground, looks, pane, style } from "./map/ground.js";
import { chart, whenSeen } from "./drawing/box.js";
import { refresh } from "./fragment.js";

const MILE = 1609.344;
const SVG = "http://www.w3.org/2000/svg";

for (const form of document.querySelectorAll("form[data-radius]")) start(form);

function start(form) {
  const most = Number(form.dataset.most);
  const field = form.querySelector("#field-metres");
  const slider = form.querySelector("#slider");
  const miles = form.querySelector("#in-miles");
  const told = form.querySelector("#radius-told");
  const preview = form.querySelector("[data-preview]");
  // What the officer ticked or unticked by hand stays so while the radius moves.
  const byHand = new Map();
  const open = new Set();
  let waits = 0;
  let picture = null;

  form.querySelector("[data-slider]").hidden = false;
  const metres = () => Number(field.value.replaceAll(",", ""));
  const line = form.querySelector("[data-dial-told]");
  const tally = () => {
    const of = (name) => form.querySelector(`[data-count="${name}"]`)?.textContent;
    line.textContent = of("within") ? `${of("within")} within, ${of("straddling")} to be decided` : "";
  };
  const tallyAbout = (counts) => {
    if (counts) line.textContent = `≈ ${counts.within.toLocaleString("en-IN")} within, ${counts.straddling.toLocaleString("en-IN")} to be decided`;
  };
  const say = () => {
    miles.value = metres() > 0 ? `${(metres() / MILE).toFixed(3)} mile` : "";
    slider.setAttribute("aria-valuetext", `${field.value || 0} metres, ${miles.value || "0 mile"}`);
  };
  const count = () => {
    for (const group of preview.querySelectorAll("[data-group]")) {
      const shown = group.querySelector("[data-ticked]");
      if (shown) shown.textContent = group.querySelectorAll("input:checked").length;
    }
    const within = preview.querySelector("fieldset");
    const boxes = within ? [...within.querySelectorAll("input[name=premises_ids]")] : [];
    const left = boxes.filter((box) => !box.checked).length;
    form.querySelector("#left-told").textContent = left ? `${left} of ${boxes.length} unticked: left out, if within. Say why below.` : "";
    picture?.paint(metres());
  };
  const settle = () => {
    for (const box of preview.querySelectorAll("input[name=premises_ids]")) {
      if (byHand.has(box.value)) box.checked = byHand.get(box.value);
    }
    for (const group of preview.querySelectorAll("[data-group]")) {
      group.open = open.has(group.dataset.group);
      group.addEventListener("toggle", () => { if (group.open) open.add(group.dataset.group); else open.delete(group.dataset.group); });
    }
    const draft = form.querySelector("[data-draft-of]");
    picture?.exact(draft ? JSON.parse(draft.dataset.draftOf) : null);
    count();
    tally();
  };
  const ask = async () => {
    if (!(metres() > 0)) {
      // What stands in the lists is of another radius.
      form.querySelector("#totals").replaceChildren();
      preview.replaceChildren();
      tally();
      told.textContent = field.value.trim() ? "A radius is longer than 0 metres: move the slider, or type it." : "";
      count();
      return;
    }
    const sort = form.querySelector("input[name=sort]:checked")?.value ?? "";
    try {
      await refresh(`${form.getAttribute("action")}?metres=${encodeURIComponent(field.value)}&sort=${sort}`, ["totals", "preview", "refusal"]);
      settle();
      told.textContent = form.querySelector(".figures") ? "Measured from edge to edge, on the ellipsoid, to the millimetre." : "";
    } catch (fault) {
      if (fault.name !== "AbortError") told.textContent = "The preview did not come. Move the slider, or review the declaration.";
    }
  };
  const moved = () => {
    say();
    told.textContent = "Measuring…";
    tallyAbout(picture?.about(metres()));
    clearTimeout(waits);
    waits = setTimeout(ask, 90);
  };
  const set = (value) => {
    field.value = value >= most ? String(most) : String(Math.round(value * 1000) / 1000);
    slider.value = String(value);
    moved();
  };
  slider.addEventListener("input", () => set(Number(slider.value)));
  field.addEventListener("input", () => { slider.value = String(metres() || 0); moved(); });
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); ask(); } });
  for (const mark of form.querySelectorAll("[data-metres]")) {
    mark.addEventListener("click", () => { set(Number(mark.dataset.metres)); form.dispatchEvent(new Event("change", { bubbles: true })); });
  }
  preview.addEventListener("change", ({ target }) => {
    if (target.name !== "premises_ids") return;
    byHand.set(target.value, target.checked);
    count();
  });
  form.addEventListener("change", ({ target }) => { if (target.name === "sort") ask(); });
  // What a draft or a refusal brought back was chosen by hand too.
  for (const box of preview.querySelectorAll("input[name=premises_ids]")) if (box.checked !== box.defaultChecked) byHand.set(box.value, box.checked);

  slider.value = String(metres() || 0);
  say();
  settle();
  const box = form.querySelector("#radius-map");
  box.hidden = false;
  whenSeen(box, async () => {
    picture = await draw(form, box, preview, most);
    picture.about(metres());
    settle();
    box.dataset.ready = "";
  });
  // A figure typed before this script came, or kept by the browser, has no preview yet.
  if (!form.querySelector(".figures") && metres() > 0) ask();
}

async function draw(form, box, preview, most) {
  const map = chart(box.querySelector(".drawing-map"));
  const [answer] = await Promise.all([fetch(form.dataset.premises, { credentials: "same-origin" }), looks()]);
  const known = answer.ok ? await answer.json() : { premises: [], place: null };
  await ground(map, form.dataset.ground);
  const paper = pane(map, "radius_outline");
  const spots = known.premises.map((one) => spot(map, one));
  const reach = known.place ? L.geoJSON(known.place).getBounds() : map.getBounds();
  const wide = (most / 111000) * 1.15;
  const whole = reach.pad(0).extend([reach.getNorth() + wide, reach.getEast() + wide]).extend([reach.getSouth() - wide, reach.getWest() - wide]);
  map.fitBounds(whole, { animate: false });
  if (known.place && known.place.type !== "Point") L.marker([known.inside[1], known.inside[0]], { icon: badge("infected_place"), interactive: false, keyboard: false, pane: pane(map, "infected_place") }).addTo(map);

  // The radius round any place is its shape under a pen as wide as the radius on both sides.
  const blue = style("radius_outline").color;
  const pen = { color: blue, lineCap: "round", lineJoin: "round", fill: true, fillColor: blue, fillOpacity: 1, opacity: 1, interactive: false, className: "about-radius", pane: paper, smoothFactor: 0 };
  const about = known.place ? L.geoJSON(known.place, { interactive: false, style: pen, pointToLayer: (_, at) => L.polyline([at, at], pen) }).addTo(map) : null;
  let exact = null;
  let metres = 0;
  const broad = () => {
    const zoom = map.getZoom();
    const at = reach.getCenter();
    const pixels = metres / (map.distance(at, [at.lat, at.lng + 0.001]) / (map.project([at.lat, at.lng + 0.001], zoom).x - map.project(at, zoom).x));
    about?.setStyle({ weight: Math.max(1, 2 * pixels), opacity: metres > 0 ? 1 : 0 });
  };
  map.on("zoomend", broad);

  // As the service classes them; here only until its own answer has come.
  const kind = (one) => {
    if (one.kind === "outside" || one.kind === "empty") return Math.round(one.metres * 1000) <= Math.round(metres * 1000) ? one.kind : "far";
    if (one.village || Math.abs(one.metres - metres) < one.accuracy) return one.metres - one.accuracy <= metres ? "straddling" : "far";
    if (one.metres > metres) return "far";
    return one.line ? "straddling" : "within";
  };
  const paint = (now) => {
    metres = now;
    for (const one of spots) {
      const classed = kind(one.about);
      const box_ = preview.querySelector(`input[name=premises_ids][value="${one.about.id}"]`);
      const left = classed === "within" && box_ && !box_.checked;
      one.look(left || classed === "empty" || classed === "outside" ? "left" : classed);
    }
  };
  return {
    paint,
    about(now) {
      metres = now;
      broad();
      exact?.remove();
      exact = null;
      paint(now);
      const counts = { within: 0, straddling: 0, outside: 0, empty: 0, heads: 0 };
      for (const one of spots) {
        const classed = kind(one.about);
        if (classed === "far") continue;
        counts[classed] += 1;
        if (classed === "within") counts.heads += one.about.heads;
      }
      for (const [name, value] of Object.entries(counts)) {
        const shown = form.querySelector(`[data-count="${name}"]`);
        if (!shown) continue;
        shown.textContent = value.toLocaleString("en-IN");
        shown.dataset.about = "";
      }
      return counts;
    },
    exact(draft) {
      exact?.remove();
      exact = draft?.outline ? L.geoJSON(draft.outline, { pane: paper, interactive: false, smoothFactor: 0, style: style("radius_outline", { fill: false }) }).addTo(map) : null;
    },
  };
}

// Premises as a mark that says by its shape, not by colour alone, how they stand to the radius.
function spot(map, about) {
  const box = document.createElementNS(SVG, "svg");
  for (const [name, value] of [["viewBox", "0 0 16 16"], ["width", "16"], ["height", "16"], ["aria-hidden", "true"]]) box.setAttribute(name, value);
  const shapes = {};
  const part = (kind, tag, facts) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries({ ...facts, class: `spot spot-${kind}` })) made.setAttribute(name, value);
    shapes[kind] = made;
  };
  part("in", "circle", { cx: 8, cy: 8, r: 6 });
  part("doubt", "path", { d: "M8 2L14 8L8 14L2 8Z" });
  part("out", "circle", { cx: 8, cy: 8, r: 3.5 });
  part("left", "path", { d: "M4 4L12 12M12 4L4 12" });
  const marker = L.marker([about.at[1], about.at[0]], {
    icon: L.divIcon({ className: "map-badge", html: box, iconSize: [16, 16] }), keyboard: false, pane: pane(map, "premises"),
  }).addTo(map);
  const words = document.createElement("span");
  words.textContent = `${about.name}, ${about.village ? "known only by its village" : `${about.metres.toLocaleString("en-IN", { maximumFractionDigits: 1 })} m away`}`;
  marker.bindTooltip(words);
  let was = "";
  const of = { within: "in", straddling: "doubt", far: "out", left: "left" };
  return {
    about,
    look(kind) {
      if (kind === was) return;
      was = kind;
      box.replaceChildren(shapes[of[kind]]);
    },
  };
}
