// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The floorplan of a core, lit by activity: a lane, or the rest of the core, is the brighter the more bits of
// its recorded signals change a cycle. The places of the cells come from place and route; see flow.Regions.
import { svg } from "./draw.js";
/** @import { Entry, Recorder } from "./recorder.js" */
/** @import { Floorplan } from "../types/shared" */

/** The share of changing bits that is fully lit. The light grows with the square root of the share: the search
 * changes a hundredth of its bits, a lane a tenth. */
const full = 0.16;

/** @param {number} word */
function ones(word) {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export class Plan {
  #recorder;
  #parts; // the lanes, then the rest of the core
  #bits; // of each part
  #part; // of each word of a row
  /** The changed bits of each part in a cycle.
   * @type {WeakMap<Entry, Uint16Array>} */
  #changes = new WeakMap();
  /** @type {{ light: SVGElement, text: SVGElement, share: SVGElement }[]} */
  #marks;
  #drawing;

  /**
   * @param {HTMLElement} element
   * @param {Recorder} recorder
   * @param {Floorplan} plan
   * @param {(lane: number) => void} choose hears of a click on a lane */
  constructor(element, recorder, plan, choose) {
    this.#recorder = recorder;
    const { lanesAt, signals, words } = recorder.table;
    this.#parts = [...plan.lanes, plan.core];
    this.#bits = this.#parts.map(() => 0);
    this.#part = new Uint8Array(words);
    for (const { name, at, width } of signals) {
      const lane = plan.lanes.findIndex((_, k) => name.startsWith(`${lanesAt}.gen_lane[${k}].`));
      const part = lane < 0 ? plan.lanes.length : lane;
      this.#bits[part] += width;
      this.#part.fill(part, at, at + Math.ceil(width / 32));
    }
    this.#marks = this.#parts.map((part, k) => {
      const [x, y] = [part.x.toFixed(1), part.y.toFixed(1)];
      const share = svg("tspan", { class: "share", x, y: (part.y + 4.6).toFixed(1) });
      return {
        light: svg("path", { class: "light", d: part.path, "data-part": k }),
        text: svg("text", { x, y }, svg("tspan", { class: "name" }, k < plan.lanes.length ? `lane ${k}` : "the search"), share),
        share,
      };
    });
    this.#drawing = svg("svg", { viewBox: `0 0 ${plan.columns} ${plan.rows}`, role: "img" },
      svg("rect", { class: "ground", width: plan.columns, height: plan.rows }),
      svg("path", { class: "around", d: plan.around.path }),
      ...this.#parts.map((part, k) => {
        const lane = k < plan.lanes.length;
        return svg("g", { class: lane ? "lane" : "", onclick: () => lane && choose(k) }, svg("path", { class: "base", d: part.path }), this.#marks[k].light);
      }),
      svg("path", { class: "borders", d: plan.borders }),
      ...this.#parts.map((_, k) => this.#marks[k].text));
    element.replaceChildren(this.#drawing);
  }

  /** The changed bits of each part in a cycle.
   * @param {number} i index of the entry */
  #changed(i) {
    const { entries } = this.#recorder;
    const entry = entries[i];
    let all = this.#changes.get(entry);
    if (all) return all;
    all = new Uint16Array(this.#parts.length);
    const before = entries[i - 1]?.row;
    for (let w = 0; before && w < before.length; w++) {
      const flips = entry.row[w] ^ before[w];
      if (flips) all[this.#part[w]] += ones(flips);
    }
    if (before) this.#changes.set(entry, all);
    return all;
  }

  /** Lights the parts by the cycles from one entry up to another.
   * @param {number} from
   * @param {number} at
   * @param {number} lane shown by the page */
  draw(from, at, lane) {
    const sums = this.#parts.map(() => 0);
    for (let i = from; i <= at; i++) {
      for (const [k, n] of this.#changed(i).entries()) sums[k] += n;
    }
    const shares = sums.map((n, k) => n / (this.#bits[k] * (at - from + 1)));
    for (const [k, share] of shares.entries()) {
      const { light, text, share: shown } = this.#marks[k];
      light.setAttribute("opacity", Math.sqrt(Math.min(share / full, 1)).toFixed(3));
      shown.textContent = `${(100 * share).toFixed(1)} %`;
      text.classList.toggle("chosen", k === lane);
    }
    this.#drawing.setAttribute("aria-label", `The floorplan. Bits that change a cycle: ${shares.map((s, k) => `${k < shares.length - 1 ? `lane ${k}` : "the search"} ${(100 * s).toFixed(1)} %`).join(", ")}`);
  }
}
