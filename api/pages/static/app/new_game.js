// @ts-check
// The form for a new game: rules, opponent and side.

import { PRESETS } from "./clock.js";
import { attempt, el, fill, select } from "./dom.js";
import { playerSearch } from "./player_search.js";
import { allSides } from "./seats.js";
import { signedIn } from "./start.js";

/** @typedef {import("./start.js").Page} Page */

const VARIANTS = ["standard", "young_generals", "young_generals_plain", "operation_alliance", "team", "young_generals_team"];
const TEAMS = ["6", "5", "4", "3"];
/** How many play, in variants of several numbers. @type {Record<string, string[]>} */
const PLAYERS = { operation_alliance: ["4", "3"], team: TEAMS, young_generals_team: TEAMS, overlord: ["2", "4", "6", "8"] };
const BOTS = ["search", "planner", "greedy", "random"];
const ANYONE = "anyone";
/** A player who is found by name. */
const NAMED = "named";
/** What keeps a game from being rated, by the fields of the form. @type {Record<string, string[]>} */
const UNRATED = { variant: VARIANTS.slice(3), undo: ["free"], clock: ["none"], visibility: ["private"], side: ["both"], opponent: BOTS };

/**
 * The fields that say how a battle is played, and what opens the game.
 * @param {Page} page
 * @param {import("./contract.js").Scenario} battle
 * @param {((terms: object) => Promise<unknown>) | null} challenge challenges anyone, or a player, where that is possible
 * @returns {{fields: HTMLElement[], listen: (form: HTMLFormElement) => void}}
 */
export function gameForm(page, battle, challenge) {
  const { texts } = page;
  const sides = allSides(texts);
  const wide = battle.board.kind === "overlord";
  const chosen = (/** @type {string} */ name, /** @type {string[]} */ values, /** @type {string} */ id) => {
    const said = (/** @type {string} */ value) => (sides.includes(value) ? texts.name("sides", value) : texts.say(`${id}.${value}`));
    return el("label", { class: "field" }, el("span", {}, texts.say(id)), select(values, said, { name }));
  };
  const finding = playerSearch(page);
  const refused = el("p", { class: "problem", role: "alert", id: "refused" });
  const fields = [
    chosen("opponent", challenge ? ["person", ANYONE, NAMED, ...BOTS] : ["person", ...BOTS], "lobby.opponent"),
    finding,
    chosen("side", [...sides, "both"], "lobby.side"),
    chosen("edition", ["2025", "2004"], "lobby.edition"),
    chosen("variant", wide ? ["overlord"] : VARIANTS, "lobby.variant"),
    el("label", { class: "field" }, el("span", {}, texts.say("lobby.players")), el("select", { name: "players" })),
    chosen("undo", ["free", "consent", "none"], "lobby.undo"),
    chosen("clock", Object.keys(PRESETS), "lobby.clock"),
    chosen("visibility", ["public", "private"], "lobby.visibility"),
    !wide && !battle.author && el("label", { class: "check" }, el("input", { type: "checkbox", name: "rated" }), el("span", {}, texts.say("lobby.rated"))),
    refused,
    el("button", { class: "main" }, texts.say("lobby.begin")),
  ].filter((one) => one !== false);
  return { fields, listen(form) {
    numbers(form);
    form.addEventListener("change", ({ target }) => target === form.elements.namedItem("variant") && numbers(form));
    form.addEventListener("change", rateable);
    form.addEventListener("change", () => { finding.hidden = new FormData(form).get("opponent") !== NAMED; });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = new FormData(form);
      signedIn(page).then(() => attempt(refused, () => open(page, battle.slug, given, challenge)));
    });
  } };
}

/**
 * Offer the numbers of players that the chosen variant has, if it has several.
 * @param {HTMLFormElement} form
 */
function numbers({ elements }) {
  const { variant, players } = /** @type {any} */ (elements);
  const offered = PLAYERS[variant.value] ?? [];
  fill(players, ...offered.map((one) => el("option", {}, one)));
  players.disabled = players.parentElement.hidden = !offered.length;
}

/**
 * Keep what is chosen such that it can be rated, or else not rated: the last choice counts.
 * @param {Event} event
 */
function rateable({ target, currentTarget }) {
  const fields = /** @type {any} */ (currentTarget).elements;
  for (const [name, refused] of Object.entries(UNRATED)) {
    if (!fields.rated?.checked || !refused.includes(fields[name].value)) continue;
    if (target !== fields.rated) fields.rated.checked = false;
    else fields[name].value = [...fields[name].options].find(({ value }) => !refused.includes(value)).value;
  }
}

/**
 * @param {Page} page
 * @param {string} scenario
 * @param {FormData} given
 * @param {((terms: object) => Promise<unknown>) | null} challenge
 */
async function open({ client, texts }, scenario, given, challenge) {
  const of = (/** @type {string} */ name) => String(given.get(name));
  const every = allSides(texts);
  const sides = of("side") === "both" ? every : [of("side")];
  const level = of("opponent");
  const clock = PRESETS[of("clock")];
  const agreed = { edition: of("edition"), variant: of("variant"), undo: of("undo"), visibility: of("visibility"), rated: given.has("rated") };
  const players = given.has("players") ? { players: Number(of("players")) } : {};
  const wish = { scenario, ...agreed, ...players, ...(clock && { clock }) };
  const asked = sides.length > 1 ? wish : { ...wish, side: sides[0] };
  if (level === ANYONE) return challenge?.(asked);
  if (level === NAMED) {
    if (!given.get("to")) throw new Error(texts.say("lobby.found.none"));
    return challenge?.({ ...asked, to: of("to") });
  }
  const against = BOTS.includes(level) ? every.filter((side) => !sides.includes(side)) : [];
  const bots = Object.fromEntries(against.map((side) => [side, level]));
  const game = await client.post("/v1/games", { ...wish, bots });
  for (const seat of wantedSeats(game, sides)) await client.post(`/v1/games/${game.id}/seats`, { seat });
  return location.assign(`/play/${game.id}`);
}

/**
 * The seats to sit in: the first of the chosen side, or all where one player decides for everybody.
 * @param {import("./contract.js").State} game
 * @param {string[]} sides
 * @returns {string[]}
 */
function wantedSeats(game, sides) {
  const free = game.table.filter((place) => !place.player && sides.includes(place.side));
  return free.slice(0, sides.length > 1 ? undefined : 1).map((place) => place.seat);
}

/**
 * How the games went that were played with an edition and a variant.
 * @param {import("./texts.js").Texts} texts
 * @param {string} side whose share is told
 * @param {import("./contract.js").Outcome} played
 */
export const describeOutcome = (texts, side, { finished, won, turns }) => texts.say("lobby.played", {
  games: finished, side: texts.name("sides", side), share: texts.percent.format(won[side] / finished), turns: Math.round(turns.mean ?? 0) });

/**
 * How a battle is won, who begins, and how it went so far.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").Scenario} battle
 * @param {{items: import("./contract.js").Outcome[], playtests: import("./contract.js").Playtest[]}} played its statistics
 * @returns {string[]}
 */
export function describeConditions(texts, { sides, first_side: first }, { items, playtests }) {
  const name = (/** @type {string} */ side) => texts.name("sides", side);
  const most = [...items].sort((one, other) => other.finished - one.finished)[0];
  const told = Object.keys(sides).map((side) => texts.say("about.goal", { side: name(side), need: sides[side].medals_to_win }));
  const side = Object.keys(sides)[0];
  const done = most?.finished ? [describeOutcome(texts, side, most)] : [];
  const { summary } = playtests.at(-1) ?? {};
  const tried = summary ? [texts.say("lobby.tested", {
    games: summary.games, side: name(side), share: texts.percent.format(summary.sides[side].share.value) })] : [];
  return [...told, texts.say("lobby.first", { side: name(first) }), ...done, ...tried];
}
