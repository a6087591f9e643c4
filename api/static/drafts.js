// Keeps a form that was begun every few seconds of change, and says when. The button does the same.
// Where one begun before is offered and not gone on with, only the button puts this one in its place.
"use strict";

const PAUSE = 3000;

for (const form of document.querySelectorAll("form[data-draft]")) {
  const told = form.querySelector("[data-draft-told]");
  let waits = 0;
  let running = null;
  let leaving = false;

  const sent = (submitter) => {
    const data = new FormData(form);
    // A file is no part of a draft: it is sent with the act.
    for (const [name, value] of [...data.entries()]) if (value instanceof File) data.delete(name);
    data.set("step", submitter);
    return data;
  };
  const keep = async () => {
    if (leaving) return;
    if (document.querySelector("[data-draft-begun]")) {
      told.value = "Not kept yet: what you began before is offered at the top. “Keep as a draft” puts this in its place.";
      return;
    }
    running?.abort();
    running = new AbortController();
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: sent("keep"), signal: running.signal, credentials: "same-origin",
        headers: { Accept: "application/json", "X-Vetcontrol": "1" },
      });
      const found = (answer.headers.get("content-type") ?? "").includes("json") ? await answer.json() : {};
      told.value = answer.ok ? `Kept at ${found.kept_at}` : `Not kept. ${found.detail ?? "Sign in again in another window, then change something."}`;
    } catch (fault) {
      if (fault.name !== "AbortError") told.value = "Not kept: the server did not answer. It is tried again with the next change.";
    }
  };
  const soon = (event) => {
    if (event.target?.name?.startsWith("_") || event.target?.type === "file") return;
    clearTimeout(waits);
    waits = setTimeout(keep, PAUSE);
  };
  form.addEventListener("input", soon);
  form.addEventListener("change", soon);
  // What is being sent to be reviewed or signed must not be kept again behind it.
  form.addEventListener("submit", () => { leaving = true; clearTimeout(waits); running?.abort(); });
  window.addEventListener("pageshow", () => { leaving = false; });
}
