import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";

/** Runs .ci/run in a folder where `npm` is the given shell script. */
function runWhere(npm: string) {
  const folder = mkdtempSync(join(settings.dataFolder, "clone-"));
  for (const name of [".ci", "bin", "build/reports"]) mkdirSync(join(folder, name), { recursive: true });
  copyFileSync(join(process.cwd(), ".ci", "run"), join(folder, ".ci", "run"));
  writeFileSync(join(folder, "build/reports/counts.json"), countsFile([9, 0]));
  writeFileSync(join(folder, "bin", "npm"), `#!/bin/sh\n${npm}\n`);
  chmodSync(join(folder, "bin", "npm"), 0o755);
  const path = `${join(folder, "bin")}${delimiter}${process.env.PATH}`;
  const { stdout, status } = spawnSync(join(folder, ".ci", "run"), {
    env: { ...process.env, PATH: path, SERVICES: "optional" },
    encoding: "utf8",
  });
  return { lastLine: stdout.trimEnd().split("\n").at(-1), status };
}

type Counts = readonly [passed: number, failed: number, skipped?: number];

function countsFile([passed, failed, skipped = 0]: Counts): string {
  return `${JSON.stringify({ passed, failed, skipped })}\n`;
}

const writes = (file: "counts" | "other-nodes", counts: Counts) =>
  `printf '%s' '${countsFile(counts)}' > build/reports/${file}.json`;

/** A shell script in the place of npm: what it does for `npm test`, and for the run on the other lines of Node. */
const npmThat = (test: string, otherNodes = writes("other-nodes", [7, 0])) =>
  `case "$1" in test) ${test} ;; *) ${otherNodes} ;; esac`;

describe("the check of every change", () => {
  it("ends with the counts of both runs that passed", () => {
    const run = runWhere(npmThat(`${writes("counts", [41, 0])}; echo npm says goodbye`));
    expect(run).toEqual({ lastLine: "48 passed, 0 failed", status: 0 });
  });

  it("ends with the counts of a run that failed, and with its exit code", () => {
    const run = runWhere(npmThat(`${writes("counts", [40, 1, 2])}; exit 3`));
    expect(run).toEqual({ lastLine: "47 passed, 1 failed, 2 skipped", status: 3 });
  });

  it("fails when only the run on the other lines of Node does", () => {
    const run = runWhere(npmThat(writes("counts", [41, 0]), `${writes("other-nodes", [6, 1])}; exit 1`));
    expect(run).toEqual({ lastLine: "47 passed, 1 failed", status: 1 });
    const unsaid = runWhere(npmThat(writes("counts", [41, 0]), writes("other-nodes", [6, 1])));
    expect(unsaid.status).toBe(1);
  });

  it("counts a failure if a run died before it could count, in spite of an earlier result", () => {
    expect(runWhere(npmThat("exit 137"))).toEqual({ lastLine: "7 passed, 1 failed", status: 137 });
    expect(runWhere(npmThat("exit 0"))).toEqual({ lastLine: "7 passed, 1 failed", status: 1 });
    const second = runWhere(npmThat(writes("counts", [41, 0]), "exit 0"));
    expect(second).toEqual({ lastLine: "41 passed, 1 failed", status: 1 });
  });
});
