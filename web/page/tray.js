// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The players' remaining tiles, as two toolbars of buttons.
import { enabled } from "./dom.js";
import { html, svg, box, piece } from "./draw.js";
/** @import { Hand } from "./hand.js" */
/** @import { Position, Tables } from "../types/shared" */

export class Trays {
  #tables;
  /** @type {{ buttons: HTMLButtonElement[], count: HTMLElement, whole: HTMLElement }[]} */
  #trays = [];

  /**
   * @param {HTMLElement} element
   * @param {Tables} tables
   * @param {Hand} hand hears of drags
   * @param {(tile: number, keyboard: boolean) => void} taken hears of clicks */
  constructor(element, tables, hand, taken) {
    this.#tables = tables;
    for (const player of tables.start.keys()) {
      const buttons = tables.tiles.map((tile, t) => {
        const cells = tables.orientations[tile.shown].cells;
        const b = box(cells);
        const [width, height] = [b.right - b.left + 1, b.bottom - b.top + 1];
        const picture = svg("svg", { viewBox: `${b.left - 0.08} ${b.top - 0.08} ${width + 0.16} ${height + 0.16}`, "aria-hidden": "true", focusable: "false" }, piece(cells, player));
        picture.style.width = `calc(${width} * var(--tray-cell))`;
        let dragged = false;
        return html("button", {
          type: "button", class: "tile", tabindex: -1, "data-tile": t, "data-name": tile.name, "data-player": player,
          onpointerdown: (e) => { dragged = false; if (enabled(e.currentTarget)) hand.grab(t, e); },
          onpointermove: (e) => hand.dragged(e),
          onpointerup: (e) => { dragged = hand.dropped(e); },
          onpointercancel: (e) => { dragged = hand.dropped(e); },
          onclick: (e) => {
            if (dragged || !enabled(e.currentTarget)) return;
            taken(t, e.detail === 0);
          },
        }, picture);
      });
      const count = html("span", { class: "count" });
      const name = html("h2", { id: `tray-${player}` }, tables.colours.length ? `The ${tables.colours[player]} tiles` : `Player ${player + 1}’s tiles`, count);
      const bar = html("div", { class: "tiles", role: "toolbar", "aria-labelledby": name.id, onkeydown: (e) => this.#key(e, buttons) }, ...buttons);
      this.#trays.push({ buttons, count, whole: html("div", { class: "tray" }, name, bar) });
    }
    element.append(...this.#trays.map((t) => t.whole));
  }

  /** Shows the remaining tiles, and the number of legal places of each tile that the hand can take.
   * @param {Position} position
   * @param {Hand} hand
   * @param {boolean[]} mine whether a person has the tray, by colour */
  draw(position, hand, mine) {
    for (const [player, tray] of this.#trays.entries()) {
      const left = position.tilesLeft[player];
      const open = hand.active && hand.colour === player;
      const counted = open && !hand.planning; // the places are known
      tray.whole.classList.toggle("open", open);
      tray.whole.classList.toggle("mine", mine[player]);
      tray.count.textContent = ` ${left.length}`;
      for (const [t, button] of tray.buttons.entries()) {
        const tile = this.#tables.tiles[t];
        const places = counted ? hand.places(t).length : 0;
        button.hidden = !left.includes(t);
        button.setAttribute("aria-disabled", String(!open || (counted && places === 0)));
        button.classList.toggle("useless", counted && places === 0);
        const squares = tile.size === 1 ? "1 square" : `${tile.size} squares`;
        button.setAttribute("aria-label", `Tile ${tile.name}, ${squares}` + (counted ? `, ${places === 1 ? "1 place" : `${places} places`}` : ""));
        button.title = `${tile.name}: ${squares}` + (counted ? `, ${places === 1 ? "1 legal place" : `${places} legal places`}` : "");
        button.setAttribute("aria-pressed", String(open && hand.tile === t));
      }
      this.#rove(tray.buttons, tray.buttons.find((b) => b.tabIndex === 0 && !b.hidden) ?? tray.buttons.findLast((b) => !b.hidden));
    }
  }

  /** Makes one of the buttons the toolbar's stop for the Tab key.
   * @param {HTMLButtonElement[]} buttons
   * @param {HTMLButtonElement} [to] */
  #rove(buttons, to) {
    for (const b of buttons) b.tabIndex = b === to ? 0 : -1;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLButtonElement[]} buttons */
  #key(event, buttons) {
    const shown = buttons.filter((b) => !b.hidden);
    const at = shown.findIndex((b) => b === document.activeElement);
    /** @type {{ [key: string]: number }} */
    const steps = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 };
    const to = steps[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const button = shown[(to + shown.length) % shown.length];
    this.#rove(buttons, button);
    button.focus();
  }
}
