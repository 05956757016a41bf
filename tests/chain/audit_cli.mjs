// Reads {module, calls: [[name, ...arguments]]} and writes what these functions of audit.js answer,
// or the values of these names. An argument {bytes: [...]} is handed on as bytes.
import { readFileSync } from "node:fs";

const { module, calls } = JSON.parse(readFileSync(0, "utf8"));
const audit = await import(module);
const results = [];
for (const [name, ...given] of calls) {
  const found = audit[name];
  const known = given.map((one) => (one?.bytes ? Uint8Array.from(one.bytes) : one));
  results.push(typeof found === "function" ? await found(...known) : found);
}
const plain = (_, value) => (value instanceof Map ? Object.fromEntries(value) : value);
process.stdout.write(JSON.stringify(results, plain));
