"use strict";
// The bench page: hands and eyes on the emulated box. It knows controls, glass and tags, and no game.

const $ = (id) => document.getElementById(id);
const LIT = [217, 241, 255], DARK = [6, 9, 13];
const DEGREES = 18;          // of the knob, from one notch to the next
const PUSH_MS = 250;         // a hand on the rim that has not begun to turn after so long pushes the knob
const MIDDLE = 0.27;         // of the knob's width: nearer to its middle than this a hand pushes at once
const TWICE_MS = 250;        // a mouse's click so soon after another is the second half of a double click
const TAP_MS = 700;          // how long a tag is held to the reader
const screens = new Map();   // display name → its canvas
const lamps = new Map();     // seat → its lamp
const parts = new Map();     // part → the button that unplugs it
const tags = new Map();      // tag name → its button in the tray
let lying = [], controls = [], bench = null, stood = "";

// ---- the line to the bench

const post = (body, keepalive = false) => fetch("/move", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), keepalive,
});
let line = Promise.resolve();
function move(body) {
  // one after another, so that a press never overtakes a turn
  line = line.then(() => post(body)).then(async (answer) => tell(answer.ok ? "" : (await answer.json()).error)).catch(lost);
  return line;
}

function tell(error) {
  $("error").firstElementChild.textContent = error;
  $("error").hidden = !error;
}
$("error").querySelector("button").addEventListener("click", () => tell(""));

function lost() {
  document.body.dataset.line = "lost";
  state("the bench does not answer; start it again, this page will find it");
}

let stream = null;
async function connect() {
  if (document.hidden || stream) return;
  try {
    const text = await (await fetch("/furniture")).text();
    if (stood && text !== stood) { location.reload(); return; }
    if (!stood) furnish(JSON.parse(text));
    stood = text;
  } catch { lost(); setTimeout(connect, 700); return; }
  if (document.hidden || stream) return;
  stream = new EventSource("/events");
  stream.onmessage = (event) => {
    document.body.dataset.line = "there";
    for (const glance of JSON.parse(event.data)) see(glance);
    document.body.dataset.ready = "yes";
  };
  stream.onerror = () => { hangUp(); lost(); setTimeout(connect, 700); };
}
function hangUp() { stream?.close(); stream = null; }
// A browser has only a few lines to one address: a tab that nobody sees, or hears, leaves its own to the others.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) connect();
  else if (!audio) hangUp();
});
// A page that goes leaves no button pressed and no tag that it was tapping.
window.addEventListener("pagehide", () => {
  hangUp();
  const last = [...[...held].map((control) => ({ release: control })), ...[...tapped].map((name) => ({ lift: name }))];
  held.clear();
  for (const body of last) post(body, true).catch(() => {});
});
window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });

// ---- eyes

function state(text) { $("state").textContent = text; }

function see(glance) {
  if ("glass" in glance) paint(glance.glass, glance.lit);
  else if ("lamp" in glance) lamps.get(glance.lamp)?.classList.toggle("on", glance.on);
  else if ("buzzer" in glance) hear(glance.buzzer, glance.edges);
  else if ("board" in glance) showBoard(glance);
  else if ("supply" in glance) supply(glance);
  else if ("reader" in glance) wires(glance.reader, glance.unplugged);
}

function paint(name, base64) {
  const canvas = screens.get(name);
  if (!canvas || canvas.dataset.lit === base64) return;
  const bits = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const image = new ImageData(canvas.width, canvas.height);
  for (let i = 0; i < canvas.width * canvas.height; i++) {
    image.data.set(bits[i >> 3] & (0x80 >> (i & 7)) ? LIT : DARK, i * 4);
    image.data[i * 4 + 3] = 255;
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  canvas.dataset.lit = base64;
}

let power = "", said = null, out = [];
function supply(glance) {
  said = glance;
  power = glance.supply === "stopped" && glance.exit ? "failed" : glance.supply;
  document.body.dataset.supply = power;
  state({
    starting: "the companion starts…",
    on: glance.said || "the companion is running",
    stopping: "the companion saves and stops…",
    stopped: "the companion has stopped: it is safe to pull the plug",
    failed: `the companion has ended by itself (${glance.exit})${glance.said ? ": " + glance.said : ""}`,
    off: "the plug is pulled",
  }[power]);
  if (out.length && power !== "off") state(`${$("state").textContent} · unplugged: ${out.map((part) => parts.get(part).textContent).join(", ")}`);
  $("plug").textContent = power === "off" ? "Plug back in" : "Pull the plug";
  $("stop").textContent = power === "stopped" || power === "failed" ? "Start again" : "Shut down";
  $("stop").setAttribute("aria-disabled", String(power === "off" || power === "stopping"));
}

function wires(onReader, unplugged) {
  lying = onReader;
  const chips = lying.map((name) => {
    const chip = document.createElement("button");
    chip.type = "button"; chip.dataset.lift = name;
    chip.textContent = `${tags.get(name).textContent} ✕`; chip.title = "Lift this tag";
    chip.addEventListener("click", () => move({ lift: name }));
    return chip;
  });
  $("on-reader").replaceChildren(...(chips.length ? chips : ["nothing on the reader"]));
  $("reader").classList.toggle("busy", lying.length > 0);
  for (const [name, button] of tags) button.setAttribute("aria-pressed", String(lying.includes(name)));
  for (const [part, button] of parts) {
    const gone = unplugged.includes(part);
    button.setAttribute("aria-pressed", String(gone));
    button.title = gone ? "Plug it back in" : "Unplug it";
    screens.get(part)?.parentElement.classList.toggle("out", gone);
  }
  out = unplugged;
  if (said) supply(said);
}

// ---- ears

let audio = null, volume = null, quiet = 0;
function hear(on, edges) {
  $("note").classList.add("on");
  clearTimeout(quiet);
  if (!on) quiet = setTimeout(() => $("note").classList.remove("on"), 200);
  if (audio) for (const [ms, high] of edges) volume.gain.setValueAtTime(high ? 0.04 : 0, audio.currentTime + ms / 1000);
}
$("hear").addEventListener("change", (event) => {
  if (!event.target.checked) { audio?.close(); audio = null; return; }
  audio = new AudioContext();
  const tone = audio.createOscillator();
  volume = audio.createGain();
  tone.type = "square"; tone.frequency.value = 2300; volume.gain.value = 0;
  tone.connect(volume).connect(audio.destination);
  tone.start();
});

// ---- hands: the knob

const knob = $("knob");
let notches = 0, turned = 0, sending = false;
function turn(count) {
  notches += count; turned += count;
  $("cap").style.transform = `rotate(${turned * DEGREES}deg)`;
  knob.setAttribute("aria-valuenow", String(turned));
  knob.setAttribute("aria-valuetext", `${Math.abs(turned)} notches ${turned < 0 ? "left" : "right"} of where it was`);
  if (sending) return;
  sending = true;
  setTimeout(() => {
    const now = Math.max(-50, Math.min(50, notches));
    notches = 0; sending = false;
    if (now) move({ turn: now });
  }, 15);
}

const held = new Set();
const element = (control) => control === "knob" ? knob : document.querySelector(`[data-control="${control}"]`);
function press(control) {
  if (held.has(control) || !controls.includes(control)) return;
  held.add(control);
  element(control)?.classList.add("down");
  const early = notches;
  notches = 0;
  if (early) move({ turn: early });
  move({ press: control });
}
function release(control) {
  if (!held.delete(control)) return;
  element(control)?.classList.remove("down");
  move({ release: control });
}

let rolled = 0, rolledAt = 0;
$("knob-place").addEventListener("wheel", (event) => {
  event.preventDefault();
  const raw = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
  const pixels = raw * (event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? 33 : 100);
  if (Math.abs(pixels) >= 50) {  // a step of a mouse's wheel
    rolled = 0;
    turn(Math.sign(pixels) * Math.max(1, Math.round(Math.abs(pixels) / 120)));
    return;
  }
  // a trackpad, or a wheel without steps: so many pixels make a notch
  if (event.timeStamp - rolledAt > 300 || rolled * pixels < 0) rolled = 0;
  rolledAt = event.timeStamp;
  rolled += pixels;
  const whole = Math.trunc(rolled / 30);
  if (whole) { rolled -= whole * 30; turn(whole); }
}, { passive: false });

function hint(text) {
  $("hint").textContent = text;
  clearTimeout(hint.timer);
  hint.timer = setTimeout(() => { $("hint").textContent = ""; }, 4000);
}

let drag = null, pushedAt = -Infinity;
function bearing(event) {
  const box = knob.getBoundingClientRect();
  return Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) * 180 / Math.PI;
}
function fromMiddle(event) {
  const box = knob.getBoundingClientRect();
  return Math.hypot(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2) / box.width;
}
knob.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || drag) return;
  event.preventDefault();
  knob.setPointerCapture(event.pointerId);
  knob.focus({ preventScroll: true });
  const early = TWICE_MS - (performance.now() - pushedAt);
  if (early > 0 && fromMiddle(event) < MIDDLE) {  // a hold is one, but a click is the second half of a double click
    drag = { twice: true, timer: setTimeout(() => { drag = { pushes: true }; press("knob"); }, early) };
    return;
  }
  if (fromMiddle(event) < MIDDLE) { drag = { pushes: true }; press("knob"); return; }
  drag = { from: bearing(event), angle: 0, turns: false, pushes: false, x: event.clientX, y: event.clientY };
  drag.timer = setTimeout(() => { if (drag && !drag.turns) { drag.pushes = true; press("knob"); } }, PUSH_MS);
});
knob.addEventListener("pointermove", (event) => {
  if (!drag || drag.pushes || drag.twice) return;
  const now = bearing(event);
  drag.angle += ((now - drag.from + 540) % 360) - 180;
  drag.from = now;
  if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6) drag.turns = true;
  const whole = Math.trunc(drag.angle / DEGREES);
  if (whole && drag.turns) { drag.angle -= whole * DEGREES; turn(whole); }
});
for (const end of ["pointerup", "pointercancel"]) {
  knob.addEventListener(end, () => {
    if (!drag) return;
    clearTimeout(drag.timer);
    if (drag.twice) hint("A double click counts once. Enter clicks as fast as you like.");
    else if (end === "pointerup" && !drag.turns) press("knob");
    if (held.has("knob")) pushedAt = performance.now();
    drag = null;
    release("knob");
  });
}
$("left").addEventListener("click", () => turn(-1));
$("right").addEventListener("click", () => turn(1));

// ---- hands: buttons and keys

function bind(button, control) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0) { button.setPointerCapture(event.pointerId); press(control); }
  });
  for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => release(control));
}

const KEYS = { Enter: "knob", " ": "knob", Escape: "back", Backspace: "back",
  1: "seat.0", 2: "seat.1", 3: "seat.2", 4: "seat.3", 5: "seat.4" };
const TURNS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const down = new Map();      // key → the control it holds down
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === $("find")) { search(event); return; }
  if (event.key in TURNS) { event.preventDefault(); turn(TURNS[event.key]); return; }
  if (event.key === "/") { event.preventDefault(); $("find").focus(); $("find").select(); return; }
  const own = event.key === "Enter" || event.key === " " ? event.target.closest("button, input, a, summary, [role=button]") : null;
  const control = own ? own.dataset.control : KEYS[event.key];
  if (!control) return;      // a button or a box to tick: the browser clicks it
  event.preventDefault();
  if (!event.repeat) { down.set(event.key, control); press(control); }
});
document.addEventListener("keyup", (event) => {
  const control = down.get(event.key);
  if (control) { event.preventDefault(); down.delete(event.key); release(control); }
});
window.addEventListener("blur", () => { down.clear(); for (const control of [...held]) release(control); });
// After a click with the mouse the keys belong to the knob again; whoever goes by keys stays where they are.
document.addEventListener("click", (event) => {
  if (event.detail > 0 && event.target.closest("button, label, input[type=checkbox]")) knob.focus({ preventScroll: true });
});

// ---- hands: tags, power and plugs

const passed = (ms) => new Promise((done) => setTimeout(done, ms));
let tapping = false, lifted = -Infinity;  // when the last tag was: what lay there a moment ago is still there for the reader
const tapped = new Set();    // the tags that are held to the reader for a moment
async function tap(...names) {
  if (names.length === 1 && lying.includes(names[0])) { move({ lift: names[0] }); return; }
  if (tapping) return;
  tapping = true;
  for (const [place, name] of names.entries()) {
    const early = lifted + bench.aside_ms - performance.now();
    if (early > 0) await passed(early);
    await move({ lay: name });
    if (place === names.length - 1) tapping = false;
    if (place === names.length - 1 && $("leave").checked) break;
    tapped.add(name);
    await passed(TAP_MS);
    await move({ lift: name });
    lifted = performance.now();
    tapped.delete(name);
  }
}

function search(event) {
  if (event.key === "Escape") { $("find").value = ""; sift(); knob.focus(); }
  else if (event.key === "Enter") {
    const first = [...tags].find(([, button]) => !button.hidden);
    if (first) tap(first[0]);
  } else return;
  event.preventDefault();
}
function sift() {
  const wanted = $("find").value.trim().toLowerCase().split(/\s+/);
  for (const button of tags.values()) button.hidden = !wanted.every((word) => button.dataset.text.includes(word));
  const all = !wanted[0];
  for (const kind of $("tray").querySelectorAll(".kind, .game")) kind.hidden = !kind.querySelector("button:not([hidden])");
  for (const game of $("tray").querySelectorAll(".game")) game.open = all ? opened(game) : true;
  const none = ![...tags.values()].some((button) => !button.hidden);
  $("no-tag").hidden = !none;
  $("no-tag").textContent = none ? `No tag is called “${$("find").value.trim()}”.` : "";
}

// The tags of the game that is played come first, those of others are folded away.
let playing = "";
const opened = (game) => !playing || !game.dataset.title || game.dataset.title === playing;
function sortTray(title) {
  if (title === playing) return;
  playing = title;
  const games = [...$("tray").children];
  games.sort((one, other) => (other.dataset.title === playing) - (one.dataset.title === playing) || one.dataset.at - other.dataset.at);
  $("tray").replaceChildren(...games);
  sift();
}
$("find").addEventListener("input", sift);

for (const [kind, over] of [["dragenter", true], ["dragover", true], ["dragleave", false], ["drop", false]]) {
  $("reader").addEventListener(kind, (event) => {
    event.preventDefault();
    $("reader").classList.toggle("over", over);
    const name = kind === "drop" && event.dataTransfer.getData("text/plain");
    if (name && tags.has(name) && !lying.includes(name)) move({ lay: name });
  });
}

$("plug").addEventListener("click", () => move({ power: power === "off" ? "plug" : "pull" }));
$("stop").addEventListener("click", () => {
  if (power === "on" || power === "starting") move({ power: "stop" });
  else if (power === "stopped" || power === "failed") move({ power: "plug" });
});

// ---- what stands on the bench

function make(kind, properties, ...children) {
  const made = Object.assign(document.createElement(kind), properties);
  made.append(...children);
  return made;
}

function kindOf(tag) {
  const find = (place, name) => [...place.children].find((each) => each.dataset.name === name);
  let game = find($("tray"), tag.group);
  if (!game) {
    game = make("details", { className: "game", open: true }, make("summary", { textContent: tag.group }));
    Object.assign(game.dataset, { name: tag.group, title: tag.title, at: String($("tray").children.length) });
    $("tray").append(game);
  }
  let kind = find(game, tag.kind);
  if (!kind) {
    kind = make("div", { className: "kind" });
    if (tag.kind) kind.append(make("h3", { textContent: tag.kind }));
    kind.dataset.name = tag.kind;
    game.append(kind);
  }
  return kind;
}

function furnish(found) {
  bench = found;
  controls = bench.controls;
  for (const each of bench.displays) {
    const canvas = make("canvas", { width: each.width, height: each.height, id: `glass-${each.name}` });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `Display ${each.name}`);
    const caption = make("figcaption", { textContent: `${each.name} · ${each.chip.toUpperCase()} ${each.width}×${each.height}` });
    $("displays").append(make("figure", {}, canvas, caption));
    screens.set(each.name, canvas);
  }
  const pushed = controls.filter((control) => control.startsWith("seat.")).map((control) => Number(control.slice(5)));
  for (const seat of [...new Set([...bench.lamps, ...pushed])].sort()) {
    const place = make("div", { className: "seat" });
    if (bench.lamps.includes(seat)) lamps.set(seat, place.appendChild(make("span", { className: "lamp" })));
    if (pushed.includes(seat)) {
      const button = make("button", { type: "button", className: "cap", textContent: String(seat + 1), title: `Seat ${seat + 1} (key ${seat + 1})` });
      button.setAttribute("aria-label", `Seat ${seat + 1}`);
      button.dataset.control = `seat.${seat}`;
      bind(button, `seat.${seat}`);
      place.append(button);
    }
    $("seats").append(place);
  }
  const has = (name, there) => { for (const each of document.querySelectorAll(name)) each.hidden = !there; };
  has("#seats, .for-seats", pushed.length + bench.lamps.length);
  has("#back, .for-back", controls.includes("back"));
  has("#note, #hear-place", bench.buzzer);
  has("#reader-place, .for-tags", bench.reader);
  $("last-seat").textContent = String(Math.max(0, ...pushed) + 1);
  if (controls.includes("back")) bind($("back"), "back");
  knob.style.setProperty("--hold", `${bench.hold_ms}ms`);
  for (const tag of bench.tags) {
    const button = make("button", { type: "button", textContent: tag.label, title: tag.name, draggable: true });
    button.dataset.tag = tag.name;
    button.dataset.text = `${tag.name} ${tag.label} ${tag.kind}: ${tag.label}`.toLowerCase();
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => tap(tag.name));
    button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", tag.name));
    tags.set(tag.name, button);
    kindOf(tag).append(button);
  }
  for (const part of bench.parts) {
    const label = part.startsWith("seat.") ? `seat ${Number(part.slice(5)) + 1}` : screens.has(part) ? `display ${part}` : part;
    const button = make("button", { type: "button", textContent: label });
    button.dataset.part = part;
    button.addEventListener("click", () => move(button.getAttribute("aria-pressed") === "true" ? { plug: part } : { unplug: part }));
    parts.set(part, button);
    $("parts").append(button);
  }
  fit();
  knob.focus({ preventScroll: true });
}

// Every pixel of the glass as large as the next: whole multiples of the screen's own pixels.
function fit() {
  if (!bench) return;
  const frame = 12, gap = 12, ratio = window.devicePixelRatio || 1, count = bench.displays.length;
  const room = $("box").clientWidth - 26;
  const across = room < 560 ? 1 : count <= 3 ? count : Math.ceil(count / 2);
  const most = count <= 2 ? 512 : 256;
  const high = beside.matches && document.body.dataset.board === "shown" ? window.innerHeight - 345 : Infinity;
  const tall = Math.max(...bench.displays.map((each) => each.height)) * Math.ceil(count / across);
  let widest = 0;
  for (const each of bench.displays) {
    const space = Math.min(most, (room - gap * (across - 1)) / across - frame, high * each.width / tall);
    const times = Math.max(1, Math.floor(Math.max(space, 128) * ratio / each.width)) / ratio;
    const canvas = screens.get(each.name);
    canvas.style.width = `${each.width * times + frame}px`;
    canvas.style.height = `${each.height * times + frame}px`;
    widest = Math.max(widest, each.width * times + frame);
  }
  $("displays").style.maxWidth = `${across * (widest + gap)}px`;
}
const beside = window.matchMedia("(min-width: 1100px)");  // where the map stands beside the box
window.addEventListener("resize", fit);
new ResizeObserver(fit).observe($("box"));

connect();
