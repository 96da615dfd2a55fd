// The page: it joins the game, golden, and what is seen.
import { Golden, Stopped, Thinker } from "./golden.js";
import { Game } from "./game.js";
import { Board } from "./board.js";
import { Hand } from "./hand.js";
import { Trays } from "./tray.js";
import { Moves, Players, person, sign } from "./panel.js";
import { Candidates, chart, heat } from "./analysis.js";
import { Checks, Chip, isChip, levels as chipLevels } from "./chip.js";
import * as store from "./store.js";

const $ = (id) => document.getElementById(id);
const button = (name) => document.querySelector(`[data-do="${name}"]`);

// Milliseconds for which a pass can be seen before it is made: a player's first, and later ones.
const passDelay = [900, 150];
const least = 350; // milliseconds that an engine takes at least, so that its move can be followed
const largestFile = 1 << 20; // bytes

const rules = new Golden();
const thinker = new Thinker(rules.ready);
const chip = new Chip(rules.ready);

const saved = store.load();
const settings = {
  players: [person, "tree:level=2"], first: 1, theme: "auto", corners: true, reach: true, heat: false, analyse: false, form: "blksgf",
  ...saved.settings,
};
let game = new Game(saved.game);
let previous = saved.previous && new Game(saved.previous); // the game before, which undo brings back
let paused = saved.paused ?? false;

let tables, pass, board, hand, trays, players, moves, candidates, checks;
let position; // that is looked at
let whole; // the last one of the game
let thinking; // the report of the engine that is to move, while it thinks
let verdict; // why the placement of the hand is not legal
const thoughts = new Map(); // by Game.key: what the analysis found

function message(text, kind = "") {
  $("message").textContent = text;
  $("message").className = kind;
}

/** Has a screen reader say a text. */
function say(text) {
  $("status").textContent = $("status").textContent === text ? `${text}\u00a0` : text;
}

function keep() {
  store.save({ game, previous, paused, settings });
}

// What is on the board.

const over = () => position.over || (game.resigned > 0 && game.live);

/** Whether a person is to move in the position looked at. */
const open = () => !over() && !position.mustPass && settings.players[position.toMove] === person;

/** The outcome in words, "" as long as the game goes on. */
function outcome() {
  if (game.resigned > 0 && game.live) return `Player ${game.resigned} resigns: player ${3 - game.resigned} wins.`;
  if (!position.over) return "";
  const [a, b] = position.scores;
  const result = `${sign(a)} to ${sign(b)}`;
  if (a === b) return `The game is drawn, ${result}.`;
  return `Player ${a > b ? 1 : 2} wins by ${Math.abs(a - b)}, ${result}.`;
}

function placeName({ o, s }) {
  const tile = tables.tiles[tables.orientations[o].tile];
  return `tile ${tile.letter} on ${hand.cellsOf({ o, s }).map(([row, col]) => tables.squares[board.square(row, col)]).join(", ")}`;
}

/** The last move in words. */
function moveText(p) {
  const m = p.moves.at(-1);
  if (!m) return "";
  return `Move ${p.moves.length}: player ${m.player + 1} ${m.tile < 0 ? "passes" : `places ${placeName(m)}`}.`;
}

function turnText() {
  const who = `Player ${position.toMove + 1}`;
  if (outcome()) return outcome();
  if (position.mustPass) return `${who} cannot place a tile and passes.`;
  if (!game.live) return `After move ${game.at} of ${game.moves.length}.`;
  if (settings.players[position.toMove] !== person) return paused ? `${who} waits: Resume lets the engine think.` : `${who} thinks …`;
  return `${who}: choose a tile.`;
}

let refreshing = 0;

/** Shows the game as it stands, and lets whoever is to move go on. */
async function refresh(spoken = true) {
  const mine = ++refreshing;
  clearTimeout(refresh.pass);
  thinker.stop();
  chip.stop();
  thinking = undefined;
  keep();
  const shown = await rules.call("position", game.asked);
  const all = game.live ? shown : await rules.call("position", { first: game.first, moves: game.moves });
  if (mine !== refreshing) return;
  position = shown;
  whole = all;
  verdict = undefined;
  if (whole.over) game.margins[game.moves.length] = whole.scores[0] - whole.scores[1];
  board.preview();
  hand.set(position, open());
  draw();
  message(turnText());
  if (spoken) say(`${moveText(position)} ${turnText()}`);
  goOn(mine);
}

function draw() {
  const live = game.live && !over();
  board.draw(position, settings.corners && !over() ? position.toMove : -1);
  players.draw(position, settings.players, { over: over(), thinking });
  moves.draw(whole.moves, game.at, tables);
  const engines = settings.players.filter((p) => p !== person).length;
  disable("undo", undoTo() < 0 && !(game.at === 0 && previous));
  disable("redo", redoTo() < 0);
  disable("hint", !open());
  disable("resign", !live || engines === 2);
  disable("pause", engines === 0);
  button("pause").textContent = paused ? "Resume" : "Pause";
  button("pause").setAttribute("aria-pressed", String(paused));
  for (const name of ["start", "previous"]) disable(name, game.at === 0);
  for (const name of ["next", "end"]) disable(name, game.live);
  disable("branch", game.live);
  checks.draw(game.checks, settings.players.some(isChip), tables, whole.moves);
  drawAnalysis();
}

// A button that has the focus must not lose it, so that it stays enabled for the keyboard.
function disable(name, yes) {
  button(name).setAttribute("aria-disabled", String(yes));
}

function drawAnalysis() {
  const thought = thoughts.get(game.key);
  const shown = settings.analyse ? thought : undefined;
  candidates.draw(shown, tables, open());
  board.heat(settings.heat && thought ? heat(thought.candidates, (c) => hand.cellsOf(c).map(([row, col]) => board.square(row, col))) : []);
  chart($("chart"), game.margins, game.at, game.moves.length, go);
  if (analysing) return;
  $("analysis-note").textContent = shown ? `${shown.work.toLocaleString("en")} ${shown.unit}; visits, and points expected for player ${position.toMove + 1}` : "";
}

// Whose turn it is.

async function goOn(mine) {
  if (over() || analysing) return;
  if (game.live && position.mustPass) {
    const before = position.moves.some((m) => m.tile < 0 && m.player === position.toMove);
    refresh.pass = setTimeout(() => make(pass), passDelay[Number(before)]);
    return;
  }
  const level = settings.players[position.toMove];
  try {
    if (game.live && level !== person && !paused) {
      const began = performance.now();
      thinking = {};
      draw();
      const report = (news) => {
        if (mine !== refreshing) return;
        thinking = news;
        players.draw(position, settings.players, { over: false, thinking });
      };
      const thought = await (isChip(level)
        ? chip.think(position, tables, level, seed(), report)
        : thinker.think({ ...game.asked, level, seed: seed() }, report));
      await new Promise((resolve) => setTimeout(resolve, least - (performance.now() - began)));
      if (mine !== refreshing) return;
      learn(thought);
      const at = game.at;
      if (!thought.illegal) make(thought.code);
      if (thought.check) {
        game.checks[at] = true; // golden is at it
        check(game, at, thought);
      }
      if (thought.illegal) throw new Error("the chip's move is not legal");
    } else if (wanted()) {
      await analyse(mine);
    }
  } catch (error) {
    if (error instanceof Stopped || mine !== refreshing) return;
    thinking = undefined;
    draw();
    message(`The engine failed: ${error.message}`, "bad");
    say(`The engine failed: ${error.message}`);
  }
}

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** Keeps what an engine thinks of the position looked at. */
function learn(thought) {
  if (thought.margin === undefined) return;
  game.margins[game.at] = position.toMove === 0 ? thought.margin : -thought.margin;
  if (!thoughts.has(game.key)) thoughts.set(game.key, thought);
}

/** Keeps what golden says of a move of the chip, the one after so many. */
async function check(of, at, thought) {
  let found;
  try {
    found = await thought.check;
  } catch (error) {
    found = { ...thought, differ: [{ text: "golden", got: "a move", want: error.message }] };
  }
  if (of.moves[at] !== found.code && !thought.illegal) return; // taken back meanwhile
  of.checks[at] = found;
  keep();
  if (of !== game) return;
  checks.draw(game.checks, settings.players.some(isChip), tables, whole.moves);
  if (found.differ.length > 0) say(`Move ${at + 1} of the chip differs from golden's.`);
}

function make(code) {
  game.make(code);
  return refresh();
}

// Analysis.

let analysing = false; // the whole game is

const wanted = () => (settings.analyse || settings.heat) && !position.over && !position.mustPass && !thoughts.has(game.key);

async function analyse(mine) {
  $("analysis-note").textContent = "thinking …";
  const thought = await thinker.think({ ...game.asked, level: tables.analysis, seed: 1 }, (news) => {
    $("analysis-note").textContent = `${news.work.toLocaleString("en")} playouts …`;
  });
  if (mine !== refreshing) return;
  thoughts.set(game.key, thought);
  learn(thought);
  keep();
  drawAnalysis();
}

/** Analyses every position of the game that has not been yet. */
async function analyseGame() {
  if (analysing) {
    analysing = false;
    return refresh(false);
  }
  analysing = true;
  await refresh(false);
  const mine = refreshing;
  $("analyse-game").textContent = "Stop";
  const asked = new Game({ first: game.first, moves: [...game.moves] });
  try {
    for (asked.at = 0; asked.at <= asked.moves.length && analysing && mine === refreshing; asked.at++) {
      $("analysis-note").textContent = `Position ${asked.at + 1} of ${asked.moves.length + 1} …`;
      if (asked.moves[asked.at] === pass || (asked.live && whole.over)) continue;
      const thought = thoughts.get(asked.key) ?? await thinker.think({ ...asked.asked, level: tables.analysis, seed: 1 });
      if (mine !== refreshing) break;
      thoughts.set(asked.key, thought);
      if (thought.margin !== undefined) game.margins[asked.at] = asked.mover() === 0 ? thought.margin : -thought.margin;
      keep();
      drawAnalysis();
    }
  } catch (error) {
    if (!(error instanceof Stopped)) message(`The engine failed: ${error.message}`, "bad");
  } finally {
    analysing = false;
    $("analyse-game").textContent = "Analyse the game";
    drawAnalysis();
    if (mine === refreshing) goOn(mine);
  }
}

async function hint() {
  const mine = refreshing;
  message("Looking for a good move …");
  try {
    const thought = thoughts.get(game.key) ?? await thinker.think({ ...game.asked, level: tables.analysis, seed: 1 });
    if (mine !== refreshing) return;
    thoughts.set(game.key, thought);
    learn(thought);
    drawAnalysis();
    hand.hold(thought);
    board.preview(hand.cellsOf(thought), position.toMove);
    message(`Hint: ${placeName(thought)}.`, "good");
    say(`Hint: ${placeName(thought)}.`);
  } catch (error) {
    if (!(error instanceof Stopped)) message(`The engine failed: ${error.message}`, "bad");
  }
}

// The tile in hand.

let asked = 0;

/** Shows the tile in hand, and says whether it can be placed. */
async function handChanged(spoken) {
  if (!position) return;
  const mine = ++asked;
  const { cells, square, o, legal } = hand;
  board.cursor(hand.tile >= 0 ? -1 : hand.cursor);
  board.reach(settings.reach && hand.tile >= 0 ? new Set(hand.places().flatMap((p) => hand.cellsOf(p).map(([row, col]) => board.square(row, col)))) : []);
  board.ghost(cells, position.toMove, legal !== undefined);
  $("board").dataset.tile = hand.tile;
  $("board").dataset.o = o;
  $("board").dataset.s = square;
  $("board").dataset.legal = legal?.code ?? "";
  trays.draw(position, hand);
  for (const name of ["left", "right", "mirror", "back"]) disable(name, hand.tile < 0);
  disable("place", !legal);
  if (hand.tile < 0) {
    if (open() && spoken) say("No tile in hand.");
    if (open()) message(turnText());
    return;
  }
  const tile = tables.tiles[hand.tile].letter;
  let text, kind = "", longer; // longer: for those who do not see where the tile is
  if (square < 0) {
    text = `Tile ${tile}: choose its place on the board.`;
  } else if (legal) {
    text = `${placeName(legal)}: legal.`;
    kind = "good";
  } else {
    const v = await rules.call("why", { ...game.asked, o, s: square });
    if (mine !== asked) return;
    verdict = v;
    board.ghost(cells, position.toMove, false, v.square);
    const reason = `${v.reason}${v.square < 0 ? "" : `, ${tables.squares[v.square]}`}.`;
    text = `Tile ${tile}: ${reason}`;
    longer = `${placeName({ o, s: square })}: ${reason}`;
    kind = "bad";
  }
  text = text[0].toUpperCase() + text.slice(1);
  message(text, kind);
  if (spoken) say(longer ?? text);
}

function squareText(square) {
  const name = tables.squares[square];
  const m = position.moves.find((m) => m.squares.includes(square));
  if (m) return `${name}: player ${m.player + 1}, tile ${tables.tiles[m.tile].letter}`;
  const corners = [0, 1].filter((p) => position.corners[p].includes(square)).map((p) => `player ${p + 1}`);
  return `${name}: empty${corners.length ? `, corner of ${corners.join(" and ")}` : ""}`;
}

// Going back and forth.

function persons() {
  return [0, 1].filter((p) => settings.players[p] === person);
}

function undoTo() {
  if (game.resigned && game.live) return game.at;
  return persons().length ? game.choice(-1, persons(), pass) : game.at - 1;
}

function redoTo() {
  if (game.live) return -1;
  const to = persons().length ? game.choice(1, persons(), pass) : game.at + 1;
  return to < 0 ? game.moves.length : to;
}

function undo() {
  const to = undoTo();
  if (to >= 0) {
    game.resigned = 0;
    if (persons().length === 0) paused = true;
    return go(to);
  }
  if (game.at === 0 && previous) {
    game = previous;
    previous = undefined;
    return refresh();
  }
}

function go(at) {
  if (at < 0) return;
  game.at = at;
  return refresh();
}

function newGame() {
  if (game.moves.length > 0) previous = game;
  const first = settings.first === 0 ? 3 - game.first : settings.first;
  game = new Game({ first });
  paused = false;
  return refresh();
}

function resign() {
  const [a] = persons();
  game.resigned = (persons().length === 2 ? position.toMove : a) + 1;
  return refresh();
}

/** Takes over a game from outside, if golden finds its moves legal. */
async function adopt(read, from) {
  try {
    const p = await rules.call("position", { first: read.first, moves: read.moves });
    if (game.moves.length > 0) previous = game;
    game = new Game({ first: p.first, moves: p.moves.map((m) => m.code), at: p.moves.length, resigned: p.over ? 0 : read.resigned });
    paused = persons().length === 0;
    await refresh();
  } catch (error) {
    message(`${from}: ${error.message}`, "bad");
    say(`${from}: ${error.message}`);
  }
}

async function openFragment() {
  const fragment = location.hash;
  if (fragment.length < 2) return;
  history.replaceState(null, "", location.pathname + location.search); // a reload goes on with the game
  const read = store.fromFragment(fragment);
  if (read) return adopt(read, "The game of the link");
  message("The link holds no game.", "bad");
  say("The link holds no game.");
}

async function save() {
  const name = (p) => (settings.players[p] === person ? "Person" : settings.players[p]);
  const date = new Date().toISOString().slice(0, 10);
  const file = `blokus-duo-${date}.${settings.form}`;
  const { text } = await rules.call("write", { first: game.first, moves: game.moves, names: [name(0), name(1)], date, resigned: game.resigned, file });
  store.download(file, text);
  message(`Saved as ${file}.`);
  say(`Saved as ${file}.`);
}

async function loadFile(file) {
  try {
    if (file.size > largestFile) throw new Error(`${file.size} bytes, want at most ${largestFile}`);
    await adopt(await rules.call("read", { text: await file.text() }), file.name);
  } catch (error) {
    message(`${file.name}: ${error.message}`, "bad");
    say(`${file.name}: ${error.message}`);
  }
}

async function copyLink() {
  const link = location.origin + location.pathname + store.toFragment(game);
  try {
    await navigator.clipboard.writeText(link);
    message("The link is in the clipboard; it holds the whole game.");
  } catch {
    history.replaceState(null, "", link);
    message("The link stands in the address bar; it holds the whole game.");
  }
  say($("message").textContent);
}

// Wiring.

const actions = {
  left: () => hand.turn("left"), right: () => hand.turn("right"), mirror: () => hand.turn("mirror"),
  back: () => hand.take(-1), place: () => hand.place(),
  undo, redo: () => go(redoTo()), hint, resign,
  pause: () => { paused = !paused; return refresh(); },
  start: () => go(0), previous: () => go(game.at - 1), next: () => go(game.at + 1), end: () => go(game.moves.length),
  branch: () => { game.branch(); paused = false; return refresh(); },
};

function wire() {
  for (const b of document.querySelectorAll("[data-do]")) {
    b.addEventListener("click", () => {
      if (b.getAttribute("aria-disabled") !== "true") actions[b.dataset.do]();
    });
  }
  $("new").addEventListener("click", newGame);
  $("fault").addEventListener("click", () => {
    chip.faulty = true;
    message("In its next search, a bit of the chip will be flipped.");
    say($("message").textContent);
  });
  // The inside of the chip, at the position looked at.
  $("inside").addEventListener("click", () => {
    $("inside").href = `chip.html${store.toFragment({ first: game.first, moves: game.asked.moves })}`;
  });
  $("help").addEventListener("click", () => $("help-dialog").showModal());
  $("analyse-game").addEventListener("click", analyseGame);
  $("save").addEventListener("click", save);
  $("link").addEventListener("click", copyLink);
  $("load").addEventListener("change", () => {
    const [file] = $("load").files;
    $("load").value = "";
    if (file) loadFile(file);
  });
  for (const name of ["corners", "reach", "heat", "analyse"]) {
    $(name).checked = settings[name];
    $(name).addEventListener("change", () => {
      settings[name] = $(name).checked;
      keep();
      draw();
      handChanged(false);
      if (!thinking && wanted()) goOn(refreshing);
    });
  }
  $("first").value = settings.first;
  $("first").addEventListener("change", () => {
    settings.first = Number($("first").value);
    if (game.moves.length === 0 && settings.first > 0) game.first = settings.first;
    refresh();
  });
  $("form").value = settings.form;
  $("form").addEventListener("change", () => {
    settings.form = $("form").value;
    keep();
  });
  const theme = () => { document.documentElement.dataset.theme = settings.theme; };
  $("theme").value = settings.theme;
  $("theme").addEventListener("change", () => {
    settings.theme = $("theme").value;
    theme();
    keep();
  });
  theme();
  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
    const name = { z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" }[event.key];
    if (!name) return;
    event.preventDefault();
    button(name).click();
  });
  window.addEventListener("hashchange", openFragment);
}

function serve() {
  if (!("serviceWorker" in navigator)) return;
  const first = !navigator.serviceWorker.controller;
  navigator.serviceWorker.register("sw.js").catch(() => {}); // then there is no use without a network
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (first) return;
    $("notice").textContent = "There is a new version: reload the page to use it. The game stays.";
    $("notice").hidden = false;
  });
}

async function start() {
  document.documentElement.dataset.theme = settings.theme;
  tables = await rules.call("tables", {});
  pass = tables.pass;
  tables.levels.push(...chipLevels);
  const known = [person, ...tables.levels.map((l) => l.id)];
  settings.players = settings.players.map((p) => (known.includes(p) ? p : person));
  board = new Board($("board"), tables);
  hand = new Hand($("board"), board, tables, {
    changed: handChanged,
    place: make,
    refused: () => { say($("message").textContent); },
    look: (square) => {
      board.cursor(square);
      if (square >= 0) {
        message(squareText(square));
        say(squareText(square));
      }
    },
  });
  trays = new Trays($("trays"), tables, hand, (tile, keyboard) => {
    if (!keyboard && hand.tile === tile) return hand.take(-1);
    hand.take(tile);
    if (!keyboard) return;
    $("board").focus();
    hand.enter();
  });
  players = new Players($("players"), tables, (player, who) => {
    settings.players[player] = who;
    paused = false;
    refresh();
  });
  moves = new Moves($("moves"), go);
  checks = new Checks($("checks"), $("checks-sum"), $("fault"));
  candidates = new Candidates($("candidates"), (c) => board.preview(c && hand.cellsOf(c), position.toMove), (c) => hand.hold(c));
  wire();
  try {
    await rules.call("position", { first: game.first, moves: game.moves });
  } catch {
    game = new Game(); // what was stored is no game any more
  }
  await refresh(false);
  await openFragment();
  document.documentElement.dataset.ready = "true";
  serve();
}

start().catch((error) => {
  document.documentElement.dataset.ready = "false";
  message(`The page could not start: ${error.message}`, "bad");
  say(`The page could not start: ${error.message}`);
});
