"use strict";
// The picture of the board, as the bench draws it. A click on a place lays its tag on the reader, and a click on a road
// those of its ends: the map is one more hand at the box, and knows no game either.

let taps = {}, pictured = null, folded = sessionStorage.getItem("folded") === "yes";

function showBoard(glance) {
  taps = glance.taps;
  const same = pictured && pictured.board === glance.board;
  pictured = glance;
  if (!same) paintBoard(glance.board);
  $("players").replaceChildren(
    ...glance.seats.map((seat, number) => {
      const dot = make("span", { className: "dot", textContent: String(number + 1) });
      const chip = make("span", { className: `player s-${seat.colour}` }, dot, ` ${seat.name} `, make("b", { textContent: String(seat.points) }));
      chip.classList.toggle("moves", number === glance.mover);
      if (number === glance.mover) chip.title = "To answer";
      return chip;
    }),
  );
  $("notes").textContent = glance.notes.join(" · ");
  $("key").querySelector("ul").replaceChildren(...glance.legend.map(([picture, words]) => make("li", {}, drawn(picture), words)));
  $("board").setAttribute("aria-label", `The board: ${glance.label}`);
  placeBoard();
  sortTray(glance.title);
}

function drawn(picture) {
  return document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true);
}

function paintBoard(picture) {
  const had = document.activeElement?.closest("#map [data-word]")?.dataset.word;
  $("map").replaceChildren(...(picture ? [drawn(picture)] : []));
  for (const part of $("map").querySelectorAll("[data-word]")) part.classList.toggle("tapped", part.dataset.word in taps);
  if (had) ($("map").querySelector(`[data-word="${CSS.escape(had)}"][tabindex]`) || knob).focus({ preventScroll: true });
  mapHelp();
}

function mapHelp() {
  clearTimeout(mapHelp.timer);
  $("map-help").classList.remove("told");
  const lit = $("map").querySelector(".lit"), asked = "Lit is what the question asks for";
  $("map-help").textContent = !bench?.reader ? (lit ? `${asked}.` : "")
    : $("map").querySelector(".lit[data-word]") ? `${asked}; a click there lays its tag on the reader.`
    : lit ? `${asked}; it has no tag, the knob takes it.`
    : "A click on a place lays its tag on the reader.";
}
function mapTell(text) {
  mapHelp();
  $("map-help").textContent = text;
  $("map-help").classList.add("told");
  mapHelp.timer = setTimeout(mapHelp, 4000);
}

// A name that this browser's letters make too wide for its box is set closer.
function fitNames() {
  for (const spot of $("map").querySelectorAll(".spot")) {
    const name = spot.querySelector(".name"), signs = spot.querySelectorAll(":scope > .icon").length;
    const room = spot.querySelector(".frame").width.baseVal.value - (signs ? 10 + signs * 14 : 7);
    if (name.getComputedTextLength() <= room) continue;
    name.setAttribute("textLength", String(room));
    name.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

const wide = window.matchMedia("(min-width: 1100px)");
const explain = () => { $("key").open = wide.matches; };
wide.addEventListener("change", explain);
explain();

function placeBoard() {
  const there = Boolean(pictured?.board);
  $("fold").hidden = !there;
  $("fold").setAttribute("aria-pressed", String(!folded));
  $("board").hidden = !there || folded;
  document.body.dataset.board = there && !folded ? "shown" : "none";
  if (there && !folded) fitNames();
  fit();
}

$("fold").addEventListener("click", () => {
  folded = !folded;
  sessionStorage.setItem("folded", folded ? "yes" : "no");
  placeBoard();
});

function choose(part) {
  if (!part || !bench.reader) return;
  const names = taps[part.dataset.word];
  if (names) tap(...names);
  else mapTell(`Not asked for now: ${part.getAttribute("aria-label")}.`);
}
$("map").addEventListener("click", (event) => {
  const part = event.target.closest("[data-word]"), lit = event.target.closest(".lit:not([data-word])");
  if (lit && bench.reader && !(part?.dataset.word in taps)) mapTell("It has no tag: take it with the knob.");
  else choose(part);
  knob.focus({ preventScroll: true });
});
$("map").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  if (!event.repeat) choose(event.target.closest("[data-word]"));
});
