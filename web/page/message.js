// Messages to the visitor: in the line under the board, and for screen readers.
import { $ } from "./dom.js";
import { reason } from "./errors.js";

/** Shows a text in the line under the board.
 * @param {string} text
 * @param {"" | "good" | "bad"} [kind] */
export function message(text, kind = "") {
  $("message").textContent = text;
  $("message").className = kind;
}

/** Has a screen reader say a text.
 * @param {string} text */
export function say(text) {
  $("status").textContent = $("status").textContent === text ? `${text}\u00a0` : text;
}

/** Shows a text and has a screen reader say it.
 * @param {string} text
 * @param {"" | "good" | "bad"} [kind] */
export function tell(text, kind) {
  message(text, kind);
  say(text);
}

/** Tells that an engine failed.
 * @param {unknown} error */
export const trouble = (error) => tell(`The engine failed: ${reason(error)}`, "bad");
