// The bar, the map and the words of a drawing, made inside the page's empty box.
import { scale } from "../map/scale.js";

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = {
  draw: "M4 16L7 5L16 8L14 16Z",
  edit: "M4 14L10 5L16 14M2.500 12.500h3v3h-3zM8.500 3.500h3v3h-3zM14.500 12.500h3v3h-3z",
  hole: "M3 3H17V17H3ZM7.500 7.500H12.500V12.500H7.500Z",
  remove: "M5 6L6 17H14L15 6M3 6H17M8 6V3.500H12V6",
  undo: "M7 4L3 8L7 12M3 8H12A4 4 0 0 1 12 16H8",
  redo: "M13 4L17 8L13 12M17 8H8A4 4 0 0 0 8 16H12",
  snap: "M5 3V9A5 5 0 0 0 15 9V3M3.500 6.500H6.500M13.500 6.500H16.500",
  all: "M3 7V3H7M13 3H17V7M17 13V17H13M7 17H3V13",
  begin: "M4 10H14M10 6L14 10L10 14M17 4V16",
};

export const make = (tag, name, parent, words) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (words !== undefined) element.textContent = words;
  parent?.append(element);
  return element;
};

export function tool(parent, sign, words, press, { toggles = false, label = "" } = {}) {
  const button = make("button", "tool", parent);
  button.type = "button";
  const drawn = document.createElementNS(SVG, "svg");
  for (const [name, value] of [["viewBox", "0 0 20 20"], ["width", "20"], ["height", "20"], ["aria-hidden", "true"], ["class", "tool-sign"]]) drawn.setAttribute(name, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SIGNS[sign]);
  drawn.append(path);
  button.append(drawn);
  make("span", "", button, words);
  if (label) button.setAttribute("aria-label", label);
  if (toggles) button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", press);
  return button;
}

/** The parts of a box: {bar, map, facts, told, snap}. */
export function parts(box, label) {
  const slot = box.querySelector(".drawing-slot");
  const bar = make("div", "drawing-bar", slot);
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Drawing");
  const map = make("div", "drawing-map", slot);
  map.setAttribute("role", "application");
  map.setAttribute("aria-label", label);
  const under = make("div", "drawing-under", slot);
  const facts = make("p", "drawing-facts", under);
  const snap = make("p", "drawing-snap", under);
  const told = make("p", "told drawing-told", slot);
  told.setAttribute("role", "status");
  box.hidden = false;
  return { bar, map, facts, told, snap };
}

/** A map of the page's own on the quiet ground, made when its box has a size. */
export function chart(element) {
  const made = L.map(element, { attributionControl: true, zoomSnap: 0.25, maxZoom: 19, minZoom: 7 });
  made.setView([15.35, 74.05], 9);
  scale(made);
  new ResizeObserver(() => made.invalidateSize({ animate: false, pan: false })).observe(element);
  return made;
}

export const whenSeen = (element, start) => {
  const watch = new ResizeObserver(() => {
    if (element.clientWidth < 60) return;
    watch.disconnect();
    start();
  });
  watch.observe(element);
};

export function later(wait, run) {
  let waits = 0;
  return () => { clearTimeout(waits); waits = setTimeout(run, wait); };
}
