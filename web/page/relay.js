// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Connections between pages over the relay of tessera web. Package relay describes the protocol.
/** @import { Connection } from "../types/shared" */

const header = "Tessera-Friends";
/** The status of a connection to a room whose host is away; the statuses that another try does not change. */
const noHost = 4404;
const final = [1008, 1013, 4408, 4409];
const soonest = 500; // milliseconds to the next try, twice as many after each failure
const latest = 8_000;

/** Whether the server of the page has a relay. A request for the head leaves no error in the console of
 * another server. */
export async function hasRelay() {
  try {
    return (await fetch(new URL("./", location.href), { method: "HEAD", cache: "no-store" })).headers.has(header);
  } catch {
    return false; // offline
  }
}

/** A room's name or key. */
export const secret = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const isSecret = (text) => /^[0-9a-f]{32}$/.test(text);

/** Room connects the page to the other pages of a room, and connects again after an interruption. */
export class Room {
  #name;
  #key;
  #met;
  #news;
  /** @type {WebSocket | undefined} */
  #socket;
  /** By number in the room; a guest has one, to the host.
   * @type {Map<number, Connection>} */
  #connections = new Map();
  #tries = 0;
  #retry = 0; // timer
  #closed = false;

  /**
   * @param {string} name
   * @param {string} key of the host; "": a guest
   * @param {(connection: Connection) => void} met hears of each page at the other end
   * @param {(text: string) => void} news hears why there is no connection; "": there is one */
  constructor(name, key, met, news) {
    this.#name = name;
    this.#key = key;
    this.#met = met;
    this.#news = news;
    this.#connect();
    // A browser may keep a page that is left, for the way back to it; the others learn that it is away.
    window.addEventListener("pagehide", () => this.#socket?.close());
    window.addEventListener("pageshow", ({ persisted }) => { if (persisted && !this.#closed) this.#again(0); });
  }

  /** @param {number} time in milliseconds to the next try */
  #again(time) {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), time);
  }

  #connect() {
    const address = new URL("friends", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    address.search = String(new URLSearchParams({ room: this.#name, ...(this.#key ? { key: this.#key } : {}) }));
    const socket = new WebSocket(address);
    this.#socket?.close();
    this.#socket = socket;
    socket.onopen = () => { if (!this.#key) this.#meet(0); };
    socket.onmessage = ({ data }) => {
      this.#tries = 0;
      if (!this.#key) return this.#connections.get(0)?.take?.(data);
      const { page, text, gone } = JSON.parse(data);
      if (page === 0) return this.#news("");
      if (gone) {
        this.#connections.get(page)?.ended?.();
        this.#connections.delete(page);
        return;
      }
      (this.#connections.get(page) ?? this.#meet(page)).take?.(text);
    };
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return; // another has taken its place
      for (const connection of this.#connections.values()) connection.ended?.();
      this.#connections.clear();
      if (this.#closed) return;
      if (final.includes(code)) return this.#news(`${reason || "the server has ended the connection"}.`);
      this.#news(code === noHost ? "your friend's page is not open; it is asked again and again." : "there is no connection to the server; the page tries again.");
      this.#again(Math.min(soonest * 2 ** this.#tries++, latest));
    };
  }

  /** @param {number} page */
  #meet(page) {
    /** @type {Connection} */
    const connection = {
      send: (text) => {
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(this.#key ? JSON.stringify({ page, text }) : text);
      },
    };
    this.#connections.set(page, connection);
    this.#met(connection);
    return connection;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
  }
}
