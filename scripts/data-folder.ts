import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * What a command needs before it loads the app, whose settings are read once: the database of a shop that was started, and
 * outside production the secret that the start made for it. Ends with a sentence where there is no database; opening one
 * would make it, and the next start would take the folder for a shop in use.
 */
const { env } = process;
const dataFolder = resolve(env.DATA_DIR || "data");
if (!existsSync(join(dataFolder, "loop.db"))) {
  console.error(`There is no database in ${dataFolder} yet. Start Loop there once: npm start`);
  process.exit(1);
}
const ownSecret = join(dataFolder, "secret");
if (!env.SECRETS && env.APP_ENV !== "production" && existsSync(ownSecret)) {
  env.SECRETS = readFileSync(ownSecret, "utf8");
}
