// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The dialog with the link to a friend, and the lines about the friend beside the board.
import { $ } from "./dom.js";
import { say } from "./message.js";

/** What the dialog shows.
 * @typedef {object} Shown
 * @property {string} about what to do with the link
 * @property {string} [link] none: it is on its way
 * @property {boolean} [back] whether a link must come back
 * @property {string} [note] what to know besides
 * @property {string} [news] what has happened */

/** Shows the dialog, or changes what it shows.
 * @param {Shown} shown */
export function show({ about, link = "", back = false, note = "", news = "" }) {
  $("friend-about").textContent = about;
  $("friend-link", HTMLInputElement).value = link;
  $("friend-send").hidden = !link;
  $("friend-back").hidden = !back;
  $("friend-note").textContent = note;
  $("friend-news").textContent = news;
  const dialog = $("friend-dialog", HTMLDialogElement);
  if (!dialog.open) dialog.showModal();
  if (link) $("friend-copy").focus();
}

/** Tells news in the dialog.
 * @param {string} text */
export function news(text) {
  $("friend-news").textContent = text;
}

export function hide() {
  $("friend-answer", HTMLInputElement).value = "";
  $("friend-dialog", HTMLDialogElement).close();
}

/** Shows how it stands with the friends; "": there are none.
 * @param {string} text
 * @param {string} invite name of the button that invites; "": none */
export function stand(text, invite) {
  if (text && text !== $("friends-text").textContent) say(text);
  $("friends").hidden = !text;
  $("friends-text").textContent = text;
  $("friends-invite").hidden = !invite;
  $("friends-invite").textContent = invite;
}

/** Copies the link, or selects it where a page may not use the clipboard. */
async function copy() {
  const field = $("friend-link", HTMLInputElement);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    news("The link is in the clipboard.");
  } catch {
    field.focus();
    news("The link is selected: copy it.");
  }
}

/** Connects the elements.
 * @param {{ invite: () => void, leave: () => void, answered: (link: string) => void }} actions */
export function wire({ invite, leave, answered }) {
  $("friend-copy").addEventListener("click", copy);
  $("friends-invite").addEventListener("click", invite);
  $("friends-leave").addEventListener("click", leave);
  $("friend-back", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    answered($("friend-answer", HTMLInputElement).value);
  });
}
