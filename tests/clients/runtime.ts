// What a generated client needs besides on a bad network: when to ask again, and when not.

import { setTimeout as sleep } from 'node:timers/promises';

export type Answer<T> = { data?: T; error?: unknown; response?: Response };

const AGAIN = [200, 201, 429, 502, 503, 504];
export const counted = { repeats: 0 };

// The game has another version than the one that was named: read it again, and decide anew.
export class Stale extends Error {}

// The answer of a call, which is repeated as it is until the service gives one.
export async function ask<T>(call: () => Promise<Answer<T>>): Promise<T> {
  for (;;) {
    const { data, error, response } = await call().catch((): Answer<T> => ({}));
    if (data !== undefined) return data;
    if (response?.status === 412) throw new Stale();
    if (response && !AGAIN.includes(response.status)) throw new Error(JSON.stringify(error));
    counted.repeats += 1;
    await sleep(1000 * Number(response?.headers.get('Retry-After') ?? 0.2));
  }
}
