// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Steps through a game: back and forward, undo and redo, a new game, and resignation.
import { Game } from "./game.js";
/** @import { Clocks } from "./clocks.js" */
/** @import { Session } from "./session.js" */
/** @import { Turn } from "./turn.js" */
/** @import { Line } from "../types/shared" */

/** The target of undo: the last earlier position where a person had a choice, or -1.
 * @param {Session} session */
export function undoTo({ game, persons, shared, tables }) {
  if (shared) return -1;
  if (game.lost && game.live) return game.at;
  return persons.length ? game.choice(-1, persons, tables.pass) : game.at - 1;
}

/** The target of redo, or -1.
 * @param {Session} session */
export function redoTo({ game, persons, tables }) {
  if (game.live) return -1;
  const to = persons.length ? game.choice(1, persons, tables.pass) : game.at + 1;
  return to < 0 ? game.moves.length : to;
}

export class Steps {
  #session;
  #clocks;
  #turn;

  /**
   * @param {Session} session
   * @param {Clocks} clocks
   * @param {Turn} turn */
  constructor(session, clocks, turn) {
    this.#session = session;
    this.#clocks = clocks;
    this.#turn = turn;
  }

  /** Shows the position after at moves.
   * @param {number} at
   * @param {boolean} [back] the visitor wants to move there */
  go(at, back = false) {
    if (at < 0) return;
    this.#clocks.lap();
    this.#session.game.at = at;
    this.#session.tookBack = back;
    return this.#turn.refresh();
  }

  undo() {
    const session = this.#session;
    const { game, persons, previous } = session;
    const to = undoTo(session);
    if (to >= 0) {
      if (game.late) game.spent[game.at] = 0;
      game.resigned = game.late = 0;
      if (persons.length === 0) session.paused = true;
      return this.go(to, true);
    }
    if (game.at === 0 && previous && !session.shared) {
      session.game = previous;
      session.previous = undefined;
      return this.#turn.refresh();
    }
  }

  redo() {
    return this.go(redoTo(this.#session));
  }

  /** Lets the game go on in the position shown. The moves after it become a variation. */
  branch() {
    this.#clocks.lap();
    this.#session.game.branch();
    this.#session.resume();
    return this.#turn.refresh();
  }

  /** Shows a variation after at moves.
   * @param {Line} line
   * @param {number} at */
  vary(line, at) {
    if (this.#session.shared) return;
    this.#clocks.lap();
    this.#session.game.vary(line);
    return this.go(at);
  }

  /** Pauses or resumes the engines and the clock. */
  pause() {
    this.#clocks.lap();
    if (this.#session.paused) this.#session.resume();
    else this.#session.paused = true;
    return this.#turn.refresh();
  }

  newGame() {
    const session = this.#session;
    const { first: chosen } = session.settings;
    const first = !session.tables.anyFirst ? 1 : chosen === 0 ? 3 - session.game.first : chosen;
    session.replace(new Game({ first, clock: session.clock }));
    session.resume();
    return this.#turn.refresh();
  }

  resign() {
    const { game, persons, position } = this.#session;
    game.resigned = (persons.length === 2 ? position.seat : persons[0]) + 1;
    return this.#turn.refresh();
  }
}
