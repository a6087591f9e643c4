// Draws an outline on a map of the page's own and writes it as GeoJSON into the field beside it.
// The server judges it again: what is said here only spares a round.
"use strict";
for (const box of document.querySelectorAll("[data-draw]")) {
  const field = document.getElementById(box.dataset.draw);
  const told = box.querySelector(".draw-told");
  const paper = box.querySelector(".draw-map");
  let map = null;
  let drawn = null;

  const start = () => {
    if (map || !paper.offsetParent) return;
    map = L.map(paper, { attributionControl: true, zoomSnap: 0.25, maxZoom: 19 }).setView([15.35, 74.05], 9);
    map.attributionControl.setPrefix(false);
    map.pm.addControls({
      position: "topleft", drawMarker: false, drawCircleMarker: false, drawPolyline: false, drawRectangle: false,
      drawCircle: false, drawText: false, cutPolygon: false, rotateMode: false, dragMode: false,
    });
    for (const [name, words] of [["polygon", "Draw an outline"], ["edit", "Move corners"], ["delete", "Remove the outline"]]) {
      const button = paper.querySelector(`.leaflet-pm-icon-${name}`)?.closest("a");
      if (button) { button.setAttribute("aria-label", words); button.setAttribute("title", words); }
    }
    // The library drops a corner that makes the outline cross without a word; here it is said.
    // Corners stay where they are set: the lines beneath are approximate and nothing to snap to.
    map.pm.setGlobalOptions({ allowSelfIntersection: true, tooltips: true, snappable: false });
    map.on("pm:create", ({ layer }) => { if (drawn) drawn.remove(); take(layer); });
    map.on("pm:remove", ({ layer }) => { if (layer === drawn) { drawn = null; write(); } });
    ground();
    read();
  };
  const take = (layer) => {
    drawn = layer;
    layer.on("pm:edit", write);
    write();
  };
  const write = () => {
    field.value = drawn ? JSON.stringify(drawn.toGeoJSON(15).geometry) : "";
    const where = drawn ? crossing(drawn.getLatLngs()[0]) : null;
    told.textContent = !drawn ? "No outline is drawn."
      : where ? `The outline crosses itself near ${where.lat.toFixed(5)}, ${where.lng.toFixed(5)}. Move a corner there, or draw it anew: an outline that crosses itself is refused.`
      : "The outline is drawn. It is checked again when you review.";
    told.setAttribute("role", where ? "alert" : "status");
  };
  const read = () => {
    if (!field.value.trim()) return;
    try {
      const shown = L.geoJSON(JSON.parse(field.value));
      const layers = shown.getLayers();
      if (drawn) drawn.remove();
      if (layers.length === 1 && layers[0] instanceof L.Polygon && layers[0].feature.geometry.type === "Polygon") {
        layers[0].addTo(map);
        drawn = layers[0];
        drawn.on("pm:edit", write);
        map.fitBounds(drawn.getBounds(), { maxZoom: 16 });
      } else if (layers.length) map.fitBounds(shown.addTo(map).getBounds());
    } catch {
      told.textContent = "What the field holds cannot be drawn; it is checked when you review.";
    }
  };
  const ground = async () => {
    const answer = await fetch(box.dataset.ground, { credentials: "same-origin" });
    const found = await answer.json();
    const looks = { territory: { color: "#5b5444", weight: 2 }, talukas: { color: "#857c67", weight: 1.2, dashArray: "5 4" }, villages: { color: "#9a917d", weight: 1, dashArray: "2 3" }, place: { color: "#8c1128", weight: 2.5, fillOpacity: 0.08, fill: true } };
    const shown = L.geoJSON(found, {
      filter: (item) => item.properties.kind in looks, interactive: false, pmIgnore: true, pointToLayer: (_, at) => L.circleMarker(at, { radius: 6 }),
      style: (item) => ({ fill: false, ...looks[item.properties.kind] }),
    }).addTo(map);
    map.attributionControl.addAttribution(L.Util.template("{words}", { words: "Lines approximate" }));
    const place = found.features.filter((item) => item.properties.kind === "place");
    if (!drawn) map.fitBounds((place.length ? L.geoJSON(place) : shown).getBounds(), { maxZoom: 15 });
  };
  // Where two sides that are no neighbours meet, in degrees; the smallest picture needs no more.
  const crossing = (corners) => {
    const sides = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]]);
    for (let i = 0; i < sides.length; i += 1) {
      for (let j = i + 2; j < sides.length; j += 1) {
        if (i === 0 && j === sides.length - 1) continue;
        const [a, b] = sides[i];
        const [c, d] = sides[j];
        const denominator = (b.lng - a.lng) * (d.lat - c.lat) - (b.lat - a.lat) * (d.lng - c.lng);
        if (!denominator) continue;
        const t = ((c.lng - a.lng) * (d.lat - c.lat) - (c.lat - a.lat) * (d.lng - c.lng)) / denominator;
        const u = ((c.lng - a.lng) * (b.lat - a.lat) - (c.lat - a.lat) * (b.lng - a.lng)) / denominator;
        if (t >= 0 && t <= 1 && u >= 0 && u <= 1) return { lat: a.lat + t * (b.lat - a.lat), lng: a.lng + t * (b.lng - a.lng) };
      }
    }
    return null;
  };

  box.hidden = false;
  box.closest("details")?.addEventListener("toggle", start);
  field.addEventListener("change", () => { if (map) read(); });
  start();
}
