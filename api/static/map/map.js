// The working map. The form is what it shows: every change of it asks anew and stands in the
// address; what was asked before and is superseded is broken off.
import { refresh } from "../fragment.js";
import { hideChosen, showChosen, tellAnswer } from "./chosen.js";
import { asFeature, premisesLayer } from "./clusters.js";
import { ground, looks } from "./ground.js";
import { featureLayers, goTo } from "./layers.js";
import { askedPlace, devicePlace } from "./place.js";
import { scale } from "./scale.js";
import { asAtSlider } from "./time.js";

const WORDS = ["shown-at", "shown-list"];
const PART = 0.25;
const form = document.getElementById("ask");
const paper = document.getElementById("map");
const told = document.getElementById("map-told");
const fields = form.elements;

function query() {
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) asked.append(name, value);
  // All states ticked is no filter, and keeps the address short.
  const states = [...form.querySelectorAll("input[name=state]")];
  if (states.every((one) => one.checked)) asked.delete("state");
  return asked;
}
const ticked = (name) => form.querySelector(`input[name=layers][value=${name}]`)?.checked ?? false;

async function start() {
  document.documentElement.classList.add("with-map");
  document.getElementById("working-map").hidden = false;
  if (window.matchMedia("(max-width: 40rem)").matches) document.getElementById("layers").open = false;
  const palette = await looks();
  const map = L.map(paper, { zoomSnap: 0.25, maxZoom: 19, maxBoundsViscosity: 0.9, attributionControl: true });
  const under = await openAt(map);
  scale(map);
  const failed = (fault) => { told.textContent = `The map could not be brought up to date (${fault.message}). Load the page again.`; };
  const choose = (feature, latlng) => {
    features.light(feature.geometry);
    const { label } = palette.kinds[feature.kind];
    showChosen(label, feature, { onAsk: () => askAt(latlng), onShut: () => { features.light(null); tellAnswer(""); } });
    tellAnswer(`${label}: ${feature.title}`);
  };
  const features = featureLayers(map, palette, choose);
  const pin = askedPlace(map);
  const premises = paper.dataset.clusters && premisesLayer(map, palette, paper.dataset.clusters, { onChoose: choose, onTold: inView, onFault: failed });

  let stop = null;
  let fetched = null;
  const draw = async () => {
    stop?.abort();
    stop = new AbortController();
    const box = map.getBounds().pad(PART);
    const asked = query();
    asked.delete("where");
    asked.set("bbox", [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()].map((d) => d.toFixed(5)).join(","));
    asked.set("zoom", String(Math.round(map.getZoom())));
    paper.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${paper.dataset.features}?${asked}`, { signal: stop.signal, credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const found = await answer.json();
      fetched = { box, zoom: Math.round(map.getZoom()) };
      features.show(found);
      count(found.layers);
      told.textContent = "";
      paper.removeAttribute("aria-busy");
    } catch (fault) {
      if (fault.name !== "AbortError") failed(fault);
    }
  };
  const drawPremises = () => {
    if (!premises) return;
    const kind = fields.kind?.value;
    premises.show(ticked("premises") ? new URLSearchParams(kind ? { kind } : {}) : null);
  };
  const keep = () => {
    const asked = query();
    const at = map.getCenter();
    asked.set("view", `${at.lat.toFixed(4)},${at.lng.toFixed(4)},${map.getZoom()}`);
    history.replaceState(null, "", `/map?${asked}`);
  };
  const answered = (ids, go) => {
    pin(go);
    if (ids.includes("verdict")) tellAnswer(document.getElementById("verdict-title")?.textContent ?? "");
  };
  let waits = 0;
  const write = (ids, go = false) => {
    clearTimeout(waits);
    waits = setTimeout(() => refresh(`/map?${query()}`, ids).then(() => answered(ids, go), (fault) => { if (fault.name !== "AbortError") failed(fault); }), 120);
  };
  const changed = () => {
    draw();
    drawPremises();
    keep();
    write(fields.where.value ? [...WORDS, "verdict"] : WORDS);
  };
  const askAt = ({ lat, lng }) => {
    fields.where.value = `${lat.toFixed(7)}, ${lng.toFixed(7)}`;
    keep();
    write(["verdict"]);
  };

  const time = asAtSlider(fields.at, paper.dataset.moments, (settled) => {
    draw();
    if (settled) { keep(); write(fields.where.value ? [...WORDS, "verdict"] : WORDS); }
  });
  map.on("click", ({ latlng }) => { hideChosen(); features.light(null); askAt(latlng.wrap()); });
  map.on("moveend", () => {
    keep();
    drawPremises();
    if (fetched && (fetched.zoom !== Math.round(map.getZoom()) || !fetched.box.contains(map.getBounds()))) draw();
  });
  form.addEventListener("change", ({ target }) => {
    if (target === fields.where || target.id === "as-at-slider") return;
    if (target === fields.known_at) time.load(target.value).catch(failed);
    if (target === fields.at) time.say();
    changed();
  });
  form.addEventListener("submit", (event) => {
    // A place that cannot be read is refused by the page itself, with its reason at the field.
    if (!form.reportValidity()) return;
    event.preventDefault();
    keep();
    askPage(() => { draw(); drawPremises(); answered(["verdict"], true); });
  });
  document.getElementById("shown-list").addEventListener("click", (event) => toFeature(event.target.closest("[data-feature]")));
  document.getElementById("shown-list").addEventListener("focusin", (event) => toFeature(event.target.closest("[data-feature]")));
  const toFeature = (button) => {
    const feature = button && features.find(button.dataset.feature);
    if (!feature) return;
    goTo(map, feature.geometry);
    const [lon, lat] = feature.at;
    choose(feature, L.latLng(lat, lon));
  };
  devicePlace(map, (text) => { fields.where.value = text; keep(); write(["verdict"]); });
  printed(map);
  new IntersectionObserver(([{ isIntersecting }]) => document.getElementById("map-answer").classList.toggle("in-sight", isIntersecting), { rootMargin: "0px 0px -40% 0px" }).observe(document.getElementById("panel"));
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(paper);

  map.setMaxBounds(under.bounds.pad(0.4));
  time.load(fields.known_at.value).catch(failed);
  await draw();
  drawPremises();
  pin(false);
  paper.dataset.ready = "true";
}

// On paper the map shows what it showed on the screen, in the size of the paper.
function printed(map) {
  let before = null;
  window.addEventListener("beforeprint", () => {
    document.getElementById("layers").open = true;
    const seen = map.getBounds();
    before = [map.getCenter(), map.getZoom()];
    paper.classList.add("on-paper");
    map.invalidateSize({ animate: false });
    map.fitBounds(seen, { animate: false });
  });
  window.addEventListener("afterprint", () => {
    paper.classList.remove("on-paper");
    map.invalidateSize({ animate: false });
    map.setView(...before, { animate: false });
  });
}

// What the form asks cannot always be shown: then the page comes whole, with the refusal.
async function askPage(then) {
  const address = `/map?${query()}`;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, credentials: "same-origin" });
    if (!answer.ok) { location.assign(address); return; }
    await refresh(address, [...WORDS, "verdict"]);
    then();
  } catch (fault) {
    if (fault.name !== "AbortError") location.assign(address);
  }
}

async function openAt(map) {
  const view = new URLSearchParams(location.search).get("view")?.split(",").map(Number) ?? [];
  const known = view.length === 3 && view.every(Number.isFinite);
  map.setView(known ? [view[0], view[1]] : [15.35, 74.05], known ? view[2] : 9, { animate: false });
  const under = await ground(map);
  under.talukas?.remove();
  const [west, south, east, north] = paper.dataset.bounds.split(",").map(Number);
  if (!known) map.fitBounds(paper.dataset.bounds ? [[south, west], [north, east]] : under.bounds, { padding: [8, 8], animate: false });
  return under;
}

function count(layers) {
  for (const { kind, total } of layers) {
    const row = document.querySelector(`[data-layer=${kind.replace(/(_place|_area|route)$/, "$1s")}] [data-count]`);
    if (row) row.textContent = total.toLocaleString("en-IN");
  }
}

function inView(answer) {
  const row = document.querySelector("[data-layer=premises] [data-count]");
  if (row) row.textContent = answer ? `${answer.total.toLocaleString("en-IN")} in view` : "";
  const unplaced = document.getElementById("by-village");
  if (unplaced) {
    unplaced.hidden = !answer?.by_village;
    unplaced.textContent = answer?.by_village ? `${answer.by_village.toLocaleString("en-IN")} known by village alone, so not on the map.` : "";
  }
  const list = document.getElementById("in-view-list");
  const places = answer?.places ?? [];
  document.getElementById("in-view").hidden = places.length === 0;
  document.getElementById("in-view-count").textContent = String(places.length);
  list.replaceChildren(...places.map((one) => {
    const { title, url, lines } = asFeature(one);
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = url;
    link.textContent = title;
    item.append(link, `, ${lines[2][1]}`);
    return item;
  }));
}

start().catch((fault) => {
  told.textContent = `The map could not be shown (${fault.message}). All of it stands in words below.`;
});
