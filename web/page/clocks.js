// The clocks of a game. They count the time of the player who chooses a move.
import { person } from "./panel.js";
/** @import { Players } from "./panel.js" */
/** @import { Session } from "./session.js" */
/** @import { Player } from "../types/shared" */

const tick = 100; // milliseconds between two looks at the clock
const keepEvery = 3_000; // milliseconds after which the page keeps the time that has passed

export class Clocks {
  #session;
  #players;
  #late;
  /** The time of the last count; undefined: the clock stands.
   * @type {number | undefined} */
  #lapped;
  #kept = 0; // the time at which the page last kept the clocks

  /**
   * @param {Session} session
   * @param {Players} players
   * @param {(player: Player) => void} late hears whose time has run out */
  constructor(session, players, late) {
    this.#session = session;
    this.#players = players;
    this.#late = late;
  }

  /** Begins to look at the clock. */
  start() {
    setInterval(() => this.#watch(), tick);
    const leave = () => { this.lap(); this.#session.keep(); };
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", leave);
  }

  /** The number of the move that a player chooses while the clock goes, -1 if it stands. */
  #ticking() {
    const { game, last, paused, settings, thinking, tookBack } = this.#session;
    if (!game.clock || paused || game.lost || game.moves.length === 0) return -1;
    if (tookBack && !game.live) return game.at;
    if (last.over) return -1;
    const who = settings.players[game.mover(game.moves.length)];
    return who === person || thinking ? game.moves.length : -1;
  }

  /** Counts the time since the last lap. */
  lap() {
    const now = performance.now();
    const at = this.#ticking();
    if (at >= 0 && this.#lapped !== undefined) this.#session.game.spend(at, now - this.#lapped);
    this.#lapped = at >= 0 ? now : undefined;
  }

  draw() {
    const { game } = this.#session;
    this.#players.clocks(game.clock ? [game.left(0), game.left(1)] : undefined);
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
