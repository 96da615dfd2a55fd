// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The meaning of the chip's signals: the token in each stage, the activity of each lane for each of
// its games, and the boards as the lanes write them; of a core without lanes, the line that it searches.
// The recorder uses the signals alone.
import { Line } from "./line.js";
/** @import { LineMove } from "./line.js" */
/** @import { Cell, ChipTable, Pattern, Player, Signal, State, Tables } from "../types/shared" */

/** A corner and the reflections of its window.
 * @typedef {{ row: number, col: number, flipRows: number, flipCols: number }} Corner */

/** A game of a lane. rows are both players' rows; fits are the patterns that fit at a corner.
 * @typedef {object} LaneGame
 * @property {{ player: Player, cells: Cell[] }[]} moves of this playout
 * @property {number[]} visited corners
 * @property {{ allowed: number, corners: number }[]} rows by player, then by row
 * @property {Player} mover
 * @property {Corner & { patterns: number[], chosen: boolean } | undefined} fits
 * @property {boolean} on it has a job */

/** A cycle: its signals, the games of each lane, and the line of a core without lanes.
 * @typedef {{ cycle: number, row: Uint32Array, lanes: LaneGame[][], line: LineMove[] }} Entry */

/** A token in a stage.
 * @typedef {{ kind: string, game: number | undefined, square: number | undefined }} Token */

/** The content of a unit after the pipeline.
 * @typedef {{ game: number, state?: State, none?: number }} Unit */

/** @type {LaneGame} */
const empty = { moves: [], visited: [], rows: [], mover: 0, fits: undefined, on: false };

/** The number of cycles to keep. */
export const kept = 4096;

/** The stages of a lane's pipeline, by the number in the names of their signals. */
export const stages = [
  { name: "scan", about: "corner_scan sends the next corner of a game, or the chosen corner once more" },
  { name: "read", about: "the nine block RAMs of anchor_window read the rows around the corner" },
  { name: "select", about: "the columns around the corner, first half" },
  { name: "window", about: "the columns around the corner, second half" },
  { name: "mirror", about: "the window is mirrored: 28 cells" },
  { name: "fit", about: "pattern_fit: which of the 127 patterns fit" },
  { name: "count", about: "pattern_count: how many of each size" },
  { name: "count", about: "pattern_count: sums" },
  { name: "size", about: "the largest size and its number go to move_choice" },
];
const fitStage = 5;

export class Recorder {
  #patterns;
  #size;
  /** @type {Map<string, Signal>[]} */
  #signals = []; // by lane, by name
  /** @type {LaneGame[][]} */
  #games; // by lane; games are immutable, so a change replaces a game
  /** @type {LineMove[]} */
  #line = []; // immutable, too

  #course; // the signal of the table's course: its place in a row, and the names of its values

  /** What a core without lanes shows.
   * @type {Line | undefined} */
  line;

  /** The recorded cycles, oldest first.
   * @type {Entry[]} */
  entries = [];

  /**
   * @param {ChipTable} table
   * @param {Pattern[]} patterns
   * @param {Tables} tables
   * @param {Player} mover the player for whom the core searches */
  constructor(table, patterns, tables, mover) {
    this.table = table;
    this.#patterns = patterns;
    this.#size = tables.size;
    if (table.lanes === 0) this.line = new Line(table, patterns, tables, mover);
    const at = new Map(table.signals.map((s) => [s.name, s]));
    /** The index of a signal in a row. */
    this.at = (/** @type {string} */ name) => {
      const s = at.get(name);
      if (!s) throw new Error(`the chip has no signal ${name}`);
      return s.at;
    };
    const course = at.get(table.course);
    if (!course?.values) throw new Error(`the chip has no register ${table.course}`);
    this.#course = { at: course.at, module: course.values };
    for (let k = 0; k < table.lanes; k++) {
      const inside = `${table.lanesAt}.gen_lane[${k}].u_lane`;
      this.#signals.push(new Map(table.signals.filter((s) => s.name.startsWith(`${inside}.`)).map((s) => [s.name.slice(inside.length + 1), s])));
    }
    this.token = Object.fromEntries(table.values.token.map((v, i) => [v.name, i]));
    const states = (/** @type {string} */ module) => Object.fromEntries((table.values[module] ?? []).map((v, i) => [v.name, i]));
    this.update = states("board_update");
    this.choice = states("move_choice");
    this.#games = this.#signals.map(() => Array.from({ length: table.games }, () => empty));
  }

  /**
   * @param {number} k
   * @param {string} name */
  #signal(k, name) {
    const s = this.#signals[k].get(name);
    if (!s) throw new Error(`a lane has no signal ${name}`);
    return s;
  }

  /** The lowest 32 bits of a signal of lane k.
   * @param {Uint32Array} row
   * @param {number} k
   * @param {string} name */
  lane(row, k, name) {
    return row[this.#signal(k, name).at];
  }

  /** All words of a signal of lane k.
   * @param {Uint32Array} row
   * @param {number} k
   * @param {string} name */
  words(row, k, name) {
    const s = this.#signal(k, name);
    return row.subarray(s.at, s.at + Math.ceil(s.width / 32));
  }

  /** Adds the rows of consecutive cycles.
   * @param {Uint32Array} rows
   * @param {number} cycle of the first row */
  add(rows, cycle) {
    const { words } = this.table;
    for (let i = 0; i * words < rows.length; i++) {
      const row = rows.subarray(i * words, (i + 1) * words);
      for (let k = 0; k < this.#signals.length; k++) this.#follow(row, k);
      const node = this.line?.node(row);
      if (node) this.#line = Line.after(this.#line, node);
      this.entries.push({ cycle: cycle + i, row, lanes: [...this.#games], line: this.#line });
    }
    if (this.entries.length > kept) this.entries.splice(0, this.entries.length - kept);
  }

  /**
   * @param {number} k
   * @param {number} game
   * @param {Partial<LaneGame>} change */
  #change(k, game, change) {
    if (game >= this.table.games) return; // the board of a root
    this.#games[k] = this.#games[k].with(game, { ...this.#games[k][game], ...change });
  }

  /** Updates the games of lane k by the signals of a cycle.
   * @param {Uint32Array} row
   * @param {number} k */
  #follow(row, k) {
    const get = (/** @type {string} */ name) => this.lane(row, k, name);
    const games = () => this.#games[k];
    // A job begins with the copy of its root.
    const state = get("u_update.state_q");
    const before = this.entries.at(-1)?.row;
    const begins = state === this.update.COPY && (!before || this.lane(before, k, "u_update.state_q") !== state);
    if (begins) this.#change(k, get("u_update.board_q"), { ...empty, on: true });
    // A write to a row: {board, player, row}.
    if (get("we")) {
      const address = get("waddr");
      const [game, player, y] = [address >> 5, (address >> 4) & 1, address & 15];
      if (game < this.table.games && y < this.#size) {
        const rows = games()[game].rows.slice();
        rows[player * this.#size + y] = { allowed: get("wallowed"), corners: get("wcorners") };
        this.#change(k, game, { rows });
      }
    }
    // A scan begins, and then sends a corner in each cycle.
    const kind = get("kind_0");
    const game = get("game_0");
    if (kind === this.token.open) this.#change(k, game, { visited: [], fits: undefined, mover: get("player_0") });
    if (kind === this.token.corner) this.#change(k, game, { visited: [...games()[game].visited, get("row_0") * this.#size + get("col_0")] });
    // Patterns that fit at a corner.
    const fitting = get(`kind_q${fitStage}`);
    if (fitting === this.token.corner || fitting === this.token.select) {
      const flipRows = get("flip_rows_q5"), flipCols = get("flip_cols_q5");
      const corner = { row: get("row_q5"), col: get("col_q5"), flipRows, flipCols };
      const bits = this.words(row, k, "fits_q5");
      const patterns = [];
      for (let p = 0; p < this.#patterns.length; p++) {
        if ((bits[p >> 5] >>> (p & 31)) & 1) patterns.push(p);
      }
      this.#change(k, get("game_q5"), { fits: { ...corner, patterns, chosen: fitting === this.token.select } });
    }
    // A move reaches its board.
    if ((get("picked_q") || get("u_pick.done_q")) && get("move_ready") && !get("none_q")) {
      const g = get("game_q");
      const placed = this.cells({ row: get("row_q"), col: get("col_q"), flipRows: get("flip_rows_q"), flipCols: get("flip_cols_q") }, get("picked_pattern"));
      this.#change(k, g, { moves: [...games()[g].moves, { player: games()[g].mover, cells: placed }] });
    }
    if (get("result_valid_o") && get("result_ready_i")) this.#change(k, get("u_update.board_q"), { on: false });
  }

  /** The cells of a pattern at a corner.
   * @param {Corner} corner
   * @param {number} pattern
   * @returns {Cell[]} */
  cells({ row, col, flipRows, flipCols }, pattern) {
    return this.#patterns[pattern].cells.map(([r, c]) => [row + (flipRows ? -r : r), col + (flipCols ? -c : c)]);
  }

  /** The tokens of lane k in the cycle of an entry, by stage.
   * @param {number} index
   * @param {number} k
   * @returns {(Token | undefined)[]} */
  tokens(index, k) {
    const { row } = this.entries[index];
    return stages.map((_, stage) => {
      const suffix = stage === 0 ? "_0" : `_q${stage}`;
      const kind = this.lane(row, k, `kind${suffix}`);
      if (kind === this.token.none) return undefined;
      // No signal holds the game after the fit stage, so look it up in the cycle when the token was in
      // that stage.
      const late = Math.max(stage - fitStage, 0);
      const then = this.entries[index - late]?.row;
      return {
        kind: this.table.values.token[kind].name,
        game: then && this.lane(then, k, stage === 0 ? "game_0" : `game_q${Math.min(stage, fitStage)}`),
        square: kind === this.token.open ? undefined : this.lane(row, k, `row${suffix}`) * this.#size + this.lane(row, k, `col${suffix}`),
      };
    });
  }

  /** The units after the pipeline: the choice, the pick, the fetch and the board.
   * @param {number} index
   * @param {number} k
   * @returns {{ [unit in "choice" | "pick" | "fetch" | "board"]: Unit | undefined }} */
  units(index, k) {
    const { row } = this.entries[index];
    const get = (/** @type {string} */ name) => this.lane(row, k, name);
    const choice = get("u_choice.state_q"), board = get("u_update.state_q");
    const picking = get("u_pick.started_q") || get("u_pick.search_q") || get("u_pick.done_q") || get("picked_q");
    const state = (/** @type {string} */ module, /** @type {number} */ value) => this.table.values[module][value];
    const root = get("u_update.board_q") >= this.table.games;
    return {
      choice: choice === this.choice.WAIT ? undefined : { game: get("chosen_game"), state: state("move_choice", choice) },
      pick: picking ? { game: get("game_q"), state: { name: get("picked_q") ? "waits" : "picks", about: "" }, none: get("none_q") } : undefined,
      fetch: get("u_update.u_fetch.waiting_q") ? { game: get("u_update.u_fetch.game_q"), none: get("u_update.u_fetch.none_q") } : undefined,
      board: board === this.update.IDLE || root ? undefined : { game: get("u_update.board_q"), state: state("board_update", board) },
    };
  }

  /** The state of the search in a cycle.
   * @param {number} index
   * @returns {State & { module: string }} */
  course(index) {
    const { at, module } = this.#course;
    return { module, ...this.table.values[module][this.entries[index].row[at]] };
  }

  /** The activity of lane k for each game in a cycle: "copy", "scan", "choose", "pick", "board", "end",
   * "wait" or "idle".
   * @param {number} index
   * @param {number} k */
  activities(index, k) {
    const { row } = this.entries[index];
    const busy = this.lane(row, k, "u_update.u_games.busy_q");
    /** @type {string[]} */
    const all = Array.from({ length: this.table.games }, (_, g) => ((busy >> g) & 1 ? "wait" : "idle"));
    const put = (/** @type {number | undefined} */ game, /** @type {string} */ what) => { if (game !== undefined && all[game] === "wait") all[game] = what; };
    const units = this.units(index, k);
    if (units.board?.state) {
      const { name } = units.board.state;
      put(units.board.game, name.startsWith("COP") ? "copy" : name.startsWith("VALUE") || name === "RESULT" ? "end" : "board");
    }
    put(units.pick?.game, "pick");
    const tokens = this.tokens(index, k).filter((t) => t !== undefined);
    for (const t of tokens) if (t.kind === "select") put(t.game, "pick");
    put(units.choice?.game, "choose");
    for (const t of tokens) put(t.game, "scan");
    put(units.fetch?.game, "board");
    return all;
  }
}
