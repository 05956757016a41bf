// @ts-check
// A game as this player may see it, kept up to date: its state, actions and events.

import { Problem } from "./client.js";
import { player, showsPresence } from "./session.js";

/**
 * @typedef {object} Seen
 * @property {import("./contract.js").State} state
 * @property {import("./choices.js").Action[]} actions
 * @property {Map<import("./choices.js").Action, import("./contract.js").Odds>} odds of the actions that throw dice
 */

/** The state, and what a signed-in player may do at a version. @typedef {[import("./contract.js").State, (Omit<Seen, "state" | "odds"> & {version: number, odds: import("./contract.js").Odds[]}) | null]} Answers */

/** What begins something that dice thrown before have nothing to do with. */
const BEGINNINGS = new Set(["card_played", "attack_declared"]);

export class Table {
  /** @type {number | null} */
  #back = null;
  /** What was asked for ahead. @type {ReturnType<Table["prefetch"]> | null} */
  #asked = null;
  /** @type {Promise<{invite: string}> | undefined} */
  #invite;

  /**
   * @param {import("./client.js").Client} client
   * @param {string} game
   */
  constructor(client, game) {
    this.client = client;
    this.game = game;
    /**
     * The version at the end of the last command, and of each such version the one before it that
     * still counts: what can be taken back to.
     */
    this.version = 0;
    /** @type {Map<number, number>} */
    this.before = new Map();
    /** The version at which the first turn had begun. @type {number | null} */
    this.started = null;
    /** The last throw of dice, until something else begins. @type {import("./contract.js").Event | null} */
    this.roll = null;
    /** What happened since somebody asked last. @type {import("./contract.js").Event[]} */
    this.recent = [];
    /** All that has happened, as far as it is known. @type {import("./contract.js").Event[]} */
    this.events = [];
    this.path = `/v1/games/${game}`;
  }

  /**
   * The game as it is now. Asks again when it went on in between.
   * @returns {Promise<Seen>}
   */
  async load() {
    for (;;) {
      const asked = this.#asked ?? this.#ask();
      this.#asked = null;
      const [state, listed] = await asked;
      if (listed && listed.version !== state.version) continue;
      const actions = listed ? listed.actions : [];
      return { state, actions, odds: new Map(listed?.odds.map((one) => [actions[one.action], one])) };
    }
  }

  /**
   * Ask for what `look` will look at, before there is a page to show it.
   * @returns {Promise<Answers>}
   */
  prefetch() {
    this.#asked = this.#ask();
    this.#asked.catch(() => {}); // told of by who looks
    return this.#asked;
  }

  /** @returns {Promise<Answers>} */
  #ask() {
    return Promise.all([
      this.client.get(this.path),
      this.client.token ? this.client.get(`${this.path}/actions?odds=true`) : null,
    ]);
  }

  /**
   * Tell of the game's events for ever; `settled` after each that ends a decision.
   * @param {AbortSignal} signal
   * @param {(event: import("./contract.js").Event) => void} settled
   */
  async follow(signal, settled) {
    for await (const event of this.client.follow(this.game, 0, signal, { presence: showsPresence() })) {
      this.roll = rollAfter(event, this.roll);
      this.recent.push(event);
      this.events.push(event);
      if (event.type === "taken_back") this.#back = event.data.to_version;
      if (!event.last) continue;
      if (event.type === "turn_started") this.started ??= event.version;
      const talk = /^(undo|hint)_/.test(event.type);
      const before = this.#back ?? (talk ? this.version : null);
      this.before.set(event.version, before === null ? this.version : this.before.get(before) ?? 0);
      this.version = event.version;
      this.#back = null;
      settled(event);
    }
  }

  /**
   * The events after a version up to another; none unless all of them have come in by now.
   * @param {number} from
   * @param {number} to
   */
  between(from, to) {
    const found = this.recent.filter(({ version }) => version > from && version <= to);
    this.recent = this.recent.filter(({ version }) => version > to);
    return found.length === to - from ? found : [];
  }

  /**
   * Submit one of the listed actions. False when the game had gone on: nothing was done.
   * @param {import("./choices.js").Action} action
   * @param {number} version
   */
  submit(action, version) {
    return this.#unlessLate(this.client.post(`${this.path}/commands`, action, { version }));
  }

  /**
   * Give up, whatever happened since: nobody takes that back because the other moved at that moment.
   * @param {import("./choices.js").Action} action
   * @returns {Promise<true>}
   */
  async resign(action) {
    await this.client.post(`${this.path}/commands`, action);
    return true;
  }

  /**
   * @param {string} side
   * @param {string | null} invite
   * @param {string | null} seat the one that is wanted; any other of the side where it has been taken
   */
  async takeSeat(side, invite, seat) {
    const wanted = invite ? { side, invite } : { side };
    const take = (/** @type {object} */ more) => this.client.post(`${this.path}/seats`, { ...wanted, ...more });
    if (!seat) return take({});
    return take({ seat }).catch((error) => {
      if (error instanceof Problem && error.document.rule === "seat.taken") return take({});
      throw error;
    });
  }

  /**
   * Before the game begins: give seats back, or call the game off.
   * @param {string[]} seats none to call it off
   * @returns {Promise<true>}
   */
  async leave(seats) {
    for (const path of seats.length ? seats.map((seat) => `${this.path}/seats/${seat}`) : [this.path]) {
      await this.client.remove(path);
    }
    return true;
  }

  /**
   * Where another player takes a side, or just one seat of it. Only the creator of a private game is
   * told its invitation.
   * @param {import("./contract.js").State} state
   * @param {string} side
   * @param {string} [seat]
   */
  async link({ visibility, created_by: creator }, side, seat) {
    /** @type {Record<string, string>} */
    const place = seat ? { side, seat } : { side };
    const to = (/** @type {Record<string, string>} */ said) => new URL(`#${new URLSearchParams(said)}`, location.href).href;
    if (visibility !== "private" || creator !== player()?.id) return seat ? to(place) : location.href;
    this.#invite ??= this.client.get(`${this.path}/invite`);
    const { invite } = await this.#invite;
    return to({ invite, ...place });
  }

  /**
   * Take back, or request to take back.
   * @param {number} to
   * @param {string} seat
   * @param {number} version
   */
  takeBack(to, seat, version) {
    return this.#unlessLate(this.client.post(`${this.path}/undo`, { to_version: to, seat }, { version }));
  }

  /**
   * @param {"accept" | "decline" | "withdraw"} answer
   * @param {string} seat
   * @param {number} version
   */
  answerUndo(answer, seat, version) {
    return this.#unlessLate(this.client.post(`${this.path}/undo/${answer}`, { seat }, { version }));
  }

  /**
   * Say something about time, or to the other seats.
   * @param {string} part `clock` or `agreements`
   * @param {object} what
   * @param {number} version
   */
  postTo(part, what, version) {
    return this.#unlessLate(this.client.post(`${this.path}/${part}`, what, { version }));
  }

  /** @param {Promise<unknown>} sent */
  async #unlessLate(sent) {
    try {
      await sent;
      return true;
    } catch (error) {
      if (error instanceof Problem && error.status === 412) return false;
      throw error;
    }
  }
}

/**
 * The throw of dice to show after an event.
 * @param {import("./contract.js").Event} event
 * @param {import("./contract.js").Event | null} before
 */
function rollAfter(event, before) {
  if ("faces" in event.data && event.data.faces) return event;
  return BEGINNINGS.has(event.type) ? null : before;
}
