import { join } from "node:path";
import { ensureInstalled, run } from "./steps.ts";
import { DRIZZLE_KIT, installTool } from "./tools.mjs";

/** `npm run migrations`: writes the migration that the schema asks for. */

ensureInstalled();
run(process.execPath, [join(installTool(DRIZZLE_KIT), "bin.cjs"), "generate", ...process.argv.slice(2)]);
