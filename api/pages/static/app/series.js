// @ts-check
// All states of a game, fetched in advance as patches: stepping needs no request.

import { inPages } from "./client.js";
import { patched } from "./patch.js";

const AT_ONCE = 3000;

export class Series {
  /** The states by version; that of version 0 is nothing. @type {import("./contract.js").State[]} */
  #states = [/** @type {import("./contract.js").State} */ ({})];

  /**
   * @param {import("./client.js").Client} client
   * @param {string} path the game's
   * @param {string | null} eyes as whom to look: a seat or `reviewer`; as oneself without
   */
  constructor(client, path, eyes) {
    this.client = client;
    this.path = path;
    this.perspective = eyes;
  }

  /** The newest version that is here. */
  get latest() {
    return this.#states.length - 1;
  }

  /**
   * The state at a version; undefined where it is not here yet.
   * @param {number} version
   */
  at(version) {
    return this.#states[version];
  }

  /**
   * Fetch all states up to a version that there is.
   * @param {number} version
   */
  async load(version) {
    const eyes = this.perspective ? `as=${this.perspective}&` : "";
    const pages = await inPages(this.client, `${this.path}/patches?${eyes}`, this.latest, version, AT_ONCE);
    for (const { patch } of pages) this.#states.push(patched(this.#states[this.latest], patch));
  }
}
