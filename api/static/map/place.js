// Places on the map: the one that was asked about, and where this device is. The device's position
// stays in the browser until the officer asks at it.
import { pane } from "./ground.js";

const PIN = '<svg xmlns="http://www.w3.org/2000/svg" width="26" height="34" viewBox="0 0 26 34" aria-hidden="true"><path d="M13 33C9 25 2 20 2 12.500a11 11 0 0 1 22 0C24 20 17 25 13 33z"/><circle cx="13" cy="12.500" r="4"/></svg>';

/** A pin at the place of the verdict that the page shows now; goes there where it is out of sight. */
export function askedPlace(map) {
  let pin = null;
  return (go) => {
    pin?.remove();
    pin = null;
    const verdict = document.querySelector("#verdict [data-lon]");
    if (!verdict) return;
    const at = L.latLng(Number(verdict.dataset.lat), Number(verdict.dataset.lon));
    const box = document.createElement("div");
    box.append(document.importNode(new DOMParser().parseFromString(PIN, "image/svg+xml").documentElement, true));
    pin = L.marker(at, {
      icon: L.divIcon({ className: "pin", html: box, iconSize: [26, 34], iconAnchor: [13, 33] }), interactive: false, keyboard: false, pane: pane(map, "pins", 480),
    }).addTo(map);
    if (go || !map.getBounds().contains(at)) map.setView(at, Math.max(map.getZoom(), 13));
  };
}

/** The button that looks for the device; `onUse(text)` when the officer asks at its position. */
export function devicePlace(map, onUse) {
  if (!("geolocation" in navigator)) return;
  const told = document.getElementById("device-told");
  const use = document.getElementById("device-use");
  const group = L.layerGroup().addTo(map);
  let here = null;
  document.getElementById("device").hidden = false;
  document.getElementById("device-find").addEventListener("click", () => {
    told.textContent = "Asking this device for its position…";
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      here = `${coords.latitude.toFixed(7)}, ${coords.longitude.toFixed(7)}`;
      const at = [coords.latitude, coords.longitude];
      const into = { interactive: false, pane: pane(map, "here", 475) };
      group.clearLayers();
      const reach = L.circle(at, { ...into, radius: coords.accuracy, className: "here-line" }).addTo(group);
      L.circleMarker(at, { ...into, radius: 7, className: "here-point" }).addTo(group);
      map.fitBounds(reach.getBounds(), { maxZoom: 16 });
      told.textContent = `This device is at ${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}, to about ${Math.ceil(coords.accuracy).toLocaleString("en-IN")} m: somewhere in the circle. Nothing is sent until you ask.`;
      use.hidden = false;
    }, () => {
      told.textContent = "This device gave no position. Tap the map or type the position.";
      use.hidden = true;
    }, { enableHighAccuracy: true, timeout: 20000 });
  });
  use.addEventListener("click", () => { if (here) onUse(here); });
}
