// Golden, the reference model, answers calls in a worker.
import { Stopped } from "./errors.js";
/** @import { Calls, GoldenCalls, Pending, Report, Task, Thought } from "../types/shared" */

/** A worker that answers calls.
 * @template {Calls<C>} C the calls
 * @template Program what the worker loads */
export class Caller {
  #worker;
  /** @type {Map<number, Pending>} */
  #calls = new Map(); // by id
  #latest = 0;

  /** Resolves to the program that the worker has loaded. Another worker starts faster with it.
   * @type {Promise<Program>} */
  ready;

  /**
   * @param {URL} url
   * @param {Program} [loaded] */
  constructor(url, loaded) {
    this.#worker = new Worker(url, { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.loaded) return resolve(data.loaded);
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
    this.#worker.postMessage({ loaded });
  }

  /** Makes a call. report receives the news of the call under way.
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

  /** Ends the worker, whatever it does. */
  stop() {
    this.#worker.terminate();
    for (const call of this.#calls.values()) call.reject(new Stopped());
    this.#calls.clear();
  }
}

/** Golden's worker, which loads the compiled program; see worker.js.
 * @extends {Caller<GoldenCalls, WebAssembly.Module>} */
export class Golden extends Caller {
  /** @param {WebAssembly.Module} [module] */
  constructor(module) {
    super(new URL("worker.js", import.meta.url), module);
  }
}

/** Thinker lets engines think, one at a time. A new thought ends the one under way. */
export class Thinker {
  #module;
  /** @type {Golden | undefined} */
  #golden;
  #busy = false; // golden thinks
  #latest = 0; // changes when the thought under way is given up

  /** @param {Promise<WebAssembly.Module>} module the compiled program */
  constructor(module) {
    this.#module = module;
  }

  /**
   * @param {Task} task
   * @param {Report} [report]
   * @returns {Promise<Thought>} */
  async think(task, report) {
    this.stop();
    const mine = this.#latest;
    const module = await this.#module;
    if (mine !== this.#latest) throw new Stopped();
    this.#golden ??= new Golden(module);
    this.#busy = true;
    try {
      return await this.#golden.call("think", task, report);
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
