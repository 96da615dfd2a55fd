// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Import and export of games, by file and by link.
import { $ } from "./dom.js";
import { friend, native } from "./engines.js";
import { reason } from "./errors.js";
import { Game } from "./game.js";
import { message, notAlone, say, tell } from "./message.js";
import { person } from "./panel.js";
import * as store from "./store.js";
/** @import { Puzzles } from "./puzzles.js" */
/** @import { Session } from "./session.js" */
/** @import { Turn } from "./turn.js" */
/** @import { GameRecord, Linked, Player, Position } from "../types/shared" */

const largestFile = 1 << 20; // in bytes

export class Records {
  #session;
  #turn;
  #puzzles;

  /**
   * @param {Session} session
   * @param {Turn} turn
   * @param {Puzzles} puzzles */
  constructor(session, turn, puzzles) {
    this.#session = session;
    this.#turn = turn;
    this.#puzzles = puzzles;
  }

  /** Imports a game if golden finds its moves legal.
   * @param {Linked & Partial<GameRecord>} read
   * @param {string} from */
  async #adopt({ first, setup = "", moves, resigned = 0, late = 0, notes, at = moves.length, players = [], variations = [] }, from) {
    const session = this.#session;
    if (session.shared) return notAlone();
    const { tables } = session;
    /** @type {(moves: string[]) => Promise<Position>} */
    const replay = (moves) => session.rules.call("position", { ...store.of(), first, setup, moves });
    try {
      const p = await replay(moves);
      const others = await Promise.all(variations.map(async (v) => ({ ...v, moves: (await replay(v.moves)).moves.map((m) => m.code) })));
      if (Math.max(resigned, late) > tables.seats) throw new Error(`player ${Math.max(resigned, late)} of ${tables.seats}`);
      const thoughts = notes ?? [];
      session.replace(new Game({
        first: p.first, setup: p.setup, moves: p.moves.map((m) => m.code), at,
        resigned: p.over ? 0 : resigned, late: p.over ? 0 : late,
        notes: thoughts.map(({ margin, value, visits, text }) => ({ margin, value, visits, text })),
        margins: thoughts.map(({ margin }, i) => (margin === undefined ? null : (p.moves[i]?.player ?? p.seat) === 0 ? margin : -margin)),
      }));
      for (const v of others) session.game.add(v.moves);
      // A link names players of the page only: no program and no board of the visitor.
      for (const [seat, who] of players.slice(0, tables.seats).entries()) {
        if (who === person || tables.levels.some((l) => l.id === who)) session.settings.players[seat] = who;
      }
      session.paused = session.persons.length < tables.seats; // the visitor looks first
      session.opened = session.paused || !session.game.live;
      await this.#turn.refresh();
    } catch (error) {
      tell(`${from}: ${reason(error)}`, "bad");
    }
  }

  /** Opens the game in the page's address, if there is one. */
  async openLink() {
    const fragment = location.hash;
    if (fragment.length < 2) return;
    history.replaceState(null, "", location.pathname + location.search); // a reload resumes the game
    const puzzle = store.puzzleOf(fragment);
    if (puzzle !== undefined) return this.#puzzles.open(puzzle);
    const read = store.fromFragment(fragment);
    if (read) return this.#adopt(read, "The game of the link");
    tell("The link holds no game.", "bad");
  }

  /** Copies the link to the game. */
  copyLink() {
    const { game, settings, tables } = this.#session;
    return this.#copy(store.toFragment({
      ...game, at: game.live ? undefined : game.at,
      players: settings.players.map((who) => (tables.levels.some((l) => l.id === who) ? who : person)),
    }), "the whole game");
  }

  /** Copies the link to the puzzle of the game. */
  copyPuzzle() {
    return this.#copy(store.puzzleFragment(this.#session.game.puzzle), "the puzzle");
  }

  /** Copies a link to the clipboard or, failing that, to the address bar.
   * @param {string} fragment
   * @param {string} what it holds */
  async #copy(fragment, what) {
    const link = location.origin + location.pathname + location.search + fragment;
    try {
      await navigator.clipboard.writeText(link);
      message(`The link is in the clipboard; it holds ${what}.`);
    } catch {
      history.replaceState(null, "", link);
      message(`The link stands in the address bar; it holds ${what}.`);
    }
    say($("message").textContent ?? "");
  }

  async save() {
    const { game, rules, settings } = this.#session;
    /** @type {(p: Player) => string} */
    const name = (p) => (settings.players[p] === person ? "Person" : settings.players[p] === friend ? "Friend" : settings.players[p].replace(native, ""));
    const date = new Date().toISOString().slice(0, 10);
    const file = `${this.#session.tables.title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${date}.${settings.form}`;
    const { resigned, late } = game;
    try {
      const { text } = await rules.call("write", { ...game.upTo(game.moves.length), names: [...settings.players.keys()].map(name), date, resigned, late, notes: game.record(), file });
      store.download(file, text);
      tell(`Saved as ${file}.`);
    } catch (error) {
      tell(`${file}: ${reason(error)}`, "bad");
    }
  }

  /** @param {File} file */
  async load(file) {
    try {
      if (file.size > largestFile) throw new Error(`${file.size} bytes, want at most ${largestFile}`);
      await this.#adopt(await this.#session.rules.call("read", { ...store.of(), text: await file.text() }), file.name);
    } catch (error) {
      tell(`${file.name}: ${reason(error)}`, "bad");
    }
  }
}
