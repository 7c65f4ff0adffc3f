import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "./steps.ts";
import { pathOfNode } from "./supported-node.mjs";
import type { Counts } from "./testing/reports.ts";
import { installTool } from "./tools.mjs";

/**
 * Runs the suites that touch Node itself on the other supported lines of Node, which npm brings, after `npm test` on the
 * machine's own. Adds up their counts in build/reports/other-nodes.json.
 */

const VERSIONS = ["22.23.3", "26.10.0"];
/** Files, processes, sockets, native code. What is pure is the same on every Node. */
const SUITES = "db,adapters,jobs,web,scripts";

const reports = join(root, "build", "reports");
interface Report extends Partial<Counts> {
  failures?: readonly string[];
}

const total = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
for (const version of VERSIONS) {
  const npmPackage = `node-${process.platform}-${process.arch}@${version}`;
  installTool(npmPackage);
  const node = pathOfNode(npmPackage);
  const report = join(reports, `node-${version}.json`);
  rmSync(report, { force: true });
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  console.log(`\n▸ ${SUITES} on Node ${version}`);
  spawnSync(node, ["scripts/test.ts", "--only", SUITES], {
    cwd: root,
    env: { ...process.env, PATH, COUNTS_FILE: report },
    stdio: "inherit",
  });
  const counts: Report = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : { failed: 1, failures: [report] };
  for (const kind of ["passed", "failed", "skipped"] as const) total[kind] += counts[kind] ?? 0;
  total.failures.push(...(counts.failures ?? []).map((name) => `Node ${version}: ${name}`));
}
mkdirSync(reports, { recursive: true });
writeFileSync(join(reports, "other-nodes.json"), `${JSON.stringify(total)}\n`);
process.exit(total.failed > 0 ? 1 : 0);
