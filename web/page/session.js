// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The state of the page: the game, the position shown, the settings and the players.
import { boardPlayer, friend, native } from "./engines.js";
import { levels as chipLevels } from "./chip.js";
import { Game } from "./game.js";
import { tell } from "./message.js";
import { person } from "./panel.js";
import * as store from "./store.js";
/** @import { Golden } from "./golden.js" */
/** @import { Clock, GameState, Player, Position, Progress, Saved, Settings, Tables, Together } from "../types/shared" */

/** The clocks to choose from: minutes for the game, seconds for each move.
 * @type {[minutes: number, seconds: number][]} */
export const clocks = [[0, 0], [1, 0], [3, 2], [5, 0], [5, 3], [10, 0], [15, 10], [30, 0]];

/** @param {Settings} settings
 * @returns {Clock | null} */
function chosenClock(settings) {
  const [minutes, seconds] = clocks[settings.clock] ?? clocks[0];
  return minutes ? { base: minutes * 60_000, increment: seconds * 1_000 } : null;
}

/** The positions of a game that the page needs: the position shown and the last position.
 * @typedef {{ shown: Position, last: Position }} View */

/** Asks golden for the positions of a game.
 * @param {Golden} rules
 * @param {Game} game
 * @param {Position} [start] its answer about a new game
 * @returns {Promise<View>} */
async function ask(rules, game, start) {
  if (start && game.fresh && game.first === start.first) {
    game.follow(start);
    return { shown: start, last: start };
  }
  const shown = await rules.call("position", game.upTo());
  const last = game.live ? shown : await rules.call("position", game.upTo(game.moves.length));
  game.follow(last);
  return { shown, last };
}

/** The saved game, if its moves are legal.
 * @param {Golden} rules
 * @param {Tables} tables
 * @param {Partial<GameState>} [saved] */
async function legal(rules, tables, saved) {
  const game = saved && new Game(saved);
  if (!game) return undefined;
  try {
    await ask(rules, game);
  } catch {
    return undefined;
  }
  if (Math.max(game.resigned, game.late) > tables.seats) game.resigned = game.late = 0;
  return game;
}

export class Session {
  #start;
  #warned = false; // of storage that keeps nothing
  /** The position shown.
   * @type {Position} */
  position;
  /** The last position of the game.
   * @type {Position} */
  last;
  /** The previous game, for undo.
   * @type {Game | undefined} */
  previous;
  paused;
  /** What the visitor plays together with friends.
   * @type {Together | undefined} */
  together;
  /** The progress of the engine to move, while it thinks.
   * @type {Progress | undefined} */
  thinking;
  /** Whether the visitor went back to the position shown to play another move. */
  tookBack = false;
  /** Whether the game has come from a link or a file, and waits. */
  opened = false;
  /** The number of changes of the game and of the position shown. Each makes earlier answers stale. */
  changes = 0;

  /**
   * @param {Golden} rules
   * @param {Tables} tables
   * @param {Settings} settings
   * @param {Game} game
   * @param {View} view
   * @param {Saved} saved
   * @param {Position} [start] golden's answer about a new game */
  constructor(rules, tables, settings, game, view, saved, start) {
    this.#start = start;
    this.rules = rules;
    this.tables = tables;
    this.settings = settings;
    this.game = game;
    this.position = view.shown;
    this.last = view.last;
    this.paused = saved.paused ?? false;
    /** @type {Together} */
    const none = { room: "", key: "", keys: [], seat: 0, round: 0 };
    if (saved.together) {
      this.together = { ...none, ...store.fitting(none, saved.together, (_, item) => typeof item === "string") };
      this.together.keys = settings.players.map((_, seat) => this.together?.keys[seat] ?? "");
    }
  }

  /** Restores the saved game, or begins a new game.
   * @param {Golden} rules
   * @param {Saved} saved
   * @param {{ tables: Tables, position: Position }} [start] golden's first answers, known before it
   *   has loaded */
  static async open(rules, saved, start) {
    const tables = start?.tables ?? await rules.call("tables", store.of());
    if (tables.chip) tables.levels.push(...chipLevels);
    const seats = [...Array(tables.seats).keys()];
    /** @type {Settings} */
    const usual = {
      players: seats.map((s) => (store.invitedTo() !== undefined ? friend : s === 0 ? person : tables.default)), added: [], clock: 0, first: 1, theme: "auto",
      corners: true, reach: true, heat: false, analyse: false, watch: true, sound: false, form: tables.sgf ? "blksgf" : "json",
    };
    const settings = { ...usual, ...store.fitting(usual, saved.settings, (_, item) => typeof item === "string") };
    const known = [person, friend, ...(tables.line ? [boardPlayer] : []), ...tables.levels.map((l) => l.id), ...settings.added.map((spec) => native + spec)];
    settings.players = seats.map((s) => (known.includes(settings.players[s]) ? settings.players[s] : usual.players[s]));
    const found = saved.game?.moves?.length === 0 && !saved.game.setup ? new Game(saved.game) : await legal(rules, tables, saved.game);
    const game = found ?? new Game({ clock: chosenClock(settings) });
    const session = new Session(rules, tables, settings, game, await ask(rules, game, start?.position), saved, start?.position);
    session.previous = await legal(rules, tables, saved.previous);
    return session;
  }

  /** Asks golden for the positions of the current game. */
  ask() {
    return ask(this.rules, this.game, this.#start);
  }

  /** Saves everything that outlives the page. */
  keep() {
    const { game, previous, paused, settings, together } = this;
    if (store.save({ game, previous, paused, settings, together }) || this.#warned) return;
    this.#warned = true;
    tell("This browser keeps nothing, or its storage is full: save the game before you leave the page.", "bad");
  }

  /** Lets the engines and the clock go on. */
  resume() {
    this.paused = this.opened = false;
  }

  /** The clock of the next game. Two pages have no common time. */
  get clock() {
    return this.shared ? null : chosenClock(this.settings);
  }

  /** Whether a friend has a seat, so that the visitor alone takes nothing back and opens no other game. */
  get shared() {
    return this.settings.players.includes(friend);
  }

  /** Whether the game is over in the position shown. */
  get over() {
    return this.position.over || (this.game.lost && this.game.live);
  }

  /** The player to move in the position shown: person, or a player's specification. */
  get mover() {
    return this.settings.players[this.position.seat];
  }

  /** Whether a person is to move in the position shown. */
  get open() {
    return !this.over && !this.position.mustPass && this.mover === person && (this.game.live || !this.shared);
  }

  /** The colour whose tiles the visitor can take: of a person to move, or, while another player thinks,
   * the next that a person has. -1: none. */
  get colour() {
    const { game, position, settings, tables } = this;
    if (this.open) return position.toMove;
    if (this.over || !game.live || this.mover === person) return -1;
    const later = tables.owners.map((_, i) => (position.toMove + 1 + i) % tables.owners.length);
    return later.find((colour) => settings.players[tables.owners[colour]] === person) ?? -1;
  }

  /** The seat that has won the game in the position shown, -1: none. */
  get winner() {
    const { game, position, tables } = this;
    const loser = Math.max(game.resigned, game.late);
    if (!this.over || loser === 0) return position.winner;
    return tables.seats === 2 ? 2 - loser : -1;
  }

  /** The human players.
   * @returns {Player[]} */
  get persons() {
    return [...this.settings.players.keys()].filter((p) => this.settings.players[p] === person);
  }

  /** Replaces the game. Undo restores the previous game, unless it is a new one.
   * @param {Game} game */
  replace(game) {
    if (!this.game.fresh) this.previous = this.game;
    this.game = game;
  }
}
