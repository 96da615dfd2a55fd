// Games from outside and for others: files and links.
import { $ } from "./dom.js";
import { native } from "./engines.js";
import { reason } from "./errors.js";
import { Game } from "./game.js";
import { message, say, tell } from "./message.js";
import { person } from "./panel.js";
import * as store from "./store.js";
/** @import { Session } from "./session.js" */
/** @import { Turn } from "./turn.js" */
/** @import { GameRecord, Player } from "../types/shared" */

const largestFile = 1 << 20; // bytes

export class Records {
  #session;
  #turn;

  /**
   * @param {Session} session
   * @param {Turn} turn */
  constructor(session, turn) {
    this.#session = session;
    this.#turn = turn;
  }

  /** Takes over a game from outside, if golden finds its moves legal.
   * @param {Pick<GameRecord, "first" | "moves" | "resigned"> & Partial<GameRecord>} read
   * @param {string} from */
  async #adopt({ first, moves, resigned, late, notes }, from) {
    const session = this.#session;
    try {
      const p = await session.rules.call("position", { first, moves });
      const thoughts = notes ?? [];
      session.replace(new Game({
        first: p.first, moves: p.moves.map((m) => m.code), at: p.moves.length,
        resigned: p.over ? 0 : resigned, late: p.over ? 0 : late,
        notes: thoughts.map(({ margin, value, visits }) => ({ margin, value, visits })),
        margins: thoughts.map(({ margin }, i) => (margin === undefined ? null : (p.first - 1 + i) % 2 === 0 ? margin : -margin)),
      }));
      session.paused = session.persons.length === 0;
      await this.#turn.refresh();
    } catch (error) {
      tell(`${from}: ${reason(error)}`, "bad");
    }
  }

  /** Opens the game of the address, if it has one. */
  async openLink() {
    const fragment = location.hash;
    if (fragment.length < 2) return;
    history.replaceState(null, "", location.pathname + location.search); // a reload goes on with the game
    const read = store.fromFragment(fragment);
    if (read) return this.#adopt(read, "The game of the link");
    tell("The link holds no game.", "bad");
  }

  /** Puts the address of the game into the clipboard, or else into the address bar. */
  async copyLink() {
    const link = location.origin + location.pathname + store.toFragment(this.#session.game);
    try {
      await navigator.clipboard.writeText(link);
      message("The link is in the clipboard; it holds the whole game.");
    } catch {
      history.replaceState(null, "", link);
      message("The link stands in the address bar; it holds the whole game.");
    }
    say($("message").textContent ?? "");
  }

  async save() {
    const { game, rules, settings } = this.#session;
    const name = (/** @type {Player} */ p) => (settings.players[p] === person ? "Person" : settings.players[p].replace(native, ""));
    const date = new Date().toISOString().slice(0, 10);
    const file = `blokus-duo-${date}.${settings.form}`;
    const { first, moves, resigned, late } = game;
    const { text } = await rules.call("write", { first, moves, names: [name(0), name(1)], date, resigned, late, notes: game.record(), file });
    store.download(file, text);
    tell(`Saved as ${file}.`);
  }

  /** @param {File} file */
  async load(file) {
    try {
      if (file.size > largestFile) throw new Error(`${file.size} bytes, want at most ${largestFile}`);
      await this.#adopt(await this.#session.rules.call("read", { text: await file.text() }), file.name);
    } catch (error) {
      tell(`${file.name}: ${reason(error)}`, "bad");
    }
  }
}
