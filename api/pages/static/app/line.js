// @ts-check
// A line of play that can be stepped through: the game itself, or one of its branches.

import { GameHistory } from "./game_history.js";
import { Markers } from "./markers.js";
import { medals } from "./medals.js";
import { Series } from "./series.js";

export class Line {
  /**
   * @param {import("./client.js").Client} client
   * @param {string} game
   */
  constructor(client, game) {
    this.client = client;
    this.game = game;
    this.path = `/v1/games/${game}`;
    this.history = new GameHistory(client, this.path);
    this.series = new Series(client, this.path, null);
    this.markers = new Markers();
    /** The first side's chance to win after each judged decision; none before an analysis. @type {[number, number][]} */
    this.chances = [];
    this.latest = 0;
    this.finished = false;
    /** The last version that a branch shares with the game it branches off. */
    this.at = 0;
    /** What a branch is called. @type {string | null} */
    this.name = null;
  }

  /**
   * A branch, with all that stepping through it needs.
   * @param {import("./client.js").Client} client
   * @param {string} game
   */
  static async branch(client, game) {
    const line = new Line(client, game);
    const now = await client.get(line.path);
    line.begin(now);
    line.at = now.branch?.at_version ?? 0;
    line.name = now.branch?.name ?? null;
    await line.load(now.version);
    line.latest = now.version;
    return line;
  }

  /**
   * Begin with the newest state.
   * @param {import("./contract.js").State} now
   */
  begin(now) {
    this.finished = now.status === "finished";
    this.latest = now.version;
    if (this.finished) this.series.perspective = "reviewer";
  }

  /**
   * Fetch all that there is up to a version.
   * @param {number} version
   */
  async load(version) {
    await Promise.all([this.loadStates(version), this.history.loadEvents(version)]);
  }

  /**
   * Fetch all but the events, which are most of it.
   * @param {number} version
   */
  async loadStates(version) {
    await Promise.all([this.series.load(version), this.history.load()]);
  }

  /** Tell of the medals. */
  updateMedals() {
    const won = medals(this.history.events);
    this.markers.set("medal", won.map(({ version, side }) => ({ version, side, glyph: "★" })));
  }

  /**
   * See it through other eyes.
   * @param {string} eyes
   */
  async viewAs(eyes) {
    const series = new Series(this.client, this.path, eyes);
    await series.load(this.latest);
    this.series = series;
  }
}
