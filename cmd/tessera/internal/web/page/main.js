// The page: it joins the game, golden, and what is seen.
import { Golden, Stopped, Thinker } from "./golden.js";
import { Game } from "./game.js";
import { Board } from "./board.js";
import { Hand } from "./hand.js";
import { Trays } from "./tray.js";
import { Moves, Players, person, sign } from "./panel.js";
import { Candidates, chart, heat } from "./analysis.js";
import { Checks, Chip, isChip, levels as chipLevels } from "./chip.js";
import { LegalMoves } from "./legal.js";
import { Program, Remote } from "./socket.js";
import { SerialBoard, hasSerial } from "./serial.js";
import * as store from "./store.js";

const $ = (id) => document.getElementById(id);
const button = (name) => document.querySelector(`[data-do="${name}"]`);

// Milliseconds for which a pass can be seen before it is made: a player's first, and later ones.
const passDelay = [900, 150];
const least = 350; // milliseconds that an engine takes at least, so that its move can be followed
const largestFile = 1 << 20; // bytes

const tick = 100; // milliseconds between two looks at the clock
const keepEvery = 3_000; // milliseconds after which the time that has passed is kept

const rules = new Golden();
const thinker = new Thinker(rules.ready); // of the engines that play
const chip = new Chip(rules.ready); // with golden, which checks it
const analyst = new Thinker(rules.ready); // of hints and analyses, which wait for no engine

// Players beyond this page: those of the program that serves it, if the address had its token, by
// what stands before their specification, and a board.
const native = "native ";
const boardPlayer = "board";
const token = store.token();
const program = token ? new Program(token) : undefined;
const remote = program && new Remote(program);
let serial;

// Clocks: minutes for the game, seconds for each move.
const clocks = [[0, 0], [1, 0], [3, 2], [5, 0], [5, 3], [10, 0], [15, 10], [30, 0]];

const saved = store.load();
const settings = {
  players: [person, undefined], added: [], clock: 0, first: 1, theme: "auto", corners: true, reach: true, heat: false, analyse: false, form: "blksgf",
  ...saved.settings,
};
let game = new Game(saved.game);
let previous = saved.previous && new Game(saved.previous); // the game before, which undo brings back
let paused = saved.paused ?? false;

let tables, pass, board, hand, trays, players, moves, candidates, legal, checks;
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

const over = () => position.over || (game.lost && game.live);

/** Whether a person is to move in the position looked at. */
const open = () => !over() && !position.mustPass && settings.players[position.toMove] === person;

/** The outcome in words, "" as long as the game goes on. */
function outcome() {
  if (game.resigned > 0 && game.live) return `Player ${game.resigned} resigns: player ${3 - game.resigned} wins.`;
  if (game.late > 0 && game.live) return `Player ${game.late} is out of time: player ${3 - game.late} wins.`;
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
  lap();
  for (const mind of [thinker, chip, remote, serial]) mind?.stop();
  if (!analysing && analysed !== game.key) analyst.stop();
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
  disable("pause", engines === 0 && !game.clock);
  button("pause").textContent = paused ? "Resume" : "Pause";
  button("pause").setAttribute("aria-pressed", String(paused));
  for (const name of ["start", "previous"]) disable(name, game.at === 0);
  for (const name of ["next", "end"]) disable(name, game.live);
  disable("branch", game.live);
  checks.draw(game.checks, settings.players.some(isChip), tables, whole.moves);
  drawClocks();
  legal.draw(position, open());
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
  if (analysing || analysed === game.key) return;
  $("analysis-note").textContent = shown ? `${shown.work.toLocaleString("en")} ${shown.unit}; visits, chance to win, and points expected for player ${position.toMove + 1}` : "";
}

// Whose turn it is.

/** Whether a player is to be asked even if it has to pass: it has a board of its own. */
const beyond = (who) => who === boardPlayer || who.startsWith(native);

/** Has a player who is no person think. */
function think(who, report) {
  const args = { ...game.asked, level: who, seed: seed() };
  if (who === boardPlayer) return serial.think(args);
  if (isChip(who)) return chip.think(position, tables, who, args.seed, report);
  if (!who.startsWith(native)) return thinker.think(args, report);
  if (!remote) throw new Error("this player is not of this page: open the address that tessera web prints");
  return remote.think({ ...args, level: who.slice(native.length) }, report);
}

async function goOn(mine) {
  if (wanted() && !analysing) analyse();
  if (over() || !game.live) return;
  const who = settings.players[position.toMove];
  if (position.mustPass && !beyond(who)) {
    const before = game.moves.some((m, i) => m === pass && game.mover(i) === position.toMove);
    refresh.pass = setTimeout(() => make(pass), passDelay[before ? 1 : 0]);
    return;
  }
  if (who === person || paused) return;
  try {
    const began = performance.now();
    thinking = {};
    players.draw(position, settings.players, { over: false, thinking });
    const thought = await think(who, (news) => {
      if (mine !== refreshing) return;
      thinking = news;
      players.draw(position, settings.players, { over: false, thinking });
    });
    await new Promise((resolve) => setTimeout(resolve, least - (performance.now() - began)));
    if (mine !== refreshing) return;
    if (thought.resigned) {
      game.resigned = position.toMove + 1;
      return refresh();
    }
    learn(thought, game.at, game.key);
    const { code, margin, value, visits } = thought;
    const at = game.at;
    if (!thought.illegal) make(code, visits ? { margin, value, visits } : undefined);
    if (thought.check) {
      game.checks[at] = true; // golden is at it
      check(game, at, thought);
    }
    if (thought.illegal) throw new Error("the chip's move is not legal");
  } catch (error) {
    if (error instanceof Stopped || mine !== refreshing) return;
    lap();
    thinking = undefined;
    paused = true; // Resume asks it once more
    keep();
    draw();
    trouble(error);
  }
}

function trouble(error) {
  message(`The engine failed: ${error.message}`, "bad");
  say(`The engine failed: ${error.message}`);
}

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** Keeps what an engine thinks of a position of the game, unless that has become another. */
function learn(thought, at, key) {
  if (thought.margin === undefined || game.keyAt(at) !== key) return;
  game.margins[at] = game.mover(at) === 0 ? thought.margin : -thought.margin;
  if (!thoughts.has(key)) thoughts.set(key, thought);
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

/** Makes a move in the position looked at. note is what an engine thought of it, if one did. */
function make(code, note) {
  lap();
  tookBack = false;
  game.make(code);
  if (note) game.notes[game.at - 1] = note;
  return refresh();
}

// Clocks.

let lapped; // when time has been counted last; undefined: it is not counted
let kept = 0; // when it has been kept
let tookBack = false; // the position looked at has been gone back to, to move in it

/** The number of the move that somebody chooses while the clock goes, -1 if it stands. */
function ticking() {
  if (!game.clock || paused || game.lost || !whole || game.moves.length === 0) return -1;
  if (tookBack && !game.live) return game.at;
  if (whole.over) return -1;
  const who = settings.players[game.mover(game.moves.length)];
  return who === person || thinking ? game.moves.length : -1;
}

/** Counts the time since the last lap. */
function lap() {
  const now = performance.now();
  const at = ticking();
  if (at >= 0 && lapped !== undefined) game.spend(at, now - lapped);
  lapped = at >= 0 ? now : undefined;
}

function drawClocks() {
  players.clocks(game.clock ? [game.left(0), game.left(1)] : undefined);
}

/** Looks at the clock. */
function watch() {
  lap();
  const at = ticking();
  if (at < 0) return;
  if (performance.now() - kept > keepEvery) {
    kept = performance.now();
    keep();
  }
  const mover = game.mover(at);
  if (game.left(mover, at) > 0) return drawClocks();
  if (tookBack) game.branch();
  tookBack = false;
  game.at = game.moves.length;
  game.late = mover + 1;
  refresh();
}

// Analysis.

let analysing = false; // the whole game is
let analysed; // the key of the position that is being analysed by itself

const wanted = () => (settings.analyse || settings.heat) && !position.over && !position.mustPass && !thoughts.get(game.key)?.analysis;

/** Asks the analyst about the position after so many moves of a game. */
async function consult(of, at, report) {
  const key = of.keyAt(at);
  const known = thoughts.get(key);
  if (known?.analysis) return known;
  const thought = await analyst.think({ first: of.first, moves: of.moves.slice(0, at), level: tables.analysis, seed: 1 }, report);
  thought.analysis = true;
  thoughts.set(key, thought);
  learn(thought, at, key);
  keep();
  return thought;
}

/** Analyses the position looked at. */
async function analyse() {
  const key = game.key;
  if (analysed === key) return;
  analysed = key;
  $("analysis-note").textContent = "thinking …";
  try {
    await consult(game, game.at, (news) => {
      if (game.key === key) $("analysis-note").textContent = `${news.work.toLocaleString("en")} leaves …`;
    });
  } catch (error) {
    if (!(error instanceof Stopped)) trouble(error);
  } finally {
    if (analysed === key) analysed = undefined;
  }
  drawAnalysis();
}

/** Analyses every position of the game that has not been yet, as it is now. */
async function analyseGame() {
  if (analysing) {
    analysing = false;
    analyst.stop();
    return;
  }
  analysing = true;
  $("analyse-game").textContent = "Stop";
  const of = new Game({ first: game.first, moves: [...game.moves] });
  const finished = whole.over;
  try {
    for (let at = 0; at <= of.moves.length && analysing; at++) {
      $("analysis-note").textContent = `Position ${at + 1} of ${of.moves.length + 1} …`;
      if (of.moves[at] === pass || (at === of.moves.length && finished)) continue;
      await consult(of, at);
      drawAnalysis();
    }
  } catch (error) {
    if (!(error instanceof Stopped)) trouble(error);
  } finally {
    analysing = false;
    $("analyse-game").textContent = "Analyse the game";
    drawAnalysis();
    if (wanted()) analyse();
  }
}

async function hint() {
  const mine = refreshing;
  message("Looking for a good move …");
  try {
    analysing = false;
    const thought = await consult(game, game.at);
    if (mine !== refreshing) return;
    drawAnalysis();
    hand.hold(thought);
    board.preview(hand.cellsOf(thought), position.toMove);
    message(`Hint: ${placeName(thought)}.`, "good");
    say(`Hint: ${placeName(thought)}.`);
  } catch (error) {
    if (!(error instanceof Stopped)) trouble(error);
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
  if (game.lost && game.live) return game.at;
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
    if (game.late) game.spent[game.at] = 0;
    game.resigned = game.late = 0;
    if (persons().length === 0) paused = true;
    return go(to, true);
  }
  if (game.at === 0 && previous) {
    game = previous;
    previous = undefined;
    return refresh();
  }
}

function go(at, back = false) {
  if (at < 0) return;
  lap();
  game.at = at;
  tookBack = back;
  return refresh();
}

function newGame() {
  if (game.moves.length > 0) previous = game;
  const first = settings.first === 0 ? 3 - game.first : settings.first;
  game = new Game({ first, clock: chosenClock() });
  paused = false;
  return refresh();
}

function chosenClock() {
  const [minutes, seconds] = clocks[settings.clock] ?? clocks[0];
  return minutes ? { base: minutes * 60_000, increment: seconds * 1_000 } : null;
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
    const notes = read.notes ?? [];
    game = new Game({
      first: p.first, moves: p.moves.map((m) => m.code), at: p.moves.length,
      resigned: p.over ? 0 : read.resigned, late: p.over ? 0 : read.late,
      notes: notes.map(({ margin, value, visits }) => ({ margin, value, visits })),
      margins: notes.map(({ margin }, i) => (margin === undefined ? null : (p.first - 1 + i) % 2 === 0 ? margin : -margin)),
    });
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
  const name = (p) => (settings.players[p] === person ? "Person" : settings.players[p].replace(native, ""));
  const date = new Date().toISOString().slice(0, 10);
  const file = `blokus-duo-${date}.${settings.form}`;
  const { text } = await rules.call("write", { first: game.first, moves: game.moves, names: [name(0), name(1)], date, resigned: game.resigned, late: game.late, notes: game.record(), file });
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

// Players beyond this page.

// Choices among the players that are none.
const addChoice = "add";
const connectChoice = "connect";

/** Offers the players that there are. */
function offer() {
  const groups = [["In this page", tables.levels]];
  const others = settings.added.map((spec) => ({ id: native + spec, name: spec, about: "of the program that serves this page" }));
  if (program) others.push({ id: addChoice, name: "Add a player …", about: "Another engine, with all of this computer" });
  if (serial.team) others.push({ id: boardPlayer, name: `Board ${serial.team}`, about: "a board at a serial port" });
  else if (settings.players.includes(boardPlayer)) others.push({ id: boardPlayer, name: "Board (not connected)" });
  if (hasSerial) others.push({ id: connectChoice, name: "Connect a board …", about: "a board at a serial port of this computer" });
  if (others.length) groups.push(["On this computer", others]);
  players.offer(groups);
}

let adding; // the player for whom one is added
let kinds; // of the program's players

async function chosen(player, who) {
  if (who === addChoice || who === connectChoice) {
    players.draw(position, settings.players, { over: over(), thinking });
    adding = player;
    try {
      await (who === addChoice ? add() : connect());
    } catch (error) {
      if (error.name !== "NotFoundError") trouble(error); // that one is: no port has been chosen
    }
    return;
  }
  lap();
  settings.players[player] = who;
  paused = false;
  return refresh();
}

async function connect() {
  await serial.connect();
  offer();
  return chosen(adding, boardPlayer);
}

async function add() {
  kinds ??= await program.call("players");
  $("add-kind").replaceChildren(...kinds.map((k) => new Option(k.name)));
  $("add-kind").value = "tree";
  addHelp();
  $("add-dialog").showModal();
}

function addHelp() {
  $("add-help").textContent = kinds.find((k) => k.name === $("add-kind").value)?.help ?? "";
}

function added() {
  if ($("add-dialog").returnValue !== "add") return;
  const options = $("add-options").value.trim();
  const spec = $("add-kind").value + (options && `:${options}`);
  if (!settings.added.includes(spec)) settings.added.push(spec);
  offer();
  return chosen(adding, native + spec);
}

// Wiring.

const actions = {
  left: () => hand.turn("left"), right: () => hand.turn("right"), mirror: () => hand.turn("mirror"),
  back: () => hand.take(-1), place: () => hand.place(),
  undo, redo: () => go(redoTo()), hint, resign,
  pause: () => { lap(); paused = !paused; return refresh(); },
  start: () => go(0), previous: () => go(game.at - 1), next: () => go(game.at + 1), end: () => go(game.moves.length),
  branch: () => { lap(); game.branch(); paused = false; return refresh(); },
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
      if (wanted() && !analysing) analyse();
    });
  }
  $("first").value = settings.first;
  $("first").addEventListener("change", () => {
    settings.first = Number($("first").value);
    if (game.moves.length === 0 && settings.first > 0) game.first = settings.first;
    refresh();
  });
  $("clock").append(...clocks.map(([minutes, seconds], i) => new Option(minutes ? `${minutes} min${seconds ? ` + ${seconds} s a move` : ""}` : "none", i)));
  $("clock").value = settings.clock;
  $("clock").addEventListener("change", () => {
    settings.clock = Number($("clock").value);
    if (game.moves.length === 0) game.clock = chosenClock();
    else message("The clock is of the next game.");
    keep();
    draw();
  });
  setInterval(watch, tick);
  window.addEventListener("pagehide", () => { lap(); keep(); });
  document.addEventListener("visibilitychange", () => { lap(); keep(); });
  $("add-kind").addEventListener("change", addHelp);
  $("add-dialog").addEventListener("close", added);
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

/** Lets the browser do what waits, so that no task of the page's becomes long. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function start() {
  document.documentElement.dataset.theme = settings.theme;
  tables = await rules.call("tables", {});
  pass = tables.pass;
  tables.levels.push(...chipLevels);
  serial = new SerialBoard(rules, tables.line);
  const known = [person, boardPlayer, ...tables.levels.map((l) => l.id), ...settings.added.map((spec) => native + spec)];
  settings.players = settings.players.map((p, i) => (known.includes(p) ? p : i === 0 ? person : tables.default));
  board = new Board($("board"), tables);
  hand = new Hand($("board"), board, tables, {
    changed: handChanged,
    place: (code) => make(code),
    refused: () => { say($("message").textContent); },
    look: (square) => {
      board.cursor(square);
      if (square >= 0) {
        message(squareText(square));
        say(squareText(square));
      }
    },
  });
  await breathe();
  trays = new Trays($("trays"), tables, hand, (tile, keyboard) => {
    if (!keyboard && hand.tile === tile) return hand.take(-1);
    hand.take(tile);
    if (!keyboard) return;
    $("board").focus();
    hand.enter();
  });
  await breathe();
  players = new Players($("players"), chosen);
  offer();
  moves = new Moves($("moves"), go);
  checks = new Checks($("checks"), $("checks-sum"), $("fault"));
  candidates = new Candidates($("candidates"), (c) => board.preview(c && hand.cellsOf(c), position.toMove), (c) => hand.hold(c));
  legal = new LegalMoves($("legal"), tables, (p) => board.preview(p && hand.cellsOf(p), position.toMove), (p) => hand.hold(p));
  wire();
  await breathe();
  try {
    await rules.call("position", { first: game.first, moves: game.moves });
  } catch {
    game = new Game({ clock: chosenClock() }); // what was stored is no game any more
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
