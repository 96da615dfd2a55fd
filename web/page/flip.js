// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// What a flipped bit does: the same search runs twice, side by side, once with the bit flipped.
import { Core, digits, mostCycles, mostRows } from "./core.js";
/** @import { ChipProgram, ChipTask, Flip, Flipped } from "../types/shared" */

/** Runs a search of a chip twice, the first time with a bit flipped: of a register, or of a memory's word.
 * @param {ChipProgram} program
 * @param {ChipTask & Flip} task
 * @returns {Flipped} */
export function flipped(program, { position: { size, moves }, player, amount, seed, signal, word, bit, cycle }) {
  const { table } = program;
  const { words, signals } = table;
  const cores = [0, 1].map(() => {
    const core = new Core(program);
    for (const move of moves) core.play(move, size);
    core.search(player, amount, seed); // its last cycle is cycle 0
    core.run(cycle - 1, "rsp_valid_o");
    if (core.output("rsp_valid_o") === 1) throw new Error(`the search has its answer before cycle ${cycle}`);
    return core;
  });
  cores[0].flip(signal, bit, word);
  const own = word === undefined ? cores[0].signal(signal) : undefined;
  /** @type {Flipped["differ"]} */
  let differ;
  let now = cycle; // of the next row
  const next = [cycle, cycle]; // the cycle that comes next, by core: the one that answers stops before the other
  const answered = () => cores.some((core) => core.output("rsp_valid_o") === 1);
  do {
    const [a, b] = cores.map((core) => core.record(mostRows, "rsp_valid_o"));
    for (const [i, rows] of [a, b].entries()) next[i] += rows.length / words;
    const n = Math.min(a.length, b.length);
    for (let i = 0; i < n && !differ; i++) {
      if (a[i] === b[i] || (own && i % words >= own.at && i % words < own.at + Math.ceil(own.width / 32))) continue;
      const begin = i - (i % words);
      const [one, two] = [a, b].map((rows) => rows.subarray(begin, begin + words));
      differ = {
        cycle: now + begin / words,
        signals: signals.filter((s) => s !== own).map((s) => ({ name: s.name, flipped: digits(one, s), plain: digits(two, s) })).filter((s) => s.flipped !== s.plain),
      };
    }
    now += n / words;
  } while (!differ && !answered());
  const end = (/** @type {number} */ i, /** @type {number} */ most) => {
    const core = cores[i];
    let cycles = next[i];
    if (core.output("rsp_valid_o") !== 1) cycles += core.run(most, "rsp_valid_o");
    return core.output("rsp_valid_o") === 1 ? { ...core.answer(size), cycles } : undefined;
  };
  const plain = end(1, mostCycles);
  if (!plain) throw new Error(`the chip has no answer after ${mostCycles} cycles`);
  return { differ, plain, flipped: end(0, plain.cycles) }; // which is twice as long at least
}
