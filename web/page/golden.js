// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Golden, the reference model, in a worker that answers calls.
import { Stopped } from "./errors.js";
/** @import { Calls, GoldenCalls, Pending, Report, Task, Thought } from "../types/shared" */

/** The workers that run.
 * @type {Set<Worker>} */
const workers = new Set();

// A browser may keep the page that a visitor leaves, and show it again as it was when the visitor goes
// back. Chromium's renderer has crashed in the workers of kept pages, and taken the page shown down with
// it: after 1 to 13 visits to the inside of the chip, and never with the keeping turned off. So a page
// that is kept ends its workers, and starts afresh, from what is stored, when it is shown again.
window.addEventListener("pagehide", ({ persisted }) => {
  if (persisted) for (const worker of workers) worker.terminate();
});
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

/** A worker that answers calls.
 * @template {Calls<C>} C the calls
 * @template Program the program that the worker loads */
export class Caller {
  #worker;
  /** @type {Map<number, Pending>} */
  #calls = new Map(); // by id
  #latest = 0;

  /** Hears which share of the program has arrived, 0 to 1.
   * @type {((share: number) => void) | undefined} */
  onprogress;

  /** Resolves to the loaded program. A second worker starts faster with it.
   * @type {Promise<Program>} */
  ready;

  /**
   * @param {URL} url
   * @param {Program} [loaded]
   * @param {string} [file] names the program, if the worker can run several */
  constructor(url, loaded, file) {
    this.#worker = new Worker(url, { type: "module" });
    workers.add(this.#worker);
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.loaded) return resolve(data.loaded);
        if (data.progress !== undefined) return this.onprogress?.(data.progress);
        if (data.failed) return reject(new Error(data.failed));
        const call = this.#calls.get(data.id);
        if (!call) return;
        if (data.report) return call.report?.(data.report);
        this.#calls.delete(data.id);
        if (data.error !== undefined) call.reject(new Error(data.error));
        else call.resolve(data.result);
      };
      this.#worker.onerror = (event) => {
        const error = new Error(event.message || "the worker could not be started");
        reject(error);
        for (const call of this.#calls.values()) call.reject(error);
        this.#calls.clear();
      };
    });
    this.ready.catch(() => {}); // every call reports the error
    this.#worker.postMessage({ loaded, file });
  }

  /** Makes a call. report receives its progress.
   * @template {keyof C} Name
   * @param {Name} name
   * @param {C[Name]["takes"]} args
   * @param {Report} [report]
   * @returns {Promise<C[Name]["answers"]>} */
  async call(name, args, report) {
    await this.ready;
    return new Promise((resolve, reject) => {
      const id = ++this.#latest;
      this.#calls.set(id, { resolve, reject, report });
      this.#worker.postMessage({ id, name, args });
    });
  }

  /** Terminates the worker and rejects its calls. */
  stop() {
    this.#worker.terminate();
    workers.delete(this.#worker);
    for (const call of this.#calls.values()) call.reject(new Stopped());
    this.#calls.clear();
  }
}

/** Golden's worker; see worker.js.
 * @extends {Caller<GoldenCalls, WebAssembly.Module>} */
export class Golden extends Caller {
  /**
   * @param {string} [file] of the program; by default the small one, with Blokus Duo's rules alone
   * @param {WebAssembly.Module} [module] */
  constructor(file = "golden.wasm.gz", module) {
    super(new URL("worker.js", import.meta.url), module, file);
  }
}

/** The program with all games and their players. It loads when it is first needed. */
export class Library {
  /** @type {Promise<WebAssembly.Module> | undefined} */
  #module;
  /** @type {Golden | undefined} */
  #spare; // the worker that loads the program

  /** Whether the program has loaded. */
  loaded = false;

  /** Loads the program. After a failure the next call tries again. */
  load() {
    if (!this.#module) {
      this.#spare = new Golden(Library.file);
      this.#module = this.#spare.ready;
      this.#module.then(() => { this.loaded = true; }, () => { this.#module = this.#spare = undefined; });
    }
    return this.#module;
  }

  /** A worker that runs the program. */
  async worker() {
    const module = await this.load();
    const spare = this.#spare;
    this.#spare = undefined;
    return spare ?? new Golden(Library.file, module);
  }

  static file = "players.wasm.gz";
}

/** Thinker lets engines think, one at a time. A new thought stops the current thought. */
export class Thinker {
  #library;
  /** @type {Golden | undefined} */
  #golden;
  #busy = false; // golden is thinking
  #latest = 0; // changes when a thought is stopped

  /** @param {Library} library */
  constructor(library) {
    this.#library = library;
  }

  /**
   * @param {Task} task
   * @param {Report} [report]
   * @returns {Promise<Thought>} */
  think(task, report) {
    return this.ask("think", task, report);
  }

  /** Makes a call of golden.
   * @template {keyof GoldenCalls} Name
   * @param {Name} name
   * @param {GoldenCalls[Name]["takes"]} args
   * @param {Report} [report]
   * @returns {Promise<GoldenCalls[Name]["answers"]>} */
  async ask(name, args, report) {
    this.stop();
    const mine = this.#latest;
    if (!this.#library.loaded) report?.({ text: "loads the players …" });
    this.#golden ??= await this.#library.worker();
    if (mine !== this.#latest) throw new Stopped();
    this.#busy = true;
    try {
      return await this.#golden.call(name, args, report);
    } finally {
      if (mine === this.#latest) this.#busy = false;
    }
  }

  stop() {
    this.#latest++;
    if (!this.#busy) return;
    this.#golden?.stop();
    this.#golden = undefined;
    this.#busy = false;
  }
}
