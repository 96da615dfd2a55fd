// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The analysis: hints, the candidates of a position, and the value over the game. The analysis has
// its own engine and never delays a player.
import { Candidates, chart, heat } from "./analysis.js";
import { $, disable } from "./dom.js";
import { Stopped } from "./errors.js";
import { Game } from "./game.js";
import { Thinker } from "./golden.js";
import { message, tell, trouble } from "./message.js";
import { leadOf, Mistakes, mistakes } from "./mistakes.js";
import { placeName } from "./words.js";
/** @import { Board } from "./board.js" */
/** @import { Library } from "./golden.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Spots } from "./spots.js" */
/** @import { Session } from "./session.js" */
/** @import { Choice, Report, Thought } from "../types/shared" */

export class Analyst {
  #session;
  #board;
  #hand;
  #go;
  #thinker;
  #candidates;
  #mistakes;
  /** Thoughts about positions, by Game.key.
   * @type {Map<string, Thought>} */
  #thoughts = new Map();
  #sweeping = false; // analysing the whole game
  /** The key of the position shown while the analyst thinks about it.
   * @type {string | undefined} */
  #at;

  /**
   * @param {Session} session
   * @param {Board} board
   * @param {Hand | Spots} hand
   * @param {Library} library
   * @param {(at: number) => unknown} go hears of a click on the chart, or on a mistake */
  constructor(session, board, hand, library, go) {
    this.#session = session;
    this.#board = board;
    this.#hand = hand;
    this.#go = go;
    this.#thinker = new Thinker(library);
    this.#mistakes = new Mistakes($("mistakes"), async (at, better) => {
      await go(at);
      board.preview(better, session.position.toMove);
    });
    this.#candidates = new Candidates($("candidates"), (c) => board.preview(c, session.position.toMove), (c) => hand.hold(c));
  }

  draw() {
    const { game, over, position, tables } = this.#session;
    disable($("longer"), over || position.mustPass || !this.#deeper);
    this.#mistakes.draw(mistakes(this.#session, (at) => this.#thoughts.get(game.key(at))), this.#session);
    chart($("chart"), game.margins, game.at, game.moves.length, tables.margins ? "points for player 1" : "chance of player 1 to win less player 2's, %", this.#go);
    this.drawCandidates();
  }

  /** Draws the candidates of the position shown: those of a chip while it thinks, or the analysis's. */
  drawCandidates() {
    const { game, open, position, settings, tables, thinking } = this.#session;
    const chip = settings.watch && thinking?.candidates ? { ...thinking, candidates: thinking.candidates } : undefined;
    const thought = this.#thoughts.get(game.key());
    const shown = chip ?? (settings.analyse ? thought : undefined);
    const marked = chip ?? (settings.heat ? thought : undefined);
    this.#candidates.draw(shown, tables, open);
    this.#board.heat(marked ? heat(tables, marked.candidates) : []);
    if (!chip && (this.#sweeping || this.#at === game.key())) return;
    $("analysis-note").textContent = shown ? `${shown.work?.toLocaleString("en") ?? 0} ${shown.unit}; visits${tables.margins ? ", chance to win, and points expected" : " and chance to win"} for player ${position.seat + 1}` : "";
  }

  /** Keeps an engine's thought about a position, unless the game's moves have changed meanwhile.
   * @param {Choice | Thought} thought
   * @param {number} at
   * @param {string} key */
  learn(thought, at, key) {
    const { game } = this.#session;
    const lead = leadOf(this.#session.tables, game.mover(at), thought);
    if (game.key(at) !== key) return;
    if (lead !== undefined) game.margins[at] = lead;
    else if (this.#session.tables.margins) return;
    if ("candidates" in thought && !this.#thoughts.has(key)) this.#thoughts.set(key, thought);
  }

  /** Stops the thought about a position that the page no longer shows. */
  leave() {
    if (!this.#sweeping && this.#at !== this.#session.game.key()) this.#thinker.stop();
  }

  /** Asks the engine about the position of a game after at moves.
   * @param {Game} game
   * @param {number} at
   * @param {Report} [report]
   * @param {string} [deeper] a level to think again at */
  async #consult(game, at, report, deeper) {
    const key = game.key(at);
    const known = this.#thoughts.get(key);
    if (known?.level && !deeper) return known;
    const level = deeper ?? this.#session.tables.analysis;
    const thought = await this.#thinker.think({ ...game.upTo(at), level, seed: 1 }, report);
    thought.level = level;
    this.#thoughts.set(key, thought);
    this.learn(thought, at, key);
    this.#session.keep();
    return thought;
  }

  /** Analyses the position shown if the settings ask for it. */
  async analyse() {
    const { game, position, settings } = this.#session;
    const key = game.key();
    const wanted = (settings.analyse || settings.heat) && !position.over && !position.mustPass && !this.#thoughts.get(key)?.level;
    if (wanted) await this.#study();
  }

  /** The level that would think longer about the position shown, if there is one. */
  get #deeper() {
    const { game, tables } = this.#session;
    const levels = [tables.analysis, ...tables.deeper];
    return levels[levels.indexOf(this.#thoughts.get(game.key())?.level ?? "") + 1];
  }

  /** Thinks longer about the position shown. */
  async longer() {
    this.#session.settings.analyse = $("analyse", HTMLInputElement).checked = true;
    if (this.#deeper) await this.#study(this.#deeper);
  }

  /** Thinks about the position shown, and shows the thought.
   * @param {string} [deeper] a level to think again at */
  async #study(deeper) {
    const { game } = this.#session;
    const key = game.key();
    if (this.#sweeping || this.#at === key) return;
    this.#at = key;
    $("analysis-note").textContent = "thinking …";
    try {
      await this.#consult(game, game.at, (news) => {
        if (this.#session.game.key() === key) $("analysis-note").textContent = news.text ?? `${news.work?.toLocaleString("en")} leaves …`;
      }, deeper);
    } catch (error) {
      if (!(error instanceof Stopped)) trouble(error);
    } finally {
      if (this.#at === key) this.#at = undefined;
    }
    this.draw();
  }

  /** Whether the analysis of the whole game is under way. */
  get sweeping() {
    return this.#sweeping;
  }

  /** Starts or stops the analysis of every position of the current game. */
  async sweep() {
    if (this.#sweeping) {
      this.#sweeping = false;
      this.#thinker.stop();
      return;
    }
    this.#sweeping = true;
    $("analyse-game").textContent = "Stop";
    const { last, tables } = this.#session;
    const { first, setup, moves } = this.#session.game;
    const game = new Game({ first, setup, moves: [...moves] });
    game.follow(last);
    try {
      for (let at = 0; at <= game.moves.length && this.#sweeping; at++) {
        $("analysis-note").textContent = `Position ${at + 1} of ${game.moves.length + 1} …`;
        if (game.moves[at] === tables.pass || (at === game.moves.length && last.over)) continue;
        await this.#consult(game, at);
        this.draw();
      }
    } catch (error) {
      if (!(error instanceof Stopped)) trouble(error);
    } finally {
      this.#sweeping = false;
      $("analyse-game").textContent = "Analyse the game";
      this.draw();
      this.analyse();
    }
  }

  /** Shows a good move and takes its tile. */
  async hint() {
    const session = this.#session;
    const mine = session.changes;
    message("Looking for a good move …");
    try {
      this.#sweeping = false;
      const thought = await this.#consult(session.game, session.game.at);
      if (mine !== session.changes) return;
      this.draw();
      this.#hand.hold(thought);
      this.#board.preview(thought, session.position.toMove);
      tell(`Hint: ${placeName(session.tables, thought)}.`, "good");
    } catch (error) {
      if (!(error instanceof Stopped)) trouble(error);
    }
  }
}
