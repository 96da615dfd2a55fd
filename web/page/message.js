// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Messages to the visitor: in the line under the board, and for screen readers.
import { $ } from "./dom.js";
import { reason } from "./errors.js";

/** Shows a text in the line under the board.
 * @param {string} text
 * @param {"" | "good" | "bad" | "end"} [kind] */
export function message(text, kind = "") {
  $("message").textContent = text;
  $("message").className = kind;
}

/** Announces a text to screen readers.
 * @param {string} text */
export function say(text) {
  $("status").textContent = $("status").textContent === text ? `${text}\u00a0` : text;
}

/** Shows a text and announces it to screen readers.
 * @param {string} text
 * @param {"" | "good" | "bad"} [kind] */
export function tell(text, kind) {
  message(text, kind);
  say(text);
}

/** Reports the failure of an engine.
 * @param {unknown} error */
export const trouble = (error) => tell(`The engine failed: ${reason(error)}`, "bad");

/** Tells why the visitor cannot open another game now. */
export const notAlone = () => tell("A friend plays this game, too: leave it before you open another.", "bad");
