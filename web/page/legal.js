// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The legal moves by tile, as a list.
import { html, svg, box, piece } from "./draw.js";
/** @import { Move, Player, Position, Tables } from "../types/shared" */

export class LegalMoves {
  #details;
  #list;
  #count;
  #tables;
  /** @type {{ position: Position, active: boolean } | undefined} */
  #shown;
  #open = -1; // tile whose places the list shows
  #hovered;
  #chosen;

  /**
   * @param {HTMLDetailsElement} details
   * @param {Tables} tables
   * @param {(place?: Move) => void} hovered hears which place is under the pointer or has the focus,
   *   and undefined when it leaves
   * @param {(place: Move) => void} chosen hears of a click */
  constructor(details, tables, hovered, chosen) {
    this.#details = details;
    this.#count = html("span", { class: "count" });
    this.#list = html("ul");
    details.append(this.#list);
    details.querySelector("summary")?.append(" ", this.#count);
    this.#tables = tables;
    this.#hovered = hovered;
    this.#chosen = chosen;
    details.addEventListener("toggle", () => this.#draw());
  }

  /**
   * @param {Position} position
   * @param {boolean} active a person is to move */
  draw(position, active) {
    this.#shown = { position, active };
    this.#count.textContent = position.over ? "" : position.legal.length.toLocaleString("en");
    this.#draw();
  }

  #draw() {
    if (!this.#details.open || !this.#shown) return this.#list.replaceChildren();
    const { position, active } = this.#shown;
    const byTile = Map.groupBy(position.legal, (p) => this.#tables.orientations[p.o].tile);
    if (!byTile.has(this.#open)) this.#open = -1;
    const tiles = [...byTile.keys()].sort((a, b) => b - a);
    this.#list.replaceChildren(...tiles.map((t) => this.#tile(t, byTile.get(t) ?? [], position.toMove, active)));
  }

  /**
   * @param {number} t
   * @param {Move[]} places
   * @param {Player} player
   * @param {boolean} active */
  #tile(t, places, player, active) {
    const tile = this.#tables.tiles[t];
    const open = t === this.#open;
    const head = html("button", {
      type: "button", class: "tile-head", "aria-expanded": String(open), "data-legal-tile": t,
      onclick: () => {
        this.#open = open ? -1 : t;
        this.#draw();
        /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-legal-tile="${t}"]`))?.focus();
      },
    }, this.#picture(tile.shown, player), html("span", {}, tile.name), html("span", { class: "number" }, places.length === 1 ? "1 place" : `${places.length} places`));
    return html("li", {}, head, open && html("ul", { class: "places", "aria-label": `Places of tile ${tile.name}` }, ...places.map((p) => html("li", {}, this.#place(p, player, active)))));
  }

  /**
   * @param {Move} p
   * @param {Player} player
   * @param {boolean} active */
  #place(p, player, active) {
    return html("button", {
      type: "button", "data-place": p.code, "aria-disabled": String(!active),
      onpointerenter: () => this.#hovered(p), onpointerleave: () => this.#hovered(), onfocus: () => this.#hovered(p), onblur: () => this.#hovered(),
      onclick: () => active && this.#chosen(p),
    }, this.#picture(p.o, player), html("span", {}, this.#tables.squares[p.s]));
  }

  /**
   * @param {number} o
   * @param {Player} player */
  #picture(o, player) {
    const cells = this.#tables.orientations[o].cells;
    const b = box(cells);
    const picture = svg("svg", { viewBox: `${b.left - 0.1} ${b.top - 0.1} ${b.right - b.left + 1.2} ${b.bottom - b.top + 1.2}`, "aria-hidden": "true" }, piece(cells, player));
    picture.style.width = `${(b.right - b.left + 1.2) * 0.45}rem`;
    return picture;
  }
}
