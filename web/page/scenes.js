// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The scenes of the tour through the tree chip: from its decision down to a signal. A scene has a cycle
// to begin in, and then the next event of a kind in the lane, if it names one. In a text {lanes} is the number
// of lanes, {games} that of a lane's games and {playouts} that of a leaf's.
/** @import { Event } from "./watch.js" */

/** The position of all scenes. */
export const game = "#1:54u0.aau0.86t0.78r0.b8r3.dbo4.47s3.59k6.28o1.4cp4.b4p0.d7l0.e3m0.c2q3";

/** @typedef {object} Scene
 * @property {string} title
 * @property {string} text
 * @property {number} cycle
 * @property {Event["kind"]} [next]
 * @property {string} show the part of the page that the text is about
 * @property {string} [signal] of the lane, whose Verilog is shown */

/** @type {Scene[]} */
export const scenes = [
  {
    title: "The decision", cycle: 57_000, show: "search",
    text: "The chip has played its way through many continuations. For each of its best moves the list shows how often it has tried the move, and which share of these tries it expects to win. It tries good moves more often; in the end it makes the move that it has tried most.",
  },
  {
    title: "The way down", cycle: 12_000, show: "search",
    text: "To try a move, the chip walks down a tree of moves and replies, which is in its memory. At each node it takes the child with the best mixture of value and curiosity. The line above the list says what the walk does in this clock cycle, how deep it is, and how many tries are under way at the same time.",
  },
  {
    title: "A leaf", cycle: 13_000, next: "job", show: "machine",
    text: "Where the tree ends, there is a leaf. The chip does not know yet what the leaf is worth, so it has {playouts} games played from there, at random but with large tiles first. One of these games has just come into the lane shown.",
  },
  {
    title: "A game at random", cycle: 14_040, next: "move", show: "seen",
    text: "A tile has just been placed in one of these games. The board shows the squares where its player may still place something, and diamonds for the corners where a tile can begin. The lane keeps no tiles: these two bits of each square are all that it needs.",
  },
  {
    title: "{games} games in a lane", cycle: 14_240, show: "machine",
    text: "A lane plays {games} games at once, so that none of its parts ever waits long: while a move is chosen in one game, the corners of the others pass through the pipeline. Each row of the strip is one of the {games} games, cycle by cycle, and the last row is the walk through the tree. There are {lanes} such lanes.",
  },
  {
    title: "A corner", cycle: 15_050, show: "seen",
    text: "A game's corners go through the pipeline, one in each cycle: around each of them the lane cuts out a window of the board and compares it with 127 patterns at once. A pattern that fits is a legal move. The stronger a square's colour, the more of the fitting patterns cover it.",
  },
  {
    title: "The choice", cycle: 15_000, next: "choice", show: "words",
    text: "All moves of this game are counted, and a number drawn at random has picked one of them. Its corner goes through the pipeline once more, marked by a square token, so that the lane can find which pattern it was. The list says how many moves there were.",
  },
  {
    title: "A signal", cycle: 14_760, next: "result", show: "verilog", signal: "result_valid_o",
    text: "A game has ended, and one wire of the lane says so for one cycle of the clock: result_valid_o. Below are the lines of Verilog that drive it, with their values. Everything on this page is read from such wires. Waveform gives you all of them, for the cycles kept, to look at in a viewer; the margin of this game goes up to the leaf, and from there to the decision.",
  },
];
