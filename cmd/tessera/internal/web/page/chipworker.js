// A worker with the chip in it. The first message is {loaded}: what another one has loaded, or
// nothing, and then it loads the chip itself and hands it on in its answer. Later messages
// {id, name, args} are calls, answered by {id, result} or {id, error}, perhaps after some {id, report}.
import { Core, load, mostCycles } from "./core.js";

let core;
let columns; // of the board
let log = []; // the commands since reset, as golden's call chip takes them
let began; // of the search that is watched, the cycles so far; undefined: none

/** Brings the chip to a position: {size, moves: [{code, player, o, s, pass}]}. What it has
 * done before is made use of if it fits. */
function goTo({ size, moves }) {
  columns = size;
  began = undefined;
  const made = log.filter((entry) => entry.move !== undefined);
  if (log.length > mostLog || made.length > moves.length || made.some((entry, i) => entry.move !== moves[i].code)) {
    core.reset();
    log = [];
    made.length = 0;
  }
  for (const move of moves.slice(made.length)) {
    core.play(move, columns);
    log.push({ move: move.code });
  }
}

const mostLog = 500; // commands that golden would have to do again
const chunk = 50_000; // cycles between two reports

const calls = {
  // Chooses a move. fault: after so many cycles a bit is turned over.
  think({ position, player, visits, seed, fault }, report) {
    goTo(position);
    core.give("search", { cmd_player_i: player, visits_i: visits, seed_i: seed });
    log.push({ visits, seed });
    let cycles = 1;
    const run = (n) => {
      cycles += core.run(n, "rsp_valid_o");
      return core.output("rsp_valid_o") !== 1;
    };
    let on = true;
    let struck = false;
    if (fault) {
      on = run(fault.cycle);
      struck = on;
      if (on) core.flip(fault.signal, fault.bit);
    }
    while (on && run(chunk)) {
      if (cycles > mostCycles) throw new Error(`the chip has no answer after ${cycles} cycles`);
      report({ cycles, work: core.output("rsp_playouts_o") });
    }
    const result = { ...core.answer(columns), cycles, struck, log: structuredClone(log) };
    if (struck) {
      // What a fault leaves behind is anybody's guess.
      core.reset();
      log = [];
    }
    return result;
  },

  // Begins a search that is watched.
  watch({ position, player, visits, seed }) {
    goTo(position);
    core.give("search", { cmd_player_i: player, visits_i: visits, seed_i: seed });
    log = [{}]; // fits nothing
    began = 1;
    return { table: core.table, cycles: began };
  },

  // Goes on with it: the rows of so many cycles, fewer if the answer comes, or 512 are too few.
  advance({ cycles }) {
    if (began === undefined) throw new Error("no search is watched");
    const rows = core.record(cycles, "rsp_valid_o");
    const n = rows.length / core.table.words;
    began += n;
    const done = rows[(n - 1) * core.table.words + core.signal("rsp_valid_o").at] === 1;
    const result = { rows, cycles: began, done };
    if (done) began = undefined;
    return result;
  },
};

let started;

self.onmessage = async ({ data }) => {
  if (!started) {
    started = (async () => {
      const loaded = data.loaded ?? await load();
      core = new Core(loaded);
      return loaded;
    })();
    try {
      self.postMessage({ loaded: await started });
    } catch (error) {
      self.postMessage({ failed: String(error.message ?? error) });
    }
    return;
  }
  await started;
  const { id, name, args } = data;
  try {
    const result = calls[name](args, (report) => self.postMessage({ id, report }));
    self.postMessage({ id, result }, result.rows ? [result.rows.buffer] : []);
  } catch (error) {
    self.postMessage({ id, error: String(error.message ?? error) });
  }
};
