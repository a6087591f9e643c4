// An outline on a map: drawn, its corners moved, holes cut, parts and holes removed, each step undone
// and redone. Leaflet-Geoman sets and moves the corners; what they make is kept here.
import { casing, pane, style } from "../map/ground.js";
import { holds } from "./measure.js";

const SNAP_PX = 16;
const DRAWN_DECIMALS = 7;
const TOOLTIPS = {
  tooltips: {
    firstVertex: "Press to set the first corner", continueLine: "Press to set the next corner",
    finishPoly: "Press the first corner again to close", placeMarker: "Press to set the place",
  },
};

export class Outline {
  #map;
  #layers = [];
  #past = ["[]"];
  #place = 0;
  #mode = "";
  #snaps = true;
  #working = 0;

  constructor(map, { changed, said, moded }) {
    this.#map = map;
    this.changed = changed;
    this.said = said;
    this.moded = moded;
    pane(map, "draft");
    map.pm.setLang("vetcontrol", TOOLTIPS, "en");
    map.on("pm:create", ({ layer }) => this.#made(layer));
    map.on("pm:drawstart", ({ workingLayer }) => {
      this.#working = 0;
      workingLayer.on("pm:vertexadded", () => { this.#working += 1; this.moded(); });
    });
    // The library's corners call themselves buttons and can be reached but not worked by keyboard:
    // the list of corners beside the map is for that.
    new MutationObserver(() => {
      for (const corner of map.getPane("markerPane").querySelectorAll(".marker-icon:not([aria-hidden])")) {
        for (const name of ["role", "tabindex", "aria-label"]) corner.removeAttribute(name);
        corner.setAttribute("aria-hidden", "true");
      }
    }).observe(map.getPane("markerPane"), { childList: true });
    map.on("click", ({ latlng }) => { if (this.#mode === "remove") this.#removeAt([latlng.lng, latlng.lat]); });
  }

  get parts() { return JSON.parse(this.#past[this.#place]); }
  get mode() { return this.#mode; }
  get snaps() { return this.#snaps; }
  get isEmpty() { return this.#past[this.#place] === "[]"; }
  get canUndo() { return this.#place > 0 || this.#working > 0; }
  get canRedo() { return this.#place < this.#past.length - 1; }
  get bounds() { return L.featureGroup(this.#layers).getBounds(); }

  /** Metres that the distance of snapping is, in the middle of the view. */
  get snapMetres() {
    const at = this.#map.getSize().divideBy(2);
    return this.#map.distance(this.#map.containerPointToLatLng(at), this.#map.containerPointToLatLng(at.add([SNAP_PX, 0])));
  }
  static get snapPixels() { return SNAP_PX; }

  /** Take an outline from elsewhere; one step that can be undone. */
  take(parts, quietly = false) {
    this.#keep(parts);
    this.#show();
    if (!quietly) this.changed();
  }

  set snaps(on) {
    this.#snaps = on;
    const mode = this.#mode;
    if (mode) { this.setMode(""); this.setMode(mode); } else this.moded();
  }

  setMode(mode) {
    if (this.#map.pm.globalDrawModeEnabled()) this.#map.pm.disableDraw("Polygon");
    for (const layer of this.#layers) layer.pm.disable();
    this.#working = 0;
    this.#mode = mode === "hole" && this.isEmpty ? "" : mode;
    const snapping = { snappable: this.#snaps, snapDistance: SNAP_PX, allowSelfIntersection: true };
    if (this.#mode === "draw" || this.#mode === "hole") {
      const look = style("draft", this.#mode === "hole" ? { dashArray: "2 4" } : {});
      this.#map.pm.enableDraw("Polygon", { ...snapping, templineStyle: { ...look, fill: false }, hintlineStyle: { ...look, dashArray: "4 6" }, pathOptions: look, tooltips: true });
    }
    if (this.#mode === "edit") for (const layer of this.#layers) this.#edit(layer, snapping);
    this.#map.getContainer().classList.toggle("removing", this.#mode === "remove");
    this.moded();
  }

  undo() {
    if (this.#working > 0) {
      // While a ring is being drawn the step before is its last corner.
      this.#working -= 1;
      const drawn = this.#map.pm.Draw.Polygon;
      if (this.#working > 0) drawn._removeLastVertex();
      else { drawn.disable(); this.setMode(this.#mode); }
      this.moded();
    } else if (this.#place > 0) this.#go(this.#place - 1);
  }

  redo() { if (this.canRedo) this.#go(this.#place + 1); }

  clear() { this.take([]); }

  #go(place) {
    this.#place = place;
    this.#show();
    this.changed();
  }

  #keep(parts) {
    const text = JSON.stringify(parts);
    if (text === this.#past[this.#place]) return false;
    this.#past = [...this.#past.slice(0, this.#place + 1), text].slice(-200);
    this.#place = this.#past.length - 1;
    return true;
  }

  #show() {
    for (const layer of this.#layers) { layer.pm.disable(); layer.cased?.remove(); layer.remove(); }
    this.#layers = this.parts.map((rings) => {
      const turned = rings.map((ring) => ring.map(([lon, lat]) => [lat, lon]));
      const under = L.polygon(turned, { ...casing("draft"), pane: "draft", snapIgnore: true }).addTo(this.#map);
      const layer = L.polygon(turned, { ...style("draft"), pane: "draft", pmIgnore: false, bubblingMouseEvents: true }).addTo(this.#map);
      layer.cased = under;
      return layer;
    });
    if (this.#mode && (this.#mode !== "hole" || !this.isEmpty)) this.setMode(this.#mode);
    else this.moded();
  }

  /** Corners that a hand has set or moved, to seven decimals; those that were there stay as given. */
  #rounded(parts) {
    const given = new Set(this.parts.flat(2).map(String));
    return parts.map((rings) => rings.map((ring) => ring.map((corner) => (given.has(String(corner)) ? corner : corner.map((value) => Number(value.toFixed(DRAWN_DECIMALS)))))));
  }

  #edit(layer, snapping) {
    // A corner is taken away by the right button or a long press; no part vanishes unasked.
    // A circle of hundreds of corners shows those near the pointer, else they hide one another.
    const many = layer.getLatLngs().flat().length;
    layer.pm.enable({
      ...snapping, removeVertexOn: "contextmenu", removeLayerBelowMinVertexCount: false,
      hideMiddleMarkers: many > 60, limitMarkersToCount: many > 120 ? 40 : -1,
    });
    layer.off("pm:change pm:edit");
    layer.on("pm:change", () => { layer.cased.setLatLngs(layer.getLatLngs()); this.said(this.#read()); });
    layer.on("pm:edit", () => { if (this.#keep(this.#rounded(this.#read()))) { this.changed(); this.moded(); } });
  }

  #read() {
    return this.#layers
      .map((layer) => layer.getLatLngs().map((ring) => ring.map(({ lat, lng }) => [lng, lat])).filter((ring, i) => i === 0 || ring.length > 2))
      .filter((rings) => rings[0]?.length > 2);
  }

  #made(layer) {
    const [ring] = layer.getLatLngs();
    const [[drawn]] = this.#rounded([[ring.map(({ lat, lng }) => [lng, lat])]]);
    layer.remove();
    const parts = this.parts;
    const wasHole = this.#mode === "hole";
    this.#mode = "edit";
    this.#working = 0;
    if (drawn.length < 3) { this.#show(); return; }
    if (!wasHole) parts.push([drawn]);
    else {
      const home = parts.find(([edge]) => drawn.every((corner) => holds(edge, corner)));
      if (!home) {
        this.#show();
        this.said(this.parts, "A hole lies inside one part, with every corner. Draw it again further inside; to make a part smaller move its corners.");
        return;
      }
      home.push(drawn);
    }
    this.take(parts);
  }

  #removeAt(at) {
    const parts = this.parts;
    for (const [place, [edge, ...gaps]] of parts.entries()) {
      const gap = gaps.findIndex((ring) => holds(ring, at));
      if (gap >= 0) { parts[place].splice(gap + 1, 1); this.take(parts); return; }
      if (holds(edge, at)) { parts.splice(place, 1); this.take(parts); return; }
    }
    this.said(parts, "Press inside the part or the hole that is to go.");
  }
}
