import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ensureInstalled, ensureProcesses, root } from "./steps.ts";

/**
 * `npm run bench` measures the production build. Names select benches: `npm run bench -- enumeration pages`. Each bench
 * runs in its own process on its own data folder, so that none sees another's rows. Exits with 1 when a figure misses
 * its limit or a bench fails, after all others have run. Every figure compares values of the same run, so that it holds
 * on a slow machine and on a busy one.
 */

const BENCHES = [
  "backup",
  "book",
  "capacity",
  "christmas",
  "dashboard",
  "deploys",
  "enumeration",
  "growing",
  "hashing",
  "hyperloop",
  "image",
  "lighthouse",
  "mail",
  "migration",
  "offline",
  "pages",
  "payments",
  "photos",
  "races",
  "takeover",
  "trouble",
  "weight",
];
const PROGRAM = join(root, "scripts", "bench", "harness", "bench-process.ts");

/** Where a bench measures a part of something long: `--whole` takes all of it. */
const isWhole = process.argv.includes("--whole");
const input = process.argv.slice(2).filter((word) => word !== "--whole");
const unknown = input.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join(", ")}". There are: ${BENCHES.join(", ")}`);
  process.exit(2);
}

ensureInstalled();
ensureProcesses();
const missed: string[] = [];
for (const name of BENCHES) {
  if (input.length > 0 && !input.includes(name)) continue;
  const bench = spawn(process.execPath, ["--import", "tsx", PROGRAM, name], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...(isWhole ? { BENCH_WHOLE: "1" } : {}) },
  });
  const [code] = await once(bench, "close");
  if (code !== 0) missed.push(name);
}
if (missed.length > 0) console.error(`✗ A limit was missed, or the bench failed: ${missed.join(", ")}`);
else console.log("✓ Every limit was met.");
process.exit(missed.length > 0 ? 1 : 0);
