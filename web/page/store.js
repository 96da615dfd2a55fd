// Storage that outlives the page: its state in localStorage, and games in links and files.
/** @import { Saved } from "../types/shared" */

const key = "tessera.page.1";

/** @returns {Saved} */
export function load() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {}; // no storage, or not ours
  }
}

/** @param {Saved} state */
export function save(state) {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // Without storage the page keeps its data only while it is open.
  }
}

/** The fragment of a link that holds the game: #1:55u0.aau0, with :r2 at its end if player 2 has
 * resigned.
 * @param {{ first: number, moves: string[], resigned?: number }} game */
export function toFragment(game) {
  return `#${game.first}:${game.moves.join(".")}${game.resigned ? `:r${game.resigned}` : ""}`;
}

/** The game of a fragment, undefined if it has none. Golden says whether its moves are legal.
 * @param {string} fragment */
export function fromFragment(fragment) {
  const m = /^#([12]):([0-9a-u.]{0,1000})(?::r([12]))?$/.exec(fragment);
  if (!m) return undefined;
  return { first: Number(m[1]), moves: m[2] ? m[2].split(".") : [], resigned: Number(m[3] ?? 0) };
}

/** The token of the program that serves the page. The address carries it in the fragment #token=...;
 * this takes it out of the address, and it lasts as long as the tab. */
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

/** Offers a text as a file.
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
