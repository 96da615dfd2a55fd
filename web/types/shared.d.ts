// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Types of the answers of golden, the chip and the program behind the page, and of the data that the
// page's modules exchange. Package calls has Go's side of golden's answers and describes their
// members. Only the type checker reads this file.

export type Player = number; // seat, from 0
export type Cell = [row: number, col: number];
export type Box = [x: number, y: number, width: number, height: number];

// Golden's tables.

export interface Tables {
  game: string;
  title: string;
  ask: string;
  seats: number;
  colours: string[];
  anyFirst: boolean;
  margins: boolean;
  sgf: boolean;
  pass: string;
  levels: Level[];
  default: string;
  analysis: string;
  deeper: string[];
  squares: string[];
  size: number; // 0: a board of spots
  start: number[];
  owners: number[];
  tiles: { name: string; size: number; shown: number }[];
  orientations: { tile: number; cells: Cell[]; right: number; left: number; mirror: number }[];
  bounds: Box;
  spots: Spot[];
  ground: Spot[];
  labels: { x: number; y: number; text: string }[];
  chip: boolean;
  line: SerialLine | null;
}

/** A place of a board without tiles. */
export interface Spot {
  kind: string;
  box: Box;
  colour?: number;
}

/** A player on offer. */
export interface Level {
  id: string;
  name: string;
  about?: string;
}

export interface SerialLine {
  baud: number;
  hello: string;
  over: string;
  limit: number;
}

/** A way to cover a corner, as in the chip's lanes. */
export interface Pattern {
  tile: number;
  cells: Cell[];
}

// Games and positions.

/** A placement: the tile's orientation and the square of its reference cell, -1 for a pass. */
export interface Place {
  o: number;
  s: number;
}

export interface Move extends Place {
  code: string;
}

/** A move of the game. */
export interface Made extends Move {
  player: Player;
  colour: number;
  tile: number;
  squares: number[];
  text: string;
}

/** A game in golden's form. */
export interface Moves {
  of?: string; // the game; none: Blokus Duo
  first: number; // from 1
  setup?: string; // the set-up position that the game began from, in Pentobi's form; none, or "": as usual
  moves: string[];
}

export interface Position {
  first: number; // from 1
  setup: string;
  placed: Made[]; // its tiles, of player -1
  toMove: number; // colour
  seat: Player;
  over: boolean;
  mustPass: boolean;
  moves: Made[];
  legal: Move[];
  points: number[];
  rest: string[];
  outcome: string;
  winner: Player; // -1: none
  standing: string;
  margin: number | null;
  corners: number[][];
  tilesLeft: number[][];
  pieces: { kind: string; colour: number; box: Box }[];
}

/** A game to save or load. */
export interface GameRecord extends Moves {
  names: string[];
  date: string;
  resigned: number; // seat, from 1; 0: none
  late: number;
  notes: Note[] | null;
}

/** A player's evaluation of a move. */
export interface Note {
  margin?: number;
  value?: number;
  visits?: number;
  seconds?: number;
  text?: string; // a comment
}

/** A move that cost its player something. */
export interface Mistake {
  at: number; // moves before it
  cost: number; // points, or chance to win in percent
  grave: boolean;
  line: Move[]; // the better moves
}

export interface Clock {
  base: number; // milliseconds for the game
  increment: number; // milliseconds for each move
}

// Answers of players.

/** A player's move, or its resignation. */
export interface Choice {
  code: string;
  margin?: number;
  value?: number;
  visits?: number;
  resigned?: boolean;
  illegal?: boolean; // the chip's move is not legal
  check?: Promise<ChipCheck>; // golden's check of the chip's move
}

/** A choice with its engine's candidates. */
export interface Thought extends Choice, Place {
  work: number;
  unit: string;
  candidates: Candidate[];
  line?: Move[]; // the expected moves from this one on
  level?: string; // of the analysis that had the thought
}

/** A candidate as a chip names it: by its number among the legal moves in the order of the lanes, or by
 * its pattern at a corner. */
export interface Considered extends Pick<Candidate, "visits" | "margin" | "value"> {
  number?: number;
  move?: Anchored;
}

/** A pattern at a corner. */
export interface Anchored {
  pattern: number;
  flip_rows: number;
  flip_cols: number;
  row: number;
  col: number;
}

export type AnchorMove = Move & Anchored;

export interface Candidate extends Move {
  visits: number;
  margin?: number;
  value?: number;
}

/** An engine's report while it thinks. */
export interface Progress {
  work?: number;
  unit?: string;
  text?: string;
  considered?: Considered[]; // by a chip
  candidates?: Candidate[];
}

export type Report = (news: Progress) => void;

/** A position with an engine to move, and the seed of its random choices. */
export interface Task extends Moves {
  level: string;
  seed: number;
}

// Calls by name, with their arguments and answers.

export type Calls<C> = { [Name in keyof C]: { takes: unknown; answers: unknown } };

export interface GoldenCalls {
  tables: { takes: { of?: string }; answers: Tables };
  anchors: { takes: Moves; answers: AnchorMove[] };
  patterns: { takes: Record<string, never>; answers: Pattern[] };
  position: { takes: Moves; answers: Position };
  why: { takes: Moves & Place; answers: { legal: boolean; reason: string; square: number } };
  read: { takes: { of?: string; text: string }; answers: GameRecord };
  write: { takes: GameRecord & { file: string }; answers: { text: string } };
  think: { takes: Task; answers: Thought };
  puzzle: { takes: { number: number; day: number }; answers: Moves & { number: number; count: number; move: string; rival: string } };
  judge: { takes: Moves & { move: string }; answers: { margin: number; line: string[] } };
  chip: { takes: { chip: string; first: number; log: ChipCommand[] }; answers: ChipAnswer };
  ask: { takes: Moves & { known: Moves | null }; answers: { text: string; begin: boolean } };
  answer: { takes: { game: Moves | null; received: string }; answers: { missing: number; team: string; code: string } };
}

/** The calls of the program behind the page. */
export interface ProgramCalls {
  players: { takes: undefined; answers: { name: string; help: string }[] };
  stop: { takes: { id: number }; answers: boolean };
  think: { takes: Moves & { player: string; seed: number }; answers: Thought };
}

/** A call under way. */
export interface Pending {
  resolve: (answer: any) => void; // each call has its own type of answer
  reject: (error: Error) => void;
  report?: Report;
}

// The chip.

/** A command to the chip since its reset: a move or a search. */
export interface ChipCommand {
  move?: string;
  amount?: number;
  seed?: number;
}

export interface ChipAnswer extends Move {
  numbers: { [name: string]: number }; // which the chip's table names
  cycles: number;
}

/** Golden's check of a move of the chip. */
export interface ChipCheck extends Pick<ChipAnswer, "code" | "numbers" | "cycles"> {
  seed: number;
  spoilt: boolean;
  work: number;
  unit: string;
  margin?: number;
  value?: number;
  seconds: number; // of the browser's processor
  board: ChipTable["board"];
  differ: { text: string; got: string | number; want: string | number }[];
}

/** A position in the form of the chip's worker. */
export interface ChipPosition {
  size: number;
  moves: ChipMove[];
}

export interface ChipMove extends Move {
  player: Player;
  pass: boolean;
}

export interface ChipTask {
  position: ChipPosition;
  player: Player;
  amount: number;
  seed: number;
}

export interface ChipCalls {
  think: { takes: ChipTask & { faulty: boolean }; answers: Omit<ChipAnswer, "code"> & { considered?: Considered[]; seconds: number; struck: boolean; log: ChipCommand[] } };
  watch: { takes: ChipTask; answers: { table: ChipTable; cycles: number } };
  skip: { takes: { cycles: number }; answers: { cycles: number } };
  advance: { takes: { cycles: number }; answers: { rows: Uint32Array<ArrayBuffer>; cycles: number; done: boolean; considered?: Considered[] } };
  flip: { takes: ChipTask & Flip; answers: Flipped };
}

/** A bit of a register, or of a word of a memory, to be flipped in a cycle of a search. */
export interface Flip {
  signal: string; // the register, or the memory
  word?: number; // none: a register
  bit: number;
  cycle: number;
}

/** What a flipped bit did: the first cycle in which other signals differ, with their values in hexadecimal
 * digits, and the answers with the bit flipped, which may never come, and without. */
export interface Flipped {
  differ?: { cycle: number; signals: { name: string; flipped: string; plain: string }[] };
  plain: Omit<ChipAnswer, "code">;
  flipped?: Omit<ChipAnswer, "code">;
}

/** The compiled program with its table. */
export interface ChipProgram {
  module: WebAssembly.Module;
  table: ChipTable;
}

/** The table of a chip: its commands, answers, inputs and signals. Package chipwasm describes the members. */
export interface ChipTable {
  module: string;
  params: { [name: string]: number };
  search: {
    amount: string;
    unit: string;
    answer: { name: string; text: string; signal: string; signed?: boolean }[];
    margin?: string;
    value?: string;
    most?: number;
    point?: number;
  };
  board: { title: string; hertz: number };
  fault: { signal: string; bit: number; cycle: number };
  inputs: { name: string; width: number }[];
  signals: Signal[];
  words: number;
  memories: Memory[];
  banks: Bank[];
  values: { [module: string]: State[] };
  commands: { [name: string]: number };
  lanes: number;
  lanesAt?: string;
  course: string;
  games: number;
  vague?: boolean;
  placement?: Memory["fields"];
}

export interface Signal {
  name: string;
  width: number;
  at: number; // first word in a row
  values?: string; // names of its values, a member of values
  register?: boolean; // its bits can be flipped
}

/** A memory whose bits can be flipped; package chipwasm describes the members. */
export interface Bank {
  name: string;
  words: number;
  width: number;
  bytes: number;
}

/** A memory of candidates; package chipwasm describes the members. */
export interface Memory {
  name: string;
  first: number;
  ways: number;
  banks: number;
  words: number;
  bytes: number;
  fields: { name: string; low: number; width: number; signed?: boolean }[];
}

/** A possible value of a signal. */
export interface State {
  name: string;
  about?: string;
}

/** What the page shows of a chip beside its signals; package chipwasm describes the members. */
export interface InsideData {
  verilog: VerilogData;
  floorplan?: Floorplan;
}

/** Package flow describes the members of a floorplan. */
export interface Floorplan {
  columns: number;
  rows: number;
  lanes: Region[];
  core: Region;
  around: Region;
  borders: string;
}

export interface Region {
  tiles: number;
  path: string;
  x: number;
  y: number;
}

export interface VerilogData {
  modules: { [module: string]: { file: string; lines: { [number: string]: string }; drivers: { [signal: string]: Driver[] } } };
  instances: { [at: string]: string };
  constants: { [name: string]: string | undefined };
}

export interface Driver {
  lines: number[];
  states?: string[];
  from?: string;
}

// Data that the page saves.

export interface Settings {
  players: string[];
  added: string[]; // specifications of native players
  clock: number; // index in the list of clocks
  first: number; // player who moves first, 1 or 2; 0: alternating
  theme: string;
  corners: boolean;
  reach: boolean;
  sound: boolean;
  heat: boolean;
  analyse: boolean;
  watch: boolean; // show the candidates of a chip that thinks
  form: string; // extension of saved files
}

/** The saved members of a game. */
export interface GameState extends Moves {
  setup: string;
  at: number;
  resigned: number;
  checks: (ChipCheck | true | null | undefined)[];
  late: number;
  margins: (number | null | undefined)[];
  notes: (Note | undefined)[];
  clock: Clock | null;
  spent: (number | null | undefined)[];
  variations: Line[];
  puzzle: number; // 0: none
  posed: number; // moves before the position of the puzzle
}

/** A continuation of a game: all its moves from the start, with what belongs to them. */
export type Line = Pick<GameState, "moves" | "resigned" | "late" | "checks" | "margins" | "notes" | "spent">;

/** What a link holds. */
export interface Linked {
  first: number;
  setup?: string;
  moves: string[];
  resigned?: number;
  at?: number; // the position shown; none: the last one
  players?: string[];
  variations?: { moves: string[] }[];
}

/** The part of a game that the visitor and friends play together. */
export interface Together {
  room: string; // at the relay; "": the pages are connected directly
  key: string; // of the host's room; of a guest, what it shows to get its seat back
  keys: string[]; // of the guests, by seat; "": free; a guest has none
  seat: number; // a guest's own, from 1; 0: it watches, or it is the host
  round: number; // number of the game, as the host counts them
}

/** A connection to the page of a friend. */
export interface Connection {
  send: (text: string) => void;
  take?: (text: string) => void; // hears each message
  ended?: () => void; // hears that it is over
}

/** A message between the pages of friends. A guest begins with hello. The host answers it, and each
 * change of the game, with the game and the guest's seat; a guest that makes a move sends the game. */
export interface Word {
  hello?: string; // the guest's key
  of?: string; // the name of the game
  game?: string; // its moves, in the form of links
  round?: number;
  seat?: number; // the guest's, from 1; 0: it watches
  refused?: string; // why the last message of the other end was refused
  wants?: string; // "new": asks for a new game
  bye?: boolean; // the other end has left the game for good
}

export interface Saved {
  game?: Partial<GameState>;
  previous?: Partial<GameState>;
  paused?: boolean;
  settings?: Partial<Settings>;
  together?: Partial<Together>;
}
