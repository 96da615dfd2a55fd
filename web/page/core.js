// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// A Verilated core: its program, with the table of its commands, answers and signals. All places,
// widths and names come from the table; this module knows no rules and no Verilog.
/** @import { ChipMove, ChipProgram, ChipTable } from "../types/shared" */

/** The exports of the program.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} init
 * @property {() => number} inputs the address of the inputs, a word each
 * @property {() => number} rows the address of the rows
 * @property {(cycles: number, stop: number, record: number) => number} run
 * @property {(word: number, bit: number) => void} flip
 * @property {(number: number) => number} bank the address of a bank of a memory
 * @property {(number: number, byte: number, bit: number) => void} flip_word of a memory */

// The program is compressed like golden's; see worker.js.
/** Fetches a file of the page.
 * @param {string} file */
export async function get(file) {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response;
}

/** @param {string} file */
async function fetchProgram(file) {
  const response = await get(file);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}

/** Fetches and compiles the program of a chip, and reads its table.
 * @param {string} chip its name
 * @returns {Promise<ChipProgram>} */
export async function load(chip) {
  const table = async () => (await get(`chip-${chip}.json`)).json();
  const [module, parts] = await Promise.all([fetchProgram(`chip-${chip}.wasm.gz`).then((p) => WebAssembly.compile(p)), table()]);
  return { module, table: parts };
}

/** The value of a signal in a row, in hexadecimal digits.
 * @param {Uint32Array} row
 * @param {{ at: number, width: number }} signal */
export function digits(row, { at, width }) {
  let value = 0n;
  for (let w = Math.ceil(width / 32) - 1; w >= 0; w--) value = (value << 32n) | BigInt(row[at + w]);
  return value.toString(16);
}

/** The maximal number of cycles in a recording. */
export const mostRows = 512;

export class Core {
  /** @type {ChipTable} */
  table;
  #run;
  #flip;
  #exports;
  #inputs;
  #rows;
  /** @type {{ [input: string]: number }} */
  #at = {}; // index of each input
  #signals;

  /** @param {ChipProgram} program */
  constructor({ module, table }) {
    const exports = /** @type {Exports & WebAssembly.Exports} */ (new WebAssembly.Instance(module).exports);
    this.table = table;
    this.#exports = exports;
    this.#run = exports.run;
    this.#flip = exports.flip;
    exports.init();
    this.#inputs = new Uint32Array(exports.memory.buffer, exports.inputs(), table.inputs.length);
    this.#rows = new Uint32Array(exports.memory.buffer, exports.rows(), mostRows * table.words);
    for (const [i, input] of table.inputs.entries()) this.#at[input.name] = i;
    this.#signals = new Map(table.signals.map((s) => [s.name, s]));
    this.reset();
  }

  /** The signal with that name.
   * @param {string} name */
  signal(name) {
    const s = this.#signals.get(name);
    if (!s) throw new Error(`the chip has no signal ${name}`);
    return s;
  }

  /** Sets these inputs, and all others to 0.
   * @param {{ [input: string]: number }} values */
  set(values) {
    this.#inputs.fill(0);
    for (const [name, value] of Object.entries(values)) {
      if (!(name in this.#at)) throw new Error(`the chip has no input ${name}`);
      this.#inputs[this.#at[name]] = value;
    }
  }

  /** Runs up to max cycles, through the first cycle with the output stop at 1. Returns their number.
   * @param {number} max
   * @param {string} [stop] */
  run(max, stop) {
    return this.#run(max, stop ? this.signal(stop).at : this.table.words, 0);
  }

  /** Like run, but returns the signals of all cycles, a row each.
   * @param {number} max
   * @param {string} [stop] */
  record(max, stop) {
    const n = this.#run(Math.min(max, mostRows), stop ? this.signal(stop).at : this.table.words, 1);
    const rows = this.#rows.slice(0, n * this.table.words);
    this.#rows.copyWithin(0, (n - 1) * this.table.words, n * this.table.words); // where output reads the last cycle
    return rows;
  }

  /** The value of an output in the last cycle.
   * @param {string} name */
  output(name) {
    return this.#rows[this.signal(name).at];
  }

  /** The name of the value of a register in the last cycle.
   * @param {string} name */
  state(name) {
    const { values = "" } = this.signal(name);
    return this.table.values[values][this.output(name)].name;
  }

  /** The fields of a word of a memory.
   * @param {string} name
   * @param {number} index
   * @returns {{ [field: string]: number }} */
  word(name, index) {
    const found = this.table.memories.find((m) => m.name === name);
    if (!found) throw new Error(`the chip has no memory ${name}`);
    const { first, ways, banks, words, bytes, fields } = found;
    const n = Math.floor(index / ways);
    const at = this.#exports.bank(first + (index % ways) * banks + Math.floor(n / words)) + (n % words) * bytes;
    let word = 0n;
    for (const byte of new Uint8Array(this.#exports.memory.buffer, at, bytes).toReversed()) word = (word << 8n) | BigInt(byte);
    return Object.fromEntries(fields.map(({ name, low, width, signed }) => {
      const bits = word >> BigInt(low);
      return [name, Number(signed ? BigInt.asIntN(width, bits) : BigInt.asUintN(width, bits))];
    }));
  }

  /** Flips a bit of a register, or of a word of a memory, as a fault would.
   * @param {string} name
   * @param {number} bit
   * @param {number} [word] of a memory */
  flip(name, bit, word = 0) {
    const number = this.table.banks.findIndex((b) => b.name === name);
    const { register, width } = number < 0 ? this.signal(name) : { register: true, width: this.table.banks[number].width };
    if (!register) throw new Error(`${name} is no register`);
    if (!(bit >= 0 && bit < width)) throw new Error(`${name} has no bit ${bit}, only 0 to ${width - 1}`);
    if (number >= 0) {
      const { words, bytes } = this.table.banks[number];
      if (!(Number.isInteger(word) && word >= 0 && word < words)) throw new Error(`${name} has no word ${word}, only 0 to ${words - 1}`);
      return this.#exports.flip_word(number, word * bytes + (bit >> 3), bit & 7);
    }
    this.#flip(this.signal(name).at + (bit >> 5), bit & 31);
  }

  reset() {
    this.set({ rst_i: 1 });
    this.run(4);
    this.set({});
    if (this.table.vague) this.do("reset", {});
  }

  /** Sends a command with its inputs. Returns the number of cycles until the chip accepts it,
   * including the command's first cycle.
   * @param {string} op
   * @param {{ [input: string]: number }} inputs */
  give(op, inputs) {
    this.set({ ...inputs, cmd_valid_i: 1, cmd_op_i: this.table.commands[op] });
    const n = this.run(patience, "cmd_ready_o");
    if (this.output("cmd_ready_o") !== 1) throw new Error(`the chip takes no command in ${patience} cycles`);
    this.set({});
    return n;
  }

  /** Sends a command, and waits for its answer.
   * @param {string} op
   * @param {{ [input: string]: number }} inputs */
  do(op, inputs) {
    this.give(op, inputs);
    this.run(mostCycles, "rsp_valid_o");
    if (this.output("rsp_valid_o") !== 1) throw new Error(`the chip answers no ${op} in ${mostCycles} cycles`);
  }

  /** Makes a move on the chip's board.
   * @param {ChipMove} move
   * @param {number} columns */
  play(move, columns) {
    /** @type {{ [input: string]: number }} */
    const placed = move.pass ? { cmd_pass_i: 1 } : { cmd_orient_i: move.o, cmd_row_i: Math.floor(move.s / columns), cmd_col_i: move.s % columns };
    this.do("play", { cmd_player_i: move.player, ...placed });
    if (this.output("rsp_ok_o") !== 1) throw new Error("the chip finds a move illegal");
  }

  /** Begins a search.
   * @param {number} player
   * @param {number} amount of work
   * @param {number} seed */
  search(player, amount, seed) {
    /** @type {{ [input: string]: number }} */
    const chance = "seed_i" in this.#at ? { seed_i: seed } : {}; // a core without chance has no seed
    this.give("search", { cmd_player_i: player, [this.table.search.amount]: amount, ...chance });
  }

  /** A number of the answer, by its name, so far.
   * @param {string} name */
  number(name) {
    const n = this.table.search.answer.find((a) => a.name === name);
    if (!n) throw new Error(`the chip answers with no ${name}`);
    const unused = n.signed ? 32 - this.signal(n.signal).width : 0;
    return (this.output(n.signal) << unused) >> unused;
  }

  /** The answer to a search.
   * @param {number} columns */
  answer(columns) {
    const pass = this.output("rsp_pass_o") === 1;
    return {
      o: pass ? -1 : this.output("rsp_orient_o"),
      s: pass ? -1 : this.output("rsp_row_o") * columns + this.output("rsp_col_o"),
      numbers: Object.fromEntries(this.table.search.answer.map(({ name }) => [name, pass ? 0 : this.number(name)])),
    };
  }
}

const patience = 1000;

/** An upper bound for the cycles of a command. */
export const mostCycles = 5_000_000;
