// The analysis: hints, the candidates of a position, and the value over the game. The analysis has
// its own engine, which waits for no player.
import { Candidates, chart, heat } from "./analysis.js";
import { $ } from "./dom.js";
import { cellsOf } from "./draw.js";
import { Stopped } from "./errors.js";
import { Game } from "./game.js";
import { Thinker } from "./golden.js";
import { message, tell, trouble } from "./message.js";
import { placeName } from "./words.js";
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Session } from "./session.js" */
/** @import { Choice, Report, Thought } from "../types/shared" */

export class Analyst {
  #session;
  #board;
  #hand;
  #go;
  #thinker;
  #candidates;
  /** The thoughts about positions, by Game.key.
   * @type {Map<string, Thought>} */
  #thoughts = new Map();
  #sweeping = false; // through the whole game
  /** The key of the position shown while the analyst thinks about it.
   * @type {string | undefined} */
  #at;

  /**
   * @param {Session} session
   * @param {Board} board
   * @param {Hand} hand
   * @param {(at: number) => void} go hears of a click on the chart */
  constructor(session, board, hand, go) {
    this.#session = session;
    this.#board = board;
    this.#hand = hand;
    this.#go = go;
    this.#thinker = new Thinker(session.rules.ready);
    this.#candidates = new Candidates($("candidates"), (c) => board.preview(c && cellsOf(session.tables, c), session.position.toMove), (c) => hand.hold(c));
  }

  draw() {
    const { game, open, position, settings, tables } = this.#session;
    const thought = this.#thoughts.get(game.key());
    const shown = settings.analyse ? thought : undefined;
    this.#candidates.draw(shown, tables, open);
    this.#board.heat(settings.heat && thought ? heat(tables, thought.candidates) : []);
    chart($("chart"), game.margins, game.at, game.moves.length, this.#go);
    if (this.#sweeping || this.#at === game.key()) return;
    $("analysis-note").textContent = shown ? `${shown.work.toLocaleString("en")} ${shown.unit}; visits, chance to win, and points expected for player ${position.toMove + 1}` : "";
  }

  /** Keeps the thought of an engine about a position of the game, unless other moves lead to it now.
   * @param {Choice | Thought} thought
   * @param {number} at
   * @param {string} key */
  learn(thought, at, key) {
    const { game } = this.#session;
    if (thought.margin === undefined || game.key(at) !== key) return;
    game.margins[at] = game.mover(at) === 0 ? thought.margin : -thought.margin;
    if ("candidates" in thought && !this.#thoughts.has(key)) this.#thoughts.set(key, thought);
  }

  /** Gives up the thought about a position that the page no longer shows. */
  leave() {
    if (!this.#sweeping && this.#at !== this.#session.game.key()) this.#thinker.stop();
  }

  /** Asks the engine about the position after that many moves of a game.
   * @param {Game} game
   * @param {number} at
   * @param {Report} [report] */
  async #consult(game, at, report) {
    const key = game.key(at);
    const known = this.#thoughts.get(key);
    if (known?.analysis) return known;
    const thought = await this.#thinker.think({ ...game.upTo(at), level: this.#session.tables.analysis, seed: 1 }, report);
    thought.analysis = true;
    this.#thoughts.set(key, thought);
    this.learn(thought, at, key);
    this.#session.keep();
    return thought;
  }

  /** Analyses the position shown if the settings ask for it. */
  async analyse() {
    const { game, position, settings } = this.#session;
    const key = game.key();
    const wanted = (settings.analyse || settings.heat) && !position.over && !position.mustPass && !this.#thoughts.get(key)?.analysis;
    if (!wanted || this.#sweeping || this.#at === key) return;
    this.#at = key;
    $("analysis-note").textContent = "thinking …";
    try {
      await this.#consult(game, game.at, (news) => {
        if (this.#session.game.key() === key) $("analysis-note").textContent = `${news.work?.toLocaleString("en")} leaves …`;
      });
    } catch (error) {
      if (!(error instanceof Stopped)) trouble(error);
    } finally {
      if (this.#at === key) this.#at = undefined;
    }
    this.draw();
  }

  /** Analyses every position of the game as it is now, or stops doing so. */
  async sweep() {
    if (this.#sweeping) {
      this.#sweeping = false;
      this.#thinker.stop();
      return;
    }
    this.#sweeping = true;
    $("analyse-game").textContent = "Stop";
    const { last, tables } = this.#session;
    const { first, moves } = this.#session.game;
    const game = new Game({ first, moves: [...moves] });
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

  /** Shows a good move, and holds its tile. */
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
      this.#board.preview(cellsOf(session.tables, thought), session.position.toMove);
      tell(`Hint: ${placeName(session.tables, thought)}.`, "good");
    } catch (error) {
      if (!(error instanceof Stopped)) trouble(error);
    }
  }
}
