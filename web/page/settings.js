// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The visitor's settings and their elements.
import { $ } from "./dom.js";
import { message } from "./message.js";
import { clocks } from "./session.js";
/** @import { Session } from "./session.js" */

/** Applies the colours.
 * @param {string} [theme] */
export function applyTheme(theme = "auto") {
  document.documentElement.dataset.theme = theme;
}

/** The settings' events.
 * @typedef {object} Events
 * @property {() => void} marks other marks on the board, or another analysis
 * @property {() => void} first another player moves first
 * @property {() => void} clock another clock */

/** Connects the elements to the settings.
 * @param {Session} session
 * @param {Events} events */
export function wireSettings(session, events) {
  const { settings, tables } = session;
  for (const name of /** @type {const} */ (["corners", "reach", "heat", "analyse", "watch", "sound"])) {
    const box = $(name, HTMLInputElement);
    box.checked = settings[name];
    box.addEventListener("change", () => {
      settings[name] = box.checked;
      session.keep();
      events.marks();
    });
  }

  /** @type {(id: string, value: string | number, change: (value: string) => void) => void} */
  const select = (id, value, change) => {
    const list = $(id, HTMLSelectElement);
    list.value = String(value);
    list.addEventListener("change", () => change(list.value));
  };

  select("first", settings.first, (value) => {
    settings.first = Number(value);
    const { game } = session;
    if (game.fresh && settings.first > 0 && !session.shared) game.first = settings.first;
    events.first();
  });

  $("clock").append(...clocks.map(([minutes, seconds], i) => new Option(minutes ? `${minutes} min${seconds ? ` + ${seconds} s a move` : ""}` : "none", String(i))));
  select("clock", settings.clock, (value) => {
    settings.clock = Number(value);
    const { game } = session;
    if (game.moves.length === 0) game.clock = session.clock;
    else message("The clock is for the next game.");
    session.keep();
    events.clock();
  });

  for (const o of [...$("form", HTMLSelectElement).options]) if (o.value === "blksgf" && !tables.sgf) o.remove();
  select("form", settings.form, (value) => {
    settings.form = value;
    session.keep();
  });

  select("theme", settings.theme, (value) => {
    settings.theme = value;
    applyTheme(value);
    session.keep();
  });
}
