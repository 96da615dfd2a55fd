// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The display of the session: the board, the players, the list of moves, and the buttons.
import { $, button, disable } from "./dom.js";
import { Checks } from "./chip.js";
import { friend } from "./engines.js";
import { LegalMoves } from "./legal.js";
import { Moves, person } from "./panel.js";
import { sound } from "./sound.js";
import { redoTo, undoTo } from "./steps.js";
import * as store from "./store.js";
import { Variations } from "./variations.js";
/** @import { Analyst } from "./analyst.js" */
/** @import { Board } from "./board.js" */
/** @import { Clocks } from "./clocks.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Spots } from "./spots.js" */
/** @import { Players } from "./panel.js" */
/** @import { Session } from "./session.js" */
/** @import { Line, Position } from "../types/shared" */

export class View {
  #session;
  #board;
  #players;
  #clocks;
  #analyst;
  #moves;
  #variations;
  #checks;
  #legal;

  /**
   * @param {Session} session
   * @param {Board} board
   * @param {Hand | Spots} hand
   * @param {Players} players
   * @param {Clocks} clocks
   * @param {Analyst} analyst
   * @param {(at: number) => void} go hears of a click on a move
   * @param {(line: Line, at: number) => void} vary hears of a click on a variation */
  constructor(session, board, hand, players, clocks, analyst, go, vary) {
    this.#session = session;
    this.#board = board;
    this.#players = players;
    this.#clocks = clocks;
    this.#analyst = analyst;
    this.#moves = new Moves($("moves"), go);
    this.#variations = new Variations($("variations"), vary);
    this.#checks = new Checks($("chips-about"), $("checks"), $("checks-sum"), $("fault"));
    this.#legal = new LegalMoves($("legal", HTMLDetailsElement), session.tables,
      (p) => board.preview(p, session.position.toMove), (p) => hand.hold(p));
  }

  draw() {
    const session = this.#session;
    const { game, last, open, over, paused, persons, position, previous, settings, shared, tables } = session;
    this.#board.draw(position, settings.corners && !over ? position.toMove : -1);
    const tried = game.puzzle > 0 && game.at > game.posed && (over || !game.live);
    const ended = over && game.live && !tried;
    const linked = session.opened && !ended && !tried;
    $("puzzled").hidden = !tried;
    $("end").hidden = !ended;
    $("linked").hidden = !linked;
    $("controls").hidden = ended || linked || tried;
    button("went").hidden = game.live;
    this.drawPlayers();
    this.#moves.draw(last.moves, game.at, tables);
    this.#variations.draw(session);
    const engines = settings.players.filter((p) => p !== person && p !== friend).length;
    /** @type {(name: string, off: boolean) => void} */
    const set = (name, off) => disable(button(name), off);
    set("undo", undoTo(session) < 0 && !(game.at === 0 && previous && !shared));
    set("redo", redoTo(session) < 0);
    set("hint", !open);
    set("resign", !game.live || over || tables.seats > 2 || persons.length === 0);
    set("pause", engines === 0 && !game.clock);
    button("pause").textContent = paused ? "Resume" : "Pause";
    button("pause").setAttribute("aria-pressed", String(paused));
    for (const name of ["start", "previous"]) set(name, game.at === 0);
    for (const name of ["next", "end"]) set(name, game.live);
    set("branch", game.live || shared);
    this.#drawComment();
    this.#drawPuzzle();
    this.drawChecks();
    this.#clocks.draw();
    this.#legal.draw(position, open);
    this.#analyst.draw();
  }

  /** Draws the players, and the progress of an engine. */
  drawPlayers() {
    const { over, position, settings, shared, thinking, together, winner } = this.#session;
    const fixed = shared && together !== undefined && (store.invitedTo() !== undefined || together.keys.some(Boolean));
    this.#players.draw(position, settings.players, { fixed, over, thinking, winner });
  }

  /** Shows the comment on the last move of the position. A pass has none, as in Pentobi. */
  #drawComment() {
    const { game, position, tables } = this.#session;
    const m = position.moves.at(-1);
    const box = $("comment", HTMLTextAreaElement);
    $("comment-label").textContent = m ? `Comment on move ${game.at}` : "Comment";
    box.value = game.notes[game.at - 1]?.text ?? "";
    box.disabled = !m || m.code === tables.pass;
  }

  /** Shows which puzzle the game is, and whether the visitor has solved it. */
  #drawPuzzle() {
    const { puzzle } = this.#session.game;
    const solved = store.solved();
    const sum = solved.size ? ` You have solved ${solved.size}.` : "";
    $("puzzle-note").textContent = puzzle
      ? `Puzzle ${puzzle}${solved.has(puzzle) ? ", which you have solved" : ""}: exactly one move wins.${sum}`
      : `A position in which exactly one move wins, another every day.${sum}`;
    $("puzzle-open").hidden = !puzzle;
  }

  /** Lets a visitor see and hear the last move if it is new.
   * @param {Position} before the position shown before */
  moved(before) {
    const { game, over, position, settings } = this.#session;
    const m = position.moves.at(-1);
    if (!game.live || position.moves.length !== before.moves.length + 1 || !m) return;
    const rival = settings.players[m.player] !== person;
    if (settings.sound) sound(over ? "end" : m.s < 0 ? "pass" : rival ? "rival" : "own");
    const picture = document.querySelector(`.tile[data-player="${m.colour}"][data-tile="${m.tile}"] svg`);
    if (rival && picture instanceof SVGSVGElement && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#board.arrive(picture);
  }

  /** Draws golden's checks of the chips. */
  drawChecks() {
    const { game, last, settings, tables } = this.#session;
    this.#checks.draw(game.checks, settings.players, tables, last.moves);
  }
}
