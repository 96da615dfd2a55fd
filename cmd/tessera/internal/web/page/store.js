// What outlives the page: its state in localStorage, and games in links and files.

const key = "tessera.page.1";

export function load() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {}; // no storage, or not ours
  }
}

export function save(state) {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // Without storage the page works as long as it is open.
  }
}

/** The fragment of a link that holds the game: #1:55u0.aau0, and behind it :r2 if player 2
 * has resigned. */
export function toFragment(game) {
  return `#${game.first}:${game.moves.join(".")}${game.resigned ? `:r${game.resigned}` : ""}`;
}

/** The game of a fragment, undefined if it is none. Whether its moves are legal golden says. */
export function fromFragment(fragment) {
  const m = /^#([12]):([0-9a-u.]{0,1000})(?::r([12]))?$/.exec(fragment);
  if (!m) return undefined;
  return { first: Number(m[1]), moves: m[2] ? m[2].split(".") : [], resigned: Number(m[3] ?? 0) };
}

/** The token of the program that serves the page, which its address has in the fragment
 * #token=...; it is taken out of the address, and lasts as long as the tab. */
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

/** Offers a text as a file. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
