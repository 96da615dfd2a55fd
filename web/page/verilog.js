// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The lines of the Verilog that drive a signal of a chip, with the values of a cycle beside the names. The
// lines come from the repository when the page is built; see chipwasm.Verilog.
import { digits } from "./core.js";
import { html } from "./draw.js";
/** @import { ChipTable, Driver, Signal, VerilogData } from "../types/shared" */

/** A signal's instance, and its name there.
 * @param {string} full
 * @returns {[at: string, name: string]} */
function split(full) {
  const dot = full.lastIndexOf(".");
  return [full.slice(0, Math.max(dot, 0)), full.slice(dot + 1)];
}

/** @param {string} at
 * @param {string} name */
const join = (at, name) => (at ? `${at}.${name}` : name);

const shownDigits = 8; // of a wide value, the lowest ones

export class Verilog {
  #table;
  #data;
  /** @type {Map<string, Signal>} */
  #signals;

  /**
   * @param {ChipTable} table
   * @param {VerilogData} data */
  constructor(table, data) {
    this.#table = table;
    this.#data = data;
    this.#signals = new Map(table.signals.map((s) => [s.name, s]));
  }

  /** The lines that drive a signal in a cycle: in this order a title and the lines of each module. An output
   * of a visible instance is followed into it.
   * @param {string} full
   * @param {Uint32Array} row of the cycle */
  draw(full, row) {
    const [at, name] = split(full);
    /** @type {HTMLElement[]} */
    const parts = [];
    /** @type {[at: string, name: string][]} */
    const ways = [[at, name]];
    for (const [at, name] of ways) {
      const module = this.#data.modules[this.#data.instances[at]];
      const state = this.#state(at, row);
      const counts = (/** @type {Driver} */ d) => !d.states || !state || d.states.includes(state);
      const all = module.drivers[name];
      const shown = all.filter(counts);
      for (const { from } of shown) {
        const [instance, port] = split(from ?? "");
        const inner = join(at, instance);
        if (from && inner in this.#data.instances) ways.push([inner, port]);
      }
      const left = shown.length < all.length ? `; the lines for other states than ${state} are left out` : "";
      parts.push(html("p", { class: "file" }, `${module.file}${at ? `, ${at}` : ""}${left}`));
      const numbers = [...new Set(shown.flatMap((d) => d.lines))].sort((a, b) => a - b);
      parts.push(shown.length === 0 ? html("p", {}, `In the state ${state} nothing drives ${name}: it keeps its value.`) : this.#lines(at, name, module, numbers, row));
    }
    return parts;
  }

  /** The name of the state of an instance, if it has one.
   * @param {string} at
   * @param {Uint32Array} row */
  #state(at, row) {
    const s = this.#signals.get(join(at, "state_q"));
    return s?.values && this.#table.values[s.values][row[s.at]].name;
  }

  /**
   * @param {string} at
   * @param {string} name
   * @param {VerilogData["modules"][string]} module
   * @param {number[]} numbers
   * @param {Uint32Array} row */
  #lines(at, name, { file, lines }, numbers, row) {
    const margin = Math.min(...numbers.map((n) => lines[n].search(/\S/)));
    return html("ol", { class: "code", "data-file": file, "data-at": at, "aria-label": `Lines of ${file} that drive ${name}` }, ...numbers.map((n, i) =>
      html("li", { value: n, class: i > 0 && numbers[i - 1] < n - 1 ? "gap" : false }, ...this.#line(at, name, lines[n].slice(margin), row))));
  }

  /** The parts of a line: its text, with values behind the names.
   * @param {string} at
   * @param {string} chosen
   * @param {string} text
   * @param {Uint32Array} row */
  #line(at, chosen, text, row) {
    const begin = text.indexOf("//");
    const [code, comment] = begin < 0 ? [text, ""] : [text.slice(0, begin), text.slice(begin)];
    // A name behind a dot is a port of an instance.
    const parts = code.split(/((?<![.\w])`?[A-Za-z_]\w*)/).map((part, i) => {
      if (i % 2 === 0) return part;
      const value = part.startsWith("`") ? this.#constant(part.slice(1)) : this.#value(join(at, part), row);
      const what = part === chosen ? html("mark", {}, part) : part;
      return value ? html("span", { class: "valued" }, what, html("b", { title: value.full, "data-of": part, "data-value": value.full }, value.text)) : what;
    });
    return [html("code", {}, ...parts, comment && html("i", {}, comment))];
  }

  /** @param {string} name */
  #constant(name) {
    const value = this.#data.constants[name];
    return value && { text: value, full: value };
  }

  /** The value of a signal: in words if it has some, else in decimal or, if it is wide, in hexadecimal digits.
   * @param {string} full
   * @param {Uint32Array} row */
  #value(full, row) {
    const s = this.#signals.get(full);
    if (!s) return undefined;
    const hex = digits(row, s);
    if (s.values) return { full: hex, text: this.#table.values[s.values][row[s.at]]?.name ?? hex };
    if (s.width <= 16) return { full: hex, text: String(row[s.at]) };
    return { full: hex, text: `${hex.length > shownDigits ? "…" : ""}${hex.slice(-shownDigits)}h` };
  }
}
