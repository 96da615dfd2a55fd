// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The candidates of a chip's search, read from its registers and memories at any time.
/** @import { Core } from "./core.js" */
/** @import { Anchored, Considered } from "../types/shared" */

// States of sequential_halving in which its chain changes.
const changing = ["CLEAR", "CLEARED", "KEEP", "KEEPING", "JUDGE", "KEPT", "ROUND"];
// States in which it gives each candidate a playout, one after another.
const giving = ["ISSUE", "READ", "WORD", "NEXT"];

/** The candidates left in the chain of sequential_halving: the playouts begun, and the mean of their
 * values so far.
 * @param {Core} core
 * @returns {Considered[] | undefined} */
function halving(core) {
  const get = (/** @type {string} */ name) => core.output(`u_halving.${name}`);
  const state = core.state("u_halving.state_q");
  if (changing.includes(state)) return undefined;
  const left = get("left_q");
  const given = giving.includes(state) ? left - get("rest_q") : 0;
  /** @type {Considered[]} */
  const all = [];
  let at = get("head_q");
  for (let i = 0; i < left; i++) {
    const { sum, next } = core.word("candidates", at);
    const visits = get("visits_q") + (i < given ? 1 : 0);
    all.push({ number: at << get("shift_q"), visits, margin: visits > 0 ? sum / visits : undefined });
    at = next;
  }
  return all;
}

// States of tree_search in which the root has children.
const known = ["RUN", "BEST", "NAME", "ANSWER"];

/** The children of the root with their visits, which begin with the choice of a leaf, and the means of
 * their values.
 * @param {Core} core
 * @returns {Considered[] | undefined} */
function children(core) {
  if (!known.includes(core.state("u_search.state_q")) || core.output("rsp_pass_o")) return undefined;
  const root = core.output("u_search.u_walk.root_q");
  const { most = 1 } = core.table.search;
  /** @type {Considered[]} */
  const all = [];
  const { count } = core.word("heads", root);
  for (let i = 0; i < count; i++) {
    const child = root * core.table.params.CHILDREN + i;
    const { visits } = core.word("counts", child);
    all.push({ move: /** @type {Anchored & { [field: string]: number }} */ (core.word("moves", child)), visits, value: visits > 0 ? core.word("words", child).mean / most : undefined });
  }
  return all;
}

/** @type {{ [module: string]: (core: Core) => Considered[] | undefined }} */
const readers = { montecarlo_core: halving, tree_core: children };

/** The candidates of a core under way or at its answer; undefined if they are not known just now, or if
 * the core has none.
 * @param {Core} core */
export const candidates = (core) => readers[core.table.module]?.(core);
