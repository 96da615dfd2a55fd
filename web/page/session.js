// The state of the page: the game, the position shown, the settings, and who plays.
import { boardPlayer, native } from "./engines.js";
import { levels as chipLevels } from "./chip.js";
import { Game } from "./game.js";
import { person } from "./panel.js";
import * as store from "./store.js";
/** @import { Golden } from "./golden.js" */
/** @import { Clock, Player, Position, Progress, Saved, Settings, Tables } from "../types/shared" */

/** The clocks to choose from: minutes for the game, seconds for each move.
 * @type {[minutes: number, seconds: number][]} */
export const clocks = [[0, 0], [1, 0], [3, 2], [5, 0], [5, 3], [10, 0], [15, 10], [30, 0]];

/** @param {Settings} settings
 * @returns {Clock | null} */
function chosenClock(settings) {
  const [minutes, seconds] = clocks[settings.clock] ?? clocks[0];
  return minutes ? { base: minutes * 60_000, increment: seconds * 1_000 } : null;
}

/** The positions of a game that the page shows: the one at its place in the game, and the last one.
 * @typedef {{ shown: Position, last: Position }} View */

/** Asks golden about a game.
 * @param {Golden} rules
 * @param {Game} game
 * @returns {Promise<View>} */
async function ask(rules, game) {
  const shown = await rules.call("position", game.upTo());
  const last = game.live ? shown : await rules.call("position", game.upTo(game.moves.length));
  return { shown, last };
}

export class Session {
  /** The position shown.
   * @type {Position} */
  position;
  /** The last position of the game.
   * @type {Position} */
  last;
  /** The game before this one; undo brings it back.
   * @type {Game | undefined} */
  previous;
  paused;
  /** The news of the engine that is to move, while it thinks.
   * @type {Progress | undefined} */
  thinking;
  /** The visitor went back to the position shown, to move in it. */
  tookBack = false;
  /** Counts the changes of the game, and of the place in it. A change makes earlier answers stale. */
  changes = 0;

  /**
   * @param {Golden} rules
   * @param {Tables} tables
   * @param {Settings} settings
   * @param {Game} game
   * @param {View} view
   * @param {Saved} saved */
  constructor(rules, tables, settings, game, view, saved) {
    this.rules = rules;
    this.tables = tables;
    this.settings = settings;
    this.game = game;
    this.position = view.shown;
    this.last = view.last;
    this.previous = saved.previous && new Game(saved.previous);
    this.paused = saved.paused ?? false;
  }

  /** Goes on with what the page has kept, or begins a game.
   * @param {Golden} rules
   * @param {Saved} saved */
  static async open(rules, saved) {
    const tables = await rules.call("tables", {});
    tables.levels.push(...chipLevels);
    /** @type {Settings} */
    const settings = {
      players: [person, tables.default], added: [], clock: 0, first: 1, theme: "auto", corners: true, reach: true, heat: false, analyse: false, form: "blksgf",
      ...saved.settings,
    };
    const known = [person, boardPlayer, ...tables.levels.map((l) => l.id), ...settings.added.map((spec) => native + spec)];
    const [one, two] = settings.players;
    settings.players = [known.includes(one) ? one : person, known.includes(two) ? two : tables.default];
    let game = new Game(saved.game);
    let view;
    try {
      view = await ask(rules, game);
    } catch {
      game = new Game({ clock: chosenClock(settings) }); // the page kept no legal game
      view = await ask(rules, game);
    }
    return new Session(rules, tables, settings, game, view, saved);
  }

  /** Asks golden about the game as it stands. */
  ask() {
    return ask(this.rules, this.game);
  }

  /** Keeps everything that outlives the page. */
  keep() {
    const { game, previous, paused, settings } = this;
    store.save({ game, previous, paused, settings });
  }

  /** The clock of the next game. */
  get clock() {
    return chosenClock(this.settings);
  }

  /** Whether the game is over in the position shown. */
  get over() {
    return this.position.over || (this.game.lost && this.game.live);
  }

  /** Who is to move in the position shown: person, or a player's specification. */
  get mover() {
    return this.settings.players[this.position.toMove];
  }

  /** Whether a person is to move in the position shown. */
  get open() {
    return !this.over && !this.position.mustPass && this.mover === person;
  }

  /** The players that are persons.
   * @returns {Player[]} */
  get persons() {
    return [0, 1].filter((p) => this.settings.players[p] === person);
  }

  /** Replaces the game; undo brings the one before back, unless that has no move.
   * @param {Game} game */
  replace(game) {
    if (this.game.moves.length > 0) this.previous = this.game;
    this.game = game;
  }
}
