// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The board as a drawing in layers. A square is one unit wide.
import { svg, cellsOf, frame, outlineOf, piece, thing } from "./draw.js";
/** @import { Box, Cell, Place, Player, Position, Tables } from "../types/shared" */

const layers = ["heat", "pieces", "last", "reach", "corners", "preview", "cursor", "ghost"];
const flight = 300; // milliseconds from the tray to the board

export class Board {
  #tables;
  #svg;
  /** @type {{ [name: string]: SVGGElement }} */
  #layer = {};

  /**
   * @param {HTMLElement} element
   * @param {Tables} tables */
  constructor(element, tables) {
    this.#tables = tables;
    const n = tables.size;
    this.#svg = svg("svg", { viewBox: n ? `-0.75 -0.1 ${n + 0.85} ${n + 0.85}` : around(tables), "aria-hidden": "true", focusable: "false" }, n ? squareGrid(tables) : ground(tables));
    for (const name of layers) this.#svg.append((this.#layer[name] = svg("g", { class: name })));
    element.append(this.#svg);
  }

  /** Row and column of a square.
   * @param {number} square
   * @returns {Cell} */
  cell(square) {
    return [Math.floor(square / this.#tables.size), square % this.#tables.size];
  }

  /** The square in a row and a column.
   * @param {number} row
   * @param {number} col */
  square(row, col) {
    return row * this.#tables.size + col;
  }

  /** The place of a square or spot.
   * @param {number} s
   * @returns {Box} */
  box(s) {
    const [row, col] = this.cell(s);
    return this.#tables.size ? [col, row, 1, 1] : this.#tables.spots[s].box;
  }

  /** The transformation from units to screen pixels. */
  get #screen() {
    return this.#svg.getScreenCTM() ?? new DOMMatrix(); // null while the drawing is hidden
  }

  /** The place of a pointer: its row and column (integers at the centres of squares), and whether
   * the pointer is on the board.
   * @param {{ clientX: number, clientY: number }} event */
  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#screen.inverse());
    const n = this.#tables.size;
    return { x: point.x, y: point.y, row: point.y - 0.5, col: point.x - 0.5, on: point.x > -0.75 && point.y > -0.75 && point.x < n + 0.75 && point.y < n + 0.75 };
  }

  /** The size of a square on the screen in pixels. */
  get pixels() {
    return this.#screen.a;
  }

  /**
   * @param {string} name
   * @param {Element[]} children */
  #set(name, ...children) {
    this.#layer[name].replaceChildren(...children);
  }

  /** Draws the tiles of a position, the last move, and the corners of a player (-1: none).
   * @param {Position} position
   * @param {number} corners */
  draw(position, corners) {
    this.#set("pieces", ...position.pieces.map((p) => thing(p.kind, p.box, p.colour)),
      ...[...position.placed, ...position.moves].filter((m) => m.tile >= 0).map((m) => piece(m.squares.map((s) => this.cell(s)), m.colour)));
    const last = position.moves.findLast((m) => m.s >= 0);
    this.#set("last", ...(last ? [svg("path", { d: outlineOf(this.#tables, last) })] : []));
    this.#set("corners", ...(position.corners[corners] ?? []).map((s) => {
      const [row, col] = this.cell(s);
      return svg("path", { class: `player-${corners + 1}`, d: `M${col + 0.5} ${row + 0.34}l.16 .16l-.16 .16l-.16 -.16z` });
    }));
  }

  /** Adds a tile, with its frame, until the next draw.
   * @param {Place} place
   * @param {number} colour */
  put(place, colour) {
    this.#layer.pieces.append(piece(cellsOf(this.#tables, place), colour));
    this.#set("last", svg("path", { d: outlineOf(this.#tables, place) }));
  }

  /** Lets the last tile come from its picture in the tray.
   * @param {SVGSVGElement} picture */
  arrive(picture) {
    const from = picture.getBoundingClientRect();
    const scale = (picture.getScreenCTM()?.a ?? 0) / this.pixels;
    const start = new DOMPoint(from.x + from.width / 2, from.y + from.height / 2).matrixTransform(this.#screen.inverse());
    for (const shape of [this.#layer.pieces.lastElementChild, this.#layer.last.lastElementChild]) {
      if (!(shape instanceof SVGGraphicsElement)) continue;
      const { x, y, width, height } = shape.getBBox();
      const [dx, dy] = [start.x - scale * (x + width / 2), start.y - scale * (y + height / 2)];
      shape.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: "none" }], { duration: flight, easing: "ease-out" });
    }
  }

  /** Marks the squares that a tile can reach.
   * @param {Iterable<number>} squares */
  reach(squares) {
    let d = "";
    for (const s of squares) {
      const [x, y, width, height] = this.box(s);
      d += frame([x + 0.06, y + 0.06, width - 0.12, height - 0.12]);
    }
    this.#set("reach", svg("path", { d }));
  }

  /** Shows the demand for each square, 0 to 1, as the size of a mark.
   * @param {[square: number, value: number][]} values */
  heat(values) {
    const marks = [];
    for (const [s, value] of values) {
      const [x, y, width, height] = this.box(s);
      const side = Math.sqrt(value);
      marks.push(svg("rect", { x: x + (width * (1 - side)) / 2, y: y + (height * (1 - side)) / 2, width: width * side, height: height * side }));
    }
    this.#set("heat", ...marks);
  }

  /** Outlines a recommended move; none without a place.
   * @param {Place} [place]
   * @param {number} [colour] */
  preview(place, colour = 0) {
    this.#set("preview", ...(place ? [svg("path", { class: `player-${colour + 1}`, d: outlineOf(this.#tables, place) })] : []));
  }

  /** Shows a spot as the next move (-1: none).
   * @param {number} spot
   * @param {number} colour
   * @param {boolean} legal */
  aim(spot, colour, legal) {
    if (spot < 0) return this.#set("ghost");
    const { kind, box } = this.#tables.spots[spot];
    this.#set("ghost", thing(kind === "square" ? "pawn" : kind, box, colour, legal ? "legal" : "illegal"));
  }

  /** Frames the keyboard's square; -1: none.
   * @param {number} square */
  cursor(square) {
    if (square < 0) return this.#set("cursor");
    const [x, y, width, height] = this.box(square);
    this.#set("cursor", svg("rect", { x: x + 0.04, y: y + 0.04, width: width - 0.08, height: height - 0.08 }));
  }

  /** Shows the tile in hand over the board, and marks the square that breaks a rule (-1: none).
   * @param {Cell[] | undefined} cells
   * @param {Player} player
   * @param {"legal" | "illegal" | "planned"} kind */
  ghost(cells, player, kind, wrong = -1) {
    if (!cells) return this.#set("ghost");
    const shown = [piece(cells, player, kind)];
    if (wrong >= 0) {
      const [row, col] = this.cell(wrong);
      shown.push(svg("path", { class: "wrong", d: `M${col + 0.2} ${row + 0.2}l.6 .6M${col + 0.8} ${row + 0.2}l-.6 .6` }));
    }
    this.#set("ghost", ...shown);
  }
}

/** The bounds of a board of spots with its labels, for a drawing.
 * @param {Tables} tables */
function around({ bounds: [x, y, width, height], labels }) {
  const [left, bottom] = labels.length ? [0.9, 1] : [0.15, 0.15];
  return `${x - left} ${y - 0.3} ${width + left + 0.3} ${height + bottom + 0.3}`;
}

/** The empty board of a game with tiles: a square grid.
 * @param {Tables} tables */
function squareGrid(tables) {
  const n = tables.size;
  const grid = svg("g", { class: "grid" }, svg("rect", { class: "field", width: n, height: n }));
  let lines = "";
  for (let i = 0; i <= n; i++) lines += `M0 ${i}h${n}M${i} 0v${n}`;
  grid.append(svg("path", { class: "lines", d: lines }));
  for (const [colour, square] of tables.start.entries()) {
    grid.append(svg("circle", { class: `start player-${colour + 1}`, cx: (square % n) + 0.5, cy: Math.floor(square / n) + 0.5, r: 0.3 }));
  }
  for (let i = 0; i < n; i++) {
    // A square's name is the letter of its column and the number of its row.
    const column = tables.squares[i].replace(/\d+$/, "");
    const row = tables.squares[i * n].replace(/^[a-z]+/, "");
    grid.append(svg("text", { class: "label", x: i + 0.5, y: n + 0.5 }, column));
    grid.append(svg("text", { class: "label", x: -0.35, y: i + 0.63 }, row));
  }
  return grid;
}

/** The empty board of a game without tiles.
 * @param {Tables} tables */
function ground(tables) {
  return svg("g", { class: "grid" },
    ...tables.ground.map(({ kind, box: [x, y, width, height], colour }) =>
      svg("rect", { class: kind === "goal" ? `goal player-${(colour ?? 0) + 1}` : kind === "square" ? "field" : kind, x, y, width, height, rx: kind === "dot" ? width / 2 : 0.08 })),
    ...tables.labels.map(({ x, y, text }) => svg("text", { class: "label", x, y }, text)));
}
