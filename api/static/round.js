// The round on the map: numbered stops and the way between them, on the ground of all our maps.
import { ground } from "./map/ground.js";
import { scale } from "./map/scale.js";

const box = document.getElementById("round-map");
if (box) {
  box.hidden = false;
  const { start, stops } = JSON.parse(box.dataset.round);
  // Drawn well beyond the view, since paper is wider than a screen.
  L.Renderer.mergeOptions({ padding: 1.5 });
  const map = L.map(box, { zoomSnap: 0.25, maxZoom: 19 });
  const at = ([lon, lat]) => [lat, lon];
  const way = [...(start ? [start] : []), ...stops].map(at);
  const bounds = L.latLngBounds(way);
  map.fitBounds(bounds.pad(0.15), { maxZoom: 16 });
  scale(map);
  ground(map).then(() => draw(), () => draw());

  const draw = () => {
    L.polyline(way, { color: "#ffffff", weight: 6, opacity: 0.9, interactive: false }).addTo(map);
    L.polyline(way, { color: "#12403c", weight: 3, dashArray: "8 6", interactive: false }).addTo(map);
    stops.forEach(([lon, lat, serial, place], index) => {
      const pin = document.createElement("span");
      pin.className = index ? "round-pin" : "round-pin round-pin-next";
      pin.textContent = serial;
      const marker = L.marker([lat, lon], {
        icon: L.divIcon({ className: "round-pin-icon", html: pin, iconSize: [28, 28] }),
        keyboard: false, zIndexOffset: (stops.length - index) * 10,
      }).addTo(map);
      const words = document.createElement("span");
      words.textContent = `${serial}: ${place}`;
      marker.bindTooltip(words);
    });
    box.dataset.ready = "yes";
  };
  window.addEventListener("beforeprint", () => { map.invalidateSize(false); map.fitBounds(bounds.pad(0.15), { animate: false, maxZoom: 16 }); });
}

const here = document.querySelector("[data-here]");
if (here && navigator.geolocation) {
  const told = document.querySelector("[data-here-told]");
  here.hidden = false;
  here.addEventListener("click", () => {
    told.textContent = "Asking the device …";
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        here.form.elements.start.value = `${coords.latitude.toFixed(7)}, ${coords.longitude.toFixed(7)}`;
        here.form.requestSubmit();
      },
      () => { told.textContent = "The device tells no position. Type it, or begin at the infected place."; },
      { enableHighAccuracy: true, timeout: 15000 },
    );
  });
}
