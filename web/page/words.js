// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Positions and moves in words.
import { squaresOf } from "./draw.js";
import { friend } from "./engines.js";
import { person } from "./panel.js";
/** @import { Session } from "./session.js" */
/** @import { Move, Place, Player, Position, Tables } from "../types/shared" */

/** The outcome; "" during the game.
 * @param {Session} session */
function outcome({ game, position }) {
  if (game.resigned > 0 && game.live) return `Player ${game.resigned} resigns: player ${3 - game.resigned} wins.`;
  if (game.late > 0 && game.live) return `Player ${game.late} is out of time: player ${3 - game.late} wins.`;
  if (!position.over) return "";
  const points = position.points.join(" to ");
  const result = points && `, ${points}`;
  if (position.outcome === "draw") return `The game is drawn${result}.`;
  const by = position.margin ? ` by ${Math.abs(position.margin)}` : "";
  return `${capital(position.outcome)}${by}${result}.`;
}

/** @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A colour's owner, and the colour where a seat has several.
 * @param {Tables} tables
 * @param {Player} seat
 * @param {number} colour */
const who = (tables, seat, colour) => `player ${seat + 1}${tables.colours.length ? ` (${tables.colours[colour]})` : ""}`;

/** Whether a move passes.
 * @param {Place} place */
export const passes = (place) => place.s < 0;

/** A move in a few letters.
 * @param {Tables} tables
 * @param {Move} m */
export function shortName(tables, m) {
  if (passes(m)) return "pass";
  if (!tables.size) return m.code;
  return `${tables.tiles[tables.orientations[m.o].tile].name} ${tables.squares[squaresOf(tables, m)[0]]}`;
}

/**
 * @param {Tables} tables
 * @param {Place} place */
export function placeName(tables, place) {
  if (!tables.size) return tables.squares[place.s];
  const tile = tables.tiles[tables.orientations[place.o].tile];
  return `tile ${tile.name} on ${squaresOf(tables, place).map((s) => tables.squares[s]).join(", ")}`;
}

/** The last move.
 * @param {Tables} tables
 * @param {Position} position */
export function moveText(tables, { moves }) {
  const m = moves.at(-1);
  if (!m) return "";
  return `Move ${moves.length}: ${who(tables, m.player, m.colour)} ${passes(m) ? "passes" : `${tables.size ? "places" : "plays"} ${placeName(tables, m)}`}.`;
}

/** The player to move, in words.
 * @param {Session} session */
export function turnText(session) {
  const { game, position, paused, tables } = session;
  const name = capital(who(tables, position.seat, position.toMove));
  const end = outcome(session);
  if (end) return end;
  if (position.mustPass) return `${name} cannot place a tile and passes.`;
  if (!game.live && !(game.puzzle && game.at === game.posed)) return `After move ${game.at} of ${game.moves.length}.`;
  if (session.mover === friend) return `${name} is to move, at the other end.`;
  if (session.mover !== person) return paused ? `${name} waits: Resume lets the engine think.` : `${name} thinks …`;
  const puzzle = game.puzzle && game.at === game.posed ? `Puzzle ${game.puzzle}: only one move wins. ` : "";
  return `${puzzle}${name}: ${tables.ask}.`;
}

/** The content of a square.
 * @param {Tables} tables
 * @param {Position} position
 * @param {number} square */
export function squareText(tables, position, square) {
  const name = tables.squares[square];
  const m = position.moves.find((m) => m.squares.includes(square));
  if (m) return `${name}: ${who(tables, m.player, m.colour)}, tile ${tables.tiles[m.tile].name}`;
  const laid = position.placed.find((m) => m.squares.includes(square));
  if (laid) return `${name}: ${tables.colours[laid.colour] ?? `player ${laid.colour + 1}`}, tile ${tables.tiles[laid.tile].name}, set up`;
  const corners = position.corners.flatMap((c, colour) => (c.includes(square) ? [tables.colours[colour] ?? `player ${colour + 1}`] : []));
  return `${name}: empty${corners.length ? `, corner of ${corners.join(" and ")}` : ""}`;
}
