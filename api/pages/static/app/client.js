// @ts-check
// The API client of the pages. It uses nothing but the public interface of the service.

/** What the service answers with when it does not do what it was asked. */
export class Problem extends Error {
  /** @param {Record<string, any>} document a problem document (RFC 9457) */
  constructor(document) {
    super(document.detail || document.title);
    this.code = String(document.code);
    this.status = Number(document.status);
    this.document = document;
  }
}

/**
 * What a list has of each version after one, up to another that there is: all its pages at once.
 * @param {Client} client
 * @param {string} path ends where a further parameter may follow
 * @param {number} after
 * @param {number} last
 * @param {number} limit how many a page has
 * @returns {Promise<any[]>}
 */
export async function inPages(client, path, after, last, limit) {
  const starts = Array.from({ length: Math.ceil((last - after) / limit) }, (_, page) => after + page * limit);
  const pages = await Promise.all(starts.map((start) =>
    client.get(`${path}after=${start}&limit=${Math.min(limit, last - start)}`)));
  return pages.flatMap(({ items }) => items);
}

/** The network gave no answer: what became of the request is not known. */
export class Unreachable extends Error {}

export const SVG = "image/svg+xml";
const TRIES = 5;
const PAUSE = 600;

/**
 * A picture as a part of the page.
 * @param {string} text
 */
export function asPicture(text) {
  const { documentElement } = new DOMParser().parseFromString(text, SVG);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(documentElement)));
}

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Client {
  #losses = 0;

  /**
   * @param {string | null} token who calls; null for somebody who has not said
   * @param {string} language
   */
  constructor(token, language) {
    this.token = token;
    this.language = language;
    /** How far the service's clock is ahead, in milliseconds, by the freshest answer. */
    this.ahead = -Infinity;
    /** What an `Unreachable` says. */
    this.unreachable = "";
    /** Told of each request whether it reached the service. @type {(connected: boolean) => void} */
    this.onReach = () => {};
  }

  /**
   * The document at a path.
   * @param {string} path
   * @param {Record<string, string>} [headers]
   * @returns {Promise<any>}
   */
  get(path, headers = {}) {
    return this.#tried(path, { headers });
  }

  /**
   * All items of a list, page by page.
   * @param {string} path
   * @returns {Promise<any[]>}
   */
  async all(path) {
    const items = [];
    const first = `${path}${path.includes("?") ? "&" : "?"}limit=100`;
    for (let more = ""; ; ) {
      const page = await this.get(`${first}${more}`);
      items.push(...page.items);
      if (!page.next) return items;
      more = `&cursor=${encodeURIComponent(page.next)}`;
    }
  }

  /**
   * The text at a path.
   * @param {string} path
   * @param {string} type
   * @returns {Promise<string>}
   */
  async text(path, type) {
    const answer = await this.#fetched(path, { headers: this.#all({ Accept: type }) });
    if (!answer.ok) throw new Problem(await answer.json());
    return answer.text();
  }

  /**
   * Send a file once, and have the answer as a text.
   * @param {string} path
   * @param {{text: string, type: string}} file
   * @param {{type?: string, signal?: AbortSignal}} [how] the type of the answer, and what ends it
   */
  async send(path, { text, type }, { type: accept = "application/json", signal } = {}) {
    const headers = this.#all({ "Content-Type": type, Accept: accept });
    const answer = await this.#fetched(path, { method: "POST", headers, body: text, signal });
    if (!answer.ok) throw new Problem(await answer.json());
    return answer.text();
  }

  /**
   * A picture of the service as a part of the page.
   * @param {string} path
   */
  async picture(path) {
    return asPicture(await this.text(path, SVG));
  }

  /**
   * Send something once, however often it has to be sent: the key makes the service answer a
   * repetition with the first outcome.
   * @param {string} path
   * @param {object} body
   * @param {{version?: number, once?: boolean}} [how] `version`: the one that this was decided at
   * @returns {Promise<any>}
   */
  post(path, body, { version, once = true } = {}) {
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "application/json" };
    if (once) headers["Idempotency-Key"] = `"${crypto.randomUUID()}"`;
    if (version !== undefined) headers["If-Match"] = `"${version}"`;
    return this.#tried(path, { method: "POST", body: JSON.stringify(body), headers });
  }

  /**
   * Put something in the place of what there is. A repetition changes nothing.
   * @param {string} path
   * @param {object} body
   * @returns {Promise<any>}
   */
  put(path, body) {
    return this.#tried(path, { method: "PUT", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  }

  /**
   * Take something away. A repetition finds it gone, and changes nothing.
   * @param {string} path
   * @returns {Promise<unknown>}
   */
  remove(path) {
    return this.#tried(path, { method: "DELETE" });
  }

  /**
   * Change something, unless somebody else has: it must have this revision still.
   * @param {"PUT" | "DELETE"} method
   * @param {string} path
   * @param {number} revision
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  change(method, path, revision, body) {
    const headers = { "Content-Type": "application/json", "If-Match": `"${revision}"` };
    return this.#sent(path, { method, headers, body: body && JSON.stringify(body) });
  }

  /**
   * @typedef {{method?: string, body?: string, headers?: Record<string, string>}} Sent
   * @param {string} path
   * @param {Sent} sent
   */
  async #tried(path, sent) {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await this.#sent(path, sent);
      } catch (error) {
        const repeatable = sent.method !== "POST" || sent.headers?.["Idempotency-Key"];
        if (isFinal(error) || !repeatable || left === 1) throw error;
      }
      await pause(PAUSE * (TRIES - left + 1));
    }
  }

  /**
   * @param {string} path
   * @param {Sent} sent
   */
  async #sent(path, sent) {
    const answer = await this.#fetched(path, { ...sent, headers: this.#all(sent.headers) });
    const content = answer.status === 204 ? null : await answer.json().catch(() => null);
    if (answer.ok) return content;
    throw new Problem(content || { code: "unknown", status: answer.status, title: answer.statusText });
  }

  /**
   * @param {Record<string, string>} [headers]
   * @returns {Record<string, string>}
   */
  #all(headers) {
    const all = { Accept: "application/json", "Accept-Language": this.language, ...headers };
    return this.token ? { Authorization: `Bearer ${this.token}`, ...all } : all;
  }

  /**
   * @param {string} path
   * @param {RequestInit} options
   */
  async #fetched(path, options) {
    const losses = this.#losses;
    try {
      const answer = await fetch(path, options);
      if (losses === this.#losses) this.onReach(true);
      const at = Date.parse(answer.headers.get("Date") ?? "");
      if (at) this.ahead = Math.max(this.ahead, at - Date.now());
      return answer;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      this.lose();
      throw new Unreachable(this.unreachable || String(error));
    }
  }

  /** The service is out of reach: answers to what was asked before say nothing about it. */
  lose() {
    this.#losses += 1;
    this.onReach(false);
  }

  /**
   * The events of a game after a version, as they happen, until it is over. Comes back by itself
   * after a lost connection and goes on where it was.
   * @param {string} game
   * @param {number} after
   * @param {AbortSignal} signal ends it
   * @param {{presence?: boolean}} [how] `presence`: the other seats may see that this player is there
   * @returns {AsyncGenerator<import("./contract.js").Event>}
   */
  async *follow(game, after, signal, { presence = false } = {}) {
    for (let failures = 0; !signal.aborted; ) {
      try {
        for await (const item of this.#lines(`/v1/games/${game}/events?presence=${presence}&after=${after}`, signal)) {
          failures = 0;
          if (item?.control === "end") return;
          if (!isEvent(item)) continue;
          after = item.version;
          yield item;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (isFinal(error)) throw error;
      }
      failures += 1;
      await pause(Math.min(PAUSE * failures, 8 * PAUSE));
    }
  }

  /**
   * The lines of a stream, parsed; null for an empty one.
   * @param {string} path
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<any>}
   */
  async *#lines(path, signal) {
    const headers = this.#all({ Accept: "application/x-ndjson" });
    const answer = await this.#fetched(path, { headers, signal, cache: "no-store" });
    if (!answer.ok) throw new Problem(await answer.json());
    const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
    const decoder = new TextDecoder();
    for (let rest = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = /** @type {string} */ (lines.pop());
      for (const line of lines) yield line ? JSON.parse(line) : null;
    }
  }
}

/**
 * Whether a line of a stream is an event; a word of control that tells of a problem is thrown.
 * @param {any} item
 */
function isEvent(item) {
  if (item?.control === "problem") throw new Problem(item);
  return item !== null && !item.control;
}

/**
 * Whether asking again would bring the same.
 * @param {unknown} error
 */
function isFinal(error) {
  return error instanceof Problem && error.status < 500 && error.status !== 429;
}
