// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// A game, and the place in it that the page shows. This module knows no rules: its moves are
// golden's codes, and golden's positions tell where a player has a choice.
import { fitting, of } from "./store.js";
/** @import { Clock, GameState, Line, Moves, Player, Position } from "../types/shared" */

export class Game {
  first = 1; // seat that moved first, from 1
  setup = ""; // the set-up position that the game began from; "": none
  /** Codes.
   * @type {string[]} */
  moves = [];
  at = 0; // number of moves before the position shown
  resigned = 0; // seat that resigned, from 1; 0: none
  /** Golden's checks of the chip's moves, by move; true: a check that has not finished.
   * @type {GameState["checks"]} */
  checks = [];
  late = 0; // seat whose time ran out, from 1; 0: none
  /** Points expected, player 1's less player 2's, by moves made; null if not known.
   * @type {GameState["margins"]} */
  margins = [];
  /** The engines' evaluations of their own moves, by move.
   * @type {GameState["notes"]} */
  notes = [];
  /** Each player's time; null: no limit.
   * @type {Clock | null} */
  clock = null;
  /** The milliseconds spent on each move, including the move now under way.
   * @type {GameState["spent"]} */
  spent = [];
  /** Other continuations. None of them begins another or the game.
   * @type {GameState["variations"]} */
  variations = [];

  puzzle = 0; // number of the puzzle that the game leads to; 0: none
  posed = 0; // number of moves before the position of the puzzle

  /** The seats to move, by moves made, as far as golden has told them.
   * @type {Player[]} */
  #movers = [];

  /** @param {Partial<GameState>} [from] what does not fit is dropped */
  constructor(from = {}) {
    Object.assign(this, fitting(/** @type {GameState} */ (this), from, fits));
    this.at = Math.min(this.at, this.moves.length);
    Object.assign(this, tidy(this));
    this.variations = this.variations.map((v) => tidy({ ...noMoves(), ...fitting(noMoves(), v, fits) }));
  }

  /** Whether the position shown is the last one. */
  get live() {
    return this.at === this.moves.length;
  }

  /** The seat to move after at moves. */
  mover(at = this.at) {
    return this.#movers[at] ?? (this.first - 1 + at) % 2;
  }

  /** Takes the seats from the last position of the game.
   * @param {Position} last */
  follow(last) {
    this.#movers = [...last.moves.map((m) => m.player), last.seat];
  }

  /** The first moves of the game, by default up to the position shown, in golden's form.
   * @returns {Moves} */
  upTo(at = this.at) {
    const { first, setup } = this;
    return { ...of(), first, ...(setup ? { setup } : {}), moves: this.moves.slice(0, at) };
  }

  /** Whether there is nothing of a game yet, not even a position that is set up. */
  get fresh() {
    return this.moves.length === 0 && !this.setup;
  }

  /** A unique key of the position after at moves. */
  key(at = this.at) {
    return `${this.first} ${this.setup} ${this.moves.slice(0, at).join(" ")}`;
  }

  /** Whether a resignation or the clock has ended the game. */
  get lost() {
    return this.resigned > 0 || this.late > 0;
  }

  /** The milliseconds that a player has left after at moves.
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

  /** Adds to the time of the move with that number, from 0.
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

  /** Sets the comment on the last move of the position shown.
   * @param {string} text */
  comment(text) {
    this.notes[this.at - 1] = { ...this.notes[this.at - 1], text: text || undefined };
  }

  /** Makes a move in the position shown. A different move there stays with its continuation as a
   * variation, and a move that begins a variation leads into it. At the end of the game the move alone
   * is made, so that the players go on.
   * @param {string} code */
  make(code) {
    if (this.moves[this.at] !== code) {
      const known = this.variations.find((v) => begins([...this.moves.slice(0, this.at), code], v.moves));
      if (known && !this.live) this.vary(known);
      else {
        this.branch();
        this.moves.push(code);
        if (known) this.notes[this.at] = known.notes[this.at];
        this.variations = this.variations.filter((v) => !begins(v.moves, this.moves));
      }
    }
    this.at++;
  }

  /** The game's moves, with what belongs to them.
   * @returns {Line} */
  get #line() {
    const { moves, resigned, late, checks, margins, notes, spent } = this;
    return structuredClone({ moves, resigned, late, checks, margins, notes, spent });
  }

  /** Adds a variation, unless it is known.
   * @param {string[]} moves */
  add(moves) {
    if (begins(moves, this.moves) || this.variations.some((v) => begins(moves, v.moves) || begins(v.moves, moves))) return;
    this.variations.push({ ...noMoves(), moves });
  }

  /** Makes a variation the game, and the game a variation.
   * @param {Line} line one of the variations */
  vary(line) {
    this.variations = this.variations.filter((v) => v !== line);
    if (!begins(this.moves, line.moves)) this.variations.push(this.#line);
    Object.assign(this, tidy(line));
    this.#movers = [];
  }

  /** Makes a variation of the moves after the position shown. */
  branch() {
    if (!this.live) this.variations.push(this.#line);
    if (this.at < this.posed) this.puzzle = this.posed = 0; // another game than the puzzle's
    this.moves.length = this.at;
    this.checks.length = Math.min(this.checks.length, this.at);
    this.margins.length = Math.min(this.margins.length, this.at + 1);
    this.notes.length = Math.min(this.notes.length, this.at);
    this.spent.length = Math.min(this.spent.length, this.at + 1);
    this.#movers.length = Math.min(this.#movers.length, this.at + 1);
    this.resigned = this.late = 0;
  }

  /** The nearest position before (step -1) or after (step 1) the position shown where one of the
   * players had a choice, or -1. A pass is no choice.
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

/** A line without moves.
 * @returns {Line} */
const noMoves = () => ({ moves: [], resigned: 0, late: 0, checks: [], margins: [], notes: [], spent: [] });

/** A saved line in the page's form.
 * @param {Line} line
 * @returns {Line} */
function tidy({ moves, resigned, late, checks, margins, notes, spent }) {
  return {
    moves, resigned, late, margins, spent, notes: notes.map((n) => n ?? undefined),
    checks: checks.map((c) => (c === true ? null : c)), // a check that was abandoned
  };
}

/** Whether the moves begin others.
 * @param {string[]} moves
 * @param {string[]} others */
const begins = (moves, others) => moves.every((m, i) => m === others[i]);

/** Whether an item of a saved list, or a clock, makes sense.
 * @param {string} name
 * @param {unknown} item */
function fits(name, item) {
  const object = typeof item === "object" && item !== null;
  switch (name) {
    case "moves": return typeof item === "string";
    case "variations": return object && "moves" in item && Array.isArray(item.moves);
    case "margins": case "spent": return item === null || Number.isFinite(item);
    case "checks": return item === null || item === true || (object && "differ" in item && Array.isArray(item.differ) && "board" in item && typeof item.board === "object" && item.board !== null
      && ["work", "cycles", "seconds"].every((name) => Number.isFinite(/** @type {{ [name: string]: unknown }} */ (item)[name])));
    case "notes": return item === null || (object && (!("text" in item) || item.text === undefined || typeof item.text === "string"));
    default: return item === null || (object && "base" in item && Number.isFinite(item.base) && "increment" in item && Number.isFinite(item.increment));
  }
}
