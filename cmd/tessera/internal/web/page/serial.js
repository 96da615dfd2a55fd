// A board at a serial port of the visitor's machine, by Web Serial. What is said on the line
// golden says; here are only the port and the time.
import { Stopped } from "./golden.js";

const helloTries = 5; // a board may still be starting

export const hasSerial = "serial" in navigator;

export class SerialBoard {
  team = ""; // "" as long as none is connected

  #rules;
  #line;
  #port;
  #writer;
  #received = ""; // a character a byte
  #arrived; // is called when there are more, or the line is dead
  #dead; // why
  #known = null; // the game as the board knows it
  #turn = Promise.resolve(); // the talk under way: a board cannot be interrupted
  #giveUp;

  /** rules is golden, and line its table of that name. */
  constructor(rules, line) {
    this.#rules = rules;
    this.#line = line;
  }

  /** Has the visitor choose a port, opens it and asks the board who it is. */
  async connect() {
    const port = await navigator.serial.requestPort();
    await this.close();
    await port.open({ baudRate: this.#line.baud });
    this.#port = port;
    this.#dead = undefined;
    this.#known = null;
    this.#writer = port.writable.getWriter();
    this.#listen(port.readable.getReader());
    try {
      await this.#hello();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Closes the port. */
  async close() {
    const port = this.#port;
    if (!port) return;
    this.#port = undefined;
    this.team = "";
    await this.#reader?.cancel().catch(() => {});
    this.#writer.releaseLock();
    await port.close().catch(() => {});
  }

  #reader;

  async #listen(reader) {
    this.#reader = reader;
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        this.#received += String.fromCharCode(...value);
        this.#arrived?.();
      }
      this.#dead = new Error("the board's port is closed");
    } catch (error) {
      this.#dead = new Error(`the board's line is dead: ${error.message}`);
    }
    reader.releaseLock();
    this.#arrived?.();
  }

  async #send(text) {
    if (this.#dead) throw this.#dead;
    await this.#writer.write(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  }

  /** Says a text and returns the answer, a move in the game or, without one, the team. */
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
        this.#arrived = resolve;
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

  /** Has the board move. */
  think({ first, moves }) {
    const thought = this.#turn.then(() => this.#move({ first, moves }));
    this.#turn = thought.catch(() => {});
    return Promise.race([thought, new Promise((_, reject) => { this.#giveUp = reject; })]);
  }

  async #move(game) {
    if (!this.#port) throw new Error("no board is connected: choose Connect a board among the players");
    const { text, begin } = await this.#rules.call("ask", { ...game, known: this.#known });
    if (begin) {
      if (this.#known) await this.#send(this.#line.over);
      this.#known = null;
      await this.#hello();
    }
    const { code } = await this.#exchange(text, game);
    this.#known = { first: game.first, moves: [...game.moves, code] };
    return { code, candidates: [] };
  }

  /** Does not wait for the board any more; what it says is for nobody. */
  stop() {
    this.#giveUp?.(new Stopped());
  }
}

class Late extends Error {}
