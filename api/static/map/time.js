// The slider of "as at": from the first effect to now and what is yet to come, with a tick at every
// moment at which something changes. Arrow keys go from change to change.
const MINUTE = 60_000;
const IST = "Asia/Kolkata";
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: IST });
const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: IST });
const parts = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: IST });

const short = (moment) => `${day.format(moment)}, ${hour.format(moment)}`;

/** A moment as an Indian office writes it. */
export const inWords = (moment) => `${short(moment)} IST`;

/** A moment as the form's field takes it: the hour in India, to the minute. */
export function local(moment) {
  const of = Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${of.year}-${of.month}-${of.day}T${of.hour}:${of.minute}`;
}

/** The instant of the field's Indian hour; null for now. */
export const instant = (text) => (text ? new Date(`${text.slice(0, 16)}:00+05:30`) : null);

/** Follows `field` and moves it; `onMoved(settled)` hears every move and, true, its end. */
export function asAtSlider(field, address, onMoved) {
  const slider = document.getElementById("as-at-slider");
  const told = document.getElementById("as-at-words");
  const ticks = document.getElementById("as-at-ticks");
  const back = document.getElementById("as-at-now");
  let changes = [];
  let now = Date.now();
  let stop = null;

  const say = () => {
    const at = instant(field.value);
    const words = at ? inWords(at) : `${inWords(new Date(now))}, now`;
    told.value = words;
    slider.setAttribute("aria-valuetext", words);
    back.hidden = !at;
    slider.value = String(at ? at.getTime() : now);
  };
  const move = (moment, settled) => {
    // What began within a minute is in force at its end; at the tick of now the field stays blank.
    const minute = Math.ceil(moment / MINUTE) * MINUTE;
    field.value = Math.abs(moment - now) < MINUTE ? "" : local(new Date(minute));
    field.dispatchEvent(new Event("input", { bubbles: true }));
    say();
    onMoved(settled);
  };
  const step = (forward) => {
    const at = instant(field.value)?.getTime() ?? now;
    const stops = [...changes, now].sort((a, b) => a - b);
    const next = forward ? stops.find((one) => one > at + MINUTE) : stops.findLast((one) => one < at - MINUTE);
    if (next !== undefined) move(next, true);
  };
  slider.addEventListener("input", () => move(near(Number(slider.value)), false));
  slider.addEventListener("change", () => onMoved(true));
  slider.addEventListener("keydown", (event) => {
    const forward = { ArrowRight: true, ArrowUp: true, ArrowLeft: false, ArrowDown: false }[event.key];
    if (forward === undefined) return;
    event.preventDefault();
    step(forward);
  });
  back.addEventListener("click", () => { move(now, true); slider.focus(); });
  // The hand comes to rest on a change where it is a few pixels from one.
  const near = (moment) => {
    const reach = ((Number(slider.max) - Number(slider.min)) / Math.max(1, slider.clientWidth)) * 6;
    return [...changes, now].find((one) => Math.abs(one - moment) <= reach) ?? moment;
  };

  /** Ask for the moments anew, as known by `knownAt` (a field's text). */
  const load = async (knownAt) => {
    stop?.abort();
    stop = new AbortController();
    const query = knownAt ? `?known_at=${encodeURIComponent(instant(knownAt).toISOString())}` : "";
    const answer = await fetch(`${address}${query}`, { signal: stop.signal, credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    const found = await answer.json();
    now = new Date(found.now).getTime();
    changes = found.items.map((one) => new Date(one).getTime());
    const first = found.first ? new Date(found.first).getTime() : now - 86_400_000;
    const last = Math.max(now, changes.at(-1) ?? now);
    slider.min = String(first - (last - first) * 0.02 - MINUTE);
    slider.max = String(last);
    slider.step = "any";
    const end = last - first > 2 * 86_400_000 ? (moment) => day.format(moment) : short;
    document.getElementById("as-at-first").textContent = end(new Date(Number(slider.min)));
    document.getElementById("as-at-last").textContent = end(new Date(last));
    mark(Number(slider.min), last);
    say();
  };
  const mark = (first, last) => {
    ticks.replaceChildren();
    const places = new Map(changes.map((one) => [Math.round(((one - first) / (last - first)) * 400), "as-at-tick"]));
    places.set(Math.round(((now - first) / (last - first)) * 400), "as-at-tick as-at-tick-now");
    for (const [place, name] of places) {
      const tick = document.createElement("span");
      tick.className = name;
      tick.style.left = `${place / 4}%`;
      ticks.append(tick);
    }
  };
  return { load, say };
}
