// Premises by clusters that the server makes for the box and the zoom; near by, one by one.
import { pane, style } from "./ground.js";

const MOST_SIDE = 46;
const LEAST_SIDE = 20;
const DIGIT_PX = 8;
const SMALL_PX = 10;

/** `show(query)` asks anew for the map's box; null takes premises away. `onTold(answer)` hears. */
export function premisesLayer(map, palette, address, { onChoose, onTold, onFault }) {
  const group = L.layerGroup().addTo(map);
  let stop = null;

  const show = async (query) => {
    stop?.abort();
    if (!query) { group.clearLayers(); onTold(null); return; }
    stop = new AbortController();
    const box = map.getBounds();
    query.set("bbox", [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()].map((d) => d.toFixed(5)).join(","));
    query.set("zoom", String(Math.round(map.getZoom())));
    try {
      const answer = await fetch(`${address}?${query}`, { signal: stop.signal, credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      draw(told);
      onTold(told);
    } catch (fault) {
      if (fault.name !== "AbortError") onFault(fault);
    }
  };

  const draw = (told) => {
    group.clearLayers();
    const most = Math.max(1, ...told.clusters.map(([, , count]) => count));
    for (const one of told.clusters) cluster(one, most);
    for (const one of told.places) single(one);
    map.fire("map:symbols");
  };

  const cluster = ([lon, lat, count], most) => {
    const text = count.toLocaleString("en-IN");
    // The disc's area grows with the count; it is never too small for its number.
    const side = Math.max(LEAST_SIDE, text.length * DIGIT_PX + 8, MOST_SIDE * Math.sqrt(count / most));
    const disc = document.createElement("div");
    disc.className = "cluster";
    disc.textContent = text;
    disc.style.borderColor = palette.kinds.premises.stroke;
    disc.style.color = palette.kinds.premises.stroke;
    const marker = L.marker([lat, lon], {
      icon: L.divIcon({ className: "cluster-icon", html: disc, iconSize: [side, side] }), pane: pane(map, "premises"),
    });
    const into = () => map.setView([lat, lon], Math.min(map.getZoom() + 2, 19));
    marker.on("click", (event) => { L.DomEvent.stopPropagation(event); into(); });
    marker.addTo(group);
    const element = marker.getElement();
    element.setAttribute("aria-label", `${text} premises: zoom in`);
    element.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); into(); } });
  };

  // A plot too small to be seen or pressed is shown as a point is.
  const inSight = (geometry) => {
    const bounds = L.geoJSON(geometry).getBounds();
    const side = map.project(bounds.getNorthEast()).distanceTo(map.project(bounds.getSouthWest()));
    const { lng, lat } = bounds.getCenter();
    return side < SMALL_PX ? { type: "Point", coordinates: [lng, lat] } : geometry;
  };

  const single = (one) => {
    const feature = asFeature(one);
    const drawn = L.geoJSON(inSight(one.geometry), {
      pane: pane(map, "premises"), style: style("premises", { fillColor: palette.casing, fillOpacity: 0.7 }),
      pointToLayer: (_, at) => L.circleMarker(at, { radius: 5 }),
    });
    drawn.on("click", (event) => { L.DomEvent.stopPropagation(event); onChoose(feature, event.latlng); });
    drawn.addTo(group);
  };
  return { show };
}

/** What the panel shows of premises; a name that may not be read is not sent. */
export function asFeature(one) {
  const animals = Object.entries(one.animals).filter(([, count]) => count).map(([kind, count]) => `${count.toLocaleString("en-IN")} ${kind.replaceAll("_", " ")}`);
  return {
    kind: "premises", id: `premises/${one.id}`, title: one.name ?? `Premises ${one.id}`, geometry: one.geometry, url: `/premises/${one.id}`,
    lines: [["Number", String(one.id)], ["Kind", one.kind.replaceAll("_", " ")], ["Village", one.village_name || "not known"], ["Animals", animals.join(", ") || "none stated"]],
  };
}
