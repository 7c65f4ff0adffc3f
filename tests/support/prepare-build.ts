import { spawnSync } from "node:child_process";

/** The setups of all projects run in one process. */
const ofRun = globalThis as { isBuilt?: boolean };

/** Builds the app if its sources have changed, before the first test needs it. */
export function setup() {
  if (ofRun.isBuilt) return;
  const { status } = spawnSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The application could not be built; what is wrong stands above.");
  ofRun.isBuilt = true;
}
