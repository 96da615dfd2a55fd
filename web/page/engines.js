// The players that are no persons: golden's levels, the chip, players of the program behind the page,
// and a board at a serial port.
import { Chip, isChip } from "./chip.js";
import { Thinker } from "./golden.js";
import { SerialBoard } from "./serial.js";
import { Remote } from "./socket.js";
/** @import { Golden } from "./golden.js" */
/** @import { Session } from "./session.js" */
/** @import { Program } from "./socket.js" */
/** @import { Choice, Report, SerialLine, Thought } from "../types/shared" */

/** Stands before the specification of a player of the program. */
export const native = "native ";

/** The player that is a board. */
export const boardPlayer = "board";

/** Whether golden asks a player even if it has to pass, because it has a board of its own.
 * @param {string} who */
export const beyond = (who) => who === boardPlayer || who.startsWith(native);

/** A seed for an engine's random choices. */
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

export class Engines {
  #thinker;
  #remote;

  /**
   * @param {Golden} rules
   * @param {SerialLine} line
   * @param {Program} [program] behind the page */
  constructor(rules, line, program) {
    this.#thinker = new Thinker(rules.ready);
    this.#remote = program && new Remote(program);
    this.chip = new Chip(rules.ready);
    this.serial = new SerialBoard(rules, line);
  }

  /** Has the player that is to move in the position shown think.
   * @param {Session} session
   * @param {Report} report
   * @returns {Promise<Choice | Thought>} */
  async think({ game, mover, position, tables }, report) {
    const task = { ...game.upTo(), level: mover, seed: seed() };
    if (mover === boardPlayer) return this.serial.think(task);
    if (isChip(mover)) return this.chip.think(position, tables, mover, task.seed, report);
    if (!mover.startsWith(native)) return this.#thinker.think(task, report);
    if (!this.#remote) throw new Error("this page does not have this player: open the address that tessera web prints");
    return this.#remote.think({ ...task, level: mover.slice(native.length) }, report);
  }

  /** Ends the thought under way. */
  stop() {
    for (const engine of [this.#thinker, this.chip, this.#remote, this.serial]) engine?.stop();
  }
}
