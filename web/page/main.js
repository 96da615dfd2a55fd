// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The entry point of the page: creates its parts and connects them.
import { Aim } from "./aim.js";
import { Analyst } from "./analyst.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { $, button, enabled } from "./dom.js";
import { fromLink, handOver, isLink } from "./direct.js";
import { Engines, friend } from "./engines.js";
import { reason } from "./errors.js";
import { Friends } from "./friends.js";
import { Golden, Library } from "./golden.js";
import { Hand } from "./hand.js";
import { keyName } from "./keys.js";
import { message, say, tell } from "./message.js";
import { Opponents } from "./opponents.js";
import { Puzzles, wirePuzzles } from "./puzzles.js";
import { Records } from "./records.js";
import { levels as chipLevels } from "./chip.js";
import { Session } from "./session.js";
import { applyTheme, wireSettings } from "./settings.js";
import { Program } from "./socket.js";
import { Steps } from "./steps.js";
import { Spots } from "./spots.js";
import * as store from "./store.js";
import { Trays } from "./tray.js";
import { Turn } from "./turn.js";
import { View } from "./view.js";

const library = new Library();
const game = store.gameName();

/** Yields to the browser, to keep the page's tasks short. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function start() {
  const token = store.token();
  const saved = store.load();
  applyTheme(saved.settings?.theme ?? store.load(store.defaultGame).settings?.theme);
  chooseGame();
  // Blokus Duo begins with a small program, and the players load while the visitor looks.
  const rules = game === store.defaultGame ? new Golden() : await library.worker();
  showProgress(rules);
  const begun = game === store.defaultGame ? await (await fetch(new URL("start.json", import.meta.url))).json() : undefined;
  const session = await Session.open(rules, saved, begun);
  const { tables } = session;
  const program = token && tables.line ? new Program(token) : undefined;
  const engines = new Engines(rules, library, tables.line, program);
  document.title = `tessera: ${tables.title}`;
  document.documentElement.dataset.game = tables.game.replace(/:.*/, "");
  document.documentElement.dataset.board = tables.size ? "tiles" : "spots";

  const board = new Board($("board"), tables);
  const { hand, aim } = tables.size ? withTiles(session, board, (code) => puzzles.make(code)) : withSpots(session, board, (code) => turn.make(code));
  await breathe();

  /** @type {(at: number) => Promise<void> | undefined} */
  const go = (at) => steps.go(at);
  const { players } = new Opponents(session, engines.serial, program, (player, who) => {
    if (who === undefined) view.drawPlayers();
    else if (who === friend) friends.invite(player);
    else turn.seat(player, who);
  });
  const clocks = new Clocks(session, players, (player) => turn.late(player));
  const analyst = new Analyst(session, board, hand, library, go);
  const view = new View(session, board, hand, players, clocks, analyst, go, (line, at) => steps.vary(line, at));
  const turn = new Turn(session, engines, analyst, clocks, board, hand, view);
  const steps = new Steps(session, clocks, turn);
  const puzzles = new Puzzles(session, turn, board, library);
  const records = new Records(session, turn, puzzles);
  const friends = new Friends(session, turn);
  const newGame = () => (session.shared && friends.guest ? friends.ask() : steps.newGame());

  wireButtons({
    left: () => hand.turn("left"), right: () => hand.turn("right"), mirror: () => hand.turn("mirror"),
    back: () => hand.take(-1), place: () => hand.place(),
    undo: () => steps.undo(), redo: () => steps.redo(), hint: () => analyst.hint(), resign: () => steps.resign(), pause: () => steps.pause(),
    again: newGame,
    look: () => {
      steps.go(0);
      button("next").focus();
      if (!analyst.sweeping) analyst.sweep();
    },
    start: () => steps.go(0), previous: () => steps.go(session.game.at - 1), next: () => steps.go(session.game.at + 1),
    end: () => steps.go(session.game.moves.length), branch: () => steps.branch(),
    onward: () => steps.branch(), went: () => steps.go(session.game.at + 1),
    retry: () => puzzles.again(), another: () => puzzles.next(),
  });
  $("new").addEventListener("click", newGame);
  $("friend").addEventListener("click", () => friends.invite());
  $("help").addEventListener("click", () => $("help-dialog", HTMLDialogElement).showModal());
  $("longer").addEventListener("click", () => { if (enabled($("longer"))) analyst.longer(); });
  $("comment").addEventListener("input", () => {
    session.game.comment($("comment", HTMLTextAreaElement).value);
    session.keep();
  });
  $("analyse-game").addEventListener("click", () => analyst.sweep());
  $("fault").addEventListener("click", () => {
    engines.chips.faulty = true;
    tell("In its next search, a bit of the chip will be flipped.");
  });
  // Link to the inside of the chip at the position shown.
  $("inside").addEventListener("click", () => {
    const playing = chipLevels.find((l) => session.settings.players.includes(l.id));
    $("inside", HTMLAnchorElement).href = `chip.html${playing ? `?chip=${playing.chip}` : ""}${store.toFragment(session.game.upTo())}`;
  });
  const openLink = async () => {
    if (!isLink(location.hash)) return records.openLink();
    friends.opened(takeFragment()); // takes its time
  };
  wireRecords(records, openLink);
  wirePuzzles(puzzles, () => records.copyPuzzle());
  wireSettings(session, {
    marks: () => { view.draw(); aim.changed(); analyst.analyse(); },
    first: () => turn.refresh(),
    clock: () => view.draw(),
  });
  clocks.start();
  await breathe();

  await turn.refresh(false);
  await rules.ready; // until then a visitor looks at the board, and takes a tile
  friends.start();
  await openLink();
  document.documentElement.dataset.ready = "true";
  library.load().catch(() => {}); // the first thought reports the error
  serve();
}

/** Shows how much of the rules has arrived.
 * @param {Golden} rules */
function showProgress(rules) {
  const bar = $("progress", HTMLProgressElement);
  rules.onprogress = (share) => { bar.value = share; };
  rules.ready.finally(() => { bar.hidden = true; }).catch(() => {});
}

/** What makes a move on the board, and its display.
 * @typedef {{ hand: Hand | Spots, aim: { changed: () => unknown } }} Mover */

/** A board with tiles in trays.
 * @param {Session} session
 * @param {Board} board
 * @param {(code: string) => void} place makes a move
 * @returns {Mover} */
function withTiles(session, board, place) {
  const { tables } = session;
  const hand = new Hand($("board"), board, tables, session.position, {
    changed: (spoken) => aim.changed(spoken),
    place,
    refused: () => say($("message").textContent ?? ""),
    look: (square) => aim.look(square),
  });
  const trays = new Trays($("trays"), tables, hand, (tile, keyboard) => {
    if (!keyboard && hand.tile === tile) return hand.take(-1);
    hand.take(tile);
    if (!keyboard) return;
    $("board").focus();
    hand.enter();
  });
  const aim = new Aim(session, board, hand, trays);
  return { hand, aim };
}

/** A board of spots.
 * @param {Session} session
 * @param {Board} board
 * @param {(code: string) => void} place makes a move
 * @returns {Mover} */
function withSpots(session, board, place) {
  const hand = new Spots($("board"), board, session, place);
  return { hand, aim: hand };
}

/** Offers the games. A game has an address, and keeps its state apart from the others. */
function chooseGame() {
  const list = $("game", HTMLSelectElement);
  if (![...list.options].some((o) => o.value === game)) throw new Error(`no game is named ${game}, want one of ${[...list.options].map((o) => o.value).join(", ")}`);
  list.value = game;
  list.addEventListener("change", () => {
    location.href = location.pathname + (list.value === store.defaultGame ? "" : `?game=${list.value}`);
  });
}

/** Connects the buttons and keys to their actions.
 * @param {{ [name: string]: () => void }} actions */
function wireButtons(actions) {
  for (const [name, action] of Object.entries(actions)) {
    button(name).addEventListener("click", () => { if (enabled(button(name))) action(); });
  }
  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
    /** @type {{ [key: string]: string }} */
    const keys = { z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" };
    const name = keys[keyName(event)];
    if (!name) return;
    event.preventDefault();
    button(name).click();
  });
}

/** The fragment of the page's address, which is removed there. */
function takeFragment() {
  const { hash } = location;
  history.replaceState(null, "", location.pathname + location.search);
  return hash;
}

/** @param {Records} records
 * @param {() => void} openLink */
function wireRecords(records, openLink) {
  $("save").addEventListener("click", () => records.save());
  $("link").addEventListener("click", () => records.copyLink());
  const load = $("load", HTMLInputElement);
  load.addEventListener("change", () => {
    const file = load.files?.[0];
    load.value = "";
    if (file) records.load(file);
  });
  // Without these the browser leaves the page for a file that is dropped on it.
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) records.load(file);
  });
  window.addEventListener("hashchange", openLink);
}

/** Registers the service worker, which keeps the page for use offline. */
function serve() {
  if (!("serviceWorker" in navigator)) return;
  const first = !navigator.serviceWorker.controller;
  navigator.serviceWorker.register("sw.js").then((registration) => {
    // The first worker of all may wait, too, for a moment.
    const offer = () => { $("notice").hidden = !registration.waiting || !registration.active; };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
    $("update").addEventListener("click", () => registration.waiting?.postMessage("update"));
    offer();
  }).catch(() => {}); // without the worker the page still works online
  // All open pages change to the new version at once. Their games stay.
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (!first) location.reload(); });
}

const handTime = 3_000; // milliseconds that the tab that waits may usually take

/** Hands the answer to an invitation to the tab that waits for it. This tab then has nothing to do. */
async function answer() {
  const found = fromLink(location.hash);
  if (found && !found.to) return location.replace(store.address(store.direct) + location.hash); // an invitation
  $("progress").hidden = true;
  document.documentElement.dataset.ready = "true";
  if (!found) return tell("The link is damaged: have it sent again, whole.", "bad");
  message("Looks for the tab that waits for this answer …");
  const late = setTimeout(() => tell("No tab of this browser waits for this answer. Paste the link into the dialog of the page that invites, or make a new invitation.", "bad"), handTime);
  handOver(location.hash, () => {
    clearTimeout(late);
    tell("Your friend's answer has gone to the tab that waits for it: the game is there, and this tab can be closed.", "good");
  });
}

(isLink(location.hash) && store.invitedTo() === undefined ? answer() : start()).catch((error) => {
  document.documentElement.dataset.ready = "false";
  tell(`The page could not start: ${reason(error)}`, "bad");
});
