// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// A worker that runs a chip. The first message is {loaded, file}: a program that another worker has
// loaded, or undefined to make this worker load it, and the chip's name. The worker answers with the program. Later
// messages {id, name, args} are calls. The answer to a call is {id, result} or {id, error},
// possibly after some {id, report}.
import { candidates } from "./candidates.js";
import { Core, load, mostCycles } from "./core.js";
import { reason } from "./errors.js";
import { flipped } from "./flip.js";
/** @import { ChipCalls, ChipCommand, ChipPosition, ChipProgram, Report } from "../types/shared" */

/** @type {ChipProgram} */
let program;
/** @type {Core} */
let core;
/** The commands since the reset, in the form of golden's call chip.
 * @type {ChipCommand[]} */
let log = [];
/** Cycles of the watched search so far; undefined: no search is watched.
 * @type {number | undefined} */
let began;

/** Brings the chip to a position, without a reset if the position continues the chip's game.
 * @param {ChipPosition} position */
function goTo({ size, moves }) {
  began = undefined;
  const made = log.filter((entry) => entry.move !== undefined);
  if (log.length > mostLog || made.length > moves.length || made.some((entry, i) => entry.move !== moves[i].code)) {
    core.reset();
    log = [];
    made.length = 0;
  }
  for (const move of moves.slice(made.length)) {
    core.play(move, size);
    log.push({ move: move.code });
  }
}

const mostLog = 500; // limit of the commands that golden must repeat
const chunk = 10_000; // cycles between two reports

/** @type {{ [Name in keyof ChipCalls]: (args: ChipCalls[Name]["takes"], report: Report) => ChipCalls[Name]["answers"] }} */
const calls = {
  // Chooses a move. A fault flips a bit after some cycles.
  think({ position, player, amount, seed, faulty }, report) {
    goTo(position);
    const began = performance.now();
    core.search(player, amount, seed);
    log.push({ amount, seed });
    const { fault, search: { unit } } = core.table;
    let cycles = 1;
    const run = (/** @type {number} */ n) => {
      cycles += core.run(n, "rsp_valid_o");
      return core.output("rsp_valid_o") !== 1;
    };
    let on = true;
    let struck = false;
    if (faulty) {
      on = run(fault.cycle);
      struck = on;
      if (on) core.flip(fault.signal, fault.bit);
    }
    while (on && run(chunk)) {
      if (cycles > mostCycles) throw new Error(`the chip has no answer after ${cycles} cycles`);
      report({ work: core.number(unit), unit, considered: candidates(core) });
    }
    const seconds = (performance.now() - began) / 1000;
    const result = { ...core.answer(position.size), considered: candidates(core), cycles, seconds, struck, log: structuredClone(log) };
    if (struck) {
      // The fault may have left the chip in any state.
      core.reset();
      log = [];
    }
    return result;
  },

  // Begins a search to watch.
  watch({ position, player, amount, seed }) {
    goTo(position);
    core.search(player, amount, seed);
    log = [{ move: "" }]; // no game begins with this entry, so the next position resets the chip
    began = 1;
    return { table: core.table, cycles: began };
  },

  // Continues the watched search without rows, up to its answer at most.
  skip({ cycles }) {
    if (began === undefined) throw new Error("no search is watched");
    began += core.run(cycles, "rsp_valid_o");
    if (core.output("rsp_valid_o") === 1) throw new Error(`the search has its answer in cycle ${began - 1}`);
    return { cycles: began };
  },

  // Continues the watched search and returns the rows of its cycles. Fewer rows come at the answer,
  // or if the call asks for more than mostRows.
  advance({ cycles }) {
    if (began === undefined) throw new Error("no search is watched");
    const rows = core.record(cycles, "rsp_valid_o");
    const n = rows.length / core.table.words;
    began += n;
    const done = rows[(n - 1) * core.table.words + core.signal("rsp_valid_o").at] === 1;
    const result = { rows, cycles: began, done, considered: candidates(core) };
    if (done) began = undefined;
    return result;
  },

  // Runs a search twice, once with a bit flipped. The watched search stays where it is.
  flip: (task) => flipped(program, task),
};

/**
 * @param {ChipProgram | undefined} loaded
 * @param {string} chip */
async function start(loaded, chip) {
  program = loaded ?? await load(chip);
  core = new Core(program);
  return program;
}

/** @type {Promise<ChipProgram> | undefined} */
let started;

/**
 * @template {keyof ChipCalls} Name
 * @param {Name} name
 * @param {ChipCalls[Name]["takes"]} args
 * @param {Report} report */
const answer = (name, args, report) => calls[name](args, report);

self.onmessage = async ({ data }) => {
  if (!started) {
    started = start(data.loaded, data.file);
    try {
      self.postMessage({ loaded: await started });
    } catch (error) {
      self.postMessage({ failed: reason(error) });
    }
    return;
  }
  await started;
  const { id, name, args } = data;
  try {
    const result = answer(name, args, (report) => self.postMessage({ id, report }));
    self.postMessage({ id, result }, result.rows ? [result.rows.buffer] : []);
  } catch (error) {
    self.postMessage({ id, error: reason(error) });
  }
};
