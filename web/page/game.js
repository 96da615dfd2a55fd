// A game, and the place in it that the page shows. It knows no rules: its moves are golden's codes,
// and golden's positions say where a player has a choice.
/** @import { Clock, GameState, Moves, Player } from "../types/shared" */

export class Game {
  first = 1; // who moved first, 1 or 2
  /** Codes.
   * @type {string[]} */
  moves = [];
  at = 0; // moves made in the position shown
  resigned = 0; // who gave up, 1 or 2
  /** Golden's word on the chip's moves, by move; true: golden is at it, or was when the page was left.
   * @type {GameState["checks"]} */
  checks = [];
  late = 0; // whose time ran out, 1 or 2
  /** Points expected, player 1's less player 2's, by moves made; null if not known.
   * @type {GameState["margins"]} */
  margins = [];
  /** What the engine that made a move thought of it, by move.
   * @type {GameState["notes"]} */
  notes = [];
  /** Each player's time; null: no limit.
   * @type {Clock | null} */
  clock = null;
  /** The milliseconds that each move took, so far for the move that is being chosen.
   * @type {GameState["spent"]} */
  spent = [];

  /** @param {Partial<GameState>} [from] */
  constructor(from = {}) {
    Object.assign(this, Object.fromEntries(Object.entries(from).filter(([name, value]) => Object.hasOwn(this, name) && value !== undefined)));
    this.at = Math.min(this.at, this.moves.length);
    this.checks = this.checks.map((c) => (c === true ? null : c)); // nobody is at it any more
  }

  /** Whether the position shown is the last one. */
  get live() {
    return this.at === this.moves.length;
  }

  /** The player to move after that many moves. */
  mover(at = this.at) {
    return (this.first - 1 + at) % 2;
  }

  /** The moves up to the position shown, or up to another, as golden takes them.
   * @returns {Moves} */
  upTo(at = this.at) {
    return { first: this.first, moves: this.moves.slice(0, at) };
  }

  /** Tells the position after that many moves from all others. */
  key(at = this.at) {
    return `${this.first} ${this.moves.slice(0, at).join(" ")}`;
  }

  /** Whether a resignation or the clock has ended the game. */
  get lost() {
    return this.resigned > 0 || this.late > 0;
  }

  /** The milliseconds that a player has left after that many moves.
   * @param {Player} player */
  left(player, at = this.at) {
    if (!this.clock) return Infinity;
    let time = this.clock.base;
    for (let i = 0; i <= at; i++) {
      if (this.mover(i) !== player) continue;
      time -= this.spent[i] ?? 0;
      if (i < at) time += this.clock.increment;
    }
    return time;
  }

  /** Lets time pass for the player who chooses the move of that number, from 0.
   * @param {number} at
   * @param {number} time in milliseconds */
  spend(at, time) {
    this.spent[at] = (this.spent[at] ?? 0) + time;
  }

  /** The notes of all moves, with the time of each. */
  record() {
    return this.moves.map((_, i) => {
      const spent = this.clock && this.spent[i];
      return { ...this.notes[i], ...(spent ? { seconds: Math.round(spent / 100) / 10 } : {}) };
    });
  }

  /** Makes a move in the position shown, and drops other moves made from there.
   * @param {string} code */
  make(code) {
    if (this.moves[this.at] !== code) {
      this.branch();
      this.moves.push(code);
    }
    this.at++;
  }

  /** Drops the moves behind the position shown. */
  branch() {
    this.moves.length = this.at;
    this.checks.length = Math.min(this.checks.length, this.at);
    this.margins.length = Math.min(this.margins.length, this.at + 1);
    this.notes.length = Math.min(this.notes.length, this.at);
    this.spent.length = Math.min(this.spent.length, this.at + 1);
    this.resigned = this.late = 0;
  }

  /** The nearest place before (step -1) or behind (step 1) at which one of the players had a choice,
   * or -1. A pass is no choice.
   * @param {number} step
   * @param {Player[]} players
   * @param {string} pass its code */
  choice(step, players, pass) {
    for (let at = this.at + step; at >= 0 && at <= this.moves.length; at += step) {
      if (players.includes(this.mover(at)) && this.moves[at] !== pass) return at;
    }
    return -1;
  }
}
