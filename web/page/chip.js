// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The chip as a player. Golden checks each of its moves.
import { reason, Stopped } from "./errors.js";
import { Caller } from "./golden.js";
import { html } from "./draw.js";
import { sign } from "./panel.js";
/** @import { Golden, Library } from "./golden.js" */
/** @import { ChipAnswer, ChipCalls, ChipCheck, ChipCommand, ChipPosition, ChipProgram, GameState, Made, Position, Report, Tables, Thought } from "../types/shared" */

/** The levels of the chip as a player. */
export const levels = [1, 2].map((visits) => ({
  id: `chip-montecarlo:visits=${visits}`,
  name: visits === 1 ? "The chip" : "The chip, long",
  about: "the Verilog of the Monte Carlo core, two lanes, compiled for your browser; golden checks every move",
  visits,
}));

/** @param {string} id */
export const isChip = (id) => levels.some((l) => l.id === id);

/** The chip's worker, which loads the program and its table; see chipworker.js.
 * @extends {Caller<ChipCalls, ChipProgram>} */
export class ChipWorker extends Caller {
  /** @param {ChipProgram} [loaded] */
  constructor(loaded) {
    super(new URL("chipworker.js", import.meta.url), loaded);
  }
}

/** A position in the form of the chip's worker.
 * @param {Position} position
 * @param {Tables} tables
 * @returns {ChipPosition} */
export const forChip = (position, tables) => ({
  size: tables.size,
  moves: position.moves.map((m) => ({ code: m.code, player: m.player, o: m.o, s: m.s, pass: m.tile < 0 })),
});

/** The checked members of an answer, with their names.
 * @type {["code" | "sum" | "visits" | "playouts" | "cycles", string][]} */
const compared = [["code", "move"], ["sum", "sum of values"], ["visits", "visits of the move"], ["playouts", "playouts"], ["cycles", "cycles"]];

// A fault on request flips a bit in the count of playouts, where it is certain to show.
const fault = { cycle: 300, signal: "u_halving.playouts_q", bit: 12 };

/** The chip as a player, with one thought at a time, and the check by golden. */
export class Chip {
  /** @type {ChipProgram | undefined} */
  #loaded;
  /** @type {ChipWorker | undefined} */
  #worker;
  /** The checker. It runs for ever, because it tracks the chip's earlier commands.
   * @type {Golden | undefined} */
  #golden;
  #library;
  #busy = false;

  /** Whether a fault strikes in the next thought. */
  faulty = false;

  /** @param {Library} library golden with the chip's twin */
  constructor(library) {
    this.#library = library;
  }

  /** Chooses a move.
   * @param {Position} position
   * @param {Tables} tables
   * @param {string} level
   * @param {number} seed
   * @param {Report} [report]
   * @returns {Promise<Thought>} */
  async think(position, tables, level, seed, report) {
    this.stop();
    this.#worker ??= new ChipWorker(this.#loaded);
    this.#busy = true;
    const worker = this.#worker;
    try {
      this.#loaded ??= await worker.ready;
      const visits = levels.find((l) => l.id === level)?.visits;
      if (!visits) throw new Error(`the chip has no level ${level}`);
      const spoilt = this.faulty;
      this.faulty = false;
      const { log, struck, ...answer } = await worker.call("think", {
        position: forChip(position, tables), player: position.toMove, visits, seed, fault: spoilt ? fault : undefined,
      }, report);
      if (spoilt && !struck) this.faulty = true; // the search ended before the fault
      const { o, s } = answer;
      const place = position.legal.find((p) => p.o === o && p.s === s);
      const got = { ...answer, code: o < 0 ? tables.pass : place?.code ?? `orientation ${o}, square ${s}` };
      /** @type {Thought} */
      const thought = { code: got.code, o, s, work: got.playouts, unit: "playouts", candidates: [], check: this.#check(position.first, log, got, seed, struck) };
      if (got.visits > 0) thought.margin = got.sum / got.visits;
      if (!place && o >= 0) thought.illegal = true;
      return thought;
    } catch (error) {
      if (!(error instanceof Stopped) && worker === this.#worker) this.#worker = undefined;
      throw error;
    } finally {
      if (worker === this.#worker) this.#busy = false;
    }
  }

  /** Stops the current thought. */
  stop() {
    if (!this.#busy) return;
    this.#worker?.stop();
    this.#worker = undefined;
    this.#busy = false;
  }

  /**
   * @param {number} first
   * @param {ChipCommand[]} log
   * @param {ChipAnswer} got
   * @param {number} seed
   * @param {boolean} spoilt
   * @returns {Promise<ChipCheck>} */
  async #check(first, log, got, seed, spoilt) {
    const { code, sum, visits, playouts, cycles } = got;
    /** @type {ChipCheck["differ"]} */
    let differ;
    try {
      this.#golden ??= await this.#library.worker();
      const want = await this.#golden.call("chip", { first, log });
      differ = compared.filter(([name]) => got[name] !== want[name]).map(([name, text]) => ({ text, got: got[name], want: want[name] }));
    } catch (error) {
      differ = [{ text: "golden", got: "a move", want: reason(error) }];
    }
    return { code, sum, visits, playouts, cycles, seed, spoilt, differ };
  }
}

/** @param {number | string} n */
const number = (n) => (typeof n === "number" ? n.toLocaleString("en") : n);

/** The list of the chip's moves, with a tick or a cross for each. */
export class Checks {
  #list;
  #sum;
  #fault;

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} sum
   * @param {HTMLElement} fault */
  constructor(list, sum, fault) {
    this.#list = list;
    this.#sum = sum;
    this.#fault = fault;
  }

  /**
   * @param {GameState["checks"]} checks
   * @param {boolean} playing the chip is one of the players
   * @param {Tables} tables
   * @param {Made[]} moves */
  draw(checks, playing, tables, moves) {
    /** @type {[move: number, check: ChipCheck | true][]} */
    const all = [];
    for (const [i, c] of checks.entries()) if (c) all.push([i, c]);
    this.#fault.hidden = !playing;
    const done = all.map(([, c]) => c).filter((c) => c !== true);
    const wrong = done.filter((c) => c.differ.length > 0).length;
    this.#sum.textContent = done.length === 0
      ? `${playing ? "" : "The Verilog of a chip runs in your browser, too: choose “The chip” as a player. "}Each of its moves is compared with golden’s: the move, its value, the playouts, and the clock cycles that they took.`
      : wrong === 0
        ? `${done.length === 1 ? "The move of the chip equals" : `All ${done.length} moves of the chip equal`} golden’s: move, value, playouts and clock cycles.`
        : `${wrong} of ${done.length} moves of the chip differ from golden’s.`;
    this.#sum.className = wrong > 0 ? "bad" : done.length > 0 ? "good" : "";
    this.#list.replaceChildren(...all.reverse().map(([i, c]) => {
      const m = moves[i];
      const name = !m ? "?" : m.tile < 0 ? "pass" : `${tables.tiles[m.tile].name} ${tables.squares[m.squares[0]]}`;
      const head = [html("span", { class: "number" }, `${i + 1}.`), html("span", { class: "move" }, name)];
      if (c === true) return html("li", { class: "pending" }, html("span", { class: "mark" }, "…"), ...head, html("span", { class: "what" }, "golden is checking"));
      const value = c.visits > 0 ? `${sign(c.sum / c.visits, 1)} · ` : "";
      const good = c.differ.length === 0;
      return html("li", { class: good ? "equal" : "differs" },
        html("span", { class: "mark", role: "img", "aria-label": good ? "equals golden" : "differs from golden" }, good ? "✓" : "✗"), ...head,
        html("span", { class: "what" }, `${value}${number(c.playouts)} playouts · ${number(c.cycles)} cycles`),
        ...(good ? [] : [html("ul", {}, ...c.differ.map((d) => html("li", {}, `${d.text}: the chip ${number(d.got)}, golden ${number(d.want)}`)),
          ...(c.spoilt ? [html("li", {}, "A bit of the chip was flipped on purpose.")] : []))]));
    }));
  }
}
