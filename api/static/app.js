// Writes the day in words beside a date, since every browser shows dates in its own order.
"use strict";
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric", month: "long", year: "numeric", timeZone: "UTC",
});
for (const field of document.querySelectorAll("input[data-words]")) {
  const words = document.getElementById(field.dataset.words);
  field.addEventListener("input", () => {
    const given = field.valueAsDate;
    words.value = given === null ? "" : `${weekday.format(given)} ${day.format(given)}`;
  });
}

// Where the menu is one row that scrolls, the page that is open stands in sight.
const here = document.querySelector(".menu [aria-current]");
if (here) {
  const row = here.closest("ul");
  row.scrollLeft = here.offsetLeft - row.offsetLeft - 32;
}
