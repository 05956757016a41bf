// @ts-check
// The cards in hand, and those offered.

import { el } from "./dom.js";
import { nameOf } from "./seats.js";

/**
 * The cards of a seat.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {string} seat
 * @param {Map<string, import("./choices.js").Action[]>} playable what a click gives, by card
 * @param {(card: string, actions: import("./choices.js").Action[]) => void} [click] none where cards are only looked at
 * @returns {HTMLElement}
 */
export function hand(texts, state, seat, playable, click) {
  const held = state.hands[seat];
  const label = texts.say("play.hand", { side: nameOf(texts, state, seat) });
  const { cards: own } = held;
  if (!own) {
    return el("section", { class: "hand closed", "aria-label": label },
      el("h2", {}, label), el("p", { class: "soft" }, describeHand(texts, held)));
  }
  const offered = [...playable.keys()].filter((card) => !own.includes(card));
  const cards = [...offered, ...own].map((card, n) => {
    const actions = playable.get(card);
    return el("li", {},
      el("button", {
        class: actions ? "card playable" : "card", disabled: !click, "aria-disabled": actions ? null : "true",
        "data-card": card, "data-section": texts.section(card), "data-key": `card-${n}-${card}`, onclick: () => click?.(card, actions ?? []),
      }, el("strong", {}, texts.card(card)), el("span", {}, texts.rule(card, state))));
  });
  return el("section", { class: "hand", "aria-label": label }, el("h2", {}, label), el("ul", {}, ...cards));
}

/**
 * All that lies at the table in cards: the hands that are seen, one that is to decide first, and the rest.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {(seat: string) => Map<string, import("./choices.js").Action[]>} playable what a click gives, by card
 * @param {(card: string, actions: import("./choices.js").Action[]) => void} click
 * @returns {{own: HTMLElement[], others: HTMLElement[]}}
 */
export function hands(texts, state, playable, click) {
  const awaited = state.awaiting?.seats ?? [];
  const first = (/** @type {string} */ seat) => Number(awaited.includes(seat));
  const seats = holders(state).sort((a, b) => first(b) - first(a));
  const all = seats.map((seat) => hand(texts, state, seat, playable(seat), click));
  const closed = (/** @type {HTMLElement} */ one) => one.classList.contains("closed");
  return { own: all.filter((one) => !closed(one)), others: [...all.filter((one, n) => closed(one) && state.hands[seats[n]].count), ...openCards(texts, state)] };
}

/**
 * The seats that hold cards: a general holds none.
 * @param {import("./contract.js").State} state
 * @returns {string[]}
 */
export const holders = (state) => state.table
  .filter((place) => place.role !== "field_general")
  .map((place) => place.seat);

/**
 * How many cards a hand has, and which of them a partner has shown.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State["hands"][string]} held
 */
function describeHand(texts, held) {
  const count = texts.say("play.cards", { count: held.count });
  return held.shown ? `${count}: ${held.shown.map((card) => texts.card(card)).join(", ")}` : count;
}

/**
 * The open cards of pairs, and those that are handed out or lie face down, where a game has any.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @returns {HTMLElement[]}
 */
export function openCards(texts, state) {
  const handed = [...(state.handed_out ?? []), ...(state.committed ?? [])].map((one) => {
    const label = nameOf(texts, state, one.seat);
    const said = one.card ? texts.card(one.card) : texts.say("play.face_down");
    return el("section", { class: "hand closed", "aria-label": label, "data-handed": one.seat },
      el("h2", {}, label), el("p", { title: one.card ? texts.rule(one.card, state) : "" }, said));
  });
  const shared = Object.entries(state.shared_cards ?? {}).map(([side, card]) => {
    if (!card) return null;
    const label = texts.say("play.open", { side: texts.name("sides", side) });
    return el("section", { class: "hand closed", "aria-label": label, "data-open": side },
      el("h2", {}, label), el("p", { title: texts.rule(card, state) }, texts.card(card)));
  });
  return [...handed, ...shared.filter((one) => one !== null)];
}
