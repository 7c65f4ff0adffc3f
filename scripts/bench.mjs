import { ensureInstalled, run } from "./steps.mjs";

/** `npm run bench`: `bench.ts`, once the packages are there that read TypeScript. */

ensureInstalled();
run(process.execPath, ["--import", "tsx", "scripts/bench.ts", ...process.argv.slice(2)]);
