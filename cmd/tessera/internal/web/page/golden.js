// Golden is a worker that answers calls to the reference model; see worker.js.

/** What a call ends with that has been stopped. */
export class Stopped extends Error {}

export class Golden {
  #worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  #calls = new Map(); // by id: what to do with the answer
  #latest = 0;

  /** Resolves to the compiled program, with which another Golden starts faster. */
  ready;

  constructor(module) {
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.module) return resolve(data.module);
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
    this.ready.catch(() => {}); // whoever asks for it is told
    this.#worker.postMessage({ module });
  }

  /** Makes a call. report, if given, is told what the call says on its way. */
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

/** Thinker lets engines think, one at a time; a new thought ends the one under way. */
export class Thinker {
  #module;
  #golden;
  #busy = false; // golden thinks
  #latest = 0; // changes when the thought under way has been given up

  /** module is a promise of the compiled program. */
  constructor(module) {
    this.#module = module;
  }

  async think(args, report) {
    this.stop();
    const mine = this.#latest;
    const module = await this.#module;
    if (mine !== this.#latest) throw new Stopped();
    this.#golden ??= new Golden(module);
    this.#busy = true;
    try {
      return await this.#golden.call("think", args, report);
    } finally {
      if (mine === this.#latest) this.#busy = false;
    }
  }

  stop() {
    this.#latest++;
    if (!this.#busy) return;
    this.#golden.stop();
    this.#golden = undefined;
    this.#busy = false;
  }
}
