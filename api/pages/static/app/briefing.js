// @ts-check
// The briefing of a game: how to win, the objectives, and the medals won so far with their reasons.

import { el, fill } from "./dom.js";
import { describeObjective } from "./hex_info.js";
import { describeMedal, medals } from "./medals.js";
import { label } from "./prompt.js";
import { sidesOf } from "./seats.js";

/**
 * @param {HTMLElement} place
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {import("./contract.js").Scenario | null} battle the one of the catalogue; null where there is none
 * @param {import("./contract.js").Event[]} events those that are known
 */
export function showBriefing(place, texts, state, battle, events) {
  const said = battle?.briefing;
  const facts = [texts.say(`lobby.edition.${state.edition}`), texts.say(`lobby.variant.${state.variant}`)];
  const goals = sidesOf(state).map((side) =>
    el("li", {}, texts.say("about.goal", { side: texts.name("sides", side), need: state.medals_to_win[side] })));
  const objectives = state.objectives.map((one) =>
    el("li", {}, `${describeObjective(texts, one)} (${one.hexes.map(label).join(" ")})`));
  const won = medals(events, state.version).map((one) => el("li", {}, describeMedal(texts, state, one)));
  fill(place,
    said && el("p", { lang: said[texts.language] ? null : "en" }, said[texts.language] ?? said.en),
    el("p", { class: "soft" }, facts.join(" · ")),
    el("ul", {}, ...goals, ...objectives),
    el("h3", {}, texts.say("about.medals")),
    el("ol", {}, ...(won.length ? won : [el("li", { class: "soft" }, texts.say("about.medals.none"))])));
}
