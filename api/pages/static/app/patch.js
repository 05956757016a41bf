// @ts-check
// JSON Patch (RFC 6902) with the operations that the service uses: test, add, remove, replace.

/** @typedef {import("./contract.js").JsonPatchOperation} Operation */

/** A document is not the one that a patch is for. */
export class PatchError extends Error {}

/**
 * The document that a patch makes of another, which stays as it is: the two share what is the same.
 * @param {any} before
 * @param {Operation[]} patch
 * @returns {any}
 */
export function patched(before, patch) {
  return patch.reduce((document, operation) => patchedAt(document, keys(operation.path), operation), before);
}

/**
 * The reference tokens of a JSON pointer (RFC 6901).
 * @param {string} pointer
 */
function keys(pointer) {
  const parts = pointer.split("/").slice(1);
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * @param {any} value
 * @param {string[]} tokens
 * @param {Operation} operation
 * @returns {any}
 */
function patchedAt(value, tokens, operation) {
  if (tokens.length === 0) return patchedWhole(value, operation);
  const [key, ...rest] = tokens;
  if (rest.length === 0 && operation.op !== "test") return patchedMember(value, key, operation);
  if (!has(value, key)) throw new PatchError(`nothing is at ${operation.path}`);
  const inner = patchedAt(value[key], rest, operation);
  if (inner === value[key]) return value;
  const copy = shallowCopy(value);
  copy[key] = inner;
  return copy;
}

/**
 * What an operation makes of the value that its pointer names.
 * @param {any} value
 * @param {Operation} operation
 */
function patchedWhole(value, { op, path, value: given }) {
  if (op === "replace" || op === "add") return given;
  if (op === "test" && JSON.stringify(value) === JSON.stringify(given)) return value;
  throw new PatchError(`${op} at ${path || "the whole"} does not hold`);
}

/**
 * A list or an object with one member added, replaced or gone.
 * @param {any} value
 * @param {string} key
 * @param {Operation} operation
 */
function patchedMember(value, key, { op, path, value: given }) {
  const isList = Array.isArray(value);
  const place = isList && key === "-" ? value.length : key;
  const holds = op === "add" && isObject(value) ? !isList || Number(place) <= value.length : has(value, key);
  if (!holds) throw new PatchError(`nothing is at ${path}`);
  const copy = shallowCopy(value);
  if (isList && op === "add") copy.splice(Number(place), 0, given);
  else if (isList && op === "remove") copy.splice(Number(place), 1);
  else if (op === "remove") delete copy[key];
  else copy[place] = given;
  return copy;
}

/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null;

/** @param {any} value */
const shallowCopy = (value) => (Array.isArray(value) ? [...value] : { ...value });

/**
 * @param {any} value
 * @param {string} key
 */
const has = (value, key) => isObject(value) && Object.hasOwn(value, key);
