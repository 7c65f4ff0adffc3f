import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Outside production, gives a command the secret that the start made for its data folder, before the settings are read. */
const { env } = process;
const ownSecret = join(resolve(env.DATA_DIR || "data"), "secret");
if (!env.SECRETS && env.APP_ENV !== "production" && existsSync(ownSecret)) {
  env.SECRETS = readFileSync(ownSecret, "utf8");
}
