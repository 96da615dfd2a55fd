// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The choice of players: persons, the page's engines, native players of the program behind the
// page, a board at a serial port, and friends at other pages.
import { $ } from "./dom.js";
import { boardPlayer, friend, native } from "./engines.js";
import { trouble } from "./message.js";
import { Players } from "./panel.js";
import { hasSerial } from "./serial.js";
/** @import { SerialBoard } from "./serial.js" */
/** @import { Session } from "./session.js" */
/** @import { Program } from "./socket.js" */
/** @import { Level, Player } from "../types/shared" */

// Entries of the list that add a player or connect a board.
const addChoice = "add";
const connectChoice = "connect";

export class Opponents {
  #session;
  #serial;
  #program;
  #changed;
  /** @type {Player} */
  #adding = 0; // player for whom the visitor adds an engine or connects a board
  /** The program's kinds of players.
   * @type {{ name: string, help: string }[]} */
  #kinds = [];

  /** The cards with the players. */
  players;

  /**
   * @param {Session} session
   * @param {SerialBoard | null} serial null: no board plays the game
   * @param {Program | undefined} program
   * @param {(player: Player, who?: string) => void} changed hears who is to play, and undefined if the
   *   choice is still open */
  constructor(session, serial, program, changed) {
    this.#session = session;
    this.#serial = serial;
    this.#program = program;
    this.#changed = changed;
    this.players = new Players($("players"), session.tables, (player, who) => this.#chosen(player, who));
    this.#offer();
    $("add-kind").addEventListener("change", () => this.#help());
    $("add-dialog").addEventListener("close", () => this.#added());
  }

  /** Updates the list of available players. */
  #offer() {
    const { settings, tables } = this.#session;
    /** @type {[name: string, levels: Level[]][]} */
    const groups = [["In this page", tables.levels]];
    /** @type {Level[]} */
    const others = settings.added.map((spec) => ({ id: native + spec, name: spec, about: "a player of the program that serves this page" }));
    if (this.#program) others.push({ id: addChoice, name: "Add a player …", about: "another engine, which can use the whole computer" });
    if (this.#serial?.team) others.push({ id: boardPlayer, name: `Board ${this.#serial.team}`, about: "a board at a serial port" });
    else if (settings.players.includes(boardPlayer)) others.push({ id: boardPlayer, name: "Board (not connected)" });
    if (this.#serial && hasSerial) others.push({ id: connectChoice, name: "Connect a board …", about: "a board at a serial port of this computer" });
    if (others.length) groups.push(["On this computer", others]);
    groups.push(["At another page", [{ id: friend, name: "Friend, by link", about: "another person, to whom you send a link" }]]);
    this.players.offer(groups);
  }

  /**
   * @param {Player} player
   * @param {string} who */
  async #chosen(player, who) {
    if (who !== addChoice && who !== connectChoice) return this.#changed(player, who);
    this.#changed(player);
    this.#adding = player;
    try {
      await (who === addChoice ? this.#add() : this.#connect());
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === "NotFoundError"; // the visitor chose no port
      if (!cancelled) trouble(error);
    }
  }

  async #connect() {
    await this.#serial?.connect();
    this.#offer();
    this.#changed(this.#adding, boardPlayer);
  }

  /** Opens the dialog to add a native player. */
  async #add() {
    if (!this.#program) return;
    if (this.#kinds.length === 0) this.#kinds = await this.#program.call("players", undefined);
    const select = $("add-kind", HTMLSelectElement);
    select.replaceChildren(...this.#kinds.map((k) => new Option(k.name)));
    select.value = "tree";
    this.#help();
    $("add-dialog", HTMLDialogElement).showModal();
  }

  #help() {
    const kind = $("add-kind", HTMLSelectElement).value;
    $("add-help").textContent = this.#kinds.find((k) => k.name === kind)?.help ?? "";
  }

  /** Adds the player of the dialog. */
  #added() {
    if ($("add-dialog", HTMLDialogElement).returnValue !== "add") return;
    const options = $("add-options", HTMLInputElement).value.trim();
    const spec = $("add-kind", HTMLSelectElement).value + (options && `:${options}`);
    const { added } = this.#session.settings;
    if (!added.includes(spec)) added.push(spec);
    this.#offer();
    this.#changed(this.#adding, native + spec);
  }
}
