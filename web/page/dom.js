// Elements of the page by their names, and how they are switched off.

/** The element with an id, which must be of a kind, such as HTMLSelectElement.
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

/** Switches an element off, or on. A button that has the focus must not lose it, so it stays enabled
 * for the keyboard.
 * @param {Element} element
 * @param {boolean} off */
export const disable = (element, off) => element.setAttribute("aria-disabled", String(off));

/** Whether an element can be used.
 * @param {Element} element */
export const enabled = (element) => element.getAttribute("aria-disabled") !== "true";
