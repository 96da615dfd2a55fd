// A game and the place in it that is looked at. It knows no rules: moves are the codes that
// golden gives, and where somebody has a choice golden's positions say.

export class Game {
  first = 1; // who moved first, 1 or 2
  moves = []; // codes
  at = 0; // moves made in the position that is looked at
  resigned = 0; // who gave up, 1 or 2
  checks = []; // by move: what golden says of the chip's; true: it is at it, or was when the page was left
  late = 0; // whose time ran out, 1 or 2
  margins = []; // by moves made: points expected, player 1's less player 2's; null if not known
  notes = []; // by move: what an engine thought of the one that it made: {margin, value, visits}
  clock = null; // {base, increment}: the time of each player for the game and for each move, milliseconds
  spent = []; // by move: its time in milliseconds, so far for the one that is being chosen

  constructor(from = {}) {
    for (const name of Object.keys(this)) {
      if (from[name] !== undefined) this[name] = from[name];
    }
    this.at = Math.min(this.at, this.moves.length);
    this.checks = this.checks.map((c) => (c === true ? null : c)); // nobody is at it any more
  }

  /** Whether the position looked at is the last one. */
  get live() {
    return this.at === this.moves.length;
  }

  /** The player to move after that many moves, 0 or 1. */
  mover(at = this.at) {
    return (this.first - 1 + at) % 2;
  }

  /** The arguments of a call about the position looked at. */
  get asked() {
    return { first: this.first, moves: this.moves.slice(0, this.at) };
  }

  /** What tells the position after that many moves from others. */
  keyAt(at) {
    return `${this.first} ${this.moves.slice(0, at).join(" ")}`;
  }

  get key() {
    return this.keyAt(this.at);
  }

  /** Whether the game has ended before its end, by a resignation or on time. */
  get lost() {
    return this.resigned > 0 || this.late > 0;
  }

  /** The time that a player has left after so many moves, in milliseconds. */
  left(player, at = this.at) {
    let time = this.clock.base;
    for (let i = 0; i <= at; i++) {
      if (this.mover(i) !== player) continue;
      time -= this.spent[i] ?? 0;
      if (i < at) time += this.clock.increment;
    }
    return time;
  }

  /** Lets time pass for the one who chooses the move of that number, from 0. */
  spend(at, time) {
    this.spent[at] = (this.spent[at] ?? 0) + time;
  }

  /** What is on record of the moves. */
  record() {
    return this.moves.map((_, i) => ({ ...this.notes[i], ...(this.clock && this.spent[i] ? { seconds: Math.round(this.spent[i] / 100) / 10 } : {}) }));
  }

  /** Makes a move in the position looked at; other moves made from there are dropped. */
  make(code) {
    if (this.moves[this.at] !== code) {
      this.branch();
      this.moves.push(code);
    }
    this.at++;
  }

  /** Drops the moves behind the position looked at. */
  branch() {
    this.moves.length = this.at;
    this.checks.length = Math.min(this.checks.length, this.at);
    this.margins.length = Math.min(this.margins.length, this.at + 1);
    this.notes.length = Math.min(this.notes.length, this.at);
    this.spent.length = Math.min(this.spent.length, this.at + 1);
    this.resigned = this.late = 0;
  }

  /** The nearest place before (step -1) or behind (step 1) in which one of the players given
   * was to choose, or -1. pass is the code of a pass, which is no choice. */
  choice(step, players, pass) {
    for (let at = this.at + step; at >= 0 && at <= this.moves.length; at += step) {
      if (players.includes(this.mover(at)) && this.moves[at] !== pass) return at;
    }
    return -1;
  }
}
