import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureProcesses, root } from "./steps.mjs";

/** Runs a bundled command, `node scripts/run.mjs staff list`: in production as it was built, elsewhere as the sources say. */

if (process.env.APP_ENV !== "production") ensureProcesses();
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(join(root, "build", "processes", `${name}.js`)).href);
