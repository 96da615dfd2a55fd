// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The mistakes of an analysed game: moves that cost their player much, and the better moves.
import { html } from "./draw.js";
import { shortName } from "./words.js";
/** @import { Session } from "./session.js" */
/** @import { Choice, Mistake, Place, Player, Tables, Thought } from "../types/shared" */

// The least cost of a mistake and of a grave one: in points or, without points, in percent of the
// chance to win.
const least = { points: 4, chance: 10 };
const grave = { points: 10, chance: 25 };

const shownMoves = 3; // of the better line

/** Player 1's points less player 2's, as an engine expects them. Without points, the chances of two
 * players take their place.
 * @param {Tables} tables
 * @param {Player} mover
 * @param {Choice | Thought} thought */
export function leadOf({ margins, seats }, mover, { margin, value }) {
  const lead = margins ? margin : seats === 2 && value !== undefined ? 100 * (2 * value - 1) : undefined;
  return lead === undefined ? undefined : mover === 0 ? lead : -lead;
}

/** The mistakes of a game, as far as it has been analysed.
 * @param {Session} session
 * @param {(at: number) => Thought | undefined} thoughtAt the thought about a position
 * @returns {Mistake[]} */
export function mistakes({ game, last, tables }, thoughtAt) {
  if (tables.seats !== 2) return [];
  const scale = tables.margins ? 1 : 0.5; // a lead in chances counts what one loses and the other wins
  const unit = tables.margins ? "points" : "chance";
  /** @type {(at: number) => number | undefined} */
  const lead = (at) => {
    const thought = thoughtAt(at);
    if (thought?.level) return leadOf(tables, game.mover(at), thought);
    if (at === game.moves.length) return last.over ? last.margin ?? [100, -100, 0].at(last.winner < 0 ? 2 : last.winner) : undefined;
    return game.moves[at] === tables.pass ? lead(at + 1) : undefined; // a forced pass changes nothing
  };
  return game.moves.flatMap((code, at) => {
    const thought = thoughtAt(at);
    const [before, after] = [lead(at), lead(at + 1)];
    if (!thought?.level || thought.code === code || before === undefined || after === undefined) return [];
    const cost = scale * (game.mover(at) === 0 ? before - after : after - before);
    const line = thought.line?.length ? thought.line : [thought];
    return cost < least[unit] ? [] : [{ at, cost, grave: cost >= grave[unit], line: line.slice(0, shownMoves) }];
  });
}

/** The list of mistakes, and their marks in the list of moves. */
export class Mistakes {
  #list;
  #chosen;

  /**
   * @param {HTMLElement} list
   * @param {(at: number, better: Place) => void} chosen hears of a click */
  constructor(list, chosen) {
    this.#list = list;
    this.#chosen = chosen;
  }

  /**
   * @param {Mistake[]} found
   * @param {Session} session */
  draw(found, { last, tables }) {
    const marks = new Map(found.map((m) => [m.at, m.grave ? "??" : "?"]));
    for (const [at, button] of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#moves button")).entries()) button.dataset.mark = marks.get(at) ?? "";
    this.#list.replaceChildren(...found.filter(({ at }) => last.moves[at]).map(({ at, cost, line }) => {
      const m = last.moves[at];
      return html("li", {}, html("button", { type: "button", "data-at": at, onclick: () => this.#chosen(at, line[0]) },
        html("span", { class: "move" }, `${at + 1}. ${shortName(tables, m)} ${marks.get(at)}`),
        html("span", { class: "cost" }, tables.margins ? `costs ${cost.toFixed(1)} points` : `costs ${Math.round(cost)} % of the chance`),
        html("span", { class: "better" }, `better ${line.map((b) => shortName(tables, b)).join(", ")}`)));
    }));
  }
}
