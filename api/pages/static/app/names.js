// @ts-check
// What the players of a game are called: states know them by their ids.

export class Names {
  /** @type {Map<string, string>} */
  #known = new Map();

  /** @param {import("./client.js").Client} client */
  constructor(client) {
    this.client = client;
  }

  /**
   * Ask for the names that are not known yet; one that cannot be had is left out.
   * @param {any} state
   */
  async learn(state) {
    const people = state.table.filter((/** @type {any} */ place) => place.player && !place.bot);
    const wanted = new Set(people.map((/** @type {any} */ place) => place.player));
    await Promise.all([...wanted].filter((id) => !this.#known.has(id)).map(async (id) => {
      const { name } = await this.client.get(`/v1/players/${id}`).catch(() => ({ name: null }));
      this.#known.set(id, name ?? "");
    }));
  }

  /**
   * What a player is called; empty where that cannot be had.
   * @param {string} id
   */
  called(id) {
    return this.#known.get(id) ?? "";
  }

  /**
   * Who holds the seats of a side; empty while nobody does.
   * @param {any} state
   * @param {string} side
   */
  of(state, side) {
    const own = state.table.filter((/** @type {any} */ place) => place.side === side);
    const names = own.map((/** @type {any} */ place) => this.#known.get(place.player)).filter(Boolean);
    return [...new Set(names)].join(", ");
  }
}
