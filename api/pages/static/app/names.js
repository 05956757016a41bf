// @ts-check
// The names, ratings and presence of a game's players, by the ids that states have.

/** @typedef {{rating: number, provisional: boolean, games: number}} Rating */

export class Names {
  /** @type {Map<string, {name: string, rating: string}>} */
  #known = new Map();
  #changed = false;
  /** Whether the players of seats are there, who let others know. @type {Map<string, boolean>} */
  #here = new Map();

  /** @param {import("./client.js").Client} client */
  constructor(client) {
    this.client = client;
  }

  /**
   * Ask for the names and ratings that are not known yet; one that cannot be had is left out. Of a
   * rated game that is over, what it did to ratings.
   * @param {Partial<Omit<import("./contract.js").State, "table">> & {table: Pick<import("./contract.js").Place, "player" | "bot">[]}} state
   */
  async load(state) {
    const wanted = new Set(state.table.flatMap(({ player, bot }) => (player && !bot ? [player] : [])));
    await Promise.all([...wanted].filter((id) => !this.#known.has(id)).map(async (id) => {
      const { name, rating, luck_adjusted_rating } = await this.client.get(`/v1/players/${id}`).catch(() => ({ name: null }));
      const known = [rating, luck_adjusted_rating].filter((one) => one?.games);
      this.#known.set(id, { name: name ?? "", rating: known.map(points).join(" · ") });
    }));
    if (!state.rated || state.status !== "finished" || this.#changed) return;
    const { items } = await this.client.get(`/v1/games/${state.id}/ratings`).catch(() => ({ items: [] }));
    for (const { player, before, after } of items) {
      this.#changed = true;
      this.#known.set(player, { name: this.nameOf(player), rating: `${points(before)} → ${points(after)}` });
    }
  }

  /**
   * Ask which of the other players are there.
   * @param {string} game
   * @returns {Promise<boolean>} whether that is another answer than before
   */
  async refreshPresence(game) {
    /** @type {{items: import("./contract.js").PresentSeat[]}} */
    const { items } = await this.client.get(`/v1/games/${game}/presence`).catch(() => ({ items: [] }));
    const before = JSON.stringify([...this.#here]);
    this.#here = new Map(items.map((one) => [one.seat, one.present]));
    return before !== JSON.stringify([...this.#here]);
  }

  /**
   * What a player is called; empty where that cannot be had.
   * @param {string} id
   */
  nameOf(id) {
    return this.#known.get(id)?.name ?? "";
  }

  /**
   * How a player is rated; empty before the first rated game.
   * @param {string} id
   */
  ratingOf(id) {
    return this.#known.get(id)?.rating ?? "";
  }

  /**
   * Whether the player of a seat is there; undefined for one who does not let others know.
   * @param {string} seat
   */
  present(seat) {
    return this.#here.get(seat);
  }

  /**
   * Who holds the seats of a side, how they are rated, and whether one of them is there; what is not
   * known is empty, or undefined.
   * @param {import("./contract.js").State} state
   * @param {string} side
   */
  of(state, side) {
    const own = state.table.filter((place) => place.side === side);
    const ids = [...new Set(own.flatMap(({ player }) => player ?? []))];
    const shown = own.map((place) => this.present(place.seat)).filter((here) => here !== undefined);
    return {
      name: ids.map((id) => this.nameOf(id)).filter(Boolean).join(", "),
      rating: ids.map((id) => this.ratingOf(id)).filter(Boolean).join(", "),
      here: shown.length ? shown.includes(true) : undefined,
    };
  }
}

/**
 * A rating as it is shown, with a mark where it is provisional.
 * @param {Rating} rating
 */
const points = ({ rating, provisional }) => `${rating}${provisional ? "?" : ""}`;
