import "./own-secret";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * What a command needs before it loads the app, whose settings are read once: the database of a shop that was started,
 * and its own secret. Ends with a message where there is no database; opening one would make it, and the next start
 * would take the folder for a shop in use.
 */
const dataFolder = resolve(process.env.DATA_DIR || "data");
if (!existsSync(join(dataFolder, "loop.db"))) {
  console.error(`There is no database in ${dataFolder} yet. Start Loop there once: npm start`);
  process.exit(1);
}
