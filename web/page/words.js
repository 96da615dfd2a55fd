// Positions and moves in words.
import { squaresOf } from "./draw.js";
import { person, sign } from "./panel.js";
/** @import { Session } from "./session.js" */
/** @import { Place, Position, Tables } from "../types/shared" */

/** The outcome, "" as long as the game goes on.
 * @param {Session} session */
function outcome({ game, position }) {
  if (game.resigned > 0 && game.live) return `Player ${game.resigned} resigns: player ${3 - game.resigned} wins.`;
  if (game.late > 0 && game.live) return `Player ${game.late} is out of time: player ${3 - game.late} wins.`;
  if (!position.over) return "";
  const [a, b] = position.scores;
  const result = `${sign(a)} to ${sign(b)}`;
  if (a === b) return `The game is drawn, ${result}.`;
  return `Player ${a > b ? 1 : 2} wins by ${Math.abs(a - b)}, ${result}.`;
}

/**
 * @param {Tables} tables
 * @param {Place} place */
export function placeName(tables, place) {
  const tile = tables.tiles[tables.orientations[place.o].tile];
  return `tile ${tile.letter} on ${squaresOf(tables, place).map((s) => tables.squares[s]).join(", ")}`;
}

/** The last move.
 * @param {Tables} tables
 * @param {Position} position */
export function moveText(tables, { moves }) {
  const m = moves.at(-1);
  if (!m) return "";
  return `Move ${moves.length}: player ${m.player + 1} ${m.tile < 0 ? "passes" : `places ${placeName(tables, m)}`}.`;
}

/** Whose turn it is.
 * @param {Session} session */
export function turnText(session) {
  const { game, position, paused } = session;
  const who = `Player ${position.toMove + 1}`;
  const end = outcome(session);
  if (end) return end;
  if (position.mustPass) return `${who} cannot place a tile and passes.`;
  if (!game.live) return `After move ${game.at} of ${game.moves.length}.`;
  if (session.mover !== person) return paused ? `${who} waits: Resume lets the engine think.` : `${who} thinks …`;
  return `${who}: choose a tile.`;
}

/** The content of a square.
 * @param {Tables} tables
 * @param {Position} position
 * @param {number} square */
export function squareText(tables, position, square) {
  const name = tables.squares[square];
  const m = position.moves.find((m) => m.squares.includes(square));
  if (m) return `${name}: player ${m.player + 1}, tile ${tables.tiles[m.tile].letter}`;
  const corners = [0, 1].filter((p) => position.corners[p].includes(square)).map((p) => `player ${p + 1}`);
  return `${name}: empty${corners.length ? `, corner of ${corners.join(" and ")}` : ""}`;
}
