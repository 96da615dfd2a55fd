// The page as the session stands: the board, the players, the list of moves, and which buttons work.
import { $, button, disable } from "./dom.js";
import { cellsOf } from "./draw.js";
import { Checks, isChip } from "./chip.js";
import { LegalMoves } from "./legal.js";
import { Moves, person } from "./panel.js";
import { redoTo, undoTo } from "./steps.js";
/** @import { Analyst } from "./analyst.js" */
/** @import { Board } from "./board.js" */
/** @import { Clocks } from "./clocks.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Players } from "./panel.js" */
/** @import { Session } from "./session.js" */

export class View {
  #session;
  #board;
  #players;
  #clocks;
  #analyst;
  #moves;
  #checks;
  #legal;

  /**
   * @param {Session} session
   * @param {Board} board
   * @param {Hand} hand
   * @param {Players} players
   * @param {Clocks} clocks
   * @param {Analyst} analyst
   * @param {(at: number) => void} go hears of a click on a move */
  constructor(session, board, hand, players, clocks, analyst, go) {
    this.#session = session;
    this.#board = board;
    this.#players = players;
    this.#clocks = clocks;
    this.#analyst = analyst;
    this.#moves = new Moves($("moves"), go);
    this.#checks = new Checks($("checks"), $("checks-sum"), $("fault"));
    this.#legal = new LegalMoves($("legal", HTMLDetailsElement), session.tables,
      (p) => board.preview(p && cellsOf(session.tables, p), session.position.toMove), (p) => hand.hold(p));
  }

  draw() {
    const session = this.#session;
    const { game, last, open, over, paused, position, previous, settings, tables } = session;
    this.#board.draw(position, settings.corners && !over ? position.toMove : -1);
    this.drawPlayers();
    this.#moves.draw(last.moves, game.at, tables);
    const engines = settings.players.filter((p) => p !== person).length;
    /** @type {(name: string, off: boolean) => void} */
    const set = (name, off) => disable(button(name), off);
    set("undo", undoTo(session) < 0 && !(game.at === 0 && previous));
    set("redo", redoTo(session) < 0);
    set("hint", !open);
    set("resign", !game.live || over || engines === 2);
    set("pause", engines === 0 && !game.clock);
    button("pause").textContent = paused ? "Resume" : "Pause";
    button("pause").setAttribute("aria-pressed", String(paused));
    for (const name of ["start", "previous"]) set(name, game.at === 0);
    for (const name of ["next", "end", "branch"]) set(name, game.live);
    this.drawChecks();
    this.#clocks.draw();
    this.#legal.draw(position, open);
    this.#analyst.draw();
  }

  /** Draws the players, and the news of the one that thinks. */
  drawPlayers() {
    const { over, position, settings, thinking } = this.#session;
    this.#players.draw(position, settings.players, { over, thinking });
  }

  /** Draws golden's checks of the chip. */
  drawChecks() {
    const { game, last, settings, tables } = this.#session;
    this.#checks.draw(game.checks, settings.players.some(isChip), tables, last.moves);
  }
}
