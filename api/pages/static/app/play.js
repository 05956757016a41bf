// @ts-check
// The play page of a game. It offers exactly the legal actions.

import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { showBriefing } from "./briefing.js";
import { choices, keyOf, onlyMover } from "./choices.js";
import { Problem } from "./client.js";
import { clocksOf, clockMenu } from "./clock.js";
import { decisionMarks, explainDecision } from "./decision_info.js";
import { dice } from "./dice.js";
import { attempt, byId, el, fill, showError } from "./dom.js";
import { Guard, focusPrompt } from "./guard.js";
import { hands } from "./hand.js";
import { Kit } from "./kit.js";
import { recentEntries } from "./log.js";
import { showMatch } from "./match.js";
import { Names } from "./names.js";
import { followPresence } from "./presence.js";
import { arranged, button, caption, chances, label, question } from "./prompt.js";
import { whyNotPlayable } from "./reasons.js";
import { inviteParameter, seatButtons, seating } from "./seating.js";
import { allSides, ownSeats, ownSide, sideOf, sidesOf, sideSummary } from "./seats.js";
import { standingOrders } from "./standing_orders.js";
import { pageClient, showNoGame, start, visit } from "./start.js";
import { Table } from "./table.js";
import { tutorialHint } from "./tutorial.js";
import { undoButtons } from "./undo.js";

/** @typedef {import("./choices.js").Action} Action */
/** @typedef {import("./table.js").Seen} Seen */

const SHORTLY = 900;
/** Without room for the text of cards, or a pointer to hover, cards are shown before they are played. */
const NARROW = matchMedia("(max-width: 62rem), (max-height: 34rem), (hover: none)");

class Play {
  /** @type {Seen | null} */
  #seen = null;
  /** @type {string | null} */
  #chosen = null;
  /** @type {Action[] | null} the options left by a click */
  #open = null;
  /** The card that is shown. @type {{card: string, listed: Action[]} | null} */
  #card = null;
  /** @type {Promise<import("./contract.js").Scenario | null> | null} */
  #battle = null;
  /** @type {Promise<void> | null} */
  #loading = null;
  #stale = false;
  #guard = new Guard();
  #names;
  /** @type {Promise<void>} the running command */
  #running = Promise.resolve();

  /**
   * @param {import("./start.js").Page} page
   * @param {Table} table
   * @param {Board} board
   */
  constructor(page, table, board) {
    this.page = page;
    this.texts = page.texts;
    this.table = table;
    this.board = board;
    this.#names = new Names(page.client);
    this.advice = new Advice(table);
    board.explain = (unit) => this.#explain(unit);
    byId("briefing").parentElement?.addEventListener("toggle", () => this.#showBriefing());
    byId("prompt").addEventListener("click", (event) => {
      if (!this.#guard.allows(event)) event.stopPropagation();
    }, true);
  }

  /** The seats of the player. */
  get seats() {
    return this.#seen ? ownSeats(this.#seen.state) : [];
  }

  /**
   * Load the game again and show it; calls while it is loading are combined.
   * @returns {Promise<void>} resolved when the page shows the latest version
   */
  refresh() {
    this.#stale = true;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #load() {
    while (this.#stale) {
      this.#stale = false;
      await this.#show(await this.table.load());
    }
  }

  /**
   * The old choices stay, with their version, until the board shows the new one.
   * @param {Seen} seen
   */
  async #show(seen) {
    const { state } = seen;
    await this.#animateOthers(state);
    await Promise.all([this.board.show(state, ownSide(state)), this.#names.load(state)]);
    const changed = state.version !== this.#seen?.state.version;
    this.#seen = seen;
    if (changed) {
      this.#guard.controlsChanged();
      this.#open = this.#card = this.#chosen = null;
    }
    this.#highlightChoices();
    this.#aside();
    this.#showBriefing();
    const title = (byId("title").textContent = this.board.title);
    document.title = this.#awaited ? `● ${this.texts.say("lobby.yours")} · ${title}` : title;
    document.body.dataset.version = String(state.version);
    document.body.dataset.status = state.status;
    await showMatch(byId("match"), this.page, this.#names, state);
    fill(byId("log"), ...(await recentEntries(this.page.client, this.table.path, state.version)));
  }

  /**
   * Animate briefly what the other side did since the last version shown.
   * @param {import("./contract.js").State} state
   */
  async #animateOthers(state) {
    const before = this.#seen?.state;
    const events = this.table.between(before?.version ?? 0, state.version);
    const own = ownSeats(state);
    if (!before || !events.some(({ seat }) => seat && !own.includes(seat))) return;
    await this.board.animate(events, before, state, { limit: SHORTLY });
  }

  /**
   * The battle of the game, fetched once; null if it is not in the catalog.
   * @param {string} slug
   */
  #loadScenario(slug) {
    this.#battle ??= this.page.client.get(`/v1/scenarios/${slug}`).catch(() => null);
    return this.#battle;
  }

  /** Offer a seat of a private game, which is hidden until then; resolved when it is taken. */
  async join() {
    document.body.dataset.status = "invited";
    byId("question").textContent = this.texts.say("play.invited");
    await new Promise((seated) => {
      /** @type {import("./undo.js").CarryOut} */
      const take = (what) => attempt(byId("problem"), () => what(0).then(seated));
      const side = inviteParameter("side");
      fill(byId("prompt"), ...seatButtons(this.page, this.table, side ? [side] : allSides(this.texts), take));
    });
    await this.refresh();
  }

  /** Highlight the hexes that can be clicked, with their actions. */
  #highlightChoices() {
    const { state, actions, odds } = /** @type {Seen} */ (this.#seen);
    const places = new Map(state.units.map((/** @type {import("./contract.js").Unit} */ unit) => [unit.id, unit.hex]));
    let found = choices(actions, this.#chosen, places);
    if (!this.#chosen && onlyMover(found)) {
      this.#chosen = onlyMover(found);
      found = choices(actions, this.#chosen, places);
    }
    this.found = found;
    const highlights = new Map();
    const add = (/** @type {import("./choices.js").Hex | undefined} */ hex, /** @type {object} */ highlight) => hex && highlights.set(keyOf(hex), { hex, ...highlight });
    for (const id of found.movers) {
      const selectLabel = this.texts.say("board.select", { unit: this.#unit(id) });
      add(places.get(id), { kind: id === this.#chosen ? "chosen" : "own", label: selectLabel, click: () => this.#choose(id) });
    }
    for (const [id, listed] of found.units) add(places.get(id), this.#highlight(listed, "own", this.#unit(id)));
    for (const [hex, listed] of found.hexes) {
      const at = /** @type {import("./choices.js").Hex} */ (hex.split(",").map(Number));
      add(at, this.#highlight(listed, "destination", label(at)));
    }
    for (const [id, listed] of found.targets) {
      const chance = odds.get(listed[0]);
      const more = chance ? ` ${chances(this.texts, chance)}` : "";
      add(places.get(id), this.#highlight(listed, "target", `${this.#unit(id)}${more}`));
    }
    this.board.highlight([...highlights.values()]);
    this.board.mark([decisionMarks(state), ...this.advice.marks(this.texts, state)]);
  }

  /** Whether a decision of the player is awaited. */
  get #awaited() {
    const awaited = this.#seen?.state.awaiting?.seats ?? [];
    return awaited.some((/** @type {string} */ seat) => this.seats.includes(seat));
  }

  /** Explain why an own unit is not highlighted. @param {import("./contract.js").Unit} unit */
  #explain(unit) {
    const seen = this.#seen;
    return seen && this.#awaited ? whyNotPlayable(this.texts, seen, this.seats.map((seat) => sideOf(seen.state, seat)), unit) : "";
  }

  /**
   * @param {Action[]} listed
   * @param {string} kind
   * @param {string} where
   */
  #highlight(listed, kind, where) {
    return { kind, label: this.texts.say("play.at", { what: caption(this.texts, listed[0]), where }), click: () => this.#click(listed) };
  }

  /** @param {string} id */
  #unit(id) {
    const unit = this.#seen?.state.units.find((one) => one.id === id);
    return unit ? this.board.describe(unit) : id;
  }

  /** @param {string} id */
  #choose(id) {
    this.#chosen = this.#chosen === id ? null : id;
    this.#open = null;
    this.#highlightChoices();
    this.#prompt();
  }

  /** @param {Action[]} listed */
  #click(listed) {
    if (listed.length === 1) return this.#act(listed[0]);
    this.#reopen(listed);
    focusPrompt();
    return undefined;
  }

  /** @param {Action[] | null} listed the options */
  #reopen(listed) {
    this.#open = listed;
    this.#guard.controlsChanged();
    this.#prompt();
  }

  /** @param {Action} action */
  async #act(action) {
    if (action.type !== "resign") return this.#run((version) => this.table.submit(action, version));
    if (!confirm(this.texts.say("play.resign.sure"))) return undefined;
    await this.#running;
    return this.#run(() => this.table.resign(action));
  }

  /** @param {(version: number) => Promise<boolean>} what */
  async #run(what) {
    if (document.body.dataset.busy) return;
    document.body.dataset.busy = "yes";
    this.#running = attempt(byId("problem"), async () => {
      if (!(await what(this.#seen?.state.version ?? 0))) throw new Error(this.texts.say("play.moved_on"));
    }).then(() => this.update());
    await this.#running;
    delete document.body.dataset.busy;
  }

  /**
   * Show a version, unless the page shows it.
   * @param {number} version
   */
  showVersion(version) {
    const shown = this.#seen?.state.version ?? 0;
    if (version > shown) this.update();
    // Take-backs and the last roll follow from the events alone.
    else if (version === shown) {
      this.#aside();
      this.#showBriefing();
    }
  }

  /** Refresh, and show errors. */
  update() {
    return this.refresh().catch((error) => showError(byId("problem"), error));
  }

  /** Show the briefing once it is opened. */
  async #showBriefing() {
    const place = byId("briefing");
    if (!this.#seen || !place.closest("details[open]")) return;
    const battle = await this.#loadScenario(this.#seen.state.scenario);
    showBriefing(place, this.texts, this.#seen.state, battle, this.table.events);
  }

  /** @param {AbortSignal} signal ends the polling of the other players' presence */
  attend(signal) {
    return followPresence(this.page, this.#names, () => /** @type {Seen} */ (this.#seen).state, () => this.#sides(), signal);
  }

  #sides() {
    const { state } = /** @type {Seen} */ (this.#seen);
    const ahead = Math.max(this.page.client.ahead, -86_400_000);
    fill(byId("sides"), ...sidesOf(state).map((side) => {
      const shown = sideSummary(this.texts, state, side, this.#names);
      shown.append(...clocksOf(this.texts, state, side, ahead));
      return shown;
    }));
  }

  #aside() {
    const { state } = /** @type {Seen} */ (this.#seen);
    this.#sides();
    fill(byId("dice"), ...dice(this.texts, this.table.roll));
    byId("deck").textContent = this.texts.say("play.deck", { count: state.deck_count });
    this.#prompt();
  }

  #prompt() {
    const { state, odds } = /** @type {Seen} */ (this.#seen);
    const { texts, found } = this;
    if (!found) return;
    byId("question").textContent = question(texts, state, this.seats);
    byId("why").textContent = this.#awaited ? explainDecision(texts, state, found) : "";
    tutorialHint(byId("hint"), texts, state, this.#awaited);
    const made = (/** @type {Action} */ action) => button(texts, action, odds.get(action), this.#act.bind(this));
    const open = this.#card?.listed ?? this.#open;
    const game = { texts, table: this.table, state, seats: this.seats };
    const shown = open
      ? [...(this.#card ? this.#cardText(this.#card) : [el("p", {}, texts.say("play.choose"))]), ...open.map(made),
        el("button", { class: "quiet", "data-key": "cancel", onclick: () => this.#reopen(null) }, texts.say("play.cancel"))]
      : [...arranged(found.buttons, made, this.#shots(), undoButtons(game, this.#run.bind(this)), texts.say("play.menu")),
        ...this.advice.shown(game, () => attempt(byId("problem"), () => this.advice.ask().then(() => this.update()))),
        ...seating(this.page, game, this.#run.bind(this), this.#names),
        ...clockMenu(game, this.#run.bind(this)), ...standingOrders(game),
        ...(state.status === "finished" ? this.#afterwards(state) : [])];
    fill(byId("prompt"), ...shown);
    const started = !["waiting", "cancelled"].includes(state.status);
    const { own, others } = hands(texts, state,
      (seat) => new Map([...found.cards].filter(([, listed]) => (listed[0].seat ?? this.seats[0]) === seat)),
      (card, listed) => this.#useCard(card, listed));
    fill(byId("hands"), ...(started ? own : []));
    fill(byId("others"), ...(started ? others : []));
    byId("watching").hidden = this.seats.length > 0 || !started;
    this.#guard.restoreFocus();
  }

  /**
   * The options after the end of the game.
   * @param {import("./contract.js").State} state
   */
  #afterwards(state) {
    const again = () => attempt(byId("problem"), async () => {
      const { id } = await this.page.client.post(`${this.table.path}/rematch`, {});
      location.assign(`/play/${id}`);
    });
    const may = this.seats.length > 0 && !state.match;
    const rematch = { class: "main", "data-key": "rematch", "data-rematch": true, onclick: again };
    return [may && el("button", rematch, this.texts.say("play.rematch")),
      el("a", { href: `/review/${state.id}`, "data-key": "review" }, this.texts.say("review.open"))];
  }

  /**
   * Play a card, or show it first.
   * @param {string} card
   * @param {Action[]} listed its actions
   */
  #useCard(card, listed) {
    this.#open = null;
    this.#card = NARROW.matches || !listed.length ? { card, listed } : null;
    if (!this.#card) return this.#click(listed);
    this.#prompt();
    focusPrompt();
    return undefined;
  }

  /** @param {{card: string, listed: Action[]}} read */
  #cardText({ card, listed }) {
    const { texts } = this;
    return [el("p", { class: "reading" }, el("strong", {}, texts.card(card)), ` ${this.#seen ? texts.rule(card, this.#seen.state) : ""}`),
      !listed.length && el("p", { class: "soft" }, texts.say("play.card.later"))];
  }

  /** The targets again as buttons, since touching shows no tooltip with the odds. */
  #shots() {
    const { odds } = /** @type {Seen} */ (this.#seen);
    const { targets, units } = /** @type {import("./choices.js").Choices} */ (this.found);
    return [...targets, ...units].filter(([, listed]) => odds.has(listed[0])).map(([id, listed]) =>
      button(this.texts, listed[0], odds.get(listed[0]), () => this.#click(listed), this.#unit(id)));
  }
}

async function main() {
  const { game, signal } = visit();
  const client = pageClient();
  const table = new Table(client, game);
  table.prefetch().then(([state]) => Kit.prepare(client, game, ownSide(state)), () => {});
  const page = await start(client);
  const play = new Play(page, table, new Board(page, game, byId("table")));
  try {
    await play.refresh();
  } catch (error) {
    const hidden = error instanceof Problem && error.status === 404 && inviteParameter("invite");
    if (!hidden) return showNoGame(page.texts, error);
    await play.join();
  }
  page.onBack = () => play.update();
  play.attend(signal);
  await table.follow(signal, ({ version }) => play.showVersion(version));
}

await main();
