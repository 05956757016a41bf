// @ts-check
// Battles in lists: a thumbnail, and how balanced they have been.

import { boardImage } from "./board_image.js";
import { el, svgElement, whenVisible } from "./dom.js";
import { allSides } from "./seats.js";

/** The small pictures of battles by slug, asked for once one of them is in sight. @type {Promise<Map<string | undefined, SVGElement>> | undefined} */
let sheet;

/**
 * The small pictures; the symbols that they share become a part of the page. A picture becomes one
 * where it is shown: all of them at once are 40,000 nodes, which slow every later change down.
 * @param {import("./client.js").Client} client
 */
async function pictures(client) {
  const symbols = await client.picture(new URL("boards.svg", import.meta.url).href);
  const boards = /** @type {NodeListOf<SVGElement>} */ (symbols.querySelectorAll("[data-board]"));
  for (const board of boards) board.remove();
  document.body.append(symbols);
  return new Map(Array.from(boards, (board) => [board.dataset.board, board]));
}

/**
 * A battle in small; one that does not ship with the service as it is.
 * @param {import("./client.js").Client} client
 * @param {string} slug
 * @param {boolean} own whether it is somebody's own
 */
export function thumbnail(client, slug, own = false) {
  const place = el("span", { class: "small" });
  if (own) {
    place.append(boardImage(slug, {}));
    return place;
  }
  whenVisible(place, async () => {
    sheet ??= pictures(client);
    const drawn = (await sheet).get(slug);
    place.replaceChildren(drawn?.cloneNode(true) ?? boardImage(slug, {}));
  });
  return place;
}

const WIDE = 100;

/**
 * How many of its games the first side has won, drawn with the interval, and in words; nothing
 * before the first.
 * @param {import("./texts.js").Texts} texts
 * @param {{value: number, low: number, high: number} | null} balance
 */
export function balanceBadge(texts, balance) {
  if (!balance) return null;
  const [first, second] = allSides(texts);
  const { value, low, high } = balance;
  const of = (/** @type {number} */ share) => texts.percent.format(share);
  const bar = svgElement("svg", { viewBox: `0 0 ${WIDE} 8`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svgElement("rect", { "data-side": second, width: WIDE, height: 8 }),
    svgElement("rect", { "data-side": first, width: WIDE * value, height: 8 }),
    svgElement("path", { d: `M${WIDE * low} 4H${WIDE * high}M${WIDE * low} 1V7M${WIDE * high} 1V7` }));
  return el("span", { class: "balance" }, bar,
    texts.say("battles.balance", { side: texts.name("sides", first), share: of(value), low: of(low), high: of(high) }));
}

/** What ends the slug of a player's battle: a digest of who made it, and one of its set-up. */
const DIGESTS = /_[0-9a-f]{8}_[0-9a-f]{12}$/;

/**
 * What a battle that is in no list is called, by the words of its slug.
 * @param {string} slug
 */
export const titleOf = (slug) => slug.replace(DIGESTS, "").replace(/(^|_)(.)/g, (_, gap, first) => (gap && " ") + first.toUpperCase());
