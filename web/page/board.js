// The board as a drawing in layers, one unit a square.
import { svg, outline, piece } from "./draw.js";
/** @import { Cell, Player, Position, Tables } from "../types/shared" */

const layers = ["heat", "pieces", "last", "reach", "corners", "preview", "cursor", "ghost"];

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
    const grid = svg("g", { class: "grid" }, svg("rect", { class: "field", width: n, height: n }));
    let lines = "";
    for (let i = 0; i <= n; i++) lines += `M0 ${i}h${n}M${i} 0v${n}`;
    grid.append(svg("path", { class: "lines", d: lines }));
    for (const [player, square] of tables.start.entries()) {
      const [row, col] = this.cell(square);
      grid.append(svg("circle", { class: `start player-${player + 1}`, cx: col + 0.5, cy: row + 0.5, r: 0.3 }));
    }
    for (let i = 0; i < n; i++) {
      // A square's name is its column's letter and its row's number.
      const column = tables.squares[i].replace(/\d+$/, "");
      const row = tables.squares[i * n].replace(/^[a-z]+/, "");
      grid.append(svg("text", { class: "label", x: i + 0.5, y: n + 0.5 }, column));
      grid.append(svg("text", { class: "label", x: -0.35, y: i + 0.63 }, row));
    }
    this.#svg = svg("svg", { viewBox: `-0.75 -0.1 ${n + 0.85} ${n + 0.85}`, "aria-hidden": "true", focusable: "false" }, grid);
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

  /** From units to pixels of the screen. */
  get #screen() {
    return this.#svg.getScreenCTM() ?? new DOMMatrix(); // none as long as the drawing is not shown
  }

  /** The place of a pointer: its row and column, whole numbers at the centres of squares, and
   * whether it is on the board.
   * @param {{ clientX: number, clientY: number }} event */
  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#screen.inverse());
    const n = this.#tables.size;
    return { row: point.y - 0.5, col: point.x - 0.5, on: point.x > -0.75 && point.y > -0.75 && point.x < n + 0.75 && point.y < n + 0.75 };
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
    this.#set("pieces", ...position.moves.filter((m) => m.tile >= 0).map((m) => piece(m.squares.map((s) => this.cell(s)), m.player)));
    const last = position.moves.findLast((m) => m.tile >= 0);
    this.#set("last", ...(last ? [svg("path", { d: outline(last.squares.map((s) => this.cell(s))) })] : []));
    this.#set("corners", ...(corners < 0 ? [] : position.corners[corners]).map((s) => {
      const [row, col] = this.cell(s);
      return svg("path", { class: `player-${corners + 1}`, d: `M${col + 0.5} ${row + 0.34}l.16 .16l-.16 .16l-.16 -.16z` });
    }));
  }

  /** Marks the squares that a tile can reach.
   * @param {Iterable<number>} squares */
  reach(squares) {
    let d = "";
    for (const s of squares) {
      const [row, col] = this.cell(s);
      d += `M${col + 0.06} ${row + 0.06}h.88v.88h-.88z`;
    }
    this.#set("reach", svg("path", { d }));
  }

  /** Shows by the size of a mark how much each square is wanted, 0 to 1.
   * @param {[square: number, value: number][]} values */
  heat(values) {
    const marks = [];
    for (const [s, value] of values) {
      const [row, col] = this.cell(s);
      const r = Math.sqrt(value) / 2;
      marks.push(svg("rect", { x: col + 0.5 - r, y: row + 0.5 - r, width: 2 * r, height: 2 * r }));
    }
    this.#set("heat", ...marks);
  }

  /** Outlines a recommended placement; none without cells.
   * @param {Cell[]} [cells]
   * @param {Player} [player] */
  preview(cells, player = 0) {
    this.#set("preview", ...(cells ? [svg("path", { class: `player-${player + 1}`, d: outline(cells) })] : []));
  }

  /** Frames the square of the keyboard; -1: none.
   * @param {number} square */
  cursor(square) {
    if (square < 0) return this.#set("cursor");
    const [row, col] = this.cell(square);
    this.#set("cursor", svg("rect", { x: col + 0.04, y: row + 0.04, width: 0.92, height: 0.92 }));
  }

  /** Shows the tile in hand over the board, and the square at which it breaks a rule (-1: none).
   * @param {Cell[] | undefined} cells
   * @param {Player} player
   * @param {boolean} legal */
  ghost(cells, player, legal, wrong = -1) {
    if (!cells) return this.#set("ghost");
    const shown = [piece(cells, player, legal ? "legal" : "illegal")];
    if (wrong >= 0) {
      const [row, col] = this.cell(wrong);
      shown.push(svg("path", { class: "wrong", d: `M${col + 0.2} ${row + 0.2}l.6 .6M${col + 0.8} ${row + 0.2}l-.6 .6` }));
    }
    this.#set("ghost", ...shown);
  }
}
