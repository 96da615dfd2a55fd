// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Storage beyond the page: its state in localStorage, and games in links and files.
/** @import { Linked, Saved } from "../types/shared" */

/** The number of moves that two games share.
 * @param {string[]} a
 * @param {string[]} b */
export function shared(a, b) {
  const other = a.findIndex((m, i) => m !== b[i]);
  return other < 0 ? a.length : other;
}

/** The game of the page's address, ?game=quoridor; the default game without one. */
export const defaultGame = "duo";
export const gameName = () => new URLSearchParams(location.search).get("game") ?? defaultGame;

/** The page's game as an argument of golden's calls, which know the default.
 * @returns {{ of?: string }} */
export const of = () => (gameName() === defaultGame ? {} : { of: gameName() });

/** The room that the page's address invites to, ?friend=ROOM; direct for a link without a room, and
 * undefined for a page of the visitor's own. */
export const direct = "direct";
export const invitedTo = () => new URLSearchParams(location.search).get("friend") ?? undefined;

/** The place of a game's state. A game to which the visitor has been invited leaves the visitor's own
 * alone.
 * @param {string} game */
const key = (game) => `tessera.page.1${game === defaultGame ? "" : `.${game}`}${invitedTo() === undefined ? "" : ".friend"}`;

/** The address of the page with this game, without its fragment.
 * @param {string} [room] that it invites to */
export function address(room) {
  const { search } = location;
  const query = new URLSearchParams([...(gameName() === defaultGame ? [] : [["game", gameName()]]), ...(room ? [["friend", room]] : [])]);
  return location.href.slice(0, location.href.length - search.length - location.hash.length) + (String(query) && `?${query}`);
}

/** @param {unknown} value
 * @returns {value is { [name: string]: unknown }} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** What has the shape of the saved state; everything else is dropped, so that a page always starts.
 * @returns {Saved} */
export function load(game = gameName()) {
  try {
    const saved = JSON.parse(localStorage.getItem(key(game)) ?? "{}");
    if (!isObject(saved)) return {};
    return Object.fromEntries(Object.entries(saved).filter(([name, value]) => (name === "paused" ? typeof value === "boolean" : isObject(value))));
  } catch {
    return {}; // no storage, or foreign content
  }
}

/** The members of an object that have the type of the same members of a model. Lists must hold what
 * item accepts.
 * @template {object} T
 * @param {T} model
 * @param {Partial<T> | undefined} from
 * @param {(name: string, item: unknown) => boolean} item
 * @returns {Partial<T>} */
export function fitting(model, from, item) {
  /** @type {{ [name: string]: unknown }} */
  const wanted = Object.fromEntries(Object.entries(model));
  return /** @type {Partial<T>} */ (Object.fromEntries(Object.entries(from ?? {}).filter(([name, value]) => {
    const want = wanted[name];
    if (Array.isArray(want)) return Array.isArray(value) && value.every((v) => item(name, v));
    if (typeof want === "number") return Number.isInteger(value) && Number(value) >= 0;
    return want !== undefined && (want === null ? item(name, value) : typeof value === typeof want);
  })));
}

/** What this tab stored last. A tab that has changed nothing since must not overwrite the game that
 * another tab has stored. */
let stored = "";

/** Stores the state, and reports whether the browser keeps it.
 * @param {Saved} state */
export function save(state) {
  const text = JSON.stringify(state);
  if (text === stored) return true;
  try {
    localStorage.setItem(key(gameName()), text);
  } catch {
    return false; // no storage, or it is full
  }
  stored = text;
  return true;
}

/** The properties of a set-up position, AB[e10][c9,d9]PL[W], in letters that no messenger escapes:
 * ab_e10_c9,d9.pl_w.
 * @param {string} setup */
const packed = (setup) => setup.toLowerCase().split("]").filter(Boolean).map((value) => value.replace("[", "_")).join(".").replace(/\._/g, "_");

/** The properties again.
 * @param {string} text */
const unpacked = (text) => text.split(".").filter(Boolean).map((property) => {
  const [name, ...values] = property.split("_");
  return name.toUpperCase() + values.map((v) => `[${v}]`).join("");
}).join("");

/** The fragment of a link that holds the game: #1:55u0.aau0, with :r2 at its end if player 2 has
 * resigned. There may follow the set-up position that it began from (&s=ab_e10.pl_w), the position
 * shown (&a=1, after one move), the players (&p=person,tree%3Alevel%3D3), and variations (&v=1.aat0,
 * which leaves the game after one move).
 * @param {Linked} game */
export function toFragment({ first, setup, moves, resigned, at, players, variations = [] }) {
  let more = setup ? `&s=${packed(setup)}` : "";
  if (at !== undefined) more += `&a=${at}`;
  if (players) more += `&p=${players.map(encodeURIComponent).join(",")}`;
  for (const v of variations) {
    const fork = shared(moves, v.moves);
    more += `&v=${[fork, ...v.moves.slice(fork)].join(".")}`;
  }
  return `#${first}:${moves.join(".")}${resigned ? `:r${resigned}` : ""}${more}`;
}

const linked = /^#([1-4]):([0-9a-z.,]{0,4000})(?::r([1-4]))?((?:&[apsv]=[\w.,%-]{0,4000}){0,50})$/;

/** A fragment as it was before a messenger escaped it, or took what stands behind it for a part of it.
 * @param {string} fragment */
function plain(fragment) {
  try {
    fragment = decodeURIComponent(fragment);
  } catch {
    // no escapes
  }
  return fragment.toLowerCase().replace(/[^0-9a-z:]+$/, "");
}

/** The game in a fragment, or undefined. Its moves may be illegal: golden checks them.
 * @param {string} fragment
 * @returns {Linked | undefined} */
export function fromFragment(fragment) {
  const m = linked.exec(fragment) ?? linked.exec(plain(fragment));
  if (!m) return undefined;
  const moves = m[2].split(".").filter(Boolean); // a full stop behind a link is the sentence's
  const more = new URLSearchParams(m[4]);
  const at = Number.parseInt(more.get("a") ?? "");
  const variations = more.getAll("v").map((text) => {
    const [fork, ...rest] = text.split(".");
    return { moves: [...moves.slice(0, Number.parseInt(fork)), ...rest] };
  });
  const setup = unpacked(more.get("s") ?? "");
  return { first: Number(m[1]), ...(setup ? { setup } : {}), moves, resigned: Number(m[3] ?? 0), at: at >= 0 ? at : undefined, players: more.get("p")?.split(","), variations };
}

/** The number of the puzzle in a fragment, #puzzle=12, as it is written; "" for the puzzle of the day,
 * #puzzle, and undefined for another fragment.
 * @param {string} fragment */
export const puzzleOf = (fragment) => (/^#puzzle(?:$|=)(.*)$/.exec(plain(fragment))?.[1]);

/** The fragment of a link that holds a puzzle.
 * @param {number} number */
export const puzzleFragment = (number) => `#puzzle=${number}`;

const solvedKey = "tessera.puzzles.1";

/** The numbers of the puzzles that the visitor has solved.
 * @returns {Set<number>} */
export function solved() {
  try {
    const list = JSON.parse(localStorage.getItem(solvedKey) ?? "[]");
    return new Set(Array.isArray(list) ? list.filter(Number.isInteger) : []);
  } catch {
    return new Set(); // no storage, or foreign content
  }
}

/** Keeps that the visitor has solved a puzzle.
 * @param {number} number */
export function addSolved(number) {
  try {
    localStorage.setItem(solvedKey, JSON.stringify([...solved().add(number)]));
  } catch {
    // no storage, or it is full, as the page says when it keeps the game
  }
}

/** The token of the program that serves the page. It arrives in the fragment #token=... of the
 * address, is removed from there, and lasts as long as the tab. */
export function token() {
  const name = "tessera.token";
  try {
    const m = /^#token=([0-9a-f]{32})$/.exec(location.hash);
    if (m) {
      history.replaceState(null, "", location.pathname + location.search);
      sessionStorage.setItem(name, m[1]);
    }
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined; // no storage
  }
}

/** Offers a text for download.
 * @param {string} name
 * @param {string} text */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
