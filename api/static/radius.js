// The live preview of a radius: the server decides and words it; what is superseded is broken off.
import { refresh } from "./fragment.js";

for (const form of document.querySelectorAll("form[data-radius]")) {
  const most = Number(form.dataset.most);
  const field = form.querySelector("#field-metres");
  const slider = form.querySelector("#slider");
  const miles = form.querySelector("#in-miles");
  const told = form.querySelector("#radius-told");
  const preview = form.querySelector("[data-preview]");
  const figure = form.querySelector("[data-map]");
  // What the officer ticked or unticked by hand stays so while the radius moves.
  const byHand = new Map();
  let waits = 0;

  form.querySelector("[data-slider]").hidden = false;
  const metres = () => Number(field.value.replaceAll(",", ""));
  const say = () => {
    miles.value = metres() > 0 ? `${(metres() / 1609.344).toFixed(3)} mile` : "";
  };
  const settle = () => {
    for (const box of preview.querySelectorAll("input[name=premises_ids]")) {
      if (byHand.has(box.value)) box.checked = byHand.get(box.value);
    }
    const draft = form.querySelector("[data-draft-of]");
    if (draft) figure.dispatchEvent(new CustomEvent("map:draft", { detail: JSON.parse(draft.dataset.draftOf) }));
  };
  const ask = async () => {
    if (!(metres() > 0)) return;
    told.textContent = "Measuring…";
    try {
      await refresh(`${form.getAttribute("action")}?metres=${encodeURIComponent(field.value)}`, ["totals", "preview", "refusal"]);
      settle();
      told.textContent = form.querySelector(".figures") ? "Measured from edge to edge, on the ellipsoid, to the millimetre." : "";
    } catch (fault) {
      if (fault.name !== "AbortError") told.textContent = "The preview did not come. Press Preview.";
    }
  };
  const soon = () => {
    clearTimeout(waits);
    waits = setTimeout(ask, 90);
  };
  slider.addEventListener("input", () => {
    const value = Number(slider.value);
    field.value = value >= most ? String(most) : String(Math.round(value * 1000) / 1000);
    say();
    soon();
  });
  field.addEventListener("input", () => {
    slider.value = String(metres() || 0);
    say();
    soon();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); ask(); }
  });
  preview.addEventListener("change", ({ target }) => {
    if (target.name === "premises_ids") byHand.set(target.value, target.checked);
  });
  slider.value = String(metres() || 0);
  say();
  // A figure typed before this script came, or kept by the browser, has no preview yet.
  if (!form.querySelector(".figures")) soon();
}
