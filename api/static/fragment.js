// Takes parts of a page anew from the server, which alone makes their words and escapes them.
"use strict";

const running = new Map();

/** Replace the elements of `ids` by those of the page at `address`; a newer call ends this one. */
export async function refresh(address, ids) {
  const key = ids.join(" ");
  running.get(key)?.abort();
  const stop = new AbortController();
  running.set(key, stop);
  const answer = await fetch(address, { signal: stop.signal, headers: { Accept: "text/html" }, credentials: "same-origin" });
  const text = await answer.text();
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const id of ids) {
    const fresh = page.getElementById(id);
    if (!fresh) throw new Error(`the answer has no ${id}`);
    document.getElementById(id).replaceChildren(...fresh.childNodes);
  }
  return page;
}
