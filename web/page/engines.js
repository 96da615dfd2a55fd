// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The players other than persons: golden's levels, the chips, native players of the program behind
// the page, and a board at a serial port.
import { Chips, isChip } from "./chip.js";
import { Thinker } from "./golden.js";
import { SerialBoard } from "./serial.js";
import { Remote } from "./socket.js";
/** @import { Golden, Library } from "./golden.js" */
/** @import { Session } from "./session.js" */
/** @import { Program } from "./socket.js" */
/** @import { Choice, Report, SerialLine, Thought } from "../types/shared" */

/** Prefix of the specification of a native player. */
export const native = "native ";

/** The player that is a board. */
export const boardPlayer = "board";

/** The player that sits at another page. */
export const friend = "friend";

/** Whether a player keeps its own board, so that the page asks it even for a forced pass.
 * @param {string} who */
export const beyond = (who) => who === boardPlayer || who.startsWith(native);

/** A seed for an engine's random choices. */
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

export class Engines {
  #thinker;
  #remote;

  /**
   * @param {Golden} rules
   * @param {Library} library
   * @param {SerialLine | null} line null: no board plays the game
   * @param {Program} [program] behind the page */
  constructor(rules, library, line, program) {
    this.#thinker = new Thinker(library);
    this.#remote = program && new Remote(program);
    this.chips = new Chips(library, this.#thinker);
    this.serial = line && new SerialBoard(rules, line);
  }

  /** Asks the player to move in the position shown for a move.
   * @param {Session} session
   * @param {Report} report
   * @returns {Promise<Choice | Thought>} */
  async think({ game, mover, position, tables }, report) {
    const task = { ...game.upTo(), level: mover, seed: seed() };
    if (mover === boardPlayer && this.serial) return this.serial.think(task);
    if (isChip(mover)) return this.chips.think(task, position, tables, report);
    if (!mover.startsWith(native)) return this.#thinker.think(task, report);
    if (!this.#remote) throw new Error("this page does not have this player: open the address that tessera web prints");
    return this.#remote.think({ ...task, level: mover.slice(native.length) }, report);
  }

  /** Stops the current thought. */
  stop() {
    for (const engine of [this.#thinker, this.chips, this.#remote, this.serial]) engine?.stop();
  }
}
