// Steps through a game: back and forth, undo and redo, a new game, and giving up.
import { Game } from "./game.js";
/** @import { Clocks } from "./clocks.js" */
/** @import { Session } from "./session.js" */
/** @import { Turn } from "./turn.js" */

/** The place in the game to which undo goes: where a person last had a choice, or -1.
 * @param {Session} session */
export function undoTo({ game, persons, tables }) {
  if (game.lost && game.live) return game.at;
  return persons.length ? game.choice(-1, persons, tables.pass) : game.at - 1;
}

/** The place in the game to which redo goes, or -1.
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

  /** Shows the position after that many moves.
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
    if (game.at === 0 && previous) {
      session.game = previous;
      session.previous = undefined;
      return this.#turn.refresh();
    }
  }

  redo() {
    return this.go(redoTo(this.#session));
  }

  /** Drops the moves behind the position shown. */
  branch() {
    this.#clocks.lap();
    this.#session.game.branch();
    this.#session.paused = false;
    return this.#turn.refresh();
  }

  /** Lets the engines and the clock wait, or go on. */
  pause() {
    this.#clocks.lap();
    this.#session.paused = !this.#session.paused;
    return this.#turn.refresh();
  }

  newGame() {
    const session = this.#session;
    const first = session.settings.first === 0 ? 3 - session.game.first : session.settings.first;
    session.replace(new Game({ first, clock: session.clock }));
    session.paused = false;
    return this.#turn.refresh();
  }

  resign() {
    const { game, persons, position } = this.#session;
    game.resigned = (persons.length === 2 ? position.toMove : persons[0]) + 1;
    return this.#turn.refresh();
  }
}
