// What a generated client needs besides on a bad network: when to ask again, and when not.

import { setTimeout as sleep } from 'node:timers/promises';

export type Answer<T> = { data?: T; error?: unknown; response?: Response };

const AGAIN = [200, 201, 429, 502, 503, 504];
const PATIENCE = 5000;
export const counted = { repeats: 0 };

// The game has another version than the one that was named: read it again, and decide anew.
export class Stale extends Error {}

// A request that is given up where nothing is heard of it.
export const patient: typeof fetch = (asked, how) =>
  fetch(asked, { ...how, signal: AbortSignal.timeout(PATIENCE) });

// Milliseconds until one may ask again: those that were said, or until a time by the clock of who
// says it, whatever time one's own clock shows.
function pause(headers?: Headers): number {
  const said = headers?.get('Retry-After') ?? '0.2';
  if (!said.endsWith('GMT')) return 1000 * Number(said);
  return Date.parse(said) - Date.parse(headers?.get('Date') ?? '');
}

// The answer of a call, which is repeated as it is until the service gives one. Node.js ends, as if
// all were done, where nothing is left but the timer of an AbortSignal; so there is another one.
export async function ask<T>(call: () => Promise<Answer<T>>): Promise<T> {
  const running = setInterval(() => undefined, PATIENCE);
  try {
    return await repeated(call);
  } finally {
    clearInterval(running);
  }
}

async function repeated<T>(call: () => Promise<Answer<T>>): Promise<T> {
  for (;;) {
    const { data, error, response } = await call().catch((): Answer<T> => ({}));
    const headers = response?.headers;
    if (data !== undefined && headers?.get('Content-Type')?.includes('json')) return data;
    if (response?.status === 412) throw new Stale();
    if (response && !AGAIN.includes(response.status)) throw new Error(JSON.stringify(error));
    counted.repeats += 1;
    await sleep(pause(headers));
  }
}
