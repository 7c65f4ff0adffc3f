import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * What one command alone needs, npm installs when it is first run, each in a folder of its own below `.tools`: among the
 * packages of the lock file it would make every install longer. Plain JavaScript, because Node itself comes this way.
 */

/** Each with the version that the project was tried with. */
export const DRIZZLE_KIT = "drizzle-kit@0.31.11";
export const PUPPETEER = "puppeteer-core@24.43.1";
export const AUTOCANNON = "autocannon@9.0.0";
/** The last that does without the newest version of another package. */
export const LIGHTHOUSE = "lighthouse@12.8.2";

const root = new URL("..", import.meta.url).pathname;

/** Where a tool is installed; `npmPackage` is its name and version, such as "drizzle-kit@0.31.11". */
export function folderOfTool(npmPackage) {
  return join(root, ".tools", npmPackage.replaceAll("/", "-"));
}

/**
 * Installs a tool of this exact version, unless it is there. Peers are taken from the project.
 * Gives the folder of the first one's package. Throws where npm could not install it.
 * @param {string} npmPackage
 */
export function installTool(npmPackage) {
  const folder = folderOfTool(npmPackage);
  const name = npmPackage.slice(0, npmPackage.lastIndexOf("@"));
  const installed = join(folder, "node_modules", name);
  if (existsSync(join(installed, "package.json"))) return installed;
  // Beside it, and then moved as a whole: two processes may want it at once.
  const own = `${folder}.${process.pid}`;
  const quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  spawnSync("npm", ["install", "--prefix", own, "--legacy-peer-deps", ...quiet, npmPackage], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (existsSync(join(own, "node_modules", name, "package.json")) && !existsSync(folder)) moveInto(own, folder);
  rmSync(own, { recursive: true, force: true });
  if (existsSync(join(installed, "package.json"))) return installed;
  throw new Error(`npm could not install ${npmPackage}.`);
}

/**
 * @param {string} own
 * @param {string} folder
 */
function moveInto(own, folder) {
  try {
    renameSync(own, folder);
  } catch (error) {
    // Somebody else was faster in this moment.
    if (!existsSync(folder)) throw error;
  }
}
