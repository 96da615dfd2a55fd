// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// A board at a serial port of the visitor's machine, over Web Serial. Golden implements the
// protocol; this module handles the port and the timing.
import { reason, Stopped } from "./errors.js";
/** @import { Golden } from "./golden.js" */
/** @import { Choice, Moves, SerialLine } from "../types/shared" */

const helloTries = 5; // a board may still be booting
const missing = "no board is connected: choose Connect a board among the players";

export const hasSerial = "serial" in navigator;

export class SerialBoard {
  team = ""; // "" while no board is connected

  #rules;
  #line;
  /** The port with its reader and writer.
   * @type {{ port: SerialPort, reader: ReadableStreamDefaultReader<Uint8Array>, writer: WritableStreamDefaultWriter<Uint8Array> } | undefined} */
  #open;
  #received = ""; // one character per byte
  /** Called when bytes arrive or the line dies.
   * @type {(() => void) | undefined} */
  #arrived;
  /** The error of a dead line.
   * @type {Error | undefined} */
  #dead;
  /** The board's view of the game.
   * @type {Moves | null} */
  #known = null;
  /** The exchange under way, because a board cannot be interrupted.
   * @type {Promise<unknown>} */
  #turn = Promise.resolve();
  /** @type {((error: Error) => void) | undefined} */
  #giveUp;

  /**
   * @param {Golden} rules
   * @param {SerialLine} line */
  constructor(rules, line) {
    this.#rules = rules;
    this.#line = line;
  }

  /** Lets the visitor choose a port, opens it and asks the board for its team. */
  async connect() {
    const port = await navigator.serial.requestPort();
    await this.close();
    await port.open({ baudRate: this.#line.baud });
    this.#dead = undefined;
    this.#known = null;
    const reader = port.readable.getReader();
    this.#open = { port, reader, writer: port.writable.getWriter() };
    this.#listen(reader);
    try {
      await this.#hello();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Closes the port. */
  async close() {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    this.team = "";
    await open.reader.cancel().catch(() => {});
    open.writer.releaseLock();
    await open.port.close().catch(() => {});
  }

  /** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
  async #listen(reader) {
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        this.#received += String.fromCharCode(...value);
        this.#arrived?.();
      }
      this.#dead = new Error("the board's port is closed");
    } catch (error) {
      this.#dead = new Error(`the board's line is dead: ${reason(error)}`);
    }
    reader.releaseLock();
    this.#arrived?.();
  }

  /** @param {string} text */
  async #send(text) {
    if (this.#dead) throw this.#dead;
    if (!this.#open) throw new Error(missing);
    await this.#open.writer.write(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  }

  /** Sends a text and returns the answer: a move in the game or, without a game, the team.
   * @param {string} text
   * @param {Moves | null} game */
  async #exchange(text, game) {
    this.#received = "";
    await this.#send(text);
    const until = performance.now() + this.#line.limit;
    for (;;) {
      const heard = this.#received.length;
      const answer = await this.#rules.call("answer", { game, received: this.#received });
      if (answer.missing === 0) return answer;
      if (this.#dead) throw this.#dead;
      const rest = until - performance.now();
      if (rest <= 0) throw new Late(`the board has not answered within ${this.#line.limit / 1000} s`);
      if (this.#received.length > heard) continue;
      await new Promise((resolve) => {
        this.#arrived = () => resolve(undefined);
        setTimeout(resolve, rest);
      });
    }
  }

  async #hello() {
    for (let tries = 1; ; tries++) {
      try {
        this.team = (await this.#exchange(this.#line.hello, null)).team;
        return;
      } catch (error) {
        if (!(error instanceof Late) || tries === helloTries) throw error;
      }
    }
  }

  /** Asks the board for a move.
   * @param {Moves} game
   * @returns {Promise<Choice>} */
  think({ first, setup, moves }) {
    const choice = this.#turn.then(() => this.#move({ first, setup, moves }));
    this.#turn = choice.catch(() => {});
    return Promise.race([choice, new Promise((_, reject) => { this.#giveUp = reject; })]);
  }

  /** @param {Moves} game */
  async #move(game) {
    if (!this.#open) throw new Error(missing);
    const { text, begin } = await this.#rules.call("ask", { ...game, known: this.#known });
    if (begin) {
      if (this.#known) await this.#send(this.#line.over);
      this.#known = null;
      await this.#hello();
    }
    const { code } = await this.#exchange(text, game);
    this.#known = { first: game.first, moves: [...game.moves, code] };
    return { code };
  }

  /** Stops waiting for the board and drops its answer. */
  stop() {
    this.#giveUp?.(new Stopped());
  }
}

class Late extends Error {}
