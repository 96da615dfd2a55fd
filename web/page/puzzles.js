// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Puzzles: positions in which exactly one move wins. Golden has them and judges the visitor's move:
// its solver finds the best answers to the end of the game.
import { $ } from "./dom.js";
import { Stopped } from "./errors.js";
import { Game } from "./game.js";
import { Thinker } from "./golden.js";
import { message, notAlone, tell, trouble } from "./message.js";
import { person } from "./panel.js";
import * as store from "./store.js";
import { capital, passes, placeName } from "./words.js";
/** @import { Board } from "./board.js" */
/** @import { Library } from "./golden.js" */
/** @import { Session } from "./session.js" */
/** @import { Turn } from "./turn.js" */

const dayLength = 86_400_000; // in milliseconds

export class Puzzles {
  #session;
  #turn;
  #board;
  #thinker;

  /**
   * @param {Session} session
   * @param {Turn} turn
   * @param {Board} board
   * @param {Library} library */
  constructor(session, turn, board, library) {
    this.#session = session;
    this.#turn = turn;
    this.#board = board;
    this.#thinker = new Thinker(library);
  }

  /** Opens the puzzle with a number as a visitor or a link writes it, "" for that of the day.
   * @param {string} text */
  async open(text) {
    const session = this.#session;
    if (session.shared) return notAlone();
    if (store.of().of) return tell("The puzzles are of Blokus Duo: choose it above.", "bad");
    if (!/^\d{0,9}$/.test(text)) return tell(`“${text.slice(0, 20)}” is no number of a puzzle.`, "bad");
    const mine = session.changes;
    message("Opens the puzzle …");
    try {
      // Without a number it is the day's, which changes at midnight in UTC, for everybody.
      const day = Math.floor(Date.now() / dayLength);
      const { number, count, first, moves, rival } = await this.#thinker.ask("puzzle", text ? { number: Number(text), day: -1 } : { number: 0, day });
      if (mine !== session.changes) return;
      if (!number) return tell(`There is no puzzle ${text}: they have the numbers 1 to ${count}.`, "bad");
      const game = new Game({ first, moves, at: moves.length, puzzle: number, posed: moves.length });
      session.replace(game);
      session.settings.players = session.settings.players.map((_, seat) => (seat === game.mover() ? person : rival));
      session.resume();
      await this.#turn.refresh();
    } catch (error) {
      if (!(error instanceof Stopped)) trouble(error);
    }
  }

  /** Makes a move in the position shown; in a puzzle, with the best answers to it.
   * @param {string} code */
  make(code) {
    const { game } = this.#session;
    return game.puzzle && game.at === game.posed ? this.#try(code, false) : this.#turn.make(code);
  }

  /** Makes the winning move. */
  async solve() {
    const { game } = this.#session;
    if (!game.puzzle) return;
    await this.again();
    try {
      const { move } = await this.#thinker.ask("puzzle", { number: game.puzzle, day: -1 });
      if (game === this.#session.game && game.puzzle && game.at === game.posed) await this.#try(move, true);
    } catch (error) {
      if (!(error instanceof Stopped)) trouble(error);
    }
  }

  /** Goes back to the position of the puzzle. */
  again() {
    const { game } = this.#session;
    game.at = game.posed;
    this.#session.tookBack = true;
    return this.#turn.refresh();
  }

  /** Opens the next puzzle; after the last one, the first. */
  async next() {
    const { puzzle } = this.#session.game;
    try {
      const { number } = await this.#thinker.ask("puzzle", { number: puzzle + 1, day: -1 });
      await this.open(String(number || 1));
    } catch (error) {
      if (!(error instanceof Stopped)) trouble(error);
    }
  }

  /** @param {string} code
   * @param {boolean} given the page gives the solution */
  async #try(code, given) {
    const session = this.#session;
    const { game, position, tables } = session;
    const mine = session.changes;
    const placed = position.legal.find((m) => m.code === code);
    if (!placed) return;
    this.#board.put(placed, position.toMove);
    message("Looks for the best answer …");
    try {
      const { margin, line } = await this.#thinker.ask("judge", { ...game.upTo(), move: code });
      if (mine !== session.changes) return;
      for (const move of line) game.make(move);
      game.at = game.posed + Math.min(2, line.length); // the move and the answer to it
      if (margin > 0 && !given) store.addSolved(game.puzzle);
      await this.#turn.refresh(false);
      if (game !== session.game || game.at <= game.posed) return;
      const name = placeName(tables, placed);
      const points = `${Math.abs(margin)} point${Math.abs(margin) === 1 ? "" : "s"}`;
      if (margin > 0) return tell(`${given ? "The solution" : "Right"}: ${name} wins by ${points}, as no other move does.`, "good");
      const answer = line.length < 2 ? undefined : session.position.moves.at(-1);
      const how = !answer ? "" : `${capital(`player ${answer.player + 1}`)} ${passes(answer) ? "has to pass" : `answers with ${placeName(tables, answer)}`}, and `;
      tell(`Wrong: ${name} does not win. ${how ? `${how}the` : "The"} game ${margin < 0 ? `is lost by ${points}` : "is drawn"}. Try again.`, "bad");
    } catch (error) {
      if (error instanceof Stopped || mine !== session.changes) return;
      await this.#turn.refresh(false);
      trouble(error);
    }
  }
}

/** Connects the buttons of the puzzles.
 * @param {Puzzles} puzzles
 * @param {() => void} link copies the link */
export function wirePuzzles(puzzles, link) {
  const number = $("puzzle-number", HTMLInputElement);
  $("puzzle-today").addEventListener("click", () => puzzles.open(""));
  $("puzzle-solution").addEventListener("click", () => puzzles.solve());
  $("puzzle-link").addEventListener("click", link);
  $("puzzle-form").addEventListener("submit", (event) => {
    event.preventDefault();
    puzzles.open(number.value.trim());
  });
}
