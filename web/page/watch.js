// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The page that shows the inside of the chip. It runs the core on a position, cycle by cycle, and
// draws the signals.
import { $, disable, enabled } from "./dom.js";
import { reason } from "./errors.js";
import { Golden, Library } from "./golden.js";
import { Candidates } from "./analysis.js";
import { candidatesOf, chipNames, ChipWorker, forChip, levels, noSetup, time } from "./chip.js";
import { Game } from "./game.js";
import { keyName } from "./keys.js";
import { Board } from "./board.js";
import { get } from "./core.js";
import { Plan } from "./plan.js";
import { Recorder, stages } from "./recorder.js";
import { html, svg, piece } from "./draw.js";
import { vcd } from "./vcd.js";
import { Verilog } from "./verilog.js";
import { game as sceneGame, scenes } from "./scenes.js";
import * as store from "./store.js";
import { capital, shortName } from "./words.js";

/** @import { AnchorMove, Bank, Candidate, ChipTask, Floorplan, InsideData, Pattern, Place, Position, Signal, Tables } from "../types/shared" */
/** @import { Line, LineMove } from "./line.js" */
/** @import { LaneGame, Unit } from "./recorder.js" */

const seed = 1; // fixed, to repeat the same search
const startCycles = 1000; // enough to start all games
const warm = 3000; // cycles recorded before a scene: each game begins again in them
const ahead = 64; // cycles per call of the chip
const span = matchMedia("(max-width: 46rem)").matches ? 75 : 150; // cycles on the timeline

/** The activities of a lane for a game, with their names.
 * @type {{ [activity: string]: string }} */
const activities = { copy: "root copied", scan: "corners visited", choose: "move chosen", pick: "pattern picked", boards: "board changed", end: "result" };

/** What the search does in each of its states; nothing while it waits. The tree's walk steps back in
 * START, and while it waits for a choice.
 * @type {{ [module: string]: { [activity: string]: { text: string, states: string[] } } }} */
const courses = {
  sequential_halving: {
    give: { text: "a playout given to a move", states: ["ISSUE", "READ", "WORD", "NEXT"] },
    rank: { text: "the better half found", states: ["COUNT", "COUNTING", "COMPARE", "COUNTED", "WALKED", "BIT", "KEEP", "KEEPING", "JUDGE", "KEPT", "ROUND"] },
  },
  tree_walk: {
    down: { text: "a child chosen", states: ["HEAD", "SCAN", "CHOOSE", "READ", "READING", "GATHER", "UPDATE"] },
    expand: { text: "children put into the tree", states: ["EXPAND", "GIVE", "FILL", "FILLED"] },
    up: { text: "a value taken back", states: ["AGAIN"] },
  },
  minimax_core: {
    down: { text: "a move made", states: ["LOAD", "TURN", "DO", "FETCH", "PUSH", "RELOAD", "ROOT"] },
    expand: { text: "a tile tried everywhere", states: ["SCAN", "WALL"] },
    leaf: { text: "a move valued", states: ["EVAL", "COMPARE"] },
    up: { text: "a move taken back", states: ["JUDGE", "NOMOVE", "POP", "UNDO"] },
  },
  alphabeta_walker: {
    down: { text: "a move made", states: ["LOAD", "ROOT", "PUSH", "MAKE"] },
    expand: { text: "moves listed", states: ["NODE", "LIST", "DRAIN"] },
    leaf: { text: "a move taken from the list", states: ["NEXT", "TAKE", "CHECK"] },
    weigh: { text: "the board behind a move weighed", states: ["WEIGH", "SETTLE"] },
    up: { text: "a value taken back", states: ["WITHOUT", "JUDGE", "POP"] },
  },
};

const rules = new Golden(Library.file);
const query = new URLSearchParams(location.search);
const sceneNumber = Number(query.get("scene") ?? 0); // from 1; 0: none
const scene = scenes[sceneNumber - 1];
const chip = scene ? "tree" : query.get("chip") ?? chipNames[0];
const worker = new ChipWorker(chip);
const saved = store.load();

/** @type {Tables} */
let tables;
/** @type {Recorder} */
let recorder;
/** @type {Inside} */
let board;
/** @type {Position} */
let position;
/** @type {Candidates} */
let candidates;
/** What the chip considers in its newest cycle.
 * @type {Candidate[]} */
let considered = [];
/** @type {AnchorMove[]} */
let anchors;
/** @type {Verilog} */
let verilog;
/** The floorplan, if the repository keeps one of the core.
 * @type {Plan | undefined} */
let plan;
/** The search that is watched.
 * @type {ChipTask} */
let search;
let at = -1; // index of the recorder's entry on display
let done = false; // the search has its answer
let running = false;

const entry = () => recorder.entries[at];
const newest = () => recorder.entries.length - 1;
const lane = () => Number($("lane", HTMLSelectElement).value);
const speed = () => Number($("speed", HTMLSelectElement).value);

/** @param {string} text */
function message(text, bad = false) {
  $("message").textContent = text;
  $("message").className = bad ? "bad" : "";
}

/** Runs the chip for more cycles.
 * @param {number} cycles */
async function more(cycles) {
  while (cycles > 0 && !done) {
    const answer = await worker.call("advance", { cycles });
    const n = answer.rows.length / recorder.table.words;
    recorder.add(answer.rows, answer.cycles - n);
    cycles -= n;
    done = answer.done;
    if (answer.considered) considered = candidatesOf(answer.considered, anchors);
  }
}

/** The index of a cycle among those kept.
 * @param {number} cycle */
const indexOf = (cycle) => Math.min(Math.max(newest() - (recorder.entries[newest()].cycle - cycle), 0), newest());

let pending = Promise.resolve();

/** Does something when the steps before it are done.
 * @param {() => Promise<void>} what */
function after(what) {
  pending = pending.then(what).catch((error) => {
    running = false;
    message(`The chip failed: ${reason(error)}`, true);
  });
  return pending;
}

/** Goes to the next event of a kind in the lane.
 * @param {Event["kind"]} kind */
function jump(kind) {
  return after(async () => {
    for (let cycle = entry().cycle + 1; ; cycle++) {
      if (cycle > recorder.entries[newest()].cycle) await more(ahead);
      const i = indexOf(cycle);
      if (recorder.entries[i].cycle !== cycle) break; // the search is at its end
      const event = happened(i).find((e) => e.kind === kind);
      if (!event) continue;
      at = i;
      if (!recorder.line) $("game", HTMLSelectElement).value = String(event.game);
      return draw();
    }
    at = newest();
    draw();
  });
}

/** Goes n cycles forward, or back within the recorded cycles. Steps run one after another.
 * @param {number} n */
function step(n) {
  return after(async () => {
    const cycle = entry().cycle + n;
    const missing = cycle - recorder.entries[newest()].cycle;
    if (missing > 0) await more(Math.max(missing, n === 1 ? ahead : 0));
    at = indexOf(cycle);
    draw();
  });
}

// Running, slowly or fast.

let last = 0; // time of the latest frame
let due = 0; // cycles still to run, with a fraction

/** @param {number} now */
async function frame(now) {
  if (!running) return;
  due += (Math.min(now - last, 200) / 1000) * speed();
  last = now;
  const n = Math.floor(due);
  if (n > 0) {
    due -= n;
    await step(n);
    if (done && at === newest()) run(false);
  }
  if (running) requestAnimationFrame(frame);
}

/** @param {boolean} on */
function run(on) {
  if (on === running) return;
  running = on;
  $("run").textContent = on ? "Pause" : "Run";
  last = performance.now();
  due = 0;
  if (on) requestAnimationFrame(frame);
  else draw();
}

// Drawing.

/** @param {number} game */
const token = (game, kind = "corner", none = false) => html("span", { class: `token ${kind} game-${game + 1}`, title: none ? "no move" : kind }, String(game + 1));

/** Draws the stages of the unit that lists moves, of a core without lanes.
 * @param {Line} line */
function drawUnit(line) {
  const { row } = entry();
  const chosen = $("signal", HTMLSelectElement).value;
  $("stages").replaceChildren(...line.stages(row).map(({ name, about, signal, holds, move, text = "" }) => {
    const what = move ? line.name(move) : text;
    return html("li", { title: about, class: chosen === signal && "chosen", "data-signal": signal, "data-stage": name, "data-holds": holds ? what : "" },
      html("span", { class: "name" }, name), holds ? html("span", { class: "where" }, what) : html("span", { class: "unseen" }, "empty"));
  }));
}

function drawMachine() {
  if (recorder.line) return drawUnit(recorder.line);
  const tokens = recorder.tokens(at, lane());
  const chosen = (/** @type {string} */ signal) => $("signal", HTMLSelectElement).value === inLane(signal) && "chosen";
  $("stages").replaceChildren(...stages.map((stage, i) => {
    const t = tokens[i];
    const where = t?.square === undefined ? "" : tables.squares[t.square];
    const signal = `kind_${i ? "q" : ""}${i}`;
    return html("li", { title: stage.about, class: chosen(signal), "data-signal": signal, "data-stage": i, "data-kind": t?.kind ?? "", "data-game": t?.game ?? "" },
      html("span", { class: "name" }, `${i} ${stage.name}`),
      t?.game === undefined ? html("span", { class: "unseen" }, "empty") : token(t.game, t.kind),
      html("span", { class: "where" }, where));
  }));
  const u = recorder.units(at, lane());
  /** @type {(name: string, about: string, has?: Unit, text?: string) => HTMLElement} */
  const unit = (name, about, has, text) => html("li", { title: about, class: chosen(unitSignals[name]), "data-signal": unitSignals[name], "data-unit": name, "data-game": has?.game ?? "" }, html("span", { class: "name" }, name),
    has && has.game < recorder.table.games ? token(has.game, "move", Boolean(has.none)) : html("span", { class: "unseen" }, "empty"), html("span", { class: "where" }, has ? text : ""));
  const now = u.board?.state;
  const boardAbout = now ? now.about?.replace(/^(\w)/, (c) => c.toUpperCase()) || now.name : "board_update changes the rows of the board, a row in each cycle";
  $("units").replaceChildren(
    unit("choice", "move_choice draws one of the moves counted, and walks to its corner", u.choice, u.choice?.state?.name.toLowerCase()),
    unit("pick", "pattern_pick finds the pattern of the chosen corner that has the number drawn", u.pick, u.pick?.none ? "no move" : u.pick?.state?.name),
    unit("fetch", "move_fetch gets the tile's shape", u.fetch, u.fetch?.none ? "no move" : "tile"),
    unit("board", boardAbout, u.board, now?.name.toLowerCase()));
}

/** The signal of the lane that says what a unit does.
 * @type {{ [unit: string]: string }} */
const unitSignals = { choice: "u_choice.state_q", pick: "u_pick.search_q", fetch: "u_update.u_fetch.waiting_q", board: "u_update.state_q" };

/** The signal of the lane behind an activity.
 * @type {{ [activity: string]: string }} */
const activitySignals = { scan: "kind_0", choose: unitSignals.choice, pick: unitSignals.pick, boards: unitSignals.board, copy: unitSignals.board, end: unitSignals.board };

/** The whole name of a signal of the lane shown, if the core has lanes.
 * @param {string} name */
const inLane = (name) => recorder.line ? name : `${recorder.table.lanesAt}.gen_lane[${lane()}].u_lane.${name}`;

/** Shows the Verilog of a signal.
 * @param {string} full */
function choose(full) {
  $("signal", HTMLSelectElement).value = full;
  drawMachine();
  drawVerilog();
}

const drawVerilog = () => $("lines").replaceChildren(...verilog.draw($("signal", HTMLSelectElement).value, entry().row));

/** The index of the first entry on the timeline. */
const firstShown = () => Math.max(0, at - span + 1);

/** The rows of the strip above the search's: the letters of units, or the numbers of a lane's games. */
const stripRows = () => recorder.line?.rows.map((r) => r.letter) ?? Array.from({ length: recorder.table.games }, (_, g) => String(g + 1));

/** What each row of the strip shows in a cycle, by its entry, in the lane shown.
 * @type {WeakMap<object, { lane: number, all: string[] }>} */
const activitiesSeen = new WeakMap();

/** What each row of the strip shows in a cycle.
 * @param {number} i */
function activitiesOf(i) {
  const seen = activitiesSeen.get(recorder.entries[i]);
  if (seen?.lane === lane()) return seen.all;
  const all = findActivities(i);
  activitiesSeen.set(recorder.entries[i], { lane: lane(), all });
  return all;
}

/** @param {number} i
 * @returns {string[]} */
function findActivities(i) {
  const { line } = recorder;
  const { row } = recorder.entries[i];
  const above = line?.rows.map((r) => (line.get(row, r.signal) ? r.activity : "")) ?? recorder.activities(i, lane()).map((what) => (what === "board" ? "boards" : what));
  return [...above, course(i)];
}

/** The signal behind an activity of a row of the strip.
 * @param {number} row
 * @param {string} what */
function signalOf(row, what) {
  if (row === stripRows().length) return recorder.table.course;
  return recorder.line ? recorder.line.rows[row]?.signal : activitySignals[what] && inLane(activitySignals[what]);
}

function drawTimeline() {
  const labels = stripRows();
  const games = labels.length;
  const left = 16, w = 4, h = 15, gap = 3;
  const from = firstShown();
  const { module } = recorder.course(at);
  const paths = Object.fromEntries([...Object.keys(activities), ...Object.keys(courses[module])].map((a) => [a, ""]));
  const rows = Array.from({ length: games + 1 }, () => ({ what: "", since: 0 })); // the last one is the search's
  const flush = (/** @type {number} */ g, /** @type {number} */ i) => {
    const r = rows[g];
    if (r.what in paths) paths[r.what] += `M${left + (r.since - from) * w} ${g * (h + gap)}h${(i - r.since) * w}v${h}h${-(i - r.since) * w}z`;
  };
  for (let i = from; i <= at; i++) {
    for (const [g, what] of activitiesOf(i).entries()) {
      if (rows[g].what === what) continue;
      flush(g, i);
      rows[g] = { what, since: i };
    }
  }
  for (let g = 0; g <= games; g++) flush(g, at + 1);
  const height = (games + 1) * (h + gap) + 12;
  const x = left + (at - from) * w;
  $("timeline").replaceChildren(svg("svg", {
    viewBox: `0 0 ${left + span * w + 2} ${height}`, role: "img",
    "aria-label": `What ${recorder.line ? "each unit" : "the lane does for each of its games, and what the search"} does, in the cycles ${recorder.entries[from].cycle} to ${entry().cycle}`,
    onclick: (e) => {
      const r = e.currentTarget.getBoundingClientRect();
      const i = from + Math.floor((((e.clientX - r.left) / r.width) * (left + span * w + 2) - left) / w);
      if (i < from || i > at) return;
      const g = Math.floor((((e.clientY - r.top) / r.height) * height) / (h + gap));
      const signal = signalOf(g, activitiesOf(i)[g] ?? "");
      if (signal) choose(signal);
      if (i < at) step(i - at);
    },
  },
  ...labels.map((label, g) => svg("g", {},
    svg("rect", { class: "ground", x: left, y: g * (h + gap), width: span * w, height: h }),
    ...(recorder.line ? [] : [svg("rect", { class: `game game-${g + 1}`, x: 0, y: g * (h + gap) + 1, width: 13, height: 13, rx: 6.5 })]),
    svg("text", { class: recorder.line ? "search" : "digit", x: 6.5, y: g * (h + gap) + 11 }, label))),
  svg("rect", { class: "ground", x: left, y: games * (h + gap), width: span * w, height: h }),
  svg("text", { class: "search", x: 6.5, y: games * (h + gap) + 11 }, "S"),
  ...Object.entries(paths).map(([what, d]) => svg("path", { class: what, d })),
  svg("rect", { class: "now", x, y: -0.5, width: w, height: (games + 1) * (h + gap) - gap + 1 }),
  svg("text", { x: left, y: height - 2 }, `cycle ${recorder.entries[from].cycle.toLocaleString("en")}`),
  svg("text", { x: left + span * w, y: height - 2, "text-anchor": "end" }, at - from === span - 1 ? entry().cycle.toLocaleString("en") : "")));
}

/** What the search does in a cycle.
 * @param {number} i */
function course(i) {
  const { module, name } = recorder.course(i);
  if (module === "tree_walk" && recorder.entries[i].row[recorder.at("u_search.u_walk.step_q")]) return "up";
  return Object.entries(courses[module]).find(([, { states }]) => states.includes(name))?.[0] ?? "";
}

/** The newest entry when the candidates were drawn.
 * @type {object | undefined} */
let consideredSeen;

function drawSearch() {
  const { module, name, about } = recorder.course(at);
  const what = courses[module][course(at)]?.text ?? "waits";
  const walk = (/** @type {string} */ signal) => recorder.entries[at].row[recorder.at(`u_search.u_walk.${signal}`)];
  const bits = (/** @type {number} */ n) => n.toString(2).replaceAll("0", "").length;
  const more = module === "tree_walk" ? ` Depth ${walk("depth_q")}; ${bits(walk("pending_q"))} leaves under way, ${bits(walk("valued_q"))} of them with their value.` : recorder.line?.text(entry().row) ?? "";
  $("search-now").textContent = `${what}: ${module} is in ${name}${about ? `, ${about}` : ""}.${more}`;
  if (recorder.line || consideredSeen === recorder.entries[newest()]) return;
  consideredSeen = recorder.entries[newest()];
  const { unit } = recorder.table.search;
  const work = number(newest(), unit);
  $("candidates-note").textContent = considered.length ? `In cycle ${recorder.entries[newest()].cycle.toLocaleString("en")}, the newest, after ${work.toLocaleString("en")} ${unit}; visits, chance to win, and points expected for player ${position.seat + 1}` : "The search has no candidates just now.";
  candidates.draw({ candidates: considered }, tables, false);
}

/** A number of the answer so far.
 * @param {number} i
 * @param {string} name */
function number(i, name) {
  const { signal = "" } = recorder.table.search.answer.find((a) => a.name === name) ?? {};
  return recorder.entries[i].row[recorder.at(signal)];
}

/** The game whose board the page shows: the chosen game, or the game in the fit stage. */
let followed = 0;

/** Draws the position with the moves of the line.
 * @param {Line} line */
function drawLine(line) {
  const moves = entry().line;
  board.line(moves, position);
  $("board-note").textContent = moves.length === 0 ? "No move of the search is on the board."
    : `Move by move: ${moves.map((m) => `${line.name(m)} (${m.score})`).join(", ")}. In parentheses is the score of the line up to there, in the view of the player of the move.`;
}

function drawBoard() {
  if (recorder.line) return drawLine(recorder.line);
  const chosen = $("game", HTMLSelectElement).value;
  const now = recorder.tokens(at, lane())[5];
  if (chosen !== "follow") followed = Number(chosen);
  else if (now?.game !== undefined && now.kind !== "open") followed = now.game;
  const g = entry().lanes[lane()][followed];
  board.inside(g, recorder, position);
  const title = `Game ${followed + 1}`;
  $("seen-title").replaceChildren("The board of game ", html("span", { class: "digit" }, String(followed + 1)));
  const fits = g.fits;
  $("board-note").textContent = !g.on ? `${title} is idle: it waits for a job.`
    : `${chip === "tree" ? "The moves from the position to the leaf are not drawn. " : ""}Player ${g.mover + 1} is to move, after ${g.moves.length === 1 ? "1 move" : `${g.moves.length} moves`} of this playout. ${g.visited.length === 1 ? "1 corner has" : `${g.visited.length} corners have`} been visited (filled diamonds). ` +
      (fits ? `At ${tables.squares[fits.row * tables.size + fits.col]}, framed, ${fits.patterns.length === 1 ? "1 pattern fits" : `${fits.patterns.length} patterns fit`}; the stronger a square’s colour, the more of them cover it.` : "");
}

/** An event of a lane in words.
 * @typedef {{ cycle: number, game: number, text: string, kind: "scan" | "choice" | "job" | "move" | "result" | "made" | "valued" | "leave" }} Event */

/** The event of a cycle in a search by depth; the ply has the place of the game.
 * @param {Line} line
 * @param {number} i
 * @returns {Event[]} */
function walked(line, i) {
  const { row, cycle } = recorder.entries[i];
  const node = line.node(row);
  if (!node) return [];
  const { leave, ply, move, value } = node;
  if (leave || !move) return [{ cycle, game: ply - 1, kind: "leave", text: ply === 0 ? `the root is left with the value ${value}` : `the node is left with the value ${value}` }];
  const how = move.squares.length === 0 ? "player without a move passes" : line.entered(row, recorder.course(i));
  const kind = how === "is made" || move.squares.length === 0 ? "made" : "valued";
  return [{ cycle, game: ply - 1, kind, text: move.squares.length === 0 ? how : `${line.name(move)} ${how}: ${value}` }];
}

/** The events of a cycle.
 * @param {number} i
 * @returns {Event[]} */
function happened(i) {
  if (recorder.line) return walked(recorder.line, i);
  const k = lane();
  const { row, cycle } = recorder.entries[i];
  const get = (/** @type {string} */ name) => recorder.lane(row, k, name);
  /** @type {[game: number, kind: Event["kind"], text: string][]} */
  const out = [];
  if (get("take")) out.push([get("take_game"), "scan", "its scan begins"]);
  if (get("selected")) out.push([get("chosen_game"), "choice", get("chosen_none") ? "has no move" : `${get("chosen_moves") === 1 ? "the only move" : `one of ${get("chosen_moves")} moves`} is chosen, at ${tables.squares[get("chosen_row") * tables.size + get("chosen_col")]}`]);
  const before = recorder.entries[i - 1]?.lanes[k];
  for (const [g, game] of recorder.entries[i].lanes[k].entries()) {
    const was = before?.[g];
    if (!was || was === game) continue;
    if (game.on && (!was.on || game.moves.length < was.moves.length)) out.push([g, "job", "a job comes: the root is copied"]);
    if (game.moves.length > was.moves.length) {
      const m = game.moves[game.moves.length - 1];
      out.push([g, "move", `player ${m.player + 1} places ${m.cells.map(([r, c]) => tables.squares[r * tables.size + c]).join(" ")}`]);
    }
    if (was.on && !game.on) out.push([g, "result", "its result is handed over"]);
  }
  return out.map(([game, kind, text]) => ({ cycle, game, text, kind }));
}

const shownEvents = 40;

function drawEvents() {
  /** @type {ReturnType<typeof happened>} */
  const all = [];
  for (let i = at; i >= 0 && i > at - 400 && all.length < shownEvents; i--) all.push(...happened(i));
  $("events").replaceChildren(...all.map((e) => html("li", {}, html("span", { class: "cycle" }, e.cycle.toLocaleString("en")), token(e.game), html("span", {}, e.text))));
}

const drawPlan = () => plan?.draw(firstShown(), at, lane());

/** What is drawn, in groups of about the same effort. */
const groups = [[drawMachine, drawTimeline], [drawBoard, drawPlan], [drawSearch, drawVerilog, drawEvents]];
let turn = 0;

/** Draws the cycle; at speeds that no eye can follow, a group at a time. */
function draw() {
  const some = running && speed() > 30 ? groups[turn++ % groups.length] : groups.flat();
  for (const part of some) part();
  const { cycle } = entry();
  document.documentElement.dataset.cycle = String(cycle);
  const { board: { hertz }, search: { unit } } = recorder.table;
  const end = done && at === newest();
  message(`${before}Cycle ${cycle.toLocaleString("en")} of the search, ${time(cycle / hertz)} on the FPGA: ${number(at, unit).toLocaleString("en")} ${unit} begun.${end ? " It has its answer." : ""}`);
  if (!running) $("status").textContent = `${$("message").textContent} ${$("board-note").textContent}`;
  for (const id of ["first", "backward"]) disable($(id), at === 0);
  for (const id of ["forward", "leap", ...jumps()]) disable($(id), end);
}

// A lane's view of the board, over the pieces of the root and of the playout.
class Inside extends Board {
  /** @type {{ [name: string]: SVGGElement }} */
  #layer = {};

  /**
   * @param {HTMLElement} element
   * @param {Tables} tables */
  constructor(element, tables) {
    super(element, tables);
    const drawing = element.querySelector("svg");
    if (!drawing) throw new Error("the board has no drawing");
    for (const name of ["root", "allowed", "fits", "playout", "open-corners", "visited", "here"]) {
      drawing.append((this.#layer[name] = svg("g", { class: name })));
    }
  }

  /** Draws a line of moves.
   * @param {LineMove[]} moves
   * @param {Position} root */
  line(moves, root) {
    const of = (/** @type {number[]} */ squares, /** @type {import("../types/shared").Player} */ player) => piece(squares.map((s) => this.cell(s)), player);
    this.#layer.root.replaceChildren(...root.moves.filter((m) => m.tile >= 0).map((m) => of(m.squares, m.player)));
    this.#layer.playout.replaceChildren(...moves.filter((m) => m.squares.length > 0).map((m) => of(m.squares, m.player)));
  }

  /**
   * @param {LaneGame} g
   * @param {Recorder} recorder
   * @param {Position} root */
  inside(g, recorder, root) {
    /** @type {(name: string, ...children: Element[]) => void} */
    const set = (name, ...children) => this.#layer[name].replaceChildren(...children);
    set("root", ...(g.on ? root.moves.filter((m) => m.tile >= 0).map((m) => piece(m.squares.map((s) => this.cell(s)), m.player)) : []));
    set("playout", ...(g.on ? g.moves.map((m) => piece(m.cells, m.player)) : []));
    const n = tables.size;
    let allowed = "", corners = "", visited = "";
    const diamond = (/** @type {number} */ row, /** @type {number} */ col) => `M${col + 0.5} ${row + 0.28}l.22 .22l-.22 .22l-.22 -.22z`;
    for (let row = 0; row < n; row++) {
      const word = g.rows[g.mover * n + row];
      for (let col = 0; word && g.on && col < n; col++) {
        if ((word.allowed >> col) & 1) allowed += `M${col} ${row}h1v1h-1z`;
        if ((word.corners >> col) & (word.allowed >> col) & 1) corners += diamond(row, col);
      }
    }
    for (const s of g.on ? g.visited : []) visited += diamond(...this.cell(s));
    set("allowed", svg("path", { d: allowed }));
    set("open-corners", svg("path", { d: corners }));
    set("visited", svg("path", { d: visited }));
    /** @type {Map<number, number>} */
    const counts = new Map();
    const fits = g.on ? g.fits : undefined;
    for (const p of fits?.patterns ?? []) {
      for (const [row, col] of fits ? recorder.cells(fits, p) : []) counts.set(this.square(row, col), (counts.get(this.square(row, col)) ?? 0) + 1);
    }
    const most = Math.max(1, ...counts.values());
    set("fits", ...[...counts].map(([s, c]) => {
      const [row, col] = this.cell(s);
      return svg("rect", { x: col + 0.05, y: row + 0.05, width: 0.9, height: 0.9, opacity: (0.15 + (0.6 * c) / most).toFixed(2) });
    }));
    set("here", ...(fits ? [svg("rect", { x: fits.col + 0.06, y: fits.row + 0.06, width: 0.88, height: 0.88 })] : []));
  }
}

/** The signals or memories of the lane shown and of the search; the one chosen may be another lane's.
 * @template {{ name: string }} Named
 * @param {Named[]} list
 * @param {string} chosen its name
 * @returns {{ all: Named[], chosen: string }} */
function seen(list, chosen) {
  const { lanesAt } = recorder.table;
  if (recorder.line) return { all: list, chosen };
  const lanes = `${lanesAt}.gen_lane[`;
  const mine = inLane("");
  const all = list.filter((s) => !s.name.startsWith(lanes) || s.name.startsWith(mine));
  const name = chosen.startsWith(lanes) ? mine + chosen.slice(chosen.indexOf(".u_lane.") + ".u_lane.".length) : chosen;
  return { all, chosen: name };
}

/** Lists the signals whose Verilog can be shown, and the registers and memories whose bits can be flipped.
 * @param {string} first the signal of the lane to begin with */
function listSignals(first = recorder.line ? recorder.table.course : "kind_q5") {
  const { banks, signals } = recorder.table;
  for (const [id, list] of /** @type {const} */ ([["signal", signals], ["register", [...signals.filter((s) => s.register), ...banks]]])) {
    const select = $(id, HTMLSelectElement);
    const { all, chosen } = seen(/** @type {(Signal | Bank)[]} */ ([...list]), select.value || (id === "signal" ? inLane(first) : ""));
    const options = (/** @type {boolean} */ ofLane) => all.filter((s) => s.name.startsWith(inLane("")) === ofLane)
      .map((s) => html("option", { value: s.name }, (ofLane ? s.name.slice(inLane("").length) : s.name) + ("words" in s ? `, ${s.words} words` : "")));
    select.replaceChildren(...(recorder.line ? options(true) : [html("optgroup", { label: `Lane ${lane()}` }, ...options(true)), html("optgroup", { label: "The search" }, ...options(false))]));
    if (chosen) select.value = chosen;
  }
  listBits();
}

/** The memory chosen, undefined for a register. */
const bank = () => recorder.table.banks.find((b) => b.name === $("register", HTMLSelectElement).value);

function listBits() {
  const memory = bank();
  const chosen = memory ?? recorder.table.signals.find((s) => s.name === $("register", HTMLSelectElement).value);
  $("bit").replaceChildren(...Array.from({ length: chosen?.width ?? 0 }, (_, i) => html("option", { value: i }, String(i))));
  $("word-label").hidden = !memory;
  $("word", HTMLInputElement).max = String((memory?.words ?? 1) - 1);
}

/** Flips the chosen bit in the cycle on display, and says what comes of it. */
function strike() {
  const word = bank() ? $("word", HTMLInputElement).valueAsNumber : undefined;
  const task = { signal: $("register", HTMLSelectElement).value, word, bit: Number($("bit", HTMLSelectElement).value), cycle: entry().cycle };
  $("flipped").textContent = "Both searches run …";
  return after(async () => {
    const { differ, plain, flipped: hit } = await worker.call("flip", { ...search, ...task });
    const name = (/** @type {Place} */ { o, s }) => {
      const m = position.legal.find((p) => p.o === o && p.s === s);
      return o < 0 ? "a pass" : m ? shortName(tables, m) : "an illegal move";
    };
    const shown = differ?.signals.slice(0, 5).map((s) => `${s.name} (${s.flipped} in place of ${s.plain})`).join(", ");
    const rest = (differ?.signals.length ?? 0) - 5;
    const first = differ ? `The first ${word === undefined ? "other " : ""}signals seen to differ, in cycle ${differ.cycle.toLocaleString("en")}: ${shown}${rest > 0 ? ` and ${rest} more` : ""}.` : `No ${word === undefined ? "other " : ""}signal seen ever differs.`;
    const end = !hit ? "The chip hangs: in twice the time it has no answer."
      : hit.o !== plain.o || hit.s !== plain.s ? `The move does not survive: ${name(hit)} in place of ${name(plain)}.`
      : `The move survives: ${name(plain)}${hit.cycles === plain.cycles ? "" : `, ${Math.abs(hit.cycles - plain.cycles).toLocaleString("en")} cycles ${hit.cycles < plain.cycles ? "earlier" : "later"}`}.`;
    $("flipped").dataset.plain = `${plain.o} ${plain.s} ${plain.cycles}`;
    $("flipped").dataset.hit = hit ? `${hit.o} ${hit.s} ${hit.cycles}` : "";
    $("flipped").textContent = `Bit ${task.bit} of ${word === undefined ? "" : `word ${word} of `}${task.signal}, flipped in cycle ${task.cycle.toLocaleString("en")}. ${first} ${end}`;
  });
}

function wire() {
  const on = (/** @type {string} */ id, /** @type {() => void} */ what) => $(id).addEventListener("click", () => { if (enabled($(id))) what(); });
  on("run", () => run(!running));
  on("forward", () => { run(false); step(1); });
  on("backward", () => { run(false); step(-1); });
  on("first", () => { run(false); step(-at); });
  on("leap", () => { run(false); step(1000); });
  for (const id of jumps()) on(id, () => { run(false); jump(id); });
  $("chip", HTMLSelectElement).addEventListener("change", () => {
    location.search = `?chip=${$("chip", HTMLSelectElement).value}`;
  });
  on("wave", () => store.download(`tessera-chip-${recorder.entries[0].cycle}-${recorder.entries[newest()].cycle}.vcd`, vcd(recorder.table, recorder.entries).join("")));
  $("lane").addEventListener("change", () => listSignals());
  for (const id of ["lane", "game"]) $(id).addEventListener("change", draw);
  $("signal", HTMLSelectElement).addEventListener("change", () => choose($("signal", HTMLSelectElement).value));
  for (const id of ["stages", "units"]) {
    $(id).addEventListener("click", ({ target }) => {
      const { signal } = (target instanceof Element ? target.closest("li") : null)?.dataset ?? {};
      if (signal) choose(inLane(signal));
    });
  }
  $("register").addEventListener("change", listBits);
  on("strike", () => { run(false); strike(); });
  window.addEventListener("keydown", (event) => {
    const within = (/** @type {string} */ selector) => event.target instanceof Element && event.target.matches(selector);
    if (event.ctrlKey || event.metaKey || event.altKey || within("select, #events")) return;
    /** @type {{ [key: string]: string | undefined }} */
    const keys = { ArrowRight: "forward", ArrowLeft: "backward", Home: "first", ...(recorder.line ? { m: "made", l: "leave" } : { c: "choice", m: "move", r: "result" }), " ": within("button, a") ? undefined : "run" };
    const action = keys[keyName(event)];
    if (!action) return;
    event.preventDefault();
    $(action).click();
  });
}

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A text of the tour, with the chip's numbers.
 * @param {string} text */
function told(text) {
  const { lanes, games, params } = recorder.table;
  /** @type {{ [name: string]: number }} */
  const of = { lanes, games, playouts: 2 ** params.LOG2_PLAYOUTS };
  return capital(text.replace(/\{(\w+)\}/g, (_, name) => numbers[of[name]] ?? String(of[name])));
}

/** Shows the scene, with the ways to its neighbours. */
function drawTour() {
  const link = (/** @type {number} */ n, /** @type {string} */ text) => html("a", { class: "as-button", href: `chip.html?scene=${n}` }, text);
  $("tour").replaceChildren(...(scene ? [
    html("h2", { id: "tour-title" }, `${sceneNumber} of ${scenes.length}: ${told(scene.title)}`),
    html("p", {}, told(scene.text)),
    html("p", { class: "row" }, sceneNumber > 1 && link(sceneNumber - 1, `← ${told(scenes[sceneNumber - 2].title)}`), sceneNumber < scenes.length && link(sceneNumber + 1, `${told(scenes[sceneNumber].title)} →`)),
  ] : [html("h2", { id: "tour-title" }, "A tour of the tree chip, in eight scenes"), html("p", { class: "row" }, ...scenes.map((s, i) => link(i + 1, `${i + 1}. ${told(s.title)}`)))]));
  if (scene) $(scene.show).classList.add("shown");
}

/** Shows the floorplan, or says why there is none.
 * @param {Floorplan} [floorplan] */
function showPlan(floorplan) {
  const { board: { title }, module } = recorder.table;
  if (floorplan) plan = new Plan($("floorplan"), recorder, floorplan, (k) => { $("lane", HTMLSelectElement).value = String(k); $("lane").dispatchEvent(new Event("change")); });
  $("plan-note").textContent = floorplan
    ? `Where place and route has put the parts of ${module} on the ${title}, tile by tile. The more of the recorded bits of a part change a cycle, in the cycles of the strip, the brighter it is, by the square root. Grey is what is around the core.${recorder.line ? "" : " On the board the core keeps a larger tree, in its SDRAM."}`
    : `No floorplan is kept of ${module}: the one of the ${title} is of that board's strongest player, which is another. Choose the tree search or alpha-beta, which have one.`;
}

/** The jumps' kinds of events, which name their buttons, too.
 * @returns {Event["kind"][]} */
const jumps = () => recorder.line ? ["made", "leave"] : ["choice", "move", "result"];

/** What precedes the message. */
let before = "";

/** The last position in which a player can place a tile.
 * @param {Game} game */
async function searchable(game) {
  for (let n = game.at; ; n--) {
    const found = await rules.call("position", game.upTo(n));
    if (!found.over && !found.mustPass) {
      if (n < game.at) before = `Nothing is left to think about after move ${game.at}, so this is the search for move ${n + 1}. `;
      return { found, moves: game.upTo(n) };
    }
  }
}

/** Leaves out what the core does not have: lanes with games, or a line of moves. */
function dress() {
  const { line } = recorder;
  for (const e of document.querySelectorAll(line ? ".of-lanes" : ".of-line")) e.toggleAttribute("hidden", true);
  for (const { chip: name, name: title } of levels.filter((l, i) => levels.findIndex((m) => m.chip === l.chip) === i)) $("chip").append(html("option", { value: name }, title.replace("Chip: ", "")));
  if (!line) return;
  const unit = line.stages(recorder.entries[0]?.row ?? new Uint32Array(recorder.table.words)).length > 0;
  $("machine-title").textContent = unit ? "The leaf unit, in this clock cycle" : "The search, cycle by cycle";
  $("machine").classList.add("leaf-unit");
  $("strip-title").textContent = "The search and its units, cycle by cycle";
  $("strip-title").hidden = !unit;
  $("seen-title").textContent = "The line that is searched";
}

async function start() {
  document.documentElement.dataset.theme = saved.settings?.theme ?? "auto";
  /** @type {Pattern[]} */
  let patterns;
  [tables, patterns] = await Promise.all([rules.call("tables", {}), rules.call("patterns", {})]);
  if (query.has("scene") && !scene) throw new Error(`there is no scene ${query.get("scene")}, only 1 to ${scenes.length}`);
  const linked = store.fromFragment(scene ? sceneGame : location.hash);
  if (!scene && location.hash.length > 1 && !linked) throw new Error("the link holds no game");
  const game = new Game(linked ? { first: linked.first, setup: linked.setup, moves: linked.moves, at: linked.moves.length } : saved.game);
  if (game.setup) throw new Error(noSetup);
  const level = levels.find((l) => l.chip === chip);
  if (!level) throw new Error(`no chip is named ${chip}, only ${chipNames.join(", ")}`);
  const { found, moves } = await searchable(game);
  position = found;
  anchors = await rules.call("anchors", moves);
  candidates = new Candidates($("candidates"), (c) => board.preview(c, position.toMove), () => {});
  search = { position: forChip(position, tables), player: position.toMove, amount: level.amount, seed };
  /** @type {Promise<InsideData>} */
  const loaded = get(`chip-${chip}-inside.json`).then((answer) => answer.json());
  const [{ table, cycles }, { verilog: lines, floorplan }] = await Promise.all([worker.call("watch", search), loaded]);
  verilog = new Verilog(table, lines);
  recorder = new Recorder(table, patterns, tables, position.toMove);
  dress();
  showPlan(floorplan);
  for (let k = 0; k < table.lanes; k++) $("lane").append(html("option", { value: k }, String(k)));
  $("game").append(html("option", { value: "follow" }, "of the corner at stage 5"), ...Array.from({ length: table.games }, (_, g) => html("option", { value: g }, `game ${g + 1}`)));
  $("chip", HTMLSelectElement).value = chip;
  const { values = "" } = table.signals.find((s) => s.name === table.course) ?? {};
  const states = Object.entries(courses[values]).map(([name, { text }]) => [name, `S: ${text}`]);
  const above = recorder.line?.rows.map((r) => [r.activity, r.text]) ?? Object.entries(activities);
  $("activities").append(...[...above, ...states].map(([name, text]) => html("span", {}, html("i", { class: name }), text)));
  board = new Inside($("board"), tables);
  done = false;
  const target = scene?.cycle ?? startCycles;
  if (target > warm) await worker.call("skip", { cycles: target - warm });
  await more(Math.min(target, warm));
  at = newest();
  wire();
  listSignals(scene?.signal);
  draw();
  drawTour();
  if (scene?.next) await jump(scene.next);
  document.documentElement.dataset.begins = String(cycles);
  document.documentElement.dataset.ready = "true";
}
start().catch((error) => message(`The chip cannot be watched: ${reason(error)}.`, true));
