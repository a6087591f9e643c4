// Miles and kilometres at the middle of the view, on the ellipsoid of WGS84.
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Put the scale at the lower left of `map`. */
export function scale(map) {
  const control = L.control({ position: "bottomleft" });
  control.onAdd = () => {
    const box = document.createElement("div");
    box.className = "map-scale";
    const [mile, mileBar, kmBar, km] = ["", "map-scale-bar", "map-scale-bar map-scale-km", ""].map((name) => {
      const part = document.createElement("div");
      part.className = name;
      box.append(part);
      return part;
    });
    const settle = () => {
      const size = map.getSize();
      if (!size.x) return;
      const phi = (map.getCenter().lat * Math.PI) / 180;
      const normal = 6378137 / Math.sqrt(1 - 0.00669437999014 * Math.sin(phi) ** 2);
      const metres = normal * Math.cos(phi) * ((2 * Math.PI) / (256 * 2 ** map.getZoom()));
      set(mile, mileBar, 1609.344, "mile", "miles", metres);
      set(km, kmBar, 1000, "km", "km", metres);
    };
    map.on("zoomend moveend resize", settle);
    map.whenReady(settle);
    return box;
  };
  control.addTo(map);
}

function set(text, bar, unit, one, many, metresPerPixel) {
  const step = STEPS.filter((value) => value <= (120 * metresPerPixel) / unit).pop() ?? STEPS[0];
  bar.style.width = `${Math.round((step * unit) / metresPerPixel)}px`;
  text.textContent = `${step} ${step > 1 ? many : one}`;
}
