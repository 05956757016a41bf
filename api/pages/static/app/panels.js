// @ts-check
// The small panels of a review: sides, narrative, dice, hands.

import { dice } from "./dice.js";
import { el, fill, select } from "./dom.js";
import { hand, holders, openCards } from "./hand.js";
import { question } from "./prompt.js";
import { nameOf, seatsOf, sidesOf, sideSummary } from "./seats.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

/** How many lines are told at once at most. */
const LINES = 4;

/** A part of the page, with the element that is its own. */
export class Panel {
  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    this.place = place;
  }
}

/** The medals of both sides, and whose turn it is. */
export class Sides extends Panel {
  /** @param {Shown} shown */
  show({ state }) {
    fill(this.place, ...sidesOf(state).map((side) => sideSummary(this.review.page.texts, state, side, this.review.names)));
  }
}

/** What has led to the version shown, in the service's words; told to who does not see the board. */
export class Narrative {
  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    this.lines = el("div", { id: "now", role: "status" });
    this.facts = el("p", { class: "soft" });
    this.more = el("p", { role: "status" });
    place.append(this.facts, this.lines, this.more);
  }

  /** @param {Shown} shown */
  show({ version, since, state, latest, finished }) {
    const { page: { texts }, history } = this.review;
    const lines = history.entriesBetween(since, version).slice(-LINES).map((entry) => el("p", { "data-kind": entry?.kind }, entry?.text ?? ""));
    if (finished && version === latest) lines.push(el("p", {}, question(texts, state, [])));
    fill(this.lines, ...lines);
    const undone = history.undone(version) && texts.say("review.undone");
    const at = texts.say("review.at", { turn: state.turn, version, latest });
    this.facts.textContent = [at, undone].filter(Boolean).join(" · ");
    const waits = this.review.line === this.review.main && !finished && version < latest;
    const go = () => this.review.go(this.review.latest);
    const button = el("button", { class: "main", "data-key": "newest", onclick: go }, texts.say("review.newest"));
    fill(this.more, waits && texts.say("review.more"), waits && " ", waits && button);
  }
}

/** The dice of the entry shown. */
export class Dice extends Panel {
  /** @param {Shown} shown */
  show({ version, since, entry }) {
    const { events } = this.review.history;
    const begin = Math.min(since, entry ? entry.from - 1 : since);
    const rolls = events.slice(begin, version).filter(({ data }) => "faces" in data && data.faces);
    fill(this.place, ...dice(this.review.page.texts, rolls.pop()));
  }
}

/** Both hands, as far as the chosen eyes see them. */
export class Hands {
  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    const { texts } = review.page;
    const state = review.series.at(1);
    const named = (/** @type {string} */ eyes) =>
      eyes === "reviewer" ? texts.say("review.eyes.all") : texts.say("review.eyes.side", { side: nameOf(texts, state, eyes) });
    const look = (/** @type {Event} */ event) =>
      review.viewAs(/** @type {HTMLSelectElement} */ (event.target).value);
    this.choice = select(["reviewer", ...seatsOf(state)], named, { id: "eyes", onchange: look });
    this.eyes = el("label", { class: "field" }, el("span", {}, texts.say("review.eyes")), this.choice);
    this.cards = el("div", { class: "both" });
    this.deck = el("p", { class: "soft" });
    place.append(this.eyes, this.cards, this.deck);
  }

  /** @param {Shown} shown */
  show({ state, finished }) {
    const { texts } = this.review.page;
    this.eyes.hidden = !finished;
    if (finished) this.choice.value = this.review.series.perspective ?? "reviewer";
    fill(this.cards, ...holders(state).map((seat) => hand(texts, state, seat, new Map())), ...openCards(texts, state));
    this.deck.textContent = texts.say("play.deck", { count: state.deck_count });
  }
}
