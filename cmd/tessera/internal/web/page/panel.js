// The players with their scores, and the list of moves.
import { html, svg, piece } from "./draw.js";

export const person = "person";

const swatch = (player) => svg("svg", { class: "swatch", viewBox: "-0.06 -0.06 1.12 1.12", "aria-hidden": "true" }, piece([[0, 0]], player));

export const sign = (n, digits = 0) => (n > 0 ? "+" : n < 0 ? "−" : "") + Math.abs(n).toFixed(digits);

export class Players {
  #cards = [];

  /** chosen(player, who) is told who is to play. */
  constructor(element, tables, chosen) {
    for (const player of [0, 1]) {
      const select = html("select", { "aria-label": `Player ${player + 1} is`, id: `player-${player + 1}`, onchange: () => chosen(player, select.value) },
        html("option", { value: person }, "Person"),
        ...tables.levels.map((l) => html("option", { value: l.id, title: l.about }, l.name)));
      const score = html("strong");
      const rest = html("span", { class: "rest" });
      const card = html("div", { class: `card player-${player + 1}`, role: "group", "aria-label": `Player ${player + 1}` },
        swatch(player), html("span", { class: "name" }, `Player ${player + 1}`), select, score, rest);
      this.#cards.push({ card, select, score, rest });
    }
    element.append(...this.#cards.map((c) => c.card));
  }

  draw(position, players, { over, thinking }) {
    for (const [player, c] of this.#cards.entries()) {
      c.select.value = players[player];
      c.score.textContent = sign(position.scores[player]);
      c.score.title = "score";
      const left = position.squaresLeft[player];
      c.rest.textContent = thinking && position.toMove === player
        ? `thinking … ${thinking.work ? `${thinking.work.toLocaleString("en")} ${thinking.unit ?? ""}` : ""}`
        : `${left === 1 ? "1 square" : `${left} squares`} left`;
      c.card.classList.toggle("active", !over && position.toMove === player);
    }
  }
}

export class Moves {
  #list;
  #shown = [];
  #go;

  /** go(at) is told of a click. */
  constructor(list, go) {
    this.#list = list;
    this.#go = go;
  }

  /** moves are those of the whole game, at the number made in the position looked at. */
  draw(moves, at, tables) {
    const same = moves.findIndex((m, i) => this.#shown[i]?.code !== m.code || this.#shown[i].player !== m.player);
    const keep = same < 0 ? moves.length : same;
    while (this.#list.children.length > keep) this.#list.lastChild.remove();
    this.#shown = [...moves];
    for (const [i, m] of moves.entries()) {
      if (i < keep) continue;
      const text = m.tile < 0 ? "pass" : `${tables.tiles[m.tile].letter} ${tables.squares[m.squares[0]]}`;
      this.#list.append(html("li", {}, html("button", { type: "button", "data-code": m.code, title: m.tile < 0 ? "pass" : m.text, onclick: () => this.#go(i + 1) },
        html("span", { class: "number" }, `${i + 1}.`), swatch(m.player), html("span", { class: "unseen" }, `player ${m.player + 1}, `), text)));
    }
    for (const [i, item] of [...this.#list.children].entries()) {
      const current = i + 1 === at;
      const button = item.firstChild;
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      item.classList.toggle("later", i + 1 > at);
      if (current && !item.matches(":hover")) {
        // Not scrollIntoView, which would move the page, too.
        this.#list.scrollTop = item.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
      }
    }
    if (at === 0) this.#list.scrollTop = 0;
  }
}
