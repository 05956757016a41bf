// @ts-check
// The history of a game: its events, turns, luck, and what was taken back.

import { inPages } from "./client.js";
import { entries, stops } from "./stops.js";

/** @typedef {import("./stops.js").Unit} Unit */

const PAGE = 3000;

export class GameHistory {
  /** @type {Map<Unit, number[]>} */
  #stops = new Map();
  /** The entry of each version. @type {import("./contract.js").Entry[]} */
  #entries = [];

  /**
   * @param {import("./client.js").Client} client
   * @param {string} path the game's
   */
  constructor(client, path) {
    this.client = client;
    this.path = path;
    /** All events, the first of version 1. @type {import("./contract.js").Event[]} */
    this.events = [];
    /** The turns of the timeline. @type {import("./contract.js").Turn[]} */
    this.turns = [];
    /** The report of luck, of what counts. @type {import("./contract.js").Luck} */
    this.luck = /** @type {import("./contract.js").Luck} */ (/** @type {object} */ ({ rolls: [] }));
    /** What counts, and what was taken back. @type {Pick<import("./contract.js").Mainline, "undone" | "variations">} */
    this.mainline = { undone: [], variations: [] };
  }

  /** Fetch all but the events: the timeline, and luck. */
  async load() {
    const [timeline, luck] = await Promise.all([this.client.get(`${this.path}/timeline`), this.client.get(`${this.path}/luck`)]);
    this.turns = timeline.turns;
    this.luck = luck;
    if (entries(this.turns).some(({ undone }) => undone)) this.mainline = await this.client.get(`${this.path}/mainline`);
    this.#stops.clear();
    this.#entries = [];
    for (const entry of entries(this.turns)) {
      for (let one = entry.from; one <= entry.to; one += 1) this.#entries[one] = entry;
    }
  }

  /**
   * Fetch the events up to a version; those that are here already are not asked for.
   * @param {number} version
   */
  async loadEvents(version) {
    this.events.push(...(await inPages(this.client, `${this.path}/events?`, this.events.length, version, PAGE)));
    this.#stops.clear();
  }

  /**
   * The entry of the timeline that tells of a version.
   * @param {number} version
   */
  entry(version) {
    return this.#entries[version] ?? null;
  }

  /**
   * The entries that begin after one version and up to another, and the one that this is in; what
   * was taken back is among them only where it ends there.
   * @param {number} since
   * @param {number} version
   * @returns {import("./contract.js").Entry[]}
   */
  entriesBetween(since, version) {
    const last = this.entry(version);
    const found = new Set(this.#entries.slice(since + 1, version + 1));
    return [...found].filter((entry) => entry === last || (entry.from > since && !entry.undone));
  }

  /**
   * The versions at which stepping by a unit stops. By events it stops at all; else what was taken
   * back is stepped over, unless one is in it.
   * @param {Unit} unit
   * @param {number} version where one is
   * @param {number} latest
   */
  stops(unit, version, latest) {
    let found = this.#stops.get(unit);
    if (!found) this.#stops.set(unit, (found = stops(unit, this.events, this.turns, latest)));
    if (unit === "event") return found;
    return found.filter((one) => {
      const line = this.undone(one);
      return !line || one === latest || line === this.undone(version);
    });
  }

  /**
   * The line that was taken back, and has this version in it.
   * @param {number} version
   */
  undone(version) {
    return this.mainline.undone.find((line) => version >= line.first && version <= line.last);
  }
}
