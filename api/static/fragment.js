// Takes parts of a page anew from the server, which alone makes their words and escapes them.
"use strict";

const running = new Map();

/** Replace the elements of `ids` by those of the page at `address`; a newer call ends this one.
    With `body` (a form's data) it is asked by POST, and the server may send those parts alone. */
export async function refresh(address, ids, { body } = {}) {
  const key = ids.join(" ");
  running.get(key)?.abort();
  const stop = new AbortController();
  running.set(key, stop);
  const asked = { signal: stop.signal, headers: { Accept: "text/html" }, credentials: "same-origin" };
  if (body) Object.assign(asked, { method: "POST", body, headers: { Accept: "text/html", "X-Vetcontrol": "1" } });
  const answer = await fetch(address, asked);
  const text = await answer.text();
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const id of ids) {
    const fresh = page.getElementById(id);
    if (!fresh) throw new Error(`the answer has no ${id}`);
    document.getElementById(id).replaceChildren(...fresh.childNodes);
  }
  return page;
}
