// The chip as a player: its moves, each of which golden checks.
import { Caller, Golden, Stopped } from "./golden.js";
import { html } from "./draw.js";
import { sign } from "./panel.js";

/** The chip among the players. */
export const levels = [1, 2].map((visits) => ({
  id: `chip-montecarlo:visits=${visits}`,
  name: visits === 1 ? "The chip" : "The chip, long",
  about: "the Verilog of the Monte Carlo core, two lanes, compiled for your browser; golden checks every move",
  visits,
}));

export const isChip = (id) => levels.some((l) => l.id === id);

/** The chip's worker, which loads the program and its table; see chipworker.js. */
export class ChipWorker extends Caller {
  constructor(loaded) {
    super(new URL("chipworker.js", import.meta.url), loaded);
  }
}

/** A position as the chip's worker takes it. */
export const forChip = (position, tables) => ({
  size: tables.size,
  moves: position.moves.map((m) => ({ code: m.code, player: m.player, o: m.o, s: m.s, pass: m.tile < 0 })),
});

/** What is compared, and how it is called. */
const compared = [["code", "move"], ["sum", "sum of values"], ["visits", "visits of the move"], ["playouts", "playouts"], ["cycles", "cycles"]];

// Where the fault that a visitor asks for strikes: in the count of the playouts, where it is sure to show.
const fault = { cycle: 300, signal: "u_halving.playouts_q", bit: 12 };

/** The chip that plays, one thought at a time, and its check by golden. */
export class Chip {
  #loaded;
  #worker;
  #golden; // checks; it is never ended, since it knows what the chip has done before
  #module;
  #busy = false;

  /** The next thought is spoilt by a fault. */
  faulty = false;

  /** module is a promise of golden compiled. */
  constructor(module) {
    this.#module = module;
  }

  /** Chooses a move: {code, ...}, as an engine's, with check, a promise of what golden says
   * of it. */
  async think(position, tables, level, seed, report) {
    this.stop();
    this.#worker ??= new ChipWorker(this.#loaded);
    this.#busy = true;
    const worker = this.#worker;
    try {
      this.#loaded ??= await worker.ready;
      const { visits } = levels.find((l) => l.id === level);
      const spoilt = this.faulty;
      this.faulty = false;
      const { log, struck, ...got } = await worker.call("think", {
        position: forChip(position, tables), player: position.toMove, visits, seed, fault: spoilt ? fault : undefined,
      }, report);
      if (spoilt && !struck) this.faulty = true; // it was over too soon
      const place = position.legal.find((p) => p.o === got.o && p.s === got.s);
      got.code = got.o < 0 ? tables.pass : place?.code ?? `orientation ${got.o}, square ${got.s}`;
      const thought = { code: got.code, o: got.o, s: got.s, work: got.playouts, unit: "playouts", candidates: [], check: this.#check(position.first, log, got, seed, struck) };
      if (got.visits > 0) thought.margin = got.sum / got.visits;
      if (!place && got.o >= 0) thought.illegal = true;
      return thought;
    } catch (error) {
      if (!(error instanceof Stopped) && worker === this.#worker) this.#worker = undefined;
      throw error;
    } finally {
      if (worker === this.#worker) this.#busy = false;
    }
  }

  /** Ends a thought under way. */
  stop() {
    if (!this.#busy) return;
    this.#worker.stop();
    this.#worker = undefined;
    this.#busy = false;
  }

  async #check(first, log, got, seed, spoilt) {
    this.#golden ??= new Golden(await this.#module);
    const want = await this.#golden.call("chip", { first, log });
    const differ = compared.filter(([name]) => got[name] !== want[name]).map(([name, text]) => ({ text, got: got[name], want: want[name] }));
    return { code: got.code, sum: got.sum, visits: got.visits, playouts: got.playouts, cycles: got.cycles, seed, spoilt, differ };
  }
}

const number = (n) => (typeof n === "number" ? n.toLocaleString("en") : n);

/** The list of what the chip has played, with a tick or a cross for each move. checks are by
 * number of the move; undefined: not the chip's; true: being checked. */
export class Checks {
  #list;
  #sum;
  #fault;

  constructor(list, sum, fault) {
    this.#list = list;
    this.#sum = sum;
    this.#fault = fault;
  }

  draw(checks, playing, tables, moves) {
    const all = checks.map((c, i) => [i, c]).filter(([, c]) => c);
    this.#fault.hidden = !playing;
    const done = all.filter(([, c]) => c !== true);
    const wrong = done.filter(([, c]) => c.differ.length > 0).length;
    this.#sum.textContent = done.length === 0
      ? `${playing ? "" : "The Verilog of a chip runs in your browser, too: choose “The chip” as a player. "}Each of its moves is compared with golden’s: the move, its value, the playouts, and the clock cycles that they took.`
      : wrong === 0
        ? `${done.length === 1 ? "The move of the chip equals" : `All ${done.length} moves of the chip equal`} golden’s: move, value, playouts and clock cycles.`
        : `${wrong} of ${done.length} moves of the chip differ from golden’s.`;
    this.#sum.className = wrong > 0 ? "bad" : done.length > 0 ? "good" : "";
    this.#list.replaceChildren(...all.reverse().map(([i, c]) => {
      const m = moves[i];
      const name = !m ? "?" : m.tile < 0 ? "pass" : `${tables.tiles[m.tile].letter} ${tables.squares[m.squares[0]]}`;
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
