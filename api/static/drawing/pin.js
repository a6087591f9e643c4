// The position of a form as a pin that can be dragged, and the circle of what a device stated.
// A pin set by hand has no accuracy: only the device knows its own (see story.js, data-locates).
"use strict";

const READ = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/;

export function pin(map, field, { badge, pane, style }) {
  if (!field) return;
  let marker = null;
  let circle = null;
  const put = (text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const show = () => {
    const found = READ.exec(field.value);
    if (!found) { marker?.remove(); marker = null; return; }
    const at = [Number(found[1]), Number(found[2])];
    if (marker) { marker.setLatLng(at); return; }
    marker = L.marker(at, { icon: badge("draft"), draggable: true, autoPan: true, pmIgnore: true, keyboard: false, pane: pane(map, "draft"), title: "The position; drag it to correct it" }).addTo(map);
    marker.on("dragend", () => {
      const to = marker.getLatLng();
      put(`${to.lat.toFixed(7)}, ${to.lng.toFixed(7)}`);
    });
    map.setView(at, Math.max(map.getZoom(), 15));
  };
  field.addEventListener("input", show);
  field.addEventListener("device:position", ({ detail }) => {
    circle?.remove();
    circle = L.circle([detail.latitude, detail.longitude], { ...style("radius_outline"), radius: detail.accuracy, interactive: false, pmIgnore: true, pane: pane(map, "radius_outline") }).addTo(map);
    map.fitBounds(circle.getBounds(), { maxZoom: 17 });
  });
  show();
}
