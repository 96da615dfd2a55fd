// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The course of a game. After every change refresh lets the player to move continue: it waits for a
// person here or at another page, passes for a player without a move, or asks an engine.
import { Stopped } from "./errors.js";
import { beyond, friend } from "./engines.js";
import { message, say, trouble } from "./message.js";
import { person } from "./panel.js";
import { moveText, turnText } from "./words.js";
/** @import { Analyst } from "./analyst.js" */
/** @import { Board } from "./board.js" */
/** @import { Clocks } from "./clocks.js" */
/** @import { Engines } from "./engines.js" */
/** @import { Game } from "./game.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Spots } from "./spots.js" */
/** @import { Session } from "./session.js" */
/** @import { View } from "./view.js" */
/** @import { ChipCheck, Choice, Note, Player } from "../types/shared" */

// Milliseconds that the page shows a pass before making it: a player's first pass, and later
// passes.
const passDelay = [900, 150];
const least = 350; // minimal milliseconds of an engine's move, so that people can follow

export class Turn {
  #session;
  #engines;
  #analyst;
  #clocks;
  #board;
  #hand;
  #view;
  #pass = 0; // timer of a pass
  /** Hears of each change of the game. */
  changed = () => {};

  /**
   * @param {Session} session
   * @param {Engines} engines
   * @param {Analyst} analyst
   * @param {Clocks} clocks
   * @param {Board} board
   * @param {Hand | Spots} hand
   * @param {View} view */
  constructor(session, engines, analyst, clocks, board, hand, view) {
    this.#session = session;
    this.#engines = engines;
    this.#analyst = analyst;
    this.#clocks = clocks;
    this.#board = board;
    this.#hand = hand;
    this.#view = view;
  }

  /** Shows the current game and lets the player to move continue. */
  async refresh(spoken = true) {
    const session = this.#session;
    const mine = ++session.changes;
    clearTimeout(this.#pass);
    this.#clocks.lap();
    this.#engines.stop();
    this.#analyst.leave();
    session.thinking = undefined;
    session.keep();
    const { shown, last } = await session.ask();
    if (mine !== session.changes) return;
    const before = session.position;
    session.position = shown;
    session.last = last;
    const { game } = session;
    if (last.over && last.margin !== null) game.margins[game.moves.length] = last.margin;
    this.#board.preview();
    message(turnText(session), session.over && game.live ? "end" : "");
    this.#hand.set(shown, session.open, session.colour); // a tile in hand has its own message
    this.#view.draw();
    this.#view.moved(before);
    if (spoken) say(`${moveText(session.tables, shown)} ${turnText(session)}`);
    this.changed();
    this.#goOn(mine);
  }

  /** Makes a move in the position shown.
   * @param {string} code
   * @param {Note} [note] the thought of an engine */
  make(code, note) {
    const { game, mover, position, tables } = this.#session;
    this.#clocks.lap();
    this.#session.tookBack = false;
    if (this.#session.opened) this.#session.resume();
    // A person's tile is on the board at once, even if golden still loads.
    const placed = position.legal.find((m) => m.code === code);
    if (placed && tables.size && mover === person) this.#board.put(placed, position.toMove);
    game.make(code);
    if (note) game.notes[game.at - 1] = note;
    return this.refresh();
  }

  /** Replaces a player.
   * @param {Player} player
   * @param {string} who */
  seat(player, who) {
    this.#clocks.lap();
    this.#session.settings.players[player] = who;
    this.#session.resume();
    return this.refresh();
  }

  /** Ends the game: a player's time has run out.
   * @param {Player} player */
  late(player) {
    const { game, tookBack } = this.#session;
    if (tookBack) game.branch();
    this.#session.tookBack = false;
    game.at = game.moves.length;
    game.late = player + 1;
    return this.refresh();
  }

  /** @param {number} mine the change after which the turn began */
  async #goOn(mine) {
    const session = this.#session;
    const { game, mover, position, tables } = session;
    this.#analyst.analyse();
    if (session.over || !game.live) return;
    if (position.mustPass && !beyond(mover)) {
      const before = game.moves.some((m, i) => m === tables.pass && game.mover(i) === position.seat);
      this.#pass = setTimeout(() => this.make(tables.pass), passDelay[before ? 1 : 0]);
      return;
    }
    if (mover === person || mover === friend || session.paused) return;
    try {
      const began = performance.now();
      session.thinking = {};
      this.#view.drawPlayers();
      const choice = await this.#engines.think(session, (news) => {
        if (mine !== session.changes) return;
        session.thinking = { ...news, candidates: news.candidates ?? session.thinking?.candidates };
        this.#view.drawPlayers();
        this.#analyst.drawCandidates();
      });
      await new Promise((resolve) => setTimeout(resolve, least - (performance.now() - began)));
      if (mine !== session.changes) return;
      if (choice.resigned) {
        game.resigned = position.seat + 1;
        return this.refresh();
      }
      const { at } = game;
      this.#analyst.learn(choice, at, game.key());
      const { code, margin, value, visits } = choice;
      if (!choice.illegal) this.make(code, visits ? { margin, value, visits } : undefined);
      if (choice.check) {
        game.checks[at] = true; // golden is checking
        this.#check(game, at, choice, choice.check);
      }
      if (choice.illegal) throw new Error("the chip's move is not legal");
    } catch (error) {
      if (error instanceof Stopped || mine !== session.changes) return;
      this.#clocks.lap();
      session.thinking = undefined;
      session.paused = true; // the visitor's Resume asks the engine again
      session.keep();
      this.#view.draw();
      trouble(error);
    }
  }

  /** Keeps golden's check of the chip's move with that number.
   * @param {Game} game
   * @param {number} at
   * @param {Choice} choice
   * @param {Promise<ChipCheck>} check */
  async #check(game, at, choice, check) {
    const found = await check;
    if (game.moves[at] !== found.code && !choice.illegal) return; // the visitor has taken the move back
    game.checks[at] = found;
    this.#session.keep();
    if (game !== this.#session.game) return;
    this.#view.drawChecks();
    if (found.differ.length > 0) say(`Move ${at + 1} of the chip differs from golden's.`);
  }
}
