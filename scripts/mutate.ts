import { join } from "node:path";
import { ensureInstalled, run } from "./steps.ts";
import { installTool, STRYKER } from "./tools.mjs";

/** `npm run mutate`: Stryker with the settings of `tests/mutation.stryker.config.ts`. */

ensureInstalled();
const [core = "", ...others] = STRYKER;
const stryker = installTool(core, others);
run(process.execPath, [join(stryker, "bin", "stryker.js"), "run", ...process.argv.slice(2)]);
