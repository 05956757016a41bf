// @ts-check
// The latest entries of a game's timeline.

import { el } from "./dom.js";

const VERSIONS = 80;

/**
 * The lines of the last versions up to one, the newest first; what was taken back is struck out.
 * @param {import("./client.js").Client} client
 * @param {string} path the game's
 * @param {number} version
 * @returns {Promise<HTMLElement[]>}
 */
export async function recentEntries(client, path, version) {
  const since = Math.max(0, version - VERSIONS);
  /** @type {{turns: import("./contract.js").Turn[]}} */
  const { turns } = await client.get(`${path}/timeline?since=${since}&version=${version}`);
  const entries = turns.flatMap((turn) => turn.entries);
  return entries.reverse().map((entry) =>
    el("li", {}, entry.undone ? el("s", {}, entry.text) : entry.text));
}
