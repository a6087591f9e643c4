// Draws the route of a removal as a line and writes it into the field beside it, one position on
// each line; a click fills an end that is still blank. The fields can be typed as well.
import { ground, looks, style, casing } from "../map/ground.js";

const NUMBER = /-?\d+(?:\.\d+)?/g;
const near = (text) => {
  const found = (text.match(NUMBER) ?? []).map(Number);
  return /^[\s\d.,;-]+$/.test(text) && found.length === 2 ? L.latLng(found[0], found[1]) : null;
};
const words = ({ lat, lng }) => `${lat.toFixed(6)}, ${lng.toFixed(6)}`;

for (const paper of document.querySelectorAll("[data-route]")) {
  const field = document.getElementById(paper.dataset.route);
  // A grant does not ask for the ends again.
  const ends = [paper.dataset.from, paper.dataset.to].map((id) => document.getElementById(id)).filter(Boolean);
  const told = Object.assign(document.createElement("p"), { className: "told" });
  told.setAttribute("role", "status");
  paper.hidden = false;
  paper.after(told);
  const map = L.map(paper, { zoomSnap: 0.25, maxZoom: 19 }).setView([15.35, 74.05], 9);
  map.attributionControl.setPrefix(false);
  let line = null;
  let under = null;
  const pins = [null, null];

  const say = () => {
    const corners = line ? line.getLatLngs() : [];
    const metres = corners.reduce((sum, at, i) => sum + (i ? map.distance(corners[i - 1], at) : 0), 0);
    const ask = ends.length ? " Click on the map to set where it begins and ends, or draw the route." : " Draw it on the map, or leave the way open.";
    told.textContent = line ? `A route of ${corners.length} positions, about ${(metres / 1000).toFixed(1)} km.`
      : `No route is drawn.${ask}`;
  };
  const write = () => {
    field.value = line ? line.getLatLngs().map(words).join("\n") : "";
    under?.setLatLngs(line ? line.getLatLngs() : []);
    say();
  };
  const take = (drawn) => {
    line?.remove();
    under?.remove();
    line = drawn;
    under = L.polyline(line.getLatLngs(), casing("route")).addTo(map);
    line.setStyle(style("route", { fill: false }));
    line.addTo(map).bringToFront();
    line.on("pm:edit pm:markerdrag", write);
    write();
  };
  const read = () => {
    const corners = field.value.split("\n").filter((text) => text.trim()).map(near);
    if (corners.length > 1 && corners.every(Boolean)) take(L.polyline(corners));
    else say();
  };
  const given = paper.dataset.ends ? paper.dataset.ends.split("\n").map(near) : [];
  const pin = (i) => {
    pins[i]?.remove();
    const at = given[i] ?? near(ends[i].value);
    pins[i] = at && L.circleMarker(at, { ...style("route"), radius: 8, fill: true, pmIgnore: true })
      .bindTooltip(i ? "To" : "From", { permanent: true, direction: "top" }).addTo(map);
  };

  await looks();
  const { bounds } = await ground(map, paper.dataset.ground);
  map.fitBounds(bounds);
  map.pm.addControls({
    position: "topleft", drawMarker: false, drawCircleMarker: false, drawPolygon: false, drawRectangle: false,
    drawCircle: false, drawText: false, cutPolygon: false, rotateMode: false, dragMode: false,
  });
  map.pm.setGlobalOptions({ snappable: false, tooltips: true });
  for (const [name, label] of [["polyline", "Draw the route"], ["edit", "Move positions"], ["delete", "Remove the route"]]) {
    const button = paper.querySelector(`.leaflet-pm-icon-${name}`)?.closest("a");
    button?.setAttribute("aria-label", label);
    button?.setAttribute("title", label);
  }
  map.on("pm:create", ({ layer }) => take(layer));
  map.on("pm:remove", ({ layer }) => { if (layer === line) { line = null; write(); } });
  map.on("click", ({ latlng }) => {
    if (map.pm.globalDrawModeEnabled() || map.pm.globalEditModeEnabled() || map.pm.globalRemovalModeEnabled()) return;
    const blank = ends.findIndex((end) => !end.value.trim() && !document.getElementById(end.id.replace("_position", "_premises")).value.trim());
    if (blank < 0) return;
    ends[blank].value = words(latlng);
    pin(blank);
  });
  ends.forEach((end, i) => end.addEventListener("change", () => pin(i)));
  field.addEventListener("change", read);
  read();
  (given.length ? given : ends).forEach((_, i) => pin(i));
  if (given.length) map.fitBounds(L.latLngBounds(given), { padding: [40, 40], maxZoom: 14 });
  if (line) map.fitBounds(line.getBounds(), { padding: [30, 30], maxZoom: 14 });
  paper.dataset.ready = "yes";
}
