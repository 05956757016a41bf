// @ts-check
// Who sits at this screen: a player's token, kept in this browser alone.

const TOKEN = "afteraction.token";
const PLAYER = "afteraction.player";

/** @typedef {{id: string, name: string}} Player */

/** @returns {string | null} */
export const token = () => localStorage.getItem(TOKEN);

/** @returns {Player | null} */
export function player() {
  const kept = localStorage.getItem(PLAYER);
  return kept ? JSON.parse(kept) : null;
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

/** Forget who sat here. */
export function signOut() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(PLAYER);
}
