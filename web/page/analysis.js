// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// An engine's thoughts as drawings: its candidates, the squares that they want, and the value over
// the game.
import { $ } from "./dom.js";
import { html, squaresOf, svg } from "./draw.js";
/** @import { Candidate, GameState, Tables, Thought } from "../types/shared" */
import { sign } from "./panel.js";
import { shortName } from "./words.js";

const shownCandidates = 10;

/** The demand for each square: the visits of the candidates that cover it, relative to the square
 * with the most.
 * @param {Tables} tables
 * @param {Candidate[]} candidates
 * @returns {[square: number, value: number][]} */
export function heat(tables, candidates) {
  /** @type {Map<number, number>} */
  const visits = new Map();
  for (const c of candidates) {
    for (const s of squaresOf(tables, c)) visits.set(s, (visits.get(s) ?? 0) + c.visits);
  }
  const most = Math.max(...visits.values(), 1);
  return [...visits].map(([s, n]) => [s, n / most]);
}

/** A chance as a percentage; "" if it is not known.
 * @param {number} [value] */
export const percent = (value) => (value === undefined ? "" : `${Math.round(100 * value)} %`);

export class Candidates {
  #list;
  #chosen;
  #hovered;

  /**
   * @param {HTMLElement} list
   * @param {(candidate?: Candidate) => void} hovered hears which candidate is under the pointer or has
   *   the focus, and undefined when it leaves
   * @param {(candidate: Candidate) => void} chosen hears of a click */
  constructor(list, hovered, chosen) {
    this.#list = list;
    this.#hovered = hovered;
    this.#chosen = chosen;
  }

  /**
   * @param {Pick<Thought, "candidates"> | undefined} thought
   * @param {Tables} tables
   * @param {boolean} active a person is to move */
  draw(thought, tables, active) {
    const shown = thought?.candidates.slice(0, shownCandidates) ?? [];
    const most = Math.max(...shown.map((c) => c.visits), 1);
    const focused = [...this.#list.children].findIndex((li) => li.contains(document.activeElement));
    $("candidates-head").hidden = shown.length === 0;
    $("candidates-head").lastElementChild?.toggleAttribute("hidden", !tables.margins);
    this.#list.replaceChildren(...shown.map((c) => {
      const bar = svg("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { width: (100 * c.visits) / most, height: 10 }));
      return html("li", {}, html("button", {
        type: "button", "aria-disabled": String(!active),
        onpointerenter: () => this.#hovered(c), onpointerleave: () => this.#hovered(), onfocus: () => this.#hovered(c), onblur: () => this.#hovered(),
        onclick: () => active && this.#chosen(c),
      }, html("span", { class: "move" }, shortName(tables, c)), bar,
      html("span", { class: "number" }, `${c.visits}`, html("span", { class: "unseen" }, " visits, ")),
      html("span", { class: "number chance" }, percent(c.value), html("span", { class: "unseen" }, ` to win${c.margin === undefined ? "" : ", points "}`)),
      html("span", { class: "value" }, c.margin === undefined ? "" : sign(c.margin, 1))));
    }));
    this.#list.children[focused]?.querySelector("button")?.focus();
  }
}

/** The points expected after each move, player 1's less player 2's, as a curve.
 * @param {HTMLElement} element
 * @param {GameState["margins"]} margins
 * @param {number} at the move shown
 * @param {number} moves
 * @param {string} unit of the values
 * @param {(at: number) => void} go hears of a click */
export function chart(element, margins, at, moves, unit, go) {
  /** @type {[move: number, margin: number][]} */
  const known = [];
  for (const [i, m] of margins.entries()) if (m !== null && m !== undefined) known.push([i, m]);
  if (known.length < 2) return element.replaceChildren(); // a curve needs two points
  const width = 300, height = 110, left = 26, bottom = 14;
  const most = Math.max(10, ...known.map(([, m]) => Math.abs(m)));
  const top = Math.ceil(most / 10) * 10;
  const x = (/** @type {number} */ i) => left + ((width - left - 4) * i) / Math.max(moves, 1);
  const y = (/** @type {number} */ m) => 4 + ((height - bottom - 4) * (top - m)) / (2 * top);
  const zero = y(0);
  const line = known.map(([i, m], k) => `${k ? "L" : "M"}${x(i).toFixed(1)} ${y(m).toFixed(1)}`).join("");
  const last = known[known.length - 1];
  element.replaceChildren(
    svg("svg", {
      viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": `Value over the game: after move ${last[0]}, ${sign(last[1], 1)} ${unit}`,
      onclick: (e) => {
        const r = e.currentTarget.getBoundingClientRect();
        const i = Math.round((((e.clientX - r.left) / r.width) * width - left) / (width - left - 4) * moves);
        go(Math.min(Math.max(i, 0), moves));
      },
    },
    svg("path", { class: "axis", d: `M${left} ${zero}H${width - 4}M${left} ${y(top)}V${y(-top)}` }),
    svg("text", { x: left - 4, y: y(top) + 7, "text-anchor": "end" }, `+${top}`),
    svg("text", { x: left - 4, y: zero + 3, "text-anchor": "end" }, "0"),
    svg("text", { x: left - 4, y: y(-top), "text-anchor": "end" }, `−${top}`),
    svg("path", { class: "at", d: `M${x(at)} ${y(top)}V${y(-top)}` }),
    svg("path", { class: "area", d: `${line}L${x(last[0]).toFixed(1)} ${zero}L${x(known[0][0]).toFixed(1)} ${zero}Z` }),
    svg("path", { class: "line", d: line }),
    ...known.map(([i, m]) => svg("circle", { cx: x(i), cy: y(m), r: i === at ? 3 : 1.5 })),
    svg("text", { x: left, y: height - 2 }, `${unit}, by moves made`),
    svg("text", { x: width - 4, y: height - 2, "text-anchor": "end" }, `${moves}`)),
  );
}
