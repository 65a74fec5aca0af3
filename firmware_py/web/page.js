"use strict";
// The bench page: hands and eyes on the emulated box. It knows controls, glass and tags, and no game.

const $ = (id) => document.getElementById(id);
const lit = [217, 241, 255], dark = [6, 9, 13];
const screens = new Map();   // display name → its canvas
const lamps = new Map();     // seat → its lamp
let lying = [], parts = new Map(), controls = [];
let queue = Promise.resolve();

function move(body) {
  // one after another, so that a press never overtakes a turn
  queue = queue.then(() => fetch("/move", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  })).then(async (answer) => {
    if (!answer.ok) $("state").textContent = (await answer.json()).error;
  }).catch(() => { $("state").textContent = "the bench does not answer: start it again"; });
  return queue;
}

// ---- eyes

function paint(name, base64) {
  const canvas = screens.get(name);
  if (!canvas) return;
  const bits = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const image = new ImageData(canvas.width, canvas.height);
  for (let i = 0; i < canvas.width * canvas.height; i++) {
    const on = bits[i >> 3] & (0x80 >> (i & 7));
    image.data.set(on ? lit : dark, i * 4);
    image.data[i * 4 + 3] = 255;
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  canvas.dataset.lit = base64;
}

const words = { on: "the companion is running", off: "the plug is pulled", stopping: "shutting down…" };

function see(glance) {
  if ("glass" in glance) paint(glance.glass, glance.lit);
  else if ("lamp" in glance) lamps.get(glance.lamp)?.classList.toggle("on", glance.on);
  else if ("buzzer" in glance) buzz(glance.buzzer);
  else if ("supply" in glance) {
    const state = glance.supply;
    $("state").textContent = words[state] ?? `the companion has ended (${state})`;
    document.body.dataset.supply = state;
    $("pull").disabled = state === "off";
    $("stop").disabled = state !== "on";
    $("plug").disabled = state === "on" || state === "stopping";
  } else if ("reader" in glance) {
    lying = glance.reader;
    $("on-reader").textContent = lying.length ? lying.join(" + ") : "nothing on the reader";
    $("reader").classList.toggle("busy", lying.length > 0);
    for (const [part, button] of parts) button.classList.toggle("out", glance.unplugged.includes(part));
  }
}

// ---- ears

let audio = null, tone = null;
function buzz(on) {
  if (on && audio && !tone) {
    tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "square"; tone.frequency.value = 2300; volume.gain.value = 0.04;
    tone.connect(volume).connect(audio.destination);
    tone.start();
  } else if (!on && tone) { tone.stop(); tone = null; }
}
$("hear").addEventListener("change", (event) => {
  audio = event.target.checked ? (audio ?? new AudioContext()) : null;
  if (!audio) buzz(false);
});

// ---- hands: the knob

let notches = 0, sending = false, angle = 0;
function turn(count) {
  notches += count;
  angle += count * 18;
  document.querySelector(".cap-top").style.transform = `rotate(${angle}deg)`;
  $("knob").setAttribute("aria-valuenow", String(Number($("knob").getAttribute("aria-valuenow")) + count));
  if (sending) return;
  sending = true;
  setTimeout(() => {
    const now = Math.max(-50, Math.min(50, notches));
    notches = 0; sending = false;
    if (now) move({ turn: now });
  }, 15);
}

const held = new Set();
function press(control) {
  if (held.has(control) || !controls.includes(control)) return;
  held.add(control);
  cap(control)?.classList.add("down");
  move({ press: control });
}
function release(control) {
  if (!held.delete(control)) return;
  cap(control)?.classList.remove("down");
  move({ release: control });
}
function cap(control) {
  return control === "knob" ? $("knob") : document.querySelector(`[data-control="${control}"]`);
}

const knob = $("knob");
let drag = null, wheel = 0;
function bearing(event) {
  const box = knob.getBoundingClientRect();
  return Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) * 180 / Math.PI;
}
knob.addEventListener("wheel", (event) => {
  event.preventDefault();
  wheel += event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
  const whole = Math.trunc(wheel) || (Math.abs(event.deltaY) >= 100 ? Math.sign(event.deltaY) : 0);
  if (whole) { wheel = 0; turn(whole); }
}, { passive: false });
knob.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  knob.setPointerCapture(event.pointerId);
  knob.focus();
  drag = { from: bearing(event), turned: 0, far: false, x: event.clientX, y: event.clientY };
  // a push that becomes a turn is no click: wait a moment before pressing
  drag.timer = setTimeout(() => { if (drag && !drag.far) { drag.pressed = true; press("knob"); } }, 120);
});
knob.addEventListener("pointermove", (event) => {
  if (!drag || drag.pressed) return;
  if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6) drag.far = true;
  const now = bearing(event);
  drag.turned += ((now - drag.from + 540) % 360) - 180;
  drag.from = now;
  const whole = Math.trunc(drag.turned / 18);
  if (whole && drag.far) { drag.turned -= whole * 18; turn(whole); }
});
function letGo() {
  if (!drag) return;
  clearTimeout(drag.timer);
  if (!drag.far && !drag.pressed) { press("knob"); }
  drag = null;
  release("knob");
}
knob.addEventListener("pointerup", letGo);
knob.addEventListener("pointercancel", letGo);
$("left").addEventListener("click", () => turn(-1));
$("right").addEventListener("click", () => turn(1));

function bindButton(element, control) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button === 0) { element.setPointerCapture(event.pointerId); press(control); }
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => release(control));
  element.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") press(control); });
  element.addEventListener("keyup", (event) => { if (event.key === "Enter" || event.key === " ") release(control); });
}

const keys = { Enter: "knob", " ": "knob", Escape: "back", Backspace: "back", 1: "seat.0", 2: "seat.1", 3: "seat.2", 4: "seat.3", 5: "seat.4" };
function typing(event) { return event.target instanceof HTMLInputElement && event.target.type !== "checkbox"; }
document.addEventListener("keydown", (event) => {
  if (typing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowRight" || event.key === "ArrowDown") { event.preventDefault(); turn(1); }
  else if (event.key === "ArrowLeft" || event.key === "ArrowUp") { event.preventDefault(); turn(-1); }
  else if (event.key in keys) {
    if ((event.key === "Enter" || event.key === " ") && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    if (!event.repeat) press(keys[event.key]);
  }
});
document.addEventListener("keyup", (event) => { if (event.key in keys) release(keys[event.key]); });
window.addEventListener("blur", () => { for (const control of [...held]) release(control); });

// ---- hands: tags and plugs

async function tap(name, stay) {
  if (lying.includes(name)) { await move({ lift: name }); return; }
  await move({ lay: name });
  if (!stay) setTimeout(() => move({ lift: name }), 700);
}
$("reader").addEventListener("click", () => { for (const name of lying) move({ lift: name }); });
$("find").addEventListener("input", () => {
  const wanted = $("find").value.trim().toLowerCase().split(/\s+/);
  for (const button of $("tray").querySelectorAll("button")) {
    button.hidden = !wanted.every((word) => button.dataset.text.includes(word));
  }
});
$("pull").addEventListener("click", () => move({ power: "pull" }));
$("plug").addEventListener("click", () => move({ power: "plug" }));
$("stop").addEventListener("click", () => move({ power: "stop" }));

// ---- what stands on the bench

function furnish(bench) {
  controls = bench.controls;
  for (const each of bench.displays) {
    const figure = document.createElement("figure"), canvas = document.createElement("canvas");
    canvas.width = each.width; canvas.height = each.height; canvas.id = `glass-${each.name}`;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `Display ${each.name}`);
    const caption = document.createElement("figcaption");
    caption.textContent = `${each.name} · ${each.chip.toUpperCase()} ${each.width}×${each.height}`;
    figure.append(canvas, caption);
    $("displays").append(figure);
    screens.set(each.name, canvas);
  }
  const seats = new Set([...bench.lamps, ...controls.filter((c) => c.startsWith("seat.")).map((c) => Number(c.slice(5)))]);
  for (const seat of [...seats].sort()) {
    const place = document.createElement("div"), lamp = document.createElement("span"), button = document.createElement("button");
    place.className = "seat"; lamp.className = "lamp"; button.className = "cap";
    button.textContent = String(seat + 1);
    button.dataset.control = `seat.${seat}`;
    button.title = `Seat ${seat + 1} (key ${seat + 1})`;
    bindButton(button, `seat.${seat}`);
    if (bench.lamps.includes(seat)) { lamps.set(seat, lamp); place.append(lamp); }
    place.append(button);
    $("seats").append(place);
  }
  if (controls.includes("back")) bindButton($("back"), "back"); else $("back").remove();
  if (!bench.reader) $("reader-place").remove();
  let group = "";
  for (const tag of bench.tags) {
    if (tag.group !== group) {
      const title = document.createElement("h3");
      title.textContent = group = tag.group;
      $("tray").append(title);
    }
    const button = document.createElement("button");
    button.textContent = tag.label;
    button.title = tag.name;
    button.dataset.tag = tag.name;
    button.dataset.text = `${tag.name} ${tag.label}`.toLowerCase();
    button.addEventListener("click", (event) => tap(tag.name, event.shiftKey));
    $("tray").append(button);
  }
  for (const part of bench.parts) {
    const button = document.createElement("button");
    button.textContent = part;
    button.dataset.part = part;
    button.addEventListener("click", () => move(button.classList.contains("out") ? { plug: part } : { unplug: part }));
    parts.set(part, button);
    $("parts").append(button);
  }
}

fetch("/furniture").then((answer) => answer.json()).then((bench) => {
  furnish(bench);
  const stream = new EventSource("/events");
  stream.onmessage = (event) => { for (const glance of JSON.parse(event.data)) see(glance); document.body.dataset.ready = "yes"; };
  stream.onerror = () => { $("state").textContent = "the bench does not answer: start it again"; };
});
