// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The choice of a spot on a board without tiles: a square to step to, a fence, an edge. Mouse,
// touch and keyboard choose it; it takes the place of the tile in hand.
import { $, button, disable } from "./dom.js";
import { keyName } from "./keys.js";
import { message, say } from "./message.js";
import { capital, placeName, turnText } from "./words.js";
/** @import { Board } from "./board.js" */
/** @import { Session } from "./session.js" */
/** @import { Box, Cell, Move, Place, Position } from "../types/shared" */

const near = 0.15; // units around a spot where a pointer still means it

export class Spots {
  #session;
  #board;
  #place;
  #spot = -1; // chosen; -1: none
  #latest = 0; // number of changes of the spot
  /** @type {Map<number, Move>} */
  #legal = new Map(); // by spot

  /**
   * @param {HTMLElement} element
   * @param {Board} board
   * @param {Session} session
   * @param {(code: string) => void} place makes a move */
  constructor(element, board, session, place) {
    this.#session = session;
    this.#board = board;
    this.#place = place;
    element.addEventListener("pointermove", (e) => { if (e.pointerType !== "touch") this.#hover(e); });
    element.addEventListener("pointerleave", (e) => { if (e.pointerType !== "touch") this.take(-1); });
    element.addEventListener("click", (e) => {
      const spot = this.#at(e);
      const again = spot === this.#spot && spot >= 0;
      this.#choose(spot);
      if (again || !("pointerType" in e && e.pointerType === "touch")) this.place();
    });
    element.addEventListener("keydown", (e) => this.#key(e));
  }

  /** Sets the position on the board.
   * @param {Position} position
   * @param {boolean} active a person is to move in it */
  set(position, active) {
    this.#legal = new Map(active ? position.legal.map((p) => [p.s, p]) : []);
    this.#choose(-1);
  }

  /** Chooses the spot of a move.
   * @param {Place} place */
  hold(place) {
    this.#choose(place.s);
  }

  /** Chooses no spot. @param {-1} none */
  take(none) {
    this.#choose(none);
  }

  turn() {} // only tiles turn

  /** Makes the move if it is legal. */
  place() {
    const legal = this.#legal.get(this.#spot);
    if (!legal) return;
    this.#legal.clear(); // a position has one move
    this.#place(legal.code);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const spot = this.#at(event);
    if (spot !== this.#spot) this.#choose(spot);
  }

  /** The spot under a pointer: of several the nearest, and a legal one before another.
   * @param {MouseEvent} event */
  #at(event) {
    if (this.#legal.size === 0) return -1;
    const { x, y } = this.#board.place(event);
    let best = -1, least = Infinity;
    for (const [s, { box }] of this.#session.tables.spots.entries()) {
      const out = outside(box, x, y);
      if (out > near) continue;
      const [cx, cy] = centre(box);
      const distance = (this.#legal.has(s) ? 0 : 1) + 2 * out + Math.hypot(x - cx, y - cy) / 100;
      if (distance < least) [best, least] = [s, distance];
    }
    return best;
  }

  /** @param {number} spot */
  #choose(spot, spoken = false) {
    this.#spot = this.#legal.size > 0 ? spot : -1;
    this.changed(spoken);
  }

  /** Shows the chosen spot, and whether it is legal. */
  async changed(spoken = false) {
    const mine = ++this.#latest;
    const { game, open, position, rules, settings, tables } = this.#session;
    const spot = this.#spot;
    const legal = this.#legal.get(spot);
    const steps = [...this.#legal.keys()].filter((s) => tables.spots[s].kind === "square");
    this.#board.reach(settings.reach ? steps : []);
    this.#board.aim(spot, position.toMove, legal !== undefined);
    Object.assign($("board").dataset, { s: spot, legal: legal?.code ?? "" });
    disable(button("back"), spot < 0);
    disable(button("place"), !legal);
    /** @type {(text: string, kind?: "" | "good" | "bad") => void} */
    const show = (text, kind) => {
      message(text, kind);
      if (spoken) say(text);
    };
    if (spot < 0) {
      if (open) show(turnText(this.#session));
      return;
    }
    const name = capital(placeName(tables, { o: -1, s: spot }));
    if (legal) return show(`${name}: legal.`, "good");
    const verdict = await rules.call("why", { ...game.upTo(), o: -1, s: spot });
    if (mine === this.#latest) show(`${name}: ${verdict.reason}.`, "bad");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#legal.size === 0) return;
    /** @type {{ [key: string]: Cell }} */
    const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const spots = [...this.#legal.keys()];
    const at = spots.indexOf(this.#spot);
    /** @type {{ [key: string]: () => void }} */
    const keys = {
      n: () => this.#choose(spots[(at + 1) % spots.length], true),
      N: () => this.#choose(spots[(Math.max(at, 0) - 1 + spots.length) % spots.length], true),
      Enter: () => this.place(),
      " ": () => this.place(),
      Escape: () => this.#choose(-1, true),
    };
    const action = keys[keyName(event)];
    if (arrows[event.key]) this.#step(arrows[event.key]);
    else if (action) action();
    else return;
    event.preventDefault();
  }

  /** Goes to the nearest legal spot in a direction.
   * @param {Cell} direction right and down */
  #step([right, down]) {
    const { spots } = this.#session.tables;
    const [x, y] = centre(this.#spot < 0 ? this.#session.tables.bounds : spots[this.#spot].box);
    let best = this.#spot, least = Infinity;
    for (const s of this.#legal.keys()) {
      const [cx, cy] = centre(spots[s].box);
      const along = (cx - x) * right + (cy - y) * down;
      const aside = Math.abs((cx - x) * down) + Math.abs((cy - y) * right);
      if (along > 0.05 && along + 3 * aside < least) [best, least] = [s, along + 3 * aside];
    }
    this.#choose(best, true);
  }
}

/** The distance of a point from a box; 0 inside it.
 * @param {Box} box
 * @param {number} x
 * @param {number} y */
const outside = ([left, top, width, height], x, y) =>
  Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));

/** @param {Box} box */
const centre = ([x, y, width, height]) => [x + width / 2, y + height / 2];
