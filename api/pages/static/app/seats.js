// @ts-check
// The sides and seats of a game, and those of this player.

import { el, userText } from "./dom.js";
import { player } from "./session.js";

/**
 * The sides that there are, whatever the game.
 * @param {import("./texts.js").Texts} texts
 */
export const allSides = (texts) => Object.keys(texts.catalog.sides);

/**
 * The words of a game's seats, in order of play.
 * @param {import("./contract.js").State} state
 * @returns {string[]}
 */
export const seatsOf = (state) => state.table.map((place) => place.seat);

/**
 * The sides of a game, in the order in which they are shown.
 * @param {import("./contract.js").State} state
 * @returns {string[]}
 */
export const sidesOf = (state) => Object.keys(state.medals);

/**
 * Whose side a seat is on.
 * @param {import("./contract.js").State} state
 * @param {string} seat
 * @returns {string}
 */
export const sideOf = (state, seat) => state.table.find((place) => place.seat === seat)?.side ?? "";

/**
 * The side of a seat of a game that is only agreed: a seat is called by its side, with a number where the side has several.
 * @param {string} seat
 */
export const sideOfName = (seat) => seat.replace(/_\d+$/, "");

/** The section of each general of a side, by the number of its seat. */
const GENERALS = new Map([["2", "left"], ["3", "center"], ["4", "right"]]);

/**
 * What a seat commands in Overlord: a section as its general, or all as the Commander-in-Chief.
 * @param {import("./texts.js").Texts} texts
 * @param {string} seat
 */
export function commandOf(texts, seat) {
  const section = GENERALS.get(seat.slice(-1));
  return section ? texts.name("sections", section) : texts.say("play.chief");
}

/**
 * A seat's name: that of its side, with its number where the side has several, and a general's section.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {string} seat
 */
export function nameOf(texts, state, seat) {
  const side = sideOf(state, seat);
  const own = state.table.filter((place) => place.side === side);
  const number = own.findIndex((place) => place.seat === seat) + 1;
  const general = own[number - 1].role === "field_general" ? ` · ${commandOf(texts, seat)}` : "";
  return texts.name("sides", side) + (own.length > 1 ? ` ${number}` : "") + general;
}

/**
 * The seats that this player holds in a game.
 * @param {import("./contract.js").State} state
 */
export function ownSeats(state) {
  const me = player()?.id;
  return seatsOf(state).filter((seat) => me && state.seats[seat] === me);
}

/**
 * The side at the lower edge of the board, which is this player's own; as printed without one.
 * @param {import("./contract.js").State} state
 * @returns {string | null}
 */
export function ownSide(state) {
  const own = new Set(ownSeats(state).map((seat) => sideOf(state, seat)));
  return own.size === 1 ? [...own][0] : null;
}

/**
 * Who holds a place: a person by name, a bot by how it plays; empty for one that is free.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").Place} place
 * @param {Pick<import("./names.js").Names, "nameOf">} names
 */
export const holderName = (texts, { player: id, bot }, names) =>
  bot ? texts.say(`play.bot.${bot}`) : id ? names.nameOf(id) : "";

/**
 * Whether somebody is there, as a mark.
 * @param {import("./texts.js").Texts} texts
 * @param {boolean | undefined} here undefined for nobody who lets others know
 */
function presence(texts, here) {
  if (here === undefined) return null;
  const seen = here ? "here" : "away";
  const said = texts.say(`presence.${seen}`);
  return el("span", { class: `dot ${seen}`, role: "img", "aria-label": said, title: said });
}

/**
 * Who of a side of several sits where, and for whom the game waits.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {import("./contract.js").Place[]} own the places of the side
 * @param {import("./names.js").Names} names
 */
function roster(texts, state, own, names) {
  const awaited = state.awaiting?.seats ?? [];
  const parties = new Map(own.map((place) => [place.player ?? place.seat, own.filter(({ player: other, seat }) =>
    (place.player ? other === place.player : seat === place.seat))]));
  return el("ul", { class: "roster" }, ...[...parties.values()].map((places) => {
    const moves = places.some(({ seat }) => awaited.includes(seat));
    const numbers = places.map((place) => own.indexOf(place) + 1).join(", ");
    return el("li", { class: moves ? "awaited" : null, "data-seat": places[0].seat, title: places.map(({ seat }) => nameOf(texts, state, seat)).join(", ") },
      `${numbers} `, userText(holderName(texts, places[0], names) || texts.say("play.seat.free")),
      presence(texts, names.present(places[0].seat)),
      moves && el("span", { class: "out-of-sight" }, texts.say("play.seat.moves")));
  }));
}

/**
 * A side with its medals, and who plays it.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {string} side
 * @param {import("./names.js").Names} [names]
 */
export function sideSummary(texts, state, side, names) {
  const said = { own: state.medals[side], need: state.medals_to_win[side] };
  const own = state.table.filter((place) => place.side === side);
  return el("li", { "data-side": side, class: state.active && sideOf(state, state.active) === side ? "active" : null },
    el("strong", {}, texts.name("sides", side)),
    el("span", {}, texts.say("play.medals", said)),
    ...(names && own.length > 1 && new Set(own.map(({ player: id, seat }) => id ?? seat)).size > 1
      ? [roster(texts, state, own, names)] : alone(texts, state, side, names)));
}

/**
 * Who plays a side alone.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {string} side
 * @param {import("./names.js").Names} [names]
 */
function alone(texts, state, side, names) {
  const { name, rating, here } = names?.of(state, side) ?? {};
  const bot = state.table.find((place) => place.side === side && place.bot)?.bot;
  return [
    name && el("span", {}, userText(name),
      rating && el("span", { class: "soft", title: texts.say("rating.about") }, ` ${rating}`),
      presence(texts, here)),
    bot && el("span", { class: "soft" }, texts.say(`play.bot.${bot}`))];
}
