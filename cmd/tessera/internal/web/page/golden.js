// Golden answers calls to the reference model, in a worker.

/** What a call ends with that has been stopped. */
export class Stopped extends Error {}

/** A worker that answers calls. */
export class Caller {
  #worker;
  #calls = new Map(); // by id: what to do with the answer
  #latest = 0;

  /** Resolves to what the worker has loaded, with which another one starts faster. */
  ready;

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
    this.ready.catch(() => {}); // whoever asks for it is told
    this.#worker.postMessage({ loaded });
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

/** Golden's worker, which loads the compiled program; see worker.js. */
export class Golden extends Caller {
  constructor(module) {
    super(new URL("worker.js", import.meta.url), module);
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
