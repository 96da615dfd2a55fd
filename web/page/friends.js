// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The game with friends at other pages. The host's page invites and has the game; a guest has one seat
// of it, or watches. The pages send each other the whole game, so that after any interruption one
// message brings them into step: the one with more moves of the same game tells the other. Golden
// judges every move of another page before it is made here.
import * as direct from "./direct.js";
import { friend } from "./engines.js";
import { reason } from "./errors.js";
import { Game } from "./game.js";
import * as invite from "./invite.js";
import { tell } from "./message.js";
import { person } from "./panel.js";
import { Room, hasRelay, isSecret, secret } from "./relay.js";
import * as store from "./store.js";
import { capital } from "./words.js";
/** @import { Session } from "./session.js" */
/** @import { Turn } from "./turn.js" */
/** @import { Connection, Linked, Player, Position, Together, Word } from "../types/shared" */

const largest = 1 << 14; // characters of a message
const mostWaiting = 100; // messages that wait for golden
const asks = `Both browsers ask ${direct.asked} for their own address. Between very strict networks no connection comes about.`;
const lost = "No connection came about: the link may be too old or damaged, or one of the networks too strict. Make a new one.";

/** A message of another page.
 * @param {string} text
 * @returns {Word} */
function read(text) {
  if (text.length > largest) throw new Error(`a message of ${text.length} characters, want at most ${largest}`);
  let word;
  try {
    word = JSON.parse(text);
  } catch {
    throw new Error("a message that is no JSON");
  }
  /** @type {Required<Word>} */
  const model = { hello: "", of: "", game: "", round: 0, seat: 0, refused: "", wants: "", bye: false };
  return store.fitting(model, word, () => false);
}

/** Whether only this computer can open the page's address. */
const onlyHere = () => /^(localhost|127\..*|\[::1?\]|0\.0\.0\.0)$/.test(location.hostname);

export class Friends {
  #session;
  #turn;
  /** The game to which the page belongs, until the visitor leaves it. */
  #guest = store.invitedTo() !== undefined;
  /** @type {Room | undefined} */
  #room;
  /** The direct connections; of them, the one whose offer waits for its answer.
   * @type {Set<direct.Direct>} */
  #ends = new Set();
  /** @type {direct.Direct | undefined} */
  #waiting;
  /** What the dialog shows of it.
   * @type {invite.Shown | undefined} */
  #shown;
  /** Ends the wait for other tabs. */
  #deaf = () => {};
  /** The pages at the other ends, with their seats; -1: it watches, or it is the host.
   * @type {Map<Connection, Player>} */
  #seats = new Map();
  /** Why there is no connection. */
  #news = "";
  /** The game as the other pages have it. */
  #sent = "";
  /** The game of the last round.
   * @type {Game | undefined} */
  #game;
  #queue = Promise.resolve();
  #queued = 0;

  /**
   * @param {Session} session
   * @param {Turn} turn */
  constructor(session, turn) {
    this.#session = session;
    this.#turn = turn;
    turn.changed = () => this.#share();
    invite.wire({
      invite: () => (this.#shown ? invite.show(this.#shown) : this.invite()),
      leave: () => this.leave(),
      answered: (link) => this.opened(link),
    });
  }

  /** Whether the page is another's guest. */
  get guest() {
    return this.#guest;
  }

  /** Goes on with what the page's address or its storage tells of friends. */
  async start() {
    const session = this.#session;
    const room = store.invitedTo();
    if (room !== undefined) {
      if (session.together?.room !== room || !isSecret(session.together.key)) session.together = { room, key: secret(), keys: [], seat: 0, round: 0 };
      if (isSecret(room)) this.#open(session.together);
      else if (room !== store.direct) this.#news = "the link to your friend's game is damaged: ask for it again.";
      else this.#news = "there is no connection to your friend: ask for a new link. The game stays.";
    } else if (session.shared) {
      const { room = "", key = "" } = session.together ?? {};
      if (!isSecret(key) || (room && !isSecret(room))) return this.leave(); // the storage has lost the rest
      this.#game = session.game;
      if (session.together && room) this.#open(session.together);
    }
    this.#draw();
  }

  /** The seat that a friend can take: one that waits for a friend, or else of an engine, or the last.
   * @returns {Player} */
  get #free() {
    const { players } = this.#session.settings;
    const found = [friend, ""].map((want) => players.findIndex((who, i) => (want ? who === want && !this.#at(i) : who !== person && who !== friend)));
    return found.find((seat) => seat >= 0) ?? players.length - 1;
  }

  /** Whether a friend sits at a seat now.
   * @param {Player} seat */
  #at(seat) {
    return [...this.#seats.values()].includes(seat);
  }

  /** Invites a friend to a seat.
   * @param {Player} [seat] none: one that is free */
  async invite(seat = this.#free) {
    const session = this.#session;
    if (this.#guest) {
      await this.#turn.refresh();
      return tell("Open the page without your friend's link to invite somebody yourself.", "bad");
    }
    invite.show({ about: "The page makes a link …" });
    const relayed = !session.together?.room && await hasRelay();
    const { game, tables } = session;
    if (!session.together) {
      // The numbers of different invitations differ, too.
      const [round] = crypto.getRandomValues(new Uint32Array(1));
      session.together = { room: "", key: secret(), keys: Array(tables.seats).fill(""), seat: 0, round };
      this.#game = game;
      this.#sent = "";
    }
    const { together } = session;
    if (relayed) together.room = secret();
    game.clock = null;
    game.late = game.puzzle = game.posed = 0;
    game.at = game.moves.length;
    await this.#turn.seat(seat, friend);
    if (!together.room) return this.#offer(together, seat);
    if (!this.#room) this.#open(together);
    this.#draw();
    invite.show({
      about: `Send this link to a friend. Who opens it first plays player ${seat + 1}; everyone after that watches.`,
      link: store.address(together.room),
      note: onlyHere() ? "This link works on this computer only. For friends on your network, start tessera web --listen 0.0.0.0:8080: "
        + "then the page opens at this computer's address there." : "Your friend must reach this address: it goes to the program that serves this page.",
    });
  }

  /** Makes a link with an offer of a direct connection.
   * @param {Together} together
   * @param {Player} seat */
  async #offer(together, seat) {
    if (!direct.hasDirect) return invite.show({ about: "This browser has no WebRTC, which connects two pages directly. Take another browser, or play over tessera web." });
    if (this.#waiting && this.#shown) return invite.show(this.#shown);
    this.#forget();
    if (!this.#at(seat)) together.keys[seat] = ""; // whoever gets the new link
    const end = this.#direct();
    this.#waiting = end;
    let offer;
    try {
      offer = await end.offer();
    } catch (error) {
      return this.#giveUp(end, `There is no link to send: ${reason(error)}.`);
    }
    if (end !== this.#waiting) return;
    const link = store.address(store.direct) + offer;
    this.#deaf = direct.receive((answer) => this.#accept(answer));
    this.#shown = {
      about: "1. Send this link to a friend, and keep this page open.\n2. Your friend opens it and sends you another link back.\n"
        + "3. Open that link in this browser, or paste it below, within a few minutes.",
      link, back: true, note: asks,
    };
    invite.show(this.#shown);
    this.#draw();
  }

  /** One end of a direct connection. */
  #direct() {
    const end = new direct.Direct((connection) => {
      if (this.#waiting === end) this.#waiting = this.#shown = undefined;
      invite.hide();
      this.#met(connection);
    }, () => this.#giveUp(end, lost));
    this.#ends.add(end);
    return end;
  }

  /** Gives up an end that waits, and says why.
   * @param {direct.Direct} end
   * @param {string} about */
  #giveUp(end, about) {
    if (this.#waiting !== end) return;
    this.#forget();
    invite.show({ about });
    this.#draw();
  }

  /** Gives up the offer that waits. */
  #forget() {
    this.#deaf();
    this.#shown = undefined;
    if (!this.#waiting) return;
    this.#waiting.close();
    this.#ends.delete(this.#waiting);
    this.#waiting = undefined;
  }

  /** Takes an answer, and reports whether it is to this page's offer.
   * @param {direct.Description} answer */
  async #accept(answer) {
    if (!await this.#waiting?.accept(answer)) return false;
    invite.news("The answer is there; the pages connect …");
    return true;
  }

  /** Takes a link of a direct connection: a friend's offer or answer.
   * @param {string} link */
  async opened(link) {
    const found = direct.fromLink(link);
    if (!found || !this.#guest) {
      const taken = found?.to && await this.#accept(found).catch(() => false);
      if (taken) return;
      const why = !found ? "That link is damaged: have it sent again, whole." : found.to ? "That link answers another invitation, or one that is over: make a new one."
        : "That is an invitation, not the answer to one.";
      if (this.#waiting) invite.news(why);
      else tell(why, "bad");
      return;
    }
    if (found.to) return tell("That link is for the friend who has invited you.", "bad");
    if (!direct.hasDirect) return tell("This browser has no WebRTC, which connects two pages directly: open the link in another.", "bad");
    this.#forget();
    invite.show({ about: "The page makes a link …" });
    const end = this.#direct();
    this.#waiting = end;
    this.#news = "the game begins when your friend has opened the link that you send back.";
    this.#draw();
    try {
      const answer = await end.answer(found);
      if (end !== this.#waiting) return; // connected, or another link
      this.#shown = {
        about: "A friend invites you to a game. Send this link back within a few minutes, and keep this page open: the game begins when your friend has opened it.",
        link: store.address() + answer,
        note: asks,
      };
      invite.show(this.#shown);
      this.#draw();
    } catch (error) {
      this.#giveUp(end, `There is no link to send back: ${reason(error)}.`);
    }
  }

  /** Opens or joins a room.
   * @param {Together} together */
  #open({ room, key }) {
    this.#news = "the page connects …";
    this.#room = new Room(room, this.#guest ? "" : key, (connection) => this.#met(connection), (news) => {
      this.#news = news;
      invite.news(capital(news));
      this.#draw();
    });
  }

  /** @param {Connection} connection to another page */
  #met(connection) {
    connection.take = (text) => this.#hear(connection, text);
    connection.ended = () => {
      if (!this.#seats.delete(connection) || this.#news) return this.#draw();
      if (this.#guest && this.#session.together?.room === store.direct) this.#news = "the connection to your friend is lost: ask for a new link. The game stays.";
      this.#draw();
    };
    if (!this.#guest) return; // a guest speaks first
    this.#news = "";
    this.#seats.set(connection, -1);
    this.#send(connection, { hello: this.#session.together?.key, of: store.gameName() });
    this.#draw();
  }

  /** @param {Connection} connection
   * @param {Word} word */
  #send(connection, word) {
    connection.send(JSON.stringify(word));
  }

  /** Takes messages one after the other.
   * @param {Connection} connection
   * @param {string} text */
  #hear(connection, text) {
    if (this.#queued >= mostWaiting) return; // a flood
    this.#queued++;
    this.#queue = this.#queue.then(() => this.#take(connection, read(text))).catch((error) => {
      tell(`What your friend's page has sent is refused: ${reason(error)}.`, "bad");
      this.#send(connection, { refused: reason(error), ...(this.#guest ? {} : this.#state(this.#seats.get(connection) ?? -1)) });
    }).finally(() => { this.#queued--; });
  }

  /** @param {Connection} connection
   * @param {Word} word */
  async #take(connection, word) {
    if (!this.#session.together) return; // the visitor has left
    if (word.bye) {
      const seat = this.#seats.get(connection) ?? -1;
      this.#seats.delete(connection);
      if (!this.#guest && seat < 0) return this.#draw(); // it has watched
      if (this.#guest) this.#room?.close(); // the host does not come back
      this.#news = "your friend has left the game, which stays here.";
      return this.#draw();
    }
    if (word.refused) tell(`Your friend's page refuses what this one has sent: ${word.refused.slice(0, 200)}.`, "bad");
    if (this.#guest) await this.#follow(connection, word, this.#session.together);
    else await this.#judge(connection, word, this.#session.together);
    this.#draw();
  }

  /** What the host tells a guest.
   * @param {Player} seat the guest's
   * @returns {Word} */
  #state(seat) {
    return { of: store.gameName(), game: this.#text, round: this.#session.together?.round, seat: seat + 1 };
  }

  /** The game in the form of links. */
  get #text() {
    const { first, setup, moves, resigned } = this.#session.game;
    return store.toFragment({ first, setup, moves, resigned });
  }

  /** The game of a message, if golden finds its moves legal.
   * @param {string} game
   * @returns {Promise<{ linked: Linked, position: Position }>} */
  async #read(game) {
    const linked = store.fromFragment(game);
    if (!linked) throw new Error("the message holds no game");
    const { first, setup, moves } = linked;
    return { linked, position: await this.#session.rules.call("position", { ...store.of(), first, ...(setup ? { setup } : {}), moves }) };
  }

  /** Makes the moves of a message that this page does not have, and reports which game is the longer.
   * @param {string} text
   * @param {(player: Player) => boolean} may whether the sender moves for a player
   * @returns {Promise<"other" | "shorter" | "same" | "longer">} */
  async #extend(text, may) {
    const { linked, position } = await this.#read(text);
    const { game, tables } = this.#session;
    const common = store.shared(game.moves, linked.moves);
    if (position.first !== game.first || position.setup !== game.setup || common < Math.min(game.moves.length, linked.moves.length)) return "other";
    const more = position.moves.slice(game.moves.length);
    const resigned = position.over ? 0 : linked.resigned ?? 0;
    if (linked.moves.length < game.moves.length || (game.resigned && !resigned)) return "shorter";
    if (more.length === 0 && resigned === game.resigned) return "same";
    if (game.lost) throw new Error("the game is over");
    // A forced pass, which golden allows at no other time, is made by all pages.
    const wrong = more.find((m) => m.code !== tables.pass && !may(m.player));
    if (wrong) throw new Error(`move ${game.moves.length + more.indexOf(wrong) + 1} is not the sender's to make`);
    if (resigned && (resigned > tables.seats || !may(resigned - 1))) throw new Error("nobody resigns for another");
    const back = game.live ? -1 : game.at; // the visitor looks at an earlier position
    game.at = game.moves.length;
    for (const { code } of more) game.make(code);
    game.resigned = resigned;
    if (back >= 0) game.at = back;
    return "longer";
  }

  /** Takes a guest's message.
   * @param {Connection} connection
   * @param {Word} word
   * @param {Together} together */
  async #judge(connection, word, together) {
    if (word.hello !== undefined) return this.#welcome(connection, word, together);
    const seat = this.#seats.get(connection);
    if (seat === undefined) throw new Error("a page that has not said who it is");
    if (word.wants === "new" && seat >= 0) tell(`Player ${seat + 1} asks for a new game: New game begins it for all.`);
    if (word.game === undefined) return;
    if (seat < 0) throw new Error("a page that watches makes no moves");
    if (word.round !== together.round) return this.#send(connection, this.#state(seat));
    const is = await this.#extend(word.game, (player) => player === seat);
    if (is === "other") throw new Error("it is another game than this page's");
    if (is === "shorter") this.#send(connection, this.#state(seat));
    if (is === "longer") await this.#turn.refresh();
  }

  /** Gives a guest its seat, or a free one, or lets it watch.
   * @param {Connection} connection
   * @param {Word} word
   * @param {Together} together */
  #welcome(connection, { hello = "", of }, together) {
    const { players } = this.#session.settings;
    if (!isSecret(hello)) throw new Error("a page without a key of 32 hexadecimal digits");
    if (of !== store.gameName()) throw new Error(`a page with the game ${String(of).slice(0, 20)}, want one with ${store.gameName()}`);
    let seat = together.keys.indexOf(hello);
    if (seat < 0) seat = players.findIndex((who, i) => who === friend && !together.keys[i]);
    if (seat >= 0) {
      together.keys[seat] = hello;
      // The same browser in another tab: the later one plays.
      for (const [other, its] of this.#seats) {
        if (its !== seat) continue;
        this.#seats.set(other, -1);
        this.#send(other, this.#state(-1));
      }
      if (this.#room) invite.hide();
    }
    this.#news = "";
    this.#seats.set(connection, seat);
    this.#session.keep();
    this.#send(connection, this.#state(seat));
  }

  /** Takes the host's message.
   * @param {Connection} connection
   * @param {Word} word
   * @param {Together} together */
  async #follow(connection, { of, game: text, round = 0, seat = 0, refused }, together) {
    if (text === undefined) return;
    if (of !== store.gameName()) throw new Error(`the game ${String(of).slice(0, 20)}, want ${store.gameName()}`);
    const session = this.#session;
    const players = session.settings.players.map((_, i) => (i === seat - 1 ? person : friend));
    const seated = players.join() !== session.settings.players.join();
    session.settings.players = players;
    together.seat = seat;
    const same = !refused && round === together.round;
    const is = same ? await this.#extend(text, (player) => player !== seat - 1) : "other";
    if (is === "shorter" && seat > 0) return this.#send(connection, { game: this.#text, round });
    if (is === "other" || is === "shorter") {
      const { linked, position } = await this.#read(text);
      const begun = !same && !refused && session.game.moves.length > 0;
      session.replace(new Game({ first: position.first, setup: position.setup, moves: linked.moves, at: linked.moves.length, resigned: position.over ? 0 : linked.resigned }));
      together.round = round;
      session.resume();
      this.#sent = this.#text;
      await this.#turn.refresh();
      if (begun) tell("Your friend has begun another game.");
      return;
    }
    this.#sent = this.#text;
    if (is === "longer" || seated) await this.#turn.refresh();
  }

  /** Tells the other pages of a change of the game. */
  #share() {
    const session = this.#session;
    const { game, together } = session;
    if (!together) return;
    if (!session.shared) return this.leave(); // another player has taken the seat
    if (!this.#guest && game !== this.#game) {
      if (this.#game) together.round++;
      this.#game = game;
      session.keep();
    }
    const text = `${this.#guest ? "" : `${together.round} `}${this.#text}`;
    if (text === this.#sent) return this.#draw();
    this.#sent = text;
    for (const [connection, seat] of this.#seats) {
      if (!this.#guest) this.#send(connection, this.#state(seat));
      else if (together.seat > 0) this.#send(connection, { game: this.#text, round: together.round });
    }
    this.#draw();
  }

  /** Asks the host for a new game. */
  ask() {
    if (!this.#session.together?.seat) return tell("A new game is up to those who play.");
    for (const connection of this.#seats.keys()) this.#send(connection, { wants: "new" });
    tell(this.#seats.size ? "Your friend is asked for a new game." : "Your friend is not there to be asked for a new game.");
  }

  /** Leaves the game: friends' seats are persons' again, and the game stays. */
  async leave() {
    for (const connection of this.#seats.keys()) this.#send(connection, { bye: true });
    this.#seats.clear();
    this.#forget();
    for (const end of this.#ends) end.close();
    this.#ends.clear();
    this.#room?.close();
    this.#room = undefined;
    this.#news = "";
    const { settings } = this.#session;
    this.#session.together = undefined;
    settings.players = settings.players.map((who) => (who === friend ? person : who));
    this.#draw();
    await this.#turn.refresh();
  }

  /** Shows how it stands. */
  #draw() {
    const { settings, together } = this.#session;
    if (!together) return invite.stand("", "");
    const link = this.#shown || (!this.#guest && together.room);
    const free = !this.#guest && settings.players.some((who, i) => who === friend && !this.#at(i));
    invite.stand([this.#news && capital(this.#news), ...(this.#guest ? this.#asGuest(together) : this.#asHost(together))].filter(Boolean).join(" "),
      link ? "Show the link" : free ? "Make a link" : "");
  }

  /** @param {Together} together
   * @returns {string[]} */
  #asGuest({ seat }) {
    if (this.#seats.size === 0) return [];
    return [seat > 0 ? `You play player ${seat}; your friend is there.` : "You watch the game."];
  }

  /** @param {Together} together
   * @returns {string[]} */
  #asHost({ keys, room }) {
    const { settings } = this.#session;
    const there = [...this.#seats.values()];
    const watching = there.filter((seat) => seat < 0).length;
    return [
      ...settings.players.flatMap((who, seat) => (who !== friend ? [] : [
        there.includes(seat) ? `Your friend plays player ${seat + 1}.`
          : !keys[seat] ? `Whoever opens the link plays player ${seat + 1}.`
            : `The friend who plays player ${seat + 1} is away; the game stays, and ${room ? "the same link leads back" : "goes on after a new link"}.`,
      ])),
      watching > 0 ? `${watching} watch${watching > 1 ? "" : "es"}.` : "",
    ];
  }
}
