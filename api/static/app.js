// Writes the day in words beside a date, since every browser shows dates in its own order.
"use strict";
const inWords = new Intl.DateTimeFormat("en-GB", {
  weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC",
});
for (const field of document.querySelectorAll("input[data-words]")) {
  const words = document.getElementById(field.dataset.words);
  field.addEventListener("input", () => {
    words.value = field.valueAsDate === null ? "" : inWords.format(field.valueAsDate);
  });
}
