// @ts-check
// The tutorial of a first battle: a hint for each decision, until it is hidden.

import { el, fill, manualLink } from "./dom.js";

/** What the address of a game says after the # when its hints are wanted. */
export const TEACH = "#teach";

/** The chapter of the rules that tells more of a decision, where that has another name. */
const CHAPTERS = new Map([["play_card", "card"], ["move", "movement"], ["move_again", "movement"], ["take_ground", "overrun"],
  ["choose_card", "card"], ["air_drop", "card"], ["heal", "card"]]);
/** Decisions with the hint of another one. */
const LIKE = new Map([["overrun", "battle"], ["move_again", "move"], ["name_targets", "battle"], ["strike", "battle"]]);

/**
 * Show the hint for what is to be decided.
 * @param {HTMLElement} place
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {boolean} mine whether this player decides
 */
export function tutorialHint(place, texts, state, mine) {
  const decision = state.awaiting?.decision ?? "end";
  const wanted = location.hash === TEACH && ["active", "finished"].includes(state.status);
  place.hidden = !wanted;
  if (!wanted) return;
  const word = decision === "end" ? "end" : mine ? LIKE.get(decision) ?? decision : "wait";
  const hide = () => {
    history.replaceState(null, "", location.pathname + location.search);
    place.hidden = true;
  };
  fill(place, texts.say(`hint.${word}`), " ", manualLink(CHAPTERS.get(decision) ?? decision, texts.say("hint.more")), " ",
    el("button", { class: "link", "data-key": "hide", onclick: hide }, texts.say("hint.hide")));
}
