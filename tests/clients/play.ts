// node play.js URL: two players play a game to its end, whatever happens to the service.
// node play.js URL GAME: somebody follows a game from its first event on.
// Both say how it came out, and how often they had to ask again.

import * as api from './api';
import { type Client, createClient } from './api/client';
import { Stale, ask, counted, patient } from './runtime';

async function join(baseUrl: string): Promise<Client> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const client = createClient({ baseUrl, fetch: patient });
  const made = await ask(() => api.createPlayer({ client, body: { name: 'Bob' }, headers }));
  return createClient({ baseUrl, auth: made.token, fetch: patient });
}

async function begin(allies: Client, axis: Client): Promise<string> {
  const wish = { edition: '2025', scenario: 'vassieux', variant: 'young_generals' } as const;
  const headers = { 'Idempotency-Key': 'begin' };
  const { id } = await ask(() => api.createGame({ client: allies, body: wish, headers }));
  const path = { game_id: id };
  await ask(() => api.takeSeat({ client: allies, path, body: { seat: 'allies' }, headers }));
  await ask(() => api.takeSeat({ client: axis, path, body: { side: 'axis' }, headers }));
  return id;
}

async function act(client: Client, path: { game_id: string }): Promise<boolean> {
  // Decides where that is one's own to do; false once the game is over.
  const now = await ask(() => api.listActions({ client, path }));
  const plays = now.actions.filter((action) => action.type !== 'resign');
  plays.sort(() => Math.random() - 0.5);
  const body = plays.find((action) => action.type === 'attack') ?? plays[0];
  const headers = { 'If-Match': `"${now.version}"`, 'Idempotency-Key': `"${now.version}"` };
  const again = (error: unknown) => { if (!(error instanceof Stale)) throw error; };
  if (body) await ask(() => api.submitCommand({ client, path, body, headers })).catch(again);
  return now.awaiting !== null;
}

async function follow(client: Client, path: { game_id: string }, after: number): Promise<number> {
  // Reads on from a version, and misses no event.
  const page = await ask(() => api.listEvents({ client, path, query: { after } }));
  if (!page) return after;
  for (const event of page.items) {
    after += 1;
    if (event.version !== after) throw new Error(`event ${event.version} in place of ${after}`);
  }
  return page.next === null ? after : follow(client, path, after);
}

async function main(url: string, known?: string): Promise<void> {
  const players = [await join(url), await join(url)] as const;
  const path = { game_id: known ?? (await begin(...players)) };
  const seen = new Map<Client, number>();
  for (let goingOn = true; goingOn; ) {
    for (const me of players) goingOn = await act(me, path);
    for (const me of players) seen.set(me, await follow(me, path, seen.get(me) ?? 0));
  }
  const ends = await Promise.all(players.map((client) => ask(() => api.getGame({ client, path }))));
  const outcomes = new Set(ends.map((end) => `${end.version} ${end.winner}`));
  if (ends.some((end) => [...seen.values()].some((version) => version !== end.version)))
    throw new Error('events are missing');
  console.log(path.game_id, ...outcomes, counted.repeats);
}

void main(process.argv[2] ?? '', process.argv[3]);
