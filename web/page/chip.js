// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The chips as players. Golden checks each of their moves.
import { reason, Stopped } from "./errors.js";
import { Caller } from "./golden.js";
import { html } from "./draw.js";
import { sign } from "./panel.js";
/** @import { Golden, Library, Thinker } from "./golden.js" */
/** @import { Anchored, AnchorMove, Candidate, ChipCalls, ChipCheck, ChipCommand, ChipPosition, ChipProgram, ChipTable, ChipTask, Considered, GameState, Level, Made, Position, Report, Tables, Task, Thought } from "../types/shared" */

/** The chips as players, and the amount of work of a move. The page's docs have the measurements behind
 * the words about their strength.
 * @type {(Level & { chip: string, amount: number })[]} */
export const levels = [
  {
    id: "chip-montecarlo:visits=1", chip: "montecarlo", amount: 1, name: "Chip: Monte Carlo",
    about: "weak, between levels 1 and 2: it plays games at random after each of its moves, and keeps the moves that end best",
  },
  {
    id: "chip-montecarlo:visits=2", chip: "montecarlo", amount: 2, name: "Chip: Monte Carlo, long",
    about: "weak, about level 2: the same with twice as many games",
  },
  {
    id: "chip-minimax:depth=2", chip: "minimax", amount: 2, name: "Chip: minimax",
    about: "weak, below level 1: it looks two moves ahead and counts the corners",
  },
  {
    id: "chip-alphabeta:depth=2", chip: "alphabeta", amount: 2, name: "Chip: alpha-beta",
    about: "medium, between levels 3 and 4: it looks two moves ahead, and weighs the squares that both players can still reach",
  },
  {
    id: "chip-tree:leaves=300", chip: "tree", amount: 300, name: "Chip: tree search",
    about: "the strongest chip, between levels 5 and 6: it looks ahead where it pays, and judges what it finds",
  },
];

/** @param {string} id */
export const isChip = (id) => levels.some((l) => l.id === id);

/** Why a chip does not play on from a position that is set up. */
export const noSetup = "the chip knows only positions that moves have led to, and this game began from a set-up position";

/** The names of the chips. */
export const chipNames = [...new Set(levels.map((l) => l.chip))];

/** A chip's worker, which loads the program and its table; see chipworker.js.
 * @extends {Caller<ChipCalls, ChipProgram>} */
export class ChipWorker extends Caller {
  /**
   * @param {string} chip
   * @param {ChipProgram} [loaded] */
  constructor(chip, loaded) {
    super(new URL("chipworker.js", import.meta.url), loaded, chip);
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

/** A chip, with one thought at a time. */
class Chip {
  #name;
  /** @type {ChipProgram | undefined} */
  #loaded;
  /** @type {ChipWorker | undefined} */
  #worker;
  #busy = false;

  /** @param {string} name */
  constructor(name) {
    this.#name = name;
  }

  /** Searches, and returns the answer with the chip's table.
   * @param {ChipTask & { faulty: boolean }} task
   * @param {Report} [report] */
  async search(task, report) {
    this.#worker ??= new ChipWorker(this.#name, this.#loaded);
    this.#busy = true;
    const worker = this.#worker;
    try {
      if (!this.#loaded) report?.({ text: "loads the chip …" });
      this.#loaded ??= await worker.ready;
      return { answer: await worker.call("think", task, report), table: this.#loaded.table };
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
}

/** The chips as players, with one thought at a time, and the check by golden. */
export class Chips {
  /** @type {Map<string, Chip>} */
  #chips = new Map(); // by name
  /** The checker. It runs for ever, because it tracks the chips' earlier commands.
   * @type {Golden | undefined} */
  #golden;
  #library;
  #thinker;

  /** Whether a fault strikes in the next thought. */
  faulty = false;

  /**
   * @param {Library} library golden with the chips' twins
   * @param {Thinker} thinker names the chips' moves. It is free while a chip thinks */
  constructor(library, thinker) {
    this.#library = library;
    this.#thinker = thinker;
  }

  /** Chooses a move. The reports and the thought have the candidates.
   * @param {Task} task
   * @param {Position} position
   * @param {Tables} tables
   * @param {Report} [report]
   * @returns {Promise<Thought>} */
  async think({ first, setup, moves, level: id, seed }, position, tables, report) {
    this.stop();
    if (setup) throw new Error(noSetup);
    const level = levels.find((l) => l.id === id);
    if (!level) throw new Error(`no chip has the level ${id}`);
    /** @type {AnchorMove[] | undefined} */
    let anchors;
    const naming = this.#thinker.ask("anchors", { first, moves }).then((all) => { anchors = all; }, () => {}); // else there are no candidates
    /** @type {Report} */
    const named = ({ considered, ...news }) => report?.({ ...news, candidates: considered && anchors && candidatesOf(considered, anchors) });
    const { chip, amount } = level;
    const one = this.#chips.get(chip) ?? new Chip(chip);
    this.#chips.set(chip, one);
    const { faulty } = this;
    this.faulty = false;
    const { answer, table } = await one.search({ position: forChip(position, tables), player: position.toMove, amount, seed, faulty }, named);
    await naming;
    const { log, o, s, numbers, considered = [], cycles, seconds, struck } = answer;
    if (faulty && !struck) this.faulty = true; // the search ended before the fault
    const place = position.legal.find((p) => p.o === o && p.s === s);
    const code = o < 0 ? tables.pass : place?.code ?? `orientation ${o}, square ${s}`;
    const { unit } = table.search;
    const work = numbers[unit];
    const opinion = opinionOf(table.search, numbers);
    /** @type {Thought} */
    const thought = { code, o, s, work, unit, candidates: candidatesOf(considered, anchors ?? []), ...opinion };
    if (!place && o >= 0) thought.illegal = true;
    report?.(thought);
    thought.check = this.#check(chip, position.first, log, table, {
      code, numbers, cycles, seed, spoilt: struck, work, unit, ...opinion, seconds, board: table.board,
    });
    return thought;
  }

  /** Stops the current thought. */
  stop() {
    for (const chip of this.#chips.values()) chip.stop();
  }

  /** Adds what differs from golden's answer.
   * @param {string} chip
   * @param {number} first
   * @param {ChipCommand[]} log
   * @param {ChipTable} table
   * @param {Omit<ChipCheck, "differ">} got
   * @returns {Promise<ChipCheck>} */
  async #check(chip, first, log, table, got) {
    /** @type {ChipCheck["differ"]} */
    let differ;
    try {
      this.#golden ??= await this.#library.worker();
      const want = await this.#golden.call("chip", { chip, first, log });
      differ = [
        { text: "move", got: got.code, want: want.code },
        ...table.search.answer.map(({ name, text }) => ({ text, got: got.numbers[name], want: want.numbers[name] })),
        { text: "cycles", got: got.cycles, want: want.cycles },
      ].filter((d) => d.got !== d.want);
    } catch (error) {
      differ = [{ text: "golden", got: "a move", want: reason(error) }];
    }
    return { ...got, differ };
  }
}

/** The candidates of a chip, the best first.
 * @param {Considered[]} considered
 * @param {AnchorMove[]} anchors the legal moves
 * @returns {Candidate[]} */
export function candidatesOf(considered, anchors) {
  const key = (/** @type {Anchored} */ m) => `${m.pattern} ${m.flip_rows} ${m.flip_cols} ${m.row} ${m.col}`;
  const byMove = new Map(anchors.map((m) => [key(m), m]));
  const all = considered.flatMap(({ number, move, visits, margin, value }) => {
    const place = move ? byMove.get(key(move)) : anchors[number ?? -1];
    return place ? [{ code: place.code, o: place.o, s: place.s, visits, margin, value }] : []; // a fault may make a move illegal
  });
  return all.sort((a, b) => b.visits - a.visits || (b.value ?? b.margin ?? 0) - (a.value ?? a.margin ?? 0));
}

/** The chip's opinion of its move, if it has one. A player who passes has none.
 * @param {ChipTable["search"]} search
 * @param {{ [name: string]: number }} numbers
 * @returns {{ margin?: number, value?: number, visits?: number }} */
function opinionOf({ unit, margin, value, most = 1, point }, numbers) {
  const { visits } = numbers;
  if (margin && point) return numbers[unit] > 0 ? { margin: numbers[margin] / point } : {};
  if (visits > 0 && margin) return { visits, margin: numbers[margin] / visits };
  return visits > 0 && value ? { visits, value: numbers[value] / most } : {};
}

/** @param {number | string} n */
const number = (n) => (typeof n === "number" ? n.toLocaleString("en") : n);

/** A time in seconds as text.
 * @param {number} seconds */
export const time = (seconds) => (seconds < 0.0995 ? `${Number((1000 * seconds).toPrecision(2))} ms` : `${seconds.toFixed(1)} s`);

/** The list of the chips' moves, with a tick or a cross for each. */
export class Checks {
  #about;
  #list;
  #sum;
  #fault;

  /**
   * @param {HTMLElement} about
   * @param {HTMLElement} list
   * @param {HTMLElement} sum
   * @param {HTMLElement} fault */
  constructor(about, list, sum, fault) {
    this.#about = about;
    this.#list = list;
    this.#sum = sum;
    this.#fault = fault;
  }

  /**
   * @param {GameState["checks"]} checks
   * @param {string[]} players
   * @param {Tables} tables
   * @param {Made[]} moves */
  draw(checks, players, tables, moves) {
    const chips = levels.filter((l) => players.includes(l.id));
    const playing = chips.length > 0;
    this.#about.textContent = chips.map((l) => `${l.name}: ${l.about}.`).join(" ");
    /** @type {[move: number, check: ChipCheck | true][]} */
    const all = [];
    for (const [i, c] of checks.entries()) if (c) all.push([i, c]);
    this.#fault.hidden = !playing;
    const done = all.map(([, c]) => c).filter((c) => c !== true);
    const wrong = done.filter((c) => c.differ.length > 0).length;
    this.#sum.textContent = done.length === 0
      ? `${playing ? "" : "The Verilog of a chip runs in your browser, too: choose “Chip: tree search”, the strongest, as a player. "}Each of its moves is compared with golden’s: the move, its value, the work, and the clock cycles.`
      : wrong === 0
        ? `${done.length === 1 ? "The move of the chip equals" : `All ${done.length} moves of the chip equal`} golden’s: move, value, work and clock cycles.`
        : `${wrong} of ${done.length} moves of the chip differ from golden’s.`;
    this.#sum.className = wrong > 0 ? "bad" : done.length > 0 ? "good" : "";
    this.#list.replaceChildren(...all.reverse().map(([i, c]) => {
      const m = moves[i];
      const name = !m ? "?" : m.tile < 0 ? "pass" : `${tables.tiles[m.tile].name} ${tables.squares[m.squares[0]]}`;
      const head = [html("span", { class: "number" }, `${i + 1}.`), html("span", { class: "move" }, name)];
      if (c === true) return html("li", { class: "pending" }, html("span", { class: "mark" }, "…"), ...head, html("span", { class: "what" }, "golden is checking"));
      const opinion = c.margin !== undefined ? `${sign(c.margin, 1)} · ` : c.value !== undefined ? `${Math.round(100 * c.value)} % · ` : "";
      const good = c.differ.length === 0;
      return html("li", { class: good ? "equal" : "differs" },
        html("span", { class: "mark", role: "img", "aria-label": good ? "equals golden" : "differs from golden" }, good ? "✓" : "✗"), ...head,
        html("span", { class: "what" }, `${opinion}${number(c.work)} ${c.unit} · ${number(c.cycles)} cycles`),
        html("span", { class: "took" }, `This took ${time(c.seconds)} here, ${time(c.cycles / c.board.hertz)} on the FPGA (${c.board.title}, ${c.board.hertz / 1e6} MHz).`),
        ...(good ? [] : [html("ul", {}, ...c.differ.map((d) => html("li", {}, `${d.text}: the chip ${number(d.got)}, golden ${number(d.want)}`)),
          ...(c.spoilt ? [html("li", {}, "A bit of the chip was flipped on purpose.")] : []))]));
    }));
  }
}
