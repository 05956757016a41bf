// Calls functions of audit.js: reads {module, calls: [[name, ...arguments]]} and writes the results.
import { readFileSync } from "node:fs";

const { module, calls } = JSON.parse(readFileSync(0, "utf8"));
const audit = await import(module);
const results = [];
for (const [name, ...given] of calls) results.push(await audit[name](...given));
process.stdout.write(JSON.stringify(results));
