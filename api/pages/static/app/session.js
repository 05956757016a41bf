// @ts-check
// The player of this browser: its token, stored only here.

const TOKEN = "afteraction.token";
const PLAYER = "afteraction.player";
const PRESENCE = "afteraction.presence";

/** @typedef {{id: string, name: string}} Player */

/**
 * What this browser keeps; nothing in a frame of another site that may keep nothing.
 * @param {string} name
 */
export function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @returns {string | null} */
export const token = () => stored(TOKEN);

/** @returns {Player | null} */
export function player() {
  const known = stored(PLAYER);
  return known ? JSON.parse(known) : null;
}

/**
 * Become a player of this service.
 * @param {import("./client.js").Client} client
 * @param {string} name
 * @returns {Promise<Player>}
 */
export async function signUp(client, name) {
  const made = await client.post("/v1/players", { name }, { once: false });
  localStorage.setItem(TOKEN, made.token);
  localStorage.setItem(PLAYER, JSON.stringify({ id: made.id, name: made.name }));
  client.token = made.token;
  return made;
}

/** Whether the other players of a game may see that this one is there. */
export const showsPresence = () => localStorage.getItem(PRESENCE) === "yes";

/** @param {boolean} shown */
export const storePresence = (shown) => localStorage.setItem(PRESENCE, shown ? "yes" : "no");

/** Forget who sat here. */
export function signOut() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(PLAYER);
}
