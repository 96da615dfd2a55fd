// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Elements of pages and drawings, and the cells and drawings of tiles.
/** @import { Box, Cell, Place, Player, Tables } from "../types/shared" */
/** @import { Attributes, Child } from "../types/window" */

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false && value !== null) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {Child[]} children */
export const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {Child[]} children */
export const svg = (name, attributes = {}, ...children) => fill(document.createElementNS(svgSpace, name), attributes, children);

/** The outline of cells as the data of a path, one unit a cell.
 * @param {Cell[]} cells */
export function outline(cells) {
  const has = new Set(cells.map(([row, col]) => `${row},${col}`));
  let path = "";
  for (const [row, col] of cells) {
    if (!has.has(`${row - 1},${col}`)) path += `M${col} ${row}h1`;
    if (!has.has(`${row + 1},${col}`)) path += `M${col} ${row + 1}h1`;
    if (!has.has(`${row},${col - 1}`)) path += `M${col} ${row}v1`;
    if (!has.has(`${row},${col + 1}`)) path += `M${col + 1} ${row}v1`;
  }
  return path;
}

/** The mark of a colour in the cell with its upper left corner at x, y, as the data of a path: a dot,
 * a stroke, a triangle or a ring of four strokes.
 * @param {number} x
 * @param {number} y
 * @param {number} colour */
function mark(x, y, colour) {
  switch (colour) {
    case 0: return `M${x + 0.38} ${y + 0.5}a.12 .12 0 1 0 .24 0a.12 .12 0 1 0 -.24 0z`;
    case 1: return `M${x + 0.32} ${y + 0.58}l.26-.26l.1.1l-.26.26z`;
    case 2: return `M${x + 0.35} ${y + 0.62}l.15-.26l.15.26z`;
    default: return `M${x + 0.46} ${y + 0.34}h.08v.12h.12v.08h-.12v.12h-.08v-.12h-.12v-.08h.12z`;
  }
}

/** A player's tile: filled cells and their outline. Each cell has the player's mark, so that visitors
 * need not distinguish colours.
 * @param {Cell[]} cells
 * @param {Player} player */
export function piece(cells, player, kind = "") {
  let area = "";
  let marks = "";
  for (const [row, col] of cells) {
    area += `M${col} ${row}h1v1h-1z`;
    marks += mark(col, row, player);
  }
  return svg("g", { class: `piece player-${player + 1} ${kind}` },
    svg("path", { class: "area", d: area }),
    svg("path", { class: "marks", d: marks }),
    svg("path", { class: "outline", d: outline(cells) }));
}

/** The bounding box of cells.
 * @param {Cell[]} cells */
export function box(cells) {
  const rows = cells.map(([row]) => row);
  const cols = cells.map(([, col]) => col);
  return { top: Math.min(...rows), bottom: Math.max(...rows), left: Math.min(...cols), right: Math.max(...cols) };
}

/** The cells that a tile covers.
 * @param {Tables} tables
 * @param {Place} place
 * @returns {Cell[]} */
export function cellsOf({ size, orientations }, { o, s }) {
  const [row, col] = [Math.floor(s / size), s % size];
  return orientations[o].cells.map(([r, c]) => [row + r, col + c]);
}

/** The squares that a tile covers.
 * @param {Tables} tables
 * @param {Place} place */
export const squaresOf = (tables, place) => (tables.size ? cellsOf(tables, place).map(([row, col]) => row * tables.size + col) : [place.s]);

/** The outline of a rectangle as the data of a path.
 * @param {Box} box */
export const frame = ([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** The outline of a move on the board as the data of a path.
 * @param {Tables} tables
 * @param {Place} place */
export const outlineOf = (tables, place) => (tables.size ? outline(cellsOf(tables, place)) : frame(tables.spots[place.s].box));

/** A thing on a board without tiles: a pawn, a bar or a box, with its colour's mark.
 * @param {string} kind
 * @param {Box} box
 * @param {number} colour */
export function thing(kind, [x, y, width, height], colour, more = "") {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const round = kind === "pawn" ? Math.min(width, height) * 0.4 : Math.min(width, height) / 4;
  const side = kind === "pawn" ? 2 * round : 0;
  const body = svg("rect", { class: "area", x: side ? cx - round : x, y: side ? cy - round : y, width: side || width, height: side || height, rx: round });
  const marks = svg("path", { class: "marks", d: mark(cx - 0.5, cy - 0.5, colour) });
  return svg("g", { class: `piece thing ${kind} player-${colour + 1} ${more}` }, body, kind !== "bar" && marks);
}
