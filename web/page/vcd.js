// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// A waveform as a value change dump (IEEE 1364, section 18), the format of GTKWave, Surfer and
// other viewers. A cycle takes 10 units and begins with the rising edge.
/** @import { ChipTable, Signal } from "../types/shared" */

const cycleTime = 10;

/** The identifier of a signal: a number in base 94.
 * @param {number} n */
function identifier(n) {
  let text = "";
  do {
    text += String.fromCharCode(33 + (n % 94));
    n = Math.floor(n / 94);
  } while (n > 0);
  return text;
}

/** The scopes of a signal, and its name in the innermost scope.
 * @param {string} full
 * @returns {[scopes: string[], name: string]} */
function path(full) {
  const scopes = full.split(".");
  const name = scopes.pop() ?? "";
  return [scopes, name];
}

/** The parts of the file.
 * @param {ChipTable} table
 * @param {{ cycle: number, row: Uint32Array }[]} entries */
export function vcd(table, entries) {
  const signals = table.signals.map((s, i) => ({ ...s, id: identifier(i + 1), words: Math.ceil(s.width / 32) }));
  const clock = identifier(0);
  const out = [`$comment Blokus Duo: ${table.module}, cycles ${entries[0]?.cycle} to ${entries.at(-1)?.cycle} of a search; a cycle takes ${cycleTime} units $end\n$timescale 1 ns $end\n$scope module ${table.module} $end\n$var wire 1 ${clock} clk_i $end\n`];
  // Group the signals by instance.
  /** @type {string[]} */
  let open = [];
  const byScope = [...signals].sort((a, b) => (path(a.name)[0].join(".") < path(b.name)[0].join(".") ? -1 : path(a.name)[0].join(".") > path(b.name)[0].join(".") ? 1 : 0));
  for (const s of byScope) {
    const [scopes, name] = path(s.name);
    let same = 0;
    while (same < open.length && same < scopes.length && open[same] === scopes[same]) same++;
    out.push("$upscope $end\n".repeat(open.length - same), ...scopes.slice(same).map((scope) => `$scope module ${scope} $end\n`));
    open = scopes;
    out.push(`$var wire ${s.width} ${s.id} ${name}${s.width > 1 ? ` [${s.width - 1}:0]` : ""} $end\n`);
  }
  out.push("$upscope $end\n".repeat(open.length), "$upscope $end\n$enddefinitions $end\n");
  const value = (/** @type {Signal & { id: string, words: number }} */ s, /** @type {Uint32Array} */ row) => {
    if (s.width === 1) return `${row[s.at] & 1}${s.id}\n`;
    let bits = "";
    for (let w = 0; w < s.words; w++) bits = row[s.at + w].toString(2).padStart(32, "0") + bits;
    return `b${bits.slice(-s.width).replace(/^0+(?=.)/, "")} ${s.id}\n`;
  };
  /** @type {Uint32Array | undefined} */
  let before;
  for (const { cycle, row } of entries) {
    let text = `#${cycle * cycleTime}\n${before ? "" : "$dumpvars\n"}1${clock}\n`;
    for (const s of signals) {
      let same = true;
      for (let w = s.at; same && w < s.at + s.words; w++) same = row[w] === before?.[w];
      if (!same) text += value(s, row);
    }
    out.push(`${text}${before ? "" : "$end\n"}#${cycle * cycleTime + cycleTime / 2}\n0${clock}\n`);
    before = row;
  }
  const last = entries.at(-1);
  if (last) out.push(`#${(last.cycle + 1) * cycleTime}\n`);
  return out;
}
