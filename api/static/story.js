// What the pages of the story gain where JavaScript runs: maps that talk to their page, days in
// words, lists that can be searched. Every act works without it.
import { refresh } from "./fragment.js";

document.documentElement.classList.add("scripted");

const ownPath = (url) => typeof url === "string" && /^\/(?!\/)[^\\]*$/.test(url);

// A sheet runs in a sandboxed frame of no origin: its messages are known by their window alone.
for (const figure of document.querySelectorAll("[data-map]")) {
  const frame = figure.querySelector("iframe");
  let ready = false;
  let fit = true;
  const show = () => {
    if (!ready || !figure.dataset.draft) return;
    const draft = JSON.parse(figure.dataset.draft);
    frame.contentWindow.postMessage({ type: "draft", fit, ...draft }, "*");
    fit = false;
  };
  figure.addEventListener("map:draft", (event) => {
    figure.dataset.draft = JSON.stringify(event.detail);
    show();
  });
  window.addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || typeof event.data !== "object" || !event.data) return;
    const message = event.data;
    if (message.type === "ready") {
      ready = true;
      show();
    } else if (message.type === "open" && ownPath(message.url)) {
      location.assign(message.url);
    } else if (message.type === "pick") {
      picked(figure, Number(message.lat), Number(message.lon));
    }
  });
}

function picked(figure, lat, lon) {
  const field = document.getElementById(figure.dataset.picks ?? "");
  if (!field || !Number.isFinite(lat) || !Number.isFinite(lon)) return;
  field.value = `${lat.toFixed(7)}, ${lon.toFixed(7)}`;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  const target = figure.dataset.refreshes;
  if (target && field.form) {
    const asked = new URLSearchParams(new FormData(field.form));
    const address = `${field.form.getAttribute("action")}?${asked}`;
    refresh(address, [target]).then(() => history.replaceState(null, "", address), () => field.form.requestSubmit());
  }
}

const day = new Intl.DateTimeFormat("en-GB", {
  weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC",
});
for (const field of document.querySelectorAll("input[data-moment-words]")) {
  const words = document.getElementById(field.dataset.momentWords);
  const say = () => {
    const moment = new Date(`${field.value.slice(0, 10)}T00:00Z`);
    words.value = Number.isNaN(moment.getTime()) ? "" : day.format(moment);
  };
  field.addEventListener("input", say);
  say();
}

// A long list of ticks with a field that narrows it; what is ticked stays in sight.
for (const field of document.querySelectorAll("input[data-narrows]")) {
  const rows = [...document.getElementById(field.dataset.narrows).querySelectorAll(".pick")];
  const told = document.getElementById(`${field.id}-told`);
  field.closest("[hidden]")?.removeAttribute("hidden");
  const narrow = () => {
    const wanted = field.value.trim().toLocaleLowerCase();
    let count = 0;
    for (const row of rows) {
      const found = row.textContent.toLocaleLowerCase().includes(wanted);
      row.hidden = !found && !row.querySelector("input").checked;
      if (found) count += 1;
    }
    if (told) told.textContent = wanted ? `${count} found` : "";
  };
  field.addEventListener("input", narrow);
  // Enter in the field that narrows must not send the form.
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  narrow();
}

// The device's own position, with the accuracy that it states. It is kept beside the position of the
// form, so that a pin moved away from it is known to be set by hand, and then has no accuracy.
for (const button of document.querySelectorAll("button[data-locates]")) {
  if (!("geolocation" in navigator)) continue;
  button.hidden = false;
  const field = document.getElementById(button.dataset.locates);
  const accuracy = document.getElementById(button.dataset.accuracy);
  const told = document.getElementById(button.dataset.told);
  const kept = [document.getElementById("device-position"), document.getElementById("device-accuracy")];
  const figure = field.closest("section")?.querySelector("[data-map]");
  let own = false;
  field.addEventListener("input", () => {
    if (own) return;
    if (accuracy && kept[1]?.value && accuracy.value === kept[1].value) accuracy.value = "";
    if (kept[0]?.value) told.textContent = field.value === kept[0].value ? "" : `Set by hand: it has no accuracy of a device.${kept[0].name ? " Where the device was is kept beside it." : ""}`;
  });
  button.addEventListener("click", () => {
    told.textContent = "Asking this device for its position…";
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      own = true;
      const metres = Math.max(1, Math.ceil(coords.accuracy));
      const text = `${coords.latitude.toFixed(7)}, ${coords.longitude.toFixed(7)}`;
      field.value = text;
      if (accuracy) accuracy.value = metres;
      if (kept[0]) kept[0].value = text;
      if (kept[1]) kept[1].value = metres;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      const where = { latitude: coords.latitude, longitude: coords.longitude, accuracy: metres };
      field.dispatchEvent(new CustomEvent("device:position", { detail: where }));
      figure?.dispatchEvent(new CustomEvent("map:draft", { detail: accuracyDrawn(where) }));
      own = false;
      told.textContent = `This device gives its position to about ${metres} m: ${metres <= 20 ? "good enough for a holding" : metres <= 100 ? "look at the map and set the place by hand where it is off" : "too rough for a holding; wait under the open sky, or set the pin by hand"}.`;
    }, () => {
      told.textContent = "This device gave no position. Pick it on the map or type it.";
    }, { enableHighAccuracy: true, timeout: 20000 });
  });
}

// The circle of a stated accuracy; at a few hundred metres the sphere is near enough for a picture.
function accuracyDrawn({ latitude, longitude, accuracy }) {
  const north = accuracy / 111195;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const ring = Array.from({ length: 65 }, (_, i) => {
    const turn = ((i % 64) / 64) * 2 * Math.PI;
    return [longitude + east * Math.sin(turn), latitude + north * Math.cos(turn)];
  });
  return { geometry: { type: "Point", coordinates: [longitude, latitude] }, outline: { type: "Polygon", coordinates: [ring] } };
}

for (const button of document.querySelectorAll("button[data-prints]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// Choosing a way opens the part of the form that belongs to it, and closes those of other ways.
for (const part of document.querySelectorAll("details[data-way]")) {
  for (const choice of document.querySelectorAll("input[name=way]")) {
    choice.addEventListener("change", () => { part.open = choice.value === part.dataset.way; });
    // It may have been chosen before this script came.
    if (choice.checked && choice.value === part.dataset.way) part.open = true;
  }
}
