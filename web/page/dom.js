// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Elements of the page by name, and ways to disable them.

/** The element with an id. Its class must be kind, such as HTMLSelectElement.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} [kind]
 * @returns {E} */
export function $(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`the page has no ${kind?.name ?? "element"} ${id}`);
  return /** @type {E} */ (found);
}

/** The button of an action.
 * @param {string} name
 * @returns {HTMLButtonElement} */
export function button(name) {
  const found = document.querySelector(`[data-do="${name}"]`);
  if (!(found instanceof HTMLButtonElement)) throw new Error(`the page has no button for ${name}`);
  return found;
}

/** Disables or enables an element. A disabled element stays focusable, so that a button never loses
 * the focus.
 * @param {Element} element
 * @param {boolean} off */
export const disable = (element, off) => element.setAttribute("aria-disabled", String(off));

/** Whether an element is enabled.
 * @param {Element} element */
export const enabled = (element) => element.getAttribute("aria-disabled") !== "true";
