import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../steps.ts";
import { countVitest } from "../testing/reports.ts";
import type { Figure } from "./harness/figures";

/**
 * The races of the tests with every round and everybody taking part: a thousand people with one voucher, two hundred
 * refunds against redemptions, five hundred buyers with ten uses of a code, a thousand random acts on stored files, fifty
 * kills and fifty starts of two machines, and what every input costs. `npm test` runs a few rounds of each.
 */

export async function measure(): Promise<Figure[]> {
  const folder = join(root, "tests");
  const racing = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => readFileSync(join(folder, file), "utf8").includes("support/rounds"))
    .map((file) => join("tests", file))
    .filter((file) => file !== COSTS);
  return [runEveryRound("races", racing), runEveryRound("what one input costs", [COSTS])];
}

/** Its limits are milliseconds, so nothing else may be at work beside it. */
const COSTS = join("tests", "web", "limits", "costs.test.ts");

function runEveryRound(what: string, files: readonly string[]): Figure {
  const report = join(mkdtempSync(join(tmpdir(), "loop-bench-races-")), "report.json");
  const projects = ["--project", "quick", "--project", "requests"];
  const args = ["run", ...projects, "--reporter=default", "--reporter=json"];
  spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...args, `--outputFile.json=${report}`, ...files], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, EVERY_ROUND: "yes" },
  });
  const { passed, failed } = countVitest(JSON.parse(readFileSync(report, "utf8")));
  return {
    what: `${what}: tests of ${files.length} files with every round`,
    value: `${passed} passed, ${failed} failed`,
    limit: "0 failed",
    isMet: failed === 0 && passed > files.length,
  };
}
