// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The variations of a game, as a list.
import { html } from "./draw.js";
import { swatch } from "./panel.js";
import { shared } from "./store.js";
import { shortName } from "./words.js";
/** @import { Session } from "./session.js" */
/** @import { Line, Made } from "../types/shared" */

export class Variations {
  #list;
  #chosen;
  #latest = 0; // number of draws
  /** First moves of variations, by Game.key.
   * @type {Map<string, Promise<Made | undefined>>} */
  #first = new Map();

  /**
   * @param {HTMLElement} list
   * @param {(line: Line, at: number) => void} chosen hears of a click, and of the number of moves up to
   *   the first one of the variation */
  constructor(list, chosen) {
    this.#list = list;
    this.#chosen = chosen;
  }

  /** @param {Session} session */
  async draw({ game, rules, tables }) {
    const mine = ++this.#latest;
    const items = await Promise.all(game.variations.map(async (line) => {
      const fork = shared(game.moves, line.moves);
      const key = [game.first, game.setup, ...line.moves.slice(0, fork + 1)].join(" ");
      if (!this.#first.has(key)) {
        this.#first.set(key, rules.call("position", { ...game.upTo(0), moves: line.moves.slice(0, fork + 1) }).then((p) => p.moves.at(-1), () => undefined));
      }
      return { line, fork, move: await this.#first.get(key) };
    }));
    if (mine !== this.#latest) return;
    // A saved variation that is not legal is none.
    game.variations = game.variations.filter((line) => items.some((i) => i.line === line && i.move));
    this.#list.replaceChildren(...items.sort((a, b) => a.fork - b.fork).flatMap(({ line, fork, move }) => {
      if (!move) return [];
      const more = line.moves.length - fork - 1;
      return [html("li", {}, html("button", { type: "button", "data-code": move.code, title: "Show this variation", onclick: () => this.#chosen(line, fork + 1) },
        html("span", { class: "number" }, `${fork + 1}.`), swatch(move.colour), shortName(tables, move),
        html("span", { class: "more" }, more === 0 ? "" : more === 1 ? "and 1 move" : `and ${more} moves`)))];
    }));
  }
}
