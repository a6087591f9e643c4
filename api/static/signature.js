// A signature on glass: drawn on the canvas, sent as a PNG in the form's own field. And where the
// server stands, if he says so. Without this script the form takes pictures instead.
const pad = document.querySelector("[data-glass]");
if (pad) {
  const canvas = pad.querySelector("canvas");
  const told = pad.querySelector(".glass-told");
  const field = pad.parentElement.querySelector('input[name="signature"]');
  const pen = canvas.getContext("2d");
  let last = null;
  let drawn = 0;
  pad.hidden = false;

  const wipe = () => {
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.strokeStyle = "#12203c";
    pen.fillStyle = "#12203c";
    pen.lineWidth = 3.5;
    pen.lineCap = pen.lineJoin = "round";
  };
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [((event.clientX - box.left) * canvas.width) / box.width, ((event.clientY - box.top) * canvas.height) / box.height];
  };
  const stroke = (event) => {
    const here = at(event);
    pen.beginPath();
    pen.moveTo(...last);
    pen.lineTo(...here);
    pen.stroke();
    drawn += Math.hypot(here[0] - last[0], here[1] - last[1]);
    last = here;
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    last = at(event);
    pen.beginPath();
    pen.arc(...last, 1.75, 0, 2 * Math.PI);
    pen.fill();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!last) return;
    const parts = event.getCoalescedEvents?.() ?? [];
    for (const part of parts.length ? parts : [event]) stroke(part);
  });
  const lift = () => {
    if (!last) return;
    last = null;
    // A dot by mistake is no signature.
    if (drawn < 20) return;
    field.value = canvas.toDataURL("image/png");
    told.textContent = "Signed.";
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  pad.querySelector("[data-clear]").addEventListener("click", () => {
    wipe();
    drawn = 0;
    field.value = "";
    told.textContent = "Cleared.";
    canvas.focus();
  });
  wipe();
  if (field.value) {
    // The form came back with the signature that was drawn before.
    const before = new Image();
    before.addEventListener("load", () => pen.drawImage(before, 0, 0, canvas.width, canvas.height));
    before.src = field.value;
    drawn = 100;
    told.textContent = "Signed.";
  }
}

const where = document.querySelector("[data-position]");
if (where && navigator.geolocation) {
  const told = where.querySelector(".glass-told");
  const set = (name, value) => { where.querySelector(`[name="position_${name}"]`).value = value; };
  where.hidden = false;
  where.querySelector("button").addEventListener("click", () => {
    told.textContent = "Asking the device …";
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        set("lon", coords.longitude.toFixed(7));
        set("lat", coords.latitude.toFixed(7));
        set("accuracy", String(Math.round(coords.accuracy)));
        told.textContent = `${coords.latitude.toFixed(6)}, ${coords.longitude.toFixed(6)}, within ${Math.round(coords.accuracy)} m.`;
      },
      () => { told.textContent = "The device tells no position. The delivery can be recorded without it."; },
      { enableHighAccuracy: true, timeout: 15000 },
    );
  });
}
