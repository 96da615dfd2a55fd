// Elements of pages and drawings, and the cells and drawings of tiles.
/** @import { Cell, Place, Player, Tables } from "../types/shared" */
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

/** A player's tile: filled cells and their outline. Each cell bears the player's mark, so that nobody
 * needs to tell colours apart.
 * @param {Cell[]} cells
 * @param {Player} player */
export function piece(cells, player, kind = "") {
  let area = "";
  let marks = "";
  for (const [row, col] of cells) {
    area += `M${col} ${row}h1v1h-1z`;
    marks += player === 0
      ? `M${col + 0.38} ${row + 0.5}a.12 .12 0 1 0 .24 0a.12 .12 0 1 0 -.24 0z`
      : `M${col + 0.32} ${row + 0.58}l.26-.26l.1.1l-.26.26z`;
  }
  return svg("g", { class: `piece player-${player + 1} ${kind}` },
    svg("path", { class: "area", d: area }),
    svg("path", { class: "marks", d: marks }),
    svg("path", { class: "outline", d: outline(cells) }));
}

/** The box of cells: least and greatest row and column.
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
export const squaresOf = (tables, place) => cellsOf(tables, place).map(([row, col]) => row * tables.size + col);
