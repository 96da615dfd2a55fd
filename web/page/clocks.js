// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The clocks of a game. A clock runs while its player chooses a move.
import { person } from "./panel.js";
/** @import { Players } from "./panel.js" */
/** @import { Session } from "./session.js" */
/** @import { Player } from "../types/shared" */

const tick = 100; // milliseconds between two updates
const keepEvery = 3_000; // milliseconds between two saves

export class Clocks {
  #session;
  #players;
  #late;
  /** The time of the last lap; undefined: no clock is running.
   * @type {number | undefined} */
  #lapped;
  #kept = 0; // time of the last save

  /**
   * @param {Session} session
   * @param {Players} players
   * @param {(player: Player) => void} late hears whose time has run out */
  constructor(session, players, late) {
    this.#session = session;
    this.#players = players;
    this.#late = late;
  }

  /** Starts the periodic updates. */
  start() {
    setInterval(() => this.#watch(), tick);
    const leave = () => { this.lap(); this.#session.keep(); };
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", leave);
  }

  /** The number of the move whose clock is running; -1: none. */
  #ticking() {
    const { game, last, paused, settings, thinking, tookBack } = this.#session;
    if (!game.clock || paused || game.lost || game.moves.length === 0) return -1;
    if (tookBack && !game.live) return game.at;
    if (last.over) return -1;
    const who = settings.players[game.mover(game.moves.length)];
    return who === person || thinking ? game.moves.length : -1;
  }

  /** Adds the time since the last lap to the running clock. */
  lap() {
    const now = performance.now();
    const at = this.#ticking();
    if (at >= 0 && this.#lapped !== undefined) this.#session.game.spend(at, now - this.#lapped);
    this.#lapped = at >= 0 ? now : undefined;
  }

  draw() {
    const { game } = this.#session;
    this.#players.clocks(game.clock ? this.#session.settings.players.map((_, seat) => game.left(seat)) : undefined);
  }

  #watch() {
    this.lap();
    const at = this.#ticking();
    if (at < 0) return;
    const { game } = this.#session;
    if (performance.now() - this.#kept > keepEvery) {
      this.#kept = performance.now();
      this.#session.keep();
    }
    const mover = game.mover(at);
    if (game.left(mover, at) > 0) return this.draw();
    this.#late(mover);
  }
}
