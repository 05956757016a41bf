// @ts-check
// The score of a match: two games of one battle with sides swapped.

import { pause } from "./client.js";
import { el, fill, userText } from "./dom.js";
import { holderName } from "./seats.js";

/** @typedef {import("./contract.js").State} State */
/** @typedef {import("./contract.js").Match} Match */

/** Whether a game may tell of a match: it is the second of one, or over and may be the first. @param {State} state */
const belongs = (state) => !state.branch && (state.match ? state.status !== "waiting" : state.status === "finished");

/**
 * Show how the match stands that a game is part of, with the way to its other game; nothing for a single game.
 * @param {HTMLElement} place
 * @param {import("./start.js").Page} page
 * @param {import("./names.js").Names} names who know the players of the game
 * @param {State} state
 */
export async function showMatch(place, { client, texts }, names, state) {
  const stand = JSON.stringify([state.status, state.medals]);
  if (place.dataset.stand === stand) return;
  place.dataset.stand = stand;
  /** @type {Match | null} */
  const match = belongs(state) ? await client.get(`/v1/games/${state.id}/match`).catch(() => null) : null;
  const shown = match && match.games.length > 1 ? lines(texts, names, state, match) : [];
  place.hidden = !shown.length;
  fill(place, ...shown);
}

/** From one look at whether the others want a rematch to the next, in milliseconds; and how many there are. */
const LOOK = 5000;
const LOOKS = 120;

/**
 * Look for the second game of the match, once the first is over.
 * @param {HTMLElement} place
 * @param {import("./start.js").Page} page
 * @param {import("./names.js").Names} names
 * @param {() => State} now
 * @param {AbortSignal} signal
 */
export async function awaitRematch(place, page, names, now, signal) {
  for (let look = 0; look < LOOKS && place.hidden && !signal.aborted; look += 1) {
    await pause(LOOK);
    if (document.hidden || now().match) continue;
    delete place.dataset.stand;
    await showMatch(place, page, names, now());
  }
}

/**
 * @param {import("./texts.js").Texts} texts
 * @param {import("./names.js").Names} names
 * @param {State} state
 * @param {Match} match
 * @returns {(Node | string)[]}
 */
function lines(texts, names, state, match) {
  const [one, two] = parties(texts, names, state, match);
  if (!two) return [];
  const other = match.games.findIndex(({ id }) => id !== state.id);
  const score = texts.say("match.score", { number: match.games.length, one: one.name, own: one.total, other: two.total, two: two.name });
  return [
    userText(score), " ", userText(verdict(texts, match, one, two)), " ",
    ...(match.games[1].status === "waiting" ? [texts.say("match.proposed"), " "] : []),
    el("a", { href: `/play/${match.games[other].id}` }, texts.say(other ? "match.second" : "match.first")),
  ];
}

/**
 * @param {import("./texts.js").Texts} texts
 * @param {Match} match
 * @param {{name: string, total: number}} one
 * @param {{name: string, total: number}} two
 */
function verdict(texts, { finished }, one, two) {
  if (one.total === two.total) return texts.say(finished ? "match.drawn" : "match.level");
  return texts.say(finished ? "match.won" : "match.lead", { name: (one.total > two.total ? one : two).name });
}

/**
 * Those who play together, by the sides of a game, with their medals of both; one of them alone where
 * somebody plays both sides.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./names.js").Names} names
 * @param {State} state
 * @param {Match} match
 */
function parties(texts, names, { table }, { standings }) {
  const sides = [...new Set(table.map(({ side }) => side))].map((side) => table.filter((place) => place.side === side));
  const [first, second] = sides.map((places) => new Set(places.map(({ player }) => player)));
  const apart = [...first].every((player) => !second.has(player));
  return (apart ? sides : sides.slice(1)).map((places) => ({
    name: [...new Set(places.map((place) => holderName(texts, place, names)))].join(", "),
    total: standings.find(({ player }) => player === places[0].player)?.total ?? 0,
  }));
}
