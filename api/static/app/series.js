// @ts-check
// Every state of a game, fetched ahead: stepping from one to another asks nobody.

const AT_ONCE = 6;

export class Series {
  /** The states by version, without gaps from version 1 on. @type {any[]} */
  #states = [];

  /**
   * @param {import("./client.js").Client} client
   * @param {string} path the game's
   * @param {string | null} eyes as whom to look: `allies`, `axis`, `reviewer`; as oneself without
   */
  constructor(client, path, eyes) {
    this.client = client;
    this.path = path;
    this.eyes = eyes;
  }

  /** The newest version that is here. */
  get latest() {
    return Math.max(0, this.#states.length - 1);
  }

  /**
   * The state at a version, where it is here.
   * @param {number} version
   */
  at(version) {
    return this.#states[version];
  }

  /**
   * The state at a version, before all others.
   * @param {number} version
   * @returns {Promise<any>}
   */
  first(version) {
    const query = this.eyes ? `?as=${this.eyes}` : "";
    return this.client.get(`${this.path}/states/${version}${query}`);
  }

  /**
   * Fetch all states up to a version.
   * @param {number} version
   */
  async reach(version) {
    while (this.latest < version) {
      const begin = this.latest + 1;
      const wanted = Array.from({ length: Math.min(AT_ONCE, version - this.latest) }, (_, n) => begin + n);
      const states = await Promise.all(wanted.map((one) => this.first(one)));
      states.forEach((state, n) => {
        this.#states[begin + n] = state;
      });
    }
  }
}
