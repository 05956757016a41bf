// @ts-check
// The calls that the pages make: nothing but the public interface of this service.

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

/** The network gave no answer: what became of the request is not known. */
export class Unreachable extends Error {}

const TRIES = 5;
const PAUSE = 600;

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Client {
  /**
   * @param {string | null} token who calls; null for somebody who has not said
   * @param {string} language
   */
  constructor(token, language) {
    this.token = token;
    this.language = language;
  }

  /**
   * The document at a path.
   * @param {string} path
   * @returns {Promise<any>}
   */
  get(path) {
    return this.#tried("GET", path, undefined, {});
  }

  /**
   * A picture of the service as a part of the page.
   * @param {string} path
   * @returns {Promise<SVGSVGElement>}
   */
  async picture(path) {
    const headers = this.#all({ Accept: "image/svg+xml" });
    const answer = await this.#fetched(path, { headers });
    if (!answer.ok) throw new Problem(await answer.json());
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(drawn.documentElement)));
  }

  /**
   * Send something once, however often it has to be sent: the key makes the service answer a
   * repetition with the first outcome.
   * @param {string} path
   * @param {Record<string, any>} body
   * @param {{version?: number, once?: boolean}} [how] `version`: the one that this was decided at
   * @returns {Promise<any>}
   */
  post(path, body, { version, once = true } = {}) {
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "application/json" };
    if (once) headers["Idempotency-Key"] = `"${crypto.randomUUID()}"`;
    if (version !== undefined) headers["If-Match"] = `"${version}"`;
    return this.#tried("POST", path, JSON.stringify(body), headers);
  }

  /**
   * The text at a path: a file to keep, or to check.
   * @param {string} path
   * @returns {Promise<string>}
   */
  async text(path) {
    const answer = await this.#fetched(path, { headers: this.#all({ Accept: "*/*" }) });
    if (!answer.ok) throw new Problem(await answer.json());
    return answer.text();
  }

  /**
   * Put something in place of what has this revision, unless somebody has changed that.
   * @param {string} path
   * @param {Record<string, any>} body
   * @param {number} revision
   * @returns {Promise<any>}
   */
  put(path, body, revision) {
    const headers = { "Content-Type": "application/json", "If-Match": `"${revision}"` };
    return this.#sent("PUT", path, JSON.stringify(body), headers);
  }

  /**
   * Delete what has this revision, unless somebody has changed it.
   * @param {string} path
   * @param {number} revision
   * @returns {Promise<null>}
   */
  remove(path, revision) {
    return this.#sent("DELETE", path, undefined, { "If-Match": `"${revision}"` });
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {string | undefined} body
   * @param {Record<string, string>} headers
   */
  async #tried(method, path, body, headers) {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await this.#sent(method, path, body, headers);
      } catch (error) {
        const repeatable = method === "GET" || "Idempotency-Key" in headers;
        if (isFinal(error) || !repeatable || left === 1) throw error;
      }
      await pause(PAUSE * (TRIES - left + 1));
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {string | undefined} body
   * @param {Record<string, string>} headers
   */
  async #sent(method, path, body, headers) {
    const answer = await this.#fetched(path, { method, body, headers: this.#all(headers) });
    const content = answer.status === 204 ? null : await answer.json().catch(() => null);
    if (answer.ok) return content;
    throw new Problem(content || { code: "unknown", status: answer.status, title: answer.statusText });
  }

  /**
   * @param {Record<string, string>} headers
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
    try {
      return await fetch(path, options);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new Unreachable(String(error));
    }
  }

  /**
   * The events of a game after a version, as they happen, until it is over. Comes back by itself
   * after a lost connection and goes on where it was.
   * @param {string} game
   * @param {number} after
   * @param {AbortSignal} signal ends it
   * @param {(connected: boolean) => void} [onLine] told when the line is lost and when it is back
   * @returns {AsyncGenerator<any>}
   */
  async *follow(game, after, signal, onLine = () => {}) {
    for (let failures = 0; !signal.aborted; ) {
      try {
        for await (const item of this.#lines(`/v1/games/${game}/events?after=${after}`, signal)) {
          if (failures) onLine(true);
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
      onLine(false);
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
