import { spawnSync } from "node:child_process";

/** Builds the app if its sources have changed, before the first test needs it. */
export function setup() {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The application could not be built; what is wrong stands above.");
}
