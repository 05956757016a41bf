// @ts-check
// The review page of a game: every version of it with its narrative.

import { Board } from "./board.js";
import { byId, showError } from "./dom.js";
import { stepByGestures } from "./gestures.js";
import { Kit } from "./kit.js";
import { Line } from "./line.js";
import { showMatch } from "./match.js";
import { Names } from "./names.js";
import { question } from "./prompt.js";
import { OF_GAME, PANELS } from "./review_panels.js";
import { ownSeats, ownSide } from "./seats.js";
import { fragment, fragmentWith, pageClient, showNoGame, start, visit } from "./start.js";
import { beside } from "./stops.js";

/**
 * What a review shows at a moment.
 * @typedef {object} Shown
 * @property {number} version
 * @property {number} since the version that the step to this one has begun at
 * @property {import("./contract.js").State} state the game's at that version, as this viewer sees it
 * @property {import("./contract.js").Entry | null} entry the timeline's that tells of that version
 * @property {number} latest the newest version there is
 * @property {boolean} finished whether there will be no more
 */

/**
 * A part of the page beside the board. It is made once, with the element that is its own, when all
 * that stepping needs is there; `show` is called for each version shown, and again when the game
 * has gone on. It may read whatever the review has, and moves it by `go` and `step`.
 * @typedef {object} Panel
 * @property {(shown: Shown) => void} show
 */

/** @typedef {new (review: Review, place: HTMLElement) => Panel} PanelKind */
/** @typedef {import("./stops.js").Unit} Unit */

const ADDRESS_AFTER = 300;
/** Marks that are shown on a branch, too. */
const ANYWHERE = ["sketch", "study"];
/** How long a game that runs may take to show what came, in milliseconds. */
const ALONG = 3000;

export class Review {
  /** @type {Panel[]} */
  #panels = [];
  /** @type {Panel[]} */
  #ofGame = [];
  /** @type {Map<string, import("./arrows.js").Marks[]>} */
  #marks = new Map();
  /** @type {Promise<void> | null} */
  #growing = null;
  #newest = 0;
  /** The branches that have been stepped through. @type {Map<string, Line>} */
  #varied = new Map();
  #timer = 0;
  /**
   * @param {import("./start.js").Page} page
   * @param {string} game
   * @param {HTMLElement} table where the board is
   */
  constructor(page, game, table) {
    this.page = page;
    this.game = game;
    this.path = `/v1/games/${game}`;
    this.board = new Board(page, game, table);
    /** The game's own line. */
    this.main = new Line(page.client, game);
    /** The line that is stepped through. */
    this.line = this.main;
    this.names = new Names(page.client);
    /** The version shown. */
    this.version = 0;
    /** The seats that this viewer holds. @type {string[]} */
    this.seats = [];
    /** By what `step` steps. @type {Unit} */
    this.unit = "decision";
  }

  get history() {
    return this.line.history;
  }

  get series() {
    return this.line.series;
  }

  get markers() {
    return this.line.markers;
  }

  get chances() {
    return this.line.chances;
  }

  get latest() {
    return this.line.latest;
  }

  get finished() {
    return this.line.finished;
  }

  /**
   * Show the version that the address names at once, then fetch all that stepping needs.
   * @param {import("./contract.js").State} now the game's newest state
   * @returns {Promise<void>}
   */
  async open(now) {
    const { client } = this.page;
    const asked = new URLSearchParams(location.search).get("version");
    const branch = fragment().get("variation");
    this.main.begin(now);
    this.#newest = now.version;
    this.seats = ownSeats(now);
    this.version = this.#within(Number(asked ?? (this.finished ? 1 : now.version)));
    /** @type {import("./contract.js").State | Promise<import("./contract.js").State>} */
    const first = this.version === now.version ? now : client.get(`${this.path}/states/${this.version}`);
    await Promise.all([this.#begin(first), this.main.loadStates(now.version), this.names.load(now)]);
    await this.#showResult(now);
    this.#panels = PANELS.map(([id, kind]) => new kind(this, byId(id)));
    this.#ofGame = OF_GAME.map(([id, kind]) => new kind(this, byId(id)));
    stepByGestures(this, this.board.place, byId("told"));
    await Promise.all([this.go(this.version), this.main.history.loadEvents(now.version)]);
    this.main.updateMedals();
    await this.go(this.version);
    if (branch) await this.openBranch(branch, Number(asked));
    document.body.dataset.ready = "yes";
  }

  /**
   * How the game went, and the match that it is part of.
   * @param {import("./contract.js").State} now
   */
  async #showResult(now) {
    byId("result").textContent = now.status === "finished" ? question(this.page.texts, now, []) : "";
    await showMatch(byId("match"), this.page, this.names, now);
  }

  /**
   * Show a version, or the one that is nearest to it.
   * @param {number} version
   * @returns {Promise<void>} kept when the board shows it
   */
  go(version) {
    this.version = this.#within(version);
    this.#show();
    return this.#draw(this.#state);
  }

  /**
   * Have somebody's marks on the board, beside those of others.
   * @param {string} whose
   * @param {import("./arrows.js").Marks[]} marks
   */
  mark(whose, marks) {
    this.#marks.set(whose, marks);
    this.#drawMarks();
  }

  /** What is marked, of which only what somebody draws or teaches lies on a branch, too. */
  #drawMarks() {
    const shown = [...this.#marks].filter(([whose]) => this.line === this.main || ANYWHERE.includes(whose));
    this.board.mark(shown.flatMap(([, marks]) => marks));
  }

  /** What is being drawn, and not said yet. */
  get sketch() {
    return this.#marks.get("sketch") ?? [];
  }

  /**
   * Step through a branch in place of the game.
   * @param {string} branch
   * @param {number} [version] where to begin, if not where it leaves the game
   */
  async openBranch(branch, version = 0) {
    if (this.line.game === branch) return this.go(version || this.line.at + 1);
    try {
      const line = this.#varied.get(branch) ?? await Line.branch(this.page.client, branch);
      this.#varied.set(branch, line);
      if (this.main.finished && line.finished) await line.viewAs("reviewer");
      line.updateMedals();
      this.#follow(line);
      await this.go(version || line.at + 1);
    } catch (error) {
      this.showError(error);
    }
  }

  /**
   * Go back to the game itself.
   * @param {number} [version] where to, if not where the branch has left it
   */
  async leaveBranch(version) {
    const { at } = this.line;
    this.#follow(this.main);
    await this.go(version ?? at);
    if (this.latest < this.#newest) this.#catchUp();
  }

  /** @param {Line} line */
  #follow(line) {
    this.line = line;
    document.body.toggleAttribute("data-varied", line !== this.main);
    this.#drawMarks();
  }

  /** Tell once more of the version shown: there is more to say. */
  refresh() {
    this.#show();
  }

  /**
   * Go to the next stop, one way or the other.
   * @param {1 | -1} direction ahead it is shown in motion
   * @param {Unit} [unit]
   * @param {number} [speed] how many times as fast as usual
   * @returns {Promise<boolean>} whether there was one
   */
  async step(direction, unit = this.unit, speed = 1) {
    const next = this.next(direction, unit);
    if (next === null) return false;
    if (direction < 0) await this.go(next);
    else await this.#move(Math.max(this.version, this.#since(next, unit)), next, { speed });
    return true;
  }

  /**
   * Go to a version, and show in motion what happened since an earlier one.
   * @param {number} since
   * @param {number} to
   * @param {import("./board.js").Pace} pace
   */
  async #move(since, to, pace) {
    this.version = to;
    this.#show();
    await this.board.animate(this.history.events.slice(since, to), this.series.at(since), this.#state, pace);
    this.#painted(to);
  }

  /**
   * Where the step to a version has begun.
   * @param {number} version
   * @param {Unit} unit
   */
  #since(version, unit) {
    if (unit === "battle" || unit === "turn") return (this.history.entry(version)?.from ?? version) - 1;
    return beside(this.history.stops(unit, version, this.latest), version, -1) ?? version - 1;
  }

  /**
   * Where a step would lead; null at the end.
   * @param {1 | -1} direction
   * @param {Unit} [unit]
   */
  next(direction, unit = this.unit) {
    return beside(this.history.stops(unit, this.version, this.latest), this.version, direction);
  }

  /**
   * Look through other eyes; at a finished game only.
   * @param {string} eyes
   */
  async viewAs(eyes) {
    try {
      await this.line.viewAs(eyes);
      await this.go(this.version);
    } catch (error) {
      this.showError(error);
    }
  }

  /**
   * Go along with the game until it is over.
   * @param {AbortSignal} signal
   */
  async follow(signal) {
    if (this.finished) return;
    this.page.onBack = () => this.#catchUp();
    for await (const event of this.page.client.follow(this.game, this.latest, signal)) {
      if (!event.last) continue;
      this.#newest = event.version;
      this.#catchUp();
    }
    await this.#catchUp();
  }

  /** However often it is asked for, what has come is fetched once at a time. */
  #catchUp() {
    this.#growing ??= this.#grow().catch((error) => this.showError(error)).finally(() => {
      this.#growing = null;
    });
    return this.#growing;
  }

  /** Fetch what has come. Who looks at the newest version goes along, others stay; who is on a
   * branch hears of it later. */
  async #grow() {
    const { main } = this;
    while (main.latest < this.#newest && this.line === main) {
      const to = this.#newest;
      await main.load(to);
      const { version, latest } = this;
      main.latest = to;
      main.updateMedals();
      main.finished = main.series.at(to).status === "finished";
      if (main.finished) await Promise.all([main.viewAs("reviewer"), this.#showResult(main.series.at(to))]);
      if (this.line !== main) return;
      if (main.finished) await this.go(version);
      if (version === latest) await this.#move(latest, to, { limit: ALONG });
      else this.#show();
      this.showError("");
    }
  }

  /**
   * Tell of what hinders the review.
   * @param {unknown} problem
   */
  showError(problem) {
    showError(byId("problem"), problem);
  }

  get #state() {
    return this.series.at(this.version);
  }

  #show() {
    const { version, latest, finished } = this;
    const entry = this.history.entry(version);
    const since = this.#since(version, this.unit);
    const shown = { version, since, latest, finished, state: this.#state, entry };
    for (const panel of this.line === this.main ? [...this.#panels, ...this.#ofGame] : this.#panels) panel.show(shown);
    const led = since > 0 ? this.history.events.slice(since, version) : [];
    this.board.trace(led, this.series.at(since > 0 ? since : version));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#address(), ADDRESS_AFTER);
    byId("playing").hidden = this.main.finished;
    document.body.dataset.version = String(version);
    document.body.dataset.status = shown.state.status;
  }

  /** A link to what is shown. Not at every step: browsers stop pages that change it too often. */
  #address() {
    const url = new URL(location.href);
    // Without a version the page goes along with a game that runs.
    if (this.line === this.main && !this.finished && this.version === this.latest) url.searchParams.delete("version");
    else url.searchParams.set("version", String(this.version));
    url.hash = fragmentWith("variation", this.line === this.main ? null : this.line.game);
    history.replaceState(null, "", url);
  }

  /** @param {import("./contract.js").State} state */
  async #draw(state) {
    await this.board.show(state, ownSide(state));
    this.#painted(state.version);
  }

  /** @param {number} version the one that was wanted on the board; by now it may be another */
  #painted(version) {
    if (version === this.version) document.body.dataset.painted = String(version);
  }

  /** @param {import("./contract.js").State | Promise<import("./contract.js").State>} state the first that is shown, or what will be it */
  async #begin(state) {
    byId("playing").setAttribute("href", `/play/${this.game}`);
    await this.#draw(await state);
    document.title = byId("title").textContent = this.board.title;
  }

  /** @param {number} version */
  #within(version) {
    return Math.min(Math.max(1, Math.trunc(version) || 1), this.latest);
  }
}

async function begin() {
  const { game, signal } = visit();
  const client = pageClient();
  const asked = client.get(`/v1/games/${game}`);
  // At version 1, where a game that is over begins, nobody sits yet. An error is told of below, in the reader's language.
  asked.then((now) => Kit.prepare(client, game, now.status === "finished" && !location.search ? null : ownSide(now)), () => {});
  const page = await start(client);
  const review = new Review(page, game, byId("table"));
  try {
    await review.open(await asked);
  } catch (error) {
    return showNoGame(page.texts, error);
  }
  try {
    await review.follow(signal);
  } catch (error) {
    review.showError(error);
  }
}

await begin();
