// The layers of what is in force: drawn on their casing, small ones kept in sight by a ring, a
// feature found again by its id.
import { badge, casing, pane, style } from "./ground.js";

const SMALL_PX = 12;
const ASIDE_PX = 15;

/** `show(answer)` draws what /map/features.json sent; `onChoose(feature, latlng)` hears clicks. */
export function featureLayers(map, palette, onChoose) {
  const groups = new Map();
  const byId = new Map();
  let rings = [];
  let lit = null;

  const show = (answer) => {
    for (const group of groups.values()) group.remove();
    groups.clear();
    byId.clear();
    rings = [];
    for (const layer of answer.layers) {
      const group = L.layerGroup();
      for (const one of layer.features) draw(group, layer.kind, one);
      groups.set(layer.kind, group.addTo(map));
    }
    settle();
  };

  const draw = (group, kind, one) => {
    const look = palette.kinds[kind];
    const into = pane(map, kind);
    const feature = { ...one, kind };
    const isPoint = /Point$/.test(one.geometry.type);
    const choose = (event) => { L.DomEvent.stopPropagation(event); onChoose(feature, event.latlng); };
    byId.set(one.id, feature);
    if (!isPoint && look.legal) L.geoJSON(one.geometry, { pane: into, interactive: false, style: casing(kind) }).addTo(group);
    if (!isPoint) {
      const drawn = L.geoJSON(one.geometry, { pane: into, interactive: look.legal, style: style(kind, look.legal ? {} : { fill: false }) });
      if (look.legal) drawn.on("click", choose);
      drawn.addTo(group);
      if (look.legal && !look.badge) {
        const bounds = drawn.getBounds();
        rings.push({ group, bounds, top: topOf(one.geometry), ring: ring(kind, bounds.getCenter(), choose), letter: letterOf(kind, bounds.getCenter(), choose).addTo(group) });
      }
    }
    if (!look.badge) return;
    const [lon, lat] = one.at;
    const symbol = L.marker([lat, lon], { icon: badge(kind, one.letter), pane: pane(map, "badges", 470), keyboard: false, zIndexOffset: (look.rank - 400) * 1000 });
    symbol.on("click", choose).addTo(group);
    symbol.bindTooltip(() => words(`${look.label}: ${one.title}`), { direction: "top", offset: [0, -10] });
  };

  const ring = (kind, at, choose) => L.circleMarker(at, { ...style(kind), radius: 9, weight: 2.5, pane: pane(map, kind) }).on("click", choose);

  // An area's letter sits on its line at the top, where no symbol of a place inside it stands.
  const letterOf = (kind, at, choose) => {
    const look = palette.kinds[kind];
    const box = document.createElement("div");
    box.className = "edge-letter";
    box.textContent = look.letter;
    box.style.color = look.stroke;
    box.style.borderColor = look.stroke;
    return L.marker(at, { icon: L.divIcon({ className: "map-badge", html: box, iconSize: [18, 18] }), pane: pane(map, "badges", 470), keyboard: false }).on("click", choose);
  };
  const settle = () => {
    for (const { group, bounds, top, ring: one, letter } of rings) {
      const a = map.project(bounds.getSouthWest());
      const b = map.project(bounds.getNorthEast());
      const small = Math.max(b.x - a.x, a.y - b.y) < SMALL_PX;
      if (small) group.addLayer(one); else group.removeLayer(one);
      letter.setLatLng(small ? offset(bounds.getCenter()) : top);
    }
    map.fire("map:symbols");
  };
  const offset = (at) => map.unproject(map.project(at).subtract([0, ASIDE_PX]));
  map.on("zoomend", settle);

  const light = (geometry) => {
    lit?.remove();
    lit = null;
    if (!geometry) return;
    const at = { pane: pane(map, "lit", 405), interactive: false };
    lit = L.geoJSON(geometry, {
      ...at, style: { className: "chosen-line" },
      pointToLayer: (_, latlng) => L.circleMarker(latlng, { ...at, radius: 15, className: "chosen-line" }),
    }).addTo(map);
  };

  return { show, light, find: (id) => byId.get(id) };
}

function topOf({ type, coordinates }) {
  const rings = type === "MultiPolygon" ? coordinates.map(([outer]) => outer) : [coordinates[0]];
  const [lon, lat] = rings.flat().reduce((top, one) => (one[1] > top[1] ? one : top));
  return L.latLng(lat, lon);
}

function words(text) {
  const box = document.createElement("span");
  box.textContent = text;
  return box;
}

/** Go to where `geometry` lies, near enough to see it whole. */
export function goTo(map, geometry) {
  const bounds = L.geoJSON(geometry).getBounds();
  if (bounds.getNorthEast().equals(bounds.getSouthWest())) map.setView(bounds.getCenter(), Math.max(map.getZoom(), 14));
  else map.fitBounds(bounds, { padding: [48, 48], maxZoom: 15 });
}
