// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Native players of the program behind the page, over a WebSocket. Package socket describes the
// protocol.
import { Stopped } from "./errors.js";
/** @import { Pending, ProgramCalls, Report, Task } from "../types/shared" */

const protocol = "tessera.1";

/** Program is the other end of the socket. The first call opens the socket, and a later call reopens
 * a closed socket. */
export class Program {
  #token;
  /** @type {Promise<WebSocket> | undefined} */
  #socket;
  /** @type {Map<number, Pending>} */
  #calls = new Map(); // by id
  #latest = 0;

  /** @param {string} token */
  constructor(token) {
    this.#token = token;
  }

  #open() {
    this.#socket ??= new Promise((resolve, reject) => {
      const address = new URL("players", location.href);
      address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
      address.search = address.hash = "";
      const socket = new WebSocket(address, [protocol, `token.${this.#token}`]);
      socket.onopen = () => resolve(socket);
      socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
      socket.onclose = (event) => {
        const error = new Error(event.reason || "no connection: is tessera web running, and was the page opened at the address that it printed?");
        this.#socket = undefined;
        reject(error);
        for (const call of this.#calls.values()) call.reject(error);
        this.#calls.clear();
      };
    });
    return this.#socket;
  }

  /** @param {{ id: number, result?: unknown, report?: Parameters<Report>[0], error?: string }} message */
  #take({ id, result, report, error }) {
    const call = this.#calls.get(id);
    if (!call) return;
    if (report !== undefined) return call.report?.(report);
    this.#calls.delete(id);
    if (error !== undefined) call.reject(new Error(error));
    else call.resolve(result);
  }

  /** Makes a call.
   * @template {keyof ProgramCalls} Name
   * @param {Name} name
   * @param {ProgramCalls[Name]["takes"]} args
   * @param {Report} [report] receives the news of the call under way
   * @param {(id: number) => void} [begun] receives the call's number
   * @returns {Promise<ProgramCalls[Name]["answers"]>} */
  async call(name, args, report, begun) {
    const socket = await this.#open();
    return new Promise((resolve, reject) => {
      const id = ++this.#latest;
      this.#calls.set(id, { resolve, reject, report });
      begun?.(id);
      socket.send(JSON.stringify({ id, call: name, args }));
    });
  }

  /** Stops a call.
   * @param {number} id */
  stop(id) {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    this.call("stop", { id }).catch(() => {}); // a closed socket also ends the call
    call.reject(new Stopped());
  }
}

/** Remote lets the program's players think, one at a time, as Thinker does with golden's levels. */
export class Remote {
  #program;
  /** @type {number | undefined} */
  #id;
  #latest = 0;

  /** @param {Program} program */
  constructor(program) {
    this.#program = program;
  }

  /**
   * @param {Task} task
   * @param {Report} [report] */
  async think({ first, setup, moves, level, seed }, report) {
    this.stop();
    const mine = this.#latest;
    try {
      return await this.#program.call("think", { first, setup, moves, player: level, seed }, report, (id) => {
        if (mine !== this.#latest) throw new Stopped();
        this.#id = id;
      });
    } finally {
      if (mine === this.#latest) this.#id = undefined;
    }
  }

  stop() {
    this.#latest++;
    if (this.#id === undefined) return;
    this.#program.stop(this.#id);
    this.#id = undefined;
  }
}
