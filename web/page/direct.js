// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Connections between two pages without a server: WebRTC, whose offer and answer travel in links. A
// link holds what matters of a session description, and its reader makes the description anew, so that
// a link can bring nothing else into it.
/** @import { Connection } from "../types/shared" */

/** The servers that tell a browser its address, as other networks see it. */
const servers = ["stun.l.google.com:19302", "stun.cloudflare.com:3478"];
/** Their names, for people. */
export const asked = servers.map((server) => server.replace(/:\d+$/, "")).join(" and ");

const gatherTime = 4_000; // milliseconds for a browser to find more addresses than its first
const again = 5_000; // milliseconds between two tries to reach the other page, or the other tab
const mostCandidates = 20;

export const hasDirect = typeof RTCPeerConnection === "function";

/** What a link holds: an offer, or an answer to the offer with that name.
 * @typedef {object} Description
 * @property {string} to name of the offer that this answers; "": an offer
 * @property {string} name of this one (its ice-ufrag)
 * @property {string} password
 * @property {string} fingerprint of the certificate, in hexadecimal digits
 * @property {string[]} candidates each address,port,type */

const prefix = "#friend=";
const form = /^(-|[\w+/]{4,256}) ([\w+/]{4,256}) ([\w+/]{22,256}) ([0-9a-f]{64}) (\d{1,2})((?: (?:[0-9a-f.:]{2,45}|[\w-]{1,60}\.local),\d{1,5},(?:host|srflx|prflx))*)$/i;

/** The fragment of a link.
 * @param {Description} d */
function toFragment({ to, name, password, fingerprint, candidates }) {
  const text = [to || "-", name, password, fingerprint, candidates.length, ...candidates].join(" ");
  return prefix + btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Whether a fragment means to be such a link.
 * @param {string} fragment */
export const isLink = (fragment) => fragment.startsWith(prefix);

/** What a link holds, or undefined. The number of candidates tells whether the link is whole.
 * @param {string} link
 * @returns {Description | undefined} */
export function fromLink(link) {
  const packed = /#friend=([\w-]{1,4000})$/.exec(link.trim())?.[1];
  if (!packed) return undefined;
  let text;
  try {
    text = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  } catch {
    return undefined;
  }
  const m = form.exec(text);
  const candidates = m?.[6].split(" ").slice(1) ?? [];
  if (!m || candidates.length !== Number(m[5]) || candidates.length > mostCandidates) return undefined;
  return { to: m[1] === "-" ? "" : m[1], name: m[2], password: m[3], fingerprint: m[4], candidates };
}

/** @param {string} candidate address,port,type
 * @param {number} i */
function candidateLine(candidate, i) {
  const [address, port, type] = candidate.split(",");
  return `candidate:${i + 1} 1 udp ${(type === "host" ? 2_122_260_223 : 1_686_052_607) - i} ${address} ${port} typ ${type}${type === "host" ? "" : " raddr 0.0.0.0 rport 0"}`;
}

/** The session description of a data channel.
 * @param {Description} d */
const toSdp = ({ to, name, password, fingerprint, candidates }) => [
  "v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0",
  "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0",
  `a=ice-ufrag:${name}`, `a=ice-pwd:${password}`,
  `a=fingerprint:sha-256 ${fingerprint.toUpperCase().replace(/..(?=.)/g, "$&:")}`,
  `a=setup:${to ? "active" : "actpass"}`, "a=mid:0", "a=sctp-port:5000",
  ...candidates.map((c, i) => `a=${candidateLine(c, i)}`), "",
].join("\r\n");

/** The candidates of a session description, without those that a link has no room for.
 * @param {string} sdp */
const candidatesOf = (sdp) => [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (\w+)/gim)].slice(0, mostCandidates).map(([, address, port, type]) => `${address},${port},${type}`);

/** @param {string} sdp
 * @param {string} to
 * @returns {Description} */
function fromSdp(sdp, to) {
  /** @type {(pattern: RegExp) => string} */
  const find = (pattern) => pattern.exec(sdp)?.[1] ?? "";
  return {
    to, name: find(/^a=ice-ufrag:(\S+)/m), password: find(/^a=ice-pwd:(\S+)/m),
    fingerprint: find(/^a=fingerprint:sha-256 (\S+)/im).replace(/:/g, "").toLowerCase(), candidates: candidatesOf(sdp),
  };
}

/** Waits until a browser has found its addresses. It may be slow to find the first; then the others,
 * which servers tell it, have a short time.
 * @param {RTCPeerConnection} peer */
const gathered = (peer) => new Promise((done) => {
  let timer = 0;
  const look = () => {
    if (peer.iceGatheringState === "complete") done(undefined);
    else if (candidatesOf(peer.localDescription?.sdp ?? "").length > 0) timer ||= setTimeout(done, gatherTime);
  };
  peer.addEventListener("icegatheringstatechange", look);
  peer.addEventListener("icecandidate", look);
  look();
});

/** Direct is one end of a connection between two pages. */
export class Direct {
  #peer = new RTCPeerConnection({ iceServers: [{ urls: servers.map((server) => `stun:${server}`) }] });
  #met;
  #failed;
  #retry = 0; // timer
  #name = "";
  /** @type {RTCDataChannel | undefined} */
  #channel;

  /**
   * @param {(connection: Connection) => void} met hears of the page at the other end
   * @param {() => void} failed hears that no connection comes about */
  constructor(met, failed) {
    this.#met = met;
    this.#failed = failed;
    // The other end hears at once of a page that is left.
    window.addEventListener("pagehide", () => this.#peer.close());
  }

  /** Makes an offer.
   * @returns {Promise<string>} the fragment of its link */
  async offer() {
    this.#use(this.#peer.createDataChannel("game"));
    this.#peer.addEventListener("connectionstatechange", () => { if (this.#peer.connectionState === "failed") this.#failed(); });
    await this.#peer.setLocalDescription();
    return this.#described("");
  }

  /** Answers an offer.
   * @param {Description} offer
   * @returns {Promise<string>} the fragment of the answer's link */
  async answer(offer) {
    const peer = this.#peer;
    peer.addEventListener("datachannel", ({ channel }) => this.#use(channel));
    await peer.setRemoteDescription({ type: "offer", sdp: toSdp(offer) });
    await peer.setLocalDescription();
    // The browser gives addresses up that do not answer at once, but the answer is on its way through
    // people's hands.
    this.#retry = setInterval(() => {
      for (const [i, c] of offer.candidates.entries()) peer.addIceCandidate({ candidate: candidateLine(c, i), sdpMid: "0" }).catch(() => {});
    }, again);
    return this.#described(offer.name);
  }

  /** @param {string} to name of the offer that is answered
   * @throws {Error} the browser has no address, or hides it */
  async #described(to) {
    await gathered(this.#peer);
    const description = fromSdp(this.#peer.localDescription?.sdp ?? "", to);
    if (description.candidates.length === 0) throw new Error("this browser gives no address by which another page could reach it: look for a network, or for an add-on that hides addresses");
    this.#name = description.name;
    return toFragment(description);
  }

  /** Takes an answer, and reports whether it is to this offer.
   * @param {Description} answer */
  async accept(answer) {
    if (!this.#name || answer.to !== this.#name || this.#peer.signalingState !== "have-local-offer") return false;
    await this.#peer.setRemoteDescription({ type: "answer", sdp: toSdp(answer) });
    return true;
  }

  /** @param {RTCDataChannel} channel */
  #use(channel) {
    this.#channel = channel;
    /** @type {Connection} */
    const connection = { send: (text) => { if (channel.readyState === "open") channel.send(text); } };
    channel.addEventListener("message", ({ data }) => connection.take?.(data));
    channel.addEventListener("close", () => connection.ended?.());
    channel.addEventListener("open", () => {
      clearInterval(this.#retry);
      this.#met(connection);
    });
    // A page that is gone without a word is noticed by the browser's own signs of life.
    this.#peer.addEventListener("connectionstatechange", () => { if (this.#peer.connectionState === "failed") connection.ended?.(); });
  }

  /** Closes the connection after the last messages have been sent. */
  close() {
    clearInterval(this.#retry);
    if (this.#channel?.readyState !== "open") return this.#peer.close();
    this.#channel.addEventListener("close", () => this.#peer.close());
    this.#channel.close();
  }
}

/** The channel by which a tab hands an answer to the tab that waits for it. */
const channelName = "tessera friend";

/** Lets other tabs hand answers over.
 * @param {(answer: Description) => Promise<boolean>} take reports whether the answer is for this tab
 * @returns {() => void} ends it */
export function receive(take) {
  const channel = new BroadcastChannel(channelName);
  let taken = "";
  channel.onmessage = async ({ data }) => {
    const link = String(data?.link);
    const answer = fromLink(link);
    if (!answer) return;
    if (link === taken || await take(answer).catch(() => false)) channel.postMessage({ taken: taken = link });
  };
  return () => channel.close();
}

/** Hands an answer to the tab that waits for it, again and again until that tab has it: it may sleep, or
 * be busy.
 * @param {string} link
 * @param {() => void} taken hears that there is one */
export function handOver(link, taken) {
  const channel = new BroadcastChannel(channelName);
  const hand = () => channel.postMessage({ link });
  const retry = setInterval(hand, again);
  channel.onmessage = ({ data }) => {
    if (data?.taken !== link) return;
    clearInterval(retry);
    channel.close();
    taken();
  };
  hand();
}
