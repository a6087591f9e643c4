// The sheet of one feature in the panel: its number, state, since when and by which clause.

/** Show `feature` in the panel; `acts` hears `onAsk` (what else is in force there) and `onShut`. */
export function showChosen(label, feature, { onAsk, onShut }) {
  const box = document.getElementById("chosen");
  const make = (tag, name, words, into) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (words) element.textContent = words;
    into.append(element);
    return element;
  };
  box.replaceChildren();
  const sheet = make("section", "chosen-feature", "", box);
  sheet.setAttribute("aria-labelledby", "chosen-title");
  make("p", "chosen-kind", label, sheet);
  make("h2", "", feature.title, sheet).id = "chosen-title";
  const facts = make("dl", "facts", "", sheet);
  for (const [name, words] of feature.lines) {
    const row = make("div", "", "", facts);
    make("dt", "", name, row);
    make("dd", "", words, row);
  }
  const acts = make("p", "chosen-acts", "", sheet);
  if (feature.url) make("a", "", `Open ${feature.title}`, acts).href = feature.url;
  if (feature.print) make("a", "", "Map on paper (PDF)", acts).href = feature.print;
  const ask = make("button", "link-button", "What else is in force here", acts);
  ask.type = "button";
  ask.addEventListener("click", onAsk);
  const shut = make("button", "chosen-shut", "×", sheet);
  shut.type = "button";
  shut.setAttribute("aria-label", "Close");
  shut.addEventListener("click", () => { hideChosen(); onShut(); });
  box.hidden = false;
}

/** Say in a line under the map what was found; nothing where `words` are blank. */
export function tellAnswer(words) {
  const line = document.getElementById("map-answer");
  line.textContent = words;
  line.hidden = !words;
}

/** Take the sheet away. */
export function hideChosen() {
  const box = document.getElementById("chosen");
  box.replaceChildren();
  box.hidden = true;
}
