"use strict";
// The sheet's behaviour. Words of people arrive spelt in character references (maps/text.py), so
// that `words` alone turns them back, and only into text.
//
// To the page round the frame (the receiver must check that event.source is the frame's window):
//   {type: "ready"}
//   {type: "pick", lon, lat, feature: {kind, id} or null}   a click, or Enter at the cross
//   {type: "open", kind, id, url}                            a link of a feature
// From it:
//   {type: "draft", geometry, outline, fit}                  GeoJSON geometries or null
//   {type: "show", id}                                       go to a feature and open it
//   {type: "view", bounds: [west, south, east, north]}
const sheet = (() => {
  const data = JSON.parse(document.getElementById("sheet-data").textContent);
  const byKey = new Map();
  const labels = [];
  const counts = [];
  const dots = [];
  let map = null;
  let drafts = null;
  let clicked = null;
  let pin = null;
  let dotPaper = null;

  const make = (tag, name, parent) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (parent) parent.appendChild(element);
    return element;
  };
  const words = (element, inert) => {
    element.innerHTML = inert;
    return element;
  };
  const plain = (inert) => words(document.createElement("span"), inert).textContent;
  const post = (message) => {
    if (window.parent !== window) window.parent.postMessage(message, location.origin);
  };

  const facts = (properties, whole) => {
    const box = make("div", "facts");
    make("span", "facts-kind", box).textContent = data.styles[properties.kind].label;
    words(make("bdi", "", make("strong", "facts-title", box)), properties.title);
    const lines = whole ? properties.lines : properties.lines.slice(0, 2);
    if (lines.length) {
      const list = make("dl", "", box);
      for (const [label, value] of lines) {
        const row = make("div", "", list);
        words(make("bdi", "", make("dt", "", row)), label);
        words(make("bdi", "", make("dd", "", row)), value);
      }
    }
    if (whole && properties.url) {
      const link = make("a", "facts-open", box);
      link.href = plain(properties.url);
      link.textContent = "Open";
      link.addEventListener("click", (event) => open(event, properties.kind, plain(properties.key)));
    }
    return box;
  };
  const open = (event, kind, id) => {
    if (window.parent === window) return;
    event.preventDefault();
    post({ type: "open", kind, id, url: event.currentTarget.getAttribute("href") });
  };

  // What is told at the pointer stays within the frame, clear of the buttons in its corners.
  const Told = L.Tooltip.extend({
    _setPosition(at) {
      L.Tooltip.prototype._setPosition.call(this, at);
      const box = this.getElement().getBoundingClientRect();
      const frame = map.getContainer().getBoundingClientRect();
      const into = (from, to, least, most) => Math.max(least - from, Math.min(0, most - to));
      const right = into(box.left, box.right, frame.left + 50, frame.right - 6);
      const down = into(box.top, box.bottom, frame.top + 52, frame.bottom - 52);
      const moved = right !== 0 || down !== 0;
      this.getElement().classList.toggle("moved", moved);
      if (moved) L.DomUtil.setPosition(this.getElement(), L.DomUtil.getPosition(this.getElement()).add([right, down]));
    },
  });

  const feature = (item, layer) => {
    const properties = item.properties;
    const key = plain(properties.key);
    byKey.set(key, layer);
    if (layer.options.interactive === false) return;
    const told = new Told({ sticky: !(layer instanceof L.Marker), direction: "auto" });
    layer.bindTooltip(told.setContent(() => facts(properties, false)));
    if (!data.picking) {
      layer.bindPopup(() => facts(properties, true), { maxWidth: 300, autoPanPaddingTopLeft: [50, 10], autoPanPaddingBottomRight: [8, 8] });
      // In a small frame it scrolls within itself rather than be cut.
      layer.on("popupopen", ({ popup }) => {
        const size = map.getSize();
        popup.options.maxHeight = Math.max(90, size.y - 80);
        popup.options.maxWidth = Math.min(300, size.x - 100);
        popup.update();
      });
    }
    // A popup stops the click before it reaches the map; without one it goes on and is told there.
    layer.on("click", (event) => {
      clicked = { kind: properties.kind, id: key };
      if (!data.picking) pick(event.latlng);
    });
    layer.on("popupopen", () => layer.closeTooltip());
    layer.on("add", () => {
      const element = layer instanceof L.Marker && layer.getElement();
      if (element) element.setAttribute("aria-label", `${data.styles[properties.kind].label}: ${plain(properties.title)}`);
    });
  };

  const marker = (kind, latlng, letter, options) => {
    const style = data.styles[kind];
    const icon = make("div");
    icon.innerHTML = `<svg width="${style.badge_px}" height="${style.badge_px}" viewBox="0 0 24 24" aria-hidden="true">${style.badge}</svg>`;
    const text = icon.querySelector("text");
    if (letter) words(text, letter); else text.textContent = style.letter;
    const long = text.textContent.length;
    if (long > 1) text.setAttribute("font-size", long > 2 ? "8" : "9.5");
    return L.marker(latlng, {
      icon: L.divIcon({ className: "marker", html: icon, iconSize: [style.badge_px, style.badge_px] }),
      bubblingMouseEvents: true, zIndexOffset: (style.rank - 400) * 1000, ...options,
    });
  };

  const point = (item, latlng) => {
    const { kind, letter, count, dots: bare } = item.properties;
    if (bare) {
      dotPaper = dotPaper || L.canvas({ pane: "dots" });
      const path = data.styles.premises.path;
      return L.circleMarker(latlng, {
        renderer: dotPaper, pane: "dots", interactive: false, radius: 2.6, weight: 1.2,
        color: path.color, fillColor: "#fff", fillOpacity: 1,
      });
    }
    if (count !== undefined) {
      const side = count === 1 ? 11 : Math.min(52, 20 + 5.2 * Math.log2(count) * 0.6);
      const icon = make("div", "cell-words");
      icon.textContent = count === 1 ? "" : count.toLocaleString("en-IN");
      return L.marker(latlng, {
        icon: L.divIcon({ className: count === 1 ? "cell dot" : "cell", html: icon, iconSize: [side, side] }),
        pane: "premises", interactive: false, keyboard: false,
      });
    }
    const style = data.styles[kind];
    if (!style.badge) {
      const dot = L.circleMarker(latlng, { ...style.path, radius: 4.2, fillColor: "#fff", fillOpacity: 1, pane: kind, dashArray: null });
      dots.push(dot);
      return dot;
    }
    return marker(kind, latlng, letter, { pane: "badges" });
  };

  // Counts of each size of cell are shown between their zooms only; bare dots from theirs on.
  let dotsFrom = 0;
  const count = (item, layer) => {
    if (item.properties.dots) dotsFrom = item.properties.lowest;
    else counts.push({ layer, ...item.properties });
  };

  const label = (item, latlng) => {
    const { name, local, label: kind, rank } = item.properties;
    const icon = make("div");
    const text = words(make("span", "place-label", icon), name);
    if (/[\u0900-\u0dff]/.test(text.textContent)) text.classList.add("indic");
    if (local) words(make("span", "local", text), local);
    const layer = L.marker(latlng, {
      icon: L.divIcon({ className: `label-${kind}`, html: icon, iconSize: [0, 0] }),
      pane: "labels", interactive: false, keyboard: false,
    });
    labels.push({ layer, kind, rank, text, tall: Boolean(local) });
    return layer;
  };

  let wasNear = null;
  // Names give way to the one set before them, and to symbols and counts.
  const settleLabels = () => {
    const zoom = map.getZoom();
    const near = zoom >= 11.5;
    if (near !== wasNear) {
      wasNear = near;
      map.getContainer().classList.toggle("near", near);
      for (const item of labels) item.width = 0;
    }
    const taken = [];
    map.eachLayer((layer) => {
      const icon = layer instanceof L.Marker && layer.options.icon.options;
      if (!icon || !icon.iconSize[0] || layer.getElement()?.hidden) return;
      const at = map.latLngToLayerPoint(layer.getLatLng());
      const half = icon.iconSize[0] / 2 + 1;
      taken.push([at.x - half, at.y - half, at.x + half, at.y + half]);
    });
    labels.sort((a, b) => a.rank - b.rank);
    for (const item of labels) {
      const from = { taluka: 0, town: 10, place: 11.5 }[item.kind];
      const until = item.kind === "taluka" ? 13.5 : 99;
      let shown = zoom >= from && zoom < until;
      if (shown) {
        item.width = item.width || item.text.offsetWidth;
        const at = map.latLngToLayerPoint(item.layer.getLatLng());
        const half = item.width / 2 + 3;
        const high = near && item.tall ? 19 : 10;
        const box = [at.x - half, at.y - high, at.x + half, at.y + high];
        shown = !taken.some((b) => box[0] < b[2] && box[2] > b[0] && box[1] < b[3] && box[3] > b[1]);
        if (shown) taken.push(box);
      }
      const element = item.layer.getElement();
      if (element) element.classList.toggle("label-away", !shown);
    }
  };

  // A part of an area too small to be seen at this zoom keeps a ring on it.
  const rings = [];
  const ringSmallParts = (group, layer) => {
    const geometry = layer.feature.geometry;
    const parts = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.type === "MultiPolygon" ? geometry.coordinates : [];
    const style = data.styles[layer.feature.properties.kind];
    for (const part of parts) {
      const box = L.latLngBounds(part[0].map(([lon, lat]) => [lat, lon]));
      const ring = L.circleMarker(box.getCenter(), {
        radius: 8, color: style.stroke, weight: 2, fill: false, dashArray: style.path.dashArray,
        pane: layer.feature.properties.kind, interactive: false,
      });
      rings.push({ group, box, ring });
    }
  };
  const settleRings = () => {
    for (const { group, box, ring } of rings) {
      const a = map.project(box.getSouthWest());
      const b = map.project(box.getNorthEast());
      const small = Math.max(b.x - a.x, a.y - b.y) < 12;
      if (small) group.addLayer(ring); else group.removeLayer(ring);
    }
  };

  const addCasing = (group, layer) => {
    const style = data.styles[layer.feature.properties.kind];
    const casing = new layer.constructor(layer.getLatLngs(), {
      color: data.casing, weight: style.weight + 3, opacity: 0.9, fill: false, interactive: false,
      smoothFactor: 0, pane: layer.feature.properties.kind,
    });
    group.addLayer(casing);
    casing.bringToBack();
  };
  // A place drawn by its outline bears its letter too, and stays visible when it is small.
  const addBadge = (group, layer) => {
    const { kind, letter, at } = layer.feature.properties;
    const badge = marker(kind, [at[1], at[0]], letter, { pane: "badges" });
    feature(layer.feature, badge);
    byKey.set(plain(layer.feature.properties.key), layer);
    group.addLayer(badge);
  };
  const finish = (group) => {
    const paths = [];
    const walk = (layer) => {
      if (layer.eachLayer) layer.eachLayer(walk);
      else if (layer instanceof L.Polyline && layer.feature) paths.push(layer);
    };
    walk(group);
    for (const layer of paths) {
      const style = data.styles[layer.feature.properties.kind];
      if (!style) continue;
      if (style.legal || layer.feature.properties.kind === "premises") addCasing(group, layer);
      if (layer.feature.properties.at) addBadge(group, layer);
      else if (style.legal) ringSmallParts(group, layer);
    }
  };

  // Miles and kilometres at the middle of the view, on the ellipsoid of WGS84.
  const Scale = L.Control.extend({
    options: { position: "bottomleft" },
    onAdd() {
      const box = make("div", "scale");
      this.mile = [make("div", "", box), make("div", "scale-bar", box)];
      this.km = [make("div", "scale-bar scale-km", box), make("div", "", box)];
      map.on("zoomend moveend resize", this.settle, this);
      return box;
    },
    settle() {
      const size = map.getSize();
      if (!size.x) return;
      const at = map.containerPointToLatLng([size.x / 2, size.y / 2]);
      const degrees = 360 / (256 * 2 ** map.getZoom());
      const phi = (at.lat * Math.PI) / 180;
      const normal = 6378137 / Math.sqrt(1 - 0.00669437999014 * Math.sin(phi) ** 2);
      const metresPerPixel = normal * Math.cos(phi) * ((degrees * Math.PI) / 180);
      this.set(this.mile, 1609.344, "mile", "miles", metresPerPixel);
      this.set(this.km, 1000, "km", "km", metresPerPixel);
    },
    set(parts, unit, one, many, metresPerPixel) {
      const most = (130 * metresPerPixel) / unit;
      const steps = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];
      const step = steps.filter((value) => value <= most).pop() || steps[0];
      const bar = parts.find((part) => part.classList.contains("scale-bar"));
      const text = parts.find((part) => part !== bar);
      bar.style.width = `${Math.round((step * unit) / metresPerPixel)}px`;
      text.textContent = `${step} ${step > 1 ? many : one}`;
    },
  });

  const drawDraft = (draft, fit) => {
    drafts.clearLayers();
    if (!draft) return;
    const parts = [[draft.outline, data.styles.radius_outline], [draft.geometry, data.styles.draft]];
    for (const [geometry, style] of parts) {
      if (!geometry) continue;
      for (const casing of [true, false]) {
        L.geoJSON(geometry, {
          pane: "drafts", smoothFactor: 0, interactive: false,
          style: casing
            ? { color: data.casing, weight: style.weight + 3, opacity: 0.9, fill: false }
            : style.path,
          pointToLayer: (_, latlng) => casing
            ? L.circleMarker(latlng, { pane: "drafts", radius: 1, opacity: 0 })
            : marker("draft", latlng, "", { pane: "drafts", interactive: false, keyboard: false }),
        }).addTo(drafts);
      }
    }
    if (fit && drafts.getLayers().length) map.fitBounds(drafts.getBounds(), { padding: [40, 40], maxZoom: 15 });
  };

  const show = (key) => {
    const layer = byKey.get(key);
    if (!layer) return;
    if (layer.getBounds) map.fitBounds(layer.getBounds(), { padding: [60, 60], maxZoom: 15 });
    else map.setView(layer.getLatLng(), Math.max(map.getZoom(), 14));
    if (!data.picking) layer.openPopup();
  };

  const pick = (latlng) => {
    const at = latlng.wrap();
    if (data.picking) {
      if (pin) pin.remove();
      pin = marker("draft", at, "", { pane: "drafts", interactive: false, keyboard: false }).addTo(map);
    }
    post({ type: "pick", lon: Number(at.lng.toFixed(7)), lat: Number(at.lat.toFixed(7)), feature: clicked });
    clicked = null;
  };

  const listen = () => {
    new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(map.getContainer());
    map.on("click", (event) => pick(event.latlng));
    map.getContainer().addEventListener("keydown", (event) => {
      if (data.picking && event.key === "Enter" && event.target === map.getContainer()) pick(map.getCenter());
    });
    window.addEventListener("message", (event) => {
      if (event.source !== window.parent || window.parent === window || event.origin !== location.origin) return;
      const message = event.data;
      if (message?.type === "draft") drawDraft(message, message.fit);
      if (message?.type === "show") show(String(message.id));
      if (message?.type === "view") {
        const [west, south, east, north] = message.bounds.map(Number);
        map.fitBounds([[south, west], [north, east]]);
      }
    });
    for (const box of document.querySelectorAll("[data-group]")) {
      box.addEventListener("change", () => {
        const group = window[box.dataset.group];
        if (box.checked) map.addLayer(group); else map.removeLayer(group);
        settle();
      });
    }
    for (const button of document.querySelectorAll("button.show")) {
      button.addEventListener("click", () => show(button.dataset.key));
    }
    for (const link of document.querySelectorAll("a.open")) {
      link.addEventListener("click", (event) => open(event, "", link.dataset.key));
    }
  };

  const settle = () => {
    const zoom = Math.floor(map.getZoom());
    for (const { layer, lowest, highest } of counts) {
      const element = layer.getElement();
      if (element) element.hidden = zoom < lowest || zoom > highest;
    }
    map.getPane("dots").style.display = zoom < dotsFrom ? "none" : "";
    const radius = zoom < 11 ? 2.4 : zoom < 13 ? 3.2 : 4.2;
    for (const dot of dots) dot.setRadius(radius).setStyle({ weight: zoom < 11 ? 1 : 1.5 });
    settleRings();
    settleLabels();
  };

  const start = (made) => {
    map = made;
    map.attributionControl.setPrefix(false);
    drafts = L.featureGroup().addTo(map);
    if (window.innerWidth <= 640) document.querySelector(".legend").open = false;
    for (const box of document.querySelectorAll("[data-group]")) finish(window[box.dataset.group]);
    map.setMaxBounds(data.limits);
    const wide = window.innerWidth > 900;
    map.fitBounds(data.view, { paddingTopLeft: [12, 12], paddingBottomRight: [wide ? 288 : 12, 12], animate: false });
    map.setMinZoom(Math.min(map.getBoundsZoom(data.limits), map.getZoom()));
    new Scale().addTo(map).settle();
    map.on("zoomend", settle);
    listen();
    drawDraft(data.draft, false);
    settle();
    document.fonts.ready.then(() => { for (const item of labels) item.width = 0; settleLabels(); });
    if (data.focus) show(data.focus);
    // Paper has the whole legend, and the map the width of the paper.
    const legend = document.querySelector(".legend");
    let open = legend.open;
    const fit = () => { map.invalidateSize({ animate: false }); settle(); };
    window.addEventListener("beforeprint", () => { open = legend.open; legend.open = true; fit(); });
    window.addEventListener("afterprint", () => { legend.open = open; fit(); });
    post({ type: "ready" });
  };

  // A sandboxed frame may run before it has a size, and nothing can be fitted into none.
  const whenSized = (made) => {
    const box = made.getContainer();
    const sized = () => box.clientWidth > 100 && box.clientHeight > 100;
    if (sized()) { start(made); return; }
    const watch = new ResizeObserver(() => {
      if (!sized()) return;
      watch.disconnect();
      made.invalidateSize({ animate: false });
      start(made);
    });
    watch.observe(box);
  };

  return { feature, point, count, label, start: whenSized };
})();
