// The page: this module makes its parts and joins them.
import { Aim } from "./aim.js";
import { Analyst } from "./analyst.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { $, button, enabled } from "./dom.js";
import { Engines } from "./engines.js";
import { reason } from "./errors.js";
import { Golden } from "./golden.js";
import { Hand } from "./hand.js";
import { say, tell } from "./message.js";
import { Opponents } from "./opponents.js";
import { Records } from "./records.js";
import { Session } from "./session.js";
import { applyTheme, wireSettings } from "./settings.js";
import { Program } from "./socket.js";
import { Steps } from "./steps.js";
import * as store from "./store.js";
import { Trays } from "./tray.js";
import { Turn } from "./turn.js";
import { View } from "./view.js";

const rules = new Golden();

/** Lets the browser do what waits, so that no task of the page becomes long. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function start() {
  const token = store.token();
  const program = token ? new Program(token) : undefined;
  const saved = store.load();
  applyTheme(saved.settings?.theme);
  const session = await Session.open(rules, saved);
  const { tables } = session;
  const engines = new Engines(rules, tables.line, program);

  const board = new Board($("board"), tables);
  const hand = new Hand($("board"), board, tables, session.position, {
    changed: (spoken) => aim.changed(spoken),
    place: (code) => turn.make(code),
    refused: () => say($("message").textContent ?? ""),
    look: (square) => aim.look(square),
  });
  await breathe();
  const trays = new Trays($("trays"), tables, hand, (tile, keyboard) => {
    if (!keyboard && hand.tile === tile) return hand.take(-1);
    hand.take(tile);
    if (!keyboard) return;
    $("board").focus();
    hand.enter();
  });
  const aim = new Aim(session, board, hand, trays);
  await breathe();

  const go = (/** @type {number} */ at) => steps.go(at);
  const { players } = new Opponents(session, engines.serial, program, (player, who) => {
    if (who === undefined) view.drawPlayers();
    else turn.seat(player, who);
  });
  const clocks = new Clocks(session, players, (player) => turn.late(player));
  const analyst = new Analyst(session, board, hand, go);
  const view = new View(session, board, hand, players, clocks, analyst, go);
  const turn = new Turn(session, engines, analyst, clocks, board, hand, view);
  const steps = new Steps(session, clocks, turn);
  const records = new Records(session, turn);

  wireButtons({
    left: () => hand.turn("left"), right: () => hand.turn("right"), mirror: () => hand.turn("mirror"),
    back: () => hand.take(-1), place: () => hand.place(),
    undo: () => steps.undo(), redo: () => steps.redo(), hint: () => analyst.hint(), resign: () => steps.resign(), pause: () => steps.pause(),
    start: () => steps.go(0), previous: () => steps.go(session.game.at - 1), next: () => steps.go(session.game.at + 1),
    end: () => steps.go(session.game.moves.length), branch: () => steps.branch(),
  });
  $("new").addEventListener("click", () => steps.newGame());
  $("help").addEventListener("click", () => $("help-dialog", HTMLDialogElement).showModal());
  $("analyse-game").addEventListener("click", () => analyst.sweep());
  $("fault").addEventListener("click", () => {
    engines.chip.faulty = true;
    tell("In its next search, a bit of the chip will be flipped.");
  });
  // The inside of the chip, at the position shown.
  $("inside").addEventListener("click", () => {
    $("inside", HTMLAnchorElement).href = `chip.html${store.toFragment(session.game.upTo())}`;
  });
  wireRecords(records);
  wireSettings(session, {
    marks: () => { view.draw(); aim.changed(); analyst.analyse(); },
    first: () => turn.refresh(),
    clock: () => view.draw(),
  });
  clocks.start();
  await breathe();

  await turn.refresh(false);
  await records.openLink();
  document.documentElement.dataset.ready = "true";
  serve();
}

/** Joins the buttons and keys to their actions.
 * @param {{ [name: string]: () => void }} actions */
function wireButtons(actions) {
  for (const [name, action] of Object.entries(actions)) {
    button(name).addEventListener("click", () => { if (enabled(button(name))) action(); });
  }
  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
    /** @type {{ [key: string]: string }} */
    const keys = { z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" };
    const name = keys[event.key];
    if (!name) return;
    event.preventDefault();
    button(name).click();
  });
}

/** @param {Records} records */
function wireRecords(records) {
  $("save").addEventListener("click", () => records.save());
  $("link").addEventListener("click", () => records.copyLink());
  const load = $("load", HTMLInputElement);
  load.addEventListener("change", () => {
    const file = load.files?.[0];
    load.value = "";
    if (file) records.load(file);
  });
  window.addEventListener("hashchange", () => records.openLink());
}

/** Registers the service worker, which keeps the page for use without a network. */
function serve() {
  if (!("serviceWorker" in navigator)) return;
  const first = !navigator.serviceWorker.controller;
  navigator.serviceWorker.register("sw.js").catch(() => {}); // then the page needs the network
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (first) return;
    $("notice").textContent = "There is a new version: reload the page to use it. The game stays.";
    $("notice").hidden = false;
  });
}

start().catch((error) => {
  document.documentElement.dataset.ready = "false";
  tell(`The page could not start: ${reason(error)}`, "bad");
});
