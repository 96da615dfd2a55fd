// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The players with their scores, and the list of moves.
import { html, svg, piece } from "./draw.js";
import { passes, shortName } from "./words.js";
/** @import { Level, Made, Player, Position, Progress, Tables } from "../types/shared" */

export const person = "person";

/** @param {Player} player */
export const swatch = (player) => svg("svg", { class: "swatch", viewBox: "-0.06 -0.06 1.12 1.12", "aria-hidden": "true" }, piece([[0, 0]], player));

/** The colours of a seat. @param {Tables} tables @param {Player} seat */
const coloursOf = ({ owners }, seat) => (owners.length ? [...owners.keys()].filter((c) => owners[c] === seat) : [seat]);

/** A number with its sign.
 * @param {number} n */
export const sign = (n, digits = 0) => (n > 0 ? "+" : n < 0 ? "−" : "") + Math.abs(n).toFixed(digits);

/** A time in milliseconds as text for a clock, with tenths of seconds near the end.
 * @param {number} time */
export function clockText(time) {
  if (time <= 0) return "0:00.0";
  const tenths = Math.ceil(time / 100);
  const seconds = tenths < 200 ? (tenths / 10).toFixed(1) : String(Math.ceil(tenths / 10));
  const [whole, rest = ""] = seconds.split(".");
  return `${Math.floor(Number(whole) / 60)}:${String(Number(whole) % 60).padStart(2, "0")}${rest && `.${rest}`}`;
}

const short = 20_000; // milliseconds left when the clock begins to warn

export class Players {
  /** @type {{ card: HTMLElement, select: HTMLSelectElement, score: HTMLElement, rest: HTMLElement, clock: HTMLElement }[]} */
  #cards = [];

  /**
   * @param {HTMLElement} element
   * @param {Tables} tables
   * @param {(player: Player, who: string) => void} chosen hears who is to play */
  constructor(element, tables, chosen) {
    element.dataset.seats = String(tables.seats);
    for (let player = 0; player < tables.seats; player++) {
      const select = html("select", { "aria-label": `Player ${player + 1} is`, id: `player-${player + 1}`, onchange: () => chosen(player, select.value) });
      const score = html("strong", { class: "score", title: "score" });
      const clock = html("span", { class: "clock", role: "timer", hidden: true });
      const rest = html("span", { class: "rest" });
      const card = html("div", { class: `card player-${player + 1}`, role: "group", "aria-label": `Player ${player + 1}` },
        html("span", { class: "swatches" }, ...coloursOf(tables, player).map(swatch)), html("span", { class: "name" }, `Player ${player + 1}`), select, score, rest, clock);
      this.#cards.push({ card, select, score, rest, clock });
    }
    element.append(...this.#cards.map((c) => c.card));
  }

  /** Offers players in named groups.
   * @param {[name: string, levels: Level[]][]} groups */
  offer(groups) {
    for (const c of this.#cards) {
      c.select.replaceChildren(html("option", { value: person }, "Person"), ...groups.map(([name, all]) =>
        html("optgroup", { label: name }, ...all.map((p) => html("option", { value: p.id, title: p.about }, p.name)))));
    }
  }

  /**
   * @param {Position} position
   * @param {string[]} players
   * @param {{ fixed: boolean, over: boolean, thinking?: Progress, winner: Player }} state fixed: the
   *   visitor cannot choose players; thinking: the news of the engine that is to move; winner: -1: none */
  draw(position, players, { fixed, over, thinking, winner }) {
    for (const [player, c] of this.#cards.entries()) {
      c.select.disabled = fixed;
      c.select.value = players[player];
      c.score.textContent = String(position.points[player] ?? "");
      c.rest.textContent = thinking && position.seat === player
        ? thinking.text ?? `thinking … ${thinking.work ? `${thinking.work.toLocaleString("en")} ${thinking.unit ?? ""}` : ""}`
        : position.rest[player];
      c.card.classList.toggle("winner", winner === player);
      c.card.classList.toggle("active", !over && position.seat === player);
    }
  }

  /** Shows the remaining times in milliseconds; undefined without a clock.
   * @param {number[]} [times] */
  clocks(times) {
    for (const [player, c] of this.#cards.entries()) {
      c.clock.hidden = !times;
      if (!times) continue;
      const text = clockText(times[player]);
      if (c.clock.textContent === text) continue;
      c.clock.textContent = text;
      c.clock.classList.toggle("short", times[player] < short);
    }
  }
}

export class Moves {
  #list;
  /** @type {Made[]} */
  #shown = [];
  #at = 0;
  #go;

  /**
   * @param {HTMLElement} list
   * @param {(at: number) => void} go hears of a click */
  constructor(list, go) {
    this.#list = list;
    this.#go = go;
  }

  /**
   * @param {Made[]} moves of the whole game
   * @param {number} at how many of them the position shown has
   * @param {Tables} tables */
  draw(moves, at, tables) {
    const same = moves.findIndex((m, i) => this.#shown[i]?.code !== m.code || this.#shown[i].player !== m.player);
    const keep = same < 0 ? moves.length : same;
    if (same < 0 && this.#shown.length === moves.length && this.#at === at) return;
    this.#at = at;
    while (this.#list.children.length > keep) this.#list.lastElementChild?.remove();
    this.#shown = [...moves];
    for (const [i, m] of moves.entries()) {
      if (i < keep) continue;
      this.#list.append(html("li", {}, html("button", { type: "button", "data-code": m.code, title: passes(m) ? "pass" : m.text, onclick: () => this.#go(i + 1) },
        html("span", { class: "number" }, `${i + 1}.`), swatch(m.colour), html("span", { class: "unseen" }, `player ${m.player + 1}, `), shortName(tables, m))));
    }
    for (const [i, item] of [...this.#list.children].entries()) {
      const current = i + 1 === at;
      const button = item.firstElementChild;
      if (current) button?.setAttribute("aria-current", "step");
      else button?.removeAttribute("aria-current");
      item.classList.toggle("later", i + 1 > at);
    }
    // The list scrolls in the next frame, when the browser lays out the page anyway. scrollIntoView
    // would move the whole page.
    requestAnimationFrame(() => {
      const item = /** @type {HTMLElement | undefined} */ (this.#list.children[this.#at - 1]);
      if (item?.matches(":hover")) return;
      const height = item?.offsetHeight || 1; // whole rows
      this.#list.scrollTop = item ? Math.round((item.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2) / height) * height : 0;
    });
  }
}
