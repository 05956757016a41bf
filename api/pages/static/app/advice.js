// @ts-check
// Hints in games against bots: the best options of a decision, on the board and as text.

import { el, manualLink } from "./dom.js";
import { describeCommand, optionMarks, options } from "./options.js";

/** @typedef {import("./undo.js").Game} Game */

export class Advice {
  /** The hint that was given last, and the version that it is for. @type {import("./contract.js").Hint | null} */
  #found = null;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Have a hint: nothing is lost where this is sent twice. */
  async ask() {
    this.#found = await this.table.client.post(`${this.table.path}/hint`, {});
  }

  /**
   * The best options as they are drawn.
   * @param {import("./texts.js").Texts} texts
   * @param {import("./contract.js").State} state
   */
  marks(texts, state) {
    return optionMarks(texts, this.#options(state), state);
  }

  /**
   * A button for a hint; then what was said.
   * @param {Game} game
   * @param {() => void} ask
   * @returns {HTMLElement[]}
   */
  shown({ texts, state, seats }, ask) {
    if (!alone(state, seats)) return [];
    const found = this.#options(state);
    if (!found.length) return [el("button", { class: "quiet", "data-key": "advice", onclick: ask }, texts.say("hint.ask"))];
    const lines = found.map(({ command, chance, odds }) => el("li", {}, el("strong", {}, texts.percent.format(chance)),
      ` ${describeCommand(texts, command, state)}`, odds && el("span", { class: "soft" }, ` ${inDice(texts, odds)}`)));
    const chapter = new URL(/** @type {import("./contract.js").Hint} */ (this.#found).rule, location.href).hash.slice(1);
    return [el("div", { class: "advice", role: "status" }, el("ol", { class: "best" }, ...lines), manualLink(chapter, texts.say("hint.more")))];
  }

  /** @param {import("./contract.js").State} state */
  #options(state) {
    if (this.#found?.version !== state.version) return [];
    const { best, chance } = this.#found;
    return options({ best, after_choice: chance, loss: 0 });
  }
}

/**
 * Whether it is for these seats to decide, and bots of the service alone play against them.
 * @param {import("./contract.js").State} state
 * @param {string[]} seats
 */
function alone({ status, awaiting, table }, seats) {
  const mine = (/** @type {string} */ seat) => seats.includes(seat);
  const others = table.filter((place) => !mine(place.seat));
  return status === "active" && awaiting?.seats.some(mine) && others.length > 0
    && others.every(({ bot }) => bot && bot !== "account");
}

/**
 * The dice of an option.
 * @param {import("./texts.js").Texts} texts
 * @param {NonNullable<import("./options.js").Option["odds"]>} odds
 */
const inDice = (texts, { dice, losses, eliminated, retreats }) => texts.say("hint.odds", {
  dice, losses: texts.number.format(losses), eliminated: texts.percent.format(eliminated), retreats: texts.percent.format(retreats) });
