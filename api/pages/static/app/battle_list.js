// @ts-check
// Battles in lists: a thumbnail, and how balanced they have been.

import { boardImage } from "./board_image.js";
import { SVG } from "./client.js";
import { el, svgElement, whenVisible } from "./dom.js";
import { allSides } from "./seats.js";

/** The lines of the sheet of small pictures, asked for once one of them is in sight. @type {Promise<string[]> | undefined} */
let sheet;

/** The addresses of the small pictures that were shown, by slug. @type {Map<string, string>} */
const addresses = new Map();

/**
 * The address of the small picture of a battle, which is a file of its own rather than a part of the
 * page: its thousand nodes would slow every later change down.
 * @param {import("./client.js").Client} client
 * @param {string} slug
 */
async function picture(client, slug) {
  sheet ??= client.text(new URL("boards.svg", import.meta.url).href, SVG).then((text) => text.split("\n"));
  const [shared, ...boards] = await sheet;
  const board = boards.find((one) => one.startsWith(`<svg data-board="${slug}"`));
  if (board && !addresses.has(slug)) {
    addresses.set(slug, URL.createObjectURL(new Blob([shared, board, "</svg>"], { type: SVG })));
  }
  return addresses.get(slug);
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
    const src = await picture(client, slug);
    place.replaceChildren(src ? el("img", { src, alt: "" }) : boardImage(slug, {}));
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
