// The shapes of what golden, the chip and the program behind the page answer, and of what the
// page's modules hand to each other. Package calls has Go's side of golden's answers, and says what
// their members mean. Only the type checker reads this file.

export type Player = number; // 0 or 1
export type Cell = [row: number, col: number];
export type Pair<T> = [T, T]; // by player

// Golden's tables.

export interface Tables {
  size: number;
  squares: string[];
  start: Pair<number>;
  tiles: { letter: string; size: number; shown: number }[];
  orientations: { tile: number; cells: Cell[]; right: number; left: number; mirror: number }[];
  pass: string;
  levels: Level[];
  default: string;
  analysis: string;
  line: SerialLine;
}

/** A player to choose. */
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

/** A way to cover a corner, as the chip's lanes know them. */
export interface Pattern {
  tile: number;
  cells: Cell[];
}

// Games and positions.

/** Where a tile lies: its orientation and the square of its reference cell, -1 for a pass. */
export interface Place {
  o: number;
  s: number;
}

export interface Move extends Place {
  code: string;
}

/** A move that has been made. */
export interface Made extends Move {
  player: Player;
  tile: number;
  squares: number[];
  text: string;
}

/** A game as golden takes it. */
export interface Moves {
  first: number; // 1 or 2
  moves: string[];
}

export interface Position {
  first: number; // 1 or 2
  toMove: Player;
  over: boolean;
  mustPass: boolean;
  moves: Made[];
  legal: Move[];
  corners: Pair<number[]>;
  tilesLeft: Pair<number[]>;
  squaresLeft: Pair<number>;
  scores: Pair<number>;
}

/** A game as it is saved and loaded. */
export interface GameRecord extends Moves {
  names: Pair<string>;
  date: string;
  resigned: number; // 1 or 2; 0: nobody
  late: number;
  notes: Note[] | null;
}

/** What a player thought of a move. */
export interface Note {
  margin?: number;
  value?: number;
  visits?: number;
  seconds?: number;
}

export interface Clock {
  base: number; // milliseconds for the game
  increment: number; // milliseconds for each move
}

// What players answer.

/** A player's move, or its resignation. */
export interface Choice {
  code: string;
  margin?: number;
  value?: number;
  visits?: number;
  resigned?: boolean;
  illegal?: boolean; // the chip's move is not legal
  check?: Promise<ChipCheck>; // golden's word on the chip's move
}

/** A choice, and all that its engine thought. */
export interface Thought extends Choice, Place {
  work: number;
  unit: string;
  candidates: Candidate[];
  analysis?: boolean; // the engine that analyses thought it
}

export interface Candidate extends Move {
  visits: number;
  margin: number;
  value?: number;
}

/** What an engine says while it thinks. */
export interface Progress {
  work?: number;
  unit?: string;
  text?: string;
}

export type Report = (news: Progress) => void;

/** A position in which an engine is to move, and the seed of its random choices. */
export interface Task extends Moves {
  level: string;
  seed: number;
}

// Calls, by name: what they take and what they answer.

export type Calls<C> = { [Name in keyof C]: { takes: unknown; answers: unknown } };

export interface GoldenCalls {
  tables: { takes: Record<string, never>; answers: Tables };
  patterns: { takes: Record<string, never>; answers: Pattern[] };
  position: { takes: Moves; answers: Position };
  why: { takes: Moves & Place; answers: { legal: boolean; reason: string; square: number } };
  read: { takes: { text: string }; answers: GameRecord };
  write: { takes: GameRecord & { file: string }; answers: { text: string } };
  think: { takes: Task; answers: Thought };
  chip: { takes: { first: number; log: ChipCommand[] }; answers: ChipAnswer };
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
  resolve: (answer: any) => void; // each name has an answer of its own
  reject: (error: Error) => void;
  report?: Report;
}

// The chip.

/** A command that the chip has taken since its reset: a move, or a search. */
export interface ChipCommand {
  move?: string;
  visits?: number;
  seed?: number;
}

export interface ChipAnswer extends Place {
  code: string;
  sum: number;
  visits: number;
  playouts: number;
  cycles: number;
}

/** What golden says of a move of the chip. */
export interface ChipCheck extends Pick<ChipAnswer, "code" | "sum" | "visits" | "playouts" | "cycles"> {
  seed: number;
  spoilt: boolean;
  differ: { text: string; got: string | number; want: string | number }[];
}

/** A position as the chip's worker takes it. */
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
  visits: number;
  seed: number;
}

export interface Fault {
  cycle: number;
  signal: string;
  bit: number;
}

export interface ChipCalls {
  think: { takes: ChipTask & { fault?: Fault }; answers: Omit<ChipAnswer, "code"> & { struck: boolean; log: ChipCommand[] } };
  watch: { takes: ChipTask; answers: { table: ChipTable; cycles: number } };
  advance: { takes: { cycles: number }; answers: { rows: Uint32Array<ArrayBuffer>; cycles: number; done: boolean } };
}

/** The compiled program, and its table. */
export interface ChipProgram {
  module: WebAssembly.Module;
  table: ChipTable;
}

/** chip.json: what is where in chip.wasm. */
export interface ChipTable {
  module: string;
  inputs: { name: string; width: number }[];
  signals: Signal[];
  words: number;
  values: { [module: string]: State[] };
  commands: { [name: string]: number };
  lanes: number;
  games: number;
}

export interface Signal {
  name: string;
  width: number;
  at: number; // its first word in a row
}

/** A value that a signal can have. */
export interface State {
  name: string;
  about?: string;
}

// What the page keeps.

export interface Settings {
  players: Pair<string>;
  added: string[]; // specifications of the program's players
  clock: number; // its place in the list of clocks
  first: number; // who moves first, 1 or 2; 0: in turn
  theme: string;
  corners: boolean;
  reach: boolean;
  heat: boolean;
  analyse: boolean;
  form: string; // the extension of saved files
}

/** The members of a game that are kept. */
export interface GameState extends Moves {
  at: number;
  resigned: number;
  checks: (ChipCheck | true | null | undefined)[];
  late: number;
  margins: (number | null | undefined)[];
  notes: (Note | undefined)[];
  clock: Clock | null;
  spent: (number | null | undefined)[];
}

export interface Saved {
  game?: Partial<GameState>;
  previous?: Partial<GameState>;
  paused?: boolean;
  settings?: Partial<Settings>;
}
