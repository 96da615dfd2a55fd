// The page that shows the inside of the chip: it runs the core cycle by cycle on a position, and
// draws what its signals say.
import { Golden } from "./golden.js";
import { ChipWorker, forChip } from "./chip.js";
import { Game } from "./game.js";
import { Board } from "./board.js";
import { Recorder, stages } from "./recorder.js";
import { html, svg, piece, outline } from "./draw.js";
import { vcd } from "./vcd.js";
import * as store from "./store.js";

const $ = (id) => document.getElementById(id);

const seed = 1; // the same search each time
const visits = 1;
const ahead = 64; // cycles that are asked for at a time
const span = matchMedia("(max-width: 46rem)").matches ? 75 : 150; // cycles that the timeline shows

/** What a lane can be doing for a game, and how it is called. */
const activities = { copy: "root copied", scan: "corners visited", choose: "move chosen", pick: "pattern picked", boards: "board changed", end: "result" };

const rules = new Golden();
const worker = new ChipWorker();
const saved = store.load();

let tables, patterns, recorder, board, position;
let at = -1; // the entry of the recorder that is shown
let done = false; // the search has its answer
let running = false;

const entry = () => recorder.entries[at];
const lane = () => Number($("lane").value);

function message(text, bad = false) {
  $("message").textContent = text;
  $("message").className = bad ? "bad" : "";
}

/** Has the chip do more cycles. */
async function more(cycles) {
  while (cycles > 0 && !done) {
    const answer = await worker.call("advance", { cycles });
    const n = answer.rows.length / recorder.table.words;
    recorder.add(answer.rows, answer.cycles - n);
    cycles -= n;
    done = answer.done;
  }
}

let pending = Promise.resolve();

/** Goes so many cycles on, or back, of those kept. One step waits for the one before. */
function step(n) {
  pending = pending.then(async () => {
    const cycle = entry().cycle + n;
    const missing = cycle - recorder.entries.at(-1).cycle;
    if (missing > 0) await more(Math.max(missing, n === 1 ? ahead : 0));
    at = Math.min(Math.max(recorder.entries.length - 1 - (recorder.entries.at(-1).cycle - cycle), 0), recorder.entries.length - 1);
    draw();
  }).catch((error) => {
    running = false;
    message(`The chip failed: ${error.message}`, true);
  });
  return pending;
}

// Running, slowly or fast.

let last; // when the latest frame was
let due = 0; // cycles to be done, with a fraction

async function frame(now) {
  if (!running) return;
  due += (Math.min(now - last, 200) / 1000) * Number($("speed").value);
  last = now;
  const n = Math.floor(due);
  if (n > 0) {
    due -= n;
    await step(n);
    if (done && at === recorder.entries.length - 1) run(false);
  }
  if (running) requestAnimationFrame(frame);
}

function run(on) {
  if (on === running) return;
  running = on;
  $("run").textContent = on ? "Pause" : "Run";
  last = performance.now();
  due = 0;
  if (on) requestAnimationFrame(frame);
  else draw();
}

// What is seen.

const token = (game, kind = "corner", none = false) => html("span", { class: `token ${kind} game-${game + 1}`, title: none ? "no move" : kind }, String(game + 1));

function drawMachine() {
  const tokens = recorder.tokens(at, lane());
  $("stages").replaceChildren(...stages.map((stage, i) => {
    const t = tokens[i];
    const where = t?.square === undefined ? "" : tables.squares[t.square];
    return html("li", { title: stage.about, "data-stage": i, "data-kind": t?.kind ?? "", "data-game": t?.game ?? "" },
      html("span", { class: "name" }, `${i} ${stage.name}`),
      t?.game === undefined ? html("span", { class: "unseen" }, "empty") : token(t.game, t.kind),
      html("span", { class: "where" }, where));
  }));
  const u = recorder.units(at, lane());
  const unit = (name, about, has, text) => html("li", { title: about, "data-unit": name, "data-game": has?.game ?? "" }, html("span", { class: "name" }, name),
    has && has.game < recorder.table.games ? token(has.game, "move", has.none) : html("span", { class: "unseen" }, "empty"), html("span", { class: "where" }, has ? text : ""));
  const words = (state) => state.about?.replace(/^(\w)/, (c) => c.toUpperCase()) || state.name;
  $("units").replaceChildren(
    unit("choice", "move_choice draws one of the moves counted, and walks to its corner", u.choice, u.choice?.state.name.toLowerCase()),
    unit("pick", "pattern_pick finds the pattern of the chosen corner that has the number drawn", u.pick, u.pick?.none ? "no move" : u.pick?.state.name),
    unit("fetch", "move_fetch gets the tile's shape", u.fetch, u.fetch?.none ? "no move" : "tile"),
    unit("board", "board_update changes the rows of the board, a row in each cycle", u.board, u.board ? u.board.state.name.toLowerCase() : ""));
  for (const li of $("units").children) if (li.dataset.unit === "board" && u.board) li.title = words(u.board.state);
}

function drawTimeline() {
  const games = recorder.table.games;
  const left = 16, w = 4, h = 15, gap = 3;
  const from = Math.max(0, at - span + 1);
  const paths = Object.fromEntries(Object.keys(activities).map((a) => [a, ""]));
  const rows = Array.from({ length: games }, () => ({ what: "", since: 0 }));
  const flush = (g, i) => {
    const r = rows[g];
    const what = r.what === "board" ? "boards" : r.what;
    if (what in paths) paths[what] += `M${left + (r.since - from) * w} ${g * (h + gap)}h${(i - r.since) * w}v${h}h${-(i - r.since) * w}z`;
  };
  for (let i = from; i <= at; i++) {
    for (const [g, what] of recorder.activities(i, lane()).entries()) {
      if (rows[g].what === what) continue;
      flush(g, i);
      rows[g] = { what, since: i };
    }
  }
  for (let g = 0; g < games; g++) flush(g, at + 1);
  const height = games * (h + gap) + 12;
  const x = left + (at - from) * w;
  $("timeline").replaceChildren(svg("svg", {
    viewBox: `0 0 ${left + span * w + 2} ${height}`, role: "img",
    "aria-label": `What the lane does for each of its games in the cycles ${recorder.entries[from].cycle} to ${entry().cycle}`,
    onclick: (e) => {
      const r = e.currentTarget.getBoundingClientRect();
      const i = from + Math.floor((((e.clientX - r.left) / r.width) * (left + span * w + 2) - left) / w);
      if (i >= 0 && i < at) step(i - at);
    },
  },
  ...Array.from({ length: games }, (_, g) => svg("g", {},
    svg("rect", { class: "ground", x: left, y: g * (h + gap), width: span * w, height: h }),
    svg("rect", { class: `game game-${g + 1}`, x: 0, y: g * (h + gap) + 1, width: 13, height: 13, rx: 6.5 }),
    svg("text", { class: "digit", x: 6.5, y: g * (h + gap) + 11 }, String(g + 1)))),
  ...Object.entries(paths).map(([what, d]) => svg("path", { class: what, d })),
  svg("rect", { class: "now", x, y: -0.5, width: w, height: games * (h + gap) - gap + 1 }),
  svg("text", { x: left, y: height - 2 }, `cycle ${recorder.entries[from].cycle.toLocaleString("en")}`),
  svg("text", { x: left + span * w, y: height - 2, "text-anchor": "end" }, at - from === span - 1 ? entry().cycle.toLocaleString("en") : "")));
}

/** The game whose board is shown: the one chosen, or the one in the stage where patterns are fitted. */
let followed = 0;

function drawBoard() {
  const chosen = $("game").value;
  const now = recorder.tokens(at, lane())[5];
  if (chosen !== "follow") followed = Number(chosen);
  else if (now?.game !== undefined && now.kind !== "open") followed = now.game;
  const g = entry().lanes[lane()][followed];
  board.inside(g, recorder, position);
  const title = `Game ${followed + 1}`;
  $("seen-title").replaceChildren("The board of game ", html("span", { class: "digit" }, String(followed + 1)));
  const fits = g.fits;
  $("board-note").textContent = !g.on ? `${title} is idle: it waits for a job.`
    : `Player ${g.mover + 1} is to move, after ${g.moves.length} moves of this playout. ${g.visited.length === 1 ? "1 corner has" : `${g.visited.length} corners have`} been visited (filled diamonds). ` +
      (fits ? `At ${tables.squares[fits.row * tables.size + fits.col]}, framed, ${fits.patterns.length === 1 ? "1 pattern fits" : `${fits.patterns.length} patterns fit`}; the stronger a square’s colour, the more of them cover it.` : "");
}

/** What happened in a cycle, in words: [game, text]. */
function happened(i) {
  const k = lane();
  const { row, cycle } = recorder.entries[i];
  const get = (name) => recorder.lane(row, k, name);
  const out = [];
  if (get("take")) out.push([get("take_game"), "its scan begins"]);
  if (get("selected")) out.push([get("chosen_game"), get("chosen_none") ? "has no move" : `one of ${get("chosen_moves")} moves is chosen, at ${tables.squares[get("chosen_row") * tables.size + get("chosen_col")]}`]);
  const before = recorder.entries[i - 1]?.lanes[k];
  for (const [g, game] of recorder.entries[i].lanes[k].entries()) {
    const was = before?.[g];
    if (!was || was === game) continue;
    if (game.on && (!was.on || game.moves.length < was.moves.length)) out.push([g, "a job comes: the root is copied"]);
    if (game.moves.length > was.moves.length) {
      const m = game.moves.at(-1);
      out.push([g, `player ${m.player + 1} places ${m.cells.map(([r, c]) => tables.squares[r * tables.size + c]).join(" ")}`]);
    }
    if (was.on && !game.on) out.push([g, "its result is handed over"]);
  }
  return out.map(([game, text]) => ({ cycle, game, text }));
}

const shownEvents = 40;

function drawEvents() {
  const all = [];
  for (let i = at; i >= 0 && i > at - 400 && all.length < shownEvents; i--) all.push(...happened(i));
  $("events").replaceChildren(...all.map((e) => html("li", {}, html("span", { class: "cycle" }, e.cycle.toLocaleString("en")), token(e.game), html("span", {}, e.text))));
}

function draw() {
  drawMachine();
  drawTimeline();
  drawBoard();
  if (!running || Number($("speed").value) <= 30 || at % 8 === 0) drawEvents();
  const { row, cycle } = entry();
  document.documentElement.dataset.cycle = cycle;
  const playouts = row[recorder.at("rsp_playouts_o")];
  const end = done && at === recorder.entries.length - 1;
  message(`Cycle ${cycle.toLocaleString("en")} of the search, ${playouts.toLocaleString("en")} playouts begun.${end ? " It has its answer." : ""}`);
  if (!running) $("status").textContent = `${$("message").textContent} ${$("board-note").textContent}`;
  $("first").setAttribute("aria-disabled", String(at === 0));
  $("backward").setAttribute("aria-disabled", String(at === 0));
  for (const id of ["forward", "leap"]) $(id).setAttribute("aria-disabled", String(end));
}

// The board as a lane knows it, on the pieces of the root and of the playout.
class Inside extends Board {
  #layer = {};

  constructor(element, tables) {
    super(element, tables);
    const drawing = element.querySelector("svg");
    for (const name of ["root", "allowed", "fits", "playout", "open-corners", "visited", "here"]) {
      drawing.append((this.#layer[name] = svg("g", { class: name })));
    }
  }

  inside(g, recorder, root) {
    const set = (name, ...children) => this.#layer[name].replaceChildren(...children);
    set("root", ...(g.on ? root.moves.filter((m) => m.tile >= 0).map((m) => piece(m.squares.map((s) => this.cell(s)), m.player)) : []));
    set("playout", ...(g.on ? g.moves.map((m) => piece(m.cells, m.player)) : []));
    const n = tables.size;
    let allowed = "", corners = "", visited = "";
    const diamond = (row, col) => `M${col + 0.5} ${row + 0.28}l.22 .22l-.22 .22l-.22 -.22z`;
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
    const counts = new Map();
    for (const p of g.on ? g.fits?.patterns ?? [] : []) {
      for (const [row, col] of recorder.cells(g.fits, p)) counts.set(this.square(row, col), (counts.get(this.square(row, col)) ?? 0) + 1);
    }
    const most = Math.max(1, ...counts.values());
    set("fits", ...[...counts].map(([s, c]) => {
      const [row, col] = this.cell(s);
      return svg("rect", { x: col + 0.05, y: row + 0.05, width: 0.9, height: 0.9, opacity: (0.15 + (0.6 * c) / most).toFixed(2) });
    }));
    set("here", ...(g.on && g.fits ? [svg("rect", { x: g.fits.col + 0.06, y: g.fits.row + 0.06, width: 0.88, height: 0.88 })] : []));
  }
}

function wire() {
  const on = (id, what) => $(id).addEventListener("click", () => { if ($(id).getAttribute("aria-disabled") !== "true") what(); });
  on("run", () => run(!running));
  on("forward", () => { run(false); step(1); });
  on("backward", () => { run(false); step(-1); });
  on("first", () => { run(false); step(-at); });
  on("leap", () => { run(false); step(1000); });
  on("wave", () => store.download(`tessera-chip-${recorder.entries[0].cycle}-${recorder.entries.at(-1).cycle}.vcd`, vcd(recorder.table, recorder.entries).join("")));
  for (const id of ["lane", "game"]) $(id).addEventListener("change", draw);
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, #events")) return;
    const action = { ArrowRight: "forward", ArrowLeft: "backward", Home: "first", " ": event.target.matches("button, a") ? undefined : "run" }[event.key];
    if (!action) return;
    event.preventDefault();
    $(action).click();
  });
}

async function start() {
  document.documentElement.dataset.theme = saved.settings?.theme ?? "auto";
  [tables, patterns] = await Promise.all([rules.call("tables", {}), rules.call("patterns", {})]);
  const linked = store.fromFragment(location.hash);
  if (location.hash.length > 1 && !linked) throw new Error("the link holds no game");
  const game = new Game(linked ? { ...linked, at: linked.moves.length } : saved.game);
  position = await rules.call("position", game.asked);
  if (position.over) throw new Error("the game is over: there is nothing to think about. Go back a few moves first");
  if (position.mustPass) throw new Error("the player to move can place no tile: there is nothing to think about");
  const { table, cycles } = await worker.call("watch", { position: forChip(position, tables), player: position.toMove, visits, seed });
  recorder = new Recorder(table, patterns, tables.size);
  for (let k = 0; k < table.lanes; k++) $("lane").append(html("option", { value: k }, String(k)));
  $("game").append(html("option", { value: "follow" }, "of the corner at stage 5"), ...Array.from({ length: table.games }, (_, g) => html("option", { value: g }, `game ${g + 1}`)));
  $("activities").append(...Object.entries(activities).map(([name, text]) => html("span", {}, html("i", { class: name }), text)));
  board = new Inside($("board"), tables);
  done = false;
  // Until all games are on.
  await more(start.cycles);
  at = recorder.entries.length - 1;
  wire();
  draw();
  document.documentElement.dataset.begins = cycles;
  document.documentElement.dataset.ready = "true";
}
start.cycles = 1000;

start().catch((error) => message(`The chip cannot be watched: ${error.message}.`, true));
