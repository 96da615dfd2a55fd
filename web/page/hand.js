// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The tile in hand, with its orientation and its place over the board. Mouse, touch, wheel and
// keyboard move it.
import { html, svg, box, cellsOf, piece } from "./draw.js";
import { keyName } from "./keys.js";
/** @import { Board } from "./board.js" */
/** @import { Cell, Move, Place, Position, Tables } from "../types/shared" */

/** The hand's events.
 * @typedef {object} Events
 * @property {(spoken: boolean) => void} changed after every change; spoken: keys made it
 * @property {(code: string) => void} place makes a move
 * @property {() => void} refused the tile cannot be placed here
 * @property {(square: number) => void} look the cursor moves with no tile in hand */

/** A pressed pointer that drags a tile out of the tray, or the tile in hand over the board.
 * @typedef {{ id: number, x: number, y: number, touch: boolean, moved: boolean }} Pointer
 * @typedef {Pointer & { tile: number }} TrayDrag
 * @typedef {Pointer & { tile?: undefined, on: boolean, from: Spot, centre: Cell }} BoardDrag
 * @typedef {{ row: number, col: number }} Spot */

const dragAfter = 6; // pixels before a press becomes a drag
const wheelStep = 50; // deltaY of a quarter turn
const wheelRest = 150; // milliseconds between two turns by the wheel: a trackpad sends many events
const liftSquares = 2; // distance of a dragged tile above the finger

export class Hand {
  colour = -1; // whose tiles can be taken; -1: none
  planning = false; // another player thinks: a tile can be taken and turned, and not yet placed
  tile = -1; // -1: none
  o = -1; // orientation
  cursor = -1; // square of the keyboard; -1: not used yet

  #board;
  #element;
  #tables;
  #events;
  /** The tile's centre; undefined: not over the board.
   * @type {Cell | undefined} */
  #centre;
  /** @type {Map<number, number>} */
  #kept = new Map(); // by tile: its last orientation
  #position;
  /** @type {Map<string, Move>} */
  #legal = new Map(); // by "orientation,square"
  /** @type {TrayDrag | BoardDrag | undefined} */
  #drag;
  #floating = html("div", { id: "floating", hidden: true, "aria-hidden": "true" });
  #wheel = 0;
  #turned = -Infinity; // time of the wheel's last turn

  /**
   * @param {HTMLElement} element
   * @param {Board} board
   * @param {Tables} tables
   * @param {Position} position
   * @param {Events} events */
  constructor(element, board, tables, position, events) {
    this.#element = element;
    this.#position = position;
    this.#board = board;
    this.#tables = tables;
    this.#events = events;
    document.body.append(this.#floating);
    element.addEventListener("pointerdown", (e) => this.#down(e));
    element.addEventListener("pointermove", (e) => this.#move(e));
    element.addEventListener("pointerup", (e) => this.#up(e));
    element.addEventListener("pointercancel", () => this.#endDrag());
    element.addEventListener("pointerleave", (e) => {
      if (e.pointerType !== "touch" && !this.#drag && this.tile >= 0) this.#to(undefined);
    });
    element.addEventListener("keydown", (e) => this.#key(e));
    element.addEventListener("contextmenu", (e) => {
      if (this.tile < 0) return;
      e.preventDefault();
      if (!this.#drag?.touch) this.turn("mirror");
    });
    window.addEventListener("wheel", (e) => {
      if (this.tile < 0 || e.ctrlKey || !(this.#drag || within(element, e.target))) return;
      e.preventDefault();
      this.#wheel += e.deltaY || e.deltaX;
      if (e.timeStamp - this.#turned < wheelRest) this.#wheel = 0;
      if (Math.abs(this.#wheel) < wheelStep) return;
      this.#turned = e.timeStamp;
      this.turn(this.#wheel > 0 ? "right" : "left");
      this.#wheel = 0;
    }, { passive: false });
    // A visitor who holds a tile with the mouse may have the focus in the tray, or on no element.
    window.addEventListener("keydown", (e) => {
      const elsewhere = within(element, e.target) || (e.target instanceof Element && e.target.closest("input, select, dialog"));
      if (!elsewhere && this.tile >= 0 && ["r", "R", "f", "F", "n", "N", "Escape"].includes(keyName(e))) this.#key(e);
    });
    // A second finger turns the tile that the first finger drags.
    window.addEventListener("pointerdown", (e) => {
      if (this.#drag?.touch && e.pointerId !== this.#drag.id) {
        e.preventDefault();
        e.stopPropagation();
        this.turn("right");
      }
    }, { capture: true });
  }

  /** Sets the position on the board. A tile in hand stays there while it can.
   * @param {Position} position
   * @param {boolean} active a person is to move in it
   * @param {number} colour whose tiles can be taken; -1: none */
  set(position, active, colour) {
    this.#position = position;
    this.colour = colour;
    this.planning = !active && colour >= 0;
    this.#legal = new Map(active ? position.legal.map((p) => [`${p.o},${p.s}`, p]) : []);
    if (!this.#left.includes(this.tile)) {
      this.tile = this.o = -1;
      this.#centre = undefined;
      this.#endDrag();
    }
    this.#events.changed(false);
  }

  /** Whether a tile can be taken. */
  get active() {
    return this.planning || this.#legal.size > 0;
  }

  /** The tiles that can be taken. */
  get #left() {
    return this.#position.tilesLeft[this.colour] ?? [];
  }

  /** The square of the reference cell, -1 if the tile is not over the board. */
  get square() {
    if (this.tile < 0 || !this.#centre) return -1;
    const b = box(this.#tables.orientations[this.o].cells);
    const place = (/** @type {number} */ centre, /** @type {number} */ low, /** @type {number} */ high) =>
      Math.min(Math.max(Math.round(centre - (low + high) / 2), -low), this.#tables.size - 1 - high);
    return this.#board.square(place(this.#centre[0], b.top, b.bottom), place(this.#centre[1], b.left, b.right));
  }

  /** The cells that the tile covers, undefined if it is not over the board. */
  get cells() {
    const s = this.square;
    if (s < 0) return undefined;
    return cellsOf(this.#tables, { o: this.o, s });
  }

  /** The tile's placement as a legal move; undefined if it is illegal. */
  get legal() {
    return this.#legal.get(`${this.o},${this.square}`);
  }

  /** The legal placements of a tile. */
  places(tile = this.tile) {
    return [...this.#legal.values()].filter((p) => this.#tables.orientations[p.o].tile === tile);
  }

  /** Takes a tile (-1: none). The default orientation is the tile's last one.
   * @param {number} tile */
  take(tile, o = this.#kept.get(tile) ?? this.#tables.tiles[tile]?.shown ?? -1) {
    if (tile >= 0 && (!this.active || !this.#left.includes(tile))) return;
    if (tile < 0) this.#centre = undefined;
    this.tile = tile;
    this.o = o;
    this.#changed(false);
  }

  /** Takes the tile of a placement and holds it there.
   * @param {Place} place */
  hold(place) {
    this.take(this.#tables.orientations[place.o].tile, place.o);
    if (this.tile >= 0) this.#hold(place);
  }

  /** @param {Place} place */
  #hold(place, spoken = false) {
    this.o = place.o;
    this.#to(this.#middle(place), spoken);
  }

  /** The centre of a placed tile.
   * @param {Place} place
   * @returns {Cell} */
  #middle(place) {
    const [row, col] = this.#board.cell(place.s);
    const b = box(this.#tables.orientations[place.o].cells);
    return [row + (b.top + b.bottom) / 2, col + (b.left + b.right) / 2];
  }

  /** Turns or mirrors the tile.
   * @param {"left" | "right" | "mirror"} way */
  turn(way, spoken = false) {
    if (this.tile < 0) return;
    this.o = this.#tables.orientations[this.o][way];
    this.#kept.set(this.tile, this.o);
    this.#changed(spoken);
  }

  /** Makes the tile's move if it is legal. */
  place() {
    const legal = this.legal;
    if (!legal) return this.#events.refused();
    this.tile = this.o = -1;
    this.#centre = undefined;
    this.#changed(false);
    this.#legal.clear(); // a position has one move
    this.#events.place(legal.code);
  }

  /** @param {Cell} [centre] */
  #to(centre, spoken = false) {
    this.#centre = centre;
    this.#changed(spoken);
  }

  /** @param {boolean} spoken */
  #changed(spoken) {
    this.#element.classList.toggle("holding", this.tile >= 0);
    this.#float();
    this.#events.changed(spoken);
  }

  // Pointers.

  /** A pointer goes down on a tile of the tray.
   * @param {number} tile
   * @param {PointerEvent & { currentTarget: Element }} event */
  grab(tile, event) {
    if (event.button !== 0 || this.#drag || !this.active) return;
    const touch = event.pointerType === "touch";
    this.#drag = { id: event.pointerId, x: event.clientX, y: event.clientY, touch, tile, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  /** The pointer of grab moves.
   * @param {PointerEvent} event */
  dragged(event) {
    const d = this.#drag;
    if (!d || d.id !== event.pointerId || d.tile === undefined) return;
    if (!d.moved) {
      if (Math.hypot(event.clientX - d.x, event.clientY - d.y) < dragAfter) return;
      d.moved = true;
      this.take(d.tile);
    }
    d.x = event.clientX;
    d.y = event.clientY;
    const lift = d.touch ? liftSquares : 0;
    const at = this.#board.place({ clientX: d.x, clientY: d.y - lift * this.#board.pixels });
    this.#to(at.on ? [at.row, at.col] : undefined);
  }

  /** The pointer of grab goes up. Returns whether it dragged the tile.
   * @param {PointerEvent} event */
  dropped(event) {
    const d = this.#drag;
    if (!d || d.id !== event.pointerId || d.tile === undefined) return false;
    this.#endDrag();
    if (!d.moved) return false;
    if (!this.#centre) this.take(-1);
    else if (!d.touch && this.legal) this.place();
    else this.#changed(true); // the visitor can now adjust the tile or tap it
    return true;
  }

  #endDrag() {
    this.#drag = undefined;
    this.#float();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#drag) return;
    const at = this.#board.place(event);
    if (this.tile < 0) {
      this.cursor = -1;
      this.#events.look(-1);
      return;
    }
    const touch = event.pointerType === "touch";
    const on = this.cells?.some(([row, col]) => Math.abs(row - at.row) < 1.2 && Math.abs(col - at.col) < 1.2) ?? false;
    const held = touch && on ? this.#centre : undefined;
    /** @type {Cell} */
    const centre = held ?? [at.row, at.col];
    if (!held) this.#to(centre);
    this.#drag = { id: event.pointerId, x: event.clientX, y: event.clientY, touch, moved: false, on, from: at, centre };
    this.#element.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const d = this.#drag;
    if (d && d.id === event.pointerId && d.tile === undefined) {
      if (Math.hypot(event.clientX - d.x, event.clientY - d.y) >= dragAfter) d.moved = true;
      if (!d.moved) return;
      const at = this.#board.place(event);
      this.#to([d.centre[0] + at.row - d.from.row, d.centre[1] + at.col - d.from.col]);
    } else if (!d && this.tile >= 0 && event.pointerType !== "touch") {
      const at = this.#board.place(event);
      this.#to([at.row, at.col]);
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const d = this.#drag;
    if (!d || d.id !== event.pointerId || d.tile !== undefined) return;
    this.#endDrag();
    if (!d.touch || (d.on && !d.moved)) this.place();
    else this.#changed(true);
  }

  /** Shows the tile under the pointer while the pointer drags it outside the board. */
  #float() {
    const d = this.#drag;
    if (!d?.moved || this.tile < 0 || this.#centre) {
      this.#floating.hidden = true;
      return;
    }
    this.#floating.hidden = false;
    const cells = this.#tables.orientations[this.o].cells;
    const b = box(cells);
    const size = this.#board.pixels;
    const [width, height] = [b.right - b.left + 1, b.bottom - b.top + 1];
    this.#floating.replaceChildren(svg("svg", {
      viewBox: `${b.left - 0.1} ${b.top - 0.1} ${width + 0.2} ${height + 0.2}`, width: (width + 0.2) * size, height: (height + 0.2) * size,
    }, piece(cells, this.colour)));
    const lift = d.touch ? liftSquares * size : 0;
    this.#floating.style.transform = `translate(${d.x}px, ${d.y - lift}px) translate(-50%, -50%)`;
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {{ [key: string]: Cell }} */
    const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const key = keyName(event);
    const arrow = arrows[key];
    if (arrow) {
      this.#step(arrow);
    } else if (this.tile >= 0 && this.#keys[key]) {
      this.#keys[key]();
    } else if ([",", ".", "n", "N"].includes(key) && this.active) {
      this.#another(key === "," ? -1 : 1);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Actions of keys with a tile in hand.
   * @type {{ [key: string]: () => void }} */
  #keys = {
    r: () => this.turn("right", true),
    R: () => this.turn("left", true),
    f: () => this.turn("mirror", true),
    F: () => this.turn("mirror", true),
    n: () => this.#next(1),
    N: () => this.#next(-1),
    Enter: () => this.place(),
    " ": () => this.place(),
    Escape: () => this.take(-1),
    ",": () => this.#another(-1),
    ".": () => this.#another(1),
  };

  /** Moves the tile or, without a tile, the cursor.
   * @param {Cell} by */
  #step([rows, cols]) {
    if (this.tile < 0) {
      const n = this.#tables.size;
      const [row, col] = this.cursor < 0 ? [n / 2 - rows, n / 2 - cols] : this.#board.cell(this.cursor);
      this.cursor = this.#board.square(Math.min(Math.max(row + rows, 0), n - 1), Math.min(Math.max(col + cols, 0), n - 1));
      this.#events.look(this.cursor);
      return;
    }
    this.enter();
    const [row, col] = this.#middle({ o: this.o, s: this.square }); // the place on the board, not beyond its edge
    this.#to([row + rows, col + cols], true);
  }

  /** Brings the tile over the board if necessary: at the cursor, or in the middle. */
  enter() {
    if (this.tile < 0 || this.#centre) return;
    const n = this.#tables.size;
    this.#to(this.cursor < 0 ? [(n - 1) / 2, (n - 1) / 2] : this.#board.cell(this.cursor), true);
  }

  /** Goes to another legal place of the tile.
   * @param {number} step */
  #next(step) {
    const places = this.places();
    if (places.length === 0) return this.#changed(true);
    const at = places.findIndex((p) => p.o === this.o && p.s === this.square);
    const from = at >= 0 ? at : places.findIndex((p) => p.o === this.o) - step;
    this.#hold(places[(Math.max(from, -1) + step + places.length) % places.length], true);
  }

  /** Takes the next tile that may be placed, large tiles first.
   * @param {number} step */
  #another(step) {
    const tiles = this.#left.filter((t) => this.planning || this.places(t).length > 0).reverse();
    const at = tiles.indexOf(this.tile);
    const tile = tiles[at < 0 ? 0 : (at + step + tiles.length) % tiles.length];
    this.take(tile);
    this.enter();
    this.#changed(true);
  }
}

/** Whether an event's target is in an element.
 * @param {Element} element
 * @param {EventTarget | null} target */
const within = (element, target) => target instanceof Node && element.contains(target);
