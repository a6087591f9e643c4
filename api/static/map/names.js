// Names on the ground: those of talukas first, then towns and places; a name gives way to one that
// was set before it and to every symbol above.
const FROM = { taluka: 0, town: 10, place: 11.5 };
const TALUKAS_UNTIL = 13.5;
const NEAR = 11.5;

/** Set `features` (points with name, local, label, rank) on `map`; settles itself as it moves. */
export function names(map, features) {
  const labels = features.map((item) => label(map, item));
  labels.sort((a, b) => a.rank - b.rank);
  const settle = () => settled(map, labels);
  map.on("zoomend map:symbols", settle);
  map.whenReady(settle);
  document.fonts.ready.then(() => { for (const one of labels) one.width = 0; settle(); });
}

function label(map, { properties, geometry }) {
  const box = document.createElement("div");
  const text = document.createElement("span");
  text.className = "place-label";
  text.textContent = properties.name;
  if (properties.local) {
    const local = document.createElement("span");
    local.className = "local";
    local.textContent = properties.local;
    text.append(local);
  }
  box.append(text);
  const [lon, lat] = geometry.coordinates;
  const layer = L.marker([lat, lon], {
    icon: L.divIcon({ className: `label-${properties.label}`, html: box, iconSize: [0, 0] }),
    pane: "labels", interactive: false, keyboard: false, pmIgnore: true,
  }).addTo(map);
  layer.getElement().setAttribute("aria-hidden", "true");
  return { layer, text, kind: properties.label, rank: properties.rank, width: 0, tall: Boolean(properties.local) };
}

function settled(map, labels) {
  const zoom = map.getZoom();
  const near = zoom >= NEAR;
  if (map.getContainer().classList.contains("near") !== near) {
    map.getContainer().classList.toggle("near", near);
    for (const one of labels) one.width = 0;
  }
  const taken = symbols(map);
  for (const one of labels) {
    let shown = zoom >= FROM[one.kind] && (one.kind !== "taluka" || zoom < TALUKAS_UNTIL);
    if (shown) {
      one.width ||= one.text.offsetWidth;
      const at = map.latLngToLayerPoint(one.layer.getLatLng());
      const half = one.width / 2 + 3;
      const high = near && one.tall ? 19 : 10;
      const box = [at.x - half, at.y - high, at.x + half, at.y + high];
      shown = !taken.some((b) => box[0] < b[2] && box[2] > b[0] && box[1] < b[3] && box[3] > b[1]);
      if (shown) taken.push(box);
    }
    one.layer.getElement()?.classList.toggle("label-away", !shown);
  }
}

function symbols(map) {
  const taken = [];
  map.eachLayer((layer) => {
    const size = layer instanceof L.Marker ? layer.options.icon.options.iconSize : null;
    if (!size?.[0]) return;
    const at = map.latLngToLayerPoint(layer.getLatLng());
    const half = size[0] / 2 + 1;
    taken.push([at.x - half, at.y - half, at.x + half, at.y + half]);
  });
  return taken;
}
