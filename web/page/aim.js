// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The page's view of the tile in hand: over the board, in the trays, and in words.
import { $, button, disable } from "./dom.js";
import { squaresOf } from "./draw.js";
import { message, say, tell } from "./message.js";
import { person } from "./panel.js";
import { placeName, squareText, turnText } from "./words.js";
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Session } from "./session.js" */
/** @import { Trays } from "./tray.js" */

export class Aim {
  #session;
  #board;
  #hand;
  #trays;
  #latest = 0; // number of changes of the hand

  /**
   * @param {Session} session
   * @param {Board} board
   * @param {Hand} hand
   * @param {Trays} trays */
  constructor(session, board, hand, trays) {
    this.#session = session;
    this.#board = board;
    this.#hand = hand;
    this.#trays = trays;
  }

  /** Shows the tile in hand and whether its placement is legal. */
  async changed(spoken = false) {
    const mine = ++this.#latest;
    const session = this.#session;
    const { game, open, position, rules, settings, tables } = session;
    const hand = this.#hand, board = this.#board;
    const { cells, square, tile, o, legal } = hand;
    board.cursor(tile >= 0 ? -1 : hand.cursor);
    board.reach(settings.reach && tile >= 0 ? new Set(hand.places().flatMap((p) => squaresOf(tables, p))) : []);
    board.ghost(cells, hand.colour, hand.planning ? "planned" : legal ? "legal" : "illegal");
    Object.assign($("board").dataset, { tile, o, s: square, legal: legal?.code ?? "" });
    this.#trays.draw(position, hand, tables.owners.map((seat) => settings.players[seat] === person));
    for (const name of ["left", "right", "mirror", "back"]) disable(button(name), tile < 0);
    disable(button("place"), !legal);
    if (tile < 0) {
      if (open && spoken) say("No tile in hand.");
      if (open || hand.planning) message(turnText(session));
      return;
    }
    const { name } = tables.tiles[tile];
    /** @type {(text: string, kind?: "good" | "bad", longer?: string) => void} */
    const show = (text, kind, longer = text) => { // longer: for visitors with a screen reader
      message(text, kind);
      if (spoken) say(longer);
    };
    if (hand.planning) return show(`Tile ${name} is in your hand until player ${position.seat + 1} has moved.`);
    if (square < 0) return show(`Tile ${name}: choose its place on the board.`);
    if (legal) return show(capital(`${placeName(tables, legal)}: legal.`), "good");
    const verdict = await rules.call("why", { ...game.upTo(), o, s: square });
    if (mine !== this.#latest) return;
    board.ghost(cells, hand.colour, "illegal", verdict.square);
    const reason = `${verdict.reason}${verdict.square < 0 ? "" : `, ${tables.squares[verdict.square]}`}.`;
    show(`Tile ${name}: ${reason}`, "bad", `${placeName(tables, { o, s: square })}: ${reason}`);
  }

  /** Frames the keyboard's square and announces its content; -1: none.
   * @param {number} square */
  look(square) {
    this.#board.cursor(square);
    if (square < 0) return;
    tell(squareText(this.#session.tables, this.#session.position, square));
  }
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
