// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// A search by depth, as a core shows it: the line of moves that it looks at, from the ports that trace its
// nodes, and the units that list and value its moves.
import { squaresOf } from "./draw.js";
/** @import { Anchored, ChipTable, Pattern, Player, Signal, State, Tables } from "../types/shared" */

/** A move of a line: made, or valued without that. Without squares it is a pass.
 * @typedef {{ player: Player, tile: number, squares: number[], score: string }} LineMove */

/** A node is entered by a move with that number in the line, or left with its value.
 * @typedef {{ leave: boolean, ply: number, move?: LineMove, value: string }} LineNode */

/** A stage of the unit that lists moves; move: what it holds, if anything; text: instead of a move.
 * @typedef {{ name: string, about: string, signal: string, holds: boolean, move?: Pick<LineMove, "tile" | "squares">, text?: string }} Stage */

/** What a unit does besides the search, for a row of the strip. The search's own row is S.
 * @typedef {{ letter: string, activity: string, text: string, signal: string }} Row */

const unit = "u_lead.u_unit";
const list = `${unit}.u_list`;
const margin = `${unit}.gen_margin.u_margin`;

/** @type {{ [module: string]: Row[] }} */
const rows = {
  alphabeta_core: [
    { letter: "B", activity: "boards", text: "B: a board copied, with a move", signal: `${unit}.u_stack.writing` },
    { letter: "C", activity: "scan", text: "C: a window around a corner", signal: `${list}.u_walk.claimed_q` },
    { letter: "M", activity: "pick", text: "M: a move listed", signal: `${list}.pattern_valid` },
    { letter: "V", activity: "end", text: "V: its value", signal: "u_lead.unit_valid" },
    { letter: "R", activity: "choose", text: "R: a row behind a move, to weigh", signal: `${unit}.u_stack.flows` },
    { letter: "T", activity: "copy", text: "T: the terms of a board weighed", signal: `${margin}.u_sum.adding_q` },
  ],
};

/** Where the search keeps the window of values that count.
 * @type {{ [module: string]: { at: string, low: string, high: string } }} */
const bounds = {
  minimax_core: { at: "", low: "best_q", high: "beta_q" },
  alphabeta_core: { at: "u_lead.", low: "low_q", high: "high_q" },
};

/** A number with a minus as long as a plus.
 * @param {number | string} n */
const minus = (n) => String(n).replace("-", "−");

const valueStages = 8; // of move_value

export class Line {
  #table;
  #patterns;
  #tables;
  #mover;
  /** @type {Map<string, Signal>} */
  #signals;

  /** The units' rows of the strip. */
  rows;

  /**
   * @param {ChipTable} table
   * @param {Pattern[]} patterns
   * @param {Tables} tables
   * @param {Player} mover the player for whom the core searches */
  constructor(table, patterns, tables, mover) {
    this.#table = table;
    this.#patterns = patterns;
    this.#tables = tables;
    this.#mover = mover;
    this.#signals = new Map(table.signals.map((s) => [s.name, s]));
    this.rows = rows[table.module] ?? [];
  }

  /** @param {string} name */
  #signal(name) {
    const s = this.#signals.get(name);
    if (!s) throw new Error(`the chip has no signal ${name}`);
    return s;
  }

  /** The lowest 32 bits of a signal.
   * @param {Uint32Array} row
   * @param {string} name */
  get(row, name) {
    return row[this.#signal(name).at];
  }

  /** A signal in two's complement.
   * @param {Uint32Array} row
   * @param {string} name */
  signed(row, name) {
    const { at, width } = this.#signal(name);
    return (row[at] << (32 - width)) >> (32 - width);
  }

  /** Bits of a signal, 32 at most.
   * @param {Uint32Array} row
   * @param {string} name
   * @param {number} low
   * @param {number} width */
  #bits(row, name, low, width) {
    const { at } = this.#signal(name);
    const both = (BigInt(row[at + (low >> 5) + 1] ?? 0) << 32n) | BigInt(row[at + (low >> 5)]);
    return Number(BigInt.asUintN(width, both >> BigInt(low & 31)));
  }

  /** A move from the fields of its pattern at a corner.
   * @param {Anchored} fields
   * @returns {{ tile: number, squares: number[] }} */
  #anchored({ pattern, flip_rows, flip_cols, row, col }) {
    const { tile, cells } = this.#patterns[pattern] ?? { tile: -1, cells: [] }; // none, after a fault
    return { tile, squares: cells.map(([r, c]) => (row + (flip_rows ? -r : r)) * this.#tables.size + col + (flip_cols ? -c : c)) };
  }

  /** A move that a signal holds from a bit on.
   * @param {Uint32Array} row
   * @param {string} name
   * @param {number} low */
  #held(row, name, low = 0) {
    const fields = Object.fromEntries((this.#table.placement ?? []).map((f) => [f.name, this.#bits(row, name, low + f.low, f.width)]));
    return this.#anchored(/** @type {Anchored & { [field: string]: number }} */ (fields));
  }

  /** A move by its orientation and place.
   * @param {Uint32Array} row
   * @param {string} prefix of the signals */
  #placed(row, prefix) {
    const o = this.get(row, `${prefix}_orient_o`);
    const { tile } = this.#tables.orientations[o] ?? { tile: -1 };
    return { tile, squares: tile < 0 ? [] : squaresOf(this.#tables, { o, s: this.get(row, `${prefix}_row_o`) * this.#tables.size + this.get(row, `${prefix}_col_o`) }) };
  }

  /** A value of a line in words: points, if the core has such values.
   * @param {number} n */
  #value(n) {
    const { point } = this.#table.search;
    return minus(point ? (n / point).toFixed(2) : n);
  }

  /** The name of the state that a register holds.
   * @param {Uint32Array} row
   * @param {string} register */
  #state(row, register) {
    const { values = "" } = this.#signal(register);
    return this.#table.values[values][this.get(row, register)]?.name ?? "";
  }

  /** The node that the core enters or leaves in a cycle.
   * @param {Uint32Array} row
   * @returns {LineNode | undefined} */
  node(row) {
    if (!this.get(row, "trace_valid_o")) return undefined;
    const ply = this.get(row, "trace_ply_o");
    const score = this.signed(row, "trace_score_o");
    if (this.get(row, "trace_leave_o")) return { leave: true, ply, value: this.#value(score) };
    const player = /** @type {Player} */ (ply % 2 ? this.#mover : 1 - this.#mover);
    const move = this.get(row, "trace_pass_o") ? { tile: -1, squares: [] } : this.#table.placement ? this.#held(row, "trace_move_o") : this.#placed(row, "trace");
    const value = this.#state(row, this.#table.course) === "TAKE" ? this.#value(score) : minus(score); // the game ends, or the line goes on
    return { leave: false, ply, value, move: { ...move, player, score: value } };
  }

  /** The line behind the node of a cycle.
   * @param {LineMove[]} line before
   * @param {LineNode} node
   * @returns {LineMove[]} */
  static after(line, { leave, ply, move }) {
    return move && !leave ? [...line.slice(0, ply - 1), move] : line.slice(0, Math.max(ply - 1, 0));
  }

  /** The name of a move.
   * @param {Pick<LineMove, "tile" | "squares">} move */
  name({ tile, squares }) {
    return squares.length === 0 ? "pass" : `${this.#tables.tiles[tile].name} ${this.#tables.squares[Math.min(...squares)]}`;
  }

  /** What the search knows in a cycle, in words.
   * @param {Uint32Array} row */
  text(row) {
    const { module } = this.#table;
    const { at, low, high } = bounds[module];
    const ply = this.get(row, `${at}ply_q`);
    const [from, to] = [low, high].map((name) => this.signed(row, `${at}${name}`));
    const most = 2 ** (this.#signal(`${at}${high}`).width - 1) - 1; // no score reaches it
    const counts = [from > -most && `above ${this.#value(from)}`, to < most && `below ${this.#value(to)}`].filter(Boolean).join(" and ");
    const anchored = module === "alphabeta_core";
    // The minimax core's window is that of the root only at the root.
    const known = !this.get(row, `${at}best_pass_q`) && (anchored || ply === 0);
    const best = known ? ` The best move so far is ${this.name(anchored ? this.#held(row, `${at}best_move_q`) : this.#placed(row, "rsp"))}, with ${this.#value(this.signed(row, "rsp_value_o"))}.` : "";
    return ` At ply ${ply} of ${this.get(row, `${at}depth_q`)} ${counts ? `a value counts ${counts}` : "every value counts"}.${best}`;
  }

  /** How the search enters a node in a state.
   * @param {Uint32Array} row
   * @param {State} state */
  entered(row, { name }) {
    if (name === "PUSH") return "is made";
    if (name === "CHECK" || (this.#table.module === "alphabeta_core" && this.get(row, "u_lead.hit_refuted_q") && this.get(row, "u_lead.hit_q"))) return "is refuted by the reply kept";
    return name === "TAKE" ? "ends the game" : "is valued";
  }

  /** The stages of the unit that lists and values moves, if the core has one.
   * @param {Uint32Array} row
   * @returns {Stage[]} */
  stages(row) {
    if (this.#table.module !== "alphabeta_core") return [];
    const square = (/** @type {number} */ r, /** @type {number} */ c) => this.#tables.squares[r * this.#tables.size + c];
    const walk = (/** @type {string} */ name) => this.get(row, `${list}.u_walk.${name}`);
    const state = this.#state(row, `${list}.u_walk.state_q`);
    const width = Math.max(...(this.#table.placement ?? []).map((f) => f.low + f.width));
    const ones = [0, 32, 64, 96].map((low) => this.#bits(row, `${list}.fits_q`, low, 32).toString(2).replaceAll("0", "").length).reduce((a, b) => a + b);
    const listed = { pattern: this.get(row, `${list}.pattern`), flip_rows: this.get(row, `${list}.list_rows_q`), flip_cols: this.get(row, `${list}.list_cols_q`), row: this.get(row, `${list}.list_row_q`), col: this.get(row, `${list}.list_col_q`) };
    const listing = this.get(row, `${list}.pattern_valid`) === 1;
    return [
      { name: "corner", about: `corner_walk goes through the corners, and has the rows around each read: ${state}`, signal: `${list}.u_walk.state_q`, holds: state !== "REST", text: state.toLowerCase() },
      { name: "window", about: "leaf_window: the squares around the corner", signal: `${list}.u_walk.index_q`, holds: walk("claimed_q") === 1, text: square(walk("corner_row_q"), walk("corner_col_q")) },
      { name: "fit", about: "pattern_fit: which of the 127 patterns fit", signal: `${list}.fits_q`, holds: this.get(row, `${list}.full`) === 1, text: `${ones} fit` },
      { name: "list", about: "pattern_list: the patterns that fit, one a cycle", signal: `${list}.pattern`, holds: listing, move: listing ? this.#anchored(listed) : undefined },
      ...Array.from({ length: valueStages }, (_, i) => {
        const holds = ((this.get(row, `${list}.valid_q`) >> i) & 1) === 1;
        return { name: `value ${i + 1}`, about: `stage ${i + 1} of move_value, which counts the corners gained and lost`, signal: i === valueStages - 1 ? "u_lead.unit_value" : `${list}.placements_q`, holds, move: holds ? this.#held(row, `${list}.placements_q`, i * width) : undefined };
      }),
    ];
  }
}
