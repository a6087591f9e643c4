// The quiet ground under every map that a page draws itself, and the palette that all of it wears.
// Leaflet (`L`) must have been loaded. No colour stands here: all come from /maps/style.json.
//
//   looks()                        promise of the palette, asked for once; await it before the rest
//   ground(map, url)               draws sea, land, State line, talukas and names (and the place of a
//                                  case where `url` names one) under everything, with the sources;
//                                  promise of {bounds, place, talukas}: L.LatLngBounds of the
//                                  territory, of the place or null, and the layer of taluka lines
//   style(kind, more)              Leaflet path options of a kind of the palette, hatch included
//   casing(kind, more)             path options of the white line under it
//   cased(geojson, kind, more)     L.FeatureGroup: the shape on its casing, a point as its symbol
//   badge(kind, letter, side)      L.DivIcon of a point's symbol, `letter` in place of the kind's own
//   pane(map, kind)                name of the pane at the kind's rank, made where it is missing
import { names } from "./names.js";

const SVG = "http://www.w3.org/2000/svg";
let asked = null;
let palette = null;

export function looks() {
  asked ??= fetch("/maps/style.json", { credentials: "same-origin" }).then(async (answer) => {
    if (!answer.ok) throw new Error(`the palette did not come: ${answer.status}`);
    palette = await answer.json();
    hatch();
    return palette;
  });
  return asked;
}

// SVG fills by a pattern of the same document; a page may bring the patterns itself.
function hatch() {
  if (document.querySelector("pattern[id^=hatch-]")) return;
  const sheet = new DOMParser().parseFromString(`<svg xmlns="${SVG}"><defs>${palette.hatches}</defs></svg>`, "image/svg+xml");
  const drawn = document.importNode(sheet.documentElement, true);
  drawn.setAttribute("class", "hatches");
  drawn.setAttribute("aria-hidden", "true");
  document.body.append(drawn);
}

export function style(kind, more = {}) {
  return { ...palette.kinds[kind].path, smoothFactor: 0, ...more };
}

export function casing(kind, more = {}) {
  return { color: palette.casing, weight: palette.kinds[kind].weight + 3, opacity: 0.9, fill: false, interactive: false, smoothFactor: 0, pmIgnore: true, ...more };
}

export function badge(kind, letter = "", side = palette.kinds[kind].badge_px) {
  const look = palette.kinds[kind];
  const box = document.createElement("div");
  const sheet = new DOMParser().parseFromString(`<svg xmlns="${SVG}" width="${side}" height="${side}" viewBox="0 0 24 24" aria-hidden="true">${look.badge}</svg>`, "image/svg+xml");
  box.append(document.importNode(sheet.documentElement, true));
  box.querySelector("text").textContent = letter || look.letter;
  return L.divIcon({ className: "map-badge", html: box, iconSize: [side, side] });
}

export function cased(geojson, kind, more = {}) {
  const group = L.featureGroup([], { pmIgnore: true });
  const look = palette.kinds[kind];
  L.geoJSON(geojson, { ...more, interactive: false, pmIgnore: true, style: casing(kind), filter: (item) => !/Point$/.test(item.geometry?.type ?? item.type) }).addTo(group);
  L.geoJSON(geojson, {
    pmIgnore: true, ...more, style: style(kind),
    pointToLayer: (_, at) => look.badge
      ? L.marker(at, { icon: badge(kind), keyboard: false, pmIgnore: true, ...more })
      : L.circleMarker(at, { ...style(kind), radius: 5, ...more }),
  }).addTo(group);
  return group;
}

export function pane(map, kind, rank = palette.kinds[kind].rank) {
  if (!map.getPane(kind)) map.createPane(kind).style.zIndex = String(rank);
  return kind;
}

// Leaflet takes the focus at every press; its ring is for those who came by keyboard.
function focusByKeyboard(box) {
  box.addEventListener("pointerdown", () => box.classList.add("by-hand"));
  for (const name of ["keydown", "blur"]) box.addEventListener(name, () => box.classList.remove("by-hand"));
}

export async function ground(map, url = "/maps/ground.json") {
  const [, answer] = await Promise.all([looks(), fetch(url, { credentials: "same-origin" })]);
  if (!answer.ok) throw new Error(`the ground did not come: ${answer.status}`);
  const found = await answer.json();
  map.getContainer().style.backgroundColor = palette.sea;
  map.attributionControl?.setPrefix(false);
  focusByKeyboard(map.getContainer());
  const of = (kind) => ({ type: "FeatureCollection", features: found.features.filter((item) => item.properties.kind === kind) });
  const draw = (kind, into, look) => L.geoJSON(of(kind), { pane: into, interactive: false, pmIgnore: true, smoothFactor: 0, style: look }).addTo(map);
  draw("land", pane(map, "land", 300), { stroke: false, fill: true, fillColor: palette.land, fillOpacity: 1 });
  draw("territory", pane(map, "state", 302), { stroke: false, fill: true, fillColor: palette.territory, fillOpacity: 1 });
  const talukas = draw("talukas", pane(map, "talukas"), style("talukas", { fill: false }));
  const territory = draw("territory", pane(map, "territory"), style("territory", { fill: false }));
  pane(map, "labels", 445);
  map.getPane("labels").style.pointerEvents = "none";
  names(map, of("label").features);
  if (map.attributionControl) {
    const words = document.createElement("span");
    words.textContent = `Lines approximate. ${found.sources.join("; ")}`;
    map.attributionControl.addAttribution(words.innerHTML);
    map.attributionControl.getContainer().title = words.textContent;
  }
  const places = of("place");
  let place = null;
  if (places.features.length) {
    const drawn = cased(places, "infected_place", { interactive: false, pane: pane(map, "infected_place") }).addTo(map);
    place = drawn.getBounds();
  }
  return { bounds: territory.getBounds(), place, talukas };
}
